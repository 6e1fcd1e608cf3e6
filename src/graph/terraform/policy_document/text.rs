//! A known document as the very text that the provider makes of it.

use std::sync::Arc;

use crate::value::{Node, Object, OneOf, Text};

use super::decoded::STATEMENT;

/// What comes before the members of a statement, in whose order they are; those of principals and conditions are sorted.
const FIRST: [&str; 2] = ["Version", "Id"];

/// The attribute `json` or `minified_json` of a data source with this document: a text where all of it is known.
pub fn encoded(document: &Node, attribute: &str) -> Node {
    if let Node::OneOf(choice) = document {
        let values = choice.values.iter();
        return Node::OneOf(Arc::new(OneOf {
            condition: choice.condition.clone(),
            values: values.map(|value| encoded(value, attribute)).collect(),
        }));
    }
    let indent = (attribute == "json").then_some(0);
    rendered(document, indent).map_or_else(|| Node::Json(Box::new(document.clone())), Node::Text)
}

/// The `id` of a data source with this `json`.
pub fn id(json: &str) -> Text {
    Text::from(crc32fast::hash(json.as_bytes()).to_string())
}

fn rendered(document: &Node, indent: Option<usize>) -> Option<Text> {
    let members = document.as_object().filter(|_| document.is_plain())?;
    let mut out = String::new();
    write_object(members, indent, 0, &mut out)?;
    Some(Text::from(out))
}

/// Writes a node `depth` objects deep; documents have members in an order of their own down to the statements.
fn write(node: &Node, indent: Option<usize>, depth: usize, out: &mut String) -> Option<()> {
    match node {
        Node::Text(text) => write_text(text, out),
        Node::List(items) => {
            out.push('[');
            let inner = indent.map(|level| level + 1);
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    out.push(',');
                }
                break_line(inner, out);
                write(item, inner, depth, out)?;
            }
            if !items.is_empty() {
                break_line(indent, out);
            }
            out.push(']');
        }
        Node::Object(members) => write_object(members, indent, depth + 1, out)?,
        // The provider keeps some of these and drops others: no document that a person writes has them.
        _ => return None,
    }
    Some(())
}

fn write_object(
    members: &Object,
    indent: Option<usize>,
    depth: usize,
    out: &mut String,
) -> Option<()> {
    let place = |name: &str| {
        let mut order = FIRST.iter().chain(&STATEMENT);
        order.position(|known| *known == name)
    };
    let mut sorted: Vec<(&Text, &Node)> = members.iter().collect();
    if depth < 2 {
        sorted.sort_by_key(|(name, _)| place(name).unwrap_or(usize::MAX));
    }
    out.push('{');
    let inner = indent.map(|level| level + 1);
    for (index, (name, value)) in sorted.into_iter().enumerate() {
        if index > 0 {
            out.push(',');
        }
        break_line(inner, out);
        write_text(name, out);
        out.push(':');
        if indent.is_some() {
            out.push(' ');
        }
        write(value, inner, depth, out)?;
    }
    if !members.is_empty() {
        break_line(indent, out);
    }
    out.push('}');
    Some(())
}

fn break_line(indent: Option<usize>, out: &mut String) {
    if let Some(level) = indent {
        out.push('\n');
        for _ in 0..level {
            out.push_str("  ");
        }
    }
}

/// JSON as Go writes it: safe inside HTML.
fn write_text(text: &str, out: &mut String) {
    let quoted = serde_json::Value::from(text).to_string();
    for character in quoted.chars() {
        match character {
            '<' => out.push_str("\\u003c"),
            '>' => out.push_str("\\u003e"),
            '&' => out.push_str("\\u0026"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            other => out.push(other),
        }
    }
}
