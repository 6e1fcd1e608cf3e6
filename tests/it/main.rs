//! Integration tests of the library and the command line.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod architecture;
mod bad_input;
mod bad_sources;
mod cli;
mod corpus;
mod docs;
mod documents;
mod equivalence;
mod faults;
mod injection;
mod licences;
mod mutants;
mod pairs;
mod planned_variants;
mod policy_documents;
mod property_defaults;
mod prove;
mod spellings;
mod tries;
mod unknowns;
mod witnesses;
mod written_variants;
