//! Respellings: the same solutions and mistakes written in other ways, by operator and arm.

use super::Section;
use super::grid::{Head, Tags, body, number, row, table};
use super::markup::Markup;
use crate::report::proof::{ProofRecord, ScenarioRecord};

pub(super) const SECTION: Section = Section {
    id: "respellings",
    title: "Respellings",
    about: "Every fixture, right and wrong, written in other ways by a machine. None may change what the fixture comes to.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    let made = |scenario: &&ScenarioRecord| !scenario.certificate.counts.respellings.is_empty();
    let mut any = false;
    for scenario in record.scenarios.iter().filter(made) {
        any = true;
        part.element("div", &[("data-group", "")], |group| {
            group.element("h3", &[], |title| {
                title.code(&scenario.scenario);
            });
            group.end();
            operators(scenario, group);
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
        Head::text("respelling"),
        Head::number("made"),
        Head::number("kept").about("those that came to what the spec predicts of the fixture"),
    ];
    let caption = format!(
        "Respellings of the fixtures of {} by arm",
        scenario.scenario
    );
    table(part, &caption, &heads, |table| {
        for arm in &scenario.arms {
            let all = scenario.certificate.counts.respellings.iter();
            let rows: Vec<_> = all.filter(|row| row.arm == arm.arm).collect();
            if rows.is_empty() {
                continue;
            }
            let heading = |cell: &mut Markup| {
                cell.text(&arm.arm);
            };
            body(table, heads.len(), heading, true, |part| {
                for respelling in rows {
                    let tags = Tags::of(&scenario.scenario).on(&arm.arm);
                    let name = |cell: &mut Markup| {
                        cell.text(&respelling.operator);
                    };
                    row(
                        part,
                        tags.wrong(respelling.kept < respelling.made),
                        name,
                        |row| {
                            number(row, &respelling.made.to_string());
                            number(row, &respelling.kept.to_string());
                        },
                    );
                }
            });
        }
    });
}
