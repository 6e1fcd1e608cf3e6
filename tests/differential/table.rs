//! Counts by construct and function, and what differs.

use std::collections::BTreeMap;

use crate::compare::{Agreement, Finding};
use crate::generate::Case;

/// Differences shown for each construct.
const SHOWN: usize = 6;

#[derive(Default)]
struct Row {
    cases: usize,
    equal: usize,
    explained: usize,
    differs: usize,
}

/// The counts.
#[derive(Default)]
pub struct Table {
    rows: BTreeMap<String, Row>,
    reasons: BTreeMap<&'static str, usize>,
    differences: Vec<(Case, Finding)>,
}

impl Table {
    /// Counts a case.
    pub fn add(&mut self, case: &Case, finding: Finding) {
        let row = self.rows.entry(case.construct.clone()).or_default();
        row.cases += 1;
        match finding.agreement {
            Agreement::Equal => row.equal += 1,
            Agreement::Explained(reason) => {
                row.explained += 1;
                *self.reasons.entry(reason).or_default() += 1;
            }
            Agreement::Differs => {
                row.differs += 1;
                self.differences.push((case.clone(), finding));
            }
        }
    }

    /// What differs without a reason.
    pub fn differences(&self) -> &[(Case, Finding)] {
        &self.differences
    }

    fn total(&self) -> Row {
        self.rows.values().fold(Row::default(), |total, row| Row {
            cases: total.cases + row.cases,
            equal: total.equal + row.equal,
            explained: total.explained + row.explained,
            differs: total.differs + row.differs,
        })
    }

    /// One line.
    pub fn summary(&self) -> String {
        let total = self.total();
        format!(
            "{} cases: {} equal, {} explained, {} differ",
            total.cases, total.equal, total.explained, total.differs
        )
    }

    /// The counts as a Markdown document.
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "{}\n\n| construct or function | cases | equal | explained | differ |\n|---|---|---|---|---|\n",
            self.summary()
        );
        for (name, row) in &self.rows {
            text.push_str(&format!(
                "| {name} | {} | {} | {} | {} |\n",
                row.cases, row.equal, row.explained, row.differs
            ));
        }
        text.push_str("\n| reason | cases |\n|---|---|\n");
        for (reason, count) in &self.reasons {
            text.push_str(&format!("| {reason} | {count} |\n"));
        }
        text
    }

    /// The differences, a few of each construct.
    pub fn report(&self) -> String {
        let mut text = String::new();
        let mut shown: BTreeMap<&str, usize> = BTreeMap::new();
        for (case, finding) in &self.differences {
            let count = shown.entry(case.construct.as_str()).or_default();
            *count += 1;
            if *count <= SHOWN {
                text.push_str(&format!(
                    "[{}] {}\n    {}\n",
                    case.construct,
                    case.text.trim(),
                    finding.detail
                ));
            }
        }
        for (construct, count) in shown {
            text.push_str(&format!("{construct}: {count}\n"));
        }
        text
    }
}
