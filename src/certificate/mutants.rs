//! What became of the mutants of policies.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Mutants of policies, made and noticed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RuleMutants {
    /// All of them.
    pub made: usize,
    /// Those that the engine refuses; they count as nothing.
    pub not_loaded: usize,
    /// Noticed by a fixture that no longer comes to what the spec predicts; of the library, by no Rego test.
    pub killed_by_fixtures: usize,
    /// Noticed by a Rego test; of a scenario, by no fixture that executes what is mutated.
    pub killed_by_tests: usize,
    /// Noticed only because an evaluation raises an error.
    pub killed_by_errors: usize,
    /// Listed as equivalent, each with an argument.
    pub equivalent: usize,
    /// Noticed by nothing; none in a certificate.
    pub survivors: Vec<Survivor>,
}

impl RuleMutants {
    /// Those that something notices.
    pub const fn killed(&self) -> usize {
        self.killed_by_fixtures + self.killed_by_tests + self.killed_by_errors
    }
}

/// A mutant that nothing notices.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Survivor {
    /// Permanent id.
    pub id: String,
    /// The operator that made it.
    pub operator: String,
    /// The policy file, from the root of the project.
    pub file: String,
    /// The line of the change, from 1.
    pub line: usize,
    /// The rule or function, as `data.…`.
    pub rule: String,
    /// The lines that change, with `-` and `+`.
    pub diff: String,
}
