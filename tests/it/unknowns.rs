//! Solutions changed from the references: of what is not known the decisive is named; what is no reference is none.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use proofmark::grade::{Gradable, Grader, Oracle, Verdict, read_gradable};
use proofmark::graph::Options;
use proofmark::rego::{Limits, with_engine_thread};
use proofmark::source::{SourceText, read_known_yaml};
use proofmark::spec::Root;
use proofmark::value::Node;
use serde::Deserialize;
use serde_json::Value;

use crate::cli::{code, copy, repository, run, stdout};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    /// `scenario/arm/reference`.
    of: String,
    #[serde(default)]
    replace: BTreeMap<String, String>,
    #[serde(default)]
    append: String,
    #[serde(default)]
    set: BTreeMap<String, Node>,
    verdict: String,
    #[serde(default)]
    deciding: Vec<String>,
}

impl Case {
    fn parts(&self) -> [&str; 3] {
        let mut parts = self.of.split('/');
        [(); 3].map(|()| parts.next().expect("three parts"))
    }

    /// Writes the changed reference into `folder`; tells the artifact.
    fn write(&self, folder: &Path) {
        let [scenario, arm, reference] = self.parts();
        let from = repository()
            .join("grading-proof")
            .join(scenario)
            .join("references")
            .join(arm)
            .join(reference);
        if arm == "hcl" {
            copy(&from.join("src"), folder);
            let mut text = fs::read_to_string(folder.join("main.tf")).expect("readable");
            for (old, new) in &self.replace {
                assert!(text.contains(old), "{}: no `{old}`", self.name);
                text = text.replacen(old, new, 1);
            }
            text.push('\n');
            text.push_str(&self.append);
            fs::write(folder.join("main.tf"), text).expect("written");
            return;
        }
        let text = fs::read_to_string(from.join("template.json")).expect("readable");
        let mut template: Value = serde_json::from_str(&text).expect("JSON");
        for (pointer, value) in &self.set {
            let (parent, key) = pointer.rsplit_once('/').expect("a pointer");
            let value = serde_json::to_value(value).expect("JSON");
            match template.pointer_mut(parent).expect("a parent") {
                Value::Array(items) => items[key.parse::<usize>().expect("an index")] = value,
                Value::Object(members) => drop(members.insert(key.to_owned(), value)),
                _ => panic!("{}: `{pointer}` has no parent", self.name),
            }
        }
        fs::write(folder.join("template.json"), template.to_string()).expect("written");
    }
}

const UNKNOWNS: &str = "unknowns.yaml";

fn cases(file: &str) -> Vec<Case> {
    let path = repository().join("tests/data").join(file);
    let text = fs::read_to_string(path).expect("readable");
    read_known_yaml(&SourceText::new(file, text)).expect("cases")
}

fn graded(case: &Case, grader: &mut Grader, oracle: &Oracle) -> Verdict {
    let folder = tempfile::tempdir().expect("a folder");
    case.write(folder.path());
    let [_, name, _] = case.parts();
    let arm = oracle.arm(name).expect("an arm");
    let (artifact, source) = if name == "hcl" {
        (folder.path().to_owned(), Some(folder.path()))
    } else {
        (folder.path().join("template.json"), None)
    };
    let gradable = read_gradable(arm, &artifact, source, &Options::default());
    let gradable = gradable.unwrap_or_else(|error| panic!("{}: {error}", case.name));
    assert!(matches!(gradable, Gradable::Graph(_)), "{}", case.name);
    grader.grade(name, &gradable).expect("a verdict")
}

/// Grades every case in the file of a scenario; tells what came out otherwise than it must.
fn departures(file: &str, scenario: &str) -> (usize, Vec<String>) {
    let root = Root::discover(Some(repository())).expect("the project");
    let oracle = Arc::new(Oracle::load(&root, scenario).expect("loads"));
    let mut grader = Grader::new(oracle.clone(), &Limits::default()).expect("prepared");
    let mut departures = Vec::new();
    let mut graded_cases = 0;
    for case in cases(file)
        .iter()
        .filter(|case| case.parts()[0] == scenario)
    {
        graded_cases += 1;
        let verdict = graded(case, &mut grader, &oracle);
        let named: Vec<String> = verdict
            .deciding
            .iter()
            .map(|leaf| {
                let text = |part: &Option<String>| part.clone().unwrap_or_default();
                format!("{} {}", text(&leaf.resource), text(&leaf.path))
                    .trim()
                    .to_owned()
            })
            .collect();
        let found = verdict.verdict.word();
        let hangs = found == "unverifiable" && verdict.reasons.is_empty();
        let unnamed = case.deciding.iter().any(|leaf| !named.contains(leaf));
        let placed = verdict.deciding.iter().all(|leaf| leaf.source.is_some());
        if found != case.verdict || unnamed || (hangs && (named.is_empty() || !placed)) {
            departures.push(format!(
                "{}: {found} instead of {}, decided by {named:?}, {:?} {:?}",
                case.name, case.verdict, verdict.completions, verdict.reasons
            ));
        }
    }
    (graded_cases, departures)
}

fn hold(file: &str, scenario: &str, least: usize) {
    let (graded, departures) = with_engine_thread(|| departures(file, scenario)).expect("a thread");
    assert!(graded >= least, "{scenario}: {graded} cases");
    assert!(departures.is_empty(), "{}", departures.join("\n"));
}

#[test]
fn whatever_is_not_known_of_a_grant_decides_or_has_no_effect() {
    hold(UNKNOWNS, "parameter-reader", 30);
}

#[test]
fn whatever_is_not_known_of_a_queue_decides_or_has_no_effect() {
    hold(UNKNOWNS, "queue-dead-letter", 15);
}

#[test]
fn whatever_is_not_known_of_a_handler_decides_or_has_no_effect() {
    hold(UNKNOWNS, "upload-handler", 8);
}

#[test]
fn whatever_is_not_known_of_a_bucket_decides_or_has_no_effect() {
    hold(UNKNOWNS, "bucket-hardening", 10);
}

#[test]
fn a_reference_or_a_pattern_means_a_resource_only_where_it_identifies_or_covers_it() {
    let file = "associations.yaml";
    hold(file, "parameter-reader", 3);
    hold(file, "queue-dead-letter", 10);
    hold(file, "upload-handler", 3);
    hold(file, "bucket-hardening", 14);
}

#[test]
fn a_variable_that_decides_is_named_with_its_file_and_line_and_one_that_does_not_has_no_effect() {
    let grade = |name: &str| {
        let cases = cases(UNKNOWNS);
        let case = cases.iter().find(|case| case.name == name).expect("a case");
        let folder = tempfile::tempdir().expect("a folder");
        case.write(folder.path());
        let sources = folder.path().to_str().expect("text").to_owned();
        let arguments = [
            "grade",
            "--unproven",
            "--scenario",
            "parameter-reader",
            "--arm",
            "hcl",
        ];
        let output = run(
            repository(),
            &[&arguments[..], &[&sources, "--source", &sources]].concat(),
        );
        (code(&output), stdout(&output))
    };
    let (exit, shown) = grade("a variable stands in the resource of the grant");
    assert_eq!(exit, 3, "{shown}");
    let named = "decided by aws_iam_role_policy.read_endpoint /policy/Statement/0/Resource (main.tf:34), whose value `var.endpoint` is not known";
    assert!(shown.contains(named), "{shown}");
    let (exit, shown) = grade("a description and tags are not known");
    assert_eq!(exit, 0, "{shown}");
    assert!(
        shown.contains("sampled") && !shown.contains("decided by"),
        "{shown}"
    );
}
