//! One of a few values is replaced by another of them.

use crate::value::Node;

use super::super::Variant;
use super::{Operator, Reach, Subject};

/// Values that one enumeration is swapped with.
const MOST: usize = 4;

/// Swaps a text for others that the toolchain takes in its place.
pub struct EnumSwapped;

impl Operator for EnumSwapped {
    fn name(&self) -> &'static str {
        "enum-swapped"
    }

    fn about(&self) -> &'static str {
        "one of a few values is replaced by another of them"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let mut variants = Vec::new();
        for site in &subject.sites {
            if site.node.as_text().is_none() {
                continue;
            }
            let allowed = site.limits().allowed;
            let others = allowed
                .into_iter()
                .filter(|value| matches!(value, Node::Text(_)) && *value != site.node);
            let others = others.take(MOST);
            variants.extend(others.map(|value| subject.replaced(self.name(), site, &value)));
        }
        variants
    }
}
