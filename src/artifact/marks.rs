//! Marks: which parts of a value a plan calls unknown or sensitive.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::value::{Text, append_token};

use super::compact::{TextSeed, Texts};

/// The marked parts of a value; unmarked parts are not held.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Marks {
    /// No part is marked.
    #[default]
    None,
    /// The whole value is marked.
    All,
    /// Some members of an object are marked.
    Members(Vec<(Text, Marks)>),
    /// Some items of a list are marked, by position.
    Items(Vec<(usize, Marks)>),
}

impl Marks {
    /// Whether nothing is marked.
    pub fn is_none(&self) -> bool {
        matches!(self, Self::None)
    }

    /// Appends the JSON pointer of every marked part to `pointers`.
    pub fn pointers(&self, prefix: &mut String, pointers: &mut Vec<String>) {
        let length = prefix.len();
        match self {
            Self::None => {}
            Self::All => pointers.push(prefix.clone()),
            Self::Members(members) => {
                for (key, marks) in members {
                    append_token(prefix, key);
                    marks.pointers(prefix, pointers);
                    prefix.truncate(length);
                }
            }
            Self::Items(items) => {
                for (index, marks) in items {
                    append_token(prefix, &index.to_string());
                    marks.pointers(prefix, pointers);
                    prefix.truncate(length);
                }
            }
        }
    }
}

/// Deserializes marks: `true`, `false`, or an object or list of marks.
pub(super) struct MarksSeed<'t>(pub(super) &'t mut Texts);

impl<'de> DeserializeSeed<'de> for MarksSeed<'_> {
    type Value = Marks;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Marks, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for MarksSeed<'_> {
    type Value = Marks;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a boolean, or an object or a list of them")
    }

    fn visit_unit<E>(self) -> Result<Marks, E> {
        Ok(Marks::None)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Marks, E> {
        Ok(if value { Marks::All } else { Marks::None })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Marks, A::Error> {
        let mut items = Vec::new();
        let mut index = 0;
        while let Some(marks) = sequence.next_element_seed(MarksSeed(self.0))? {
            if !marks.is_none() {
                items.push((index, marks));
            }
            index += 1;
        }
        Ok(if items.is_empty() {
            Marks::None
        } else {
            Marks::Items(items)
        })
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Marks, A::Error> {
        let mut members = Vec::new();
        while let Some(key) = map.next_key_seed(TextSeed(self.0))? {
            let marks = map.next_value_seed(MarksSeed(self.0))?;
            if !marks.is_none() {
                members.push((key, marks));
            }
        }
        Ok(if members.is_empty() {
            Marks::None
        } else {
            Marks::Members(members)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_parts_are_kept() {
        let text = r#"{"a": true, "b": false, "c": [false, {"d/e": true}], "f": {"g": []}}"#;
        let mut deserializer = serde_json::Deserializer::from_str(text);
        let marks = MarksSeed(&mut Texts::default())
            .deserialize(&mut deserializer)
            .expect("valid");
        let mut pointers = Vec::new();
        marks.pointers(&mut String::new(), &mut pointers);
        assert_eq!(pointers, ["/a", "/c/1/d~1e"]);
    }
}
