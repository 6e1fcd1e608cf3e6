//! A proof told to people and to programs: one record, made once, that every format only shows.

mod collect;
mod gaps;
mod measure;
mod mutants;
mod record;
#[cfg(test)]
pub mod sample;
mod table;

pub use collect::{ScenarioSources, library_record, proof_record, scenario_record};
pub use gaps::gap_list;
pub use measure::MEASURES;
pub use record::{
    ArmRecord, ArtifactMutantsRecord, CatchRecord, FileLines, FixtureRecord, LibraryRecord,
    ProofRecord, Role, RuleMutantRecord, RuleMutantsRecord, RuleRecord, ScenarioRecord,
    ScenarioResult, counted,
};
pub use table::proof_table;
