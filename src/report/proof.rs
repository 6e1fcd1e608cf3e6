//! A proof as text: the table a person reads, and the gaps.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::certificate::Certificate;
use crate::proof::{Gap, ScenarioProof};

use super::verdict::Style;

/// One line a scenario and arm, then the kill matrix of each scenario: catch × arm with the rules and the tier.
pub fn proof_table(proofs: &[ScenarioProof], style: Style) -> String {
    let mut text = String::new();
    let width = proofs
        .iter()
        .map(|proof| proof.certificate.scenario.len())
        .max()
        .unwrap_or(0)
        .max(8);
    let arms = proofs
        .iter()
        .flat_map(|proof| &proof.rows)
        .map(|(fixture, _)| fixture.folder.arm.len())
        .max()
        .unwrap_or(0)
        .max(8);
    let _ = writeln!(
        text,
        "{:width$}  {:arms$}  references  negatives  do-nothing  tries  rules  lines  result",
        "scenario", "arm"
    );
    for proof in proofs {
        let certificate = &proof.certificate;
        for (arm, counts) in by_arm(proof) {
            let red = proof
                .gaps
                .iter()
                .any(|gap| gap.subject.split('/').any(|part| part == arm));
            let result = match (red, proof.gaps.is_empty()) {
                (true, _) => style.paint("31;1", "GAPS"),
                (false, true) => style.paint("32;1", "proved"),
                (false, false) => "incomplete".to_owned(),
            };
            let _ = writeln!(
                text,
                "{:width$}  {arm:arms$}  {:>10}  {:>9}  {:>10}  {:>5}  {:>5}  {:>5}  {result}",
                certificate.scenario,
                counts.references,
                counts.negatives,
                counts.do_nothing,
                counts.tries,
                certificate.rules.len(),
                percent(certificate),
            );
        }
    }
    for proof in proofs {
        text.push('\n');
        text.push_str(&kill_matrix(&proof.certificate));
    }
    text
}

fn percent(certificate: &Certificate) -> String {
    let lines = certificate.counts.lines;
    format!(
        "{}%",
        (lines.executed * 100).checked_div(lines.total).unwrap_or(0)
    )
}

/// Fixtures that came out as predicted, of all, in words.
struct Shown {
    references: String,
    negatives: String,
    do_nothing: String,
    tries: String,
}

/// What came of the fixtures of each arm.
fn by_arm(proof: &ScenarioProof) -> BTreeMap<String, Shown> {
    let mut counts: BTreeMap<&str, BTreeMap<&str, (usize, usize)>> = BTreeMap::new();
    for (fixture, verdict) in &proof.rows {
        let entry = counts
            .entry(&fixture.folder.arm)
            .or_default()
            .entry(fixture.role())
            .or_default();
        entry.1 += 1;
        let good = verdict
            .as_ref()
            .is_some_and(|verdict| fixture.contradiction(verdict).is_none());
        entry.0 += usize::from(good && fixture.expected.is_some());
    }
    let shown = |roles: &BTreeMap<&str, (usize, usize)>, role: &str| {
        let (good, all) = roles.get(role).copied().unwrap_or_default();
        if good == all {
            all.to_string()
        } else {
            format!("{good}/{all}")
        }
    };
    counts
        .into_iter()
        .map(|(arm, roles)| {
            (
                arm.to_owned(),
                Shown {
                    references: shown(&roles, "reference"),
                    negatives: shown(&roles, "negative"),
                    do_nothing: shown(&roles, "do-nothing"),
                    tries: shown(&roles, "try"),
                },
            )
        })
        .collect()
}

/// Catch × arm: the rules that rejected it and the tier.
fn kill_matrix(certificate: &Certificate) -> String {
    let mut cells: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    let mut arms: Vec<&str> = Vec::new();
    for row in certificate
        .fixtures
        .iter()
        .filter(|row| row.role == "negative")
    {
        let catch = row.fixture.rsplit('/').next().unwrap_or_default();
        let tier = row.tier.as_deref().unwrap_or("-");
        let rules = if row.rules.is_empty() {
            row.verdict.clone()
        } else {
            row.rules.join(" ")
        };
        cells
            .entry(catch)
            .or_default()
            .insert(&row.arm, format!("{rules} (tier {tier})"));
        if !arms.contains(&row.arm.as_str()) {
            arms.push(&row.arm);
        }
    }
    let first = cells
        .keys()
        .map(|catch| catch.len())
        .max()
        .unwrap_or(0)
        .max(certificate.scenario.len());
    let column = cells
        .values()
        .flat_map(BTreeMap::values)
        .map(String::len)
        .max()
        .unwrap_or(0)
        .max(8);
    let mut text = format!("{:first$}", certificate.scenario);
    for arm in &arms {
        let _ = write!(text, "  {arm:column$}");
    }
    let mut text = format!("{}\n", text.trim_end());
    for (catch, by_arm) in &cells {
        let mut line = format!("{catch:first$}");
        for arm in &arms {
            let _ = write!(
                line,
                "  {:column$}",
                by_arm.get(arm).map_or("-", String::as_str)
            );
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}

/// Every gap with what to do about it.
pub fn gap_list(gaps: &[Gap], style: Style) -> String {
    let mut text = String::new();
    for gap in gaps {
        let _ = writeln!(
            text,
            "{} {}: {}",
            style.paint("31", "gap"),
            gap.subject,
            gap.message
        );
        let _ = writeln!(text, "    {} {}", style.paint("36", "help:"), gap.help);
    }
    text
}
