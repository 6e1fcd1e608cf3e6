//! Functions over lists: `Fn::Select`, `Fn::Split`, `Fn::Length`.

use crate::value::{Node, Number, Text};

use super::choice::{chosen, mapped_choice};
use super::join::branch_of;
use super::world::opaque;

/// Branches that a list with removable items is told apart in; more would explode.
const BRANCH_LIMIT: usize = 64;

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
        // The text of a choice of numbers.
        Node::Join(parts) if parts.len() == 1 => {
            let only = parts.first().cloned().unwrap_or_default();
            return selected(&only, list);
        }
        // The same index takes the same place in every list.
        Node::Unknown(unknown) => {
            return each_branch(list, &|list| match list.as_list() {
                Some(items @ [_, ..])
                    if items.len() <= BRANCH_LIMIT && !items.iter().any(may_vanish) =>
                {
                    let id = format!("Fn::Select[{}]", unknown.id);
                    chosen(Text::from(id), items.to_vec())
                }
                _ => opaque(list),
            });
        }
        _ => None,
    };
    let Some(position) = position.and_then(|position| usize::try_from(position).ok()) else {
        return opaque(list);
    };
    each_branch(list, &|list| match list.as_list() {
        Some(items)
            if !items
                .iter()
                .take(position.saturating_add(1))
                .any(may_vanish) =>
        {
            items.get(position).cloned().unwrap_or_else(|| opaque(list))
        }
        _ => opaque(list),
    })
}

/// Applies `function` to each list that `node` may be: its branches, and those of its items that may be missing.
pub(super) fn each_branch(node: &Node, function: &dyn Fn(&Node) -> Node) -> Node {
    each_branch_within(node, BRANCH_LIMIT, function)
}

fn each_branch_within(node: &Node, limit: usize, function: &dyn Fn(&Node) -> Node) -> Node {
    mapped_choice(node, &|node| {
        let removable = node.as_list().unwrap_or_default().iter().find_map(|item| {
            let Node::OneOf(choice) = item else {
                return None;
            };
            choice.values.iter().any(Node::is_null).then_some(choice)
        });
        match (removable, node) {
            (Some(choice), Node::List(items)) if choice.values.len() <= limit => {
                let within = limit / choice.values.len().max(1);
                let values = (0..choice.values.len()).map(|branch| {
                    let taken = items
                        .iter()
                        .map(|item| branch_of(item, &choice.condition, branch))
                        .filter(|item| !item.is_null());
                    each_branch_within(&Node::List(taken.collect()), within, function)
                });
                chosen(choice.condition.clone(), values.collect())
            }
            _ => function(node),
        }
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
            Node::Join(parts) => parts.as_slice(),
            _ => return opaque(),
        };
        // What stands before a part that may hold the delimiter is known; of the rest neither the pieces nor their number.
        let certain = parts
            .iter()
            .take_while(|part| holds_no(part, delimiter))
            .count();
        let mut pieces: Vec<Vec<Node>> = vec![Vec::new()];
        for part in parts.iter().take(certain) {
            let Node::Text(text) = part else {
                pieces
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|piece| piece.push(part.clone()));
                continue;
            };
            for (index, piece) in text.split(delimiter).enumerate() {
                if index > 0 {
                    pieces.push(Vec::new());
                }
                pieces
                    .iter_mut()
                    .last()
                    .into_iter()
                    .for_each(|item| item.push(Node::text(piece)));
            }
        }
        if certain == parts.len() {
            return Node::List(pieces.into_iter().map(single).collect());
        }
        pieces.pop();
        match opaque() {
            Node::Unknown(rest) if !pieces.is_empty() => {
                let items = pieces.into_iter().map(single);
                Node::List(items.chain([Node::Rest(rest)]).collect())
            }
            unknown => unknown,
        }
    })
}

/// The value of `Fn::Length`.
pub(super) fn length(list: &Node) -> Node {
    each_branch(list, &|list| match list {
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
pub(super) fn may_vanish(item: &Node) -> bool {
    match item {
        Node::Rest(_) => true,
        Node::OneOf(choice) => choice.values.iter().any(Node::is_null),
        _ => false,
    }
}

/// Texts, and values that certainly do not hold the delimiter: words without punctuation, numbers, choices of texts.
fn holds_no(part: &Node, delimiter: &str) -> bool {
    match part {
        // It is cut where it holds the delimiter.
        Node::Text(_) => true,
        Node::Unknown(unknown) if unknown.kind.as_deref() == Some("number") => {
            !delimiter.contains(|sign: char| sign.is_ascii_digit() || "+-.eE".contains(sign))
        }
        Node::Unknown(unknown) => {
            let is_word = matches!(
                &*unknown.id,
                "pseudo:AWS::AccountId" | "pseudo:AWS::Region" | "pseudo:AWS::Partition"
            );
            is_word && !delimiter.contains(|sign: char| sign.is_ascii_alphanumeric() || sign == '-')
        }
        Node::OneOf(choice) => choice.values.iter().all(|value| match value {
            Node::Text(text) => !shares(text, delimiter),
            Node::Number(_) | Node::Bool(_) | Node::Null => !delimiter
                .contains(|sign: char| sign.is_ascii_alphanumeric() || "+-.".contains(sign)),
            Node::OneOf(_) => holds_no(value, delimiter),
            _ => false,
        }),
        _ => false,
    }
}

/// Whether a text has a sign of the delimiter, so that the two together with their neighbours may make one.
fn shares(text: &str, delimiter: &str) -> bool {
    delimiter.chars().any(|sign| text.contains(sign))
}
