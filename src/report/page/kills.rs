//! The kill matrix: every fixture against every rule, by catch and arm.

use super::Section;
use super::gaps::capitalised;
use super::grid::{Head, Tags, body, number, row, table};
use super::markup::Markup;
use crate::report::proof::{FixtureRecord, ProofRecord, Role, RuleRecord, ScenarioRecord};

pub(super) const SECTION: Section = Section {
    id: "kills",
    title: "Kill matrix",
    about: "Every fixture against every rule. ● violates the rule, as predicted; ✗ violates it although nobody predicted \
            so; ○ should violate it and does not. References must violate none; each planted mistake must violate \
            exactly the rules that its catch names.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    for scenario in &record.scenarios {
        part.element("div", &[("data-group", "")], |group| {
            group.element("h3", &[], |title| {
                title
                    .code(&scenario.scenario)
                    .text(" ")
                    .text(&scenario.title);
            });
            group.end();
            matrix(scenario, group);
            rules(scenario, group);
        });
        part.end();
    }
}

fn matrix(scenario: &ScenarioRecord, part: &mut Markup) {
    let mut heads = vec![
        Head::text("fixture"),
        Head::text("verdict"),
        Head::number("tier"),
    ];
    let rules = scenario.rules.iter();
    heads.extend(rules.map(|rule| Head::mark(&rule.id).about(&rule.title)));
    // A catch may be of the toolchain, which is no rule of the oracle.
    let toolchain = || {
        let named = |fixture: &FixtureRecord| fixture.rules.iter().any(|rule| rule == TOOLCHAIN);
        scenario.fixtures.iter().any(named)
            || scenario
                .catches
                .iter()
                .any(|catch| catch.rules.iter().any(|rule| rule == TOOLCHAIN))
    };
    let mut ids: Vec<&str> = scenario.rules.iter().map(|rule| rule.id.as_str()).collect();
    if toolchain() {
        let about = "the toolchain itself rejects the sources";
        heads.push(Head::mark(TOOLCHAIN).about(about));
        ids.push(TOOLCHAIN);
    }
    let caption = format!("Fixtures of {} against its rules", scenario.scenario);
    table(part, &caption, &heads, |table| {
        for (role, heading) in [
            (Role::Reference, "correct solutions"),
            (Role::DoNothing, "workspaces in which nothing was done"),
        ] {
            let fixtures: Vec<_> = of(scenario, role).collect();
            if fixtures.is_empty() {
                continue;
            }
            let heading = |cell: &mut Markup| {
                cell.text(&capitalised(heading));
            };
            body(table, heads.len(), heading, true, |part| {
                for fixture in fixtures {
                    line(scenario, fixture, &ids, part);
                }
            });
        }
        for catch in &scenario.catches {
            let heading = |cell: &mut Markup| {
                cell.code(&catch.id).text(" ").text(&catch.title);
            };
            body(table, heads.len(), heading, true, |part| {
                let planted = |fixture: &&FixtureRecord| fixture.catch.as_ref() == Some(&catch.id);
                for fixture in of(scenario, Role::Negative).filter(planted) {
                    line(scenario, fixture, &ids, part);
                }
            });
        }
    });
}

/// The rule of catches that the toolchain itself rejects.
const TOOLCHAIN: &str = "toolchain";

fn of(scenario: &ScenarioRecord, role: Role) -> impl Iterator<Item = &FixtureRecord> {
    let fixtures = scenario.fixtures.iter();
    fixtures.filter(move |fixture| fixture.role == role)
}

fn line(scenario: &ScenarioRecord, fixture: &FixtureRecord, rules: &[&str], part: &mut Markup) {
    let tags = Tags::of(&scenario.scenario)
        .on(&fixture.arm)
        .wrong(!fixture.right);
    let name = |cell: &mut Markup| {
        cell.text(&fixture.arm);
        if fixture.role == Role::Reference {
            let idiom = fixture.fixture.rsplit('/').next().unwrap_or_default();
            cell.text(" ").leaf("small", &[], idiom);
        }
    };
    row(part, tags, name, |row| {
        verdict(fixture, row);
        number(row, fixture.tier.as_deref().unwrap_or("–"));
        let predicted = fixture.predicted.as_ref();
        for rule in rules {
            let holds = |list: &[String]| list.iter().any(|one| one == rule);
            let was = predicted.is_some_and(|predicted| holds(&predicted.rules));
            mark(holds(&fixture.rules), was, row);
        }
    });
}

/// The verdict, and whether it is the predicted one.
pub(super) fn verdict(fixture: &FixtureRecord, row: &mut Markup) {
    let verdict = fixture.verdict.as_deref().unwrap_or("not graded");
    let class = if fixture.right {
        "mark good"
    } else {
        "mark bad"
    };
    row.element("td", &[], |cell| {
        cell.leaf("span", &[("class", class)], verdict);
        if !fixture.right {
            let predicted = fixture.predicted.as_ref();
            let predicted = predicted.map_or("nothing", |predicted| predicted.verdict.as_str());
            cell.text(" ")
                .leaf("small", &[], &format!("predicted: {predicted}"));
        } else if !fixture.exhaustive {
            cell.text(" ").leaf("small", &[], "sampled");
        }
    });
}

fn mark(violates: bool, predicted: bool, row: &mut Markup) {
    let (class, sign, words) = match (violates, predicted) {
        (true, true) => ("m hit", "●", "violated"),
        (true, false) => ("m odd", "✗", "violated, not predicted"),
        (false, true) => ("m odd", "○", "not violated, although predicted"),
        (false, false) => {
            row.leaf("td", &[], "");
            return;
        }
    };
    row.element("td", &[("class", class)], |cell| {
        cell.leaf("span", &[("aria-hidden", "true")], sign);
        cell.leaf("span", &[("class", "spoken")], words);
    });
}

/// What each rule demands and who violates it.
fn rules(scenario: &ScenarioRecord, part: &mut Markup) {
    let heads = [
        Head::text("rule"),
        Head::text("demands"),
        Head::number("tier"),
        Head::number("kills").about("negatives and do-nothing workspaces that violate it"),
        Head::number("sole kills").about("negatives that violate it and nothing else"),
    ];
    let caption = format!("Rules of {}", scenario.scenario);
    table(part, &caption, &heads, |table| {
        body(
            table,
            heads.len(),
            |_| {},
            false,
            |part| {
                for rule in &scenario.rules {
                    rule_line(scenario, rule, part);
                }
            },
        );
    });
}

fn rule_line(scenario: &ScenarioRecord, rule: &RuleRecord, part: &mut Markup) {
    let tags = Tags::of(&scenario.scenario).wrong(rule.kills == 0);
    let name = |cell: &mut Markup| {
        cell.code(&rule.id);
    };
    row(part, tags, name, |row| {
        row.leaf("td", &[("class", "wide")], &rule.title);
        number(row, &rule.tier);
        number(row, &rule.kills.to_string());
        number(row, &rule.sole_kills.to_string());
    });
}
