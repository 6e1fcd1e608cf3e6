//! `facts`: lists the fact library, what each fact covers, and the tests that show it.

use clap::Args;

use crate::rego::{
    Bundle, BundleOptions, Evaluator, Input, Limits, PolicyFile, RegoError, with_engine_thread,
};
use crate::report::{CoveredPlace, FactRow, FactsFormat, FactsRecord};
use crate::value::Node;

use super::{Context, Exit, Failure, Format};

/// Lists every fact about resources with the types and placements it covers, and the tests that show it hold and fail
#[derive(Debug, Args)]
#[command(after_help = "\
Formats: human, json
Exit code 1: for some type or placement no test shows that the fact holds and that it fails")]
pub(super) struct Arguments {
    /// Lists only facts whose path contains this text
    filter: Option<String>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let format = context.format("facts", &[Format::Human, Format::Json])?;
    let root = context.root()?;
    let bundle = Bundle::load(
        &[root.library_folder()],
        &BundleOptions::foreign().and_tests(),
    )?;
    let facts = with_engine_thread(|| facts(&bundle, arguments.filter.as_deref()))??;
    if let (Some(filter), true) = (&arguments.filter, facts.is_empty()) {
        return Err(Failure::usage_message(
            format!("no fact has `{filter}` in its path"),
            "`proofmark facts` lists all; helpers that are about no resource stand in `policies/lib`",
        ));
    }
    if format == Format::Json {
        context.output.json(&FactsRecord {
            schema: FactsFormat::V1,
            facts,
        })?;
        return Ok(Exit::Pass);
    }
    let mut text = String::new();
    for fact in &facts {
        text.push_str(&format!("{}\n    {}\n", fact.path, fact.title));
        for cell in &fact.covers {
            let shown = |case: bool| if case { "yes" } else { "NO" };
            text.push_str(&format!(
                "    {:48} holds: {}  fails: {}\n",
                cell.place,
                shown(cell.holds),
                shown(cell.fails)
            ));
        }
        if !fact.tests.is_empty() {
            text.push_str(&format!("    shown by {}\n", fact.tests.join(", ")));
        }
    }
    let cells: usize = facts.iter().map(|fact| fact.covers.len()).sum();
    let missing = bare(&facts);
    text.push_str(&format!(
        "{} facts over {cells} types and placements, {missing} of them without a case that holds and one that fails\n",
        facts.len()
    ));
    context.output.text(&text)?;
    Ok(if missing == 0 { Exit::Pass } else { Exit::Fail })
}

/// Types and placements for which no test shows both cases.
fn bare(facts: &[FactRow]) -> usize {
    let cells = facts.iter().flat_map(|fact| &fact.covers);
    cells.filter(|cell| !(cell.holds && cell.fails)).count()
}

fn facts(bundle: &Bundle, filter: Option<&str>) -> Result<Vec<FactRow>, RegoError> {
    let tests: Vec<(String, String)> = bundle
        .files()
        .iter()
        .filter(|file| file.is_test)
        .flat_map(tests_of)
        .collect();
    let rules = bundle.rule_paths();
    let mut evaluator = Evaluator::new(bundle, &Limits::default())?;
    let input = Input::new(&Node::object::<&str>([]))?;
    let mut facts = Vec::new();
    for annotation in bundle.metadata() {
        let Some(types) = annotation.custom.get("types").and_then(Node::as_list) else {
            continue;
        };
        if filter.is_some_and(|filter| !annotation.path.contains(filter)) {
            continue;
        }
        let Some((package, name)) = annotation.path.rsplit_once('.') else {
            continue;
        };
        let cells_name = format!("{name}_cells");
        // Tests of a package stand in packages named after it: `lib.sqs_test`, `lib.sqs_policy_test`.
        let of_package = |path: &str| {
            path.strip_prefix(package)
                .is_some_and(|rest| rest.starts_with('_'))
        };
        let path = rules
            .iter()
            .find(|rule| of_package(rule) && rule.rsplit('.').next() == Some(cells_name.as_str()));
        let cells = match path {
            Some(path) => evaluator.evaluate(&input, path)?,
            None => Node::Null,
        };
        let shown: Vec<String> = tests
            .iter()
            .filter(|(test, body)| of_package(test) && body.contains(&cells_name))
            .map(|(test, _)| test.clone())
            .collect();
        let covers = types.iter().filter_map(Node::as_text).map(|place| {
            let has = |case: &str| {
                cells
                    .get(place)
                    .is_some_and(|cell| cell.get(case).is_some())
            };
            CoveredPlace {
                place: place.to_owned(),
                holds: has("holds"),
                fails: has("fails"),
            }
        });
        facts.push(FactRow {
            covers: covers.collect(),
            path: annotation.path.clone(),
            title: annotation.title.clone().unwrap_or_default(),
            tests: shown,
        });
    }
    facts.sort_by(|one, other| one.path.cmp(&other.path));
    Ok(facts)
}

/// The tests of a file with their bodies: from each `test_` line to the next.
fn tests_of(file: &PolicyFile) -> Vec<(String, String)> {
    let mut tests: Vec<(String, String)> = Vec::new();
    for line in file.source.text().lines() {
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
