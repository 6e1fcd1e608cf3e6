//! Grading: completions of a graph, what the rules say of them, and the verdict that follows.

mod candidates;
mod explain;
mod gradable;
mod grader;
mod leaves;
mod oracle;
mod recording;
mod search;
mod structural;
mod verdict;
mod vocabulary;

pub use candidates::{Candidates, Pick, Pool, Pooled, Referent, Sources, Strategy, candidates};
pub use explain::{ExplainedCheck, ExplainedFinding, Explanation, explain};
pub use gradable::{Gradable, GradableError, Refusal, options_of, read_gradable};
pub use grader::{BUDGET, Document, Grader};
pub use leaves::{Choice, ENVIRONMENT, Leaf, Place, leaves};
pub use oracle::{Oracle, OracleError, Rule, policy_rule};
pub use recording::Recording;
pub use search::{Judge, Judgement, Outcome, Violation, search};
pub use structural::{Structure, StructureError};
pub use verdict::{
    CaughtAt, CheckOutcome, CheckStatus, Completions, DecidingLeaf, FindingOutcome, SourceLine,
    Status, VERDICT_SCHEMA, Verdict,
};
pub use vocabulary::Vocabulary;
