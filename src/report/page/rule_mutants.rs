//! Mutants of rules and facts: how many were noticed, which survived, and which are listed as equivalent.

use super::Section;
use super::diff::change;
use super::gaps::with_code;
use super::grid::{Head, Tags, body, number, row, table};
use super::markup::Markup;
use crate::report::proof::{ProofRecord, RuleMutantRecord, RuleMutantsRecord};

pub(super) const SECTION: Section = Section {
    id: "rule-mutants",
    title: "Rule mutants",
    about: "Small changes of rules and facts, made by a machine. A fixture or a Rego test must notice each of them; those \
            that change nothing are listed as equivalent, each with an argument. Mutants of facts count over all scenarios.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    let mut any = false;
    for scenario in &record.scenarios {
        if let Some(mutants) = &scenario.rule_mutants {
            of_policies(&scenario.scenario, &scenario.scenario, mutants, part);
            any = true;
        }
    }
    let library = record.library.as_ref();
    if let Some(mutants) = library.and_then(|library| library.rule_mutants.as_ref()) {
        of_policies("", "fact library", mutants, part);
        any = true;
    }
    if !any {
        part.leaf("p", &[("class", "none")], "None were made in this run.")
            .end();
    }
}

fn of_policies(scenario: &str, name: &str, mutants: &RuleMutantsRecord, part: &mut Markup) {
    part.element("div", &[("data-group", "")], |group| {
        group.element("h3", &[], |title| {
            title.code(name);
        });
        group.end();
        operators(scenario, name, mutants, group);
        list(
            scenario,
            &format!("Survivors of {name}"),
            &mutants.survivors,
            true,
            group,
        );
        list(
            scenario,
            &format!("Equivalent mutants of {name}"),
            &mutants.equivalent,
            false,
            group,
        );
    });
    part.end();
}

fn operators(scenario: &str, name: &str, mutants: &RuleMutantsRecord, part: &mut Markup) {
    let heads = [
        Head::text("operator"),
        Head::number("made"),
        Head::number("by fixtures")
            .about("noticed because a fixture no longer comes to what the spec predicts"),
        Head::number("by tests").about("noticed by a Rego test and by no fixture"),
        Head::number("by errors").about("noticed only because an evaluation raises an error"),
        Head::number("equivalent").about("listed as changing nothing, each with an argument"),
        Head::number("survived").about("noticed by nothing"),
        Head::number("not loaded").about("refused by the engine; these count as nothing"),
    ];
    let caption = format!("Rule mutants of {name} by operator");
    table(part, &caption, &heads, |table| {
        body(
            table,
            heads.len(),
            |_| {},
            false,
            |part| {
                for operator in &mutants.operators {
                    let tags = Tags::of(scenario).wrong(operator.survived > 0);
                    let label = |cell: &mut Markup| {
                        cell.text(&operator.operator);
                    };
                    row(part, tags, label, |row| {
                        for count in [
                            operator.made,
                            operator.by_fixtures,
                            operator.by_tests,
                            operator.by_errors,
                            operator.equivalent,
                            operator.survived,
                            operator.not_loaded,
                        ] {
                            number(row, &count.to_string());
                        }
                    });
                }
            },
        );
    });
}

fn list(
    scenario: &str,
    caption: &str,
    mutants: &[RuleMutantRecord],
    is_wrong: bool,
    part: &mut Markup,
) {
    if mutants.is_empty() {
        return;
    }
    part.element("h4", &[], |title| {
        title.text(caption).text(" ");
        title.leaf("span", &[("class", "count")], &mutants.len().to_string());
    });
    let mut heads = vec![
        Head::text("place"),
        Head::text("operator"),
        Head::text("change"),
    ];
    if !is_wrong {
        heads.push(Head::text("why it changes nothing"));
    }
    table(part, caption, &heads, |table| {
        body(
            table,
            heads.len(),
            |_| {},
            false,
            |part| {
                for mutant in mutants {
                    let tags = Tags::of(scenario).wrong(is_wrong);
                    let name = |cell: &mut Markup| {
                        cell.code(&format!("{}:{}", mutant.file, mutant.line));
                        cell.literal("<br>").leaf("small", &[], &mutant.rule);
                    };
                    row(part, tags, name, |row| {
                        row.element("td", &[], |cell| {
                            cell.text(&mutant.operator);
                            cell.literal("<br>").leaf("small", &[], &mutant.id);
                        });
                        row.element("td", &[], |cell| change(cell, &mutant.diff));
                        if let Some(argument) = &mutant.argument {
                            row.element("td", &[("class", "wide")], |cell| {
                                with_code(cell, argument);
                            });
                        }
                    });
                }
            },
        );
    });
}
