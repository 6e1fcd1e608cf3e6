//! Who may notice a mutant: fixtures and Rego tests, each with the policy lines that it executes.

use std::path::PathBuf;

use rayon::prelude::*;

use crate::grade::Recording;
use crate::rego::{Bundle, BundleOptions, Coverage, Evaluator, Limits, Mutant, RegoError, passes};
use crate::spec::Root;

use super::super::fixture::Fixture;

/// A fixture that came to what the spec predicts, with what was judged for it.
#[derive(Debug)]
pub struct Judged {
    /// The fixture.
    pub fixture: Fixture,
    /// The completions of its graph.
    pub recording: Recording,
    /// The policy lines that judging them executes.
    pub coverage: Coverage,
}

/// A Rego test that passes, with the policy lines that it executes.
#[derive(Debug)]
pub(super) struct TestCase {
    /// Its rule, as `data.…`.
    pub path: String,
    /// Its package, as `data.…`.
    pub package: String,
    pub coverage: Coverage,
}

/// Some packages of some folders, to be loaded together as far as they need a file.
#[derive(Debug)]
pub(super) struct Policies {
    folders: Vec<PathBuf>,
    with_tests: bool,
    /// The packages, each with the names of the files that it needs.
    packages: Vec<(String, Vec<String>)>,
}

impl Policies {
    /// Finds out which files each of the packages needs.
    pub fn of(
        folders: Vec<PathBuf>,
        with_tests: bool,
        packages: Vec<String>,
    ) -> Result<Self, RegoError> {
        let mut policies = Self {
            folders,
            with_tests,
            packages: Vec::new(),
        };
        for package in packages {
            let bundle = policies.load(vec![package.clone()])?;
            let files = bundle.files().iter();
            let files = files.map(|file| file.source.name().to_string()).collect();
            policies.packages.push((package, files));
        }
        Ok(policies)
    }

    /// The packages that need a file.
    pub fn needing(&self, file: &str) -> Vec<String> {
        let needing = self
            .packages
            .iter()
            .filter(|(_, files)| files.iter().any(|needed| needed == file));
        needing.map(|(package, _)| package.clone()).collect()
    }

    /// The packages and all they need; they were examined before.
    pub fn load(&self, packages: Vec<String>) -> Result<Bundle, RegoError> {
        let options = BundleOptions {
            only: packages,
            examined: true,
            with_tests: self.with_tests,
            ..BundleOptions::shipped()
        };
        Bundle::load(&self.folders, &options)
    }
}

/// The test packages of the files in a folder.
pub(super) fn test_packages(bundle: &Bundle, root: &Root, folder: &str) -> Vec<String> {
    let files = bundle.files().iter().filter(|file| {
        let name = root.relative(std::path::Path::new(&**file.source.name()));
        file.is_test && name.starts_with(folder)
    });
    let mut packages: Vec<String> = files.map(|file| file.package.clone()).collect();
    packages.sort_unstable();
    packages.dedup();
    packages
}

/// The tests of some packages that pass, with the lines they execute.
pub(super) fn tests(
    bundle: &Bundle,
    packages: &[String],
    limits: &Limits,
) -> Result<Vec<TestCase>, RegoError> {
    let paths = bundle.rule_paths();
    let cases: Vec<(String, String)> = paths
        .into_iter()
        .filter_map(|path| {
            let (package, name) = path.rsplit_once('.')?;
            let wanted = name.starts_with("test_") && packages.iter().any(|one| one == package);
            wanted.then(|| (package.to_owned(), path.clone()))
        })
        .collect();
    let run = |evaluator: &mut Result<Evaluator, RegoError>, (package, path): &(String, String)| {
        let Ok(evaluator) = evaluator else {
            return Ok(None);
        };
        evaluator.record_coverage();
        let passed = passes(evaluator, path).unwrap_or(false);
        let coverage = evaluator.coverage()?;
        Ok(passed.then(|| TestCase {
            path: path.clone(),
            package: package.clone(),
            coverage,
        }))
    };
    // An engine that does not start is no test that fails.
    Evaluator::new(bundle, limits)?;
    let found: Result<Vec<Option<TestCase>>, RegoError> = cases
        .par_iter()
        .map_init(|| Evaluator::new(bundle, limits), run)
        .collect();
    Ok(found?.into_iter().flatten().collect())
}

/// Whether one of the mutated lines is executed; where the engine counts none of them, a line of the definition.
pub(super) fn executes(coverage: &Coverage, file: &str, mutant: &Mutant) -> bool {
    let Some(lines) = coverage.files().get(file) else {
        return false;
    };
    let within = |first: usize, last: usize| {
        let first = u32::try_from(first).unwrap_or(u32::MAX);
        let last = u32::try_from(last).unwrap_or(u32::MAX);
        let covered = lines.covered.range(first..=last).next().is_some();
        let counted = covered || lines.not_covered.range(first..=last).next().is_some();
        (covered, counted)
    };
    match within(mutant.line, mutant.last_line) {
        (covered, true) => covered,
        (_, false) => within(mutant.definition.0, mutant.definition.1).0,
    }
}
