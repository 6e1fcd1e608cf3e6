//! A resource is there twice, the second time under another name.

use super::super::{Edit, Place, Variant};
use super::reference_bent::decoy;
use super::{Operator, Reach, Subject};

/// Adds a copy of each resource: a solution stays right with one more, unless the spec says otherwise.
pub struct ResourceDuplicated;

impl Operator for ResourceDuplicated {
    fn name(&self) -> &'static str {
        "resource-duplicated"
    }

    fn about(&self) -> &'static str {
        "a resource is there twice, the second time under another name"
    }

    fn reach(&self) -> Reach {
        Reach::Harmless
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let resources = subject.resources();
        resources
            .map(|resource| {
                let copy = decoy(subject, resource);
                Variant {
                    operator: self.name(),
                    place: Place::new(resource.address.clone(), ""),
                    change: format!("once more, as `{}`", copy.address),
                    edits: vec![Edit::AddResource(Box::new(copy))],
                }
            })
            .collect()
    }
}
