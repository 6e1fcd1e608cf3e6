//! How much the evaluation of templates may make of little: values that double, conditions that lead to conditions.

use std::cell::Cell;

use crate::value::{Node, Text, Unknown};

use super::choice::chosen;
use super::condition::Condition;
use super::world::{Scope, World, fingerprint, unknown};

/// Nodes that references, mappings and choices may copy, altogether; a template of the size that CloudFormation accepts
/// has some ten thousand.
const COPIES: usize = 2_000_000;

/// A text counts as one node for each so many bytes.
const TEXT: usize = 64;

/// Values that one use of a condition may choose between.
const LEAVES: usize = 512;

/// Parameters, outputs and conditions that are evaluated inside one another.
const DEPTH: usize = 64;

/// What has been spent.
#[derive(Default)]
pub(super) struct Budget {
    copied: Cell<usize>,
    refused: Cell<usize>,
    depth: Cell<usize>,
}

/// One evaluation inside another; it ends when this is dropped.
pub(super) struct Depth<'b>(&'b Budget);

impl Drop for Depth<'_> {
    fn drop(&mut self) {
        self.0.depth.set(self.0.depth.get().saturating_sub(1));
    }
}

impl Budget {
    /// One evaluation more inside those under way; `None` when there are too many.
    pub fn deeper(&self) -> Option<Depth<'_>> {
        let depth = self.depth.get();
        (depth < DEPTH).then(|| {
            self.depth.set(depth + 1);
            Depth(self)
        })
    }

    /// Whether `nodes` more may be copied.
    pub fn allows(&self, nodes: usize) -> bool {
        let copied = self.copied.get().saturating_add(nodes);
        if copied > COPIES {
            return false;
        }
        self.copied.set(copied);
        true
    }
}

impl World<'_> {
    /// A copied value, unless too much has been copied already.
    pub fn charged(&self, value: Node) -> Node {
        if self.budget.allows(size(&value)) {
            value
        } else {
            self.too_large()
        }
    }

    /// `then` where the condition holds, `otherwise` where it does not. A condition of too many branches is a choice of
    /// its own.
    pub fn chosen(&self, condition: &Condition, then: &Node, otherwise: &Node) -> Node {
        if then == otherwise {
            return then.clone();
        }
        let largest = size(then).max(size(otherwise));
        let mut leaves = LEAVES.min(COPIES / 8 / largest.max(1));
        let told_apart = if condition.parts() <= LEAVES {
            condition.choose(then, otherwise, &mut leaves)
        } else {
            None
        };
        let value = told_apart.unwrap_or_else(|| {
            let spelled = Node::text(format!("{condition:?}"));
            let id = format!("condition:{}", fingerprint(&spelled));
            chosen(Text::from(id), vec![then.clone(), otherwise.clone()])
        });
        self.charged(value)
    }

    /// A value that is not evaluated because it would grow too large; each is a value of its own.
    pub fn too_large(&self) -> Node {
        let number = self.budget.refused.get();
        self.budget.refused.set(number + 1);
        if number == 0 {
            let message = "values that grow too large are not evaluated".to_owned();
            self.note("too-large", message, &Scope::new(0), false);
        }
        unknown("too large", format!("too large:{number}"), Vec::new(), None)
    }
}

/// The number of nodes in `node`, long texts counting for several.
pub(super) fn size(node: &Node) -> usize {
    let of = |unknown: &Unknown| 1 + unknown.mentions.len() + unknown.domain.len();
    match node {
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::Ref(_) => 1,
        Node::Text(text) => 1 + text.len() / TEXT,
        Node::Unknown(unknown) | Node::Rest(unknown) => of(unknown),
        Node::List(items) | Node::Join(items) => 1 + items.iter().map(size).sum::<usize>(),
        Node::Object(members) => 1 + members.values().map(size).sum::<usize>() + members.len(),
        Node::OneOf(choice) => 1 + choice.values.iter().map(size).sum::<usize>(),
        Node::Json(inner) => 1 + size(inner),
    }
}
