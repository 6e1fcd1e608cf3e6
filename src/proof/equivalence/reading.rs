//! The facts that the rules ask for on one side, said with roles in place of addresses.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Completion, Graph, completed, name_attribute, token};
use crate::rego::{FactValue, Input, Probe, RegoError};
use crate::value::{Node, Text};

use super::side::{Side, resource_of};
use super::translate::IDENTITIES;

/// What stands for the address of a resource that has no role.
const NAMELESS: &str = "<other>";

/// Members by which an entry tells where it stands. It may stand elsewhere on another arm: they are told, not compared.
const PLACE: [&str; 3] = ["resource", "path", "key"];

/// A fact with its arguments.
pub(super) type Question = (usize, Vec<FactValue>);

/// What a fact says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Answer {
    /// This value.
    Value(FactValue),
    /// It is undefined.
    Undefined,
}

impl Answer {
    fn of(value: Option<&FactValue>, words: &Words) -> Self {
        match value {
            Some(value) => Self::Value(words.neutral(value)),
            None => Self::Undefined,
        }
    }
}

/// What the rules asked for and what they said, in words of roles.
#[derive(Debug)]
pub(super) struct Reading {
    /// Facts with their arguments, and what they say.
    pub facts: BTreeMap<Question, Answer>,
    /// The rules that are violated.
    pub rules: BTreeSet<String>,
    input: Input,
    words: Words,
}

impl Reading {
    /// Evaluates the rules on a variant of `side`.
    pub fn of(
        side: &Side,
        graph: &Graph,
        probe: &mut Probe,
        entry: &str,
    ) -> Result<Self, RegoError> {
        let document = completed(graph, &Completion::default());
        let input = Input::new(&document)?;
        let words = Words::of(side, graph, &document);
        let (results, readings) = probe.results(&input, entry)?;
        let facts = readings.into_iter().map(|((fact, arguments), value)| {
            let arguments = arguments.iter().map(|one| words.neutral(one)).collect();
            ((fact, arguments), Answer::of(value.as_ref(), &words))
        });
        Ok(Self {
            facts: facts.collect(),
            rules: results
                .into_iter()
                .filter_map(|result| result.rule)
                .collect(),
            input,
            words,
        })
    }

    /// What a fact that another side asked for says here; `None` when its arguments cannot be said here.
    pub fn ask(
        &self,
        probe: &mut Probe,
        (fact, arguments): &Question,
    ) -> Result<Option<Answer>, RegoError> {
        let arguments: Option<Vec<FactValue>> =
            arguments.iter().map(|one| self.words.own(one)).collect();
        let Some(arguments) = arguments else {
            return Ok(None);
        };
        let value = probe.ask(&self.input, *fact, &arguments)?;
        Ok(Some(Answer::of(value.as_ref(), &self.words)))
    }
}

/// The texts that differ from arm to arm although they say the same.
#[derive(Debug)]
struct Words {
    /// Address → role.
    addresses: BTreeMap<Text, Text>,
    /// ARNs, URLs and generated names, the longest first, with what stands for them.
    identities: Vec<(Text, Text)>,
}

impl Words {
    fn of(side: &Side, graph: &Graph, document: &Node) -> Self {
        let mut addresses: BTreeMap<Text, Text> = graph
            .resources
            .keys()
            .map(|address| (address.clone(), NAMELESS.into()))
            .collect();
        let mut identities: Vec<(Text, Text)> = Vec::new();
        for (role, address) in &side.roles {
            addresses.insert(address.clone(), Text::from(format!("<{role}>")));
            let identity = resource_of(document, address).and_then(|one| one.get("identity"));
            let resource_type = graph.resources.get(address).map(|one| &*one.resource_type);
            let name = resource_type.and_then(name_attribute).unwrap_or_default();
            let generated = token(address, name);
            for kind in IDENTITIES {
                let Some(Node::Text(text)) = identity.and_then(|identity| identity.get(kind))
                else {
                    continue;
                };
                let is_stated_name = ["name", "id"].contains(&kind)
                    && !text.starts_with("arn:")
                    && !text.contains(&generated);
                let is_known = identities.iter().any(|(known, _)| known == text);
                if !is_stated_name && !is_known {
                    identities.push((text.clone(), Text::from(format!("<{role} {kind}>"))));
                }
            }
        }
        identities.sort_by_key(|(text, _)| std::cmp::Reverse(text.len()));
        Self {
            addresses,
            identities,
        }
    }

    fn neutral(&self, value: &FactValue) -> FactValue {
        self.without_places(value).map_texts(&|text| {
            if let Some(role) = self.addresses.get(text) {
                return role.clone();
            }
            let mut changed = text.to_string();
            for (own, neutral) in &self.identities {
                if changed.contains(&**own) {
                    changed = changed.replace(&**own, neutral);
                }
            }
            Text::from(changed)
        })
    }

    /// The value as this side says it; `None` when it is about a resource that has no role.
    fn own(&self, value: &FactValue) -> Option<FactValue> {
        let is_foreign = std::cell::Cell::new(false);
        let own = value.map_texts(&|text| {
            if &**text == NAMELESS {
                is_foreign.set(true);
            }
            let mut roles = self.addresses.iter();
            if let Some((address, _)) = roles.find(|(_, role)| *role == text) {
                return address.clone();
            }
            let mut changed = text.to_string();
            for (own, neutral) in &self.identities {
                if changed.contains(&**neutral) {
                    changed = changed.replace(&**neutral, own);
                }
            }
            Text::from(changed)
        });
        (!is_foreign.get()).then_some(own)
    }

    fn without_places(&self, value: &FactValue) -> FactValue {
        match value {
            FactValue::List(items) => {
                FactValue::List(items.iter().map(|item| self.without_places(item)).collect())
            }
            FactValue::Set(items) => {
                FactValue::Set(items.iter().map(|item| self.without_places(item)).collect())
            }
            FactValue::Object(members) => {
                let place = FactValue::Text(PLACE[0].into());
                let stands = members.get(&place).and_then(FactValue::as_text);
                let is_placed = stands.is_some_and(|address| self.addresses.contains_key(address));
                let members = members.iter().filter(|(key, _)| {
                    !is_placed || !key.as_text().is_some_and(|key| PLACE.contains(&key))
                });
                let members = members.map(|(key, value)| (key.clone(), self.without_places(value)));
                FactValue::Object(members.collect())
            }
            other => other.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> FactValue {
        FactValue::Text(text.into())
    }

    fn words() -> Words {
        Words {
            addresses: [("a.q", "<orders>"), ("a.p", NAMELESS)]
                .map(|(address, role)| (address.into(), role.into()))
                .into(),
            identities: vec![("arn:x:orders".into(), "<orders arn>".into())],
        }
    }

    fn entry(resource: &str) -> FactValue {
        let members = [
            ("resource", text(resource)),
            ("path", text("/policy")),
            ("statement", text("arn:x:orders/*")),
        ];
        FactValue::Object(members.map(|(key, value)| (text(key), value)).into())
    }

    #[test]
    fn addresses_become_roles_and_arns_inside_texts_too() {
        let said = words().neutral(&FactValue::Set(
            [text("a.q"), text("a.p"), text("arn:x:orders/*")].into(),
        ));
        assert_eq!(
            said.to_string(),
            r#"{"<orders arn>/*", "<orders>", "<other>"}"#
        );
    }

    #[test]
    fn where_an_entry_stands_is_not_compared_but_an_address_that_a_fact_yields_is() {
        let said = words().neutral(&entry("a.p"));
        assert_eq!(said.to_string(), r#"{"statement": "<orders arn>/*"}"#);
        let other = words().neutral(&entry("elsewhere"));
        assert!(other.to_string().contains("/policy"), "{other}");
    }

    #[test]
    fn arguments_are_said_in_the_words_of_a_side_again_unless_they_are_about_a_nameless_resource() {
        let own = words().own(&text("<orders arn>/*"));
        assert_eq!(own, Some(text("arn:x:orders/*")));
        assert_eq!(words().own(&text("<orders>")), Some(text("a.q")));
        assert_eq!(words().own(&text(NAMELESS)), None);
    }
}
