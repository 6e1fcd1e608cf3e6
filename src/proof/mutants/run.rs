//! Making and grading the mutants of all references, in parallel and in a fixed order.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;

use crate::certificate::{MutantCounts, MutantRow};
use crate::grade::{Grader, Oracle, OracleError, Status};
use crate::graph::{Graph, Resource};
use crate::proof::gap::{Gap, GapKind};
use crate::proof::variant::mutation::{OPERATORS, Operator, Reach, decode, mutants, operator};
use crate::proof::variant::{Edit, Variant, while_applied};
use crate::rego::Limits;
use crate::source::closest;
use crate::spec::Spec;
use crate::value::{Node, Text};

use super::fate::{Fate, Graded, Mutant, REMOVALS, open_ids};
use super::tolerance::{Tolerance, named, unknown_operators};
use super::touched::{Planted, Touched, touched};

/// Mutants that one thread grades with one copy of a graph.
const AT_ONCE: usize = 64;

/// The artifact of a fixture.
#[derive(Debug, Clone)]
pub struct Artifact {
    /// The fixture's folder, from the root of the project.
    pub name: String,
    /// Its arm.
    pub arm: String,
    /// Its graph.
    pub graph: Graph,
    /// The values of its resources, with texts that hold JSON decoded.
    values: BTreeMap<Text, Node>,
}

impl Artifact {
    /// The artifact of a fixture's folder.
    pub fn new(name: &str, arm: &str, graph: Graph) -> Self {
        let decoded = |resource: &Resource| {
            let mut values = resource.values.clone();
            decode(&mut values);
            (resource.address.clone(), values)
        };
        Self {
            name: name.to_owned(),
            arm: arm.to_owned(),
            values: graph.resources.values().map(decoded).collect(),
            graph,
        }
    }

    /// The values of a resource, with texts that hold JSON decoded.
    pub(super) fn values(&self, address: &str) -> Option<&Node> {
        self.values.get(address)
    }
}

/// What became of all mutants of a scenario.
#[derive(Debug, Default)]
pub struct MutantProof {
    /// Over all arms and operators.
    pub counts: MutantCounts,
    /// One row an arm and operator.
    pub rows: Vec<MutantRow>,
    /// Each mutant with its fate, in the order of references, operators and places.
    pub mutants: Vec<(Mutant, Fate)>,
    /// Mutants that are not accounted for, and entries of the spec that are refused.
    pub gaps: Vec<Gap>,
}

/// Grades every mutant of `references`, which the oracle accepts, on the current thread pool.
pub fn prove_mutants(
    oracle: &Arc<Oracle>,
    limits: &Limits,
    references: &[Artifact],
    negatives: &[Artifact],
) -> Result<MutantProof, OracleError> {
    let made: Vec<Vec<Variant>> = references
        .par_iter()
        .map(|artifact| mutants(&artifact.graph))
        .collect();
    let graders = Graders {
        oracle,
        limits,
        idle: Mutex::default(),
    };
    let jobs = jobs(&made);
    let graded: Vec<Vec<Graded>> = jobs
        .par_iter()
        .map(|(index, range)| {
            let (Some(artifact), Some(variants)) = (references.get(*index), made.get(*index))
            else {
                return Ok(Vec::new());
            };
            let variants = variants.get(range.clone()).unwrap_or_default();
            graders.with(|grader| grade(grader, artifact, variants))
        })
        .collect::<Result<_, OracleError>>()?;
    let mut graded = graded.into_iter().flatten();
    let mut found = Vec::new();
    for (index, variants) in made.into_iter().enumerate() {
        let Some(artifact) = references.get(index) else {
            continue;
        };
        for variant in variants {
            if let Some(result) = graded.next() {
                found.push(mutant(index, artifact, variant, result));
            }
        }
    }
    mark_unasked(&oracle.spec, references, &mut found);
    let planted: Vec<Vec<Planted>> = negatives
        .par_iter()
        .map(|negative| graders.with(|grader| planted(grader, references, negative)))
        .collect::<Result<_, OracleError>>()?;
    Ok(weighed(oracle, references, &planted.concat(), found))
}

/// Engines that are not in use; each is used by one thread at a time.
struct Graders<'g> {
    oracle: &'g Arc<Oracle>,
    limits: &'g Limits,
    idle: Mutex<Vec<Grader>>,
}

impl Graders<'_> {
    fn with<T>(&self, work: impl FnOnce(&mut Grader) -> T) -> Result<T, OracleError> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = idle().pop();
        let mut grader = match waiting {
            Some(grader) => grader,
            None => Grader::new(self.oracle.clone(), self.limits)?,
        };
        let result = work(&mut grader);
        idle().push(grader);
        Ok(result)
    }
}

fn jobs(made: &[Vec<Variant>]) -> Vec<(usize, Range<usize>)> {
    let mut jobs = Vec::new();
    for (index, variants) in made.iter().enumerate() {
        let starts = (0..variants.len()).step_by(AT_ONCE);
        jobs.extend(starts.map(|start| (index, start..variants.len().min(start + AT_ONCE))));
    }
    jobs
}

fn grade(grader: &mut Grader, artifact: &Artifact, variants: &[Variant]) -> Vec<Graded> {
    let open = open_ids(&artifact.graph);
    let mut graph = artifact.graph.clone();
    variants
        .iter()
        .map(|variant| {
            let verdict = while_applied(&mut graph, &variant.edits, |graph| {
                grader.of_graph(&artifact.arm, graph)
            });
            match verdict {
                Ok(Ok(verdict)) => Graded::of(&verdict, &open),
                Ok(Err(error)) => Graded::Broken(error.to_string()),
                Err(unfit) => Graded::Broken(unfit.to_string()),
            }
        })
        .collect()
}

/// The changes by which a negative is rejected: each that alone makes the reference most like it fail, or all of them where
/// none does.
fn planted(grader: &mut Grader, references: &[Artifact], negative: &Artifact) -> Vec<Planted> {
    let alike: Vec<(usize, &Artifact)> = references
        .iter()
        .enumerate()
        .filter(|(_, reference)| reference.arm == negative.arm)
        .collect();
    let graphs: Vec<&Graph> = alike.iter().map(|(_, one)| &one.graph).collect();
    let Some((nearest, differences)) = touched(&graphs, &negative.graph) else {
        return Vec::new();
    };
    let Some((index, reference)) = alike.get(nearest).copied() else {
        return Vec::new();
    };
    let mut graph = reference.graph.clone();
    let mut fails = |touched: &Touched| {
        let edit = touched.edit(&reference.graph, &negative.graph);
        let graded = edit.map(|edit| {
            while_applied(&mut graph, &[edit], |graph| {
                grader.of_graph(&reference.arm, graph)
            })
        });
        let verdict = match &graded {
            Some(Ok(Ok(verdict))) => verdict.verdict,
            _ => Status::Fail,
        };
        verdict == Status::Fail
    };
    let (planted, others): (Vec<Touched>, Vec<Touched>) =
        differences.into_iter().partition(|touched| fails(touched));
    let found = if planted.is_empty() { others } else { planted };
    let named = found.into_iter().map(|touched| Planted {
        negative: negative.name.clone(),
        reference: index,
        touched,
    });
    named.collect()
}

fn mutant(index: usize, artifact: &Artifact, variant: Variant, result: Graded) -> Mutant {
    let resource = artifact.graph.resources.get(&variant.place.address);
    let value = variant.edits.iter().find_map(|edit| match edit {
        Edit::Set { at, value } if *at == variant.place => Some(value.clone()),
        _ => None,
    });
    Mutant {
        artifact: index,
        value,
        operator: variant.operator,
        reach: operator(variant.operator).map_or(Reach::Outward, Operator::reach),
        resource_type: resource.map_or_else(|| "".into(), |one| one.resource_type.clone()),
        address: variant.place.address,
        pointer: variant.place.pointer,
        change: variant.change,
        result,
        unasked: false,
    }
}

/// Marks the mutants of what the solution is accepted without: a resource, or a statement of a policy. One of the same type
/// (at the same place) must be needed somewhere, or the spec must say that none is: else the rule that asks for it may be
/// missing.
fn mark_unasked(spec: &Spec, references: &[Artifact], mutants: &mut [Mutant]) {
    let mut unasked: BTreeSet<(usize, Text, String)> = BTreeSet::new();
    for operator in REMOVALS {
        let removed = || mutants.iter().filter(|one| one.operator == operator);
        let asked: BTreeSet<(&Text, String)> = removed()
            .filter(|one| matches!(one.result, Graded::Failed(_)))
            .map(|one| (&one.resource_type, without_indices(&one.pointer)))
            .collect();
        let tolerance = Tolerance::new(spec);
        let found = removed()
            .filter(|one| one.result == Graded::Passed)
            .filter(|one| {
                let artifact = references.get(one.artifact);
                let says_so = || artifact.and_then(|artifact| tolerance.covering(one, artifact));
                asked.contains(&(&one.resource_type, without_indices(&one.pointer)))
                    || says_so().is_some()
            })
            .map(|one| (one.artifact, one.address.clone(), one.pointer.clone()));
        unasked.extend(found);
    }
    for mutant in mutants {
        let is_unasked = |end: usize| {
            let above = mutant.pointer.get(..end).unwrap_or_default().to_owned();
            unasked.contains(&(mutant.artifact, mutant.address.clone(), above))
        };
        let ends = mutant.pointer.match_indices('/').map(|(at, _)| at);
        let mut ends = ends.chain([0, mutant.pointer.len()]);
        mutant.unasked = ends.any(is_unasked);
    }
}

/// A pointer with `*` for every index.
fn without_indices(pointer: &str) -> String {
    let tokens = pointer.split('/').map(|token| {
        if token.parse::<usize>().is_ok() {
            "*"
        } else {
            token
        }
    });
    tokens.collect::<Vec<_>>().join("/")
}

fn weighed(
    oracle: &Oracle,
    references: &[Artifact],
    planted: &[Planted],
    found: Vec<Mutant>,
) -> MutantProof {
    let tolerance = Tolerance::new(&oracle.spec);
    let mut proof = MutantProof::default();
    let mut rows: BTreeMap<(String, String), MutantCounts> = BTreeMap::new();
    let mut survivors: BTreeMap<(usize, &'static str, Text, String), (String, String)> =
        BTreeMap::new();
    for mutant in found {
        let Some(artifact) = references.get(mutant.artifact) else {
            continue;
        };
        let covering = tolerance.covering(&mutant, artifact);
        let fate = mutant.fate(covering);
        fate.count(&mut proof.counts);
        let row = (artifact.arm.clone(), mutant.operator.to_owned());
        fate.count(rows.entry(row).or_default());
        if fate == Fate::Survived {
            let key = (
                mutant.artifact,
                mutant.operator,
                mutant.address.clone(),
                mutant.pointer.clone(),
            );
            survivors.entry(key).or_insert_with(|| said(&mutant));
        }
        proof.mutants.push((mutant, fate));
    }
    proof.rows = rows
        .into_iter()
        .map(|((arm, operator), counts)| MutantRow {
            arm,
            operator,
            counts,
        })
        .collect();
    let id = &oracle.spec.id;
    for ((artifact, operator, address, pointer), (message, help)) in survivors {
        let name = references.get(artifact).map_or("", |one| &one.name);
        let subject = format!("{name}: {operator} at `{address}{pointer}`");
        let gap = Gap::new(id, subject, message, help);
        proof.gaps.push(gap.of(GapKind::ArtifactMutant));
    }
    let file = oracle.root.spec_file(id);
    let text = oracle.root.read(&file).ok();
    let name = oracle.root.relative(&file);
    let subject = |index: usize| match &text {
        Some(text) => named(&name, text, index),
        None => name.clone(),
    };
    for (index, operator) in unknown_operators(&oracle.spec) {
        let message = format!("`{operator}` is no operator");
        let names = OPERATORS.iter().map(|known| known.name());
        let help = match closest(&operator, names.clone()) {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!(
                "the operators are: {}",
                names.collect::<Vec<_>>().join(", ")
            ),
        };
        let gap = Gap::new(id, subject(index), message, help);
        proof.gaps.push(gap.of(GapKind::Exemption));
    }
    let refused = tolerance.refused(&proof.mutants, references, planted, &subject);
    proof.gaps.extend(refused);
    proof
}

/// What is wrong with a mutant that is not accounted for, and what to do.
fn said(mutant: &Mutant) -> (String, String) {
    let asked = if mutant.unasked {
        ", which the solution does not need"
    } else {
        ""
    };
    let change = format!("{}: {}{asked}", mutant.resource_type, mutant.change);
    let (message, help) = match (&mutant.result, mutant.reach) {
        (Graded::Broken(error), _) => (
            format!("the mutant cannot be graded ({change}): {error}"),
            "report this as a defect",
        ),
        (Graded::Failed(rules), _) => (
            format!(
                "a harmless change is rejected by {} ({change})",
                rules.join(", ")
            ),
            "mend the rule, or, where the prompt forbids it, add an entry to the spec's `tolerates`",
        ),
        (_, Reach::Harmless) => (
            format!("a harmless change makes the solution unverifiable ({change})"),
            "mend the rule or fact, so that it is decided",
        ),
        (Graded::Unverifiable(why), _) => (
            format!("a wrong variant is unverifiable ({change}): {why}"),
            "mend the rule or fact, so that it is rejected; or add an entry to the spec's `tolerates` that says why no rule needs to look at it",
        ),
        _ => (
            format!("a wrong variant is accepted ({change})"),
            "mend the rule or fact, so that it is rejected; or add an entry to the spec's `tolerates` that says why no rule needs to look at it",
        ),
    };
    (message, help.to_owned())
}
