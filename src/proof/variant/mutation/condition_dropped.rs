//! A statement loses its conditions, all under one operator, or one of several keys.

use super::super::Variant;
use super::policy::Part;
use super::{Operator, Reach, Site, Subject};

/// Drops conditions.
pub struct ConditionDropped;

impl Operator for ConditionDropped {
    fn name(&self) -> &'static str {
        "condition-dropped"
    }

    fn about(&self) -> &'static str {
        "a statement loses its conditions, or some of them"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let whole = Some(Part::Element("Condition".to_owned()));
        let is_one_of_several = |site: &Site| {
            let mut sites = subject.sites.iter();
            sites.any(|other| {
                other.address == site.address
                    && other.part == site.part
                    && other.above() == site.above()
                    && other.pointer != site.pointer
            })
        };
        let sites = subject.sites.iter();
        sites
            .filter(|site| match &site.part {
                Some(Part::ConditionOperator | Part::ConditionKey) => is_one_of_several(site),
                part => *part == whole,
            })
            .map(|site| subject.removed(self.name(), site))
            .collect()
    }
}
