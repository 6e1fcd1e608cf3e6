//! Puts policy texts into an engine, one after the other, and lets it prepare them.

use std::sync::Arc;

use regorus::unstable::{Module, Ref};

use crate::source::{Finding, SourceText};
use crate::value::Node;

use super::builtins;
use super::bundle::{Origin, PolicyFile};
use super::convert::Input;
use super::error::RegoError;
use super::fault::{EngineMessage, about};

/// Advice for a file that is Rego v0.
const V0_HELP: &str =
    "this is Rego v0: write `deny contains result if { … }` instead of `deny[result] { … }`";

/// An engine that is being filled.
pub(super) struct Assembly(regorus::Engine);

impl Assembly {
    /// An empty engine with our builtins; errors of builtins are errors.
    pub fn new() -> Self {
        let mut engine = regorus::Engine::new();
        engine.set_strict_builtin_errors(true);
        engine.set_gather_prints(true);
        builtins::register(&mut engine);
        Self(engine)
    }

    /// Parses a file as Rego v1, or as v0 where its origin allows that.
    pub fn add(&mut self, source: &SourceText, origin: Origin) -> Result<PolicyFile, Box<Finding>> {
        let accept_v0 = origin == Origin::Foreign;
        let (package, v0) = match self.try_add(source, false) {
            Ok(package) => (package, false),
            Err(message) => match accept_v0.then(|| self.try_add(source, true).ok()).flatten() {
                Some(package) => (package, true),
                None => return Err(Box::new(refused(source, &message, accept_v0))),
            },
        };
        let Some(module) = self.last_module() else {
            let message = "the file holds no module";
            return Err(Box::new(about(source.name(), "syntax", message)));
        };
        let is_test = source.name().ends_with("_test.rego");
        Ok(PolicyFile {
            source: source.clone(),
            is_test,
            v0,
            package,
            module,
        })
    }

    /// Adds a file that was parsed before.
    pub fn add_again(&mut self, file: &PolicyFile) -> Result<(), RegoError> {
        self.try_add(&file.source, file.v0)
            .map(|_| ())
            .map_err(|message| RegoError::Refused {
                faults: vec![engine_fault(&file.source, &message)],
            })
    }

    fn try_add(&mut self, source: &SourceText, v0: bool) -> Result<String, String> {
        self.0.set_rego_v0(v0);
        let added = self
            .0
            .add_policy(source.name().to_string(), source.text().to_string());
        added.map_err(|error| error.to_string())
    }

    fn last_module(&mut self) -> Option<Ref<Module>> {
        self.0.get_modules().last().cloned()
    }

    /// Adds the base data; the engine is complete, but not prepared.
    pub fn finish(mut self, data: &Node) -> Result<regorus::Engine, RegoError> {
        self.0.set_rego_v0(false);
        let data = Input::new(data)?;
        let added = self.0.add_data(data.0);
        added.map_err(|error| RegoError::Engine {
            entry: "data".to_owned(),
            message: error.to_string(),
        })?;
        Ok(self.0)
    }
}

/// Lets the engine analyse and schedule the policies; its message when it refuses them.
pub(super) fn prepare(engine: &mut regorus::Engine) -> Result<(), String> {
    engine
        .eval_query("1".to_owned(), false)
        .map(|_| ())
        .map_err(|error| error.to_string())
}

/// A fault from the engine's text, in one file.
pub(super) fn engine_fault(source: &SourceText, text: &str) -> Finding {
    let message = EngineMessage::parse(text);
    message
        .located("syntax", [source])
        .unwrap_or_else(|| about(source.name(), "refused-by-engine", message.message.clone()))
}

fn refused(source: &SourceText, message: &str, accept_v0: bool) -> Finding {
    let fault = engine_fault(source, message);
    let is_v0 = !accept_v0 && Assembly::new().try_add(source, true).is_ok();
    if is_v0 {
        fault.with_help(V0_HELP)
    } else {
        fault
    }
}

/// An engine kept until the first evaluator takes it.
pub(super) type Spare = Arc<std::sync::Mutex<Option<regorus::Engine>>>;
