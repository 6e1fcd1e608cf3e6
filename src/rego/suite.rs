//! The Rego tests of a bundle: every `test_` rule, passed, failed, broken or skipped.

use std::time::{Duration, Instant};

use regorus::Value;

use super::bundle::Bundle;
use super::check::{Symbols, data_path};
use super::convert::Input;
use super::error::RegoError;
use super::evaluator::{Evaluator, Limits};
use super::fault::span_of;
use super::thread::with_engine_thread;

/// How a test ended.
#[derive(Debug)]
pub enum TestStatus {
    /// The rule is true.
    Passed,
    /// The rule is false or undefined.
    Failed,
    /// The rule could not be evaluated, or is no test.
    Broken(RegoError),
    /// The rule is named `todo_test_…`.
    Skipped,
}

/// One test and how it ended.
#[derive(Debug)]
pub struct TestOutcome {
    /// Path of the rule, as `data.…`.
    pub path: String,
    /// The file it stands in.
    pub file: String,
    /// 1-based line.
    pub line: usize,
    /// How it ended.
    pub status: TestStatus,
    /// How long it took.
    pub duration: Duration,
    /// What it printed, with file and line.
    pub prints: Vec<String>,
}

impl TestOutcome {
    /// Whether the test counts against the suite.
    pub fn is_failure(&self) -> bool {
        matches!(self.status, TestStatus::Failed | TestStatus::Broken(_))
    }
}

/// A test before it has run.
struct Case {
    path: String,
    file: String,
    line: usize,
    obstacle: Option<RegoError>,
    skipped: bool,
}

/// Runs every test whose path contains `filter`, in order of files and lines. A bundle without tests is an error.
pub fn run_tests(
    bundle: &Bundle,
    limits: &Limits,
    filter: Option<&str>,
) -> Result<Vec<TestOutcome>, RegoError> {
    let cases = cases(bundle, filter);
    if cases.is_empty() {
        return Err(RegoError::NoTests {
            filter: filter.map(str::to_owned),
        });
    }
    with_engine_thread(|| {
        let mut evaluator = Evaluator::new(bundle, limits)?;
        Ok(cases
            .into_iter()
            .map(|case| run(&mut evaluator, case))
            .collect())
    })?
}

/// Whether a test of the bundle passes; an error is none.
pub fn passes(evaluator: &mut Evaluator, path: &str) -> Result<bool, RegoError> {
    let value = evaluator.value(&Input(Value::Undefined), path)?;
    Ok(value == Value::Bool(true))
}

fn run(evaluator: &mut Evaluator, case: Case) -> TestOutcome {
    let started = Instant::now();
    let ran = case.obstacle.is_none() && !case.skipped;
    let status = match case.obstacle {
        Some(error) => TestStatus::Broken(error),
        None if case.skipped => TestStatus::Skipped,
        None => match evaluator.value(&Input(Value::Undefined), &case.path) {
            Ok(Value::Bool(true)) => TestStatus::Passed,
            Ok(Value::Bool(false) | Value::Undefined) => TestStatus::Failed,
            Ok(other) => TestStatus::Broken(RegoError::MalformedTest {
                entry: case.path.clone(),
                value: other.to_string(),
            }),
            Err(error) => TestStatus::Broken(error),
        },
    };
    TestOutcome {
        path: case.path,
        file: case.file,
        line: case.line,
        status,
        duration: started.elapsed(),
        prints: if ran {
            evaluator.prints().to_vec()
        } else {
            Vec::new()
        },
    }
}

fn cases(bundle: &Bundle, filter: Option<&str>) -> Vec<Case> {
    let symbols = Symbols::of(bundle);
    let mut cases: Vec<(usize, usize, Case)> = Vec::new();
    for (path, entry) in symbols.rules() {
        let Some(name) = path.last() else { continue };
        let skipped = name.starts_with("todo_test_");
        let rule_path = data_path(path);
        if !(skipped || name.starts_with("test_"))
            || filter.is_some_and(|filter| !rule_path.contains(filter))
        {
            continue;
        }
        for (index, (file, rule)) in entry.clauses.iter().enumerate() {
            // A second clause of the same name would pass for the first.
            let obstacle = match (index, entry.arity) {
                (0, None) => None,
                (0, Some(_)) => Some("a test takes no arguments"),
                _ => Some("a test of this name exists already"),
            };
            let entry = rule_path.clone();
            let obstacle = obstacle.map(|message| RegoError::Engine {
                entry,
                message: message.to_owned(),
            });
            let order = bundle
                .files()
                .iter()
                .position(|other| other.source == file.source)
                .unwrap_or_default();
            let line = rule.span().line as usize;
            let case = Case {
                path: rule_path.clone(),
                file: file.source.name().to_string(),
                line,
                obstacle,
                skipped,
            };
            cases.push((order, span_of(rule.span()).offset, case));
        }
    }
    cases.sort_by_key(|(file, offset, _)| (*file, *offset));
    cases.into_iter().map(|(_, _, case)| case).collect()
}

#[cfg(test)]
mod tests {
    use super::super::bundle::BundleOptions;
    use super::*;
    use crate::value::{Node, Object};

    fn outcomes(tests: &str) -> Vec<(String, &'static str)> {
        let policy = "package a\ndeny contains \"x\" if input.x\n";
        let sources = [("a.rego", policy), ("a_test.rego", tests)];
        let options = BundleOptions::shipped().and_tests();
        let bundle =
            Bundle::from_sources(sources, Node::Object(Object::new()), &options).expect("loads");
        let limits = Limits {
            time: Duration::from_millis(200),
            ..Limits::default()
        };
        let outcomes = run_tests(&bundle, &limits, None).expect("run");
        outcomes
            .into_iter()
            .map(|outcome| {
                let status = match outcome.status {
                    TestStatus::Passed => "passed",
                    TestStatus::Failed => "failed",
                    TestStatus::Broken(_) => "broken",
                    TestStatus::Skipped => "skipped",
                };
                (
                    outcome.path.trim_start_matches("data.a_test.").to_owned(),
                    status,
                )
            })
            .collect()
    }

    #[test]
    fn tests_pass_fail_break_and_are_skipped() {
        let tests = "package a_test\n\
            test_denies if { data.a.deny[\"x\"] with input as {\"x\": true} }\n\
            test_wrong if { data.a.deny[\"x\"] with input as {\"x\": false} }\n\
            test_broken if { to_number(\"no\") == 1 }\n\
            todo_test_later if { false }\n\
            test_endless if { count([1 | some a in numbers.range(1, 900); some b in numbers.range(1, 900); \
            some c in numbers.range(1, 900); a + b + c == 0]) == 0 }\n\
            test_count := 3\n\
            test_twice if { true }\n\
            test_twice if { false }\n";
        let expected = [
            ("test_denies", "passed"),
            ("test_wrong", "failed"),
            ("test_broken", "broken"),
            ("todo_test_later", "skipped"),
            ("test_endless", "broken"),
            ("test_count", "broken"),
            ("test_twice", "passed"),
            ("test_twice", "broken"),
        ];
        let outcomes = outcomes(tests);
        let found: Vec<(&str, &str)> = outcomes
            .iter()
            .map(|(name, status)| (name.as_str(), *status))
            .collect();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_bundle_without_tests_is_an_error() {
        let options = BundleOptions::shipped().and_tests();
        let sources = [("a.rego", "package a\np := 1\n")];
        let bundle =
            Bundle::from_sources(sources, Node::Object(Object::new()), &options).expect("loads");
        assert!(matches!(
            run_tests(&bundle, &Limits::default(), None),
            Err(RegoError::NoTests { .. })
        ));
    }
}
