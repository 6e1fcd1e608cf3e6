//! Partially known values: plain data, plus the nodes that stand for what an artifact does not say.

mod document;
mod encode;
mod form;
mod identity;
mod json;
mod number;
mod pointer;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use document::document_of;
pub use encode::{NODE_KEYS, from_encoded};
pub use form::{Form, Nodes};
pub use identity::digest;
pub(crate) use json::NUMBER_TOKEN;
pub use json::{JsonError, parse_json};
pub use number::Number;
pub use pointer::{Pointer, append_index, append_token, split_pointer};

/// Text shared between the copies of a value.
pub type Text = Arc<str>;

/// Members of an object in key order. The key `$rest` with a [`Node::Rest`] says that more members exist.
pub type Object = BTreeMap<Text, Node>;

/// A value of which every part is either known or stands as one of the symbolic nodes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Node {
    /// JSON null; for facts the same as unset.
    #[default]
    Null,
    /// A boolean.
    Bool(bool),
    /// An exact number.
    Number(Number),
    /// A string.
    Text(Text),
    /// A list; it may hold a [`Node::Rest`].
    List(Vec<Node>),
    /// An object; it may hold a [`Node::Rest`] under `$rest`.
    Object(Object),
    /// Exactly one attribute of one resource instance.
    Ref(Reference),
    /// Assigned, but the value is not known.
    Unknown(Arc<Unknown>),
    /// A string made of parts, some of which are not known; the parts are texts, references, unknowns or choices.
    Join(Vec<Node>),
    /// One of several values, chosen by a condition.
    OneOf(Arc<OneOf>),
    /// More members of the surrounding list or object, number unknown.
    Rest(Arc<Unknown>),
    /// A string that is the JSON encoding of the node inside.
    Json(Box<Node>),
}

/// An attribute of a resource instance, named by whole address.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reference {
    /// Address of the instance as in the graph (`module.a["x"].aws_kms_key.k`, or a logical id).
    pub address: Text,
    /// Attribute path as written (`arn`, `rotation[0].id`); `Ref` for CloudFormation's `Ref`.
    pub attribute: Text,
}

/// Why a value is not known, and what is known about it all the same.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Unknown {
    /// The reason in words of the field: `computed`, `parameter`, `variable`, `data source`, `import`, `function`, …
    pub reason: Text,
    /// Identity: equal ids stand for the same value throughout the document.
    pub id: Text,
    /// References the expression mentions, in no known role.
    pub mentions: Vec<Reference>,
    /// `string`, `number`, `bool`, `list`, `object`, when known.
    pub kind: Option<Text>,
    /// All values it can take, when known (`AllowedValues`); empty when not.
    pub domain: Vec<Node>,
}

/// A choice between values by a named condition; equal conditions choose alike.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct OneOf {
    /// Identity of the condition.
    pub condition: Text,
    /// The value of each branch; branch 0 is the one taken when the condition holds.
    pub values: Vec<Node>,
}

/// JSON encodings inside one another that are carried out.
pub const ENCODING_LIMIT: usize = 6;

/// Bytes in lower-case hexadecimal digits.
pub fn hexadecimal(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    let digit = |value: u8| DIGITS.get(usize::from(value)).copied().unwrap_or('0');
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 0xF)])
        .collect()
}

impl Node {
    /// How many JSON encodings stand inside one another; every one doubles the escapes of the text.
    pub fn encodings(&self) -> usize {
        let deepest = |nodes: &mut dyn Iterator<Item = &Self>| {
            nodes.map(Self::encodings).max().unwrap_or_default()
        };
        match self {
            Self::Json(inner) => 1 + inner.encodings(),
            Self::List(items) | Self::Join(items) => deepest(&mut items.iter()),
            Self::Object(members) => deepest(&mut members.values()),
            Self::OneOf(choice) => deepest(&mut choice.values.iter()),
            _ => 0,
        }
    }

    /// A text node.
    pub fn text(text: impl Into<Text>) -> Self {
        Self::Text(text.into())
    }

    /// A reference to `attribute` of the resource at `address`.
    pub fn reference(address: impl Into<Text>, attribute: impl Into<Text>) -> Self {
        Self::Ref(Reference {
            address: address.into(),
            attribute: attribute.into(),
        })
    }

    /// An object from pairs.
    pub fn object<K: Into<Text>>(pairs: impl IntoIterator<Item = (K, Self)>) -> Self {
        Self::Object(
            pairs
                .into_iter()
                .map(|(key, value)| (key.into(), value))
                .collect(),
        )
    }

    /// The member `key` of an object.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.as_object()?.get(key)
    }

    /// The node at a JSON pointer, through objects and lists (and through the JSON inside a [`Node::Json`]).
    pub fn at(&self, pointer: &str) -> Option<&Self> {
        split_pointer(pointer).try_fold(self, |node, token| match node {
            Self::Object(members) => members.get(token.as_ref()),
            Self::List(items) => items.get(token.parse::<usize>().ok()?),
            Self::Json(inner) => match inner.as_ref() {
                Self::Object(members) => members.get(token.as_ref()),
                Self::List(items) => items.get(token.parse::<usize>().ok()?),
                _ => None,
            },
            _ => None,
        })
    }

    /// The text, when this is a known string.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The boolean, when this is one.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// The members, when this is an object.
    pub fn as_object(&self) -> Option<&Object> {
        match self {
            Self::Object(members) => Some(members),
            _ => None,
        }
    }

    /// The items, when this is a list.
    pub fn as_list(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Whether the value is null.
    pub fn is_null(&self) -> bool {
        matches!(self, Self::Null)
    }

    /// Whether no part of the value is symbolic.
    pub fn is_plain(&self) -> bool {
        match self {
            Self::Null | Self::Bool(_) | Self::Number(_) | Self::Text(_) => true,
            Self::List(items) => items.iter().all(Self::is_plain),
            Self::Object(members) => members.values().all(Self::is_plain),
            Self::Json(inner) => inner.is_plain(),
            Self::Ref(_) | Self::Unknown(_) | Self::Join(_) | Self::OneOf(_) | Self::Rest(_) => {
                false
            }
        }
    }

    /// Calls `visit` on every node of the tree, parents first, with its JSON pointer.
    ///
    /// Choices and joins are entered with the pointer of the node itself, encoded documents with the pointers inside them.
    pub fn walk<'a>(&'a self, pointer: &mut String, visit: &mut dyn FnMut(&str, &'a Self)) {
        visit(pointer, self);
        let length = pointer.len();
        match self {
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    append_index(pointer, index);
                    item.walk(pointer, visit);
                    pointer.truncate(length);
                }
            }
            Self::Object(members) => {
                for (key, value) in members {
                    append_token(pointer, key);
                    value.walk(pointer, visit);
                    pointer.truncate(length);
                }
            }
            Self::Json(inner) => inner.walk(pointer, visit),
            Self::Join(parts) => parts.iter().for_each(|part| part.walk(pointer, visit)),
            Self::OneOf(choice) => choice
                .values
                .iter()
                .for_each(|value| value.walk(pointer, visit)),
            _ => {}
        }
    }

    /// A string made of `parts`: neighbouring texts are merged, nested joins flattened, and one known text stays a text.
    pub fn join(parts: impl IntoIterator<Item = Self>) -> Self {
        let mut joined = Joined::default();
        for part in parts {
            joined.push(part);
        }
        joined.into_node()
    }
}

/// A join on its way: finished parts, and the text since the last of them.
#[derive(Default)]
struct Joined {
    parts: Vec<Node>,
    text: String,
}

impl Joined {
    fn push(&mut self, part: Node) {
        match part {
            Node::Join(inner) => inner.into_iter().for_each(|part| self.push(part)),
            Node::Text(text) => self.text.push_str(&text),
            Node::Number(number) => self.text.push_str(&number.to_text()),
            Node::Bool(value) => self.text.push_str(if value { "true" } else { "false" }),
            other => {
                self.end_text();
                self.parts.push(other);
            }
        }
    }

    fn end_text(&mut self) {
        if !self.text.is_empty() {
            self.parts.push(Node::text(self.text.as_str()));
            self.text.clear();
        }
    }

    fn into_node(mut self) -> Node {
        if self.parts.is_empty() {
            return Node::text(self.text);
        }
        self.end_text();
        Node::Join(self.parts)
    }
}

impl From<bool> for Node {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

impl From<&str> for Node {
    fn from(value: &str) -> Self {
        Self::text(value)
    }
}

impl From<i64> for Node {
    fn from(value: i64) -> Self {
        Self::Number(Number::from(value))
    }
}

impl From<Vec<Node>> for Node {
    fn from(value: Vec<Node>) -> Self {
        Self::List(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_join_of_known_parts_is_a_text() {
        let joined = Node::join([
            Node::text("a"),
            Node::from(7),
            Node::Join(vec![Node::text("b")]),
        ]);
        assert_eq!(joined, Node::text("a7b"));
    }

    #[test]
    fn a_join_keeps_its_unknown_parts_in_place() {
        let part = Node::reference("aws_s3_bucket.b", "arn");
        let joined = Node::join([part.clone(), Node::text("/"), Node::text("*")]);
        assert_eq!(joined, Node::Join(vec![part, Node::text("/*")]));
    }

    #[test]
    fn a_join_of_one_reference_stays_a_join_because_it_is_a_string() {
        let part = Node::reference("a", "b");
        assert_eq!(Node::join([part.clone()]), Node::Join(vec![part]));
    }
}
