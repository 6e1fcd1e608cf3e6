//! What `eval`, `test`, `facts` and a batch of `grade` print as JSON.

use schemars::JsonSchema;
use serde::Serialize;

use crate::grade::Verdict;
use crate::rego::{self, TestStatus};
use crate::value::Node;

/// What `proofmark eval --format json` prints.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EvalRecord {
    /// Format and version.
    pub schema: EvalFormat,
    /// How many rules were run on each document.
    pub rules: usize,
    /// The documents in the order given; one that cannot be read is left out, and told on standard error.
    pub documents: Vec<EvaluatedDocument>,
}

/// Format and version of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum EvalFormat {
    /// The format described here.
    #[serde(rename = "proofmark.eval/1")]
    V1,
}

/// The results on one document.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EvaluatedDocument {
    /// The file as it was given.
    pub file: String,
    /// Which of the file's documents, from 1; null when it holds only one.
    pub document: Option<usize>,
    /// What the rules found, in their order.
    pub results: Vec<EvaluatedResult>,
}

/// One result of a rule.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EvaluatedResult {
    /// What kind of rule found it.
    pub severity: Severity,
    /// The rule's package, without `data`.
    pub namespace: String,
    /// The rule's name, such as `deny`.
    pub rule: String,
    /// The id that the result states.
    pub id: Option<String>,
    /// What is wrong.
    pub message: String,
    /// The resource that the result names.
    pub resource: Option<String>,
    /// The JSON pointer that the result names.
    pub path: Option<String>,
    /// Whatever else the result holds.
    #[schemars(with = "serde_json::Value")]
    pub details: Node,
}

/// What kind of rule found something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// A `deny` rule.
    Deny,
    /// A `violation` rule.
    Violation,
    /// A `warn` rule; it never fails a document.
    Warn,
}

impl From<rego::Severity> for Severity {
    fn from(severity: rego::Severity) -> Self {
        match severity {
            rego::Severity::Deny => Self::Deny,
            rego::Severity::Violation => Self::Violation,
            rego::Severity::Warn => Self::Warn,
        }
    }
}

impl Severity {
    /// The word for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Violation => "violation",
            Self::Warn => "warn",
        }
    }
}

impl From<rego::Finding> for EvaluatedResult {
    fn from(finding: rego::Finding) -> Self {
        Self {
            severity: finding.entry.severity.into(),
            namespace: finding.entry.namespace,
            rule: finding.entry.rule,
            id: finding.result.rule,
            message: finding.result.message,
            resource: finding.result.resource,
            path: finding.result.path,
            details: finding.result.details,
        }
    }
}

/// What `proofmark test --format json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TestRecord {
    /// Format and version.
    pub schema: TestFormat,
    /// The tests in the order of their paths.
    pub tests: Vec<TestRow>,
}

/// Format and version of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum TestFormat {
    /// The format described here.
    #[serde(rename = "proofmark.test/1")]
    V1,
}

/// One Rego test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TestRow {
    /// The test's path, such as `data.lib.sqs_test.test_redrive`.
    pub test: String,
    /// Its file, from the working folder where it lies below it.
    pub file: String,
    /// Its line, from 1.
    pub line: usize,
    /// What became of it.
    pub status: TestWord,
    /// Why it is broken.
    pub reason: Option<String>,
}

/// What became of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TestWord {
    /// It holds.
    Passed,
    /// It does not hold.
    Failed,
    /// It cannot be evaluated.
    Broken,
    /// It is marked as not to be run.
    Skipped,
}

impl TestWord {
    /// The word for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Broken => "broken",
            Self::Skipped => "skipped",
        }
    }

    /// Whether it makes the whole run fail.
    pub const fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Broken)
    }
}

impl From<&TestStatus> for TestWord {
    fn from(status: &TestStatus) -> Self {
        match status {
            TestStatus::Passed => Self::Passed,
            TestStatus::Failed => Self::Failed,
            TestStatus::Broken(_) => Self::Broken,
            TestStatus::Skipped => Self::Skipped,
        }
    }
}

/// What `proofmark facts --format json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FactsRecord {
    /// Format and version.
    pub schema: FactsFormat,
    /// The facts in the order of their paths.
    pub facts: Vec<FactRow>,
}

/// Format and version of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum FactsFormat {
    /// The format described here.
    #[serde(rename = "proofmark.facts/1")]
    V1,
}

/// A fact of the library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FactRow {
    /// The fact's path, such as `data.lib.s3.keeps_versions`.
    pub path: String,
    /// What it says.
    pub title: String,
    /// Where it looks.
    pub covers: Vec<CoveredPlace>,
    /// The tests that go through these places.
    pub tests: Vec<String>,
}

/// A resource type and a place in it that a fact covers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CoveredPlace {
    /// `<type> /<pointer>`.
    pub place: String,
    /// Whether a test case shows the fact holding there.
    pub holds: bool,
    /// Whether a test case shows it failing there.
    pub fails: bool,
}

/// A line that `proofmark grade --batch` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Answer {
    /// Format and version.
    pub schema: AnswerFormat,
    /// The id of the request; null where it has none or cannot be read.
    pub id: Option<serde_json::Value>,
    /// The verdict; null where the request cannot be answered.
    pub verdict: Option<Verdict>,
    /// Why the request cannot be answered; null where there is a verdict.
    pub error: Option<String>,
}

/// Format and version of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum AnswerFormat {
    /// The format described here.
    #[serde(rename = "proofmark.answer/1")]
    V1,
}
