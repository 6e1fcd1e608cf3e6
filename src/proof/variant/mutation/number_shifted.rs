//! A number is raised or lowered, within what the toolchain takes.

use std::collections::BTreeSet;

use crate::value::Node;

use super::super::Variant;
use super::duration_shifted::is_duration;
use super::{Operator, Site, Subject};

/// Adds one, multiplies by ten.
pub struct NumberRaised;

/// Takes one away, makes it zero.
pub struct NumberLowered;

impl Operator for NumberRaised {
    fn name(&self) -> &'static str {
        "number-raised"
    }

    fn about(&self) -> &'static str {
        "a number becomes one more, and ten times as much"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        shifted(subject, self.name(), |number| {
            [number.saturating_add(1), number.saturating_mul(10)]
                .into_iter()
                .filter(|other| *other > number)
                .collect()
        })
    }
}

impl Operator for NumberLowered {
    fn name(&self) -> &'static str {
        "number-lowered"
    }

    fn about(&self) -> &'static str {
        "a number becomes one less, and zero"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        shifted(subject, self.name(), |number| {
            [number.saturating_sub(1), 0]
                .into_iter()
                .filter(|other| *other < number && *other >= 0)
                .collect()
        })
    }
}

/// Replaces every number that is no duration by what `others` says of it, as far as the toolchain takes that.
fn shifted(
    subject: &Subject,
    operator: &'static str,
    others: impl Fn(i64) -> BTreeSet<i64>,
) -> Vec<Variant> {
    let mut variants = Vec::new();
    for site in subject.sites.iter().filter(|site| !is_duration(site)) {
        let Some(number) = integer(site) else {
            continue;
        };
        let limits = site.limits();
        for other in others(number)
            .into_iter()
            .filter(|other| limits.takes(*other))
        {
            variants.push(subject.replaced(operator, site, &Node::from(other)));
        }
    }
    variants
}

/// The integer at a place outside of policies.
pub(super) fn integer(site: &Site) -> Option<i64> {
    match &site.node {
        Node::Number(number) if site.part.is_none() => number.as_i64(),
        _ => None,
    }
}
