//! The document that rules see: a graph with everything derived from its values, symbolic or completed.

use std::collections::BTreeMap;

use crate::value::{Node, Object, Text, Unknown};

use super::complete::Completion;
use super::model::{Environment, Graph, Mention, Presence, Resource};
use super::render::{Found, Precision, Rendered, Renderer, Subject};

/// The version of the document's format.
pub const SCHEMA: &str = "proofmark.graph/1";

/// The JSON Schema of the document. It is written by hand, since rules see a node tree and no type has its fields; a test
/// holds it against real graphs.
pub const JSON_SCHEMA: &str = include_str!("document.schema.json");

/// The graph as `proofmark graph` prints it: values keep their symbolic nodes.
pub fn symbolic(graph: &Graph) -> Node {
    let instances = graph
        .resources
        .iter()
        .map(|(address, resource)| (address.clone(), resource, resource.values.clone()));
    assemble(
        graph,
        &graph.environment,
        instances.collect(),
        false,
        |node| Some(node.clone()),
    )
}

/// The graph under a completion: every leaf is plain data.
pub fn completed(graph: &Graph, completion: &Completion) -> Node {
    let environment = completion.environment_of(&graph.environment);
    let mut instances = Vec::with_capacity(graph.resources.len());
    for (address, resource) in &graph.resources {
        for index in 0..completion.instances_of(&resource.presence) {
            let address = if index == 0 {
                address.clone()
            } else {
                Text::from(format!("{address}[{index}]"))
            };
            let values = completion
                .apply(&resource.values, &environment)
                .unwrap_or_default();
            instances.push((address, resource, values));
        }
    }
    assemble(graph, &environment, instances, true, |node| {
        completion.apply(node, &environment)
    })
}

fn assemble(
    graph: &Graph,
    environment: &Environment,
    instances: Vec<(Text, &Resource, Node)>,
    complete: bool,
    apply: impl Fn(&Node) -> Option<Node>,
) -> Node {
    let mut subjects = BTreeMap::new();
    let mut order = Vec::with_capacity(instances.len());
    for (address, resource, values) in instances {
        subjects.insert(
            address.clone(),
            Subject {
                resource_type: resource.resource_type.clone(),
                values,
            },
        );
        order.push((address, resource));
    }
    let renderer = Renderer::new(&subjects, environment, graph.kind.family(), complete);
    let mut resources = Object::new();
    let mut by_type: BTreeMap<Text, Vec<Node>> = BTreeMap::new();
    let mut names: BTreeMap<Text, Vec<Node>> = BTreeMap::new();
    for (address, resource) in order {
        let identities = renderer.identities(&address);
        for text in identities.values().filter_map(Node::as_text) {
            let addresses = names.entry(Text::from(text)).or_default();
            if addresses.last() != Some(&Node::Text(address.clone())) {
                addresses.push(Node::Text(address.clone()));
            }
        }
        by_type
            .entry(resource.resource_type.clone())
            .or_default()
            .push(Node::Text(address.clone()));
        let values = subjects.get(&address).map(|subject| &subject.values);
        let entry = resource_entry(&renderer, resource, &address, values, identities, &apply);
        resources.insert(address, entry);
    }
    let lists = |map: BTreeMap<Text, Vec<Node>>| {
        Node::Object(map.into_iter().map(|(k, v)| (k, Node::List(v))).collect())
    };
    let rendered = |map: &BTreeMap<Text, Node>| {
        Node::Object(
            map.iter()
                .filter_map(|(key, value)| {
                    Some((
                        key.clone(),
                        renderer.render(&apply(value)?, &mut Rendered::default()),
                    ))
                })
                .collect(),
        )
    };
    Node::object([
        ("schema", Node::text(SCHEMA)),
        ("kind", encode(&graph.kind)),
        ("resources", Node::Object(resources)),
        ("by_type", lists(by_type)),
        ("names", lists(names)),
        ("outputs", rendered(&graph.outputs)),
        ("variables", rendered(&graph.variables)),
        ("transforms", encode(&graph.transforms)),
        ("notes", encode(&graph.notes)),
    ])
}

fn resource_entry(
    renderer: &Renderer<'_>,
    resource: &Resource,
    address: &Text,
    values: Option<&Node>,
    identities: BTreeMap<Text, Node>,
    apply: &impl Fn(&Node) -> Option<Node>,
) -> Node {
    let mut found = Rendered::default();
    let rendered = values
        .map(|values| renderer.render(values, &mut found))
        .unwrap_or_default();
    add_mentions(&mut found.references, &resource.mentions);
    found
        .references
        .sort_by(|a, b| (&a.path, &a.to, a.precision).cmp(&(&b.path, &b.to, b.precision)));
    let references = found
        .references
        .iter()
        .map(|reference| reference_entry(resource, reference))
        .collect();
    let tags = tags(&rendered);
    let before = apply(&resource.before).unwrap_or_default();
    let texts = |texts: &[Text]| Node::List(texts.iter().cloned().map(Node::Text).collect());
    Node::object([
        ("address", Node::Text(address.clone())),
        ("type", Node::Text(resource.resource_type.clone())),
        ("name", Node::Text(resource.name.clone())),
        ("mode", encode(&resource.mode)),
        ("module", Node::Text(resource.module.clone())),
        ("index", resource.index.clone()),
        ("provider", Node::Text(resource.provider.clone())),
        ("actions", texts(&resource.actions)),
        ("values", rendered),
        ("before", renderer.render(&before, &mut Rendered::default())),
        (
            "docs",
            Node::Object(
                found
                    .documents
                    .into_iter()
                    .map(|(k, v)| (Text::from(k), v))
                    .collect(),
            ),
        ),
        ("refs", Node::List(references)),
        ("depends_on", texts(&resource.depends_on)),
        (
            "lifecycle",
            renderer.render(
                &apply(&resource.lifecycle).unwrap_or_default(),
                &mut Rendered::default(),
            ),
        ),
        ("condition", condition(&resource.presence)),
        ("tags", tags),
        ("identity", Node::Object(identities)),
        ("source", encode(&resource.source)),
    ])
}

/// Adds what the artifact says is referred to where no value shows it. An exact or partial reference says more than a mention
/// of the same resource at the same place or above it.
fn add_mentions(references: &mut Vec<Found>, mentions: &[Mention]) {
    for mention in mentions {
        let shown = references.iter().any(|found| {
            found.to.address == mention.to.address
                && found
                    .path
                    .strip_prefix(mention.path.as_str())
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        if !shown {
            references.push(Found {
                path: mention.path.clone(),
                to: mention.to.clone(),
                precision: if mention.exact {
                    Precision::Exact
                } else {
                    Precision::Mention
                },
            });
        }
    }
}

fn reference_entry(resource: &Resource, found: &Found) -> Node {
    let via = resource
        .mentions
        .iter()
        .find(|mention| mention.to == found.to && found.path.starts_with(&mention.path))
        .map(|mention| &mention.via)
        .filter(|via| !via.is_empty())
        .or_else(|| nearest(&resource.via, &found.path));
    let via = via.into_iter().flatten().cloned().map(Node::Text).collect();
    Node::object([
        ("path", Node::text(found.path.as_str())),
        ("to", Node::Text(found.to.address.clone())),
        ("attribute", Node::Text(found.to.attribute.clone())),
        ("precision", Node::text(found.precision.word())),
        ("via", Node::List(via)),
    ])
}

/// The entry for `path` or for the nearest pointer above it.
fn nearest<'a, T>(map: &'a BTreeMap<String, T>, path: &str) -> Option<&'a T> {
    let mut end = path.len();
    loop {
        if let Some(found) = path.get(..end).and_then(|prefix| map.get(prefix)) {
            return Some(found);
        }
        end = path.get(..end)?.rfind('/')?;
    }
}

fn condition(presence: &Presence) -> Node {
    match presence {
        Presence::Always => Node::Null,
        Presence::When(conditions) => Node::List(
            conditions
                .iter()
                .map(|(id, branch)| {
                    Node::object([
                        ("condition", Node::Text(id.clone())),
                        (
                            "branch",
                            Node::from(i64::try_from(*branch).unwrap_or(i64::MAX)),
                        ),
                    ])
                })
                .collect(),
        ),
        Presence::Undecided(unknown) => {
            let shown = Unknown {
                mentions: Vec::new(),
                ..unknown.as_ref().clone()
            };
            Node::object([("count", Node::Unknown(shown.into()).encoded())])
        }
    }
}

/// Own tags apart from those that take effect; a list of key and value pairs as an object.
fn tags(values: &Node) -> Node {
    let own = values
        .get("tags")
        .or_else(|| values.get("Tags"))
        .map(tag_object);
    let effective = values
        .get("tags_all")
        .map(tag_object)
        .or_else(|| own.clone());
    let empty = || Node::Object(Object::new());
    Node::object([
        ("own", own.unwrap_or_else(empty)),
        ("effective", effective.unwrap_or_else(empty)),
    ])
}

fn tag_object(node: &Node) -> Node {
    let Node::List(items) = node else {
        return node.clone();
    };
    let pair = |item: &Node| {
        let key = item.get("Key").or_else(|| item.get("key"))?.as_text()?;
        let value = item
            .get("Value")
            .or_else(|| item.get("value"))
            .cloned()
            .unwrap_or_default();
        Some((Text::from(key), value))
    };
    Node::Object(items.iter().filter_map(pair).collect())
}

/// A serialisable value as a node.
fn encode<T: serde::Serialize>(value: &T) -> Node {
    serde_json::to_string(value)
        .ok()
        .and_then(|text| crate::value::parse_json(&text).ok())
        .unwrap_or_default()
}
