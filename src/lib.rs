//! Proof-tested oracles for infrastructure as code: read an artifact, build its graph, grade it with Rego, prove the grader.
//!
//! ```text
//! spec ──────────────────────────────────────────────► prove ──► certificate
//!                                                        ▲
//! artifact ──read──► graph ──complete──► facts ──► rules ──► verdict
//! ```
//!
//! Modules may depend only on those below them in this list; a test reads the `use crate::` lines and enforces it:
//! `cli`, `report`, `check`, `proof`, `grade`, `certificate` / `rego` / `graph`, `artifact`, `spec` / `arm`, `value` / `source`.

pub mod arm;
pub mod artifact;
pub mod certificate;
pub mod check;
pub mod cli;
pub mod grade;
pub mod graph;
pub mod proof;
pub mod rego;
pub mod report;
pub mod source;
pub mod spec;
pub mod value;
