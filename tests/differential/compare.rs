//! What a plan says of a case against what the evaluation says.

use std::collections::BTreeMap;

use proofmark::graph::Graph;
use proofmark::value::{Node, Number};
use serde_json::Value;

use crate::generate::Case;
use crate::plan::Planned;
use crate::reasons;

/// How one value compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    /// Known on both sides and equal, unknown on both sides, or refused on both.
    Equal,
    /// Alike for a reason that has a name.
    Explained(&'static str),
    /// Different.
    Differs,
}

/// A comparison, with what was found where it is not equal.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The outcome.
    pub agreement: Agreement,
    /// What differs.
    pub detail: String,
}

/// How a leaf compares, before reasons are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaf {
    Same,
    /// Known here, unknown there.
    More,
    /// The same, and every known value in place of the unknown one gives it.
    Confirmed,
    /// Unknown here, known there.
    Less,
    /// Known on both sides, and not equal.
    Other,
    /// Refused there, not here.
    Lenient,
    /// Refused here, not there.
    Strict,
}

/// Compares everything that a case declares; `substituted` are plans of it in which every value is known.
pub fn case(case: &Case, planned: &Planned, substituted: &[Planned], graph: &Graph) -> Finding {
    let mut leaves = leaves(case, planned, graph);
    if leaves.iter().any(|(leaf, _)| *leaf == Leaf::More) && confirmed(case, substituted, graph) {
        for (leaf, _) in leaves.iter_mut().filter(|(leaf, _)| *leaf == Leaf::More) {
            *leaf = Leaf::Confirmed;
        }
    }
    reasons::finding(case, leaves)
}

/// Whether something is known here that the plan does not know.
pub fn knows_more(case: &Case, planned: &Planned, graph: &Graph) -> bool {
    leaves(case, planned, graph)
        .iter()
        .any(|(leaf, _)| *leaf == Leaf::More)
}

/// Whether no plan with known values contradicts what is known here; one of them at least must be made.
fn confirmed(case: &Case, substituted: &[Planned], graph: &Graph) -> bool {
    let made: Vec<&Planned> = substituted
        .iter()
        .filter(|planned| !planned.refused.contains_key(&case.name))
        .collect();
    let agrees = |planned: &&Planned| {
        leaves(case, planned, graph)
            .iter()
            .all(|(leaf, _)| !matches!(leaf, Leaf::Other | Leaf::Strict))
    };
    !made.is_empty() && made.iter().all(agrees)
}

fn leaves(case: &Case, planned: &Planned, graph: &Graph) -> Vec<(Leaf, String)> {
    let mut leaves: Vec<(Leaf, String)> = Vec::new();
    if let Some(message) = planned.refused.get(&case.name) {
        let here = shown(case, graph);
        if refused_here(case, graph) {
            leaves.push((Leaf::Same, String::new()));
        } else {
            leaves.push((Leaf::Lenient, format!("refused ({message}), here {here}")));
        }
    } else {
        let outputs: BTreeMap<&str, &Value> = planned
            .outputs
            .iter()
            .filter(|(name, _)| belongs(name, case))
            .map(|(name, change)| (name.as_str(), change))
            .collect();
        for (name, change) in &outputs {
            match graph.outputs.get(*name) {
                Some(node) => compare(
                    change.get("after"),
                    &change["after_unknown"],
                    node,
                    &mut leaves,
                ),
                None => leaves.push((
                    Leaf::Strict,
                    format!(
                        "{name}: refused here, there {} (unknown {})",
                        change["after"], change["after_unknown"]
                    ),
                )),
            }
        }
        resources(case, planned, graph, &mut leaves);
    }
    leaves
}

fn belongs(name: &str, case: &Case) -> bool {
    name.strip_prefix(case.name.as_str())
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
}

fn declared(address: &str, case: &Case) -> bool {
    address.split(['.', '[']).any(|part| part == case.name)
}

fn shown(case: &Case, graph: &Graph) -> String {
    graph.outputs.get(case.name.as_str()).map_or_else(
        || "nothing".to_owned(),
        |node| serde_json::to_string(node).unwrap_or_default(),
    )
}

/// Whether the evaluation found no value, or noted why the toolchain refuses.
fn refused_here(case: &Case, graph: &Graph) -> bool {
    let noted = graph.notes.iter().any(|note| {
        let named = note
            .address
            .as_ref()
            .is_some_and(|address| declared(address, case))
            || note.message.contains(&case.name);
        named
            && [
                "no-value",
                "dangling-reference",
                "condition-fails",
                "module-not-expanded",
                "not-expanded",
            ]
            .contains(&note.code)
    });
    noted || !graph.outputs.contains_key(case.name.as_str()) && case.text.contains("output ")
}

fn resources(case: &Case, planned: &Planned, graph: &Graph, leaves: &mut Vec<(Leaf, String)>) {
    let there = planned
        .resources
        .iter()
        .filter(|(address, _)| declared(address, case));
    let mut count = 0;
    for (address, change) in there {
        count += 1;
        let Some(resource) = graph.resources.get(address.as_str()) else {
            leaves.push((Leaf::Strict, format!("no {address} here")));
            continue;
        };
        for name in ["input", "triggers_replace"] {
            let node = resource.values.get(name).cloned().unwrap_or_default();
            compare(
                change["after"].get(name),
                &change["after_unknown"][name],
                &node,
                leaves,
            );
            let hidden = &change["after_sensitive"][name];
            marks(hidden, &format!("/{name}"), &resource.sensitive, leaves);
        }
    }
    let here = graph
        .resources
        .keys()
        .filter(|address| declared(address, case))
        .count();
    if here != count {
        leaves.push((Leaf::Other, format!("{count} resources there, {here} here")));
    }
}

/// Every sensitive place must be covered by a pointer here.
fn marks(hidden: &Value, pointer: &str, known: &[String], leaves: &mut Vec<(Leaf, String)>) {
    let covered = known
        .iter()
        .any(|known| pointer == known || pointer.starts_with(&format!("{known}/")));
    match hidden {
        Value::Bool(true) if !covered => {
            leaves.push((Leaf::Other, format!("{pointer} is sensitive there")));
        }
        Value::Bool(true) => leaves.push((Leaf::Same, String::new())),
        Value::Object(members) => members
            .iter()
            .for_each(|(key, value)| marks(value, &format!("{pointer}/{key}"), known, leaves)),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .for_each(|(index, value)| marks(value, &format!("{pointer}/{index}"), known, leaves)),
        _ => {}
    }
}

/// Compares a planned value, of which some parts are not known, with a node.
pub fn compare(
    after: Option<&Value>,
    unknown: &Value,
    node: &Node,
    leaves: &mut Vec<(Leaf, String)>,
) {
    let mut push = |leaf: Leaf| {
        let detail = if leaf == Leaf::Same {
            String::new()
        } else {
            format!(
                "there {} (unknown {unknown}), here {}",
                after.map_or_else(|| "nothing".to_owned(), Value::to_string),
                serde_json::to_string(node).unwrap_or_default()
            )
        };
        leaves.push((leaf, detail));
    };
    match (unknown, node) {
        (Value::Bool(true), node) if node.is_plain() => push(Leaf::More),
        (Value::Bool(true), _) => push(Leaf::Same),
        (unknown, Node::List(items)) => {
            let Some(Value::Array(values)) = after else {
                return push(Leaf::Other);
            };
            let length = values.len().max(unknown.as_array().map_or(0, Vec::len));
            if items.iter().any(|item| matches!(item, Node::Rest(_))) {
                return push(Leaf::Less);
            }
            if items.len() != length {
                // In a set, an unknown that stands twice is one element, which the plan does not tell yet.
                let flags = unknown.as_array().into_iter().flatten();
                let open = flags.filter(|flag| **flag == Value::Bool(true)).count();
                let missing = length.saturating_sub(items.len());
                return push(if (1..open).contains(&missing) {
                    Leaf::More
                } else {
                    Leaf::Other
                });
            }
            if length == 0 {
                return push(Leaf::Same);
            }
            for (index, item) in items.iter().enumerate() {
                compare(values.get(index), &unknown[index], item, leaves);
            }
        }
        (unknown, Node::Object(members)) => {
            let Some(Value::Object(values)) = after else {
                return push(Leaf::Other);
            };
            let mut keys: Vec<&str> = values.keys().map(String::as_str).collect();
            keys.extend(
                unknown
                    .as_object()
                    .into_iter()
                    .flatten()
                    .map(|(key, _)| key.as_str()),
            );
            keys.sort_unstable();
            keys.dedup();
            // Null members of resources are left out.
            keys.retain(|key| {
                members.contains_key(*key)
                    || !values.get(*key).is_some_and(Value::is_null)
                    || !unknown[*key].is_null()
            });
            if members.contains_key("$rest") {
                return push(Leaf::Less);
            }
            if !members.keys().map(|key| &**key).eq(keys.iter().copied()) {
                return push(Leaf::Other);
            }
            if keys.is_empty() {
                return push(Leaf::Same);
            }
            for key in keys {
                compare(values.get(key), &unknown[key], &members[key], leaves);
            }
        }
        (_, node) => {
            let equal = match (after.unwrap_or(&Value::Null), node) {
                (Value::Null, Node::Null) => true,
                (Value::Bool(there), Node::Bool(here)) => there == here,
                (Value::Number(there), Node::Number(here)) => {
                    Number::parse(&there.to_string()).as_ref() == Some(here)
                }
                (Value::String(there), Node::Text(here)) => **there == **here,
                // An encoded document is compared by structure; its text is made from it where a text is needed.
                (Value::String(there), Node::Json(inner)) if inner.is_plain() => {
                    proofmark::value::parse_json(there).is_ok_and(|there| there == **inner)
                }
                (_, node) if !node.is_plain() => return push(Leaf::Less),
                _ => false,
            };
            push(if equal { Leaf::Same } else { Leaf::Other });
        }
    }
}
