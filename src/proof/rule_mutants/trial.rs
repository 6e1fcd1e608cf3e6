//! The trial of one mutant after the other: who notices it.
//!
//! The answer must not depend on the order in which it is looked for, nor on the number of threads. So it is looked for
//! in steps, and within a step everybody is asked until one notices. For a scenario: fixtures that execute what is
//! mutated, Rego tests, the other fixtures; for the library: its tests, then all fixtures. An error of an evaluation
//! counts only where no test and, of a scenario, no fixture that executes what is mutated notices the mutant.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use rayon::prelude::*;

use crate::rego::{
    Bundle, Coverage, Evaluator, Exchange, Limits, Mutant, NotLoaded, RegoError, passes,
};

use super::super::watch::Watch;
use super::jury::{Judged, Policies, TestCase, executes};

/// Mutants of one file that are tried one after the other with the same engines.
const TOGETHER: usize = 48;

/// What became of a mutant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// The engine refuses it.
    NotLoaded,
    /// A fixture comes to something else.
    Fixture,
    /// A Rego test fails.
    Test,
    /// An evaluation raises an error, and nothing else notices it.
    Error,
    /// Nothing notices it.
    Survived,
}

/// Who is asked first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// Fixtures, since rules are there to tell them apart.
    Fixtures,
    /// Rego tests, since those of a fact stand beside it.
    Tests,
}

/// Everybody who may notice a mutant.
#[derive(Debug)]
pub(super) struct Trial<'a> {
    pub first: First,
    pub fixtures: Vec<&'a Judged>,
    pub judging: Policies,
    pub tests: Vec<TestCase>,
    pub testing: Policies,
    pub limits: Limits,
}

/// The mutants of one file, by the name that the policies are loaded under.
#[derive(Debug)]
pub(super) struct Mutated<'m> {
    pub file: String,
    pub text: &'m str,
    pub mutants: Vec<&'m Mutant>,
}

/// What concerns one file.
struct Court<'a> {
    first: First,
    file: &'a str,
    text: &'a str,
    judging: Option<Bundle>,
    /// Tests with the policies they need: first of the package that executes most of the file, which mostly
    /// notices, then of all others.
    testing: Vec<(Bundle, Vec<&'a TestCase>)>,
    fixtures: Vec<&'a Judged>,
    limits: Limits,
}

/// What a thread uses for one mutant after the other. Who noticed the last one is asked first about the next, which
/// changes nothing but the time it takes.
struct Bench<'a> {
    judging: Option<Exchange>,
    testing: Vec<(Exchange, Vec<&'a TestCase>)>,
    fixtures: Vec<&'a Judged>,
}

impl Trial<'_> {
    /// What became of each mutant, in their order; `watch` is told of each.
    pub fn fates(
        &self,
        files: &[Mutated<'_>],
        watch: &dyn Watch,
    ) -> Result<Vec<Vec<Fate>>, RegoError> {
        let courts: Result<Vec<Court<'_>>, RegoError> =
            files.par_iter().map(|file| self.court(file)).collect();
        let courts = courts?;
        let batches: Vec<(usize, &Court<'_>, &[&Mutant])> = files
            .iter()
            .zip(&courts)
            .enumerate()
            .flat_map(|(index, (file, court))| {
                let batches = file.mutants.chunks(TOGETHER);
                batches.map(move |batch| (index, court, batch))
            })
            .collect();
        let tried: Result<Vec<(usize, Vec<Fate>)>, RegoError> = batches
            .into_par_iter()
            .with_max_len(1)
            .map(|(index, court, batch)| Ok((index, court.sit(batch, watch)?)))
            .collect();
        let mut fates = vec![Vec::new(); files.len()];
        for (index, some) in tried? {
            if let Some(all) = fates.get_mut(index) {
                all.extend(some);
            }
        }
        Ok(fates)
    }

    /// How many lines of a file the tests of a package execute.
    fn lines_executed(&self, file: &str, package: &str) -> usize {
        let mut lines: BTreeSet<u32> = BTreeSet::new();
        for test in self.tests.iter().filter(|test| test.package == package) {
            let of_file = test.coverage.files().get(file);
            lines.extend(of_file.into_iter().flat_map(|file| &file.covered));
        }
        lines.len()
    }

    fn court<'a>(&'a self, file: &'a Mutated<'_>) -> Result<Court<'a>, RegoError> {
        let mut needing = self.testing.needing(&file.file);
        needing.sort_by_key(|package| Reverse(self.lines_executed(&file.file, package)));
        let (nearest, others) = needing.split_at(needing.len().min(1));
        let mut testing = Vec::new();
        for packages in [nearest, others]
            .into_iter()
            .filter(|some| !some.is_empty())
        {
            let tests = self.tests.iter();
            let tests = tests.filter(|test| packages.contains(&test.package));
            testing.push((self.testing.load(packages.to_vec())?, tests.collect()));
        }
        let judging = self.judging.needing(&file.file);
        let wanted = !judging.is_empty();
        let fixtures = self.fixtures.iter().copied();
        Ok(Court {
            first: self.first,
            file: &file.file,
            text: file.text,
            judging: wanted
                .then(|| self.judging.load(judging.clone()))
                .transpose()?,
            testing,
            fixtures: fixtures
                .filter(|judged| judging.iter().any(|one| judged.recording.is_of(one)))
                .collect(),
            limits: self.limits,
        })
    }
}

impl Court<'_> {
    fn sit(&self, batch: &[&Mutant], watch: &dyn Watch) -> Result<Vec<Fate>, RegoError> {
        let exchange = |bundle: &Bundle| Exchange::new(bundle, self.file, &self.limits);
        let mut testing = Vec::new();
        for (bundle, tests) in &self.testing {
            testing.extend(exchange(bundle)?.map(|exchange| (exchange, tests.clone())));
        }
        let mut bench = Bench {
            judging: self.judging.as_ref().map(exchange).transpose()?.flatten(),
            testing,
            fixtures: self.fixtures.clone(),
        };
        let fates = batch.iter().map(|mutant| {
            let fate = self.fate(mutant, &mut bench);
            watch.step();
            fate.unwrap_or(Fate::NotLoaded)
        });
        Ok(fates.collect())
    }

    fn fate(&self, mutant: &Mutant, bench: &mut Bench<'_>) -> Result<Fate, NotLoaded> {
        let mut hearing = Hearing {
            text: mutant.applied(self.text),
            judge: None,
            error: false,
        };
        let near = |coverage: &Coverage| executes(coverage, self.file, mutant);
        let far = |coverage: &Coverage| !executes(coverage, self.file, mutant);
        if self.first == First::Fixtures && hearing.fixtures(bench, near)? {
            return Ok(Fate::Fixture);
        }
        if hearing.tests(bench, near)? {
            return Ok(Fate::Test);
        }
        if hearing.error {
            return Ok(Fate::Error);
        }
        if self.first == First::Tests && hearing.fixtures(bench, near)? {
            return Ok(Fate::Fixture);
        }
        Ok(if hearing.fixtures(bench, far)? {
            Fate::Fixture
        } else if hearing.error {
            Fate::Error
        } else {
            Fate::Survived
        })
    }
}

/// What has been heard about one mutant.
struct Hearing {
    text: String,
    judge: Option<Evaluator>,
    /// Whether an evaluation raised an error.
    error: bool,
}

impl Hearing {
    /// Whether a fixture comes to something else; of those whose coverage is `asked` for.
    fn fixtures(
        &mut self,
        bench: &mut Bench<'_>,
        asked: impl Fn(&Coverage) -> bool,
    ) -> Result<bool, NotLoaded> {
        let Some(exchange) = &bench.judging else {
            return Ok(false);
        };
        let mut judge = match self.judge.take() {
            Some(judge) => judge,
            None => exchange.with(&self.text)?,
        };
        let error = &mut self.error;
        let noticed = any(&mut bench.fixtures, |judged| {
            if !asked(&judged.coverage) {
                return false;
            }
            let (verdict, raised) = judged.recording.judged_by(&mut judge);
            *error |= raised;
            !raised && judged.fixture.contradiction(&verdict).is_some()
        });
        self.judge = Some(judge);
        Ok(noticed)
    }

    /// Whether a Rego test fails; those that are `likely` to are tried first.
    fn tests(
        &mut self,
        bench: &mut Bench<'_>,
        likely: impl Fn(&Coverage) -> bool,
    ) -> Result<bool, NotLoaded> {
        for (exchange, tests) in &mut bench.testing {
            let mut evaluator = exchange.with(&self.text)?;
            let error = &mut self.error;
            let mut fails = |test: &TestCase| {
                let passed = passes(&mut evaluator, &test.path);
                *error |= passed.is_err();
                passed.is_ok_and(|passed| !passed)
            };
            if any(tests, |test| likely(&test.coverage) && fails(test))
                || any(tests, |test| !likely(&test.coverage) && fails(test))
            {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Whether one of them notices; it comes first the next time.
fn any<T>(all: &mut [&T], mut notices: impl FnMut(&T) -> bool) -> bool {
    let found = all.iter().position(|one| notices(one));
    if let Some(front) = found.and_then(|index| all.get_mut(..=index)) {
        front.rotate_right(1);
    }
    found.is_some()
}
