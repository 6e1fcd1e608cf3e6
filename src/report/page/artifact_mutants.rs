//! Mutants of correct artifacts: how many were rejected, by operator, which survived, and what is tolerated and why.

use super::Section;
use super::gaps::with_code;
use super::grid::{Head, Tags, body, number, row, table};
use super::markup::Markup;
use crate::report::proof::{ArtifactMutantsRecord, ProofRecord, ScenarioRecord};

pub(super) const SECTION: Section = Section {
    id: "artifact-mutants",
    title: "Artifact mutants",
    about: "Wrong variants of the references, made by a machine. Each must be rejected, or be covered by an entry of the \
            spec's `tolerates`, with a reason.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    let mut any = false;
    for scenario in &record.scenarios {
        let Some(mutants) = &scenario.artifact_mutants else {
            continue;
        };
        any = true;
        part.element("div", &[("data-group", "")], |group| {
            group.element("h3", &[], |title| {
                title.code(&scenario.scenario);
            });
            group.end();
            operators(scenario, group);
            survivors(scenario, mutants, group);
            tolerated(scenario, mutants, group);
        });
        part.end();
    }
    if !any {
        part.leaf("p", &[("class", "none")], "None were made in this run.")
            .end();
    }
}

fn operators(scenario: &ScenarioRecord, part: &mut Markup) {
    let heads = [
        Head::text("operator"),
        Head::number("made"),
        Head::number("killed").about("rejected"),
        Head::number("tolerated").about("not rejected, and covered by the spec's tolerates"),
        Head::number("aside")
            .about("changing only a resource without which the solution is right as well"),
        Head::number("open")
            .about("unverifiable, because of what the reference itself leaves open"),
        Head::number("accepted")
            .about("accepted as expected, because nothing was taken from the solution"),
        Head::number("survived").about("none of these"),
    ];
    let caption = format!(
        "Artifact mutants of {} by arm and operator",
        scenario.scenario
    );
    table(part, &caption, &heads, |table| {
        for arm in &scenario.arms {
            let rows = || {
                scenario
                    .certificate
                    .mutants
                    .iter()
                    .filter(|row| row.arm == arm.arm)
            };
            if rows().next().is_none() {
                continue;
            }
            let heading = |cell: &mut Markup| {
                cell.text(&arm.arm);
            };
            body(table, heads.len(), heading, true, |part| {
                for mutants in rows() {
                    let counts = mutants.counts;
                    let tags = Tags::of(&scenario.scenario).on(&arm.arm);
                    let name = |cell: &mut Markup| {
                        cell.text(&mutants.operator);
                    };
                    row(part, tags.wrong(counts.survived() > 0), name, |row| {
                        for count in [
                            counts.made,
                            counts.killed,
                            counts.tolerated,
                            counts.aside,
                            counts.open,
                            counts.accepted,
                            counts.survived(),
                        ] {
                            number(row, &count.to_string());
                        }
                    });
                }
            });
        }
    });
}

fn survivors(scenario: &ScenarioRecord, mutants: &ArtifactMutantsRecord, part: &mut Markup) {
    if mutants.survivors.is_empty() {
        return;
    }
    let caption = format!("Surviving artifact mutants of {}", scenario.scenario);
    part.element("h4", &[], |title| {
        title.text(&caption).text(" ");
        title.leaf(
            "span",
            &[("class", "count")],
            &mutants.survivors.len().to_string(),
        );
    });
    let heads = [
        Head::text("place"),
        Head::text("arm"),
        Head::text("reference"),
        Head::text("operator"),
        Head::text("change"),
        Head::text("what became of it"),
    ];
    table(part, &caption, &heads, |table| {
        body(
            table,
            heads.len(),
            |_| {},
            false,
            |part| {
                for mutant in &mutants.survivors {
                    let tags = Tags::of(&scenario.scenario).on(&mutant.arm).wrong(true);
                    let name = |cell: &mut Markup| {
                        cell.code(&mutant.address)
                            .literal("<br>")
                            .code(&mutant.pointer);
                    };
                    row(part, tags, name, |row| {
                        row.leaf("td", &[], &mutant.arm);
                        row.leaf("td", &[], &mutant.reference);
                        row.leaf("td", &[], &mutant.operator);
                        row.leaf("td", &[("class", "wide")], &mutant.change);
                        row.leaf("td", &[("class", "wide")], &mutant.result);
                    });
                }
            },
        );
    });
}

fn tolerated(scenario: &ScenarioRecord, mutants: &ArtifactMutantsRecord, part: &mut Markup) {
    if mutants.tolerated.is_empty() {
        return;
    }
    let caption = format!("What {} tolerates", scenario.scenario);
    part.leaf("h4", &[], &caption);
    let heads = [
        Head::text("type and attribute"),
        Head::number("mutants").about("mutants that nothing but this entry accounts for"),
        Head::text("why no rule needs to look at it"),
    ];
    table(part, &caption, &heads, |table| {
        body(
            table,
            heads.len(),
            |_| {},
            false,
            |part| {
                for entry in &mutants.tolerated {
                    let tags = Tags::of(&scenario.scenario).wrong(entry.mutants == 0);
                    let name = |cell: &mut Markup| {
                        cell.code(&entry.resource_type)
                            .literal("<br>")
                            .code(&entry.path);
                    };
                    row(part, tags, name, |row| {
                        number(row, &entry.mutants.to_string());
                        row.element("td", &[("class", "wide")], |cell| {
                            with_code(cell, &entry.reason);
                        });
                    });
                }
            },
        );
    });
}
