//! Evaluates a spec's structural checks on a completed graph document.

use std::collections::BTreeSet;

use regex::Regex;

use crate::arm::Family;
use crate::spec::{Check, FamilyText, Operator, Quantifier, Tier};
use crate::value::{Node, Text, append_token, split_pointer};

use super::search::Violation;

/// The segment of a path that stands for every item or member.
const EACH: &str = "*";

/// The structural checks of a spec, prepared for one family of resource types.
#[derive(Debug)]
pub struct Structure {
    checks: Vec<Prepared>,
    types: BTreeSet<Text>,
}

#[derive(Debug)]
struct Prepared {
    id: String,
    title: String,
    resource_type: String,
    condition: Option<(Vec<String>, Node)>,
    path: String,
    tokens: Vec<String>,
    test: Test,
    demand: Demand,
}

#[derive(Debug)]
enum Test {
    Exists,
    Absent,
    Equals(Node),
    In(Vec<Node>),
    Contains(Node),
    Matches(Box<Regex>),
    SetEquals(Vec<Node>),
    AbsentOrEquals(Node),
}

/// How many of the selected resources must comply.
#[derive(Debug)]
enum Demand {
    Every,
    Some,
    None,
    Exactly(usize),
    Selected(usize),
}

/// A check that cannot be evaluated; [`crate::spec::read_spec`] reports all of them with their places.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("the check `{id}` cannot be evaluated: {reason}")]
#[diagnostic(help("run `proofmark check`"))]
pub struct StructureError {
    /// The check.
    pub id: String,
    /// What it lacks.
    pub reason: String,
}

impl Structure {
    /// Prepares `checks` for documents of `family`.
    pub fn prepare(checks: &[Check], family: Family) -> Result<Self, StructureError> {
        let checks: Vec<Prepared> = checks
            .iter()
            .map(|check| prepare(check, family))
            .collect::<Result<_, _>>()?;
        let types = checks
            .iter()
            .map(|check| Text::from(check.resource_type.as_str()))
            .collect();
        Ok(Self { checks, types })
    }

    /// The types of resources that the checks look at.
    pub fn types(&self) -> &BTreeSet<Text> {
        &self.types
    }

    /// The violations of all checks in `document`, a completed graph or the part of it about [`Self::types`].
    pub fn violations(&self, document: &Node) -> Vec<Violation> {
        let mut violations = Vec::new();
        for check in &self.checks {
            check.evaluate(document, &mut violations);
        }
        violations
    }

    /// The ids of the checks.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.checks.iter().map(|check| check.id.as_str())
    }
}

fn prepare(check: &Check, family: Family) -> Result<Prepared, StructureError> {
    let lacks = |reason: &str| StructureError {
        id: check.id.clone(),
        reason: reason.to_owned(),
    };
    let in_family = |path: &FamilyText| {
        path.get(family)
            .map(str::to_owned)
            .ok_or_else(|| lacks(&format!("no path for `{}`", family.as_str())))
    };
    let tokens = |path: &str| {
        split_pointer(path)
            .map(std::borrow::Cow::into_owned)
            .collect::<Vec<_>>()
    };
    let value = || check.value.clone().ok_or_else(|| lacks("no value"));
    let list = || {
        value().and_then(|value| {
            value
                .as_list()
                .map(<[Node]>::to_vec)
                .ok_or_else(|| lacks("no list of values"))
        })
    };
    let resource_type = check
        .select
        .resource_type(family)
        .ok_or_else(|| lacks(&format!("no type for `{}`", family.as_str())))?
        .to_owned();
    let condition = match &check.select.condition {
        Some(condition) => Some((
            tokens(&in_family(&condition.path)?),
            condition.equals.clone(),
        )),
        None => None,
    };
    let test = match check.operator {
        // What `count` counts are the selected resources, whatever they hold.
        Operator::Exists | Operator::Count => Test::Exists,
        Operator::Absent => Test::Absent,
        Operator::Equals => Test::Equals(value()?),
        Operator::In => Test::In(list()?),
        Operator::Contains => Test::Contains(value()?),
        Operator::SetEquals => Test::SetEquals(list()?),
        Operator::AbsentOrEquals => Test::AbsentOrEquals(value()?),
        Operator::Matches => {
            let pattern = value()?;
            let pattern = pattern
                .as_text()
                .ok_or_else(|| lacks("no regular expression"))?;
            let pattern =
                Regex::new(pattern).map_err(|_| lacks("an invalid regular expression"))?;
            Test::Matches(Box::new(pattern))
        }
    };
    let demand = match (check.operator, check.quantifier) {
        (Operator::Count, _) => match value()? {
            Node::Number(number) => number
                .as_i64()
                .and_then(|count| usize::try_from(count).ok())
                .map(Demand::Selected)
                .ok_or_else(|| lacks("no number of resources"))?,
            _ => return Err(lacks("no number of resources")),
        },
        (_, Some(Quantifier::Every)) => Demand::Every,
        (_, Some(Quantifier::Some)) => Demand::Some,
        (_, Some(Quantifier::None)) => Demand::None,
        (_, Some(Quantifier::Exactly)) => {
            Demand::Exactly(check.times.ok_or_else(|| lacks("no `times`"))?)
        }
        (_, None) => return Err(lacks("no quantifier")),
    };
    let path = match &check.path {
        Some(path) => in_family(path)?,
        None if check.operator == Operator::Count => String::new(),
        None => return Err(lacks("no path")),
    };
    let (id, title, tokens) = (check.id.clone(), check.title.clone(), tokens(&path));
    Ok(Prepared {
        id,
        title,
        resource_type,
        condition,
        path,
        tokens,
        test,
        demand,
    })
}

/// A selected resource, and where it departs from the check.
struct Selected<'a> {
    address: &'a str,
    departure: Option<(String, String)>,
}

impl Prepared {
    fn evaluate(&self, document: &Node, violations: &mut Vec<Violation>) {
        let selected: Vec<Selected<'_>> = self
            .select(document)
            .map(|(address, resource)| Selected {
                address,
                departure: self.departure(resource),
            })
            .collect();
        let complying = selected
            .iter()
            .filter(|one| one.departure.is_none())
            .count();
        let resources = self.noun(selected.len());
        match &self.demand {
            Demand::Every if selected.is_empty() => {
                self.push(violations, "", "", &format!("there is no {}", self.noun(1)));
            }
            Demand::Every => {
                for one in &selected {
                    if let Some((path, reason)) = &one.departure {
                        self.push(violations, one.address, path, reason);
                    }
                }
            }
            Demand::Some if complying > 0 => {}
            Demand::Some => match selected.as_slice() {
                [] => self.push(violations, "", "", &format!("there is no {}", self.noun(1))),
                [
                    Selected {
                        address,
                        departure: Some((path, reason)),
                    },
                ] => self.push(violations, address, path, reason),
                several => {
                    let message = format!(
                        "none of {} {resources} complies: {}",
                        several.len(),
                        self.words()
                    );
                    self.push(violations, "", &self.path, &message);
                }
            },
            Demand::None => {
                for one in selected.iter().filter(|one| one.departure.is_none()) {
                    let message = format!("no {} may comply: {}", self.noun(1), self.words());
                    self.push(violations, one.address, &self.path, &message);
                }
            }
            Demand::Exactly(times) if complying == *times => {}
            Demand::Exactly(times) => {
                let message = format!(
                    "{complying} of {} {resources} comply, not {times}: {}",
                    selected.len(),
                    self.words()
                );
                self.push(violations, "", &self.path, &message);
            }
            Demand::Selected(count) if selected.len() == *count => {}
            Demand::Selected(count) => {
                let message = format!(
                    "there must be {count} {}, not {}",
                    self.noun(*count),
                    selected.len()
                );
                self.push(violations, "", "", &message);
            }
        }
    }

    fn push(&self, violations: &mut Vec<Violation>, resource: &str, path: &str, reason: &str) {
        violations.push(Violation {
            rule: self.id.clone(),
            tier: Tier::Structure.as_str().to_owned(),
            resource: resource.to_owned(),
            path: path.to_owned(),
            message: format!("{}: {reason}", self.title),
        });
    }

    fn noun(&self, count: usize) -> String {
        let plural = if count == 1 { "" } else { "s" };
        let such = if self.condition.is_some() {
            " that is selected"
        } else {
            ""
        };
        match count {
            1 => format!("resource of type `{}`{such}", self.resource_type),
            _ => format!(
                "resource{plural} of type `{}`{}",
                self.resource_type,
                such.replace("is", "are")
            ),
        }
    }

    /// What is asked, in words.
    fn words(&self) -> String {
        let path = if self.path.is_empty() {
            "the resource".to_owned()
        } else {
            format!("`{}`", self.path)
        };
        let list = |items: &[Node]| items.iter().map(shown).collect::<Vec<_>>().join(", ");
        match &self.test {
            Test::Exists => format!("{path} must be set"),
            Test::Absent => format!("{path} must not be set"),
            Test::Equals(value) => format!("{path} must be {}", shown(value)),
            Test::In(values) => format!("{path} must be one of {}", list(values)),
            Test::Contains(value) => format!("{path} must contain {}", shown(value)),
            Test::Matches(pattern) => format!("{path} must match `{pattern}`"),
            Test::SetEquals(values) => {
                format!("{path} must hold {} and nothing else", list(values))
            }
            Test::AbsentOrEquals(value) => format!("{path} must be unset or {}", shown(value)),
        }
    }

    fn select<'a>(&'a self, document: &'a Node) -> impl Iterator<Item = (&'a str, &'a Node)> {
        let addresses = document
            .get("by_type")
            .and_then(|types| types.get(&self.resource_type))
            .and_then(Node::as_list);
        let resources = document.get("resources");
        addresses
            .unwrap_or_default()
            .iter()
            .filter_map(move |address| {
                let address = address.as_text()?;
                let resource = resources?.get(address)?;
                (is_kept(resource) && self.is_selected(resource)).then_some((address, resource))
            })
    }

    fn is_selected(&self, resource: &Node) -> bool {
        self.condition.as_ref().is_none_or(|(tokens, wanted)| {
            found(resource, tokens)
                .iter()
                .any(|(_, value)| same(value, wanted))
        })
    }

    /// The place and the reason for which `resource` does not comply.
    fn departure(&self, resource: &Node) -> Option<(String, String)> {
        let found = found(resource, &self.tokens);
        let set: Vec<&(String, &Node)> = found.iter().filter(|(_, value)| is_set(value)).collect();
        let depart =
            |path: &str, what: &str| Some((path.to_owned(), format!("{} {what}", self.words())));
        let bad = |holds: &dyn Fn(&Node) -> bool| found.iter().find(|(_, value)| !holds(value));
        let each = |holds: &dyn Fn(&Node) -> bool| match (found.is_empty(), bad(holds)) {
            (true, _) => depart(&self.path, "and is not set"),
            (false, Some((path, _))) => depart(path, "and is not"),
            (false, None) => None,
        };
        match &self.test {
            Test::Exists if set.is_empty() => depart(&self.path, "and is not"),
            Test::Absent => set.first().and_then(|(path, _)| depart(path, "and is")),
            Test::Exists => None,
            Test::Equals(wanted) => each(&|value| same(value, wanted)),
            Test::In(wanted) => each(&|value| wanted.iter().any(|wanted| same(value, wanted))),
            Test::Matches(pattern) => {
                each(&|value| value.as_text().is_some_and(|text| pattern.is_match(text)))
            }
            Test::Contains(wanted) => each(&|value| contains(value, wanted)),
            Test::AbsentOrEquals(wanted) => {
                let bad = set.iter().find(|(_, value)| !same(value, wanted))?;
                depart(&bad.0, "and is neither")
            }
            Test::SetEquals(wanted) if self.tokens.iter().any(|token| token == EACH) => {
                let values: Vec<&Node> = found.iter().map(|(_, value)| *value).collect();
                if same_set(&values, wanted) {
                    None
                } else {
                    depart(&self.path, "and does not")
                }
            }
            Test::SetEquals(wanted) => each(&|value| {
                value
                    .as_list()
                    .is_some_and(|items| same_set(&items.iter().collect::<Vec<_>>(), wanted))
            }),
        }
    }
}

/// Whether the resource is managed here and is not about to be removed.
fn is_kept(resource: &Node) -> bool {
    let removed = resource.get("actions").and_then(Node::as_list).is_some_and(|actions| {
        matches!(actions, [Node::Text(action)] if &**action == "delete" || &**action == "forget")
    });
    resource.get("mode").and_then(Node::as_text) != Some("data") && !removed
}

/// Every value that `tokens` lead to, with its pointer; a text that holds a document is entered through `docs`.
fn found<'a>(resource: &'a Node, tokens: &[String]) -> Vec<(String, &'a Node)> {
    let Some(values) = resource.get("values") else {
        return Vec::new();
    };
    let docs = resource.get("docs");
    let mut reached = vec![(String::new(), values)];
    for token in tokens {
        let mut next = Vec::new();
        for (pointer, node) in reached {
            let node = match node {
                Node::Json(inner) => inner,
                Node::Text(_) => docs
                    .and_then(|docs| docs.get(&pointer)?.get("value"))
                    .unwrap_or(node),
                node => node,
            };
            let child = |token: &str| {
                let mut pointer = pointer.clone();
                append_token(&mut pointer, token);
                pointer
            };
            match node {
                Node::Object(members) if token == EACH => {
                    next.extend(members.iter().map(|(key, value)| (child(key), value)));
                }
                Node::List(items) if token == EACH => {
                    next.extend(
                        items
                            .iter()
                            .enumerate()
                            .map(|(index, value)| (child(&index.to_string()), value)),
                    );
                }
                Node::Object(members) => next.extend(
                    members
                        .get(token.as_str())
                        .map(|value| (child(token), value)),
                ),
                Node::List(items) => {
                    let item = token
                        .parse::<usize>()
                        .ok()
                        .and_then(|index| items.get(index));
                    next.extend(item.map(|value| (child(token), value)));
                }
                _ => {}
            }
        }
        reached = next;
    }
    reached.retain(|(_, node)| !node.is_null());
    reached
}

/// Whether a value counts as set: the empty list or mapping that a plan writes for a block nobody wrote does not.
fn is_set(node: &Node) -> bool {
    match node {
        Node::Null => false,
        Node::List(items) => !items.is_empty(),
        Node::Object(members) => !members.is_empty(),
        _ => true,
    }
}

/// Equality in which a number or boolean equals its text, since templates may write either.
fn same(found: &Node, wanted: &Node) -> bool {
    match (found, wanted) {
        (Node::Text(text), Node::Number(number)) | (Node::Number(number), Node::Text(text)) => {
            number.to_text() == **text
        }
        (Node::Text(text), Node::Bool(value)) | (Node::Bool(value), Node::Text(text)) => {
            **text == *if *value { "true" } else { "false" }
        }
        (Node::List(found), Node::List(wanted)) => {
            found.len() == wanted.len()
                && found
                    .iter()
                    .zip(wanted)
                    .all(|(found, wanted)| same(found, wanted))
        }
        (Node::Object(found), Node::Object(wanted)) => {
            found.len() == wanted.len()
                && found
                    .iter()
                    .all(|(key, value)| wanted.get(key).is_some_and(|wanted| same(value, wanted)))
        }
        _ => found == wanted,
    }
}

fn same_set(found: &[&Node], wanted: &[Node]) -> bool {
    found
        .iter()
        .all(|found| wanted.iter().any(|wanted| same(found, wanted)))
        && wanted
            .iter()
            .all(|wanted| found.iter().any(|found| same(found, wanted)))
}

fn contains(found: &Node, wanted: &Node) -> bool {
    match found {
        Node::List(items) => items.iter().any(|item| same(item, wanted)),
        Node::Text(text) => wanted.as_text().is_some_and(|part| text.contains(part)),
        Node::Object(members) => wanted
            .as_text()
            .is_some_and(|key| members.contains_key(key)),
        _ => false,
    }
}

fn shown(value: &Node) -> String {
    match value {
        Node::Text(text) => format!("`{text}`"),
        other => serde_json::to_string(other)
            .map_or_else(|_| "the value".to_owned(), |text| format!("`{text}`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parse_json;

    const DOCUMENT: &str = r#"{
        "by_type": {"q": ["q.a", "q.b"], "p": ["p.a"], "d": ["d.x"]},
        "resources": {
            "q.a": {"mode": "managed", "actions": ["create"], "values": {"name": "a", "delay": "5", "tags": ["x", "y"], "block": []}, "docs": {}},
            "q.b": {"mode": "managed", "actions": ["create"], "values": {"name": "b", "rules": [{"port": 22}, {"port": 443}]}, "docs": {}},
            "p.a": {"mode": "managed", "actions": ["create"], "values": {"policy": "{}"},
                    "docs": {"/policy": {"kind": "policy", "value": {"Statement": [{"Effect": "Deny"}]}}}},
            "d.x": {"mode": "managed", "actions": ["delete"], "values": {}, "docs": {}}
        }
    }"#;

    /// Messages of the violations of a check written as JSON without id, title and CloudFormation.
    fn violations(check: &str) -> Vec<(String, String, String)> {
        let text = format!(r#"{{"id": "AA101", "title": "asked", {check}}}"#);
        let check: Check =
            serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        let structure = Structure::prepare(&[check], Family::Terraform).expect("prepared");
        let document = parse_json(DOCUMENT).expect("a document");
        let found = structure.violations(&document).into_iter();
        found
            .map(|found| {
                (
                    found.resource,
                    found.path,
                    found.message.replace("asked: ", ""),
                )
            })
            .collect()
    }

    fn one(check: &str) -> String {
        let found = violations(check);
        let [(resource, path, message)] = found.as_slice() else {
            panic!("{found:?}")
        };
        format!("{resource} {path} {message}")
    }

    fn holds(check: &str) {
        assert_eq!(violations(check), [], "{check}");
    }

    const Q: &str = r#""select": {"terraform": "q"}, "#;

    fn q(rest: &str) -> String {
        format!("{Q}{rest}")
    }

    #[test]
    fn every_names_each_resource_that_departs() {
        let check =
            q(r#""path": "/name", "operator": "equals", "value": "a", "quantifier": "every""#);
        assert_eq!(one(&check), "q.b /name `/name` must be `a` and is not");
    }

    #[test]
    fn every_over_nothing_does_not_pass() {
        let check = r#""select": {"terraform": "z"}, "path": "/name", "operator": "exists", "quantifier": "every""#;
        assert_eq!(one(check), "  there is no resource of type `z`");
    }

    #[test]
    fn a_resource_about_to_be_removed_is_not_there() {
        let check = r#""select": {"terraform": "d"}, "operator": "count", "value": 0"#;
        holds(check);
    }

    #[test]
    fn some_is_content_with_one_and_says_when_there_is_none() {
        holds(&q(
            r#""path": "/name", "operator": "equals", "value": "b", "quantifier": "some""#,
        ));
        let check =
            q(r#""path": "/name", "operator": "in", "value": ["c", "d"], "quantifier": "some""#);
        assert_eq!(
            one(&check),
            " /name none of 2 resources of type `q` complies: `/name` must be one of `c`, `d`"
        );
    }

    #[test]
    fn a_condition_narrows_the_selection() {
        let select = r#""select": {"terraform": "q", "where": {"path": "/name", "equals": "a"}}, "#;
        holds(&format!(
            r#"{select}"path": "/delay", "operator": "equals", "value": 5, "quantifier": "every""#
        ));
        let check =
            format!(r#"{select}"path": "/rules", "operator": "exists", "quantifier": "some""#);
        assert_eq!(one(&check), "q.a /rules `/rules` must be set and is not");
    }

    #[test]
    fn one_good_item_does_not_excuse_a_bad_one_beside_it() {
        let select = r#""select": {"terraform": "q", "where": {"path": "/name", "equals": "b"}}, "#;
        let check = format!(
            r#"{select}"path": "/rules/*/port", "operator": "equals", "value": 443, "quantifier": "every""#
        );
        assert_eq!(
            one(&check),
            "q.b /rules/0/port `/rules/*/port` must be `443` and is not"
        );
        holds(&format!(
            r#"{select}"path": "/rules/*/port", "operator": "set_equals", "value": [443, 22], "quantifier": "every""#
        ));
    }

    #[test]
    fn none_and_exactly_count_those_that_comply() {
        let check =
            q(r#""path": "/tags", "operator": "contains", "value": "x", "quantifier": "none""#);
        assert!(
            one(&check).starts_with("q.a /tags no resource"),
            "{}",
            one(&check)
        );
        holds(&q(
            r#""path": "/tags", "operator": "set_equals", "value": ["y", "x"], "quantifier": "exactly", "times": 1"#,
        ));
        let check = q(
            r#""path": "/name", "operator": "matches", "value": "^[ab]$", "quantifier": "exactly", "times": 1"#,
        );
        assert!(
            one(&check).contains("2 of 2 resources of type `q` comply, not 1"),
            "{}",
            one(&check)
        );
    }

    #[test]
    fn an_empty_block_counts_as_unset() {
        holds(&q(
            r#""path": "/block", "operator": "absent", "quantifier": "every""#,
        ));
        holds(&q(
            r#""path": "/block", "operator": "absent_or_equals", "value": [1], "quantifier": "every""#,
        ));
    }

    #[test]
    fn count_counts_what_is_selected() {
        holds(&q(r#""operator": "count", "value": 2"#));
        assert_eq!(
            one(&q(r#""operator": "count", "value": 1"#)),
            "  there must be 1 resource of type `q`, not 2"
        );
    }

    #[test]
    fn a_path_goes_on_into_an_encoded_document() {
        let select = r#""select": {"terraform": "p"}, "path": "/policy/Statement/*/Effect", "#;
        holds(&format!(
            r#"{select}"operator": "equals", "value": "Deny", "quantifier": "every""#
        ));
        let check =
            format!(r#"{select}"operator": "equals", "value": "Allow", "quantifier": "some""#);
        assert!(
            one(&check).starts_with("p.a /policy/Statement/0/Effect "),
            "{}",
            one(&check)
        );
    }

    #[test]
    fn an_incomplete_check_is_refused_before_it_is_evaluated() {
        let text = r#"{"id": "AA101", "title": "t", "select": {"terraform": "q"}, "path": "/a", "operator": "exists"}"#;
        let check: Check = serde_json::from_str(text).expect("a check");
        let error = Structure::prepare(std::slice::from_ref(&check), Family::Terraform)
            .expect_err("refused");
        assert_eq!(
            error.to_string(),
            "the check `AA101` cannot be evaluated: no quantifier"
        );
        let error = Structure::prepare(&[check], Family::Cloudformation).expect_err("refused");
        assert_eq!(error.reason, "no type for `cloudformation`");
    }
}
