//! The JSON document that an `aws_iam_policy_document` data source makes from its arguments, symbols kept.

use std::sync::Arc;

use crate::value::{Node, Object, Text, Unknown, parse_json};

/// Assembles the document from the data source's arguments, which may be symbolic; unset parts take the provider's defaults.
///
/// The result is an object. Where an argument as a whole is open the part of the document it fills is open.
pub fn assemble(values: &Node) -> Node {
    let mut statements = Statements::default();
    let mut version = None;
    let mut id = None;
    let mut merge = |statements: &mut Statements, document: &Node| {
        statements.merge(document, &mut version, &mut id);
    };
    for name in ["source_json", "source_policy_documents"] {
        for document in documents(values.get(name)) {
            merge(&mut statements, &document);
        }
    }
    merge(&mut statements, &own_document(values));
    for name in ["override_policy_documents", "override_json"] {
        for document in documents(values.get(name)) {
            merge(&mut statements, &document);
        }
    }
    let mut members = Object::new();
    members.insert(
        "Version".into(),
        version.unwrap_or_else(|| Node::text("2012-10-17")),
    );
    if let Some(id) = id {
        members.insert("Id".into(), id);
    }
    if !statements.0.is_empty() {
        members.insert("Statement".into(), Node::List(statements.0));
    }
    Node::Object(members)
}

fn own_document(values: &Node) -> Node {
    let mut members = Object::new();
    for (from, to) in [("version", "Version"), ("policy_id", "Id")] {
        if let Some(value) = set(values.get(from)) {
            members.insert(to.into(), value.clone());
        }
    }
    let statements = match values.get("statement") {
        Some(Node::List(items)) => items.iter().map(statement).collect(),
        Some(Node::Unknown(unknown)) => vec![Node::Rest(unknown.clone())],
        Some(object @ Node::Object(_)) => vec![statement(object)],
        _ => Vec::new(),
    };
    members.insert("Statement".into(), Node::List(statements));
    Node::Object(members)
}

/// The documents of a `source_…` or `override_…` argument: decoded, or unknown.
fn documents(argument: Option<&Node>) -> Vec<Node> {
    match argument {
        None | Some(Node::Null) => Vec::new(),
        Some(Node::List(items)) => items
            .iter()
            .filter(|item| !item.is_null())
            .map(decoded)
            .collect(),
        Some(Node::Text(text)) if text.is_empty() => Vec::new(),
        Some(one) => vec![decoded(one)],
    }
}

fn decoded(document: &Node) -> Node {
    match document {
        Node::Json(inner) => inner.as_ref().clone(),
        Node::Text(text) => parse_json(text).unwrap_or_default(),
        other => other.clone(),
    }
}

/// Statements in order; a later one replaces an earlier one of the same `Sid`.
#[derive(Default)]
struct Statements(Vec<Node>);

impl Statements {
    fn merge(&mut self, document: &Node, version: &mut Option<Node>, id: &mut Option<Node>) {
        let Node::Object(members) = document else {
            if let Some(open) = opened(document) {
                self.merge_open(&open);
            }
            return;
        };
        *version = set(members.get("Version")).cloned().or(version.take());
        *id = set(members.get("Id")).cloned().or(id.take());
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

    fn push(&mut self, statement: &Node) {
        let sid = statement
            .get("Sid")
            .and_then(Node::as_text)
            .filter(|sid| !sid.is_empty());
        let earlier = sid.and_then(|sid| {
            self.0
                .iter()
                .position(|earlier| earlier.get("Sid").and_then(Node::as_text) == Some(sid))
        });
        match earlier.and_then(|earlier| self.0.get_mut(earlier)) {
            Some(earlier) => *earlier = statement.clone(),
            None => self.0.push(statement.clone()),
        }
    }

    /// A document of which nothing is known may replace every statement that has a `Sid`, and add others.
    fn merge_open(&mut self, open: &Arc<Unknown>) {
        for (index, statement) in self.0.iter_mut().enumerate() {
            if statement.get("Sid").is_some() {
                let mut replaced = Unknown::clone(open);
                replaced.id = Text::from(format!("{}/Statement/{index}", open.id));
                replaced.kind = Some("object".into());
                *statement = Node::Unknown(Arc::new(replaced));
            }
        }
        self.0.push(Node::Rest(open.clone()));
    }
}

/// A symbolic document as one unknown.
fn opened(document: &Node) -> Option<Arc<Unknown>> {
    match document {
        Node::Unknown(unknown) | Node::Rest(unknown) => Some(unknown.clone()),
        Node::Ref(reference) => Some(Arc::new(Unknown {
            reason: "computed".into(),
            id: format!("{}.{}", reference.address, reference.attribute).into(),
            mentions: vec![reference.clone()],
            ..Unknown::default()
        })),
        Node::Join(_) | Node::OneOf(_) => {
            let mut mentions = Vec::new();
            document.walk(&mut String::new(), &mut |_, node| {
                if let Node::Ref(reference) = node {
                    mentions.push(reference.clone());
                }
            });
            let id = serde_json::to_string(document).unwrap_or_default();
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

fn statement(block: &Node) -> Node {
    let Node::Object(block) = block else {
        return block.clone();
    };
    let mut members = Object::new();
    if let Some(sid) = set(block.get("sid")) {
        members.insert("Sid".into(), sid.clone());
    }
    members.insert(
        "Effect".into(),
        set(block.get("effect"))
            .cloned()
            .unwrap_or_else(|| Node::text("Allow")),
    );
    for (from, to) in [
        ("actions", "Action"),
        ("not_actions", "NotAction"),
        ("resources", "Resource"),
        ("not_resources", "NotResource"),
    ] {
        if let Some(value) = set(block.get(from)) {
            members.insert(to.into(), one_or_list(&with_variables(value)));
        }
    }
    for (from, to) in [
        ("principals", "Principal"),
        ("not_principals", "NotPrincipal"),
    ] {
        if let Some(value) = set(block.get(from)) {
            members.insert(to.into(), principals(value));
        }
    }
    if let Some(value) = set(block.get("condition")) {
        members.insert("Condition".into(), conditions(value));
    }
    Node::Object(members)
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

/// A list of one stands as that one, as the provider writes it.
fn one_or_list(value: &Node) -> Node {
    match value {
        Node::List(items) => match items.as_slice() {
            [Node::Rest(_)] => value.clone(),
            [one] => one.clone(),
            _ => value.clone(),
        },
        other => other.clone(),
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

/// Members of one value without the list around it.
fn unlisted(members: Object) -> Node {
    let members = members.into_iter();
    Node::Object(
        members
            .map(|(key, value)| (key, one_or_list(&value)))
            .collect(),
    )
}

fn principals(value: &Node) -> Node {
    let blocks = match blocks(value) {
        Ok(blocks) => blocks,
        Err(open) => return open,
    };
    let mut members: Object = Object::new();
    for block in &blocks {
        let identifiers = block
            .get("identifiers")
            .map(with_variables)
            .unwrap_or_default();
        let Some(kind) = block.get("type").and_then(Node::as_text) else {
            return block
                .get("type")
                .and_then(opened)
                .map(Node::Unknown)
                .unwrap_or_default();
        };
        if kind == "*" && blocks.len() == 1 && one_or_list(&identifiers).as_text() == Some("*") {
            return Node::text("*");
        }
        add(&mut members, kind, &identifiers);
    }
    unlisted(members)
}

fn conditions(value: &Node) -> Node {
    let blocks = match blocks(value) {
        Ok(blocks) => blocks,
        Err(open) => return open,
    };
    let mut tests: Object = Object::new();
    for block in blocks {
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
        let values = block.get("values").map(with_variables).unwrap_or_default();
        if let Node::Object(variables) = tests
            .entry(test.into())
            .or_insert_with(|| Node::Object(Object::new()))
        {
            add(variables, variable, &values);
        }
    }
    Node::Object(
        tests
            .into_iter()
            .map(|(test, variables)| match variables {
                Node::Object(variables) => (test, unlisted(variables)),
                other => (test, other),
            })
            .collect(),
    )
}

/// Adds `values` under `key`, beside the ones that are there.
fn add(members: &mut Object, key: &str, values: &Node) {
    let mut more = match values {
        Node::List(items) => items.clone(),
        Node::Unknown(unknown) if members.contains_key(key) => vec![Node::Rest(unknown.clone())],
        other => vec![other.clone()],
    };
    match members.get_mut(key) {
        Some(Node::List(items)) => items.append(&mut more),
        _ => {
            members.insert(key.into(), Node::List(more));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Node {
        parse_json(text).expect("json")
    }

    /// The provider writes sets in an order of its own.
    fn sorted(node: &Node) -> Node {
        match node {
            Node::List(items) => {
                let mut items: Vec<Node> = items.iter().map(sorted).collect();
                if items.iter().all(|item| item.as_text().is_some()) {
                    items.sort();
                }
                Node::List(items)
            }
            Node::Object(members) => Node::Object(
                members
                    .iter()
                    .map(|(key, value)| (key.clone(), sorted(value)))
                    .collect(),
            ),
            other => other.clone(),
        }
    }

    #[test]
    fn documents_are_those_that_the_provider_makes() {
        let recorded = parsed(include_str!(
            "../../../tests/data/policy-documents/recorded.json"
        ));
        let recorded = recorded.as_list().expect("a list");
        assert_eq!(recorded.len(), 3);
        for one in recorded {
            let expected = parsed(one.get("json").and_then(Node::as_text).expect("text"));
            let made = assemble(one.get("values").expect("values"));
            assert_eq!(sorted(&made), sorted(&expected), "{:?}", one.get("address"));
        }
    }

    fn open(id: &str) -> Node {
        Node::Unknown(Arc::new(Unknown {
            id: id.into(),
            ..Unknown::default()
        }))
    }

    #[test]
    fn an_open_source_document_adds_statements_and_leaves_the_own_ones() {
        let own = parsed(r#"{"statement": [{"sid": "S", "actions": ["a:b"]}]}"#);
        let Node::Object(mut values) = own else {
            panic!("an object")
        };
        values.insert(
            "source_policy_documents".into(),
            Node::List(vec![open("x")]),
        );
        let document = assemble(&Node::Object(values));
        let statements = document
            .get("Statement")
            .and_then(Node::as_list)
            .expect("a list");
        assert!(
            matches!(statements, [Node::Rest(rest), Node::Object(_)] if &*rest.id == "x"),
            "{statements:?}"
        );
    }

    #[test]
    fn an_open_override_may_replace_every_statement_that_has_a_sid() {
        let own =
            parsed(r#"{"statement": [{"sid": "S", "actions": ["a:b"]}, {"actions": ["c:d"]}]}"#);
        let Node::Object(mut values) = own else {
            panic!("an object")
        };
        values.insert("override_policy_documents".into(), open("x"));
        let document = assemble(&Node::Object(values));
        let statements = document
            .get("Statement")
            .and_then(Node::as_list)
            .expect("a list");
        assert!(
            matches!(
                statements,
                [Node::Unknown(_), Node::Object(_), Node::Rest(_)]
            ),
            "{statements:?}"
        );
    }

    #[test]
    fn open_parts_stay_where_they_belong() {
        let mut statement = Object::new();
        statement.insert("actions".into(), parsed(r#"["a:b"]"#));
        statement.insert(
            "resources".into(),
            Node::List(vec![open("r"), Node::text("&{aws:username}")]),
        );
        statement.insert(
            "principals".into(),
            Node::List(vec![Node::object([
                ("type", Node::text("AWS")),
                ("identifiers", open("p")),
            ])]),
        );
        statement.insert(
            "condition".into(),
            Node::List(vec![Node::object([
                ("test", open("t")),
                ("variable", Node::text("v")),
                ("values", open("w")),
            ])]),
        );
        let document = assemble(&Node::object([(
            "statement",
            Node::List(vec![Node::Object(statement)]),
        )]));
        assert_eq!(document.at("/Statement/0/Resource/0"), Some(&open("r")));
        assert_eq!(
            document.at("/Statement/0/Resource/1"),
            Some(&Node::text("${aws:username}"))
        );
        assert_eq!(document.at("/Statement/0/Principal/AWS"), Some(&open("p")));
        assert_eq!(document.at("/Statement/0/Condition"), Some(&open("t")));
        assert_eq!(
            document.at("/Statement/0/Effect"),
            Some(&Node::text("Allow"))
        );
    }
}
