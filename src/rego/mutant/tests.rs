//! Every operator on a small policy: the texts it makes, and that each of them loads.

use std::collections::BTreeSet;

use super::super::bundle::{Bundle, BundleOptions};
use super::super::convert::Input;
use super::super::evaluator::Limits;
use super::*;
use crate::value::{Node, Object, parse_json};

fn bundle(policy: &str) -> Bundle {
    let data = Node::Object(Object::new());
    let options = BundleOptions::shipped();
    Bundle::from_sources([("p.rego", policy)], data, &options).expect("loads")
}

fn all(policy: &str) -> Vec<Mutant> {
    mutants(&bundle(policy), |_| Some("policies/p.rego".to_owned()))
}

/// What an operator puts in the place of what; each of the texts must load.
fn changes(operator: &str, policy: &str) -> Vec<(String, String)> {
    assert!(operators().iter().any(|known| known.name == operator));
    let bundle = bundle(policy);
    let exchange = Exchange::new(&bundle, "p.rego", &Limits::default());
    let exchange = exchange.expect("parsed").expect("a file");
    let mut made = all(policy);
    made.retain(|mutant| mutant.operator == operator);
    made.into_iter()
        .map(|mutant| {
            let text = mutant.applied(policy);
            if let Err(NotLoaded(reason)) = exchange.with(&text) {
                panic!("{reason}\n{text}");
            }
            (mutant.original, mutant.replacement)
        })
        .collect()
}

fn assert_changes(operator: &str, policy: &str, expected: &[(&str, &str)]) {
    let found = changes(operator, policy);
    let found: Vec<(&str, &str)> = found
        .iter()
        .map(|(from, to)| (from.as_str(), to.as_str()))
        .collect();
    assert_eq!(found, expected);
}

#[test]
fn one_of_several_definitions_is_dropped_and_a_lone_one_is_not() {
    let policy = "package p\nf(1) := 2\n\nf(x) := x if x > 7\n\nlone := 1\n";
    assert_changes(
        "drop-definition",
        policy,
        &[("f(1) := 2", ""), ("f(x) := x if x > 7", "")],
    );
}

#[test]
fn each_branch_is_dropped() {
    let policy =
        "package p\nf(x) := y if {\n\ty := x.a\n} else := y if {\n\ty := x.b\n} else := 0\n";
    assert_changes(
        "drop-branch",
        policy,
        &[
            ("y := x.a", "y := x.a\nfalse"),
            ("else := y if {\n\ty := x.b\n}", ""),
            ("else := 0", ""),
        ],
    );
}

#[test]
fn every_statement_is_dropped_in_bodies_comprehensions_and_every() {
    let policy = "package p\nr if {\n\tevery x in {y | some y in input.ys; y != 1} {\n\t\tx > 2\n\t}\n\tinput.z\n}\n";
    let found = originals("drop-statement", policy);
    let expected = [
        "every x in {y | some y in input.ys; y != 1} {\n\t\tx > 2\n\t}",
        "y != 1",
        "x > 2",
        "input.z",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_statement_that_declares_what_others_use_is_not_dropped_and_one_that_counts_alone_is() {
    let policy = "package p\nr contains x if {\n\tsome x in input.xs\n\tsome y in input.ys\n\tz := y + 1\n\tsome w in input.ws\n\tz > 2\n}\n";
    let expected = [("some w in input.ws", "true"), ("z > 2", "true")];
    assert_changes("drop-statement", policy, &expected);
}

/// The originals of an operator whose mutants need not all load.
fn originals(operator: &str, policy: &str) -> Vec<String> {
    let mut made = all(policy);
    made.retain(|mutant| mutant.operator == operator);
    made.into_iter().map(|mutant| mutant.original).collect()
}

#[test]
fn all_conditions_are_dropped_and_what_generates_is_kept() {
    let policy = "package p\nr contains x if {\n\tsome x in input.xs\n\tx > 1\n\tnot x in {4, 5}\n\ty := x\n\ty != 3\n}\n";
    assert_changes(
        "drop-filters",
        policy,
        &[(
            "some x in input.xs\n\tx > 1\n\tnot x in {4, 5}\n\ty := x\n\ty != 3",
            "some x in input.xs\ny := x",
        )],
    );
}

#[test]
fn a_fact_returns_nothing_of_its_kind() {
    let policy = "package p\nset := {1, 2}\n\nlist(x) := [x]\n\ntable := {\"a\": {\"b\": 1}}\n\nvalue(x) := x + 1\n\n\
        holds(x) if x > 1\n\nname(x) := y if {\n\ty := x.a\n} else := \"none\"\n\nheld contains x if some x in input.xs\n";
    assert_changes(
        "return-nothing",
        policy,
        &[
            ("{1, 2}", "set()"),
            ("[x]", "[]"),
            ("{\"a\": {\"b\": 1}}", "{}"),
            ("", " if false"),
            ("holds(x) if x > 1", "holds(x) if { x > 1\nfalse }"),
            (
                "name(x) := y if {\n\ty := x.a\n} else := \"none\"",
                "name(x) := y if {\n\ty := x.a\nfalse\n} else := \"none\" if false",
            ),
            (
                "held contains x if some x in input.xs",
                "held contains x if { some x in input.xs\nfalse }",
            ),
        ],
    );
}

#[test]
fn a_test_of_several_conditions_returns_everything() {
    let policy = "package p\nf(x) if {\n\tx > 1\n} else if {\n\tx < 0\n}\n\ng(x) if x > 1\n\nh(x) := x if x > 1\n";
    assert_changes(
        "return-everything",
        policy,
        &[(
            "f(x) if {\n\tx > 1\n} else if {\n\tx < 0\n}",
            "f(x) if true",
        )],
    );
}

#[test]
fn conditions_are_negated_and_un_negated_and_assignments_are_not() {
    let policy = "package p\nr if {\n\tx := input.x\n\tx in [1, \"a\"]\n\tnot x == \"b\"\n\tevery y in input.ys { y }\n}\n";
    assert_changes(
        "negate",
        policy,
        &[("x in [1, \"a\"]", "not x in [1, \"a\"]"), ("y", "not y")],
    );
    assert_changes("un-negate", policy, &[("not x == \"b\"", "x == \"b\"")]);
}

#[test]
fn a_comparison_goes_to_each_of_its_neighbours() {
    let policy = "package p\nr if {\n\tinput.a == \"<\"\n\tinput.b != 1\n\tinput.c < 1\n\tinput.d <= 1\n\tinput.e > 1\n\tinput.f >= 1\n}\n";
    assert_changes(
        "shift-comparison",
        policy,
        &[
            ("==", "!="),
            ("!=", "=="),
            ("<", "<="),
            ("<", ">"),
            ("<=", "<"),
            ("<=", ">="),
            (">", ">="),
            (">", "<"),
            (">=", ">"),
            (">=", "<="),
        ],
    );
}

#[test]
fn constants_are_shifted_lengthened_shortened_and_flipped() {
    let policy =
        "package p\nr if {\n\tinput.a[0] == 41\n\tinput[\"key\"] == \"ab\"\n\tinput.c == true\n}\n";
    assert_changes(
        "shift-number",
        policy,
        &[("0", "1"), ("0", "-1"), ("41", "42"), ("41", "40")],
    );
    assert_changes(
        "lengthen-text",
        policy,
        &[("\"key\"", "\"key~\""), ("\"ab\"", "\"ab~\"")],
    );
    assert_changes("shorten-text", policy, &[("\"ab\"", "\"a\"")]);
    assert_changes("flip-boolean", policy, &[("true", "false")]);
}

#[test]
fn a_pattern_loses_its_anchors() {
    let policy = "package p\nr if regex.match(`^a\\d+$`, input.a)\n";
    assert_changes(
        "loosen-pattern",
        policy,
        &[("`^a\\d+$`", "`a\\d+$`"), ("`^a\\d+$`", "`^a\\d+`")],
    );
}

#[test]
fn each_member_of_what_is_written_out_is_dropped() {
    let policy = "package p\nr if {\n\tinput.a in {\"x\", \"y\"}\n\tinput.b in {\"z\"}\n\tinput.c == {\"k\": [1], \"l\": {\"m\": 2}}\n}\n";
    assert_changes(
        "drop-member",
        policy,
        &[
            ("\"x\", ", ""),
            (", \"y\"", ""),
            ("{\"z\"}", "set()"),
            ("\"k\": [1], ", ""),
            ("[1]", "[]"),
            (", \"l\": {\"m\": 2}", ""),
            ("{\"m\": 2}", "{}"),
        ],
    );
}

#[test]
fn quantifiers_are_swapped_where_that_is_well_formed() {
    let policy = "package p\nr if {\n\tsome x in input.xs\n\tx > 1\n\tevery y in input.ys {\n\t\ty > x\n\t}\n}\n\nt contains x if {\n\tsome x in input.xs\n\tx > 1\n}\n";
    assert_changes(
        "some-to-every",
        policy,
        &[(
            "some x in input.xs\n\tx > 1\n\tevery y in input.ys {\n\t\ty > x\n\t}",
            "every x in input.xs {\nx > 1\n\tevery y in input.ys {\n\t\ty > x\n\t}\n}",
        )],
    );
    assert_changes(
        "every-to-some",
        policy,
        &[(
            "every y in input.ys {\n\t\ty > x\n\t}",
            "some y in input.ys\ny > x",
        )],
    );
}

#[test]
fn operators_on_sets_are_swapped_and_each_operand_is_dropped() {
    let policy = "package p\nr := {1, 2} | input.a\n\ns := r & input.b\n\nt := s - r\n";
    assert_changes(
        "swap-set-operator",
        policy,
        &[("|", "&"), ("&", "|"), ("-", "&")],
    );
    assert_changes(
        "drop-operand",
        policy,
        &[
            ("{1, 2} | input.a", "{1, 2}"),
            ("{1, 2} | input.a", "input.a"),
            ("r & input.b", "r"),
            ("r & input.b", "input.b"),
            ("s - r", "s"),
        ],
    );
}

#[test]
fn operators_on_numbers_are_swapped() {
    let policy = "package p\nr := (input.a + 1) * 2\n\ns := input.a - 1\n\nt := input.a % 2\n";
    assert_changes(
        "swap-arithmetic",
        policy,
        &[("+", "-"), ("*", "+"), ("-", "+"), ("%", "*")],
    );
}

#[test]
fn what_only_words_a_message_is_left_alone() {
    let policy = "package p\ndeny contains result if {\n\tsome x in input.xs\n\tmsg := sprintf(\"wrong: %v\", [x])\n\
        \tresult := {\"rule\": \"P1\", \"msg\": msg, \"path\": sprintf(\"/xs/%v\", [x])}\n}\n\n\
        deny contains result if {\n\tinput.y == 1\n\tresult := _at(\"P2\", \"also wrong\", \"/y\")\n}\n\n\
        _at(rule, msg, path) := {\"rule\": rule, \"msg\": msg, \"path\": path}\n";
    let touched = all(policy);
    assert!(!touched.is_empty());
    for mutant in &touched {
        let text = mutant.applied(policy);
        let whole = mutant.original.contains("deny") || mutant.original.contains("result :=");
        assert!(
            whole || text.contains("wrong: %v") && text.contains("also wrong"),
            "{mutant:?}"
        );
    }
    let texts = changes("lengthen-text", policy);
    let texts: Vec<&str> = texts.iter().map(|(from, _)| from.as_str()).collect();
    assert!(
        texts.contains(&"\"/xs/%v\"") && texts.contains(&"\"/y\""),
        "{texts:?}"
    );
    assert!(!texts.contains(&"\"msg\""), "{texts:?}");
}

#[test]
fn ids_are_unlike_and_survive_an_edit_elsewhere_in_the_file() {
    let policy = "package p\nf(x) if x == \"a\"\n\ng(x) if {\n\tx != 1\n\tx != 1\n}\n";
    let ids = |policy: &str| -> BTreeSet<String> {
        all(policy).into_iter().map(|mutant| mutant.id).collect()
    };
    let before = ids(policy);
    assert_eq!(before.len(), all(policy).len());
    let after = ids(&policy.replacen("package p\n", "package p\n\n# Why.\nh := 3\n", 1));
    assert!(before.is_subset(&after), "{before:?}\n{after:?}");
}

#[test]
fn a_changed_file_is_evaluated_with_the_others_and_shown_as_a_diff() {
    let policy = "package p\nr if {\n\tinput.a == 1\n}\n";
    let bundle = bundle(policy);
    let exchange = Exchange::new(&bundle, "p.rego", &Limits::default());
    let exchange = exchange.expect("parsed").expect("a file");
    let mutant = all(policy)
        .into_iter()
        .find(|mutant| mutant.operator == "shift-comparison")
        .expect("made");
    assert_eq!(mutant.diff(policy), "- \tinput.a == 1\n+ \tinput.a != 1\n");
    assert_eq!((mutant.line, mutant.rule.as_str()), (3, "data.p.r"));
    let mut evaluator = exchange.with(&mutant.applied(policy)).expect("loads");
    let input = Input::new(&parse_json("{\"a\": 2}").expect("valid")).expect("exact");
    let value = evaluator.evaluate(&input, "data.p.r").expect("evaluated");
    assert_eq!(value, Node::Bool(true));
}

#[test]
fn a_text_that_loses_a_definition_or_a_variable_does_not_load() {
    let policy = "package p\nf(x) := x\n\nr if {\n\tsome x in input.xs\n\tx > 1\n}\n";
    let bundle = bundle(policy);
    let exchange = Exchange::new(&bundle, "p.rego", &Limits::default());
    let exchange = exchange.expect("parsed").expect("a file");
    let reason = |text: &str| exchange.with(text).expect_err("refused").0;
    assert_eq!(reason("package p\nr := 1\n"), "`f` is not defined");
    let unsafe_variable = policy.replace("some x in input.xs", "true");
    let reason_given = reason(&unsafe_variable);
    assert!(reason_given.contains("unsafe"), "{reason_given}");
    assert!(exchange.with("package p\nr if").is_err());
    assert!(exchange.with(policy).is_ok());
}
