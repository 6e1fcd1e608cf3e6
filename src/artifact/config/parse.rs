//! One file's HCL as top-level blocks; syntax errors keep their place.

use hcl_edit::Span as _;
use hcl_edit::structure::{Body, Structure};

use crate::source::{SourceText, Span};
use crate::value::Text;

use super::Block;
use super::error::{ConfigError, excerpt, span_of};

pub(super) fn body(source: &SourceText) -> Result<Body, ConfigError> {
    hcl_edit::parser::parse_body(source.text()).map_err(|error| ConfigError::Syntax {
        message: error.message().to_owned(),
        source_code: excerpt(source),
        span: Span {
            offset: error.location().offset().min(source.text().len()),
            len: 1,
        }
        .into(),
    })
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
