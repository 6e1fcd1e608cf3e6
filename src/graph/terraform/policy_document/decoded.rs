//! Documents that a policy document is based on or overridden by, as the provider reads them.

use crate::value::{Node, Object, parse_json};

use super::set::last_first;

/// Members of a document and of a statement; the provider finds them in any case and drops others.
const DOCUMENT: [&str; 3] = ["Version", "Id", "Statement"];
pub(super) const STATEMENT: [&str; 9] = [
    "Sid",
    "Effect",
    "Action",
    "NotAction",
    "Resource",
    "NotResource",
    "Principal",
    "NotPrincipal",
    "Condition",
];

/// The documents of a `source_…` or `override_…` argument: decoded, or unknown.
pub(super) fn documents(argument: Option<&Node>) -> Vec<Node> {
    match argument {
        None | Some(Node::Null) => Vec::new(),
        Some(Node::List(items)) => items
            .iter()
            .filter(|item| !item.is_null())
            .map(document)
            .collect(),
        Some(Node::Text(text)) if text.is_empty() => Vec::new(),
        Some(one) => vec![document(one)],
    }
}

fn document(node: &Node) -> Node {
    let decoded = match node {
        Node::Json(inner) => inner.as_ref().clone(),
        Node::Text(text) => parse_json(text).unwrap_or_default(),
        other => other.clone(),
    };
    let Node::Object(members) = decoded else {
        return decoded;
    };
    let mut members = named(members, &DOCUMENT);
    match members.get_mut("Statement") {
        Some(Node::List(items)) => {
            for item in items {
                *item = statement(std::mem::take(item));
            }
        }
        Some(one @ Node::Object(_)) => *one = statement(std::mem::take(one)),
        _ => {}
    }
    Node::Object(members)
}

/// The members that have one of `names` in any case, under that name.
fn named(mut members: Object, names: &[&str]) -> Object {
    let mut found = Object::new();
    for name in names {
        if let Some(value) = members.remove(*name) {
            found.insert((*name).into(), value);
        }
    }
    for (key, value) in members {
        let name = names.iter().find(|name| name.eq_ignore_ascii_case(&key));
        if let Some(name) = name.copied().or((&*key == "$rest").then_some("$rest")) {
            found.entry(name.into()).or_insert(value);
        }
    }
    found.retain(|_, value| !value.is_null());
    found
}

fn statement(node: Node) -> Node {
    let Node::Object(members) = node else {
        return node;
    };
    let mut members = named(members, &STATEMENT);
    for name in ["Principal", "NotPrincipal"] {
        if let Some(value) = members.remove(name).map(principals)
            && !is_empty(&value)
        {
            members.insert(name.into(), value);
        }
    }
    if let Some(value) = members.remove("Condition").map(conditions)
        && !is_empty(&value)
    {
        members.insert("Condition".into(), value);
    }
    members.retain(|name, value| {
        !(matches!(&**name, "Sid" | "Effect") && value.as_text() == Some(""))
    });
    Node::Object(members)
}

fn is_empty(value: &Node) -> bool {
    value.as_object().is_some_and(Object::is_empty)
}

/// Any text stands for everybody, whatever it says.
fn principals(value: Node) -> Node {
    match value {
        Node::Text(_) => Node::text("*"),
        Node::Object(mut kinds) => {
            let is_one = kinds.len() == 1;
            for (kind, identifiers) in &mut kinds {
                if let Node::List(items) = identifiers {
                    last_first(items);
                }
                let everybody = match identifiers {
                    Node::List(items) => {
                        matches!(items.as_slice(), [one] if one.as_text() == Some("*"))
                    }
                    other => other.as_text() == Some("*"),
                };
                if is_one && &**kind == "*" && everybody {
                    return Node::text("*");
                }
            }
            Node::Object(kinds)
        }
        other => other,
    }
}

/// Booleans become texts, one value in a list stands alone, and numbers are dropped.
fn conditions(value: Node) -> Node {
    let Node::Object(mut tests) = value else {
        return value;
    };
    for variables in tests.values_mut() {
        let Node::Object(variables) = variables else {
            continue;
        };
        variables.retain(|_, value| !matches!(value, Node::Number(_) | Node::Null));
        for value in variables.values_mut() {
            match value {
                Node::Bool(flag) => *value = Node::text(if *flag { "true" } else { "false" }),
                Node::List(items) => {
                    if let [one @ Node::Text(_)] = items.as_mut_slice() {
                        *value = std::mem::take(one);
                    }
                }
                _ => {}
            }
        }
    }
    tests.retain(|_, variables| !is_empty(variables));
    Node::Object(tests)
}
