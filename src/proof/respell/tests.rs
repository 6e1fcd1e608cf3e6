//! Rules with a bug that one respelling shows, planted into a shipped oracle.

use std::collections::BTreeSet;
use std::path::Path;

use super::super::run::prove;
use super::*;
use crate::graph::Kind;
use crate::spec::Root;

const SCENARIO: &str = "parameter-reader";

/// One fixture an idiom: what is bound inline, in resources of its own, through a data source, from the policy's side.
const FIXTURES: [&str; 6] = [
    "hcl/flat-jsonencode",
    "hcl/module-policy-document",
    "cdktn/iterator-inline",
    "awscdk/l1-inline-policy",
    "awscdk/l2-grant",
    "awscdk/nested-managed-policy",
];

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("made");
    for entry in std::fs::read_dir(from).expect("listed") {
        let path = entry.expect("an entry").path();
        let target = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("copied");
        }
    }
}

/// The shipped project with few fixtures, and with one more rule.
fn planted(rule: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for part in ["specs", "arms", "policies/lib"] {
        copy(&project.join(part), &folder.path().join(part));
    }
    let policies = Path::new("policies").join(SCENARIO);
    copy(&project.join(&policies), &folder.path().join(&policies));
    for fixture in FIXTURES {
        let path = format!("grading-proof/{SCENARIO}/references/{fixture}");
        copy(&project.join(&path), &folder.path().join(&path));
    }
    std::fs::create_dir_all(folder.path().join("negative-fixtures")).expect("made");
    let text = format!(
        "package scenarios.parameter_reader\n\ndeny contains result if {{\n{rule}\n\tresult := {{\"rule\": \"PR005\", \"msg\": \"planted\", \"resource\": \"\", \"path\": \"\"}}\n}}\n"
    );
    let file = folder.path().join(policies).join("planted.rego");
    std::fs::write(file, text).expect("written");
    folder
}

/// Operators that show the planted rule, with the fixtures on which they do.
fn shown_by(rule: &str) -> BTreeSet<String> {
    let folder = planted(rule);
    let root = Root::discover(Some(folder.path())).expect("a project");
    let oracle = Arc::new(Oracle::load(&root, SCENARIO).expect("loads"));
    let proof = prove(&oracle, None, &Limits::default(), &()).expect("runs");
    proof
        .gaps
        .iter()
        .filter(|gap| gap.kind == GapKind::Respelling)
        .map(|gap| {
            let operator = gap.message.split('`').nth(1).expect("an operator");
            let (_, fixture) = gap.subject.split_once("references/").expect("a reference");
            format!("{operator} {fixture}")
        })
        .collect()
}

fn assert_shown(rule: &str, expected: &[&str]) {
    let expected: BTreeSet<String> = expected.iter().map(|&text| text.to_owned()).collect();
    assert_eq!(shown_by(rule), expected, "{rule}");
}

#[test]
fn a_rule_that_depends_on_a_name_is_shown_by_other_names() {
    assert_shown(
        "\tsome address in input.by_type.aws_iam_role\n\tnot input.resources[address].name in {\"exporter\", \"reader\", \"this\", \"scheduler\", \"unrelated_turbine\", \"existing_turbine\"}",
        &[
            "renamed hcl/flat-jsonencode",
            "renamed hcl/module-policy-document",
            "renamed cdktn/iterator-inline",
        ],
    );
}

#[test]
fn a_rule_that_depends_on_the_address_is_shown_by_keys_and_modules() {
    assert_shown(
        "\tsome address in input.by_type.aws_iam_role\n\tnot startswith(address, \"aws_iam_role.\")\n\tnot startswith(address, \"module.reader.\")",
        &[
            "module hcl/flat-jsonencode",
            "module hcl/module-policy-document",
            "module cdktn/iterator-inline",
            "module-for-each hcl/flat-jsonencode",
            "module-for-each hcl/module-policy-document",
            "module-for-each cdktn/iterator-inline",
            "renamed hcl/module-policy-document",
        ],
    );
    assert_shown(
        "\tsome address in input.by_type.aws_iam_role\n\tcount(split(address, \".\")) > 4",
        &[
            // `module.wrapped["eu.main/1"].module.reader.aws_iam_role.this`
            "module hcl/module-policy-document",
            "module-for-each hcl/flat-jsonencode",
            "module-for-each hcl/module-policy-document",
            "module-for-each cdktn/iterator-inline",
            "for-each-odd-key hcl/module-policy-document",
        ],
    );
    assert_shown(
        "\tsome address in input.by_type.aws_iam_role\n\tendswith(address, \"[0]\")",
        &[
            "count hcl/flat-jsonencode",
            "count hcl/module-policy-document",
            "count cdktn/iterator-inline",
        ],
    );
}

#[test]
fn a_rule_that_depends_on_the_placement_is_shown_by_moves() {
    assert_shown(
        "\tcount(object.get(input.by_type, \"AWS::IAM::Policy\", [])) > 0\n\tsome address in input.by_type[\"AWS::IAM::Policy\"]\n\tcontains(address, \"Role\")",
        &["split awscdk/l1-inline-policy"],
    );
    assert_shown(
        "\tsome address in input.by_type.aws_iam_role\n\tinput.resources[address].values.inline_policy != []\n\tcount(object.get(input.by_type, \"aws_ssm_parameter\", [])) == 2\n\tnot input.resources[address].name in {\"reader\", \"exporter\"}",
        &[
            "inline hcl/module-policy-document",
            // Its roles have other names then.
            "renamed cdktn/iterator-inline",
        ],
    );
    assert_shown(
        "\tsome address in input.by_type[\"AWS::IAM::ManagedPolicy\"]\n\tsome roles in [object.get(input.resources[address].values, \"Roles\", [])]\n\troles == []",
        &["attached awscdk/nested-managed-policy"],
    );
}

#[test]
fn a_rule_that_depends_on_how_a_policy_is_written_is_shown_by_other_ways() {
    let documents = "\tsome resource in input.resources\n\tsome document in resource.docs\n\tresource.type in {\"aws_iam_role_policy\", \"AWS::IAM::Policy\"}\n";
    assert_shown(
        &format!("{documents}\tis_array(document.value.Statement[0].Effect)"),
        &[],
    );
    assert_shown(
        "\tcount(object.get(input.by_type, \"aws_iam_policy_document\", [])) > 0\n\tnot \"module.reader.data.aws_iam_policy_document.read\" in input.by_type.aws_iam_policy_document\n\tcount([1 | some resource in input.resources; resource.name == \"reader\"; resource.module == \"\"; resource.index == null]) > 0",
        &[
            "policy-document hcl/flat-jsonencode",
            "policy-document cdktn/iterator-inline",
        ],
    );
    assert_shown(
        "\t\"module.reader.aws_iam_role.this\" in input.by_type.aws_iam_role\n\tcount(object.get(input.by_type, \"aws_iam_policy_document\", [])) == 0",
        &["jsonencode hcl/module-policy-document"],
    );
}

#[test]
fn a_rule_that_depends_on_what_else_there_is_is_shown_by_unrelated_resources() {
    assert_shown(
        "\tinput.by_type.aws_sqs_queue\n\tsome resource in input.resources\n\tresource.actions == [\"no-op\"]",
        &[
            "no-op hcl/flat-jsonencode",
            "no-op hcl/module-policy-document",
        ],
    );
    assert_shown(
        "\tcount(object.get(input.by_type, \"AWS::SQS::Queue\", [])) > 0",
        &[
            "unrelated awscdk/l1-inline-policy",
            "unrelated awscdk/l2-grant",
            "unrelated awscdk/nested-managed-policy",
        ],
    );
    assert_shown(
        "\tsome address in input.by_type[\"AWS::IAM::Role\"]\n\tinput.resources[address].values.MaxSessionDuration",
        &[
            "defaults awscdk/l1-inline-policy",
            "defaults awscdk/l2-grant",
            "defaults awscdk/nested-managed-policy",
        ],
    );
}

#[test]
fn a_graph_that_changes_where_it_must_not_is_named_by_its_first_difference() {
    let mut one = Graph::new(Kind::Plan);
    one.outputs.insert("a".into(), "x".into());
    assert_eq!(difference(&one, &one), None);
    let mut other = one.clone();
    other.outputs.insert("a".into(), "y".into());
    let found = difference(&one, &other).expect("a difference");
    assert_eq!(found.pointer, "/outputs/a");
    assert_eq!(found.values, [r#""x""#, r#""y""#]);
}
