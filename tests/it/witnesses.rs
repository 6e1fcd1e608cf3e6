//! Operators make what the toolchain makes of changed sources, and a variant can be looked at as files.

use std::fs;

use proofmark::proof::prove_witnesses;
use proofmark::spec::Root;

use crate::cli::{code, copy, repository, run, stderr, stdout};

const FIXTURE: &str = "grading-proof/bucket-hardening/references/cdktn/flat-jsonencode";

#[test]
fn every_operator_has_a_witness_in_each_family_and_none_contradicts_it() {
    let root = Root::discover(Some(repository())).expect("the project");
    let gaps = prove_witnesses(&root).expect("readable");
    let shown: Vec<String> = gaps
        .iter()
        .map(|gap| format!("{}: {}", gap.subject, gap.message))
        .collect();
    assert!(gaps.is_empty(), "{}", shown.join("\n"));
}

#[test]
fn a_witness_that_the_operator_does_not_come_to_is_a_gap() {
    let scratch = tempfile::tempdir().expect("a folder");
    for part in ["specs", "arms", "policies", FIXTURE] {
        copy(&repository().join(part), &scratch.path().join(part));
    }
    let folder = scratch
        .path()
        .join("grading-proof/witnesses/boolean-flipped/terraform");
    copy(&repository().join(FIXTURE), &folder.join("changed"));
    let about = format!(
        "schema: proofmark.witness/1\noperator: boolean-flipped\narm: cdktn\nbase: {FIXTURE}\n\
         address: aws_kms_key.reports_key\npointer: /enable_key_rotation\nwhy: the record was not changed\n"
    );
    fs::write(folder.join("witness.yaml"), about).expect("written");
    let root = Root::discover(Some(scratch.path())).expect("a project");
    let gaps = prove_witnesses(&root).expect("readable");
    let own = gaps
        .iter()
        .find(|gap| gap.subject.ends_with("boolean-flipped/terraform"));
    let message = &own.expect("a gap").message;
    assert!(
        message.contains("the operator makes false and the toolchain true"),
        "{message}"
    );
    let missing = "nothing shows that the operator makes what the toolchain makes";
    assert!(gaps.iter().any(|gap| gap.message == missing));
}

#[test]
fn a_variant_is_written_into_a_new_folder_and_nowhere_else() {
    let scratch = tempfile::tempdir().expect("a folder");
    let into = scratch.path().join("variant");
    let into = into.to_str().expect("a path");
    let place = "aws_kms_key.reports_key/enable_key_rotation";
    let chosen = [
        "variant",
        FIXTURE,
        "--operator",
        "boolean-flipped",
        "--at",
        place,
    ];
    let listed = run(repository(), &chosen);
    assert_eq!(code(&listed), 0, "{}", stderr(&listed));
    assert_eq!(
        stdout(&listed),
        format!("boolean-flipped {place}: `true` → `false`\n")
    );
    let arguments = [&chosen[..], &["--into", into]].concat();
    let written = run(repository(), &arguments);
    assert_eq!(code(&written), 0, "{}", stderr(&written));
    let text = fs::read_to_string(format!("{into}/cdk.tf.json")).expect("written");
    let before = fs::read_to_string(repository().join(FIXTURE).join("cdk.tf.json")).expect("read");
    let changed = before
        .lines()
        .zip(text.lines())
        .filter(|(old, new)| old != new);
    assert_eq!(changed.count(), 1);
    let again = run(repository(), &arguments);
    assert_eq!(code(&again), 2);
    assert!(
        stderr(&again).contains("is not empty"),
        "{}",
        stderr(&again)
    );
    let many = run(
        repository(),
        &[
            "variant",
            FIXTURE,
            "--operator",
            "boolean-flipped",
            "--into",
            into,
        ],
    );
    assert_eq!(code(&many), 2);
}
