//! Functions on lists, tuples and sets.

use crate::value::{Node, Text};

use super::super::choice::{given_branch, one_of};
use super::super::error::{Outcome, invalid};
use super::super::float::Float;
use super::super::kind::{Kind, collection, converted, unified};
use super::super::mark::{Shape, hidden, marked, peek, spelled, under};
use super::super::operator::equal;
use super::super::unknown::{derived, rest_of};
use super::signature::list_like;
use super::{closed_list, closed_object, integer, known_number, known_text, may_shrink};

/// Choices inside a list that are lifted out of it.
const LIFTED: usize = 6;
/// Numbers that `range` makes, as Terraform limits it.
const MOST_STEPS: usize = 1_024;

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    match (name, arguments) {
        ("concat", lists) => concat(lists).map(Some),
        ("flatten", [list]) => match under(list) {
            Node::List(items) => Ok(Some(flatten(items, 0))),
            Node::Object(_) | Node::Text(_) | Node::Number(_) | Node::Bool(_) => {
                Err(invalid("`flatten` needs a list"))
            }
            _ => Ok(None),
        },
        ("length", [value]) => length(value),
        ("element", [list, index]) => element(list, index),
        ("index", [list, value]) => index(list, value),
        ("contains", [list, value]) => contains(list, value),
        ("coalesce", values) => {
            let kinds: Vec<Kind> = values.iter().map(Kind::of).collect();
            let kind =
                unified(&kinds).ok_or_else(|| invalid("the arguments have no type in common"))?;
            let values = values.iter().cloned().map(|value| converted(value, &kind));
            coalesce(&values.collect::<Outcome<Vec<_>>>()?)
        }
        ("coalescelist", lists) => coalesce_list(lists),
        ("compact", [list]) => Ok(under(list)
            .as_list()
            .map(|items| marked(Shape::List, compact(items, 0)))),
        ("distinct", [list]) => Ok(distinct(list)),
        ("reverse", [list]) => match closed_list(list) {
            Some(_) if may_shrink(list) => Ok(None),
            Some(items) => {
                let reversed = Node::List(items.iter().rev().cloned().collect());
                Ok(Some(marked(list_like(peek(list).0), reversed)))
            }
            None if is_open(list) => Ok(None),
            None => Err(invalid("`reverse` needs a list")),
        },
        ("slice", [list, from, to]) => slice(list, from, to),
        ("sort", [list]) => {
            let Some(items) = closed_list(list) else {
                return Ok(None);
            };
            if items.iter().any(Node::is_null) {
                return Err(invalid("`sort` of a null"));
            }
            let count = items.len();
            let texts: Option<Vec<Text>> = items.iter().map(known_text).collect();
            let items: Vec<Node> = match texts {
                Some(mut texts) => {
                    texts.sort();
                    texts.into_iter().map(Node::Text).collect()
                }
                // As many as there are, in an order that is not known.
                None if may_shrink(list) => return Ok(None),
                None => {
                    let sorted = format!("sort({})", spelled(list));
                    let part = |index| {
                        derived(
                            "function",
                            format!("{sorted}[{index}]"),
                            &[list],
                            Some("string"),
                        )
                    };
                    (0..count)
                        .map(|index| Node::Unknown(part(index).into()))
                        .collect()
                }
            };
            Ok(Some(marked(Shape::List, Node::List(items))))
        }
        ("one", [list]) => match closed_list(list) {
            Some([]) => Ok(Some(Node::Null)),
            Some([only]) => Ok(Some(only.clone())),
            Some(_) if may_shrink(list) => Ok(None),
            Some(_) => Err(invalid("`one` needs at most one element")),
            None if is_open(list) => Ok(None),
            None => Err(invalid("`one` needs a list")),
        },
        ("tolist", [value]) => shaped(value, Shape::List),
        ("toset", [value]) => shaped(value, Shape::Set),
        ("tomap", [value]) => shaped(value, Shape::Map),
        ("alltrue", [list]) => Ok(every(list, true)),
        ("anytrue", [list]) => Ok(every(list, false)),
        ("chunklist", [list, size]) => chunks(list, size),
        ("range", bounds) => range(bounds),
        ("matchkeys", [values, keys, wanted]) => match_keys(values, keys, wanted),
        _ => super::maps::apply(name, arguments),
    }
}

/// Whether a value is one that is not known, so that it may be of any type.
pub(super) fn is_open(node: &Node) -> bool {
    match under(node) {
        Node::Unknown(_) | Node::Ref(_) | Node::OneOf(_) => true,
        Node::List(items) => items.iter().any(|item| matches!(item, Node::Rest(_))),
        Node::Object(members) => members.contains_key("$rest"),
        _ => false,
    }
}

fn shaped(value: &Node, shape: Shape) -> Outcome<Option<Node>> {
    match under(value) {
        Node::Null => Ok(Some(Node::Null)),
        // How many there are, and in which order, is not known.
        _ if shape == Shape::List && may_shrink(value) => Ok(None),
        _ => collection(shape, value.clone()).map(Some),
    }
}

fn concat(lists: &[Node]) -> Outcome {
    let mut joined = Vec::new();
    for list in lists {
        let (marks, inner) = peek(list);
        match inner {
            Node::List(_) if marks.is_set() => {
                return Err(invalid("`concat` takes lists, not sets"));
            }
            Node::List(items) => joined.extend(items.iter().cloned()),
            Node::Unknown(_) | Node::Ref(_) | Node::OneOf(_) => {
                joined.push(rest_of("concat", inner));
            }
            _ => return Err(invalid("`concat` takes lists")),
        }
    }
    let joined = Node::List(joined);
    let is_list = |list: &Node| peek(list).0.shape == Some(Shape::List);
    if lists.iter().all(is_list)
        && let Ok(list) = collection(Shape::List, joined.clone())
    {
        return Ok(list);
    }
    Ok(joined)
}

/// The first choice among `items` for which `matters` holds of a branch.
fn choice_among(items: &[Node], matters: fn(&Node) -> bool) -> Option<(Text, usize)> {
    items.iter().find_map(|item| match under(item) {
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
            choice_among(items, |value| matches!(under(value), Node::List(_)))
    {
        return lifted(items, &condition, branches, |items| {
            flatten(items, depth + 1)
        });
    }
    let mut flat = Vec::new();
    for item in items {
        let (marks, inner) = peek(item);
        match inner {
            Node::List(inner) => match flatten(inner, depth + 1) {
                Node::List(inner) => {
                    flat.extend(inner.into_iter().map(|node| hidden(marks.sensitive, node)));
                }
                open => flat.push(rest_of("flatten", &open)),
            },
            Node::Unknown(unknown) if matches!(unknown.kind.as_deref(), None | Some("list")) => {
                flat.push(rest_of("flatten", inner));
            }
            _ => flat.push(item.clone()),
        }
    }
    Node::List(flat)
}

fn compact(items: &[Node], depth: usize) -> Node {
    let empty = |value: &Node| {
        let value = under(value);
        value.is_null() || value.as_text() == Some("")
    };
    if depth < LIFTED
        && let Some((condition, branches)) = choice_among(items, empty)
    {
        return lifted(items, &condition, branches, |items| {
            compact(items, depth + 1)
        });
    }
    let kept = items
        .iter()
        .filter(|item| !empty(item))
        .map(|item| match under(item) {
            // It may turn out empty.
            Node::Unknown(_) => rest_of("compact", under(item)),
            _ => item.clone(),
        });
    Node::List(kept.collect())
}

fn distinct(list: &Node) -> Option<Node> {
    let items = under(list).as_list()?;
    let mut kept: Vec<Node> = Vec::new();
    for item in items {
        let mut open = false;
        let mut seen = false;
        for before in &kept {
            match equal(before, item) {
                Some(true) => seen = true,
                Some(false) => {}
                None => open = true,
            }
        }
        if seen {
            continue;
        }
        kept.push(
            if open && !matches!(item, Node::Rest(_)) && !matches!(under(item), Node::Ref(_)) {
                rest_of("distinct", item)
            } else {
                item.clone()
            },
        );
    }
    Some(marked(Shape::List, Node::List(kept)))
}

fn length(value: &Node) -> Outcome<Option<Node>> {
    let count = match under(value) {
        Node::List(_) if may_shrink(value) => return Ok(None),
        Node::List(_) => closed_list(value).map(<[Node]>::len),
        Node::Object(_) => closed_object(value).map(crate::value::Object::len),
        Node::Number(_) | Node::Bool(_) => {
            return Err(invalid("`length` needs a string or a collection"));
        }
        _ => known_text(value).map(|text| super::unicode::length(&text)),
    };
    Ok(count
        .and_then(|count| i64::try_from(count).ok())
        .map(Node::from))
}

fn element(list: &Node, index: &Node) -> Outcome<Option<Node>> {
    if peek(list).0.is_set() {
        return Err(invalid("a set has no elements by index"));
    }
    let (Some(items), Some(index)) = (closed_list(list), integer(index)?) else {
        return if is_open(list) || known_number(index).is_none() {
            Ok(None)
        } else {
            Err(invalid("`element` needs a list"))
        };
    };
    let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
    if length == 0 {
        return Err(invalid("`element` of an empty list"));
    }
    let index = usize::try_from(index % length).map_err(|_| invalid("a negative index"))?;
    Ok(items.get(index).cloned())
}

fn index(list: &Node, value: &Node) -> Outcome<Option<Node>> {
    let Some(items) = closed_list(list) else {
        return if is_open(list) {
            Ok(None)
        } else {
            Err(invalid("`index` needs a list"))
        };
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

fn contains(list: &Node, value: &Node) -> Outcome<Option<Node>> {
    let Some(items) = under(list).as_list() else {
        return if is_open(list) {
            Ok(None)
        } else {
            Err(invalid("`contains` needs a list"))
        };
    };
    Ok(held(items, value).map(Node::Bool))
}

fn held(items: &[Node], value: &Node) -> Option<bool> {
    let mut open = false;
    for item in items {
        match equal(item, value) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => open = true,
        }
    }
    (!open).then_some(false)
}

fn coalesce(values: &[Node]) -> Outcome<Option<Node>> {
    let Some((first, rest)) = values.split_first() else {
        return Err(invalid("every value is null"));
    };
    match under(first) {
        Node::Null => coalesce(rest),
        Node::Text(text) if text.is_empty() => coalesce(rest),
        Node::Unknown(_) if !rest.is_empty() => {
            let otherwise = coalesce(rest)?.unwrap_or_default();
            let condition = Text::from(format!("{} == null", spelled(first)));
            Ok(Some(one_of(condition, vec![otherwise, first.clone()])))
        }
        _ => Ok(Some(first.clone())),
    }
}

fn coalesce_list(lists: &[Node]) -> Outcome<Option<Node>> {
    for list in lists {
        let (marks, inner) = peek(list);
        match inner {
            Node::Null => {}
            Node::List(_) if marks.is_set() => return Err(invalid("`coalescelist` takes lists")),
            Node::List(items) if items.is_empty() => {}
            Node::List(items) if items.iter().all(|item| matches!(item, Node::Rest(_))) => {
                return Ok(None);
            }
            Node::List(_) => return Ok(Some(list.clone())),
            Node::Unknown(_) | Node::Ref(_) => return Ok(None),
            _ => return Err(invalid("`coalescelist` takes lists")),
        }
    }
    Err(invalid("every list is empty"))
}

fn slice(list: &Node, from: &Node, to: &Node) -> Outcome<Option<Node>> {
    let marks = peek(list).0;
    if marks.is_set() {
        return Err(invalid("a set has no elements by index"));
    }
    let (from, to) = (integer(from)?, integer(to)?);
    if from.zip(to).is_some_and(|(from, to)| from < 0 || from > to) {
        return Err(invalid("the slice ends before it starts"));
    }
    let (Some(items), Some(from), Some(to)) = (closed_list(list), from, to) else {
        return Ok(None);
    };
    let range = usize::try_from(from).ok().zip(usize::try_from(to).ok());
    let part = range.and_then(|(from, to)| items.get(from..to));
    part.map(|part| Some(marked(list_like(marks), Node::List(part.to_vec()))))
        .ok_or_else(|| invalid("the slice leaves the list"))
}

/// `alltrue` (`neutral` is true) and `anytrue` (`neutral` is false).
fn every(list: &Node, neutral: bool) -> Option<Node> {
    let mut open = false;
    for item in under(list).as_list()? {
        let item = under(item);
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

fn chunks(list: &Node, size: &Node) -> Outcome<Option<Node>> {
    let (Some(items), Some(size)) = (closed_list(list), integer(size)?) else {
        return Ok(None);
    };
    let size = usize::try_from(size).map_err(|_| invalid("a negative size"))?;
    let part = |items: &[Node]| marked(Shape::List, Node::List(items.to_vec()));
    let parts = match size {
        _ if items.is_empty() => Vec::new(),
        0 => vec![part(items)],
        size => items.chunks(size).map(part).collect(),
    };
    Ok(Some(marked(Shape::List, Node::List(parts))))
}

fn range(bounds: &[Node]) -> Outcome<Option<Node>> {
    let bounds: Option<Vec<Float>> = bounds.iter().map(known_number).collect();
    let (zero, one) = (Float::from(0), Float::from(1));
    let step = |from: &Float, to: &Float| {
        if to.compare(from).is_lt() {
            one.negated()
        } else {
            one.clone()
        }
    };
    let (from, to, step) = match bounds.as_deref() {
        Some([to]) => (zero.clone(), to.clone(), step(&zero, to)),
        Some([from, to]) => (from.clone(), to.clone(), step(from, to)),
        Some([from, to, step]) => (from.clone(), to.clone(), step.clone()),
        _ => return Ok(None),
    };
    let order = from.compare(&to);
    if step.is_zero()
        || (order.is_lt() && step.is_negative())
        || (order.is_gt() && !step.is_negative())
    {
        return Err(invalid("the step of `range` leads away from its end"));
    }
    let mut items = Vec::new();
    let mut next = from;
    while next.compare(&to) == order && order.is_ne() {
        if items.len() >= MOST_STEPS {
            return Err(invalid("`range` makes more than 1024 values"));
        }
        let after = next.plus(&step);
        items.push(next.into_node());
        next = after;
    }
    Ok(Some(marked(Shape::List, Node::List(items))))
}

fn match_keys(values: &Node, keys: &Node, wanted: &Node) -> Outcome<Option<Node>> {
    let (Some(values), Some(keys), Some(wanted)) =
        (closed_list(values), closed_list(keys), closed_list(wanted))
    else {
        return Ok(None);
    };
    if values.len() != keys.len() {
        return Err(invalid("lists of unequal length"));
    }
    let kinds: Vec<Kind> = keys.iter().chain(wanted).map(Kind::of).collect();
    let kind = unified(&kinds)
        .ok_or_else(|| invalid("keys and searched values have no type in common"))?;
    let wanted = wanted
        .iter()
        .cloned()
        .map(|node| converted(node, &kind))
        .collect::<Outcome<Vec<_>>>()?;
    let mut kept = Vec::new();
    for (value, key) in values.iter().zip(keys) {
        match held(&wanted, &converted(key.clone(), &kind)?) {
            Some(true) => kept.push(value.clone()),
            Some(false) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(marked(Shape::List, Node::List(kept))))
}
