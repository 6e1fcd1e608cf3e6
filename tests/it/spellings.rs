//! One thing in several spellings, and with less or more known about it: the same facts, and verdicts that admit what is missing.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::cli::{code, copy, project, repository, run, stderr, stdout};

const HEAD: &str = r#"
resource "aws_ssm_parameter" "endpoint" {
  name  = "/billing/api-endpoint"
  type  = "String"
  value = "https://billing.internal.example.com/v1"
}
resource "aws_iam_role" "reader" {
  name = "billing-reader"
  assume_role_policy = jsonencode({
    Version   = "2012-10-17"
    Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }]
  })
}
resource "aws_iam_role_policy" "read" {
  role   = aws_iam_role.reader.id
  policy = "#;

/// One policy in four spellings: a call, a data source, a heredoc, and a quoted text.
const SPELLINGS: [&str; 4] = [
    r#"jsonencode({
    Version = "2012-10-17"
    Statement = [
      { Effect = "Allow", Action = ["ssm:GetParameters", "ssm:GetParameter"], Resource = aws_ssm_parameter.endpoint.arn },
      {
        Effect = "Deny", Action = "ssm:*", Resource = "${aws_ssm_parameter.endpoint.arn}/*"
        Condition = { Bool = { "aws:SecureTransport" = "false" } }
      },
    ]
  })
}
"#,
    r#"data.aws_iam_policy_document.read.json
}
data "aws_iam_policy_document" "read" {
  statement {
    actions   = ["ssm:GetParameter", "ssm:GetParameters"]
    resources = [aws_ssm_parameter.endpoint.arn]
  }
  statement {
    effect    = "Deny"
    actions   = ["ssm:*"]
    resources = ["${aws_ssm_parameter.endpoint.arn}/*"]
    condition {
      test     = "Bool"
      variable = "aws:SecureTransport"
      values   = [false]
    }
  }
}
"#,
    r#"<<-POLICY
    {
      "Version": "2012-10-17",
      "Statement": [
        {"Effect": "Allow", "Action": ["ssm:GetParameters", "ssm:GetParameter"], "Resource": ["${aws_ssm_parameter.endpoint.arn}"]},
        {"Effect": "Deny", "Action": ["ssm:*"], "Resource": "${aws_ssm_parameter.endpoint.arn}/*",
         "Condition": {"Bool": {"aws:SecureTransport": ["false"]}}}
      ]
    }
  POLICY
}
"#,
    r#""{\"Statement\":[{\"Action\":[\"ssm:GetParameters\",\"ssm:GetParameter\"],\"Effect\":\"Allow\",\"Resource\":\"${aws_ssm_parameter.endpoint.arn}\"},{\"Action\":\"ssm:*\",\"Condition\":{\"Bool\":{\"aws:SecureTransport\":\"false\"}},\"Effect\":\"Deny\",\"Resource\":\"${aws_ssm_parameter.endpoint.arn}/*\"}],\"Version\":\"2012-10-17\"}"
}
"#,
];

/// Says what the library finds of the role's policy.
const FACTS: &str = r#"package main

deny contains fact if {
	some role in data.lib.iam.roles_named("billing-reader")
	some found in data.lib.iam.role_statements(role)
	some action in found.statement.actions
	fact := sprintf("%s %s %s %s", [found.resource, found.path, found.statement.effect, action])
}

deny contains fact if {
	some role in data.lib.iam.roles_named("billing-reader")
	some found in data.lib.iam.role_statements(role)
	fact := sprintf("%s %v %v", [found.statement.effect, found.statement.resources, found.statement.conditions])
}

deny contains fact if {
	some role in data.lib.iam.roles_named("billing-reader")
	data.lib.iam.trusts_only_service(role, "lambda.amazonaws.com")
	fact := sprintf("only lambda assumes %s", [role])
}

deny contains fact if {
	some reference in input.resources["aws_iam_role_policy.read"].refs
	startswith(reference.path, "/policy")
	fact := sprintf("%s.%s %s", [reference.to, reference.attribute, reference.precision])
}
"#;

/// The messages of `rule` on the completed graph of a file or folder.
fn messages(policies: &[&str], document: &str, target: &Path) -> Vec<String> {
    let mut arguments = vec!["eval", "--format", "json", "--document", document];
    for policy in policies {
        arguments.extend(["--policy", policy]);
    }
    arguments.push(target.to_str().expect("a path"));
    let output = run(repository(), &arguments);
    let answer: Value = serde_json::from_str(&stdout(&output))
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)));
    let results = answer["documents"][0]["results"]
        .as_array()
        .unwrap_or_else(|| panic!("results: {answer}"));
    results
        .iter()
        .map(|result| result["message"].as_str().expect("a message").to_owned())
        .collect()
}

fn written(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        fs::write(folder.path().join(name), content).expect("written");
    }
    folder
}

#[test]
fn one_policy_in_four_spellings_has_the_same_facts() {
    let rules = written(&[("facts.rego", FACTS)]);
    let rules = rules.path().to_str().expect("a path");
    let facts: Vec<Vec<String>> = SPELLINGS
        .iter()
        .map(|policy| {
            let sources = written(&[("main.tf", &format!("{HEAD}{policy}"))]);
            let mut facts = messages(&["policies/lib", rules], "completed", sources.path());
            facts.sort();
            facts
        })
        .collect();
    assert!(facts[0].len() >= 7, "{:#?}", facts[0]);
    for other in &facts[1..] {
        assert_eq!(other, &facts[0]);
    }
}

#[test]
fn a_wildcard_action_beside_an_unknown_arn_fails_with_the_sources_and_hangs_on_them_without() {
    let project = project();
    let arm = project.path().join("arms/hcl.yaml");
    let text = fs::read_to_string(&arm).expect("read");
    fs::write(&arm, text.replace("requires: [source]\n", "")).expect("written");
    copy(
        &repository().join("tests/data/wide-action/hcl"),
        &project.path().join("wide"),
    );
    let (plan, sources) = ("wide/plan.json", "wide/src");
    let grade = |target: &[&str]| {
        let oracle = [
            "grade",
            "--unproven",
            "--scenario",
            "parameter-reader",
            "--arm",
            "hcl",
        ];
        code(&run(project.path(), &[&oracle[..], target].concat()))
    };
    assert_eq!(grade(&[plan, "--source", sources]), 1, "plan and sources");
    assert_eq!(grade(&[sources, "--source", sources]), 1, "sources alone");
    assert_eq!(grade(&[plan]), 3, "plan alone");
}

const REPLACES: &str = r#"package main

deny contains result if {
	some address, resource in input.resources
	resource.type == "aws_iam_role"
	not resource.lifecycle.create_before_destroy
	result := {"rule": "replacement", "msg": address, "resource": address}
}
"#;

#[test]
fn create_before_destroy_is_seen_in_sources_alone_and_beside_a_plan_and_flips_a_rule() {
    let rules = written(&[("rule.rego", REPLACES)]);
    let rules = rules.path().to_str().expect("a path");
    let fixture =
        repository().join("grading-proof/parameter-reader/references/hcl/flat-jsonencode");
    let plan = fixture.join("plan.json");
    let roles = ["aws_iam_role.exporter", "aws_iam_role.reader"];
    for (line, expected) in [
        ("", &roles[..]),
        ("lifecycle { create_before_destroy = false }", &roles[..]),
        ("lifecycle { create_before_destroy = true }", &roles[..1]),
    ] {
        let sources = tempfile::tempdir().expect("a folder");
        copy(&fixture.join("src"), sources.path());
        for entry in fs::read_dir(sources.path()).expect("listed") {
            let path = entry.expect("an entry").path();
            let text = fs::read_to_string(&path).expect("read");
            let opening = "resource \"aws_iam_role\" \"reader\" {\n";
            fs::write(
                &path,
                text.replace(opening, &format!("{opening}  {line}\n")),
            )
            .expect("written");
        }
        let alone = messages(&[rules], "graph", sources.path());
        assert_eq!(alone, expected, "sources alone: {line}");
        let at = sources.path().to_str().expect("a path");
        let plan = plan.to_str().expect("a path");
        let merged = run(repository(), &["graph", plan, "--source", at]);
        assert_eq!(code(&merged), 0, "{}", stderr(&merged));
        let graph = written(&[("graph.json", &stdout(&merged))]);
        let both = messages(&[rules], "raw", &graph.path().join("graph.json"));
        assert_eq!(both, expected, "beside the plan: {line}");
    }
}
