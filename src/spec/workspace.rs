//! The project's root folder: finding it, listing what it holds, reading inside it and nowhere else.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use crate::source::{SourceError, SourceText};

use super::fixture::{FixtureFolder, FixtureRole};

/// A folder that is no project, or a file that is not to be read.
#[derive(Debug, Error, Diagnostic)]
pub enum RootError {
    /// No folder on the way up looks like a project.
    #[error("no project found in `{}` or above it", .0.display())]
    #[diagnostic(help(
        "a project holds the folders `specs` and `policies`; name it with `--root`"
    ))]
    NotFound(PathBuf),
    /// The folder given is no project.
    #[error("`{}` is no project: it has no folder `{}`", .0.display(), .1)]
    #[diagnostic(help("a project holds the folders `specs` and `policies`"))]
    NoProject(PathBuf, &'static str),
    /// A link leads out of the project.
    #[error("`{}` leads out of the project", .0.display())]
    #[diagnostic(help("replace the link by what it points to"))]
    Outside(PathBuf),
    /// The file or folder cannot be read.
    #[error("`{}` cannot be read: {}", .0.display(), reason(.1))]
    Unreadable(PathBuf, #[source] io::Error),
    /// The file is no text.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Text(#[from] SourceError),
}

fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission is denied".to_owned(),
        _ => error.to_string().to_lowercase(),
    }
}

/// The root folder of a project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Root {
    path: PathBuf,
}

impl Root {
    /// The folder given, or the nearest one upwards from the working folder that looks like a project.
    pub fn discover(given: Option<&Path>) -> Result<Self, RootError> {
        if let Some(given) = given {
            for folder in ["specs", "policies"] {
                if !given.join(folder).is_dir() {
                    return Err(RootError::NoProject(given.to_owned(), folder));
                }
            }
            return Self::at(given);
        }
        let working = std::env::current_dir()
            .map_err(|error| RootError::Unreadable(PathBuf::from("."), error))?;
        let found = working
            .ancestors()
            .find(|folder| folder.join("specs").is_dir() && folder.join("policies").is_dir());
        found.map_or_else(|| Err(RootError::NotFound(working.clone())), Self::at)
    }

    fn at(path: &Path) -> Result<Self, RootError> {
        let path = fs::canonicalize(path)
            .map_err(|error| RootError::Unreadable(path.to_owned(), error))?;
        Ok(Self { path })
    }

    /// The folder itself.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `path` as seen from the root, with forward slashes; whole when it lies elsewhere.
    pub fn relative(&self, path: &Path) -> String {
        let inside = path.strip_prefix(&self.path).unwrap_or(path);
        inside
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect::<Vec<_>>()
            .join("/")
    }

    /// Spec files in the order of their names, the split left out.
    pub fn spec_files(&self) -> Result<Vec<PathBuf>, RootError> {
        let mut files = self.yaml_files("specs")?;
        files.retain(|file| file.file_name().is_none_or(|name| name != "split.yaml"));
        Ok(files)
    }

    /// The spec file of a scenario.
    pub fn spec_file(&self, scenario: &str) -> PathBuf {
        self.path.join("specs").join(format!("{scenario}.yaml"))
    }

    /// The file that says which scenarios are kept for measuring.
    pub fn split_file(&self) -> PathBuf {
        self.path.join("specs/split.yaml")
    }

    /// Arm files in the order of their names.
    pub fn arm_files(&self) -> Result<Vec<PathBuf>, RootError> {
        self.yaml_files("arms")
    }

    /// The file of an arm.
    pub fn arm_file(&self, arm: &str) -> PathBuf {
        self.path.join("arms").join(format!("{arm}.yaml"))
    }

    /// The folder of a scenario's policy.
    pub fn policy_folder(&self, scenario: &str) -> PathBuf {
        self.path.join("policies").join(scenario)
    }

    /// The folder of the fact library.
    pub fn library_folder(&self) -> PathBuf {
        self.path.join("policies/lib")
    }

    /// The file that lists the mutants of policies that change nothing.
    pub fn equivalents_file(&self) -> PathBuf {
        self.path.join("policies/equivalent.yaml")
    }

    /// The certificate of the fact library.
    pub fn library_certificate(&self) -> PathBuf {
        self.path.join("grading-proof/library.json")
    }

    /// The folder of a scenario's references, do-nothing fixtures, tries and certificate.
    pub fn proof_folder(&self, scenario: &str) -> PathBuf {
        self.path.join("grading-proof").join(scenario)
    }

    /// The fixture folders of a scenario: references, do-nothing, negatives, then tries, each in the order of their paths.
    pub fn fixtures(&self, scenario: &str) -> Result<Vec<FixtureFolder>, RootError> {
        let mut found = Vec::new();
        let proof = self.proof_folder(scenario);
        for (arm, folder) in self.folders(&proof.join("references"))? {
            for (idiom, path) in self.folders(&folder)? {
                found.push(FixtureFolder::new(
                    path,
                    arm.clone(),
                    FixtureRole::Reference { idiom },
                ));
            }
        }
        for (arm, path) in self.folders(&proof.join("do-nothing"))? {
            found.push(FixtureFolder::new(path, arm, FixtureRole::DoNothing));
        }
        for (arm, folder) in self.folders(&self.path.join("negative-fixtures").join(scenario))? {
            for (catch, path) in self.folders(&folder)? {
                found.push(FixtureFolder::new(
                    path,
                    arm.clone(),
                    FixtureRole::Negative { catch },
                ));
            }
        }
        for (arm, folder) in self.folders(&proof.join("tries"))? {
            for (name, path) in self.folders(&folder)? {
                let role = FixtureRole::Try { name };
                found.push(FixtureFolder::new(path, arm.clone(), role));
            }
        }
        Ok(found)
    }

    /// The scenario's negatives as (arm, catch).
    pub fn negatives(&self, scenario: &str) -> Result<BTreeSet<(String, String)>, RootError> {
        let pairs = self
            .fixtures(scenario)?
            .into_iter()
            .filter_map(|fixture| match fixture.role {
                FixtureRole::Negative { catch } => Some((fixture.arm, catch)),
                _ => None,
            });
        Ok(pairs.collect())
    }

    /// Reads a text file inside the root.
    pub fn read(&self, path: &Path) -> Result<SourceText, RootError> {
        let inside = self.inside(path)?;
        let bytes = fs::read(&inside)
            .map_err(|error| RootError::Unreadable(self.relative(path).into(), error))?;
        Ok(SourceText::from_bytes(self.relative(path), bytes)?)
    }

    /// The real path behind `path`, refused when a link leads out of the root.
    pub fn inside(&self, path: &Path) -> Result<PathBuf, RootError> {
        let shown = || PathBuf::from(self.relative(path));
        let real = fs::canonicalize(path).map_err(|error| RootError::Unreadable(shown(), error))?;
        if real.starts_with(&self.path) {
            Ok(real)
        } else {
            Err(RootError::Outside(shown()))
        }
    }

    /// The path a user names: as it is when absolute, from the root when it starts there, else from the working folder.
    pub fn resolve(&self, given: &Path) -> PathBuf {
        let first = given.components().next();
        let from_root = self.path.join(given);
        match first {
            Some(Component::Normal(_)) if !given.exists() && from_root.exists() => from_root,
            _ => fs::canonicalize(given).unwrap_or_else(|_| given.to_owned()),
        }
    }

    fn yaml_files(&self, folder: &str) -> Result<Vec<PathBuf>, RootError> {
        let entries = self.entries(&self.path.join(folder))?;
        let is_yaml = |path: &PathBuf| {
            path.extension()
                .is_some_and(|extension| extension == "yaml")
        };
        Ok(entries.into_values().filter(is_yaml).collect())
    }

    /// Whether a folder inside the root holds nothing.
    pub fn is_empty_folder(&self, folder: &Path) -> Result<bool, RootError> {
        Ok(self.entries(folder)?.is_empty())
    }

    /// The folders inside `folder` by name; none when it does not exist.
    pub fn folders(&self, folder: &Path) -> Result<BTreeMap<String, PathBuf>, RootError> {
        let mut entries = self.entries(folder)?;
        entries.retain(|_, path| path.is_dir());
        Ok(entries)
    }

    fn entries(&self, folder: &Path) -> Result<BTreeMap<String, PathBuf>, RootError> {
        if !folder.is_dir() {
            return Ok(BTreeMap::new());
        }
        self.inside(folder)?;
        let unreadable = |error| RootError::Unreadable(self.relative(folder).into(), error);
        let mut entries = BTreeMap::new();
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let name = entry.file_name().to_string_lossy().into_owned();
            if !name.starts_with('.') {
                self.inside(&entry.path())?;
                entries.insert(name, entry.path());
            }
        }
        Ok(entries)
    }
}
