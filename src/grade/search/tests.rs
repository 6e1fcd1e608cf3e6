//! Tests of the search.

use std::collections::BTreeMap;

use super::*;
use crate::value::Node;

fn branches(id: &str, count: usize) -> Candidates {
    Candidates {
        id: id.into(),
        options: (0..count).map(Pick::Branch).collect(),
        finite: true,
        relevant: true,
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
        relevant: true,
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
    let outcome = search(&[], 10, |_: &Completion| Ok(BTreeSet::new()));
    assert_eq!((outcome.tried(), outcome.exhaustive), (1, true));
}

#[test]
fn four_choices_that_only_fail_together_are_not_taken_for_settled() {
    let leaves: Vec<Candidates> = ["a", "b", "c", "d"]
        .iter()
        .map(|id| branches(id, 2))
        .collect();
    let outcome = search(&leaves, 100, |completion: &Completion| {
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
    let outcome = search(&[branches("a", 3)], 100, |_: &Completion| {
        Ok(violation("R1"))
    });
    assert_eq!(
        (outcome.failed, outcome.passed, outcome.exhaustive),
        (3, 0, true)
    );
    assert_eq!(outcome.certain, ["R1".to_owned()].into());
}

#[test]
fn the_rules_that_differ_between_failing_completions_are_not_certain() {
    let outcome = search(&[branches("a", 2)], 100, |completion: &Completion| {
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
    let outcome = search(&leaves, 7, |_: &Completion| Ok(BTreeSet::new()));
    assert!(outcome.spent && !outcome.exhaustive);
    assert_eq!(outcome.evaluations, 7);
}

#[test]
fn two_open_leaves_that_fail_only_together_and_apart_from_the_joint_strategies_are_found() {
    let outcome = search(&[open("a"), open("b")], 1000, |completion: &Completion| {
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
    let outcome = search(&[branches("a", 2)], 100, |completion: &Completion| {
        if branch(completion, "a") == 0 {
            Ok(BTreeSet::new())
        } else {
            Err("boom".into())
        }
    });
    assert_eq!((outcome.passed, outcome.errors), (1, 1));
}

/// A rule that violates when each of its conditions holds: of this leaf one of these options is chosen.
#[derive(Debug, Clone)]
struct Conjunction(Vec<(usize, BTreeSet<usize>)>);

/// Rules over leaves of so many options each, as an engine evaluates them: one condition after the other.
struct Rules {
    leaves: Vec<Candidates>,
    rules: Vec<Conjunction>,
}

impl Rules {
    fn chosen(&self, completion: &Completion, leaf: usize) -> usize {
        let leaf = &self.leaves[leaf];
        let is = |pick: &Pick| match pick {
            Pick::Branch(branch) => completion.branches.get(&leaf.id) == Some(branch),
            Pick::Value(value) => completion.values.get(&leaf.id) == Some(value),
            _ => false,
        };
        leaf.options.iter().position(is).unwrap_or(0)
    }

    /// Every combination of options, judged one after another.
    fn brute_force(&self) -> (bool, bool) {
        let mut completions = vec![Completion::default()];
        for leaf in &self.leaves {
            let with = |completion: &Completion| -> Vec<Completion> {
                let chosen = leaf.options.iter().map(|pick| {
                    let mut completion = completion.clone();
                    pick.apply(&leaf.id, &mut completion);
                    completion
                });
                chosen.collect()
            };
            completions = completions.iter().flat_map(with).collect();
        }
        let judged = completions
            .iter()
            .map(|completion| self.trace(completion).0.is_empty());
        judged.fold((false, false), |(passes, fails), passed| {
            (passes || passed, fails || !passed)
        })
    }

    fn trace(&self, completion: &Completion) -> (BTreeSet<Violation>, Trace) {
        let mut violations = BTreeSet::new();
        let mut trace = Trace::new();
        for (number, Conjunction(conditions)) in self.rules.iter().enumerate() {
            let holds = |(leaf, wanted): &&(usize, BTreeSet<usize>)| {
                wanted.contains(&self.chosen(completion, *leaf))
            };
            let reached = conditions.iter().take_while(holds).count();
            trace.extend((0..=reached).map(|line| (number, u32::try_from(line).unwrap_or(0))));
            if reached == conditions.len() {
                violations.extend(violation(&format!("R{number}")));
            }
        }
        (violations, trace)
    }
}

impl Judge for &Rules {
    fn judge(&mut self, completion: &Completion) -> Judgement {
        Ok(self.trace(completion).0)
    }

    fn judge_traced(&mut self, completion: &Completion) -> (Judgement, Option<Trace>) {
        let (violations, trace) = self.trace(completion);
        (Ok(violations), Some(trace))
    }
}

fn valued(number: usize, options: usize, strategies: usize) -> Candidates {
    let ways = [Strategy::Mentions(0), Strategy::Absent, Strategy::Fresh];
    Candidates {
        id: format!("leaf {number}").as_str().into(),
        options: (0..options)
            .map(|option| Pick::Value(Some(Node::text(option.to_string()))))
            .collect(),
        finite: false,
        relevant: true,
        by_strategy: ways.into_iter().zip(0..strategies.min(options)).collect(),
    }
}

fn only(leaf: usize, option: usize) -> (usize, BTreeSet<usize>) {
    (leaf, [option].into())
}

#[test]
fn four_open_leaves_that_must_each_be_one_value_of_many_are_found_step_by_step() {
    let rules = Rules {
        leaves: (0..4).map(|number| valued(number, 40, 3)).collect(),
        rules: vec![Conjunction(
            (0..4).map(|leaf| only(leaf, 20 + leaf)).collect(),
        )],
    };
    let outcome = search(&rules.leaves, 4096, &rules);
    assert!(outcome.failed == 1 && outcome.passed > 0, "{outcome:?}");
    assert_eq!(outcome.deciding.len(), 4);
    assert!(outcome.evaluations < 1500, "{}", outcome.evaluations);
}

#[test]
fn what_is_changed_together_is_a_step_too() {
    let rules = Rules {
        leaves: (0..3).map(|number| valued(number, 40, 3)).collect(),
        rules: vec![
            Conjunction(vec![only(2, 30), only(0, 31), only(1, 32)]),
            Conjunction(vec![only(0, 31), only(0, 33)]),
        ],
    };
    let outcome = search(&rules.leaves, 4096, &rules);
    assert!(outcome.failed == 1 && outcome.passed > 0, "{outcome:?}");
}

#[test]
fn four_open_leaves_that_must_all_be_right_at_once_are_found() {
    let wrong = |leaf: usize| {
        (
            leaf,
            (0..40).filter(|option| *option != 30 + leaf).collect(),
        )
    };
    let rules = Rules {
        leaves: (0..4).map(|number| valued(number, 40, 3)).collect(),
        rules: (0..4).map(|leaf| Conjunction(vec![wrong(leaf)])).collect(),
    };
    let outcome = search(&rules.leaves, 4096, &rules);
    assert!(outcome.passed == 1 && outcome.failed > 0, "{outcome:?}");
}

#[test]
fn without_recorded_lines_the_same_four_are_not_found() {
    let rules = Rules {
        leaves: (0..4).map(|number| valued(number, 40, 3)).collect(),
        rules: vec![Conjunction(
            (0..4).map(|leaf| only(leaf, 20 + leaf)).collect(),
        )],
    };
    let mut blind = &rules;
    let outcome = search(&rules.leaves, 4096, |completion: &Completion| {
        blind.judge(completion)
    });
    assert_eq!(
        outcome.failed, 0,
        "what guides the search is the lines: {outcome:?}"
    );
}

#[test]
fn leaves_that_no_rule_names_cost_little_however_many_they_are() {
    let mut leaves: Vec<Candidates> = (0..500).map(|number| valued(number, 6, 3)).collect();
    for leaf in &mut leaves {
        leaf.relevant = false;
    }
    let rules = Rules {
        leaves,
        rules: vec![Conjunction(vec![only(0, 99)])],
    };
    let outcome = search(&rules.leaves, 4096, &rules);
    assert!(!outcome.spent && outcome.failed == 0, "{outcome:?}");
    assert!(outcome.evaluations < 100, "{}", outcome.evaluations);
}

#[test]
fn many_open_leaves_that_never_matter_do_not_spend_the_budget() {
    let rules = Rules {
        leaves: (0..30).map(|number| valued(number, 40, 3)).collect(),
        rules: vec![Conjunction(vec![only(0, 99)])],
    };
    let outcome = search(&rules.leaves, 4096, &rules);
    assert!(
        !outcome.spent && outcome.failed == 0,
        "{}",
        outcome.evaluations
    );
}

#[test]
fn more_open_leaves_than_can_be_changed_one_by_one_are_not_taken_for_settled() {
    let rules = Rules {
        leaves: (0..200).map(|number| valued(number, 40, 3)).collect(),
        rules: vec![Conjunction(vec![only(0, 99)])],
    };
    let outcome = search(&rules.leaves, 4096, &rules);
    assert!(
        outcome.spent && outcome.evaluations == 4096,
        "{}",
        outcome.evaluations
    );
}

#[test]
fn an_error_beside_a_pass_ends_the_search_and_names_what_raises_it() {
    let outcome = search(
        &[branches("a", 2), branches("b", 2)],
        100,
        |completion: &Completion| {
            if branch(completion, "b") == 0 {
                Ok(BTreeSet::new())
            } else {
                Err("boom".into())
            }
        },
    );
    assert_eq!((outcome.passed, outcome.errors), (2, 1));
    assert_eq!(outcome.deciding, ["b".into()].into());
}

#[test]
fn naming_among_thousands_of_leaves_stays_within_its_bound() {
    let leaves: Vec<Candidates> = (0..3000).map(|number| valued(number, 2, 2)).collect();
    let rules = Rules {
        leaves,
        rules: vec![Conjunction(vec![only(7, 1), only(2999, 1)])],
    };
    let outcome = search(&rules.leaves, 4096, &rules);
    assert_eq!(outcome.deciding.len(), 2, "{:?}", outcome.deciding.len());
    assert!(outcome.evaluations <= outcome.tried() + naming::NAMING);
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
        let outcome = search(&leaves, 1000, |completion: &Completion| {
            let violated = failing.contains(&number(completion));
            Ok(if violated { violation("R1") } else { BTreeSet::new() })
        });
        proptest::prop_assert_eq!(outcome.failed > 0, fails > 0);
        proptest::prop_assert_eq!(outcome.passed > 0, fails < all);
        let settled = fails == 0 || fails == all;
        proptest::prop_assert_eq!(outcome.exhaustive, settled);
        proptest::prop_assert_eq!(outcome.deciding.is_empty(), settled);
    }

    /// The same with leaves whose options cannot be counted, and rules of two to four conditions over them.
    #[test]
    fn the_search_agrees_with_brute_force_where_rules_need_several_open_leaves_at_once(
        shapes in proptest::collection::vec((2_usize..6, 1_usize..4, proptest::bool::ANY), 2..5),
        conjunctions in proptest::collection::vec(
            proptest::collection::vec((0_usize..4, proptest::collection::btree_set(0_usize..5, 1..4)), 1..5),
            1..4,
        ),
    ) {
        let leaves: Vec<Candidates> = shapes
            .iter()
            .enumerate()
            .map(|(number, (options, strategies, is_finite))| {
                if *is_finite {
                    branches(&format!("leaf {number}"), *options)
                } else {
                    valued(number, *options, *strategies)
                }
            })
            .collect();
        let rules = conjunctions
            .into_iter()
            .map(|conditions| {
                let inside = conditions.into_iter().map(|(leaf, wanted)| (leaf % leaves.len(), wanted));
                Conjunction(inside.collect())
            })
            .collect();
        let rules = Rules { leaves, rules };
        let (passes, fails) = rules.brute_force();
        let outcome = search(&rules.leaves, 4096, &rules);
        proptest::prop_assert_eq!(outcome.passed > 0, passes);
        proptest::prop_assert_eq!(outcome.failed > 0, fails);
        proptest::prop_assert_eq!(outcome.deciding.is_empty(), !(passes && fails));
    }
}

#[test]
fn a_search_for_a_failure_ends_at_the_first_and_says_the_same() {
    let leaf = Candidates {
        id: "x".into(),
        options: (0..8)
            .map(|value| Pick::Value(Some(Node::from(value))))
            .collect(),
        finite: true,
        relevant: true,
        by_strategy: BTreeMap::new(),
    };
    let fails_from = |least: i64| {
        move |completion: &Completion| -> Judgement {
            let value = completion.values.get("x").cloned().flatten();
            let fails = value.is_some_and(|value| value >= Node::from(least));
            let violation = Violation {
                rule: "R001".to_owned(),
                tier: "1".to_owned(),
                resource: String::new(),
                path: String::new(),
                message: String::new(),
            };
            Ok(fails.then_some(violation).into_iter().collect())
        }
    };
    let leaves = [leaf];
    let first = search_failure(&leaves, 100, fails_from(0));
    assert_eq!((first.failed, first.passed, first.evaluations), (1, 0, 1));
    for least in [3, 9] {
        let whole = search(&leaves, 100, fails_from(least));
        let ended = search_failure(&leaves, 100, fails_from(least));
        assert_eq!(ended.failed > 0, whole.failed > 0, "{least}");
    }
}
