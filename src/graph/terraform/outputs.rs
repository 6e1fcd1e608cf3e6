//! Root outputs of a plan, with what their expressions mention where the value is open.

use crate::artifact::Plan;
use crate::artifact::plan::Marks;
use crate::graph::Graph;
use crate::value::append_token;

use super::attributes::{Opening, open};
use super::references::Resolver;

/// Adds the outputs that exist after the plan.
pub(super) fn fill<'p>(graph: &mut Graph, plan: &'p Plan, resolver: &Resolver<'p>) {
    for (name, output) in &plan.outputs {
        if output.deleted {
            continue;
        }
        let mut value = output.value.clone().unwrap_or_default();
        let unstated = output.value.is_none() && output.unknown.is_none();
        let marks = if unstated {
            &Marks::All
        } else {
            &output.unknown
        };
        let block = plan
            .configuration
            .as_ref()
            .and_then(|configuration| configuration.root.outputs.get(name));
        let references = match (
            block.and_then(|block| block.expression.as_ref()),
            resolver.root(),
        ) {
            (Some(expression), Some(root)) => resolver.resolve(expression, root).references(),
            _ => Vec::new(),
        };
        let opening = Opening {
            address: &format!("output.{name}"),
            reason: "computed",
            references: &references,
        };
        open(&mut value, marks, &opening, &mut String::new());
        if output.sensitive || block.is_some_and(|block| block.sensitive) {
            mark_sensitive(graph, "/outputs", name);
        }
        if !value.is_null() {
            graph.outputs.insert(name.clone(), value);
        }
    }
}

/// Marks the output or variable `name` as sensitive.
pub(super) fn mark_sensitive(graph: &mut Graph, section: &str, name: &str) {
    let mut pointer = section.to_owned();
    append_token(&mut pointer, name);
    graph.sensitive.push(pointer);
}
