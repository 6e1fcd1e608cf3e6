//! Policies of which one file is exchanged again and again; the others are parsed once.

use std::collections::BTreeSet;
use std::sync::Arc;

use regorus::unstable::Module;

use super::super::assembly::{Assembly, prepare};
use super::super::bundle::Bundle;
use super::super::check::{Path, path_of};
use super::super::error::RegoError;
use super::super::evaluator::{Evaluator, Limits, Names};
use super::super::fault::EngineMessage;
use super::super::syntax;

/// Why a changed file cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NotLoaded(pub String);

/// A bundle without one of its files, ready to take that file in another text.
pub struct Exchange {
    names: Arc<Names>,
    name: String,
    rest: regorus::Engine,
    /// What the file defines, which a changed text has to define as well.
    defined: BTreeSet<(Path, Option<usize>)>,
    limits: Limits,
}

impl Exchange {
    /// For one file of a bundle; `None` where the bundle does not hold it.
    pub fn new(bundle: &Bundle, name: &str, limits: &Limits) -> Result<Option<Self>, RegoError> {
        let Some(file) = bundle
            .files()
            .iter()
            .find(|file| **file.source.name() == *name)
        else {
            return Ok(None);
        };
        let mut assembly = Assembly::new();
        let mut needed = defined_in(&file.module);
        for other in bundle.files() {
            if other.source.name() != file.source.name() {
                assembly.add_again(other)?;
                if other.package == file.package {
                    for elsewhere in defined_in(&other.module) {
                        needed.remove(&elsewhere);
                    }
                }
            }
        }
        Ok(Some(Self {
            names: Names::of(bundle),
            name: name.to_owned(),
            rest: assembly.finish(bundle.data())?,
            defined: needed,
            limits: *limits,
        }))
    }

    /// The policies with `text` for the file.
    ///
    /// What the engine refuses does not load, nor does a text that no longer defines all that others may use: the
    /// engine would take a call of what is missing for an error of the evaluation.
    pub fn with(&self, text: &str) -> Result<Evaluator, NotLoaded> {
        let mut engine = self.rest.clone();
        let refused = |message: &str| NotLoaded(EngineMessage::parse(message).message);
        engine
            .add_policy(self.name.clone(), text.to_owned())
            .map_err(|error| refused(&error.to_string()))?;
        let module = engine.get_modules().last().cloned();
        let now = module.map(|module| defined_in(&module)).unwrap_or_default();
        if let Some((path, _)) = self.defined.difference(&now).next() {
            return Err(NotLoaded(format!("`{}` is not defined", path.join("."))));
        }
        prepare(&mut engine).map_err(|message| refused(&message))?;
        Ok(Evaluator::of(engine, self.names.clone(), &self.limits))
    }
}

impl std::fmt::Debug for Exchange {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Exchange").field(&self.name).finish()
    }
}

fn defined_in(module: &Module) -> BTreeSet<(Path, Option<usize>)> {
    let rules = module.policy.iter();
    rules
        .map(|rule| (path_of(syntax::head_reference(rule)), syntax::arity(rule)))
        .collect()
}
