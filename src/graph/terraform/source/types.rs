//! Type constraints of variables: conversion, optional attributes, and the values a validation allows.

use hcl_edit::expr::{Expression, FuncCall, ObjectKey};

use std::cmp::Ordering;

use crate::artifact::config::Block;
use crate::value::{Node, Object, Text};

use super::error::{Outcome, invalid};
use super::evaluator::Evaluator;
use super::expression::key_name;
use super::float::Float;
use super::function::known_text;
use super::kind::{Kind, collection, converted};
use super::mark::{Shape, bare, hidden, marked, peek, peeled, under};
use super::scope::Scope;

/// A type constraint.
pub(super) enum Type<'e> {
    Any,
    String,
    Number,
    Bool,
    List(Box<Type<'e>>),
    Set(Box<Type<'e>>),
    Map(Box<Type<'e>>),
    Tuple(Vec<Type<'e>>),
    Object(Vec<Attribute<'e>>),
}

/// An attribute of an object type.
pub(super) struct Attribute<'e> {
    name: Text,
    kind: Type<'e>,
    optional: bool,
    default: Option<&'e Expression>,
}

impl<'e> Type<'e> {
    /// The type that a variable block declares.
    pub(super) fn declared(block: &'e Block) -> Self {
        block
            .attribute("type")
            .map_or(Self::Any, |(_, attribute)| Self::of(&attribute.value))
    }

    fn of(expression: &'e Expression) -> Self {
        match expression {
            Expression::Variable(name) => Self::named(name.as_str()),
            // The quoted spelling of old configurations.
            Expression::String(name) => Self::named(name.value()),
            Expression::FuncCall(call) => Self::constructed(call),
            Expression::Parenthesis(inner) => Self::of(inner.inner()),
            _ => Self::Any,
        }
    }

    fn named(name: &str) -> Self {
        match name {
            "string" => Self::String,
            "number" => Self::Number,
            "bool" => Self::Bool,
            "list" => Self::List(Box::new(Self::Any)),
            "set" => Self::Set(Box::new(Self::Any)),
            "map" => Self::Map(Box::new(Self::Any)),
            _ => Self::Any,
        }
    }

    fn constructed(call: &'e FuncCall) -> Self {
        let first = call.args.get(0);
        let inner = || Box::new(first.map_or(Self::Any, Self::of));
        match call.name.name.as_str() {
            "list" => Self::List(inner()),
            "set" => Self::Set(inner()),
            "map" => Self::Map(inner()),
            "optional" => first.map_or(Self::Any, Self::of),
            "tuple" => Self::Tuple(
                first
                    .and_then(Expression::as_array)
                    .into_iter()
                    .flatten()
                    .map(Self::of)
                    .collect(),
            ),
            "object" => Self::Object(
                first
                    .and_then(Expression::as_object)
                    .into_iter()
                    .flatten()
                    .filter_map(|(key, value)| Attribute::of(key, value.expr()))
                    .collect(),
            ),
            _ => Self::Any,
        }
    }

    /// The type as far as values have it: without optional attributes.
    fn outline(&self) -> Kind {
        match self {
            Self::Any => Kind::Any,
            Self::String => Kind::String,
            Self::Number => Kind::Number,
            Self::Bool => Kind::Bool,
            Self::List(inner) => Kind::List(Box::new(inner.outline())),
            Self::Set(inner) => Kind::Set(Box::new(inner.outline())),
            Self::Map(inner) => Kind::Map(Box::new(inner.outline())),
            Self::Tuple(kinds) => Kind::Tuple(kinds.iter().map(Self::outline).collect()),
            Self::Object(attributes) => Kind::Object(
                attributes
                    .iter()
                    .map(|attribute| (attribute.name.clone(), attribute.kind.outline()))
                    .collect(),
            ),
        }
    }

    /// The name of the type in the graph.
    pub(super) fn name(&self) -> Option<&'static str> {
        match self {
            Self::Any => None,
            Self::String => Some("string"),
            Self::Number => Some("number"),
            Self::Bool => Some("bool"),
            Self::List(_) | Self::Set(_) | Self::Tuple(_) => Some("list"),
            Self::Map(_) | Self::Object(_) => Some("object"),
        }
    }

    /// Whether the type is a collection.
    pub(super) fn is_structural(&self) -> bool {
        !matches!(self, Self::Any | Self::String | Self::Number | Self::Bool)
    }

    /// The values that a `contains([…], var.x)` validation allows, when there is one.
    pub(super) fn domain(block: &Block, name: &str) -> Vec<Node> {
        if matches!(Type::declared(block), Type::Bool) {
            return vec![Node::Bool(true), Node::Bool(false)];
        }
        let conditions = block
            .blocks()
            .filter(|(_, nested)| nested.has_ident("validation"))
            .filter_map(|(_, nested)| nested.body.get_attribute("condition"));
        for condition in conditions {
            let Expression::FuncCall(call) = &condition.value else {
                continue;
            };
            let about = call.args.get(1).and_then(Expression::as_traversal);
            let about_this = about.is_some_and(|traversal| {
                traversal
                    .expr
                    .as_variable()
                    .is_some_and(|root| root.as_str() == "var")
                    && super::traverse::name_at(&traversal.operators, 0) == Some(name)
                    && traversal.operators.len() == 1
            });
            let listed = call.args.get(0).and_then(Expression::as_array);
            if let (true, "contains", Some(listed)) = (about_this, call.name.name.as_str(), listed)
            {
                let texts: Option<Vec<Node>> = listed
                    .iter()
                    .map(|item| item.as_str().map(Node::text))
                    .collect();
                return texts.unwrap_or_default();
            }
        }
        Vec::new()
    }
}

impl<'e> Attribute<'e> {
    fn of(key: &'e ObjectKey, value: &'e Expression) -> Option<Self> {
        let name = key_name(key)?;
        let default = match value {
            Expression::FuncCall(call) if call.name.name.as_str() == "optional" => call.args.get(1),
            _ => None,
        };
        let optional =
            matches!(value, Expression::FuncCall(call) if call.name.name.as_str() == "optional");
        Some(Self {
            name,
            kind: Type::of(value),
            optional,
            default,
        })
    }
}

impl Evaluator<'_> {
    /// Converts a value to a type; symbolic parts stay as they are.
    pub(super) fn convert(&mut self, node: Node, kind: &Type<'_>) -> Outcome {
        let (marks, inner) = peeled(node);
        let value = match (kind, inner) {
            (Type::Any, inner) => return Ok(marked(marks, inner)),
            (_, Node::Null) => Node::Null,
            (_, inner @ Node::OneOf(_)) => self.over_choices(inner, &mut |evaluator, inner| {
                evaluator.convert(inner, kind)
            })?,
            (Type::List(element), Node::List(items)) => {
                collection(Shape::List, Node::List(self.convert_all(items, element)?))?
            }
            (Type::Set(element), Node::List(items)) => {
                collection(Shape::Set, Node::List(self.convert_all(items, element)?))?
            }
            (Type::Tuple(kinds), Node::List(items)) => {
                if items.len() != kinds.len()
                    && !items.iter().any(|item| matches!(item, Node::Rest(_)))
                {
                    return Err(invalid(format!(
                        "a tuple of {} elements is needed",
                        kinds.len()
                    )));
                }
                let mut kinds = kinds.iter();
                let items = items.into_iter().map(|item| match kinds.next() {
                    Some(kind) => self.convert(item, kind),
                    None => Ok(item),
                });
                Node::List(items.collect::<Outcome<Vec<_>>>()?)
            }
            (Type::Map(element), Node::Object(members)) => {
                let members = members
                    .into_iter()
                    .map(|(key, value)| Ok((key, self.convert(value, element)?)));
                collection(
                    Shape::Map,
                    Node::Object(members.collect::<Outcome<Object>>()?),
                )?
            }
            (Type::Object(attributes), Node::Object(members)) => {
                self.convert_object(members, attributes)?
            }
            (_, inner) => converted(inner, &kind.outline())?,
        };
        Ok(hidden(marks.sensitive, value))
    }

    fn convert_object(&mut self, mut members: Object, attributes: &[Attribute<'_>]) -> Outcome {
        let mut result = Object::new();
        let rest = members.remove("$rest");
        for attribute in attributes {
            let given = members.remove(&attribute.name);
            let is_given = given.is_some();
            let given = given.filter(|value| !under(value).is_null());
            let value = match (given, attribute.default, &rest) {
                (Some(value), ..) => value,
                (None, _, Some(Node::Rest(rest))) if !is_given => {
                    let step = format!(".{}", attribute.name);
                    Node::Unknown(super::unknown::member_of(rest, &step).into())
                }
                (None, Some(default), _) => self.typed(default, &mut Scope::of(0, 0))?,
                (None, None, _) if is_given || attribute.optional => Node::Null,
                (None, None, _) => {
                    return Err(invalid(format!(
                        "attribute `{}` is missing",
                        attribute.name
                    )));
                }
            };
            let value = self.convert(value, &attribute.kind)?;
            result.insert(attribute.name.clone(), value);
        }
        Ok(Node::Object(result))
    }

    fn convert_all(&mut self, items: Vec<Node>, kind: &Type<'_>) -> Outcome<Vec<Node>> {
        items
            .into_iter()
            .map(|item| match item {
                rest @ Node::Rest(_) => Ok(rest),
                item => self.convert(item, kind),
            })
            .collect()
    }
}

/// The members of a set: each once, in Terraform's order, those not known last.
pub(super) fn set_order(items: Vec<Node>) -> Vec<Node> {
    let (rest, items): (Vec<Node>, Vec<Node>) = items
        .into_iter()
        .partition(|item| matches!(item, Node::Rest(_)));
    let (mut known, mut open): (Vec<Node>, Vec<Node>) = items
        .into_iter()
        .partition(|item| bare(item.clone()).is_plain());
    known.sort_by(before);
    known.dedup();
    let mut seen = std::collections::BTreeSet::new();
    open.retain(|item| seen.insert(item.clone()));
    known.into_iter().chain(open).chain(rest).collect()
}

/// The order of two members: texts and numbers by value, collections by the text that stands for them.
fn before(left: &Node, right: &Node) -> Ordering {
    match (under(left), under(right)) {
        (Node::Null, Node::Null) => Ordering::Equal,
        (Node::Null, _) => Ordering::Greater,
        (_, Node::Null) => Ordering::Less,
        (left @ Node::Number(_), right @ Node::Number(_)) => {
            match (Float::of(left), Float::of(right)) {
                (Some(left), Some(right)) => left.compare(&right),
                _ => left.cmp(right),
            }
        }
        (left @ (Node::List(_) | Node::Object(_)), right) => set_hash(left)
            .cmp(&set_hash(right))
            .then_with(|| left.cmp(right)),
        (left, right) => match (known_text(left), known_text(right)) {
            (Some(left), Some(right)) => left.cmp(&right),
            _ => left.cmp(right),
        },
    }
}

/// The text by which Terraform orders collections within a set.
fn set_hash(node: &Node) -> String {
    let (marks, inner) = peek(node);
    match inner {
        Node::Null => "~".to_owned(),
        Node::Bool(value) => if *value { "T" } else { "F" }.to_owned(),
        Node::Text(text) => format!("{text:?}"),
        Node::List(items) => {
            let parts: Vec<String> = items.iter().map(set_hash).collect();
            let end = if parts.is_empty() { "" } else { ";" };
            format!("[{}{end}]", parts.join(";"))
        }
        Node::Object(members) => {
            let is_map = marks.shape == Some(Shape::Map);
            let parts = members.iter().map(|(key, value)| {
                if is_map {
                    format!("{key:?}:{};", set_hash(value))
                } else {
                    format!("{};", set_hash(value))
                }
            });
            let parts = parts.collect::<Vec<_>>().concat();
            if is_map {
                format!("{{{parts}}}")
            } else {
                format!("<{parts}>")
            }
        }
        other => known_text(other).map_or_else(|| "?".to_owned(), |text| text.to_string()),
    }
}
