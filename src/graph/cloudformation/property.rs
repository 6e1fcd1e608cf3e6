//! Booleans and numbers written as text and texts written as numbers, made what the property's type says.
//!
//! The table comes from the resource schemas that CloudFormation publishes: for each type the places of booleans, of
//! numbers, and of free JSON, which is left as written (`scripts/property-types.py` writes it). Every other place of
//! a type in the table holds text. `*` stands for an item or a key.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::value::{Node, Number, Text};

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Types {
    #[serde(borrow)]
    boolean: Vec<&'static str>,
    #[serde(borrow)]
    number: Vec<&'static str>,
    #[serde(borrow)]
    json: Vec<&'static str>,
}

thread_local! {
    // The step into a list; of each thread its own, see `graph::document`.
    static EACH: Text = Text::from("*");
}

static TYPES: LazyLock<BTreeMap<&'static str, Types>> =
    LazyLock::new(|| serde_json::from_str(include_str!("properties.json")).unwrap_or_default());

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Boolean,
    Number,
    Text,
    Json,
}

/// The properties of a resource with each scalar as its type says; those of an unknown type stay as written.
pub(super) fn coerced(resource_type: &str, mut values: Node) -> Node {
    if let Some(types) = TYPES.get(resource_type) {
        coerce(&mut values, types, &mut Vec::new());
    }
    values
}

fn coerce(node: &mut Node, types: &'static Types, path: &mut Vec<Text>) {
    match node {
        Node::Object(members) => {
            for (key, value) in members {
                path.push(key.clone());
                coerce(value, types, path);
                path.pop();
            }
        }
        Node::List(items) => {
            path.push(EACH.with(Clone::clone));
            for item in items {
                coerce(item, types, path);
            }
            path.pop();
        }
        Node::OneOf(choice) => {
            let values = choice.values.iter().map(|value| {
                let mut value = value.clone();
                coerce(&mut value, types, path);
                value
            });
            *node = super::lookup::chosen(choice.condition.clone(), values.collect());
        }
        Node::Text(text) if could_be_typed(text) => {
            *node = typed(text.clone(), kind_at(types, path));
        }
        Node::Bool(value) if kind_at(types, path) == Kind::Text => {
            *node = Node::text(if *value { "true" } else { "false" });
        }
        Node::Number(number) if kind_at(types, path) == Kind::Text => {
            *node = Node::text(number.to_text());
        }
        Node::Unknown(unknown) if unknown.kind.is_none() => {
            let kind = match kind_at(types, path) {
                Kind::Boolean => "bool",
                Kind::Number => "number",
                Kind::Text | Kind::Json => return,
            };
            Arc::make_mut(unknown).kind = Some(Text::from(kind));
        }
        _ => {}
    }
}

/// Whether a text could be a boolean or a number, so that its place need be looked up.
fn could_be_typed(text: &str) -> bool {
    match text.as_bytes().first() {
        Some(b'0'..=b'9' | b'-') => Number::parse(text).is_some(),
        Some(_) if text.len() <= 5 => boolean(text).is_some(),
        _ => false,
    }
}

/// Unquoted, `yes` and `on` are booleans of YAML 1.1: where a boolean belongs they can be nothing else.
fn boolean(text: &str) -> Option<bool> {
    let is = |words: [&str; 3]| words.iter().any(|word| text.eq_ignore_ascii_case(word));
    match (is(["true", "yes", "on"]), is(["false", "no", "off"])) {
        (true, _) => Some(true),
        (_, true) => Some(false),
        _ => None,
    }
}

fn typed(text: Text, kind: Kind) -> Node {
    let typed = match kind {
        Kind::Boolean => boolean(&text).map(Node::Bool),
        Kind::Number => Number::parse(&text).map(Node::Number),
        Kind::Text | Kind::Json => None,
    };
    typed.unwrap_or(Node::Text(text))
}

fn kind_at(types: &Types, path: &[Text]) -> Kind {
    let is_at = |pattern: &&str| matched(pattern, path) == Some(path.len());
    if types.boolean.iter().any(is_at) {
        Kind::Boolean
    } else if types.number.iter().any(is_at) {
        Kind::Number
    } else if types
        .json
        .iter()
        .any(|pattern| matched(pattern, path).is_some())
    {
        Kind::Json
    } else {
        Kind::Text
    }
}

/// How many tokens of `path` the whole of `pattern` covers; `None` when it is not a prefix.
fn matched(pattern: &str, path: &[Text]) -> Option<usize> {
    let mut count = 0;
    for token in pattern.split('/') {
        let step = path.get(count)?;
        if token != "*" && token != &**step {
            return None;
        }
        count += 1;
    }
    Some(count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parse_json;

    fn check(resource_type: &str, written: &str, expected: &str) {
        let parse = |text: &str| parse_json(text).expect("json");
        assert_eq!(coerced(resource_type, parse(written)), parse(expected));
    }

    #[test]
    fn the_table_is_well_formed() {
        assert!(TYPES.len() > 300, "the table did not load");
    }

    #[test]
    fn a_boolean_as_text_is_a_boolean_where_the_property_is_one() {
        check(
            "AWS::S3::Bucket",
            r#"{"PublicAccessBlockConfiguration": {"BlockPublicAcls": "true", "BlockPublicPolicy": "False"},
                "BucketName": "true", "Tags": [{"Key": "on", "Value": "true"}]}"#,
            r#"{"PublicAccessBlockConfiguration": {"BlockPublicAcls": true, "BlockPublicPolicy": false},
                "BucketName": "true", "Tags": [{"Key": "on", "Value": "true"}]}"#,
        );
        check(
            "AWS::KMS::Key",
            r#"{"EnableKeyRotation": "false"}"#,
            r#"{"EnableKeyRotation": false}"#,
        );
    }

    #[test]
    fn numbers_and_texts_are_told_by_the_property_both_ways() {
        check(
            "AWS::SQS::Queue",
            r#"{"VisibilityTimeout": "30", "QueueName": 5, "RedrivePolicy": {"maxReceiveCount": "3"}}"#,
            r#"{"VisibilityTimeout": 30, "QueueName": "5", "RedrivePolicy": {"maxReceiveCount": 3}}"#,
        );
        check(
            "AWS::SSM::Parameter",
            r#"{"Value": 8080, "Tags": {"a": true}}"#,
            r#"{"Value": "8080", "Tags": {"a": "true"}}"#,
        );
        check(
            "AWS::Lambda::Function",
            r#"{"Timeout": "3", "Environment": {"Variables": {"DEBUG": true, "N": 1}}}"#,
            r#"{"Timeout": 3, "Environment": {"Variables": {"DEBUG": "true", "N": "1"}}}"#,
        );
    }

    #[test]
    fn a_policy_document_is_left_as_written() {
        let policy = r#"{"PolicyDocument": {"Statement": [{"Condition": {"Bool": {"aws:SecureTransport": false}}}]}}"#;
        check("AWS::IAM::Policy", policy, policy);
    }
}
