//! Grading: completions of a graph, what the rules say of them, and the verdict that follows.

mod candidates;
mod leaves;
mod search;
mod structural;

pub use candidates::{Candidates, DocumentPool, Pick, PooledDocument, Strategy, candidates};
pub use leaves::{Choice, Leaf, leaves};
pub use search::{Judgement, Outcome, Violation, search};
pub use structural::{Structure, StructureError};
