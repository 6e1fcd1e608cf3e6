//! Known JSON texts with other white space and their keys in another order.

use crate::graph::Graph;
use crate::value::{Node, append_index, append_token, parse_json, split_pointer};

use super::{Place, Respelling, Subject, TERRAFORM, Trial, at_places};

/// Documents laid out over lines, the last key first.
pub(super) const LAYOUT: Respelling = Respelling {
    name: "layout",
    title: "encoded documents over several lines, the last key first",
    kinds: TERRAFORM,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        at_places(subject.graph, &places(subject.graph), trial, &laid_out);
    },
};

fn places(graph: &Graph) -> Vec<Place> {
    let mut places = Vec::new();
    for (address, resource) in &graph.resources {
        find(&resource.values, &mut String::new(), &mut |pointer| {
            places.push(Place::new(address.clone(), pointer));
        });
    }
    places
}

fn find(node: &Node, pointer: &mut String, found: &mut dyn FnMut(&str)) {
    let length = pointer.len();
    match node {
        Node::Text(_) | Node::Json(_) if document(node).is_some() => found(pointer),
        Node::Object(members) => {
            for (key, value) in members {
                append_token(pointer, key);
                find(value, pointer, found);
                pointer.truncate(length);
            }
        }
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                append_index(pointer, index);
                find(item, pointer, found);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

/// The document that a value encodes, where all of it is known.
fn document(node: &Node) -> Option<Node> {
    match node {
        Node::Json(inner) if inner.is_plain() => Some(inner.as_ref().clone()),
        Node::Text(text) if text.trim_start().starts_with('{') => parse_json(text).ok(),
        _ => None,
    }
}

fn laid_out(graph: &mut Graph, place: &Place) -> bool {
    let values = graph
        .resources
        .get_mut(&place.address)
        .map(|resource| &mut resource.values);
    let found = split_pointer(&place.pointer).try_fold(values, |node, token| {
        Some(match node? {
            Node::Object(members) => members.get_mut(token.as_ref()),
            Node::List(items) => items.get_mut(token.parse::<usize>().ok()?),
            _ => None,
        })
    });
    let Some(Some(node)) = found else {
        return false;
    };
    let Some(document) = document(node) else {
        return false;
    };
    let mut text = String::new();
    write(&document, 1, &mut text);
    text.push('\n');
    *node = Node::text(text);
    true
}

fn write(node: &Node, depth: usize, out: &mut String) {
    let line = |depth: usize| format!("\n{}", "   ".repeat(depth));
    let spelled = |node: &Node| serde_json::to_string(node).unwrap_or_default();
    match node {
        Node::Object(members) if !members.is_empty() => {
            for (at, (key, value)) in members.iter().rev().enumerate() {
                out.push_str(if at == 0 { "{" } else { " ," });
                out.push_str(&line(depth));
                out.push_str(&spelled(&Node::Text(key.clone())));
                out.push_str(" : ");
                write(value, depth + 1, out);
            }
            out.push_str(" }");
        }
        Node::List(items) if !items.is_empty() => {
            for (at, item) in items.iter().enumerate() {
                out.push_str(if at == 0 { "[" } else { " ," });
                out.push_str(&line(depth));
                write(item, depth + 1, out);
            }
            out.push_str(" ]");
        }
        other => out.push_str(&spelled(other)),
    }
}
