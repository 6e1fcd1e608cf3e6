//! `completions`: the script that completes this command line in a shell.

use clap::Args;
use clap_complete::Shell;

use super::{Context, Exit, Failure};

/// Prints the script that completes this command line in a shell
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(
        arguments.shell,
        &mut super::command(),
        "proofmark",
        &mut script,
    );
    context.output.text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Pass)
}
