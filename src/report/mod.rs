//! Reports: verdicts, proofs and graphs as texts for people and for other programs.

mod columns;
mod explanation;
pub mod github;
mod graph;
mod page;
mod proof;
mod record;
mod schema_tables;
mod verdict;

pub use explanation::explanation_text;
pub use graph::{dot, mermaid};
pub use page::proof_page;
pub use proof::{
    LibraryRecord, ProofRecord, ScenarioSources, gap_list, library_record, proof_record,
    proof_table, scenario_record,
};
pub use record::{
    Answer, AnswerFormat, CoveredPlace, EvalFormat, EvalRecord, EvaluatedDocument, EvaluatedResult,
    FactRow, FactsFormat, FactsRecord, Severity, TestFormat, TestRecord, TestRow, TestWord,
};
pub use schema_tables::schema_tables;
pub use verdict::{Style, verdict_text};
