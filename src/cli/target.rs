//! The artifact that `grade` and `explain` are asked about, from their arguments.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::arm::load_arm;
use crate::grade::{Gradable, GradableError, Oracle, read_gradable};
use crate::graph::Options;
use crate::spec::Root;

use super::{Exit, Failure};

/// Which artifact, by which oracle.
#[derive(Debug, Args)]
pub(super) struct Target {
    /// The scenario whose oracle grades
    #[arg(long, value_name = "ID", required_unless_present_any = ["fixture", "batch"])]
    pub scenario: Option<String>,

    /// The arm the artifact was authored on
    #[arg(long, value_name = "NAME", required_unless_present_any = ["fixture", "batch"])]
    pub arm: Option<String>,

    /// The artifact: a plan, a template, a `cdk.out` folder or a toolchain record; or, where no provider is at hand, the
    /// folder or a file of a configuration, which no toolchain has judged then; `-` is standard input
    #[arg(required_unless_present_any = ["fixture", "batch"])]
    pub file: Option<PathBuf>,

    /// The author's sources, which say what a plan leaves open
    #[arg(long, value_name = "DIR")]
    pub source: Option<PathBuf>,

    /// A fixture folder of the project, instead of scenario, arm, file and sources
    #[arg(long, value_name = "DIR", conflicts_with_all = ["scenario", "arm", "file", "source"])]
    pub fixture: Option<PathBuf>,

    #[command(flatten)]
    pub options: GraphOptions,
}

/// Values that an artifact leaves to its user.
#[derive(Debug, Clone, Default, Args)]
pub(super) struct GraphOptions {
    /// The value of a template parameter
    #[arg(long = "parameter", value_name = "KEY=VALUE", value_parser = key_value)]
    pub parameters: Vec<(String, String)>,

    /// The value of a root variable of a configuration
    #[arg(long = "var", value_name = "KEY=VALUE", value_parser = key_value)]
    pub variables: Vec<(String, String)>,
}

impl GraphOptions {
    /// The same for the graph's makers.
    pub fn options(&self) -> Options {
        Options {
            parameters: self.parameters.iter().cloned().collect(),
            variables: self.variables.iter().cloned().collect(),
            ..Options::default()
        }
    }
}

/// Splits `KEY=VALUE`.
pub(super) fn key_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("expected `KEY=VALUE`".to_owned()),
    }
}

/// A target with its oracle, and what was read.
pub(super) struct Resolved {
    /// The oracle.
    pub oracle: Oracle,
    /// The hash of its certificate, where it has one and it was asked for.
    pub certificate: Option<String>,
    /// The arm's name.
    pub arm: String,
    /// The artifact, or why it is ungradable.
    pub gradable: Result<Gradable, GradableError>,
    /// The sources, where they are given.
    pub source: Option<PathBuf>,
}

impl Target {
    /// Loads the oracle with `load` and reads the artifact. A usage error is a failure, an unusable artifact is not.
    pub fn resolve(
        &self,
        root: &Root,
        load: impl FnOnce(&str) -> Result<(Oracle, Option<String>), Failure>,
    ) -> Result<Resolved, Failure> {
        let (scenario, arm, file, source) = match &self.fixture {
            Some(folder) => Self::of_fixture(root, folder)?,
            None => (
                self.scenario.clone().unwrap_or_default(),
                self.arm.clone().unwrap_or_default(),
                self.file.clone().unwrap_or_default(),
                self.source.clone(),
            ),
        };
        let (oracle, certificate) = load(&scenario)?;
        let gradable = read(
            &oracle,
            &arm,
            &file,
            source.as_deref(),
            &self.options.options(),
        )?;
        Ok(Resolved {
            oracle,
            certificate,
            arm,
            gradable,
            source,
        })
    }

    /// Scenario, arm, artifact and sources of a fixture folder.
    pub fn of_fixture(
        root: &Root,
        folder: &Path,
    ) -> Result<(String, String, PathBuf, Option<PathBuf>), Failure> {
        let wanted = root.resolve(folder);
        let scenarios = root.spec_files()?;
        let names = scenarios
            .iter()
            .filter_map(|file| file.file_stem()?.to_str());
        for scenario in names {
            let fixtures = root.fixtures(scenario)?;
            let Some(fixture) = fixtures.into_iter().find(|fixture| fixture.path == wanted) else {
                continue;
            };
            let arm = load_arm(&root.read(&root.arm_file(&fixture.arm))?)?;
            let recorded = fixture.recorded(&arm.artifact.file).ok_or_else(|| {
                Failure::usage_message(
                    format!("nothing is recorded in fixture `{}`", folder.display()),
                    "record it with `make record`",
                )
            })?;
            let source = Some(fixture.source_folder()).filter(|folder| folder.is_dir());
            return Ok((
                scenario.to_owned(),
                fixture.arm,
                from_here(recorded.path()),
                source.as_deref().map(from_here),
            ));
        }
        Err(Failure::usage_message(
            format!("`{}` is no fixture of the project", folder.display()),
            "name a folder such as `negative-fixtures/<scenario>/<arm>/<catch>`",
        ))
    }
}

/// The path as seen from the working folder, where it lies below it: what is shown names no folder of the machine.
fn from_here(path: &Path) -> PathBuf {
    let here = std::env::current_dir().and_then(std::fs::canonicalize).ok();
    let below = here.and_then(|here| path.strip_prefix(here).ok().map(Path::to_owned));
    below.unwrap_or_else(|| path.to_owned())
}

/// Reads an artifact for an arm: usage errors end the verb, everything else is for the verdict.
pub(super) fn read(
    oracle: &Oracle,
    arm: &str,
    file: &Path,
    source: Option<&Path>,
    options: &Options,
) -> Result<Result<Gradable, GradableError>, Failure> {
    match read_gradable(oracle.arm(arm)?, file, source, options) {
        Err(error) if error.is_usage() => Err(Failure::new(Exit::Usage, error)),
        other => Ok(other),
    }
}
