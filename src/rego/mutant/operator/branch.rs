//! Drops a branch of a definition: an `else`, or what stands before the first one.

use regorus::unstable::Rule;

use super::super::page::Page;
use super::super::site::{Change, Operator, Site};
use super::nothing::never;

pub(super) const DROP: Operator = Operator {
    name: "drop-branch",
    summary: "leaves out one branch of a definition with `else`",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Rule(definition) = site else {
        return Vec::new();
    };
    let Rule::Spec { bodies, .. } = definition.rule else {
        return Vec::new();
    };
    if bodies.len() < 2 {
        return Vec::new();
    }
    bodies
        .iter()
        .map(|body| {
            if body.is_else {
                Change::new(page.span(&body.span), "")
            } else {
                never(page, &body.query)
            }
        })
        .collect()
}
