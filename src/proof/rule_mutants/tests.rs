//! Mutants of a shipped scenario: what notices them, what a wrong entry of the list comes to, and that threads do not matter.

use std::path::Path;
use std::sync::Arc;

use super::*;
use crate::certificate::canonical_bytes;
use crate::grade::Oracle;
use crate::rego::{Limits, engine_pool};
use crate::spec::{Equivalent, Equivalents, EquivalentsFormat, Root};

use super::super::gap::GapKind;
use super::super::run::{ScenarioProof, prove};

const SCENARIO: &str = "upload-handler";

fn root() -> Root {
    Root::discover(Some(Path::new(env!("CARGO_MANIFEST_DIR")))).expect("the project")
}

fn proof(list: &Equivalents, jobs: usize) -> ScenarioProof {
    let oracle = Arc::new(Oracle::load(&root(), SCENARIO).expect("loads"));
    let pool = engine_pool(jobs).expect("threads");
    let proof = pool.install(|| prove(&oracle, Some(list), &Limits::default(), &()));
    proof.expect("proved")
}

fn entry(mutant: &str, file: &str, rule: &str) -> Equivalent {
    Equivalent {
        mutant: mutant.to_owned(),
        file: file.to_owned(),
        rule: rule.to_owned(),
        change: "something".to_owned(),
        argument: "no input can tell them apart".to_owned(),
    }
}

#[test]
fn gutted_rules_are_noticed_and_entries_that_do_not_hold_are_gaps_whatever_the_threads() {
    let root = root();
    let folder = root.policy_folder(SCENARIO);
    let mutants = known_mutants(&root, &folder).expect("made");
    let gutted = mutants
        .iter()
        .find(|mutant| {
            mutant.operator == "return-everything" && mutant.rule.ends_with("._admitted")
        })
        .expect("a gutted rule");
    let mut list = Equivalents {
        schema: EquivalentsFormat::V1,
        mutants: listed_equivalents(&root).expect("a list").mutants,
    };
    list.mutants
        .push(entry(&gutted.id, &gutted.file, &gutted.rule));
    list.mutants
        .push(entry("0123456789ab", &gutted.file, &gutted.rule));
    let one = proof(&list, 1);
    let told: Vec<&str> = one
        .gaps
        .iter()
        .filter(|gap| gap.kind == GapKind::Exemption)
        .map(|gap| gap.message.as_str())
        .collect();
    let noticed = format!(
        "the mutant `{}` is listed as equivalent and is noticed by a fixture",
        gutted.id
    );
    let unknown = format!("`0123456789ab` is no mutant of `{}`", gutted.file);
    assert_eq!(told, [noticed.as_str(), unknown.as_str()]);
    let counts = &one.certificate.counts.rule_mutants;
    assert_eq!(counts.made, mutants.len());
    assert!(counts.killed_by_fixtures > 50, "{counts:?}");
    let three = proof(&list, 3);
    assert_eq!(
        canonical_bytes(&one.certificate),
        canonical_bytes(&three.certificate)
    );
    assert_eq!(one.gaps, three.gaps);
}
