//! What facts take and give: plain data in which a set is no list.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use regorus::Value;

use crate::value::{Number, Text};

use super::super::convert::to_number;
use super::super::error::RegoError;

/// A value of the engine outside of it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FactValue {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// An exact number.
    Number(Number),
    /// A text.
    Text(Text),
    /// A list.
    List(Vec<FactValue>),
    /// A set.
    Set(BTreeSet<FactValue>),
    /// An object; its keys may be anything.
    Object(BTreeMap<FactValue, FactValue>),
}

impl FactValue {
    /// A value of the engine; `None` when it is undefined, or holds what is.
    pub(super) fn of(value: &Value) -> Option<Self> {
        Some(match value {
            Value::Undefined => return None,
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Number(number) => Self::Number(Number::parse(&number.format_decimal())?),
            Value::String(text) => Self::Text(text.clone()),
            Value::Array(items) => Self::List(items.iter().map(Self::of).collect::<Option<_>>()?),
            Value::Set(items) => {
                let items = items.iter_sorted().map(Self::of);
                Self::Set(items.collect::<Option<_>>()?)
            }
            Value::Object(members) => {
                let members = members.iter_sorted();
                let members = members.map(|(key, value)| Some((Self::of(key)?, Self::of(value)?)));
                Self::Object(members.collect::<Option<_>>()?)
            }
        })
    }

    /// The same value in the engine.
    pub(super) fn to_value(&self) -> Result<Value, RegoError> {
        Ok(match self {
            Self::Null => Value::Null,
            Self::Bool(value) => Value::Bool(*value),
            Self::Number(number) => to_number(number, "")?,
            Self::Text(text) => Value::String(text.clone()),
            Self::List(items) => {
                let items: Vec<Value> =
                    items.iter().map(Self::to_value).collect::<Result<_, _>>()?;
                Value::from(items)
            }
            Self::Set(items) => {
                let items: BTreeSet<Value> =
                    items.iter().map(Self::to_value).collect::<Result<_, _>>()?;
                Value::from(items)
            }
            Self::Object(members) => {
                let members = members.iter();
                let members: BTreeMap<Value, Value> = members
                    .map(|(key, value)| Ok((key.to_value()?, value.to_value()?)))
                    .collect::<Result<_, RegoError>>()?;
                Value::from(members)
            }
        })
    }

    /// The text, when it is one.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The same value with every text changed.
    #[must_use]
    pub fn map_texts(&self, change: &dyn Fn(&Text) -> Text) -> Self {
        match self {
            Self::Text(text) => Self::Text(change(text)),
            Self::List(items) => {
                Self::List(items.iter().map(|item| item.map_texts(change)).collect())
            }
            Self::Set(items) => {
                Self::Set(items.iter().map(|item| item.map_texts(change)).collect())
            }
            Self::Object(members) => {
                let members = members.iter();
                let changed =
                    members.map(|(key, value)| (key.map_texts(change), value.map_texts(change)));
                Self::Object(changed.collect())
            }
            Self::Null | Self::Bool(_) | Self::Number(_) => self.clone(),
        }
    }
}

impl fmt::Display for FactValue {
    /// As Rego writes it, an empty set as `set()`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        match self {
            Self::Null => formatter.write_str("null"),
            Self::Bool(value) => write!(formatter, "{value}"),
            Self::Number(number) => formatter.write_str(&number.to_text()),
            Self::Text(text) => formatter.write_str(&quoted(text)),
            Self::List(items) => listed(formatter, "[", items.iter(), "]"),
            Self::Set(items) if items.is_empty() => formatter.write_str("set()"),
            Self::Set(items) => listed(formatter, "{", items.iter(), "}"),
            Self::Object(members) => {
                let members = members.iter().map(|(key, value)| format!("{key}: {value}"));
                listed(formatter, "{", members, "}")
            }
        }
    }
}

fn listed(
    formatter: &mut fmt::Formatter<'_>,
    open: &str,
    items: impl Iterator<Item = impl fmt::Display>,
    close: &str,
) -> fmt::Result {
    formatter.write_str(open)?;
    for (index, item) in items.enumerate() {
        let comma = if index == 0 { "" } else { ", " };
        write!(formatter, "{comma}{item}")?;
    }
    formatter.write_str(close)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> FactValue {
        FactValue::Text(text.into())
    }

    fn sample() -> FactValue {
        let set = FactValue::Set([text("b"), text("a")].into());
        FactValue::Object(
            [
                (
                    text("list"),
                    FactValue::List(vec![FactValue::Null, FactValue::Number(5.into())]),
                ),
                (text("set"), set),
                (text("none"), FactValue::Set(BTreeSet::new())),
            ]
            .into(),
        )
    }

    #[test]
    fn a_value_survives_the_way_into_the_engine_and_back() {
        let value = sample().to_value().expect("convertible");
        assert_eq!(FactValue::of(&value), Some(sample()));
        assert_eq!(FactValue::of(&Value::Undefined), None);
    }

    #[test]
    fn a_value_reads_as_rego_writes_it() {
        let shown = sample().to_string();
        assert_eq!(
            shown,
            r#"{"list": [null, 5], "none": set(), "set": {"a", "b"}}"#
        );
    }

    #[test]
    fn texts_are_changed_wherever_they_stand() {
        let changed = sample().map_texts(&|text| format!("<{text}>").into());
        let shown = changed.to_string();
        assert_eq!(
            shown,
            r#"{"<list>": [null, 5], "<none>": set(), "<set>": {"<a>", "<b>"}}"#
        );
    }
}
