//! References in values replaced by other nodes.

use std::sync::Arc;

use crate::value::{Node, OneOf, Reference};

/// Replaces every reference that is a value or part of a text, where `other` has another node for it. How many were replaced.
pub(super) fn replace(node: &mut Node, other: &dyn Fn(&Reference) -> Option<Node>) -> usize {
    match node {
        Node::Ref(reference) => match other(reference) {
            Some(found) => {
                *node = found;
                1
            }
            None => 0,
        },
        Node::Join(parts) => {
            let done: usize = parts.iter_mut().map(|part| replace(part, other)).sum();
            if done > 0 {
                *node = Node::join(std::mem::take(parts));
            }
            done
        }
        Node::List(items) => items.iter_mut().map(|item| replace(item, other)).sum(),
        Node::Object(members) => members
            .values_mut()
            .map(|value| replace(value, other))
            .sum(),
        Node::Json(inner) => replace(inner, other),
        Node::OneOf(choice) => {
            let OneOf { condition, values } = choice.as_ref();
            let mut values = values.clone();
            let done = values.iter_mut().map(|value| replace(value, other)).sum();
            let condition = condition.clone();
            *choice = Arc::new(OneOf { condition, values });
            done
        }
        _ => 0,
    }
}
