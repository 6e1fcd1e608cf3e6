//! A duration is made longer or shorter: the next valid one, and the farthest.

use std::collections::BTreeSet;

use crate::value::Node;

use super::super::Variant;
use super::number_shifted::integer;
use super::{Operator, Site, Subject};

/// Words of attributes that hold durations.
const WORDS: [&str; 9] = [
    "seconds",
    "minutes",
    "hours",
    "days",
    "period",
    "timeout",
    "retention",
    "ttl",
    "duration",
];

/// The next longer duration, and the longest.
pub struct DurationLengthened;

/// The next shorter duration, and the shortest.
pub struct DurationShortened;

impl Operator for DurationLengthened {
    fn name(&self) -> &'static str {
        "duration-lengthened"
    }

    fn about(&self) -> &'static str {
        "a duration becomes the next longer one, and the longest"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        shifted(subject, self.name(), |now, others, greatest| {
            let next = others.iter().find(|other| **other > now).copied();
            let longest = others.last().copied().or(greatest);
            let next = next.or_else(|| now.checked_mul(2));
            [next, longest]
                .into_iter()
                .flatten()
                .filter(|other| *other > now)
                .collect()
        })
    }
}

impl Operator for DurationShortened {
    fn name(&self) -> &'static str {
        "duration-shortened"
    }

    fn about(&self) -> &'static str {
        "a duration becomes the next shorter one, and the shortest"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        shifted(subject, self.name(), |now, others, least| {
            let next = others.iter().rev().find(|other| **other < now).copied();
            let shortest = others.first().copied().or(least);
            let next = next.or(Some(now / 2).filter(|_| others.is_empty()));
            [next, shortest]
                .into_iter()
                .flatten()
                .filter(|other| *other < now && *other >= 0)
                .collect()
        })
    }
}

/// Whether a number stands for a time.
pub(super) fn is_duration(site: &Site) -> bool {
    let name = site.attribute().to_lowercase();
    // How many periods there are is no duration.
    !name.ends_with("periods") && WORDS.iter().any(|word| name.contains(word))
}

fn shifted(
    subject: &Subject,
    operator: &'static str,
    others: impl Fn(i64, &BTreeSet<i64>, Option<i64>) -> BTreeSet<i64>,
) -> Vec<Variant> {
    let mut variants = Vec::new();
    for site in subject.sites.iter().filter(|site| is_duration(site)) {
        let Some(now) = integer(site) else {
            continue;
        };
        let limits = site.limits();
        let listed: BTreeSet<i64> = limits
            .allowed
            .iter()
            .filter_map(|value| match value {
                Node::Number(number) => number.as_i64(),
                _ => None,
            })
            .collect();
        let farthest = if operator == DurationLengthened.name() {
            limits.greatest
        } else {
            limits.least
        };
        let found = others(now, &listed, farthest);
        for other in found.into_iter().filter(|other| limits.takes(*other)) {
            variants.push(subject.replaced(operator, site, &Node::from(other)));
        }
    }
    variants
}
