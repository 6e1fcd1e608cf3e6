//! Tries: attempts to fool an oracle, each with the right answer as its author knew it before the oracle was asked.

use std::collections::BTreeSet;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::source::yaml::Located;
use crate::source::{Finding, Findings, SourceText, closest, read_yaml};

use super::{Spec, TOOLCHAIN_RULE};

/// An attempt to fool an oracle (`try.yaml` of its folder).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attempt {
    /// Format and version of the file.
    pub schema: AttemptFormat,
    /// How it tries to fool the oracle.
    #[schemars(length(min = 1))]
    pub idea: String,
    /// The right answer.
    pub expected: Answer,
    /// Why that is the right answer: by the prompt, and by what the cloud does.
    #[schemars(length(min = 1))]
    pub because: String,
    /// The rules that must reject it, exactly these; none unless the answer is `fail`.
    #[serde(default)]
    pub rules: Vec<String>,
    /// What came of it: `held` when the oracle knew the answer, else what was mended because of it.
    #[schemars(length(min = 1))]
    pub outcome: String,
}

/// Format and version of a try's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum AttemptFormat {
    /// The format described here.
    #[serde(rename = "proofmark.try/1")]
    V1,
}

/// The right answer to a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Answer {
    /// It does what was asked, and must be accepted.
    Pass,
    /// It does not, and must be rejected.
    Fail,
    /// The artifact leaves open whether it does.
    Unverifiable,
}

/// Reads a try of the scenario that `spec` states; without the spec, its rules are not examined.
pub fn read_attempt(source: &SourceText, spec: Option<&Spec>) -> Result<Attempt, Findings> {
    let (attempt, tree): (Attempt, Located) = read_yaml(source)?;
    Findings::refuse_errors(examine(&attempt, source, &tree, spec))?;
    Ok(attempt)
}

fn examine(
    attempt: &Attempt,
    source: &SourceText,
    tree: &Located,
    spec: Option<&Spec>,
) -> Vec<Finding> {
    let at = |pointer: &str, code: &'static str, message: String| {
        Finding::at(source, tree.locate_nearest(pointer), code, message)
    };
    let mut findings = Vec::new();
    match attempt.expected {
        Answer::Fail if attempt.rules.is_empty() => findings.push(
            at(
                "/expected",
                "missing-rule",
                "no rule is named that must reject it".to_owned(),
            )
            .with_help("name under `rules` all the rules that a right oracle finds violated"),
        ),
        Answer::Pass | Answer::Unverifiable if !attempt.rules.is_empty() => findings.push(
            at(
                "/rules",
                "surplus-rule",
                "rules are named, and the answer is not `fail`".to_owned(),
            )
            .with_help("remove `rules`, or correct `expected`"),
        ),
        _ => {}
    }
    let known: Option<BTreeSet<&str>> = spec.map(known_rules);
    let mut seen = BTreeSet::new();
    for (index, rule) in attempt.rules.iter().enumerate() {
        let place = format!("/rules/{index}");
        if !seen.insert(rule) {
            findings.push(at(
                &place,
                "duplicate",
                format!("`{rule}` is named already"),
            ));
        }
        if let Some(known) = &known
            && !known.contains(rule.as_str())
        {
            let finding = at(&place, "unknown-rule", format!("unknown rule `{rule}`"));
            let known = || known.iter().copied();
            findings.push(finding.with_help(match closest(rule, known()) {
                Some(nearest) => format!("did you mean `{nearest}`?"),
                None => format!(
                    "known rules: `{}`",
                    known().collect::<Vec<_>>().join("`, `")
                ),
            }));
        }
    }
    findings
}

/// The rules that a scenario has: each of its policy's is named by some catch.
fn known_rules(spec: &Spec) -> BTreeSet<&str> {
    let planted = spec.catches.iter().flat_map(|catch| &catch.rules);
    planted
        .chain(&spec.do_nothing.rules)
        .map(String::as_str)
        .chain(spec.checks.iter().map(|check| check.id.as_str()))
        .chain([TOOLCHAIN_RULE])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RIGHT: &str = "schema: proofmark.try/1\nidea: a wildcard\nexpected: fail\nbecause: it is asked for one\nrules: [PR002]\noutcome: held\n";

    fn refused(text: &str) -> Vec<(String, String)> {
        let spec = crate::spec::load_spec(
            &SourceText::new(
                "specs/parameter-reader.yaml",
                include_str!("../../specs/parameter-reader.yaml"),
            ),
            &crate::spec::Workspace::default(),
        )
        .expect("a spec");
        let source = SourceText::new("try.yaml", text);
        match read_attempt(&source, Some(&spec)) {
            Ok(_) => Vec::new(),
            Err(findings) => findings
                .into_vec()
                .iter()
                .map(|finding| {
                    let span = finding.span().expect("a place");
                    let shown = &text[span.offset..span.offset + span.len];
                    (finding.message().to_owned(), shown.to_owned())
                })
                .collect(),
        }
    }

    fn pair(message: &str, underlined: &str) -> Vec<(String, String)> {
        vec![(message.to_owned(), underlined.to_owned())]
    }

    #[test]
    fn a_try_that_must_fail_names_rules_of_its_scenario_once() {
        assert_eq!(refused(RIGHT), []);
        assert_eq!(
            refused(&RIGHT.replace("[PR002]", "[]")),
            pair("no rule is named that must reject it", "fail")
        );
        assert_eq!(
            refused(&RIGHT.replace("[PR002]", "[PR002, PR012]")),
            pair("unknown rule `PR012`", "PR012")
        );
        assert_eq!(
            refused(&RIGHT.replace("[PR002]", "[PR002, PR002]")),
            pair("`PR002` is named already", "PR002")
        );
    }

    #[test]
    fn a_try_that_need_not_fail_names_no_rule() {
        for answer in ["pass", "unverifiable"] {
            let text = RIGHT.replace("expected: fail", &format!("expected: {answer}"));
            assert_eq!(
                refused(&text),
                pair("rules are named, and the answer is not `fail`", "[PR002]")
            );
            assert_eq!(refused(&text.replace("rules: [PR002]\n", "")), []);
        }
    }

    #[test]
    fn a_try_says_how_why_and_what_came_of_it() {
        for key in ["idea", "because", "outcome", "expected"] {
            let text: String = RIGHT
                .lines()
                .filter(|line| !line.starts_with(key))
                .flat_map(|line| [line, "\n"])
                .collect();
            let found = refused(&text);
            assert_eq!(found[0].0, format!("`{key}` is missing"));
        }
        let found = refused(&RIGHT.replace("expected: fail", "expected: failed"));
        assert_eq!(found[0].1, "failed");
    }
}
