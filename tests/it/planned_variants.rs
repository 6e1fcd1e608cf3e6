//! Variants of the references on the arm `hcl`, written as sources and planned by the real Terraform: the plan's graph is
//! the one that the edits make in memory, or Terraform refuses the variant.
//!
//! `make planned-variants` runs it; otherwise it is skipped. Settings: `PLANNED` (variants of each reference), `TERRAFORM`,
//! `PROVIDER_MIRROR` (root of an unpacked filesystem mirror), `ONLY` (part of an operator's name), `TABLE` (a file for the counts).

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use proofmark::graph::{Loaded, Options, load};
use proofmark::proof::variant::mutation::mutants;
use proofmark::proof::variant::write::{Origin, write};
use proofmark::proof::variant::{Variant, applied, compare, likeness};
use proofmark::value::{Node, parse_json};
use serde_json::Value;

use crate::cli::copy;
use crate::written_variants::{Fixture, references};

/// Variants planned together, each as a module of its own.
const BATCH: usize = 16;

/// The file with the provider's settings, which only a root module may hold.
const PROVIDER: &str = "provider.tf";

#[derive(Default)]
struct Count {
    equal: usize,
    unwritable: usize,
    refused: Vec<String>,
    different: Vec<String>,
}

struct Terraform {
    command: String,
    settings: tempfile::TempDir,
}

impl Terraform {
    fn new(mirror: &str) -> Self {
        let settings = tempfile::tempdir().expect("a folder");
        let text = format!(
            "provider_installation {{\n  filesystem_mirror {{\n    path = \"{mirror}\"\n  }}\n}}\n"
        );
        fs::write(settings.path().join("cli.tfrc"), text).expect("written");
        let command = std::env::var("TERRAFORM").unwrap_or_else(|_| "terraform".to_owned());
        Self { command, settings }
    }

    fn run(&self, folder: &Path, arguments: &[&str]) -> Output {
        Command::new(&self.command)
            .args(arguments)
            .current_dir(folder)
            .env("TF_CLI_CONFIG_FILE", self.settings.path().join("cli.tfrc"))
            .env("AWS_EC2_METADATA_DISABLED", "true")
            .env("CHECKPOINT_DISABLE", "1")
            .output()
            .expect("terraform runs")
    }

    /// The plan of a folder, or why modules of it are refused, by their place in the batch.
    fn plan(&self, folder: &Path) -> Result<Value, BTreeMap<usize, String>> {
        for arguments in [
            ["init", "-backend=false", "-input=false", "-json"].as_slice(),
            [
                "plan",
                "-input=false",
                "-lock=false",
                "-refresh=false",
                "-out=p",
                "-json",
            ]
            .as_slice(),
        ] {
            let output = self.run(folder, arguments);
            if !output.status.success() {
                let refused = refusals(&output.stdout);
                let text = String::from_utf8_lossy(&output.stdout);
                assert!(
                    !refused.is_empty(),
                    "{text}\n{}",
                    String::from_utf8_lossy(&output.stderr)
                );
                return Err(refused);
            }
        }
        let shown = self.run(folder, &["show", "-json", "p"]);
        Ok(serde_json::from_slice(&shown.stdout).expect("JSON"))
    }
}

/// The errors among the messages, by the module they are about.
fn refusals(messages: &[u8]) -> BTreeMap<usize, String> {
    let mut refused = BTreeMap::new();
    for line in String::from_utf8_lossy(messages).lines() {
        let Ok(message) = serde_json::from_str::<Value>(line) else {
            continue;
        };
        let diagnostic = &message["diagnostic"];
        if diagnostic["severity"] != "error" {
            continue;
        }
        let file = diagnostic["range"]["filename"].as_str().unwrap_or_default();
        let address = diagnostic["address"].as_str().unwrap_or_default();
        let place = file
            .strip_prefix('v')
            .or_else(|| address.strip_prefix("module.v"));
        let number = place.and_then(|place| place.split(['/', '.']).next()?.parse().ok());
        if let Some(number) = number {
            let text = format!("{}: {}", diagnostic["summary"], diagnostic["detail"]);
            refused.entry(number).or_insert(text);
        }
    }
    refused
}

#[test]
fn a_variant_planned_by_the_real_terraform_is_the_graph_that_its_edits_make() {
    let setting = |name: &str| std::env::var(name).ok();
    let (Some(limit), Some(mirror)) = (setting("PLANNED"), setting("PROVIDER_MIRROR")) else {
        println!("skipped: `PLANNED` and `PROVIDER_MIRROR` are not set");
        return;
    };
    let limit: usize = limit.parse().expect("a number");
    let only = setting("ONLY").unwrap_or_default();
    let terraform = Terraform::new(&mirror);
    let mut counts: BTreeMap<&'static str, Count> = BTreeMap::new();
    for fixture in references() {
        if fixture.folder.arm != "hcl" {
            continue;
        }
        let graph = fixture.read(&fixture.folder).expect("readable");
        let mut all = mutants(&graph);
        all.retain(|variant| variant.operator.contains(&only));
        let step = all.len().checked_div(limit).unwrap_or(1).max(1);
        let chosen: Vec<Variant> = all.into_iter().step_by(step).collect();
        for batch in chosen.chunks(BATCH) {
            of_batch(&terraform, &fixture, batch, &mut counts);
        }
        if let Some(table) = setting("TABLE") {
            fs::write(table, shown(&counts)).expect("written");
        }
    }
    println!("{}", shown(&counts));
    let different: Vec<&String> = counts.values().flat_map(|count| &count.different).collect();
    assert!(different.is_empty(), "{} differ", different.len());
}

fn shown(counts: &BTreeMap<&'static str, Count>) -> String {
    let mut text = String::from(
        "| operator | equal | refused by Terraform | different | unwritable |\n|---|---|---|---|---|\n",
    );
    for (operator, count) in counts {
        let (refused, different) = (count.refused.len(), count.different.len());
        let _ = writeln!(
            text,
            "| {operator} | {} | {refused} | {different} | {} |",
            count.equal, count.unwritable
        );
    }
    for (operator, count) in counts {
        for line in &count.different {
            let _ = writeln!(text, "different: {operator} {line}");
        }
        for line in &count.refused {
            let _ = writeln!(text, "refused: {operator} {line}");
        }
    }
    text
}

fn of_batch(
    terraform: &Terraform,
    fixture: &Fixture,
    batch: &[Variant],
    counts: &mut BTreeMap<&'static str, Count>,
) {
    let folder = &fixture.folder;
    let graph = fixture.read(folder).expect("readable");
    let sources = folder.source_folder();
    let plan = folder.path.join("plan.json");
    let options = Options::default();
    let origin = Origin {
        artifact: &plan,
        sources: Some(&sources),
        options: &options,
    };
    let work = tempfile::tempdir().expect("a folder");
    let here = |number: usize| work.path().join(format!("v{number}"));
    let provider = fs::read(sources.join(PROVIDER)).expect("a provider");
    fs::write(work.path().join(PROVIDER), provider).expect("written");
    let name = |variant: &Variant| {
        let place = &variant.place;
        let fixture = folder
            .path
            .file_name()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        format!(
            "{fixture} {}{} ({})",
            place.address, place.pointer, variant.change
        )
    };
    let mut left = BTreeMap::new();
    for (number, variant) in batch.iter().enumerate() {
        let count = counts.entry(variant.operator).or_default();
        match write(origin, &graph, &variant.edits) {
            Err(_) => count.unwritable += 1,
            Ok(written) => {
                copy(&sources, &here(number));
                fs::remove_file(here(number).join(PROVIDER)).expect("removed");
                for (path, text) in written.files() {
                    if let Ok(inside) = path.strip_prefix(&sources) {
                        let target = here(number).join(inside);
                        fs::create_dir_all(target.parent().expect("a folder")).expect("made");
                        fs::write(target, text).expect("written");
                    }
                }
                left.insert(number, variant);
            }
        }
    }
    let planned = loop {
        if left.is_empty() {
            return;
        }
        let mut calls = String::new();
        for number in left.keys() {
            let _ = writeln!(
                calls,
                "module \"v{number}\" {{\n  source = \"./v{number}\"\n}}"
            );
        }
        fs::write(work.path().join("main.tf"), calls).expect("written");
        match terraform.plan(work.path()) {
            Ok(planned) => break planned,
            Err(refused) => {
                for (number, message) in refused {
                    if let Some(variant) = left.remove(&number) {
                        let count = counts.entry(variant.operator).or_default();
                        count.refused.push(format!("{}: {message}", name(variant)));
                    }
                    fs::remove_dir_all(here(number)).unwrap_or_default();
                }
            }
        }
    };
    let file = work.path().join("plan.json");
    fs::write(&file, planned.to_string()).expect("written");
    let Ok(Loaded::Graph(read)) = load(&file, Some(work.path()), &options) else {
        panic!("the plan is readable");
    };
    let text = serde_json::to_string(&likeness(&read)).expect("JSON");
    for (number, variant) in left {
        let own = text
            .replace(&format!("module.v{number}."), "")
            .replace(&format!("\"module.v{number}\""), "\"\"");
        let found = of_module(&parse_json(&own).expect("JSON"));
        let expected = applied(&graph, &variant.edits).expect("it fits");
        let expected = serde_json::to_string(&likeness(&expected)).expect("JSON");
        let expected = of_module(&parse_json(&expected).expect("JSON"));
        let count = counts.entry(variant.operator).or_default();
        match compare(&expected, &found, &mut String::new()) {
            None => count.equal += 1,
            Some(found) => {
                let [one, other] = found.values;
                let line = format!(
                    "{}: {} is {one}, planned {other}",
                    name(variant),
                    found.pointer
                );
                count.different.push(line);
            }
        }
    }
}

/// The resources of one variant among those of its batch.
fn of_module(document: &Node) -> Node {
    let mut own = document.clone();
    if let Node::Object(members) = &mut own {
        members.retain(|key, _| &**key == "resources");
        if let Some(Node::Object(resources)) = members.get_mut("resources") {
            resources.retain(|address, _| !is_of_other(address));
        }
    }
    own
}

/// Whether an address is in the module of another variant.
fn is_of_other(address: &str) -> bool {
    let rest = address
        .strip_prefix("module.v")
        .and_then(|rest| rest.split('.').next());
    rest.is_some_and(|number| number.parse::<usize>().is_ok())
}
