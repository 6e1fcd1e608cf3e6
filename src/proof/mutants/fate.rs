//! What becomes of one mutant.

use std::collections::BTreeSet;

use crate::certificate::MutantCounts;
use crate::grade::{Status, Verdict};
use crate::graph::{Graph, Presence};
use crate::proof::variant::mutation::Reach;
use crate::value::{Node, Text};

/// The operators that leave out a whole resource or statement.
pub const REMOVALS: [&str; 2] = ["resource-removed", "statement-dropped"];

/// A mutant that was graded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// The reference, as an index into the artifacts.
    pub artifact: usize,
    /// The operator's name.
    pub operator: &'static str,
    /// How far a change by the operator can matter.
    pub reach: Reach,
    /// Address of the resource.
    pub address: Text,
    /// Type of the resource.
    pub resource_type: Text,
    /// Pointer to the attribute; empty for the resource itself.
    pub pointer: String,
    /// The change in a few words.
    pub change: String,
    /// What stands there now, where something does.
    pub value: Option<Node>,
    /// What grading said.
    pub result: Graded,
    /// Whether the solution is right without the resource, and what refers to it.
    pub unasked: bool,
}

/// What grading said of a mutant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Graded {
    /// Accepted.
    Passed,
    /// Rejected by these rules.
    Failed(Vec<String>),
    /// Neither, because of what the reference itself leaves open.
    Open,
    /// Neither, for another reason.
    Unverifiable(String),
    /// Grading broke.
    Broken(String),
}

/// What becomes of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Rejected.
    Killed,
    /// Accepted as expected.
    Accepted,
    /// Covered by this entry of the spec.
    Tolerated(usize),
    /// Of no matter to the solution.
    Aside,
    /// Left open by the reference.
    Open,
    /// Not accounted for.
    Survived,
}

impl Graded {
    /// What a verdict says, given the ids of what the reference leaves open.
    pub fn of(verdict: &Verdict, open: &BTreeSet<Text>) -> Self {
        match verdict.verdict {
            Status::Pass => Self::Passed,
            Status::Fail => Self::Failed(verdict.failed_rules().map(str::to_owned).collect()),
            Status::Unverifiable => {
                let deciding = &verdict.deciding;
                let is_old = !deciding.is_empty()
                    && verdict.reasons.is_empty()
                    && deciding.iter().all(|leaf| open.contains(leaf.id.as_str()));
                if is_old {
                    Self::Open
                } else {
                    let ids: Vec<String> = deciding
                        .iter()
                        .map(|leaf| format!("`{}`", leaf.id))
                        .chain(verdict.reasons.iter().cloned())
                        .collect();
                    Self::Unverifiable(ids.join(", "))
                }
            }
            Status::Ungradable => Self::Broken(verdict.reasons.join("; ")),
        }
    }
}

impl Mutant {
    /// Whether a resource or a statement was left out.
    pub fn is_removal(&self) -> bool {
        REMOVALS.contains(&self.operator)
    }

    /// What becomes of it, given the entry of the spec that covers it.
    pub fn fate(&self, tolerated: Option<usize>) -> Fate {
        let excused = || tolerated.map_or(Fate::Survived, Fate::Tolerated);
        match (&self.result, self.reach) {
            (Graded::Broken(_), _) => Fate::Survived,
            (Graded::Passed, Reach::Harmless) => Fate::Accepted,
            (_, Reach::Harmless) => excused(),
            (Graded::Failed(_), _) => Fate::Killed,
            (Graded::Open, _) => Fate::Open,
            // What is left out may be so by an entry, without which it would not be known to be unneeded.
            (Graded::Passed | Graded::Unverifiable(_), Reach::Within)
                if self.unasked && (tolerated.is_none() || !self.is_removal()) =>
            {
                Fate::Aside
            }
            (Graded::Passed | Graded::Unverifiable(_), _) => excused(),
        }
    }
}

impl Fate {
    /// Counts it.
    pub fn count(self, counts: &mut MutantCounts) {
        counts.made += 1;
        let one = match self {
            Self::Killed => &mut counts.killed,
            Self::Accepted => &mut counts.accepted,
            Self::Tolerated(_) => &mut counts.tolerated,
            Self::Aside => &mut counts.aside,
            Self::Open => &mut counts.open,
            Self::Survived => return,
        };
        *one += 1;
    }
}

/// The ids of everything that a graph leaves open.
pub fn open_ids(graph: &Graph) -> BTreeSet<Text> {
    let mut ids = BTreeSet::from([Text::from(crate::grade::ENVIRONMENT)]);
    for resource in graph.resources.values() {
        for node in [&resource.values, &resource.lifecycle, &resource.before] {
            collect(node, &mut ids);
        }
        match &resource.presence {
            Presence::Always => {}
            Presence::When(conditions) => ids.extend(conditions.iter().map(|(id, _)| id.clone())),
            Presence::Among(id, _) => {
                ids.insert(id.clone());
            }
            Presence::Undecided(unknown) => {
                ids.insert(unknown.id.clone());
            }
        }
    }
    ids
}

fn collect(node: &Node, ids: &mut BTreeSet<Text>) {
    node.walk(&mut String::new(), &mut |_, node| match node {
        Node::Unknown(unknown) | Node::Rest(unknown) => {
            ids.insert(unknown.id.clone());
        }
        Node::OneOf(choice) => {
            ids.insert(choice.condition.clone());
        }
        _ => {}
    });
}
