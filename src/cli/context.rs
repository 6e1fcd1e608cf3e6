//! The flags that every verb shares, and what they mean for the verb.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::spec::Root;

use super::exit::Failure;
use super::output::{Color, Output};

/// Flags of every verb.
#[derive(Debug, Clone, Args)]
pub(super) struct GlobalFlags {
    /// The project's root folder [default: the nearest one upwards that holds `specs` and `policies`]
    #[arg(
        long,
        global = true,
        value_name = "DIR",
        help_heading = "Common options"
    )]
    root: Option<PathBuf>,

    /// How results are written; each verb says which formats it has
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        help_heading = "Common options",
        hide_possible_values = true
    )]
    format: Format,

    /// Shows results only
    #[arg(long, short, global = true, help_heading = "Common options")]
    quiet: bool,

    /// When colours are used; `NO_COLOR` is respected
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "WHEN",
        help_heading = "Common options"
    )]
    color: Color,

    /// How many things are done at once [default: the number of processors]
    #[arg(
        long,
        short,
        global = true,
        value_name = "N",
        help_heading = "Common options"
    )]
    jobs: Option<std::num::NonZeroUsize>,
}

/// A format of results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Format {
    /// Text for people.
    #[default]
    Human,
    /// JSON with a schema and a version.
    Json,
    /// JUnit XML.
    Junit,
    /// SARIF 2.1.0.
    Sarif,
    /// Annotations of GitHub workflows.
    Github,
    /// Test Anything Protocol.
    Tap,
}

/// What a verb runs in.
#[derive(Debug)]
pub struct Context {
    flags: GlobalFlags,
    /// Where results and remarks go.
    pub output: Output,
}

impl Context {
    pub(super) fn new(flags: GlobalFlags) -> Self {
        let output = Output::new(flags.quiet, flags.color);
        Self { flags, output }
    }

    /// The project's root folder.
    pub fn root(&self) -> Result<Root, Failure> {
        Ok(Root::discover(self.flags.root.as_deref())?)
    }

    /// The format asked for, refused when it is not one of those the verb has.
    pub fn format(&self, verb: &str, known: &[Format]) -> Result<Format, Failure> {
        let name = |format: &Format| {
            format
                .to_possible_value()
                .map_or_else(String::new, |value| value.get_name().to_owned())
        };
        if known.contains(&self.flags.format) {
            return Ok(self.flags.format);
        }
        let names: Vec<String> = known.iter().map(name).collect();
        Err(Failure::usage_message(
            format!("`{verb}` has no format `{}`", name(&self.flags.format)),
            format!("it has `{}`", names.join("`, `")),
        ))
    }

    /// How many things are done at once.
    pub fn jobs(&self) -> usize {
        let processors =
            || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        self.flags
            .jobs
            .map_or_else(processors, std::num::NonZeroUsize::get)
    }
}
