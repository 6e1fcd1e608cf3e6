//! Faults in policy files: findings at the places that the engine's syntax tree and the text of its errors give.

use std::path::Path;

use regorus::unstable::Span as EngineSpan;

use crate::source::{Finding, SourceText, Span};

/// A fault at a span of the engine's syntax tree.
pub(super) fn fault_at(
    code: &'static str,
    message: impl Into<String>,
    span: &EngineSpan,
) -> Finding {
    let source = SourceText::new(span.source.file().as_str(), span.source.contents().as_str());
    Finding::at(&source, span_of(span), code, message)
}

/// A fault that concerns a whole file.
pub(super) fn about(file: &str, code: &'static str, message: impl Into<String>) -> Finding {
    Finding::about(Path::new(file), code, message)
}

/// The bytes of a span of the syntax tree.
pub(super) fn span_of(span: &EngineSpan) -> Span {
    Span::between(span.start as usize, span.end as usize)
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
    ) -> Option<Finding> {
        let (file, line, column) = self.position.as_ref()?;
        let source = sources
            .into_iter()
            .find(|source| **source.name() == **file)?;
        let text = source.text();
        let offset = function_start(text, offset_of(text, *line, *column));
        let len = token_length(text.get(offset..).unwrap_or_default());
        let span = Span { offset, len };
        Some(Finding::at(source, span, code, self.message.clone()))
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
        let source = SourceText::new("x.rego", "é := oops\n");
        let message = EngineMessage {
            message: "bad".into(),
            position: Some(("x.rego".into(), 1, 6)),
        };
        let fault = message.located("parse", [&source]).expect("located");
        assert_eq!(fault.underlined(), Some("oops"));
    }
}
