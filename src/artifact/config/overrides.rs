//! Override files merged into what they override, by Terraform's rules.

use hcl_edit::structure::Structure;

use crate::source::SourceText;

use super::error::{ConfigError, excerpt};
use super::{Block, Part, block_type};

/// Merges the blocks of one override file into `blocks`.
pub(super) fn merge(
    blocks: &mut Vec<Block>,
    overriding: Vec<Block>,
    source: &SourceText,
) -> Result<(), ConfigError> {
    for block in overriding {
        match &*block.keyword {
            "locals" => merge_locals(blocks, block),
            "terraform" => blocks.push(block),
            _ => {
                let Some(base) = blocks.iter_mut().find(|base| same_target(base, &block)) else {
                    let (source_code, span) = excerpt(source, block.span);
                    return Err(ConfigError::Override {
                        what: described(&block),
                        source_code,
                        span,
                    });
                };
                merge_block(base, block);
            }
        }
    }
    Ok(())
}

/// A block as messages name it.
pub(super) fn described(block: &Block) -> String {
    let labels: Vec<&str> = block.labels.iter().map(|label| &**label).collect();
    match &*block.keyword {
        "resource" => format!("`{}`", labels.join(".")),
        keyword => format!("`{keyword}.{}`", labels.join(".")),
    }
}

fn same_target(base: &Block, overriding: &Block) -> bool {
    let alias = |block: &Block| {
        block
            .attribute("alias")
            .and_then(|(_, alias)| alias.value.as_str().map(ToOwned::to_owned))
    };
    base.keyword == overriding.keyword
        && base.labels == overriding.labels
        && (&*base.keyword != "provider" || alias(base) == alias(overriding))
}

fn merge_locals(blocks: &mut [Block], overriding: Block) {
    for part in overriding.parts {
        let key = key_of(&part).unwrap_or_default().to_owned();
        let defines =
            |block: &&mut Block| &*block.keyword == "locals" && block.attribute(&key).is_some();
        let base = match blocks.iter_mut().find(defines) {
            Some(base) => Some(base),
            None => blocks.iter_mut().find(|block| &*block.keyword == "locals"),
        };
        if let Some(base) = base {
            replace_attribute(&mut base.parts, part);
        }
    }
}

/// Arguments replace arguments of their name; nested blocks replace all blocks of their type, but `lifecycle` is merged.
fn merge_block(base: &mut Block, overriding: Block) {
    let mut replaced: Vec<String> = overriding
        .parts
        .iter()
        .filter_map(nested_type)
        .map(ToOwned::to_owned)
        .collect();
    replaced.retain(|nested| nested != "lifecycle");
    base.parts.retain(|part| {
        nested_type(part).is_none_or(|nested| !replaced.iter().any(|gone| gone == nested))
    });
    for part in overriding.parts {
        match &part.what {
            Structure::Attribute(_) => replace_attribute(&mut base.parts, part),
            Structure::Block(block) if block.has_ident("lifecycle") => {
                merge_lifecycle(base, part);
            }
            Structure::Block(_) => base.parts.push(part),
        }
    }
}

fn nested_type(part: &Part) -> Option<&str> {
    part.what.as_block().map(block_type)
}

fn key_of(part: &Part) -> Option<&str> {
    let attribute = part.what.as_attribute()?;
    Some(attribute.key.as_str())
}

fn replace_attribute(parts: &mut Vec<Part>, part: Part) {
    let key = key_of(&part);
    match parts
        .iter_mut()
        .find(|old| key.is_some() && key_of(old) == key)
    {
        Some(old) => *old = part,
        None => parts.push(part),
    }
}

fn merge_lifecycle(base: &mut Block, part: Part) {
    let Structure::Block(overriding) = part.what.clone() else {
        return;
    };
    let lifecycle = base.parts.iter_mut().find_map(|part| match &mut part.what {
        Structure::Block(block) if block.has_ident("lifecycle") => Some(block),
        _ => None,
    });
    match lifecycle {
        Some(lifecycle) => {
            for part in overriding.body {
                if let Some(attribute) = part.as_attribute() {
                    lifecycle.body.remove_attribute(attribute.key.as_str());
                }
                lifecycle.body.push(part);
            }
        }
        None => base.parts.push(part),
    }
}
