//! What a certificate is bound to, and whether it still is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use thiserror::Error;
use walkdir::WalkDir;

use crate::spec::Root;

use super::model::{Certificate, canonical_bytes, hash_bytes, hash_of};

/// The engine that a proof was made with; another version may decide otherwise.
pub(super) const ENGINE: &str = "regorus 0.14.1";

/// Hashes (SHA-256) of everything a scenario's proof depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Binding {
    /// Name and version of the policy engine.
    pub engine: String,
    /// Version of the grader.
    pub grader: String,
    /// The spec's file.
    pub spec: String,
    /// The arms' files.
    pub arms: String,
    /// The scenario's policies.
    pub policy: String,
    /// The fact library.
    pub library: String,
    /// References, negatives, do-nothing workspaces, tries and witnesses, with their sources; Rego tests; the list of
    /// equivalent mutants.
    pub fixtures: String,
}

/// Why an oracle is not proved.
#[derive(Debug, Error, Diagnostic)]
pub enum CertificateError {
    /// No certificate.
    #[error("the oracle of `{scenario}` has no certificate")]
    #[diagnostic(help("prove it with `proofmark prove {scenario}`, or grade with `--unproven`"))]
    Missing {
        /// The scenario.
        scenario: String,
    },
    /// The certificate is not one.
    #[error("the certificate of `{scenario}` is malformed")]
    #[diagnostic(help("write it anew with `proofmark prove {scenario}`"))]
    Malformed {
        /// The scenario.
        scenario: String,
    },
    /// Something changed since the proof.
    #[error("the certificate of `{scenario}` is stale: {} changed since the proof", changed.join(", "))]
    #[diagnostic(help(
        "prove it again with `proofmark prove {scenario}`, or grade with `--unproven`"
    ))]
    Stale {
        /// The scenario.
        scenario: String,
        /// What changed.
        changed: Vec<&'static str>,
    },
    /// A file cannot be read.
    #[error("`{}` cannot be read: {error}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The reason.
        #[source]
        error: io::Error,
    },
}

impl Binding {
    /// The present state of what the oracle of `scenario` evaluates; `fixtures` is left empty.
    pub fn of_oracle(
        root: &Root,
        scenario: &str,
        arms: &[String],
    ) -> Result<Self, CertificateError> {
        let mut arm_hashes = BTreeMap::new();
        for arm in arms {
            arm_hashes.insert(arm.clone(), hash_file(&root.arm_file(arm))?);
        }
        Ok(Self {
            engine: ENGINE.to_owned(),
            grader: env!("CARGO_PKG_VERSION").to_owned(),
            spec: hash_file(&root.spec_file(scenario))?,
            arms: hash_of(&arm_hashes),
            policy: hash_tree(&root.policy_folder(scenario), is_rule)?,
            library: hash_tree(&root.library_folder(), is_rule)?,
            fixtures: String::new(),
        })
    }

    /// The present state, fixtures included.
    pub fn of(root: &Root, scenario: &str, arms: &[String]) -> Result<Self, CertificateError> {
        let mut binding = Self::of_oracle(root, scenario, arms)?;
        let negatives = root.path().join("negative-fixtures").join(scenario);
        let proof = root.proof_folder(scenario);
        let mut parts = BTreeMap::new();
        for (name, folder) in [
            ("negatives", negatives),
            ("references", proof.join("references")),
            ("do-nothing", proof.join("do-nothing")),
            ("witnesses", root.witness_folder()),
            ("tries", proof.join("tries")),
            ("equivalents", root.equivalents_file()),
        ] {
            parts.insert(name.to_owned(), hash_tree(&folder, |_| true)?);
        }
        let tests = hash_tree(&root.policy_folder(scenario), is_test)?;
        parts.insert("tests".to_owned(), tests);
        binding.fixtures = hash_of(&parts);
        Ok(binding)
    }

    /// In what `other` differs, fixtures left out where they were not hashed.
    pub fn changed(&self, other: &Self) -> Vec<&'static str> {
        let parts = [
            ("the policy engine", self.engine == other.engine),
            ("the grader", self.grader == other.grader),
            ("the spec", self.spec == other.spec),
            ("an arm", self.arms == other.arms),
            ("the policy", self.policy == other.policy),
            ("the fact library", self.library == other.library),
            (
                "a fixture or test",
                self.fixtures == other.fixtures
                    || self.fixtures.is_empty()
                    || other.fixtures.is_empty(),
            ),
        ];
        parts
            .into_iter()
            .filter(|(_, same)| !same)
            .map(|(name, _)| name)
            .collect()
    }
}

/// The hash of the certificate of `scenario`, when it covers the oracle as it is now.
pub fn certified(root: &Root, scenario: &str) -> Result<String, CertificateError> {
    let path = root.proof_folder(scenario).join("certificate.json");
    let scenario = scenario.to_owned();
    let Ok(text) = fs::read_to_string(&path) else {
        return Err(CertificateError::Missing { scenario });
    };
    let Some(certificate) = Certificate::parse(&text) else {
        return Err(CertificateError::Malformed { scenario });
    };
    // Every arm of the spec has references; a spec that has other arms by now has another hash as well.
    let arms: BTreeSet<String> = certificate
        .fixtures
        .iter()
        .map(|fixture| fixture.arm.clone())
        .collect();
    let now = Binding::of_oracle(root, &scenario, &Vec::from_iter(arms))?;
    let changed = certificate.binding.changed(&now);
    if changed.is_empty() {
        Ok(hash_bytes(text.as_bytes()))
    } else {
        Err(CertificateError::Stale { scenario, changed })
    }
}

/// The certificate of `scenario` when it covers all that it is bound to as it is now, fixtures included.
///
/// `grade` asks [`certified`], which leaves the fixtures out: they do not decide a verdict.
pub fn unchanged(
    root: &Root,
    scenario: &str,
    arms: &[String],
) -> Result<Option<Certificate>, CertificateError> {
    let path = root.proof_folder(scenario).join("certificate.json");
    let Ok(text) = fs::read_to_string(&path) else {
        return Ok(None);
    };
    // Other bytes than the canonical ones were not written by a proof.
    let written = |certificate: &Certificate| {
        certificate.scenario == scenario && canonical_bytes(certificate) == text.as_bytes()
    };
    let Some(certificate) = Certificate::parse(&text).filter(written) else {
        return Ok(None);
    };
    let now = Binding::of(root, scenario, arms)?;
    Ok((certificate.binding == now).then_some(certificate))
}

/// Hash of a file's bytes.
pub fn hash_file(path: &Path) -> Result<String, CertificateError> {
    let bytes = fs::read(path).map_err(|error| CertificateError::Unreadable {
        path: path.to_owned(),
        error,
    })?;
    Ok(hash_bytes(&bytes))
}

/// Hash over the names and bytes of the files below `folder`, or of the one file that it is, that `wanted` accepts; links are not followed.
pub fn hash_tree(
    folder: &Path,
    wanted: impl Fn(&Path) -> bool,
) -> Result<String, CertificateError> {
    let mut hashes = BTreeMap::new();
    for entry in WalkDir::new(folder)
        .follow_links(false)
        .into_iter()
        .filter_map(Result::ok)
    {
        let path = entry.path();
        if entry.file_type().is_file() && wanted(path) {
            let name = path.strip_prefix(folder).unwrap_or(path);
            let name = name
                .components()
                .map(|part| part.as_os_str().to_string_lossy())
                .collect::<Vec<_>>()
                .join("/");
            hashes.insert(name, hash_file(path)?);
        }
    }
    Ok(hash_of(&hashes))
}

/// Policy files and their base data; tests do not decide a verdict.
pub(super) fn is_rule(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let data = ["data.json", "data.yaml", "data.yml"].contains(&name.as_str());
    data || (path
        .extension()
        .is_some_and(|extension| extension == "rego")
        && !is_test(path))
}

/// Rego tests.
pub(super) fn is_test(path: &Path) -> bool {
    path.to_string_lossy().ends_with("_test.rego")
}
