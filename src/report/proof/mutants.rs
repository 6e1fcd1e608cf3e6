//! Mutants of rules and of artifacts as the record tells them: survivors, and what is excused with its reason.

use crate::arm::Family;
use crate::certificate::Survivor;
use crate::grade::Oracle;
use crate::proof::rule_mutants::Weighed;
use crate::proof::{Fate, GradedMutant, Mutant, ScenarioProof};
use crate::spec::FamilyText;

use super::record::{
    ArtifactMutantRecord, ArtifactMutantsRecord, RuleMutantOperator, RuleMutantRecord,
    RuleMutantsRecord, ToleratedRecord,
};

/// Mutants of rules or facts.
pub(super) fn rule_mutants(weighed: &Weighed) -> RuleMutantsRecord {
    let operators = weighed.by_operator.iter();
    let survivors = weighed.mutants.survivors.iter();
    let equivalents = weighed.equivalents.iter();
    RuleMutantsRecord {
        operators: operators
            .map(|(operator, counts)| RuleMutantOperator {
                operator: (*operator).to_owned(),
                made: counts.made,
                not_loaded: counts.not_loaded,
                by_fixtures: counts.killed_by_fixtures,
                by_tests: counts.killed_by_tests,
                by_errors: counts.killed_by_errors,
                equivalent: counts.equivalent,
                survived: counts.survivors.len(),
            })
            .collect(),
        survivors: survivors.map(|survivor| told(survivor, None)).collect(),
        equivalent: equivalents
            .map(|(mutant, argument)| told(mutant, Some(argument)))
            .collect(),
    }
}

fn told(mutant: &Survivor, argument: Option<&String>) -> RuleMutantRecord {
    RuleMutantRecord {
        id: mutant.id.clone(),
        operator: mutant.operator.clone(),
        file: mutant.file.clone(),
        line: mutant.line,
        rule: mutant.rule.clone(),
        diff: mutant.diff.clone(),
        argument: argument.cloned(),
    }
}

/// Mutants of references.
pub(super) fn artifact_mutants(oracle: &Oracle, proof: &ScenarioProof) -> ArtifactMutantsRecord {
    let survived = proof
        .mutants
        .iter()
        .filter(|(_, fate)| *fate == Fate::Survived);
    let entries = oracle.spec.tolerates.iter().enumerate();
    ArtifactMutantsRecord {
        survivors: survived
            .map(|(mutant, _)| survivor(proof, mutant))
            .collect(),
        tolerated: entries
            .map(|(index, entry)| ToleratedRecord {
                resource_type: in_families(&entry.resource_type),
                path: in_families(&entry.path),
                mutants: proof
                    .mutants
                    .iter()
                    .filter(|(_, fate)| *fate == Fate::Tolerated(index))
                    .count(),
                reason: entry.reason.clone(),
            })
            .collect(),
    }
}

fn survivor(proof: &ScenarioProof, mutant: &Mutant) -> ArtifactMutantRecord {
    let reference = proof
        .mutated
        .get(mutant.artifact)
        .cloned()
        .unwrap_or_default();
    let fixture = proof
        .rows
        .iter()
        .find(|(fixture, _)| fixture.name == reference);
    ArtifactMutantRecord {
        arm: fixture.map_or_else(String::new, |(fixture, _)| fixture.folder.arm.clone()),
        reference,
        operator: mutant.operator.to_owned(),
        address: mutant.address.to_string(),
        pointer: mutant.pointer.clone(),
        change: mutant.change.clone(),
        result: match &mutant.result {
            GradedMutant::Passed => "it passes".to_owned(),
            GradedMutant::Failed(rules) => format!("it is rejected by {}", rules.join(", ")),
            GradedMutant::Open => "it is unverifiable, as the reference is open".to_owned(),
            GradedMutant::Unverifiable(why) => format!("it is unverifiable: {why}"),
            GradedMutant::Broken(why) => format!("it cannot be graded: {why}"),
        },
    }
}

/// The text of every family, once where they are the same.
fn in_families(text: &FamilyText) -> String {
    let families = [Family::Terraform, Family::Cloudformation];
    let mut texts: Vec<&str> = families
        .iter()
        .filter_map(|family| text.get(*family))
        .collect();
    texts.dedup();
    texts.join(", ")
}
