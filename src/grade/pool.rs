//! Collecting the documents of a graph for the pool of candidates.

use std::collections::BTreeMap;

use crate::graph::{Graph, iam};
use crate::value::{Node, Text, parse_json};

use super::candidates::{DocumentPool, PooledDocument};

/// Adds every document that an attribute of `graph` holds.
pub fn collect(graph: &Graph, pool: &mut DocumentPool) {
    for resource in graph.resources.values() {
        collect_from(&resource.values, None, graph, pool);
    }
}

fn collect_from(node: &Node, attribute: Option<&Text>, graph: &Graph, pool: &mut DocumentPool) {
    let document = match node {
        Node::Json(inner) => Some(inner.as_ref().clone()),
        Node::Text(text) if text.trim_start().starts_with('{') => parse_json(text).ok(),
        Node::Object(_) if iam::is_policy(node) => Some(node.clone()),
        _ => None,
    };
    if let (Some(document), Some(attribute)) = (document, attribute) {
        let mut types = BTreeMap::new();
        document.walk(&mut String::new(), &mut |_, node| {
            if let Node::Ref(reference) = node
                && let Some(resource) = graph.resources.get(&reference.address)
            {
                types.insert(reference.address.clone(), resource.resource_type.clone());
            }
        });
        let known = pool.by_attribute.entry(attribute.clone()).or_default();
        let pooled = PooledDocument { document, types };
        if !known.contains(&pooled) {
            known.push(pooled);
        }
        return;
    }
    match node {
        Node::Object(members) => {
            for (key, value) in members {
                collect_from(value, Some(key), graph, pool);
            }
        }
        Node::List(items) => {
            for item in items {
                collect_from(item, attribute, graph, pool);
            }
        }
        _ => {}
    }
}
