//! The first place at which two graphs differ; where they are written, what references were reached through and what was
//! noted are left out.

use crate::graph::{Graph, symbolic};
use crate::value::{Node, append_index, append_token};

/// A place at which two graphs differ.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// JSON pointer into the document.
    pub pointer: String,
    /// What stands there in each, shortened; empty where nothing does.
    pub values: [String; 2],
}

/// The first difference; `None` for graphs that rules cannot tell apart.
pub fn difference(one: &Graph, other: &Graph) -> Option<Difference> {
    let mut pointer = String::new();
    let mut documents = [symbolic(one), symbolic(other)];
    documents.iter_mut().for_each(without_places);
    let [one, other] = documents;
    compare(&one, &other, &mut pointer)
}

fn without_places(document: &mut Node) {
    let Node::Object(members) = document else {
        return;
    };
    members.remove("notes");
    let Some(Node::Object(resources)) = members.get_mut("resources") else {
        return;
    };
    for resource in resources.values_mut() {
        let Node::Object(members) = resource else {
            continue;
        };
        members.remove("source");
        if let Some(Node::List(references)) = members.get_mut("refs") {
            for reference in references {
                if let Node::Object(members) = reference {
                    members.remove("via");
                }
            }
        }
    }
}

fn compare(one: &Node, other: &Node, pointer: &mut String) -> Option<Difference> {
    let length = pointer.len();
    match (one, other) {
        _ if one == other => None,
        (Node::Object(one), Node::Object(other)) => {
            let keys = one
                .keys()
                .chain(other.keys().filter(|key| !one.contains_key(*key)));
            for key in keys {
                append_token(pointer, key);
                let found = match (one.get(key), other.get(key)) {
                    (Some(one), Some(other)) => compare(one, other, pointer),
                    (one, other) => Some(differing(one, other, pointer)),
                };
                if found.is_some() {
                    return found;
                }
                pointer.truncate(length);
            }
            None
        }
        (Node::List(one), Node::List(other)) if one.len() == other.len() => {
            for (index, (one, other)) in one.iter().zip(other).enumerate() {
                append_index(pointer, index);
                let found = compare(one, other, pointer);
                if found.is_some() {
                    return found;
                }
                pointer.truncate(length);
            }
            None
        }
        _ => Some(differing(Some(one), Some(other), pointer)),
    }
}

/// Characters of a value that are shown.
const SHOWN: usize = 300;

fn differing(one: Option<&Node>, other: Option<&Node>, pointer: &str) -> Difference {
    let shown = |node: Option<&Node>| {
        let text = node.and_then(|node| serde_json::to_string(node).ok());
        text.unwrap_or_default().chars().take(SHOWN).collect()
    };
    Difference {
        pointer: pointer.to_owned(),
        values: [shown(one), shown(other)],
    }
}
