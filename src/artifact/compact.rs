//! Reading values for the graph: null members left out, each key kept once, skipped values still checked.

use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeSet, HashSet};
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::value::{NUMBER_TOKEN, Node, Number, Object, Text};

/// The texts that occur again and again in one document (keys, types, providers), each held once.
#[derive(Debug, Default)]
pub(super) struct Texts(HashSet<Text>);

impl Texts {
    pub(super) fn shared(&mut self, text: &str) -> Text {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new = Text::from(text);
        self.0.insert(new.clone());
        new
    }
}

/// Deserializes a value, leaving out the null members of objects at any depth.
pub(super) struct ValueSeed<'t>(pub(super) &'t mut Texts);

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValueSeed<'_> {
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

    fn visit_u64<E: Error>(self, value: u64) -> Result<Node, E> {
        number(&value.to_string())
    }

    fn visit_str<E>(self, value: &str) -> Result<Node, E> {
        Ok(Node::text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Node, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element_seed(ValueSeed(self.0))? {
            items.push(item);
        }
        Ok(Node::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Node, A::Error> {
        let mut members = Object::new();
        let mut nulls: Vec<Text> = Vec::new();
        while let Some(key) = map.next_key_seed(TextSeed(self.0))? {
            if &*key == NUMBER_TOKEN && members.is_empty() {
                return map.next_value_seed(NumberSeed);
            }
            let place = match members.entry(key) {
                Entry::Vacant(place) => place,
                Entry::Occupied(taken) => return Err(duplicate(taken.key())),
            };
            if nulls.contains(place.key()) {
                return Err(duplicate(place.key()));
            }
            match map.next_value_seed(ValueSeed(self.0))? {
                Node::Null => nulls.push(place.into_key()),
                value => {
                    place.insert(value);
                }
            }
        }
        Ok(Node::Object(members))
    }
}

/// The error for a key that stands twice in one object.
pub(super) fn duplicate<E: Error>(key: &str) -> E {
    E::custom(format!("duplicate key `{key}`"))
}

fn number<E: Error>(text: &str) -> Result<Node, E> {
    Number::parse(text)
        .map(Node::Number)
        .ok_or_else(|| E::custom(format!("invalid number `{text}`")))
}

struct NumberSeed;

impl<'de> DeserializeSeed<'de> for NumberSeed {
    type Value = Node;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Node, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for NumberSeed {
    type Value = Node;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a number")
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Node, E> {
        number(value)
    }
}

/// Deserializes a string into shared text.
pub(super) struct TextSeed<'t>(pub(super) &'t mut Texts);

impl<'de> DeserializeSeed<'de> for TextSeed<'_> {
    type Value = Text;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Text, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for TextSeed<'_> {
    type Value = Text;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_str<E>(self, value: &str) -> Result<Text, E> {
        Ok(self.0.shared(value))
    }
}

/// Deserializes a string or null; null is the empty text.
pub(super) struct OptionalTextSeed<'t>(pub(super) &'t mut Texts);

impl<'de> DeserializeSeed<'de> for OptionalTextSeed<'_> {
    type Value = Option<Text>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<Text>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl Visitor<'_> for OptionalTextSeed<'_> {
    type Value = Option<Text>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_unit<E>(self) -> Result<Option<Text>, E> {
        Ok(None)
    }

    fn visit_str<E>(self, value: &str) -> Result<Option<Text>, E> {
        Ok(Some(self.0.shared(value)))
    }
}

/// Skips a value that is known already, without keeping any of it, but still refuses duplicate keys.
pub(super) struct Skipped;

impl<'de> DeserializeSeed<'de> for Skipped {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Skipped {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        while sequence.next_element_seed(Self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        // Tools write members in key order, so that one comparison a key tells; the set is for everything else.
        let mut last: Option<Cow<'de, str>> = None;
        let mut unordered: BTreeSet<Cow<'de, str>> = BTreeSet::new();
        let mut earlier: Vec<Cow<'de, str>> = Vec::new();
        while let Some(key) = map.next_key_seed(Borrowed)? {
            if unordered.is_empty() && last.as_ref().is_none_or(|last| *last < key) {
                earlier.extend(last.replace(key));
            } else {
                unordered.extend(earlier.drain(..));
                unordered.extend(last.take());
                if !unordered.insert(key.clone()) {
                    return Err(duplicate(&key));
                }
            }
            map.next_value_seed(Self)?;
        }
        Ok(())
    }
}

struct Borrowed;

impl<'de> DeserializeSeed<'de> for Borrowed {
    type Value = Cow<'de, str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Cow<'de, str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl<'de> Visitor<'de> for Borrowed {
    type Value = Cow<'de, str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, value: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(value.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Node, serde_json::Error> {
        ValueSeed(&mut Texts::default()).deserialize(&mut serde_json::Deserializer::from_str(text))
    }

    fn skip(text: &str) -> Result<(), serde_json::Error> {
        Skipped.deserialize(&mut serde_json::Deserializer::from_str(text))
    }

    #[test]
    fn null_members_are_left_out_and_null_items_stay() {
        let node = read(r#"{"a": null, "b": {"c": null, "d": [null, 1.50]}}"#).expect("valid");
        assert_eq!(
            serde_json::to_string(&node).expect("json"),
            r#"{"b":{"d":[null,1.5]}}"#
        );
    }

    #[test]
    fn a_duplicate_key_is_refused_even_where_it_is_null_or_skipped() {
        assert!(read(r#"{"a": null, "a": 1}"#).is_err());
        assert!(skip(r#"{"a": 1, "b": 2, "b": 3}"#).is_err());
        assert!(skip(r#"{"b": 1, "a": 2, "b": 3}"#).is_err());
        assert!(skip(r#"{"b": 1, "a": 2, "c": [1.5, {}, "x"]}"#).is_ok());
    }
}
