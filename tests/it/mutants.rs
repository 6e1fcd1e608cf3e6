//! Artifact mutants on copies of a scenario: what survives is named, and entries of `tolerates` are held to it.

use std::path::Path;

use proofmark::certificate::MutantCounts;
use serde_json::Value;

use crate::cli::{code, edit, project, run};

fn proof(folder: &Path) -> (i32, Value) {
    let output = run(folder, &["prove", "parameter-reader", "--format", "json"]);
    let record = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (code(&output), record)
}

/// The gaps of a kind, each as its subject and message.
fn gaps(record: &Value, kind: &str) -> Vec<(String, String)> {
    let gaps = record["gaps"].as_array().expect("gaps").iter();
    let of_kind = gaps.filter(|gap| gap["kind"] == kind);
    let text = |gap: &Value, key: &str| gap[key].as_str().unwrap_or_default().to_owned();
    of_kind
        .map(|gap| (text(gap, "subject"), text(gap, "message")))
        .collect()
}

#[test]
fn every_mutant_is_accounted_for_and_counted_by_arm_and_operator() {
    let folder = project();
    let (status, record) = proof(folder.path());
    assert_eq!(status, 0, "{:?}", record["gaps"]);
    let certificate = &record["scenarios"][0]["certificate"];
    let of =
        |value: &Value| -> MutantCounts { serde_json::from_value(value.clone()).expect("counts") };
    let all = of(&certificate["counts"]["mutants"]);
    let accounted = all.killed + all.tolerated + all.aside + all.open + all.accepted;
    assert_eq!(all.made, accounted);
    assert!(all.killed > 500, "{all:?}");
    let rows = certificate["mutants"].as_array().expect("rows");
    let made: usize = rows.iter().map(|row| of(&row["counts"]).made).sum();
    assert_eq!(made, all.made);
}

#[test]
fn a_weakened_check_lets_mutants_survive_and_they_are_named() {
    let folder = project();
    edit(
        &folder,
        "specs/parameter-reader.yaml",
        "operator: equals\n    value: String\n",
        "operator: in\n    value: [String, StringList]\n",
    );
    let (status, record) = proof(folder.path());
    assert_eq!(status, 1);
    let found = gaps(&record, "artifact-mutant");
    assert!(!found.is_empty());
    for (subject, message) in &found {
        assert!(subject.contains(": enum-swapped at `"), "{subject}");
        assert!(subject.to_lowercase().contains("/type`"), "{subject}");
        assert!(message.contains("`String` → `StringList`"), "{message}");
    }
}

#[test]
fn an_entry_that_nothing_needs_or_that_covers_what_is_rejected_is_refused_where_it_stands() {
    let folder = project();
    edit(
        &folder,
        "specs/parameter-reader.yaml",
        "tolerates:\n",
        "tolerates:\n  - type: {terraform: aws_sns_topic}\n    path: {terraform: /name}\n    reason: nothing has one\n  - type: {terraform: aws_iam_role}\n    path: {terraform: /assume_role_policy}\n    reason: wrong\n",
    );
    let (status, record) = proof(folder.path());
    assert_eq!(status, 1);
    let found = gaps(&record, "exemption");
    let has = |said: &str| {
        let mut found = found.iter();
        found.any(|(subject, message)| {
            subject.starts_with("specs/parameter-reader.yaml:") && message.contains(said)
        })
    };
    assert!(has("no mutant needs this entry"), "{found:?}");
    assert!(
        has("PR005 rejects a mutant that it covers: ") && has("aws_iam_role."),
        "{found:?}"
    );
}
