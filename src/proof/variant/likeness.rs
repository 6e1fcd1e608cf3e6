//! Whether two graphs say the same: where things are written, how references were reached and notes are left out, JSON
//! texts are compared by structure, what the provider holds as a set in no order, and no blocks of a kind as none at all.

use crate::artifact::schema::{self, Body, Nesting};
use crate::graph::{Graph, Mode, symbolic};
use crate::value::{Node, Object, append_index, append_token, parse_json};

/// Characters of a value that are shown.
const SHOWN: usize = 300;

/// A place at which two graphs differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unlikeness {
    /// JSON pointer into the document that rules see.
    pub pointer: String,
    /// What stands there in each, shortened; empty where nothing does.
    pub values: [String; 2],
}

/// The first place at which two graphs differ.
pub fn unlikeness(one: &Graph, other: &Graph) -> Option<Unlikeness> {
    compare(&likeness(one), &likeness(other), &mut String::new())
}

/// The document of a graph in a form in which equal ones are equal.
pub fn likeness(graph: &Graph) -> Node {
    let mut graph = graph.clone();
    for resource in graph.resources.values_mut() {
        decode(&mut resource.values);
        let body = match resource.mode {
            Mode::Managed => schema::resource(&resource.resource_type),
            Mode::Data => schema::data(&resource.resource_type),
        };
        if let (Some(body), Node::Object(values)) = (body, &mut resource.values) {
            sort_sets(values, body);
        }
    }
    let mut document = symbolic(&graph);
    let Node::Object(members) = &mut document else {
        return document;
    };
    members.remove("notes");
    if let Some(Node::Object(resources)) = members.get_mut("resources") {
        for resource in resources.values_mut() {
            let Node::Object(members) = resource else {
                continue;
            };
            members.remove("source");
            if let Some(Node::List(references)) = members.get_mut("refs") {
                for reference in references {
                    if let Node::Object(members) = reference {
                        members.remove("via");
                    }
                }
            }
        }
    }
    document
}

/// Texts that hold a JSON object or list become documents, whose members have one order.
fn decode(node: &mut Node) {
    match node {
        Node::Text(text) if text.trim_start().starts_with(['{', '[']) => {
            if let Ok(decoded @ (Node::Object(_) | Node::List(_))) = parse_json(text) {
                *node = Node::Json(Box::new(decoded));
            }
        }
        Node::List(items) => items.iter_mut().for_each(decode),
        Node::Object(members) => members.values_mut().for_each(decode),
        _ => {}
    }
}

fn sort_sets(members: &mut Object, body: Body) {
    // Whether a plan shows an empty list where no block is written hangs on whether the provider computes it.
    members.retain(|name, value| {
        let is_empty = value.as_list().is_some_and(<[Node]>::is_empty);
        !is_empty || body.block(name).is_none()
    });
    for (name, value) in members {
        if body.argument(name).is_some_and(|argument| argument.is_set) {
            if let Node::List(items) = value {
                items.sort();
            }
            continue;
        }
        let Some((nesting, inner)) = body.block(name) else {
            continue;
        };
        match value {
            Node::List(items) => {
                for item in items.iter_mut() {
                    if let Node::Object(members) = item {
                        sort_sets(members, inner);
                    }
                }
                if nesting == Nesting::Set {
                    items.sort();
                }
            }
            Node::Object(members) => sort_sets(members, inner),
            _ => {}
        }
    }
}

/// The first place at which two documents differ.
pub fn compare(one: &Node, other: &Node, pointer: &mut String) -> Option<Unlikeness> {
    let length = pointer.len();
    match (one, other) {
        _ if one == other => None,
        (Node::Object(one), Node::Object(other)) => {
            let more = other.keys().filter(|key| !one.contains_key(*key));
            for key in one.keys().chain(more) {
                append_token(pointer, key);
                let found = match (one.get(key), other.get(key)) {
                    (Some(one), Some(other)) => compare(one, other, pointer),
                    (one, other) => Some(unlike(one, other, pointer)),
                };
                if found.is_some() {
                    return found;
                }
                pointer.truncate(length);
            }
            None
        }
        (Node::List(one), Node::List(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                append_index(pointer, index);
                let found = compare(one, other, pointer);
                if found.is_some() {
                    return found;
                }
                pointer.truncate(length);
            }
            None
        }
        _ => Some(unlike(Some(one), Some(other), pointer)),
    }
}

fn unlike(one: Option<&Node>, other: Option<&Node>, pointer: &str) -> Unlikeness {
    let shown = |node: Option<&Node>| {
        let text = node.and_then(|node| serde_json::to_string(node).ok());
        text.unwrap_or_default().chars().take(SHOWN).collect()
    };
    Unlikeness {
        pointer: pointer.to_owned(),
        values: [shown(one), shown(other)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Kind, Resource};

    fn graph(resource_type: &str, attribute: &str, value: Node) -> Graph {
        let mut graph = Graph::new(Kind::Plan);
        let mut resource = Resource::new("a", resource_type, "a");
        resource.values = Node::object([(attribute, value)]);
        graph.resources.insert("a".into(), resource);
        graph
    }

    #[test]
    fn documents_are_compared_by_structure_and_sets_in_no_order() {
        let policy = |text: &str| graph("aws_iam_role_policy", "policy", text.into());
        let one = policy(r#"{"Version":"2012-10-17","Statement":[]}"#);
        let other = policy(r#"{ "Statement": [], "Version": "2012-10-17" }"#);
        assert_eq!(unlikeness(&one, &other), None);
        let list = |items: [&str; 2]| Node::List(items.into_iter().map(Node::from).collect());
        let of = |kind: &str, name: &str, items| graph(kind, name, list(items));
        let set = ("aws_security_group_rule", "cidr_blocks");
        let sets = ("aws_iam_role", "managed_policy_arns");
        let unlike = |(kind, name): (&str, &str)| {
            unlikeness(&of(kind, name, ["a", "b"]), &of(kind, name, ["b", "a"]))
        };
        assert_eq!(unlike(sets), None);
        assert_eq!(
            unlike(set).expect("a list").pointer,
            "/resources/a/values/cidr_blocks/0"
        );
    }
}
