//! IAM and resource policies in one shape: statements, actions, resources and principals are always lists.

use crate::value::{Node, Object, Text};

/// Whether a decoded document is a policy.
pub fn is_policy(document: &Node) -> bool {
    document.get("Statement").is_some_and(|statement| {
        matches!(
            statement,
            Node::List(_) | Node::Object(_) | Node::Unknown(_) | Node::OneOf(_)
        )
    })
}

/// The normalised statements of a policy document.
pub fn statements(document: &Node) -> Vec<Node> {
    items(document.get("Statement"))
        .iter()
        .filter_map(statement)
        .collect()
}

fn statement(node: &Node) -> Option<Node> {
    let Node::Object(members) = node else {
        return (!node.is_null()).then(|| node.clone());
    };
    let member = |key: &str| member_of(members, key);
    let optional =
        |key: &str| member(key).map_or(Node::Null, |value| Node::List(texts(Some(value))));
    let lowered = |node: Node| match node {
        Node::List(items) => Node::List(items.into_iter().map(lower).collect()),
        other => other,
    };
    Some(Node::object([
        ("sid", member("Sid").cloned().unwrap_or_default()),
        (
            "effect",
            member("Effect").cloned().unwrap_or(Node::text("")),
        ),
        ("actions", lowered(Node::List(texts(member("Action"))))),
        ("not_actions", lowered(optional("NotAction"))),
        ("resources", Node::List(texts(member("Resource")))),
        ("not_resources", optional("NotResource")),
        ("principals", Node::List(principals(member("Principal")))),
        (
            "not_principals",
            member("NotPrincipal").map_or(Node::Null, |value| Node::List(principals(Some(value)))),
        ),
        ("conditions", Node::List(conditions(member("Condition")))),
    ]))
}

fn member_of<'a>(members: &'a Object, key: &str) -> Option<&'a Node> {
    members.get(key).filter(|value| !value.is_null())
}

/// A scalar, a list or nothing as a list.
fn items(node: Option<&Node>) -> Vec<Node> {
    match node {
        None | Some(Node::Null) => Vec::new(),
        Some(Node::List(items)) => items
            .iter()
            .filter(|item| !item.is_null())
            .cloned()
            .collect(),
        Some(other) => vec![other.clone()],
    }
}

/// As `items`, each as the text that IAM makes of it.
fn texts(node: Option<&Node>) -> Vec<Node> {
    items(node).into_iter().map(as_text).collect()
}

fn lower(node: Node) -> Node {
    match node {
        Node::Text(text) if text.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            Node::text(text.to_ascii_lowercase())
        }
        Node::Join(parts) => Node::Join(parts.into_iter().map(lower).collect()),
        other => other,
    }
}

fn principal(kind: &str, id: Node) -> Node {
    Node::object([("type", Node::text(kind)), ("id", id)])
}

fn principals(node: Option<&Node>) -> Vec<Node> {
    match node {
        Some(Node::Object(members)) => members
            .iter()
            .flat_map(|(kind, ids)| texts(Some(ids)).into_iter().map(|id| principal(kind, id)))
            .collect(),
        other => texts(other)
            .into_iter()
            .map(|id| principal("*", id))
            .collect(),
    }
}

fn conditions(node: Option<&Node>) -> Vec<Node> {
    let Some(Node::Object(operators)) = node else {
        return items(node);
    };
    let mut conditions = Vec::new();
    for (operator, tests) in operators {
        let Node::Object(tests) = tests else {
            conditions.push(tests.clone());
            continue;
        };
        for (key, values) in tests {
            conditions.push(Node::object([
                ("operator", Node::Text(operator.clone())),
                ("key", Node::Text(Text::from(key.to_ascii_lowercase()))),
                ("values", Node::List(texts(Some(values)))),
            ]));
        }
    }
    conditions
}

/// Whatever stands in a statement is text, so that rules need not ask: what is neither text nor symbol names nothing.
fn as_text(node: Node) -> Node {
    match node {
        Node::Bool(value) => Node::text(if value { "true" } else { "false" }),
        Node::Number(number) => Node::text(number.to_text()),
        Node::List(_) | Node::Object(_) if node.is_plain() => node.json_text(),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parse_json;

    fn normalised(text: &str) -> Vec<Node> {
        statements(&parse_json(text).expect("valid"))
    }

    #[test]
    fn scalar_and_list_spellings_are_one_statement() {
        let scalar = r#"{"Statement": {"Effect": "Allow", "Action": "SSM:GetParameter", "Resource": "*",
            "Principal": {"Service": "lambda.amazonaws.com"}}}"#;
        let list = r#"{"Statement": [{"Effect": "Allow", "Action": ["ssm:getparameter"], "Resource": ["*"],
            "Principal": {"Service": ["lambda.amazonaws.com"]}}]}"#;
        assert_eq!(normalised(scalar), normalised(list));
        assert_eq!(normalised(scalar).len(), 1);
    }

    #[test]
    fn whatever_stands_in_a_statement_is_text() {
        let statement = &normalised(
            r#"{"Statement": [{"Action": [7, true], "Resource": [{"a": 1}, null], "Principal": {"AWS": 123456789012},
                "Condition": {"StringEquals": {"aws:SourceAccount": [123456789012]}}}]}"#,
        )[0];
        assert_eq!(statement.at("/actions/0"), Some(&Node::text("7")));
        assert_eq!(statement.at("/actions/1"), Some(&Node::text("true")));
        assert_eq!(
            statement.at("/resources"),
            Some(&Node::List(vec![Node::text(r#"{"a":1}"#)]))
        );
        assert_eq!(
            statement.at("/principals/0/id"),
            Some(&Node::text("123456789012"))
        );
        assert_eq!(
            statement.at("/conditions/0/values/0"),
            Some(&Node::text("123456789012"))
        );
    }

    #[test]
    fn not_action_is_kept_apart_from_action() {
        let statement = &normalised(r#"{"Statement": [{"NotAction": "iam:*"}]}"#)[0];
        assert_eq!(statement.at("/not_actions/0"), Some(&Node::text("iam:*")));
        assert_eq!(statement.at("/actions"), Some(&Node::List(Vec::new())));
        assert_eq!(statement.at("/not_resources"), Some(&Node::Null));
    }

    #[test]
    fn a_condition_is_the_same_as_text_boolean_or_list() {
        let spell = |value: &str| {
            normalised(&format!(
                r#"{{"Statement": [{{"Condition": {{"Bool": {{"aws:SecureTransport": {value}}}}}}}]}}"#
            ))
        };
        assert_eq!(spell("false"), spell("\"false\""));
        assert_eq!(spell("false"), spell("[\"false\"]"));
    }
}
