//! A named text, decoded from bytes, and positions in it.

use std::sync::{Arc, OnceLock};

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

/// A byte range in a source text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// First byte.
    pub offset: usize,
    /// Length in bytes.
    pub len: usize,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn between(start: usize, end: usize) -> Self {
        Self {
            offset: start,
            len: end.saturating_sub(start),
        }
    }
}

impl From<Span> for SourceSpan {
    fn from(span: Span) -> Self {
        Self::new(span.offset.into(), span.len)
    }
}

/// A text under the name its user knows it by; cheap to clone.
#[derive(Debug, Clone)]
pub struct SourceText {
    name: Arc<str>,
    // The text as it was read: an `Arc<str>` would have to be a copy.
    text: Arc<String>,
    /// Where the lines start, once somebody has asked for a line.
    lines: Arc<OnceLock<Vec<usize>>>,
}

impl PartialEq for SourceText {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.text == other.text
    }
}

impl Eq for SourceText {}

/// Bytes that are no text.
#[derive(Debug, Error, Diagnostic)]
pub enum SourceError {
    /// The bytes are not UTF-8.
    #[error("`{name}` is not UTF-8 text: invalid byte at offset {offset}")]
    #[diagnostic(help(
        "save the file as UTF-8; a binary plan is turned into JSON by `terraform show -json`"
    ))]
    NotUtf8 {
        /// File name.
        name: Arc<str>,
        /// Offset of the first invalid byte.
        offset: usize,
    },
    /// The bytes hold a NUL, so this is a binary file.
    #[error("`{name}` is a binary file: zero byte at offset {offset}")]
    #[diagnostic(help("a binary plan is turned into JSON by `terraform show -json`"))]
    Binary {
        /// File name.
        name: Arc<str>,
        /// Offset of the first zero byte.
        offset: usize,
    },
    /// UTF-16 text that ends in half a character.
    #[error("`{name}` starts as UTF-16 but is malformed")]
    #[diagnostic(help("save the file as UTF-8"))]
    MalformedUtf16 {
        /// File name.
        name: Arc<str>,
    },
}

/// Characters shown on each side of a place in a line that is too long to show.
const AROUND: usize = 60;

/// Lines longer than this are not shown whole: tools print documents of any size on one line.
const LONGEST_SHOWN: usize = 400;

impl SourceText {
    /// A text that is already decoded.
    pub fn new(name: impl Into<Arc<str>>, text: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            text: Arc::new(text.into()),
            lines: Arc::default(),
        }
    }

    /// Decodes UTF-8 (a byte order mark is dropped) or UTF-16 with a byte order mark, as PowerShell writes it.
    pub fn from_bytes(name: impl Into<Arc<str>>, bytes: Vec<u8>) -> Result<Self, SourceError> {
        let name = name.into();
        let text = match bytes.as_slice() {
            [0xEF, 0xBB, 0xBF, rest @ ..] => decode_utf8(&name, rest.to_vec(), 3)?,
            [0xFF, 0xFE, rest @ ..] => decode_utf16(&name, rest, u16::from_le_bytes)?,
            [0xFE, 0xFF, rest @ ..] => decode_utf16(&name, rest, u16::from_be_bytes)?,
            _ => decode_utf8(&name, bytes, 0)?,
        };
        Ok(Self {
            name,
            text: Arc::new(text),
            lines: Arc::default(),
        })
    }

    /// The same text under another name.
    #[must_use]
    pub fn named_anew(&self, name: impl Into<Arc<str>>) -> Self {
        Self {
            name: name.into(),
            text: self.text.clone(),
            lines: self.lines.clone(),
        }
    }

    /// The name given by the user.
    pub fn name(&self) -> &Arc<str> {
        &self.name
    }

    /// The name without folders, when its extension is `.yaml`.
    pub fn file_stem(&self) -> Option<&str> {
        self.name.rsplit(['/', '\\']).next()?.strip_suffix(".yaml")
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The text, shared.
    pub fn shared(&self) -> Arc<String> {
        self.text.clone()
    }

    /// The text as miette wants it for a diagnostic.
    pub fn named(&self) -> NamedSource<Arc<String>> {
        NamedSource::new(&self.name, self.text.clone())
    }

    /// The text to show for `span`, and the span in it; of lines that are too long to show, only what is around it.
    pub fn excerpt(&self, span: Span) -> (NamedSource<Arc<String>>, Span) {
        let text = self.text();
        let end = span.offset + span.len;
        let line_before = |at: usize| text.get(..at).and_then(|before| before.rfind('\n'));
        let line_after = |at: usize| {
            text.get(at..)
                .and_then(|after| after.find('\n'))
                .map(|found| at + found)
        };
        let first = line_before(span.offset).map_or(0, |at| line_before(at).map_or(0, |at| at + 1));
        let last =
            line_after(end).map_or(text.len(), |at| line_after(at + 1).unwrap_or(text.len()));
        if last - first <= 3 * LONGEST_SHOWN {
            return (self.named(), span);
        }
        let from = text.floor_char_boundary(span.offset.saturating_sub(AROUND));
        let len = span.len.min(2 * AROUND);
        let to = text.ceil_char_boundary((span.offset + len + AROUND).min(text.len()));
        let (line, column) = self.position(span.offset);
        let name = format!("{} at {line}:{column}, excerpt", self.name);
        let shown = text.get(from..to).unwrap_or_default().to_owned();
        (
            NamedSource::new(name, Arc::new(shown)),
            Span {
                offset: span.offset - from,
                len,
            },
        )
    }

    /// Line and column, both from 1, of a byte offset; columns count characters.
    pub fn position(&self, offset: usize) -> (usize, usize) {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let starts = self.lines.get_or_init(|| {
            let newlines = self
                .text
                .bytes()
                .enumerate()
                .filter(|(_, byte)| *byte == b'\n');
            std::iter::once(0)
                .chain(newlines.map(|(at, _)| at + 1))
                .collect()
        });
        let line = starts.partition_point(|start| *start <= end);
        let start = line
            .checked_sub(1)
            .and_then(|index| starts.get(index).copied());
        let before = self.text.get(start.unwrap_or(0)..end).unwrap_or_default();
        (line, before.chars().count() + 1)
    }
}

fn decode_utf8(name: &Arc<str>, bytes: Vec<u8>, skipped: usize) -> Result<String, SourceError> {
    if let Some(offset) = bytes.iter().position(|byte| *byte == 0) {
        return Err(SourceError::Binary {
            name: name.clone(),
            offset: offset + skipped,
        });
    }
    String::from_utf8(bytes).map_err(|error| SourceError::NotUtf8 {
        name: name.clone(),
        offset: error.utf8_error().valid_up_to() + skipped,
    })
}

fn decode_utf16(
    name: &Arc<str>,
    bytes: &[u8],
    read: fn([u8; 2]) -> u16,
) -> Result<String, SourceError> {
    let malformed = || SourceError::MalformedUtf16 { name: name.clone() };
    let (pairs, rest) = bytes.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(malformed());
    }
    char::decode_utf16(pairs.iter().map(|pair| read(*pair)))
        .collect::<Result<String, _>>()
        .map_err(|_| malformed())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        let text = SourceText::from_bytes("a", b"\xEF\xBB\xBF{}".to_vec()).expect("text");
        assert_eq!(text.text(), "{}");
    }

    #[test]
    fn utf_16_as_written_by_a_shell_redirect_is_decoded() {
        let text = SourceText::from_bytes("a", b"\xFF\xFE{\0}\0".to_vec()).expect("text");
        assert_eq!(text.text(), "{}");
    }

    #[test]
    fn an_invalid_byte_is_located() {
        let error =
            SourceText::from_bytes("a", b"{\"x\": \"\xC3(\"}".to_vec()).expect_err("refused");
        assert_eq!(
            error.to_string(),
            "`a` is not UTF-8 text: invalid byte at offset 7"
        );
    }

    #[test]
    fn a_binary_file_is_called_one() {
        let error = SourceText::from_bytes("a", b"PK\x03\x04\0".to_vec()).expect_err("refused");
        assert!(error.to_string().contains("binary"), "{error}");
    }

    #[test]
    fn positions_count_characters_not_bytes() {
        let text = SourceText::new("a", "é\nüx");
        assert_eq!(text.position(5), (2, 2));
        assert_eq!(text.position(4), (2, 1));
        assert_eq!(text.position(999), (2, 3));
    }

    #[test]
    fn only_the_surroundings_of_a_fault_in_a_long_line_are_shown() {
        let text = format!(
            "{{\"a\": \"{}\", \"bad\": 1, \"c\": \"{}\"}}",
            "é".repeat(5000),
            "x".repeat(5000)
        );
        let offset = text.find("\"bad\"").expect("there");
        let (shown, span) =
            SourceText::new("plan.json", text.as_str()).excerpt(Span { offset, len: 5 });
        assert_eq!(shown.name(), "plan.json at 1:5011, excerpt");
        assert!(shown.inner().len() < 200);
        assert_eq!(
            &shown.inner()[span.offset..span.offset + span.len],
            "\"bad\""
        );
    }
}
