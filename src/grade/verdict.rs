//! The verdict: what grading says of one artifact, per check and over all.

use schemars::JsonSchema;
use serde::Serialize;

/// The version of the verdict's format.
pub const VERDICT_SCHEMA: &str = "proofmark.verdict/1";

/// What became of an artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// No completion of the artifact violates a rule.
    Pass,
    /// Every completion violates a rule, or the toolchain rejects the sources.
    Fail,
    /// Some completions pass and some do not, or it cannot be decided.
    Unverifiable,
    /// The artifact cannot be graded at all; no reward is written.
    Ungradable,
}

impl Status {
    /// The word used in every format.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unverifiable => "unverifiable",
            Self::Ungradable => "ungradable",
        }
    }
}

/// The verdict on one artifact (`proofmark.verdict/1`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verdict {
    /// Always `proofmark.verdict/1`.
    pub schema: &'static str,
    /// Scenario id.
    pub scenario: String,
    /// Arm name.
    pub arm: String,
    /// What became of the artifact.
    pub verdict: Status,
    /// 1 for pass, 0 for fail and unverifiable, null for ungradable.
    pub reward: Option<u8>,
    /// The lowest tier at which a rule is certainly violated.
    pub tier: Option<String>,
    /// Every check of the oracle.
    pub checks: Vec<CheckOutcome>,
    /// The catches whose rules are exactly those violated.
    pub catches: Vec<CaughtAt>,
    /// How the verdict was reached.
    pub completions: Completions,
    /// The open leaves that decide, when the verdict is unverifiable.
    pub deciding: Vec<DecidingLeaf>,
    /// Why no verdict can be given, or what a reader should know.
    pub reasons: Vec<String>,
    /// Hash of the certificate of the oracle; null when it was used unproven.
    pub certificate: Option<String>,
}

/// What became of one check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CheckOutcome {
    /// Rule or check id.
    pub id: String,
    /// Tier, `0` or `1`.
    pub tier: String,
    /// What it demands.
    pub title: String,
    /// Whether it holds.
    pub status: CheckStatus,
    /// Where it is violated.
    pub findings: Vec<FindingOutcome>,
}

/// Whether a check holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum CheckStatus {
    /// In every completion tried.
    Pass,
    /// In none.
    Fail,
    /// In some.
    Unverifiable,
    /// It was not evaluated.
    NotRun,
}

impl CheckStatus {
    /// The word used in every format.
    pub fn word(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Fail => "fail",
            Self::Unverifiable => "unverifiable",
            Self::NotRun => "not-run",
        }
    }
}

/// One place at which a check is violated.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct FindingOutcome {
    /// Address of the resource; null when none is concerned.
    pub resource: Option<String>,
    /// JSON pointer into the resource's values; null when the resource as a whole is concerned.
    pub path: Option<String>,
    /// What is wrong.
    pub message: String,
    /// Where the resource is written.
    pub source: Option<SourceLine>,
}

/// A line of a source file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct SourceLine {
    /// File.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
}

/// A catch the artifact may carry, by the rules it violates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CaughtAt {
    /// Catch id.
    pub id: String,
    /// The tier at which it was caught.
    pub tier: String,
}

/// How many completions stand behind a verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Completions {
    /// Completions evaluated.
    pub tried: usize,
    /// Whether they are all there are.
    pub exhaustive: bool,
    /// Evaluations it took, those that name the deciding leaves included.
    pub evaluations: usize,
}

/// An open leaf on which the verdict hangs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct DecidingLeaf {
    /// Identity of the leaf.
    pub id: String,
    /// Address of the resource at which it occurs first.
    pub resource: Option<String>,
    /// JSON pointer into that resource's values.
    pub path: Option<String>,
    /// Where the resource is written.
    pub source: Option<SourceLine>,
}

impl Verdict {
    /// A verdict without any check.
    pub fn new(scenario: &str, arm: &str, verdict: Status) -> Self {
        Self {
            schema: VERDICT_SCHEMA,
            scenario: scenario.to_owned(),
            arm: arm.to_owned(),
            verdict,
            reward: match verdict {
                Status::Pass => Some(1),
                Status::Fail | Status::Unverifiable => Some(0),
                Status::Ungradable => None,
            },
            tier: None,
            checks: Vec::new(),
            catches: Vec::new(),
            completions: Completions {
                tried: 0,
                exhaustive: true,
                evaluations: 0,
            },
            deciding: Vec::new(),
            reasons: Vec::new(),
            certificate: None,
        }
    }

    /// Ids of the checks that are certainly violated, in order.
    pub fn failed_rules(&self) -> impl Iterator<Item = &str> {
        self.checks
            .iter()
            .filter(|check| check.status == CheckStatus::Fail)
            .map(|check| check.id.as_str())
    }
}
