//! Why an artifact cannot be read, each reason with its place.

use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use crate::source::{SourceError, SourceText, Span};

/// An artifact that cannot be read. No variant is ever a verdict about its author.
#[derive(Debug, Error, Diagnostic)]
pub enum ReadError {
    /// There is no such file.
    #[error("`{name}` does not exist")]
    Missing {
        /// Path as given.
        name: Arc<str>,
    },
    /// The file cannot be read.
    #[error("`{name}` cannot be read: {reason}")]
    Io {
        /// Path as given.
        name: Arc<str>,
        /// The system's reason.
        reason: String,
    },
    /// A folder that holds no artifact.
    #[error("`{name}` is a folder that holds no configuration and no synthesized templates")]
    #[diagnostic(help("name a file, a folder with `*.tf` files, or a `cdk.out` folder"))]
    Directory {
        /// Path as given.
        name: Arc<str>,
    },
    /// The file is larger than the limit.
    #[error("`{name}` has more than {limit} bytes")]
    #[diagnostic(help("raise the limit if a document of this size is expected"))]
    TooLarge {
        /// Path as given.
        name: Arc<str>,
        /// The limit in force.
        limit: u64,
    },
    /// The bytes are no text.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Source(#[from] SourceError),
    /// Nothing but white space.
    #[error("`{name}` is empty")]
    #[diagnostic(help(
        "the command that should have written it printed nothing; look at its exit status"
    ))]
    Empty {
        /// Name as given.
        name: Arc<str>,
    },
    /// The document has a fault at a place.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Fault(Box<LocatedFault>),
}

/// A fault and its place.
#[derive(Debug, Error, Diagnostic)]
#[error("{fault} (byte {offset})")]
pub struct LocatedFault {
    /// What is wrong.
    pub fault: Fault,
    /// Where in the whole text.
    pub offset: usize,
    /// The text, or the part around the fault where its lines are too long to show.
    #[source_code]
    pub text: NamedSource<Arc<String>>,
    /// Where in the text shown.
    #[label("{}", fault.label())]
    pub span: SourceSpan,
    /// What to do.
    #[help]
    pub help: Option<&'static str>,
}

/// What is wrong with a document at one place.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Fault {
    /// The text ends inside a value.
    #[error("the document is cut off")]
    Truncated,
    /// The text is no JSON.
    #[error("invalid JSON: {0}")]
    Syntax(String),
    /// One key stands twice in one object.
    #[error("key `{0}` stands twice in one object")]
    DuplicateKey(String),
    /// Nesting beyond 128.
    #[error("the document is nested more than 128 deep")]
    TooDeep,
    /// More after the first document.
    #[error("more than one JSON document in one file")]
    SecondDocument,
    /// Something else stands before the JSON.
    #[error("text stands before the JSON document")]
    TextBefore,
    /// The plan says that planning failed.
    #[error("the plan is marked as errored")]
    Errored,
    /// A format version that is not known.
    #[error("format version `{0}` is not supported")]
    FormatVersion(String),
    /// A raw state file.
    #[error("this is a raw state file")]
    RawState,
    /// JSON, but of no kind that can be graded.
    #[error("this is no plan, state, template or toolchain record")]
    NoArtifact,
    /// The document has the right keys but a part has the wrong shape.
    #[error("malformed {kind}: {reason}")]
    Malformed {
        /// The kind of document.
        kind: &'static str,
        /// What is wrong.
        reason: String,
    },
}

impl Fault {
    fn label(&self) -> &'static str {
        match self {
            Self::Truncated => "ends here",
            Self::Syntax(_) | Self::Malformed { .. } => "here",
            Self::DuplicateKey(_) => "stands here for the second time",
            Self::TooDeep => "too deep here",
            Self::SecondDocument => "a second document starts here",
            Self::TextBefore => "this is not JSON",
            Self::Errored => "set by the tool that planned",
            Self::FormatVersion(_) => "versions 0.x and 1.x are supported",
            Self::RawState => "raw state",
            Self::NoArtifact => "nothing here tells a kind",
        }
    }

    fn help(&self) -> Option<&'static str> {
        match self {
            Self::Truncated => {
                Some("write the document again; the command that wrote it may have been stopped")
            }
            Self::SecondDocument => Some(
                "give one document a file; `terraform plan -json` prints events, `terraform show -json PLANFILE` a plan",
            ),
            Self::TextBefore => {
                Some("redirect only standard output, and pass `-no-color` and `-json`")
            }
            Self::Errored => Some(
                "planning failed, so the plan is incomplete; record the failure as a toolchain record",
            ),
            Self::RawState => {
                Some("use `terraform show -json` to print the state in its documented form")
            }
            Self::NoArtifact => Some(
                "expected `terraform show -json` of a plan or a state, a CloudFormation template, or a toolchain record",
            ),
            Self::Syntax(_)
            | Self::DuplicateKey(_)
            | Self::TooDeep
            | Self::FormatVersion(_)
            | Self::Malformed { .. } => None,
        }
    }
}

impl ReadError {
    /// A fault at `span` of `source`.
    pub(super) fn fault(source: &SourceText, fault: Fault, span: Span) -> Self {
        let (text, shown) = source.excerpt(span);
        let (offset, help) = (span.offset, fault.help());
        Self::Fault(Box::new(LocatedFault {
            fault,
            offset,
            text,
            span: shown.into(),
            help,
        }))
    }

    /// Whether the command line is at fault, so that no artifact was given at all. Everything else is ungradable.
    pub fn is_usage(&self) -> bool {
        matches!(self, Self::Missing { .. })
    }
}
