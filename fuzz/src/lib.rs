//! What every fuzz target does with its input: read it as one kind of artifact, make the graph, and print the document.
//!
//! An error must be one that can be shown, since its labels point into the input.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use proofmark::artifact::config::{Configuration, Limits};
use proofmark::artifact::template::{Template, TemplateError};
use proofmark::artifact::{Recognised, recognise};
use proofmark::graph::{
    Completion, Graph, Options, completed, from_configuration, from_plan, from_state,
    from_templates, redacted, symbolic,
};
use proofmark::source::SourceText;

/// Splits one input into several files.
const NEXT_FILE: &str = "\n#====\n";

/// The folder that configurations are read from, one for each process.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("proofmark-fuzz-{}", std::process::id()));
    fs::create_dir_all(folder.join("m")).expect("a folder for configurations");
    folder
});

/// A template of either syntax.
pub fn template(bytes: &[u8], read: fn(&SourceText) -> Result<Template, TemplateError>) {
    let Some(source) = text("t", bytes) else {
        return;
    };
    match read(&source) {
        Ok(template) => {
            for line in template.resource_lines().values() {
                assert!(*line <= source.text().lines().count());
            }
            match from_templates(&[template], &Options::default()) {
                Ok(graph) => show(graph),
                Err(error) => report(&error),
            }
        }
        Err(error) => report(&error),
    }
}

/// A plan or a state.
pub fn plan(bytes: &[u8]) {
    let Some(source) = text("plan.json", bytes) else {
        return;
    };
    match recognise(&source) {
        Ok(Recognised::Plan(plan)) => show(from_plan(&plan, &Options::default())),
        Ok(Recognised::State(state)) => show(from_state(&state, &Options::default())),
        Ok(_) => {}
        Err(error) => report(&error),
    }
}

/// A configuration: the files of `names`, in which a part that is missing is left out.
pub fn configuration(bytes: &[u8], names: &[&str]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let mut parts = text.split(NEXT_FILE);
    for name in names {
        let path = FOLDER.join(name);
        match parts.next() {
            Some(part) => fs::write(path, part).expect("a written file"),
            None => drop(fs::remove_file(path)),
        }
    }
    evaluate(&FOLDER);
}

/// An expression, beside values of every kind, known and not.
pub fn expression(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else {
        return;
    };
    let sources = format!("{}output \"o\" {{\n  value = {text}\n}}\n", PRELUDE);
    fs::write(FOLDER.join("main.tf"), sources).expect("a written file");
    evaluate(&FOLDER);
}

/// What an expression may name.
const PRELUDE: &str = r#"
variable "s" { type = string }
variable "n" { type = number }
variable "l" { type = list(string) }
variable "m" { type = map(string) }
variable "any" {}
variable "secret" {
  type      = string
  default   = "hunter2"
  sensitive = true
}
locals {
  text   = "ab,cd"
  number = 7
  list   = ["x", "y", var.s]
  map    = { a = 1, b = [true, null], c = var.any }
}
resource "terraform_data" "r" {
  count = 2
  input = var.s
}
resource "aws_sns_topic" "t" {
  for_each = toset(local.list)
  name     = each.key
}
"#;

fn evaluate(folder: &Path) {
    match Configuration::read(folder, &Limits::default()) {
        Ok(configuration) => match from_configuration(&configuration, &Options::default()) {
            Ok(graph) => show(graph),
            Err(error) => report(&error),
        },
        Err(error) => report(&error),
    }
}

fn text(name: &str, bytes: &[u8]) -> Option<SourceText> {
    SourceText::from_bytes(name, bytes.to_vec()).ok()
}

/// Everything that rules and people see of a graph.
fn show(graph: Graph) {
    symbolic(&graph);
    completed(&graph, &Completion::default());
    redacted(graph);
}

fn report(error: &dyn Diagnostic) {
    let handler = GraphicalReportHandler::new_themed(GraphicalTheme::none());
    let mut shown = String::new();
    handler
        .render_report(&mut shown, error)
        .expect("an error that can be shown");
}
