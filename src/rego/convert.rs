//! Values across the border: nodes into the engine and back, without a detour through JSON text.

use std::collections::BTreeMap;

use regorus::Value;

use crate::value::{Form, Node, Number, Object, Text, append_token};

use super::error::RegoError;
use super::json::from_json;

/// Decimal exponents beyond this are refused: the engine would write out every digit.
const LARGEST_EXPONENT: i64 = 1_000;

/// A document the engine can take as `input`; cheap to clone, so one conversion serves many evaluations.
#[derive(Debug, Clone, PartialEq)]
pub struct Input(pub(super) Value);

impl Input {
    /// Converts a document. Symbolic nodes become their tagged objects; user objects are taken as they are.
    pub fn new(node: &Node) -> Result<Self, RegoError> {
        to_value(node, &mut String::new()).map(Self)
    }

    /// Reads one JSON document. Why a text is refused, and where, shows when it is read with
    /// [`parse_json`](crate::value::parse_json) and converted: `None` stands for any reason.
    pub fn from_json(text: &str) -> Option<Self> {
        from_json(text).map(Self)
    }

    /// The same document with the value at `pointer` replaced; everything beside the path is shared.
    ///
    /// `None` when nothing stands at `pointer`.
    pub fn with(&self, pointer: &str, node: &Node) -> Option<Result<Self, RegoError>> {
        let replacement = match to_value(node, &mut pointer.to_owned()) {
            Ok(value) => value,
            Err(error) => return Some(Err(error)),
        };
        let mut root = self.0.clone();
        let mut slot = &mut root;
        for token in crate::value::split_pointer(pointer) {
            slot = match slot {
                Value::Object(members) => {
                    regorus::Rc::make_mut(members).get_mut(&Value::String(token.as_ref().into()))?
                }
                Value::Array(items) => {
                    regorus::Rc::make_mut(items).get_mut(token.parse::<usize>().ok()?)?
                }
                _ => return None,
            };
        }
        *slot = replacement;
        Some(Ok(Self(root)))
    }
}

/// Builds an input part by part, where there is no whole document to convert.
#[derive(Debug)]
pub struct InputForm {
    exact: bool,
    empty_list: Value,
    empty_object: Value,
}

impl Default for InputForm {
    fn default() -> Self {
        Self {
            exact: true,
            empty_list: Value::new_array(),
            empty_object: Value::new_object(),
        }
    }
}

impl InputForm {
    /// The input whose root is `value`; `None` when the engine cannot keep a number in it. [`Input::new`] says which one.
    pub fn input(self, value: Value) -> Option<Input> {
        self.exact.then_some(Input(value))
    }
}

impl Form for InputForm {
    type Value = Value;

    fn node(&mut self, node: &Node) -> Value {
        to_value(node, &mut String::new()).unwrap_or_else(|_| {
            self.exact = false;
            Value::Undefined
        })
    }

    fn text(&mut self, text: &Text) -> Value {
        Value::String(text.clone())
    }

    fn list(&mut self, items: Vec<Value>) -> Value {
        if items.is_empty() {
            return self.empty_list.clone();
        }
        Value::from(items)
    }

    fn object(&mut self, members: Vec<(Text, Value)>) -> Value {
        if members.is_empty() {
            return self.empty_object.clone();
        }
        let members = members.into_iter();
        object(members.map(|(key, value)| (Value::String(key), value)))
    }
}

/// An object whose members come in the order of their keys, for which a tree is built at once. It is not made compact:
/// that pays where a document is large or read many times.
fn object(members: impl Iterator<Item = (Value, Value)>) -> Value {
    let members: BTreeMap<Value, Value> = members.collect();
    Value::Object(regorus::Rc::new(members.into()))
}

fn to_value(node: &Node, pointer: &mut String) -> Result<Value, RegoError> {
    Ok(match node {
        Node::Null => Value::Null,
        Node::Bool(value) => Value::Bool(*value),
        Node::Number(number) => to_number(number, pointer)?,
        Node::Text(text) => Value::String(text.clone()),
        Node::List(items) => {
            let length = pointer.len();
            let mut values = Vec::with_capacity(items.len());
            for (index, item) in items.iter().enumerate() {
                if needs_pointer(item) {
                    append_token(pointer, &index.to_string());
                }
                values.push(to_value(item, pointer)?);
                pointer.truncate(length);
            }
            Value::from(values)
        }
        Node::Object(members) => members_to_value(members, pointer)?,
        Node::Json(inner) => to_value(&inner.json_text(), pointer)?,
        symbolic => to_value(&symbolic.encoded(), pointer)?,
    })
}

fn members_to_value(members: &Object, pointer: &mut String) -> Result<Value, RegoError> {
    let length = pointer.len();
    let mut entries = Vec::with_capacity(members.len());
    for (key, value) in members {
        if needs_pointer(value) {
            append_token(pointer, key);
        }
        entries.push((Value::String(key.clone()), to_value(value, pointer)?));
        pointer.truncate(length);
    }
    Ok(object(entries.into_iter()))
}

/// Only what can fail needs to know where it stands.
fn needs_pointer(node: &Node) -> bool {
    !matches!(node, Node::Null | Node::Bool(_) | Node::Text(_))
}

pub(super) fn to_number(number: &Number, pointer: &str) -> Result<Value, RegoError> {
    if let Some(value) = number.as_i64() {
        return Ok(Value::from(value));
    }
    let text = number.to_text();
    let inexact = || RegoError::Inexact {
        pointer: pointer.to_owned(),
        reason: format!("the engine cannot keep `{text}` exactly"),
    };
    let exponent = text
        .split_once('e')
        .map_or(Some(0), |(_, exponent)| exponent.parse::<i64>().ok());
    if exponent.is_none_or(|exponent| exponent.abs() > LARGEST_EXPONENT) {
        return Err(inexact());
    }
    let value = Value::from_numeric_string(&text).map_err(|_| inexact())?;
    let kept = value
        .as_number()
        .ok()
        .and_then(|kept| Number::parse(&kept.format_decimal()));
    if kept.as_ref() == Some(number) {
        Ok(value)
    } else {
        Err(inexact())
    }
}

/// Reads a value of the engine back; `None` when it is undefined. Sets become lists in their order.
pub(super) fn to_node(value: &Value) -> Option<Node> {
    Some(match value {
        Value::Undefined => return None,
        Value::Null => Node::Null,
        Value::Bool(value) => Node::Bool(*value),
        Value::Number(number) => Node::Number(Number::parse(&number.format_decimal())?),
        Value::String(text) => Node::Text(text.clone()),
        Value::Array(items) => Node::List(items.iter().map(to_node).collect::<Option<Vec<_>>>()?),
        Value::Set(items) => Node::List(
            items
                .iter_sorted()
                .map(to_node)
                .collect::<Option<Vec<_>>>()?,
        ),
        Value::Object(members) => {
            let mut object = Object::new();
            for (key, value) in members.iter_sorted() {
                let key = match key {
                    Value::String(text) => text.clone(),
                    other => other.to_string().into(),
                };
                object.insert(key, to_node(value)?);
            }
            Node::Object(object)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parse_json;

    fn round_trip(text: &str) -> Node {
        let input = Input::new(&parse_json(text).expect("valid")).expect("convertible");
        to_node(&input.0).expect("defined")
    }

    #[test]
    fn a_document_survives_the_way_into_the_engine_and_back() {
        let text = r#"{"a":[1,-2,9007199254740993,123456789012345678901234567890,15.3,0.1,1e20,true,null,"é"],"b":{}}"#;
        assert_eq!(round_trip(text), parse_json(text).expect("valid"));
    }

    #[test]
    fn a_number_the_engine_would_round_is_refused_where_it_stands() {
        for number in [
            "0.1000000000000000055511151231257827",
            "1e-400",
            "1e100000",
            "123456789012345678901234567890.5",
        ] {
            let node = parse_json(&format!(r#"{{"a": [0, {number}]}}"#)).expect("valid");
            let error = Input::new(&node).expect_err("refused").to_string();
            assert!(error.contains("`/a/1`"), "{number}: {error}");
        }
    }

    #[test]
    fn strings_are_shared_not_copied() {
        let text: crate::value::Text = "shared".into();
        let input = Input::new(&Node::Text(text.clone())).expect("convertible");
        let Value::String(inside) = &input.0 else {
            panic!("a string")
        };
        assert!(std::sync::Arc::ptr_eq(&text, inside));
    }

    #[test]
    fn a_raw_object_that_looks_like_a_reference_is_left_alone() {
        let text = r##"{"$ref":"#/definitions/x"}"##;
        assert_eq!(round_trip(text), parse_json(text).expect("valid"));
    }

    #[test]
    fn one_value_is_replaced_and_the_original_keeps_its_own() {
        let input =
            Input::new(&parse_json(r#"{"a":[{"b":1},2]}"#).expect("valid")).expect("convertible");
        let changed = input
            .with("/a/0/b", &Node::from(7))
            .expect("found")
            .expect("convertible");
        assert_eq!(to_node(&changed.0), parse_json(r#"{"a":[{"b":7},2]}"#).ok());
        assert_eq!(to_node(&input.0), parse_json(r#"{"a":[{"b":1},2]}"#).ok());
        assert!(input.with("/a/9", &Node::Null).is_none());
    }
}
