//! `graph.reachable_paths` with a limit: the number of paths can grow with the factorial of the nodes.

use std::collections::BTreeSet;

use regorus::Value;

use super::{BuiltinError, LARGEST_LIST};

const NAME: &str = "graph.reachable_paths";

/// `graph.reachable_paths(graph, initial)`.
pub(super) fn reachable_paths(args: &[Value]) -> Result<Value, BuiltinError> {
    let [Value::Object(graph), initial] = args else {
        return Err(BuiltinError::new(format!(
            "`{NAME}` takes a graph object and a list or set of nodes"
        )));
    };
    let mut search = Search {
        graph,
        paths: BTreeSet::new(),
        path: Vec::new(),
        on_path: BTreeSet::new(),
        steps: 0,
    };
    match initial {
        Value::Array(nodes) => nodes.iter().try_for_each(|node| search.visit(node))?,
        Value::Set(nodes) => nodes
            .iter_sorted()
            .try_for_each(|node| search.visit(node))?,
        other => return Err(BuiltinError::operand(NAME, 2, "a list or set", other)),
    }
    Ok(Value::from(search.paths))
}

struct Search<'g> {
    graph: &'g regorus::value::Object,
    paths: BTreeSet<Value>,
    path: Vec<Value>,
    on_path: BTreeSet<Value>,
    steps: usize,
}

impl Search<'_> {
    /// Longest path followed; the search is recursive.
    const DEEPEST: usize = 10_000;

    fn visit(&mut self, node: &Value) -> Result<(), BuiltinError> {
        self.steps += self.path.len() + 1;
        if self.steps > LARGEST_LIST || self.path.len() > Self::DEEPEST {
            return Err(BuiltinError::too_large(NAME));
        }
        let is_end =
            matches!(node, Value::String(text) if text.is_empty()) || self.on_path.contains(node);
        let Some(neighbours) = self.graph.get(node).filter(|_| !is_end) else {
            self.keep();
            return Ok(());
        };
        let neighbours: Vec<Value> = match neighbours {
            Value::Array(items) => items.iter().cloned().collect(),
            Value::Set(items) => items.iter_sorted().cloned().collect(),
            Value::Null => Vec::new(),
            other => {
                return Err(BuiltinError::operand(
                    NAME,
                    1,
                    "an object of lists or sets",
                    other,
                ));
            }
        };
        self.path.push(node.clone());
        self.on_path.insert(node.clone());
        if neighbours.is_empty() {
            self.keep();
        }
        for neighbour in &neighbours {
            self.visit(neighbour)?;
        }
        self.on_path.remove(node);
        self.path.pop();
        Ok(())
    }

    fn keep(&mut self) {
        if !self.path.is_empty() {
            self.paths.insert(Value::from(self.path.clone()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(graph: &str, initial: &str) -> Result<Value, BuiltinError> {
        reachable_paths(&[
            Value::from_json_str(graph).expect("valid"),
            Value::from_json_str(initial).expect("valid"),
        ])
    }

    #[test]
    fn paths_end_at_leaves_and_at_cycles() {
        let found = paths(r#"{"a": ["b", "c"], "b": ["a"], "c": []}"#, r#"["a"]"#).expect("found");
        assert_eq!(found.to_string(), r#"[["a","b"],["a","c"]]"#);
    }

    #[test]
    fn a_dense_graph_is_stopped() {
        let names: Vec<String> = (0..20).map(|index| format!("\"n{index}\"")).collect();
        let all = format!("[{}]", names.join(","));
        let graph = format!(
            "{{{}}}",
            names
                .iter()
                .map(|name| format!("{name}:{all}"))
                .collect::<Vec<_>>()
                .join(",")
        );
        assert!(
            paths(&graph, r#"["n0"]"#)
                .expect_err("stopped")
                .to_string()
                .contains(NAME)
        );
    }
}
