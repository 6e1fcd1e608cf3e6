//! `test`: runs the Rego tests.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::rego::{Bundle, BundleOptions, Limits, TestOutcome, TestStatus, run_tests};
use crate::report::{Style, TestFormat, TestRecord, TestRow, TestWord};

use super::{Context, Exit, Failure, Format};

/// Runs the Rego tests of the project, or of the given folders
#[derive(Debug, Args)]
#[command(after_help = "Formats: human, json, tap")]
pub(super) struct Arguments {
    /// Policy folders [default: `policies` of the project]
    paths: Vec<PathBuf>,

    /// Runs only tests whose path contains this text
    #[arg(long, value_name = "TEXT")]
    run: Option<String>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let format = context.format("test", &[Format::Human, Format::Json, Format::Tap])?;
    let paths = if arguments.paths.is_empty() {
        vec![context.root()?.path().join("policies")]
    } else {
        arguments.paths.clone()
    };
    let bundle = Bundle::load(&paths, &BundleOptions::foreign().and_tests())?;
    let outcomes = run_tests(&bundle, &Limits::default(), arguments.run.as_deref())?;
    let base = std::env::current_dir().ok();
    let tests: Vec<TestRow> = outcomes
        .iter()
        .map(|outcome| row(outcome, base.as_deref()))
        .collect();
    let failed = tests.iter().any(|test| test.status.is_failure());
    match format {
        Format::Json => context.output.json(&TestRecord {
            schema: TestFormat::V1,
            tests,
        })?,
        Format::Tap => context.output.text(&tap(&tests))?,
        _ => {
            let style = Style {
                color: context.output.colors_results(),
            };
            context.output.text(&text(&tests, style))?;
        }
    }
    Ok(if failed { Exit::Fail } else { Exit::Pass })
}

fn row(outcome: &TestOutcome, base: Option<&Path>) -> TestRow {
    let reason = match &outcome.status {
        TestStatus::Broken(error) => Some(error.to_string()),
        _ => None,
    };
    let file = Path::new(&outcome.file);
    let shown = base
        .and_then(|base| file.strip_prefix(base).ok())
        .unwrap_or(file);
    TestRow {
        test: outcome.path.clone(),
        file: shown.display().to_string(),
        line: outcome.line,
        status: TestWord::from(&outcome.status),
        reason,
    }
}

fn text(tests: &[TestRow], style: Style) -> String {
    let mut text = String::new();
    for test in tests.iter().filter(|test| test.status.is_failure()) {
        let reason = test
            .reason
            .as_ref()
            .map(|reason| format!(": {reason}"))
            .unwrap_or_default();
        let status = style.paint("31", test.status.word());
        text.push_str(&format!(
            "{status} {} ({}:{}){reason}\n",
            test.test, test.file, test.line
        ));
    }
    let count = |status| tests.iter().filter(|test| test.status == status).count();
    let failed = count(TestWord::Failed) + count(TestWord::Broken);
    text.push_str(&format!(
        "rego: {} passed, {failed} failed, {} skipped\n",
        count(TestWord::Passed),
        count(TestWord::Skipped)
    ));
    text
}

fn tap(tests: &[TestRow]) -> String {
    let mut text = format!("TAP version 14\n1..{}\n", tests.len());
    for (index, test) in tests.iter().enumerate() {
        let directive = if test.status == TestWord::Skipped {
            " # SKIP todo"
        } else {
            ""
        };
        text.push_str(&format!(
            "{} {} - {}{directive}\n",
            if test.status.is_failure() {
                "not ok"
            } else {
                "ok"
            },
            index + 1,
            test.test
        ));
    }
    text
}
