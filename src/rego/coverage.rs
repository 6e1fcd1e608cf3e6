//! Which lines of the policies were executed.

use std::collections::{BTreeMap, BTreeSet};

/// Executed and other lines of each file, mergeable over any number of evaluations.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Coverage {
    files: BTreeMap<String, FileCoverage>,
}

/// The lines of one file that hold something to execute.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// 1-based lines executed at least once.
    pub covered: BTreeSet<u32>,
    /// 1-based lines never executed.
    pub not_covered: BTreeSet<u32>,
}

impl Coverage {
    pub(super) fn of(report: &regorus::coverage::Report) -> Self {
        let mut coverage = Self::default();
        for file in &report.files {
            coverage.add(&file.path, &file.covered, &file.not_covered);
        }
        coverage
    }

    fn add(&mut self, path: &str, covered: &BTreeSet<u32>, not_covered: &BTreeSet<u32>) {
        let file = self.files.entry(path.to_owned()).or_default();
        file.covered.extend(covered);
        file.not_covered.extend(not_covered);
        file.not_covered = &file.not_covered - &file.covered;
    }

    /// Adds what another evaluation executed.
    pub fn merge(&mut self, other: &Self) {
        for (path, file) in &other.files {
            self.add(path, &file.covered, &file.not_covered);
        }
    }

    /// The files, by name.
    pub fn files(&self) -> &BTreeMap<String, FileCoverage> {
        &self.files
    }
}
