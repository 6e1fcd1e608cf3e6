//! Terraform and OpenTofu sources to a graph: a symbolic evaluation that needs no provider.
//!
//! Attributes of resources stay references; what decides whether and how often something exists is computed as far as
//! the configuration says it. Whatever is not known is unknown with a reason, an identity, and the references it mentions.

mod body;
mod choice;
mod condition;
mod conform;
mod data;
mod error;
mod evaluator;
mod expansion;
mod expression;
mod float;
mod function;
mod heredoc;
mod index;
mod kind;
mod known;
mod mark;
mod operator;
mod principal;
mod reference;
mod resource;
mod scope;
mod settle;
mod template;
mod traverse;
mod types;
mod unknown;
mod via;

#[cfg(test)]
mod tests;

use crate::artifact::config::Configuration;
use crate::graph::{Graph, Options};

pub use error::EvaluationError;
use error::Fault;
use evaluator::Evaluator;
use known::Known;
pub(super) use resource::{MODULE_NOT_EXPANDED, REMOTE_MODULE};

/// Evaluations nested within each other on the caller's stack.
const SHALLOW: usize = 96;
/// Evaluations nested within each other on a stack made for them.
const DEEP: usize = 2_000;
/// Size of that stack.
const DEEP_STACK: usize = 256 * 1024 * 1024;

/// Builds the graph of a configuration.
pub fn from_configuration(
    configuration: &Configuration,
    options: &Options,
) -> Result<Graph, EvaluationError> {
    evaluated(configuration, &Known::of(options, None))
}

/// Builds the graph of the configuration that a plan was made from, to be merged with the plan's.
///
/// The plan's variables, the data sources it has read and the keys of its instances go before what the sources say.
pub fn from_sources(
    configuration: &Configuration,
    options: &Options,
    plan: &Graph,
) -> Result<Graph, EvaluationError> {
    evaluated(configuration, &Known::of(options, Some(plan)))
}

fn evaluated(configuration: &Configuration, known: &Known) -> Result<Graph, EvaluationError> {
    match evaluate(configuration, known, SHALLOW) {
        Err(EvaluationError::TooDeep { .. }) => std::thread::scope(|threads| {
            let deep = || evaluate(configuration, known, DEEP);
            let too_deep = || EvaluationError::TooDeep { limit: SHALLOW };
            let thread = std::thread::Builder::new()
                .stack_size(DEEP_STACK)
                .spawn_scoped(threads, deep);
            thread
                .map_err(|_| too_deep())?
                .join()
                .map_err(|_| too_deep())?
        }),
        other => other,
    }
}

fn evaluate(
    configuration: &Configuration,
    known: &Known,
    depth: usize,
) -> Result<Graph, EvaluationError> {
    Evaluator::new(configuration, known, depth)
        .graph()
        .map_err(|fault| match fault {
            Fault::Fatal(error) => *error,
            Fault::Invalid(_) => EvaluationError::TooDeep { limit: depth },
        })
}
