//! From a path to a graph: the artifact is read, its kind recognised, and its sources merged in.

use std::io::ErrorKind;
use std::path::Path;

use miette::Diagnostic;
use thiserror::Error;

use crate::artifact::config::{ConfigError, Configuration};
use crate::artifact::template::{Template, TemplateError, read_cloud_assembly};
use crate::artifact::{
    Artifact, DEFAULT_LIMIT, ReadError, Recognised, ToolchainRecord, read_path, recognise,
    recognise_opening,
};
use crate::source::SourceText;

use super::cloudformation::from_templates;
use super::model::Graph;
use super::options::Options;
use super::terraform::{EvaluationError, from_configuration, from_sources};
use super::terraform::{from_plan, from_state, merge_sources};

/// What a path holds.
#[derive(Debug)]
pub enum Loaded {
    /// An artifact's graph.
    Graph(Graph),
    /// A record of the toolchain.
    Toolchain(ToolchainRecord),
}

/// Why a path yields no graph.
#[derive(Debug, Error, Diagnostic)]
pub enum LoadError {
    /// The artifact cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Read(#[from] ReadError),
    /// The sources cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Config(#[from] ConfigError),
    /// The sources cannot be evaluated.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Evaluation(#[from] EvaluationError),
    /// The template cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Template(#[from] TemplateError),
}

impl LoadError {
    /// Whether the caller made a mistake, rather than the artifact being unusable.
    pub fn is_usage(&self) -> bool {
        match self {
            Self::Read(error) => error.is_usage(),
            Self::Config(ConfigError::Io { reason, .. }) => reason.kind() == ErrorKind::NotFound,
            Self::Template(error) => matches!(error, TemplateError::UnknownParameter { .. }),
            Self::Config(_) | Self::Evaluation(_) => false,
        }
    }

    /// Whether a configuration was read and is one that Terraform refuses wherever it is run.
    pub fn is_fault_of_the_author(&self) -> bool {
        match self {
            Self::Config(error) => error.is_fault_of_the_author(),
            Self::Evaluation(error) => matches!(error, EvaluationError::Cycle { .. }),
            Self::Read(_) | Self::Template(_) => false,
        }
    }
}

/// Another way to write what was read, on its way into a graph.
pub trait Rewrite {
    /// Writes a template in another way; `None` leaves it as it is.
    fn template(&self, template: &Template) -> Option<Template>;

    /// Writes the expressions of a configuration in another way.
    fn configuration(&self, configuration: &mut Configuration);
}

/// What was read stays as it is.
struct AsRead;

impl Rewrite for AsRead {
    fn template(&self, _: &Template) -> Option<Template> {
        None
    }

    fn configuration(&self, _: &mut Configuration) {}
}

/// Reads the artifact at `path` (`-` is standard input, a folder is a configuration or a `cdk.out`) and builds its graph.
/// With `sources`, a plan's graph is merged with the configuration in that folder.
pub fn load(path: &Path, sources: Option<&Path>, options: &Options) -> Result<Loaded, LoadError> {
    load_rewritten(path, sources, options, &AsRead)
}

/// The same with the templates, configurations or sources written in another way.
pub fn load_rewritten(
    path: &Path,
    sources: Option<&Path>,
    options: &Options,
    rewrite: &dyn Rewrite,
) -> Result<Loaded, LoadError> {
    match read_path(path, DEFAULT_LIMIT)? {
        Artifact::Document { recognised, .. } => of_document(recognised, sources, options, rewrite),
        Artifact::Assembly(folder) => {
            let mut templates = read_cloud_assembly(&folder)?;
            for template in &mut templates {
                if let Some(rewritten) = rewrite.template(template) {
                    *template = rewritten;
                }
            }
            Ok(Loaded::Graph(from_templates(&templates, options)?))
        }
        Artifact::Configuration(folder) => {
            let mut configuration = Configuration::read(&folder, &options.limits())?;
            rewrite.configuration(&mut configuration);
            Ok(Loaded::Graph(from_configuration(&configuration, options)?))
        }
    }
}

/// The same for a text that was read already.
pub fn load_text(
    source: &SourceText,
    sources: Option<&Path>,
    options: &Options,
) -> Result<Loaded, LoadError> {
    of_document(recognise_opening(source)?, sources, options, &AsRead)
}

/// What is wrong with a text as a document of any kind, such as its being cut off; else what is wrong with the template.
fn why_unreadable(text: &SourceText, error: TemplateError) -> LoadError {
    match recognise(text) {
        Err(error) => error.into(),
        Ok(_) => error.into(),
    }
}

fn of_document(
    recognised: Recognised,
    sources: Option<&Path>,
    options: &Options,
    rewrite: &dyn Rewrite,
) -> Result<Loaded, LoadError> {
    let graph = match recognised {
        Recognised::Toolchain(record) => return Ok(Loaded::Toolchain(*record)),
        Recognised::State(state) => from_state(&state, options),
        Recognised::Template(text) => {
            let template = Template::read(&text).map_err(|error| why_unreadable(&text, error))?;
            let template = rewrite.template(&template).unwrap_or(template);
            from_templates(&[template], options)?
        }
        Recognised::Plan(plan) => {
            let graph = from_plan(&plan, options);
            let Some(folder) = sources else {
                return Ok(Loaded::Graph(graph));
            };
            let mut configuration = Configuration::read(folder, &options.limits())?;
            rewrite.configuration(&mut configuration);
            let written = from_sources(&configuration, options, &graph)?;
            merge_sources(graph, &written)
        }
    };
    Ok(Loaded::Graph(graph))
}
