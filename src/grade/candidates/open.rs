//! The candidates of a leaf whose values cannot be counted: those most likely to change a verdict.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{
    Completion, Family, Graph, Mode, completed, default_value, name_attribute, roles, token,
};
use crate::value::{Node, Object, Reference, Text, Unknown};

use super::super::leaves::{Leaf, Place};
use super::pool::stated_name;
use super::{Candidates, Pick, Pool, Pooled, Sources, Strategy};

/// Values of the pool that one leaf is tried as; bounds the candidates of a name that stands everywhere.
const MOST_POOLED: usize = 48;

/// Values of the pool that a leaf is tried as together with those of another leaf.
const JOINTLY_POOLED: usize = 8;

/// Resources of types that no rule names, as which an open value without mentions is tried all the same.
const MOST_FOREIGN: usize = 4;

/// Mentions from which on an artifact may have left some out.
const MANY_MENTIONS: usize = 16;

/// The candidates of a leaf whose values cannot be counted, as they are found.
pub(super) struct Open<'a> {
    leaf: &'a Leaf,
    unknown: &'a Unknown,
    sources: Sources<'a>,
    /// The types that the leaf names a resource of, and the names that others of these types have.
    named: Vec<&'a Text>,
    taken: Vec<&'a Node>,
    found: Candidates,
}

impl<'a> Open<'a> {
    pub(super) fn new(
        leaf: &'a Leaf,
        unknown: &'a Unknown,
        sources: Sources<'a>,
        relevant: bool,
    ) -> Self {
        let found = Candidates {
            id: leaf.id.clone(),
            options: Vec::new(),
            finite: false,
            relevant,
            by_strategy: BTreeMap::new(),
        };
        let mut open = Self {
            leaf,
            unknown,
            sources,
            named: Vec::new(),
            taken: Vec::new(),
            found,
        };
        open.note_taken_names();
        open
    }

    fn kind(&self) -> Option<&str> {
        self.unknown.kind.as_deref()
    }

    /// Whether the leaf takes texts, alone or in a list.
    fn takes_text(&self) -> bool {
        matches!(self.kind(), None | Some("string" | "list"))
    }

    /// Whether the leaf stands where an IAM statement has its conditions.
    fn is_condition(&self) -> bool {
        let mut places = self.leaf.places.iter();
        places.any(|place| place.pointer.ends_with("/Condition"))
    }

    /// What the leaf is when one member, or one value, of it is `node`.
    fn listed(&self, node: Node) -> Node {
        if self.kind() == Some("list") {
            Node::List(vec![node])
        } else {
            node
        }
    }

    pub(super) fn value(mut self) -> Candidates {
        self.add_solutions();
        self.add_mentions();
        for (number, document) in self.documents().into_iter().enumerate() {
            self.found.add(Strategy::Document(number), Some(document));
        }
        self.found.add(Strategy::Absent, None);
        let fresh = match self.kind() {
            Some("list") => Node::List(vec![Node::text(token(&self.leaf.id, "fresh"))]),
            _ => default_value(self.unknown),
        };
        self.found.add(Strategy::Fresh, Some(fresh));
        if self.takes_text() {
            let wildcard = self.listed(Node::text("*"));
            self.found.add(Strategy::Wildcard, Some(wildcard));
        }
        if self.kind() == Some("list") {
            self.push(Node::List(Vec::new()));
        }
        if self.kind() == Some("object") || self.is_condition() {
            let token = token(&self.leaf.id, "fresh");
            let inner = Node::object([(token.clone(), Node::text(token.clone()))]);
            self.push(Node::Object(Object::new()));
            self.push(Node::object([(token, inner)]));
        }
        if self.found.relevant {
            self.add_pooled();
            self.add_constants();
            self.add_probes();
            self.add_completions_of_texts();
            self.add_identities();
        }
        self.found
    }

    /// More members of a list or an object: none, one or two of them.
    pub(super) fn members(mut self) -> Candidates {
        let pooled: Vec<Node> = self
            .pooled(|pool| &pool.members)
            .into_iter()
            .chain(self.pooled(|pool| &pool.values))
            .chain(self.whole_resources())
            .collect();
        let (objects, others): (Vec<Node>, Vec<Node>) = pooled
            .into_iter()
            .partition(|node| matches!(node, Node::Object(_)));
        self.found.add(Strategy::Absent, None);
        let token = Node::text(token(&self.leaf.id, "fresh"));
        let in_object = self.leaf.in_object;
        // Among members that are all objects, as blocks are, a text is not valid.
        let only_objects = self.leaf.beside_objects
            || self.unknown.reason.as_ref() == "dynamic"
            || (others.is_empty() && !objects.is_empty());
        if only_objects && !in_object {
            let fresh = Node::Object(Object::new());
            self.found.add(Strategy::Fresh, Some(fresh.clone()));
            self.push(Node::List(vec![fresh.clone(), fresh]));
        }
        if !in_object && !only_objects {
            self.add_mentions();
            self.found.add(Strategy::Fresh, Some(token.clone()));
            self.found.add(Strategy::Wildcard, Some(Node::text("*")));
            self.push(Node::List(vec![token.clone(), Node::text("*")]));
        }
        if in_object {
            let fresh = Node::object([(self.leaf.id.as_ref(), token)]);
            self.found.add(Strategy::Fresh, Some(fresh));
        }
        let mut firsts = objects.iter().take(2).cloned();
        if let (false, Some(one), Some(other)) = (in_object, firsts.next(), firsts.next()) {
            self.push(Node::List(vec![one, other]));
        }
        for (number, object) in objects.into_iter().enumerate() {
            self.found.add(Strategy::Document(number), Some(object));
        }
        if !in_object && !only_objects && self.found.relevant {
            for other in others {
                self.push(other);
            }
            self.add_constants();
            self.add_identities();
        }
        self.found
    }

    /// No two resources of a type have the same name: notes those that the leaf, as the name of one, cannot be.
    fn note_taken_names(&mut self) {
        let resources = &self.sources.graph.resources;
        for place in &self.leaf.places {
            let Some(own) = resources.get(&place.address) else {
                continue;
            };
            let name = name_attribute(&own.resource_type);
            if name.is_none() || place.pointer.strip_prefix('/') != name {
                continue;
            }
            let others = resources.values().filter(|other| {
                other.resource_type == own.resource_type && other.address != own.address
            });
            self.taken.extend(others.filter_map(stated_name));
            self.named.push(&own.resource_type);
        }
    }

    /// Whether a value cannot be the name that the leaf is: it is empty, or the name of another, or refers to one.
    fn is_taken(&self, node: &Node) -> bool {
        let resources = &self.sources.graph.resources;
        match node {
            Node::Ref(reference) => resources
                .get(&reference.address)
                .is_some_and(|resource| self.named.contains(&&resource.resource_type)),
            Node::Text(text) if text.is_empty() => !self.named.is_empty(),
            other => self.taken.contains(&other),
        }
    }

    fn push(&mut self, node: Node) {
        if self.is_taken(&node) {
            return;
        }
        let pick = Pick::Value(Some(node));
        if !self.found.options.contains(&pick) {
            self.found.options.push(pick);
        }
    }

    /// What the leaf mentions, exactly and with a suffix; for a list also all of it.
    fn add_mentions(&mut self) {
        let mut all = Vec::new();
        for mention in self.mentions() {
            for (number, meant) in meant(self.leaf, &mention, self.sources.graph)
                .into_iter()
                .enumerate()
            {
                let exact = Node::Ref(meant.clone());
                if number == 0 {
                    all.push(exact.clone());
                }
                let exact = self.listed(exact);
                self.found.add(Strategy::Mentions(number), Some(exact));
                for suffix in ["*", "/*"] {
                    let suffixed = Node::join([Node::Ref(meant.clone()), Node::text(suffix)]);
                    let suffixed = self.listed(suffixed);
                    self.found.add(Strategy::Suffixed, Some(suffixed));
                }
            }
        }
        if all.len() > 1 && self.kind() == Some("list") {
            self.push(Node::List(all));
        }
    }

    /// What is mentioned; of a group that was cut short every resource of the type.
    fn mentions(&self) -> Vec<Reference> {
        let mut mentions = self.unknown.mentions.clone();
        if mentions.len() < MANY_MENTIONS {
            return mentions;
        }
        let resources = &self.sources.graph.resources;
        let groups: BTreeSet<(Text, Text)> = mentions
            .iter()
            .filter_map(|mention| {
                let resource = resources.get(&mention.address)?;
                Some((resource.resource_type.clone(), mention.attribute.clone()))
            })
            .collect();
        let known: BTreeSet<Reference> = mentions.iter().cloned().collect();
        for (resource_type, attribute) in groups {
            let of_type = resources
                .values()
                .filter(|resource| resource.resource_type == resource_type)
                .map(|resource| Reference {
                    address: resource.address.clone(),
                    attribute: attribute.clone(),
                });
            mentions.extend(of_type.filter(|reference| !known.contains(reference)));
        }
        mentions
    }

    fn pooled(&self, part: impl Fn(&Pool) -> &BTreeMap<Text, Vec<Pooled>>) -> Vec<Node> {
        let mut found: Vec<Node> = Vec::new();
        for name in attribute_names(self.leaf) {
            let Some(pooled) = part(self.sources.pool).get(name) else {
                continue;
            };
            for value in pooled {
                let value = value.rebound(&self.unknown.mentions, self.sources.graph);
                if !found.contains(&value) {
                    found.push(value);
                }
            }
        }
        found.truncate(MOST_POOLED);
        found
    }

    /// The pooled documents for the attribute the leaf is, rebound to this graph.
    fn documents(&self) -> Vec<Node> {
        if !matches!(self.kind(), None | Some("string" | "object")) {
            return Vec::new();
        }
        let documents = self.pooled(|pool| &pool.documents).into_iter();
        documents
            .map(|document| match self.sources.graph.kind.family() {
                Family::Terraform => Node::Json(Box::new(document)),
                Family::Cloudformation => document,
            })
            .collect()
    }

    /// All attributes of the scenario's own resources of the type, where any attribute may be set.
    fn whole_resources(&self) -> Vec<Node> {
        let mut found = Vec::new();
        for place in self.leaf.places.iter().filter(|place| place.is_whole()) {
            let resource = self.sources.graph.resources.get(&place.address);
            let pooled = resource
                .and_then(|resource| self.sources.pool.resources.get(&resource.resource_type));
            for value in pooled.into_iter().flatten().take(MOST_POOLED) {
                found.push(value.rebound(&self.unknown.mentions, self.sources.graph));
            }
        }
        found
    }

    /// What the reference solutions hold where the leaf stands.
    fn add_solutions(&mut self) {
        let graph = self.sources.graph;
        for (number, solution) in self.sources.pool.references.iter().enumerate() {
            let held = self.leaf.places.iter().find_map(|place| {
                let resource = graph.resources.get(&place.address)?;
                solution.at(resource, &place.pointer, graph)
            });
            let Some(held) = held else { continue };
            let value = held.rebound(&self.unknown.mentions, graph);
            match (&value, self.kind()) {
                (Node::Json(_), Some("string") | None) => self.push(value.clone()),
                _ => self.add_fitting(&value),
            }
            self.note(Strategy::Reference(number), value);
        }
    }

    /// Notes that a strategy chooses a value, where it is an option.
    fn note(&mut self, strategy: Strategy, value: Node) {
        let pick = Pick::Value(Some(value));
        if let Some(index) = self.found.options.iter().position(|option| *option == pick) {
            self.found.by_strategy.entry(strategy).or_insert(index);
        }
    }

    fn add_pooled(&mut self) {
        let members = self.pooled(|pool| &pool.members);
        for (number, value) in self.pooled(|pool| &pool.values).into_iter().enumerate() {
            self.add_fitting(&value);
            if number < JOINTLY_POOLED {
                self.note(Strategy::Pooled(number), value);
            }
        }
        if self.kind() == Some("list") {
            for member in members {
                self.push(Node::List(vec![member]));
            }
        }
    }

    fn add_fitting(&mut self, value: &Node) {
        let is_text = matches!(value, Node::Text(_) | Node::Ref(_) | Node::Join(_));
        match (value, self.kind()) {
            (Node::Number(number), Some("number") | None) => {
                self.push(value.clone());
                if let Some(number) = number.as_i64() {
                    self.push(Node::from(number.saturating_add(1)));
                    self.push(Node::from(number.saturating_sub(1)));
                }
            }
            // Digits in quotes serve where a number belongs.
            (Node::Number(number), Some("string")) => self.push(Node::text(number.to_string())),
            (Node::Text(_) | Node::Ref(_) | Node::Join(_), Some("list")) => {
                self.push(Node::List(vec![value.clone()]));
            }
            (Node::List(_), Some("list") | None)
            | (Node::Object(_), Some("object") | None)
            | (Node::Bool(_), None) => self.push(value.clone()),
            (_, Some("string") | None) if is_text => self.push(value.clone()),
            _ => {}
        }
    }

    /// What the rules, and the facts that say its name, compare with, the numbers beside it, and longer texts that begin or end with it.
    fn add_constants(&mut self) {
        let vocabulary = self.sources.vocabulary;
        for constant in &vocabulary.constants {
            self.add_fitting(constant);
        }
        for constant in vocabulary.constants_about(&attribute_names(self.leaf)) {
            self.add_fitting(&constant);
        }
        if !self.takes_text() {
            return;
        }
        let token = token(&self.leaf.id, "fresh");
        for text in vocabulary.constants.iter().filter_map(Node::as_text) {
            for affixed in [format!("{text}{token}"), format!("{token}{text}")] {
                let affixed = self.listed(Node::text(affixed));
                self.push(affixed);
            }
        }
    }

    /// The values of its type on which comparisons most often turn.
    fn add_probes(&mut self) {
        let probes = [
            Node::from(0),
            Node::from(1),
            Node::from(i64::from(i32::MAX)),
            Node::text(""),
            Node::Bool(true),
            Node::Bool(false),
        ];
        let ranges = whole_ranges(self.leaf).map(Node::text);
        for probe in probes.into_iter().chain(ranges) {
            self.add_fitting(&probe);
        }
        if self.leaf.places.iter().any(Place::is_member) {
            self.push(Node::Null);
        }
    }

    /// Inside a longer text: what makes the whole of it a text that rules or resources know.
    fn add_completions_of_texts(&mut self) {
        if self.leaf.joins.is_empty() {
            return;
        }
        let known = self.known_texts();
        for join in &self.leaf.joins {
            let Some((before, after)) = around(join, &self.leaf.id, self.sources.graph) else {
                continue;
            };
            for text in &known {
                let middle = text
                    .strip_prefix(&before)
                    .and_then(|rest| rest.strip_suffix(&after));
                if let Some(middle) = middle.filter(|_| !before.is_empty() || !after.is_empty()) {
                    self.push(Node::text(middle));
                }
            }
        }
    }

    /// The texts that the rules name and those by which resources are known.
    fn known_texts(&self) -> BTreeSet<Text> {
        let names = completed(self.sources.graph, &Completion::default());
        let names = names.get("names").and_then(Node::as_object);
        let pooled = self.pooled(|pool| &pool.values).into_iter();
        let pooled = pooled.chain(self.pooled(|pool| &pool.members));
        let constants = self.sources.vocabulary.constants.iter().cloned();
        let texts = pooled.chain(constants).filter_map(|node| match node {
            Node::Text(text) => Some(text),
            _ => None,
        });
        names
            .into_iter()
            .flat_map(|names| names.keys().cloned())
            .chain(texts)
            .collect()
    }

    /// What a value that mentions nothing may still name: a parameter or a variable can hold the ARN of a resource here.
    fn add_identities(&mut self) {
        if !self.unknown.mentions.is_empty() || !self.takes_text() {
            return;
        }
        let graph = self.sources.graph;
        let attributes = match graph.kind.family() {
            Family::Terraform => ["arn", "id"],
            Family::Cloudformation => ["Arn", "Ref"],
        };
        let managed = graph
            .resources
            .values()
            .filter(|resource| resource.mode == Mode::Managed);
        let (named, foreign): (Vec<_>, Vec<_>) =
            managed.partition(|resource| self.sources.vocabulary.has_type(&resource.resource_type));
        for resource in named
            .into_iter()
            .chain(foreign.into_iter().take(MOST_FOREIGN))
        {
            for attribute in attributes {
                let reference = Node::reference(resource.address.clone(), attribute);
                let reference = self.listed(reference);
                self.push(reference);
            }
        }
    }
}

/// The known texts before and after the leaf in a longer text, when they are known.
fn around(parts: &[Node], id: &Text, graph: &Graph) -> Option<(String, String)> {
    let is_leaf = |node: &Node| matches!(node, Node::Unknown(unknown) if unknown.id == *id);
    let position = parts.iter().position(is_leaf)?;
    let (before, rest) = parts.split_at(position);
    let after = rest.get(1..)?;
    let text = |parts: &[Node]| {
        let known = |node: &Node| match node {
            Node::Unknown(unknown) => graph.environment.pseudo(&unknown.id),
            Node::Text(_) => Some(node.clone()),
            _ => None,
        };
        let parts: Option<Vec<Node>> = parts.iter().map(known).collect();
        Some(Node::join(parts?).as_text()?.to_owned())
    };
    Some((text(before)?, text(after)?))
}

/// What a mention can mean: the attribute it states, else each identity of the resource. First comes the one that the
/// leaf's own name ends with (`topic_arn`), else the id.
fn meant(leaf: &Leaf, mention: &Reference, graph: &Graph) -> Vec<Reference> {
    if !mention.attribute.is_empty() {
        return vec![mention.clone()];
    }
    let resource = graph.resources.get(&mention.address);
    let kind = resource.map_or("", |resource| &resource.resource_type);
    let mut roles = roles(kind, graph.kind.family());
    let name = attribute_names(leaf)
        .first()
        .map(|name| name.to_ascii_lowercase())
        .unwrap_or_default();
    roles.sort_by_key(|(role, _)| (!name.ends_with(&**role), &**role != "id"));
    let mut found: Vec<Reference> = Vec::new();
    for (_, attribute) in roles {
        let reference = Reference {
            address: mention.address.clone(),
            attribute,
        };
        if !found.contains(&reference) {
            found.push(reference);
        }
    }
    found
}

/// The attributes a leaf is, or is an item of, each once.
fn attribute_names(leaf: &Leaf) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for name in leaf.places.iter().filter_map(|place| named(&place.pointer)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The last token of a pointer that is no index.
fn named(pointer: &str) -> Option<&str> {
    pointer
        .rsplit('/')
        .find(|token| token.parse::<usize>().is_err() && *token != "$rest")
        .filter(|token| !token.is_empty())
}

/// The range of all addresses, where a name says that the leaf holds a range: `cidr_blocks`, `CidrIpv6`.
fn whole_ranges(leaf: &Leaf) -> impl Iterator<Item = &'static str> {
    let names: Vec<String> = leaf
        .places
        .iter()
        .filter_map(|place| Some(named(&place.pointer)?.to_ascii_lowercase()))
        .filter(|name| name.contains("cidr"))
        .collect();
    let texts = [("0.0.0.0/0", false), ("::/0", true)];
    texts.into_iter().filter_map(move |(text, is_new)| {
        let fits = names.iter().any(|name| name.contains("v6") == is_new);
        fits.then_some(text)
    })
}
