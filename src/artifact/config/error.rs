//! What is wrong with the sources of a configuration, located in the user's file.

use std::path::PathBuf;
use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use crate::source::{SourceError, SourceText, Span};

type Excerpt = Arc<NamedSource<Arc<String>>>;

/// Sources that cannot be read as a configuration.
#[derive(Debug, Error, Diagnostic)]
pub enum ConfigError {
    /// A file or folder cannot be read.
    #[error("cannot read `{}`", path.display())]
    Io {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        #[source]
        reason: std::io::Error,
    },
    /// A file is no text.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Text(#[from] SourceError),
    /// The folder holds no sources.
    #[error("`{}` holds no `*.tf`, `*.tofu`, `*.tf.json` or `*.tofu.json` file", path.display())]
    #[diagnostic(help("give the folder of the root module"))]
    Empty {
        /// The folder.
        path: PathBuf,
    },
    /// More or larger files than a configuration is allowed.
    #[error("the sources exceed the limit of {limit} {unit}")]
    #[diagnostic(help("give the folder of one root module"))]
    TooLarge {
        /// The limit.
        limit: u64,
        /// What is counted.
        unit: &'static str,
    },
    /// More than one problem of one module.
    #[error("the sources have {} problems", .0.len())]
    Several(#[related] Vec<ConfigError>),
    /// Neither HCL nor Terraform JSON.
    #[error("syntax error: {message}")]
    Syntax {
        /// What the parser expected.
        message: String,
        /// The file.
        #[source_code]
        source_code: Excerpt,
        /// Where the parser stopped.
        #[label("here")]
        span: SourceSpan,
    },
    /// A text in well-formed Terraform JSON that is no expression.
    #[error("not an expression: {message}")]
    Expression {
        /// What the parser expected.
        message: String,
        /// The file.
        #[source_code]
        source_code: Excerpt,
        /// The text.
        #[label("here")]
        span: SourceSpan,
    },
    /// Two declarations of one thing.
    #[error("{what} is declared twice")]
    #[diagnostic(help("remove one, or move it to an `_override.tf` file"))]
    Duplicate {
        /// What is declared.
        what: String,
        /// The file of the second declaration.
        #[source_code]
        source_code: Excerpt,
        /// The second declaration.
        #[label("declared again")]
        span: SourceSpan,
    },
    /// A block without the labels its kind needs.
    #[error("a `{keyword}` block needs {expected} labels")]
    Labels {
        /// The block's keyword.
        keyword: String,
        /// How many labels it needs.
        expected: usize,
        /// The file.
        #[source_code]
        source_code: Excerpt,
        /// The block.
        #[label("here")]
        span: SourceSpan,
    },
    /// An override of something that is not declared.
    #[error("nothing to override: {what} is not declared")]
    Override {
        /// What is overridden.
        what: String,
        /// The override file.
        #[source_code]
        source_code: Excerpt,
        /// The block.
        #[label("here")]
        span: SourceSpan,
    },
    /// A module source that cannot be followed.
    #[error("module source `{path}` {problem}")]
    #[diagnostic(help("local modules must lie inside the workspace"))]
    Module {
        /// The source as written.
        path: String,
        /// Why it is not followed.
        problem: &'static str,
        /// The calling file.
        #[source_code]
        source_code: Excerpt,
        /// The `source` argument.
        #[label("called here")]
        span: SourceSpan,
    },
}

impl ConfigError {
    /// A text at `span` of `source` that is neither HCL nor Terraform JSON.
    pub(super) fn syntax(source: &SourceText, span: Span, message: impl Into<String>) -> Self {
        let (source_code, span) = excerpt(source, span);
        Self::Syntax {
            message: message.into(),
            source_code,
            span,
        }
    }

    /// A text at `span` of `source`, which is well-formed, that is no expression.
    pub(super) fn expression(source: &SourceText, span: Span, message: impl Into<String>) -> Self {
        let (source_code, span) = excerpt(source, span);
        Self::Expression {
            message: message.into(),
            source_code,
            span,
        }
    }

    /// Whether these are faults of a well-formed configuration, for which Terraform refuses it wherever it is run.
    ///
    /// A file that is no JSON may have been cut off on its way, and a module that is not there may have been left behind.
    pub fn is_fault_of_the_author(&self) -> bool {
        match self {
            Self::Expression { .. }
            | Self::Duplicate { .. }
            | Self::Labels { .. }
            | Self::Override { .. } => true,
            Self::Several(problems) => problems.iter().all(Self::is_fault_of_the_author),
            Self::Io { .. }
            | Self::Text(_)
            | Self::Empty { .. }
            | Self::TooLarge { .. }
            | Self::Syntax { .. }
            | Self::Module { .. } => false,
        }
    }

    /// All of `problems` as one error; nothing when there are none.
    pub(super) fn all(mut problems: Vec<Self>) -> Result<(), Self> {
        if problems.len() > 1 {
            return Err(Self::Several(problems));
        }
        problems.pop().map_or(Ok(()), Err)
    }

    /// The span of the offending text, for errors that have one.
    pub fn span(&self) -> Option<SourceSpan> {
        match self {
            Self::Syntax { span, .. }
            | Self::Expression { span, .. }
            | Self::Duplicate { span, .. }
            | Self::Labels { span, .. }
            | Self::Override { span, .. }
            | Self::Module { span, .. } => Some(*span),
            Self::Io { .. }
            | Self::Text(_)
            | Self::Empty { .. }
            | Self::Several(_)
            | Self::TooLarge { .. } => None,
        }
    }
}

/// The part of a file that a diagnostic shows for `span`, and where that is in it.
pub(super) fn excerpt(source: &SourceText, span: Span) -> (Excerpt, SourceSpan) {
    let (text, span) = source.excerpt(span);
    (Arc::new(text), span.into())
}

/// A byte range as a span.
pub(super) fn span_of(range: Option<std::ops::Range<usize>>) -> Span {
    range.map_or_else(Span::default, |range| Span {
        offset: range.start,
        len: range.len(),
    })
}
