//! Writing cases as a configuration, planning it by the real binary, and evaluating it here.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use proofmark::artifact::config::{Configuration, Limits};
use proofmark::graph::{Graph, Options, from_configuration};
use serde_json::Value;

use crate::generate::Case;

/// Times that a plan is tried again without the cases that it refuses.
const ROUNDS: usize = 12;

/// Named values that expressions draw on: of every type, known in part or not at all.
const SHARED: &str = "shared.tf";
/// A module that gives what it is given the type it states.
const TYPED: &str = "typed.tf";

/// The real binary.
pub struct Terraform(PathBuf);

/// What a plan says, and which cases it refuses.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub struct Planned {
    /// `output_changes` by name.
    pub outputs: BTreeMap<String, Value>,
    /// Planned resources by address.
    pub resources: BTreeMap<String, Value>,
    /// Messages of refused cases, by case.
    pub refused: BTreeMap<String, String>,
}

impl Terraform {
    /// The binary that `TERRAFORM` names, or the one on the path.
    pub fn find() -> Option<Self> {
        let path = std::env::var_os("TERRAFORM").map_or_else(|| "terraform".into(), PathBuf::from);
        let runs = Command::new(&path)
            .arg("version")
            .output()
            .is_ok_and(|output| output.status.success());
        runs.then_some(Self(path))
    }

    fn run(&self, folder: &Path, arguments: &[&str]) -> Output {
        Command::new(&self.0)
            .args(arguments)
            .current_dir(folder)
            .env("TF_CLI_CONFIG_FILE", "/dev/null")
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .expect("terraform runs")
    }

    /// Plans a folder of cases, leaving out those that are refused.
    pub fn plan(&self, folder: &Path, cases: &[Case]) -> Planned {
        let mut planned = Planned::default();
        self.plan_with(folder, cases.iter().collect(), &mut planned, None);
        planned
    }

    /// Plans cases with known values in place of the unknown ones.
    pub fn substituted(&self, folder: &Path, cases: Vec<&Case>, values: usize) -> Planned {
        let mut planned = Planned::default();
        self.plan_with(folder, cases, &mut planned, Some(values));
        planned
    }

    fn plan_with(
        &self,
        folder: &Path,
        cases: Vec<&Case>,
        planned: &mut Planned,
        values: Option<usize>,
    ) {
        let work = tempfile::tempdir().expect("a folder");
        let mut left = cases;
        for _ in 0..ROUNDS {
            fs::remove_dir_all(work.path()).expect("removed");
            write_all(work.path(), &left, values);
            let init = self.run(
                work.path(),
                &["init", "-backend=false", "-input=false", "-json"],
            );
            let mut refused = refusals(&init.stdout);
            if refused.is_empty() {
                let plan = self.run(
                    work.path(),
                    &["plan", "-input=false", "-refresh=false", "-out=p", "-json"],
                );
                refused = refusals(&plan.stdout);
                if refused.is_empty() {
                    assert!(
                        plan.status.success(),
                        "{}",
                        String::from_utf8_lossy(&plan.stdout)
                    );
                    let shown = self.run(work.path(), &["show", "-json", "p"]);
                    let shown: Value = serde_json::from_slice(&shown.stdout).expect("JSON");
                    planned.read(&shown);
                    return;
                }
            }
            let names: BTreeSet<&str> = left.iter().map(|case| case.name.as_str()).collect();
            let known = refused.keys().any(|name| names.contains(name.as_str()));
            assert!(known, "not of a case: {refused:?}\n{}", folder.display());
            left.retain(|case| !refused.contains_key(&case.name));
            planned.refused.extend(refused);
        }
        panic!("still refused: {:?}", planned.refused);
    }
}

impl Planned {
    fn read(&mut self, shown: &Value) {
        if let Some(outputs) = shown["output_changes"].as_object() {
            self.outputs.extend(
                outputs
                    .iter()
                    .map(|(name, change)| (name.clone(), essence(change))),
            );
        }
        for change in shown["resource_changes"].as_array().into_iter().flatten() {
            let address = change["address"].as_str().unwrap_or_default();
            self.resources
                .insert(address.to_owned(), essence(&change["change"]));
        }
    }
}

/// What is compared of a change.
fn essence(change: &Value) -> Value {
    let kept = ["after", "after_unknown", "after_sensitive"];
    kept.iter()
        .map(|key| ((*key).to_owned(), change[*key].clone()))
        .collect::<serde_json::Map<_, _>>()
        .into()
}

/// The error diagnostics of a run, by the case whose file they point at.
fn refusals(stdout: &[u8]) -> BTreeMap<String, String> {
    let mut refused = BTreeMap::new();
    for line in String::from_utf8_lossy(stdout).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let diagnostic = &message["diagnostic"];
        if diagnostic["severity"] != "error" {
            continue;
        }
        let file = diagnostic["range"]["filename"].as_str().unwrap_or_default();
        let address = diagnostic["address"].as_str().unwrap_or_default();
        let text = format!(
            "{}: {}",
            diagnostic["summary"].as_str().unwrap_or_default(),
            diagnostic["detail"].as_str().unwrap_or_default()
        );
        let name = file
            .split(['/', '.'])
            .find(|part| is_case(part))
            .or_else(|| address.split(['.', '[']).find(|part| is_case(part)));
        if let Some(name) = name {
            refused.insert(name.to_owned(), text);
            continue;
        }
        // What a plan cannot hold, such as an infinity, is named by the text alone.
        let named = text.split('"').filter_map(|part| part.get(..6));
        let mut named: Vec<String> = named
            .filter(|part| is_case(part))
            .map(str::to_owned)
            .collect();
        if named.is_empty() {
            named.push(file.to_owned());
        }
        refused.extend(named.into_iter().map(|name| (name, text.clone())));
    }
    refused
}

fn is_case(part: &str) -> bool {
    part.strip_prefix('c')
        .is_some_and(|digits| digits.len() == 5 && digits.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Values that stand in for what is not known, one set of them after the other.
const VALUES: [[(&str, &str); 9]; 3] = [
    [
        ("u.output", "\"x\""),
        ("u.id", "\"id\""),
        ("n.output", "7"),
        ("b.output", "true"),
        ("ls.output", "tolist([\"x\", \"y\"])"),
        ("ln.output", "tolist([1, 2])"),
        ("ms.output", "tomap({ a = \"x\", k1 = \"y\" })"),
        ("ss.output", "toset([\"x\", \"y\"])"),
        ("o.output", "{ a = \"x\", n = 1 }"),
    ],
    [
        ("u.output", "\"a\""),
        ("u.id", "\"0-0\""),
        ("n.output", "0"),
        ("b.output", "false"),
        ("ls.output", "tolist([])"),
        ("ln.output", "tolist([])"),
        ("ms.output", "tomap({})"),
        ("ss.output", "toset([])"),
        ("o.output", "{ a = \"\", n = -1 }"),
    ],
    [
        ("u.output", "\"12\""),
        ("u.id", "\"true\""),
        ("n.output", "-1.5"),
        ("b.output", "true"),
        ("ls.output", "tolist([\"a\", \"a\", \"\"])"),
        ("ln.output", "tolist([3])"),
        ("ms.output", "tomap({ zz = \"1\" })"),
        ("ss.output", "toset([\"a\"])"),
        ("o.output", "{ a = \"b\", n = 2.5 }"),
    ],
];

/// How many sets of values stand in.
pub const SUBSTITUTIONS: usize = VALUES.len();

fn known(text: &str, values: Option<usize>) -> String {
    let mut text = text.to_owned();
    for (name, value) in values.map(|set| VALUES[set]).into_iter().flatten() {
        text = text.replace(&format!("terraform_data.{name}"), value);
    }
    text
}

fn write_all(folder: &Path, cases: &[&Case], values: Option<usize>) {
    let file = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("created");
        fs::write(path, text).expect("written");
    };
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/differential");
    let text = |name: &str| fs::read_to_string(here.join(name)).expect("readable");
    file("shared.tf", &known(&text(SHARED), values));
    file("typed/typed.tf", &text(TYPED));
    for (name, text) in crate::functions::FILES {
        file(name, text);
    }
    fs::write(folder.join("binary.bin"), [0_u8, 255, 10, 200]).expect("written");
    for case in cases {
        file(&format!("{}.tf", case.name), &known(&case.text, values));
        for (name, text) in &case.files {
            file(&format!("{}/{name}", case.name), text);
        }
    }
}

/// The graph of cases; those whose text is not read here are left out of it.
pub fn evaluated(folder: &Path, cases: &[Case]) -> Graph {
    let readable = |case: &&Case| {
        let files = case
            .files
            .iter()
            .filter(|(name, _)| Path::new(name).extension().is_some_and(|kind| kind == "tf"))
            .map(|(_, text)| text);
        std::iter::once(&case.text)
            .chain(files)
            .all(|text| text.parse::<hcl_edit::structure::Body>().is_ok())
    };
    write_all(
        folder,
        &cases.iter().filter(readable).collect::<Vec<_>>(),
        None,
    );
    let configuration = Configuration::read(folder, &Limits::default())
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)));
    from_configuration(&configuration, &Options::default())
        .unwrap_or_else(|error| panic!("{:?}", miette::Report::new(error)))
}
