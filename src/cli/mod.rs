//! The command line: one file per verb.

mod check;
mod completions;
mod context;
mod eval;
mod exit;
mod explain;
mod facts;
mod grade;
mod graph;
mod new;
mod output;
mod progress;
mod prove;
mod rego_worker;
mod schema;
mod target;
mod test;
mod variant;

use std::panic::{self, AssertUnwindSafe};
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

pub use context::{Context, Format};
pub use exit::{Exit, Failure};
pub use output::{Color, Output};
pub use progress::Progress;

/// Proof-tested oracles for infrastructure as code.
///
/// Reads what an author produced, builds its graph, grades it with rules, and proves the rules before they grade anything.
#[derive(Debug, Parser)]
#[command(name = "proofmark", version, arg_required_else_help = true, after_help = exit::EXIT_CODES)]
struct CommandLine {
    #[command(flatten)]
    flags: context::GlobalFlags,
    #[command(subcommand)]
    verb: Verb,
}

/// One variant a verb; its arguments and its function stand in the file of its name.
#[derive(Debug, Subcommand)]
enum Verb {
    New(new::Arguments),
    Check(check::Arguments),
    Graph(graph::Arguments),
    Grade(grade::Arguments),
    Explain(explain::Arguments),
    Prove(prove::Arguments),
    Variant(variant::Arguments),
    Eval(eval::Arguments),
    Test(test::Arguments),
    Facts(facts::Arguments),
    Schema(schema::Arguments),
    Completions(completions::Arguments),
    #[command(hide = true)]
    RegoWorker(rego_worker::Arguments),
}

impl Verb {
    fn run(self, context: &Context) -> Result<Exit, Failure> {
        match self {
            Self::New(arguments) => new::run(&arguments, context),
            Self::Check(arguments) => check::run(&arguments, context),
            Self::Graph(arguments) => graph::run(&arguments, context),
            Self::Grade(arguments) => grade::run(&arguments, context),
            Self::Explain(arguments) => explain::run(&arguments, context),
            Self::Prove(arguments) => prove::run(&arguments, context),
            Self::Variant(arguments) => variant::run(&arguments, context),
            Self::Eval(arguments) => eval::run(&arguments, context),
            Self::Test(arguments) => test::run(&arguments, context),
            Self::Facts(arguments) => facts::run(&arguments, context),
            Self::RegoWorker(arguments) => rego_worker::run(&arguments, context),
            Self::Schema(arguments) => schema::run(&arguments, context),
            Self::Completions(arguments) => completions::run(&arguments, context),
        }
    }
}

/// Runs the command line with the process's arguments.
pub fn main() -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        let reason = panic.payload_as_str().unwrap_or("no reason given");
        let place = panic.location().map_or_else(String::new, |place| {
            format!(" ({}:{})", place.file(), place.line())
        });
        output::internal_error(&format!("{reason}{place}"));
    }));
    guarded(run).into()
}

/// What `verb` ends with; a panic is a failure of the program and of nobody else.
fn guarded(verb: impl FnOnce() -> Exit) -> Exit {
    panic::catch_unwind(AssertUnwindSafe(verb)).unwrap_or(Exit::Internal)
}

fn run() -> Exit {
    let command_line = match CommandLine::try_parse() {
        Ok(command_line) => command_line,
        Err(error) => {
            // A closed stream is no reason to fail: nobody is there to be told.
            let _ = error.print();
            return if error.use_stderr() {
                Exit::Usage
            } else {
                Exit::Pass
            };
        }
    };
    let context = Context::new(command_line.flags);
    command_line.verb.run(&context).unwrap_or_else(|failure| {
        context.output.failure(&failure);
        failure.exit
    })
}

/// The whole command line, for completions and documents made from it.
pub fn command() -> clap::Command {
    CommandLine::command()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_with_the_code_of_an_internal_error() {
        assert_eq!(guarded(|| panic!("on purpose")).code(), 70);
        assert_eq!(guarded(|| Exit::Ungradable).code(), 4);
    }

    #[test]
    fn the_command_line_is_consistent() {
        super::command().debug_assert();
    }
}
