//! A graph as a drawing: Mermaid and DOT.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::value::Node;

/// Addresses with their types.
type Vertices = Vec<(String, String)>;

/// From, to and precision of references.
type Edges = BTreeSet<(String, String, String)>;

/// Nodes and edges of a graph document, each once.
fn parts(document: &Node) -> (Vertices, Edges) {
    let mut nodes = Vec::new();
    let mut edges = BTreeSet::new();
    for (address, resource) in document
        .get("resources")
        .and_then(Node::as_object)
        .into_iter()
        .flatten()
    {
        let text = |key: &str| {
            resource
                .get(key)
                .and_then(Node::as_text)
                .unwrap_or_default()
                .to_owned()
        };
        nodes.push((address.to_string(), text("type")));
        for reference in resource
            .get("refs")
            .and_then(Node::as_list)
            .unwrap_or_default()
        {
            let member = |key: &str| {
                reference
                    .get(key)
                    .and_then(Node::as_text)
                    .unwrap_or_default()
                    .to_owned()
            };
            edges.insert((address.to_string(), member("to"), member("precision")));
        }
    }
    (nodes, edges)
}

/// The graph as a Mermaid flowchart; mentions are dotted.
pub fn mermaid(document: &Node) -> String {
    let (nodes, edges) = parts(document);
    let id = |address: &str| {
        nodes
            .iter()
            .position(|(known, _)| known == address)
            .map_or_else(|| "missing".to_owned(), |at| format!("n{at}"))
    };
    let mut text = String::from("flowchart LR\n");
    for (address, kind) in &nodes {
        let shown = address.replace('"', "#quot;");
        let label = if address.contains(kind.as_str()) {
            shown
        } else {
            format!("{shown}<br/>{kind}")
        };
        let _ = writeln!(text, "  {}[\"{label}\"]", id(address));
    }
    for (from, to, precision) in &edges {
        let arrow = if precision == "mention" {
            "-.->"
        } else {
            "-->"
        };
        let _ = writeln!(text, "  {} {arrow} {}", id(from), id(to));
    }
    text
}

/// The graph in the DOT language of Graphviz; mentions are dashed.
pub fn dot(document: &Node) -> String {
    let (nodes, edges) = parts(document);
    let quoted = |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""));
    let mut text = String::from("digraph resources {\n  rankdir=LR;\n  node [shape=box];\n");
    for (address, _) in &nodes {
        let _ = writeln!(text, "  {};", quoted(address));
    }
    for (from, to, precision) in &edges {
        let style = if precision == "mention" {
            " [style=dashed]"
        } else {
            ""
        };
        let _ = writeln!(text, "  {} -> {}{style};", quoted(from), quoted(to));
    }
    text.push_str("}\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parse_json;

    #[test]
    fn addresses_with_quotes_are_escaped_in_both_languages() {
        let text = r#"{"resources": {"a.b[\"x\"]": {"type": "a", "refs": [{"to": "a.c", "precision": "mention"}]},
            "a.c": {"type": "a", "refs": []}}}"#;
        let document = parse_json(text).expect("valid");
        assert!(
            mermaid(&document).contains("n0[\"a.b[#quot;x#quot;]\"]"),
            "{}",
            mermaid(&document)
        );
        assert!(mermaid(&document).contains("n0 -.-> n1"));
        assert!(
            dot(&document).contains(r#""a.b[\"x\"]" -> "a.c" [style=dashed];"#),
            "{}",
            dot(&document)
        );
    }
}
