//! Equivalence across arms: the same mistake comes to the same verdict, and the facts behind it say the same.

pub(super) mod change;
mod matrix;
mod pair;
mod reading;
mod side;
mod translate;

use std::collections::{BTreeMap, BTreeSet};

use rayon::prelude::*;

use crate::certificate::EquivalenceCounts;
use crate::grade::{Oracle, Verdict};
use crate::graph::{sensitive_texts, without_secrets};
use crate::rego::{Limits, Probe, RegoError};
use crate::spec::{Equivalence, FixtureRole};
use crate::value::Text;

use super::fixture::Fixture;
use super::gap::{Gap, GapKind};

use pair::{Mutant, Pair, mutated};
use reading::{Answer, Question, Reading};
use side::{Name, Side};

/// The fewest arms that can be compared.
const COMPARED: usize = 2;

/// What the comparison of arms came to.
#[derive(Debug, Default)]
pub struct EquivalenceProof {
    /// How much was compared.
    pub counts: EquivalenceCounts,
    /// How often each fact was compared with what the first arm says.
    pub facts: BTreeMap<String, usize>,
    /// What differs, and what was not compared.
    pub gaps: Vec<Gap>,
}

/// Something that one side says otherwise than the first.
#[derive(Debug)]
struct Difference {
    side: usize,
    /// The fact, or `None` for the rules.
    fact: Option<usize>,
    message: String,
}

/// What the comparison on one variant came to.
#[derive(Debug, Default)]
struct Compared {
    facts: BTreeMap<usize, usize>,
    asked: usize,
    differences: Vec<Difference>,
    /// Whether some side cannot be changed like the first.
    inexpressible: bool,
    /// Whether the first side says something else than without the change.
    noticed: bool,
}

/// Compares the arms of a scenario: the verdicts in `rows`, and the facts on paired references and their mutants.
pub fn equivalence(
    oracle: &Oracle,
    rows: &[(Fixture, Option<Verdict>)],
    limits: &Limits,
) -> Result<EquivalenceProof, RegoError> {
    let mut proof = EquivalenceProof::default();
    let arms = &oracle.spec.arms;
    if arms.len() < COMPARED {
        return Ok(proof);
    }
    let matrix = matrix::matrix(&oracle.spec, rows);
    proof.counts.verdicts = matrix.compared;
    proof.gaps.extend(matrix.gaps);
    let Some(stated) = &oracle.spec.equivalence else {
        let gap = Gap::new(
            &oracle.spec.id,
            oracle
                .root
                .relative(&oracle.root.spec_file(&oracle.spec.id)),
            "no facts are compared across arms",
            "name under `equivalence` the roles and the references that say the same thing",
        );
        proof.gaps.push(gap.of(GapKind::Equivalence));
        return Ok(proof);
    };
    let probe = Probe::new(&oracle.bundle, &oracle.spec.policy, limits)?;
    let facts: Vec<String> = probe.facts().map(str::to_owned).collect();
    let mut weigher = Weigher {
        oracle,
        facts,
        compared: BTreeMap::new(),
        noticed: BTreeSet::new(),
        proof,
    };
    for pair in &stated.pairs {
        if let Some(pair) = weigher.pair(pair, stated, rows) {
            weigher.compare(&pair, stated, limits)?;
        }
    }
    weigher.find_uncompared(stated);
    let times = |number| weigher.compared.get(&number).copied().unwrap_or(0);
    let facts = weigher.facts.iter().enumerate();
    weigher.proof.facts = facts
        .map(|(number, fact)| (fact.clone(), times(number)))
        .collect();
    Ok(weigher.proof)
}

struct Weigher<'o> {
    oracle: &'o Oracle,
    facts: Vec<String>,
    /// How often each fact was compared.
    compared: BTreeMap<usize, usize>,
    /// The attributes of which some change was noticed by some fact.
    noticed: BTreeSet<Name>,
    proof: EquivalenceProof,
}

impl Weigher<'_> {
    fn gap(&mut self, subject: impl Into<String>, message: impl Into<String>, help: &str) {
        let gap = Gap::new(&self.oracle.spec.id, subject, message, help);
        self.proof.gaps.push(gap.of(GapKind::Equivalence));
    }

    /// The sides of a pair, in the order of the spec's arms.
    fn pair(
        &mut self,
        idioms: &BTreeMap<String, String>,
        stated: &Equivalence,
        rows: &[(Fixture, Option<Verdict>)],
    ) -> Option<Pair> {
        let id = &self.oracle.spec.id;
        let mut sides = Vec::new();
        for arm in &self.oracle.spec.arms {
            let Some(idiom) = idioms.get(arm) else {
                continue;
            };
            let is_it = |fixture: &&Fixture| {
                fixture.folder.arm == *arm
                    && matches!(&fixture.folder.role, FixtureRole::Reference { idiom: own } if own == idiom)
            };
            let mut fixtures = rows.iter().map(|(fixture, _)| fixture);
            let subject = format!("grading-proof/{id}/references/{arm}/{idiom}");
            let Some(graph) = fixtures
                .find(is_it)
                .and_then(|fixture| fixture.graph(self.oracle))
            else {
                let help = "name a reference of the arm under `equivalence`";
                self.gap(subject, "there is no such reference to compare", help);
                return None;
            };
            match Side::new(arm, &subject, graph, stated) {
                Ok(side) => sides.push(side),
                Err(message) => {
                    let help = "correct the role or the attribute under `equivalence`, or pair another reference";
                    self.gap(subject, message, help);
                    return None;
                }
            }
        }
        let pair = Pair::aligned(sides, stated);
        for (index, message) in &pair.faults {
            let subject = pair.sides.get(*index).map(|side| side.fixture.clone());
            let help = "give the resource a role, or pair a reference that states it plainly";
            self.gap(subject.unwrap_or_default(), message.clone(), help);
        }
        Some(pair)
    }

    fn compare(
        &mut self,
        pair: &Pair,
        stated: &Equivalence,
        limits: &Limits,
    ) -> Result<(), RegoError> {
        let oracle = self.oracle;
        let facts = &self.facts;
        let mut variants: Vec<Option<Mutant>> = vec![None];
        variants.extend(pair.mutants(stated).into_iter().map(Some));
        let base = {
            let mut probe = Probe::new(&oracle.bundle, &oracle.spec.policy, limits)?;
            let first = pair.sides.first();
            first.map(|side| Reading::of(side, &side.graph, &mut probe, &oracle.entry))
        };
        let Some(base) = base.transpose()? else {
            return Ok(());
        };
        let compared: Vec<Result<Compared, RegoError>> = variants
            .par_iter()
            .map_init(
                || Probe::new(&oracle.bundle, &oracle.spec.policy, limits),
                |probe, mutant| match probe {
                    Ok(probe) => Comparison {
                        pair,
                        facts,
                        base: &base,
                    }
                    .of(probe, mutant.as_ref(), &oracle.entry),
                    Err(_) => Ok(Compared::default()),
                },
            )
            .collect();
        let mut differences: BTreeMap<(usize, Option<usize>), (String, usize)> = BTreeMap::new();
        for (mutant, compared) in variants.iter().zip(compared) {
            let compared = compared?;
            self.proof.counts.facts += compared.facts.values().sum::<usize>();
            self.proof.counts.asked += compared.asked;
            for (fact, times) in compared.facts {
                *self.compared.entry(fact).or_default() += times;
            }
            match mutant {
                Some(_) if compared.inexpressible => self.proof.counts.inexpressible += 1,
                Some(mutant) => {
                    self.proof.counts.mutants += 1;
                    if compared.noticed {
                        self.noticed.insert(mutant.name.clone());
                    }
                }
                None => self.proof.counts.references += pair.sides.len(),
            }
            for difference in compared.differences {
                let key = (difference.side, difference.fact);
                let entry = differences.entry(key).or_insert((difference.message, 0));
                entry.1 += 1;
            }
        }
        for ((side, _), (message, times)) in differences {
            let subject = pair.sides.get(side).map(|side| side.fixture.clone());
            let more = match times {
                1 => String::new(),
                _ => format!(" (and in {} more cases)", times - 1),
            };
            let help = "mend the fact for the family that is wrong, or the pair if the two do not say the same thing";
            self.gap(
                subject.unwrap_or_default(),
                format!("{message}{more}"),
                help,
            );
        }
        Ok(())
    }

    /// A comparison that compares nothing shows nothing.
    fn find_uncompared(&mut self, stated: &Equivalence) {
        let spec = self
            .oracle
            .root
            .relative(&self.oracle.root.spec_file(&self.oracle.spec.id));
        let uncompared: Vec<String> = self
            .facts
            .iter()
            .enumerate()
            .filter(|(number, _)| !self.compared.contains_key(number))
            .map(|(_, fact)| format!("`{fact}` is never compared across arms"))
            .collect();
        for message in uncompared {
            let help = "name the attributes that the fact reads, so that a change makes the rules ask for it";
            self.gap(spec.clone(), message, help);
        }
        for (role, stated) in &stated.roles {
            for attribute in stated.attributes.keys() {
                let name = Name {
                    role: role.clone(),
                    attribute: attribute.clone(),
                };
                if !self.noticed.contains(&name) {
                    let message = format!("no fact notices a change of `{role}.{attribute}`");
                    let help = "correct its places, give it `values`, or remove it";
                    self.gap(spec.clone(), message, help);
                }
            }
        }
        let arms: BTreeSet<&String> = stated.pairs.iter().flat_map(BTreeMap::keys).collect();
        let unpaired = self
            .oracle
            .spec
            .arms
            .iter()
            .filter(|arm| !arms.contains(arm));
        for arm in unpaired.cloned().collect::<Vec<_>>() {
            let message = format!("no reference of the arm `{arm}` is compared");
            self.gap(
                spec.clone(),
                message,
                "add one to a pair under `equivalence`",
            );
        }
    }
}

/// The comparison of the sides of a pair on one variant.
struct Comparison<'p> {
    pair: &'p Pair,
    facts: &'p [String],
    base: &'p Reading,
}

impl Comparison<'_> {
    fn of(
        &self,
        probe: &mut Probe,
        mutant: Option<&Mutant>,
        entry: &str,
    ) -> Result<Compared, RegoError> {
        let mut compared = Compared::default();
        let mut readings = Vec::new();
        for side in &self.pair.sides {
            let graph = match mutant {
                None => Some(side.graph.clone()),
                Some(mutant) => mutated(side, mutant),
            };
            let Some(graph) = graph else {
                compared.inexpressible = true;
                return Ok(compared);
            };
            readings.push(Reading::of(side, &graph, probe, entry)?);
        }
        let Some((first, others)) = readings.split_first() else {
            return Ok(compared);
        };
        compared.noticed = first.facts != self.base.facts;
        for (index, other) in others.iter().enumerate() {
            let side = index + 1;
            if first.rules != other.rules {
                let message = self.words(
                    side,
                    mutant,
                    "the rules violated are",
                    &listed(&other.rules),
                    &listed(&first.rules),
                );
                compared.differences.push(Difference {
                    side,
                    fact: None,
                    message,
                });
            }
            let questions: BTreeSet<&Question> =
                first.facts.keys().chain(other.facts.keys()).collect();
            for question in questions {
                let known = (first.facts.get(question), other.facts.get(question));
                let (one, two) = match known {
                    (Some(one), Some(two)) => (Some(one.clone()), Some(two.clone())),
                    (Some(one), None) => (Some(one.clone()), other.ask(probe, question)?),
                    (None, Some(two)) => (first.ask(probe, question)?, Some(two.clone())),
                    (None, None) => continue,
                };
                let (Some(one), Some(two)) = (one, two) else {
                    continue;
                };
                compared.asked += usize::from(known.0.is_none() || known.1.is_none());
                *compared.facts.entry(question.0).or_default() += 1;
                if one != two {
                    let subject = format!("`{}` is", self.said(question));
                    let message = self.words(side, mutant, &subject, &shown(&two), &shown(&one));
                    compared.differences.push(Difference {
                        side,
                        fact: Some(question.0),
                        message,
                    });
                }
            }
        }
        Ok(compared)
    }

    fn said(&self, (fact, arguments): &Question) -> String {
        let arguments: Vec<String> = arguments.iter().map(ToString::to_string).collect();
        let fact = self.facts.get(*fact).map_or("", String::as_str);
        format!("{fact}({})", arguments.join(", "))
    }

    /// One difference in words, without anything sensitive.
    fn words(
        &self,
        side: usize,
        mutant: Option<&Mutant>,
        subject: &str,
        here: &str,
        there: &str,
    ) -> String {
        let arm = |index: usize| {
            self.pair
                .sides
                .get(index)
                .map_or("", |side| side.arm.as_str())
        };
        let circumstance = match mutant {
            None => String::new(),
            Some(mutant) => {
                let Name { role, attribute } = &mutant.name;
                let pointer = &mutant.change.pointer;
                let how = mutant.change.operator;
                format!(", once `{role}.{attribute}{pointer}` is {how}")
            }
        };
        let message = format!(
            "{subject} {here} on `{}` and {there} on `{}`{circumstance}",
            arm(side),
            arm(0)
        );
        let secrets: Vec<Text> = self
            .pair
            .sides
            .iter()
            .flat_map(|side| sensitive_texts(&side.graph))
            .collect();
        without_secrets(&message, &secrets)
    }
}

/// Characters of a value that a message repeats.
const LONGEST_VALUE: usize = 240;

fn shown(answer: &Answer) -> String {
    let Answer::Value(value) = answer else {
        return "undefined".to_owned();
    };
    let text = value.to_string();
    match text.char_indices().nth(LONGEST_VALUE) {
        Some((end, _)) => format!("`{}…`", text.get(..end).unwrap_or_default()),
        None => format!("`{text}`"),
    }
}

fn listed(rules: &BTreeSet<String>) -> String {
    if rules.is_empty() {
        return "none".to_owned();
    }
    rules.iter().cloned().collect::<Vec<_>>().join(", ")
}
