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
        let (text, shown) = excerpt(source, span);
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

/// Characters shown on each side of a fault in a line that is too long to show.
const AROUND: usize = 60;

/// Lines longer than this are not shown whole: tools print documents of any size on one line.
const LONGEST_SHOWN: usize = 400;

/// The text to show for `span`, and the span in it.
fn excerpt(source: &SourceText, span: Span) -> (NamedSource<Arc<String>>, Span) {
    let text = source.text();
    let end = span.offset + span.len;
    let line_before = |at: usize| text.get(..at).and_then(|before| before.rfind('\n'));
    let line_after = |at: usize| {
        text.get(at..)
            .and_then(|after| after.find('\n'))
            .map(|found| at + found)
    };
    let first = line_before(span.offset).map_or(0, |at| line_before(at).map_or(0, |at| at + 1));
    let last = line_after(end).map_or(text.len(), |at| line_after(at + 1).unwrap_or(text.len()));
    if last - first <= 3 * LONGEST_SHOWN {
        return (source.named(), span);
    }
    let from = text.floor_char_boundary(span.offset.saturating_sub(AROUND));
    let len = span.len.min(2 * AROUND);
    let to = text.ceil_char_boundary((span.offset + len + AROUND).min(text.len()));
    let (line, column) = source.position(span.offset);
    let name = format!("{} at {line}:{column}, excerpt", source.name());
    let shown = text.get(from..to).unwrap_or_default().to_owned();
    (
        NamedSource::new(name, Arc::new(shown)),
        Span {
            offset: span.offset - from,
            len,
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_surroundings_of_a_fault_in_a_long_line_are_shown() {
        let text = format!(
            "{{\"a\": \"{}\", \"bad\": 1, \"c\": \"{}\"}}",
            "é".repeat(5000),
            "x".repeat(5000)
        );
        let offset = text.find("\"bad\"").expect("there");
        let (shown, span) = excerpt(
            &SourceText::new("plan.json", text.as_str()),
            Span { offset, len: 5 },
        );
        assert_eq!(shown.name(), "plan.json at 1:5011, excerpt");
        assert!(shown.inner().len() < 200);
        assert_eq!(
            &shown.inner()[span.offset..span.offset + span.len],
            "\"bad\""
        );
    }
}
