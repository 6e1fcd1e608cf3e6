//! A toolchain record: the compiler, `validate` or `plan` ran on the author's sources and rejected them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The schema that marks a toolchain record.
pub const TOOLCHAIN_SCHEMA: &str = "proofmark.toolchain/1";

/// What tools print when it is not the sources that are at fault, in lower case.
const MACHINE_FAULTS: [&str; 12] = [
    "no such host",
    "connection refused",
    "connection reset",
    "network is unreachable",
    "tls handshake timeout",
    "i/o timeout",
    "could not connect to",
    "failed to query available provider packages",
    "cannot allocate memory",
    "heap out of memory",
    "no space left on device",
    "cannot find module 'aws-cdk-lib'",
];

/// What a tool of the author's toolchain said about the sources.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ToolchainRecord {
    /// Always `proofmark.toolchain/1`.
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
            && self.machine_fault().is_none()
    }

    /// Why the record says nothing about the sources.
    pub fn reason(&self) -> String {
        match self.exit_status {
            None => "the tool was killed or could not start".to_owned(),
            Some(0) => {
                "the tool accepted them, so there is an artifact to grade instead".to_owned()
            }
            Some(126 | 127) => "the tool is missing or cannot be executed".to_owned(),
            Some(status) if status > 127 => {
                format!("the tool was ended by signal {}", status - 128)
            }
            Some(_) => match self.machine_fault() {
                Some(fault) => format!("the machine failed the tool: `{fault}`"),
                None => "the tool rejected them".to_owned(),
            },
        }
    }

    /// The first line of the diagnostics that says something.
    pub fn summary(&self) -> String {
        let said = |line: &&str| line.chars().any(char::is_alphanumeric);
        let line = self
            .diagnostics
            .lines()
            .find(said)
            .unwrap_or("it printed nothing");
        line.trim_matches(|character: char| !character.is_ascii_graphic())
            .to_owned()
    }

    /// The words by which the tool says that the machine failed it: no network, no memory, no disk.
    fn machine_fault(&self) -> Option<&'static str> {
        let said = self.diagnostics.to_ascii_lowercase();
        MACHINE_FAULTS
            .into_iter()
            .find(|fault| said.contains(fault))
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

    #[test]
    fn a_tool_without_a_network_does_not_reject_the_sources() {
        let mut offline = record(Some(1));
        offline.diagnostics =
            "Error: Failed to query available provider packages\n\ndial tcp: no such host"
                .to_owned();
        assert!(!offline.rejects_the_sources());
        assert!(offline.reason().contains("machine"), "{}", offline.reason());
    }

    #[test]
    fn the_summary_is_the_first_line_that_says_something() {
        let mut rejected = record(Some(1));
        rejected.diagnostics = "\n╷\n│ Error: expected one of [7 14], got 10\n".to_owned();
        assert_eq!(rejected.summary(), "Error: expected one of [7 14], got 10");
    }
}
