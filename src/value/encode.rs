//! The JSON form of nodes in `proofmark.graph/1`, written and read back.

use std::sync::Arc;

use serde::ser::{Serialize, SerializeMap, SerializeSeq, Serializer};

use super::{Node, Object, OneOf, Reference, Text, Unknown};

/// The keys by which a node is told from user data; a user object whose only key is one of these (or more than one key,
/// the first being one of these) is written under `$literal`.
pub const NODE_KEYS: [&str; 6] = ["$join", "$literal", "$oneof", "$ref", "$rest", "$unknown"];

fn looks_like_a_node(members: &Object) -> bool {
    members
        .iter()
        .any(|(key, value)| NODE_KEYS.contains(&&**key) && !matches!(value, Node::Rest(_)))
}

impl Node {
    /// The node as plain data that other engines read: symbolic nodes become their tagged objects, encoded documents their text.
    #[must_use]
    pub fn encoded(&self) -> Self {
        match self {
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) => self.clone(),
            Self::List(items) => Self::List(items.iter().map(Self::encoded).collect()),
            Self::Object(members) => {
                let encoded = Self::Object(
                    members
                        .iter()
                        .map(|(key, value)| match value {
                            Self::Rest(unknown) => (key.clone(), unknown.encoded()),
                            value => (key.clone(), value.encoded()),
                        })
                        .collect(),
                );
                if looks_like_a_node(members) {
                    Self::object([("$literal", encoded)])
                } else {
                    encoded
                }
            }
            Self::Ref(reference) => reference.encoded(),
            Self::Unknown(unknown) => {
                let mut members = unknown.members();
                members.insert("$unknown".into(), Self::Text(unknown.reason.clone()));
                Self::Object(members)
            }
            Self::Join(parts) => Self::object([(
                "$join",
                Self::List(parts.iter().map(Self::encoded).collect()),
            )]),
            Self::OneOf(choice) => Self::object([(
                "$oneof",
                Self::object([
                    ("condition", Self::Text(choice.condition.clone())),
                    (
                        "values",
                        Self::List(choice.values.iter().map(Self::encoded).collect()),
                    ),
                ]),
            )]),
            Self::Rest(unknown) => Self::object([("$rest", unknown.encoded())]),
            Self::Json(inner) => inner.json_text().encoded(),
        }
    }

    /// The JSON encoding of this node as a string node: a text when all of it is known, else a join around its unknown parts.
    #[must_use]
    pub fn json_text(&self) -> Self {
        let mut json = JsonParts::default();
        json.push(self);
        json.into_node()
    }
}

/// A JSON encoding on its way: the text since the last unknown part, and everything before it.
#[derive(Default)]
struct JsonParts {
    parts: Vec<Node>,
    text: String,
}

impl JsonParts {
    fn into_node(mut self) -> Node {
        if self.parts.is_empty() {
            return Node::text(self.text);
        }
        self.parts.push(Node::text(self.text));
        Node::join(self.parts)
    }

    /// Appends the encoding of `node`. A symbolic node is taken for a string and stands between quotes.
    fn push(&mut self, node: &Node) {
        match node {
            Node::List(items) => {
                self.text.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                    }
                    self.push(item);
                }
                self.text.push(']');
            }
            Node::Object(members) => {
                self.text.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        self.text.push(',');
                    }
                    self.push_quoted(key);
                    self.text.push(':');
                    self.push(value);
                }
                self.text.push('}');
            }
            Node::Null => self.text.push_str("null"),
            Node::Bool(value) => self.text.push_str(if *value { "true" } else { "false" }),
            Node::Number(number) => self.text.push_str(&number.to_text()),
            Node::Text(text) => self.push_quoted(text),
            Node::Json(inner) => match inner.json_text() {
                Node::Text(text) => self.push_quoted(&text),
                symbolic => self.push_string(&symbolic),
            },
            symbolic => self.push_string(symbolic),
        }
    }

    fn push_string(&mut self, symbolic: &Node) {
        self.text.push('"');
        match symbolic {
            Node::Join(parts) => {
                for part in parts {
                    match part {
                        Node::Text(text) => self.push_escaped(text),
                        other => self.push_symbol(other),
                    }
                }
            }
            other => self.push_symbol(other),
        }
        self.text.push('"');
    }

    fn push_symbol(&mut self, symbol: &Node) {
        let before = std::mem::take(&mut self.text);
        self.parts.push(Node::text(before));
        self.parts.push(symbol.clone());
    }

    fn push_quoted(&mut self, text: &str) {
        self.text.push('"');
        self.push_escaped(text);
        self.text.push('"');
    }

    fn push_escaped(&mut self, text: &str) {
        let needs_escape = |byte: u8| byte < 0x20 || matches!(byte, b'"' | b'\\');
        if !text.bytes().any(needs_escape) {
            self.text.push_str(text);
            return;
        }
        let quoted = serde_json::Value::from(text).to_string();
        let inside = quoted
            .strip_prefix('"')
            .and_then(|rest| rest.strip_suffix('"'));
        self.text.push_str(inside.unwrap_or_default());
    }
}

impl Reference {
    fn encoded(&self) -> Node {
        Node::object([
            ("$ref", Node::Text(self.address.clone())),
            ("attr", Node::Text(self.attribute.clone())),
        ])
    }
}

impl Unknown {
    fn members(&self) -> Object {
        let mut members = Object::new();
        members.insert("id".into(), Node::Text(self.id.clone()));
        if !self.mentions.is_empty() {
            members.insert(
                "mentions".into(),
                Node::List(self.mentions.iter().map(Reference::encoded).collect()),
            );
        }
        if let Some(kind) = &self.kind {
            members.insert("type".into(), Node::Text(kind.clone()));
        }
        if !self.domain.is_empty() {
            members.insert(
                "domain".into(),
                Node::List(self.domain.iter().map(Node::encoded).collect()),
            );
        }
        members
    }

    fn encoded(&self) -> Node {
        let mut members = self.members();
        members.insert("reason".into(), Node::Text(self.reason.clone()));
        Node::Object(members)
    }
}

/// Reads the encoded form back; `None` when a tagged object is malformed.
pub fn from_encoded(node: &Node) -> Option<Node> {
    match node {
        Node::List(items) => items
            .iter()
            .map(from_encoded)
            .collect::<Option<Vec<_>>>()
            .map(Node::List),
        Node::Object(members) => {
            if let Some(literal) = members.get("$literal") {
                return plain_members(literal.as_object()?);
            }
            if let (Some(address), 2) = (members.get("$ref"), members.len()) {
                return Some(Node::reference(
                    address.as_text()?,
                    members.get("attr")?.as_text()?,
                ));
            }
            if let Some(reason) = members.get("$unknown") {
                return Some(Node::Unknown(Arc::new(unknown_from(
                    reason.as_text()?,
                    members,
                )?)));
            }
            if let (Some(parts), 1) = (members.get("$join"), members.len()) {
                let parts = parts
                    .as_list()?
                    .iter()
                    .map(from_encoded)
                    .collect::<Option<Vec<_>>>()?;
                return Some(Node::Join(parts));
            }
            if let (Some(choice), 1) = (members.get("$oneof"), members.len()) {
                let values = choice
                    .get("values")?
                    .as_list()?
                    .iter()
                    .map(from_encoded)
                    .collect::<Option<Vec<_>>>()?;
                let condition = Text::from(choice.get("condition")?.as_text()?);
                return Some(Node::OneOf(Arc::new(OneOf { condition, values })));
            }
            if let (Some(rest), 1) = (members.get("$rest"), members.len()) {
                return Some(Node::Rest(Arc::new(rest_from(rest)?)));
            }
            plain_members(members)
        }
        plain => Some(plain.clone()),
    }
}

fn plain_members(members: &Object) -> Option<Node> {
    members
        .iter()
        .map(|(key, value)| {
            let value = if &**key == "$rest" {
                Node::Rest(Arc::new(rest_from(value)?))
            } else {
                from_encoded(value)?
            };
            Some((key.clone(), value))
        })
        .collect::<Option<Object>>()
        .map(Node::Object)
}

fn rest_from(node: &Node) -> Option<Unknown> {
    unknown_from(node.get("reason")?.as_text()?, node.as_object()?)
}

fn unknown_from(reason: &str, members: &Object) -> Option<Unknown> {
    let mentions = match members.get("mentions") {
        Some(list) => list
            .as_list()?
            .iter()
            .map(reference_from)
            .collect::<Option<Vec<_>>>()?,
        None => Vec::new(),
    };
    let domain = match members.get("domain") {
        Some(list) => list
            .as_list()?
            .iter()
            .map(from_encoded)
            .collect::<Option<Vec<_>>>()?,
        None => Vec::new(),
    };
    let kind = members.get("type").and_then(Node::as_text).map(Text::from);
    let id = Text::from(members.get("id")?.as_text()?);
    Some(Unknown {
        reason: reason.into(),
        id,
        mentions,
        kind,
        domain,
    })
}

fn reference_from(node: &Node) -> Option<Reference> {
    Some(Reference {
        address: node.get("$ref")?.as_text()?.into(),
        attribute: node.get("attr")?.as_text()?.into(),
    })
}

impl Serialize for Node {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Null => serializer.serialize_unit(),
            Self::Bool(value) => serializer.serialize_bool(*value),
            Self::Number(number) => match number.as_i64() {
                Some(value) => serializer.serialize_i64(value),
                None => serde_json::Number::from_string_unchecked(number.to_text())
                    .serialize(serializer),
            },
            Self::Text(text) => serializer.serialize_str(text),
            Self::List(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    sequence.serialize_element(item)?;
                }
                sequence.end()
            }
            Self::Object(members)
                if !looks_like_a_node(members) && !members.contains_key("$rest") =>
            {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (key, value) in members {
                    map.serialize_entry(&**key, value)?;
                }
                map.end()
            }
            other => match other.encoded() {
                Self::Object(members) => {
                    let mut map = serializer.serialize_map(Some(members.len()))?;
                    for (key, value) in &members {
                        map.serialize_entry(&**key, &Encoded(value))?;
                    }
                    map.end()
                }
                plain => plain.serialize(serializer),
            },
        }
    }
}

/// A node that is already encoded and must not be escaped again.
struct Encoded<'a>(&'a Node);

impl Serialize for Encoded<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Node::List(items) => {
                let mut sequence = serializer.serialize_seq(Some(items.len()))?;
                for item in items {
                    sequence.serialize_element(&Encoded(item))?;
                }
                sequence.end()
            }
            Node::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (key, value) in members {
                    map.serialize_entry(&**key, &Encoded(value))?;
                }
                map.end()
            }
            plain => plain.serialize(serializer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse_json;
    use super::*;

    fn symbolic() -> Node {
        let unknown = Unknown {
            reason: "parameter".into(),
            id: "parameter:Stage".into(),
            mentions: vec![Reference {
                address: "Table".into(),
                attribute: "Arn".into(),
            }],
            kind: Some("string".into()),
            domain: vec![Node::text("dev"), Node::text("prod")],
        };
        Node::object([
            ("reference", Node::reference("aws_kms_key.k", "arn")),
            (
                "join",
                Node::Join(vec![Node::reference("B", "Arn"), Node::text("/*")]),
            ),
            ("unknown", Node::Unknown(Arc::new(unknown.clone()))),
            (
                "choice",
                Node::OneOf(Arc::new(OneOf {
                    condition: "IsProd".into(),
                    values: vec![Node::from(1), Node::Null],
                })),
            ),
            (
                "list",
                Node::List(vec![Node::text("a"), Node::Rest(Arc::new(unknown.clone()))]),
            ),
            (
                "open",
                Node::object([
                    ("a", Node::from(1)),
                    ("$rest", Node::Rest(Arc::new(unknown))),
                ]),
            ),
            (
                "user",
                Node::object([("$ref", Node::text("#/definitions/x"))]),
            ),
            (
                "user-pair",
                Node::object([("$ref", Node::text("x")), ("attr", Node::text("y"))]),
            ),
            (
                "user-literal",
                Node::object([("$literal", Node::object([("$join", Node::Null)]))]),
            ),
        ])
    }

    #[test]
    fn every_node_survives_the_json_round_trip() {
        let text = serde_json::to_string(&symbolic()).expect("serialised");
        let back = from_encoded(&parse_json(&text).expect("valid")).expect("well formed");
        assert_eq!(back, symbolic(), "{text}");
    }

    #[test]
    fn a_user_object_that_looks_like_a_reference_is_escaped() {
        let user = Node::object([("$ref", Node::text("x")), ("attr", Node::text("y"))]);
        let text = serde_json::to_string(&user).expect("serialised");
        assert_eq!(text, r#"{"$literal":{"$ref":"x","attr":"y"}}"#);
    }

    #[test]
    fn an_encoded_document_keeps_its_references() {
        let policy = Node::object([
            ("Resource", Node::reference("aws_sqs_queue.q", "arn")),
            ("Sid", Node::text("a\"b")),
        ]);
        assert_eq!(
            Node::Json(Box::new(policy)).encoded(),
            Node::Join(vec![
                Node::text(r#"{"Resource":""#),
                Node::reference("aws_sqs_queue.q", "arn"),
                Node::text(r#"","Sid":"a\"b"}"#),
            ])
            .encoded()
        );
    }
}
