//! The command line as its users run it: exit codes, streams and formats.

use std::fs;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

/// Runs the program in `folder` without what the surroundings may set.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    run_with(folder, arguments, "")
}

/// The same with a text on its standard input.
pub(crate) fn run_with(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let mut file = tempfile::tempfile().expect("a file");
    file.write_all(input.as_bytes()).expect("written");
    file.rewind().expect("rewound");
    Command::new(env!("CARGO_BIN_EXE_proofmark"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("NO_COLOR")
        .env_remove("COLUMNS")
        .stdin(file)
        .output()
        .expect("started")
}

pub(crate) fn code(output: &Output) -> i32 {
    output.status.code().expect("an exit code")
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(crate) fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("listed") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("copied");
        }
    }
}

/// A copy of the project with the scenario `parameter-reader` only.
pub(crate) fn project() -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for part in [
        "arms",
        "policies/lib",
        "policies/parameter-reader",
        "grading-proof/parameter-reader",
        "negative-fixtures/parameter-reader",
    ] {
        copy(&repository().join(part), &folder.path().join(part));
    }
    let spec = "specs/parameter-reader.yaml";
    fs::create_dir_all(folder.path().join("specs")).expect("a folder");
    fs::copy(repository().join(spec), folder.path().join(spec)).expect("copied");
    folder
}

pub(crate) fn edit(folder: &TempDir, file: &str, from: &str, to: &str) {
    let path = folder.path().join(file);
    let text = fs::read_to_string(&path).expect("readable");
    assert!(text.contains(from), "{file} has no `{from}`");
    fs::write(path, text.replacen(from, to, 1)).expect("written");
}

#[test]
fn the_shipped_project_has_no_error() {
    let output = run(repository(), &["check"]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    assert!(stderr(&output).contains(" 0 errors"), "{}", stderr(&output));
}

#[test]
fn quiet_says_nothing_when_all_is_well() {
    let folder = project();
    let output = run(folder.path(), &["check", "--quiet"]);
    assert_eq!(
        (code(&output), stdout(&output), stderr(&output)),
        (0, String::new(), String::new())
    );
}

#[test]
fn a_finding_is_shown_where_it_stands_and_ends_with_2() {
    let folder = project();
    edit(
        &folder,
        "specs/parameter-reader.yaml",
        "difficulty:",
        "dificulty:",
    );
    let output = run(folder.path(), &["check", "specs"]);
    assert_eq!(code(&output), 2);
    let shown = stdout(&output);
    assert!(shown.contains("unknown key `dificulty`"), "{shown}");
    assert!(shown.contains("did you mean `difficulty`?"), "{shown}");
    assert!(shown.contains("specs/parameter-reader.yaml:"), "{shown}");
}

#[test]
fn a_rule_that_the_policy_does_not_have_is_refused() {
    let folder = project();
    edit(
        &folder,
        "specs/parameter-reader.yaml",
        "[PR101, PR001, PR005]",
        "[PR101, PR001, PR099]",
    );
    let output = run(folder.path(), &["check", "--format", "json"]);
    assert_eq!(code(&output), 2);
    let record: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(record["schema"], "proofmark.check/1");
    assert_eq!(
        (&record["errors"], &record["findings"][0]["code"]),
        (&1.into(), &"unknown-rule".into())
    );
    assert_eq!(record["findings"][0]["message"], "unknown rule `PR099`");
}

#[test]
fn a_fault_in_a_policy_is_found_with_its_line() {
    let folder = project();
    edit(
        &folder,
        "policies/parameter-reader/trust.rego",
        "trusts_only_service(",
        "trusts_only_servise(",
    );
    let output = run(folder.path(), &["check", "--format", "github"]);
    assert_eq!(code(&output), 2);
    let shown = stdout(&output);
    assert!(
        shown.starts_with("::error file=policies/parameter-reader/trust.rego,line="),
        "{shown}"
    );
}

#[test]
fn a_negative_that_no_catch_predicts_is_refused() {
    let folder = project();
    let negatives = folder.path().join("negative-fixtures/parameter-reader/hcl");
    copy(&negatives.join("wrong-trust"), &negatives.join("unplanned"));
    let output = run(folder.path(), &["check", "negative-fixtures"]);
    assert_eq!(code(&output), 2);
    assert!(
        stdout(&output).contains("the spec has no catch `unplanned`"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_fixture_holds_one_record_of_the_kind_its_arm_is_graded_on() {
    let folder = project();
    let fixtures = folder.path().join("negative-fixtures/parameter-reader");
    let template = fixtures.join("awscdk/suffix-wildcard/template.json");
    fs::copy(&template, fixtures.join("hcl/wrong-trust/plan.json")).expect("copied");
    fs::write(fixtures.join("hcl/extra-grant/toolchain.json"), "{}").expect("written");
    fs::write(
        fixtures.join("hcl/wide-action/plan.json"),
        "{\"format_version\": ",
    )
    .expect("written");
    fs::remove_file(fixtures.join("hcl/grant-missing/fixture.yaml")).expect("removed");
    let output = run(
        folder.path(),
        &["check", "negative-fixtures/parameter-reader/hcl"],
    );
    assert_eq!(code(&output), 2);
    let shown = stdout(&output).replace("\n  \u{2502}", "");
    for message in [
        "expected a plan, found a template",
        "one of `plan.json` and `toolchain.json` is too many",
        "wide-action/plan.json`:",
        "the fixture does not say why it exists",
    ] {
        assert!(shown.contains(message), "{message}\n{shown}");
    }
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_project_is_not_followed() {
    let folder = project();
    let outside = tempfile::tempdir().expect("a folder");
    fs::write(outside.path().join("secret.yaml"), "password: hunter2\n").expect("written");
    let link = folder.path().join("specs/secret.yaml");
    std::os::unix::fs::symlink(outside.path().join("secret.yaml"), link).expect("linked");
    let output = run(folder.path(), &["check"]);
    assert_eq!(code(&output), 2);
    let shown = stdout(&output) + &stderr(&output);
    assert!(shown.contains("leads out of the project"), "{shown}");
    assert!(!shown.contains("hunter2"), "{shown}");
}

#[test]
fn paths_outside_of_what_is_checked_are_refused() {
    let folder = project();
    let output = run(folder.path(), &["check", "nowhere"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("`nowhere` holds nothing to check"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn no_project_is_a_usage_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let output = run(folder.path(), &["check"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("no project found"),
        "{}",
        stderr(&output)
    );
    let output = run(
        repository(),
        &["check", "--root", &folder.path().to_string_lossy()],
    );
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("is no project"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn an_unknown_verb_or_flag_is_a_usage_error_on_standard_error() {
    for arguments in [
        &["chek"] as &[&str],
        &["check", "--fast"],
        &["check", "--format", "toml"],
        &[],
    ] {
        let output = run(repository(), arguments);
        assert_eq!(
            (code(&output), stdout(&output)),
            (2, String::new()),
            "{arguments:?}"
        );
        assert!(!stderr(&output).is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_format_that_a_verb_does_not_have_is_a_usage_error() {
    let output = run(repository(), &["check", "--format", "tap"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("`check` has no format `tap`"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn help_and_version_go_to_standard_output() {
    for arguments in [["--help"], ["--version"]] {
        let output = run(repository(), &arguments);
        assert_eq!(
            (code(&output), stderr(&output)),
            (0, String::new()),
            "{arguments:?}"
        );
        assert!(
            stdout(&output).to_lowercase().contains("proof"),
            "{arguments:?}"
        );
    }
    let help = stdout(&run(repository(), &["--help"]));
    assert!(help.contains("70  internal"), "{help}");
}

#[test]
fn every_schema_is_json_and_an_unknown_one_is_corrected() {
    let names = stdout(&run(repository(), &["schema"]));
    assert!(names.lines().any(|name| name == "spec"), "{names}");
    for name in names.lines() {
        let output = run(repository(), &["schema", name]);
        let schema: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert!(
            schema["description"].is_string() || schema["title"].is_string(),
            "{name}"
        );
    }
    let output = run(repository(), &["schema", "spce"]);
    assert_eq!(code(&output), 2);
    assert!(
        stderr(&output).contains("did you mean `spec`?"),
        "{}",
        stderr(&output)
    );
}

#[test]
fn completions_name_the_verbs() {
    for shell in ["bash", "zsh", "fish"] {
        let output = run(repository(), &["completions", shell]);
        assert_eq!(code(&output), 0);
        assert!(stdout(&output).contains("schema"), "{shell}");
    }
}

#[test]
fn colours_are_used_when_asked_for_and_never_without() {
    let folder = project();
    edit(
        &folder,
        "specs/parameter-reader.yaml",
        "difficulty:",
        "dificulty:",
    );
    let plain = stdout(&run(folder.path(), &["check"]));
    let colored = stdout(&run(folder.path(), &["check", "--color", "always"]));
    assert!(!plain.contains('\u{1b}'), "{plain}");
    assert!(colored.contains('\u{1b}'), "{colored}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_proofmark"))
        .args(["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("started");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("ended");
    assert_eq!((code(&output), stderr(&output)), (0, String::new()));
}

#[test]
fn a_scaffolded_scenario_passes_check_and_is_never_overwritten() {
    let folder = project();
    let output = run(folder.path(), &["new", "my-scenario"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert!(
        stdout(&output)
            .lines()
            .any(|line| line == "specs/my-scenario.yaml"),
        "{}",
        stdout(&output)
    );
    let checked = run(folder.path(), &["check"]);
    assert_eq!(code(&checked), 0, "{}", stdout(&checked));
    assert!(
        stdout(&checked).contains("is not recorded"),
        "{}",
        stdout(&checked)
    );
    let again = run(folder.path(), &["new", "my-scenario"]);
    assert_eq!(code(&again), 2);
    assert!(
        stderr(&again).contains("`specs/my-scenario.yaml` exists already"),
        "{}",
        stderr(&again)
    );
    for id in ["My", "a_b", "lib", "../x", ""] {
        assert_eq!(code(&run(folder.path(), &["new", id])), 2, "{id}");
    }
}

#[test]
fn a_recorded_configuration_is_checked_by_its_own_reader() {
    let folder = project();
    let file = "grading-proof/parameter-reader/references/cdktn/flat-jsonencode/cdk.tf.json";
    edit(&folder, file, "\"resource\": {", "\"resource\": [");
    let output = run(folder.path(), &["check"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let found = stdout(&output);
    assert!(found.contains(file), "{found}");
    assert!(found.contains("syntax error"), "{found}");
}

/// The requests that grade a fixture of a certificate, as `grade --batch` takes them: its artifact, and where that is a
/// plan, its sources alone.
fn requests(scenario: &str, row: &Value) -> Vec<String> {
    let folder = row["fixture"].as_str().expect("a folder");
    let files = [
        "toolchain.json",
        "plan.json",
        "template.json",
        "cdk.out",
        "cdk.tf.json",
    ];
    let recorded = files
        .iter()
        .map(|file| format!("{folder}/{file}"))
        .find(|file| repository().join(file).exists())
        .expect("recorded");
    let source = Some(format!("{folder}/src")).filter(|source| repository().join(source).is_dir());
    let alone = source.clone().filter(|_| recorded.ends_with("plan.json"));
    let request = |file: &str| json!({"id": folder, "scenario": scenario, "arm": row["arm"], "file": file, "source": source});
    let files = [recorded].into_iter().chain(alone);
    files.map(|file| request(&file).to_string()).collect()
}

/// A proved oracle is loaded without the facts it does not use: none of those it does use may be among them. And
/// sources say by themselves what they say together with their plan.
#[test]
fn a_proved_oracle_grades_every_fixture_as_its_certificate_says() {
    let mut graded = 0;
    for scenario in [
        "bucket-hardening",
        "parameter-reader",
        "queue-dead-letter",
        "upload-handler",
    ] {
        let file = repository().join(format!("grading-proof/{scenario}/certificate.json"));
        let certificate = fs::read_to_string(file).expect("readable");
        let certificate: Value = serde_json::from_str(&certificate).expect("JSON");
        let rows = certificate["fixtures"].as_array().expect("rows");
        let requests: Vec<(String, &Value)> = rows
            .iter()
            .flat_map(|row| {
                requests(scenario, row)
                    .into_iter()
                    .map(move |request| (request, row))
            })
            .collect();
        let lines: Vec<&str> = requests.iter().map(|(request, _)| &**request).collect();
        let output = run_with(repository(), &["grade", "--batch"], &lines.join("\n"));
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        let answers = stdout(&output);
        assert_eq!(answers.lines().count(), requests.len());
        for (answer, (request, row)) in answers.lines().zip(&requests) {
            let answer: Value = serde_json::from_str(answer).expect("JSON");
            let verdict = &answer["verdict"];
            let checks = verdict["checks"].as_array().expect("checks");
            let failed: Vec<&Value> = checks
                .iter()
                .filter(|check| check["status"] == "fail")
                .map(|check| &check["id"])
                .collect();
            let said = json!([answer["id"], verdict["verdict"], verdict["tier"], failed]);
            assert_eq!(
                said,
                json!([row["fixture"], row["verdict"], row["tier"], row["rules"]]),
                "{request}"
            );
            assert!(verdict["certificate"].is_string(), "{answer}");
            graded += 1;
        }
    }
    assert!(graded > 200, "{graded} graded");
}

#[test]
fn every_shipped_fact_is_shown_to_hold_and_to_fail_wherever_it_applies() {
    let output = run(repository(), &["facts"]);
    assert_eq!(code(&output), 0, "{}", stdout(&output));
}
