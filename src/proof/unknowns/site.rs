//! The places of a graph that may turn out to be unknown, and the unknown that stands in for each.

use std::sync::Arc;

use crate::graph::{Graph, Mode, Presence};
use crate::value::{Node, Reference, Text, Unknown, append_index, append_token, parse_json};

use super::super::variant::{Edit, Place, Unfit};

/// A value, or the number of instances of a resource, that may be unknown.
#[derive(Debug, Clone)]
pub(super) struct Site {
    pub place: Place,
    /// What stands there; `None` for the number of instances.
    pub node: Option<Node>,
}

impl Site {
    /// The sites of a graph: each value, each document as a whole, and each resource, in order of address and pointer.
    pub fn all(graph: &Graph) -> Vec<Self> {
        let mut sites = Vec::new();
        let resources = graph.resources.iter();
        for (address, resource) in resources.filter(|(_, one)| one.mode == Mode::Managed) {
            if resource.presence == Presence::Always {
                sites.push(Self {
                    place: Place::new(address.clone(), ""),
                    node: None,
                });
            }
            collect(&resource.values, address, &mut String::new(), &mut sites);
        }
        sites
    }

    /// The id of the unknown that stands in.
    pub fn id(&self) -> Text {
        Text::from(format!(
            "injected:{}{}",
            self.place.address, self.place.pointer
        ))
    }

    /// Puts the unknown into a graph.
    pub fn inject(&self, graph: &mut Graph) -> Result<(), Unfit> {
        let Some(node) = &self.node else {
            let resource = graph.resources.get_mut(&self.place.address);
            if let Some(resource) = resource {
                resource.presence = Presence::Undecided(Arc::new(self.unknown(None)));
            }
            return Ok(());
        };
        let edit = Edit::Set {
            at: self.place.clone(),
            value: Node::Unknown(Arc::new(self.unknown(Some(node)))),
        };
        edit.apply(graph)
    }

    /// As a computed value is: assigned, of a known type, with what its expression mentions.
    fn unknown(&self, node: Option<&Node>) -> Unknown {
        let mut mentions: Vec<Reference> = Vec::new();
        if let Some(node) = node {
            node.walk(&mut String::new(), &mut |_, node| {
                if let Node::Ref(reference) = node
                    && !mentions.contains(reference)
                {
                    mentions.push(reference.clone());
                }
            });
        }
        Unknown {
            reason: "computed".into(),
            id: self.id(),
            mentions,
            kind: node.and_then(kind).map(Text::from),
            domain: Vec::new(),
        }
    }
}

/// The type of a value as a schema states it.
fn kind(node: &Node) -> Option<&'static str> {
    match node {
        Node::Text(_) | Node::Ref(_) | Node::Join(_) | Node::Json(_) => Some("string"),
        Node::Bool(_) => Some("bool"),
        Node::Number(_) => Some("number"),
        Node::List(_) => Some("list"),
        Node::Object(_) => Some("object"),
        _ => None,
    }
}

fn collect(node: &Node, address: &Text, pointer: &mut String, sites: &mut Vec<Site>) {
    let add = |pointer: &str, sites: &mut Vec<Site>| {
        sites.push(Site {
            place: Place::new(address.clone(), pointer),
            node: Some(node.clone()),
        });
    };
    match node {
        Node::Bool(_) | Node::Number(_) | Node::Ref(_) | Node::Join(_) => add(pointer, sites),
        Node::Text(text) => {
            add(pointer, sites);
            if text.trim_start().starts_with('{')
                && let Ok(decoded @ Node::Object(_)) = parse_json(text)
            {
                inside(&decoded, address, pointer, sites);
            }
        }
        Node::Json(inner) => {
            add(pointer, sites);
            inside(inner, address, pointer, sites);
        }
        Node::Object(_) if crate::graph::is_policy(node) => {
            add(pointer, sites);
            inside(node, address, pointer, sites);
        }
        Node::Object(_) | Node::List(_) => inside(node, address, pointer, sites),
        Node::Null | Node::Unknown(_) | Node::OneOf(_) | Node::Rest(_) => {}
    }
}

fn inside(node: &Node, address: &Text, pointer: &mut String, sites: &mut Vec<Site>) {
    let length = pointer.len();
    match node {
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                append_index(pointer, index);
                collect(item, address, pointer, sites);
                pointer.truncate(length);
            }
        }
        Node::Object(members) => {
            for (key, value) in members {
                append_token(pointer, key);
                collect(value, address, pointer, sites);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Kind, Resource};

    fn graph() -> Graph {
        let mut graph = Graph::new(Kind::Plan);
        let mut resource = Resource::new("a.b", "a", "b");
        let policy = Node::object([("Statement", Node::object([("Effect", "Deny".into())]))]);
        resource.values = Node::object([
            ("flag", Node::Bool(true)),
            (
                "target",
                Node::Join(vec![Node::reference("a.c", "arn"), "/*".into()]),
            ),
            ("policy", Node::Json(Box::new(policy))),
        ]);
        graph.resources.insert("a.b".into(), resource);
        graph
            .resources
            .insert("a.c".into(), Resource::new("a.c", "a", "c"));
        graph
    }

    #[test]
    fn every_value_every_document_and_every_resource_may_be_unknown() {
        let sites = Site::all(&graph());
        let places: Vec<String> = sites
            .iter()
            .map(|site| format!("{}{}", site.place.address, site.place.pointer))
            .collect();
        assert_eq!(
            places,
            [
                "a.b",
                "a.b/flag",
                "a.b/policy",
                "a.b/policy/Statement/Effect",
                "a.b/target",
                "a.c"
            ]
        );
    }

    #[test]
    fn an_unknown_keeps_the_type_and_what_was_referred_to() {
        let mut graph = graph();
        for site in Site::all(&graph) {
            if site.place.pointer == "/target" {
                site.inject(&mut graph).expect("injected");
            }
        }
        let Some(Node::Unknown(unknown)) = graph.resources["a.b"].values.get("target") else {
            panic!("an unknown")
        };
        assert_eq!(unknown.kind.as_deref(), Some("string"));
        assert_eq!(unknown.mentions.len(), 1);
        assert_eq!(&*unknown.id, "injected:a.b/target");
    }
}
