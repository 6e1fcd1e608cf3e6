//! Resources that exist already and that the plan leaves as they are.

use crate::graph::Kind;

use super::unrelated::with_resources;
use super::{Respelling, Subject, Trial, whole};

/// Another team's resources, which exist already.
pub(super) const UNCHANGED: Respelling = Respelling {
    name: "no-op",
    title: "existing resources that the plan leaves as they are",
    kinds: &[Kind::Plan],
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(with_resources(subject.graph, EXISTING, "no-op"), trial);
    },
};

/// The resources as a recorded plan shows them.
const EXISTING: &str = include_str!("unrelated/existing.json");
