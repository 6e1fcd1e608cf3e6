//! A condition asks for something else: the opposite, nothing where the key is missing, another key, another value.

use crate::value::{Node, append_token};

use super::super::{Edit, Place, Variant};
use super::policy::Part;
use super::subject::shown;
use super::{Operator, Reach, Site, Subject, foreign};

/// Operators that ask for opposite things.
const OPPOSITES: [(&str, &str); 9] = [
    ("StringEquals", "StringNotEquals"),
    ("StringEqualsIgnoreCase", "StringNotEqualsIgnoreCase"),
    ("StringLike", "StringNotLike"),
    ("ArnEquals", "ArnNotEquals"),
    ("ArnLike", "ArnNotLike"),
    ("IpAddress", "NotIpAddress"),
    ("NumericEquals", "NumericNotEquals"),
    ("NumericLessThan", "NumericGreaterThanEquals"),
    ("DateLessThan", "DateGreaterThanEquals"),
];

/// Changes operators, keys and values of conditions.
pub struct ConditionChanged;

impl Operator for ConditionChanged {
    fn name(&self) -> &'static str {
        "condition-changed"
    }

    fn about(&self) -> &'static str {
        "a condition asks for the opposite, for nothing where its key is missing, for another key or value"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let mut variants = Vec::new();
        for site in &subject.sites {
            match &site.part {
                Some(Part::ConditionOperator) => {
                    for name in operators(&site.key(), &site.node) {
                        variants.push(self.renamed(subject, site, &name));
                    }
                }
                Some(Part::ConditionKey) => {
                    variants.push(self.renamed(subject, site, key(&site.key())));
                    variants.extend(self.revalued(subject, site));
                }
                Some(Part::ConditionValue) => variants.extend(self.revalued(subject, site)),
                _ => {}
            }
        }
        variants
    }
}

impl ConditionChanged {
    fn renamed(&self, subject: &Subject, site: &Site, name: &str) -> Variant {
        let mut pointer = site.above().to_owned();
        append_token(&mut pointer, name);
        let set = Edit::Set {
            at: Place::new(site.address.clone(), pointer),
            value: site.node.clone(),
        };
        let change = format!(
            "{} → {}",
            shown(&Node::text(site.key())),
            shown(&Node::text(name))
        );
        let mut edits = subject.remove(site);
        edits.push(set);
        subject.variant(self.name(), site, &change, edits)
    }

    fn revalued(&self, subject: &Subject, site: &Site) -> Option<Variant> {
        let other: Node = match &site.node {
            Node::Text(text) => match &**text {
                "true" => "false".into(),
                "false" => "true".into(),
                "*" => return None,
                text => Node::text(foreign::like(text)),
            },
            Node::Bool(value) => Node::Bool(!value),
            Node::Number(number) => Node::from(number.as_i64()?.saturating_add(1)),
            _ => return None,
        };
        Some(subject.replaced(self.name(), site, &other))
    }
}

/// Other names for an operator of conditions: its opposite, and the one that holds where the key is missing.
fn operators(name: &str, keys: &Node) -> Vec<String> {
    let (base, suffix) = match name.strip_suffix("IfExists") {
        Some(base) => (base, "IfExists"),
        None => (name, ""),
    };
    let (quantifier, plain) = match base.split_once(':') {
        Some((quantifier, plain)) => (format!("{quantifier}:"), plain),
        None => (String::new(), base),
    };
    let opposite = OPPOSITES.iter().find_map(|(one, other)| match plain {
        plain if plain == *one => Some(*other),
        plain if plain == *other => Some(*one),
        _ => None,
    });
    let mut found = Vec::new();
    found.extend(opposite.map(|opposite| format!("{quantifier}{opposite}{suffix}")));
    let is_always_there = keys.as_object().is_some_and(|keys| {
        keys.keys()
            .all(|key| key.eq_ignore_ascii_case("aws:SecureTransport"))
    });
    if suffix.is_empty() && plain != "Null" && !is_always_there {
        found.push(format!("{quantifier}{plain}IfExists"));
    }
    found
}

/// Another key that a request has.
fn key(name: &str) -> &'static str {
    if name.eq_ignore_ascii_case("aws:PrincipalArn") {
        "aws:SourceArn"
    } else {
        "aws:PrincipalArn"
    }
}
