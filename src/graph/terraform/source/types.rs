//! Type constraints of variables: conversion, optional attributes, and the values a validation allows.

use hcl_edit::expr::{Expression, FuncCall, ObjectKey};

use crate::artifact::config::Block;
use crate::value::{Node, Number, Object, Text};

use super::error::{Outcome, invalid};
use super::evaluator::Evaluator;
use super::expression::{key_name, key_text};
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
        Some(Self {
            name,
            kind: Type::of(value),
            default,
        })
    }
}

impl Evaluator<'_> {
    /// Whether an expression makes a set, whose keys are its elements.
    pub(super) fn makes_set(&self, expression: &Expression, scope: &Scope, depth: usize) -> bool {
        let inside =
            |expression: &Expression| depth < 16 && self.makes_set(expression, scope, depth + 1);
        match expression {
            Expression::Parenthesis(inner) => inside(inner.inner()),
            Expression::Conditional(choice) => {
                inside(&choice.true_expr) || inside(&choice.false_expr)
            }
            Expression::FuncCall(call) => matches!(
                call.name.name.as_str(),
                "toset" | "setunion" | "setintersection" | "setsubtract" | "setproduct"
            ),
            Expression::Traversal(traversal) if traversal.operators.len() == 1 => {
                let name = super::traverse::name_at(&traversal.operators, 0).unwrap_or_default();
                let index = self.index_of(scope.instance);
                match traversal.expr.as_variable().map(hcl_edit::Ident::as_str) {
                    Some("local") => index
                        .locals
                        .get(name)
                        .is_some_and(|(_, local)| inside(local)),
                    Some("var") => {
                        let block = index.variables.get(name);
                        block.is_some_and(|block| matches!(Type::declared(block), Type::Set(_)))
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }

    /// Converts a value to a type; symbolic parts stay as they are.
    pub(super) fn convert(&mut self, node: Node, kind: &Type<'_>) -> Outcome {
        match (kind, node) {
            (Type::List(inner), Node::List(items)) => {
                self.convert_all(items, inner).map(Node::List)
            }
            (Type::Set(inner), Node::List(items)) => {
                let items = self.convert_all(items, inner)?;
                Ok(Node::List(set_order(items)))
            }
            (Type::Tuple(kinds), Node::List(items)) => {
                let mut kinds = kinds.iter();
                let items = items.into_iter().map(|item| match kinds.next() {
                    Some(kind) => self.convert(item, kind),
                    None => Ok(item),
                });
                items.collect::<Outcome<Vec<_>>>().map(Node::List)
            }
            (Type::Map(inner), Node::Object(members)) => {
                let members = members
                    .into_iter()
                    .map(|(key, value)| Ok((key, self.convert(value, inner)?)));
                members.collect::<Outcome<Object>>().map(Node::Object)
            }
            (Type::Object(attributes), Node::Object(mut members)) => {
                let mut result = Object::new();
                if let Some(rest) = members.remove("$rest") {
                    result.insert(Text::from("$rest"), rest);
                }
                for attribute in attributes {
                    let given = members
                        .remove(&attribute.name)
                        .filter(|value| !value.is_null());
                    let value = match (given, attribute.default) {
                        (Some(value), _) => value,
                        (None, Some(default)) => self.evaluate(default, &mut Scope::of(0, 0))?,
                        (None, None) => Node::Null,
                    };
                    let value = self.convert(value, &attribute.kind)?;
                    result.insert(attribute.name.clone(), value);
                }
                Ok(Node::Object(result))
            }
            (Type::String | Type::Number | Type::Bool, node) => convert_scalar(node, kind),
            (_, node) => Ok(node),
        }
    }

    fn convert_all(&mut self, items: Vec<Node>, kind: &Type<'_>) -> Outcome<Vec<Node>> {
        items
            .into_iter()
            .map(|item| self.convert(item, kind))
            .collect()
    }
}

fn convert_scalar(node: Node, kind: &Type<'_>) -> Outcome {
    match (kind, node) {
        (Type::String, Node::Number(number)) => Ok(Node::text(number.to_text())),
        (Type::String, node @ Node::Bool(_)) => Ok(Node::Text(key_text(&node).unwrap_or_default())),
        (Type::Number, Node::Text(text)) => Number::parse(&text)
            .map(Node::Number)
            .ok_or_else(|| invalid(format!("`{text}` is no number"))),
        (Type::Bool, Node::Text(text)) => match &*text {
            "true" | "1" => Ok(Node::Bool(true)),
            "false" | "0" => Ok(Node::Bool(false)),
            _ => Err(invalid(format!("`{text}` is no boolean"))),
        },
        (_, node) => Ok(node),
    }
}

/// The members of a set: each once, in Terraform's order when all are known.
pub(super) fn set_order(mut items: Vec<Node>) -> Vec<Node> {
    let rest: Vec<Node> = items
        .extract_if(.., |item| matches!(item, Node::Rest(_)))
        .collect();
    if items.iter().all(Node::is_plain) {
        items.sort();
        items.dedup();
    } else {
        let mut seen = std::collections::BTreeSet::new();
        items.retain(|item| seen.insert(item.clone()));
    }
    items.extend(rest);
    items
}
