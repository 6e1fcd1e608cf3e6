//! Each check has a policy that would load, or crash, without it.

use std::fmt::Write as _;

use super::super::bundle::{Bundle, BundleOptions};
use super::super::error::RegoError;
use crate::source::Finding;
use crate::value::{Node, Object, parse_json};

fn load(sources: &[(&str, &str)], options: &BundleOptions) -> Result<Bundle, RegoError> {
    Bundle::from_sources(
        sources.iter().copied(),
        Node::Object(Object::new()),
        options,
    )
}

fn faults(policy: &str) -> Vec<Finding> {
    match load(&[("a.rego", policy)], &BundleOptions::shipped()) {
        Ok(_) => Vec::new(),
        Err(RegoError::Refused { faults }) => faults,
        Err(other) => panic!("{other}"),
    }
}

/// Code, underlined text and help of the only fault.
fn only(policy: &str) -> (&'static str, String, String) {
    let faults = faults(policy);
    let [fault] = faults.as_slice() else {
        panic!("one fault: {faults:#?}")
    };
    (
        fault.code(),
        fault.underlined().unwrap_or_default().to_owned(),
        fault.advice().unwrap_or_default().to_owned(),
    )
}

#[test]
fn a_sound_policy_loads() {
    let policy = "package a\nimport data.a.helper\nhelper(x) := y if { y := x + 1 }\n\
        p contains m if { some m in input.xs; helper(m) > 1; print(\"x\", m) }\n\
        q := {k: v | some k, v in input; v == set()}\n\
        r := count(data.a.p) if { every x in input.xs { x > 0 } }\n\
        s if { not p[\"x\"]; startswith(\"a\", \"b\") }\ndefault t := false\nt if { x := input.y; x.z }\n";
    assert_eq!(faults(policy).len(), 0, "{:#?}", faults(policy));
}

#[test]
fn an_undefined_function_is_found_at_load_with_a_suggestion() {
    let (code, underlined, help) = only("package a\np if { startwith(\"a\", \"b\") }\n");
    assert_eq!(
        (code, underlined.as_str()),
        ("undefined-function", "startwith")
    );
    assert_eq!(help, "did you mean `startswith`?");
    let (code, underlined, help) = only("package a\nhelper(x) := x\np if { helpr(1) }\n");
    assert_eq!(
        (code, underlined.as_str(), help.as_str()),
        ("undefined-function", "helpr", "did you mean `helper`?")
    );
}

#[test]
fn a_function_that_is_never_reached_is_checked_all_the_same() {
    assert_eq!(
        only("package a\np := [x | false; x := nope(1)]\n").0,
        "undefined-function"
    );
}

#[test]
fn a_wrong_number_of_arguments_is_found_at_load() {
    assert_eq!(only("package a\np := count(1, 2, 3)\n").0, "arity");
    let (code, underlined, _) = only("package a\nf(x, y) := x + y\np := f(1)\n");
    assert_eq!((code, underlined.as_str()), ("arity", "f(1)"));
    assert_eq!(
        only("package a\np := data.a.g(1)\ng(x, y) := x\n").0,
        "arity"
    );
}

#[test]
fn builtins_that_reach_out_are_named() {
    for call in [
        "http.send({})",
        "io.jwt.decode(\"x\")",
        "opa.runtime()",
        "strings.render_template(\"\", {})",
    ] {
        let (code, underlined, _) = only(&format!("package a\np := {call}\n"));
        assert_eq!(
            (code, underlined.as_str()),
            (
                "unsupported-builtin",
                call.split('(').next().unwrap_or_default()
            )
        );
    }
}

#[test]
fn recursion_is_refused_with_the_way_it_takes() {
    let (code, underlined, _) = only("package a\nf(x) := y if { y := f(x) }\n");
    assert_eq!((code, underlined.as_str()), ("recursion", "f(x)"));
    let policy = "package a\np if { q }\nq if { data.a.r }\nr if { not p }\n";
    let faults = faults(policy);
    assert_eq!(faults.len(), 1);
    assert_eq!(
        faults[0].message(),
        "`data.a.p` is recursive through `data.a.q`, `data.a.r`"
    );
}

#[test]
fn recursion_through_a_computed_name_or_the_own_package_is_refused() {
    assert_eq!(only("package a\np if { data.a[input.x] }\n").0, "recursion");
    assert_eq!(only("package a\np if { data[input.x] }\n").0, "recursion");
}

#[test]
fn a_local_variable_with_the_name_of_a_rule_is_no_recursion() {
    let policy = "package a\nname(name) := name\nx := 1\ny := z if { x := 2; z := x }\n";
    assert_eq!(faults(policy).len(), 0, "{:#?}", faults(policy));
}

#[test]
fn a_misspelled_rule_of_another_package_is_found() {
    let lib = "package lib.iam\nstatements contains 1\n";
    let policy = "package a\nimport data.lib.iam\np if { data.lib.iam.statments[_] }\nq if { iam.statement[_] }\n";
    let error = load(
        &[("a.rego", policy), ("lib.rego", lib)],
        &BundleOptions::shipped(),
    )
    .expect_err("refused");
    let found: Vec<_> = error
        .faults()
        .iter()
        .map(|fault| (fault.underlined(), fault.advice()))
        .collect();
    let help = Some("did you mean `data.lib.iam.statements`?");
    assert_eq!(
        found,
        [
            (Some("data.lib.iam.statments[_]"), help),
            (Some("iam.statement[_]"), help)
        ]
    );
}

#[test]
fn a_misspelled_rule_of_the_own_package_is_found() {
    let (code, underlined, help) = only("package a\nallowed := 1\np if { alowed == 1 }\n");
    assert_eq!(
        (code, underlined.as_str(), help.as_str()),
        ("undefined-variable", "alowed", "did you mean `allowed`?")
    );
}

#[test]
fn an_import_that_leads_nowhere_is_found_once() {
    let (code, underlined, _) =
        only("package a\nimport data.lib.iam\np if { iam.statements[_] }\n");
    assert_eq!(
        (code, underlined.as_str()),
        ("undefined-reference", "data.lib.iam")
    );
}

#[test]
fn base_data_counts_as_defined() {
    let data = parse_json(r#"{"limits": {"max": 3}}"#).expect("valid");
    let policy = [("a.rego", "package a\np := data.limits.max\n")];
    assert!(Bundle::from_sources(policy, data, &BundleOptions::shipped()).is_ok());
    assert_eq!(
        only("package a\np := data.limits.max\n").0,
        "undefined-reference"
    );
}

#[test]
fn foreign_policies_may_refer_to_data_nobody_gave_but_not_to_missing_rules_of_their_own() {
    let foreign = BundleOptions::foreign();
    assert!(load(&[("a.rego", "package a\np := data.params.x\n")], &foreign).is_ok());
    assert!(load(&[("a.rego", "package a\np := data.a.nope\n")], &foreign).is_err());
}

#[test]
fn a_with_override_defines_what_it_overrides() {
    let policy =
        "package a\np := data.params.x\ntest_p if { p == 1 with data.params as {\"x\": 1} }\n";
    assert_eq!(faults(policy).len(), 0, "{:#?}", faults(policy));
}

#[test]
fn all_faults_of_all_files_are_reported_at_once_in_order() {
    let one = "package a\np := nope(1)\nq := count()\n";
    let two = "package b\nr if {\n";
    let error = load(
        &[("1.rego", one), ("2.rego", two)],
        &BundleOptions::shipped(),
    )
    .expect_err("refused");
    let found: Vec<_> = error
        .faults()
        .iter()
        .map(|fault| {
            (
                fault.file(),
                fault.positions().map_or(0, |((line, _), _)| line),
                fault.code(),
            )
        })
        .collect();
    assert_eq!(
        found,
        [
            ("1.rego", 2, "undefined-function"),
            ("1.rego", 3, "arity"),
            ("2.rego", 3, "syntax")
        ]
    );
}

#[test]
fn a_file_that_is_refused_does_not_make_its_names_undefined_elsewhere() {
    let one =
        "package a\nhelper := 1\np := [x, [1 | some x in [1]]]\nq := y if { y := x; x := y }\n";
    let two = "package a\nr := helper\n";
    let error = load(
        &[("1.rego", one), ("2.rego", two)],
        &BundleOptions::shipped(),
    )
    .expect_err("refused");
    let files: Vec<_> = error.faults().iter().map(Finding::file).collect();
    assert_eq!(files, ["1.rego"], "{:?}", error.faults());
}

#[test]
fn a_name_that_is_both_a_function_and_a_value_is_refused() {
    assert_eq!(only("package a\nf(x) := x\nf := 1\n").0, "conflict");
    assert_eq!(
        only("package a\nf(x) := x\nf(x, y) := x + y\n").0,
        "conflict"
    );
}

#[test]
fn a_chain_too_deep_for_the_stack_is_refused() {
    let rules = |count: usize| {
        let mut text = "package a\nr0 := input.x\n".to_owned();
        for index in 1..count {
            let _ = writeln!(text, "r{index} := r{} + 0", index - 1);
        }
        text
    };
    assert_eq!(
        faults(&rules(super::recursion::DEEPEST_CHAIN - 10)).len(),
        0
    );
    assert_eq!(
        faults(&rules(super::recursion::DEEPEST_CHAIN + 10))[0].code(),
        "too-deep"
    );
}
