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
            // A candidate may hold references to this graph and, taken from a fixture, pseudo parameters.
            Some(Some(value)) if is_settled(value) => Some(value.clone()),
            Some(value) => Self::default().apply(value.as_ref()?, environment),
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
                    Some(Some(Node::List(more))) => {
                        applied.extend(Self::default().apply_items(more, environment));
                    }
                    Some(Some(one)) => applied.extend(Self::default().apply(one, environment)),
                    Some(None) | None => {}
                },
                Node::Null => applied.push(Node::Null),
                // Among members a null is one; under a key it is the same as nothing.
                Node::Unknown(unknown)
                    if matches!(self.values.get(&unknown.id), Some(Some(Node::Null))) =>
                {
                    applied.push(Node::Null);
                }
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
                    for (key, value) in Self::default().apply_members(more, environment) {
                        applied.entry(key).or_insert(value);
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn unknown(id: &str) -> Node {
        Node::Unknown(Arc::new(Unknown {
            id: id.into(),
            ..Unknown::default()
        }))
    }

    fn rest(id: &str) -> Node {
        Node::Rest(Arc::new(Unknown {
            id: id.into(),
            ..Unknown::default()
        }))
    }

    fn completed(node: &Node, id: &str, value: Option<Node>) -> Option<Node> {
        let completion = Completion {
            values: [(Text::from(id), value)].into(),
            ..Completion::default()
        };
        completion.apply(node, &Environment::default())
    }

    #[test]
    fn a_candidate_that_names_the_partition_is_completed_too() {
        let partition = unknown("pseudo:AWS::Partition");
        let candidate = Node::Join(vec!["arn:".into(), partition, ":s3:::b".into()]);
        let found = completed(&unknown("x"), "x", Some(candidate));
        assert_eq!(found, Some("arn:aws:s3:::b".into()));
    }

    #[test]
    fn a_null_is_a_member_of_a_list_and_nothing_under_a_key() {
        let list = Node::List(vec![1.into(), unknown("x")]);
        let found = completed(&list, "x", Some(Node::Null));
        assert_eq!(found, Some(Node::List(vec![1.into(), Node::Null])));
        assert_eq!(
            completed(&list, "x", None),
            Some(Node::List(vec![1.into()]))
        );
        let object = Node::object([("a", unknown("x"))]);
        let empty = Some(Node::Object(Object::new()));
        assert_eq!(completed(&object, "x", Some(Node::Null)), empty);
        assert_eq!(completed(&object, "x", None), empty);
    }

    #[test]
    fn more_members_of_an_object_never_replace_those_that_are_known() {
        let object = Node::object([("a", 1.into()), ("$rest", rest("x"))]);
        let more = Node::object([("a", 2.into()), ("b", 3.into())]);
        assert_eq!(
            completed(&object, "x", Some(more)),
            Some(Node::object([("a", 1.into()), ("b", 3.into())]))
        );
    }

    #[test]
    fn more_members_of_a_list_are_none_one_or_several_and_may_be_objects() {
        let list = Node::List(vec![1.into(), rest("x")]);
        let member = Node::object([("a", 2.into())]);
        let items = |more: Vec<Node>| Some(Node::List([vec![1.into()], more].concat()));
        assert_eq!(completed(&list, "x", None), items(vec![]));
        assert_eq!(
            completed(&list, "x", Some(member.clone())),
            items(vec![member.clone()])
        );
        let two = vec![member.clone(), member];
        assert_eq!(
            completed(&list, "x", Some(Node::List(two.clone()))),
            items(two)
        );
    }

    #[test]
    fn one_unknown_is_the_same_in_a_value_in_a_document_and_in_a_longer_text() {
        let id = "x";
        let document = Node::Json(Box::new(Node::object([("Resource", unknown(id))])));
        let values = Node::object([
            ("plain", unknown(id)),
            ("policy", document),
            ("text", Node::Join(vec!["a-".into(), unknown(id)])),
        ]);
        let found = completed(&values, id, Some("v".into())).expect("an object");
        assert_eq!(found.at("/plain"), Some(&"v".into()));
        assert_eq!(found.at("/policy/Resource"), Some(&"v".into()));
        assert_eq!(found.at("/text"), Some(&"a-v".into()));
    }
}
