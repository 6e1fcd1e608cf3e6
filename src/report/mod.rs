//! Reports: verdicts, proofs and graphs as texts for people and for other programs.

mod explanation;
pub mod github;
mod graph;
mod proof;
mod record;
mod rule_mutants;
mod schema_tables;
mod verdict;

pub use explanation::explanation_text;
pub use graph::{dot, mermaid};
pub use proof::{gap_list, proof_table};
pub use record::{
    Answer, AnswerFormat, CoveredPlace, EvalFormat, EvalRecord, EvaluatedDocument, EvaluatedResult,
    FactRow, FactsFormat, FactsRecord, ProofFormat, ProofRecord, Severity, TestFormat, TestRecord,
    TestRow, TestWord,
};
pub use rule_mutants::{library_lines, mutant_lines};
pub use schema_tables::schema_tables;
pub use verdict::{Style, verdict_text};
