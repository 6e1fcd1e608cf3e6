//! What an arm states: the artifact it is graded on, the line that names the language, the workspace and the commands.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// An arm: one way to author every scenario (`arms/<name>.yaml`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Arm {
    /// Format and version of the file.
    pub schema: ArmFormat,
    /// Permanent name, the same as the file's.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"))]
    pub name: String,
    /// Name for people.
    #[schemars(length(min = 1))]
    pub title: String,
    /// The family of resource types its artifacts speak.
    pub family: Family,
    /// What is graded.
    pub artifact: ArtifactPlace,
    /// What `grade` needs beside the artifact.
    #[serde(default)]
    pub requires: Vec<Requirement>,
    /// The one line by which the prompt differs from that of other arms.
    #[schemars(length(min = 1))]
    pub language_line: String,
    /// Commands that turn the sources into the artifact.
    pub commands: Commands,
    /// Files that an author starts from, by path.
    #[serde(default)]
    pub workspace: BTreeMap<String, String>,
}

/// Format and version of an arm's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum ArmFormat {
    /// The format described here.
    #[serde(rename = "proofmark.arm/1")]
    V1,
}

/// The family of resource types an artifact speaks.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Terraform and OpenTofu types (`aws_s3_bucket`).
    Terraform,
    /// CloudFormation types (`AWS::S3::Bucket`).
    Cloudformation,
}

impl Family {
    /// The word used in files and messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Terraform => "terraform",
            Self::Cloudformation => "cloudformation",
        }
    }
}

/// The artifact that is graded, and where the build leaves it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ArtifactPlace {
    /// How it is read.
    pub kind: ArtifactKind,
    /// Its file name, in a fixture folder as in a workspace.
    #[schemars(length(min = 1))]
    pub file: String,
}

/// How an artifact is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ArtifactKind {
    /// JSON of a plan.
    Plan,
    /// JSON of a state.
    State,
    /// Terraform configuration, HCL or JSON.
    Configuration,
    /// CloudFormation template, or a folder of them.
    Template,
}

impl ArtifactKind {
    /// The family whose types it holds.
    pub fn family(self) -> Family {
        match self {
            Self::Plan | Self::State | Self::Configuration => Family::Terraform,
            Self::Template => Family::Cloudformation,
        }
    }
}

/// What `grade` needs beside the artifact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Requirement {
    /// The author's sources.
    Source,
}

/// Commands as argument lists, run in the workspace in this order.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Commands {
    /// Fetches what the sources depend on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub install: Vec<String>,
    /// Rejects sources that are not valid.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub check: Vec<String>,
    /// Builds the artifact.
    #[schemars(length(min = 1))]
    pub build: Vec<String>,
    /// Prints the artifact, where the build leaves it in another form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub show: Vec<String>,
}
