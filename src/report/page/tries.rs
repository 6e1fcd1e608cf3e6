//! The attempts to fool the oracles, with what their authors thought and what came of them.

use super::Section;
use super::gaps::with_code;
use super::grid::{Head, Tags, body, row, table};
use super::kills::verdict;
use super::markup::Markup;
use crate::report::proof::{FixtureRecord, ProofRecord, Role, ScenarioRecord};

pub(super) const SECTION: Section = Section {
    id: "tries",
    title: "Tries",
    about: "Attempts to fool the oracle, by someone who did not write its rules: wrong solutions that look right, right \
            ones that look wrong, and what leaves the answer open. Each was answered in advance.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    let tries = |scenario: &ScenarioRecord| scenario.fixtures.iter().any(is_try);
    if !record.scenarios.iter().any(tries) {
        part.leaf("p", &[("class", "none")], "Nobody tried.").end();
        return;
    }
    for scenario in record.scenarios.iter().filter(|one| tries(one)) {
        part.element("div", &[("data-group", "")], |group| {
            group.element("h3", &[], |title| {
                title.code(&scenario.scenario);
            });
            group.end();
            attempts(scenario, group);
        });
        part.end();
    }
}

fn is_try(fixture: &FixtureRecord) -> bool {
    fixture.role == Role::Try
}

fn attempts(scenario: &ScenarioRecord, part: &mut Markup) {
    let heads = [
        Head::text("try"),
        Head::text("arm"),
        Head::text("verdict"),
        Head::text("rejected by"),
        Head::text("idea"),
        Head::text("why the answer is right"),
        Head::text("what came of it"),
    ];
    let caption = format!("Tries at {}", scenario.scenario);
    table(part, &caption, &heads, |table| {
        body(
            table,
            heads.len(),
            |_| {},
            false,
            |part| {
                for fixture in scenario.fixtures.iter().filter(|one| is_try(one)) {
                    attempt(scenario, fixture, part);
                }
            },
        );
    });
}

fn attempt(scenario: &ScenarioRecord, fixture: &FixtureRecord, part: &mut Markup) {
    let Some(told) = &fixture.attempt else { return };
    let tags = Tags::of(&scenario.scenario).on(&fixture.arm);
    let name = |cell: &mut Markup| {
        cell.text(&told.name);
    };
    row(part, tags.wrong(!fixture.right), name, |row| {
        row.leaf("td", &[], &fixture.arm);
        verdict(fixture, row);
        row.leaf("td", &[], &fixture.rules.join(" "));
        for words in [&told.idea, &told.because, &told.outcome] {
            row.element("td", &[("class", "wide")], |cell| with_code(cell, words));
        }
    });
}
