//! Hiding what an artifact marks as sensitive from everything that is printed.

use std::collections::BTreeSet;

use crate::value::{Node, Text, parse_json, split_pointer};

use super::model::Graph;

/// What stands in for a sensitive value.
pub const HIDDEN: &str = "(sensitive)";

/// Texts shorter than this are not searched for in messages: they would hide unrelated words.
const SHORTEST: usize = 4;

/// The graph with every sensitive value replaced.
pub fn redacted(mut graph: Graph) -> Graph {
    let mut secrets = BTreeSet::new();
    for resource in graph.resources.values_mut() {
        for pointer in resource.sensitive.clone() {
            for node in [&mut resource.values, &mut resource.before] {
                if let Some(node) = at_mut(node, &pointer) {
                    collect(node, &mut secrets);
                    *node = Node::text(HIDDEN);
                }
            }
        }
    }
    for pointer in graph.sensitive.clone() {
        if let Some(node) = root_mut(&mut graph, &pointer) {
            collect(node, &mut secrets);
            *node = Node::text(HIDDEN);
        }
    }
    for node in graph
        .outputs
        .values_mut()
        .chain(graph.variables.values_mut())
    {
        hide(node, &secrets);
    }
    graph
}

/// The output or variable at a pointer such as `/outputs/password`.
fn root_mut<'a>(graph: &'a mut Graph, pointer: &str) -> Option<&'a mut Node> {
    let mut tokens = split_pointer(pointer);
    let section = match tokens.next()?.as_ref() {
        "outputs" => &mut graph.outputs,
        "variables" => &mut graph.variables,
        _ => return None,
    };
    section.get_mut(tokens.next()?.as_ref())
}

fn root<'a>(graph: &'a Graph, pointer: &str) -> Option<&'a Node> {
    let mut tokens = split_pointer(pointer);
    let section = match tokens.next()?.as_ref() {
        "outputs" => &graph.outputs,
        "variables" => &graph.variables,
        _ => return None,
    };
    section.get(tokens.next()?.as_ref())
}

/// The sensitive texts of a graph, longest first.
pub fn sensitive_texts(graph: &Graph) -> Vec<Text> {
    let mut secrets = BTreeSet::new();
    for resource in graph.resources.values() {
        for pointer in &resource.sensitive {
            for node in [&resource.values, &resource.before] {
                if let Some(node) = node.at(pointer) {
                    collect(node, &mut secrets);
                }
            }
        }
    }
    for pointer in &graph.sensitive {
        if let Some(node) = root(graph, pointer) {
            collect(node, &mut secrets);
        }
    }
    let mut texts: Vec<Text> = secrets.into_iter().collect();
    texts.sort_by_key(|text| std::cmp::Reverse(text.len()));
    texts
}

/// `message` without any of the sensitive texts.
pub fn without_secrets(message: &str, secrets: &[Text]) -> String {
    secrets.iter().fold(message.to_owned(), |message, secret| {
        message.replace(&**secret, HIDDEN)
    })
}

fn at_mut<'a>(node: &'a mut Node, pointer: &str) -> Option<&'a mut Node> {
    split_pointer(pointer).try_fold(node, |node, token| match node {
        Node::Object(members) => members.get_mut(token.as_ref()),
        Node::List(items) => items.get_mut(token.parse::<usize>().ok()?),
        _ => None,
    })
}

/// Collects the texts in `node`: as they are, as JSON writes them, and those inside of documents that they encode.
fn collect(node: &Node, secrets: &mut BTreeSet<Text>) {
    let mut documents = Vec::new();
    node.walk(&mut String::new(), &mut |_, node| match node {
        Node::Text(text) if text.len() >= SHORTEST => {
            secrets.insert(text.clone());
            let quoted = serde_json::to_string(&**text).unwrap_or_default();
            let inner = quoted
                .strip_prefix('"')
                .and_then(|quoted| quoted.strip_suffix('"'));
            secrets.extend(inner.filter(|inner| *inner != &**text).map(Text::from));
            if text.trim_start().starts_with(['{', '[']) {
                documents.extend(parse_json(text));
            }
        }
        Node::Number(number) => {
            let text = number.to_text();
            if text.len() >= SHORTEST {
                secrets.insert(Text::from(text));
            }
        }
        _ => {}
    });
    for document in &documents {
        collect(document, secrets);
    }
}

fn hide(node: &mut Node, secrets: &BTreeSet<Text>) {
    match node {
        Node::Text(text) if secrets.contains(text) => *node = Node::text(HIDDEN),
        Node::List(items) => items.iter_mut().for_each(|item| hide(item, secrets)),
        Node::Object(members) => members.values_mut().for_each(|value| hide(value, secrets)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Kind, Resource, symbolic};

    #[test]
    fn a_sensitive_value_is_nowhere_in_what_is_printed() {
        let mut graph = Graph::new(Kind::Plan);
        let mut resource = Resource::new("aws_db_instance.d", "aws_db_instance", "d");
        resource.values = Node::object([
            ("password", Node::text("hunter22")),
            ("name", Node::text("d")),
            ("pin", Node::from(987_654)),
            ("login", Node::text(r#"{"user": "some \"one\""}"#)),
        ]);
        resource.sensitive = ["/password", "/pin", "/login"].map(str::to_owned).to_vec();
        graph.resources.insert("aws_db_instance.d".into(), resource);
        graph.outputs.insert("leak".into(), Node::text("hunter22"));
        assert_eq!(
            without_secrets("password is hunter22", &sensitive_texts(&graph)),
            "password is (sensitive)"
        );
        assert_eq!(
            without_secrets(
                r#"987654, {"user": "some \"one\""} and some "one""#,
                &sensitive_texts(&graph)
            ),
            "(sensitive), (sensitive) and (sensitive)"
        );
        let printed = serde_json::to_string(&symbolic(&redacted(graph))).expect("printed");
        assert!(!printed.contains("hunter22"), "{printed}");
        assert!(printed.contains(HIDDEN), "{printed}");
    }
}
