//! `rego-worker`: serves as a worker process for foreign policies; not for people.

use clap::Args;

use crate::rego::worker_main;

use super::{Context, Exit, Failure};

/// Evaluates policies for another process
#[derive(Debug, Args)]
pub(super) struct Arguments {}

pub(super) fn run(_: &Arguments, _: &Context) -> Result<Exit, Failure> {
    worker_main()?;
    Ok(Exit::Pass)
}
