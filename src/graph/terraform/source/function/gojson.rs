//! JSON text as Terraform writes it.

use crate::value::Node;

use super::super::float::plain_text;
use super::super::mark::under;

/// The JSON encoding of a value of which all is known.
pub(in super::super) fn text(node: &Node) -> Option<String> {
    let mut json = String::new();
    write(node, &mut json)?;
    Some(json)
}

fn write(node: &Node, json: &mut String) -> Option<()> {
    match under(node) {
        Node::Null => json.push_str("null"),
        Node::Bool(value) => json.push_str(if *value { "true" } else { "false" }),
        Node::Number(number) => json.push_str(&plain_text(number)),
        Node::Text(value) => quoted(value, json),
        Node::Json(inner) => quoted(&text(inner)?, json),
        Node::List(items) => {
            json.push('[');
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    json.push(',');
                }
                write(item, json)?;
            }
            json.push(']');
        }
        Node::Object(members) => {
            json.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    json.push(',');
                }
                quoted(key, json);
                json.push(':');
                write(value, json)?;
            }
            json.push('}');
        }
        Node::Ref(_) | Node::Unknown(_) | Node::Join(_) | Node::OneOf(_) | Node::Rest(_) => {
            return None;
        }
    }
    Some(())
}

/// A JSON string with the escapes that Go's encoder writes.
pub(super) fn quoted(text: &str, json: &mut String) {
    json.push('"');
    for character in text.chars() {
        match character {
            '"' => json.push_str("\\\""),
            '\\' => json.push_str("\\\\"),
            '\n' => json.push_str("\\n"),
            '\r' => json.push_str("\\r"),
            '\t' => json.push_str("\\t"),
            '\u{8}' => json.push_str("\\b"),
            '\u{c}' => json.push_str("\\f"),
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' | '\0'..='\u{1f}' => {
                json.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            other => json.push(other),
        }
    }
    json.push('"');
}
