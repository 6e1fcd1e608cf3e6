//! YAML as Terraform writes and reads it.

use crate::source::SourceText;
use crate::source::yaml::{Located, Schema, Value, parse};
use crate::value::Node;

use super::super::error::{Outcome, invalid};
use super::super::float::plain_text;
use super::super::mark::under;
use super::gojson;

/// Columns after which a quoted string is not known to stay on one line.
const WIDTH: usize = 76;

/// The YAML text of a value; `None` when some of it is not known, or Terraform would break a line somewhere.
pub(super) fn encoded(node: &Node) -> Option<String> {
    let mut text = String::new();
    write(node, 0, &mut text)?;
    if matches!(under(node), Node::Null | Node::Bool(_) | Node::Number(_)) {
        text.push_str("...\n");
    }
    Some(text)
}

/// Appends a value that starts where the text ends, and its line end.
fn write(node: &Node, indent: usize, text: &mut String) -> Option<()> {
    let pad = "  ".repeat(indent);
    match under(node) {
        Node::List(items) if items.is_empty() => text.push_str("[]\n"),
        Node::Object(members) if members.is_empty() => text.push_str("{}\n"),
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                if index > 0 {
                    text.push_str(&pad);
                }
                text.push_str("- ");
                write(item, indent + 1, text)?;
            }
        }
        Node::Object(members) => {
            for (index, (key, value)) in members.iter().enumerate() {
                if index > 0 {
                    text.push_str(&pad);
                }
                quoted(key, text)?;
                text.push(':');
                match under(value) {
                    Node::List(items) if !items.is_empty() => {
                        text.push('\n');
                        text.push_str(&pad);
                        write(value, indent, text)?;
                    }
                    Node::Object(inner) if !inner.is_empty() => {
                        text.push('\n');
                        text.push_str(&pad);
                        text.push_str("  ");
                        write(value, indent + 1, text)?;
                    }
                    _ => {
                        text.push(' ');
                        write(value, indent + 1, text)?;
                    }
                }
            }
        }
        Node::Null => text.push_str("null\n"),
        Node::Bool(value) => text.push_str(if *value { "true\n" } else { "false\n" }),
        Node::Number(number) => {
            text.push_str(&plain_text(number));
            text.push('\n');
        }
        Node::Text(value) if value.contains('\n') => literal(value, indent, text)?,
        Node::Text(value) => {
            quoted(value, text)?;
            text.push('\n');
        }
        Node::Json(inner) => write(&Node::text(gojson::text(inner)?), indent, text)?,
        _ => return None,
    }
    Some(())
}

/// A block of lines.
fn literal(value: &str, indent: usize, text: &mut String) -> Option<()> {
    let special = |character: char| {
        character.is_control() && character != '\n'
            || character == '\u{feff}'
            || u32::from(character) > 0xffff
    };
    if value.starts_with([' ', '\n'])
        || value.chars().any(special)
        || value.ends_with("\n\n")
        || value.contains(" \n")
        || value.ends_with(' ')
    {
        return None;
    }
    let pad = "  ".repeat(indent.max(1));
    text.push_str(if value.ends_with('\n') { "|\n" } else { "|-\n" });
    for line in value.trim_end_matches('\n').split('\n') {
        if !line.is_empty() {
            text.push_str(&pad);
            text.push_str(line);
        }
        text.push('\n');
    }
    Some(())
}

fn quoted(value: &str, text: &mut String) -> Option<()> {
    if value.chars().count() > WIDTH && value.contains(' ') {
        return None;
    }
    text.push('"');
    for character in value.chars() {
        match character {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\t' => text.push_str("\\t"),
            '\r' => text.push_str("\\r"),
            other
                if other.is_control()
                    || u32::from(other) > 0xffff
                    || matches!(
                        other,
                        '\u{feff}' | '\u{2028}' | '\u{2029}' | '\u{a0}' | '\u{200d}'
                    ) =>
            {
                return None;
            }
            other => text.push(other),
        }
    }
    text.push('"');
    Some(())
}

/// The value of a YAML text; `None` where this reading of YAML and Terraform's may differ.
pub(super) fn decoded(text: &str) -> Outcome<Option<Node>> {
    let source = SourceText::new("yamldecode", text);
    let is_content = |line: &str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    if !text.lines().any(is_content) {
        return Err(invalid("no YAML document"));
    }
    let located = match parse(&source) {
        Ok(located) => located,
        // Terraform takes the last of several members with one name.
        Err(error) if error.message.contains("twice") || error.message.contains("duplicate") => {
            return Ok(None);
        }
        Err(error) => return Err(invalid(error.message)),
    };
    if is_read_otherwise(&located) {
        return Ok(None);
    }
    let node = located.to_node(Schema::Core, &source);
    node.map(Some).map_err(|error| invalid(error.message))
}

/// Whether YAML 1.1, of which Terraform reads some, takes something for another value than YAML 1.2 does.
fn is_read_otherwise(located: &Located) -> bool {
    match &located.value {
        Value::Scalar { text, plain } => *plain && is_ambiguous(text),
        Value::Sequence(items) => items.iter().any(is_read_otherwise),
        Value::Mapping(entries) => entries
            .iter()
            .any(|entry| is_ambiguous(&entry.key) || is_read_otherwise(&entry.value)),
    }
}

fn is_ambiguous(text: &str) -> bool {
    let word = text.to_ascii_lowercase();
    let is_word = ["y", "n", "yes", "no", "on", "off", "<<", "~"].contains(&word.as_str())
        || word.trim_start_matches(['+', '-']).starts_with(".inf")
        || word == ".nan";
    let starts_with_digit = text
        .trim_start_matches(['+', '-'])
        .starts_with(|first: char| first.is_ascii_digit());
    let is_dated = starts_with_digit
        && text
            .get(1..)
            .is_some_and(|rest| rest.contains(['-', ':', '_']));
    (is_word && text != "~") || is_dated
}
