//! The certificate and its canonical form.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::value::{hexadecimal, parse_json};

use super::binding::Binding;
use super::mutants::RuleMutants;

/// The version of the certificate's format.
pub const CERTIFICATE_SCHEMA: &str = "proofmark.certificate/1";

/// The result of a scenario's proof. It holds no clock and no path of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Certificate {
    /// Always `proofmark.certificate/1`.
    pub schema: String,
    /// Scenario id.
    pub scenario: String,
    /// Hashes of everything the proof depends on.
    pub binding: Binding,
    /// How much was proved.
    pub counts: Counts,
    /// The kill matrix: one row a fixture.
    pub fixtures: Vec<FixtureRow>,
    /// One row a rule or structural check.
    pub rules: Vec<RuleRow>,
    /// Machine-made wrong variants of the references: one row an arm and operator.
    pub mutants: Vec<MutantRow>,
}

/// How much was proved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// References, all accepted.
    pub references: usize,
    /// Negatives, all rejected as predicted.
    pub negatives: usize,
    /// Workspaces in which nothing was done, all rejected as predicted.
    pub do_nothing: usize,
    /// Attempts to fool the oracle, all answered rightly.
    pub tries: Tries,
    /// Completions evaluated over all fixtures.
    pub completions: usize,
    /// Lines of the scenario's policies.
    pub lines: Lines,
    /// Machine-made wrong variants of the references.
    pub mutants: MutantCounts,
    /// What was compared across arms.
    pub equivalence: EquivalenceCounts,
    /// Mutants of the scenario's policies.
    pub rule_mutants: RuleMutants,
    /// Fixtures written in other ways, none of which changed a verdict.
    pub respellings: Vec<RespellingCount>,
    /// What was made unknown, by arm.
    pub unknowns: BTreeMap<String, UnknownCounts>,
}

/// What was made unknown: references became unverifiable by it, and no negative passed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnknownCounts {
    /// Values of references that decide the verdict, each made unknown alone.
    pub leaves: usize,
    /// Resources of references whose number decides, each made undecided alone.
    pub resources: usize,
    /// Pairs of these made unknown together: of those of a reference, by address and pointer, each with the one half of
    /// them away.
    pub pairs: usize,
    /// All pairs that there are of them.
    pub possible_pairs: usize,
    /// Values and resources of negatives made unknown alone.
    pub in_negatives: usize,
    /// Pairs of these made unknown together, chosen in the same way.
    pub pairs_in_negatives: usize,
}

impl UnknownCounts {
    /// Adds the counts of another fixture.
    pub fn add(&mut self, other: Self) {
        self.leaves += other.leaves;
        self.resources += other.resources;
        self.pairs += other.pairs;
        self.possible_pairs += other.possible_pairs;
        self.in_negatives += other.in_negatives;
        self.pairs_in_negatives += other.pairs_in_negatives;
    }
}

/// What was compared across arms, all of it equal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EquivalenceCounts {
    /// Verdicts, with their rules and tiers, compared with those of the first arm.
    pub verdicts: usize,
    /// References that are paired.
    pub references: usize,
    /// Changes made alike on all references of a pair.
    pub mutants: usize,
    /// Changes that some reference of the pair cannot say; they are not compared.
    pub inexpressible: usize,
    /// Values of facts compared with those of the first arm.
    pub facts: usize,
    /// Those among them that the rules of one arm alone asked for, so that the fact was evaluated on the other.
    pub asked: usize,
}

/// Fixtures of one arm written in one other way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RespellingCount {
    /// The way, by the operator's name.
    pub operator: String,
    /// Arm.
    pub arm: String,
    /// Number of respellings made.
    pub made: usize,
    /// Number of those that came to what the spec predicts of the fixture.
    pub kept: usize,
}

/// Attempts to fool the oracle, by their right answer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tries {
    /// Right solutions that look wrong, all accepted: further respellings, and no references.
    pub right: usize,
    /// Wrong solutions that look right, all rejected by exactly the rules predicted; no kills of a rule.
    pub wrong: usize,
    /// Artifacts that leave the answer open, all unverifiable.
    pub open: usize,
}

/// Executable lines of policies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Lines {
    /// Executed by some fixture.
    pub executed: usize,
    /// All of them.
    pub total: usize,
}

/// What became of one fixture.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FixtureRow {
    /// Folder, from the root of the project.
    pub fixture: String,
    /// Arm.
    pub arm: String,
    /// `reference`, `negative`, `do-nothing` or `try`.
    pub role: String,
    /// The verdict.
    pub verdict: String,
    /// The tier that rejected it; null when none did.
    pub tier: Option<String>,
    /// The rules it violates.
    pub rules: Vec<String>,
    /// Whether every completion was tried.
    pub exhaustive: bool,
}

/// What stands behind one rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleRow {
    /// Rule or check id.
    pub id: String,
    /// Number of negatives and do-nothing workspaces that violate it.
    pub kills: usize,
    /// Number of negatives that violate it and nothing else.
    pub sole_kills: usize,
}

/// What became of machine-made wrong variants.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(deny_unknown_fields)]
pub struct MutantCounts {
    /// All that were made.
    pub made: usize,
    /// Rejected.
    pub killed: usize,
    /// Not rejected, and covered by the spec's `tolerates`.
    pub tolerated: usize,
    /// Not rejected, and changing only a resource without which the solution is right as well.
    pub aside: usize,
    /// Unverifiable, because of what the reference itself leaves open.
    pub open: usize,
    /// Accepted as expected, because nothing was taken from the solution.
    pub accepted: usize,
}

impl MutantCounts {
    /// Those that nothing accounts for.
    pub const fn survived(&self) -> usize {
        let accounted = self.killed + self.tolerated + self.aside + self.open + self.accepted;
        self.made.saturating_sub(accounted)
    }
}

/// What became of the mutants of one operator on one arm.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MutantRow {
    /// Arm.
    pub arm: String,
    /// Operator.
    pub operator: String,
    /// What became of them.
    pub counts: MutantCounts,
}

impl Certificate {
    /// Reads a certificate; `None` when the text is none of this version.
    pub fn parse(text: &str) -> Option<Self> {
        serde_json::from_str::<Self>(text)
            .ok()
            .filter(|certificate| certificate.schema == CERTIFICATE_SCHEMA)
    }
}

/// The canonical bytes of a serialisable value: keys sorted, two spaces of indentation, one newline at the end.
pub fn canonical_bytes<T: Serialize>(value: &T) -> Vec<u8> {
    let sorted = serde_json::to_string(value)
        .ok()
        .and_then(|text| parse_json(&text).ok())
        .unwrap_or_default();
    let mut bytes = serde_json::to_vec_pretty(&sorted).unwrap_or_default();
    bytes.push(b'\n');
    bytes
}

/// SHA-256 in lower-case hexadecimal digits.
pub fn hash_bytes(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Hash of a map of names to hashes, whatever the order they were found in.
pub(super) fn hash_of(parts: &BTreeMap<String, String>) -> String {
    hash_bytes(&canonical_bytes(parts))
}
