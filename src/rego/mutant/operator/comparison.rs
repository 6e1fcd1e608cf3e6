//! Shifts a comparison to its neighbours.

use regorus::unstable::{BoolOp, Expr};

use super::super::page::Page;
use super::super::site::{Change, Operator, Site};

pub(super) const SHIFT: Operator = Operator {
    name: "shift-comparison",
    summary: "`==` to `!=` and back; `<`, `<=`, `>`, `>=` to the one with or without equality and to the opposite",
    changes,
};

fn neighbours(operator: &BoolOp) -> (&'static str, &'static [&'static str]) {
    match operator {
        BoolOp::Eq => ("==", &["!="]),
        BoolOp::Ne => ("!=", &["=="]),
        BoolOp::Lt => ("<", &["<=", ">"]),
        BoolOp::Le => ("<=", &["<", ">="]),
        BoolOp::Gt => (">", &[">=", "<"]),
        BoolOp::Ge => (">=", &[">", "<="]),
    }
}

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(Expr::BoolExpr { op, lhs, rhs, .. }, _) = site else {
        return Vec::new();
    };
    let (written, others) = neighbours(op);
    let Some(span) = page.token_between(lhs.span(), rhs.span(), written) else {
        return Vec::new();
    };
    others
        .iter()
        .map(|other| Change::new(span, *other))
        .collect()
}
