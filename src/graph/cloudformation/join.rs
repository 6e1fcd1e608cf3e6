//! Strings made of parts: `Fn::Join` and `Fn::Sub`.

use std::collections::BTreeMap;

use crate::value::{Node, Text};

use super::choice::mapped_choice;
use super::dynamic;
use super::function::{each_branch, may_vanish};
use super::world::{Scope, World, opaque};

/// The value of `Fn::Join` over evaluated arguments.
pub(super) fn joined(delimiter: &Node, list: &Node) -> Node {
    let Some(delimiter) = delimiter.as_text() else {
        return opaque(
            "Fn::Join",
            &Node::List(vec![delimiter.clone(), list.clone()]),
            Some("string"),
        );
    };
    let whole = |list: &Node| match list {
        // A part that may be missing takes its delimiter with it.
        Node::List(items) if delimiter.is_empty() || !items.iter().any(may_vanish) => {
            joined_items(delimiter, items)
        }
        other => opaque(
            "Fn::Join",
            &Node::List(vec![Node::text(delimiter), other.clone()]),
            Some("string"),
        ),
    };
    if delimiter.is_empty() {
        mapped_choice(list, &whole)
    } else {
        each_branch(list, &whole)
    }
}

fn joined_items(delimiter: &str, items: &[Node]) -> Node {
    let mut parts = Vec::with_capacity(items.len() * 2);
    for (index, item) in items.iter().enumerate() {
        if index > 0 && !delimiter.is_empty() {
            parts.push(Node::text(delimiter));
        }
        if let Some(part) = part(item) {
            parts.push(part);
        } else {
            let arguments = Node::List(vec![Node::text(delimiter), Node::List(items.to_vec())]);
            return opaque("Fn::Join", &arguments, Some("string"));
        }
    }
    Node::join(parts)
}

impl World<'_> {
    /// The value of `Fn::Sub`, with or without variables of its own.
    pub fn substituted(&self, argument: &Node, scope: &Scope) -> Node {
        let none = BTreeMap::new();
        let (template, variables) = match argument {
            Node::Text(_) => (argument, &none),
            Node::List(items) => match items.as_slice() {
                [template @ Node::Text(_), Node::Object(variables)] => (template, variables),
                [template @ Node::Text(_)] => (template, &none),
                _ => return opaque("Fn::Sub", &self.eval(argument, scope), Some("string")),
            },
            other => return opaque("Fn::Sub", &self.eval(other, scope), Some("string")),
        };
        let mut parts = Vec::new();
        for piece in pieces(template.as_text().unwrap_or_default()) {
            let value = match piece {
                Piece::Literal(text) => Node::text(text),
                Piece::Name(name) => match (variables.get(name), name.split_once('.')) {
                    (Some(variable), _) => self.eval(variable, scope),
                    (None, Some((resource, attribute))) => {
                        self.attribute_of(resource, attribute, scope)
                    }
                    (None, None) => self.reference(name, scope),
                },
            };
            if let Some(part) = part(&value) {
                parts.push(part);
            } else {
                let evaluated = Node::List(vec![template.clone(), value]);
                return opaque("Fn::Sub", &evaluated, Some("string"));
            }
        }
        dynamic::resolve(Node::join(parts))
    }
}

/// The node where the choice named `condition` takes `branch`.
pub(super) fn branch_of(node: &Node, condition: &Text, branch: usize) -> Node {
    match node {
        Node::OneOf(choice) if choice.condition == *condition => {
            choice.values.get(branch).cloned().unwrap_or_default()
        }
        other => other.clone(),
    }
}

/// The value as a part of a string; `None` for what is no string.
fn part(node: &Node) -> Option<Node> {
    match node {
        Node::List(_) | Node::Object(_) | Node::Rest(_) => None,
        Node::Null => Some(Node::text("")),
        Node::Json(inner) => Some(inner.json_text()),
        other => Some(other.clone()),
    }
}

/// A piece of a `Fn::Sub` text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'a> {
    Literal(&'a str),
    /// The name between `${` and `}`.
    Name(&'a str),
}

/// The pieces of a `Fn::Sub` text; `${!name}` stands for `${name}` itself.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let (before, opened) = rest.split_at(start);
        let inside = opened.get(2..).unwrap_or_default();
        let Some(end) = inside.find('}') else { break };
        let (name, closed) = inside.split_at(end);
        if !before.is_empty() {
            pieces.push(Piece::Literal(before));
        }
        match name.strip_prefix('!') {
            Some(literal) => pieces.extend([
                Piece::Literal("${"),
                Piece::Literal(literal),
                Piece::Literal("}"),
            ]),
            None => pieces.push(Piece::Name(name.trim())),
        }
        rest = closed.get(1..).unwrap_or_default();
    }
    if !rest.is_empty() {
        pieces.push(Piece::Literal(rest));
    }
    pieces
}
