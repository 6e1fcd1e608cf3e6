//! The JSON document that an `aws_iam_policy_document` data source makes from its arguments, symbols kept.

mod decoded;
mod set;
mod statement;
#[cfg(test)]
mod tests;
mod text;

use std::sync::Arc;

use crate::value::{Node, Object, OneOf, Text, Unknown};

pub use text::{encoded, id};

/// Documents that differ by conditions are told apart up to this number.
const MOST_CHOICES: usize = 16;

/// Assembles the document from the data source's arguments, which may be symbolic; unset parts take the provider's defaults.
///
/// The result is an object, or a choice between objects. Where an argument as a whole is open the part of the document it
/// fills is open. What is known has the order and the form that the provider gives it.
pub fn assemble(values: &Node) -> Node {
    let mut left = MOST_CHOICES;
    chosen(values, values.get("statement"), &mut left)
}

/// Adds what the data source shows of itself where nothing is assigned.
pub fn add_defaults(values: &mut Object) {
    let unset = |value: Option<&Node>| value.is_none_or(Node::is_null);
    if unset(values.get("version")) {
        values.insert("version".into(), Node::text(NEWEST_VERSION));
    }
    if let Some(Node::List(statements)) = values.get_mut("statement") {
        for statement in statements {
            if let Node::Object(statement) = statement
                && unset(statement.get("effect"))
            {
                statement.insert("effect".into(), Node::text("Allow"));
            }
        }
    }
}

/// The document for each choice of statements.
fn chosen(values: &Node, statements: Option<&Node>, left: &mut usize) -> Node {
    match statements {
        Some(Node::OneOf(choice)) if *left >= choice.values.len() => {
            *left -= choice.values.len();
            let documents = choice
                .values
                .iter()
                .map(|statements| chosen(values, Some(statements), left))
                .collect();
            Node::OneOf(Arc::new(OneOf {
                condition: choice.condition.clone(),
                values: documents,
            }))
        }
        statements => of_statements(values, statements),
    }
}

fn of_statements(values: &Node, statements: Option<&Node>) -> Node {
    let mut merged = Merged::default();
    for name in ["source_json", "source_policy_documents"] {
        for document in decoded::documents(values.get(name)) {
            merged.merge(&document);
        }
    }
    merged.merge(&own_document(values, statements));
    for name in ["override_policy_documents", "override_json"] {
        for document in decoded::documents(values.get(name)) {
            merged.merge(&document);
        }
    }
    let mut members = Object::new();
    members.insert(
        "Version".into(),
        merged.version.unwrap_or_else(|| Node::text(NEWEST_VERSION)),
    );
    if let Some(id) = merged.id {
        members.insert("Id".into(), id);
    }
    if !merged.statements.is_empty() {
        members.insert("Statement".into(), Node::List(merged.statements));
    }
    Node::Object(members)
}

const NEWEST_VERSION: &str = "2012-10-17";

fn own_document(values: &Node, statements: Option<&Node>) -> Node {
    let mut members = Object::new();
    let version = set(values.get("version")).cloned();
    members.insert(
        "Version".into(),
        version.unwrap_or_else(|| Node::text(NEWEST_VERSION)),
    );
    if let Some(id) = set(values.get("policy_id")) {
        members.insert("Id".into(), id.clone());
    }
    let statements = match statements {
        Some(Node::List(items)) => items.iter().map(statement::of_block).collect(),
        Some(object @ Node::Object(_)) => vec![statement::of_block(object)],
        Some(other) => opened(other).map(Node::Rest).into_iter().collect(),
        None => Vec::new(),
    };
    members.insert("Statement".into(), Node::List(statements));
    Node::Object(members)
}

/// Documents merged in turn: a later statement replaces an earlier one of the same `Sid`.
#[derive(Default)]
struct Merged {
    version: Option<Node>,
    id: Option<Node>,
    statements: Vec<Node>,
}

impl Merged {
    fn merge(&mut self, document: &Node) {
        let Node::Object(members) = document else {
            if let Some(open) = opened(document) {
                self.merge_open(&open);
            }
            return;
        };
        if let Some(version) = set(members.get("Version")) {
            self.upgrade(version);
        }
        if let Some(id) = set(members.get("Id")) {
            self.id = Some(id.clone());
        }
        match members.get("Statement") {
            Some(Node::List(items)) => items.iter().for_each(|statement| self.push(statement)),
            Some(one @ Node::Object(_)) => self.push(one),
            Some(other) => {
                if let Some(open) = opened(other) {
                    self.merge_open(&open);
                }
            }
            None => {}
        }
    }

    /// The newest version holds.
    fn upgrade(&mut self, version: &Node) {
        let newer = match (&self.version, version) {
            (Some(Node::Text(old)), Node::Text(new)) => new > old,
            (Some(Node::Text(old)), _) => &**old != NEWEST_VERSION,
            _ => true,
        };
        if newer {
            self.version = Some(version.clone());
        }
    }

    fn push(&mut self, statement: &Node) {
        if let Node::Rest(open) = statement {
            self.statements.push(Node::Rest(open.clone()));
            return;
        }
        let Some(sid) = set(statement.get("Sid")) else {
            self.statements.push(statement.clone());
            return;
        };
        let same = |earlier: &Node| earlier.get("Sid") == Some(sid);
        if let Some(earlier) = self.statements.iter_mut().find(|earlier| same(earlier)) {
            *earlier = statement.clone();
            return;
        }
        // Of two different `Sid`s one of which is open nobody knows whether they are equal.
        let is_open = !matches!(sid, Node::Text(_));
        for (index, earlier) in self.statements.iter_mut().enumerate() {
            let open = match earlier.get("Sid") {
                Some(Node::Text(_)) => is_open.then(|| opened(sid)).flatten(),
                Some(other) => opened(other),
                None => None,
            };
            if let Some(open) = open {
                *earlier = replaced(&open, index);
            }
        }
        self.statements.push(statement.clone());
    }

    /// A document of which nothing is known may replace every statement that has a `Sid`, and add others.
    fn merge_open(&mut self, open: &Arc<Unknown>) {
        for (index, statement) in self.statements.iter_mut().enumerate() {
            if statement.get("Sid").is_some() {
                *statement = replaced(open, index);
            }
        }
        // The document is a text; what it brings are statements.
        self.statements.push(Node::Rest(Arc::new(Unknown {
            id: format!("{}#statements", open.id).into(),
            kind: Some("object".into()),
            domain: Vec::new(),
            ..Unknown::clone(open)
        })));
    }
}

/// A statement that `open` may have replaced.
fn replaced(open: &Unknown, index: usize) -> Node {
    let mut replaced = open.clone();
    replaced.id = Text::from(format!("{}/Statement/{index}", open.id));
    replaced.kind = Some("object".into());
    Node::Unknown(Arc::new(replaced))
}

/// A symbolic part as one unknown.
fn opened(node: &Node) -> Option<Arc<Unknown>> {
    match node {
        Node::Unknown(unknown) | Node::Rest(unknown) => Some(unknown.clone()),
        Node::Ref(reference) => Some(Arc::new(Unknown {
            reason: "computed".into(),
            id: format!("{}.{}", reference.address, reference.attribute).into(),
            mentions: vec![reference.clone()],
            ..Unknown::default()
        })),
        Node::Join(_) | Node::OneOf(_) => {
            let mut mentions = Vec::new();
            node.walk(&mut String::new(), &mut |_, node| match node {
                Node::Ref(reference) => mentions.push(reference.clone()),
                Node::Unknown(unknown) | Node::Rest(unknown) => {
                    mentions.extend(unknown.mentions.iter().cloned());
                }
                _ => {}
            });
            mentions.sort_unstable();
            mentions.dedup();
            let id = serde_json::to_string(node).unwrap_or_default();
            Some(Arc::new(Unknown {
                reason: "function".into(),
                id: id.into(),
                mentions,
                ..Unknown::default()
            }))
        }
        _ => None,
    }
}

/// The value when it is set: not null, not the empty text or list.
fn set(value: Option<&Node>) -> Option<&Node> {
    value.filter(|value| match value {
        Node::Null => false,
        Node::Text(text) => !text.is_empty(),
        Node::List(items) => !items.is_empty(),
        _ => true,
    })
}
