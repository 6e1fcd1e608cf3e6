//! One file's HCL as top-level blocks; syntax errors keep their place.

use std::borrow::Cow;

use hcl_edit::Span as _;
use hcl_edit::parser::{Error, parse_body};
use hcl_edit::structure::{Body, Structure};

use crate::source::{SourceText, Span};
use crate::value::Text;

use super::Block;
use super::error::{ConfigError, excerpt, span_of};

/// How many repeated object keys of one file are accepted.
const MOST_REPEATED_KEYS: usize = 64;

pub(super) fn body(source: &SourceText) -> Result<Body, ConfigError> {
    let mut text = Cow::Borrowed(source.text());
    for _ in 0..MOST_REPEATED_KEYS {
        match parse_body(&text) {
            Ok(body) => return Ok(body),
            Err(error) => match respelled_key(&text, &error) {
                Some(accepted) => text = Cow::Owned(accepted),
                None => return Err(syntax(source, &error)),
            },
        }
    }
    parse_body(&text).map_err(|error| syntax(source, &error))
}

fn syntax(source: &SourceText, error: &Error) -> ConfigError {
    let offset = error.location().offset().min(source.text().len());
    ConfigError::Syntax {
        message: error.message().to_owned(),
        source_code: excerpt(source),
        span: Span { offset, len: 1 }.into(),
    }
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

/// The blocks of a file; attributes at the top level are refused, as Terraform does.
pub(super) fn blocks(source: &SourceText, file: usize) -> Result<Vec<Block>, ConfigError> {
    let mut blocks = Vec::new();
    for part in body(source)? {
        match part {
            Structure::Block(block) => {
                let header_end = block
                    .labels
                    .last()
                    .and_then(hcl_edit::Span::span)
                    .or_else(|| block.ident.span())
                    .map_or(0, |range| range.end);
                let start = block.ident.span().map_or(0, |range| range.start);
                let block = Block {
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
                    parts: block.body.into_iter().map(|part| (file, part)).collect(),
                };
                require_labels(&block, source)?;
                blocks.push(block);
            }
            Structure::Attribute(attribute) => {
                return Err(ConfigError::Syntax {
                    message: format!(
                        "`{}` is assigned outside of any block",
                        attribute.key.as_str()
                    ),
                    source_code: excerpt(source),
                    span: span_of(attribute.key.span()).into(),
                });
            }
        }
    }
    Ok(blocks)
}

fn require_labels(block: &Block, source: &SourceText) -> Result<(), ConfigError> {
    let expected = match &*block.keyword {
        "resource" | "data" | "ephemeral" => 2,
        "module" | "variable" | "output" | "provider" => 1,
        "locals" | "terraform" => 0,
        _ => return Ok(()),
    };
    if block.labels.len() == expected {
        return Ok(());
    }
    Err(ConfigError::Labels {
        keyword: block.keyword.to_string(),
        expected,
        source_code: excerpt(source),
        span: block.span.into(),
    })
}
