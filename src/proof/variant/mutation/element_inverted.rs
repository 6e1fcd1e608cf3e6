//! An element of a statement stands for all but what it names, or the other way round.

use crate::value::{Node, append_token};

use super::super::{Edit, Place, Variant};
use super::policy::Part;
use super::subject::shown;
use super::{Operator, Reach, Subject};

/// Elements with their opposites.
const PAIRS: [(&str, &str); 3] = [
    ("Action", "NotAction"),
    ("Resource", "NotResource"),
    ("Principal", "NotPrincipal"),
];

/// Renames elements to their opposites.
pub struct ElementInverted;

impl Operator for ElementInverted {
    fn name(&self) -> &'static str {
        "element-inverted"
    }

    fn about(&self) -> &'static str {
        "`Action`, `Resource` or `Principal` stands for all but what it names, or the other way round"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let mut variants = Vec::new();
        for site in &subject.sites {
            let Some(Part::Element(element)) = &site.part else {
                continue;
            };
            let opposite = PAIRS.iter().find_map(|(one, other)| match element {
                element if element == one => Some(*other),
                element if element == other => Some(*one),
                _ => None,
            });
            let Some(opposite) = opposite else {
                continue;
            };
            let mut pointer = site.above().to_owned();
            append_token(&mut pointer, opposite);
            let mut edits = subject.remove(site);
            edits.push(Edit::Set {
                at: Place::new(site.address.clone(), pointer),
                value: site.node.clone(),
            });
            let change = format!(
                "{} → {}",
                shown(&Node::text(element.as_str())),
                shown(&opposite.into())
            );
            variants.push(subject.variant(self.name(), site, &change, edits));
        }
        variants
    }
}
