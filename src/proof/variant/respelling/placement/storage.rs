//! The legacy arguments of a bucket and the resources that replaced them.

use super::Object;
use super::rows::Translation;
use crate::value::{Node, Text};

/// `versioning { enabled }` and `versioning_configuration { status }`.
pub(super) const VERSIONING: Translation = Translation {
    split: |setting| {
        let [block] = setting.as_list()? else {
            return None;
        };
        let mut members = Object::new();
        for (key, value) in block.as_object()? {
            match (&**key, value) {
                ("enabled", Node::Bool(true)) => members.insert("status".into(), "Enabled".into()),
                ("mfa_delete", Node::Bool(false)) => None,
                _ => return None,
            };
        }
        members.get("status")?;
        let block = Node::List(vec![Node::Object(members)]);
        Some(vec![
            [(Text::from("versioning_configuration"), block)].into(),
        ])
    },
    inline: |values| {
        let (configuration, 1) = (values.get("versioning_configuration")?, values.len()) else {
            return None;
        };
        let [block] = configuration.as_list()? else {
            return None;
        };
        let enabled = match block.get("status")?.as_text()? {
            "Enabled" => true,
            // A new bucket without versions and one that has suspended them are the same.
            "Suspended" | "Disabled" => false,
            _ => return None,
        };
        let own = block.as_object()?;
        let other = own.iter().any(|(key, value)| {
            **key != *"status" && (**key != *"mfa_delete" || value.as_text() != Some("Disabled"))
        });
        (!other).then(|| {
            vec![Node::object([
                ("enabled", Node::Bool(enabled)),
                ("mfa_delete", false.into()),
            ])]
        })
    },
};

/// `lifecycle_rule { enabled, noncurrent_version_expiration { days } }` and `rule { status, … { noncurrent_days } }`.
pub(super) const LIFECYCLE: Translation = Translation {
    split: |setting| {
        let rules: Option<Vec<Node>> = setting.as_list()?.iter().map(rule_of).collect();
        let transitions = Node::text("all_storage_classes_128K");
        Some(vec![
            [
                (Text::from("rule"), Node::List(rules?)),
                // The provider puts this in, as the empty prefix of a rule.
                (
                    Text::from("transition_default_minimum_object_size"),
                    transitions,
                ),
            ]
            .into(),
        ])
    },
    inline: |values| {
        let (Node::List(rules), 1) = (values.get("rule")?, values.len()) else {
            return None;
        };
        rules.iter().map(legacy_rule_of).collect()
    },
};

/// Members that both spell alike.
const ALIKE: [&str; 1] = ["id"];

fn rule_of(legacy: &Node) -> Option<Node> {
    let mut rule = Object::new();
    for (key, value) in legacy.as_object()? {
        match (&**key, value) {
            (name, value) if ALIKE.contains(&name) => drop(rule.insert(key.clone(), value.clone())),
            ("enabled", Node::Bool(enabled)) => {
                let status = if *enabled { "Enabled" } else { "Disabled" };
                rule.insert("status".into(), status.into());
            }
            ("prefix", Node::Text(prefix)) => {
                let filter = Node::object([("prefix", Node::Text(prefix.clone()))]);
                rule.insert("filter".into(), Node::List(vec![filter]));
            }
            ("expiration", Node::List(blocks)) => {
                if !blocks.is_empty() {
                    rule.insert(key.clone(), value.clone());
                }
            }
            ("noncurrent_version_expiration", Node::List(blocks)) => {
                if !blocks.is_empty() {
                    rule.insert(key.clone(), renamed(blocks, "days", "noncurrent_days")?);
                }
            }
            (_, Node::List(blocks)) if blocks.is_empty() => {}
            _ => return None,
        }
    }
    rule.entry("filter".into())
        .or_insert_with(|| Node::List(vec![Node::object([("prefix", Node::text(""))])]));
    rule.insert("prefix".into(), Node::text(""));
    Some(Node::Object(rule))
}

fn legacy_rule_of(rule: &Node) -> Option<Node> {
    let mut legacy = Object::new();
    for (key, value) in rule.as_object()? {
        match (&**key, value) {
            (name, value) if ALIKE.contains(&name) => {
                drop(legacy.insert(key.clone(), value.clone()));
            }
            ("status", Node::Text(status)) => {
                legacy.insert("enabled".into(), Node::Bool(**status == *"Enabled"));
            }
            ("filter", Node::List(filters)) => match filters.as_slice() {
                [] => {}
                [filter] => {
                    for (name, value) in filter.as_object()? {
                        match (&**name, value) {
                            ("prefix", Node::Text(prefix)) => {
                                legacy.insert("prefix".into(), Node::Text(prefix.clone()));
                            }
                            (_, Node::List(blocks)) if blocks.is_empty() => {}
                            _ => return None,
                        }
                    }
                }
                _ => return None,
            },
            ("expiration", Node::List(blocks)) => {
                if !blocks.is_empty() {
                    legacy.insert(key.clone(), value.clone());
                }
            }
            ("noncurrent_version_expiration", Node::List(blocks)) => {
                if !blocks.is_empty() {
                    legacy.insert(key.clone(), renamed(blocks, "noncurrent_days", "days")?);
                }
            }
            ("prefix", Node::Text(prefix)) if prefix.is_empty() => {}
            (_, Node::List(blocks)) if blocks.is_empty() => {}
            _ => return None,
        }
    }
    Some(Node::Object(legacy))
}

/// The blocks with their only member under another name.
fn renamed(blocks: &[Node], from: &str, to: &str) -> Option<Node> {
    let blocks: Option<Vec<Node>> = blocks
        .iter()
        .map(|block| {
            let members = block.as_object()?;
            let value = members.get(from).filter(|_| members.len() == 1)?;
            Some(Node::object([(to, value.clone())]))
        })
        .collect();
    blocks.map(Node::List)
}
