//! One `statement` block to a statement.

use std::sync::Arc;

use crate::value::{Node, Object, OneOf, Text};

use super::set::{self, Block};
use super::{opened, set as assigned};

const BLOCKS_NAMED: [(&str, &str); 2] = [
    ("principals", "Principal"),
    ("not_principals", "NotPrincipal"),
];

/// The statement that a block makes.
pub(super) fn of_block(block: &Node) -> Node {
    let Node::Object(block) = block else {
        return block.clone();
    };
    let mut members = Object::new();
    let mut add = |name: &str, value: Node| {
        if !value.is_null() {
            members.insert(name.into(), value);
        }
    };
    add(
        "Sid",
        assigned(block.get("sid")).map(text).unwrap_or_default(),
    );
    let effect = assigned(block.get("effect")).map(text);
    add("Effect", effect.unwrap_or_else(|| Node::text("Allow")));
    for (from, to, replaces) in [
        ("actions", "Action", false),
        ("not_actions", "NotAction", false),
        ("resources", "Resource", true),
        ("not_resources", "NotResource", true),
    ] {
        let strings = |value: &Node| strings(value, replaces);
        add(to, branches(block.get(from), &strings));
    }
    for (from, to) in BLOCKS_NAMED {
        add(to, branches(block.get(from), &principals));
    }
    add("Condition", branches(block.get("condition"), &conditions));
    Node::Object(members)
}

/// What `make` makes of an argument, or of each of the values it may have; null where the argument is not set.
fn branches(value: Option<&Node>, make: &dyn Fn(&Node) -> Node) -> Node {
    match assigned(value) {
        None => Node::Null,
        Some(Node::OneOf(choice)) => Node::OneOf(Arc::new(OneOf {
            condition: choice.condition.clone(),
            values: choice
                .values
                .iter()
                .map(|value| branches(Some(value), make))
                .collect(),
        })),
        Some(value) => make(value),
    }
}

/// A scalar as the text that the provider's schema makes of it.
fn text(value: &Node) -> Node {
    match value {
        Node::Bool(value) => Node::text(if *value { "true" } else { "false" }),
        Node::Number(number) => Node::text(number.to_text()),
        other => other.clone(),
    }
}

/// A set of strings: the last first, one alone without the list around it.
fn strings(value: &Node, replaces: bool) -> Node {
    let Node::List(items) = value else {
        return if replaces {
            with_variables(value)
        } else {
            value.clone()
        };
    };
    let items: Vec<Node> = items
        .iter()
        .filter(|item| !item.is_null())
        .map(text)
        .collect();
    let mut items = set::distinct(items);
    if let [one] = items.as_mut_slice()
        && !matches!(one, Node::Rest(_))
    {
        let one = std::mem::take(one);
        return if replaces { with_variables(&one) } else { one };
    }
    set::last_first(&mut items);
    let items = Node::List(items);
    if replaces {
        with_variables(&items)
    } else {
        items
    }
}

/// `&{…}` stands for the policy variable `${…}`, which the configuration language would take for its own.
fn with_variables(value: &Node) -> Node {
    match value {
        Node::Text(text) if text.contains("&{") => Node::text(text.replace("&{", "${")),
        Node::List(items) => Node::List(items.iter().map(with_variables).collect()),
        Node::Join(parts) => Node::Join(parts.iter().map(with_variables).collect()),
        other => other.clone(),
    }
}

/// The blocks of an argument; where they are not known, what stands in place of all that is made of them.
fn blocks(value: &Node) -> Result<Vec<&Object>, Node> {
    let items = match value {
        Node::List(items) => items.as_slice(),
        Node::Object(_) => std::slice::from_ref(value),
        other => return Err(other.clone()),
    };
    items
        .iter()
        .map(|item| match item {
            Node::Object(block) => Ok(block),
            other => Err(opened(other).map_or_else(|| other.clone(), Node::Unknown)),
        })
        .collect()
}

fn principals(value: &Node) -> Node {
    let blocks = match blocks(value) {
        Ok(blocks) => blocks,
        Err(open) => return open,
    };
    let blocks = set::ordered(blocks, Block::Principals);
    let mut members = Object::new();
    for block in &blocks {
        let identifiers = block
            .get("identifiers")
            .map(|identifiers| strings(identifiers, true))
            .unwrap_or_default();
        let Some(kind) = block.get("type").and_then(Node::as_text) else {
            return block
                .get("type")
                .and_then(opened)
                .map(Node::Unknown)
                .unwrap_or_default();
        };
        if kind == "*" && blocks.len() == 1 && identifiers.as_text() == Some("*") {
            return Node::text("*");
        }
        add(&mut members, kind, identifiers);
    }
    Node::Object(members)
}

/// Adds identifiers beside those of an earlier block: one alone stays alone.
fn add(members: &mut Object, kind: &str, identifiers: Node) {
    let Some(earlier) = members.remove(kind) else {
        members.insert(kind.into(), identifiers);
        return;
    };
    let listed = |node: Node| match node {
        Node::List(items) => items,
        Node::Unknown(unknown) => vec![Node::Rest(unknown)],
        other => vec![other],
    };
    let mut all = listed(earlier);
    all.extend(listed(identifiers));
    members.insert(kind.into(), Node::List(all));
}

fn conditions(value: &Node) -> Node {
    let blocks = match blocks(value) {
        Ok(blocks) => blocks,
        Err(open) => return open,
    };
    let mut tests: Object = Object::new();
    for block in set::ordered(blocks, Block::Condition) {
        let (Some(test), Some(variable)) = (
            block.get("test").and_then(Node::as_text),
            block.get("variable").and_then(Node::as_text),
        ) else {
            let open = [block.get("test"), block.get("variable")]
                .into_iter()
                .flatten()
                .find_map(opened);
            return open.map(Node::Unknown).unwrap_or_default();
        };
        let values = with_variables(block.get("values").unwrap_or(&Node::Null));
        let values = match values {
            Node::List(items) => items
                .iter()
                .filter(|item| !item.is_null())
                .map(text)
                .collect(),
            Node::Null => Vec::new(),
            Node::Unknown(unknown) => vec![Node::Rest(unknown)],
            other => vec![text(&other)],
        };
        let Node::Object(variables) = tests
            .entry(Text::from(test))
            .or_insert_with(|| Node::Object(Object::new()))
        else {
            continue;
        };
        match variables.get_mut(variable) {
            Some(Node::List(items)) => items.extend(values),
            _ => {
                variables.insert(variable.into(), Node::List(values));
            }
        }
    }
    for variables in tests.values_mut() {
        let Node::Object(variables) = variables else {
            continue;
        };
        for values in variables.values_mut() {
            *values = alone(std::mem::take(values));
        }
    }
    Node::Object(tests)
}

/// A list of one as that one; a list of which only the whole is open as that whole.
fn alone(values: Node) -> Node {
    match values {
        Node::List(mut items) => match items.as_mut_slice() {
            [Node::Rest(rest)] => Node::Unknown(rest.clone()),
            [one] => std::mem::take(one),
            _ => Node::List(items),
        },
        other => other,
    }
}
