//! Tests of template graphs: each function in both syntaxes, and each way in which templates mislead graders.

mod bombs;
mod choices;
mod folders;
mod functions;
mod partial;
mod resources;

use crate::artifact::template::Template;
use crate::graph::{Graph, Options, from_templates};
use crate::source::SourceText;
use crate::value::{Node, parse_json};

fn template(text: &str) -> Template {
    let name = if text.trim_start().starts_with('{') {
        "t.json"
    } else {
        "t.yaml"
    };
    Template::read(&SourceText::new(name, text)).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn graph_with(text: &str, parameters: &[(&str, &str)]) -> Graph {
    let options = Options {
        parameters: parameters
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect(),
        ..Options::default()
    };
    from_templates(&[template(text)], &options).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn graph(text: &str) -> Graph {
    graph_with(text, &[])
}

/// The value of property `a` of a resource of an unknown type, beside the given sections and resources.
fn value_in(sections: &str, expression: &str) -> Node {
    let text = format!(
        "{sections}\nResources:\n  Q: {{Type: AWS::SQS::Queue}}\n  R:\n    Type: X::Y::Z\n    Properties:\n      a: {expression}\n"
    );
    property(&graph(&text), "R", "/a")
}

fn value(expression: &str) -> Node {
    value_in("", expression)
}

fn property(graph: &Graph, address: &str, pointer: &str) -> Node {
    graph.resources[address]
        .values
        .at(pointer)
        .cloned()
        .unwrap_or_default()
}

fn json(text: &str) -> Node {
    parse_json(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// The encoded form, in which symbolic nodes are tagged objects.
fn shown(node: &Node) -> String {
    serde_json::to_string(node).expect("serialised")
}

fn unknown_of(node: &Node) -> (&str, &str) {
    match node {
        Node::Unknown(unknown) => (&unknown.reason, &unknown.id),
        other => panic!("{other:?}"),
    }
}
