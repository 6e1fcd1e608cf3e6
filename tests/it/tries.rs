//! Tries to fool an oracle: what is held against them, and what they are no part of.

use std::fs;
use std::path::Path;

use proofmark::grade::Oracle;
use proofmark::spec::Root;
use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{code, copy, edit, project, repository, run, stderr, stdout};

const TRY: &str = "grading-proof/parameter-reader/tries/hcl/deny-elsewhere";

/// A copy of the project with one try alone: a Deny elsewhere takes the right grant away.
fn one_try() -> TempDir {
    let folder = project();
    let tries = folder.path().join("grading-proof/parameter-reader/tries");
    fs::remove_dir_all(&tries).expect("removed");
    copy(&repository().join(TRY), &folder.path().join(TRY));
    folder
}

fn proof(folder: &Path) -> (i32, Value) {
    let output = run(folder, &["prove", "parameter-reader", "--format", "json"]);
    let record = serde_json::from_slice(&output.stdout).unwrap_or_default();
    (code(&output), record)
}

#[test]
fn a_try_is_counted_by_its_answer_and_kills_no_rule() {
    let folder = one_try();
    let (status, with) = proof(folder.path());
    assert_eq!(status, 0, "{with}");
    fs::remove_dir_all(folder.path().join(TRY)).expect("removed");
    let (status, without) = proof(folder.path());
    assert_eq!(status, 0, "{without}");
    let certificate = |record: &Value| record["scenarios"][0]["certificate"].clone();
    let (with, without) = (&certificate(&with), &certificate(&without));
    let count = |certificate: &Value, answer: &str| certificate["counts"]["tries"][answer].clone();
    assert_eq!(
        (count(with, "wrong"), count(without, "wrong")),
        (1.into(), 0.into())
    );
    assert_eq!(
        (count(with, "right"), count(with, "open")),
        (0.into(), 0.into())
    );
    assert_eq!(with["rules"], without["rules"]);
    assert_eq!(
        with["counts"]["references"],
        without["counts"]["references"]
    );
    assert_ne!(with["binding"]["fixtures"], without["binding"]["fixtures"]);
    let rows = with["fixtures"].as_array().expect("rows");
    let row = rows
        .iter()
        .find(|row| row["fixture"] == TRY)
        .expect("a row");
    assert_eq!(
        (&row["role"], &row["rules"]),
        (&"try".into(), &serde_json::json!(["PR001"]))
    );
}

#[test]
fn a_try_that_comes_to_something_else_is_a_gap() {
    for (from, to, message) in [
        (
            "expected: fail",
            "expected: pass",
            "a correct solution is rejected by PR001",
        ),
        (
            "expected: fail",
            "expected: unverifiable",
            "it is rejected by PR001, and it leaves the answer open",
        ),
        (
            "rules: [PR001]",
            "rules: [PR001, PR002]",
            "it is rejected by PR001, and PR001, PR002 was predicted",
        ),
    ] {
        let folder = one_try();
        edit(&folder, &format!("{TRY}/try.yaml"), from, to);
        if !to.starts_with("rules") {
            edit(&folder, &format!("{TRY}/try.yaml"), "rules: [PR001]\n", "");
        }
        let (status, record) = proof(folder.path());
        assert_eq!(status, 1, "{record}");
        assert_eq!(record["gaps"][0]["subject"], TRY);
        assert_eq!(record["gaps"][0]["kind"], "try");
        assert_eq!(record["gaps"][0]["message"], message);
        let help = record["gaps"][0]["help"].as_str().expect("help");
        assert!(help.contains("correct `try.yaml`"), "{help}");
    }
}

#[test]
fn a_try_that_does_not_say_what_it_must_come_to_is_refused_where_it_stands() {
    let folder = one_try();
    edit(&folder, &format!("{TRY}/try.yaml"), "[PR001]", "[PR0001]");
    for arguments in [&["prove"] as &[&str], &["check", TRY]] {
        let output = run(folder.path(), arguments);
        assert_eq!(code(&output), 2, "{arguments:?}");
        let shown = stdout(&output) + &stderr(&output);
        for part in [
            "unknown rule `PR0001`",
            "did you mean `PR001`?",
            "try.yaml:",
        ] {
            assert!(shown.contains(part), "{part}\n{shown}");
        }
    }
    fs::remove_file(folder.path().join(TRY).join("try.yaml")).expect("removed");
    let output = run(folder.path(), &["check", TRY]);
    assert_eq!(code(&output), 2);
    let shown = stdout(&output);
    assert!(shown.contains("the fixture does not say why"), "{shown}");
    assert!(shown.contains("into `try.yaml`"), "{shown}");
}

#[test]
fn a_try_is_bound_to_the_certificate_with_its_sources() {
    let folder = one_try();
    assert_eq!(proof(folder.path()).0, 0);
    let check = ["prove", "--check", "parameter-reader"];
    assert_eq!(code(&run(folder.path(), &check)), 0);
    edit(
        &folder,
        &format!("{TRY}/src/main.tf"),
        "no-parameters",
        "no-parameter",
    );
    let output = run(folder.path(), &check);
    assert_eq!(code(&output), 1);
    assert!(
        stdout(&output).contains("the certificate is stale"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_try_is_graded_by_its_folder() {
    let folder = one_try();
    let output = run(folder.path(), &["grade", "--unproven", "--fixture", TRY]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
}

#[test]
fn a_try_lends_no_candidates_to_the_search_for_completions() {
    let folder = one_try();
    let pool = || {
        let root = Root::discover(Some(folder.path())).expect("a project");
        let oracle = Oracle::load(&root, "parameter-reader").expect("loads");
        format!("{:?}", oracle.pool())
    };
    let with = pool();
    assert!(!with.contains("no-parameters"), "{with}");
    fs::remove_dir_all(folder.path().join(TRY)).expect("removed");
    assert_eq!(with, pool());
}
