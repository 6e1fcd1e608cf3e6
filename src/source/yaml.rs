//! YAML as a located tree: every node with its span, tag and scalar style, so that readers resolve scalars their own
//! way.

mod build;
mod documents;
mod indent;
mod scalar;

use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use super::{SourceText, Span};
use crate::value::{Text, split_pointer};

pub use build::parse;
pub use documents::documents;
pub use scalar::Schema;

/// Nesting beyond which a document is refused, the same as for JSON.
pub const DEPTH_LIMIT: usize = 128;

/// Nodes that aliases may add to a document before it is refused.
pub const ALIAS_LIMIT: usize = 100_000;

/// A node of a YAML document and where it stands; aliases and merge keys are already expanded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Located {
    /// What stands there.
    pub value: Value,
    /// Where it stands, its tag included; the node behind an alias stands at its anchor.
    pub span: Span,
    /// The tag as written (`!Ref`), or `!!` and the name for a tag of YAML itself.
    pub tag: Option<Text>,
}

/// The three kinds of YAML nodes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A scalar that no schema has resolved yet.
    Scalar {
        /// The text, without quotes and escapes.
        text: Text,
        /// Whether it was written without quotes, so that a schema may take it for something else than text.
        plain: bool,
    },
    /// A sequence.
    Sequence(Vec<Located>),
    /// A mapping in the order of the file.
    Mapping(Vec<Entry>),
}

/// One key of a mapping with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The key's text.
    pub key: Text,
    /// Where the key stands.
    pub key_span: Span,
    /// The value.
    pub value: Located,
}

/// A YAML text that cannot be used, with the place where it goes wrong.
#[derive(Debug, Clone, Error, Diagnostic)]
#[error("{message}")]
#[diagnostic(code(proofmark::yaml))]
pub struct YamlError {
    /// What is wrong.
    pub message: String,
    #[source_code]
    source_code: NamedSource<Arc<String>>,
    #[label("here")]
    span: SourceSpan,
    #[help]
    help: Option<&'static str>,
}

impl YamlError {
    /// An error about the place `span` in `source`.
    pub fn new(source: &SourceText, span: Span, message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            source_code: source.named(),
            span: span.into(),
            help: None,
        }
    }

    /// The same error with advice.
    #[must_use]
    pub fn with_help(mut self, help: &'static str) -> Self {
        self.help = Some(help);
        self
    }

    /// Where it goes wrong.
    pub fn span(&self) -> Span {
        Span {
            offset: self.span.offset(),
            len: self.span.len(),
        }
    }
}

impl Located {
    /// The value of the mapping's key `key`.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entry(key).map(|entry| &entry.value)
    }

    /// The mapping's entry `key`.
    pub fn entry(&self, key: &str) -> Option<&Entry> {
        self.entries().iter().find(|entry| &*entry.key == key)
    }

    /// The entries of a mapping; none for other nodes.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Mapping(entries) => entries,
            _ => &[],
        }
    }

    /// The items of a sequence; none for other nodes.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::Sequence(items) => items,
            _ => &[],
        }
    }

    /// The text of a scalar, whatever a schema would make of it.
    pub fn scalar(&self) -> Option<&str> {
        match &self.value {
            Value::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }

    /// The node at a JSON pointer.
    pub fn at(&self, pointer: &str) -> Option<&Self> {
        split_pointer(pointer).try_fold(self, |node, token| {
            node.child(&token).map(|(_, child)| child)
        })
    }

    /// The span of the value at a JSON pointer.
    pub fn locate(&self, pointer: &str) -> Option<Span> {
        self.at(pointer).map(|node| node.span)
    }

    /// The span of the key that the last token of a JSON pointer names; of the item itself in a sequence.
    pub fn locate_key(&self, pointer: &str) -> Option<Span> {
        let mut found = (self.span, self);
        for token in split_pointer(pointer) {
            found = found.1.child(&token)?;
        }
        Some(found.0)
    }

    /// The span of the deepest node on the way to `pointer` that exists.
    pub fn locate_nearest(&self, pointer: &str) -> Span {
        let mut found = self;
        for token in split_pointer(pointer) {
            match found.child(&token) {
                Some((_, child)) => found = child,
                None => break,
            }
        }
        found.span
    }

    fn child(&self, token: &str) -> Option<(Span, &Self)> {
        match &self.value {
            Value::Mapping(_) => self
                .entry(token)
                .map(|entry| (entry.key_span, &entry.value)),
            Value::Sequence(items) => items
                .get(token.parse::<usize>().ok()?)
                .map(|item| (item.span, item)),
            Value::Scalar { .. } => None,
        }
    }
}
