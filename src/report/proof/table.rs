//! A proof as text for people: the overview of scenarios and arms, and who rejected which planted mistake.

use crate::report::columns::{Cell, Columns};
use crate::report::verdict::Style;

use super::measure::MEASURES;
use super::record::{ArmRecord, FixtureRecord, ProofRecord, Role, ScenarioRecord, ScenarioResult};

/// The overview, then the kill matrix of each scenario; no line is longer than `width` where words allow it.
pub fn proof_table(record: &ProofRecord, style: Style, width: usize) -> String {
    let mut text = overview(record, style).text(width);
    for scenario in &record.scenarios {
        text.push('\n');
        text.push_str(&kills(scenario, width));
    }
    text
}

fn overview(record: &ProofRecord, style: Style) -> Columns {
    let mut table = Columns::new(&["scenario", "arm", "result"]);
    for measure in MEASURES {
        table.column(measure.group, measure.title);
    }
    for scenario in &record.scenarios {
        for arm in &scenario.arms {
            let keys = vec![
                Cell::from(scenario.scenario.as_str()),
                Cell::from(arm.arm.as_str()),
                result(scenario, arm, style),
            ];
            let cells = MEASURES.iter().map(|measure| {
                let value = (measure.value)(scenario, arm);
                Cell::from(value.unwrap_or_else(|| "-".to_owned()))
            });
            table.row(keys, cells.collect());
        }
    }
    table
}

fn result(scenario: &ScenarioRecord, arm: &ArmRecord, style: Style) -> Cell {
    let (word, color) = match scenario.result {
        ScenarioResult::Gaps if arm.has_gaps => ("GAPS", "31;1"),
        // The arm itself is in order, and the scenario is not proved all the same.
        ScenarioResult::Gaps => ("incomplete", "33"),
        ScenarioResult::Proved => ("proved", "32;1"),
        ScenarioResult::Unchanged => ("unchanged", "32"),
    };
    Cell::decorated(word, style.paint(color, word))
}

/// One line for each catch, or several where arms differ: who rejected it, at which tier, on which arms.
fn kills(scenario: &ScenarioRecord, width: usize) -> String {
    let mut table = Columns::new(&[&scenario.scenario, "rejected by", "tier", "on"]);
    let negatives = || {
        let fixtures = scenario.fixtures.iter();
        fixtures.filter(|fixture| fixture.role == Role::Negative)
    };
    let mut catches: Vec<&str> = negatives().filter_map(|row| row.catch.as_deref()).collect();
    catches.dedup();
    for catch in catches {
        let rows = || negatives().filter(|row| row.catch.as_deref() == Some(catch));
        let mut answers: Vec<(String, &str, Vec<&str>)> = Vec::new();
        for row in rows() {
            let (by, tier) = (rejected_by(row), row.tier.as_deref().unwrap_or("-"));
            match answers
                .iter_mut()
                .find(|(one, at, _)| (one, *at) == (&by, tier))
            {
                Some((_, _, arms)) => arms.push(&row.arm),
                None => answers.push((by, tier, vec![&row.arm])),
            }
        }
        for (by, tier, arms) in answers {
            let on = if arms.len() == scenario.arms.len() {
                "all arms".to_owned()
            } else {
                arms.join(", ")
            };
            table.row(
                vec![catch.into(), by.into(), tier.into(), on.into()],
                Vec::new(),
            );
        }
    }
    table.text(width)
}

/// The rules that rejected a fixture, or what else became of it.
fn rejected_by(row: &FixtureRecord) -> String {
    match &row.verdict {
        None => "(not graded)".to_owned(),
        Some(verdict) if row.rules.is_empty() => format!("({verdict})"),
        Some(_) => row.rules.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::proof::sample::sample;

    #[test]
    fn a_proof_fits_the_width_and_names_the_arms_that_differ() {
        let mut record = sample();
        let width = 72;
        insta::assert_snapshot!(proof_table(&record, Style::default(), width), @r"
        scenario          arm     result      references  negatives  do-nothing
        bucket-hardening  awscdk  proved               1          2           1
        bucket-hardening  hcl     proved               1          2           1
        parameter-reader  awscdk  incomplete           1          2           1
        parameter-reader  hcl     GAPS                 1        1/2           1

        scenario          arm     result      tries  rules  lines
        bucket-hardening  awscdk  proved          1      4    66%
        bucket-hardening  hcl     proved          1      4    66%
        parameter-reader  awscdk  incomplete      1      4    66%
        parameter-reader  hcl     GAPS          0/1      4    66%

                                              compared across arms
        scenario          arm     result           verdicts  facts
        bucket-hardening  awscdk  proved                  5    380
        bucket-hardening  hcl     proved                  5    380
        parameter-reader  awscdk  incomplete              5    380
        parameter-reader  hcl     GAPS                    5    380

                                              rule mutants
        scenario          arm     result      made  killed  equivalent
        bucket-hardening  awscdk  proved        12      10           1
        bucket-hardening  hcl     proved        12      10           1
        parameter-reader  awscdk  incomplete    12      10           1
        parameter-reader  hcl     GAPS          12      10           1

                                              artifact mutants
        scenario          arm     result      made  killed  tolerated
        bucket-hardening  awscdk  proved        20      18          1
        bucket-hardening  hcl     proved        20      18          1
        parameter-reader  awscdk  incomplete    20      18          1
        parameter-reader  hcl     GAPS          20      18          1

        scenario          arm     result      respellings  unknowns
        bucket-hardening  awscdk  proved               20         -
        bucket-hardening  hcl     proved               20         0
        parameter-reader  awscdk  incomplete           20         -
        parameter-reader  hcl     GAPS                 20         0

        bucket-hardening  rejected by  tier  on
        grant-missing     BH001 BH002  1     all arms
        wide-action       BH003        1     all arms

        parameter-reader  rejected by  tier  on
        grant-missing     PR001 PR002  1     all arms
        wide-action       PR003        1     awscdk
        wide-action       (pass)       -     hcl
        ");
        for scenario in &mut record.scenarios {
            scenario.fixtures.clear();
        }
        let text = proof_table(&record, Style::default(), width);
        assert!(
            text.lines().all(|line| line.chars().count() <= width),
            "{text}"
        );
    }
}
