//! Fixture folders: what each is for, and what is recorded in it.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The file that says why a fixture exists.
const ABOUT_FILE: &str = "fixture.yaml";

/// The same of a try, with the right answer.
const ATTEMPT_FILE: &str = "try.yaml";

/// The folder of templates that an app of several stacks leaves behind.
const SEVERAL_STACKS: &str = "cdk.out";

/// The record of sources that the toolchain itself rejects.
const TOOLCHAIN_RECORD: &str = "toolchain.json";

/// Why a fixture exists (`fixture.yaml` of its folder).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FixtureAbout {
    /// The idiom it shows, or the mistake it carries.
    #[schemars(length(min = 1))]
    pub why: String,
}

/// A folder with an author's sources and what the toolchain made of them.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FixtureFolder {
    /// The folder.
    pub path: PathBuf,
    /// The arm.
    pub arm: String,
    /// What it is for.
    pub role: FixtureRole,
}

/// What a fixture is for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum FixtureRole {
    /// A correct solution.
    Reference {
        /// How it is written.
        idiom: String,
    },
    /// A workspace in which nothing was done.
    DoNothing,
    /// A solution with exactly one mistake.
    Negative {
        /// The mistake's id in the spec.
        catch: String,
    },
    /// An attempt to fool the oracle, by someone who did not write its rules.
    Try {
        /// How it is called.
        name: String,
    },
}

/// What the toolchain made of a fixture's sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recorded {
    /// An artifact: a file, or a folder of templates.
    Artifact(PathBuf),
    /// The record of a rejection.
    Rejection(PathBuf),
}

impl Recorded {
    /// The file or folder.
    pub fn path(&self) -> &PathBuf {
        match self {
            Self::Artifact(path) | Self::Rejection(path) => path,
        }
    }
}

impl FixtureFolder {
    pub(super) fn new(path: PathBuf, arm: String, role: FixtureRole) -> Self {
        Self { path, arm, role }
    }

    /// The file that says why it exists.
    pub fn about_file(&self) -> PathBuf {
        self.path.join(match self.role {
            FixtureRole::Try { .. } => ATTEMPT_FILE,
            _ => ABOUT_FILE,
        })
    }

    /// The author's sources.
    pub fn source_folder(&self) -> PathBuf {
        self.path.join("src")
    }

    /// What is recorded, given the arm's artifact file; several records are one too many, see [`Self::all_recorded`].
    pub fn recorded(&self, artifact_file: &str) -> Option<Recorded> {
        self.all_recorded(artifact_file).into_iter().next()
    }

    /// Everything recorded: a fixture holds exactly one of an artifact, a folder of templates and a rejection.
    pub fn all_recorded(&self, artifact_file: &str) -> Vec<Recorded> {
        let artifact = self.path.join(artifact_file);
        let stacks = self.path.join(SEVERAL_STACKS);
        let rejection = self.path.join(TOOLCHAIN_RECORD);
        let mut found = Vec::new();
        if artifact.is_file() {
            found.push(Recorded::Artifact(artifact));
        }
        if stacks.is_dir() {
            found.push(Recorded::Artifact(stacks));
        }
        if rejection.is_file() {
            found.push(Recorded::Rejection(rejection));
        }
        found
    }
}
