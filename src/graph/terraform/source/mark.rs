//! What the language knows of a value besides its members: that it is a list, a set or a map, and that it is sensitive.
//!
//! A mark is a choice with one branch: whoever does not know marks sees a choice that makes no difference. Marks stay
//! inside the evaluation; [`bare`] takes them off what leaves it.

use std::sync::{Arc, LazyLock};

use crate::value::{Node, OneOf, Text};

/// Stands before the name of a mark, where no condition has it.
const PREFIX: char = '\u{0}';

static LIST: LazyLock<Text> = LazyLock::new(|| Text::from("\u{0}list"));
static SET: LazyLock<Text> = LazyLock::new(|| Text::from("\u{0}set"));
static MAP: LazyLock<Text> = LazyLock::new(|| Text::from("\u{0}map"));
static SENSITIVE: LazyLock<Text> = LazyLock::new(|| Text::from("\u{0}sensitive"));

/// The kind of a collection whose members have one type; a list or an object without it has a type for each member.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    List,
    Set,
    Map,
}

/// The marks of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Marks {
    pub(super) shape: Option<Shape>,
    pub(super) sensitive: bool,
}

impl Marks {
    pub(super) const SENSITIVE: Self = Self {
        shape: None,
        sensitive: true,
    };

    pub(super) fn is_set(self) -> bool {
        self.shape == Some(Shape::Set)
    }
}

impl From<Shape> for Marks {
    fn from(shape: Shape) -> Self {
        Self {
            shape: Some(shape),
            sensitive: false,
        }
    }
}

fn wrapped(name: &Text, node: Node) -> Node {
    Node::OneOf(Arc::new(OneOf {
        condition: name.clone(),
        values: vec![node],
    }))
}

fn is_mark(choice: &OneOf) -> bool {
    choice.condition.starts_with(PREFIX)
}

/// The value with marks.
pub(super) fn marked(marks: impl Into<Marks>, node: Node) -> Node {
    let marks = marks.into();
    let shaped = match marks.shape {
        Some(Shape::List) => wrapped(&LIST, node),
        Some(Shape::Set) => wrapped(&SET, node),
        Some(Shape::Map) => wrapped(&MAP, node),
        None => node,
    };
    if marks.sensitive && !peek(&shaped).0.sensitive {
        wrapped(&SENSITIVE, shaped)
    } else {
        shaped
    }
}

/// The value as sensitive, when `sensitive` says so.
pub(super) fn hidden(sensitive: bool, node: Node) -> Node {
    if sensitive {
        marked(Marks::SENSITIVE, node)
    } else {
        node
    }
}

/// The marks of a value, and what they are about.
pub(super) fn peek(mut node: &Node) -> (Marks, &Node) {
    let mut marks = Marks::default();
    while let Node::OneOf(choice) = node
        && is_mark(choice)
        && let [inner] = choice.values.as_slice()
    {
        match choice.condition.get(1..) {
            Some("list") => marks.shape = Some(Shape::List),
            Some("set") => marks.shape = Some(Shape::Set),
            Some("map") => marks.shape = Some(Shape::Map),
            _ => marks.sensitive = true,
        }
        node = inner;
    }
    (marks, node)
}

/// The value under its marks.
pub(super) fn under(node: &Node) -> &Node {
    peek(node).1
}

/// Takes the outermost marks off.
pub(super) fn peeled(node: Node) -> (Marks, Node) {
    let marks = peek(&node).0;
    let mut inner = node;
    loop {
        inner = match inner {
            Node::OneOf(choice) if is_mark(&choice) => match Arc::try_unwrap(choice) {
                Ok(owned) => owned.values.into_iter().next().unwrap_or_default(),
                Err(shared) => shared.values.first().cloned().unwrap_or_default(),
            },
            other => return (marks, other),
        };
    }
}

/// Whether a mark stands anywhere in the value.
fn has_marks(node: &Node) -> bool {
    match node {
        Node::List(items) | Node::Join(items) => items.iter().any(has_marks),
        Node::Object(members) => members.values().any(has_marks),
        Node::OneOf(choice) => is_mark(choice) || choice.values.iter().any(has_marks),
        Node::Json(inner) => has_marks(inner),
        _ => false,
    }
}

/// Whether a part of the value is sensitive.
pub(super) fn is_sensitive(node: &Node) -> bool {
    match node {
        Node::List(items) | Node::Join(items) => items.iter().any(is_sensitive),
        Node::Object(members) => members.values().any(is_sensitive),
        Node::OneOf(choice) => {
            choice.condition == *SENSITIVE || choice.values.iter().any(is_sensitive)
        }
        Node::Json(inner) => is_sensitive(inner),
        _ => false,
    }
}

/// The value without marks at any depth.
pub(super) fn bare(node: Node) -> Node {
    if has_marks(&node) {
        stripped(node)
    } else {
        node
    }
}

fn stripped(node: Node) -> Node {
    match node {
        Node::List(items) => Node::List(items.into_iter().map(stripped).collect()),
        Node::Join(parts) => Node::join(parts.into_iter().map(stripped)),
        Node::Object(members) => Node::Object(
            members
                .into_iter()
                .map(|(key, value)| (key, stripped(value)))
                .collect(),
        ),
        Node::OneOf(choice) => {
            let mut values = choice.values.iter().cloned().map(stripped);
            if is_mark(&choice) {
                values.next().unwrap_or_default()
            } else {
                super::choice::one_of(choice.condition.clone(), values.collect())
            }
        }
        Node::Json(inner) => Node::Json(Box::new(stripped(*inner))),
        other => other,
    }
}

/// The value without its sensitive marks at any depth.
pub(super) fn shown(node: Node) -> Node {
    if !is_sensitive(&node) {
        return node;
    }
    match node {
        Node::List(items) => Node::List(items.into_iter().map(shown).collect()),
        Node::Join(parts) => Node::join(parts.into_iter().map(shown)),
        Node::Object(members) => Node::Object(
            members
                .into_iter()
                .map(|(key, value)| (key, shown(value)))
                .collect(),
        ),
        Node::OneOf(choice) => {
            let mut values = choice.values.iter().cloned().map(shown);
            if choice.condition == *SENSITIVE {
                values.next().unwrap_or_default()
            } else {
                Node::OneOf(Arc::new(OneOf {
                    condition: choice.condition.clone(),
                    values: values.collect(),
                }))
            }
        }
        Node::Json(inner) => Node::Json(Box::new(shown(*inner))),
        other => other,
    }
}

/// The text by which equal values are recognised, whatever their marks are.
pub(super) fn spelled(node: &Node) -> String {
    if has_marks(node) {
        stripped(node.clone()).identity()
    } else {
        node.identity()
    }
}
