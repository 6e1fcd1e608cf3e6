//! A gap in a proof: what is missing or contradicted, and what to do about it.

/// One gap.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, schemars::JsonSchema)]
pub struct Gap {
    /// The scenario, or `lib` for the fact library.
    pub scenario: String,
    /// The fixture, rule or file concerned.
    pub subject: String,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl Gap {
    /// A gap about `subject`.
    pub fn new(
        scenario: &str,
        subject: impl Into<String>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Self {
        Self {
            scenario: scenario.to_owned(),
            subject: subject.into(),
            message: message.into(),
            help: help.into(),
        }
    }
}
