//! Every fixture written in every other way: none may change what the spec predicts.

use std::collections::BTreeMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::certificate::RespellingCount;
use crate::grade::{Gradable, Grader, Oracle, Verdict, options_of, read_gradable};
use crate::graph::{Graph, Options};
use crate::rego::Limits;

use super::fixture::Fixture;
use super::gap::{Gap, GapKind};
use super::variant::respelling::{RESPELLINGS, Respelled, Respelling, Subject};
use super::variant::{Place, Written, difference};
use super::watch::Watch;

/// What respelling a scenario's fixtures came to.
#[derive(Debug, Default)]
pub struct RespellingProof {
    /// How many there are of each kind on each arm.
    pub counts: Vec<RespellingCount>,
    /// Those that changed a verdict, or a graph that they must leave as it is.
    pub gaps: Vec<Gap>,
}

/// What came of one operator on one fixture.
struct Outcome {
    operator: &'static str,
    arm: String,
    made: usize,
    kept: usize,
    gap: Option<Gap>,
}

/// Respells the fixtures that came to what was predicted; the others are gaps of their own. `watch` is told of each.
pub fn respell(
    oracle: &Arc<Oracle>,
    limits: &Limits,
    rows: &[(Fixture, Option<Verdict>)],
    watch: &dyn Watch,
) -> RespellingProof {
    let sound = |fixture: &Fixture, verdict: &Verdict| {
        fixture.expected.is_some() && fixture.contradiction(verdict).is_none()
    };
    let fixtures: Vec<&Fixture> = rows
        .iter()
        .filter(|(fixture, verdict)| {
            verdict
                .as_ref()
                .is_some_and(|verdict| sound(fixture, verdict))
        })
        .map(|(fixture, _)| fixture)
        .collect();
    watch.stage("respellings", fixtures.len());
    let outcomes: Vec<Outcome> = fixtures
        .par_iter()
        .map_init(
            || Grader::new(oracle.clone(), limits),
            |grader, fixture| {
                let outcomes = grader
                    .as_mut()
                    .map(|grader| of_fixture(oracle, grader, fixture));
                watch.step();
                outcomes.unwrap_or_default()
            },
        )
        .flatten()
        .collect();
    let mut counts: BTreeMap<(usize, String), RespellingCount> = BTreeMap::new();
    let mut gaps = Vec::new();
    for outcome in outcomes {
        let place = RESPELLINGS
            .iter()
            .position(|known| known.name == outcome.operator)
            .unwrap_or_default();
        let count = counts
            .entry((place, outcome.arm.clone()))
            .or_insert_with(|| RespellingCount {
                operator: outcome.operator.to_owned(),
                arm: outcome.arm.clone(),
                made: 0,
                kept: 0,
            });
        count.made += outcome.made;
        count.kept += outcome.kept;
        gaps.extend(outcome.gap);
    }
    RespellingProof {
        counts: counts.into_values().collect(),
        gaps,
    }
}

fn of_fixture(oracle: &Oracle, grader: &mut Grader, fixture: &Fixture) -> Vec<Outcome> {
    let Some((graph, written)) = read(oracle, fixture) else {
        return Vec::new();
    };
    let subject = Subject {
        graph: &graph,
        written: Some(&written),
    };
    RESPELLINGS
        .iter()
        .map(|respelling| of_respelling(oracle, grader, fixture, &subject, respelling))
        .collect()
}

/// The fixture's graph; `None` where the toolchain or the service has judged it already.
fn read(oracle: &Oracle, fixture: &Fixture) -> Option<(Graph, Written)> {
    let arm = oracle.arm(&fixture.folder.arm).ok()?;
    let recorded = fixture.folder.recorded(&arm.artifact.file)?;
    let source = fixture.folder.source_folder();
    let source = source.is_dir().then_some(source);
    let options = Options::default();
    let gradable = read_gradable(arm, recorded.path(), source.as_deref(), &options).ok()?;
    let Gradable::Graph(graph) = gradable else {
        return None;
    };
    let written = Written {
        path: recorded.path().clone(),
        sources: source,
        options: options_of(arm, &options),
    };
    Some((graph, written))
}

fn of_respelling(
    oracle: &Oracle,
    grader: &mut Grader,
    fixture: &Fixture,
    subject: &Subject<'_>,
    respelling: &Respelling,
) -> Outcome {
    let (mut made, mut kept) = (0, 0);
    let mut changed: Option<(Place, String)> = None;
    let mut trial = |respelled: Respelled| {
        made += 1;
        let Respelled { place, graph } = respelled;
        let Some(message) = change(grader, fixture, subject, respelling, graph) else {
            kept += 1;
            return true;
        };
        // A single place says more than all of them.
        let named = |place: &Place| !place.address.is_empty();
        if changed.as_ref().is_none_or(|(place, _)| !named(place)) {
            changed = Some((place, message));
        }
        false
    };
    respelling.apply(subject, &mut trial);
    let gap = changed.map(|(place, message)| {
        let place = if place.address.is_empty() {
            String::new()
        } else {
            format!(" at `{}{}`", place.address, place.pointer)
        };
        Gap::new(
            &oracle.spec.id,
            &fixture.name,
            format!("respelled by `{}`{place}, {message}", respelling.name),
            format!(
                "{}: mend the fact or rule that tells it from the original",
                respelling.title
            ),
        )
        .of(GapKind::Respelling)
    });
    Outcome {
        operator: respelling.name,
        arm: fixture.folder.arm.clone(),
        made,
        kept,
        gap,
    }
}

/// What a respelling changed that it must not.
fn change(
    grader: &mut Grader,
    fixture: &Fixture,
    subject: &Subject<'_>,
    respelling: &Respelling,
    respelled: Graph,
) -> Option<String> {
    if respelling.same_graph {
        let difference = difference(subject.graph, &respelled)?;
        let [before, after] = &difference.values;
        return Some(format!(
            "its graph is another one: `{}` is {after} instead of {before}",
            difference.pointer
        ));
    }
    match grader.grade(&fixture.folder.arm, &Gradable::Graph(respelled)) {
        Ok(verdict) => fixture.contradiction(&verdict),
        Err(error) => Some(error.to_string()),
    }
}

#[cfg(test)]
mod tests;
