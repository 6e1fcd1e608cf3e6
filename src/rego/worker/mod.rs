//! Foreign policies run in worker processes, which can be given less memory and killed.

mod pool;
mod process;
mod wire;

pub use pool::{WorkerCommand, WorkerPool};
pub use process::worker_main;

/// The hidden verb under which the program serves as a worker.
pub const WORKER_VERB: &str = "rego-worker";

#[cfg(test)]
mod tests;
