//! The head of the page, its overview and its foot.

use super::Section;
use super::grid::{Head, Tags, body, number, row, table};
use super::markup::Markup;
use crate::report::proof::{
    ArmRecord, MEASURES, ProofRecord, ScenarioRecord, ScenarioResult, counted,
};

pub(super) const SECTION: Section = Section {
    id: "summary",
    title: "Summary",
    about: "What was tried on each scenario and arm. A number alone means that all came out as they must; \
            with a stroke, how many of how many did. A dash means that nothing was counted.",
    write,
};

/// Name and result.
pub(super) fn masthead(record: &ProofRecord, header: &mut Markup) {
    header.leaf("h1", &[], "Grading proof");
    let (class, word) = if record.gaps.is_empty() {
        ("badge good", "proved".to_owned())
    } else {
        ("badge bad", counted(record.gaps.len(), "gap"))
    };
    header.leaf("p", &[("class", class)], &word);
    let sentence = if record.gaps.is_empty() {
        "Every oracle below answered all that was put to it as it must, and has a certificate."
    } else {
        "What is missing or contradicted stands below. No certificate is written for a scenario with a gap."
    };
    header.leaf("p", &[("class", "lead")], sentence);
}

/// What the proof was made with.
pub(super) fn colophon(record: &ProofRecord, footer: &mut Markup) {
    let binding = record
        .scenarios
        .first()
        .map(|scenario| &scenario.certificate.binding);
    let Some(binding) = binding else { return };
    footer.element("p", &[], |line| {
        line.text("Made by proofmark ").text(&binding.grader);
        line.text(" with ").text(&binding.engine);
        line.text(
            ". The page loads nothing and holds no time: the same proof gives the same bytes.",
        );
    });
}

fn write(record: &ProofRecord, part: &mut Markup) {
    let mut heads = vec![Head::text("arm"), Head::text("result")];
    heads.extend(MEASURES.iter().map(|measure| {
        let title = match measure.group {
            "" => measure.title.to_owned(),
            group => format!("{group}: {}", measure.title),
        };
        Head::number(&title).about(measure.about)
    }));
    table(part, "Overview by scenario and arm", &heads, |table| {
        for scenario in &record.scenarios {
            let heading = |cell: &mut Markup| {
                cell.code(&scenario.scenario)
                    .text(" ")
                    .text(&scenario.title);
            };
            body(table, heads.len(), heading, true, |part| {
                for arm in &scenario.arms {
                    measures(scenario, arm, part);
                }
            });
        }
    });
    if let Some(library) = &record.library {
        part.element("p", &[], |line| {
            line.text(&format!(
                "Fact library: {} of {} lines executed by fixtures and tests.",
                library.certificate.counts.lines.executed, library.certificate.counts.lines.total
            ));
        });
    }
    certificates(record, part);
}

fn measures(scenario: &ScenarioRecord, arm: &ArmRecord, part: &mut Markup) {
    let is_wrong = scenario.result == ScenarioResult::Gaps && arm.has_gaps;
    let tags = Tags::of(&scenario.scenario).on(&arm.arm).wrong(is_wrong);
    let name = |cell: &mut Markup| {
        cell.text(&arm.arm);
    };
    row(part, tags, name, |row| {
        let (class, word) = match scenario.result {
            ScenarioResult::Gaps if arm.has_gaps => ("mark bad", "gaps"),
            ScenarioResult::Gaps => ("mark warn", "incomplete"),
            ScenarioResult::Proved => ("mark good", "proved"),
            ScenarioResult::Unchanged => ("mark good", "unchanged"),
        };
        row.element("td", &[], |cell| {
            cell.leaf("span", &[("class", class)], word);
        });
        for measure in MEASURES {
            let value = (measure.value)(scenario, arm);
            number(row, value.as_deref().unwrap_or("–"));
        }
    });
}

/// What each certificate is bound to.
fn certificates(record: &ProofRecord, part: &mut Markup) {
    part.leaf("h3", &[], "Certificates").end();
    let parts = ["spec", "arms", "policy", "library", "fixtures"];
    let mut heads = vec![Head::text("scenario"), Head::text("certificate")];
    heads.extend(parts.map(Head::text));
    table(
        part,
        "Certificates and the hashes they are bound to",
        &heads,
        |table| {
            body(
                table,
                heads.len(),
                |_| {},
                false,
                |part| {
                    for scenario in &record.scenarios {
                        let binding = &scenario.certificate.binding;
                        let tags = Tags::of(&scenario.scenario).wrong(scenario.hash.is_none());
                        let name = |cell: &mut Markup| {
                            cell.code(&scenario.scenario);
                        };
                        row(part, tags, name, |row| {
                            hash(row, scenario.hash.as_deref());
                            let hashes = [
                                &binding.spec,
                                &binding.arms,
                                &binding.policy,
                                &binding.library,
                                &binding.fixtures,
                            ];
                            for bound in hashes {
                                hash(row, Some(bound));
                            }
                        });
                    }
                },
            );
        },
    );
}

fn hash(row: &mut Markup, hash: Option<&str>) {
    row.element("td", &[], |cell| match hash {
        Some(hash) => {
            let start = hash.get(..12).unwrap_or(hash);
            cell.leaf("code", &[("title", hash)], start);
        }
        None => {
            cell.leaf("span", &[("class", "mark bad")], "none");
        }
    });
}
