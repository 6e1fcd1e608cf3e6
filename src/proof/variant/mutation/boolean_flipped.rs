//! A boolean is turned into its opposite.

use crate::value::Node;

use super::super::Variant;
use super::{Operator, Subject};

/// Flips every boolean.
pub struct BooleanFlipped;

impl Operator for BooleanFlipped {
    fn name(&self) -> &'static str {
        "boolean-flipped"
    }

    fn about(&self) -> &'static str {
        "a boolean is turned into its opposite"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let sites = subject.sites.iter().filter(|site| site.part.is_none());
        sites
            .filter_map(|site| {
                let flipped = !site.node.as_bool()?;
                Some(subject.replaced(self.name(), site, &Node::Bool(flipped)))
            })
            .collect()
    }
}
