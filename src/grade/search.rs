//! The search over completions: what the rules say of every way an artifact can turn out.

mod naming;
mod outcome;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::graph::Completion;
use crate::rego::Trace;

use super::candidates::{Candidates, Pick, Strategy};

pub use outcome::{Judge, Judgement, Outcome, Violation};

/// Combinations of finite leaves up to which every one is tried under every strategy.
const FINITE_PRODUCT: usize = 64;

/// Evaluations up to which combinations of finite leaves are tried under every strategy, not only the first.
const COMBINED: usize = 512;

/// Ways to fill in all leaves from which single leaves are changed.
const MOST_BASES: usize = 12;

/// Leaves up to which single changes are tried without policy lines first, which takes half the time.
const UNTRACED: usize = 4;

/// Evaluations without policy lines after which no other completion is gone on from.
const MOST_UNTRACED: usize = 768;

/// Evaluations spent on changing two leaves at a time.
const PAIRS: usize = 512;

/// Changes of leaves that no rule names, one at a time; jointly they are changed in any case.
const MOST_IRRELEVANT: usize = 64;

/// Searches the completions over `leaves`, at most `budget` of them, with `judge` as the rules.
pub fn search(leaves: &[Candidates], budget: usize, judge: impl Judge) -> Outcome {
    run(leaves, budget, judge, Goal::Verdict)
}

/// The same search, ended as soon as some completion fails: all that is asked is whether the verdict can be pass.
pub fn search_failure(leaves: &[Candidates], budget: usize, judge: impl Judge) -> Outcome {
    run(leaves, budget, judge, Goal::Failure)
}

/// What a search is made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Goal {
    /// A completion that passes and one that fails, or that there are none.
    Verdict,
    /// A completion that fails, or that there is none.
    Failure,
}

fn run(leaves: &[Candidates], budget: usize, judge: impl Judge, goal: Goal) -> Outcome {
    let mut search = Search {
        judge,
        goal,
        budget,
        tracing: false,
        seen: BTreeMap::new(),
        passing: None,
        failing: None,
        erring: None,
        covered: Trace::new(),
        said: BTreeMap::new(),
        queue: VecDeque::new(),
        outcome: Outcome::default(),
    };
    let (finite, open): (Vec<&Candidates>, Vec<&Candidates>) =
        leaves.iter().partition(|leaf| leaf.finite);
    let product = finite.iter().fold(1_usize, |product, leaf| {
        product.saturating_mul(leaf.options.len())
    });
    if open.is_empty() && product <= budget {
        search.outcome.exhaustive = search.every_combination(&Completion::default(), &finite);
    } else {
        search.sample(&finite, &open, product);
    }
    search.name_deciding_leaves();
    search.outcome
}

struct Search<J> {
    judge: J,
    goal: Goal,
    budget: usize,
    /// Whether policy lines are recorded, which costs time: only once cheap completions all went one way.
    tracing: bool,
    /// The completions tried.
    seen: BTreeMap<Completion, Seen>,
    passing: Option<Completion>,
    failing: Option<Completion>,
    erring: Option<Completion>,
    /// Policy lines reached so far.
    covered: Trace,
    /// What completions violated so far, and where, each with its number.
    said: BTreeMap<Said, usize>,
    /// Completions that reached new policy lines, or violate other rules or elsewhere, and whose neighbours are still to be
    /// tried.
    queue: VecDeque<Completion>,
    outcome: Outcome,
}

/// The rules that a completion violates, each with the resource and the path; `None` when a rule raised an error. Messages
/// are left out, because they may repeat the value tried.
type Said = Option<BTreeSet<(String, String, String)>>;

/// What is remembered of a completion that was tried.
#[derive(Clone, Copy)]
struct Seen {
    /// Whether its policy lines were recorded.
    traced: bool,
    /// The number of what it violates.
    said: usize,
}

/// What one evaluation showed.
struct Shown {
    said: usize,
    trace: Option<Trace>,
    is_new: bool,
}

impl<J: Judge> Search<J> {
    /// Whether the verdict cannot change any more, or nothing may be spent any more.
    fn is_over(&self) -> bool {
        let judged = self.passing.is_some() || self.failing.is_some();
        self.outcome.spent
            || (self.goal == Goal::Failure && self.failing.is_some())
            || (self.passing.is_some() && self.failing.is_some())
            || (self.erring.is_some() && judged)
    }

    /// Evaluates a completion, unless it was already; tells whether the search goes on.
    fn evaluate(&mut self, completion: &Completion) -> bool {
        if !self.is_over() && !self.seen.contains_key(completion) {
            let shown = self.show(completion);
            if self.tracing && shown.is_some_and(|shown| shown.is_new) {
                self.queue.push_back(completion.clone());
            }
        }
        !self.is_over()
    }

    /// Evaluates a completion; one that was evaluated before is not counted as tried again.
    fn show(&mut self, completion: &Completion) -> Option<Shown> {
        if self.outcome.evaluations >= self.budget {
            self.outcome.spent = true;
            return None;
        }
        self.outcome.evaluations += 1;
        let (judgement, trace) = if self.tracing {
            self.judge.judge_traced(completion)
        } else {
            (self.judge.judge(completion), None)
        };
        let witness = match &judgement {
            Ok(violations) if violations.is_empty() => &mut self.passing,
            Ok(_) => &mut self.failing,
            Err(_) => &mut self.erring,
        };
        witness.get_or_insert_with(|| completion.clone());
        let covered = self.covered.len();
        self.covered.extend(trace.iter().flatten().copied());
        let place = |one: &Violation| (one.rule.clone(), one.resource.clone(), one.path.clone());
        let said: Said = judgement
            .as_ref()
            .ok()
            .map(|violations| violations.iter().map(place).collect());
        let known = self.said.len();
        let said = *self.said.entry(said).or_insert(known);
        let traced = self.tracing;
        let seen = self.seen.insert(completion.clone(), Seen { traced, said });
        if seen.is_none() {
            self.outcome.count(&judgement);
        }
        Some(Shown {
            said,
            trace,
            is_new: said == known || self.covered.len() > covered,
        })
    }

    /// Evaluates every combination of the finite leaves on top of `base`; tells whether all were.
    fn every_combination(&mut self, base: &Completion, finite: &[&Candidates]) -> bool {
        let mut digits = vec![0_usize; finite.len()];
        loop {
            let mut completion = base.clone();
            for (leaf, digit) in finite.iter().zip(&digits) {
                if let Some(pick) = leaf.options.get(*digit) {
                    pick.apply(&leaf.id, &mut completion);
                }
            }
            if !self.evaluate(&completion) {
                return false;
            }
            let mut carried = true;
            for (leaf, digit) in finite.iter().zip(&mut digits) {
                *digit += 1;
                if *digit < leaf.options.len() {
                    carried = false;
                    break;
                }
                *digit = 0;
            }
            if carried {
                return true;
            }
        }
    }

    /// Joint strategies first, then every single change of each of them that the rules tell apart, then the neighbours of
    /// whatever reached new policy lines, then changes of two leaves.
    fn sample(&mut self, finite: &[&Candidates], open: &[&Candidates], product: usize) {
        let Some(bases) = self.strategies(finite, open, product) else {
            return;
        };
        let leaves: Vec<&Candidates> = open.iter().chain(finite).copied().collect();
        let (relevant, irrelevant): (Vec<&Candidates>, Vec<&Candidates>) =
            leaves.iter().partition(|leaf| leaf.relevant);
        if leaves.len() <= UNTRACED && !self.sweep_untraced(&bases, &relevant) {
            return;
        }
        if leaves.len() == 1 {
            // Nothing else can be changed with it, so policy lines have nothing to lead to.
            if let Some(base) = bases.first() {
                self.sweep_some(base, &irrelevant);
            }
            return;
        }
        self.tracing = true;
        let bases = self.distinct(bases);
        for base in &bases {
            if !self.sweep(base, &relevant) {
                return;
            }
        }
        if let Some(base) = bases.first()
            && !self.sweep_some(base, &irrelevant)
        {
            return;
        }
        if self.follow(&relevant) && self.pairs(&bases, &relevant) {
            self.follow(&relevant);
        }
    }

    /// Every single change of the bases of which other rules are violated, and of what that leads to.
    fn sweep_untraced(&mut self, bases: &[Completion], leaves: &[&Candidates]) -> bool {
        let end = self.outcome.evaluations + MOST_UNTRACED;
        let mut said = BTreeSet::new();
        let mut next: VecDeque<Completion> = bases
            .iter()
            .filter(|base| {
                let seen = self.seen.get(*base);
                seen.is_some_and(|seen| said.insert(seen.said))
            })
            .cloned()
            .collect();
        while let Some(base) = next.pop_front() {
            if self.outcome.evaluations >= end {
                break;
            }
            if !self.sweep(&base, leaves) {
                return false;
            }
            next.append(&mut self.queue);
        }
        true
    }

    /// Tries the neighbours of whatever reached something new, and of what they reach.
    fn follow(&mut self, leaves: &[&Candidates]) -> bool {
        while let Some(base) = self.queue.pop_front() {
            if !self.sweep(&base, leaves) {
                return false;
            }
        }
        true
    }

    /// Fills in all leaves in each joint way; `None` when the search is over, else the ways from which leaves are changed.
    fn strategies(
        &mut self,
        finite: &[&Candidates],
        open: &[&Candidates],
        product: usize,
    ) -> Option<Vec<Completion>> {
        let strategies: BTreeSet<Strategy> = open
            .iter()
            .flat_map(|leaf| leaf.by_strategy.keys().copied())
            .chain([Strategy::Fresh])
            .collect();
        let combined = product <= FINITE_PRODUCT;
        let always = product.saturating_mul(strategies.len()) <= COMBINED;
        let mut bases = Vec::new();
        for strategy in strategies {
            let mut base = Completion::default();
            for leaf in finite {
                if let Some(pick) = leaf.options.first() {
                    pick.apply(&leaf.id, &mut base);
                }
            }
            for leaf in open {
                if let Some(pick) = joint(leaf, strategy) {
                    pick.apply(&leaf.id, &mut base);
                }
            }
            let goes_on = if combined && (always || bases.is_empty()) {
                self.every_combination(&base, finite)
            } else {
                self.evaluate(&base)
            };
            if !goes_on {
                return None;
            }
            // Among many leaves the others are as good to start from, and there are fewer of them.
            let is_reference = matches!(strategy, Strategy::Reference(_));
            if !is_reference || finite.len() + open.len() <= UNTRACED {
                bases.push(base);
            }
        }
        Some(bases)
    }

    /// The completions that the rules tell apart, by the lines they reach and what they violate: those from which single
    /// leaves are changed. Where lines cannot be recorded, all are taken to differ.
    fn distinct(&mut self, bases: Vec<Completion>) -> Vec<Completion> {
        let mut known = BTreeSet::new();
        let mut distinct: Vec<Completion> = Vec::new();
        for base in bases {
            let Some(shown) = self.show(&base) else {
                break;
            };
            let is_other = match shown.trace {
                Some(trace) => known.insert((shown.said, trace)),
                None => true,
            };
            if is_other && distinct.len() < MOST_BASES {
                distinct.push(base);
            }
        }
        distinct
    }

    /// Changes one leaf of `base` at a time, and then together what turned out to matter alone.
    fn sweep(&mut self, base: &Completion, leaves: &[&Candidates]) -> bool {
        let mut together = base.clone();
        let mut changed = 0;
        for leaf in leaves {
            let mut matters = false;
            for pick in &leaf.options {
                let mut completion = base.clone();
                pick.apply(&leaf.id, &mut completion);
                if self.is_over() {
                    return false;
                }
                let seen = self.seen.get(&completion);
                if seen.is_some_and(|seen| seen.traced || !self.tracing) {
                    continue;
                }
                let Some(shown) = self.show(&completion) else {
                    return false;
                };
                if shown.is_new {
                    if !matters {
                        pick.apply(&leaf.id, &mut together);
                        changed += 1;
                        matters = true;
                    }
                    self.queue.push_back(completion);
                }
                if self.is_over() {
                    return false;
                }
            }
        }
        changed < 2 || self.evaluate(&together)
    }

    /// Changes leaves that no rule names one at a time, as far as that is cheap.
    fn sweep_some(&mut self, base: &Completion, leaves: &[&Candidates]) -> bool {
        let changes = leaves
            .iter()
            .flat_map(|leaf| leaf.options.iter().map(|pick| (&leaf.id, pick)));
        for (id, pick) in changes.take(MOST_IRRELEVANT) {
            let mut completion = base.clone();
            pick.apply(id, &mut completion);
            if !self.evaluate(&completion) {
                return false;
            }
        }
        true
    }

    /// Changes two leaves at a time: each to what it is under another strategy, or to any other of its few options.
    fn pairs(&mut self, bases: &[Completion], leaves: &[&Candidates]) -> bool {
        let mut left = PAIRS.min(self.budget.saturating_sub(self.outcome.evaluations));
        for base in bases {
            for (index, first) in leaves.iter().enumerate() {
                for second in leaves.iter().skip(index + 1) {
                    for one in few(first) {
                        for other in few(second) {
                            let mut completion = base.clone();
                            one.apply(&first.id, &mut completion);
                            other.apply(&second.id, &mut completion);
                            if self.seen.contains_key(&completion) {
                                continue;
                            }
                            if left == 0 {
                                return true;
                            }
                            if !self.evaluate(&completion) {
                                return false;
                            }
                            left -= 1;
                        }
                    }
                }
            }
        }
        true
    }

    /// Names the leaves that decide between the first completions that went one way and the other.
    fn name_deciding_leaves(&mut self) {
        let (from, to) = match (&self.passing, &self.failing, &self.erring) {
            (Some(passing), Some(failing), _) => (passing.clone(), failing.clone()),
            (Some(judged), None, Some(erring)) | (None, Some(judged), Some(erring)) => {
                (judged.clone(), erring.clone())
            }
            _ => return,
        };
        let errs = self.failing.is_none() || self.passing.is_none();
        let (judge, evaluations) = (&mut self.judge, &mut self.outcome.evaluations);
        let mut turns = |completion: &Completion| {
            *evaluations += 1;
            match judge.judge(completion) {
                Ok(violations) => !errs && !violations.is_empty(),
                Err(_) => errs,
            }
        };
        self.outcome.deciding = naming::deciding(&from, &to, &mut turns);
    }
}

/// The options of a leaf that are tried together with those of another.
fn few(leaf: &Candidates) -> Vec<&Pick> {
    if leaf.finite {
        return leaf.options.iter().collect();
    }
    let strategies = leaf.by_strategy.values();
    let indices: BTreeSet<usize> = strategies.copied().collect();
    indices
        .into_iter()
        .filter_map(|index| leaf.options.get(index))
        .collect()
}

/// What a leaf is under a joint strategy: its own option for it, else a fresh value.
fn joint(leaf: &Candidates, strategy: Strategy) -> Option<&Pick> {
    let index = leaf.by_strategy.get(&strategy).or_else(|| match strategy {
        // A leaf without documents mentions what it refers to while others take theirs.
        Strategy::Document(_)
        | Strategy::Suffixed
        | Strategy::Mentions(_)
        | Strategy::Reference(_) => leaf.by_strategy.get(&Strategy::Mentions(0)),
        _ => None,
    });
    let index = index.or_else(|| leaf.by_strategy.get(&Strategy::Fresh))?;
    leaf.options.get(*index)
}

#[cfg(test)]
mod rego_tests;
#[cfg(test)]
mod tests;
