//! The functions of the `terraform` provider: values to HCL text, and back.

use hcl_edit::expr::Expression;
use hcl_edit::structure::Body;

use crate::value::{Node, Number, Object, Text};

use super::super::error::{Outcome, invalid};
use super::super::float::plain_text;
use super::super::mark::{bare, under};
use super::super::traverse::push_quoted;
use super::known_text;

pub(super) const NAMES: [&str; 3] = ["decode_tfvars", "encode_expr", "encode_tfvars"];

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    let [value] = arguments else { return Ok(None) };
    match name {
        "encode_expr" => Ok(expression(value, 0).map(Node::text)),
        "encode_tfvars" => {
            let Node::Object(members) = under(value) else {
                return if bare(value.clone()).is_plain() {
                    Err(invalid("an object is needed"))
                } else {
                    Ok(None)
                };
            };
            let mut written = Vec::new();
            for (key, value) in members {
                if !is_identifier(key) {
                    return Err(invalid(format!("`{key}` is no name of a variable")));
                }
                let Some(value) = expression(value, 0) else {
                    return Ok(None);
                };
                written.push((key.to_string(), value));
            }
            let text = assignments(&written, "");
            Ok(Some(Node::text(text)))
        }
        "decode_tfvars" => {
            let Some(text) = known_text(value) else {
                return Ok(None);
            };
            let body: Body = text.parse().map_err(|_| invalid("not HCL"))?;
            let mut members = Object::new();
            for attribute in body.attributes() {
                // Terraform evaluates what is constant.
                let Some(value) = literal(&attribute.value) else {
                    return Ok(None);
                };
                members.insert(Text::from(attribute.key.as_str()), value);
            }
            Ok(Some(Node::Object(members)))
        }
        _ => Ok(None),
    }
}

fn is_identifier(text: &str) -> bool {
    text.starts_with(|character: char| character.is_alphabetic() || character == '_')
        && text
            .chars()
            .all(|character| character.is_alphanumeric() || "_-".contains(character))
}

fn expression(node: &Node, depth: usize) -> Option<String> {
    let pad = "  ".repeat(depth + 1);
    let end = "  ".repeat(depth);
    Some(match under(node) {
        Node::Null => "null".to_owned(),
        Node::Bool(value) => value.to_string(),
        Node::Number(number) => plain_text(number),
        Node::List(items) => {
            let items = items
                .iter()
                .map(|item| expression(item, depth))
                .collect::<Option<Vec<_>>>()?;
            // How far the lines of several such items are indented follows no rule.
            if items.iter().filter(|item| item.contains('\n')).count() > 1 {
                return None;
            }
            format!("[{}]", items.join(", "))
        }
        Node::Object(members) if members.is_empty() => "{}".to_owned(),
        Node::Object(members) => {
            let spelled = |key: &Text| {
                if is_identifier(key) {
                    key.to_string()
                } else {
                    quoted(key)
                }
            };
            let written = members
                .iter()
                .map(|(key, value)| Some((spelled(key), expression(value, depth + 1)?)))
                .collect::<Option<Vec<_>>>()?;
            let text = assignments(&written, &pad);
            format!("{{\n{text}{end}}}")
        }
        _ => quoted(&known_text(node)?),
    })
}

/// Lines of names and values; the signs of neighbouring lines stand below each other.
fn assignments(written: &[(String, String)], pad: &str) -> String {
    let mut text = String::new();
    for group in
        written.chunk_by(|(_, before), (_, after)| !before.contains('\n') && !after.contains('\n'))
    {
        let width = group
            .iter()
            .map(|(name, _)| name.chars().count())
            .max()
            .unwrap_or(0);
        for (name, value) in group {
            text.push_str(&format!("{pad}{name:width$} = {value}\n"));
        }
    }
    text
}

fn quoted(text: &str) -> String {
    let mut result = String::new();
    push_quoted(text, &mut result);
    result
}

fn literal(expression: &Expression) -> Option<Node> {
    match expression {
        Expression::Null(_) => Some(Node::Null),
        Expression::Bool(value) => Some(Node::Bool(*value.value())),
        Expression::Number(number) => Number::parse(&number.value().to_string()).map(Node::Number),
        Expression::String(text) => Some(Node::text(text.value().as_str())),
        Expression::Parenthesis(inner) => literal(inner.inner()),
        Expression::Array(items) => items
            .iter()
            .map(literal)
            .collect::<Option<Vec<_>>>()
            .map(Node::List),
        Expression::Object(members) => members
            .iter()
            .map(|(key, value)| {
                Some((
                    super::super::expression::key_name(key)?,
                    literal(value.expr())?,
                ))
            })
            .collect::<Option<Object>>()
            .map(Node::Object),
        _ => None,
    }
}
