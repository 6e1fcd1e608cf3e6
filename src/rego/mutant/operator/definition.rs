//! Drops one of several definitions of a rule or function; a lone one is made to return nothing instead.

use super::super::page::Page;
use super::super::site::{Change, Operator, Site};

pub(super) const DROP: Operator = Operator {
    name: "drop-definition",
    summary: "leaves out one of several definitions of a rule or function",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    match site {
        Site::Rule(definition) if definition.of > 1 => {
            vec![Change::new(page.span(definition.rule.span()), "")]
        }
        _ => Vec::new(),
    }
}
