//! Mutants of policies: every one is noticed by a fixture or a Rego test, or listed as equivalent with an argument.

mod jury;
mod known;
mod library;
mod scenario;
mod trial;
mod weigh;

pub use jury::Judged;
pub use known::{EquivalentsError, known_mutants, listed_equivalents};
pub use library::mutate_library;
pub use scenario::mutate_scenario;
pub use weigh::Weighed;

#[cfg(test)]
mod tests;
