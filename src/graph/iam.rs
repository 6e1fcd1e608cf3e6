//! IAM and resource policies in one shape: statements, actions, resources and principals are always lists.

use std::borrow::Cow;

use crate::value::{Form, Node, Text};

use super::render::named;

/// Whether a decoded document is a policy.
pub fn is_policy(document: &Node) -> bool {
    document.get("Statement").is_some_and(|statement| {
        matches!(
            statement,
            Node::List(_) | Node::Object(_) | Node::Unknown(_) | Node::OneOf(_)
        )
    })
}

/// Sees the nodes of a document with their references rendered.
pub trait Sight {
    /// The node with everything in it.
    fn see<'n>(&self, node: &'n Node) -> Cow<'n, Node>;
}

/// The sight of a document in which no reference is left.
pub struct AsIs;

impl Sight for AsIs {
    fn see<'n>(&self, node: &'n Node) -> Cow<'n, Node> {
        Cow::Borrowed(node)
    }
}

/// The normalised statements of a policy document.
pub fn statements<F: Form>(form: &mut F, document: &Node, sight: &dyn Sight) -> F::Value {
    let mut reader = Reader { form, sight };
    let statement = document.get("Statement").map(|node| reader.shape(node));
    let statements = items(statement.as_deref())
        .filter_map(|node| reader.statement(node))
        .collect();
    form.list(statements)
}

thread_local! {
    // On each thread its own: counting the holders of a text that two threads share slows both down.
    static STATEMENT: [Text; 9] = [
        "actions", "conditions", "effect", "not_actions", "not_principals", "not_resources", "principals", "resources",
        "sid",
    ]
    .map(Text::from);
    static PRINCIPAL: [Text; 2] = ["id", "type"].map(Text::from);
    static CONDITION: [Text; 3] = ["key", "operator", "values"].map(Text::from);
}

struct Reader<'r, F> {
    form: &'r mut F,
    sight: &'r dyn Sight,
}

impl<F: Form> Reader<'_, F> {
    /// A node of which the parts are not looked at yet.
    fn shape<'n>(&self, node: &'n Node) -> Cow<'n, Node> {
        match node {
            Node::List(_) | Node::Object(_) => Cow::Borrowed(node),
            other => self.sight.see(other),
        }
    }

    fn statement(&mut self, node: &Node) -> Option<F::Value> {
        let node = self.shape(node);
        let Node::Object(members) = &*node else {
            return (!node.is_null()).then(|| self.form.node(&node));
        };
        let member = |key: &str| members.get(key).filter(|value| !value.is_null());
        let null = self.form.node(&Node::Null);
        let effect = match member("Effect") {
            Some(effect) => self.form.node(&self.sight.see(effect)),
            None => self.form.node(&Node::text("")),
        };
        let values = [
            self.lowered(member("Action")),
            self.conditions(member("Condition")),
            effect,
            member("NotAction").map_or_else(|| null.clone(), |node| self.lowered(Some(node))),
            member("NotPrincipal").map_or_else(|| null.clone(), |node| self.principals(Some(node))),
            member("NotResource").map_or_else(|| null.clone(), |node| self.texts(Some(node))),
            self.principals(member("Principal")),
            self.texts(member("Resource")),
            member("Sid").map_or(null, |sid| self.form.node(&self.sight.see(sid))),
        ];
        Some(named(self.form, &STATEMENT, values))
    }

    /// The items of a scalar or list, each as the text that IAM makes of it.
    fn texts(&mut self, node: Option<&Node>) -> F::Value {
        let texts = self.items_as_texts(node, |text| text);
        self.form.list(texts)
    }

    /// The same in lower case.
    fn lowered(&mut self, node: Option<&Node>) -> F::Value {
        let texts = self.items_as_texts(node, lower);
        self.form.list(texts)
    }

    fn items_as_texts(
        &mut self,
        node: Option<&Node>,
        change: fn(Cow<'_, Node>) -> Cow<'_, Node>,
    ) -> Vec<F::Value> {
        let node = node.map(|node| self.shape(node));
        let mut texts = Vec::new();
        for item in items(node.as_deref()) {
            let item = self.sight.see(item);
            if !item.is_null() {
                texts.push(self.form.node(&change(as_text(&item))));
            }
        }
        texts
    }

    fn principals(&mut self, node: Option<&Node>) -> F::Value {
        let node = node.map(|node| self.shape(node));
        let mut principals = Vec::new();
        match node.as_deref() {
            Some(Node::Object(members)) => {
                for (kind, ids) in members {
                    self.add_principals(kind, Some(ids), &mut principals);
                }
            }
            other => self.add_principals(&Text::from("*"), other, &mut principals),
        }
        self.form.list(principals)
    }

    fn add_principals(&mut self, kind: &Text, ids: Option<&Node>, principals: &mut Vec<F::Value>) {
        for id in self.items_as_texts(ids, |text| text) {
            let values = [id, self.form.text(kind)];
            principals.push(named(self.form, &PRINCIPAL, values));
        }
    }

    fn conditions(&mut self, node: Option<&Node>) -> F::Value {
        let node = node.map(|node| self.shape(node));
        let mut conditions = Vec::new();
        match node.as_deref() {
            Some(Node::Object(operators)) => {
                for (operator, tests) in operators {
                    let tests = self.shape(tests);
                    let Node::Object(tests) = &*tests else {
                        conditions.push(self.form.node(&self.sight.see(&tests)));
                        continue;
                    };
                    for (key, values) in tests {
                        let values = [
                            self.form.text(&Text::from(key.to_ascii_lowercase())),
                            self.form.text(operator),
                            self.texts(Some(values)),
                        ];
                        conditions.push(named(self.form, &CONDITION, values));
                    }
                }
            }
            other => {
                for item in items(other) {
                    conditions.push(self.form.node(&self.sight.see(item)));
                }
            }
        }
        self.form.list(conditions)
    }
}

/// A scalar, a list or nothing as a list, without its nulls.
fn items(node: Option<&Node>) -> impl Iterator<Item = &Node> {
    let items = match node {
        Some(Node::List(items)) => items.as_slice(),
        Some(other) => std::slice::from_ref(other),
        None => &[],
    };
    items.iter().filter(|item| !item.is_null())
}

fn lower(node: Cow<'_, Node>) -> Cow<'_, Node> {
    match &*node {
        Node::Text(text) if text.bytes().any(|byte| byte.is_ascii_uppercase()) => {
            Cow::Owned(Node::text(text.to_ascii_lowercase()))
        }
        Node::Join(parts) => {
            let parts = parts
                .iter()
                .map(|part| lower(Cow::Borrowed(part)).into_owned());
            Cow::Owned(Node::Join(parts.collect()))
        }
        _ => node,
    }
}

/// Whatever stands in a statement is text, so that rules need not ask: what is neither text nor symbol names nothing.
fn as_text(node: &Node) -> Cow<'_, Node> {
    match node {
        Node::Bool(value) => Cow::Owned(Node::text(if *value { "true" } else { "false" })),
        Node::Number(number) => Cow::Owned(Node::text(number.to_text())),
        Node::List(_) | Node::Object(_) if node.is_plain() => Cow::Owned(node.json_text()),
        other => Cow::Borrowed(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Nodes, parse_json};

    fn normalised(text: &str) -> Vec<Node> {
        let document = parse_json(text).expect("valid");
        match statements(&mut Nodes, &document, &AsIs) {
            Node::List(statements) => statements,
            other => panic!("{other:?}"),
        }
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
