//! `check`: validates specs, arms, policies and fixtures.

use std::path::PathBuf;

use clap::Args;

use crate::check::{CheckRecord, Checked, check};
use crate::report::github;

use super::{Context, Exit, Failure, Format};

/// Validates specs, arms, policies and fixtures; every finding is shown where it stands
#[derive(Debug, Args)]
#[command(after_help = "Formats: human, json, github")]
pub(super) struct Arguments {
    /// Shows only what concerns these files and folders [default: the whole project]
    paths: Vec<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let format = context.format("check", &[Format::Human, Format::Json, Format::Github])?;
    let root = context.root()?;
    let checked = check(&root, &arguments.paths).map_err(Failure::usage)?;
    let output = context.output;
    match format {
        Format::Json => output.json(&CheckRecord::new(&checked))?,
        Format::Github => output.text(
            &checked
                .findings
                .iter()
                .map(github::finding)
                .collect::<String>(),
        )?,
        _ => {
            for finding in &checked.findings {
                output.diagnostic(finding)?;
            }
            output.remark(&summary(&checked));
        }
    }
    Ok(if checked.errors() == 0 {
        Exit::Pass
    } else {
        Exit::Usage
    })
}

fn summary(checked: &Checked) -> String {
    let some =
        |count: usize, noun: &str| format!("{count} {noun}{}", if count == 1 { "" } else { "s" });
    format!(
        "{}: {}, {}",
        some(checked.examined, "file"),
        some(checked.errors(), "error"),
        some(checked.warnings(), "warning"),
    )
}
