//! Drops one operand of an operator on sets: one of several places in which a fact looks.

use regorus::unstable::{ArithOp, Expr};

use super::super::page::Page;
use super::super::site::{Change, Operator, Role, Site};
use super::set::is_number;

pub(super) const DROP: Operator = Operator {
    name: "drop-operand",
    summary: "keeps one side of `|` or `&`, and what something is taken from by `-`",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(expr, Role::Value) = site else {
        return Vec::new();
    };
    let (span, kept) = match expr {
        Expr::BinExpr { span, lhs, rhs, .. } => (span, vec![lhs, rhs]),
        Expr::ArithExpr {
            span,
            op: ArithOp::Sub,
            lhs,
            rhs,
            ..
        } if !is_number(lhs) && !is_number(rhs) => (span, vec![lhs]),
        _ => return Vec::new(),
    };
    let span = page.span(span);
    let kept = kept.into_iter().map(|operand| {
        let text = page.slice(page.node(operand));
        match &**operand {
            Expr::BinExpr { .. } | Expr::ArithExpr { .. } => format!("({text})"),
            _ => text.to_owned(),
        }
    });
    kept.map(|text| Change::new(span, text)).collect()
}
