//! The documents agree with the code: tables made from types are up to date, named files exist, the graph has its schema.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;
use similar::TextDiff;

use crate::cli::{code, edit, project, repository, run, run_with, stderr, stdout};

fn read(file: &str) -> String {
    fs::read_to_string(repository().join(file)).expect("readable")
}

fn printed(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_proofmark"))
        .args(arguments)
        .current_dir(repository())
        .stdin(Stdio::null())
        .output()
        .expect("started");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Holds the part of `file` between the markers named `name` against `fresh`; `UPDATE_DOCUMENTS=1` replaces it instead.
fn hold_part(file: &str, name: &str, fresh: &str) {
    let (begin, end) = (
        format!("<!-- begin {name} -->\n"),
        format!("<!-- end {name} -->"),
    );
    let text = read(file);
    let (before, rest) = text.split_once(&begin).expect("a part that begins");
    let (part, after) = rest.split_once(&end).expect("a part that ends");
    let fresh = format!("\n{}\n\n", fresh.trim());
    if part == fresh {
        return;
    }
    if std::env::var_os("UPDATE_DOCUMENTS").is_some() {
        fs::write(
            repository().join(file),
            [before, &begin, &fresh, &end, after].concat(),
        )
        .expect("written");
        return;
    }
    let difference = TextDiff::from_lines(part, &fresh);
    let difference = difference
        .unified_diff()
        .header(file, "the types")
        .to_string();
    panic!("{file} is out of date; `make documents UPDATE=1` writes it anew\n{difference}");
}

#[test]
fn the_tables_of_formats_are_made_from_the_types() {
    hold_part("SCHEMA.md", "tables", &printed(&["schema", "--markdown"]));
}

#[test]
fn every_format_has_a_heading() {
    let text = read("SCHEMA.md");
    for format in printed(&["schema"]).lines() {
        assert!(
            text.contains(&format!("\n### `{format}`\n")),
            "SCHEMA.md has no `{format}`"
        );
    }
}

#[test]
fn every_file_that_a_document_names_exists() {
    let documents = ["DESIGN.md", "CONTRIBUTING.md", "DECISIONS.md", "README.md"];
    let folders = [
        "src/",
        "policies/",
        "arms/",
        "tests/",
        "benches/",
        "scripts/",
        "specs/",
        "docs/",
        ".ci/",
    ];
    for document in documents {
        for quoted in read(document).split('`').skip(1).step_by(2) {
            let is_path = folders.iter().any(|folder| quoted.starts_with(folder))
                && !quoted.contains(['<', '*', ' ', '…', '{']);
            assert!(
                !is_path || repository().join(quoted).exists(),
                "{document} names `{quoted}`, which does not exist"
            );
        }
    }
}

#[test]
fn every_module_stands_in_the_design() {
    let design = read("DESIGN.md");
    for entry in fs::read_dir(repository().join("src")).expect("listed") {
        let entry = entry.expect("an entry");
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_dir() {
            assert!(
                design.contains(&format!("| `src/{name}/` |")),
                "DESIGN.md lacks `src/{name}/`"
            );
        }
    }
}

#[test]
fn every_verb_stands_in_the_readme_and_no_other() {
    let readme = read("README.md");
    let (_, table) = readme
        .split_once("| verb | does |\n")
        .expect("a table of verbs");
    let (table, _) = table.split_once("\n\n").expect("the end of the table");
    let shown = table.lines().filter_map(|row| row.strip_prefix("| `"));
    let mut shown: Vec<String> = shown
        .map(|row| {
            row.chars()
                .take_while(|c| c.is_alphanumeric() || *c == '-')
                .collect()
        })
        .collect();
    let command = proofmark::cli::command();
    let verbs = command.get_subcommands().filter(|verb| !verb.is_hide_set());
    let mut verbs: Vec<String> = verbs.map(|verb| verb.get_name().to_owned()).collect();
    shown.sort();
    verbs.sort();
    assert_eq!(shown, verbs);
}

#[test]
fn the_exit_codes_of_the_readme_are_those_of_the_help() {
    let readme = read("README.md");
    let help = proofmark::cli::command().render_help().to_string();
    let (_, codes) = help.split_once("Exit codes:\n").expect("exit codes");
    for line in codes.lines() {
        let (code, meaning) = line
            .trim()
            .split_once("  ")
            .expect("a code and its meaning");
        let (word, meaning) = meaning.split_once(": ").expect("a word and its meaning");
        let row = format!("| {code} | {word} | {meaning} |");
        assert!(readme.contains(&row), "README.md lacks `{row}`");
    }
}

#[test]
fn graphs_conform_to_their_schema() {
    let schema = serde_json::from_str(&printed(&["schema", "graph"])).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let plan = "negative-fixtures/queue-dead-letter/hcl/policy-open";
    let template = "grading-proof/parameter-reader/references/awscdk/parameters-and-condition";
    let several = "grading-proof/parameter-reader/references/awscdk/two-stacks/cdk.out";
    for arguments in [
        vec![
            format!("{plan}/plan.json"),
            "--source".to_owned(),
            format!("{plan}/src"),
        ],
        vec![format!("{plan}/plan.json")],
        vec![format!("{plan}/src")],
        vec![format!("{template}/template.json")],
        vec![several.to_owned()],
    ] {
        for form in [None, Some("--completed")] {
            let mut all = vec!["graph"];
            all.extend(arguments.iter().map(String::as_str));
            all.extend(form);
            let graph = serde_json::from_str(&printed(&all)).expect("JSON");
            let faults: Vec<String> = validator
                .iter_errors(&graph)
                .map(|fault| format!("{}: {fault}", fault.instance_path()))
                .collect();
            assert!(faults.is_empty(), "{all:?}\n{}", faults.join("\n"));
        }
    }
}

/// What the program prints, as JSON that conforms to the schema of `format` and states it.
fn conforming(format: &str, folder: &Path, exit: i32, arguments: &[&str]) -> Value {
    let output = run(folder, arguments);
    assert_eq!(code(&output), exit, "{arguments:?}: {}", stderr(&output));
    conformed(format, &stdout(&output))
}

/// A printed text as JSON that conforms to the schema of `format` and states it.
fn conformed(format: &str, text: &str) -> Value {
    let schema = serde_json::from_str(&printed(&["schema", format])).expect("JSON");
    let validator = jsonschema::validator_for(&schema).expect("a schema");
    let record: Value = serde_json::from_str(text).expect("JSON");
    let faults: Vec<String> = validator
        .iter_errors(&record)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect();
    assert!(faults.is_empty(), "{text}\n{}", faults.join("\n"));
    assert_eq!(record["schema"], format!("proofmark.{format}/1"));
    record
}

#[test]
fn what_eval_prints_conforms_to_its_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let policy = "package main\n\ndeny contains {\"rule\": \"R1\", \"msg\": \"m\", \"resource\": \"a.b\", \"path\": \"/x\", \"more\": [1]} if {\n\tinput.a\n}\n\nwarn contains \"w\"\n\nviolation contains {\"msg\": \"v\"}\n";
    fs::write(folder.path().join("p.rego"), policy).expect("written");
    fs::write(folder.path().join("d.json"), "{\"a\": true}").expect("written");
    let arguments = ["eval", "--format", "json", "--policy", "p.rego", "d.json"];
    let record = conforming("eval", folder.path(), 1, &arguments);
    let results = record["documents"][0]["results"]
        .as_array()
        .expect("results");
    let mut kinds: Vec<_> = results.iter().map(|result| &result["severity"]).collect();
    kinds.sort_by_key(ToString::to_string);
    assert_eq!(kinds, ["deny", "violation", "warn"]);
}

#[test]
fn what_test_prints_conforms_to_its_schema() {
    let folder = tempfile::tempdir().expect("a folder");
    let tests = "package p_test\n\ntest_good if true\n\ntest_bad if false\n\ntest_broken if to_number(\"x\") == 1\n\ntodo_test_later if true\n";
    fs::write(folder.path().join("p_test.rego"), tests).expect("written");
    let record = conforming("test", folder.path(), 1, &["test", "--format", "json", "."]);
    let tests = record["tests"].as_array().expect("tests");
    let mut states: Vec<_> = tests.iter().map(|test| &test["status"]).collect();
    states.sort_by_key(ToString::to_string);
    assert_eq!(states, ["broken", "failed", "passed", "skipped"]);
}

#[test]
fn what_facts_prints_conforms_to_its_schema() {
    let arguments = ["facts", "--format", "json", "lib.sqs"];
    let record = conforming("facts", repository(), 0, &arguments);
    assert!(
        !record["facts"][0]["covers"][0]["place"].is_null(),
        "{record}"
    );
}

#[test]
fn what_prove_prints_conforms_to_its_schema_with_and_without_gaps() {
    let folder = project();
    let arguments = ["prove", "--format", "json", "parameter-reader"];
    let record = conforming("proof", folder.path(), 0, &arguments);
    assert_eq!(
        (record["gaps"].as_array().map(Vec::len), &record["library"]),
        (Some(0), &Value::Null)
    );
    let about = "grading-proof/parameter-reader/certificate.json";
    edit(&folder, about, "\"schema\"", "\"scheme\"");
    let arguments = ["prove", "--check", "--format", "json", "parameter-reader"];
    let record = conforming("proof", folder.path(), 1, &arguments);
    assert_eq!(record["gaps"][0]["subject"], about);
}

#[test]
fn what_grade_explain_and_check_print_conforms_to_their_schemas() {
    let fixture = "negative-fixtures/queue-dead-letter/hcl/policy-open";
    let arguments = [
        "grade",
        "--unproven",
        "--format",
        "json",
        "--fixture",
        fixture,
    ];
    conforming("verdict", repository(), 1, &arguments);
    let arguments = ["explain", "--format", "json", "--fixture", fixture];
    conforming("explanation", repository(), 1, &arguments);
    conforming(
        "check",
        repository(),
        0,
        &["check", "--format", "json", "specs"],
    );
}

#[test]
fn each_answer_of_a_batch_conforms_to_its_schema_in_the_order_of_the_requests() {
    let file = "negative-fixtures/queue-dead-letter/hcl/policy-open/plan.json";
    let source = "negative-fixtures/queue-dead-letter/hcl/policy-open/src";
    let request = |id: &str, file: &str| {
        format!(
            r#"{{"id": {id}, "scenario": "queue-dead-letter", "arm": "hcl", "file": "{file}", "source": "{source}"}}"#
        )
    };
    let unreadable = tempfile::NamedTempFile::new().expect("a file");
    let unreadable = unreadable.path().to_str().expect("text");
    let requests = [
        request("[1]", file),
        request("\"nowhere\"", "nowhere.json"),
        "no request".to_owned(),
        request("null", unreadable),
    ];
    let arguments = ["grade", "--batch", "--unproven"];
    let output = run_with(repository(), &arguments, &requests.join("\n"));
    assert_eq!(code(&output), 2, "{}", stderr(&output));
    let answers: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| conformed("answer", line))
        .collect();
    let said: Vec<_> = answers
        .iter()
        .map(|answer| {
            (
                answer["id"].to_string(),
                answer["verdict"]["verdict"].as_str(),
                answer["error"].is_string(),
            )
        })
        .collect();
    assert_eq!(
        said,
        [
            ("[1]".to_owned(), Some("fail"), false),
            ("\"nowhere\"".to_owned(), None, true),
            ("null".to_owned(), None, true),
            ("null".to_owned(), Some("ungradable"), false),
        ]
    );
}

#[test]
fn every_mutation_operator_is_explained_to_who_writes_rules() {
    let guide = read("docs/author-an-oracle.md");
    let missing: Vec<&str> = proofmark::rego::operators()
        .iter()
        .map(|operator| operator.name)
        .filter(|name| !guide.contains(&format!("`{name}`")))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}
