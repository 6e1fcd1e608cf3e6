//! One engine on one thread: prepared once, used for any number of documents.

use std::num::NonZeroU32;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Duration;

use regorus::Value;
use regorus::utils::limits::ExecutionTimerConfig;

use crate::source::SourceText;
use crate::value::Node;

use super::bundle::Bundle;
use super::check::closest_name;
use super::convert::{Input, to_node};
use super::coverage::Coverage;
use super::error::RegoError;
use super::fault::EngineMessage;
use super::outcome::{self, ResultShape, RuleResult};
use super::thread::{is_engine_thread, with_engine_thread};

/// Work units of the engine between two looks at the clock.
const CHECK_INTERVAL: NonZeroU32 = NonZeroU32::new(256).unwrap();

/// What one evaluation may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Wall-clock time of one evaluation.
    pub time: Duration,
    /// Memory of a worker process (address space); evaluations in process are not measured.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: Duration::from_secs(5),
            memory: 2 << 30,
        }
    }
}

/// An engine with a bundle in it. It belongs to one thread; build one for each.
///
/// Policies are evaluated on a thread made by [`with_engine_thread`] or [`engine_pool`](super::engine_pool); on any other thread
/// each evaluation starts one of its own, which costs some ten microseconds.
pub struct Evaluator {
    pristine: regorus::Engine,
    working: Option<regorus::Engine>,
    names: Arc<Names>,
    limits: Limits,
    prints: Vec<String>,
}

/// What can be evaluated by name, and the files that errors are located in.
pub(super) struct Names {
    rules: Vec<String>,
    packages: Vec<String>,
    sources: Vec<SourceText>,
}

impl Names {
    /// What a bundle offers.
    pub fn of(bundle: &Bundle) -> Arc<Self> {
        let mut rules = bundle.rule_paths();
        rules.sort_unstable();
        let files = bundle.files().iter();
        Arc::new(Self {
            rules,
            packages: bundle.packages().into_iter().map(str::to_owned).collect(),
            sources: files.map(|file| file.source.clone()).collect(),
        })
    }
}

impl std::fmt::Debug for Evaluator {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("Evaluator")
            .field("rules", &self.names.rules)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}

impl Evaluator {
    /// Builds and prepares an engine that shares nothing with other engines.
    pub fn new(bundle: &Bundle, limits: &Limits) -> Result<Self, RegoError> {
        Ok(Self::of(bundle.engine()?, Names::of(bundle), limits))
    }

    /// An engine that was prepared already.
    pub(super) fn of(mut engine: regorus::Engine, names: Arc<Names>, limits: &Limits) -> Self {
        engine.set_execution_timer_config(ExecutionTimerConfig {
            limit: limits.time,
            check_interval: CHECK_INTERVAL,
        });
        Self {
            pristine: engine,
            working: None,
            names,
            limits: *limits,
            prints: Vec::new(),
        }
    }

    /// Adds a builtin that no policy may know of but those written for it.
    pub(super) fn extend(
        &mut self,
        name: &str,
        arity: u8,
        builtin: impl Fn(Vec<Value>) -> Value + Clone + Send + Sync + 'static,
    ) -> Result<(), RegoError> {
        let extension = move |arguments: Vec<Value>| Ok(builtin(arguments));
        let added = self
            .pristine
            .add_extension(name.to_owned(), arity, Box::new(extension));
        self.working = None;
        added.map_err(|error| RegoError::Engine {
            entry: name.to_owned(),
            message: error.to_string(),
        })
    }

    /// The limits evaluations run under.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Whether `entry` (`data.…`) is a rule, not a function, of the bundle.
    pub fn has_rule(&self, entry: &str) -> bool {
        self.names
            .rules
            .binary_search_by(|rule| rule.as_str().cmp(entry))
            .is_ok()
    }

    /// The value of a rule, or of a package, for `input`. Undefined is an error.
    pub fn evaluate(&mut self, input: &Input, entry: &str) -> Result<Node, RegoError> {
        let value = self.value(input, entry)?;
        to_node(&value).ok_or_else(|| RegoError::Undefined {
            entry: entry.to_owned(),
        })
    }

    /// The results of a rule such as `data.scenarios.x.deny`; malformed results are an error.
    pub fn results(&mut self, input: &Input, entry: &str) -> Result<Vec<RuleResult>, RegoError> {
        self.results_as(input, entry, ResultShape::Strict)
    }

    /// The results of a rule, read as `shape` says.
    pub fn results_as(
        &mut self,
        input: &Input,
        entry: &str,
        shape: ResultShape,
    ) -> Result<Vec<RuleResult>, RegoError> {
        let value = self.value(input, entry)?;
        outcome::results(entry, &value, shape)
    }

    pub(super) fn value(&mut self, input: &Input, entry: &str) -> Result<Value, RegoError> {
        let is_rule = self.has_rule(entry);
        if !is_rule && !self.is_package(entry) {
            return Err(self.undefined_entry(entry));
        }
        if is_engine_thread() {
            return self.value_here(input, entry, is_rule);
        }
        with_engine_thread(|| self.value_here(input, entry, is_rule))?
    }

    fn is_package(&self, entry: &str) -> bool {
        self.names.packages.iter().any(|package| package == entry)
    }

    fn value_here(
        &mut self,
        input: &Input,
        entry: &str,
        is_rule: bool,
    ) -> Result<Value, RegoError> {
        let mut engine = self.working.take().unwrap_or_else(|| self.pristine.clone());
        engine.set_input(input.0.clone());
        let evaluated = catch_unwind(AssertUnwindSafe(|| {
            if is_rule {
                engine.eval_rule(entry.to_owned())
            } else {
                engine.eval_query(entry.to_owned(), false).map(|results| {
                    let first = results
                        .result
                        .first()
                        .and_then(|result| result.expressions.first());
                    first.map_or(Value::Undefined, |expression| expression.value.clone())
                })
            }
        }));
        self.prints = engine.take_prints().unwrap_or_default();
        match evaluated {
            Ok(Ok(value)) => {
                engine.set_input(Value::Null);
                self.working = Some(engine);
                Ok(value)
            }
            // An engine that failed may be left in the middle of a `with`: the next document gets a fresh one.
            Ok(Err(error)) => Err(self.error(entry, &error.to_string())),
            Err(_) => Err(RegoError::Engine {
                entry: entry.to_owned(),
                message: "a builtin panicked".to_owned(),
            }),
        }
    }

    fn error(&self, entry: &str, text: &str) -> RegoError {
        let entry = entry.to_owned();
        if text.contains("execution exceeded time limit") {
            return RegoError::TimeLimit {
                entry,
                limit: self.limits.time,
            };
        }
        let message = EngineMessage::parse(text);
        match message.located("evaluation", self.names.sources.iter()) {
            Some(fault) => RegoError::Evaluation {
                entry,
                fault: Box::new(fault),
            },
            None => RegoError::Engine {
                entry,
                message: message.message,
            },
        }
    }

    fn undefined_entry(&self, entry: &str) -> RegoError {
        let names = self
            .names
            .rules
            .iter()
            .chain(&self.names.packages)
            .map(String::as_str);
        let help = closest_name(entry, names).map(|name| format!("did you mean `{name}`?"));
        RegoError::UndefinedEntry {
            entry: entry.to_owned(),
            help,
        }
    }

    /// What the policies printed during the last evaluation, with file and line.
    pub fn prints(&self) -> &[String] {
        &self.prints
    }

    /// Starts to record which lines are executed; what was recorded before is dropped.
    pub fn record_coverage(&mut self) {
        self.working = None;
        self.pristine.set_enable_coverage(true);
        self.pristine.clear_coverage_data();
        self.working = Some(self.pristine.clone());
    }

    /// Drops what was recorded, and goes on recording.
    pub fn forget_coverage(&mut self) {
        if let Some(engine) = &mut self.working {
            engine.clear_coverage_data();
        }
    }

    /// The lines executed since recording began.
    ///
    /// An evaluation that fails takes its record with it.
    pub fn coverage(&self) -> Result<Coverage, RegoError> {
        let engine = self.working.as_ref().unwrap_or(&self.pristine);
        let report = engine
            .get_coverage_report()
            .map_err(|error| RegoError::Engine {
                entry: "coverage".to_owned(),
                message: error.to_string(),
            })?;
        Ok(Coverage::of(&report))
    }
}

#[cfg(test)]
mod tests;
