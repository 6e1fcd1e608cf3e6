//! Unknown injection: how many values that decide were made unknown, by arm.

use super::Section;
use super::grid::{Head, Tags, body, number, row, table};
use super::markup::Markup;
use crate::report::proof::{ProofRecord, ScenarioRecord};

pub(super) const SECTION: Section = Section {
    id: "unknowns",
    title: "Unknown injections",
    about: "Whatever decides a verdict was made unknown, alone and in pairs. A reference must become unverifiable by it and \
            never fail; a negative must never pass.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    let injected = |scenario: &&ScenarioRecord| !scenario.certificate.counts.unknowns.is_empty();
    if !record.scenarios.iter().any(|scenario| injected(&scenario)) {
        part.leaf("p", &[("class", "none")], "None were made in this run.")
            .end();
        return;
    }
    let heads = [
        Head::text("arm"),
        Head::number("values").about("values of references that decide, each made unknown alone"),
        Head::number("resources")
            .about("resources of references whose number decides, each made undecided alone"),
        Head::number("pairs").about("pairs of these made unknown together, of all that there are"),
        Head::number("in negatives").about("values and resources of negatives made unknown alone"),
        Head::number("pairs in negatives").about("pairs of these made unknown together"),
    ];
    table(
        part,
        "Unknown injections by scenario and arm",
        &heads,
        |table| {
            for scenario in record.scenarios.iter().filter(injected) {
                let heading = |cell: &mut Markup| {
                    cell.code(&scenario.scenario);
                };
                body(table, heads.len(), heading, true, |part| {
                    for (arm, counts) in &scenario.certificate.counts.unknowns {
                        let tags = Tags::of(&scenario.scenario).on(arm);
                        let name = |cell: &mut Markup| {
                            cell.text(arm);
                        };
                        row(part, tags, name, |row| {
                            number(row, &counts.leaves.to_string());
                            number(row, &counts.resources.to_string());
                            number(
                                row,
                                &format!("{} of {}", counts.pairs, counts.possible_pairs),
                            );
                            number(row, &counts.in_negatives.to_string());
                            number(row, &counts.pairs_in_negatives.to_string());
                        });
                    }
                });
            }
        },
    );
}
