//! Arms are held to one another: a fact that is weaker in one family than in the other is named.

use std::fs;

use serde_json::Value;

use tempfile::TempDir;

use crate::cli::{code, copy, edit, project, repository, run, stdout};

/// A copy of the project with one scenario.
fn project_of(scenario: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for part in ["policies", "grading-proof", "negative-fixtures"] {
        let part = format!("{part}/{scenario}");
        copy(&repository().join(&part), &folder.path().join(&part));
    }
    for part in ["arms", "policies/lib"] {
        copy(&repository().join(part), &folder.path().join(part));
    }
    let spec = format!("specs/{scenario}.yaml");
    fs::create_dir_all(folder.path().join("specs")).expect("a folder");
    fs::copy(repository().join(&spec), folder.path().join(&spec)).expect("copied");
    folder
}

/// The messages of the gaps of a scenario after `from` was replaced by `to` in a file of a copy of the project.
fn gaps(scenario: &str, file: &str, from: &str, to: &str) -> Vec<String> {
    let folder = project_of(scenario);
    edit(&folder, file, from, to);
    let output = run(folder.path(), &["prove", scenario, "--format", "json"]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    let record: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    let gaps = record["gaps"].as_array().expect("gaps");
    gaps.iter()
        .map(|gap| {
            ["subject", "message"]
                .map(|key| gap[key].as_str().unwrap_or_default())
                .join(": ")
        })
        .collect()
}

fn assert_told(gaps: &[String], parts: &[&str]) {
    let told = |gap: &&String| parts.iter().all(|part| gap.contains(part));
    assert!(gaps.iter().any(|gap| told(&gap)), "{parts:?} in {gaps:#?}");
}

#[test]
fn a_fact_weakened_for_cloudformation_alone_is_named_with_the_arms_and_both_values() {
    let gaps = gaps(
        "bucket-hardening",
        "policies/lib/s3.rego",
        "values[keys.inline] in data.lib.value.yes",
        "values[keys.inline] in {true, false}",
    );
    assert_told(
        &gaps,
        &[
            "references/awscdk/l1-plain-documents",
            "`lib.s3.refuses_public_access(\"<bucket>\")` is `true` on `awscdk` and undefined on `hcl`",
            "`bucket.block-public-acls` is flipped",
        ],
    );
    assert_told(
        &gaps,
        &["`pab-partial`: the verdict is `pass` here and `fail` on `hcl`"],
    );
    let terraform = ["references/cdktn", "references/terraconstructs"];
    let blamed = |gap: &&String| terraform.iter().any(|arm| gap.contains(arm));
    assert_eq!(gaps.iter().find(blamed), None);
}

#[test]
fn a_fact_weakened_for_terraform_alone_is_named_too() {
    let gaps = gaps(
        "upload-handler",
        "policies/lib/logs.rego",
        "\"aws_cloudwatch_log_group\": \"retention_in_days\"",
        "\"aws_cloudwatch_log_group\": \"retention_in_day\"",
    );
    assert_told(
        &gaps,
        &[
            "references/awscdk/l1-notification-configuration",
            "`lib.logs.retention(\"<function>\")` is `{14}` on `awscdk` and `{null}` on `hcl`",
        ],
    );
}

#[test]
fn a_difference_that_no_fixture_shows_is_found_by_the_same_change_on_every_arm() {
    let gaps = gaps(
        "queue-dead-letter",
        "policies/lib/sns.rego",
        "\t\t\"filter\": \"FilterPolicy\",\n",
        "\t\t\"filter\": \"filter_policy\",\n",
    );
    assert_told(
        &gaps,
        &[
            "`lib.sns.delivers_everything_to(\"<topic>\", \"sqs\", \"<queue>\")` is `true` on `awscdk` and undefined on `hcl`",
            "`queue.subscription-filter` is given",
        ],
    );
}

#[test]
fn an_attribute_that_no_fact_reads_and_a_fact_that_is_never_compared_are_gaps() {
    let unread = gaps(
        "parameter-reader",
        "specs/parameter-reader.yaml",
        "          terraform: [aws_ssm_parameter /name]\n          cloudformation: [AWS::SSM::Parameter /Name]\n",
        "          terraform: [aws_ssm_parameter /description]\n          cloudformation: [AWS::SSM::Parameter /Description]\n",
    );
    assert_told(
        &unread,
        &[
            "specs/parameter-reader.yaml",
            "no fact notices a change of `parameter.name`",
        ],
    );
    let folder = project();
    let spec = folder.path().join("specs/parameter-reader.yaml");
    let text = fs::read_to_string(&spec).expect("read");
    let (before, _) = text.split_once("equivalence:").expect("a section");
    fs::write(&spec, before).expect("written");
    let output = run(folder.path(), &["prove", "parameter-reader"]);
    assert!(
        stdout(&output).contains("no facts are compared across arms"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn what_a_spec_says_of_equivalence_must_fit_its_arms_and_families() {
    for (from, to, message) in [
        (
            "{hcl: flat-jsonencode, awscdk: l1-inline-policy",
            "{pulumi: flat-jsonencode, awscdk: l1-inline-policy",
            "the scenario does not run on the arm `pulumi`",
        ),
        (
            "terraform: [aws_ssm_parameter /name]",
            "terraform: [aws_ssm_parameter.name]",
            "`aws_ssm_parameter.name` is no place of an attribute",
        ),
        (
            "          cloudformation: [AWS::SSM::Parameter /Name]\n",
            "",
            "the attribute has no place in `cloudformation`",
        ),
        (
            "path: {terraform: /name, cloudformation: /RoleName}",
            "path: {terraform: /name}",
            "the condition has no path in `cloudformation`",
        ),
    ] {
        let folder = project();
        edit(&folder, "specs/parameter-reader.yaml", from, to);
        let output = run(folder.path(), &["check"]);
        assert_eq!(code(&output), 2, "{message}");
        assert!(stdout(&output).contains(message), "{}", stdout(&output));
    }
}
