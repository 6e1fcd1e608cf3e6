//! The grading proof: an oracle grades its own references, planted bugs and idle workspaces, and every gap is named.

mod equivalence;
mod fixture;
mod gap;
mod library;
mod mutants;
mod respell;
pub mod rule_mutants;
mod run;
mod unknowns;
pub mod variant;
mod watch;
mod witness;

pub use equivalence::{EquivalenceProof, equivalence};
pub use fixture::{Expectation, Fixture, fixtures};
pub use gap::{Gap, GapKind};
pub use library::{LibraryProof, prove_library};
pub use mutants::{Artifact, Fate, Graded as GradedMutant, Mutant, MutantProof, prove_mutants};
pub use respell::{RespellingProof, respell};
pub use run::{ProofError, ScenarioProof, prove};
pub use unknowns::{UnknownProof, unknowns};
pub use watch::Watch;
pub use witness::prove_witnesses;
