//! Explaining a verdict: for each check the rule, the facts it is made of, the resource, what it says and where it is written.

use std::collections::BTreeSet;
use std::path::Path;

use regex::Regex;
use schemars::JsonSchema;
use serde::Serialize;

use crate::graph::{Graph, redacted, symbolic};
use crate::spec::Root;
use crate::value::Node;

use super::leaves::ENVIRONMENT;
use super::oracle::Oracle;
use super::verdict::{CheckStatus, FindingOutcome, SourceLine, Status, Verdict};

/// Why a verdict is what it is.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Explanation {
    /// Always `proofmark.explanation/1`.
    pub schema: &'static str,
    /// Scenario id.
    pub scenario: String,
    /// Arm.
    pub arm: String,
    /// The verdict.
    pub verdict: Status,
    /// The checks explained.
    pub checks: Vec<ExplainedCheck>,
    /// Open leaves on which the verdict hangs, and other reasons.
    pub reasons: Vec<String>,
}

/// One check and why it holds or not.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ExplainedCheck {
    /// Rule or check id.
    pub id: String,
    /// What it demands.
    pub title: String,
    /// More about it.
    pub description: Option<String>,
    /// Whether it holds.
    pub status: CheckStatus,
    /// Where the rule is written.
    pub rule: Option<SourceLine>,
    /// The catches that it is there for.
    pub catches: Vec<String>,
    /// The facts it is made of, by path in the library.
    pub facts: Vec<String>,
    /// Where it is violated.
    pub findings: Vec<ExplainedFinding>,
}

/// One place at which a check is violated.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct ExplainedFinding {
    /// What is wrong.
    pub message: String,
    /// Address of the resource.
    pub resource: Option<String>,
    /// JSON pointer into its values.
    pub path: Option<String>,
    /// What the artifact says there; sensitive values are not shown.
    pub value: Option<serde_json::Value>,
    /// What the resource refers to from there.
    pub references: Vec<String>,
    /// Where it is written.
    pub source: Option<SourceLine>,
    /// That line.
    pub line: Option<String>,
}

/// Explains the checks of `verdict` that do not hold, or all of them.
pub fn explain(
    oracle: &Oracle,
    verdict: &Verdict,
    graph: Option<&Graph>,
    sources: Option<&Path>,
    all: bool,
) -> Explanation {
    let document = graph.map(|graph| symbolic(&redacted(graph.clone())));
    let checks = verdict
        .checks
        .iter()
        .filter(|check| all || check.status != CheckStatus::Pass);
    let explained = checks.map(|check| {
        let annotation = oracle.bundle.metadata().iter().find(|annotation| {
            annotation.path == oracle.entry && annotation.id() == Some(check.id.as_str())
        });
        let spec = oracle
            .spec
            .catches
            .iter()
            .filter(|catch| catch.rules.contains(&check.id));
        ExplainedCheck {
            id: check.id.clone(),
            title: check.title.clone(),
            description: annotation.and_then(|annotation| annotation.description.clone()),
            status: check.status,
            rule: match annotation {
                Some(annotation) => Some(SourceLine {
                    file: oracle.root.relative(Path::new(&annotation.file)),
                    line: annotation.line,
                }),
                None => structural_line(&oracle.root, &oracle.spec.id, &check.id),
            },
            catches: spec.map(|catch| catch.id.clone()).collect(),
            facts: annotation
                .map(|annotation| facts(oracle, &annotation.file, annotation.line))
                .unwrap_or_default(),
            findings: check
                .findings
                .iter()
                .map(|finding| explained_finding(finding, document.as_ref(), sources))
                .collect(),
        }
    });
    let mut reasons = verdict.reasons.clone();
    reasons.extend(
        verdict
            .deciding
            .iter()
            .map(|leaf| match (&leaf.resource, &leaf.path) {
                (Some(resource), Some(path)) => {
                    format!("`{path}` of `{resource}` is assigned, and its value is not known")
                }
                (Some(resource), None) => format!("how often `{resource}` exists is not known"),
                _ if &*leaf.id == ENVIRONMENT => {
                    "the artifact does not state the account and the region it is deployed to, and spells some out"
                        .to_owned()
                }
                _ => format!("`{}` is not known", leaf.id),
            }),
    );
    Explanation {
        schema: "proofmark.explanation/1",
        scenario: verdict.scenario.clone(),
        arm: verdict.arm.clone(),
        verdict: verdict.verdict,
        checks: explained.collect(),
        reasons,
    }
}

/// Where a structural check stands in its spec.
fn structural_line(root: &Root, scenario: &str, id: &str) -> Option<SourceLine> {
    let file = root.spec_file(scenario);
    let text = root.read(&file).ok()?;
    let line = text
        .text()
        .lines()
        .position(|line| line.trim_start().trim_start_matches("- ") == format!("id: {id}"))?;
    Some(SourceLine {
        file: root.relative(&file),
        line: line + 1,
    })
}

/// The library facts that the rule at `line` of `file` reaches, through the helpers of its package too.
fn facts(oracle: &Oracle, file: &str, line: usize) -> Vec<String> {
    let Ok(call) = Regex::new(r"\bdata\.lib\.[a-z_0-9.]+|\b_[a-z_0-9]+") else {
        return Vec::new();
    };
    let package = format!("data.{}", oracle.spec.policy);
    let texts: Vec<(&str, &str)> = oracle
        .bundle
        .files()
        .iter()
        .filter(|policy| policy.package == package)
        .map(|policy| (&**policy.source.name(), policy.source.text()))
        .collect();
    let start = texts
        .iter()
        .find(|(name, _)| *name == file)
        .map(|(_, text)| body(text, line))
        .unwrap_or_default();
    let mut facts = BTreeSet::new();
    let mut helpers = BTreeSet::new();
    let mut pending = vec![start];
    while let Some(text) = pending.pop() {
        for found in call.find_iter(&text).map(|found| found.as_str()) {
            if found.starts_with("data.") {
                facts.insert(found.trim_end_matches('.').to_owned());
            } else if helpers.insert(found.to_owned()) {
                for (_, text) in &texts {
                    let defined = text.lines().enumerate().filter(|(_, line)| {
                        line.strip_prefix(found).is_some_and(|rest| {
                            rest.starts_with(|next: char| !next.is_alphanumeric() && next != '_')
                        })
                    });
                    pending.extend(defined.map(|(index, _)| body(text, index + 1)));
                }
            }
        }
    }
    facts.into_iter().collect()
}

/// The lines of the rule that begins at `line`, up to the next line that begins another.
fn body(text: &str, line: usize) -> String {
    let mut lines = text.lines().skip(line.saturating_sub(1));
    let mut body = lines.next().unwrap_or_default().to_owned();
    for line in lines.take_while(|line| line.is_empty() || line.starts_with([' ', '\t', '}', ')']))
    {
        body.push('\n');
        body.push_str(line);
    }
    body
}

fn explained_finding(
    finding: &FindingOutcome,
    document: Option<&Node>,
    sources: Option<&Path>,
) -> ExplainedFinding {
    let resource = finding
        .resource
        .as_ref()
        .and_then(|address| document?.get("resources")?.get(address));
    let path = finding.path.as_deref().unwrap_or_default();
    let shown = resource.and_then(|resource| {
        let document = resource
            .get("docs")
            .and_then(|docs| docs.get(path))
            .and_then(|document| document.get("value"));
        document.or_else(|| {
            resource
                .get("values")?
                .at(path)
                .filter(|_| !path.is_empty())
        })
    });
    let references = resource
        .and_then(|resource| resource.get("refs")?.as_list())
        .unwrap_or_default();
    let member = |reference: &Node, key: &str| {
        reference
            .get(key)
            .and_then(Node::as_text)
            .unwrap_or_default()
            .to_owned()
    };
    ExplainedFinding {
        message: finding.message.clone(),
        resource: finding.resource.clone(),
        path: finding.path.clone(),
        value: shown.and_then(|value| serde_json::to_value(value).ok()),
        references: references
            .iter()
            .filter(|reference| member(reference, "path").starts_with(path))
            .map(|reference| {
                let (path, precision) = (member(reference, "path"), member(reference, "precision"));
                format!(
                    "{path} → {}.{} ({precision})",
                    member(reference, "to"),
                    member(reference, "attribute")
                )
            })
            .collect(),
        line: finding
            .source
            .as_ref()
            .and_then(|source| source_text(source, sources?)),
        source: finding.source.clone(),
    }
}

/// The line of the author's sources, when it lies inside them.
fn source_text(source: &SourceLine, sources: &Path) -> Option<String> {
    let path = sources.join(&source.file);
    let inside = path
        .canonicalize()
        .ok()?
        .starts_with(sources.canonicalize().ok()?);
    let text = inside.then(|| std::fs::read_to_string(&path).ok())??;
    text.lines()
        .nth(source.line.checked_sub(1)?)
        .map(|line| line.trim().to_owned())
}
