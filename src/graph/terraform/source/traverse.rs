//! Attribute access, indexing and splats on values.

use hcl_edit::expr::TraversalOperator;
use hcl_edit::repr::Decorated;

use crate::value::{Node, Reference, Text};

use super::error::{Outcome, invalid};
use super::evaluator::Evaluator;
use super::expression::key_text;
use super::function::may_fail;
use super::kind::collection;
use super::mark::{Shape, hidden, marked, peeled, spelled};
use super::scope::Scope;
use super::unknown::{derived, extended, member_of, rest_of};

/// The steps of a traversal.
pub(super) type Steps<'e> = &'e [Decorated<TraversalOperator>];

impl Evaluator<'_> {
    /// What the steps lead to from a remembered value, copying only that part of it.
    pub(super) fn walk_from(
        &mut self,
        start: &Node,
        steps: Steps<'_>,
        scope: &mut Scope,
    ) -> Outcome {
        let mut current = start;
        let mut rest = steps;
        while let Some((step, after)) = rest.split_first() {
            let next = match (step.value(), current) {
                (TraversalOperator::GetAttr(name), Node::Object(members)) => {
                    members.get(name.as_str())
                }
                _ => None,
            };
            let Some(next) = next else { break };
            current = next;
            rest = after;
        }
        self.charge(size(current))?;
        self.walk(current.clone(), rest, scope)
    }

    /// What the steps lead to from `node`.
    pub(super) fn walk(&mut self, mut node: Node, steps: Steps<'_>, scope: &mut Scope) -> Outcome {
        let mut rest = steps;
        while let Some((step, after)) = rest.split_first() {
            rest = after;
            node = match step.value() {
                TraversalOperator::GetAttr(name) => self.attribute(node, name.as_str())?,
                TraversalOperator::LegacyIndex(index) => {
                    let index = i64::try_from(*index.value()).unwrap_or(i64::MAX);
                    self.element(node, Node::from(index))?
                }
                TraversalOperator::Index(key) => {
                    let key = self.typed(key, scope)?;
                    let key = self.settled(key)?;
                    self.element(node, key)?
                }
                TraversalOperator::AttrSplat(_) => {
                    let attributes = rest
                        .iter()
                        .take_while(|step| matches!(step.value(), TraversalOperator::GetAttr(_)))
                        .count();
                    let (inner, after) = rest.split_at(attributes);
                    rest = after;
                    self.splat(node, inner, scope)?
                }
                TraversalOperator::FullSplat(_) => {
                    let inner = rest;
                    rest = &[];
                    self.splat(node, inner, scope)?
                }
            };
        }
        Ok(node)
    }

    /// The attribute or member `name` of a value.
    pub(super) fn attribute(&mut self, node: Node, name: &str) -> Outcome {
        let (marks, node) = peeled(node);
        if marks.is_set() {
            return Err(invalid("a set has no attributes"));
        }
        let member = self.bare_attribute(node, name)?;
        Ok(hidden(marks.sensitive, member))
    }

    fn bare_attribute(&mut self, node: Node, name: &str) -> Outcome {
        self.fallible |= match &node {
            Node::Unknown(_) => may_fail(&node),
            Node::Object(members) => !members.contains_key(name) && members.contains_key("$rest"),
            _ => false,
        };
        match node {
            Node::Object(members) => match (members.get(name), members.get("$rest")) {
                (Some(value), _) => Ok(value.clone()),
                (None, Some(Node::Rest(rest))) => {
                    Ok(Node::Unknown(member_of(rest, &format!(".{name}")).into()))
                }
                (None, _) => Err(invalid(format!("there is no attribute `{name}`"))),
            },
            Node::Ref(reference) => self.reference_member(&reference, &format!(".{name}")),
            Node::Unknown(whole) if is_scalar(&whole) => {
                Err(invalid(format!("there is no attribute `{name}`")))
            }
            Node::Unknown(whole) => {
                Ok(Node::Unknown(member_of(&whole, &format!(".{name}")).into()))
            }
            node @ Node::OneOf(_) => {
                self.over_choices(node, &mut |evaluator, node| evaluator.attribute(node, name))
            }
            Node::Null => Err(invalid(format!("null has no attribute `{name}`"))),
            Node::List(items) if items.len() == 1 => {
                // A nested block that may repeat is read as if it did not: legacy syntax that providers still accept.
                let only = items.into_iter().next().unwrap_or_default();
                self.attribute(only, name)
            }
            _ => Err(invalid(format!("there is no attribute `{name}`"))),
        }
    }

    /// The element of a collection at a key.
    pub(super) fn element(&mut self, node: Node, key: Node) -> Outcome {
        let (node_marks, node) = peeled(node);
        let (key_marks, key) = peeled(key);
        if node_marks.is_set() {
            return Err(invalid("a set has no elements by index"));
        }
        let element = self.bare_element(node, key)?;
        Ok(hidden(node_marks.sensitive || key_marks.sensitive, element))
    }

    fn bare_element(&mut self, node: Node, key: Node) -> Outcome {
        if matches!(key, Node::OneOf(_)) || matches!(node, Node::OneOf(_)) {
            return self.over_all(vec![node, key], 0, &mut |evaluator, mut both| {
                let key = both.pop().unwrap_or_default();
                let node = both.pop().unwrap_or_default();
                evaluator.element(node, key)
            });
        }
        let text = key_text(&key);
        self.fallible |= text.is_none()
            || match &node {
                Node::Unknown(_) => may_fail(&node),
                Node::List(items) => items.iter().any(|item| matches!(item, Node::Rest(_))),
                _ => false,
            };
        match (node, text) {
            (Node::List(items), Some(text)) => {
                let index: usize = text
                    .parse()
                    .map_err(|_| invalid(format!("`{text}` is no index")))?;
                let known = items
                    .iter()
                    .take_while(|item| !matches!(item, Node::Rest(_)))
                    .count();
                match items.get(index) {
                    Some(item) if index < known => Ok(item.clone()),
                    _ => match items.get(known) {
                        Some(Node::Rest(rest)) => {
                            Ok(Node::Unknown(member_of(rest, &format!("[{text}]")).into()))
                        }
                        _ => Err(invalid(format!("there is no element {text}"))),
                    },
                }
            }
            (node @ Node::Object(_), Some(text)) => self.attribute(node, &text),
            (Node::Ref(reference), Some(_)) => {
                let step = format!("[{}]", spelled(&key));
                self.reference_member(&reference, &step)
            }
            (Node::Unknown(whole), _) if is_scalar(&whole) => Err(invalid("not a collection")),
            (Node::Unknown(whole), Some(_)) => Ok(Node::Unknown(
                member_of(&whole, &format!("[{}]", spelled(&key))).into(),
            )),
            (Node::Null, _) => Err(invalid("null has no elements")),
            (Node::List(items), None)
                if items.len() == 1 && !matches!(items.first(), Some(Node::Rest(_))) =>
            {
                Ok(items.into_iter().next().unwrap_or_default())
            }
            (node @ (Node::List(_) | Node::Object(_) | Node::Ref(_) | Node::Unknown(_)), None) => {
                let spelling = format!("{}[{}]", spelled(&node), spelled(&key));
                Ok(Node::Unknown(
                    derived("index", spelling, &[&node, &key], None).into(),
                ))
            }
            _ => Err(invalid("not a collection")),
        }
    }

    fn splat(&mut self, node: Node, inner: Steps<'_>, scope: &mut Scope) -> Outcome {
        let (marks, node) = peeled(node);
        let list = match self.bare_splat(
            node,
            inner,
            scope,
            marks.shape.is_some_and(|shape| shape == Shape::Map),
        )? {
            list @ Node::List(_) if matches!(marks.shape, Some(Shape::List | Shape::Set)) => {
                collection(Shape::List, list)?
            }
            other => other,
        };
        Ok(hidden(marks.sensitive, list))
    }

    fn bare_splat(
        &mut self,
        node: Node,
        inner: Steps<'_>,
        scope: &mut Scope,
        is_map: bool,
    ) -> Outcome {
        match node {
            node @ Node::Object(_) if is_map => Ok(Node::List(vec![self.walk(
                marked(Shape::Map, node),
                inner,
                scope,
            )?])),
            Node::Null => Ok(Node::List(Vec::new())),
            Node::List(items) => {
                let items = items.into_iter().map(|item| match item {
                    Node::Rest(rest) => {
                        let member = self.walk(Node::Unknown(rest), inner, scope)?;
                        Ok(rest_of("splat", &member))
                    }
                    item => self.walk(item, inner, scope),
                });
                items.collect::<Outcome<Vec<_>>>().map(Node::List)
            }
            Node::Ref(reference) if !reference.attribute.is_empty() => {
                let each = Reference {
                    attribute: extended(&reference.attribute, "[*]"),
                    ..reference
                };
                self.walk(Node::Ref(each), inner, scope)
            }
            Node::Unknown(whole) => {
                let each =
                    self.walk(Node::Unknown(member_of(&whole, "[*]").into()), inner, scope)?;
                Ok(Node::List(vec![rest_of("splat", &each)]))
            }
            node @ Node::OneOf(_) => self.over_choices(node, &mut |evaluator, node| {
                evaluator.splat(node, inner, scope)
            }),
            single => Ok(Node::List(vec![self.walk(single, inner, scope)?])),
        }
    }

    /// A step from an attribute of a resource, or from a whole resource.
    fn reference_member(&mut self, reference: &Reference, step: &str) -> Outcome {
        let attribute = extended(&reference.attribute, step);
        if reference.attribute.is_empty()
            && let Some(value) = self.data_attribute(&reference.address, &attribute)?
        {
            return Ok(value);
        }
        Ok(Node::Ref(Reference {
            address: reference.address.clone(),
            attribute,
        }))
    }
}

fn is_scalar(unknown: &crate::value::Unknown) -> bool {
    matches!(unknown.kind.as_deref(), Some("string" | "number" | "bool"))
}

/// How many nodes a value holds.
pub(super) fn size(node: &Node) -> usize {
    match node {
        Node::List(items) | Node::Join(items) => 1 + items.iter().map(size).sum::<usize>(),
        Node::Object(members) => 1 + members.values().map(size).sum::<usize>(),
        Node::OneOf(choice) => 1 + choice.values.iter().map(size).sum::<usize>(),
        Node::Json(inner) => 1 + size(inner),
        Node::Text(text) => 1 + text.len() / 256,
        _ => 1,
    }
}

/// The name that the step at `index` accesses.
pub(super) fn name_at(steps: Steps<'_>, index: usize) -> Option<&str> {
    match steps.get(index)?.value() {
        TraversalOperator::GetAttr(name) => Some(name.as_str()),
        TraversalOperator::Index(key) => key.as_str(),
        _ => None,
    }
}

/// Whether Terraform writes a character as it is: not a control or format character, nor any space but the plain one.
fn is_printed(character: char) -> bool {
    let is_format = matches!(character,
        '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{e000}'..='\u{f8ff}' | '\u{e0000}'..='\u{10ffff}');
    character == ' ' || !(character.is_control() || character.is_whitespace() || is_format)
}

/// An index key as it stands in an address.
pub(super) fn index_suffix(key: &Node) -> Text {
    match key {
        Node::Text(text) => {
            let mut quoted = String::with_capacity(text.len() + 4);
            quoted.push('[');
            push_quoted(text, &mut quoted);
            quoted.push(']');
            Text::from(quoted)
        }
        Node::Null => Text::from(""),
        Node::Number(number) => Text::from(format!("[{}]", number.to_text())),
        _ => Text::from("[*]"),
    }
}

/// Appends a quoted string of the language.
pub(super) fn push_quoted(text: &str, quoted: &mut String) {
    quoted.push('"');
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '$' | '%' if characters.peek() == Some(&'{') => {
                quoted.push(character);
                quoted.push(character);
            }
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            other if !is_printed(other) => {
                let code = u32::from(other);
                quoted.push_str(&if code < 0x1_0000 {
                    format!("\\u{code:04x}")
                } else {
                    format!("\\U{code:08x}")
                });
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
}
