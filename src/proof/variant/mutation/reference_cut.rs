//! A literal stands where a resource of the artifact was referred to.

use crate::value::Node;

use super::super::Variant;
use super::target::Target;
use super::{Operator, Reach, Subject, foreign};

/// Puts a text that names nothing in the artifact in the place of a reference.
pub struct ReferenceCut;

impl Operator for ReferenceCut {
    fn name(&self) -> &'static str {
        "reference-cut"
    }

    fn about(&self) -> &'static str {
        "a literal stands where a resource was referred to"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let sites = subject.sites.iter();
        sites
            .filter_map(|site| {
                let target = Target::of(subject, site)?;
                let literal = match target.text(subject) {
                    Some(text) => foreign::like(text),
                    None if target.is_arn(subject) => {
                        foreign::arn(&foreign::service(&target.resource.resource_type))
                    }
                    None => "elsewhere".to_owned(),
                };
                let value = target.replaced(site, Node::text(literal));
                Some(subject.replaced(self.name(), site, &value))
            })
            .collect()
    }
}
