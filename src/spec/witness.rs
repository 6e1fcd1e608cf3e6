//! Witnesses: recordings that show that an operator makes of a graph what the toolchain makes of changed sources.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::workspace::{Root, RootError};
use super::{FixtureFolder, FixtureRole};

/// The format of `witness.yaml`.
pub const WITNESS_SCHEMA: &str = "proofmark.witness/1";

/// What a witness is about (`witness.yaml` of its folder).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WitnessAbout {
    /// The format: `proofmark.witness/1`.
    pub schema: String,
    /// The mutation or respelling operator.
    pub operator: String,
    /// The arm whose toolchain recorded both artifacts.
    pub arm: String,
    /// The fixture that the operator is applied to, from the project's root; left out, it is the folder `base` of the witness.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// The resource that is changed; empty for a respelling of everything.
    #[serde(default)]
    pub address: String,
    /// JSON pointer to the place in its values; empty for the resource itself.
    #[serde(default)]
    pub pointer: String,
    /// What changes there, where the operator has several variants at the place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<String>,
    /// What it shows.
    #[schemars(length(min = 1))]
    pub why: String,
}

/// The folder of a witness.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct WitnessFolder {
    /// The folder.
    pub path: PathBuf,
    /// The operator, as the folder says.
    pub operator: String,
    /// The family of resource types, as the folder says.
    pub family: String,
}

impl WitnessFolder {
    /// The file that says what it shows.
    pub fn about_file(&self) -> PathBuf {
        self.path.join("witness.yaml")
    }

    /// The changed sources and what was recorded of them.
    pub fn changed(&self, arm: &str) -> FixtureFolder {
        self.folder("changed", arm)
    }

    /// The sources before the change, where they are the witness's own.
    pub fn base(&self, arm: &str) -> FixtureFolder {
        self.folder("base", arm)
    }

    fn folder(&self, name: &str, arm: &str) -> FixtureFolder {
        let role = FixtureRole::Reference {
            idiom: name.to_owned(),
        };
        FixtureFolder::new(self.path.join(name), arm.to_owned(), role)
    }
}

impl Root {
    /// The folder of all witnesses.
    pub fn witness_folder(&self) -> PathBuf {
        self.path().join("grading-proof/witnesses")
    }

    /// A folder with recorded sources, named from the root.
    pub fn fixture_at(&self, folder: &str, arm: &str) -> FixtureFolder {
        let role = FixtureRole::Reference {
            idiom: folder.to_owned(),
        };
        FixtureFolder::new(self.path().join(folder), arm.to_owned(), role)
    }

    /// Every witness, in the order of operators and families.
    pub fn witnesses(&self) -> Result<Vec<WitnessFolder>, RootError> {
        let mut found = Vec::new();
        for (operator, folder) in self.folders(&self.witness_folder())? {
            for (family, path) in self.folders(&folder)? {
                found.push(WitnessFolder {
                    path,
                    operator: operator.clone(),
                    family,
                });
            }
        }
        Ok(found)
    }
}
