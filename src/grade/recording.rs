//! What was judged for one verdict, kept to be judged again by other texts of the same policies.
//!
//! The completions are those that the search tried with the true policies. Nothing is searched anew: whether a changed
//! policy is told apart is asked of the same documents, whatever texts the change makes up.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::rego::{Evaluator, Input, RegoError};

use super::grader::judgement;
use super::oracle::Oracle;
use super::search::{Outcome, Violation};
use super::verdict::{CheckOutcome, CheckStatus, Status, Verdict};

/// One completed graph.
#[derive(Debug)]
pub(super) struct Try {
    /// What the rules see.
    pub input: Result<Input, RegoError>,
    /// What the structural checks say of it, which no policy changes.
    pub structural: BTreeSet<Violation>,
}

/// The completions tried for one verdict.
#[derive(Debug)]
pub struct Recording {
    oracle: Arc<Oracle>,
    arm: String,
    /// Whether something about the artifact forbids any verdict.
    forbidden: bool,
    tries: Vec<Try>,
}

impl Recording {
    pub(super) fn new(oracle: &Arc<Oracle>, verdict: &Verdict, tries: Vec<Try>) -> Self {
        Self {
            oracle: oracle.clone(),
            arm: verdict.arm.clone(),
            forbidden: !verdict.reasons.is_empty(),
            tries,
        }
    }

    /// Whether it was judged by the rules of a package, given as `data.…`.
    pub fn is_of(&self, package: &str) -> bool {
        package.strip_prefix("data.") == Some(self.oracle.spec.policy.as_str())
    }

    /// How many completions there are.
    pub fn len(&self) -> usize {
        self.tries.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.tries.is_empty()
    }

    /// The verdict that `evaluator` comes to, without findings; and whether a rule raised an error on the way.
    pub fn judged_by(&self, evaluator: &mut Evaluator) -> (Verdict, bool) {
        let mut outcome = Outcome::default();
        for one in &self.tries {
            let judged = match &one.input {
                Ok(input) => judgement(
                    &self.oracle.rules,
                    one.structural.clone(),
                    evaluator.results(input, &self.oracle.entry),
                ),
                Err(error) => Err(error.to_string()),
            };
            outcome.count(&judged);
        }
        let status = outcome.status(self.forbidden);
        let mut verdict = Verdict::new(&self.oracle.spec.id, &self.arm, status);
        let rules = self.oracle.rules.iter();
        verdict.checks = rules
            .map(|rule| CheckOutcome {
                id: rule.id.clone(),
                tier: rule.tier.clone(),
                title: String::new(),
                status: outcome.check_status(&rule.id, status),
                findings: Vec::new(),
            })
            .collect();
        let failing = verdict.checks.iter();
        verdict.tier = failing
            .filter(|check| check.status == CheckStatus::Fail)
            .map(|check| check.tier.clone())
            .min();
        (verdict, outcome.errors > 0)
    }
}

impl Outcome {
    /// What became of the artifact.
    pub(super) fn status(&self, forbidden: bool) -> Status {
        match (self.passed, self.failed) {
            _ if forbidden || self.errors > 0 || self.spent => Status::Unverifiable,
            (_, 0) => Status::Pass,
            (0, _) => Status::Fail,
            _ => Status::Unverifiable,
        }
    }

    /// What became of one check.
    pub(super) fn check_status(&self, rule: &str, status: Status) -> CheckStatus {
        if self.certain.contains(rule) && status == Status::Fail {
            CheckStatus::Fail
        } else if self.possible.contains(rule) || self.spent || self.errors > 0 {
            CheckStatus::Unverifiable
        } else {
            CheckStatus::Pass
        }
    }
}
