//! One statement for each action and each resource of a statement.

use crate::graph::{Graph, Resource};
use crate::value::Node;

use super::reseated::{change, policies};
use super::{ALL, Place, Respelling, Subject, Trial, at_places};

/// Statements taken apart.
pub(super) const STATEMENTS: Respelling = Respelling {
    name: "statements",
    title: "a statement for each action and resource of a statement",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = places(subject.graph);
        at_places(subject.graph, &places, trial, &|graph, place| {
            let resource = graph.resources.get_mut(&place.address);
            resource.is_some_and(|resource| {
                change(resource, &place.pointer, take_apart, &|rest| {
                    Some(rest.to_owned())
                })
            })
        });
    },
};

fn places(graph: &Graph) -> Vec<Place> {
    let mut places = Vec::new();
    for (address, resource) in &graph.resources {
        for (pointer, document) in policies(resource) {
            let place = format!("{pointer}/Statement");
            // What is said of a part of a statement would be true of several.
            if !is_said_below(resource, &place)
                && take_apart(&mut document.get("Statement").cloned().unwrap_or_default())
            {
                places.push(Place::new(address.clone(), place));
            }
        }
    }
    places
}

fn is_said_below(resource: &Resource, pointer: &str) -> bool {
    let below = |path: &str| path.starts_with(pointer);
    resource.mentions.iter().any(|mention| below(&mention.path))
        || resource.sensitive.iter().any(|path| below(path))
}

/// Takes a list of statements apart; whether anything came of it.
fn take_apart(statements: &mut Node) -> bool {
    let listed = match &*statements {
        Node::List(items) => items.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut apart = Vec::new();
    for statement in listed {
        let mut left = vec![statement.clone()];
        for key in ["Action", "Resource"] {
            left = left
                .into_iter()
                .flat_map(|statement| by_item(statement, key))
                .collect();
        }
        apart.extend(left);
    }
    if apart.len() <= listed.len() {
        return false;
    }
    *statements = Node::List(apart);
    true
}

/// A statement for each item of a list of single strings; a `Sid` is one statement's own.
fn by_item(statement: Node, key: &str) -> Vec<Node> {
    let items = match statement.get(key) {
        Some(Node::List(items)) if items.len() > 1 && items.iter().all(is_one) => items.clone(),
        _ => return vec![statement],
    };
    let of_item = |item: Node| {
        let mut statement = statement.clone();
        if let Node::Object(members) = &mut statement {
            members.remove("Sid");
            members.insert(key.into(), item);
        }
        statement
    };
    items.into_iter().map(of_item).collect()
}

fn is_one(item: &Node) -> bool {
    matches!(item, Node::Text(_) | Node::Ref(_) | Node::Join(_))
}
