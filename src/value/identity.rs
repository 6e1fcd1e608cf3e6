//! What a value mentions, and the text by which equal symbolic values are recognised as equal.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

use super::{Node, Reference};

/// Longest identity that is spelled out.
const SPELLED: usize = 160;

impl Node {
    /// Every reference that the value is or mentions, each once, in order of appearance.
    pub fn references(&self) -> Vec<Reference> {
        let mut found = Vec::new();
        collect(self, &mut found);
        found
    }

    /// A text that equal values share: spelled out when short, else a hash.
    pub fn identity(&self) -> String {
        let mut text = String::new();
        spell(self, &mut text);
        if text.len() <= SPELLED {
            text
        } else {
            digest(&text)
        }
    }
}

/// The first twelve hexadecimal digits of the SHA-256 of `text`.
pub fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes())
        .iter()
        .take(6)
        .fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        })
}

fn add(reference: &Reference, found: &mut Vec<Reference>) {
    if !found.contains(reference) {
        found.push(reference.clone());
    }
}

fn collect(node: &Node, found: &mut Vec<Reference>) {
    match node {
        Node::Ref(reference) => add(reference, found),
        Node::Unknown(unknown) | Node::Rest(unknown) => {
            unknown
                .mentions
                .iter()
                .for_each(|reference| add(reference, found));
        }
        Node::List(items) | Node::Join(items) => items.iter().for_each(|item| collect(item, found)),
        Node::OneOf(choice) => choice.values.iter().for_each(|value| collect(value, found)),
        Node::Object(members) => members.values().for_each(|value| collect(value, found)),
        Node::Json(inner) => collect(inner, found),
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_) => {}
    }
}

fn spell(node: &Node, text: &mut String) {
    match node {
        Node::Null => text.push_str("null"),
        Node::Bool(value) => text.push_str(if *value { "true" } else { "false" }),
        Node::Number(number) => text.push_str(&number.to_text()),
        Node::Text(value) => {
            let _ = write!(text, "{value:?}");
        }
        Node::Ref(reference) => {
            text.push_str(&reference.address);
            if !reference.attribute.is_empty() {
                text.push('.');
                text.push_str(&reference.attribute);
            }
        }
        Node::Unknown(unknown) => text.push_str(&unknown.id),
        Node::Rest(unknown) => {
            text.push_str("...");
            text.push_str(&unknown.id);
        }
        Node::List(items) => spell_all(items, "[", ", ", "]", text),
        Node::Join(parts) => spell_all(parts, "(", " + ", ")", text),
        Node::OneOf(choice) => {
            text.push_str(&choice.condition);
            spell_all(&choice.values, " ? (", " : ", ")", text);
        }
        Node::Json(inner) => {
            text.push_str("jsonencode(");
            spell(inner, text);
            text.push(')');
        }
        Node::Object(members) => {
            text.push('{');
            for (index, (key, value)) in members.iter().enumerate() {
                let _ = write!(text, "{}{key:?}: ", if index > 0 { ", " } else { "" });
                spell(value, text);
            }
            text.push('}');
        }
    }
}

fn spell_all(nodes: &[Node], open: &str, separator: &str, close: &str, text: &mut String) {
    text.push_str(open);
    for (index, node) in nodes.iter().enumerate() {
        if index > 0 {
            text.push_str(separator);
        }
        spell(node, text);
    }
    text.push_str(close);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_value_is_identified_by_its_hash() {
        let long = Node::text("x".repeat(400));
        assert_eq!(long.identity().len(), 12);
        assert_eq!(Node::reference("a.b", "arn").identity(), "a.b.arn");
    }

    #[test]
    fn references_are_found_once_wherever_they_stand() {
        let reference = Node::reference("a.b", "arn");
        let node = Node::List(vec![
            Node::Json(Box::new(reference.clone())),
            Node::Join(vec![reference]),
        ]);
        assert_eq!(node.references().len(), 1);
    }
}
