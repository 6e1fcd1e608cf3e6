//! `facts`: lists the fact library, what each fact covers, and the tests that show it.

use clap::Args;
use serde::Serialize;

use crate::rego::{Bundle, BundleOptions, PolicyFile};
use crate::value::Node;

use super::{Context, Exit, Failure, Format};

/// Lists every fact with the types and placements it covers, and the tests that show it hold and fail
#[derive(Debug, Args)]
#[command(after_help = "Formats: human, json")]
pub(super) struct Arguments {
    /// Lists only facts whose path contains this text
    filter: Option<String>,
}

/// A fact of the library.
#[derive(Debug, Serialize)]
struct Fact {
    fact: String,
    title: String,
    covers: Vec<Cell>,
}

/// A type and placement that a fact covers.
#[derive(Debug, Serialize)]
struct Cell {
    place: String,
    holds: Vec<String>,
    fails: Vec<String>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let format = context.format("facts", &[Format::Human, Format::Json])?;
    let root = context.root()?;
    let bundle = Bundle::load(
        &[root.library_folder()],
        &BundleOptions::foreign().and_tests(),
    )?;
    let facts = facts(&bundle, arguments.filter.as_deref());
    if format == Format::Json {
        context
            .output
            .json(&serde_json::json!({"schema": "proofmark.facts/1", "facts": facts}))?;
        return Ok(Exit::Pass);
    }
    let mut text = String::new();
    for fact in &facts {
        text.push_str(&format!("{}\n    {}\n", fact.fact, fact.title));
        for cell in &fact.covers {
            text.push_str(&format!(
                "    {:48} {} tests show it holding, {} failing\n",
                cell.place,
                cell.holds.len(),
                cell.fails.len()
            ));
        }
    }
    let cells: usize = facts.iter().map(|fact| fact.covers.len()).sum();
    text.push_str(&format!(
        "{} facts over {cells} types and placements\n",
        facts.len()
    ));
    context.output.text(&text)?;
    Ok(Exit::Pass)
}

fn facts(bundle: &Bundle, filter: Option<&str>) -> Vec<Fact> {
    let tests: Vec<(String, String)> = bundle
        .files()
        .iter()
        .filter(|file| file.is_test)
        .flat_map(tests_of)
        .collect();
    let mut facts = Vec::new();
    for annotation in bundle.metadata() {
        let Some(types) = annotation.custom.get("types").and_then(Node::as_list) else {
            continue;
        };
        if filter.is_some_and(|filter| !annotation.path.contains(filter)) {
            continue;
        }
        let mentioning: Vec<&(String, String)> = tests
            .iter()
            .filter(|(_, body)| mentions(body, &annotation.path))
            .collect();
        let covers = types.iter().filter_map(Node::as_text).map(|place| {
            let kind = place.split(' ').next().unwrap_or_default();
            let (mut holds, mut fails) = (Vec::new(), Vec::new());
            for (name, body) in mentioning
                .iter()
                .filter(|(_, body)| body.contains(&format!("\"{kind}\"")))
            {
                if denies(body, &annotation.path) {
                    fails.push(name.clone())
                } else {
                    holds.push(name.clone())
                }
            }
            Cell {
                place: place.to_owned(),
                holds,
                fails,
            }
        });
        facts.push(Fact {
            covers: covers.collect(),
            fact: annotation.path.clone(),
            title: annotation.title.clone().unwrap_or_default(),
        });
    }
    facts.sort_by(|one, other| one.fact.cmp(&other.fact));
    facts
}

/// The tests of a file with their bodies: from each `test_` line to the next.
fn tests_of(file: &PolicyFile) -> Vec<(String, String)> {
    let mut tests: Vec<(String, String)> = Vec::new();
    for line in file.source.text.lines() {
        if line.starts_with("test_") {
            let name = line.split([' ', '{']).next().unwrap_or_default();
            tests.push((format!("{}.{name}", file.package), line.to_owned()));
        } else if let Some((_, body)) = tests.last_mut() {
            body.push('\n');
            body.push_str(line);
        }
    }
    tests
}

fn mentions(body: &str, fact: &str) -> bool {
    body.match_indices(fact).any(|(start, _)| {
        let rest = body.get(start + fact.len()..).unwrap_or_default();
        !rest.starts_with(|next: char| next.is_alphanumeric() || next == '_' || next == '.')
    })
}

/// Whether the test shows the fact failing: it is negated, or compared with nothing.
fn denies(body: &str, fact: &str) -> bool {
    body.lines().filter(|line| line.contains(fact)).any(|line| {
        line.contains(&format!("not {fact}"))
            || ["== set()", "== []", "== {}", "== 0"]
                .iter()
                .any(|end| line.contains(end))
    })
}
