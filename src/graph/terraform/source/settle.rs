//! Looking a reference up in the configuration, where a decision needs the value it stands for.

use crate::artifact::config::Block;
use crate::artifact::schema::{self, Kind};
use crate::graph::Mode;
use crate::value::{Node, Reference, document_of};

use super::conform::converted;
use super::error::{Fault, Outcome};
use super::evaluator::Evaluator;
use super::mark::{Marks, marked, peek, peeled};
use super::scope::Scope;

impl Evaluator<'_> {
    /// The value with every reference replaced that leads to an attribute assigned a known value.
    pub(super) fn settled(&mut self, node: Node) -> Outcome {
        match node {
            Node::Ref(reference) => {
                Ok(self.configured(&reference)?.unwrap_or(Node::Ref(reference)))
            }
            Node::Join(parts) => {
                let before = parts.clone();
                let parts = parts
                    .into_iter()
                    .map(|part| self.settled(part))
                    .collect::<Outcome<Vec<_>>>()?;
                if parts == before {
                    return Ok(Node::Join(parts));
                }
                let joined = Node::join(parts);
                Ok(document_of(&joined).unwrap_or(joined))
            }
            node @ Node::OneOf(_) if peek(&node).0 != Marks::default() => {
                let (marks, inner) = peeled(node);
                Ok(marked(marks, self.settled(inner)?))
            }
            Node::List(items) if !items.iter().all(Node::is_plain) => items
                .into_iter()
                .map(|item| self.settled(item))
                .collect::<Outcome<Vec<_>>>()
                .map(Node::List),
            Node::Object(members) if !members.values().all(Node::is_plain) => {
                let members = members
                    .into_iter()
                    .map(|(key, value)| Ok((key, self.settled(value)?)));
                members.collect::<Outcome<_>>().map(Node::Object)
            }
            other => Ok(other),
        }
    }

    /// What the configuration assigns to an attribute, when that is known.
    fn configured(&mut self, reference: &Reference) -> Outcome<Option<Node>> {
        if let Some(known) = self.settled.get(reference) {
            return Ok(known.clone());
        }
        let Some(declared) = self
            .declared
            .get(&reference.address)
            .filter(|found| found.mode == Mode::Managed)
            .cloned()
        else {
            return Ok(None);
        };
        let Some((file, attribute)) = declared.block.attribute(&reference.attribute) else {
            return Ok(None);
        };
        // While it is looked up it counts as unknown, so that resources may refer to each other.
        self.settled.insert(reference.clone(), None);
        let mut scope = Scope::repeated(
            declared.instance,
            file,
            declared.repetition,
            reference.address.clone(),
        );
        let value = match self
            .evaluate(&attribute.value, &mut scope)
            .and_then(|value| self.settled(value))
        {
            Ok(value) if value.is_plain() && !value.is_null() => {
                as_held(value, declared.block, &reference.attribute)
            }
            Ok(_) | Err(Fault::Invalid(_)) => None,
            Err(fatal) => return Err(fatal),
        };
        self.settled.insert(reference.clone(), value.clone());
        Ok(value)
    }
}

/// The value as the provider's schema has it; `None` for what is another value as a set than as a list.
fn as_held(value: Node, block: &Block, attribute: &str) -> Option<Node> {
    let known = schema::resource(block.label(0)?);
    let Some(argument) = known.and_then(|known| known.argument(attribute)) else {
        return Some(value);
    };
    let held = converted(value, argument.kind);
    match (argument.kind, &held) {
        // The schema does not tell sets from lists.
        (Kind::List(_), Node::List(items)) if !items.is_sorted_by(|one, next| one < next) => None,
        _ => Some(held),
    }
}
