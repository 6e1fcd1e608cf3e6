//! The certificate of the fact library: what all scenarios and its own tests prove of it together.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::spec::Root;

use super::binding::{CertificateError, ENGINE, hash_tree, is_rule, is_test};
use super::model::Lines;
use super::mutants::RuleMutants;

/// The version of the format.
pub const LIBRARY_SCHEMA: &str = "proofmark.library/1";

/// The result of the library's proof. It holds no clock and no path of a machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LibraryCertificate {
    /// Always `proofmark.library/1`.
    pub schema: String,
    /// Hashes of everything the proof depends on.
    pub binding: LibraryBinding,
    /// How much was proved.
    pub counts: LibraryCounts,
}

/// Hashes (SHA-256) of everything the library's proof depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LibraryBinding {
    /// Name and version of the policy engine.
    pub engine: String,
    /// Version of the grader.
    pub grader: String,
    /// The fact library.
    pub library: String,
    /// The library's Rego tests.
    pub tests: String,
    /// The list of equivalent mutants.
    pub equivalents: String,
    /// The certificates of the scenarios, by scenario.
    pub scenarios: BTreeMap<String, String>,
}

/// How much was proved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LibraryCounts {
    /// Lines of the library.
    pub lines: Lines,
    /// Mutants of the library.
    pub rule_mutants: RuleMutants,
}

impl LibraryBinding {
    /// The present state, with the hashes of the scenarios' certificates.
    pub fn of(root: &Root, scenarios: BTreeMap<String, String>) -> Result<Self, CertificateError> {
        let folder = root.library_folder();
        Ok(Self {
            engine: ENGINE.to_owned(),
            grader: env!("CARGO_PKG_VERSION").to_owned(),
            library: hash_tree(&folder, is_rule)?,
            tests: hash_tree(&folder, is_test)?,
            equivalents: hash_tree(&root.equivalents_file(), |_| true)?,
            scenarios,
        })
    }
}
