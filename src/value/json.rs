//! Reading JSON text into plain nodes: duplicate keys are refused, numbers stay exact.

use std::collections::btree_map::Entry;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};

use super::{Node, Number, Object, Text};

/// The key under which serde_json hands over numbers when they are kept exact.
pub(crate) const NUMBER_TOKEN: &str = "$serde_json::private::Number";

/// A JSON text that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct JsonError {
    /// What is wrong, without a position.
    pub message: String,
    /// Byte offset into the text.
    pub offset: usize,
}

/// Reads one JSON document; anything after it, a duplicate key, or nesting beyond 128 is an error.
pub fn parse_json(text: &str) -> Result<Node, JsonError> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let result = Node::deserialize_plain(&mut deserializer)
        .and_then(|node| deserializer.end().map(|()| node));
    result.map_err(|error| JsonError::new(text, &error))
}

impl JsonError {
    /// Turns a serde_json error about `text` into one with a byte offset.
    pub fn new(text: &str, error: &serde_json::Error) -> Self {
        let line_start = text
            .split_inclusive('\n')
            .take(error.line().saturating_sub(1))
            .map(str::len)
            .sum::<usize>();
        let offset = (line_start + error.column().saturating_sub(1)).min(text.len());
        let full = error.to_string();
        let message = full
            .rsplit_once(" at line ")
            .map_or(full.as_str(), |(message, _)| message);
        Self {
            message: message.to_owned(),
            offset,
        }
    }
}

impl Node {
    /// Deserializes plain data; no member is taken for a symbolic node.
    pub fn deserialize_plain<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

impl<'de> serde::Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize_plain(deserializer)
    }
}

struct PlainVisitor;

impl<'de> DeserializeSeed<'de> for PlainVisitor {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Node, E> {
        Ok(Node::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Node, E> {
        Ok(Node::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Node, E> {
        Ok(Node::from(value))
    }

    fn visit_u64<E: serde::de::Error>(self, value: u64) -> Result<Node, E> {
        if let Ok(value) = i64::try_from(value) {
            return Ok(Node::from(value));
        }
        Number::parse(&value.to_string())
            .map(Node::Number)
            .ok_or_else(|| E::custom("invalid number"))
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::text(value))
    }

    fn visit_string<E>(self, value: String) -> Result<Node, E> {
        Ok(Node::text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element_seed(PlainVisitor)? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members = Object::new();
        while let Some(key) = map.next_key_seed(KeyVisitor)? {
            if members.is_empty() && &*key == NUMBER_TOKEN {
                let text = map.next_value::<String>()?;
                return Number::parse(&text)
                    .map(Node::Number)
                    .ok_or_else(|| A::Error::custom(format!("invalid number `{text}`")));
            }
            let value = map.next_value_seed(PlainVisitor)?;
            match members.entry(key) {
                Entry::Vacant(entry) => entry.insert(value),
                Entry::Occupied(entry) => {
                    let key = entry.key();
                    return Err(A::Error::custom(format!("duplicate key `{key}`")));
                }
            };
        }
        Ok(Node::Object(members))
    }
}

/// Reads a key into the text it becomes, without a string in between.
struct KeyVisitor;

impl<'de> DeserializeSeed<'de> for KeyVisitor {
    type Value = Text;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Text, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for KeyVisitor {
    type Value = Text;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_str<E>(self, key: &str) -> Result<Text, E> {
        Ok(Text::from(key))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stay_exact() {
        let node =
            parse_json("[9007199254740993, 15.3, 1e400, -1, 18446744073709551615]").expect("valid");
        let texts: Vec<String> = node
            .as_list()
            .expect("a list")
            .iter()
            .map(|item| match item {
                Node::Number(number) => number.to_text(),
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(
            texts,
            [
                "9007199254740993",
                "15.3",
                "1e400",
                "-1",
                "18446744073709551615"
            ]
        );
    }

    #[test]
    fn a_duplicate_key_is_refused_where_it_stands() {
        let text = "{\"a\": 1,\n \"a\": 2}";
        let error = parse_json(text).expect_err("refused");
        assert_eq!(error.message, "duplicate key `a`");
        assert!(error.offset > 9, "{error:?}");
    }

    #[test]
    fn a_second_document_is_refused() {
        let error = parse_json("{} {}").expect_err("refused");
        assert_eq!(
            (error.message.as_str(), error.offset),
            ("trailing characters", 3)
        );
    }

    #[test]
    fn nesting_beyond_the_limit_is_an_error_and_no_crash() {
        let text = "[".repeat(130) + &"]".repeat(130);
        assert_eq!(
            parse_json(&text).expect_err("refused").message,
            "recursion limit exceeded"
        );
    }
}
