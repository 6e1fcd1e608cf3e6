//! What an evaluation gives, what stops it, and that nothing that went wrong is ever a pass.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use super::super::bundle::{Bundle, BundleOptions};
use super::*;
use crate::value::{Object, parse_json};

fn evaluator(policy: &str, limits: &Limits) -> Evaluator {
    let options = BundleOptions::shipped();
    let bundle = Bundle::from_sources([("a.rego", policy)], Node::Object(Object::new()), &options)
        .expect("loads");
    Evaluator::new(&bundle, limits).expect("prepared")
}

fn input(json: &str) -> Input {
    Input::new(&parse_json(json).expect("valid")).expect("convertible")
}

fn value(policy: &str, json: &str) -> Result<Node, RegoError> {
    evaluator(policy, &Limits::default()).evaluate(&input(json), "data.a.p")
}

fn json(text: &str) -> Node {
    parse_json(text).expect("valid")
}

#[test]
fn results_carry_rule_message_resource_and_path() {
    let policy = r#"package a
deny contains {"rule": "PR001", "msg": "bad", "resource": "x.y", "path": "/policy"} if input.bad
deny contains "plain" if input.bad
"#;
    let mut evaluator = evaluator(policy, &Limits::default());
    let results = evaluator
        .results(&input(r#"{"bad": true}"#), "data.a.deny")
        .expect("evaluated");
    let [plain, full] = results.as_slice() else {
        panic!("{results:?}")
    };
    assert_eq!(
        (plain.message.as_str(), plain.rule.as_deref()),
        ("plain", None)
    );
    assert_eq!(
        (full.rule.as_deref(), full.resource.as_deref()),
        (Some("PR001"), Some("x.y"))
    );
    assert_eq!(full.path.as_deref(), Some("/policy"));
    assert_eq!(
        evaluator
            .results(&input(r#"{"bad": false}"#), "data.a.deny")
            .expect("evaluated"),
        []
    );
}

#[test]
fn malformed_results_are_errors() {
    for (result, wanted) in [
        (r#"{"rule": "x"}"#, "no `msg`"),
        (r#"{"msg": 1}"#, "`msg` is not a text"),
        (
            r#"{"msg": "x", "ressource": "y"}"#,
            "did you mean `resource`?",
        ),
        ("7", "neither a text nor an object"),
    ] {
        let mut evaluator = evaluator(
            &format!("package a\ndeny contains {result}\n"),
            &Limits::default(),
        );
        let error = evaluator
            .results(&input("{}"), "data.a.deny")
            .expect_err("refused")
            .to_string();
        assert!(error.contains(wanted), "{error}");
    }
    let mut evaluator = evaluator("package a\ndeny := true\n", &Limits::default());
    assert!(matches!(
        evaluator.results(&input("{}"), "data.a.deny"),
        Err(RegoError::MalformedResult { .. })
    ));
}

#[test]
fn an_entry_point_that_does_not_exist_is_an_error_with_a_suggestion() {
    let mut evaluator = evaluator(
        "package a\ndeny contains \"x\"\nf(x) := x\n",
        &Limits::default(),
    );
    let Err(RegoError::UndefinedEntry { help, .. }) =
        evaluator.results(&input("{}"), "data.a.denny")
    else {
        panic!("refused")
    };
    assert_eq!(help.as_deref(), Some("did you mean `data.a.deny`?"));
    assert!(matches!(
        evaluator.evaluate(&input("{}"), "data.a.f"),
        Err(RegoError::UndefinedEntry { .. })
    ));
}

#[test]
fn a_rule_without_a_value_is_an_error_and_no_pass() {
    assert!(matches!(
        value("package a\np if input.x\n", "{}"),
        Err(RegoError::Undefined { .. })
    ));
}

#[test]
fn a_builtin_error_is_a_located_error_even_under_a_negation() {
    let policy = "package a\np if {\n\tnot to_number(input.x) == 1\n}\n";
    let error = value(policy, r#"{"x": "no number"}"#).expect_err("refused");
    let RegoError::Evaluation { fault, .. } = &error else {
        panic!("{error:?}")
    };
    assert_eq!(
        fault.positions().map(|((line, _), _)| line),
        Some(3),
        "{error}"
    );
    let error = value(
        "package a\np := replace(input.x, \"a\", \"b\")\n",
        r#"{"x": 1}"#,
    )
    .expect_err("refused");
    let RegoError::Evaluation { fault, .. } = &error else {
        panic!("{error:?}")
    };
    assert_eq!(
        fault.message(),
        "`replace`: argument 1 must be a string, got `1`"
    );
    assert!(
        fault
            .underlined()
            .is_some_and(|text| text.starts_with("replace")),
        "{fault:?}"
    );
}

#[test]
fn an_engine_that_failed_answers_the_next_document() {
    let mut evaluator = evaluator(
        "package a\np := x if { x := to_number(input.x) with data.b as 1 }\n",
        &Limits::default(),
    );
    for _ in 0..3 {
        assert!(
            evaluator
                .evaluate(&input(r#"{"x": "no"}"#), "data.a.p")
                .is_err()
        );
        assert_eq!(
            evaluator
                .evaluate(&input(r#"{"x": "7"}"#), "data.a.p")
                .expect("evaluated"),
            Node::from(7)
        );
    }
}

#[test]
fn an_endless_comprehension_is_stopped_by_the_timer_and_named() {
    let policy = "package a\nxs := numbers.range(1, 1000)\n\
        p := count([1 | some a in xs; some b in xs; some c in xs; a + b + c == 0])\n";
    let limits = Limits {
        time: Duration::from_millis(100),
        ..Limits::default()
    };
    let started = Instant::now();
    let error = evaluator(policy, &limits)
        .evaluate(&input("{}"), "data.a.p")
        .expect_err("stopped");
    assert!(
        matches!(&error, RegoError::TimeLimit { entry, .. } if entry == "data.a.p"),
        "{error}"
    );
    assert!(started.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_range_that_would_fill_the_memory_is_stopped() {
    let error = value(
        "package a\np := count(numbers.range(1, 1000000000))\n",
        "{}",
    )
    .expect_err("stopped");
    assert!(
        error
            .to_string()
            .contains("`numbers.range` would make a value larger than allowed"),
        "{error}"
    );
}

#[test]
fn a_builtin_that_panics_is_an_error() {
    // `strings.count` of the engine panics on an empty text; ours does not.
    assert_eq!(
        value("package a\np := strings.count(\"ab\", \"\")\n", "{}").expect("evaluated"),
        Node::from(3)
    );
}

#[test]
fn the_deepest_chain_that_may_load_fits_the_stack() {
    let mut policy = "package a\nf0(x) := x\n".to_owned();
    let last = super::super::check::DEEPEST_CHAIN / 3 - 10;
    for index in 1..=last {
        let _ = writeln!(
            policy,
            "f{index}(x) := y if {{ y := [f{}(v) | v := x][0] }}",
            index - 1
        );
    }
    let _ = writeln!(policy, "p := f{last}(7)");
    assert_eq!(value(&policy, "{}").expect("evaluated"), Node::from(7));
}

#[test]
fn the_longest_body_that_may_load_fits_the_stack() {
    let mut policy = "package a\np := x0 if {\n\tsome x0 in [7]\n".to_owned();
    for index in 1..super::super::check::DEEPEST_CHAIN - 10 {
        let _ = writeln!(policy, "\tsome x{index} in [x{}]", index - 1);
    }
    policy.push_str("}\n");
    let limits = Limits {
        time: Duration::new(60, 0),
        ..Limits::default()
    };
    let value = evaluator(&policy, &limits).evaluate(&input("{}"), "data.a.p");
    assert_eq!(value.expect("evaluated"), Node::from(7));
}

#[test]
fn a_package_is_evaluated_as_a_document() {
    let policy = "package a\nx := input.n + 1\np := input.n\n";
    let mut evaluator = evaluator(policy, &Limits::default());
    let document = input(r#"{"n": 1}"#);
    assert_eq!(
        evaluator.evaluate(&document, "data.a").expect("evaluated"),
        json(r#"{"x": 2, "p": 1}"#)
    );
}

#[test]
fn executed_lines_are_recorded_and_merged() {
    let policy = "package a\n\np if {\n\tinput.x\n\tinput.y\n}\n\nq := 1\n";
    let mut evaluator = evaluator(policy, &Limits::default());
    evaluator.record_coverage();
    assert!(
        evaluator
            .evaluate(&input(r#"{"x": false}"#), "data.a.p")
            .is_err()
    );
    let mut first = evaluator.coverage().expect("recorded");
    let lines = |coverage: &Coverage| {
        let file = coverage.files().get("a.rego").cloned().unwrap_or_default();
        (
            file.covered.into_iter().collect::<Vec<_>>(),
            file.not_covered.into_iter().collect::<Vec<_>>(),
        )
    };
    assert_eq!(lines(&first), (vec![4], vec![5, 8]));
    evaluator.record_coverage();
    evaluator
        .evaluate(&input(r#"{"x": true, "y": true}"#), "data.a.p")
        .expect("evaluated");
    let second = evaluator.coverage().expect("recorded");
    first.merge(&second);
    assert_eq!(lines(&first), (vec![4, 5], vec![8]));
}

#[test]
fn whole_numbers_of_any_length_are_computed_exactly_and_fractions_compared_exactly() {
    let of = |expression: &str, x: &str| {
        let policy = format!("package a\np := {expression}\n");
        value(&policy, &format!("{{\"x\": {x}}}"))
    };
    for (expression, x, wanted) in [
        ("input.x + 1", "9007199254740993", "9007199254740994"),
        (
            "input.x + 1",
            "123456789012345678901234567890",
            "123456789012345678901234567891",
        ),
    ] {
        let Ok(Node::Number(number)) = of(expression, x) else {
            panic!("{expression} of {x}: {:?}", of(expression, x))
        };
        assert_eq!(number.to_text(), wanted);
    }
    let equal = of("input.x == 5.1000000000000005", "5.1");
    assert_eq!(equal.expect("evaluated"), Node::Bool(false));
    assert!(Input::new(&json("1e400000")).is_err());
}

#[test]
fn a_regular_expression_that_explodes_is_an_error_and_one_that_backtracks_elsewhere_ends() {
    let of = |pattern: &str| {
        let policy = format!("package a\np := regex.match(`{pattern}`, input.x)\n");
        value(&policy, &format!("{{\"x\": \"{}\"}}", "a".repeat(5000)))
    };
    let error = of("((a{1,99}){1,99}){1,99}").expect_err("refused");
    assert!(error.to_string().contains("size limit"), "{error}");
    assert_eq!(of("^(a+)+$").expect("evaluated"), Node::Bool(true));
    assert_eq!(of("^(a+)+b$").expect("evaluated"), Node::Bool(false));
}
