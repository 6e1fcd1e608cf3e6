//! Attributes of resources as the spec names them.

use regex::Regex;

use crate::arm::Family;
use crate::graph::name_attribute;
use crate::spec::{Tolerated, Where};
use crate::value::{Node, Text, split_pointer};

use super::run::Artifact;

/// Whether an entry is about the attribute at `pointer` of a resource: the attribute it names or something inside it; the
/// resource itself where it names none.
pub fn is_about(
    entry: &Tolerated,
    artifact: &Artifact,
    (address, resource_type): (&Text, &Text),
    pointer: &str,
) -> bool {
    let family = artifact.graph.kind.family();
    let (Some(kind), Some(path)) = (entry.resource_type.get(family), entry.path.get(family)) else {
        return false;
    };
    if kind != &**resource_type {
        return false;
    }
    let is_named = entry.named.as_ref().is_none_or(|pattern| {
        let resource = artifact.graph.resources.get(address);
        resource.is_some_and(|resource| is_match(pattern, &resource.name))
    });
    if !is_named {
        return false;
    }
    // Of what the solution does not need, the whole is meant.
    let pointer = if entry.unasked && path.is_empty() {
        ""
    } else {
        pointer
    };
    let Some(bound) = bound(path, pointer) else {
        return false;
    };
    let mut conditions = entry.conditions.iter();
    conditions.all(|condition| {
        let values = match &condition.of {
            None => artifact.values(address),
            Some(of) => of.get(family).and_then(|of| named(artifact, of)),
        };
        values.is_some_and(|values| holds(condition, family, values, &bound))
    })
}

/// The values of the resource with a type and a name.
fn named<'a>(artifact: &'a Artifact, of: &str) -> Option<&'a Node> {
    let (kind, name) = of.split_once(' ')?;
    let attribute = name_attribute(kind)?;
    let mut resources = artifact.graph.resources.values();
    let found = resources.find(|resource| {
        let value = resource.values.get(attribute);
        &*resource.resource_type == kind && value.and_then(Node::as_text) == Some(name)
    })?;
    artifact.values(&found.address)
}

/// The tokens for which `*` stands when `path` leads to `pointer` or above it.
fn bound(path: &str, pointer: &str) -> Option<Vec<String>> {
    if path.is_empty() || pointer.is_empty() {
        return (path == pointer).then(Vec::new);
    }
    let tokens = with_indices(pointer);
    let mut tokens = tokens.iter();
    let mut bound = Vec::new();
    for wanted in split_pointer(path) {
        let token = tokens.next()?;
        if wanted == "*" {
            bound.push(token.clone());
        } else if wanted != token.as_str() {
            return None;
        }
    }
    Some(bound)
}

/// The tokens of a pointer; the only statement of a policy counts as the first of a list.
fn with_indices(pointer: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for token in split_pointer(pointer) {
        let is_only = tokens.last().is_some_and(|last| last == "Statement")
            && token.parse::<usize>().is_err();
        if is_only {
            tokens.push("0".to_owned());
        }
        tokens.push(token.into_owned());
    }
    tokens
}

fn holds(condition: &Where, family: Family, values: &Node, bound: &[String]) -> bool {
    let Some(path) = condition.path.get(family) else {
        return false;
    };
    let mut bound = bound.iter();
    let tokens: Vec<String> = split_pointer(path)
        .map(|token| match token {
            // Beyond what the entry's own path binds, every item is meant.
            token if token == "*" => bound.next().cloned().unwrap_or_else(|| "*".to_owned()),
            token => token.into_owned(),
        })
        .collect();
    let mut found = Vec::new();
    collect(values, &tokens, &mut found);
    let is_one = |node: &Node| {
        let is_equal = condition.equals.as_ref().is_none_or(|one| one == node);
        let is_other = condition.differs.iter().all(|one| one != node);
        let is_like = condition.matches.as_ref().is_none_or(|pattern| {
            let text = node.as_text();
            text.is_some_and(|text| is_match(pattern, text))
        });
        is_equal && is_other && is_like
    };
    let is_there = condition.set || condition.equals.is_some() || condition.matches.is_some();
    found.iter().all(|node| is_one(node)) && (!found.is_empty() || !is_there)
}

fn is_match(pattern: &str, text: &str) -> bool {
    Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}

/// The nodes that tokens lead to; a single value stands for the list that it could be written as.
fn collect<'n>(node: &'n Node, tokens: &[String], found: &mut Vec<&'n Node>) {
    let node = match node {
        Node::Json(inner) => inner,
        node => node,
    };
    let Some((first, rest)) = tokens.split_first() else {
        found.push(node);
        return;
    };
    match node {
        Node::List(items) if first == "*" => {
            for item in items {
                collect(item, rest, found);
            }
        }
        Node::List(items) => {
            let index = first.parse::<usize>().ok();
            if let Some(item) = index.and_then(|index| items.get(index)) {
                collect(item, rest, found);
            }
        }
        node if first == "*" || first.parse::<usize>().is_ok() => collect(node, rest, found),
        Node::Object(members) => {
            if let Some(member) = members.get(first.as_str()) {
                collect(member, rest, found);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parse_json;

    fn covers(path: &str, pointer: &str) -> bool {
        bound(path, pointer).is_some()
    }

    #[test]
    fn a_path_covers_the_attribute_it_leads_to_and_what_is_inside() {
        assert!(covers("/a/*/b", "/a/0/b") && covers("/a/*/b", "/a/0/b/c"));
        assert!(!covers("/a/*/b", "/a/0/bc") && !covers("/a/b", "/a"));
        assert!(covers("", "") && !covers("", "/a") && !covers("/a", ""));
        assert!(covers("/Statement/*/Action", "/Statement/Action"));
    }

    #[test]
    fn a_condition_looks_at_the_item_that_the_path_leads_to() {
        let condition = |rest: &str| -> Where {
            let text = format!(r#"{{"path": "/p/Statement/*/{rest}}}"#);
            serde_json::from_str(&text).expect("a condition")
        };
        let values = parse_json(
            r#"{"p": {"Statement": [{"Effect": "Deny", "Action": "logs:Put"}, {"Effect": "Allow", "Action": ["logs:Put", "s3:Get"]}]}}"#,
        )
        .expect("json");
        let holds = |condition: &Where, pointer: &str| {
            let bound = bound("/p/Statement/*", pointer).expect("bound");
            holds(condition, Family::Terraform, &values, &bound)
        };
        let deny = condition(r#"Effect", "equals": "Deny""#);
        assert!(holds(&deny, "/p/Statement/0/Action"));
        assert!(!holds(&deny, "/p/Statement/1/Action"));
        let logs = condition(r#"Action/*", "matches": "^logs:""#);
        assert!(holds(&logs, "/p/Statement/0"));
        assert!(!holds(&logs, "/p/Statement/1"));
        let other = condition(r#"Effect", "differs": ["Deny"]"#);
        assert!(holds(&other, "/p/Statement/1") && !holds(&other, "/p/Statement/0"));
    }
}
