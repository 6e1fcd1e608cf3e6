//! Making unknown values: why, under which identity, and what they mention.

use std::sync::Arc;

use super::mark::spelled;
use crate::value::{Node, Reference, Text, Unknown};

/// An unknown value.
pub(super) fn unknown(
    reason: &'static str,
    id: impl Into<Text>,
    mentions: Vec<Reference>,
    kind: Option<&'static str>,
) -> Unknown {
    Unknown {
        reason: reason.into(),
        id: id.into(),
        mentions,
        kind: kind.map(Text::from),
        domain: Vec::new(),
    }
}

impl Unknown {
    /// The same with the values it can take.
    pub(super) fn with_domain(mut self, domain: Vec<Node>) -> Self {
        self.domain = domain;
        self
    }
}

/// The value of an expression over `operands` that is not known; equal spellings are the same value.
pub(super) fn derived(
    reason: &'static str,
    spelling: String,
    operands: &[&Node],
    kind: Option<&'static str>,
) -> Unknown {
    let mut mentions: Vec<Reference> = Vec::new();
    for operand in operands {
        for reference in operand.references() {
            if !mentions.contains(&reference) {
                mentions.push(reference);
            }
        }
    }
    let id = if spelling.len() <= 200 {
        spelling
    } else {
        format!("{reason}:{}", crate::value::digest(&spelling))
    };
    let domain = if kind == Some("bool") {
        vec![Node::Bool(true), Node::Bool(false)]
    } else {
        Vec::new()
    };
    unknown(reason, id, mentions, kind).with_domain(domain)
}

/// A number beyond all others, which Terraform computes with but no plan holds.
pub(super) fn infinity(spelling: &str) -> Node {
    let open = unknown(
        "infinity",
        format!("infinity:{spelling}"),
        Vec::new(),
        Some("number"),
    );
    Node::Unknown(open.into())
}

/// The member of an unknown value that `step` (`.name`, `[0]`) leads to.
pub(super) fn member_of(whole: &Unknown, step: &str) -> Unknown {
    // Only a value that stands for one attribute of one resource has members with an address of their own.
    let stands_for_one = whole
        .mentions
        .first()
        .is_some_and(|only| whole.mentions.len() == 1 && whole.id.starts_with(&*only.address));
    let mentions = whole.mentions.iter().map(|reference| {
        let attribute = if stands_for_one {
            extended(&reference.attribute, step)
        } else {
            reference.attribute.clone()
        };
        Reference {
            address: reference.address.clone(),
            attribute,
        }
    });
    Unknown {
        reason: whole.reason.clone(),
        id: Text::from(format!("{}{step}", whole.id)),
        mentions: mentions.collect(),
        kind: None,
        domain: Vec::new(),
    }
}

/// An attribute path with one more step.
pub(super) fn extended(attribute: &str, step: &str) -> Text {
    if attribute.is_empty() {
        let bare = step.strip_prefix('.').unwrap_or(step);
        let quoted = step
            .strip_prefix("[\"")
            .and_then(|rest| rest.strip_suffix("\"]"));
        return Text::from(quoted.unwrap_or(bare));
    }
    Text::from(format!("{attribute}{step}"))
}

/// More members, number unknown, of what `node` stands for.
pub(super) fn rest_of(reason: &'static str, node: &Node) -> Node {
    match super::mark::under(node) {
        Node::Unknown(whole) => Node::Rest(Arc::clone(whole)),
        other => Node::Rest(Arc::new(derived(reason, spelled(other), &[other], None))),
    }
}
