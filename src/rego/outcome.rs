//! What a rule says: the results of `deny` and its kin, read strictly.

use regorus::Value;

use crate::value::Node;

use super::check::closest_name;
use super::convert::to_node;
use super::error::RegoError;

/// The members of a result object.
const MEMBERS: [&str; 4] = ["msg", "path", "resource", "rule"];

/// One result of a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct RuleResult {
    /// Permanent id of the rule (`rule`).
    pub rule: Option<String>,
    /// What is wrong, for people (`msg`, or the text itself).
    pub message: String,
    /// Address of the resource (`resource`).
    pub resource: Option<String>,
    /// JSON pointer below the resource's values (`path`).
    pub path: Option<String>,
    /// The members beside those, of policies written for other tools; null when there are none.
    pub details: Node,
}

/// How results are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResultShape {
    /// Texts and result objects; an unknown member is an error.
    Strict,
    /// Texts and objects with a `msg` and whatever else.
    Open,
}

/// Reads the value of a rule as results.
pub(super) fn results(
    entry: &str,
    value: &Value,
    shape: ResultShape,
) -> Result<Vec<RuleResult>, RegoError> {
    let items: Vec<&Value> = match value {
        Value::Set(items) => items.iter_sorted().collect(),
        Value::Array(items) => items.iter().collect(),
        Value::String(_) if shape == ResultShape::Open => vec![value],
        Value::Object(members)
            if shape == ResultShape::Open && members.contains_key(&Value::from("msg")) =>
        {
            vec![value]
        }
        Value::Undefined => {
            return Err(RegoError::Undefined {
                entry: entry.to_owned(),
            });
        }
        other => {
            return Err(malformed(
                entry,
                &format!("`{}` is not a set of results", short(other)),
            ));
        }
    };
    items
        .into_iter()
        .map(|item| result(entry, item, shape))
        .collect()
}

fn malformed(entry: &str, reason: &str) -> RegoError {
    RegoError::MalformedResult {
        entry: entry.to_owned(),
        reason: reason.to_owned(),
    }
}

fn short(value: &Value) -> String {
    let text = value.to_string();
    if text.chars().count() > 120 {
        text.chars().take(120).collect::<String>() + "…"
    } else {
        text
    }
}

fn result(entry: &str, item: &Value, shape: ResultShape) -> Result<RuleResult, RegoError> {
    let members = match item {
        Value::String(text) => {
            return Ok(RuleResult {
                rule: None,
                message: text.to_string(),
                resource: None,
                path: None,
                details: Node::Null,
            });
        }
        Value::Object(members) => members,
        other => {
            return Err(malformed(
                entry,
                &format!("`{}` is neither a text nor an object", short(other)),
            ));
        }
    };
    let mut details = std::collections::BTreeMap::new();
    for (key, value) in members.iter_sorted() {
        let name = match key {
            Value::String(name) => name,
            other => {
                return Err(malformed(
                    entry,
                    &format!("the member `{}` of `{}`", short(other), short(item)),
                ));
            }
        };
        if MEMBERS.contains(&&**name) && (shape == ResultShape::Strict || value.as_string().is_ok())
        {
            continue;
        }
        if shape == ResultShape::Strict {
            let meant = closest_name(name, MEMBERS.into_iter())
                .map(|known| format!(", did you mean `{known}`?"));
            let reason = format!(
                "unknown member `{name}`{} in `{}`",
                meant.unwrap_or_default(),
                short(item)
            );
            return Err(malformed(entry, &reason));
        }
        details.insert(name.clone(), to_node(value).unwrap_or_default());
    }
    let text = |name: &str| -> Result<Option<String>, RegoError> {
        match members.get(&Value::from(name)) {
            None => Ok(None),
            Some(Value::Null) if name != "msg" => Ok(None),
            Some(Value::String(text)) => Ok(Some(text.to_string())),
            Some(_) if shape == ResultShape::Open && name != "msg" => Ok(None),
            Some(_) => Err(malformed(
                entry,
                &format!("`{name}` is not a text in `{}`", short(item)),
            )),
        }
    };
    Ok(RuleResult {
        rule: text("rule")?,
        message: text("msg")?
            .ok_or_else(|| malformed(entry, &format!("no `msg` in `{}`", short(item))))?,
        resource: text("resource")?,
        path: text("path")?,
        details: if details.is_empty() {
            Node::Null
        } else {
            Node::Object(details)
        },
    })
}
