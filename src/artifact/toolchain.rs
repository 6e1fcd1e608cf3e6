//! A toolchain record: the compiler, `validate` or `plan` ran on the author's sources and rejected them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The schema that marks a toolchain record.
pub const TOOLCHAIN_SCHEMA: &str = "proofmark.toolchain/1";

/// What a tool of the author's toolchain said about the sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolchainRecord {
    /// Always [`TOOLCHAIN_SCHEMA`].
    pub schema: String,
    /// The command and its arguments.
    pub command: Vec<String>,
    /// Exit status; null when the tool was killed or could not start.
    #[serde(default)]
    pub exit_status: Option<i32>,
    /// What it printed.
    #[serde(default)]
    pub diagnostics: String,
    /// Versions of the tools involved.
    #[serde(default)]
    pub versions: BTreeMap<String, String>,
}

impl ToolchainRecord {
    /// Whether the record shows that the tool ran and rejected the author's sources.
    ///
    /// A tool that was killed (no status, or a status that a shell reserves for signals) or not found says nothing about them.
    pub fn rejects_the_sources(&self) -> bool {
        matches!(self.exit_status, Some(status) if (1..126).contains(&status))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(exit_status: Option<i32>) -> ToolchainRecord {
        ToolchainRecord {
            schema: TOOLCHAIN_SCHEMA.to_owned(),
            command: vec!["terraform".to_owned(), "validate".to_owned()],
            exit_status,
            diagnostics: String::new(),
            versions: BTreeMap::new(),
        }
    }

    #[test]
    fn a_tool_that_was_killed_or_is_missing_does_not_reject_the_sources() {
        assert!(record(Some(1)).rejects_the_sources());
        for status in [None, Some(0), Some(127), Some(137)] {
            assert!(!record(status).rejects_the_sources(), "{status:?}");
        }
    }
}
