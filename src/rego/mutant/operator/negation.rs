//! Negates a condition, or takes its negation away.

use regorus::unstable::{Expr, Literal};

use super::super::page::Page;
use super::super::site::{Change, Operator, Site, Step};

pub(super) const ADD: Operator = Operator {
    name: "negate",
    summary: "puts `not` before a condition",
    changes: add,
};

pub(super) const REMOVE: Operator = Operator {
    name: "un-negate",
    summary: "takes the `not` from a condition",
    changes: remove,
};

fn add(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Statement(Step { statement, .. }) = site else {
        return Vec::new();
    };
    match &statement.literal {
        Literal::Expr { expr, .. }
            if !matches!(&**expr, Expr::AssignExpr { .. } | Expr::Bool { .. }) =>
        {
            let span = page.span(&statement.span);
            vec![Change::new(span, format!("not {}", page.slice(span)))]
        }
        _ => Vec::new(),
    }
}

fn remove(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Statement(Step { statement, .. }) = site else {
        return Vec::new();
    };
    if !matches!(&statement.literal, Literal::NotExpr { .. }) {
        return Vec::new();
    }
    let span = page.span(&statement.span);
    let positive = page.slice(span).strip_prefix("not").map(str::trim_start);
    positive
        .map(|positive| Change::new(span, positive))
        .into_iter()
        .collect()
}
