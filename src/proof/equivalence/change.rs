//! The changes that are made alike on every arm of a pair.

use crate::value::{Node, Reference, append_index, append_token, split_pointer};

/// A change of one attribute.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::proof) struct Change {
    /// The operator's name.
    pub operator: &'static str,
    /// Where inside the attribute's value; empty for the whole.
    pub pointer: String,
    /// The attribute's new value; `None` when it is dropped.
    pub value: Option<Node>,
}

/// What an operator makes of a node, given the references that it may be bent to.
type Operator = fn(&Node, &dyn Fn(&Reference) -> Vec<Reference>) -> Vec<Node>;

/// The operators, each with what it makes of a node.
const OPERATORS: &[(&str, Operator)] = &[
    ("flipped", flipped),
    ("shifted", shifted),
    ("renamed", renamed),
    ("widened", widened),
    ("bent", bent),
    ("emptied", emptied),
    ("extended", extended),
];

/// All changes of a value, which may be unset; `values` are given to it besides. `bends` tells what a reference can be bent to.
pub(in crate::proof) fn changes(
    value: Option<&Node>,
    values: &[Node],
    bends: &dyn Fn(&Reference) -> Vec<Reference>,
) -> Vec<Change> {
    let mut found: Vec<Change> = Vec::new();
    let given = values.iter().filter(|given| Some(*given) != value);
    found.extend(given.map(|given| Change {
        operator: "given",
        pointer: String::new(),
        value: Some(given.clone()),
    }));
    let Some(value) = value else {
        return found;
    };
    let mut pointers = Vec::new();
    collect(value, &mut String::new(), &mut pointers);
    for pointer in pointers {
        let dropped = if pointer.is_empty() {
            Some(None)
        } else {
            changed(value, &pointer, None).map(Some)
        };
        found.extend(dropped.map(|value| Change {
            operator: "dropped",
            pointer: pointer.clone(),
            value,
        }));
        let Some(node) = value.at(&pointer) else {
            continue;
        };
        for (operator, make) in OPERATORS {
            for made in make(node, bends) {
                let value = changed(value, &pointer, Some(&made));
                let is_new = !found.iter().any(|known| known.value == value);
                found.extend(value.filter(|_| is_new).map(|value| Change {
                    operator,
                    pointer: pointer.clone(),
                    value: Some(value),
                }));
            }
        }
    }
    found
}

/// The pointers of a value and of everything in it; what a text is joined of is not looked into.
fn collect(node: &Node, pointer: &mut String, found: &mut Vec<String>) {
    found.push(pointer.clone());
    let length = pointer.len();
    match node {
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                append_index(pointer, index);
                collect(item, pointer, found);
                pointer.truncate(length);
            }
        }
        Node::Object(members) => {
            for (key, value) in members {
                append_token(pointer, key);
                collect(value, pointer, found);
                pointer.truncate(length);
            }
        }
        _ => {}
    }
}

/// `node` with another node at `pointer`, or with none.
fn changed(node: &Node, pointer: &str, new: Option<&Node>) -> Option<Node> {
    let tokens: Vec<String> = split_pointer(pointer)
        .map(std::borrow::Cow::into_owned)
        .collect();
    replaced(node, &tokens, new)
}

fn replaced(node: &Node, tokens: &[String], new: Option<&Node>) -> Option<Node> {
    let Some((first, rest)) = tokens.split_first() else {
        return new.cloned();
    };
    let is_last = rest.is_empty();
    match node {
        Node::List(items) => {
            let index: usize = first.parse().ok()?;
            let mut items = items.clone();
            if is_last && new.is_none() {
                items.remove(index);
            } else {
                let slot = items.get_mut(index)?;
                *slot = replaced(slot, rest, new)?;
            }
            Some(Node::List(items))
        }
        Node::Object(members) => {
            let mut members = members.clone();
            if is_last && new.is_none() {
                members.remove(first.as_str())?;
            } else {
                let slot = members.get_mut(first.as_str())?;
                *slot = replaced(slot, rest, new)?;
            }
            Some(Node::Object(members))
        }
        _ => None,
    }
}

fn flipped(node: &Node, _: &dyn Fn(&Reference) -> Vec<Reference>) -> Vec<Node> {
    match node {
        Node::Bool(value) => vec![Node::Bool(!value)],
        Node::Text(text) if &**text == "true" => vec!["false".into()],
        Node::Text(text) if &**text == "false" => vec!["true".into()],
        _ => Vec::new(),
    }
}

fn shifted(node: &Node, _: &dyn Fn(&Reference) -> Vec<Reference>) -> Vec<Node> {
    match node {
        Node::Number(number) => number.as_i64().map_or_else(Vec::new, |number| {
            [number.saturating_add(1), number.saturating_sub(1)]
                .map(Node::from)
                .to_vec()
        }),
        _ => Vec::new(),
    }
}

fn renamed(node: &Node, _: &dyn Fn(&Reference) -> Vec<Reference>) -> Vec<Node> {
    match node {
        Node::Text(text) => vec![Node::text(format!("{text}-other"))],
        _ => Vec::new(),
    }
}

/// A text or a reference that covers more: everything, everything that begins with it, every action of its service.
fn widened(node: &Node, _: &dyn Fn(&Reference) -> Vec<Reference>) -> Vec<Node> {
    match node {
        Node::Text(text) => {
            let mut wider = vec![Node::text("*"), Node::text(format!("{text}*"))];
            if let Some((service, _)) = text
                .split_once(':')
                .filter(|(service, _)| *service != "arn")
            {
                wider.push(Node::text(format!("{service}:*")));
            }
            wider
        }
        Node::Ref(_) | Node::Join(_) => {
            let suffixed = Node::join([node.clone(), Node::text("*")]);
            vec![Node::text("*"), suffixed]
        }
        _ => Vec::new(),
    }
}

fn bent(node: &Node, bends: &dyn Fn(&Reference) -> Vec<Reference>) -> Vec<Node> {
    match node {
        Node::Ref(reference) => {
            let elsewhere = Node::text("elsewhere");
            bends(reference)
                .into_iter()
                .map(Node::Ref)
                .chain([elsewhere])
                .collect()
        }
        Node::Join(parts) => {
            let mut bent = Vec::new();
            for (index, part) in parts.iter().enumerate() {
                let Node::Ref(reference) = part else { continue };
                for other in bends(reference) {
                    let mut parts = parts.clone();
                    if let Some(slot) = parts.get_mut(index) {
                        *slot = Node::Ref(other);
                    }
                    bent.push(Node::Join(parts));
                }
            }
            bent
        }
        _ => Vec::new(),
    }
}

fn emptied(node: &Node, _: &dyn Fn(&Reference) -> Vec<Reference>) -> Vec<Node> {
    match node {
        Node::List(items) if !items.is_empty() => vec![Node::List(Vec::new())],
        _ => Vec::new(),
    }
}

fn extended(node: &Node, _: &dyn Fn(&Reference) -> Vec<Reference>) -> Vec<Node> {
    let is_text = |item: &Node| matches!(item, Node::Text(_) | Node::Ref(_) | Node::Join(_));
    match node {
        Node::List(items) if !items.is_empty() && items.iter().all(is_text) => {
            let mut items = items.clone();
            items.push(Node::text("*"));
            vec![Node::List(items)]
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(value: &Node) -> Vec<(String, &'static str)> {
        let bends = |reference: &Reference| {
            vec![Reference {
                address: "other".into(),
                attribute: reference.attribute.clone(),
            }]
        };
        let changes = changes(Some(value), &["x".into()], &bends);
        changes
            .into_iter()
            .map(|change| (change.pointer, change.operator))
            .collect()
    }

    #[test]
    fn every_part_of_a_document_is_changed() {
        let document = Node::object([
            ("flag", Node::Bool(true)),
            ("list", Node::List(vec![Node::reference("queue", "arn")])),
        ]);
        let made = made(&document);
        for (pointer, operator) in [
            ("", "given"),
            ("", "dropped"),
            ("/flag", "dropped"),
            ("/flag", "flipped"),
            ("/list", "dropped"),
            ("/list", "emptied"),
            ("/list", "extended"),
            ("/list/0", "bent"),
            ("/list/0", "widened"),
        ] {
            assert!(
                made.contains(&(pointer.to_owned(), operator)),
                "{pointer} {operator}: {made:?}"
            );
        }
    }

    #[test]
    fn no_value_comes_twice_and_an_unset_attribute_is_only_given_values() {
        let text = Node::text("ssm:Get");
        let all = changes(Some(&text), &[], &|_| Vec::new());
        let values: std::collections::BTreeSet<_> =
            all.iter().map(|change| &change.value).collect();
        assert_eq!(values.len(), all.len());
        let unset = changes(None, &[1.into()], &|_| Vec::new());
        assert_eq!(unset.len(), 1);
        assert_eq!(unset[0].value, Some(1.into()));
    }
}
