//! One file's HCL as top-level blocks; syntax errors keep their place.

use std::borrow::Cow;

use hcl_edit::Span as _;
use hcl_edit::parser::{Error, parse_body};
use hcl_edit::structure::{Body, Structure};

use crate::source::{SourceText, Span};
use crate::value::Text;

use super::error::{ConfigError, excerpt, span_of};
use super::{Block, Part};

/// How many repeated object keys of one file are accepted.
const MOST_REPEATED_KEYS: usize = 64;

/// Problems of one file that are reported; what comes after is left for when these are mended.
const MOST_PROBLEMS: usize = 20;

/// The body of a file, and everything in it that is no HCL.
///
/// After an error, the top-level block that holds it is left out and the rest is read, for its own errors.
pub(super) fn body(source: &SourceText) -> (Body, Vec<ConfigError>) {
    let mut problems = Vec::new();
    let mut outcome = accepted(source.text());
    loop {
        let (error, text) = match outcome {
            Ok(body) => return (body, problems),
            Err(refused) => refused,
        };
        let offset = note(source, &error, &mut problems);
        let rest = without_block(text, offset).filter(|_| problems.len() < MOST_PROBLEMS);
        match rest {
            Some(rest) => outcome = accepted(&rest),
            None => return (Body::new(), problems),
        }
    }
}

/// Records a syntax error, and tells where it is.
fn note(source: &SourceText, error: &Error, problems: &mut Vec<ConfigError>) -> usize {
    let offset = error.location().offset().min(source.text().len());
    let span = Span { offset, len: 1 };
    problems.push(ConfigError::syntax(source, span, error.message()));
    offset
}

/// The body of a text, of which repeated object keys are respelled; or the error and the text it is about.
fn accepted(text: &str) -> Result<Body, (Error, String)> {
    let mut text = Cow::Borrowed(text);
    let mut respelled = 0;
    loop {
        let error = match parse_body(&text) {
            Ok(body) => return Ok(body),
            Err(error) => error,
        };
        match respelled_key(&text, &error).filter(|_| respelled < MOST_REPEATED_KEYS) {
            Some(accepted) => text = Cow::Owned(accepted),
            None => return Err((error, text.into_owned())),
        }
        respelled += 1;
    }
}

/// `text` with the top-level block around `offset` blanked, so that all other places stay what they are; nothing when
/// the error is about the end, where an unclosed block may have started anywhere.
fn without_block(text: String, offset: usize) -> Option<String> {
    let starts_block = |line: &str| line.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut start = 0;
    let mut end = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        if starts_block(line) {
            if at <= offset {
                start = at;
            } else {
                end = Some(at);
                break;
            }
        }
        at += line.len();
    }
    let at_end = text.get(offset..).is_none_or(|rest| rest.trim().is_empty());
    let end = end.or((!at_end).then_some(text.len()))?;
    let blank = |byte: u8| if byte == b'\n' { b'\n' } else { b' ' };
    let mut bytes = text.into_bytes();
    for byte in bytes.get_mut(start..end)? {
        *byte = blank(*byte);
    }
    String::from_utf8(bytes).ok()
}

/// Terraform lets the last of equal object keys win, where the parser refuses the second.
///
/// The repeated key is spelled in another way of the same length, so that the parser takes it for a different one; the
/// evaluator sees equal names and lets the last one win.
fn respelled_key(text: &str, error: &Error) -> Option<String> {
    if !error.message().contains("redefined object key") {
        return None;
    }
    let start = error.location().offset();
    let rest = text.get(start..)?;
    let name_end = rest.find(|character: char| {
        !(character.is_alphanumeric() || character == '_' || character == '-')
    })?;
    let (name, after) = rest.split_at(name_end);
    let spaces = after.len() - after.trim_start_matches(' ').len();
    let sign = after
        .get(spaces..)?
        .chars()
        .next()
        .filter(|sign| *sign == '=' || *sign == ':')?;
    let value = after.get(spaces + 1..)?;
    let more = value.len() - value.trim_start_matches(' ').len();
    let pad = (spaces + more)
        .checked_sub(2)
        .filter(|_| !name.is_empty())?;
    let before = text.get(..start)?;
    let value = value.get(more..)?;
    Some(format!(
        "{before}\"{name}\"{sign}{}{value}",
        " ".repeat(pad)
    ))
}

/// The top-level blocks of a text; none where it is no HCL.
pub fn blocks_of(source: &SourceText) -> Vec<Block> {
    blocks(source, 0).unwrap_or_default()
}

/// The blocks of a file; attributes at the top level are refused, as Terraform does.
pub(super) fn blocks(source: &SourceText, file: usize) -> Result<Vec<Block>, Vec<ConfigError>> {
    let mut blocks = Vec::new();
    let (body, mut problems) = body(source);
    for part in body {
        match part {
            Structure::Block(block) => {
                let header_end = block
                    .labels
                    .last()
                    .and_then(hcl_edit::Span::span)
                    .or_else(|| block.ident.span())
                    .map_or(0, |range| range.end);
                let start = block.ident.span().map_or(0, |range| range.start);
                let extent = span_of(block.span());
                let block = Block {
                    extent,
                    keyword: Text::from(block.ident.as_str()),
                    labels: block
                        .labels
                        .iter()
                        .map(|label| Text::from(label.as_str()))
                        .collect(),
                    file,
                    span: Span {
                        offset: start,
                        len: header_end.saturating_sub(start),
                    },
                    parts: block
                        .body
                        .into_iter()
                        .map(|what| placed(file, what))
                        .collect(),
                };
                problems.extend(wrong_labels(&block, source));
                blocks.push(block);
            }
            Structure::Attribute(attribute) => problems.push(ConfigError::syntax(
                source,
                span_of(attribute.key.span()),
                format!(
                    "`{}` is assigned outside of any block",
                    attribute.key.as_str()
                ),
            )),
        }
    }
    if problems.is_empty() {
        Ok(blocks)
    } else {
        Err(problems)
    }
}

fn placed(file: usize, what: Structure) -> Part {
    let place = match &what {
        Structure::Attribute(attribute) => attribute.key.span(),
        Structure::Block(block) => block.ident.span(),
    };
    Part {
        file,
        offset: place.map_or(0, |place| place.start),
        what,
    }
}

fn wrong_labels(block: &Block, source: &SourceText) -> Option<ConfigError> {
    let expected = match &*block.keyword {
        "resource" | "data" | "ephemeral" => 2,
        "module" | "variable" | "output" | "provider" => 1,
        "locals" | "terraform" => 0,
        _ => return None,
    };
    if block.labels.len() == expected {
        return None;
    }
    let (source_code, span) = excerpt(source, block.span);
    Some(ConfigError::Labels {
        keyword: block.keyword.to_string(),
        expected,
        source_code,
        span,
    })
}
