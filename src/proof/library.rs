//! The fact library's share of a proof: every line is executed by a fixture of some scenario or by a Rego test.

use std::path::Path;

use crate::certificate::Lines;
use crate::rego::{
    Bundle, BundleOptions, Coverage, Evaluator, Input, Limits, RegoError, with_engine_thread,
};
use crate::spec::Root;
use crate::value::Node;

use super::gap::{Gap, GapKind};

/// What the library's lines came to.
#[derive(Debug)]
pub struct LibraryProof {
    /// Executed and all lines of the library.
    pub lines: Lines,
    /// Tests that do not pass, and lines that nothing executes.
    pub gaps: Vec<Gap>,
}

/// Runs the library's tests and adds their coverage to that of the fixtures.
pub fn prove_library(root: &Root, fixtures: &Coverage) -> Result<LibraryProof, RegoError> {
    let folder = root.library_folder();
    let bundle = Bundle::load(&[&folder], &BundleOptions::shipped().and_tests())?;
    let (coverage, mut gaps) = with_engine_thread(|| run_tests(&bundle))??;
    let mut merged = fixtures.clone();
    merged.merge(&coverage);
    let mut lines = Lines {
        executed: 0,
        total: 0,
    };
    for (path, file) in merged.files() {
        let path = Path::new(path);
        let is_test = path.to_string_lossy().ends_with("_test.rego");
        if is_test || !path.starts_with(&folder) {
            continue;
        }
        lines.executed += file.covered.len();
        lines.total += file.covered.len() + file.not_covered.len();
        for line in &file.not_covered {
            let subject = format!("{}:{line}", root.relative(path));
            let help = "add a Rego test that reaches it, or remove it";
            let message = "no test and no fixture executes this line";
            gaps.push(Gap::new("lib", subject, message, help).of(GapKind::Line));
        }
    }
    Ok(LibraryProof { lines, gaps })
}

fn run_tests(bundle: &Bundle) -> Result<(Coverage, Vec<Gap>), RegoError> {
    let mut evaluator = Evaluator::new(bundle, &Limits::default())?;
    evaluator.record_coverage();
    let input = Input::new(&Node::object::<&str>([]))?;
    let mut gaps = Vec::new();
    for path in bundle.rule_paths() {
        let name = path.rsplit('.').next().unwrap_or_default();
        if !name.starts_with("test_") {
            continue;
        }
        let reason = match evaluator.evaluate(&input, &path) {
            Ok(Node::Bool(true)) => continue,
            Ok(_) | Err(RegoError::Undefined { .. }) => "the test fails".to_owned(),
            Err(error) => format!("the test cannot be evaluated: {error}"),
        };
        let gap = Gap::new("lib", path, reason, "see why with `proofmark test`");
        gaps.push(gap.of(GapKind::Test));
    }
    Ok((evaluator.coverage()?, gaps))
}
