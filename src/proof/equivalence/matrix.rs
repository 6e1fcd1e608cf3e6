//! The matrix of verdicts: what one and the same mistake comes to on each arm.

use std::collections::{BTreeMap, BTreeSet};

use crate::grade::Verdict;
use crate::spec::{FixtureRole, Spec};

use super::super::fixture::Fixture;
use super::super::gap::{Gap, GapKind};

/// What an arm said of a fixture.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cell {
    verdict: &'static str,
    rules: BTreeSet<String>,
    tier: Option<String>,
}

impl Cell {
    fn of(verdict: &Verdict) -> Self {
        Self {
            verdict: verdict.verdict.word(),
            rules: verdict.failed_rules().map(str::to_owned).collect(),
            tier: verdict.tier.clone(),
        }
    }

    /// In what it differs from `other`, in words; a tier that the spec predicts for each arm is no difference.
    fn difference(&self, other: &Self, tier_is_declared: bool) -> Option<String> {
        let listed = |rules: &BTreeSet<String>| {
            let rules: Vec<&str> = rules.iter().map(String::as_str).collect();
            if rules.is_empty() {
                "no rule".to_owned()
            } else {
                rules.join(", ")
            }
        };
        let tier = |tier: &Option<String>| tier.clone().unwrap_or_else(|| "none".to_owned());
        if self.verdict != other.verdict {
            let (one, two) = (self.verdict, other.verdict);
            Some(format!("the verdict is `{two}` here and `{one}`"))
        } else if self.rules != other.rules {
            let (one, two) = (listed(&self.rules), listed(&other.rules));
            Some(format!("it is rejected by {two} here and by {one}"))
        } else if self.tier != other.tier && !tier_is_declared {
            let (one, two) = (tier(&self.tier), tier(&other.tier));
            Some(format!("it is caught at tier {two} here and at tier {one}"))
        } else {
            None
        }
    }
}

/// What each arm said of its fixtures of one kind.
type Row<'r> = BTreeMap<&'r str, Vec<(&'r Fixture, Cell)>>;

/// The rows that were compared, and where an arm says something else than the first.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    /// Cells compared with that of the first arm.
    pub compared: usize,
    /// Differences that the spec does not declare.
    pub gaps: Vec<Gap>,
}

/// Compares each catch, the references and the do-nothing workspaces across arms.
pub(super) fn matrix(spec: &Spec, rows: &[(Fixture, Option<Verdict>)]) -> Matrix {
    let mut by_row: BTreeMap<&str, Row<'_>> = BTreeMap::new();
    for (fixture, verdict) in rows {
        let Some(verdict) = verdict else { continue };
        let row = match &fixture.folder.role {
            FixtureRole::Negative { catch } => catch.as_str(),
            // A try is made on one arm, and no other has it.
            FixtureRole::Try { .. } => continue,
            FixtureRole::Reference { .. } | FixtureRole::DoNothing => fixture.role(),
        };
        let arms = by_row.entry(row).or_default();
        let cells = arms.entry(fixture.folder.arm.as_str()).or_default();
        cells.push((fixture, Cell::of(verdict)));
    }
    let mut matrix = Matrix::default();
    for (row, arms) in by_row {
        let declared = spec.catches.iter().find(|catch| catch.id == row);
        let by_arm = declared.is_some_and(|catch| catch.tier.is_by_arm());
        let in_order = spec
            .arms
            .iter()
            .filter_map(|arm| Some((arm, arms.get(arm.as_str())?)));
        let mut cells = in_order.flat_map(|(arm, cells)| cells.iter().map(move |cell| (arm, cell)));
        let Some((first_arm, (_, first))) = cells.next() else {
            continue;
        };
        for (_, (fixture, cell)) in cells {
            matrix.compared += 1;
            if let Some(difference) = first.difference(cell, by_arm) {
                let message = format!("`{row}`: {difference} on `{first_arm}`");
                let help = "mend the facts or the fixture; where the arms rightly differ, declare it in the spec, as \
                            `tier` by arm or `not_on`";
                let gap = Gap::new(&spec.id, &fixture.name, message, help);
                matrix.gaps.push(gap.of(GapKind::Equivalence));
            }
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(verdict: &'static str, rules: &[&str], tier: &str) -> Cell {
        Cell {
            verdict,
            rules: rules.iter().map(|rule| (*rule).to_owned()).collect(),
            tier: Some(tier.to_owned()),
        }
    }

    #[test]
    fn what_differs_is_said_the_weightiest_first() {
        let first = cell("fail", &["A001"], "1");
        let shown = |other: Cell, declared| first.difference(&other, declared).unwrap_or_default();
        assert_eq!(
            shown(cell("pass", &[], "1"), false),
            "the verdict is `pass` here and `fail`"
        );
        assert_eq!(
            shown(cell("fail", &["A002"], "0"), true),
            "it is rejected by A002 here and by A001"
        );
        assert_eq!(
            shown(cell("fail", &["A001"], "0"), false),
            "it is caught at tier 0 here and at tier 1"
        );
        assert_eq!(shown(cell("fail", &["A001"], "0"), true), "");
    }
}
