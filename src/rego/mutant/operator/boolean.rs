//! Flips a boolean.

use regorus::unstable::Expr;

use super::super::page::Page;
use super::super::site::{Change, Operator, Role, Site};

pub(super) const FLIP: Operator = Operator {
    name: "flip-boolean",
    summary: "`true` to `false` and back",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(Expr::Bool { span, .. }, Role::Value) = site else {
        return Vec::new();
    };
    let other = if span.text() == "true" {
        "false"
    } else {
        "true"
    };
    vec![Change::new(page.span(span), other)]
}
