//! Examines everything a project holds, before any of it is used: arms, specs, policies, fixtures.

mod equivalents;
mod fixtures;
mod policies;
mod record;
mod recorded;
mod scenarios;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use crate::arm::{Arm, read_arm};
use crate::source::{Finding, Severity, SourceText};
use crate::spec::{Root, RootError};

pub use record::{CheckFormat, CheckRecord, FindingRecord, Place};

/// What was examined and what was found.
#[derive(Debug, Clone, Default)]
pub struct Checked {
    /// Findings in the order of files and places.
    pub findings: Vec<Finding>,
    /// How many files were examined.
    pub examined: usize,
}

impl Checked {
    /// How many findings forbid the use of what they are about.
    pub fn errors(&self) -> usize {
        self.findings
            .iter()
            .filter(|finding| finding.severity() == Severity::Error)
            .count()
    }

    /// How many findings do not.
    pub fn warnings(&self) -> usize {
        self.findings.len() - self.errors()
    }
}

/// Why nothing could be examined.
#[derive(Debug, Error, Diagnostic)]
pub enum CheckError {
    /// The root, or something in it, cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Root(#[from] RootError),
    /// A path given holds nothing that is examined.
    #[error("`{}` holds nothing to check", .0.display())]
    #[diagnostic(help(
        "name a spec, an arm, a policy, a fixture, or a folder of them, inside the project"
    ))]
    Nothing(PathBuf),
}

/// Examines the project at `root`; with `paths`, only what concerns these files and folders is reported.
pub fn check(root: &Root, paths: &[PathBuf]) -> Result<Checked, CheckError> {
    let mut survey = Survey {
        root,
        examined: BTreeSet::new(),
        findings: Vec::new(),
        arms: BTreeMap::new(),
    };
    survey.arms()?;
    survey.library();
    survey.scenarios()?;
    survey.equivalents();
    survey.finish(paths)
}

/// The examination while it goes on.
struct Survey<'a> {
    root: &'a Root,
    examined: BTreeSet<String>,
    findings: Vec<Finding>,
    /// The arms by name; `None` where the file cannot be used.
    arms: BTreeMap<String, Option<Arm>>,
}

impl Survey<'_> {
    /// Reads a file; what forbids it is a finding.
    fn read(&mut self, path: &Path) -> Option<SourceText> {
        self.examined.insert(self.root.relative(path));
        match self.root.read(path) {
            Ok(source) => Some(source),
            Err(error) => {
                let finding = self.about(path, "unreadable", error.to_string());
                self.findings.push(match error.help() {
                    Some(help) => finding.with_help(help.to_string()),
                    None => finding,
                });
                None
            }
        }
    }

    /// A finding about a file or folder as a whole.
    fn about(&self, path: &Path, code: &'static str, message: impl Into<String>) -> Finding {
        Finding::about(Path::new(&self.root.relative(path)), code, message)
    }

    fn arms(&mut self) -> Result<(), RootError> {
        for path in self.root.arm_files()? {
            let arm = self.read(&path).and_then(|source| match read_arm(&source) {
                Ok((arm, findings)) => {
                    self.findings.extend(findings);
                    Some(arm)
                }
                Err(findings) => {
                    self.findings.extend(findings.into_vec());
                    None
                }
            });
            let stem = path
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned());
            self.arms.insert(stem.unwrap_or_default(), arm);
        }
        Ok(())
    }

    fn finish(self, paths: &[PathBuf]) -> Result<Checked, CheckError> {
        let Self {
            root,
            examined,
            mut findings,
            ..
        } = self;
        findings
            .sort_by(|left, right| (left.file(), left.span()).cmp(&(right.file(), right.span())));
        if paths.is_empty() {
            return Ok(Checked {
                findings,
                examined: examined.len(),
            });
        }
        let mut wanted = Vec::new();
        for given in paths {
            let path = root.relative(&root.resolve(given));
            if !examined.iter().any(|file| lies_in(file, &path)) {
                return Err(CheckError::Nothing(given.clone()));
            }
            wanted.push(path);
        }
        let is_wanted = |file: &str| wanted.iter().any(|path| lies_in(file, path));
        findings.retain(|finding| is_wanted(finding.file()));
        Ok(Checked {
            findings,
            examined: examined.iter().filter(|file| is_wanted(file)).count(),
        })
    }
}

/// Whether `file` is `path` or lies in it.
fn lies_in(file: &str, path: &str) -> bool {
    path.is_empty()
        || file == path
        || file
            .strip_prefix(path)
            .is_some_and(|rest| rest.starts_with('/'))
}
