//! The search over completions: what the rules say of every way an artifact can turn out.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Completion;
use crate::value::Text;

use super::candidates::{Candidates, Pick, Strategy};

/// Combinations of finite leaves up to which every one is tried under every strategy.
const FINITE_PRODUCT: usize = 64;

/// A rule that a completed graph violates.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Violation {
    /// Rule or check id.
    pub rule: String,
    /// Tier of the rule: `0` or `1`.
    pub tier: String,
    /// Address of the resource, empty when there is none.
    pub resource: String,
    /// JSON pointer into the resource's values, empty when there is none.
    pub path: String,
    /// What is wrong.
    pub message: String,
}

/// What the rules say of one completion.
pub type Judgement = Result<BTreeSet<Violation>, String>;

/// The outcome over all completions tried.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Completions that violate nothing.
    pub passed: usize,
    /// Completions that violate something.
    pub failed: usize,
    /// Completions on which a rule raised an error.
    pub errors: usize,
    /// The first of those errors.
    pub first_error: Option<String>,
    /// Whether the completions tried are all there are.
    pub exhaustive: bool,
    /// Whether the budget was spent before the plan of the search was.
    pub spent: bool,
    /// Violations of the first failing completion; of these, the certain ones are in `certain`.
    pub violations: BTreeSet<Violation>,
    /// Rules violated in every completion tried.
    pub certain: BTreeSet<String>,
    /// Rules violated in some completion tried.
    pub possible: BTreeSet<String>,
    /// Ids of the leaves that decide between pass and fail.
    pub deciding: BTreeSet<Text>,
}

impl Outcome {
    /// How many completions were evaluated.
    pub fn tried(&self) -> usize {
        self.passed + self.failed + self.errors
    }
}

/// Searches the completions over `leaves`, at most `budget` of them, with `judge` as the rules.
pub fn search(
    leaves: &[Candidates],
    budget: usize,
    judge: impl FnMut(&Completion) -> Judgement,
) -> Outcome {
    let mut search = Search {
        judge,
        budget,
        seen: BTreeSet::new(),
        passing: None,
        failing: None,
        outcome: Outcome {
            passed: 0,
            failed: 0,
            errors: 0,
            first_error: None,
            exhaustive: false,
            spent: false,
            violations: BTreeSet::new(),
            certain: BTreeSet::new(),
            possible: BTreeSet::new(),
            deciding: BTreeSet::new(),
        },
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
    budget: usize,
    seen: BTreeSet<Completion>,
    passing: Option<Completion>,
    failing: Option<Completion>,
    outcome: Outcome,
}

impl<J: FnMut(&Completion) -> Judgement> Search<J> {
    /// Whether the verdict cannot change any more, or nothing may be spent any more.
    fn is_over(&self) -> bool {
        self.outcome.spent || (self.passing.is_some() && self.failing.is_some())
    }

    /// Evaluates a completion, unless it was already; tells whether the search goes on.
    fn evaluate(&mut self, completion: &Completion) -> bool {
        if self.is_over() {
            return false;
        }
        if !self.seen.insert(completion.clone()) {
            return true;
        }
        if self.outcome.tried() >= self.budget {
            self.outcome.spent = true;
            return false;
        }
        match (self.judge)(completion) {
            Ok(violations) => {
                let rules: BTreeSet<String> = violations
                    .iter()
                    .map(|violation| violation.rule.clone())
                    .collect();
                if self.outcome.passed + self.outcome.failed == 0 {
                    self.outcome.certain.clone_from(&rules);
                } else {
                    self.outcome.certain.retain(|rule| rules.contains(rule));
                }
                self.outcome.possible.extend(rules);
                if violations.is_empty() {
                    self.outcome.passed += 1;
                    self.passing.get_or_insert_with(|| completion.clone());
                } else {
                    self.outcome.failed += 1;
                    if self.failing.is_none() {
                        self.outcome.violations = violations;
                        self.failing = Some(completion.clone());
                    }
                }
            }
            Err(message) => {
                self.outcome.errors += 1;
                self.outcome.first_error.get_or_insert(message);
            }
        }
        !self.is_over()
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

    /// Joint strategies first, then every single change of each of them, then the changes of what turned out new.
    fn sample(&mut self, finite: &[&Candidates], open: &[&Candidates], product: usize) {
        let strategies: BTreeSet<Strategy> = open
            .iter()
            .flat_map(|leaf| leaf.by_strategy.keys().copied())
            .chain([Strategy::Fresh])
            .collect();
        let mut bases = Vec::new();
        for strategy in strategies {
            let mut base = Completion::default();
            for leaf in open {
                if let Some(pick) = joint(leaf, strategy) {
                    pick.apply(&leaf.id, &mut base);
                }
            }
            let goes_on = if product <= FINITE_PRODUCT {
                self.every_combination(&base, finite)
            } else {
                self.evaluate(&base) && self.sweep(&base, finite)
            };
            if !goes_on {
                return;
            }
            bases.push(base);
        }
        for base in &bases {
            if !self.sweep(base, open) || !self.sweep(base, finite) {
                return;
            }
        }
        self.pairs(&bases, open);
    }

    /// Changes one leaf of `base` at a time.
    fn sweep(&mut self, base: &Completion, leaves: &[&Candidates]) -> bool {
        for leaf in leaves {
            for pick in &leaf.options {
                let mut completion = base.clone();
                pick.apply(&leaf.id, &mut completion);
                if !self.evaluate(&completion) {
                    return false;
                }
            }
        }
        true
    }

    /// Changes two leaves at a time, each to the option of another strategy.
    fn pairs(&mut self, bases: &[Completion], open: &[&Candidates]) {
        for base in bases {
            for (index, first) in open.iter().enumerate() {
                for second in open.iter().skip(index + 1) {
                    for one in first
                        .by_strategy
                        .values()
                        .filter_map(|option| first.options.get(*option))
                    {
                        for other in second
                            .by_strategy
                            .values()
                            .filter_map(|option| second.options.get(*option))
                        {
                            let mut completion = base.clone();
                            one.apply(&first.id, &mut completion);
                            other.apply(&second.id, &mut completion);
                            if !self.evaluate(&completion) {
                                return;
                            }
                        }
                    }
                }
            }
        }
    }

    /// Names the leaves that decide, from the passing and the failing completion: those that alone turn the passing one,
    /// else a set that does so together and from which none can be left out.
    fn name_deciding_leaves(&mut self) {
        let (Some(passing), Some(failing)) = (self.passing.clone(), self.failing.clone()) else {
            return;
        };
        let differing = differing(&passing, &failing);
        let mut turns = |changed: &[Text]| {
            let mut completion = passing.clone();
            for id in changed {
                copy_leaf(id, &failing, &mut completion);
            }
            (self.judge)(&completion).is_ok_and(|violations| !violations.is_empty())
        };
        let alone: BTreeSet<Text> = differing
            .iter()
            .filter(|id| turns(std::slice::from_ref(id)))
            .cloned()
            .collect();
        if !alone.is_empty() {
            self.outcome.deciding = alone;
            return;
        }
        let mut together = differing;
        let mut index = 0;
        while index < together.len() {
            let mut fewer = together.clone();
            fewer.remove(index);
            if turns(&fewer) {
                together = fewer;
            } else {
                index += 1;
            }
        }
        self.outcome.deciding = together.into_iter().collect();
    }
}

/// What a leaf is under a joint strategy: its own option for it, else a fresh value.
fn joint(leaf: &Candidates, strategy: Strategy) -> Option<&Pick> {
    let index = leaf.by_strategy.get(&strategy).or_else(|| match strategy {
        // A leaf without documents mentions what it refers to while others take theirs.
        Strategy::Document(_) | Strategy::Suffixed | Strategy::Mentions(_) => {
            leaf.by_strategy.get(&Strategy::Mentions(0))
        }
        _ => None,
    });
    let index = index.or_else(|| leaf.by_strategy.get(&Strategy::Fresh))?;
    leaf.options.get(*index)
}

/// The leaves on which two completions differ.
fn differing(one: &Completion, other: &Completion) -> Vec<Text> {
    let mut ids: BTreeSet<Text> = BTreeSet::new();
    collect(&one.values, &other.values, &mut ids);
    collect(&one.branches, &other.branches, &mut ids);
    collect(&one.instances, &other.instances, &mut ids);
    if one.environment != other.environment {
        ids.insert(Text::from(super::leaves::ENVIRONMENT));
    }
    ids.into_iter().collect()
}

fn collect<T: PartialEq>(
    one: &BTreeMap<Text, T>,
    other: &BTreeMap<Text, T>,
    ids: &mut BTreeSet<Text>,
) {
    ids.extend(
        one.keys()
            .chain(other.keys())
            .filter(|id| one.get(*id) != other.get(*id))
            .cloned(),
    );
}

/// Gives the leaf `id` of `to` what it is in `from`.
fn copy_leaf(id: &Text, from: &Completion, to: &mut Completion) {
    if &**id == super::leaves::ENVIRONMENT {
        to.environment.clone_from(&from.environment);
        return;
    }
    copy(id, &from.values, &mut to.values);
    copy(id, &from.branches, &mut to.branches);
    copy(id, &from.instances, &mut to.instances);
}

fn copy<T: Clone>(id: &Text, from: &BTreeMap<Text, T>, to: &mut BTreeMap<Text, T>) {
    match from.get(id) {
        Some(value) => to.insert(id.clone(), value.clone()),
        None => to.remove(id),
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Node;

    fn branches(id: &str, count: usize) -> Candidates {
        Candidates {
            id: id.into(),
            options: (0..count).map(Pick::Branch).collect(),
            finite: true,
            by_strategy: BTreeMap::new(),
        }
    }

    fn open(id: &str) -> Candidates {
        let options = vec![
            Pick::Value(Some(Node::text("good"))),
            Pick::Value(None),
            Pick::Value(Some(Node::text("*"))),
        ];
        let by_strategy = [
            (Strategy::Mentions(0), 0),
            (Strategy::Absent, 1),
            (Strategy::Fresh, 2),
        ]
        .into();
        Candidates {
            id: id.into(),
            options,
            finite: false,
            by_strategy,
        }
    }

    fn violation(rule: &str) -> BTreeSet<Violation> {
        let empty = String::new;
        [Violation {
            rule: rule.into(),
            tier: "1".into(),
            resource: empty(),
            path: empty(),
            message: empty(),
        }]
        .into()
    }

    fn branch(completion: &Completion, id: &str) -> usize {
        completion.branches.get(id).copied().unwrap_or(0)
    }

    #[test]
    fn a_graph_without_leaves_takes_one_evaluation() {
        let outcome = search(&[], 10, |_| Ok(BTreeSet::new()));
        assert_eq!((outcome.tried(), outcome.exhaustive), (1, true));
    }

    #[test]
    fn four_choices_that_only_fail_together_are_not_taken_for_settled() {
        let leaves: Vec<Candidates> = ["a", "b", "c", "d"]
            .iter()
            .map(|id| branches(id, 2))
            .collect();
        let outcome = search(&leaves, 100, |completion| {
            let all = ["a", "b", "c", "d"]
                .iter()
                .all(|id| branch(completion, id) == 1);
            Ok(if all {
                violation("R1")
            } else {
                BTreeSet::new()
            })
        });
        assert_eq!((outcome.failed, outcome.passed > 0), (1, true));
        assert_eq!(
            outcome.deciding.len(),
            4,
            "each of the four is needed: {:?}",
            outcome.deciding
        );
    }

    #[test]
    fn a_choice_that_never_matters_leaves_the_verdict_settled_and_exhaustive() {
        let outcome = search(&[branches("a", 3)], 100, |_| Ok(violation("R1")));
        assert_eq!(
            (outcome.failed, outcome.passed, outcome.exhaustive),
            (3, 0, true)
        );
        assert_eq!(outcome.certain, ["R1".to_owned()].into());
    }

    #[test]
    fn the_rules_that_differ_between_failing_completions_are_not_certain() {
        let outcome = search(&[branches("a", 2)], 100, |completion| {
            Ok(violation(if branch(completion, "a") == 0 {
                "R1"
            } else {
                "R2"
            }))
        });
        assert!(outcome.certain.is_empty(), "{outcome:?}");
        assert_eq!(outcome.possible.len(), 2);
    }

    #[test]
    fn a_spent_budget_is_told() {
        let leaves: Vec<Candidates> = (0..20)
            .map(|index| branches(&index.to_string(), 2))
            .collect();
        let outcome = search(&leaves, 7, |_| Ok(BTreeSet::new()));
        assert!(outcome.spent && !outcome.exhaustive);
        assert_eq!(outcome.tried(), 7);
    }

    #[test]
    fn two_open_leaves_that_fail_only_together_and_apart_from_the_joint_strategies_are_found() {
        let outcome = search(&[open("a"), open("b")], 1000, |completion| {
            let is = |id: &str, value: Option<Node>| completion.values.get(id) == Some(&value);
            Ok(if is("a", None) && is("b", Some(Node::text("good"))) {
                violation("R1")
            } else {
                BTreeSet::new()
            })
        });
        assert!(outcome.failed == 1 && outcome.passed > 0, "{outcome:?}");
    }

    #[test]
    fn an_error_in_one_completion_is_counted_apart() {
        let outcome = search(&[branches("a", 2)], 100, |completion| {
            if branch(completion, "a") == 0 {
                Ok(BTreeSet::new())
            } else {
                Err("boom".into())
            }
        });
        assert_eq!((outcome.passed, outcome.errors), (1, 1));
    }

    proptest::proptest! {
        /// On domains small enough to try every combination, the search says what brute force says.
        #[test]
        fn the_search_agrees_with_brute_force_on_small_domains(
            sizes in proptest::collection::vec(2_usize..4, 1..5),
            failing in proptest::collection::btree_set(0_usize..81, 0..20),
        ) {
            let ids: Vec<String> = (0..sizes.len()).map(|index| index.to_string()).collect();
            let leaves: Vec<Candidates> =
                ids.iter().zip(&sizes).map(|(id, size)| branches(id, *size)).collect();
            let number = |completion: &Completion| {
                ids.iter().zip(&sizes).fold(0, |number, (id, size)| number * size + branch(completion, id))
            };
            let all: usize = sizes.iter().product();
            let fails = (0..all).filter(|number| failing.contains(number)).count();
            let outcome = search(&leaves, 1000, |completion| {
                let violated = failing.contains(&number(completion));
                Ok(if violated { violation("R1") } else { BTreeSet::new() })
            });
            proptest::prop_assert_eq!(outcome.failed > 0, fails > 0);
            proptest::prop_assert_eq!(outcome.passed > 0, fails < all);
            let settled = fails == 0 || fails == all;
            proptest::prop_assert_eq!(outcome.exhaustive, settled);
            proptest::prop_assert_eq!(outcome.deciding.is_empty(), settled);
        }
    }
}
