//! What can go wrong between a folder of policies and a verdict.

use std::path::PathBuf;
use std::time::Duration;

use crate::source::Finding;

/// An error of the Rego engine room. None of them is ever a pass, nor a fail.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum RegoError {
    /// A file or folder cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// No `.rego` file was found.
    #[error("no policy in {folders}")]
    #[diagnostic(help("give a folder that holds at least one `.rego` file"))]
    EmptyBundle {
        /// The folders searched, quoted.
        folders: String,
    },
    /// The bundle has faults; all of them are listed.
    #[error("{}", count_of(faults))]
    Refused {
        /// Every fault found, in file order.
        #[related]
        faults: Vec<Finding>,
    },
    /// The rule or package to evaluate does not exist.
    #[error("`{entry}` is not defined in the policies")]
    UndefinedEntry {
        /// The entry point asked for.
        entry: String,
        /// What to do.
        #[help]
        help: Option<String>,
    },
    /// The rule exists but has no value for this input.
    #[error("`{entry}` is undefined for this input")]
    #[diagnostic(help(
        "give the rule a default, or write it as a set: `{entry} contains result if {{ … }}`"
    ))]
    Undefined {
        /// The entry point.
        entry: String,
    },
    /// An error while evaluating, with its place in the policy.
    #[error("`{entry}` failed: {fault}")]
    Evaluation {
        /// The entry point.
        entry: String,
        /// The located cause.
        #[diagnostic_source]
        #[source]
        fault: Box<Finding>,
    },
    /// An error while evaluating that the engine gives no place for.
    #[error("`{entry}` failed: {message}")]
    Engine {
        /// The entry point.
        entry: String,
        /// The engine's message.
        message: String,
    },
    /// The evaluation took longer than allowed.
    #[error("`{entry}` was stopped after {} ms", limit.as_millis())]
    #[diagnostic(help(
        "the rule may loop over too much; raise the limit only if the policy is known to be sound"
    ))]
    TimeLimit {
        /// The entry point.
        entry: String,
        /// The limit.
        limit: Duration,
    },
    /// The evaluation took more memory than allowed, or died of it.
    #[error("`{entry}` was stopped: it needs more than {} MiB of memory", limit >> 20)]
    MemoryLimit {
        /// The entry point.
        entry: String,
        /// The limit in bytes.
        limit: u64,
    },
    /// A rule gave a result that is not a result object or a text.
    #[error("`{entry}` gave a malformed result: {reason}")]
    #[diagnostic(help(
        "a result is a text, or `{{\"rule\": id, \"msg\": text, \"resource\": address, \"path\": pointer}}`"
    ))]
    MalformedResult {
        /// The entry point.
        entry: String,
        /// What is wrong with it, with the value.
        reason: String,
    },
    /// A value of the document has no exact counterpart in the engine.
    #[error("{reason} at `{pointer}`")]
    Inexact {
        /// JSON pointer into the document.
        pointer: String,
        /// What cannot be represented.
        reason: String,
    },
    /// No package has the namespace asked for.
    #[error("no package `{namespace}` in the policies")]
    UnknownNamespace {
        /// The namespace.
        namespace: String,
        /// The packages that exist.
        #[help]
        help: Option<String>,
    },
    /// The packages hold no rule that could have failed.
    #[error("no `deny`, `violation` or `warn` rule in {packages}")]
    #[diagnostic(help("name the package that holds the rules, or evaluate all packages"))]
    NoRules {
        /// The packages searched, quoted.
        packages: String,
    },
    /// There is no Rego test to run.
    #[error("no test to run{}", filter.as_ref().map(|filter| format!(" that matches `{filter}`")).unwrap_or_default())]
    #[diagnostic(help("tests are rules named `test_…`, in files named `…_test.rego`"))]
    NoTests {
        /// The filter given.
        filter: Option<String>,
    },
    /// A test rule has a value that is neither true nor false.
    #[error("`{entry}` is no test: its value is `{value}`")]
    #[diagnostic(help("write the test as `test_… if {{ … }}`"))]
    MalformedTest {
        /// The rule.
        entry: String,
        /// Its value.
        value: String,
    },
    /// A worker process could not be started or spoke out of turn.
    #[error("the policy worker failed while evaluating `{entry}`: {reason}")]
    Worker {
        /// The entry point, or the bundle while it loads.
        entry: String,
        /// What happened.
        reason: String,
    },
    /// The thread for the engine could not be started.
    #[error("cannot start the policy thread: {0}")]
    Thread(String),
}

fn count_of(faults: &[Finding]) -> String {
    match faults {
        [fault] => format!("the policies are refused: {fault}"),
        _ => format!("the policies are refused: {} faults", faults.len()),
    }
}

impl RegoError {
    /// The faults of a refused bundle; empty for every other error.
    pub fn faults(&self) -> &[Finding] {
        match self {
            Self::Refused { faults } => faults,
            _ => &[],
        }
    }
}
