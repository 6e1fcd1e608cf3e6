//! Numbers and booleans of a template as text, which `CloudFormation` takes for them.

use crate::graph::Kind;
use crate::value::Node;

use super::super::written::Rewriting;
use super::{Respelling, Subject, Trial, rewritten};

/// `"true"` and `"5"` for `true` and `5`.
pub(super) const TEXT_SCALARS: Respelling = Respelling {
    name: "text-scalars",
    title: "every number and boolean as text",
    kinds: &[Kind::Template],
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        rewritten(subject, &Rewriting::Template(as_text), trial);
    },
};

fn as_text(node: &mut Node) -> bool {
    let text = match node {
        Node::Bool(value) => Node::text(if *value { "true" } else { "false" }),
        Node::Number(number) => Node::text(number.to_text()),
        _ => return false,
    };
    *node = text;
    true
}
