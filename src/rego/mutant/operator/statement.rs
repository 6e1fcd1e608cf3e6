//! Drops a statement of a body, a comprehension or an `every`.

use regorus::unstable::{Expr, Literal};

use super::super::page::Page;
use super::super::site::{Change, Operator, Site};

pub(super) const DROP: Operator = Operator {
    name: "drop-statement",
    summary: "puts `true` in the place of a statement",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Statement(statement) = site else {
        return Vec::new();
    };
    match &statement.literal {
        // A declaration alone says nothing.
        Literal::SomeVars { .. } => Vec::new(),
        Literal::Expr { expr, .. } if matches!(&**expr, Expr::Bool { .. }) => Vec::new(),
        _ => vec![Change::new(page.span(&statement.span), "true")],
    }
}
