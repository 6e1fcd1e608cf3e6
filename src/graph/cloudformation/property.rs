//! Scalars made what the property's type says (booleans and numbers written as text, texts written as numbers), and
//! the defaults that are in force where nothing is written.

mod table;

use std::cell::OnceCell;
use std::sync::Arc;

use crate::value::{Node, Number, Object, Text, Unknown, parse_json};

use super::choice::chosen;
use super::world::{fingerprint, mentions, unknown};
use table::{Held, member};

/// The step into a list.
const EACH: &str = "*";

/// A place in the properties of a resource; what stands there is looked up when it is first asked for.
struct Place<'a> {
    above: Option<&'a Self>,
    name: &'a str,
    held: OnceCell<Held>,
}

impl<'a> Place<'a> {
    fn below(&'a self, name: &'a str) -> Self {
        Self {
            above: Some(self),
            name,
            held: OnceCell::new(),
        }
    }

    fn held(&self) -> Held {
        *self.held.get_or_init(|| match self.above.map(Self::held) {
            Some(Held::Members(members)) => member(members, self.name),
            Some(Held::Json) => Held::Json,
            _ => Held::Unlisted,
        })
    }
}

/// The properties of a resource with each scalar as its type says, and with defaults; those of an unknown type stay as
/// written.
pub(super) fn coerced(resource_type: &str, mut values: Node) -> Node {
    if let Some(members) = table::properties(resource_type) {
        let root = Place {
            above: None,
            name: "",
            held: OnceCell::from(Held::Members(members)),
        };
        coerce(&mut values, &root);
        if let Node::Object(values) = &mut values {
            add_defaults(members, values);
        }
    }
    values
}

fn coerce(node: &mut Node, place: &Place<'_>) {
    match node {
        Node::Object(members) => {
            for (key, value) in members {
                let key: &str = key;
                coerce(value, &place.below(key));
            }
        }
        Node::List(items) => {
            let each = place.below(EACH);
            for item in items {
                coerce(item, &each);
            }
        }
        Node::OneOf(choice) => {
            let mut values = choice.values.clone();
            for value in &mut values {
                coerce(value, place);
            }
            *node = chosen(choice.condition.clone(), values);
        }
        Node::Text(text) if could_be_typed(text) => {
            *node = typed(text.clone(), place.held());
        }
        Node::Bool(value) if place.held() == Held::Text => {
            *node = Node::text(if *value { "true" } else { "false" });
        }
        Node::Number(number) if place.held() == Held::Text => {
            *node = Node::text(number.to_text());
        }
        Node::Unknown(unknown) => retype(unknown, place.held()),
        Node::Join(parts) => {
            if let Some(mut whole) = scalar_of(parts, place.held()) {
                coerce(&mut whole, place);
                *node = whole;
            }
        }
        _ => {}
    }
}

/// An unknown of another kind than its place holds is another value than where it stands elsewhere: `"true"` in a tag
/// is `true` where a boolean belongs.
fn retype(unknown: &mut Arc<Unknown>, held: Held) {
    let kind = match held {
        Held::Boolean => "bool",
        Held::Number => "number",
        Held::Text => "string",
        Held::Json | Held::Members(_) | Held::Unlisted => return,
    };
    match unknown.kind.as_deref() {
        Some(known) if known == kind => {}
        None if held == Held::Text => {}
        None => Arc::make_mut(unknown).kind = Some(Text::from(kind)),
        Some("string" | "number" | "bool") => {
            let unknown = Arc::make_mut(unknown);
            unknown.id = Text::from(format!("{} as {kind}", unknown.id));
            unknown.kind = Some(Text::from(kind));
            let as_held = |value: &Node| match value {
                Node::Text(text) => typed(text.clone(), held),
                Node::Number(number) if held == Held::Text => Node::text(number.to_text()),
                other => other.clone(),
            };
            unknown.domain = unknown.domain.iter().map(as_held).collect();
        }
        Some(_) => {}
    }
}

/// What a text made of parts is where a boolean or a number belongs: its only part, else not known.
fn scalar_of(parts: &[Node], held: Held) -> Option<Node> {
    let kind = match held {
        Held::Boolean => "bool",
        Held::Number => "number",
        _ => return None,
    };
    Some(match parts {
        [only] => only.clone(),
        parts => {
            let parts = Node::List(parts.to_vec());
            let id = format!("text:{}", fingerprint(&parts));
            unknown("function", id, mentions(&parts), Some(kind))
        }
    })
}

/// Adds what is in force where a property is left out, or where it may be.
fn add_defaults(members: &'static str, values: &mut Object) {
    let open = values.values().any(|value| matches!(value, Node::Rest(_)));
    for member in table::with_default(members) {
        let Some(default) = member.default.and_then(|text| parse_json(text).ok()) else {
            continue;
        };
        match values.get_mut(member.name) {
            Some(value) => *value = filled(value, &default),
            // What a macro adds may be this very member.
            None if open => {}
            None => {
                values.insert(Text::from(member.name), default);
            }
        }
    }
}

/// What is in force where the property `name` is left out, where that is known.
pub fn property_default(resource_type: &str, name: &str) -> Option<Node> {
    let members = table::properties(resource_type)?;
    let mut found = table::with_default(members).filter(|member| member.name == name);
    parse_json(found.next()?.default?).ok()
}

/// `value` with `default` in the branches that have none.
fn filled(value: &Node, default: &Node) -> Node {
    match value {
        Node::Null => default.clone(),
        Node::OneOf(choice) => {
            let values = choice.values.iter().map(|value| filled(value, default));
            chosen(choice.condition.clone(), values.collect())
        }
        other => other.clone(),
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

fn typed(text: Text, held: Held) -> Node {
    let typed = match held {
        Held::Boolean => boolean(&text).map(Node::Bool),
        Held::Number => Number::parse(&text).map(Node::Number),
        _ => None,
    };
    typed.unwrap_or(Node::Text(text))
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
    fn a_boolean_as_text_is_a_boolean_where_the_property_is_one() {
        check(
            "AWS::S3::Bucket",
            r#"{"PublicAccessBlockConfiguration": {"BlockPublicAcls": "true", "BlockPublicPolicy": "False"},
                "BucketName": "true", "Tags": [{"Key": "on", "Value": "true"}]}"#,
            r#"{"PublicAccessBlockConfiguration": {"BlockPublicAcls": true, "BlockPublicPolicy": false},
                "BucketName": "true", "Tags": [{"Key": "on", "Value": "true"}]}"#,
        );
        check(
            "AWS::SNS::Topic",
            r#"{"FifoTopic": "no"}"#,
            r#"{"FifoTopic": false}"#,
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
    fn every_type_of_the_registry_is_known_and_a_property_that_its_schema_does_not_have_stays_as_written()
     {
        check(
            "AWS::MemoryDB::Cluster",
            r#"{"TLSEnabled": "true", "NumShards": "3", "ClusterName": 7, "Unheard": 7, "Tags": [{"Key": "a", "Value": 1}]}"#,
            r#"{"TLSEnabled": true, "NumShards": 3, "ClusterName": "7", "Unheard": 7, "Tags": [{"Key": "a", "Value": "1"}]}"#,
        );
        check("My::Own::Type", r#"{"A": "true"}"#, r#"{"A": "true"}"#);
    }

    #[test]
    fn a_default_written_out_equals_leaving_it_out() {
        let role = |written: &str| coerced("AWS::IAM::Role", parse_json(written).expect("json"));
        assert_eq!(role("{}"), role(r#"{"Path": "/"}"#));
        assert_ne!(role("{}"), role(r#"{"Path": "/team/"}"#));
    }

    #[test]
    fn a_default_is_in_force_where_a_branch_has_no_value() {
        let choice = |values: Vec<Node>| Node::object([("Path", chosen(Text::from("C"), values))]);
        assert_eq!(
            coerced(
                "AWS::IAM::Role",
                choice(vec![Node::text("/a/"), Node::Null])
            ),
            choice(vec![Node::text("/a/"), Node::text("/")])
        );
        let open = Node::object([("$rest", super::super::evaluate::rest("loop", &Node::Null))]);
        assert_eq!(coerced("AWS::IAM::Role", open.clone()), open);
    }

    #[test]
    fn an_unknown_text_is_another_value_where_a_boolean_belongs() {
        let text = unknown("parameter", "parameter:P", Vec::new(), Some("string"));
        let written = Node::object([
            ("EnableKeyRotation", text.clone()),
            ("Description", text.clone()),
            ("PendingWindowInDays", Node::Join(vec![text.clone()])),
            (
                "MultiRegion",
                Node::Join(vec![Node::text("tr"), text.clone()]),
            ),
        ]);
        let values = coerced("AWS::KMS::Key", written);
        let shown = |pointer: &str| match values.at(pointer) {
            Some(Node::Unknown(unknown)) => (
                unknown.id.to_string(),
                unknown.kind.as_deref().map(str::to_owned),
            ),
            other => panic!("{other:?}"),
        };
        let kind = |kind: &str| Some(kind.to_owned());
        assert_eq!(
            shown("/EnableKeyRotation"),
            ("parameter:P as bool".to_owned(), kind("bool"))
        );
        assert_eq!(
            shown("/Description"),
            ("parameter:P".to_owned(), kind("string"))
        );
        assert_eq!(
            shown("/PendingWindowInDays"),
            ("parameter:P as number".to_owned(), kind("number"))
        );
        assert_eq!(shown("/MultiRegion").1, kind("bool"));
    }

    #[test]
    fn a_policy_document_is_left_as_written() {
        let policy = r#"{"PolicyDocument": {"Statement": [{"Condition": {"Bool": {"aws:SecureTransport": false}}}]}}"#;
        check("AWS::IAM::Policy", policy, policy);
    }
}
