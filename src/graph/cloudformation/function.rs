//! Functions over lists: `Fn::Select`, `Fn::Split`, `Fn::Length`.

use crate::value::{Node, Number};

use super::lookup::mapped_choice;
use super::world::opaque;

/// The value of `Fn::Select` over evaluated arguments.
pub(super) fn selected(index: &Node, list: &Node) -> Node {
    let opaque = |list: &Node| {
        opaque(
            "Fn::Select",
            &Node::List(vec![index.clone(), list.clone()]),
            None,
        )
    };
    let position = match index {
        Node::Number(number) => number.as_i64(),
        Node::Text(text) => text.parse().ok(),
        Node::OneOf(_) => {
            return mapped_choice(index, &|index| selected(index, list));
        }
        _ => None,
    };
    let Some(position) = position.and_then(|position| usize::try_from(position).ok()) else {
        return opaque(list);
    };
    mapped_choice(list, &|list| match list.as_list() {
        Some(items) if !items.iter().take(position + 1).any(may_vanish) => {
            items.get(position).cloned().unwrap_or_else(|| opaque(list))
        }
        _ => opaque(list),
    })
}

/// The value of `Fn::Split` over evaluated arguments.
pub(super) fn split(delimiter: &Node, text: &Node) -> Node {
    mapped_choice(text, &|text| {
        let opaque = || {
            opaque(
                "Fn::Split",
                &Node::List(vec![delimiter.clone(), text.clone()]),
                Some("list"),
            )
        };
        let Some(delimiter) = delimiter
            .as_text()
            .filter(|delimiter| !delimiter.is_empty())
        else {
            return opaque();
        };
        let parts = match text {
            Node::Text(_) => std::slice::from_ref(text),
            Node::Join(parts) if parts.iter().all(holds_no_delimiter) => parts.as_slice(),
            _ => return opaque(),
        };
        let mut items: Vec<Vec<Node>> = vec![Vec::new()];
        for part in parts {
            let Node::Text(text) = part else {
                items
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|item| item.push(part.clone()));
                continue;
            };
            for (index, piece) in text.split(delimiter).enumerate() {
                if index > 0 {
                    items.push(Vec::new());
                }
                items
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|item| item.push(Node::text(piece)));
            }
        }
        Node::List(items.into_iter().map(single).collect())
    })
}

/// The value of `Fn::Length`.
pub(super) fn length(list: &Node) -> Node {
    mapped_choice(list, &|list| match list {
        Node::List(items) if !items.iter().any(may_vanish) => {
            Node::Number(Number::from(i64::try_from(items.len()).unwrap_or(i64::MAX)))
        }
        other => opaque("Fn::Length", other, Some("number")),
    })
}
/// A join of one unknown is that unknown: a split takes strings only, so it is a string already.
fn single(parts: Vec<Node>) -> Node {
    match Node::join(parts) {
        Node::Join(mut parts) if parts.len() == 1 => parts.remove(0),
        joined => joined,
    }
}

/// Whether an item may be missing or stand for several, so that positions after it are not known.
fn may_vanish(item: &Node) -> bool {
    match item {
        Node::Rest(_) => true,
        Node::OneOf(choice) => choice.values.iter().any(Node::is_null),
        _ => false,
    }
}

/// Texts, and values that are words without punctuation but the hyphen.
fn holds_no_delimiter(part: &Node) -> bool {
    match part {
        Node::Text(_) => true,
        Node::Unknown(unknown) => {
            matches!(
                &*unknown.id,
                "pseudo:AWS::AccountId" | "pseudo:AWS::Region" | "pseudo:AWS::Partition"
            )
        }
        _ => false,
    }
}
