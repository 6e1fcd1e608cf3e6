//! `Fn::Sub` as `Fn::Join` with an empty delimiter.

use crate::graph::Kind;
use crate::value::{Node, Object};

use super::super::written::Rewriting;
use super::{Respelling, Subject, Trial, rewritten};

/// Substitutions as joins.
pub(super) const JOIN: Respelling = Respelling {
    name: "join",
    title: "every `Fn::Sub` as `Fn::Join` without a delimiter",
    kinds: &[Kind::Template],
    same_graph: true,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        rewritten(subject, &Rewriting::Template(joined), trial);
    },
};

/// Turns a substitution into a join.
pub(super) fn joined(node: &mut Node) -> bool {
    let Some(parts) = parts_of(node) else {
        return false;
    };
    let join = Node::List(vec![Node::text(""), Node::List(parts)]);
    *node = Node::object([("Fn::Join", join)]);
    true
}

fn parts_of(node: &Node) -> Option<Vec<Node>> {
    let members = node.as_object().filter(|members| members.len() == 1)?;
    let none = Object::new();
    let (text, variables) = match members.get("Fn::Sub")? {
        Node::Text(text) => (text, &none),
        Node::List(arguments) => match arguments.as_slice() {
            [Node::Text(text), Node::Object(variables)] => (text, variables),
            _ => return None,
        },
        _ => return None,
    };
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut rest: &str = text;
    while let Some((before, after)) = rest.split_once("${") {
        literal.push_str(before);
        let (name, after) = after.split_once('}')?;
        rest = after;
        if let Some(escaped) = name.strip_prefix('!') {
            literal.push_str("${");
            literal.push_str(escaped);
            literal.push('}');
            continue;
        }
        if !literal.is_empty() {
            parts.push(Node::text(std::mem::take(&mut literal)));
        }
        let name = name.trim();
        parts.push(match (variables.get(name), name.split_once('.')) {
            (Some(value), _) => value.clone(),
            (None, Some((resource, attribute))) => {
                let names = vec![Node::text(resource), Node::text(attribute)];
                Node::object([("Fn::GetAtt", Node::List(names))])
            }
            (None, None) => Node::object([("Ref", Node::text(name))]),
        });
    }
    literal.push_str(rest);
    if !literal.is_empty() {
        parts.push(Node::text(literal));
    }
    Some(parts)
}
