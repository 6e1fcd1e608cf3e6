//! Choices: values that are one of several, alone or inside a text.

use std::sync::Arc;

use crate::value::{Node, OneOf, Text};

use super::budget::size;

/// Texts that a text with choices inside is told apart in; more are looked at as one text.
const TEXT_LIMIT: usize = 256;

/// Branches of several choices together.
const BRANCH_LIMIT: usize = 20_000;

/// The choice that a value is, or that a part of its text is.
pub(super) fn opened(node: &Node) -> Option<Arc<OneOf>> {
    match node {
        Node::OneOf(choice) => Some(choice.clone()),
        Node::Join(parts) => {
            let place = parts
                .iter()
                .position(|part| matches!(part, Node::OneOf(_)))?;
            let Some(Node::OneOf(choice)) = parts.get(place) else {
                return None;
            };
            let values = choice.values.iter().map(|value| {
                let parts = parts.iter().enumerate().map(|(index, part)| {
                    let part = if index == place { value } else { part };
                    match part {
                        Node::Null => Node::text(""),
                        part => part.clone(),
                    }
                });
                // A join of one unknown is compared as that unknown.
                match Node::join(parts) {
                    Node::Join(mut parts) if parts.len() == 1 => parts.remove(0),
                    joined => joined,
                }
            });
            Some(Arc::new(OneOf {
                condition: choice.condition.clone(),
                values: values.collect(),
            }))
        }
        _ => None,
    }
}

/// Applies `function` to each branch of a choice, also of one inside a text, or to the value itself.
pub(super) fn mapped_choice(node: &Node, function: &dyn Fn(&Node) -> Node) -> Node {
    mapped_within(node, TEXT_LIMIT, function)
}

fn mapped_within(node: &Node, limit: usize, function: &dyn Fn(&Node) -> Node) -> Node {
    let is_text = matches!(node, Node::Join(_));
    let Some(choice) = opened(node).filter(|choice| !is_text || choice.values.len() <= limit)
    else {
        return function(node);
    };
    let within = if is_text {
        limit / choice.values.len().max(1)
    } else {
        limit
    };
    let values = choice.values.iter().map(|value| match value {
        Node::Null => Node::Null,
        value => mapped_within(value, within, function),
    });
    chosen(choice.condition.clone(), values.collect())
}

/// A choice, or the value that all its branches have.
pub(super) fn chosen(condition: Text, values: Vec<Node>) -> Node {
    match values.split_first() {
        Some((first, rest)) if rest.iter().all(|value| value == first) => first.clone(),
        _ => Node::OneOf(Arc::new(OneOf { condition, values })),
    }
}

/// The same for several values at once; `None` when together they have too many branches.
pub(super) fn mapped_choices(nodes: &[Node], function: &dyn Fn(&[Node]) -> Node) -> Option<Node> {
    let branches = nodes
        .iter()
        .filter_map(opened)
        .map(|choice| choice.values.iter().map(size).sum::<usize>())
        .fold(1_usize, usize::saturating_mul);
    (branches <= BRANCH_LIMIT).then(|| mapped_from(0, nodes, function))
}

fn mapped_from(index: usize, nodes: &[Node], function: &dyn Fn(&[Node]) -> Node) -> Node {
    let Some(node) = nodes.get(index) else {
        return function(nodes);
    };
    if opened(node).is_none() {
        return mapped_from(index + 1, nodes, function);
    }
    mapped_choice(node, &|value| {
        let mut nodes = nodes.to_vec();
        if let Some(node) = nodes.get_mut(index) {
            *node = value.clone();
        }
        mapped_from(index + 1, &nodes, function)
    })
}
