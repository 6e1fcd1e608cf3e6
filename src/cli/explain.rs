//! `explain`: why an artifact is graded as it is.

use std::sync::Arc;

use clap::Args;

use crate::grade::{Explanation, Gradable, Grader, Oracle, OracleError, explain};
use crate::rego::{Limits, with_engine_thread};
use crate::report::{Style, explanation_text};

use super::target::Target;
use super::{Context, Exit, Failure, Format, Progress};

/// Says why an artifact is graded as it is: the rule, the facts it uses, the resource, the source line
#[derive(Debug, Args)]
#[command(after_help = "Formats: human, json")]
pub(super) struct Arguments {
    #[command(flatten)]
    target: Target,

    /// Explains the checks that hold as well
    #[arg(long)]
    all: bool,

    /// Has no meaning here; an explanation needs no certificate
    #[arg(long, hide = true)]
    unproven: bool,

    /// Has no meaning here
    #[arg(long, hide = true)]
    batch: bool,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let format = context.format("explain", &[Format::Human, Format::Json])?;
    let root = context.root()?;
    let file = arguments.target.file.as_deref();
    let progress = file.map(|file| Progress::of_file(context.output, "grading", file));
    let resolved = arguments
        .target
        .resolve(&root, |scenario| Ok((Oracle::load(&root, scenario)?, None)))?;
    let gradable = resolved
        .gradable
        .map_err(|error| Failure::new(Exit::Ungradable, error))?;
    let oracle = Arc::new(resolved.oracle);
    let verdict = with_engine_thread(|| {
        Grader::new(oracle.clone(), &Limits::default())?.grade(&resolved.arm, &gradable)
    })
    .map_err(OracleError::from)??;
    drop(progress);
    let graph = match &gradable {
        Gradable::Graph(graph) => Some(graph),
        Gradable::Toolchain(_) | Gradable::Refused(_) => None,
    };
    let explanation: Explanation = explain(
        &oracle,
        &verdict,
        graph,
        resolved.source.as_deref(),
        arguments.all,
    );
    if format == Format::Json {
        context.output.json(&explanation)?;
    } else {
        let style = Style {
            color: context.output.colors_results(),
        };
        context
            .output
            .text(&explanation_text(&explanation, style))?;
    }
    Ok(super::grade::exit(verdict.verdict))
}
