//! A resource is not there, nor whatever refers to it.

use std::collections::BTreeSet;

use crate::value::{Node, Text};

use super::super::{Edit, Place, Variant};
use super::{Operator, Subject};

/// Removes each resource with all that refers to it, so that the rest would still plan.
pub struct ResourceRemoved;

impl Operator for ResourceRemoved {
    fn name(&self) -> &'static str {
        "resource-removed"
    }

    fn about(&self) -> &'static str {
        "a resource is not there, nor whatever refers to it"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let resources = subject.resources();
        resources
            .map(|resource| {
                let gone = with_referrers(subject, &resource.address);
                let others = gone.iter().filter(|address| **address != resource.address);
                let others: Vec<String> = others.map(|address| format!("`{address}`")).collect();
                let change = if others.is_empty() {
                    "removed".to_owned()
                } else {
                    format!("removed, with {}", others.join(", "))
                };
                let edits = gone
                    .into_iter()
                    .map(|address| Edit::RemoveResource { address });
                Variant {
                    operator: self.name(),
                    place: Place::new(resource.address.clone(), ""),
                    change,
                    edits: edits.collect(),
                }
            })
            .collect()
    }
}

/// A resource and all that refer to it, directly or through others.
pub(super) fn with_referrers(subject: &Subject, address: &Text) -> BTreeSet<Text> {
    let mut gone = BTreeSet::from([address.clone()]);
    let mut queue = vec![address.clone()];
    let resources = subject.document.get("resources").and_then(Node::as_object);
    while let Some(removed) = queue.pop() {
        for (other, entry) in resources.into_iter().flatten() {
            let references = entry.get("refs").and_then(Node::as_list);
            let refers = references
                .into_iter()
                .flatten()
                .any(|reference| reference.get("to").and_then(Node::as_text) == Some(&*removed));
            if refers && subject.graph.resources.contains_key(other) && gone.insert(other.clone()) {
                queue.push(other.clone());
            }
        }
    }
    gone
}
