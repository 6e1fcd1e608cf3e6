//! Swaps the operators on numbers.

use regorus::unstable::{ArithOp, Expr};

use super::super::page::Page;
use super::super::site::{Change, Operator, Role, Site};
use super::set::is_number;

pub(super) const SWAP: Operator = Operator {
    name: "swap-arithmetic",
    summary: "`+` to `-` and back, `*` to `+`, `/` and `%` to `*`",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(Expr::ArithExpr { op, lhs, rhs, .. }, Role::Value) = site else {
        return Vec::new();
    };
    let (written, other) = match op {
        ArithOp::Add => ("+", "-"),
        ArithOp::Sub if is_number(lhs) || is_number(rhs) => ("-", "+"),
        ArithOp::Sub => return Vec::new(),
        ArithOp::Mul => ("*", "+"),
        ArithOp::Div => ("/", "*"),
        ArithOp::Mod => ("%", "*"),
    };
    let span = page.token_between(lhs.span(), rhs.span(), written);
    span.map(|span| Change::new(span, other))
        .into_iter()
        .collect()
}
