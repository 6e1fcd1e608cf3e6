//! A policy loses one of its statements.

use super::super::Variant;
use super::policy::Part;
use super::{Operator, Subject};

/// Drops statements, as long as one is left.
pub struct StatementDropped;

impl Operator for StatementDropped {
    fn name(&self) -> &'static str {
        "statement-dropped"
    }

    fn about(&self) -> &'static str {
        "a policy loses one of its statements"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let sites = subject.sites.iter();
        sites
            .filter(|site| site.part == Some(Part::Statement) && site.items > Some(1))
            .map(|site| subject.removed(self.name(), site))
            .collect()
    }
}
