//! A correct artifact with every place in it, ready for operators.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Graph, HIDDEN, Mode, Resource, sensitive_texts, symbolic, without_secrets};
use crate::value::{Node, Text, append_token, parse_json, split_pointer};

use super::super::{Edit, Place, Variant};
use super::policy::Part;
use super::site::Site;

/// Characters of a value that a description shows.
const SHOWN: usize = 60;

/// A correct artifact.
#[derive(Debug)]
pub struct Subject {
    /// Its graph, with texts that hold JSON decoded.
    pub graph: Graph,
    /// The document that rules see of it, values as they are.
    pub document: Node,
    /// Every place in a managed resource, in the order of addresses and pointers.
    pub sites: Vec<Site>,
    /// The texts by which resources are told, with the addresses and roles they have.
    names: BTreeMap<Text, Vec<(Text, Text)>>,
    secrets: Vec<Text>,
}

impl Subject {
    /// The places of a graph.
    pub fn of(graph: &Graph) -> Self {
        let document = symbolic(graph);
        let secrets = sensitive_texts(graph);
        let mut graph = graph.clone();
        for resource in graph.resources.values_mut() {
            decode(&mut resource.values);
        }
        let mut sites = Vec::new();
        for resource in graph.resources.values().filter(|one| is_made(one)) {
            let mut walk = Walk {
                resource,
                pointer: String::new(),
                path: String::new(),
                seen: BTreeSet::new(),
                sites: &mut sites,
            };
            walk.members(&resource.values, Around::default());
        }
        let mut names: BTreeMap<Text, Vec<(Text, Text)>> = BTreeMap::new();
        let resources = document.get("resources").and_then(Node::as_object);
        for (address, resource) in resources.into_iter().flatten() {
            let identity = resource.get("identity").and_then(Node::as_object);
            for (role, text) in identity.into_iter().flatten() {
                if let Node::Text(text) = text {
                    let known = names.entry(text.clone()).or_default();
                    known.push((address.clone(), role.clone()));
                }
            }
        }
        Self {
            graph,
            document,
            sites,
            names,
            secrets,
        }
    }

    /// The managed resources that the artifact creates or keeps.
    pub fn resources(&self) -> impl Iterator<Item = &Resource> {
        self.graph.resources.values().filter(|one| is_made(one))
    }

    /// The resources that a text tells, each with the role that the text has for it.
    pub fn named(&self, text: &str) -> &[(Text, Text)] {
        self.names.get(text).map_or(&[], Vec::as_slice)
    }

    /// The longest text of an ARN or URL by which a resource is told and with which `text` begins, with its resource.
    pub fn named_prefix(&self, text: &str) -> Option<(&Text, &(Text, Text))> {
        let begins = |name: &str| {
            let rest = text.strip_prefix(name);
            name.contains(':') && rest.is_some_and(|rest| rest.starts_with(['/', ':', '*']))
        };
        let found = self.names.iter().filter(|(name, _)| begins(name));
        let (name, known) = found.max_by_key(|(name, _)| name.len())?;
        Some((name, known.first()?))
    }

    /// The text that tells a resource in a role.
    pub fn identity(&self, address: &str, role: &str) -> Option<&Text> {
        let known = self.names.iter();
        let mut found = known.filter(|(_, known)| {
            known
                .iter()
                .any(|(one, its)| **one == *address && **its == *role)
        });
        found.next().map(|(text, _)| text)
    }

    /// Whether a place is in a statement that denies.
    pub fn denies(&self, site: &Site) -> bool {
        let values = self.graph.resources.get(&site.address);
        let Some(values) = values.map(|resource| &resource.values) else {
            return false;
        };
        let statement = site.pointer.match_indices("/Statement").last();
        let Some((start, word)) = statement.filter(|_| site.part.is_some()) else {
            return false;
        };
        let end = start + word.len();
        let below = site.pointer.get(end + 1..).unwrap_or_default();
        let index = below.split('/').next().unwrap_or_default();
        let end = if index.parse::<usize>().is_ok() {
            end + 1 + index.len()
        } else {
            end
        };
        let effect = site.pointer.get(..end).map(|at| format!("{at}/Effect"));
        effect.and_then(|effect| values.at(&effect)) == Some(&"Deny".into())
    }

    /// A variant at a place.
    pub fn variant(
        &self,
        operator: &'static str,
        site: &Site,
        change: &str,
        edits: Vec<Edit>,
    ) -> Variant {
        Variant {
            operator,
            place: Place::new(site.address.clone(), site.pointer.clone()),
            change: if self.is_sensitive(site) {
                HIDDEN.to_owned()
            } else {
                without_secrets(change, &self.secrets)
            },
            edits,
        }
    }

    /// A variant that replaces the value at a place.
    pub fn replaced(&self, operator: &'static str, site: &Site, value: &Node) -> Variant {
        let change = format!("{} → {}", shown(&site.node), shown(value));
        self.variant(operator, site, &change, self.set(site, value))
    }

    /// A variant without the value at a place.
    pub fn removed(&self, operator: &'static str, site: &Site) -> Variant {
        let change = format!("{} → nothing", shown(&site.node));
        self.variant(operator, site, &change, self.remove(site))
    }

    /// Edits that replace the value at a place; of a tag also where the tags in force are shown.
    pub fn set(&self, site: &Site, value: &Node) -> Vec<Edit> {
        let places = self.places(site, &site.pointer);
        let set = |pointer| Edit::Set {
            at: Place::new(site.address.clone(), pointer),
            value: value.clone(),
        };
        places.into_iter().map(set).collect()
    }

    /// Edits that remove the value at a place; of a tag also where the tags in force are shown.
    pub fn remove(&self, site: &Site) -> Vec<Edit> {
        let mut places = self.places(site, &site.pointer);
        if site.pointer == "/tags"
            && let Some(tags) = site.node.as_object()
        {
            for key in tags.keys() {
                let mut pointer = "/tags".to_owned();
                append_token(&mut pointer, key);
                places.extend(self.places(site, &pointer).into_iter().skip(1));
            }
        }
        let is_default = site.pointer.starts_with("/tags_all");
        let remove = |pointer: String| {
            let at = Place::new(site.address.clone(), pointer.clone());
            match self.default_tag(&pointer).filter(|_| !is_default) {
                Some(value) => Edit::Set { at, value },
                None => Edit::Remove { at },
            }
        };
        places.into_iter().map(remove).collect()
    }

    /// What the provider puts in place of a tag in force that a resource stops to state: another one shows it that states none.
    fn default_tag(&self, pointer: &str) -> Option<Node> {
        let tag = pointer.strip_prefix("/tags_all/")?;
        let mut resources = self.graph.resources.values();
        resources.find_map(|other| {
            let value = other.values.at(pointer)?;
            let is_stated = other.values.at(&format!("/tags/{tag}")).is_some();
            (!is_stated).then(|| value.clone())
        })
    }

    fn places(&self, site: &Site, pointer: &str) -> Vec<String> {
        let mut places = vec![pointer.to_owned()];
        if let Some(tag) = pointer.strip_prefix("/tags/") {
            let all = format!("/tags_all/{tag}");
            let values = self.graph.resources.get(&site.address);
            if values.is_some_and(|resource| resource.values.at(&all).is_some()) {
                places.push(all);
            }
        }
        places
    }

    fn is_sensitive(&self, site: &Site) -> bool {
        let resource = self.graph.resources.get(&site.address);
        let pointers = resource.map_or(&[] as &[String], |one| &one.sensitive);
        let is_within = |one: &str, above: &str| {
            one.strip_prefix(above)
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        pointers
            .iter()
            .any(|hidden| is_within(&site.pointer, hidden) || is_within(hidden, &site.pointer))
    }
}

/// A value in a few words.
pub fn shown(node: &Node) -> String {
    let text = spelled(node);
    let mut short: String = text.chars().take(SHOWN).collect();
    if short.len() < text.len() {
        short.push('…');
    }
    format!("`{}`", short.replace('\n', " "))
}

fn spelled(node: &Node) -> String {
    match node {
        Node::Text(text) => text.to_string(),
        Node::Ref(reference) => format!("{}.{}", reference.address, reference.attribute),
        Node::Join(parts) => parts
            .iter()
            .map(|part| match part {
                Node::Text(text) => text.to_string(),
                other => format!("${{{}}}", spelled(other)),
            })
            .collect(),
        Node::Unknown(unknown) => format!("({})", unknown.reason),
        Node::Json(inner) => spelled(inner),
        other => serde_json::to_string(&other.encoded()).unwrap_or_default(),
    }
}

/// Whether the artifact says of a resource what shall be.
fn is_made(resource: &Resource) -> bool {
    resource.mode == Mode::Managed
        && !matches!(resource.actions.as_slice(), [one] if **one == *"delete")
}

/// Texts that hold a JSON object or list become documents.
pub fn decode(node: &mut Node) {
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

/// What a place stands in.
#[derive(Debug, Clone, Copy, Default)]
struct Around {
    in_document: bool,
    /// The length of the pointer of the policy document.
    policy: Option<usize>,
}

struct Walk<'w> {
    resource: &'w Resource,
    pointer: String,
    path: String,
    seen: BTreeSet<String>,
    sites: &'w mut Vec<Site>,
}

impl Walk<'_> {
    /// Visits what an object, a list, a document or a choice of them holds.
    fn members(&mut self, node: &Node, around: Around) {
        match node {
            Node::Object(members) => {
                let policy = members
                    .contains_key("Statement")
                    .then_some(self.pointer.len());
                let around = Around {
                    policy: around.policy.or(policy),
                    ..around
                };
                for (key, value) in members {
                    if !matches!(value, Node::Rest(_)) {
                        self.visit(key, None, value, around);
                    }
                }
            }
            Node::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    if !matches!(item, Node::Rest(_)) {
                        self.visit(&index.to_string(), Some(items.len()), item, around);
                    }
                }
            }
            Node::Json(inner) => self.members(
                inner,
                Around {
                    in_document: true,
                    ..around
                },
            ),
            // A change reaches every branch that has the place; what stands there is told by the first.
            Node::OneOf(choice) => {
                for value in &choice.values {
                    self.members(value, around);
                }
            }
            _ => {}
        }
    }

    /// Whether it is a tag in force that is written among the resource's own: both are changed together.
    fn is_shown_twice(&self) -> bool {
        match self.pointer.strip_prefix("/tags_all") {
            Some("") => true,
            Some(tag) => self.resource.values.at(&format!("/tags{tag}")).is_some(),
            None => false,
        }
    }

    fn visit(&mut self, token: &str, items: Option<usize>, node: &Node, around: Around) {
        let lengths = (self.pointer.len(), self.path.len());
        if items.is_some() {
            self.pointer.push('/');
            self.pointer.push_str(token);
            self.path.push_str("/*");
        } else {
            append_token(&mut self.pointer, token);
            append_token(&mut self.path, token);
        }
        if !node.is_null() && !self.is_shown_twice() && self.seen.insert(self.pointer.clone()) {
            let part = around.policy.map(|start| {
                let below = self.pointer.get(start..).unwrap_or_default();
                let tokens: Vec<_> = split_pointer(below).collect();
                Part::of(&tokens.iter().map(AsRef::as_ref).collect::<Vec<_>>())
            });
            self.sites.push(Site {
                address: self.resource.address.clone(),
                resource_type: self.resource.resource_type.clone(),
                pointer: self.pointer.clone(),
                path: self.path.clone(),
                node: node.clone(),
                items,
                in_document: around.in_document || around.policy.is_some(),
                part,
            });
        }
        self.members(node, around);
        self.pointer.truncate(lengths.0);
        self.path.truncate(lengths.1);
    }
}
