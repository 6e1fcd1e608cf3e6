//! Respellings: other ways to write the same solution, none of which may change a verdict.
//!
//! Most change the graph, where that is what a changed artifact would give; recorded witnesses show that it is. Those
//! that write an expression in another way change the artifact, read it again, and give the same graph.

mod attached;
mod counted;
mod defaults;
mod everybody;
mod joined;
mod layout;
mod letter_case;
mod listed;
mod placement;
mod planned;
mod policy_document;
mod readdressed;
mod renamed;
mod replaced;
mod reseated;
mod same_attribute;
mod shuffled;
mod spelled_out;
mod statements;
mod substituted;
mod templated;
mod text_scalars;
mod unchanged;
mod unrelated;
mod wrapped;

#[cfg(test)]
mod tests;
#[cfg(test)]
mod witnesses;

use crate::graph::{Graph, Kind, Note};

use super::Place;
use super::written::{Rewriting, Written};

/// A way to write the same in other words; one of them is one file and one line in [`RESPELLINGS`].
#[derive(Debug)]
pub struct Respelling {
    /// Its permanent name.
    pub name: &'static str,
    /// What it does, in a few words.
    pub title: &'static str,
    /// The kinds of artifact that it can be done to.
    pub kinds: &'static [Kind],
    /// Whether it leaves the graph as it is.
    pub same_graph: bool,
    /// Hands every respelling of the subject to the trial.
    pub(super) spell: fn(&Subject<'_>, &mut Trial<'_>),
}

/// What is respelled.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    /// The artifact's graph.
    pub graph: &'a Graph,
    /// The artifact as it is written, where expressions can be written in another way.
    pub written: Option<&'a Written>,
}

/// One respelling of an artifact.
#[derive(Debug)]
pub struct Respelled {
    /// Where it was done; an empty address means everywhere.
    pub place: Place,
    /// The graph of the respelled artifact.
    pub graph: Graph,
}

/// Takes one respelling after the other, and says whether the verdict stayed what it was.
pub type Trial<'t> = dyn FnMut(Respelled) -> bool + 't;

/// The kinds of artifact that hold Terraform's types.
const TERRAFORM: &[Kind] = &[Kind::Plan, Kind::State, Kind::Configuration];

/// Every kind of artifact.
const ALL: &[Kind] = &[Kind::Plan, Kind::State, Kind::Configuration, Kind::Template];

/// All respellings, in the order in which they are reported.
pub static RESPELLINGS: &[Respelling] = &[
    renamed::RENAMED,
    shuffled::REVERSED,
    shuffled::SHUFFLED,
    wrapped::MODULE,
    wrapped::MODULE_KEY,
    counted::COUNT,
    counted::FOR_EACH,
    counted::FOR_EACH_ODD_KEY,
    placement::SPLIT,
    placement::INLINE,
    attached::ATTACHED,
    policy_document::POLICY_DOCUMENT,
    policy_document::ENCODED,
    listed::LIST,
    listed::SINGLE,
    statements::STATEMENTS,
    letter_case::LETTER_CASE,
    everybody::EVERYBODY,
    layout::LAYOUT,
    same_attribute::ATTRIBUTE,
    spelled_out::SPELLED_OUT,
    substituted::SUB,
    joined::JOIN,
    text_scalars::TEXT_SCALARS,
    templated::FORMAT,
    templated::JOIN,
    templated::TEMPLATE,
    unrelated::UNRELATED,
    defaults::DEFAULTS,
    unchanged::UNCHANGED,
];

impl Respelling {
    /// Tries it on `subject`: every respelling is handed to `trial`.
    pub fn apply(&self, subject: &Subject<'_>, trial: &mut Trial<'_>) {
        if self.kinds.contains(&subject.graph.kind) {
            (self.spell)(subject, trial);
        }
    }
}

/// Respells at all places together; where that changes the verdict, at one place after the other, so that the place is
/// named. A place may stand inside another one.
fn at_places(
    graph: &Graph,
    places: &[Place],
    trial: &mut Trial<'_>,
    spell: &dyn Fn(&mut Graph, &Place) -> bool,
) {
    let mut ordered: Vec<&Place> = places.iter().collect();
    ordered.sort_unstable();
    let at = |places: &[&Place]| {
        let mut respelled = graph.clone();
        let mut done = 0;
        // What stands inside a place comes first, because its pointer may be another one afterwards.
        for place in places.iter().rev() {
            done += usize::from(spell(&mut respelled, place));
        }
        (done > 0).then_some(respelled)
    };
    let Some(everywhere) = at(&ordered) else {
        return;
    };
    let place = match ordered.as_slice() {
        [only] => (*only).clone(),
        _ => Place::new("", ""),
    };
    let kept = trial(Respelled {
        place,
        graph: everywhere,
    });
    if kept || ordered.len() == 1 {
        return;
    }
    for place in ordered {
        if let Some(graph) = at(&[place]) {
            trial(Respelled {
                place: place.clone(),
                graph,
            });
        }
    }
}

/// Every resource as a whole.
fn of_all_resources(graph: &Graph) -> Vec<Place> {
    let addresses = graph.resources.keys();
    addresses
        .map(|address| Place::new(address.clone(), ""))
        .collect()
}

/// Respells the graph as a whole.
fn whole(graph: Option<Graph>, trial: &mut Trial<'_>) {
    if let Some(graph) = graph {
        trial(Respelled {
            place: Place::new("", ""),
            graph,
        });
    }
}

/// Writes the artifact in another way and reads it again.
fn rewritten(subject: &Subject<'_>, rewriting: &Rewriting, trial: &mut Trial<'_>) {
    let Some(written) = subject.written else {
        return;
    };
    match written.rewritten(rewriting) {
        Ok(graph) => whole(graph, trial),
        // What cannot be read has a graph with nothing in it, so that the difference is seen.
        Err(error) => {
            let mut graph = Graph::new(subject.graph.kind);
            graph.notes.push(Note {
                code: "respelling-unreadable",
                message: error.to_string(),
                address: None,
                path: None,
                forbids_verdict: true,
            });
            whole(Some(graph), trial);
        }
    }
}
