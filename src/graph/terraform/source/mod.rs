//! Terraform and OpenTofu sources to a graph: a symbolic evaluation that needs no provider.
//!
//! Attributes of resources stay references; what decides whether and how often something exists is computed as far as
//! the configuration says it. Whatever is not known is unknown with a reason, an identity, and the references it mentions.

mod body;
mod choice;
mod decimal;
mod error;
mod evaluator;
mod expansion;
mod expression;
mod function;
mod index;
mod operator;
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

use std::collections::BTreeMap;

use crate::artifact::config::Configuration;
use crate::graph::{Graph, Options};
use crate::value::{Node, Text};

pub use error::EvaluationError;
use error::Fault;
use evaluator::Evaluator;

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
    from_configuration_with(configuration, options, &BTreeMap::new())
}

/// Builds the graph of a configuration in which a plan's variables go before all others.
pub fn from_configuration_with(
    configuration: &Configuration,
    options: &Options,
    planned: &BTreeMap<Text, Node>,
) -> Result<Graph, EvaluationError> {
    let chosen = options
        .variables
        .iter()
        .map(|(name, value)| (Text::from(name.as_str()), Node::text(value.as_str())));
    let mut given: BTreeMap<Text, Node> = chosen.collect();
    given.extend(
        planned
            .iter()
            .map(|(name, value)| (name.clone(), value.clone())),
    );
    match evaluate(configuration, &given, SHALLOW) {
        Err(EvaluationError::TooDeep { .. }) => std::thread::scope(|threads| {
            let deep = || evaluate(configuration, &given, DEEP);
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
    given: &BTreeMap<Text, Node>,
    depth: usize,
) -> Result<Graph, EvaluationError> {
    Evaluator::new(configuration, given, depth)
        .graph()
        .map_err(|fault| match fault {
            Fault::Fatal(error) => *error,
            Fault::Invalid(_) => EvaluationError::TooDeep { limit: depth },
        })
}
