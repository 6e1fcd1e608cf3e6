//! The document that rules see: a graph with everything derived from its values, symbolic or completed.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use crate::value::{Form, Node, Nodes, Object, Text, Unknown};

use super::complete::Completion;
use super::model::{
    Environment, Graph, Location, Mention, Mode, Note, Presence, Resource, Transform,
};
use super::render::{Found, Precision, Rendered, Renderer, Subject, named};

/// The version of the document's format.
pub const SCHEMA: &str = "proofmark.graph/1";

/// The JSON Schema of the document. It is written by hand, since rules see a node tree and no type has its fields; a test
/// holds it against real graphs.
pub const JSON_SCHEMA: &str = include_str!("document.schema.json");

thread_local! {
    // The keys of every resource and reference are the same texts, but on each thread its own: counting the holders of a text
    // that two threads share slows both down.
    static RESOURCE: [Text; 18] = [
        "actions", "address", "before", "condition", "depends_on", "docs", "identity", "index", "lifecycle", "mode", "module",
        "name", "provider", "refs", "source", "tags", "type", "values",
    ]
    .map(Text::from);
    static REFERENCE: [Text; 5] = ["attribute", "path", "precision", "to", "via"].map(Text::from);
    static TAGS: [Text; 2] = ["effective", "own"].map(Text::from);
    static LOCATION: [Text; 2] = ["file", "line"].map(Text::from);
    static WORDS: Words = Words {
        managed: Mode::Managed.word().into(),
        data: Mode::Data.word().into(),
        exact: Precision::Exact.word().into(),
        part: Precision::Part.word().into(),
        mention: Precision::Mention.word().into(),
    };
}

struct Words {
    managed: Text,
    data: Text,
    exact: Text,
    part: Text,
    mention: Text,
}

/// The graph as `proofmark graph` prints it: values keep their symbolic nodes.
pub fn symbolic(graph: &Graph) -> Node {
    View::symbolic(graph).document(&mut Nodes)
}

/// The graph under a completion: every leaf is plain data.
pub fn completed(graph: &Graph, completion: &Completion) -> Node {
    View::completed(graph, completion).document(&mut Nodes)
}

/// A graph on its way into a document: its instances, with their values as they are or under a completion.
pub struct View<'g> {
    graph: &'g Graph,
    completion: Option<&'g Completion>,
    environment: Environment,
    instances: Vec<(Text, &'g Resource)>,
    subjects: BTreeMap<Text, Subject<'g>>,
}

impl<'g> View<'g> {
    /// The graph with its symbolic values.
    pub fn symbolic(graph: &'g Graph) -> Self {
        let mut view = Self::empty(graph, None, graph.environment.clone());
        for (address, resource) in &graph.resources {
            view.add(address.clone(), resource, Cow::Borrowed(&resource.values));
        }
        view
    }

    /// The graph under a completion.
    pub fn completed(graph: &'g Graph, completion: &'g Completion) -> Self {
        let environment = completion.environment_of(&graph.environment);
        let mut view = Self::empty(graph, Some(completion), environment);
        for (address, resource) in &graph.resources {
            for index in 0..completion.instances_of(&resource.presence) {
                let address = if index == 0 {
                    address.clone()
                } else {
                    Text::from(format!("{address}[{index}]"))
                };
                let values = view.applied(&resource.values).unwrap_or_default();
                view.add(address, resource, values);
            }
        }
        view
    }

    fn empty(
        graph: &'g Graph,
        completion: Option<&'g Completion>,
        environment: Environment,
    ) -> Self {
        Self {
            graph,
            completion,
            environment,
            instances: Vec::with_capacity(graph.resources.len()),
            subjects: BTreeMap::new(),
        }
    }

    fn add(&mut self, address: Text, resource: &'g Resource, values: Cow<'g, Node>) {
        let subject = Subject {
            resource_type: resource.resource_type.clone(),
            values,
        };
        self.subjects.insert(address.clone(), subject);
        self.instances.push((address, resource));
    }

    /// A node as it is, or under the completion; `None` means absent.
    fn applied<'n>(&self, node: &'n Node) -> Option<Cow<'n, Node>> {
        match self.completion {
            Some(completion) => completion.applied(node, &self.environment),
            None => Some(Cow::Borrowed(node)),
        }
    }

    fn renderer(&self) -> Renderer<'_> {
        let family = self.graph.kind.family();
        let complete = self.completion.is_some();
        Renderer::new(&self.subjects, &self.environment, family, complete)
    }

    /// The whole document.
    pub fn document<F: Form>(&self, form: &mut F) -> F::Value {
        let renderer = self.renderer();
        let mut resources = Vec::with_capacity(self.instances.len());
        let mut by_type: BTreeMap<Text, Vec<Text>> = BTreeMap::new();
        let mut names: BTreeMap<Text, Vec<Text>> = BTreeMap::new();
        for (address, resource) in &self.instances {
            let identities = renderer.identities(address);
            for (_, text) in &identities {
                let addresses = names.entry(text.clone()).or_default();
                if addresses.last() != Some(address) {
                    addresses.push(address.clone());
                }
            }
            let of_type = by_type.entry(resource.resource_type.clone()).or_default();
            of_type.push(address.clone());
            let entry = self.resource(form, &renderer, address, resource, identities);
            resources.push((address.clone(), entry));
        }
        // A second instance of an undecided resource may come before others in the order of addresses.
        resources.sort_by(|one, other| one.0.cmp(&other.0));
        let graph = self.graph;
        let transforms = graph.transforms.iter().map(transform).collect();
        let notes = graph.notes.iter().map(note).collect();
        let members = vec![
            ("by_type".into(), lists(form, by_type)),
            ("kind".into(), form.node(&Node::text(graph.kind.word()))),
            ("names".into(), lists(form, names)),
            ("notes".into(), form.node(&Node::List(notes))),
            (
                "outputs".into(),
                self.rendered(form, &renderer, &graph.outputs),
            ),
            ("resources".into(), form.object(resources)),
            ("schema".into(), form.node(&Node::text(SCHEMA))),
            ("transforms".into(), form.node(&Node::List(transforms))),
            (
                "variables".into(),
                self.rendered(form, &renderer, &graph.variables),
            ),
        ];
        form.object(members)
    }

    /// The part of the document about resources of these types: `resources` and `by_type`.
    pub fn of_types(&self, types: &BTreeSet<Text>) -> Node {
        let renderer = self.renderer();
        let mut resources = Object::new();
        let mut by_type: BTreeMap<Text, Vec<Text>> = BTreeMap::new();
        for (address, resource) in &self.instances {
            if types.contains(&resource.resource_type) {
                let of_type = by_type.entry(resource.resource_type.clone()).or_default();
                of_type.push(address.clone());
                let entry = self.resource(&mut Nodes, &renderer, address, resource, Vec::new());
                resources.insert(address.clone(), entry);
            }
        }
        Node::object([
            ("by_type", lists(&mut Nodes, by_type)),
            ("resources", Node::Object(resources)),
        ])
    }

    fn rendered<F: Form>(
        &self,
        form: &mut F,
        renderer: &Renderer<'_>,
        named: &BTreeMap<Text, Node>,
    ) -> F::Value {
        let mut members = Vec::with_capacity(named.len());
        for (key, value) in named {
            if let Some(value) = self.applied(value) {
                let value = renderer.render(form, &value, &mut Rendered::default());
                members.push((key.clone(), value));
            }
        }
        form.object(members)
    }

    fn resource<F: Form>(
        &self,
        form: &mut F,
        renderer: &Renderer<'_>,
        address: &Text,
        resource: &Resource,
        identities: Vec<(Text, Text)>,
    ) -> F::Value {
        let mut found = Rendered::default();
        let null = form.node(&Node::Null);
        let values = self.subjects.get(address).map(|subject| &*subject.values);
        let rendered = match values {
            Some(values) => renderer.render(form, values, &mut found),
            None => null.clone(),
        };
        add_mentions(&mut found.references, &resource.mentions);
        found
            .references
            .sort_by(|a, b| (&a.path, &a.to, a.precision).cmp(&(&b.path, &b.to, b.precision)));
        let references = found
            .references
            .iter()
            .map(|reference| reference_entry(form, resource, reference))
            .collect();
        let aside = |form: &mut F, node: &Node| match self.applied(node) {
            None => null.clone(),
            Some(node) if node.is_null() => null.clone(),
            Some(node) => renderer.render(form, &node, &mut Rendered::default()),
        };
        let before = aside(form, &resource.before);
        let lifecycle = aside(form, &resource.lifecycle);
        let identity = identities
            .into_iter()
            .map(|(role, text)| (role, form.text(&text)))
            .collect();
        let mode = WORDS.with(|words| match resource.mode {
            Mode::Managed => words.managed.clone(),
            Mode::Data => words.data.clone(),
        });
        let members = [
            texts(form, &resource.actions),
            form.text(address),
            before,
            form.node(&condition(&resource.presence)),
            texts(form, &resource.depends_on),
            form.object(found.documents.into_iter().collect()),
            form.object(identity),
            form.node(&resource.index),
            lifecycle,
            form.text(&mode),
            form.text(&resource.module),
            form.text(&resource.name),
            form.text(&resource.provider),
            form.list(references),
            location(form, resource.source.as_ref()),
            tags(form, renderer, values),
            form.text(&resource.resource_type),
            rendered,
        ];
        named(form, &RESOURCE, members)
    }
}

/// Own tags apart from those that take effect; a list of key and value pairs as an object.
fn tags<F: Form>(form: &mut F, renderer: &Renderer<'_>, values: Option<&Node>) -> F::Value {
    let attribute = |key: &str| values.and_then(|values| values.get(key));
    let own = attribute("tags").or_else(|| attribute("Tags"));
    let mut tag_object = |tags: Option<&Node>| match tags {
        None => form.object(Vec::new()),
        Some(tags) => {
            let rendered = renderer.render(&mut Nodes, tags, &mut Rendered::default());
            form.node(&tag_object(&rendered))
        }
    };
    let own_tags = tag_object(own);
    let effective_tags = match attribute("tags_all") {
        None => own_tags.clone(),
        all => tag_object(all),
    };
    named(form, &TAGS, [effective_tags, own_tags])
}

fn texts<F: Form>(form: &mut F, texts: &[Text]) -> F::Value {
    let texts = texts.iter().map(|text| form.text(text)).collect();
    form.list(texts)
}

fn lists<F: Form>(form: &mut F, map: BTreeMap<Text, Vec<Text>>) -> F::Value {
    let members = map
        .into_iter()
        .map(|(key, items)| (key, texts(form, &items)))
        .collect();
    form.object(members)
}

/// Adds what the artifact says is referred to where no value shows it. An exact or partial reference says more than a mention
/// of the same resource at the same place or above it.
fn add_mentions(references: &mut Vec<Found>, mentions: &[Mention]) {
    for mention in mentions {
        let shown = references.iter().any(|found| {
            found.to.address == mention.to.address
                && ["", &*found.to.attribute].contains(&&*mention.to.attribute)
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

fn reference_entry<F: Form>(form: &mut F, resource: &Resource, found: &Found) -> F::Value {
    let via = resource
        .mentions
        .iter()
        .find(|mention| mention.to == found.to && found.path.starts_with(&mention.path))
        .map(|mention| &mention.via)
        .filter(|via| !via.is_empty())
        .or_else(|| nearest(&resource.via, &found.path));
    let precision = WORDS.with(|words| match found.precision {
        Precision::Exact => words.exact.clone(),
        Precision::Part => words.part.clone(),
        Precision::Mention => words.mention.clone(),
    });
    let members = [
        form.text(&found.to.attribute),
        form.text(&Text::from(found.path.as_str())),
        form.text(&precision),
        form.text(&found.to.address),
        texts(form, via.map_or(&[], Vec::as_slice)),
    ];
    named(form, &REFERENCE, members)
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
        Presence::Among(id, branches) => {
            let branches = branches
                .iter()
                .map(|branch| Node::from(i64::try_from(*branch).unwrap_or(i64::MAX)));
            Node::List(vec![Node::object([
                ("condition", Node::Text(id.clone())),
                ("branches", Node::List(branches.collect())),
            ])])
        }
        Presence::Undecided(unknown) => {
            let shown = Unknown {
                mentions: Vec::new(),
                ..unknown.as_ref().clone()
            };
            Node::object([("count", Node::Unknown(shown.into()))])
        }
    }
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

fn location<F: Form>(form: &mut F, location: Option<&Location>) -> F::Value {
    let Some(location) = location else {
        return form.node(&Node::Null);
    };
    let line = i64::try_from(location.line).unwrap_or(i64::MAX);
    let members = [form.text(&location.file), form.node(&Node::from(line))];
    named(form, &LOCATION, members)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::Kind;

    #[test]
    fn tags_in_effect_are_all_tags_where_they_are_known_and_the_own_ones_where_not() {
        let tags = |own: Option<&str>, all: Option<&str>| {
            let mut resource = Resource::new("a.b", "a", "b");
            let tagged = |team: &str| Node::object([("team", Node::text(team))]);
            let mut values = Object::new();
            values.extend(own.map(|team| ("tags".into(), tagged(team))));
            values.extend(all.map(|team| ("tags_all".into(), tagged(team))));
            resource.values = Node::Object(values);
            let mut graph = Graph::new(Kind::Plan);
            graph.resources.insert("a.b".into(), resource);
            let document = symbolic(&graph);
            ["own", "effective"].map(|which| {
                let team = document.at(&format!("/resources/a.b/tags/{which}/team"));
                team.and_then(Node::as_text).unwrap_or("none").to_owned()
            })
        };
        assert_eq!(tags(None, Some("x")), ["none", "x"]);
        assert_eq!(tags(Some("x"), None), ["x", "x"]);
        assert_eq!(tags(Some("x"), Some("y")), ["x", "y"]);
        assert_eq!(tags(None, None), ["none", "none"]);
    }
}
