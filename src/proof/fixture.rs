//! Fixtures and what the spec predicts of them.

use std::collections::BTreeSet;

use crate::grade::{Gradable, Oracle, OracleError, Status, Verdict, read_gradable};
use crate::graph::{Graph, Options};
use crate::spec::{Answer, FixtureFolder, FixtureRole, Recorded, Root, Spec, read_attempt};

/// What a fixture must come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Expectation {
    /// Accepted.
    Accepted,
    /// Rejected by exactly these rules, at this tier where one is predicted.
    Rejected {
        /// Rule ids.
        rules: BTreeSet<String>,
        /// Predicted tier.
        tier: Option<String>,
    },
    /// Neither: the artifact leaves the answer open.
    Open,
}

/// A fixture with its prediction.
#[derive(Debug, Clone)]
pub struct Fixture {
    /// The folder.
    pub folder: FixtureFolder,
    /// The folder as seen from the project's root.
    pub name: String,
    /// What it must come to; `None` when the spec does not know its catch.
    pub expected: Option<Expectation>,
}

/// The fixtures of an oracle's scenario.
pub fn fixtures(oracle: &Oracle) -> Result<Vec<Fixture>, OracleError> {
    let folders = oracle.root.fixtures(&oracle.spec.id)?;
    folders
        .into_iter()
        .map(|folder| {
            Ok(Fixture {
                name: oracle.root.relative(&folder.path),
                expected: expectation(&oracle.root, &oracle.spec, &folder)?,
                folder,
            })
        })
        .collect()
}

fn expectation(
    root: &Root,
    spec: &Spec,
    folder: &FixtureFolder,
) -> Result<Option<Expectation>, OracleError> {
    Ok(match &folder.role {
        FixtureRole::Reference { .. } => Some(Expectation::Accepted),
        FixtureRole::DoNothing => Some(Expectation::Rejected {
            rules: spec.do_nothing.rules.iter().cloned().collect(),
            tier: None,
        }),
        FixtureRole::Negative { catch } => {
            let catch = spec.catches.iter().find(|known| known.id == *catch);
            catch.map(|catch| Expectation::Rejected {
                rules: catch.rules.iter().cloned().collect(),
                tier: catch
                    .tier
                    .on(&folder.arm)
                    .map(|tier| tier.as_str().to_owned()),
            })
        }
        FixtureRole::Try { .. } => {
            let attempt = read_attempt(&root.read(&folder.about_file())?, Some(spec))?;
            Some(match attempt.expected {
                Answer::Pass => Expectation::Accepted,
                Answer::Fail => Expectation::Rejected {
                    rules: attempt.rules.into_iter().collect(),
                    tier: None,
                },
                Answer::Unverifiable => Expectation::Open,
            })
        }
    })
}

impl Fixture {
    /// Its graph, as it is graded; `None` when it has none, or cannot be read.
    pub fn graph(&self, oracle: &Oracle) -> Option<Graph> {
        let arm = oracle.arm(&self.folder.arm).ok()?;
        let Recorded::Artifact(artifact) = self.folder.recorded(&arm.artifact.file)? else {
            return None;
        };
        let source = self.folder.source_folder();
        let source = source.is_dir().then_some(source.as_path());
        match read_gradable(arm, &artifact, source, &Options::default()) {
            Ok(Gradable::Graph(graph)) => Some(graph),
            _ => None,
        }
    }

    /// The word for its role.
    pub fn role(&self) -> &'static str {
        match self.folder.role {
            FixtureRole::Reference { .. } => "reference",
            FixtureRole::DoNothing => "do-nothing",
            FixtureRole::Negative { .. } => "negative",
            FixtureRole::Try { .. } => "try",
        }
    }

    /// What is wrong when `verdict` is not what was predicted.
    pub fn contradiction(&self, verdict: &Verdict) -> Option<String> {
        let rules: BTreeSet<String> = verdict.failed_rules().map(str::to_owned).collect();
        let listed = |rules: &BTreeSet<String>| {
            if rules.is_empty() {
                "no rule".to_owned()
            } else {
                rules.iter().cloned().collect::<Vec<_>>().join(", ")
            }
        };
        match self.expected.as_ref()? {
            Expectation::Accepted if verdict.verdict == Status::Pass => None,
            Expectation::Accepted => Some(match verdict.verdict {
                Status::Fail => format!("a correct solution is rejected by {}", listed(&rules)),
                Status::Unverifiable => {
                    format!("a correct solution is unverifiable{}", open_points(verdict))
                }
                other => format!(
                    "a correct solution is {}: {}",
                    other.word(),
                    verdict.reasons.join("; ")
                ),
            }),
            Expectation::Open => match verdict.verdict {
                Status::Unverifiable => None,
                Status::Pass => Some("it is accepted, and it leaves the answer open".to_owned()),
                Status::Fail => Some(format!(
                    "it is rejected by {}, and it leaves the answer open",
                    listed(&rules)
                )),
                Status::Ungradable => {
                    Some(format!("it is ungradable: {}", verdict.reasons.join("; ")))
                }
            },
            Expectation::Rejected {
                rules: wanted,
                tier,
            } => match verdict.verdict {
                Status::Fail if rules == *wanted => match (tier, &verdict.tier) {
                    (Some(predicted), Some(found)) if predicted != found => Some(format!(
                        "it is caught at tier {found}, and tier {predicted} was predicted"
                    )),
                    _ => None,
                },
                Status::Fail => Some(format!(
                    "it is rejected by {}, and {} was predicted",
                    listed(&rules),
                    listed(wanted)
                )),
                Status::Pass => Some(format!(
                    "it is accepted, and {} should reject it",
                    listed(wanted)
                )),
                Status::Unverifiable => Some(format!(
                    "it is unverifiable{}, and {} should reject it",
                    open_points(verdict),
                    listed(wanted)
                )),
                Status::Ungradable => {
                    Some(format!("it is ungradable: {}", verdict.reasons.join("; ")))
                }
            },
        }
    }
}

/// The checks and leaves behind an unverifiable verdict, in brackets.
fn open_points(verdict: &Verdict) -> String {
    let checks = verdict
        .checks
        .iter()
        .filter(|check| check.status == crate::grade::CheckStatus::Unverifiable);
    let mut points: Vec<String> = checks.map(|check| check.id.clone()).collect();
    points.extend(
        verdict
            .deciding
            .iter()
            .map(|leaf| match (&leaf.resource, &leaf.path) {
                (Some(resource), Some(path)) => format!("{resource}{path}"),
                _ => leaf.id.clone(),
            }),
    );
    points.extend(verdict.reasons.iter().cloned());
    if points.is_empty() {
        String::new()
    } else {
        format!(" ({})", points.join("; "))
    }
}
