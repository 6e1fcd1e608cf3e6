//! `test`: runs the Rego tests.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;

use crate::rego::{Bundle, BundleOptions, Limits, TestOutcome, TestStatus, run_tests};
use crate::report::Style;

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

#[derive(Debug, Serialize)]
struct TestLine {
    test: String,
    file: String,
    line: usize,
    status: &'static str,
    reason: Option<String>,
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
    let lines: Vec<TestLine> = outcomes
        .iter()
        .map(|outcome| line(outcome, base.as_deref()))
        .collect();
    match format {
        Format::Json => context
            .output
            .json(&serde_json::json!({"schema": "proofmark.test/1", "tests": lines}))?,
        Format::Tap => context.output.text(&tap(&lines))?,
        _ => {
            let style = Style {
                color: context.output.colors_results(),
            };
            context.output.text(&text(&lines, style))?;
        }
    }
    let failed = outcomes.iter().any(TestOutcome::is_failure);
    Ok(if failed { Exit::Fail } else { Exit::Pass })
}

fn line(outcome: &TestOutcome, base: Option<&std::path::Path>) -> TestLine {
    let (status, reason) = match &outcome.status {
        TestStatus::Passed => ("passed", None),
        TestStatus::Failed => ("failed", None),
        TestStatus::Broken(error) => ("broken", Some(error.to_string())),
        TestStatus::Skipped => ("skipped", None),
    };
    let file = std::path::Path::new(&outcome.file);
    let shown = base
        .and_then(|base| file.strip_prefix(base).ok())
        .unwrap_or(file);
    TestLine {
        test: outcome.path.clone(),
        file: shown.display().to_string(),
        line: outcome.line,
        status,
        reason,
    }
}

fn text(lines: &[TestLine], style: Style) -> String {
    let mut text = String::new();
    for line in lines
        .iter()
        .filter(|line| ["failed", "broken"].contains(&line.status))
    {
        let reason = line
            .reason
            .as_ref()
            .map(|reason| format!(": {reason}"))
            .unwrap_or_default();
        let status = style.paint("31", line.status);
        text.push_str(&format!(
            "{status} {} ({}:{}){reason}\n",
            line.test, line.file, line.line
        ));
    }
    let count = |status: &str| lines.iter().filter(|line| line.status == status).count();
    let failed = count("failed") + count("broken");
    text.push_str(&format!(
        "rego: {} passed, {failed} failed, {} skipped\n",
        count("passed"),
        count("skipped")
    ));
    text
}

fn tap(lines: &[TestLine]) -> String {
    let mut text = format!("TAP version 14\n1..{}\n", lines.len());
    for (index, line) in lines.iter().enumerate() {
        let good = ["passed", "skipped"].contains(&line.status);
        let directive = if line.status == "skipped" {
            " # SKIP todo"
        } else {
            ""
        };
        text.push_str(&format!(
            "{} {} - {}{directive}\n",
            if good { "ok" } else { "not ok" },
            index + 1,
            line.test
        ));
    }
    text
}
