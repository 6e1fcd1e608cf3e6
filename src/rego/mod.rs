//! The embedded Rego engine, and the only importer of it: bundles, checks before load, evaluation, coverage.
//!
//! Policies are loaded into a [`Bundle`], which refuses what the engine would only find out while it evaluates.
//! An [`Evaluator`] answers for one thread; foreign policies go to a pool of worker processes instead.
//!
//! The program should set `RUST_LIB_BACKTRACE=0` before it starts a thread: the engine's errors otherwise each take a
//! backtrace, which costs most of an evaluation that fails.

mod assembly;
mod builtins;
mod bundle;
mod check;
mod convert;
mod coverage;
mod entry;
mod error;
mod evaluator;
mod fault;
mod files;
mod json;
mod lint;
mod metadata;
mod mutant;
mod outcome;
mod probe;
mod reach;
mod suite;
mod syntax;
mod thread;
mod trace;
mod worker;

pub use bundle::{Bundle, BundleOptions, Origin, PolicyFile};
pub use convert::{Input, InputForm};
pub use coverage::{Coverage, FileCoverage};
pub use entry::{EntryPoint, Finding, Namespaces, Severity, entry_points};
pub use error::RegoError;
pub use evaluator::{Evaluator, Limits};
pub use lint::{LintOptions, lint};
pub use metadata::{Annotation, AnnotationScope};
pub use mutant::{Exchange, Mutant, NotLoaded, Operator, mutants, operators};
pub use outcome::{ResultShape, RuleResult};
pub use probe::{FactValue, Probe, Readings};
pub use suite::{TestOutcome, TestStatus, passes, run_tests};
pub use thread::{STACK_BYTES, engine_pool, with_engine_thread};
pub use trace::{Trace, Tracer};
pub use worker::{WORKER_VERB, WorkerCommand, WorkerPool, worker_main};
