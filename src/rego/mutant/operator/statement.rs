//! Drops a statement of a body, a comprehension or an `every`.

use regorus::unstable::{Expr, Literal};

use super::super::page::Page;
use super::super::site::{Change, Operator, Site};

pub(super) const DROP: Operator = Operator {
    name: "drop-statement",
    summary: "puts `true` in the place of a statement that declares nothing others need",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Statement(step) = site else {
        return Vec::new();
    };
    match &step.statement.literal {
        _ if step.is_needed => Vec::new(),
        // A declaration alone says nothing.
        Literal::SomeVars { .. } => Vec::new(),
        Literal::Expr { expr, .. } if matches!(&**expr, Expr::Bool { .. }) => Vec::new(),
        _ => vec![Change::new(page.span(&step.statement.span), "true")],
    }
}
