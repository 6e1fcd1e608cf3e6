//! The proof as its users run it: what is left out when nothing changed, what is written, and that it is always the same.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;
use tempfile::TempDir;

use crate::cli::{code, copy, edit, repository, run, stderr, stdout};

/// Two small scenarios, so that one can change while the other does not.
const SCENARIOS: [&str; 2] = ["first-topic", "second-topic"];

/// A project of two scenarios that ask for one topic each, on one arm, which take no time to prove.
fn project() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["arms", "policies/lib"] {
        copy(&repository().join(part), &folder.path().join(part));
    }
    for scenario in SCENARIOS {
        write_scenario(folder.path(), scenario);
    }
    folder
}

fn write(folder: &Path, file: &str, text: &str) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().expect("a folder")).expect("made");
    fs::write(path, text).expect("written");
}

fn write_scenario(folder: &Path, name: &str) {
    let package = name.replace('-', "_");
    let spec = format!(
        "schema: proofmark.spec/1
id: {name}
title: A topic
intent: A topic under the asked name.
prompt: |
  Create an SNS topic named `{name}`.
difficulty: easy
policy: scenarios.{package}
arms: [cdktn]
catches:
  - id: other-name
    title: the topic has another name
    class: typed-value-trap
    rules: [T001]
    tier: 1
    evidence: Every text is a valid name to the toolchain.
do_nothing:
  rules: [T001]
tolerates:
  - type: aws_sns_topic
    path: /fifo_topic
    reason: Nothing was asked about the order of messages.
  - type: aws_sns_topic
    path: /content_based_deduplication
    reason: Nothing was asked about messages that come twice.
"
    );
    write(folder, &format!("specs/{name}.yaml"), &spec);
    let policy = format!(
        "# METADATA
# title: A topic
package scenarios.{package}

# METADATA
# title: the topic exists under the asked name
# custom:
#   id: T001
#   tier: 1
#   catches: [other-name]
deny contains result if {{
	count(data.lib.sns.topics_named(\"{name}\")) == 0
	result := {{\"rule\": \"T001\", \"msg\": \"there is no such topic\"}}
}}
"
    );
    write(folder, &format!("policies/{name}/rules.rego"), &policy);
    let topic =
        |name: &str| format!(r#"{{"resource": {{"aws_sns_topic": {{"t": {{"name": {name}}}}}}}}}"#);
    let quoted = format!("\"{name}\"");
    let local = format!(
        r#"{{"locals": {{"name": {quoted}}}, {}"#,
        &topic("\"${local.name}\"")[1..]
    );
    let proof = format!("grading-proof/{name}");
    for (fixture, artifact) in [
        (format!("{proof}/references/cdktn/plain"), topic(&quoted)),
        (format!("{proof}/references/cdktn/local"), local),
        (
            format!("{proof}/do-nothing/cdktn"),
            r#"{"resource": {}}"#.to_owned(),
        ),
        (
            format!("negative-fixtures/{name}/cdktn/other-name"),
            topic("\"other\""),
        ),
    ] {
        write(
            folder,
            &format!("{fixture}/fixture.yaml"),
            "why: It is needed.\n",
        );
        write(
            folder,
            &format!("{fixture}/src/main.ts"),
            "// Written by hand.\n",
        );
        write(folder, &format!("{fixture}/cdk.tf.json"), &artifact);
    }
}

fn certificates(folder: &Path) -> Vec<Vec<u8>> {
    let file = |scenario| format!("grading-proof/{scenario}/certificate.json");
    SCENARIOS
        .iter()
        .map(|scenario| fs::read(folder.join(file(scenario))).expect("a certificate"))
        .collect()
}

/// The result of each scenario of `prove` with these arguments, which must end with 0.
fn results(folder: &Path, arguments: &[&str]) -> Vec<String> {
    // Named, because the fact library needs the fixtures of the shipped scenarios.
    let verb = ["prove", "--format", "json"];
    let output = run(folder, &[&verb, &SCENARIOS[..], arguments].concat());
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let record: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let scenarios = record["scenarios"].as_array().expect("scenarios");
    let result = |scenario: &Value| scenario["result"].as_str().expect("a word").to_owned();
    scenarios.iter().map(result).collect()
}

#[test]
fn one_job_and_two_jobs_give_the_same_bytes() {
    let prove = |jobs: &str| {
        let folder = project();
        let verb = ["prove", "--jobs", jobs, "--html", "proof.html"];
        let output = run(folder.path(), &[&verb, &SCENARIOS[..]].concat());
        assert_eq!(code(&output), 0, "{}", stdout(&output));
        let page = fs::read(folder.path().join("proof.html")).expect("a page");
        (certificates(folder.path()), page, stdout(&output))
    };
    assert_eq!(prove("1"), prove("2"));
}

#[test]
fn only_what_changed_is_proved_again_and_comes_out_as_in_a_whole_run() {
    let folder = project();
    let changed = || results(folder.path(), &["--changed"]);
    assert_eq!(changed(), ["proved", "proved"]);
    let before = certificates(folder.path());
    assert_eq!(changed(), ["unchanged", "unchanged"]);

    let rule = "policies/first-topic/rules.rego";
    edit(&folder, rule, "there is no such topic", "there is no topic");
    assert_eq!(changed(), ["proved", "unchanged"]);
    let after = certificates(folder.path());
    assert!(before[0] != after[0] && before[1] == after[1]);

    let fact = "policies/lib/ssm.rego";
    edit(
        &folder,
        fact,
        "package lib.ssm",
        "package lib.ssm # the parameter store",
    );
    assert_eq!(changed(), ["proved", "proved"]);

    let fixture = "grading-proof/second-topic/do-nothing/cdktn/fixture.yaml";
    edit(&folder, fixture, "\n", "\n# looked at again\n");
    assert_eq!(changed(), ["unchanged", "proved"]);

    let little_by_little = certificates(folder.path());
    assert_eq!(results(folder.path(), &[]), ["proved", "proved"]);
    assert_eq!(certificates(folder.path()), little_by_little);
}

#[test]
fn a_certificate_that_no_proof_wrote_is_not_believed() {
    let folder = project();
    assert_eq!(results(folder.path(), &[]), ["proved", "proved"]);
    let certificate = "grading-proof/second-topic/certificate.json";
    edit(&folder, certificate, "\n  \"counts\"", "\n\n  \"counts\"");
    assert_eq!(
        results(folder.path(), &["--changed"]),
        ["unchanged", "proved"]
    );
}

fn refused(folder: &Path, arguments: &[&str]) -> Output {
    let output = run(folder, arguments);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    output
}

#[test]
fn a_check_believes_no_certificate() {
    let folder = project();
    let output = refused(folder.path(), &["prove", "--check", "--changed"]);
    assert!(stderr(&output).contains("cannot be used with"));
}

#[test]
fn a_page_that_cannot_be_written_is_refused_before_the_proof_and_one_with_gaps_is_written() {
    let folder = project();
    let output = refused(folder.path(), &["prove", "--html", "specs"]);
    assert!(stderr(&output).contains("`specs` is a folder"));
    let below = "specs/first-topic.yaml/proof.html";
    let output = refused(folder.path(), &["prove", "--html", below]);
    assert!(stderr(&output).contains("lies below a file"));

    edit(
        &folder,
        "policies/first-topic/rules.rego",
        ")) == 0",
        ")) == 7",
    );
    let arguments = ["prove", "--html", "new/proof.html", "first-topic"];
    let output = run(folder.path(), &arguments);
    assert_eq!(code(&output), 1);
    let page = fs::read_to_string(folder.path().join("new/proof.html")).expect("a page");
    assert!(page.contains("predicted: fail") && page.contains("not violated, although predicted"));
    assert!(!page.contains(&folder.path().display().to_string()));
    let beside = fs::read_dir(folder.path().join("new"))
        .expect("listed")
        .count();
    assert_eq!(beside, 1, "nothing is left beside the page");
}
