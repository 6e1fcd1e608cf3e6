//! `count` and `for_each` with one instance, on every resource that has neither.

use crate::graph::{Graph, Presence, Resource};
use crate::value::Node;

use super::readdressed::{Seat, address, readdressed};
use super::{Respelling, Subject, TERRAFORM, Trial, whole};

/// `count = 1`.
pub(super) const COUNT: Respelling = Respelling {
    name: "count",
    title: "every resource with `count = 1`",
    kinds: TERRAFORM,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(keyed(subject.graph, &Node::from(0)), trial);
    },
};

/// `for_each` over one plain key.
pub(super) const FOR_EACH: Respelling = Respelling {
    name: "for-each",
    title: "every resource with `for_each` over one key",
    kinds: TERRAFORM,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(keyed(subject.graph, &Node::text("main")), trial);
    },
};

/// `for_each` over one key of characters that addresses give a meaning.
pub(super) const FOR_EACH_ODD_KEY: Respelling = Respelling {
    name: "for-each-odd-key",
    title: "every resource with `for_each` over a key of dots, slashes, quotes and brackets",
    kinds: TERRAFORM,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(keyed(subject.graph, &Node::text("a.b/c[\"0\"]")), trial);
    },
};

fn keyed(graph: &Graph, key: &Node) -> Option<Graph> {
    readdressed(graph, |resource: &Resource| {
        let plain = resource.index.is_null() && resource.presence == Presence::Always;
        plain.then(|| Seat {
            address: address(&resource.module, resource, &resource.name, key),
            module: resource.module.clone(),
            name: resource.name.clone(),
            index: key.clone(),
        })
    })
}
