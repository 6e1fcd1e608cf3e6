//! What became of the mutants of policies, in words.

use crate::certificate::{LibraryCertificate, RuleMutants};
use crate::proof::ScenarioProof;

/// One line a scenario whose mutants were tried.
pub fn mutant_lines(proofs: &[ScenarioProof]) -> String {
    let width = proofs
        .iter()
        .map(|proof| proof.certificate.scenario.len())
        .max();
    let mut text = String::new();
    for proof in proofs {
        let certificate = &proof.certificate;
        if certificate.counts.rule_mutants.made == 0 {
            continue;
        }
        let width = width.unwrap_or_default();
        text.push_str(&format!(
            "rule mutants of {:width$}  {}\n",
            certificate.scenario,
            in_words(&certificate.counts.rule_mutants)
        ));
    }
    text
}

/// The lines and the mutants of the fact library.
pub fn library_lines(library: &LibraryCertificate) -> String {
    let counts = &library.counts;
    let mut text = format!(
        "fact library: {} of {} lines executed by fixtures and tests\n",
        counts.lines.executed, counts.lines.total,
    );
    if counts.rule_mutants.made > 0 {
        text.push_str(&format!(
            "rule mutants of the fact library  {}\n",
            in_words(&counts.rule_mutants)
        ));
    }
    text
}

fn in_words(mutants: &RuleMutants) -> String {
    format!(
        "{} made, {} not loaded; killed {} by fixtures, {} by tests, {} by errors; {} equivalent, {} survive",
        mutants.made,
        mutants.not_loaded,
        mutants.killed_by_fixtures,
        mutants.killed_by_tests,
        mutants.killed_by_errors,
        mutants.equivalent,
        mutants.survivors.len()
    )
}
