//! `graph`: the normal form of an artifact.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::graph::{Completion, Loaded, Options, Scope, completed, load, redacted, symbolic};
use crate::report::{dot, mermaid};

use super::target::GraphOptions;
use super::{Context, Exit, Failure, Format, Progress};

/// Prints the graph of an artifact
#[derive(Debug, Args)]
#[command(after_help = "Formats: json, or one of --as")]
pub(super) struct Arguments {
    /// A plan, a state, a template, a folder with `*.tf` or `*.tf.json` files, one such file, or a `cdk.out` folder; `-` is standard input
    file: PathBuf,

    /// The author's sources, which say what a plan leaves open
    #[arg(long, value_name = "DIR")]
    source: Option<PathBuf>,

    #[command(flatten)]
    options: GraphOptions,

    /// Which resources of a plan
    #[arg(long, value_enum, default_value_t = ScopeName::All)]
    scope: ScopeName,

    /// The form it is printed in
    #[arg(long = "as", value_enum, default_value_t = Shape::Json)]
    shape: Shape,

    /// The same as `--as json`
    #[arg(long)]
    json: bool,

    /// Prints what rules see: every open value replaced by the first that is tried
    #[arg(long)]
    completed: bool,

    /// Prints sensitive values as they are
    #[arg(long)]
    reveal_sensitive: bool,
}

/// Which resources of a plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ScopeName {
    /// Every resource.
    All,
    /// Only what the plan changes.
    Changed,
}

/// Forms of a graph.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Shape {
    /// The document that rules see.
    Json,
    /// A Mermaid flowchart.
    Mermaid,
    /// The language of Graphviz.
    Dot,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    context.format("graph", &[Format::Human, Format::Json])?;
    let scope = match arguments.scope {
        ScopeName::All => Scope::All,
        ScopeName::Changed => Scope::Changed,
    };
    let options = Options {
        scope,
        ..arguments.options.options()
    };
    let progress = Progress::of_file(context.output, "reading", &arguments.file);
    let loaded = load(&arguments.file, arguments.source.as_deref(), &options)?;
    let Loaded::Graph(mut graph) = loaded else {
        return Err(Failure::usage_message(
            format!(
                "`{}` is a toolchain record and has no graph",
                arguments.file.display()
            ),
            "`proofmark grade` reads it",
        ));
    };
    if !arguments.reveal_sensitive {
        graph = redacted(graph);
    }
    let document = if arguments.completed {
        completed(&graph, &Completion::default())
    } else {
        symbolic(&graph)
    };
    drop(progress);
    match arguments.shape {
        Shape::Mermaid => context.output.text(&mermaid(&document))?,
        Shape::Dot => context.output.text(&dot(&document))?,
        Shape::Json => context.output.json(&document)?,
    }
    Ok(Exit::Pass)
}
