//! What a proof states: its canonical bytes and the hashes that bind it; read by `grade`, written by `proof`.

mod binding;
mod library;
mod model;
mod mutants;

pub use binding::{Binding, CertificateError, certified, hash_file, hash_tree, unchanged};
pub use library::{LIBRARY_SCHEMA, LibraryBinding, LibraryCertificate, LibraryCounts};
pub use model::{
    CERTIFICATE_SCHEMA, Certificate, Counts, EquivalenceCounts, FixtureRow, Lines, MutantCounts,
    MutantRow, RespellingCount, RuleRow, Tries, UnknownCounts, canonical_bytes, hash_bytes,
};
pub use mutants::{RuleMutants, Survivor};
