//! The two spellings of everybody in a resource's policy: `*`, and `*` among the principals of AWS.

use crate::graph::Graph;
use crate::value::{Node, append_index};

use super::reseated::{change, policies};
use super::{ALL, Place, Respelling, Subject, Trial, at_places};

/// `"*"` as `{"AWS": "*"}`, and the other way round.
pub(super) const EVERYBODY: Respelling = Respelling {
    name: "everybody",
    title: "the principal `*` as `{\"AWS\": \"*\"}` and the other way round",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = places(subject.graph);
        at_places(subject.graph, &places, trial, &|graph, place| {
            let resource = graph.resources.get_mut(&place.address);
            resource.is_some_and(|resource| {
                change(resource, &place.pointer, turned, &|rest| {
                    Some(rest.to_owned())
                })
            })
        });
    },
};

/// Policies that say who may assume a role: there the two differ.
const OF_TRUST: [&str; 2] = ["/assume_role_policy", "/AssumeRolePolicyDocument"];

fn places(graph: &Graph) -> Vec<Place> {
    let mut places = Vec::new();
    for (address, resource) in &graph.resources {
        let documents = policies(resource).into_iter();
        for (pointer, document) in documents.filter(|(at, _)| !OF_TRUST.contains(&at.as_str())) {
            let (statements, listed) = match document.get("Statement") {
                Some(Node::List(items)) => (items.as_slice(), true),
                Some(one) => (std::slice::from_ref(one), false),
                None => continue,
            };
            for (index, statement) in statements.iter().enumerate() {
                let mut place = format!("{pointer}/Statement");
                if listed {
                    append_index(&mut place, index);
                }
                let mut principal = statement.get("Principal").cloned().unwrap_or_default();
                if turned(&mut principal) {
                    places.push(Place::new(address.clone(), format!("{place}/Principal")));
                }
            }
        }
    }
    places
}

fn turned(principal: &mut Node) -> bool {
    let is_star = |node: &Node| node.as_text() == Some("*");
    let other = match &*principal {
        star if is_star(star) => Node::object([("AWS", Node::text("*"))]),
        Node::Object(members) if members.len() == 1 => match members.get("AWS") {
            Some(Node::List(items)) if matches!(items.as_slice(), [one] if is_star(one)) => {
                Node::text("*")
            }
            Some(one) if is_star(one) => Node::text("*"),
            _ => return false,
        },
        _ => return false,
    };
    *principal = other;
    true
}
