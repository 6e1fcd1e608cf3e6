//! Shifts a whole number by one, up and down.

use regorus::unstable::Expr;

use super::super::page::Page;
use super::super::site::{Change, Operator, Role, Site};

pub(super) const SHIFT: Operator = Operator {
    name: "shift-number",
    summary: "adds one to a whole number, or takes one away",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(Expr::Number { span, .. }, Role::Value | Role::Key) = site else {
        return Vec::new();
    };
    let span = page.span(span);
    let Ok(number) = page.slice(span).parse::<i64>() else {
        return Vec::new();
    };
    [number.checked_add(1), number.checked_sub(1)]
        .into_iter()
        .flatten()
        .map(|shifted| Change::new(span, shifted.to_string()))
        .collect()
}
