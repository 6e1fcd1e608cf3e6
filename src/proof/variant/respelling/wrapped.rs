//! The whole configuration as one module of another one.

use crate::graph::Graph;
use crate::value::{Node, Text};

use super::readdressed::{Seat, address, bracketed, readdressed};
use super::{Respelling, Subject, TERRAFORM, Trial, whole};

/// Everything in a module.
pub(super) const MODULE: Respelling = Respelling {
    name: "module",
    title: "everything wrapped in a module",
    kinds: TERRAFORM,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(wrapped(subject.graph, &Node::Null), trial);
    },
};

/// Everything in an instance of a module.
pub(super) const MODULE_KEY: Respelling = Respelling {
    name: "module-for-each",
    title: "everything wrapped in a module with `for_each`",
    kinds: TERRAFORM,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(wrapped(subject.graph, &Node::text("eu.main/1")), trial);
    },
};

fn wrapped(graph: &Graph, key: &Node) -> Option<Graph> {
    let step = format!("module.wrapped{}", bracketed(key));
    readdressed(graph, |resource| {
        let module = if resource.module.is_empty() {
            step.clone()
        } else {
            format!("{step}.{}", resource.module)
        };
        Some(Seat {
            address: address(&module, resource, &resource.name, &resource.index),
            module: Text::from(module),
            name: resource.name.clone(),
            index: resource.index.clone(),
        })
    })
}
