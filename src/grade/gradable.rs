//! What can be graded: a graph, a record of the toolchain's rejection, or what no service or tool takes.

use std::path::Path;

use miette::Diagnostic;
use thiserror::Error;

use crate::arm::{Arm, ArtifactKind, Family, Requirement};
use crate::artifact::template::TemplateError;
use crate::artifact::{ReadError, ToolchainRecord};
use crate::graph::{Graph, LoadError, Loaded, Note, Options, Tool, load};

/// An artifact that was read.
#[derive(Debug)]
pub enum Gradable {
    /// Its graph, merged with the sources where the arm asks for them.
    Graph(Graph),
    /// The toolchain said something about the sources instead.
    Toolchain(ToolchainRecord),
    /// A template or a configuration that is well-formed, and that is refused for a fault of its author.
    Refused(Refusal),
}

/// Why a well-formed artifact is refused wherever it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Who refuses it.
    pub by: &'static str,
    /// What it is.
    pub what: &'static str,
    /// The fault.
    pub message: String,
    /// The file and the line, from 1, of the fault.
    pub place: Option<(String, usize)>,
}

impl Refusal {
    /// Terraform's, for what `error` says.
    fn of_configuration(error: &dyn Diagnostic) -> Self {
        let first = error.related().and_then(|mut related| related.next());
        let first = first.unwrap_or(error);
        Self {
            by: "Terraform",
            what: "configuration",
            message: first.to_string(),
            place: place(first),
        }
    }
}

/// The file and line that a diagnostic underlines.
fn place(error: &dyn Diagnostic) -> Option<(String, usize)> {
    let label = error.labels()?.next()?;
    let shown = error.source_code()?.read_span(label.inner(), 0, 0).ok()?;
    Some((shown.name()?.to_owned(), shown.line() + 1))
}

/// Why an artifact cannot be handed to an oracle.
#[derive(Debug, Error, Diagnostic)]
pub enum GradableError {
    /// The arm's oracle needs the sources.
    #[error("arm `{arm}` is graded together with the sources, and none are given")]
    #[diagnostic(help(
        "add `--source DIR` with the author's workspace: a plan does not say how an expression uses what it mentions"
    ))]
    SourceMissing {
        /// The arm.
        arm: String,
    },
    /// The artifact is of another family than the arm's.
    #[error("`{file}` holds {found} resources, and arm `{arm}` is graded on {wanted}")]
    #[diagnostic(help("choose the arm that the artifact was made on"))]
    OtherFamily {
        /// The artifact.
        file: String,
        /// Its family.
        found: &'static str,
        /// The arm.
        arm: String,
        /// The arm's family.
        wanted: &'static str,
    },
    /// The artifact cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Load(#[from] LoadError),
}

impl GradableError {
    /// Whether the caller made a mistake, rather than the artifact being unusable.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::SourceMissing { .. } | Self::OtherFamily { .. } => true,
            Self::Load(error) => error.is_usage(),
        }
    }
}

impl From<ReadError> for GradableError {
    fn from(error: ReadError) -> Self {
        Self::Load(LoadError::from(error))
    }
}

/// The options with which the artifacts of `arm` are read.
pub fn options_of(arm: &Arm, options: &Options) -> Options {
    let command = arm.commands.build.first();
    let tool = if command.is_some_and(|command| command == "terraform") {
        Tool::Terraform
    } else {
        Tool::OpenTofu
    };
    Options {
        tool,
        ..options.clone()
    }
}

/// Reads the artifact at `path` as `arm` wants it.
pub fn read_gradable(
    arm: &Arm,
    path: &Path,
    source: Option<&Path>,
    options: &Options,
) -> Result<Gradable, GradableError> {
    let options = options_of(arm, options);
    let loaded = match load(path, source, &options) {
        Err(LoadError::Template(TemplateError::Refused(fault)))
            if arm.family == Family::Cloudformation =>
        {
            return Ok(Gradable::Refused(Refusal {
                by: "CloudFormation",
                what: "template",
                message: fault.message.clone(),
                place: Some(fault.place()),
            }));
        }
        Err(error)
            if arm.artifact.kind == ArtifactKind::Configuration
                && error.is_fault_of_the_author() =>
        {
            return Ok(Gradable::Refused(Refusal::of_configuration(&error)));
        }
        loaded => loaded?,
    };
    match loaded {
        Loaded::Toolchain(record) => Ok(Gradable::Toolchain(record)),
        Loaded::Graph(graph) => {
            let fails = |note: &&Note| note.code == "condition-fails";
            if arm.artifact.kind == ArtifactKind::Configuration
                && let Some(note) = graph.notes.iter().find(fails)
            {
                return Ok(Gradable::Refused(Refusal {
                    by: "Terraform",
                    what: "configuration",
                    message: note.message.clone(),
                    place: None,
                }));
            }
            let family = graph.kind.family();
            if family != arm.family {
                return Err(GradableError::OtherFamily {
                    file: path.display().to_string(),
                    found: family.as_str(),
                    arm: arm.name.clone(),
                    wanted: arm.family.as_str(),
                });
            }
            if source.is_none() && arm.requires.contains(&Requirement::Source) {
                return Err(GradableError::SourceMissing {
                    arm: arm.name.clone(),
                });
            }
            Ok(Gradable::Graph(graph))
        }
    }
}
