//! What an open leaf may turn out to be: its domain where that is finite, else the values most likely to change a verdict.

mod open;
mod pool;

use std::collections::BTreeMap;

use crate::graph::{Completion, Graph, is_identifying};
use crate::value::{Node, Text};

use super::leaves::{Choice, Leaf};
use super::vocabulary::Vocabulary;

use open::Open;

pub use pool::{Pool, Pooled, Referent};

/// The candidates of one leaf.
#[derive(Debug, Clone)]
pub struct Candidates {
    /// The leaf's id.
    pub id: Text,
    /// What can be chosen.
    pub options: Vec<Pick>,
    /// Whether the options are all there is.
    pub finite: bool,
    /// Whether the rules know a name by which the leaf is reached.
    pub relevant: bool,
    /// The option of each joint strategy, by index into `options`.
    pub by_strategy: BTreeMap<Strategy, usize>,
}

/// One choice for one leaf.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Pick {
    /// A value, or absence.
    Value(Option<Node>),
    /// A branch.
    Branch(usize),
    /// A number of instances.
    Instances(usize),
    /// Account and region.
    Environment(Text, Text),
}

/// A way to fill all open leaves at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strategy {
    /// Every leaf is what the reference solution of this number holds at its place.
    Reference(usize),
    /// Every leaf is exactly what it mentions; where no attribute is stated, the identity of this number.
    Mentions(usize),
    /// Every leaf is what it mentions with a wildcard behind.
    Suffixed,
    /// Every document leaf is the document of this number in the pool.
    Document(usize),
    /// Every leaf is absent.
    Absent,
    /// Every leaf is a fresh value.
    Fresh,
    /// Every text is a lone wildcard.
    Wildcard,
    /// Every leaf is the value of this number that fixtures hold at its attribute; two that decide together are paired so.
    Pooled(usize),
}

impl Pick {
    /// Chooses this for the leaf `id`.
    pub fn apply(&self, id: &Text, completion: &mut Completion) {
        match self {
            Self::Value(value) => {
                completion.values.insert(id.clone(), value.clone());
            }
            Self::Branch(branch) => {
                completion.branches.insert(id.clone(), *branch);
            }
            Self::Instances(count) => {
                completion.instances.insert(id.clone(), *count);
            }
            Self::Environment(account, region) => {
                completion.environment = Some((account.clone(), region.clone()));
            }
        }
    }
}

/// Where candidates come from.
#[derive(Debug, Clone, Copy)]
pub struct Sources<'a> {
    /// The graph the leaf is in.
    pub graph: &'a Graph,
    /// What the scenario's fixtures hold.
    pub pool: &'a Pool,
    /// What the rules name.
    pub vocabulary: &'a Vocabulary,
}

/// The candidates of `leaf`.
pub fn candidates(leaf: &Leaf, sources: Sources<'_>) -> Candidates {
    let relevant = is_relevant(leaf, sources);
    let finite = |options: Vec<Pick>| Candidates {
        id: leaf.id.clone(),
        options,
        finite: true,
        relevant,
        by_strategy: BTreeMap::new(),
    };
    let values = |values: &[Node]| {
        let picks = values.iter().map(|value| Pick::Value(Some(value.clone())));
        finite(picks.collect())
    };
    match &leaf.choice {
        Choice::Branch(branches) => finite((0..*branches).map(Pick::Branch).collect()),
        Choice::Instances => finite(vec![
            Pick::Instances(1),
            Pick::Instances(0),
            Pick::Instances(2),
        ]),
        Choice::Environment(pairs) => finite(
            pairs
                .iter()
                .map(|(account, region)| Pick::Environment(account.clone(), region.clone()))
                .collect(),
        ),
        Choice::Value(unknown) if !unknown.domain.is_empty() => values(&unknown.domain),
        Choice::Value(unknown) if unknown.kind.as_deref() == Some("bool") => finite(
            [Some(Node::Bool(true)), Some(Node::Bool(false)), None]
                .map(Pick::Value)
                .to_vec(),
        ),
        Choice::Value(unknown) => Open::new(leaf, unknown, sources, relevant).value(),
        Choice::Rest(unknown) => Open::new(leaf, unknown, sources, relevant).members(),
    }
}

/// Whether a rule can reach the leaf by a name it knows. What it cannot is filled in jointly, and tried with little else.
fn is_relevant(leaf: &Leaf, sources: Sources<'_>) -> bool {
    let known = |token: &str| sources.vocabulary.has_word(token);
    leaf.places.is_empty()
        || leaf.places.iter().any(|place| {
            let resource = sources.graph.resources.get(&place.address);
            let resource_type = resource.map_or("", |resource| &resource.resource_type);
            place.in_document
                || place.pointer.is_empty()
                || is_identity(resource_type, &place.pointer)
                || place.pointer.split('/').any(known)
        })
}

/// Whether the attribute is one by which a resource is found, as far as the table of identities knows its type.
fn is_identity(resource_type: &str, pointer: &str) -> bool {
    let attribute = pointer.trim_start_matches('/');
    is_identifying(resource_type, attribute)
}

impl Candidates {
    fn add(&mut self, strategy: Strategy, value: Option<Node>) {
        let pick = Pick::Value(value);
        let index = self
            .options
            .iter()
            .position(|option| *option == pick)
            .unwrap_or_else(|| {
                self.options.push(pick);
                self.options.len() - 1
            });
        self.by_strategy.entry(strategy).or_insert(index);
    }
}

#[cfg(test)]
mod tests;
