//! What is made of the arguments of policy documents.

use super::*;
use crate::value::parse_json;

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
        "../../../../tests/data/policy-documents/recorded.json"
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
        matches!(statements, [Node::Rest(rest), Node::Object(_)] if &*rest.id == "x#statements" && rest.kind.as_deref() == Some("object")),
        "{statements:?}"
    );
}

#[test]
fn an_open_override_may_replace_every_statement_that_has_a_sid() {
    let own = parsed(r#"{"statement": [{"sid": "S", "actions": ["a:b"]}, {"actions": ["c:d"]}]}"#);
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
