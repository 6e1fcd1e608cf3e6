//! What negatives change of the reference that is most like them.

use std::collections::BTreeSet;

use crate::graph::{Graph, Mode, Resource};
use crate::proof::variant::mutation::decode;
use crate::proof::variant::{Edit, Place};
use crate::value::{Node, Text, append_index, append_token};

/// One attribute in which a negative differs from a reference.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Touched {
    /// Address of the resource in the reference, or in the negative where it is only there.
    pub address: Text,
    /// Type of the resource.
    pub resource_type: Text,
    /// Pointer to the attribute; empty where the whole resource is there in one of them only.
    pub pointer: String,
}

/// A change by which a negative is rejected, seen from the reference that is most like it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planted {
    /// The negative's folder.
    pub negative: String,
    /// The reference, as an index into the artifacts.
    pub reference: usize,
    /// What is changed.
    pub touched: Touched,
}

/// In what a negative differs from the one of `references` from which it differs least, with the index of that one.
pub fn touched(references: &[&Graph], negative: &Graph) -> Option<(usize, BTreeSet<Touched>)> {
    let differences = references.iter().enumerate();
    differences
        .map(|(index, reference)| (index, differences_of(reference, negative)))
        .min_by_key(|(_, found)| found.len())
}

impl Touched {
    /// The edit that makes of a reference in this one place what the negative is.
    pub fn edit(&self, reference: &Graph, negative: &Graph) -> Option<Edit> {
        let its = negative.resources.get(&self.address);
        if self.pointer.is_empty() {
            return Some(match its {
                Some(resource) => Edit::AddResource(Box::new(resource.clone())),
                None => Edit::RemoveResource {
                    address: self.address.clone(),
                },
            });
        }
        let at = Place::new(self.address.clone(), self.pointer.clone());
        let decoded = |graph: &Graph| {
            let mut values = graph.resources.get(&self.address)?.values.clone();
            decode(&mut values);
            values.at(&self.pointer).cloned()
        };
        match (decoded(reference), decoded(negative)) {
            (_, Some(value)) => Some(Edit::Set { at, value }),
            (Some(_), None) => Some(Edit::Remove { at }),
            (None, None) => None,
        }
    }
}

fn differences_of(one: &Graph, other: &Graph) -> BTreeSet<Touched> {
    let mut found = BTreeSet::new();
    let addresses: BTreeSet<&Text> = one.resources.keys().chain(other.resources.keys()).collect();
    for address in addresses {
        let mut pointers = Vec::new();
        let resource = match (one.resources.get(address), other.resources.get(address)) {
            (Some(resource), Some(its)) => {
                let (mut one, mut other) = (resource.values.clone(), its.values.clone());
                decode(&mut one);
                decode(&mut other);
                compare(&one, &other, &mut String::new(), &mut pointers);
                resource
            }
            (Some(resource), None) | (None, Some(resource)) => {
                pointers.push(String::new());
                resource
            }
            (None, None) => continue,
        };
        found.extend(of_resource(resource, pointers));
    }
    found
}

fn of_resource(resource: &Resource, pointers: Vec<String>) -> impl Iterator<Item = Touched> {
    let is_managed = resource.mode == Mode::Managed;
    pointers
        .into_iter()
        .filter(move |_| is_managed)
        .map(|pointer| Touched {
            address: resource.address.clone(),
            resource_type: resource.resource_type.clone(),
            pointer,
        })
}

/// The pointers of the deepest nodes in which two differ.
fn compare(one: &Node, other: &Node, pointer: &mut String, found: &mut Vec<String>) {
    let length = pointer.len();
    match (one, other) {
        (one, other) if one == other => {}
        (Node::Json(one), Node::Json(other)) => compare(one, other, pointer, found),
        (Node::Object(one), Node::Object(other)) => {
            let keys: BTreeSet<&Text> = one.keys().chain(other.keys()).collect();
            for key in keys {
                append_token(pointer, key);
                match (one.get(key), other.get(key)) {
                    (Some(one), Some(other)) => compare(one, other, pointer, found),
                    _ => found.push(pointer.clone()),
                }
                pointer.truncate(length);
            }
        }
        (Node::List(one), Node::List(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                append_index(pointer, index);
                compare(one, other, pointer, found);
                pointer.truncate(length);
            }
        }
        _ => found.push(pointer.clone()),
    }
}
