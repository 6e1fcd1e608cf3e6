//! What a proof states: its canonical bytes and the hashes that bind it; read by `grade`, written by `proof`.

mod binding;
mod model;

pub use binding::{Binding, CertificateError, certified, hash_file, hash_tree};
pub use model::{
    CERTIFICATE_SCHEMA, Certificate, Counts, EquivalenceCounts, FixtureRow, Lines, RuleRow, Tries,
    UnknownCounts, canonical_bytes, hash_bytes,
};
