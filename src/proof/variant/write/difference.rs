//! What differs between a graph and its variant.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Graph, Resource};
use crate::value::{Node, Object, Text, split_pointer};

/// How a list became another.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum ListChange {
    /// It has as many items as before.
    Each,
    /// One item is missing.
    Without(usize),
    /// Items came to its end; the first of them.
    With(usize),
    /// It has nothing in common with the old one.
    Whole,
}

/// How `old` became `new`.
pub(super) fn list_change(old: &[Node], new: &[Node]) -> ListChange {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new);
    let same = same.count();
    if old.len() == new.len() {
        ListChange::Each
    } else if old.len() == new.len() + 1 && old.get(same + 1..) == new.get(same..) {
        ListChange::Without(same)
    } else if new.len() > old.len() && same == old.len() {
        ListChange::With(same)
    } else {
        ListChange::Whole
    }
}

/// The members that differ, each with its old and its new value; null is no value.
pub(super) fn changed<'n>(
    old: &'n Object,
    new: &'n Object,
) -> Vec<(&'n Text, Option<&'n Node>, Option<&'n Node>)> {
    let keys: BTreeSet<&Text> = old.keys().chain(new.keys()).collect();
    let pairs = keys
        .into_iter()
        .map(|key| (key, old.get(key), new.get(key)));
    pairs.filter(|(_, old, new)| old != new).collect()
}

/// A graph and its variant, by resource.
#[derive(Default)]
pub(super) struct Difference<'g> {
    /// Resources with other values.
    pub(super) changed: Vec<(&'g Resource, &'g Resource)>,
    pub(super) added: Vec<&'g Resource>,
    pub(super) removed: Vec<&'g Resource>,
    /// Names of outputs that are no more.
    pub(super) outputs: Vec<&'g Text>,
}

impl<'g> Difference<'g> {
    pub(super) fn between(old: &'g Graph, new: &'g Graph) -> Self {
        let mut difference = Self::default();
        for (address, before) in &old.resources {
            match new.resources.get(address) {
                None => difference.removed.push(before),
                Some(after) if before.resource_type != after.resource_type => {
                    difference.removed.push(before);
                    difference.added.push(after);
                }
                Some(after)
                    if before.values != after.values || referring(before) != referring(after) =>
                {
                    difference.changed.push((before, after));
                }
                Some(_) => {}
            }
        }
        let known: &BTreeMap<Text, Resource> = &old.resources;
        let added = new.resources.values();
        let added = added.filter(|resource| !known.contains_key(&resource.address));
        difference.added.extend(added);
        let outputs = old.outputs.keys();
        difference.outputs = outputs
            .filter(|name| !new.outputs.contains_key(*name))
            .collect();
        difference
    }
}

/// The values of a resource as sources write them: known ones that are exactly an attribute of another resource refer to it.
pub(super) fn referring(resource: &Resource) -> Node {
    let mut values = resource.values.clone();
    for mention in resource.mentions.iter().filter(|mention| mention.exact) {
        let place = split_pointer(&mention.path);
        let node = place
            .into_iter()
            .try_fold(&mut values, |node, token| match node {
                Node::Object(members) => members.get_mut(token.as_ref()),
                Node::List(items) => items.get_mut(token.parse::<usize>().ok()?),
                _ => None,
            });
        if let Some(node @ (Node::Text(_) | Node::Number(_) | Node::Bool(_))) = node {
            *node = Node::Ref(mention.to.clone());
        }
    }
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_that_lost_an_item_is_told_from_one_that_got_some() {
        let list = |text: &str| -> Vec<Node> {
            text.chars()
                .map(|item| Node::text(item.to_string()))
                .collect()
        };
        for (old, new, change) in [
            ("abc", "abd", ListChange::Each),
            ("abc", "bc", ListChange::Without(0)),
            ("abc", "ab", ListChange::Without(2)),
            ("aab", "ab", ListChange::Without(1)),
            ("ab", "abcd", ListChange::With(2)),
            ("abc", "cb", ListChange::Whole),
            ("ab", "bab", ListChange::Whole),
        ] {
            assert_eq!(list_change(&list(old), &list(new)), change, "{old} {new}");
        }
    }
}
