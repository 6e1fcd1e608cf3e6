//! Artifact mutants: every wrong variant of every reference is graded, and must be rejected or accounted for.

mod fate;
mod place;
mod run;
mod tolerance;
mod touched;

pub use fate::{Fate, Graded, Mutant};
pub use run::{Artifact, MutantProof, prove_mutants};
