//! The fact library's share of a proof: every line is executed by a fixture of some scenario or by a Rego test.

use std::path::Path;

use crate::certificate::{
    CertificateError, LIBRARY_SCHEMA, LibraryBinding, LibraryCertificate, LibraryCounts, Lines,
    RuleMutants, canonical_bytes, hash_bytes,
};
use crate::grade::Oracle;
use crate::rego::{
    Bundle, BundleOptions, Coverage, Evaluator, Input, Limits, RegoError, with_engine_thread,
};
use crate::spec::{Equivalents, Root};
use crate::value::Node;

use super::gap::{Gap, GapKind};
use super::rule_mutants::{Weighed, mutate_library};
use super::run::{ProofError, ScenarioProof};
use super::watch::Watch;

/// What the library came to.
#[derive(Debug)]
pub struct LibraryProof {
    /// The certificate, valid only without gaps.
    pub certificate: LibraryCertificate,
    /// The lines of each file.
    pub coverage: Coverage,
    /// Its mutants one by one; none where they were not tried.
    pub rule_mutants: Option<Weighed>,
    /// Tests that do not pass, lines that nothing executes, mutants that nothing notices.
    pub gaps: Vec<Gap>,
}

/// Proves the library by its own tests and by the fixtures of all scenarios, on the current thread pool.
///
/// Its mutants are tried only where nothing else is amiss; `watch` is told of each.
pub fn prove_library(
    root: &Root,
    proofs: &[(&Oracle, &ScenarioProof)],
    list: Option<&Equivalents>,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<LibraryProof, ProofError> {
    let folder = root.library_folder();
    let bundle = Bundle::load(&[&folder], &BundleOptions::shipped().and_tests())?;
    let (coverage, mut gaps) = with_engine_thread(|| run_tests(&bundle))??;
    let mut merged = coverage;
    for (_, proof) in proofs {
        merged.merge(&proof.coverage);
    }
    let lines = lines(root, &merged, &mut gaps);
    let mut rule_mutants = RuleMutants::default();
    let mut told = None;
    let is_sound = gaps.is_empty() && proofs.iter().all(|(_, proof)| !proof.judged.is_empty());
    if let Some(list) = list.filter(|_| is_sound) {
        let oracles: Vec<&Oracle> = proofs.iter().map(|(oracle, _)| *oracle).collect();
        let judged = proofs.iter().flat_map(|(_, proof)| &proof.judged).collect();
        let weighed = mutate_library(root, &oracles, judged, list, limits, watch)?;
        rule_mutants = weighed.mutants.clone();
        gaps.extend(weighed.gaps.clone());
        told = Some(weighed);
    }
    let certificate = certificate(root, proofs, lines, rule_mutants)?;
    Ok(LibraryProof {
        certificate,
        coverage: merged,
        rule_mutants: told,
        gaps,
    })
}

fn certificate(
    root: &Root,
    proofs: &[(&Oracle, &ScenarioProof)],
    lines: Lines,
    rule_mutants: RuleMutants,
) -> Result<LibraryCertificate, CertificateError> {
    let hash = |proof: &ScenarioProof| hash_bytes(&canonical_bytes(&proof.certificate));
    let scenarios = proofs
        .iter()
        .map(|(oracle, proof)| (oracle.spec.id.clone(), hash(proof)))
        .collect();
    Ok(LibraryCertificate {
        schema: LIBRARY_SCHEMA.to_owned(),
        binding: LibraryBinding::of(root, scenarios)?,
        counts: LibraryCounts {
            lines,
            rule_mutants,
        },
    })
}

/// The lines of the library; every one must be executed.
fn lines(root: &Root, coverage: &Coverage, gaps: &mut Vec<Gap>) -> Lines {
    let folder = root.library_folder();
    let mut lines = Lines {
        executed: 0,
        total: 0,
    };
    for (path, file) in coverage.files() {
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
    lines
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
