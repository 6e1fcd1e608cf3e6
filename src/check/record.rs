//! The findings of a check as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::source::{Finding, Severity};

use super::Checked;

/// What `proofmark check --format json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckRecord {
    /// Format and version.
    pub schema: CheckFormat,
    /// How many files were examined.
    pub files: usize,
    /// How many findings forbid the use of what they are about.
    pub errors: usize,
    /// How many findings do not.
    pub warnings: usize,
    /// The findings in the order of files and places.
    pub findings: Vec<FindingRecord>,
}

/// Format and version of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum CheckFormat {
    /// The format described here.
    #[serde(rename = "proofmark.check/1")]
    V1,
}

/// One finding.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FindingRecord {
    /// Whether it forbids the use.
    pub severity: Severity,
    /// Its stable name.
    pub code: String,
    /// The file or folder, from the project's root.
    pub file: String,
    /// Where it begins, when it has a place in the file.
    pub start: Option<Place>,
    /// Behind its last character.
    pub end: Option<Place>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

/// A position in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Place {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

impl CheckRecord {
    /// The record of what was `checked`.
    pub fn new(checked: &Checked) -> Self {
        Self {
            schema: CheckFormat::V1,
            files: checked.examined,
            errors: checked.errors(),
            warnings: checked.warnings(),
            findings: checked.findings.iter().map(FindingRecord::new).collect(),
        }
    }
}

impl FindingRecord {
    fn new(finding: &Finding) -> Self {
        let place = |(line, column)| Place { line, column };
        let positions = finding.positions();
        Self {
            severity: finding.severity(),
            code: finding.code().to_owned(),
            file: finding.file().to_owned(),
            start: positions.map(|(start, _)| place(start)),
            end: positions.map(|(_, end)| place(end)),
            message: finding.message().to_owned(),
            help: finding.advice().map(str::to_owned),
        }
    }
}
