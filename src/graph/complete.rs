//! Completions: a choice of plain values for everything an artifact leaves open, and the substitution that applies it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use crate::value::{Node, Object, Text, Unknown};

use super::identity::token;
use super::model::{Environment, Presence};

/// What stands in for each open leaf of a graph. Leaves that are not named take their default.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Completion {
    /// Value by the id of an unknown; `None` means absent.
    pub values: BTreeMap<Text, Option<Node>>,
    /// Branch taken, by the id of a condition.
    pub branches: BTreeMap<Text, usize>,
    /// Number of instances, by the id of an undecided count.
    pub instances: BTreeMap<Text, usize>,
    /// Account and region, where the artifact leaves them open and they matter.
    pub environment: Option<(Text, Text)>,
}

impl Completion {
    /// The environment of a graph under this completion.
    pub fn environment_of(&self, stated: &Environment) -> Environment {
        match &self.environment {
            None => stated.clone(),
            Some((account, region)) => Environment {
                account: Some(account.clone()),
                region: Some(region.clone()),
                partition: stated.partition.clone(),
            },
        }
    }

    /// Whether a resource exists, and how often.
    pub fn instances_of(&self, presence: &Presence) -> usize {
        match presence {
            Presence::Always => 1,
            Presence::When(conditions) => usize::from(
                conditions
                    .iter()
                    .all(|(id, branch)| self.branches.get(id).copied().unwrap_or(0) == *branch),
            ),
            Presence::Among(id, branches) => {
                usize::from(branches.contains(&self.branches.get(id).copied().unwrap_or(0)))
            }
            Presence::Undecided(unknown) => self.instances.get(&unknown.id).copied().unwrap_or(1),
        }
    }

    /// The same as [`Self::apply`], without a copy where nothing changes.
    pub fn applied<'a>(&self, node: &'a Node, environment: &Environment) -> Option<Cow<'a, Node>> {
        if is_settled(node) {
            return Some(Cow::Borrowed(node));
        }
        self.apply(node, environment).map(Cow::Owned)
    }

    /// `node` without unknowns, choices and rests; references and joins of references stay. `None` means absent.
    pub fn apply(&self, node: &Node, environment: &Environment) -> Option<Node> {
        match node {
            Node::Bool(_) | Node::Number(_) | Node::Text(_) | Node::Ref(_) => Some(node.clone()),
            Node::List(items) => Some(Node::List(self.apply_items(items, environment))),
            Node::Object(members) => Some(Node::Object(self.apply_members(members, environment))),
            Node::Unknown(unknown) => self.value_of(unknown, environment),
            Node::Join(parts) => Some(Node::join(
                parts
                    .iter()
                    .filter_map(|part| self.apply(part, environment)),
            )),
            Node::OneOf(choice) => {
                let branch = self.branches.get(&choice.condition).copied().unwrap_or(0);
                choice
                    .values
                    .get(branch)
                    .and_then(|value| self.apply(value, environment))
            }
            Node::Null | Node::Rest(_) => None,
            Node::Json(inner) => Some(Node::Json(Box::new(
                self.apply(inner, environment).unwrap_or_default(),
            ))),
        }
    }

    fn value_of(&self, unknown: &Unknown, environment: &Environment) -> Option<Node> {
        match self.values.get(&unknown.id) {
            // A candidate may itself hold references to this graph, but no open leaf.
            Some(value) => value.clone(),
            None => Some(
                environment
                    .pseudo(&unknown.id)
                    .unwrap_or_else(|| default_value(unknown)),
            ),
        }
    }

    fn apply_items(&self, items: &[Node], environment: &Environment) -> Vec<Node> {
        let mut applied = Vec::with_capacity(items.len());
        for item in items {
            match item {
                Node::Rest(unknown) => match self.values.get(&unknown.id) {
                    Some(Some(Node::List(more))) => applied.extend(more.iter().cloned()),
                    Some(Some(Node::Object(_)) | None) | None => {}
                    Some(Some(one)) => applied.push(one.clone()),
                },
                Node::Null => applied.push(Node::Null),
                item => applied.extend(self.apply(item, environment)),
            }
        }
        applied
    }

    fn apply_members(&self, members: &Object, environment: &Environment) -> Object {
        let mut applied = Object::new();
        for (key, value) in members {
            if let Node::Rest(unknown) = value {
                if let Some(Some(Node::Object(more))) = self.values.get(&unknown.id) {
                    for (key, value) in more {
                        applied.entry(key.clone()).or_insert_with(|| value.clone());
                    }
                }
            } else if let Some(value) = self.apply(value, environment) {
                applied.insert(key.clone(), value);
            }
        }
        applied
    }
}

/// Whether every completion leaves the node as it is. What a completion would merge or leave out does not count as settled.
fn is_settled(node: &Node) -> bool {
    match node {
        Node::Bool(_) | Node::Number(_) | Node::Text(_) | Node::Ref(_) => true,
        Node::List(items) => items.iter().all(|item| item.is_null() || is_settled(item)),
        Node::Object(members) => members.values().all(is_settled),
        Node::Json(inner) => is_settled(inner),
        // Rendering merges the parts of a join in any case.
        Node::Join(parts) => parts.iter().all(is_settled),
        Node::Null | Node::Unknown(_) | Node::OneOf(_) | Node::Rest(_) => false,
    }
}

/// The fresh value an unknown takes when nothing else is chosen: of its type, from its domain where it has one.
pub fn default_value(unknown: &Unknown) -> Node {
    if let Some(first) = unknown.domain.first() {
        return first.clone();
    }
    match unknown.kind.as_deref() {
        Some("bool") => Node::Bool(false),
        Some("number") => Node::from(1),
        Some("list") => Node::List(Vec::new()),
        Some("object") => Node::Object(Object::new()),
        _ => Node::text(token(&unknown.id, "fresh")),
    }
}
