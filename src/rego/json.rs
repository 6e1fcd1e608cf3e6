//! JSON text straight into the engine's values: numbers stay exact, duplicate keys are refused, short texts are shared.

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::sync::Arc;

use regorus::Value;
use regorus::value::Object;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

use crate::value::{NUMBER_TOKEN, Number};

use super::convert::to_number;

/// Bytes up to which equal texts are one: keys, types, regions and such recur, longer texts hardly do.
const LONGEST_SHARED: usize = 48;

/// The value of one JSON document; `None` when it is none, or holds what the engine would change.
///
/// Reading the text as a [`Node`](crate::value::Node) says what is wrong and where.
pub(super) fn from_json(text: &str) -> Option<Value> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let value = Reading(&mut Texts::default())
        .deserialize(&mut deserializer)
        .ok()?;
    deserializer.end().ok()?;
    Some(value)
}

/// The texts seen so far.
#[derive(Default)]
struct Texts(HashSet<Arc<str>>);

impl Texts {
    fn shared(&mut self, text: &str) -> Arc<str> {
        if text.len() > LONGEST_SHARED {
            return Arc::from(text);
        }
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new: Arc<str> = Arc::from(text);
        self.0.insert(new.clone());
        new
    }
}

/// Reads a value. Numbers that are no integers of 64 bits come as a member under the key [`NUMBER_TOKEN`].
struct Reading<'t>(&'t mut Texts);

impl<'de> DeserializeSeed<'de> for Reading<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reading<'_> {
    type Value = Value;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::from(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(self.0.shared(text)))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = sequence.next_element_seed(Reading(&mut *self.0))? {
            items.push(item);
        }
        items.shrink_to_fit();
        Ok(Value::from(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries: Vec<(Value, Value)> = Vec::new();
        while let Some(key) = map.next_key_seed(Key(&mut *self.0))? {
            if entries.is_empty() && &*key == NUMBER_TOKEN {
                return number(&map.next_value::<String>()?)
                    .ok_or_else(|| Error::custom("inexact number"));
            }
            let value = map.next_value_seed(Reading(&mut *self.0))?;
            entries.push((Value::String(key), value));
        }
        let written = entries.len();
        let members: BTreeMap<Value, Value> = entries.into_iter().collect();
        if members.len() < written {
            return Err(Error::custom("duplicate key"));
        }
        Ok(Object::from(members).into_value())
    }
}

fn number(text: &str) -> Option<Value> {
    to_number(&Number::parse(text)?, "").ok()
}

/// Reads the key of a member.
struct Key<'t>(&'t mut Texts);

impl<'de> DeserializeSeed<'de> for Key<'_> {
    type Value = Arc<str>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Arc<str>, D::Error> {
        deserializer.deserialize_str(self)
    }
}

impl Visitor<'_> for Key<'_> {
    type Value = Arc<str>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a key")
    }

    fn visit_str<E>(self, text: &str) -> Result<Arc<str>, E> {
        Ok(self.0.shared(text))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::convert::Input;
    use super::from_json;
    use crate::value::parse_json;

    fn by_way_of_nodes(text: &str) -> Option<regorus::Value> {
        let node = parse_json(text).ok()?;
        Some(Input::new(&node).ok()?.0)
    }

    proptest! {
        #[test]
        fn a_text_reads_as_it_does_by_way_of_nodes(
            keys in proptest::collection::vec("[abc]{1,2}", 0..6),
            values in proptest::collection::vec(
                prop_oneof![
                    "-?[0-9]{1,25}", "[0-9]\\.[0-9]{1,20}", "[0-9]e-?[0-9]{1,4}",
                    "\"(é|\\\\n|\\\\u0041|[a-z]){0,60}\"", "(true|false|null|\\[\\]|\\{\\})",
                ],
                0..6,
            ),
        ) {
            let members: Vec<String> = keys.iter().zip(&values).map(|(key, value)| format!("\"{key}\":{value}")).collect();
            let text = format!("[{{{}}},[{}]]", members.join(","), values.join(" , "));
            prop_assert_eq!(from_json(&text), by_way_of_nodes(&text), "{}", text);
        }
    }

    #[test]
    fn what_the_other_way_refuses_is_refused() {
        let deep = "[".repeat(130) + &"]".repeat(130);
        let texts = [
            r#"{"a":1,"a":1}"#,
            "{} {}",
            "[1",
            "[1e400000]",
            "[0.1000000000000000055511151231257827]",
            &deep,
            "",
        ];
        for text in texts {
            assert_eq!(
                (from_json(text), by_way_of_nodes(text)),
                (None, None),
                "{text}"
            );
        }
    }
}
