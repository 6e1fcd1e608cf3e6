//! The types of values, the type that several have in common, and conversion to it, as Terraform does them.

use std::collections::BTreeMap;

use crate::artifact::schema;
use crate::value::{Node, Number, Object, Reference, Text};

use super::super::address::split;
use super::error::{Outcome, invalid};
use super::float::{Float, plain_text};
use super::mark::{Shape, hidden, is_sensitive, marked, peek, peeled, shown, spelled, under};
use super::types::set_order;

/// Types nested deeper than this are taken as not known.
const DEEPEST: usize = 32;

/// The type of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Kind {
    /// Not known, or of a null.
    Any,
    String,
    Number,
    Bool,
    List(Box<Kind>),
    Set(Box<Kind>),
    Map(Box<Kind>),
    Tuple(Vec<Kind>),
    Object(BTreeMap<Text, Kind>),
}

impl Kind {
    /// The type of a value.
    pub(super) fn of(node: &Node) -> Self {
        Self::within(node, 0)
    }

    fn within(node: &Node, depth: usize) -> Self {
        if depth > DEEPEST {
            return Self::Any;
        }
        let (marks, inner) = peek(node);
        let below = |node: &Node| Self::within(node, depth + 1);
        let common = |nodes: &mut dyn Iterator<Item = &Node>| {
            let kinds: Vec<Self> = nodes
                .filter(|node| !matches!(node, Node::Rest(_)))
                .map(below)
                .collect();
            Box::new(unified(&kinds).unwrap_or(Self::Any))
        };
        match (marks.shape, inner) {
            (Some(Shape::List), Node::List(items)) => Self::List(common(&mut items.iter())),
            (Some(Shape::Set), Node::List(items)) => Self::Set(common(&mut items.iter())),
            (Some(Shape::Map), Node::Object(members)) => Self::Map(common(&mut members.values())),
            (Some(Shape::List), _) => Self::List(Box::new(Self::Any)),
            (Some(Shape::Set), _) => Self::Set(Box::new(Self::Any)),
            (Some(Shape::Map), _) => Self::Map(Box::new(Self::Any)),
            (None, Node::Bool(_)) => Self::Bool,
            (None, Node::Number(_)) => Self::Number,
            (None, Node::Text(_) | Node::Join(_) | Node::Json(_)) => Self::String,
            (None, Node::Unknown(unknown)) => match unknown.kind.as_deref() {
                Some("string") => Self::String,
                Some("number") => Self::Number,
                Some("bool") => Self::Bool,
                _ => Self::Any,
            },
            (None, Node::List(items)) => {
                if items.iter().any(|item| matches!(item, Node::Rest(_))) {
                    return Self::Any;
                }
                Self::Tuple(items.iter().map(below).collect())
            }
            (None, Node::Object(members)) => {
                if members.contains_key("$rest") {
                    return Self::Any;
                }
                Self::Object(
                    members
                        .iter()
                        .map(|(key, value)| (key.clone(), below(value)))
                        .collect(),
                )
            }
            (None, Node::OneOf(choice)) => {
                let mut kinds = choice.values.iter().map(below);
                let first = kinds.next().unwrap_or(Self::Any);
                if kinds.all(|kind| kind == first) {
                    first
                } else {
                    Self::Any
                }
            }
            (None, Node::Ref(reference)) => referenced(reference),
            (None, Node::Null | Node::Rest(_)) => Self::Any,
        }
    }

    fn is_primitive(&self) -> bool {
        matches!(self, Self::String | Self::Number | Self::Bool)
    }

    /// Whether no part of the type is open.
    pub(super) fn is_whole(&self) -> bool {
        match self {
            Self::Any => false,
            Self::String | Self::Number | Self::Bool => true,
            Self::List(inner) | Self::Set(inner) | Self::Map(inner) => inner.is_whole(),
            Self::Tuple(kinds) => kinds.iter().all(Self::is_whole),
            Self::Object(kinds) => kinds.values().all(Self::is_whole),
        }
    }
}

/// The type of an attribute of a resource, by the provider's schema.
fn referenced(reference: &Reference) -> Kind {
    if matches!(&*reference.attribute, "arn" | "id") {
        return Kind::String;
    }
    let local = split(&reference.address).local;
    let body = match local.strip_prefix("data.") {
        Some(rest) => rest.split('.').next().and_then(schema::data),
        None => local.split('.').next().and_then(schema::resource),
    };
    let argument = body.and_then(|body| body.argument(&reference.attribute));
    match argument.map(|argument| argument.kind) {
        Some(schema::Kind::Text) => Kind::String,
        Some(schema::Kind::Number) => Kind::Number,
        Some(schema::Kind::Bool) => Kind::Bool,
        _ => Kind::Any,
    }
}

/// The type that values of all the types can be converted to; `None` when there is none.
pub(super) fn unified(kinds: &[Kind]) -> Option<Kind> {
    let mut known: Vec<&Kind> = Vec::new();
    for kind in kinds {
        if *kind != Kind::Any && !known.contains(&kind) {
            known.push(kind);
        }
    }
    let (first, rest) = match known.split_first() {
        None => return Some(Kind::Any),
        Some((first, [])) => return Some((*first).clone()),
        Some((first, rest)) => (*first, rest),
    };
    if known.iter().all(|kind| kind.is_primitive()) {
        // Numbers and booleans become strings, but not each other.
        return known.contains(&&Kind::String).then_some(Kind::String);
    }
    let all = |test: fn(&Kind) -> bool| known.iter().all(|kind| test(kind));
    let any = |test: fn(&Kind) -> bool| known.iter().any(|kind| test(kind));
    let elements = || -> Option<Kind> {
        let mut kinds = Vec::new();
        for kind in &known {
            match kind {
                Kind::List(inner) | Kind::Set(inner) | Kind::Map(inner) => {
                    kinds.push((**inner).clone());
                }
                Kind::Tuple(inner) => kinds.extend(inner.iter().cloned()),
                Kind::Object(inner) => kinds.extend(inner.values().cloned()),
                _ => return None,
            }
        }
        unified(&kinds)
    };
    let is_sequence = |kind: &Kind| matches!(kind, Kind::List(_) | Kind::Set(_) | Kind::Tuple(_));
    if all(|kind| matches!(kind, Kind::Tuple(_))) {
        return tuples(first, rest).or_else(|| elements().map(|inner| Kind::List(Box::new(inner))));
    }
    if all(|kind| matches!(kind, Kind::Object(_))) {
        return objects(first, rest).or_else(|| elements().map(|inner| Kind::Map(Box::new(inner))));
    }
    if all(|kind| matches!(kind, Kind::Map(_) | Kind::Object(_))) {
        return elements().map(|inner| Kind::Map(Box::new(inner)));
    }
    if all(is_sequence) {
        let inner = Box::new(elements()?);
        return Some(
            if any(|kind| matches!(kind, Kind::Set(_)))
                && !any(|kind| matches!(kind, Kind::List(_)))
            {
                Kind::Set(inner)
            } else {
                Kind::List(inner)
            },
        );
    }
    None
}

fn tuples(first: &Kind, rest: &[&Kind]) -> Option<Kind> {
    let Kind::Tuple(first) = first else {
        return None;
    };
    let mut result = Vec::with_capacity(first.len());
    for (index, kind) in first.iter().enumerate() {
        let mut column = vec![kind.clone()];
        for other in rest {
            let Kind::Tuple(other) = other else {
                return None;
            };
            if other.len() != first.len() {
                return None;
            }
            column.push(other.get(index)?.clone());
        }
        result.push(unified(&column)?);
    }
    let same_length = rest
        .iter()
        .all(|other| matches!(other, Kind::Tuple(other) if other.len() == first.len()));
    same_length.then_some(Kind::Tuple(result))
}

fn objects(first: &Kind, rest: &[&Kind]) -> Option<Kind> {
    let Kind::Object(first) = first else {
        return None;
    };
    let mut result = BTreeMap::new();
    for (key, kind) in first {
        let mut column = vec![kind.clone()];
        for other in rest {
            let Kind::Object(other) = other else {
                return None;
            };
            column.push(other.get(key)?.clone());
        }
        result.insert(key.clone(), unified(&column)?);
    }
    let same_keys = rest
        .iter()
        .all(|other| matches!(other, Kind::Object(other) if other.len() == first.len()));
    same_keys.then_some(Kind::Object(result))
}

/// The value as one of a type; parts that are not known stay as they are.
pub(super) fn converted(node: Node, kind: &Kind) -> Outcome {
    let (marks, inner) = peeled(node);
    let result = match (kind, inner) {
        (Kind::Any, inner) => return Ok(marked(marks, inner)),
        (_, Node::Null) => Node::Null,
        (Kind::String | Kind::Number | Kind::Bool, inner) => scalar(inner, kind)?,
        (Kind::List(element), Node::List(items)) => {
            marked(Shape::List, Node::List(all(items, element)?))
        }
        (Kind::Set(element), Node::List(items)) => {
            // A set is sensitive as a whole.
            let sensitive = items.iter().any(is_sensitive);
            let items = items.into_iter().map(shown).collect();
            let set = Node::List(set_order(all(items, element)?));
            hidden(sensitive, marked(Shape::Set, set))
        }
        (Kind::Tuple(kinds), Node::List(items)) => {
            let open = items.iter().any(|item| matches!(item, Node::Rest(_)));
            if items.len() != kinds.len() && !open {
                return Err(invalid(format!(
                    "a tuple of {} elements is needed",
                    kinds.len()
                )));
            }
            let items = items.into_iter().enumerate();
            let items = items.map(|(index, item)| match kinds.get(index) {
                Some(kind) => converted(item, kind),
                None => Ok(item),
            });
            Node::List(items.collect::<Outcome<Vec<_>>>()?)
        }
        (Kind::Map(element), Node::Object(members)) => {
            let members = members
                .into_iter()
                .map(|(key, value)| Ok((key, converted(value, element)?)));
            marked(Shape::Map, Node::Object(members.collect::<Outcome<_>>()?))
        }
        (Kind::Object(kinds), Node::Object(members)) => {
            let open = members.contains_key("$rest");
            let mut result = Object::new();
            for (key, value) in members {
                match kinds.get(&key) {
                    Some(kind) => drop(result.insert(key, converted(value, kind)?)),
                    None if &*key == "$rest" => drop(result.insert(key, value)),
                    None => {}
                }
            }
            if let (false, Some(missing)) =
                (open, kinds.keys().find(|key| !result.contains_key(*key)))
            {
                return Err(invalid(format!("attribute `{missing}` is missing")));
            }
            Node::Object(result)
        }
        (
            Kind::List(_) | Kind::Set(_) | Kind::Tuple(_),
            inner @ (Node::Object(_)
            | Node::Text(_)
            | Node::Number(_)
            | Node::Bool(_)
            | Node::Json(_)
            | Node::Join(_)),
        ) => {
            return Err(invalid(format!("`{}` is no list", shortened(&inner))));
        }
        (
            Kind::Map(_) | Kind::Object(_),
            inner @ (Node::List(_)
            | Node::Text(_)
            | Node::Number(_)
            | Node::Bool(_)
            | Node::Json(_)
            | Node::Join(_)),
        ) => {
            return Err(invalid(format!("`{}` is no map", shortened(&inner))));
        }
        (Kind::List(_), open) => marked(Shape::List, open),
        (Kind::Set(_), open) => marked(Shape::Set, open),
        (Kind::Map(_), open) => marked(Shape::Map, open),
        (_, open) => open,
    };
    Ok(hidden(marks.sensitive, result))
}

fn all(items: Vec<Node>, kind: &Kind) -> Outcome<Vec<Node>> {
    items
        .into_iter()
        .map(|item| converted(item, kind))
        .collect()
}

fn shortened(node: &Node) -> String {
    spelled(node).chars().take(40).collect()
}

/// Strings, numbers and booleans into each other.
fn scalar(node: Node, kind: &Kind) -> Outcome {
    match (kind, node) {
        (Kind::String, Node::Number(number)) => Ok(Node::text(plain_text(&number))),
        (Kind::String, Node::Bool(value)) => Ok(Node::text(if value { "true" } else { "false" })),
        (Kind::Number, Node::Text(text)) if is_infinite(&text) => {
            Ok(super::unknown::infinity(&text))
        }
        (Kind::Number, Node::Text(text)) => parsed(&text)
            .map(Node::Number)
            .ok_or_else(|| invalid(format!("`{text}` is no number"))),
        (Kind::Bool, Node::Text(text)) => match &*text {
            "true" | "1" => Ok(Node::Bool(true)),
            "false" | "0" => Ok(Node::Bool(false)),
            _ => Err(invalid(format!("`{text}` is no boolean"))),
        },
        (Kind::Number, Node::Bool(_)) | (Kind::Bool, Node::Number(_)) => {
            Err(invalid("a number is no boolean"))
        }
        (_, Node::List(_) | Node::Object(_)) => {
            Err(invalid("a collection is no string, number or boolean"))
        }
        (kind, Node::OneOf(choice)) => {
            let values = choice
                .values
                .iter()
                .cloned()
                .map(|value| converted(value, kind));
            Ok(super::choice::one_of(
                choice.condition.clone(),
                values.collect::<Outcome<Vec<_>>>()?,
            ))
        }
        (kind, Node::Unknown(unknown)) if unknown.kind.is_none() => {
            let mut typed = (*unknown).clone();
            typed.kind = Some(Text::from(match kind {
                Kind::Number => "number",
                Kind::Bool => "bool",
                _ => "string",
            }));
            Ok(Node::Unknown(typed.into()))
        }
        (_, node) => Ok(node),
    }
}

/// The number that a string spells.
pub(super) fn parsed(text: &str) -> Option<Number> {
    Float::parse(text).map(|float| float.to_number())
}

/// Whether a value is not known, and its type neither.
pub(super) fn has_open_type(node: &Node) -> bool {
    !under(node).is_null() && !matches!(under(node), Node::Rest(_)) && Kind::of(node) == Kind::Any
}

/// A number or boolean beside values of open types: text, if one of them is a string.
pub(super) fn if_string(node: Node, beside: &[&Node]) -> Node {
    let (marks, inner) = peeled(node);
    if !matches!(inner, Node::Number(_) | Node::Bool(_)) {
        return marked(marks, inner);
    }
    let names: Vec<String> = beside.iter().map(|node| spelled(node)).collect();
    let condition = Text::from(format!("{} is a string", names.join(" or ")));
    let text = scalar(inner.clone(), &Kind::String).unwrap_or_default();
    marked(marks, super::choice::one_of(condition, vec![text, inner]))
}

/// A list, set or map of the members' common type.
pub(super) fn collection(shape: Shape, node: Node) -> Outcome {
    let node = with_open_members(node);
    let element = match peek(&node).1 {
        Node::List(items) => common(items.iter())?,
        Node::Object(members) => common(members.values())?,
        _ => Kind::Any,
    };
    let element = Box::new(element);
    converted(
        node,
        &match shape {
            Shape::List => Kind::List(element),
            Shape::Set => Kind::Set(element),
            Shape::Map => Kind::Map(element),
        },
    )
}

/// The members, each a choice where it depends on the type of others.
fn with_open_members(node: Node) -> Node {
    let (marks, inner) = peeled(node);
    let members: Vec<&Node> = match &inner {
        Node::List(items) => items.iter().collect(),
        Node::Object(members) => members.values().collect(),
        _ => Vec::new(),
    };
    let open: Vec<Node> = members
        .iter()
        .filter(|member| has_open_type(member))
        .map(|member| (*member).clone())
        .collect();
    let is_primitive = |member: &&&Node| matches!(under(member), Node::Number(_) | Node::Bool(_));
    if open.is_empty() || members.iter().filter(is_primitive).count() == 0 {
        return marked(marks, inner);
    }
    let open: Vec<&Node> = open.iter().collect();
    let inner = match inner {
        Node::List(items) => Node::List(
            items
                .into_iter()
                .map(|item| if_string(item, &open))
                .collect(),
        ),
        Node::Object(members) => Node::Object(
            members
                .into_iter()
                .map(|(key, value)| (key, if_string(value, &open)))
                .collect(),
        ),
        other => other,
    };
    marked(marks, inner)
}

/// The common type of members.
pub(super) fn common<'n>(members: impl Iterator<Item = &'n Node>) -> Outcome<Kind> {
    let kinds: Vec<Kind> = members
        .filter(|member| !matches!(member, Node::Rest(_)))
        .map(Kind::of)
        .collect();
    unified(&kinds).ok_or_else(|| invalid("the members have no type in common"))
}

/// Whether a text spells an infinity, which Terraform computes with but no plan holds.
fn is_infinite(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    unsigned.eq_ignore_ascii_case("inf") || unsigned.eq_ignore_ascii_case("infinity")
}
