//! Why a template cannot be read or made into a graph, with the place.

use std::path::Path;
use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use crate::source::yaml::YamlError;
use crate::source::{SourceError, SourceText, Span};

/// A template that cannot be graded.
#[derive(Debug, Error, Diagnostic)]
pub enum TemplateError {
    /// The text is no YAML, or none that a template may be written in.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Yaml(#[from] Box<YamlError>),
    /// The template has a fault at a place.
    #[error("{0}")]
    #[diagnostic(transparent)]
    Fault(Box<TemplateFault>),
    /// CloudFormation itself refuses the template, because of what stands at the place.
    #[error("{0}")]
    #[diagnostic(transparent)]
    Refused(Box<TemplateFault>),
    /// The bytes are no text.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Source(#[from] SourceError),
    /// A file of a synthesized folder cannot be read.
    #[error("`{path}` cannot be read: {reason}")]
    Io {
        /// Path of the file.
        path: String,
        /// The system's reason.
        reason: String,
    },
    /// A folder without templates.
    #[error("`{path}` holds no synthesized template")]
    #[diagnostic(help("name a template, or the folder that `cdk synth` writes"))]
    NoTemplates {
        /// Path of the folder.
        path: String,
    },
    /// A parameter was given that no template declares.
    #[error("no template has a parameter `{name}`")]
    UnknownParameter {
        /// The name given.
        name: String,
        /// The nearest declared name.
        #[help]
        help: Option<String>,
    },
}

/// A fault of a template at one place.
#[derive(Debug, Error, Diagnostic)]
#[error("{message}")]
#[diagnostic(code(proofmark::template))]
pub struct TemplateFault {
    /// What is wrong.
    pub message: String,
    #[source_code]
    text: NamedSource<Arc<String>>,
    #[label("here")]
    span: SourceSpan,
    #[help]
    help: Option<String>,
}

impl TemplateFault {
    /// The file and the line, from 1, where the fault stands.
    pub fn place(&self) -> (String, usize) {
        let before = self.text.inner().bytes().take(self.span.offset());
        let line = before.filter(|byte| *byte == b'\n').count() + 1;
        (self.text.name().to_owned(), line)
    }
}

impl From<YamlError> for TemplateError {
    fn from(error: YamlError) -> Self {
        Self::Yaml(Box::new(error))
    }
}

impl TemplateError {
    /// A fault of `source` at `span`.
    pub fn new(source: &SourceText, span: Span, message: impl Into<String>) -> Self {
        Self::Fault(Box::new(TemplateFault {
            message: message.into(),
            text: source.named(),
            span: span.into(),
            help: None,
        }))
    }

    /// The same fault with advice.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        match self {
            Self::Fault(mut fault) => {
                fault.help = Some(help.into());
                Self::Fault(fault)
            }
            other => other,
        }
    }

    /// The same fault as one for which CloudFormation refuses the template.
    #[must_use]
    pub fn by_cloudformation(self) -> Self {
        match self {
            Self::Fault(fault) => Self::Refused(fault),
            other => other,
        }
    }

    /// Where the fault stands.
    pub fn span(&self) -> Option<Span> {
        match self {
            Self::Yaml(error) => Some(error.span()),
            Self::Fault(fault) | Self::Refused(fault) => Some(Span {
                offset: fault.span.offset(),
                len: fault.span.len(),
            }),
            _ => None,
        }
    }

    pub(super) fn io(path: &Path, error: &std::io::Error) -> Self {
        Self::Io {
            path: path.display().to_string(),
            reason: error.to_string(),
        }
    }
}
