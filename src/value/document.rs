//! JSON text with symbolic parts, read as the document it encodes.

use std::fmt::Write as _;

use super::{Node, Object, parse_json};

/// Stand before and after the index of a symbolic part; private use characters, so no user text holds them by accident.
const OPEN: char = '\u{F8F0}';
const CLOSE: char = '\u{F8F1}';

/// The document that a partly known string encodes, as a [`Node::Json`] with symbolic leaves.
///
/// A symbolic part inside a JSON string becomes part of that string, one outside of strings a whole value. `None`
/// when the text is no JSON object or list, whatever its unknown parts are.
pub fn document_of(join: &Node) -> Option<Node> {
    let Node::Join(parts) = join else { return None };
    let mut text = String::new();
    let mut symbols = Vec::new();
    let mut in_string = false;
    for part in parts {
        match part {
            Node::Text(known) => {
                if known.contains([OPEN, CLOSE]) {
                    return None;
                }
                in_string = ends_in_string(known, in_string);
                text.push_str(known);
            }
            symbol => {
                let quote = if in_string { "" } else { "\"" };
                let _ = write!(text, "{quote}{OPEN}{}{CLOSE}{quote}", symbols.len());
                symbols.push(symbol);
            }
        }
    }
    if !text.trim_start().starts_with(['{', '[']) {
        return None;
    }
    let node = parse_json(&text).ok()?;
    Some(Node::Json(Box::new(substituted(node, &symbols)?)))
}

/// Whether JSON text that starts inside a string (or not) ends inside one.
fn ends_in_string(text: &str, mut in_string: bool) -> bool {
    let mut escaped = false;
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            _ => {}
        }
    }
    in_string
}

fn substituted(node: Node, symbols: &[&Node]) -> Option<Node> {
    Some(match node {
        Node::Text(text) if text.contains(OPEN) => parts_of(&text, symbols)?,
        Node::List(items) => Node::List(
            items
                .into_iter()
                .map(|item| substituted(item, symbols))
                .collect::<Option<_>>()?,
        ),
        Node::Object(members) => {
            let mut result = Object::new();
            for (key, value) in members {
                if key.contains(OPEN) {
                    // A member whose name is not known: the object has more members than are listed.
                    let Node::Join(parts) = Node::join([parts_of(&key, symbols)?]) else {
                        return None;
                    };
                    let unknown = super::Unknown {
                        reason: "unknown key".into(),
                        id: format!("key:{}", Node::Join(parts.clone()).identity()).into(),
                        mentions: Node::List(vec![Node::Join(parts), substituted(value, symbols)?])
                            .references(),
                        kind: None,
                        domain: Vec::new(),
                    };
                    result.insert("$rest".into(), Node::Rest(unknown.into()));
                } else {
                    result.insert(key, substituted(value, symbols)?);
                }
            }
            Node::Object(result)
        }
        plain => plain,
    })
}

/// The string `text` with its placeholders put back; a string that is one placeholder is the symbol itself.
fn parts_of(text: &str, symbols: &[&Node]) -> Option<Node> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        let (index, after) = after.split_once(CLOSE)?;
        let symbol = symbols.get(index.parse::<usize>().ok()?)?;
        parts.push(Node::text(before));
        parts.push((*symbol).clone());
        rest = after;
    }
    parts.push(Node::text(rest));
    Some(match Node::join(parts) {
        Node::Join(mut parts) if parts.len() == 1 => parts.remove(0),
        joined => joined,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arn() -> Node {
        Node::reference("aws_s3_bucket.b", "arn")
    }

    #[test]
    fn a_reference_that_is_a_whole_string_stays_exact() {
        let join = Node::join([Node::text("{\"Resource\": \""), arn(), Node::text("\"}\n")]);
        assert_eq!(
            document_of(&join),
            Some(Node::Json(Box::new(Node::object([("Resource", arn())]))))
        );
    }

    #[test]
    fn a_reference_inside_a_string_becomes_part_of_it() {
        let join = Node::join([Node::text("[\"a\\\"b "), arn(), Node::text("/*\", 1]")]);
        let string = Node::Join(vec![Node::text("a\"b "), arn(), Node::text("/*")]);
        assert_eq!(
            document_of(&join),
            Some(Node::Json(Box::new(Node::List(vec![
                string,
                Node::from(1)
            ]))))
        );
    }

    #[test]
    fn a_symbol_outside_of_strings_is_a_value() {
        let join = Node::join([Node::text("{\"n\": "), arn(), Node::text("}")]);
        assert_eq!(
            document_of(&join),
            Some(Node::Json(Box::new(Node::object([("n", arn())]))))
        );
    }

    #[test]
    fn a_key_that_is_not_known_leaves_the_object_open() {
        let join = Node::join([
            Node::text("{\"a\": 1, \""),
            arn(),
            Node::text(":sub\": \"x\"}"),
        ]);
        let Some(Node::Json(document)) = document_of(&join) else {
            panic!("a document")
        };
        let members = document.as_object().expect("an object");
        assert_eq!(members.len(), 2);
        assert!(matches!(&members["$rest"], Node::Rest(unknown) if unknown.mentions.len() == 1));
    }

    #[test]
    fn text_that_is_no_json_is_no_document() {
        assert_eq!(document_of(&Node::join([arn(), Node::text("/*")])), None);
        assert_eq!(
            document_of(&Node::join([Node::text("{\"a\": "), arn()])),
            None
        );
    }
}
