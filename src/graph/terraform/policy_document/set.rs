//! The order in which a provider goes through the members of a set: by the checksum of what they hold.

use std::fmt::Write as _;

use crate::value::{Node, Object};

/// The kinds of blocks whose order shows in the document.
#[derive(Clone, Copy)]
pub(super) enum Block {
    /// `principals` and `not_principals`.
    Principals,
    /// `condition`.
    Condition,
}

/// The members without repetitions.
pub(super) fn distinct(items: Vec<Node>) -> Vec<Node> {
    let mut found: Vec<Node> = Vec::with_capacity(items.len());
    let mut seen = std::collections::BTreeSet::new();
    for item in items {
        if seen.insert(item.clone()) {
            found.push(item);
        }
    }
    found
}

/// Sorts known texts, the last first; where one is not known they stay as they are.
pub(super) fn last_first(items: &mut [Node]) {
    if items.iter().all(|item| item.as_text().is_some()) {
        items.sort_unstable_by(|left, right| right.cmp(left));
    }
}

/// Blocks in the provider's order, without repetitions; as they are written where something in them is not known.
pub(super) fn ordered(blocks: Vec<&Object>, kind: Block) -> Vec<&Object> {
    let keys: Option<Vec<(String, String)>> = blocks
        .iter()
        .map(|block| {
            let held = match kind {
                Block::Principals => principals(block),
                Block::Condition => condition(block),
            }?;
            Some((checksum(&held), held))
        })
        .collect();
    let Some(keys) = keys else {
        return blocks;
    };
    let mut keyed: Vec<((String, String), &Object)> = keys.into_iter().zip(blocks).collect();
    keyed.sort_by(|left, right| left.0.cmp(&right.0));
    keyed.dedup_by(|left, right| left.0 == right.0);
    keyed.into_iter().map(|(_, block)| block).collect()
}

fn checksum(held: &str) -> String {
    crc32fast::hash(held.as_bytes()).to_string()
}

/// What a provider takes the checksum of: names and values of the arguments.
fn principals(block: &Object) -> Option<String> {
    let mut members: Vec<(String, String)> = Vec::new();
    for identifier in block.get("identifiers")?.as_list()? {
        let held = format!("{};", scalar(identifier)?);
        members.push((checksum(&held), held));
    }
    members.sort_unstable();
    members.dedup();
    let identifiers: String = members.into_iter().map(|(_, held)| held).collect();
    let kind = scalar(block.get("type")?)?;
    Some(format!("identifiers:{{{identifiers}}};type:{kind};"))
}

fn condition(block: &Object) -> Option<String> {
    let mut values = String::new();
    for value in block.get("values")?.as_list()? {
        write!(values, "{};", scalar(value)?).ok()?;
    }
    let (test, variable) = (scalar(block.get("test")?)?, scalar(block.get("variable")?)?);
    Some(format!(
        "test:{test};values:({values});variable:{variable};"
    ))
}

fn scalar(node: &Node) -> Option<String> {
    match node {
        Node::Text(text) => Some(text.to_string()),
        Node::Bool(value) => Some(value.to_string()),
        Node::Number(number) => Some(number.to_text()),
        _ => None,
    }
}
