//! A gap in a proof: what is missing or contradicted, and what to do about it.

use schemars::JsonSchema;
use serde::Serialize;

/// One gap.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub struct Gap {
    /// The scenario, or `lib` for the fact library.
    pub scenario: String,
    /// What the gap is a lack of.
    pub kind: GapKind,
    /// The fixture, rule or file concerned.
    pub subject: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

/// What a gap is a lack of; gaps are told by kind, in this order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum GapKind {
    /// A fixture that is missing, cannot be graded, or comes out otherwise than predicted.
    #[default]
    Fixture,
    /// An attempt to fool the oracle that did.
    Try,
    /// A rule without a kill of its own.
    Rule,
    /// A line of a policy that nothing executes.
    Line,
    /// A test of the fact library that does not pass.
    Test,
    /// A mutant of a rule or a fact that nothing notices.
    RuleMutant,
    /// A mutant of a reference that passes and is not tolerated.
    ArtifactMutant,
    /// An operator that makes what no toolchain makes, or of which nothing shows what it makes.
    Witness,
    /// An entry of `tolerates` or of the equivalent mutants that does not hold.
    Exemption,
    /// A respelling that changes a verdict.
    Respelling,
    /// An unknown value that makes a reference fail or a negative pass.
    Unknown,
    /// A verdict or a fact in which arms differ.
    Equivalence,
    /// A certificate that is missing or stale.
    Certificate,
}

impl GapKind {
    /// All kinds, in the order in which they are told.
    pub const ALL: [Self; 13] = [
        Self::Fixture,
        Self::Try,
        Self::Rule,
        Self::Line,
        Self::Test,
        Self::RuleMutant,
        Self::ArtifactMutant,
        Self::Witness,
        Self::Exemption,
        Self::Respelling,
        Self::Unknown,
        Self::Equivalence,
        Self::Certificate,
    ];

    /// The heading over gaps of this kind.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Fixture => "fixtures that are missing or contradict their prediction",
            Self::Try => "attempts that fooled the oracle",
            Self::Rule => "rules without a kill of their own",
            Self::Line => "lines of policies that nothing executes",
            Self::Test => "tests of the fact library that do not pass",
            Self::RuleMutant => "rule mutants that nothing notices",
            Self::ArtifactMutant => "artifact mutants that pass",
            Self::Witness => "operators without a witness, or with one that contradicts them",
            Self::Exemption => "exemptions that do not hold",
            Self::Respelling => "respellings that change a verdict",
            Self::Unknown => "unknown values that decide wrongly",
            Self::Equivalence => "differences between arms",
            Self::Certificate => "certificates that are missing or stale",
        }
    }
}

impl Gap {
    /// A gap about the fixture `subject`, or about whatever [`Gap::of`] then says.
    pub fn new(
        scenario: &str,
        subject: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            scenario: scenario.to_owned(),
            kind: GapKind::default(),
            subject: subject.into(),
            message: message.into(),
            help: help.into(),
        }
    }

    /// The same gap as one of `kind`.
    #[must_use]
    pub fn of(self, kind: GapKind) -> Self {
        Self { kind, ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_gap_is_told_once_in_its_order() {
        assert!(GapKind::ALL.is_sorted());
        let last = GapKind::ALL.last().copied();
        assert_eq!(last, Some(GapKind::Certificate));
        assert_eq!(GapKind::ALL.len(), GapKind::Certificate as usize + 1);
    }
}
