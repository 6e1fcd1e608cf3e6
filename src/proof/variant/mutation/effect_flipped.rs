//! A statement allows what it denied, or denies what it allowed.

use super::super::Variant;
use super::policy::Part;
use super::{Operator, Reach, Subject};

/// Flips the effect of statements.
pub struct EffectFlipped;

impl Operator for EffectFlipped {
    fn name(&self) -> &'static str {
        "effect-flipped"
    }

    fn about(&self) -> &'static str {
        "a statement allows what it denied, or denies what it allowed"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let effect = Some(Part::Element("Effect".to_owned()));
        let sites = subject.sites.iter().filter(|site| site.part == effect);
        sites
            .filter_map(|site| {
                let other = match site.node.as_text()? {
                    "Allow" => "Deny",
                    "Deny" => "Allow",
                    _ => return None,
                };
                Some(subject.replaced(self.name(), site, &other.into()))
            })
            .collect()
    }
}
