//! What refers to what, so that a moved setting makes no circle of references.

use std::collections::BTreeSet;

use crate::graph::{Graph, Resource, spelled};
use crate::value::{Node, Reference, Text};

/// Whether anything refers to the resource.
pub(super) fn is_referred_to(graph: &Graph, address: &Text) -> bool {
    let is_it = |reference: &Reference| reference.address == *address;
    let in_resource = |resource: &Resource| {
        resource.values.references().iter().any(is_it)
            || resource.mentions.iter().any(|mention| is_it(&mention.to))
    };
    graph.resources.values().any(in_resource)
        || graph
            .outputs
            .values()
            .any(|value| value.references().iter().any(is_it))
}

/// Whether what `from` refers to leads to `to`, directly or not.
fn leads_to(graph: &Graph, from: &Text, to: &Text) -> bool {
    let mut seen = BTreeSet::new();
    let mut open = vec![from.clone()];
    while let Some(address) = open.pop() {
        if address == *to {
            return true;
        }
        if let Some(resource) = graph.resources.get(&address)
            && seen.insert(address)
        {
            let values = resource.values.references().into_iter();
            open.extend(values.map(|reference| reference.address));
            open.extend(
                resource
                    .mentions
                    .iter()
                    .map(|mention| mention.to.address.clone()),
            );
            open.extend(resource.depends_on.iter().cloned());
        }
    }
    false
}

/// The resource as it can stand inside `owner`: what would lead back to the owner is spelled out as text. `None` where that
/// cannot be done.
pub(super) fn apart(graph: &Graph, split: &Resource, link: &str, owner: &Text) -> Option<Resource> {
    let mut split = split.clone();
    let back = |reference: &Reference| leads_to(graph, &reference.address, owner);
    let of_link = format!("/{link}");
    // A mention says nothing about where in the value the reference stands.
    let hidden = split
        .mentions
        .iter()
        .any(|mention| !mention.path.starts_with(&of_link) && back(&mention.to));
    let Node::Object(members) = &mut split.values else {
        return None;
    };
    for (_, value) in members.iter_mut().filter(|(key, _)| ***key != *link) {
        spell(graph, value, &back)?;
    }
    (!hidden).then_some(split)
}

fn spell(graph: &Graph, node: &mut Node, back: &dyn Fn(&Reference) -> bool) -> Option<()> {
    match node {
        Node::Ref(reference) if back(reference) => {
            let resource = graph.resources.get(&reference.address)?;
            let attribute = &reference.attribute;
            *node = spelled(
                &resource.resource_type,
                attribute,
                &resource.values,
                &graph.environment,
            )?;
        }
        Node::Join(parts) => {
            for part in parts.iter_mut() {
                spell(graph, part, back)?;
            }
            *node = Node::join(std::mem::take(parts));
        }
        Node::List(items) => {
            for item in items {
                spell(graph, item, back)?;
            }
        }
        Node::Object(members) => {
            for value in members.values_mut() {
                spell(graph, value, back)?;
            }
        }
        Node::Json(inner) => spell(graph, inner, back)?,
        Node::Unknown(_) | Node::OneOf(_) | Node::Rest(_) if node.references().iter().any(back) => {
            return None;
        }
        _ => {}
    }
    Some(())
}
