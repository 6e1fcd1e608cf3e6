//! Equality across arms: each planted mistake on each arm, and how often each fact was compared.

use super::Section;
use super::grid::{Head, Tags, body, number, row, table};
use super::markup::Markup;
use crate::proof::GapKind;
use crate::report::proof::{CatchRecord, FixtureRecord, ProofRecord, Role, ScenarioRecord};

pub(super) const SECTION: Section = Section {
    id: "equivalence",
    title: "Equivalence",
    about: "The same mistake must be rejected by the same rules at the same tier on every arm, and the facts behind a \
            verdict must say the same of the same thing. Every arm is compared with the first.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    for scenario in &record.scenarios {
        part.element("div", &[("data-group", "")], |group| {
            group.element("h3", &[], |title| {
                title.code(&scenario.scenario);
            });
            group.end();
            counts(record, scenario, group);
            verdicts(scenario, group);
            facts(scenario, group);
        });
        part.end();
    }
}

fn counts(record: &ProofRecord, scenario: &ScenarioRecord, part: &mut Markup) {
    let counts = scenario.certificate.counts.equivalence;
    let own = record
        .gaps
        .iter()
        .filter(|gap| gap.scenario == scenario.scenario);
    let different = own.filter(|gap| gap.kind == GapKind::Equivalence).count();
    part.element("p", &[], |line| {
        line.text(&format!(
            "{} verdicts and {} values of facts compared, on {} references and {} changes made alike on all of them; \
             {} changes cannot be said on some arm. ",
            counts.verdicts, counts.facts, counts.references, counts.mutants, counts.inexpressible
        ));
        let (class, words) = match different {
            0 => ("mark good", "no difference".to_owned()),
            1 => ("mark bad", "1 gap".to_owned()),
            more => ("mark bad", format!("{more} gaps")),
        };
        line.leaf("span", &[("class", class)], &words);
    });
    part.end();
}

/// Catch × arm.
fn verdicts(scenario: &ScenarioRecord, part: &mut Markup) {
    let mut heads = vec![Head::text("catch")];
    heads.extend(scenario.arms.iter().map(|arm| Head::text(&arm.arm)));
    let caption = format!("Planted mistakes of {} by arm", scenario.scenario);
    table(part, &caption, &heads, |table| {
        body(
            table,
            heads.len(),
            |_| {},
            false,
            |part| {
                for catch in &scenario.catches {
                    catch_line(scenario, catch, part);
                }
            },
        );
    });
}

fn catch_line(scenario: &ScenarioRecord, catch: &CatchRecord, part: &mut Markup) {
    let on = |arm: &str| -> Vec<&FixtureRecord> {
        let fixtures = scenario.fixtures.iter();
        let planted = fixtures.filter(|fixture| {
            fixture.role == Role::Negative && fixture.catch.as_deref() == Some(&catch.id)
        });
        planted.filter(|fixture| fixture.arm == arm).collect()
    };
    let answer = |fixture: &FixtureRecord| (fixture.verdict.clone(), fixture.rules.clone());
    let first = scenario
        .arms
        .iter()
        .find_map(|arm| on(&arm.arm).first().map(|one| answer(one)));
    let differs = |fixture: &FixtureRecord| Some(answer(fixture)) != first;
    let any = scenario
        .arms
        .iter()
        .flat_map(|arm| on(&arm.arm))
        .any(differs);
    let tags = Tags::of(&scenario.scenario).wrong(any);
    let name = |cell: &mut Markup| {
        cell.code(&catch.id);
    };
    row(part, tags, name, |row| {
        for arm in &scenario.arms {
            let fixtures = on(&arm.arm);
            let class = if fixtures.iter().any(|one| differs(one)) {
                "odd"
            } else {
                ""
            };
            row.element("td", &[("class", class)], |cell| {
                if fixtures.is_empty() {
                    cell.leaf("small", &[], "cannot be made");
                }
                for fixture in fixtures {
                    let tier = fixture.tier.as_deref().unwrap_or("–");
                    let verdict = fixture.verdict.as_deref().unwrap_or("not graded");
                    let by = if fixture.rules.is_empty() {
                        verdict.to_owned()
                    } else {
                        fixture.rules.join(" ")
                    };
                    cell.text(&by).text(" ");
                    cell.leaf("small", &[], &format!("tier {tier}"));
                }
            });
        }
    });
}

fn facts(scenario: &ScenarioRecord, part: &mut Markup) {
    if scenario.compared.is_empty() {
        return;
    }
    let about =
        "values compared with that of the first arm, on paired references and their mutants";
    let heads = [Head::text("fact"), Head::number("compared").about(about)];
    let caption = format!("Facts that the rules of {} ask for", scenario.scenario);
    table(part, &caption, &heads, |table| {
        body(
            table,
            heads.len(),
            |_| {},
            false,
            |part| {
                for compared in &scenario.compared {
                    let tags = Tags::of(&scenario.scenario).wrong(compared.times == 0);
                    let name = |cell: &mut Markup| {
                        cell.code(&compared.fact);
                    };
                    row(part, tags, name, |row| {
                        number(row, &compared.times.to_string());
                    });
                }
            },
        );
    });
}
