//! `new`: scaffolds a scenario.

use clap::Args;

use crate::spec::scaffold;

use super::{Context, Exit, Failure};

/// Scaffolds a scenario: spec, policy and fixture folders for every arm
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The scenario's id: lower-case words joined by `-`
    id: String,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let root = context.root()?;
    let written = scaffold(&root, &arguments.id).map_err(Failure::usage)?;
    for path in &written {
        context.output.line(&root.relative(path))?;
    }
    let spec = root.relative(&root.spec_file(&arguments.id));
    context.output.remark(&format!(
        "next: write `{spec}`, then the rules, then record the fixtures"
    ));
    Ok(Exit::Pass)
}
