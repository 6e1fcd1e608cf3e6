//! Input that is broken, hostile or secret: a located refusal with the right exit code, and nothing else.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::cli::{code, edit, project, run, run_with, stderr, stdout};

/// A small plan with one parameter.
fn plan() -> String {
    let values = json!({"name": "/a", "type": "String"});
    let resource = json!({
        "address": "aws_ssm_parameter.p", "mode": "managed", "type": "aws_ssm_parameter", "name": "p",
        "provider_name": "registry.terraform.io/hashicorp/aws",
    });
    let with = |key: &str, value: Value| {
        let mut resource = resource.clone();
        resource[key] = value;
        resource
    };
    let change =
        json!({"actions": ["create"], "before": null, "after": values, "after_unknown": {}});
    json!({
        "format_version": "1.2",
        "terraform_version": "1.11.4",
        "planned_values": {"root_module": {"resources": [with("values", values)]}},
        "resource_changes": [with("change", change)],
        "configuration": {"root_module": {}},
    })
    .to_string()
}

pub(crate) fn folder_with(name: &str, content: impl AsRef<[u8]>) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join(name), content).expect("written");
    folder
}

/// The text without the line breaks that a narrow window makes.
pub(crate) fn unwrapped(told: &str) -> String {
    told.replace("\n  \u{2502}", "")
}

/// Every file and folder below `folder`.
fn listed(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut open = vec![folder.to_owned()];
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(&next).expect("listed") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path.clone());
            }
            found.insert(path);
        }
    }
    found
}

/// Runs the program and asserts what holds for every refusal: the code, no word of the panic hook, nothing left behind.
pub(crate) fn refused(folder: &Path, arguments: &[&str], exit: i32) -> Output {
    let before = listed(folder);
    let output = run(folder, arguments);
    let told = stderr(&output);
    assert_eq!(
        code(&output),
        exit,
        "{arguments:?}: {}{told}",
        stdout(&output)
    );
    for word in ["panicked", "internal error", "RUST_BACKTRACE", "src/"] {
        assert!(!told.contains(word), "{arguments:?}: {told}");
    }
    assert_eq!(
        listed(folder),
        before,
        "{arguments:?} leaves something behind"
    );
    output
}

/// `graph` refuses a file of that content as ungradable, prints nothing, and tells each of `messages`.
fn ungradable(name: &str, content: impl AsRef<[u8]>, messages: &[&str]) {
    let folder = folder_with(name, content);
    let output = refused(folder.path(), &["graph", name], 4);
    assert_eq!(stdout(&output), "", "{name}");
    let told = unwrapped(&stderr(&output));
    assert!(told.contains(name), "{told}");
    for message in messages {
        assert!(told.contains(message), "`{message}` is not in {told}");
    }
}

#[test]
fn a_plan_that_is_cut_off_is_underlined_at_its_end() {
    let plan = plan();
    for share in [3, 5, 10] {
        let end = plan.len() * share / 11;
        let last = format!("(byte {})", end - 1);
        ungradable(
            "plan.json",
            &plan[..end],
            &["the document is cut off", &last],
        );
    }
}

#[test]
fn several_documents_and_logs_before_one_are_refused_with_the_byte() {
    let plan = plan();
    let twice = format!("{plan}\n{plan}");
    let second = format!(
        "more than one JSON document in one file (byte {})",
        plan.len() + 1
    );
    ungradable("plan.json", twice, &[&second, "plan.json:2:1"]);
    let log = format!("Refreshing state...\n{plan}");
    ungradable(
        "plan.json",
        log,
        &[
            "text stands before the JSON document (byte 0)",
            "plan.json:1:1",
        ],
    );
    let stacks = "Resources: {}\n---\nResources: {}\n";
    ungradable(
        "two.yaml",
        stacks,
        &["a second document begins here", "two.yaml:2:1"],
    );
}

#[test]
fn bytes_that_are_no_text_are_refused_with_their_offset() {
    let plan = plan();
    let at = plan.find("/a").expect("a name") + 1;
    let mut bytes = plan.into_bytes();
    bytes[at] = 0xff;
    let place = format!("is not UTF-8 text: invalid byte at offset {at}");
    ungradable("plan.json", bytes, &[&place]);
    let zip = b"PK\x03\x04\x14\x00\x00\x00\x08\x00plan";
    ungradable(
        "plan.bin",
        zip,
        &["is a binary file", "offset 5", "terraform show -json"],
    );
}

#[test]
fn documents_nested_too_deep_are_refused_and_crash_nothing() {
    let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let deep = plan().replace("\"String\"", &nested(130));
    ungradable("plan.json", deep, &["nested more than 128 deep (byte"]);
    let head = "Resources:\n  A:\n    Type: AWS::SNS::Topic\n    Properties: {TopicName: ";
    let yaml = format!("{head}{}}}\n", nested(130));
    ungradable("stack.yaml", yaml, &["deeper than 128", "stack.yaml:4:"]);
    let json = format!("{{\"Resources\": {}}}", nested(130));
    ungradable(
        "stack.json",
        json,
        &["nesting is deeper than 128 levels", "stack.json:1:"],
    );
    let bottomless = plan().replace("\"String\"", &"[".repeat(1_000_000));
    ungradable("plan.json", bottomless, &["(byte"]);
}

#[test]
fn a_key_that_stands_twice_is_underlined_the_second_time() {
    let plan = plan().replacen("\"name\":\"/a\"", "\"name\":\"/a\",\"name\":\"/b\"", 1);
    let at = plan.find("\"name\":\"/b\"").expect("the second");
    let message = format!("key `name` stands twice in one object (byte {at})");
    ungradable("plan.json", plan, &[&message]);
    let yaml = "Resources:\n  A: {Type: 'AWS::SNS::Topic'}\n  A: {Type: 'AWS::SQS::Queue'}\n";
    ungradable("stack.yaml", yaml, &["duplicate key `A`", "stack.yaml:3:3"]);
}

#[test]
fn an_empty_file_and_a_folder_of_other_things_are_no_artifacts() {
    ungradable("plan.json", "", &["`plan.json` is empty"]);
    ungradable("plan.json", " \n\t\n", &["`plan.json` is empty"]);
    let folder = folder_with("notes.md", "");
    let output = refused(folder.path(), &["graph", "."], 4);
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).contains("holds no configuration and no synthesized templates"));
    let missing = refused(folder.path(), &["graph", "plan.json"], 2);
    assert!(stderr(&missing).contains("`plan.json` does not exist"));
}

#[test]
fn a_plan_of_a_failed_run_or_of_an_unknown_version_is_refused_where_it_says_so() {
    let errored = plan().replacen('{', "{\"errored\":true,", 1);
    ungradable(
        "plan.json",
        errored,
        &["the plan is marked as errored (byte 11)"],
    );
    let later = plan().replace("\"1.2\"", "\"2.0\"");
    ungradable(
        "plan.json",
        later,
        &["format version `2.0` is not supported"],
    );
}

#[test]
fn a_hundred_megabytes_of_garbage_are_refused_at_their_place() {
    let size = 100_000_000;
    ungradable(
        "noise.json",
        vec![b'x'; size],
        &["nothing here tells a kind", "(byte 0)"],
    );
    let mut endless = plan().into_bytes();
    endless.truncate(endless.len() - 1);
    endless.extend_from_slice(b",\"noise\":\"");
    endless.resize(size, b'x');
    ungradable(
        "plan.json",
        endless,
        &["the document is cut off (byte 99999999)"],
    );
}

#[test]
fn a_plan_of_many_resources_is_read_whole() {
    let mut plan: Value = serde_json::from_str(&plan()).expect("JSON");
    for pointer in ["/planned_values/root_module/resources", "/resource_changes"] {
        let resources = plan.pointer_mut(pointer).and_then(Value::as_array_mut);
        let resources = resources.expect("a list");
        let first = resources.pop().expect("one");
        resources.extend((0..3_000).map(|index| {
            let mut resource = first.clone();
            resource["address"] = json!(format!("aws_ssm_parameter.p[{index}]"));
            resource["index"] = json!(index);
            resource
        }));
    }
    let folder = folder_with("plan.json", plan.to_string());
    let output = run(folder.path(), &["graph", "plan.json"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let graph: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(
        graph["resources"].as_object().map(serde_json::Map::len),
        Some(3_000)
    );
}

#[test]
fn aliases_that_multiply_are_stopped_where_they_explode() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..12 {
        let aliases = vec![format!("*a{}", level - 1); 9].join(", ");
        bomb.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
    }
    bomb.push_str("Resources: {}\n");
    ungradable(
        "bomb.yaml",
        bomb,
        &["aliases expand to more than", "bomb.yaml:"],
    );
    let knot = "Resources: &r\n  A: *r\n";
    ungradable("knot.yaml", knot, &["knot.yaml:2:"]);
}

/// A template that CloudFormation refuses.
const CIRCLE: &str = "\
Resources:
  A:
    Type: AWS::SNS::Topic
    Properties: {TopicName: !GetAtt B.TopicName}
  B:
    Type: AWS::SNS::Topic
    Properties: {TopicName: !GetAtt A.TopicName}
";

#[test]
fn a_template_that_cloudformation_refuses_is_its_authors_failure() {
    let project = project();
    fs::write(project.path().join("stack.yaml"), CIRCLE).expect("written");
    let target = [
        "--scenario",
        "parameter-reader",
        "--arm",
        "awscdk",
        "stack.yaml",
    ];
    for (verb, found) in [("grade", "at stack.yaml:2\n"), ("explain", "stack.yaml:2")] {
        let output = run(project.path(), &[&[verb], &target[..]].concat());
        let told = stdout(&output);
        assert_eq!(code(&output), 1, "{told}{}", stderr(&output));
        let refusal = "CloudFormation refuses the template: resources depend on each other in a circle: `A` → `B` → `A`";
        assert!(told.contains(refusal) && told.contains(found), "{told}");
    }
}

#[test]
fn a_configuration_that_terraform_refuses_is_its_authors_failure() {
    let project = project();
    let circle = r#"{"locals": {"a": "${local.b}", "b": "${local.a}"}, "output": {"o": {"value": "${local.a}"}}}"#;
    let expression = r#"{"output": {"o": {"value": "${aws_sqs_queue.q[\\\"a\\\"].arn}"}}}"#;
    let twice = r#"{"output": [{"o": {"value": 1}}, {"o": {"value": 2}}]}"#;
    for (text, refusal) in [
        (circle, "Terraform refuses the configuration: `local."),
        (
            expression,
            "Terraform refuses the configuration: not an expression: ",
        ),
        (
            twice,
            "Terraform refuses the configuration: `output.o` is declared twice",
        ),
    ] {
        fs::write(project.path().join("cdk.tf.json"), text).expect("written");
        let target = [
            "--scenario",
            "parameter-reader",
            "--arm",
            "cdktn",
            "cdk.tf.json",
        ];
        for verb in ["grade", "explain"] {
            let output = run(project.path(), &[&[verb], &target[..]].concat());
            let told = stdout(&output);
            assert_eq!(code(&output), 1, "{told}{}", stderr(&output));
            assert!(
                told.contains(refusal) && told.contains("cdk.tf.json:1"),
                "{told}"
            );
        }
    }
    let condition = r#"{"variable": {"v": {"default": "ab", "validation": {"condition": "${length(var.v) > 3}", "error_message": "too short"}}}}"#;
    fs::write(project.path().join("cdk.tf.json"), condition).expect("written");
    let failing = [
        "grade",
        "--scenario",
        "parameter-reader",
        "--arm",
        "cdktn",
        "cdk.tf.json",
    ];
    let output = run(project.path(), &failing);
    let told = stdout(&output);
    assert_eq!(code(&output), 1, "{told}{}", stderr(&output));
    let refusal = "Terraform refuses the configuration: the validation of `var.v` fails";
    assert!(
        told.contains(refusal) && told.contains("too short"),
        "{told}"
    );
    fs::write(project.path().join("cdk.tf.json"), &circle[..40]).expect("written");
    let cut = [
        "grade",
        "--scenario",
        "parameter-reader",
        "--arm",
        "cdktn",
        "cdk.tf.json",
    ];
    assert_eq!(code(&run(project.path(), &cut)), 4);
}

#[test]
fn a_circle_of_references_is_refused_with_the_way_round() {
    ungradable(
        "stack.yaml",
        CIRCLE,
        &["circle: `A` → `B` → `A`", "stack.yaml:2:3"],
    );
    let sources =
        "locals {\n  a = local.b\n  b = local.a\n}\noutput \"o\" {\n  value = local.a\n}\n";
    let folder = folder_with("main.tf", sources);
    let output = refused(folder.path(), &["graph", "."], 4);
    assert_eq!(stdout(&output), "");
    assert!(stderr(&output).contains("main.tf:"), "{}", stderr(&output));
}

#[test]
fn broken_sources_are_refused_where_they_break() {
    let folder = folder_with(
        "main.tf",
        "resource \"aws_sqs_queue\" \"q\" {\n  name = \n}\n",
    );
    let output = refused(folder.path(), &["graph", "."], 4);
    assert_eq!(stdout(&output), "");
    assert!(
        stderr(&output).contains("main.tf:2:"),
        "{}",
        stderr(&output)
    );
}

/// Grades a file of that content on the arm `awscdk`.
fn grade_template(content: &str) -> (TempDir, Output) {
    let folder = project();
    fs::write(folder.path().join("template.json"), content).expect("written");
    let grade = [
        "grade",
        "--unproven",
        "--scenario",
        "parameter-reader",
        "--arm",
        "awscdk",
    ];
    let output = run(
        folder.path(),
        &[&grade[..], &["--format", "json", "template.json"]].concat(),
    );
    (folder, output)
}

#[test]
fn an_artifact_that_cannot_be_read_is_ungradable_and_earns_no_reward() {
    for content in ["", "{\"Resources\": ", "{\"Resources\": 1}", "\u{1}"] {
        let (_folder, output) = grade_template(content);
        assert_eq!(code(&output), 4, "{content}: {}", stderr(&output));
        let verdict: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(verdict["verdict"], "ungradable", "{content}");
        assert_eq!(verdict["reward"], Value::Null, "{content}");
        assert!(
            !verdict["reasons"].as_array().expect("reasons").is_empty(),
            "{content}"
        );
    }
    let (_folder, output) = grade_template("{\"Resources\": {}}");
    assert_eq!(code(&output), 1, "{}", stderr(&output));
}

const RULES: &str = "policies/parameter-reader/rules.rego";

/// A project whose policy does `step` for the empty workspace.
fn project_that_does(step: &str) -> TempDir {
    let folder = project();
    edit(
        &folder,
        RULES,
        "count(_roles) == 0}",
        &format!("count(_roles) == 0; {step}}}"),
    );
    folder
}

const EMPTY_WORKSPACE: &str = "grading-proof/parameter-reader/do-nothing/awscdk";

#[test]
fn a_rule_that_does_not_end_is_stopped_and_named() {
    let product = "count({x | some a in numbers.range(1, 9999); some b in numbers.range(1, 9999); x := a * b}) > 0";
    let folder = project_that_does(product);
    let output = refused(
        folder.path(),
        &["grade", "--unproven", "--fixture", EMPTY_WORKSPACE],
        2,
    );
    assert_eq!(stdout(&output), "");
    let told = unwrapped(&stderr(&output));
    assert!(told.contains("data.scenarios.parameter_reader"), "{told}");
    assert!(told.contains("stopped after"), "{told}");
}

#[test]
fn a_rule_that_fills_the_memory_is_an_error_and_proves_nothing() {
    let folder = project_that_does("count(numbers.range(1, 100000000000)) > 0");
    let output = refused(
        folder.path(),
        &["grade", "--unproven", "--fixture", EMPTY_WORKSPACE],
        2,
    );
    assert_eq!(stdout(&output), "");
    let told = unwrapped(&stderr(&output));
    assert!(
        told.contains("`numbers.range` would make a value larger than allowed"),
        "{told}"
    );
    let proof = refused(folder.path(), &["prove", "parameter-reader"], 1);
    let shown = stdout(&proof);
    assert!(
        shown.contains("gap ") && shown.contains("numbers.range"),
        "{shown}"
    );
}

#[test]
fn a_rule_that_calls_itself_or_a_name_that_does_not_exist_is_found_before_anything_runs() {
    let name = "_parameter_name := \"/billing/api-endpoint\"";
    let roles = "data.lib.iam.roles_named(_role_name)";
    let faults = [
        (
            name,
            "_parameter_name := _again\n\n_again := _parameter_name",
            "is recursive through",
            "10:11",
        ),
        (
            roles,
            "data.lib.iam.role_named(_role_name)",
            "did you mean `data.lib.iam.roles_named`?",
            "10:11",
        ),
        (
            roles,
            "data.lib.iam.roles_named(_role_name, 1)",
            "takes 1 argument, not 2",
            "10:11",
        ),
        (
            "package scenarios.parameter_reader",
            "package scenarios.parameter_readers",
            "the function `_at` is not defined",
            "surplus.rego:17:12",
        ),
    ];
    for (from, to, message, place) in faults {
        let folder = project();
        edit(&folder, RULES, from, to);
        let checked = refused(folder.path(), &["check"], 2);
        let shown = stdout(&checked);
        assert!(shown.contains(message), "`{message}` is not in {shown}");
        assert!(shown.contains(place), "`{place}` is not in {shown}");
        let proof = refused(folder.path(), &["prove", "parameter-reader"], 2);
        assert_eq!(stdout(&proof), "");
        let grade = ["grade", "--unproven", "--fixture", EMPTY_WORKSPACE];
        assert_eq!(stdout(&refused(folder.path(), &grade, 2)), "");
    }
}

#[test]
fn an_unknown_key_of_a_spec_is_a_usage_error_for_every_verb_that_reads_it() {
    let folder = project();
    edit(
        &folder,
        "specs/parameter-reader.yaml",
        "tolerates:",
        "tolerate:",
    );
    let shown = stdout(&refused(folder.path(), &["check"], 2));
    assert!(shown.contains("unknown key `tolerate`"), "{shown}");
    assert!(shown.contains("did you mean `tolerates`?"), "{shown}");
    let grade = ["grade", "--unproven", "--fixture", EMPTY_WORKSPACE];
    for arguments in [&["prove", "parameter-reader"][..], &grade[..]] {
        let output = refused(folder.path(), arguments, 2);
        assert_eq!(stdout(&output), "", "{arguments:?}");
        assert!(
            stderr(&output).contains("unknown key `tolerate`"),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn an_oracle_without_a_certificate_grades_only_when_told_to() {
    let folder = project();
    let certificate = folder
        .path()
        .join("grading-proof/parameter-reader/certificate.json");
    if certificate.exists() {
        fs::remove_file(certificate).expect("removed");
    }
    let output = refused(folder.path(), &["grade", "--fixture", EMPTY_WORKSPACE], 5);
    assert_eq!(stdout(&output), "");
}

/// A plan whose parameter holds secrets: a password, a number, and a document with others inside.
fn plan_with_secrets() -> String {
    let mut plan: Value = serde_json::from_str(&plan()).expect("JSON");
    let values = json!({
        "name": "/a", "type": "SecureString", "value": "hunter2-\"quoted\"", "version": 987_654,
        "description": "{\"user\": \"inner-admin\", \"pin\": 123987}",
    });
    let marks = json!({"value": true, "version": true, "description": true});
    plan["planned_values"]["root_module"]["resources"][0]["values"] = values.clone();
    plan["planned_values"]["root_module"]["resources"][0]["sensitive_values"] = marks.clone();
    plan["resource_changes"][0]["change"]["after"] = values;
    plan["resource_changes"][0]["change"]["after_sensitive"] = marks;
    plan["planned_values"]["outputs"] =
        json!({"secret": {"sensitive": true, "value": "hunter2-output"}});
    plan["variables"] = json!({"secret": {"value": "hunter2-variable"}});
    plan["configuration"]["root_module"]["variables"] = json!({"secret": {"sensitive": true}});
    plan.to_string()
}

fn assert_no_secret(output: &Output) {
    let told = format!("{}{}", stdout(output), stderr(output));
    for secret in ["hunter2", "987654", "inner-admin", "123987"] {
        assert!(!told.contains(secret), "`{secret}` is in {told}");
    }
}

#[test]
fn a_sensitive_value_is_shown_by_no_verb_in_no_format() {
    let folder = project();
    fs::write(folder.path().join("plan.json"), plan_with_secrets()).expect("written");
    fs::create_dir(folder.path().join("src")).expect("a folder");
    let sources = "resource \"aws_ssm_parameter\" \"p\" {\n  name = \"/a\"\n}\n";
    fs::write(folder.path().join("src/main.tf"), sources).expect("written");
    let message =
        "[other.values, other.docs[\"/description\"].value, input.variables, input.outputs]";
    edit(
        &folder,
        RULES,
        "[_role_name, _parameter_name]",
        &format!("[_role_name, [{message} | some other in input.resources]]"),
    );
    let target = [
        "--scenario",
        "parameter-reader",
        "--arm",
        "hcl",
        "--source",
        "src",
        "plan.json",
    ];
    for verb in [
        &["grade", "--unproven"][..],
        &["explain"],
        &["explain", "--all"],
    ] {
        for format in ["human", "json"] {
            let output = run(
                folder.path(),
                &[verb, &["--format", format], &target].concat(),
            );
            assert_eq!(code(&output), 1, "{verb:?}: {}", stderr(&output));
            assert!(
                stdout(&output).contains("(sensitive)"),
                "{}",
                stdout(&output)
            );
            assert_no_secret(&output);
        }
    }
    for shape in [
        &["--as", "json"][..],
        &["--as", "mermaid"],
        &["--as", "dot"],
        &["--completed"],
    ] {
        for sources in [&[][..], &["--source", "src"]] {
            let output = run(
                folder.path(),
                &[&["graph", "plan.json"], shape, sources].concat(),
            );
            assert_eq!(code(&output), 0, "{shape:?}: {}", stderr(&output));
            assert_no_secret(&output);
        }
    }
    let revealed = run(folder.path(), &["graph", "plan.json", "--reveal-sensitive"]);
    assert!(stdout(&revealed).contains("inner-admin"));
}

#[test]
fn every_document_of_a_stream_is_evaluated_and_a_file_without_one_is_no_pass() {
    let folder = folder_with(
        "p.rego",
        "package main\ndeny contains input.name if input.bad\n",
    );
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(name), text).expect("written");
        run(folder.path(), &["eval", "--policy", "p.rego", name])
    };
    let stream = write(
        "s.yaml",
        "name: one\n---\nname: two\nbad: true\n---\nname: three\n",
    );
    assert_eq!(code(&stream), 1, "{}", stderr(&stream));
    let told = stdout(&stream);
    assert!(told.contains("s.yaml document 2 main.deny: two"), "{told}");
    assert!(told.contains("3 documents"), "{told}");
    for (name, text, reason) in [
        ("empty.yaml", "", "`empty.yaml` is empty"),
        ("empty.json", "\n", "`empty.json` is empty"),
        (
            "comment.yaml",
            "# nothing\n---\n",
            "`comment.yaml` is empty",
        ),
        ("x.toml", "x = 1\n", "`x.toml` holds a text and no document"),
        ("broken.yaml", "a: 1\n---\nb: [\n", "broken.yaml:"),
    ] {
        let output = write(name, text);
        let told = unwrapped(&stderr(&output));
        assert_eq!(code(&output), 4, "{name}: {told}{}", stdout(&output));
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn a_batch_says_what_is_wrong_with_a_line_and_whose_it_is() {
    let project = project();
    let lines = r#"{"id": 1, "scenario": "parameter-reader", "arm": "hcl", "file": "-"}
{"id": 2, "scenario": "parameter-reader", "arm": "hcl", "files": "x"}
{"id": 3, "scenario": "parameter-raeder", "arm": "hcl", "file": "x"}
{"id": 4, "scenario": "parameter-reader", "arm": "hlc", "file": "x"}
no request
"#;
    let output = run_with(project.path(), &["grade", "--batch", "--unproven"], lines);
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let answers: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let expected = [
        (json!(1), "standard input holds the requests"),
        (json!(2), "unknown field `files`"),
        (json!(3), "the scenarios are: parameter-reader"),
        (json!(4), "its arms are: "),
        (Value::Null, "malformed request"),
    ];
    assert_eq!(answers.len(), expected.len());
    for (answer, (id, reason)) in answers.iter().zip(expected) {
        let told = answer["error"].as_str().expect("an error");
        assert_eq!(answer["id"], id, "{told}");
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn a_filter_that_no_fact_meets_is_a_usage_error() {
    let output = run(project().path(), &["facts", "lib.nonesuch"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stderr(&output).contains("no fact has `lib.nonesuch` in its path"));
}

#[test]
fn a_result_under_an_id_that_no_rule_has_names_the_likely_one() {
    let project = project();
    let rules = "policies/parameter-reader/rules.rego";
    edit(
        &project,
        rules,
        "\"rule\": \"PR001\"",
        "\"rule\": \"PR0O1\"",
    );
    fs::write(
        project.path().join("t.yaml"),
        "Resources:\n  T: {Type: AWS::SNS::Topic}\n",
    )
    .expect("written");
    let target = [
        "--scenario",
        "parameter-reader",
        "--arm",
        "awscdk",
        "t.yaml",
    ];
    let output = run(
        project.path(),
        &[&["grade", "--unproven"], &target[..]].concat(),
    );
    let told = unwrapped(&stderr(&output)).replace("\n  ", " ");
    assert_eq!(code(&output), 2, "{told}{}", stdout(&output));
    for part in [
        "names rule `PR0O1`",
        "did you mean `PR001`?",
        "the id of its metadata",
    ] {
        assert!(told.contains(part), "`{part}` is not in {told}");
    }
}

#[test]
fn what_the_caller_names_wrongly_is_no_fault_of_the_artifact() {
    let project = project();
    fs::write(
        project.path().join("t.yaml"),
        "Resources:\n  T: {Type: AWS::SNS::Topic}\n",
    )
    .expect("written");
    fs::write(project.path().join("plan.json"), plan()).expect("written");
    for arguments in [
        ["--arm", "awscdk", "t.yaml", "--parameter", "Nope=1"],
        ["--arm", "hcl", "plan.json", "--source", "nowhere"],
    ] {
        let verb = ["grade", "--unproven", "--scenario", "parameter-reader"];
        let output = run(project.path(), &[&verb[..], &arguments[..]].concat());
        assert_eq!(code(&output), 2, "{}{}", stdout(&output), stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}
