//! Override files merged into what they override, by Terraform's rules.

use hcl_edit::structure::{Block as Nested, Structure};

use crate::source::SourceText;

use super::Block;
use super::error::{ConfigError, excerpt};

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
    for (file, part) in overriding.parts {
        let key = part
            .as_attribute()
            .map(|attribute| attribute.key.as_str().to_owned())
            .unwrap_or_default();
        let defines =
            |block: &&mut Block| &*block.keyword == "locals" && block.attribute(&key).is_some();
        let base = match blocks.iter_mut().find(defines) {
            Some(base) => Some(base),
            None => blocks.iter_mut().find(|block| &*block.keyword == "locals"),
        };
        if let Some(base) = base {
            replace_attribute(&mut base.parts, file, part);
        }
    }
}

/// Arguments replace arguments of their name; nested blocks replace all blocks of their type, but `lifecycle` is merged.
fn merge_block(base: &mut Block, overriding: Block) {
    let mut replaced: Vec<String> = overriding
        .parts
        .iter()
        .filter_map(|(_, part)| nested_type(part))
        .map(ToOwned::to_owned)
        .collect();
    replaced.retain(|nested| nested != "lifecycle");
    base.parts.retain(|(_, part)| {
        nested_type(part).is_none_or(|nested| !replaced.iter().any(|gone| gone == nested))
    });
    for (file, part) in overriding.parts {
        match part {
            Structure::Attribute(_) => replace_attribute(&mut base.parts, file, part),
            Structure::Block(block) if block.has_ident("lifecycle") => {
                merge_lifecycle(base, file, block);
            }
            Structure::Block(_) => base.parts.push((file, part)),
        }
    }
}

/// The type of a nested block, also when a `dynamic` block makes it.
fn nested_type(part: &Structure) -> Option<&str> {
    let block = part.as_block()?;
    let label = block.labels.first().filter(|_| block.has_ident("dynamic"));
    Some(label.map_or(block.ident.as_str(), |label| label.as_str()))
}

fn replace_attribute(parts: &mut Vec<(usize, Structure)>, file: usize, part: Structure) {
    let key = part
        .as_attribute()
        .map(|attribute| attribute.key.as_str().to_owned())
        .unwrap_or_default();
    match parts
        .iter_mut()
        .find(|(_, old)| old.as_attribute().is_some_and(|old| old.has_key(&key)))
    {
        Some(old) => *old = (file, part),
        None => parts.push((file, part)),
    }
}

fn merge_lifecycle(base: &mut Block, file: usize, overriding: Nested) {
    let lifecycle = base.parts.iter_mut().find_map(|(_, part)| match part {
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
        None => base.parts.push((file, Structure::Block(overriding))),
    }
}
