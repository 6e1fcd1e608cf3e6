//! Functions on lists and maps.

use crate::value::{Node, Object, Text};

use super::super::choice::{given_branch, one_of};
use super::super::error::{Outcome, invalid};
use super::super::expression::key_text;
use super::super::operator::equal;
use super::super::types::set_order;
use super::super::unknown::{derived, member_of, rest_of};
use super::{closed_list, closed_object, known_integer, known_text};

/// Choices inside a list that are lifted out of it.
const LIFTED: usize = 6;

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    match (name, arguments) {
        ("concat", lists) => Ok(Some(concat(lists))),
        ("merge", maps) => Ok(merge(maps)),
        ("flatten", [Node::List(items)]) => Ok(Some(flatten(items, 0))),
        ("length", [value]) => Ok(length(value)),
        ("keys", [map]) => Ok(closed_object(map)
            .map(|map| Node::List(map.keys().map(|key| Node::Text(key.clone())).collect()))),
        ("values", [map]) => {
            Ok(closed_object(map).map(|map| Node::List(map.values().cloned().collect())))
        }
        ("lookup", [map, key, rest @ ..]) => lookup(map, key, rest.first()),
        ("element", [list, index]) => element(list, index),
        ("index", [list, value]) => index(list, value),
        ("contains", [list, value]) => Ok(contains(list, value)),
        ("coalesce", values) => coalesce(values),
        ("coalescelist", lists) => {
            let filled = lists
                .iter()
                .find(|list| !matches!(list, Node::Null) && list.as_list() != Some(&[]));
            Ok(filled.filter(|list| matches!(list, Node::List(_))).cloned())
        }
        ("compact", [Node::List(items)]) => Ok(Some(compact(items, 0))),
        ("distinct", [Node::List(items)]) => {
            let mut seen = std::collections::BTreeSet::new();
            Ok(Some(Node::List(
                items
                    .iter()
                    .filter(|item| seen.insert((*item).clone()))
                    .cloned()
                    .collect(),
            )))
        }
        ("reverse", [list]) => {
            Ok(closed_list(list).map(|items| Node::List(items.iter().rev().cloned().collect())))
        }
        ("slice", [list, from, to]) => slice(list, from, to),
        ("sort", [list]) => {
            let texts: Option<Vec<Text>> =
                closed_list(list).and_then(|items| items.iter().map(known_text).collect());
            Ok(texts.map(|mut texts| {
                texts.sort();
                Node::List(texts.into_iter().map(Node::Text).collect())
            }))
        }
        ("one", [list]) => match closed_list(list) {
            Some([]) => Ok(Some(Node::Null)),
            Some([only]) => Ok(Some(only.clone())),
            Some(_) => Err(invalid("`one` needs at most one element")),
            None if list.is_null() => Ok(Some(Node::Null)),
            None => Ok(None),
        },
        ("tolist", [Node::List(items)]) => Ok(Some(Node::List(items.clone()))),
        ("toset", [Node::List(items)]) => Ok(Some(Node::List(set_order(items.clone())))),
        ("tomap", [map @ Node::Object(_)]) => Ok(Some(map.clone())),
        (
            "tolist" | "toset" | "tomap",
            [symbolic @ (Node::Ref(_) | Node::Unknown(_) | Node::Null)],
        ) => Ok(Some(symbolic.clone())),
        ("zipmap", [keys, values]) => Ok(zipmap(keys, values)),
        ("alltrue", [list]) => Ok(every(list, true)),
        ("anytrue", [list]) => Ok(every(list, false)),
        ("chunklist", [list, size]) => match (closed_list(list), known_integer(size)) {
            (Some(items), Some(size)) if size > 0 => {
                let size = usize::try_from(size).unwrap_or(usize::MAX);
                Ok(Some(Node::List(
                    items
                        .chunks(size)
                        .map(|chunk| Node::List(chunk.to_vec()))
                        .collect(),
                )))
            }
            _ => Ok(None),
        },
        ("range", bounds) => range(bounds),
        ("matchkeys", [values, keys, wanted]) => Ok(match_keys(values, keys, wanted)),
        _ => Ok(None),
    }
}

fn concat(lists: &[Node]) -> Node {
    let mut joined = Vec::new();
    for list in lists {
        match list {
            Node::List(items) => joined.extend(items.iter().cloned()),
            Node::Null => {}
            other => joined.push(rest_of("concat", other)),
        }
    }
    Node::List(joined)
}

/// The union of maps, later ones winning; a map that is not known may win over every earlier key.
fn merge(maps: &[Node]) -> Option<Node> {
    let mut merged = Object::new();
    for map in maps {
        match map {
            Node::Object(members) => {
                if let Some(Node::Rest(rest)) = members.get("$rest") {
                    overshadow(&mut merged, &Node::Unknown(rest.clone()));
                }
                merged.extend(
                    members
                        .iter()
                        .map(|(key, value)| (key.clone(), value.clone())),
                );
            }
            Node::Null => {}
            Node::Unknown(_) | Node::Ref(_) => {
                overshadow(&mut merged, map);
                merged.insert(Text::from("$rest"), rest_of("merge", map));
            }
            _ => return None,
        }
    }
    Some(Node::Object(merged))
}

fn overshadow(merged: &mut Object, winner: &Node) {
    for (key, value) in merged.iter_mut().filter(|(key, _)| &***key != "$rest") {
        let spelling = format!(
            "lookup({}, {key:?}, {})",
            winner.identity(),
            value.identity()
        );
        *value = Node::Unknown(derived("merge", spelling, &[&value.clone(), winner], None).into());
    }
}

/// The first choice among `items` for which `matters` holds of a branch.
fn choice_among(items: &[Node], matters: fn(&Node) -> bool) -> Option<(Text, usize)> {
    items.iter().find_map(|item| match item {
        Node::OneOf(choice) if choice.values.iter().any(matters) => {
            Some((choice.condition.clone(), choice.values.len()))
        }
        _ => None,
    })
}

fn lifted(
    items: &[Node],
    condition: &Text,
    branches: usize,
    compute: impl Fn(&[Node]) -> Node,
) -> Node {
    let values = (0..branches).map(|taken| {
        let items: Vec<Node> = items
            .iter()
            .map(|item| given_branch(item, condition, taken))
            .collect();
        compute(&items)
    });
    one_of(condition.clone(), values.collect())
}

fn flatten(items: &[Node], depth: usize) -> Node {
    if depth < LIFTED
        && let Some((condition, branches)) =
            choice_among(items, |value| matches!(value, Node::List(_)))
    {
        return lifted(items, &condition, branches, |items| {
            flatten(items, depth + 1)
        });
    }
    let mut flat = Vec::new();
    for item in items {
        match item {
            Node::List(inner) => match flatten(inner, depth + 1) {
                Node::List(inner) => flat.extend(inner),
                open => flat.push(rest_of("flatten", &open)),
            },
            Node::Unknown(unknown) if unknown.kind.as_deref() == Some("list") => {
                flat.push(rest_of("flatten", item));
            }
            other => flat.push(other.clone()),
        }
    }
    Node::List(flat)
}

fn compact(items: &[Node], depth: usize) -> Node {
    let empty = |value: &Node| value.is_null() || value.as_text() == Some("");
    if depth < LIFTED
        && let Some((condition, branches)) = choice_among(items, |value| {
            value.is_null() || value.as_text() == Some("")
        })
    {
        return lifted(items, &condition, branches, |items| {
            compact(items, depth + 1)
        });
    }
    Node::List(items.iter().filter(|item| !empty(item)).cloned().collect())
}

fn length(value: &Node) -> Option<Node> {
    let count = match value {
        Node::List(_) => closed_list(value)?.len(),
        Node::Object(_) => closed_object(value)?.len(),
        other => known_text(other)?.chars().count(),
    };
    i64::try_from(count).ok().map(Node::from)
}

fn lookup(map: &Node, key: &Node, default: Option<&Node>) -> Outcome<Option<Node>> {
    let (Node::Object(members), Some(key)) = (map, key_text(key)) else {
        return Ok(None);
    };
    match (members.get(&key), members.get("$rest"), default) {
        (Some(value), ..) => Ok(Some(value.clone())),
        (None, Some(Node::Rest(rest)), _) => Ok(Some(Node::Unknown(
            member_of(rest, &format!(".{key}")).into(),
        ))),
        (None, _, Some(default)) => Ok(Some(default.clone())),
        (None, _, None) => Err(invalid(format!("there is no key `{key}`"))),
    }
}

fn element(list: &Node, index: &Node) -> Outcome<Option<Node>> {
    let (Some(items), Some(index)) = (closed_list(list), known_integer(index)) else {
        return Ok(None);
    };
    let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
    if length == 0 {
        return Err(invalid("`element` of an empty list"));
    }
    let index = usize::try_from(index.rem_euclid(length)).unwrap_or(0);
    Ok(items.get(index).cloned())
}

fn index(list: &Node, value: &Node) -> Outcome<Option<Node>> {
    let Some(items) = closed_list(list) else {
        return Ok(None);
    };
    for (position, item) in (0_i64..).zip(items) {
        match equal(item, value) {
            Some(true) => return Ok(Some(Node::from(position))),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Err(invalid("the value is not in the list"))
}

fn contains(list: &Node, value: &Node) -> Option<Node> {
    let items = list.as_list()?;
    let mut open = false;
    for item in items {
        match equal(item, value) {
            Some(true) => return Some(Node::Bool(true)),
            Some(false) => {}
            None => open = true,
        }
    }
    (!open).then_some(Node::Bool(false))
}

fn coalesce(values: &[Node]) -> Outcome<Option<Node>> {
    let Some((first, rest)) = values.split_first() else {
        return Err(invalid("every value is null"));
    };
    match first {
        Node::Null => coalesce(rest),
        Node::Text(text) if text.is_empty() => coalesce(rest),
        Node::Unknown(_) if !rest.is_empty() => {
            let otherwise = coalesce(rest)?.unwrap_or_default();
            let condition = Text::from(format!("{} == null", first.identity()));
            Ok(Some(one_of(condition, vec![otherwise, first.clone()])))
        }
        other => Ok(Some(other.clone())),
    }
}

fn slice(list: &Node, from: &Node, to: &Node) -> Outcome<Option<Node>> {
    let (Some(items), Some(from), Some(to)) =
        (closed_list(list), known_integer(from), known_integer(to))
    else {
        return Ok(None);
    };
    let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
    let part = range.and_then(|(from, to)| items.get(from..to));
    part.map(|part| Some(Node::List(part.to_vec())))
        .ok_or_else(|| invalid("the slice leaves the list"))
}

fn zipmap(keys: &Node, values: &Node) -> Option<Node> {
    let (keys, values) = (closed_list(keys)?, closed_list(values)?);
    let keys: Vec<Text> = keys.iter().map(key_text).collect::<Option<_>>()?;
    Some(Node::Object(
        keys.into_iter().zip(values.iter().cloned()).collect(),
    ))
}

/// `alltrue` (`neutral` is true) and `anytrue` (`neutral` is false).
fn every(list: &Node, neutral: bool) -> Option<Node> {
    let mut open = false;
    for item in list.as_list()? {
        match super::super::choice::truth(item) {
            Some(value) if value != neutral => return Some(Node::Bool(!neutral)),
            Some(_) => {}
            None if item.is_null() && neutral => return Some(Node::Bool(false)),
            None if item.is_null() => {}
            None => open = true,
        }
    }
    (!open).then_some(Node::Bool(neutral))
}

fn range(bounds: &[Node]) -> Outcome<Option<Node>> {
    let bounds: Option<Vec<i64>> = bounds.iter().map(known_integer).collect();
    let (from, to, step) = match bounds.as_deref() {
        Some([to]) => (0, *to, if *to < 0 { -1 } else { 1 }),
        Some([from, to]) => (*from, *to, if to < from { -1 } else { 1 }),
        Some([from, to, step]) if *step != 0 => (*from, *to, *step),
        _ => return Ok(None),
    };
    let mut items = Vec::new();
    let mut next = from;
    while (step > 0 && next < to) || (step < 0 && next > to) {
        if items.len() >= 1_024 {
            return Err(invalid("`range` makes more than 1024 values"));
        }
        items.push(Node::from(next));
        next = next.saturating_add(step);
    }
    Ok(Some(Node::List(items)))
}

fn match_keys(values: &Node, keys: &Node, wanted: &Node) -> Option<Node> {
    let (values, keys) = (closed_list(values)?, closed_list(keys)?);
    let mut kept = Vec::new();
    for (value, key) in values.iter().zip(keys) {
        if contains(wanted, key)?.as_bool()? {
            kept.push(value.clone());
        }
    }
    Some(Node::List(kept))
}
