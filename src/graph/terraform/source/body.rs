//! Block bodies to attribute values: arguments, nested blocks, `dynamic` blocks.

use hcl_edit::expr::Expression;
use hcl_edit::structure::{Attribute, Block as Nested};

use crate::graph::Note;
use crate::value::{Node, Object, Text};

use super::choice::{given_branch, one_of};
use super::error::{Fault, Outcome};
use super::evaluator::Evaluator;
use super::mark::{bare, peeled};
use super::scope::Scope;
use super::unknown::{derived, rest_of};

/// Nested blocks that occur at most once in every provider, and are objects in plans.
const SINGLE: [&str; 1] = ["timeouts"];

impl Evaluator<'_> {
    /// The members of a body: its arguments, and its nested blocks as lists of objects.
    pub(super) fn body<'b>(
        &mut self,
        attributes: impl Iterator<Item = (usize, &'b Attribute)>,
        blocks: impl Iterator<Item = (usize, &'b Nested)>,
        scope: &mut Scope,
    ) -> Outcome<Object> {
        let mut members = Object::new();
        for (file, attribute) in attributes {
            scope.file = file;
            let value = self.argument(&attribute.value, attribute.key.as_str(), scope)?;
            members.insert(Text::from(attribute.key.as_str()), value);
        }
        for (file, block) in blocks {
            scope.file = file;
            let (name, items) =
                if let Some(label) = block.labels.first().filter(|_| block.has_ident("dynamic")) {
                    (label.as_str(), self.dynamic(block, label.as_str(), scope)?)
                } else {
                    let nested = self.nested(block, scope)?;
                    let name = block.ident.as_str();
                    if SINGLE.contains(&name) {
                        members.insert(Text::from(name), nested);
                        continue;
                    }
                    (name, Node::List(vec![nested]))
                };
            let before = members
                .remove(name)
                .unwrap_or_else(|| Node::List(Vec::new()));
            members.insert(Text::from(name), appended(before, items));
        }
        Ok(members)
    }

    fn nested(&mut self, block: &Nested, scope: &mut Scope) -> Outcome {
        self.enter()?;
        let file = scope.file;
        let attributes = block.body.attributes().map(|attribute| (file, attribute));
        let blocks = block.body.blocks().map(|block| (file, block));
        let members = self.body(attributes, blocks, scope);
        self.leave();
        members.map(Node::Object)
    }

    /// The value of an argument; one that has none is unknown, with a note.
    pub(super) fn argument(
        &mut self,
        expression: &Expression,
        name: &str,
        scope: &mut Scope,
    ) -> Outcome {
        self.typed_argument(expression, name, scope).map(bare)
    }

    fn typed_argument(
        &mut self,
        expression: &Expression,
        name: &str,
        scope: &mut Scope,
    ) -> Outcome {
        match self.typed(expression, scope) {
            Err(Fault::Invalid(problem)) => {
                self.notes.push(Note {
                    code: if problem.dangling {
                        "dangling-reference"
                    } else {
                        "no-value"
                    },
                    message: format!("`{name}` has no value: {}", problem.message),
                    address: Some(scope.owner.clone()).filter(|owner| !owner.is_empty()),
                    path: Some(format!("/{name}")),
                    forbids_verdict: problem.dangling,
                });
                let id = format!("error:{}.{name}:{}", scope.owner, problem.message);
                Ok(Node::Unknown(derived("error", id, &[], None).into()))
            }
            other => other,
        }
    }

    fn dynamic(&mut self, block: &Nested, label: &str, scope: &mut Scope) -> Outcome {
        let Some(each) = block.body.get_attribute("for_each") else {
            return Ok(Node::List(Vec::new()));
        };
        let Some(content) = block
            .body
            .blocks()
            .find(|nested| nested.has_ident("content"))
        else {
            return Ok(Node::List(Vec::new()));
        };
        let iterator =
            block
                .body
                .get_attribute("iterator")
                .and_then(|iterator| match &iterator.value {
                    Expression::Variable(name) => Some(name.as_str()),
                    other => other.as_str(),
                });
        let iterator = Text::from(iterator.unwrap_or(label));
        let (outer, collection) = peeled(self.typed_argument(&each.value, label, scope)?);
        let collection = if matches!(collection, Node::Ref(_)) {
            self.settled(collection)?
        } else {
            collection
        };
        self.over_choices(collection, &mut |evaluator, collection| {
            let (marks, collection) = peeled(collection);
            let is_set = outer.is_set() || marks.is_set();
            let mut items = Vec::new();
            let pairs = if collection.is_null() {
                Vec::new()
            } else {
                evaluator.pairs(collection)?
            };
            for (key, value) in pairs {
                let (open, value) = match value {
                    Node::Rest(rest) => (true, Node::Unknown(rest)),
                    value => (false, value),
                };
                let key = if is_set { value.clone() } else { key };
                let depth = scope.bindings.len();
                scope.bindings.push((
                    iterator.clone(),
                    Node::object([("key", key), ("value", value)]),
                ));
                let nested = evaluator.nested(content, scope);
                scope.bindings.truncate(depth);
                let nested = nested?;
                items.push(if open {
                    rest_of("dynamic", &nested)
                } else {
                    nested
                });
            }
            Ok(Node::List(items))
        })
    }
}

/// Two lists one after the other, either of which may be a choice.
fn appended(before: Node, items: Node) -> Node {
    let choice = [&before, &items].into_iter().find_map(|node| match node {
        Node::OneOf(choice) => Some((choice.condition.clone(), choice.values.len())),
        _ => None,
    });
    if let Some((condition, branches)) = choice {
        let values = (0..branches)
            .map(|taken| {
                appended(
                    given_branch(&before, &condition, taken),
                    given_branch(&items, &condition, taken),
                )
            })
            .collect();
        return one_of(condition, values);
    }
    match (before, items) {
        (Node::List(mut before), Node::List(items)) => {
            before.extend(items);
            Node::List(before)
        }
        (Node::List(mut before), open) => {
            before.push(rest_of("dynamic", &open));
            Node::List(before)
        }
        (before, _) => before,
    }
}

/// Leaves out null members at any depth; what is inside an encoded document stays.
pub(super) fn without_nulls(node: Node) -> Node {
    match node {
        Node::Object(members) => Node::Object(
            members
                .into_iter()
                .filter(|(_, value)| !value.is_null())
                .map(|(key, value)| (key, without_nulls(value)))
                .collect(),
        ),
        Node::List(items) => Node::List(items.into_iter().map(without_nulls).collect()),
        other => other,
    }
}
