//! What a search found: the judgements counted, the rules violated in all and in some, the leaves that decide.

use std::collections::BTreeSet;

use crate::graph::Completion;
use crate::rego::Trace;
use crate::value::Text;

/// A rule that a completed graph violates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    /// Rule or check id.
    pub rule: String,
    /// Tier of the rule: `0` or `1`.
    pub tier: String,
    /// Address of the resource, empty when there is none.
    pub resource: String,
    /// JSON pointer into the resource's values, empty when there is none.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

/// What the rules say of one completion.
pub type Judgement = Result<BTreeSet<Violation>, String>;

/// What judges completions.
pub trait Judge {
    /// What the rules say of a completion.
    fn judge(&mut self, completion: &Completion) -> Judgement;

    /// The same with the policy lines executed; `None` where they cannot be recorded.
    fn judge_traced(&mut self, completion: &Completion) -> (Judgement, Option<Trace>) {
        (self.judge(completion), None)
    }
}

impl<F: FnMut(&Completion) -> Judgement> Judge for F {
    fn judge(&mut self, completion: &Completion) -> Judgement {
        self(completion)
    }
}

/// The outcome over all completions tried.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// Completions that violate nothing.
    pub passed: usize,
    /// Completions that violate something.
    pub failed: usize,
    /// Completions on which a rule raised an error.
    pub errors: usize,
    /// The first of those errors.
    pub first_error: Option<String>,
    /// Evaluations made, those that record lines or name the deciding leaves included.
    pub evaluations: usize,
    /// Whether the completions tried are all there are.
    pub exhaustive: bool,
    /// Whether the budget was spent before the plan of the search was.
    pub spent: bool,
    /// Violations of the first failing completion; of these, the certain ones are in `certain`.
    pub violations: BTreeSet<Violation>,
    /// Rules violated in every completion tried.
    pub certain: BTreeSet<String>,
    /// Rules violated in some completion tried.
    pub possible: BTreeSet<String>,
    /// Ids of the leaves that decide between pass and fail, or between a judgement and an error.
    pub deciding: BTreeSet<Text>,
}

impl Outcome {
    /// How many completions were evaluated.
    pub fn tried(&self) -> usize {
        self.passed + self.failed + self.errors
    }

    /// Counts a judgement.
    pub(in super::super) fn count(&mut self, judgement: &Judgement) {
        let violations = match judgement {
            Ok(violations) => violations,
            Err(message) => {
                self.errors += 1;
                self.first_error.get_or_insert_with(|| message.clone());
                return;
            }
        };
        let rules: BTreeSet<String> = violations
            .iter()
            .map(|violation| violation.rule.clone())
            .collect();
        if self.passed + self.failed == 0 {
            self.certain.clone_from(&rules);
        } else {
            self.certain.retain(|rule| rules.contains(rule));
        }
        self.possible.extend(rules);
        if violations.is_empty() {
            self.passed += 1;
        } else {
            if self.failed == 0 {
                self.violations.clone_from(violations);
            }
            self.failed += 1;
        }
    }
}
