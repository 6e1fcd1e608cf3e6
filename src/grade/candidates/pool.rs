//! What the scenario's own fixtures hold at each attribute: the values an open leaf of that name most likely takes.

use std::collections::BTreeMap;

use crate::graph::{Graph, Mode, Resource, iam, name_attribute};
use crate::value::{Node, Reference, Text, append_index, append_token, parse_json};

/// Values seen in the scenario's own fixtures.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Pool {
    /// Attribute name (`policy`, `PolicyDocument`) → documents it holds as a whole.
    pub documents: BTreeMap<Text, Vec<Pooled>>,
    /// Attribute name (`status`, `Statement`, `Effect`), inside documents too → values it holds.
    pub values: BTreeMap<Text, Vec<Pooled>>,
    /// The same for the members of the lists that it holds.
    pub members: BTreeMap<Text, Vec<Pooled>>,
    /// Resource type → all attributes of a resource.
    pub resources: BTreeMap<Text, Vec<Pooled>>,
    /// What each reference solution holds, place by place.
    pub references: Vec<Solution>,
}

/// What a resource holds at a place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Held {
    /// The name that the resource states.
    name: Option<Node>,
    value: Pooled,
}

/// What a reference solution holds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Solution {
    /// Resource type and JSON pointer, into documents too → what the resources of the type hold there, in the order of
    /// their addresses.
    held: BTreeMap<(Text, String), Vec<Held>>,
}

impl Solution {
    fn of(graph: &Graph) -> Self {
        let mut held: BTreeMap<(Text, String), Vec<Held>> = BTreeMap::new();
        for resource in managed(graph) {
            let name = stated_name(resource);
            let mut add = |pointer: &str, node: &Node| {
                let place = (resource.resource_type.clone(), pointer.to_owned());
                let all = held.entry(place).or_default();
                all.push(Held {
                    name: name.cloned(),
                    value: Pooled::of(node, graph),
                });
            };
            visit(&resource.values, &mut String::new(), &mut add);
        }
        Self { held }
    }

    /// What stands at a place of a resource of `graph`: in the resource of its name, else in the one as far from the first.
    pub fn at(&self, resource: &Resource, pointer: &str, graph: &Graph) -> Option<&Pooled> {
        let place = (resource.resource_type.clone(), pointer.to_owned());
        let held = self.held.get(&place)?;
        let name = stated_name(resource);
        let named = held
            .iter()
            .find(|held| held.name.is_some() && held.name.as_ref() == name);
        let before = || {
            let of_type = managed(graph).filter(|one| one.resource_type == resource.resource_type);
            of_type
                .take_while(|one| one.address < resource.address)
                .count()
        };
        let found = named.or_else(|| held.get(before() % held.len()))?;
        Some(&found.value)
    }
}

fn managed(graph: &Graph) -> impl Iterator<Item = &Resource> {
    let resources = graph.resources.values();
    resources.filter(|resource| resource.mode == Mode::Managed)
}

fn visit(node: &Node, pointer: &mut String, add: &mut dyn FnMut(&str, &Node)) {
    if !pointer.is_empty() {
        add(pointer, node);
    }
    let document = parsed(node);
    match node {
        Node::Json(inner) => members(inner, pointer, add),
        other => members(document.as_ref().unwrap_or(other), pointer, add),
    }
}

fn members(node: &Node, pointer: &mut String, add: &mut dyn FnMut(&str, &Node)) {
    let length = pointer.len();
    match node {
        Node::Object(members) => {
            for (key, value) in members {
                append_token(pointer, key);
                visit(value, pointer, add);
                pointer.truncate(length);
            }
        }
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                append_index(pointer, index);
                visit(item, pointer, add);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

/// The document that a text is.
fn parsed(node: &Node) -> Option<Node> {
    let text = node.as_text()?;
    let is_document = text.trim_start().starts_with('{');
    is_document.then(|| parse_json(text).ok())?
}

/// A value of a fixture, with what it refers to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Pooled {
    /// The value; references name addresses of the fixture.
    pub value: Node,
    /// What stands at each address the value refers to.
    pub referents: BTreeMap<Text, Referent>,
}

/// A resource of a fixture, as it is found again in another graph.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Referent {
    /// Its type.
    pub resource_type: Text,
    /// The name it states.
    pub name: Option<Node>,
}

impl Pool {
    /// Adds what the resources of a reference hold, which all leaves together may hold as well.
    pub fn collect_reference(&mut self, graph: &Graph) {
        self.references.push(Solution::of(graph));
        self.collect(graph);
    }

    /// Adds what the resources of `graph` hold.
    pub fn collect(&mut self, graph: &Graph) {
        for resource in managed(graph) {
            add(
                &mut self.resources,
                &resource.resource_type,
                &resource.values,
                graph,
            );
            self.collect_from(&resource.values, None, graph, false);
        }
    }

    fn collect_from(&mut self, node: &Node, name: Option<&Text>, graph: &Graph, inside: bool) {
        let document = match node {
            _ if inside => None,
            Node::Json(inner) => Some(inner.as_ref().clone()),
            Node::Text(_) => parsed(node),
            Node::Object(_) if iam::is_policy(node) => Some(node.clone()),
            _ => None,
        };
        if let (Some(document), Some(name)) = (&document, name) {
            add(&mut self.documents, name, document, graph);
            return self.collect_from(document, None, graph, true);
        }
        if let Some(name) = name {
            add(&mut self.values, name, node, graph);
        }
        match node {
            Node::Object(members) => {
                for (key, value) in members {
                    self.collect_from(value, Some(key), graph, inside);
                }
            }
            Node::List(items) => {
                for item in items {
                    if let Some(name) = name {
                        add(&mut self.members, name, item, graph);
                    }
                    self.collect_from(item, name, graph, inside);
                }
            }
            _ => {}
        }
    }
}

fn add(pool: &mut BTreeMap<Text, Vec<Pooled>>, name: &Text, value: &Node, graph: &Graph) {
    let pooled = Pooled::of(value, graph);
    let known = pool.entry(name.clone()).or_default();
    if !known.contains(&pooled) {
        known.push(pooled);
    }
}

/// The name that a resource states, where the table of identities knows its type.
pub(super) fn stated_name(resource: &Resource) -> Option<&Node> {
    let attribute = name_attribute(&resource.resource_type)?;
    resource.values.get(attribute)
}

impl Pooled {
    fn of(value: &Node, graph: &Graph) -> Self {
        let mut referents = BTreeMap::new();
        value.walk(&mut String::new(), &mut |_, node| {
            if let Node::Ref(reference) = node
                && let Some(resource) = graph.resources.get(&reference.address)
            {
                let referent = Referent {
                    resource_type: resource.resource_type.clone(),
                    name: stated_name(resource).cloned(),
                };
                referents.insert(reference.address.clone(), referent);
            }
        });
        let value = value.clone();
        Self { value, referents }
    }

    /// The value with its references bent to resources of the same type in `graph`: first those that `mentions` names, then
    /// those of the same name.
    pub fn rebound(&self, mentions: &[Reference], graph: &Graph) -> Node {
        let mut found = BTreeMap::new();
        for (address, referent) in &self.referents {
            let has_type = |resource: &Resource| resource.resource_type == referent.resource_type;
            let mentioned = mentions
                .iter()
                .filter_map(|mention| graph.resources.get(&mention.address))
                .find(|resource| has_type(resource));
            let named = || {
                let mut of_type = graph.resources.values().filter(|one| has_type(one));
                of_type.find(|one| {
                    referent.name.is_some() && stated_name(one) == referent.name.as_ref()
                })
            };
            let any = || graph.resources.values().find(|resource| has_type(resource));
            if let Some(resource) = mentioned.or_else(named).or_else(any) {
                found.insert(address, &resource.address);
            }
        }
        rebind(&self.value, &found)
    }
}

fn rebind(node: &Node, addresses: &BTreeMap<&Text, &Text>) -> Node {
    let rebind_all = |nodes: &[Node]| nodes.iter().map(|node| rebind(node, addresses)).collect();
    match node {
        Node::Ref(reference) => {
            let address = addresses.get(&reference.address).copied();
            Node::reference(
                address.unwrap_or(&reference.address).clone(),
                reference.attribute.clone(),
            )
        }
        Node::List(items) => Node::List(rebind_all(items)),
        Node::Join(parts) => Node::Join(rebind_all(parts)),
        Node::Object(members) => Node::Object(
            members
                .iter()
                .map(|(key, value)| (key.clone(), rebind(value, addresses)))
                .collect(),
        ),
        Node::Json(inner) => Node::Json(Box::new(rebind(inner, addresses))),
        other => other.clone(),
    }
}
