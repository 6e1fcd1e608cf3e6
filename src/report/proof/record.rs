//! What `prove` prints as JSON, and what its table and its page show.

use schemars::JsonSchema;
use serde::Serialize;

use crate::certificate::{Certificate, LibraryCertificate};
use crate::proof::Gap;

/// What `proofmark prove --format json` prints.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ProofRecord {
    /// Format and version.
    pub schema: ProofFormat,
    /// One entry a scenario.
    pub scenarios: Vec<ScenarioRecord>,
    /// The fact library's share; null when only some scenarios are proved.
    pub library: Option<LibraryRecord>,
    /// Everything that is missing or contradicted, by kind.
    pub gaps: Vec<Gap>,
}

impl ProofRecord {
    /// What it came to, in one line.
    pub fn summary(&self) -> String {
        if !self.gaps.is_empty() {
            return format!(
                "{}: no certificate is written for a scenario with a gap",
                counted(self.gaps.len(), "gap")
            );
        }
        let scenarios = || self.scenarios.iter();
        let skipped = |scenario: &&ScenarioRecord| scenario.result == ScenarioResult::Unchanged;
        let unchanged = scenarios().filter(skipped).count();
        let fixtures: usize = scenarios()
            .filter(|scenario| !skipped(scenario))
            .map(|scenario| scenario.fixtures.len())
            .sum();
        let proved = match self.scenarios.len() - unchanged {
            0 => "nothing to prove".to_owned(),
            proved => format!(
                "{} proved on {fixtures} fixtures",
                counted(proved, "scenario")
            ),
        };
        let unchanged = match unchanged {
            0 => String::new(),
            unchanged => format!(", {unchanged} unchanged"),
        };
        let hashes: Vec<String> = scenarios()
            .filter_map(|scenario| {
                let hash = scenario.hash.as_deref()?;
                Some(format!("{} {}", scenario.scenario, hash.get(..16)?))
            })
            .collect();
        format!("{proved}{unchanged}; certificates: {}", hashes.join(", "))
    }
}

/// A number with its noun, in the plural where it takes one.
pub fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// Format and version of the record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub enum ProofFormat {
    /// The format described here.
    #[serde(rename = "proofmark.proof/1")]
    V1,
}

/// What the proof of one scenario came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScenarioRecord {
    /// Scenario id.
    pub scenario: String,
    /// Its name for people.
    pub title: String,
    /// Whether it is proved.
    pub result: ScenarioResult,
    /// What was counted; it is a certificate only where the scenario has no gap.
    pub certificate: Certificate,
    /// SHA-256 of the certificate; null where the scenario has gaps.
    pub hash: Option<String>,
    /// One entry an arm.
    pub arms: Vec<ArmRecord>,
    /// The rules and structural checks, with their kills.
    pub rules: Vec<RuleRecord>,
    /// The mistakes it exists to catch.
    pub catches: Vec<CatchRecord>,
    /// The kill matrix: every fixture, what was predicted of it and what it came to.
    pub fixtures: Vec<FixtureRecord>,
    /// Mutants of the rules; null where they were not tried.
    pub rule_mutants: Option<RuleMutantsRecord>,
    /// Mutants of the references; null where the scenario is unchanged.
    pub artifact_mutants: Option<ArtifactMutantsRecord>,
    /// How often each fact was compared across arms; empty where the scenario is unchanged.
    pub compared: Vec<ComparedFact>,
    /// Lines of the scenario's policies; empty where the scenario is unchanged.
    pub files: Vec<FileLines>,
}

/// Whether a scenario is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScenarioResult {
    /// It has no gap.
    Proved,
    /// It has gaps.
    Gaps,
    /// Nothing that its certificate is bound to changed, so it was not proved again.
    Unchanged,
}

impl ScenarioResult {
    /// The word for people.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Proved => "proved",
            Self::Gaps => "gaps",
            Self::Unchanged => "unchanged",
        }
    }
}

/// What the proof came to on one arm.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ArmRecord {
    /// The arm.
    pub arm: String,
    /// Whether a gap is about this arm.
    pub has_gaps: bool,
    /// References that were accepted.
    pub references: Share,
    /// Negatives that were rejected as predicted.
    pub negatives: Share,
    /// Do-nothing workspaces that were rejected as predicted.
    pub do_nothing: Share,
    /// Attempts to fool the oracle that were answered rightly.
    pub tries: Share,
}

/// How many of how many.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Share {
    /// Those that came out as predicted.
    pub right: usize,
    /// All of them.
    pub all: usize,
}

impl Share {
    /// The number, or both where some are wrong.
    pub fn shown(self) -> String {
        if self.right == self.all {
            self.all.to_string()
        } else {
            format!("{}/{}", self.right, self.all)
        }
    }
}

/// A rule or structural check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleRecord {
    /// Permanent id.
    pub id: String,
    /// Tier, `0` or `1`.
    pub tier: String,
    /// What it demands.
    pub title: String,
    /// Number of negatives and do-nothing workspaces that violate it.
    pub kills: usize,
    /// Number of negatives that violate it and nothing else.
    pub sole_kills: usize,
}

/// A mistake that a scenario exists to catch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CatchRecord {
    /// Its id.
    pub id: String,
    /// The mistake in a few words.
    pub title: String,
    /// The rules that must reject it.
    pub rules: Vec<String>,
}

/// What a fixture is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// A correct solution.
    Reference,
    /// A solution with exactly one planted mistake.
    Negative,
    /// A workspace in which nothing was done.
    DoNothing,
    /// An attempt to fool the oracle.
    Try,
}

/// One fixture: what was predicted of it and what it came to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FixtureRecord {
    /// Folder, from the root of the project.
    pub fixture: String,
    /// Its arm.
    pub arm: String,
    /// What it is for.
    pub role: Role,
    /// The planted mistake; null for all but negatives.
    pub catch: Option<String>,
    /// What it tries; null for all but tries.
    pub attempt: Option<AttemptRecord>,
    /// What is predicted of it; null when nothing is.
    pub predicted: Option<Prediction>,
    /// The verdict; null when it could not be graded.
    pub verdict: Option<String>,
    /// The tier that rejected it; null when none did.
    pub tier: Option<String>,
    /// The rules it violates.
    pub rules: Vec<String>,
    /// Whether every completion was tried.
    pub exhaustive: bool,
    /// Whether it came out as predicted.
    pub right: bool,
}

/// An attempt to fool the oracle, as its author tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct AttemptRecord {
    /// How it is called.
    pub name: String,
    /// How it tries to fool the oracle.
    pub idea: String,
    /// Why the prediction is the right answer.
    pub because: String,
    /// What came of it: `held`, or what was mended because of it.
    pub outcome: String,
}

/// What is predicted of a fixture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Prediction {
    /// The verdict.
    pub verdict: String,
    /// The rules it must violate.
    pub rules: Vec<String>,
    /// The tier at which; null where none is predicted.
    pub tier: Option<String>,
}

/// Mutants of policies, one by one where that matters.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleMutantsRecord {
    /// What became of those of each operator.
    pub operators: Vec<RuleMutantOperator>,
    /// Those that nothing notices.
    pub survivors: Vec<RuleMutantRecord>,
    /// Those that are listed as equivalent.
    pub equivalent: Vec<RuleMutantRecord>,
}

/// What became of the mutants of one operator.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleMutantOperator {
    /// The operator.
    pub operator: String,
    /// All of them.
    pub made: usize,
    /// Those that the engine refuses; they count as nothing.
    pub not_loaded: usize,
    /// Noticed by a fixture.
    pub by_fixtures: usize,
    /// Noticed by a Rego test.
    pub by_tests: usize,
    /// Noticed only because an evaluation raises an error.
    pub by_errors: usize,
    /// Listed as equivalent.
    pub equivalent: usize,
    /// Noticed by nothing.
    pub survived: usize,
}

/// A mutant of a rule or a fact.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RuleMutantRecord {
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
    /// Why it changes nothing; null where nothing was argued.
    pub argument: Option<String>,
}

/// Mutants of references, one by one where that matters; how many there are stands in the certificate.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ArtifactMutantsRecord {
    /// Those that are not accounted for.
    pub survivors: Vec<ArtifactMutantRecord>,
    /// What the spec tolerates.
    pub tolerated: Vec<ToleratedRecord>,
}

/// A mutant of a reference.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ArtifactMutantRecord {
    /// The arm.
    pub arm: String,
    /// The reference's folder, from the root of the project.
    pub reference: String,
    /// The operator that made it.
    pub operator: String,
    /// Address of the resource.
    pub address: String,
    /// Pointer to the attribute; empty for the resource itself.
    pub pointer: String,
    /// The change in a few words.
    pub change: String,
    /// What grading said.
    pub result: String,
}

/// An entry of a spec's `tolerates`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ToleratedRecord {
    /// Resource types.
    #[serde(rename = "type")]
    pub resource_type: String,
    /// Pointers to the attribute.
    pub path: String,
    /// Mutants that it covers.
    pub mutants: usize,
    /// Why no rule needs to look at it.
    pub reason: String,
}

/// A fact, compared across arms.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ComparedFact {
    /// Its path, such as `data.lib.s3.keeps_versions`.
    pub fact: String,
    /// Values compared with that of the first arm, on paired references and their mutants.
    pub times: usize,
}

/// The fact library's share of a proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LibraryRecord {
    /// What was counted; it is a certificate only where nothing has a gap.
    pub certificate: LibraryCertificate,
    /// Mutants of facts; null where they were not tried.
    pub rule_mutants: Option<RuleMutantsRecord>,
    /// Lines by file.
    pub files: Vec<FileLines>,
}

/// Which lines of a policy were executed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FileLines {
    /// The file, from the root of the project.
    pub file: String,
    /// Lines executed at least once, from 1.
    pub executed: Vec<u32>,
    /// Lines that hold something to execute and were not.
    pub unexecuted: Vec<u32>,
    /// The file's text, for the page.
    #[serde(skip)]
    pub text: String,
}
