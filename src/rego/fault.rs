//! A fault in a policy file: what is wrong, where it stands, and what to do about it.

use std::sync::Arc;

use miette::{NamedSource, SourceSpan};
use regorus::unstable::Span;

/// One located fault of a policy bundle.
#[derive(Debug, Clone, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
pub struct Fault {
    /// A permanent name for the kind of fault (`undefined-function`, `recursion`, …).
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// The text the span is labelled with.
    pub label: String,
    /// What to do about it.
    #[help]
    pub help: Option<String>,
    /// Name of the file, as the bundle was given it.
    pub file: String,
    /// 1-based line; 0 when the fault has no place in the file.
    pub line: usize,
    #[source_code]
    text: NamedSource<Arc<str>>,
    #[label("{label}")]
    span: Option<SourceSpan>,
}

impl Fault {
    /// A fault at the byte range `start..end` of a file.
    pub fn at(
        code: &'static str,
        message: impl Into<String>,
        file: &SourceText,
        range: std::ops::Range<usize>,
    ) -> Self {
        let start = range.start.min(file.text.len());
        let line = file
            .text
            .get(..start)
            .map_or(1, |before| 1 + before.matches('\n').count());
        Self {
            code,
            message: message.into(),
            label: "here".to_owned(),
            help: None,
            file: file.name.to_string(),
            line,
            text: NamedSource::new(&*file.name, file.text.clone()).with_language("Rego"),
            span: Some(SourceSpan::from((start, range.end.saturating_sub(start)))),
        }
    }

    /// A fault that concerns a whole file.
    pub fn of_file(code: &'static str, message: impl Into<String>, file: &SourceText) -> Self {
        Self {
            span: None,
            line: 0,
            ..Self::at(code, message, file, 0..0)
        }
    }

    /// A fault at a span of the engine's syntax tree.
    pub(super) fn at_span(code: &'static str, message: impl Into<String>, span: &Span) -> Self {
        Self::at(code, message, &SourceText::of(span), byte_range(span))
    }

    /// The same fault with a label of its own.
    #[must_use]
    pub fn labelled(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same fault with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The text that is underlined.
    pub fn underlined(&self) -> Option<&str> {
        let span = self.span?;
        self.text
            .inner()
            .get(span.offset()..span.offset() + span.len())
    }

    /// Byte offset and length of what is underlined.
    pub fn span(&self) -> Option<(usize, usize)> {
        self.span.map(|span| (span.offset(), span.len()))
    }
}

impl std::borrow::Borrow<dyn miette::Diagnostic> for Box<Fault> {
    fn borrow(&self) -> &(dyn miette::Diagnostic + 'static) {
        &**self
    }
}

/// A file's name and text, shared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceText {
    /// Name as shown to the user.
    pub name: Arc<str>,
    /// Contents.
    pub text: Arc<str>,
}

impl SourceText {
    fn of(span: &Span) -> Self {
        Self {
            name: span.source.file().as_str().into(),
            text: span.source.contents().as_str().into(),
        }
    }
}

/// The bytes of a span of the syntax tree.
pub(super) fn byte_range(span: &Span) -> std::ops::Range<usize> {
    span.start as usize..span.end as usize
}

/// Where the engine says, in the text of its error, that something is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct EngineMessage {
    /// The message without position and excerpt.
    pub message: String,
    /// File, line and column (both 1-based) of the innermost position given.
    pub position: Option<(String, usize, usize)>,
}

impl EngineMessage {
    /// Takes the engine's error text apart (`--> file:line:col`, an excerpt, `error: message`).
    pub fn parse(text: &str) -> Self {
        let position = text.lines().find_map(|line| {
            let mut parts = line.trim_start().strip_prefix("--> ")?.rsplitn(3, ':');
            let column = parts.next()?.trim().parse().ok()?;
            let line = parts.next()?.parse().ok()?;
            Some((parts.next()?.to_owned(), line, column))
        });
        if let Some(plain) = position
            .is_none()
            .then(|| Self::parse_plain(text))
            .flatten()
        {
            return plain;
        }
        let message = match text.rfind("\nerror: ") {
            Some(start) => text.get(start + "\nerror: ".len()..).unwrap_or_default(),
            // What follows the first line is a trail of excerpts.
            None if position.is_some() => text
                .lines()
                .find(|line| !line.trim().is_empty())
                .unwrap_or(text),
            None => text.strip_prefix("error: ").unwrap_or(text),
        };
        Self {
            message: message.trim().trim_end_matches(['.', ':']).to_owned(),
            position,
        }
    }

    /// Some errors of the parser come as `file:line:col error: message`.
    fn parse_plain(text: &str) -> Option<Self> {
        let (place, message) = text.split_once(" error: ")?;
        let mut parts = place.trim().rsplitn(3, ':');
        let column = parts.next()?.parse().ok()?;
        let line = parts.next()?.parse().ok()?;
        Some(Self {
            message: message.trim().to_owned(),
            position: Some((parts.next()?.to_owned(), line, column)),
        })
    }

    /// The fault this message describes, located in one of `sources`; `None` when it names no known file.
    pub fn located<'a>(
        &self,
        code: &'static str,
        sources: impl IntoIterator<Item = &'a SourceText>,
    ) -> Option<Fault> {
        let (file, line, column) = self.position.as_ref()?;
        let source = sources.into_iter().find(|source| *source.name == **file)?;
        let start = function_start(&source.text, offset_of(&source.text, *line, *column));
        let length = token_length(source.text.get(start..).unwrap_or_default());
        Some(Fault::at(
            code,
            self.message.clone(),
            source,
            start..start + length,
        ))
    }
}

/// Byte offset of a 1-based line and column; the engine counts columns in characters.
fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let rest = text.get(start..).unwrap_or_default();
    let width: usize = rest
        .chars()
        .take(column.saturating_sub(1))
        .take_while(|character| *character != '\n')
        .map(char::len_utf8)
        .sum();
    start + width
}

/// The engine places errors of a call at its parenthesis; the name before it says more.
fn function_start(text: &str, offset: usize) -> usize {
    if text.as_bytes().get(offset) != Some(&b'(') {
        return offset;
    }
    let before = text.get(..offset).unwrap_or_default();
    let is_name =
        |character: char| character.is_alphanumeric() || character == '_' || character == '.';
    before.trim_end_matches(is_name).len()
}

/// Length of the token at the start of `text`: a dotted name, else one character.
fn token_length(text: &str) -> usize {
    let name = text.find(|character: char| {
        !character.is_alphanumeric() && character != '_' && character != '.'
    });
    match name.unwrap_or(text.len()) {
        0 => text.chars().next().map_or(0, char::len_utf8),
        length => length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_engines_text_is_taken_apart() {
        let text = "\n--> a:b/x.rego:3:7\n  |\n3 |   x := oops\n  |       ^\nerror: use of undefined variable `oops` is unsafe";
        let message = EngineMessage::parse(text);
        assert_eq!(message.position, Some(("a:b/x.rego".to_owned(), 3, 7)));
        assert_eq!(
            message.message,
            "use of undefined variable `oops` is unsafe"
        );
        assert_eq!(EngineMessage::parse("plain").message, "plain");
        let trail = "recursion detected when evaluating rule:\n--> a.rego:3:1\n  |\n3 | x := b.f\n  | ^\n\
            depends on: \n--> b.rego:4:1";
        let message = EngineMessage::parse(trail);
        assert_eq!(message.message, "recursion detected when evaluating rule");
        assert_eq!(message.position, Some(("a.rego".to_owned(), 3, 1)));
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        let source = SourceText {
            name: "x.rego".into(),
            text: "é := oops\n".into(),
        };
        let message = EngineMessage {
            message: "bad".into(),
            position: Some(("x.rego".into(), 1, 6)),
        };
        let fault = message.located("parse", [&source]).expect("located");
        assert_eq!(fault.underlined(), Some("oops"));
    }
}
