//! What users of graders reported as wrong, on small sources and templates of a shipped scenario: the verdict on each;
//! and on recordings of one thing in several shapes: what the facts say of it.

use std::fs;

use serde_json::{Value, json};

use crate::cli::{code, copy, project, repository, run, stderr, stdout};

/// A right solution in HCL.
const SOURCES: &str = r#"
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
  role   = aws_iam_role.reader.name
  policy = jsonencode({
    Version   = "2012-10-17"
    Statement = { Effect = "Allow", Action = ["ssm:GetParameter"], Resource = aws_ssm_parameter.endpoint.arn }
  })
}
"#;

/// A right solution as a template.
const TEMPLATE: &str = r#"
Resources:
  Endpoint:
    Type: AWS::SSM::Parameter
    Properties: {Name: /billing/api-endpoint, Type: String, Value: "https://billing.internal.example.com/v1"}
  Reader:
    Type: AWS::IAM::Role
    Properties:
      RoleName: billing-reader
      AssumeRolePolicyDocument:
        Version: 2012-10-17
        Statement: {Effect: Allow, Action: "sts:AssumeRole", Principal: {Service: lambda.amazonaws.com}}
      Policies:
        - PolicyName: read
          PolicyDocument:
            Version: 2012-10-17
            Statement:
              - Effect: Allow
                Action: ssm:GetParameter
                Resource: !Sub "arn:${AWS::Partition}:ssm:${AWS::Region}:${AWS::AccountId}:parameter${Endpoint}"
"#;

/// The exit code, and the rules that are certainly and possibly violated.
type Graded = (i32, Vec<String>, Vec<String>);

/// The exit code and the verdict on the first of the files; in HCL all of them are the sources.
fn verdict(arm: &str, files: &[(&str, &str)], more: &[&str]) -> (i32, Value) {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, content) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("created");
        fs::write(path, content).expect("written");
    }
    let at = folder.path().to_str().expect("a path");
    let file = format!("{at}/{}", files[0].0);
    let target = match arm {
        "hcl" if files[0].0 == "main.tf" => vec!["--source", at, at],
        "hcl" => vec!["--source", at, file.as_str()],
        _ => vec![file.as_str()],
    };
    let oracle = [
        "--unproven",
        "--scenario",
        "parameter-reader",
        "--arm",
        arm,
        "--format",
        "json",
    ];
    let output = run(
        repository(),
        &[&["grade"], &oracle[..], &target, more].concat(),
    );
    let verdict = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", stderr(&output)));
    (code(&output), verdict)
}

fn grade(arm: &str, files: &[(&str, &str)], more: &[&str]) -> Graded {
    let (exit, verdict) = verdict(arm, files, more);
    let checks = verdict["checks"].as_array().expect("checks");
    let with = |status: &str| {
        let found = checks.iter().filter(|check| check["status"] == status);
        found
            .map(|check| check["id"].as_str().expect("an id").to_owned())
            .collect()
    };
    (exit, with("fail"), with("unverifiable"))
}

/// The right solution in HCL with `from` replaced.
fn sources(from: &str, to: &str) -> String {
    assert!(SOURCES.contains(from), "there is no `{from}`");
    SOURCES.replace(from, to)
}

/// The right template with `from` replaced.
fn template(from: &str, to: &str) -> String {
    assert!(TEMPLATE.contains(from), "there is no `{from}`");
    TEMPLATE.replace(from, to)
}

fn of_sources(sources: &str) -> Graded {
    grade("hcl", &[("main.tf", sources)], &[])
}

fn of_template(template: &str) -> Graded {
    grade("awscdk", &[("template.yaml", template)], &[])
}

fn passes() -> Graded {
    (0, Vec::new(), Vec::new())
}

fn fails(rules: &[&str]) -> Graded {
    (
        1,
        rules.iter().map(|rule| (*rule).to_owned()).collect(),
        Vec::new(),
    )
}

fn hangs_on(rules: &[&str]) -> Graded {
    (
        3,
        Vec::new(),
        rules.iter().map(|rule| (*rule).to_owned()).collect(),
    )
}

#[test]
fn a_resource_at_the_root_in_a_module_under_count_or_for_each_is_graded_alike() {
    let call = "module \"m\" {\n  source = \"./m\"\n}\n";
    assert_eq!(of_sources(SOURCES), passes());
    assert_eq!(
        grade("hcl", &[("main.tf", call), ("m/main.tf", SOURCES)], &[]),
        passes()
    );
    let repeated = |argument: &str, key: &str| {
        sources("\"endpoint\" {", &format!("\"endpoint\" {{\n  {argument}"))
            .replace("endpoint.arn", &format!("endpoint[{key}].arn"))
    };
    assert_eq!(of_sources(&repeated("count = 1", "0")), passes());
    let keyed = repeated("for_each = toset([\"a.b/c\"])", "\"a.b/c\"");
    assert_eq!(of_sources(&keyed), passes());
    let none = repeated("count = 0", "0");
    assert_ne!(of_sources(&none).0, 0);
}

#[test]
fn a_null_and_a_default_written_out_are_the_same_as_nothing() {
    for line in ["tier = null", "tier = \"Standard\"", "description = null"] {
        let sources = sources("  type  =", &format!("  {line}\n  type  ="));
        assert_eq!(of_sources(&sources), passes(), "{line}");
    }
    assert_eq!(
        of_sources(&sources("\"String\"", "null")),
        fails(&["PR101"])
    );
    let removed = template(
        "Type: String, Value",
        "Tier: !Ref AWS::NoValue, Type: String, Value",
    );
    assert_eq!(of_template(&removed), passes());
}

#[test]
fn a_policy_is_compared_by_structure_and_one_that_is_no_json_grants_nothing() {
    let start = SOURCES.rfind("jsonencode").expect("a policy");
    let with = |policy: &str| of_sources(&format!("{}{policy}\n}}\n", &SOURCES[..start]));
    let other = "<<POLICY\r\n{ \"Statement\" :\r\n [ {\"Resource\": [\"${aws_ssm_parameter.endpoint.arn}\"],\r\n\
        \"Action\": \"SSM:getparameter\", \"Effect\": \"Allow\"} ], \"Version\": \"2012-10-17\" }\r\nPOLICY\r\n";
    assert_eq!(with(other), passes());
    assert_eq!(with(r#""{\"Statement\": [""#), fails(&["PR001"]));
}

#[test]
fn an_address_that_begins_like_another_is_another() {
    let second = "resource \"aws_ssm_parameter\" \"endpoint2\" {\n  name = \"/billing/other\"\n  type = \"String\"\n}\n";
    let bent = sources("endpoint.arn", "endpoint2.arn") + second;
    assert_eq!(of_sources(&bent), fails(&["PR001", "PR002"]));
    assert_eq!(of_sources(&(SOURCES.to_owned() + second)), passes());
    let starred = sources(
        "aws_ssm_parameter.endpoint.arn",
        "\"${aws_ssm_parameter.endpoint.arn}*\"",
    );
    assert_eq!(of_sources(&starred), fails(&["PR002"]));
}

#[test]
fn what_is_assigned_and_not_known_is_neither_right_nor_wrong() {
    let variable = "variable \"kind\" {\n  type = string\n}\n";
    let open = variable.to_owned() + &sources("\"String\"", "var.kind");
    assert_eq!(of_sources(&open), hangs_on(&["PR101"]));
    assert_eq!(
        grade("hcl", &[("main.tf", &open)], &["--var", "kind=String"]),
        passes()
    );
    assert_eq!(
        grade(
            "hcl",
            &[("main.tf", &open)],
            &["--var", "kind=SecureString"]
        ),
        fails(&["PR101"])
    );
    let granted = variable.to_owned() + &sources("aws_ssm_parameter.endpoint.arn", "var.kind");
    assert_eq!(of_sources(&granted), hangs_on(&["PR001", "PR002"]));
    let imported = of_template(&template(
        "Name: /billing/api-endpoint",
        "Name: !ImportValue n",
    ));
    assert_eq!(imported, hangs_on(&["PR101", "PR001", "PR002"]));
}

#[test]
fn allowed_values_decide_where_they_agree_and_only_there() {
    let of = |values: &str| {
        let parameter = format!("Parameters:\n  Kind: {{Type: String, AllowedValues: [{values}]}}");
        of_template(&(parameter + &template("Type: String, Value", "Type: !Ref Kind, Value")))
    };
    assert_eq!(of("String"), passes());
    assert_eq!(of("StringList, SecureString"), fails(&["PR101"]));
    assert_eq!(of("String, StringList"), hangs_on(&["PR101"]));
}

#[test]
fn a_choice_inside_a_policy_is_decided_by_defaults_and_given_values_or_has_to_survive_both_ways() {
    let wide = template(
        "Action: ssm:GetParameter",
        "Action: !If [IsWide, 'ssm:*', 'ssm:GetParameter']",
    );
    let with = |default: &str, more: &[&str]| {
        let head = format!(
            "Parameters:\n  Wide: {{Type: String{default}}}\nConditions:\n  IsWide: !Equals [!Ref Wide, 'yes']"
        );
        grade("awscdk", &[("template.yaml", &(head + &wide))], more)
    };
    assert_eq!(with(", Default: 'no'", &[]), passes());
    assert_eq!(
        with(", Default: 'no'", &["--parameter", "Wide=yes"]),
        fails(&["PR003"])
    );
    assert_eq!(with("", &[]), hangs_on(&["PR003"]));
}

#[test]
fn a_macro_that_makes_resources_and_a_reference_to_nothing_forbid_a_verdict() {
    let function = "  F:\n    Type: AWS::Serverless::Function\n    Properties: {Handler: x, Runtime: nodejs22.x}\n";
    let expanded = format!("Transform: AWS::Serverless-2016-10-31{TEMPLATE}{function}");
    assert_eq!(of_template(&expanded).0, 3);
    assert_eq!(
        of_template(&template("parameter${Endpoint}", "parameter${Nowhere}")).0,
        3
    );
}

#[test]
fn tags_of_the_provider_take_effect_beside_and_without_tags_of_the_resource_itself() {
    let sources = r#"
provider "aws" {
  default_tags {
    tags = { team = "billing" }
  }
}
resource "aws_sqs_queue" "bare" {}
resource "aws_sqs_queue" "tagged" {
  tags = { stage = "test" }
}
"#;
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("main.tf"), sources).expect("written");
    let output = run(folder.path(), &["graph", "--completed", "."]);
    let graph: Value = serde_json::from_str(&stdout(&output)).expect("JSON");
    assert_eq!(
        graph["resources"]["aws_sqs_queue.bare"]["tags"],
        json!({"own": {}, "effective": {"team": "billing"}})
    );
    assert_eq!(
        graph["resources"]["aws_sqs_queue.tagged"]["tags"],
        json!({"own": {"stage": "test"}, "effective": {"stage": "test", "team": "billing"}})
    );
}

/// What the facts say of the group `app` in a recording of it.
fn answers(recording: &str) -> Vec<String> {
    let at = format!("tests/data/security-groups/{recording}");
    let (source, plan) = (format!("{at}/src"), format!("{at}/plan.json"));
    let template = format!("{at}/template.json");
    let artifact = if repository().join(&plan).exists() {
        vec!["--source", source.as_str(), plan.as_str()]
    } else {
        vec![template.as_str()]
    };
    let graph = run(
        repository(),
        &[&["graph", "--completed"], &artifact[..]].concat(),
    );
    assert_eq!(code(&graph), 0, "{recording}: {}", stderr(&graph));
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("graph.json");
    fs::write(&file, &graph.stdout).expect("written");
    let asked = [
        "eval",
        "--policy",
        "policies/lib",
        "--policy",
        "tests/data/security-groups/answers.rego",
        "--namespace",
        "answers",
        "--format",
        "json",
        file.to_str().expect("a path"),
    ];
    let output = run(repository(), &asked);
    let said: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{recording}: {error}: {}", stderr(&output)));
    let results = said["documents"][0]["results"].as_array();
    let mut answers: Vec<String> = results
        .expect("results")
        .iter()
        .map(|result| result["message"].as_str().expect("a message").to_owned())
        .collect();
    answers.sort();
    answers
}

#[test]
fn what_a_group_lets_in_is_the_same_in_blocks_in_rules_and_in_resources_of_both_families() {
    let expected = [
        "group app tcp/22",
        "group app tcp/53",
        "group app tcp/5432",
        "group app tcp/80",
        "group app tcp/8443",
        "group app udp/22",
        "group app udp/53",
        "group app udp/5432",
        "group app udp/80",
        "group app udp/8443",
        "group clients tcp/5432",
        "list udp/53",
        "range 0.0.0.0/0 tcp/80",
        "range 10.1.2.0/24 tcp/80",
        "range 10.1.2.0/24 tcp/8443",
        "range 2001:db8::/32 tcp/80",
        "world tcp/80",
    ];
    for recording in [
        "hcl/inline",
        "hcl/rules",
        "hcl/rule-resources",
        "awscdk/inline",
        "awscdk/ingress-resources",
    ] {
        assert_eq!(answers(recording), expected, "{recording}");
    }
}

#[test]
fn a_large_plan_is_read_without_a_word_where_standard_error_is_no_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "x".repeat(9 * 1024 * 1024);
    let resource = serde_json::json!({"address": "aws_a.a", "mode": "managed", "type": "aws_a", "name": "a",
        "change": {"actions": ["create"], "before": null, "after": {"text": text}, "after_unknown": {}}});
    let plan = serde_json::json!({"format_version": "1.2", "planned_values": {"root_module": {}},
        "resource_changes": [resource], "configuration": {}});
    fs::write(folder.path().join("plan.json"), plan.to_string()).expect("written");
    for arguments in [
        &["graph", "plan.json"][..],
        &["graph", "plan.json", "--quiet"],
    ] {
        let output = run(folder.path(), arguments);
        assert_eq!((code(&output), stderr(&output).as_str()), (0, ""));
        assert!(output.stdout.len() > text.len());
    }
}

/// A plan of the sources: the policy's text is not known, and all that is said of it is what it mentions.
fn plan() -> String {
    let trust = json!({"Version": "2012-10-17", "Statement": [
        {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"Service": "lambda.amazonaws.com"}}]});
    let url = "https://billing.internal.example.com/v1";
    let parts = [
        (
            ("aws_ssm_parameter", "endpoint"),
            json!({"name": "/billing/api-endpoint", "type": "String", "value": url}),
            json!({"arn": true, "id": true}),
            json!({"name": {"constant_value": "/billing/api-endpoint"}, "type": {"constant_value": "String"},
                "value": {"constant_value": url}}),
        ),
        (
            ("aws_iam_role", "reader"),
            json!({"name": "billing-reader", "assume_role_policy": trust.to_string()}),
            json!({"arn": true, "id": true}),
            json!({"name": {"constant_value": "billing-reader"}, "assume_role_policy": {}}),
        ),
        (
            ("aws_iam_role_policy", "read"),
            json!({"role": "billing-reader"}),
            json!({"policy": true, "id": true}),
            json!({"role": {"references": ["aws_iam_role.reader.name", "aws_iam_role.reader"]},
                "policy": {"references": ["aws_ssm_parameter.endpoint.arn", "aws_ssm_parameter.endpoint"]}}),
        ),
    ];
    let provider = "registry.terraform.io/hashicorp/aws";
    let (mut planned, mut changes, mut blocks) = (Vec::new(), Vec::new(), Vec::new());
    for ((kind, name), values, unknown, expressions) in parts {
        let head = json!({"address": format!("{kind}.{name}"), "mode": "managed", "type": kind, "name": name,
            "provider_name": provider});
        let with = |members: Value| {
            let mut all = head.clone();
            let members = members.as_object().expect("members").clone();
            all.as_object_mut().expect("an object").extend(members);
            all
        };
        planned.push(with(json!({"values": values})));
        changes.push(with(
            json!({"change": {"actions": ["create"], "before": null, "after": values,
            "after_unknown": unknown}}),
        ));
        blocks.push(with(
            json!({"provider_config_key": "aws", "expressions": expressions}),
        ));
    }
    json!({"format_version": "1.2", "planned_values": {"root_module": {"resources": planned}},
        "resource_changes": changes, "configuration": {"root_module": {"resources": blocks}}})
    .to_string()
}

#[test]
fn two_policies_that_give_one_plan_are_told_apart_by_their_sources() {
    let plan = plan();
    let of = |sources: &str| grade("hcl", &[("plan.json", &plan), ("main.tf", sources)], &[]);
    assert_eq!(of(SOURCES), passes());
    let starred = sources(
        "aws_ssm_parameter.endpoint.arn",
        "\"${aws_ssm_parameter.endpoint.arn}*\"",
    );
    assert_eq!(of(&starred), fails(&["PR002"]));
    let fetched = "data \"http\" \"it\" {\n  url = \"https://example.com\"\n}\n".to_owned()
        + &sources(
            "aws_ssm_parameter.endpoint.arn",
            "\"${aws_ssm_parameter.endpoint.arn}${data.http.it.response_body}\"",
        );
    assert_eq!(of(&fetched), hangs_on(&["PR001", "PR002"]));
}

#[test]
fn a_tool_that_the_machine_failed_earns_nothing_and_one_that_rejects_the_sources_runs_no_rule() {
    let record = |status: Value| {
        json!({"schema": "proofmark.toolchain/1", "command": ["terraform", "plan"], "exit_status": status,
            "diagnostics": "Error: Unsupported argument", "versions": {}})
        .to_string()
    };
    let of = |status: Value| {
        verdict(
            "hcl",
            &[("toolchain.json", &record(status)), ("main.tf", SOURCES)],
            &[],
        )
    };
    for failed in [Value::Null, json!(127), json!(137)] {
        let (exit, verdict) = of(failed);
        assert_eq!(
            (exit, &verdict["verdict"], &verdict["reward"]),
            (4, &json!("ungradable"), &Value::Null)
        );
        assert!(verdict["reasons"][0].is_string(), "{verdict}");
    }
    let (exit, verdict) = of(json!(1));
    assert_eq!((exit, &verdict["reward"]), (1, &json!(0)));
    let states = |verdict: &Value| -> Vec<String> {
        let checks = verdict["checks"].as_array().expect("checks");
        let states = checks.iter().map(|check| check["status"].as_str());
        states
            .map(|state| state.expect("a state").to_owned())
            .collect()
    };
    let (first, rest) = (&states(&verdict)[0], &states(&verdict)[1..]);
    assert_eq!(first, "fail");
    assert!(!rest.is_empty() && rest.iter().all(|state| state == "not-run"));
    // What earns a reward has run them all.
    let (exit, verdict) = self::verdict("hcl", &[("main.tf", SOURCES)], &[]);
    assert_eq!((exit, &verdict["reward"]), (0, &json!(1)));
    assert_eq!(states(&verdict).len(), rest.len());
    assert!(states(&verdict).iter().all(|state| state == "pass"));
}

#[test]
fn one_bad_document_among_good_ones_decides_whatever_the_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let write =
        |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("written");
    write(
        "p.rego",
        "package main\n\ndeny contains \"bad\" if input.bad\n",
    );
    write("bad.json", "{\"bad\": true}");
    write("good.json", "{\"bad\": false}");
    let of = |files: &[&str]| {
        let arguments = [&["eval", "--policy", "p.rego"], files].concat();
        code(&run(folder.path(), &arguments))
    };
    assert_eq!(of(&["good.json"]), 0);
    assert_eq!(of(&["bad.json", "good.json"]), 1);
    assert_eq!(of(&["good.json", "bad.json", "good.json"]), 1);
}

#[test]
fn a_negative_that_fails_for_another_reason_than_the_planted_one_is_a_gap_that_names_the_rules() {
    let folder = project();
    let negatives = folder.path().join("negative-fixtures/parameter-reader/hcl");
    let planted = negatives.join("wildcard-resource");
    fs::remove_dir_all(&planted).expect("removed");
    copy(&negatives.join("wide-action"), &planted);
    let output = run(folder.path(), &["prove", "parameter-reader"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let shown = stdout(&output);
    let gap = shown
        .lines()
        .find(|line| line.contains("hcl/wildcard-resource"))
        .unwrap_or_else(|| panic!("{shown}"));
    assert!(gap.contains("PR003") && gap.contains("PR002"), "{gap}");
}
