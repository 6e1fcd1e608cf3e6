//! What the fates of mutants come to: counts, survivors, and entries of the list of equivalents that do not hold.

use std::collections::{BTreeMap, BTreeSet};

use crate::certificate::{RuleMutants, Survivor};
use crate::rego::Mutant;
use crate::spec::{Equivalent, Equivalents};

use super::super::gap::{Gap, GapKind};
use super::trial::{Fate, Mutated};

/// Where the list of equivalents stands.
const LIST: &str = "policies/equivalent.yaml";

/// Counts and gaps.
#[derive(Debug, Default)]
pub struct Weighed {
    /// What became of the mutants.
    pub mutants: RuleMutants,
    /// The same by operator.
    pub by_operator: BTreeMap<&'static str, RuleMutants>,
    /// Those listed as equivalent, each with its argument.
    pub equivalents: Vec<(Survivor, String)>,
    /// Survivors, and entries of the list that do not hold.
    pub gaps: Vec<Gap>,
}

/// Weighs the mutants of the files below `folder`, a path from the root that ends in `/`.
pub(super) fn weigh(
    scenario: &str,
    folder: &str,
    files: &[Mutated<'_>],
    fates: &[Vec<Fate>],
    list: &Equivalents,
) -> Weighed {
    let mut weighed = Weighed::default();
    let mut known = BTreeSet::new();
    for (file, fates) in files.iter().zip(fates) {
        for (mutant, fate) in file.mutants.iter().zip(fates) {
            let entry = list.mutants.iter().find(|entry| entry.mutant == mutant.id);
            known.insert(mutant.id.as_str());
            weighed.weigh_one(scenario, mutant, *fate, entry, file.text);
        }
    }
    let own = list
        .mutants
        .iter()
        .filter(|entry| entry.file.starts_with(folder) && !known.contains(entry.mutant.as_str()));
    for entry in own {
        let message = format!("`{}` is no mutant of `{}`", entry.mutant, entry.file);
        let help =
            "the text has changed: remove the entry, or argue anew for the mutant it has become";
        let gap = Gap::new(scenario, LIST, message, help);
        weighed.gaps.push(gap.of(GapKind::Exemption));
    }
    weighed
}

impl Weighed {
    fn weigh_one(
        &mut self,
        scenario: &str,
        mutant: &Mutant,
        fate: Fate,
        entry: Option<&Equivalent>,
        text: &str,
    ) {
        let of_operator = self.by_operator.entry(mutant.operator).or_default();
        for counts in [&mut self.mutants, of_operator] {
            counts.made += 1;
            match fate {
                Fate::NotLoaded => counts.not_loaded += 1,
                Fate::Fixture => counts.killed_by_fixtures += 1,
                Fate::Test => counts.killed_by_tests += 1,
                Fate::Error => counts.killed_by_errors += 1,
                Fate::Survived => {}
            }
        }
        let how = match fate {
            Fate::NotLoaded => "does not load",
            Fate::Fixture => "is noticed by a fixture",
            Fate::Test => "is noticed by a Rego test",
            Fate::Error => "raises an error",
            Fate::Survived => return self.survived(scenario, mutant, entry, text),
        };
        if let Some(entry) = entry {
            let message = format!(
                "the mutant `{}` is listed as equivalent and {how}",
                entry.mutant
            );
            let gap = Gap::new(scenario, LIST, message, "remove the entry");
            self.gaps.push(gap.of(GapKind::Exemption));
        }
    }

    fn survived(
        &mut self,
        scenario: &str,
        mutant: &Mutant,
        entry: Option<&Equivalent>,
        text: &str,
    ) {
        let place = format!("{}:{}", mutant.file, mutant.line);
        if let Some(entry) = entry {
            if entry.file == mutant.file && entry.rule == mutant.rule {
                self.mutants.equivalent += 1;
                let of_operator = self.by_operator.entry(mutant.operator).or_default();
                of_operator.equivalent += 1;
                let told = told(mutant, mutant.diff(text));
                self.equivalents.push((told, entry.argument.clone()));
                return;
            }
            let message = format!(
                "the mutant `{}` stands in `{}` of `{}`",
                mutant.id, mutant.rule, mutant.file
            );
            let help = "correct `file` and `rule` of the entry";
            let gap = Gap::new(scenario, LIST, message, help);
            self.gaps.push(gap.of(GapKind::Exemption));
            return;
        }
        let diff = mutant.diff(text);
        let message = format!(
            "nothing notices the mutant `{}` ({}) of `{}`\n{}",
            mutant.id,
            mutant.operator,
            mutant.rule,
            diff.trim_end()
        );
        let help = "add a Rego test or a fixture that it fails, simplify the rule, or list it as equivalent with an argument";
        let gap = Gap::new(scenario, place, message, help);
        self.gaps.push(gap.of(GapKind::RuleMutant));
        let survivor = told(mutant, diff);
        let of_operator = self.by_operator.entry(mutant.operator).or_default();
        of_operator.survivors.push(survivor.clone());
        self.mutants.survivors.push(survivor);
    }
}

/// A mutant as it is told.
fn told(mutant: &Mutant, diff: String) -> Survivor {
    Survivor {
        id: mutant.id.clone(),
        operator: mutant.operator.to_owned(),
        file: mutant.file.clone(),
        line: mutant.line,
        rule: mutant.rule.clone(),
        diff,
    }
}
