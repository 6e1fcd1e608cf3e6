//! Swaps the operators on sets: union, intersection, difference.

use regorus::unstable::{ArithOp, BinOp, Expr};

use super::super::page::Page;
use super::super::site::{Change, Operator, Role, Site};

pub(super) const SWAP: Operator = Operator {
    name: "swap-set-operator",
    summary: "`|` to `&`, `&` to `|`, `-` between sets to `&`",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(expr, Role::Value) = site else {
        return Vec::new();
    };
    let (lhs, rhs, written, other) = match expr {
        Expr::BinExpr { op, lhs, rhs, .. } => match op {
            BinOp::Union => (lhs, rhs, "|", "&"),
            BinOp::Intersection => (lhs, rhs, "&", "|"),
        },
        Expr::ArithExpr {
            op: ArithOp::Sub,
            lhs,
            rhs,
            ..
        } if !is_number(lhs) && !is_number(rhs) => (lhs, rhs, "-", "&"),
        _ => return Vec::new(),
    };
    let span = page.token_between(lhs.span(), rhs.span(), written);
    span.map(|span| Change::new(span, other))
        .into_iter()
        .collect()
}

/// Whether an operand shows that numbers are meant.
pub(super) fn is_number(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Number { .. } | Expr::UnaryExpr { .. } | Expr::ArithExpr { .. }
    )
}
