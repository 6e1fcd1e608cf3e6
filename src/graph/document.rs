//! The document that rules see: a graph with everything derived from its values, symbolic or completed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::value::{Node, Object, Text, Unknown};

use super::complete::Completion;
use super::model::{Environment, Graph, Location, Mention, Note, Presence, Resource, Transform};
use super::render::{Found, Precision, Rendered, Renderer, Subject};

/// The version of the document's format.
pub const SCHEMA: &str = "proofmark.graph/1";

/// The JSON Schema of the document. It is written by hand, since rules see a node tree and no type has its fields; a test
/// holds it against real graphs.
pub const JSON_SCHEMA: &str = include_str!("document.schema.json");

thread_local! {
    // The keys of every resource and reference are the same texts, but on each thread its own: counting the holders of a text
    // that two threads share slows both down.
    static RESOURCE: [Text; 18] = [
        "address", "type", "name", "mode", "module", "index", "provider", "actions", "values", "before", "docs", "refs",
        "depends_on", "lifecycle", "condition", "tags", "identity", "source",
    ]
    .map(Text::from);
    static REFERENCE: [Text; 5] = ["path", "to", "attribute", "precision", "via"].map(Text::from);
}

/// The graph as `proofmark graph` prints it: values keep their symbolic nodes.
pub fn symbolic(graph: &Graph) -> Node {
    let instances = graph
        .resources
        .iter()
        .map(|(address, resource)| (address.clone(), resource, Cow::Borrowed(&resource.values)));
    assemble(
        graph,
        &graph.environment,
        instances.collect(),
        false,
        |node| Some(Cow::Borrowed(node)),
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
                .applied(&resource.values, &environment)
                .unwrap_or_default();
            instances.push((address, resource, values));
        }
    }
    assemble(graph, &environment, instances, true, |node| {
        completion.applied(node, &environment)
    })
}

fn assemble<'g>(
    graph: &'g Graph,
    environment: &Environment,
    instances: Vec<(Text, &'g Resource, Cow<'g, Node>)>,
    complete: bool,
    apply: impl Fn(&'g Node) -> Option<Cow<'g, Node>>,
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
        let values = subjects.get(&address).map(|subject| &*subject.values);
        let entry = resource_entry(&renderer, resource, &address, values, identities, &apply);
        resources.insert(address, entry);
    }
    let lists = |map: BTreeMap<Text, Vec<Node>>| {
        Node::Object(map.into_iter().map(|(k, v)| (k, Node::List(v))).collect())
    };
    let rendered = |map: &'g BTreeMap<Text, Node>| {
        Node::Object(
            map.iter()
                .filter_map(|(key, value)| {
                    Some((
                        key.clone(),
                        renderer.render(&*apply(value)?, &mut Rendered::default()),
                    ))
                })
                .collect(),
        )
    };
    Node::object([
        ("schema", Node::text(SCHEMA)),
        ("kind", Node::text(graph.kind.word())),
        ("resources", Node::Object(resources)),
        ("by_type", lists(by_type)),
        ("names", lists(names)),
        ("outputs", rendered(&graph.outputs)),
        ("variables", rendered(&graph.variables)),
        (
            "transforms",
            Node::List(graph.transforms.iter().map(transform).collect()),
        ),
        ("notes", Node::List(graph.notes.iter().map(note).collect())),
    ])
}

fn resource_entry<'g>(
    renderer: &Renderer<'_>,
    resource: &'g Resource,
    address: &Text,
    values: Option<&Node>,
    identities: BTreeMap<Text, Node>,
    apply: &impl Fn(&'g Node) -> Option<Cow<'g, Node>>,
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
    let lifecycle = apply(&resource.lifecycle).unwrap_or_default();
    let texts = |texts: &[Text]| Node::List(texts.iter().cloned().map(Node::Text).collect());
    let members = [
        Node::Text(address.clone()),
        Node::Text(resource.resource_type.clone()),
        Node::Text(resource.name.clone()),
        Node::text(resource.mode.word()),
        Node::Text(resource.module.clone()),
        resource.index.clone(),
        Node::Text(resource.provider.clone()),
        texts(&resource.actions),
        rendered,
        renderer.render(&before, &mut Rendered::default()),
        Node::Object(
            found
                .documents
                .into_iter()
                .map(|(pointer, document)| (Text::from(pointer), document))
                .collect(),
        ),
        Node::List(references),
        texts(&resource.depends_on),
        renderer.render(&lifecycle, &mut Rendered::default()),
        condition(&resource.presence),
        tags,
        Node::Object(identities),
        location(resource.source.as_ref()),
    ];
    RESOURCE.with(|keys| Node::Object(keys.iter().cloned().zip(members).collect()))
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
    let members = [
        Node::text(found.path.as_str()),
        Node::Text(found.to.address.clone()),
        Node::Text(found.to.attribute.clone()),
        Node::text(found.precision.word()),
        Node::List(via),
    ];
    REFERENCE.with(|keys| Node::Object(keys.iter().cloned().zip(members).collect()))
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

fn optional(text: Option<&str>) -> Node {
    text.map_or(Node::Null, Node::text)
}

fn note(note: &Note) -> Node {
    Node::object([
        ("code", Node::text(note.code)),
        ("message", Node::text(note.message.as_str())),
        ("address", optional(note.address.as_deref())),
        ("path", optional(note.path.as_deref())),
        ("forbids_verdict", Node::Bool(note.forbids_verdict)),
    ])
}

fn transform(transform: &Transform) -> Node {
    Node::object([
        ("name", Node::Text(transform.name.clone())),
        ("path", Node::text(transform.path.as_str())),
    ])
}

fn location(location: Option<&Location>) -> Node {
    location.map_or(Node::Null, |location| {
        Node::object([
            ("file", Node::Text(location.file.clone())),
            (
                "line",
                Node::from(i64::try_from(location.line).unwrap_or(i64::MAX)),
            ),
        ])
    })
}
