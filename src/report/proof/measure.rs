//! The measures of a proof that stand in its overview, one line each.

use crate::certificate::{MutantCounts, RuleMutants};

use super::record::{ArmRecord, ScenarioRecord, Share};

/// A column of the overview.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// What the columns beside it are about as well; empty when it stands alone.
    pub group: &'static str,
    /// Its heading.
    pub title: &'static str,
    /// What it counts, in a sentence's worth of words.
    pub about: &'static str,
    /// What it shows for a scenario on an arm; `None` where nothing was counted.
    pub value: fn(&ScenarioRecord, &ArmRecord) -> Option<String>,
}

/// All measures, in the order of the overview.
pub const MEASURES: &[Measure] = &[
    Measure {
        group: "",
        title: "references",
        about: "correct solutions that must pass",
        value: |_, arm| Some(arm.references.shown()),
    },
    Measure {
        group: "",
        title: "negatives",
        about: "planted mistakes that must fail by exactly the predicted rules",
        value: |_, arm| Some(arm.negatives.shown()),
    },
    Measure {
        group: "",
        title: "do-nothing",
        about: "workspaces in which nothing was done, which must fail",
        value: |_, arm| Some(arm.do_nothing.shown()),
    },
    Measure {
        group: "",
        title: "tries",
        about: "attempts to fool the oracle that must be answered rightly",
        value: |_, arm| Some(arm.tries.shown()),
    },
    Measure {
        group: "",
        title: "rules",
        about: "rules and structural checks, each with a kill of its own",
        value: |scenario, _| Some(scenario.rules.len().to_string()),
    },
    Measure {
        group: "",
        title: "lines",
        about: "lines of the scenario's policies that some fixture executes",
        value: |scenario, _| {
            let lines = scenario.certificate.counts.lines;
            let percent = (lines.executed * 100).checked_div(lines.total);
            Some(format!("{}%", percent.unwrap_or(0)))
        },
    },
    Measure {
        group: "compared across arms",
        title: "verdicts",
        about: "verdicts, with rules and tiers, that agree with those of the first arm",
        value: |scenario, _| Some(scenario.certificate.counts.equivalence.verdicts.to_string()),
    },
    Measure {
        group: "compared across arms",
        title: "facts",
        about: "values of facts that agree with those of the first arm, on paired references and their mutants",
        value: |scenario, _| Some(scenario.certificate.counts.equivalence.facts.to_string()),
    },
    Measure {
        group: "rule mutants",
        title: "made",
        about: "small changes of the scenario's rules that the engine takes",
        value: |scenario, _| of_rules(scenario, |mutants| mutants.made - mutants.not_loaded),
    },
    Measure {
        group: "rule mutants",
        title: "killed",
        about: "those that a fixture or a Rego test notices",
        value: |scenario, _| of_rules(scenario, RuleMutants::killed),
    },
    Measure {
        group: "rule mutants",
        title: "equivalent",
        about: "those that are listed as changing nothing, each with an argument",
        value: |scenario, _| of_rules(scenario, |mutants| mutants.equivalent),
    },
    Measure {
        group: "artifact mutants",
        title: "made",
        about: "variants of the references that a machine made",
        value: |scenario, arm| of_artifacts(scenario, arm, |counts| counts.made),
    },
    Measure {
        group: "artifact mutants",
        title: "killed",
        about: "those that are rejected",
        value: |scenario, arm| of_artifacts(scenario, arm, |counts| counts.killed),
    },
    Measure {
        group: "artifact mutants",
        title: "tolerated",
        about: "those that the spec's `tolerates` covers",
        value: |scenario, arm| of_artifacts(scenario, arm, |counts| counts.tolerated),
    },
    Measure {
        group: "",
        title: "respellings",
        about: "fixtures written in other ways, none of which may change what they come to",
        value: |scenario, arm| {
            let all = scenario.certificate.counts.respellings.iter();
            let own = all.filter(|count| count.arm == arm.arm);
            let sum = own.fold(Share::default(), |sum, count| Share {
                right: sum.right + count.kept,
                all: sum.all + count.made,
            });
            (sum.all > 0).then(|| sum.shown())
        },
    },
    Measure {
        group: "",
        title: "unknowns",
        about: "values, resources and pairs of them that decide, made unknown",
        value: |scenario, arm| {
            let counts = scenario.certificate.counts.unknowns.get(&arm.arm)?;
            let alone = counts.leaves + counts.resources + counts.in_negatives;
            Some((alone + counts.pairs + counts.pairs_in_negatives).to_string())
        },
    },
];

fn of_rules(scenario: &ScenarioRecord, count: impl Fn(&RuleMutants) -> usize) -> Option<String> {
    let mutants = &scenario.certificate.counts.rule_mutants;
    (mutants.made > 0).then(|| count(mutants).to_string())
}

fn of_artifacts(
    scenario: &ScenarioRecord,
    arm: &ArmRecord,
    count: impl Fn(&MutantCounts) -> usize,
) -> Option<String> {
    let own = || {
        let rows = scenario.certificate.mutants.iter();
        rows.filter(|row| row.arm == arm.arm)
    };
    own().next()?;
    Some(
        own()
            .map(|row| count(&row.counts))
            .sum::<usize>()
            .to_string(),
    )
}
