//! One string for a list of one and the other way round, in policy documents; one statement likewise.

use crate::graph::Graph;
use crate::value::Node;

use super::reseated::{change, listed, policies};
use super::{ALL, Place, Respelling, Subject, Trial, at_places};

/// Lists for strings.
pub(super) const LIST: Respelling = Respelling {
    name: "list",
    title: "in policy documents a list of one for each single string or statement",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = places(subject.graph, &is_single);
        at_places(subject.graph, &places, trial, &|graph, place| {
            let wrap = |node: &mut Node| {
                *node = Node::List(vec![std::mem::take(node)]);
                true
            };
            let step = |rest: &str| {
                Some(if rest.is_empty() {
                    "/0".to_owned()
                } else {
                    format!("/0{rest}")
                })
            };
            let resource = graph.resources.get_mut(&place.address);
            resource.is_some_and(|resource| change(resource, &place.pointer, wrap, &step))
        });
    },
};

/// Strings for lists.
pub(super) const SINGLE: Respelling = Respelling {
    name: "single",
    title: "in policy documents a single string or statement for each list of one",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = places(subject.graph, &is_list_of_one);
        at_places(subject.graph, &places, trial, &|graph, place| {
            let unwrap = |node: &mut Node| match node {
                Node::List(items) => match items.pop() {
                    Some(one) => {
                        *node = one;
                        true
                    }
                    None => false,
                },
                _ => false,
            };
            let step = |rest: &str| Some(rest.strip_prefix("/0").unwrap_or(rest).to_owned());
            let resource = graph.resources.get_mut(&place.address);
            resource.is_some_and(|resource| change(resource, &place.pointer, unwrap, &step))
        });
    },
};

fn places(graph: &Graph, fits: &dyn Fn(&Node) -> bool) -> Vec<Place> {
    let mut places = Vec::new();
    for (address, resource) in &graph.resources {
        // The provider itself decides how the document of a data source is written.
        for (pointer, document) in policies(resource) {
            listed(&document, &mut |below, value| {
                if fits(value) {
                    places.push(Place::new(address.clone(), format!("{pointer}{below}")));
                }
            });
        }
    }
    places
}

/// Whether a value is surely one string, or one statement.
fn is_single(node: &Node) -> bool {
    match node {
        Node::Text(_) | Node::Ref(_) | Node::Join(_) | Node::Bool(_) | Node::Number(_) => true,
        Node::Object(members) => members.contains_key("Effect"),
        _ => false,
    }
}

fn is_list_of_one(node: &Node) -> bool {
    matches!(node, Node::List(items) if matches!(items.as_slice(), [one] if is_single(one)))
}
