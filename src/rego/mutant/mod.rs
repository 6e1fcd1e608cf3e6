//! Mutants of policies: small machine-made changes of rules and facts, one text edit each, that a proof has to notice.
//!
//! A mutant is made from the engine's syntax tree, which has a byte span for every node. Each operator looks at one
//! [`site`] after the other and names the changes it would make there; [`operator`] lists them all.

mod exchange;
mod make;
mod message;
mod model;
mod operator;
mod page;
mod site;
mod walk;

pub use exchange::{Exchange, NotLoaded};
pub use make::mutants;
pub use model::Mutant;
pub use operator::operators;
pub use site::Operator;

#[cfg(test)]
mod tests;
