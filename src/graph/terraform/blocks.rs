//! Which block of the configuration an item of a planned block list was made from.

use std::borrow::Cow;

use crate::artifact::plan::{Expression, Expressions};
use crate::value::Node;

/// For every item the blocks it may come from: one where that is certain, none where a `dynamic` block made it.
///
/// Plans sort the items of a set, so position alone tells nothing; constants written in a block must show in its item.
pub(super) fn matches<'p>(items: &[Node], blocks: &[&'p Expressions]) -> Vec<Vec<&'p Expressions>> {
    let in_order = items.len() == blocks.len()
        && items
            .iter()
            .zip(blocks)
            .all(|(item, block)| agrees(item, block));
    if in_order {
        return blocks.iter().map(|block| vec![*block]).collect();
    }
    let mut found: Vec<Vec<&Expressions>> = items
        .iter()
        .map(|item| {
            blocks
                .iter()
                .copied()
                .filter(|block| agrees(item, block))
                .collect()
        })
        .collect();
    if items.len() == blocks.len() {
        // Each block made one item, so where a provider spelled constants anew, what is left belongs together.
        let left: Vec<&Expressions> = blocks
            .iter()
            .copied()
            .filter(|block| !items.iter().any(|item| agrees(item, block)))
            .collect();
        for found in found.iter_mut().filter(|found| found.is_empty()) {
            found.clone_from(&left);
        }
    }
    found
}

/// Whether `item` can be what `block` evaluates to: every constant of the block shows in it.
fn agrees(item: &Node, block: &Expressions) -> bool {
    block.iter().all(|(name, expression)| match expression {
        Expression::Constant(Node::Null) => true,
        Expression::Constant(value) => item.get(name).is_none_or(|known| same(known, value)),
        _ => true,
    })
}

/// Equality up to the conversions that a provider's types make; what cannot be compared may be equal.
fn same(known: &Node, written: &Node) -> bool {
    match (known, written) {
        (Node::List(known), Node::List(written)) => written.iter().all(|written| {
            known
                .iter()
                .any(|known| known.is_null() || same(known, written))
        }),
        (known, written) => match (scalar(known), scalar(written)) {
            (Some(known), Some(written)) => known == written,
            _ => true,
        },
    }
}

fn scalar(node: &Node) -> Option<Cow<'_, str>> {
    match node {
        Node::Text(text) => Some(Cow::Borrowed(text)),
        Node::Bool(value) => Some(Cow::Borrowed(if *value { "true" } else { "false" })),
        Node::Number(number) => Some(Cow::Owned(number.to_text())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(text: &str) -> Expressions {
        serde_json::from_str(text).expect("a block")
    }

    #[test]
    fn items_of_a_sorted_set_find_their_blocks_by_constants() {
        let first =
            block(r#"{"port": {"constant_value": 443}, "group": {"references": ["a.b.id"]}}"#);
        let second =
            block(r#"{"port": {"constant_value": "22"}, "group": {"references": ["c.d.id"]}}"#);
        let items = [
            Node::object([("port", Node::from(22))]),
            Node::object([("port", Node::from(443))]),
            Node::object([("port", Node::from(8080))]),
        ];
        let found = matches(&items, &[&first, &second]);
        assert_eq!(found, [vec![&second], vec![&first], vec![]]);
    }

    #[test]
    fn a_block_whose_constants_the_provider_spells_anew_still_finds_its_item() {
        let first = block(
            r#"{"allocation": {"constant_value": "Dynamic"}, "address": {"references": ["a.b.id"]}}"#,
        );
        let second = block(r#"{"allocation": {"constant_value": "Static"}}"#);
        let dynamic = Node::object([("allocation", Node::text("dynamic"))]);
        let fixed = Node::object([("allocation", Node::text("Static"))]);
        let alone = [dynamic.clone()];
        assert_eq!(matches(&alone, &[&first]), [vec![&first]]);
        let found = matches(&[fixed, dynamic], &[&first, &second]);
        assert_eq!(found, [vec![&second], vec![&first]]);
    }
}
