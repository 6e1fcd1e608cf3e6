//! Attribute access, indexing and splats on values.

use hcl_edit::expr::TraversalOperator;
use hcl_edit::repr::Decorated;

use crate::value::{Node, Reference, Text};

use super::error::{Outcome, invalid};
use super::evaluator::Evaluator;
use super::expression::key_text;
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
                    let key = self.evaluate(key, scope)?;
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
        match node {
            Node::Object(members) => match (members.get(name), members.get("$rest")) {
                (Some(value), _) => Ok(value.clone()),
                (None, Some(Node::Rest(rest))) => {
                    Ok(Node::Unknown(member_of(rest, &format!(".{name}")).into()))
                }
                (None, _) => Err(invalid(format!("there is no attribute `{name}`"))),
            },
            Node::Ref(reference) => self.reference_member(&reference, &format!(".{name}")),
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
        if matches!(key, Node::OneOf(_)) || matches!(node, Node::OneOf(_)) {
            return self.over_all(vec![node, key], 0, &mut |evaluator, mut both| {
                let key = both.pop().unwrap_or_default();
                let node = both.pop().unwrap_or_default();
                evaluator.element(node, key)
            });
        }
        let text = key_text(&key);
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
                let step = format!("[{}]", key.identity());
                self.reference_member(&reference, &step)
            }
            (Node::Unknown(whole), Some(_)) => Ok(Node::Unknown(
                member_of(&whole, &format!("[{}]", key.identity())).into(),
            )),
            (Node::Null, _) => Err(invalid("null has no elements")),
            (Node::List(items), None)
                if items.len() == 1 && !matches!(items.first(), Some(Node::Rest(_))) =>
            {
                Ok(items.into_iter().next().unwrap_or_default())
            }
            (node @ (Node::List(_) | Node::Object(_) | Node::Ref(_) | Node::Unknown(_)), None) => {
                let spelling = format!("{}[{}]", node.identity(), key.identity());
                Ok(Node::Unknown(
                    derived("index", spelling, &[&node, &key], None).into(),
                ))
            }
            _ => Err(invalid("not a collection")),
        }
    }

    fn splat(&mut self, node: Node, inner: Steps<'_>, scope: &mut Scope) -> Outcome {
        match node {
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

/// An index key as it stands in an address.
pub(super) fn index_suffix(key: &Node) -> Text {
    match key {
        Node::Text(text) => {
            let mut quoted = String::with_capacity(text.len() + 4);
            quoted.push_str("[\"");
            for character in text.chars() {
                match character {
                    '"' => quoted.push_str("\\\""),
                    '\\' => quoted.push_str("\\\\"),
                    '\n' => quoted.push_str("\\n"),
                    '\r' => quoted.push_str("\\r"),
                    '\t' => quoted.push_str("\\t"),
                    other => quoted.push(other),
                }
            }
            quoted.push_str("\"]");
            Text::from(quoted)
        }
        Node::Null => Text::from(""),
        Node::Number(number) => Text::from(format!("[{}]", number.to_text())),
        _ => Text::from("[*]"),
    }
}
