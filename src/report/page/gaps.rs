//! The gaps by kind, all of them, with what to do.

use super::Section;
use super::grid::Tags;
use super::markup::Markup;
use crate::proof::{Gap, GapKind};
use crate::report::proof::ProofRecord;

pub(super) const SECTION: Section = Section {
    id: "gaps",
    title: "Gaps",
    about: "What is missing or contradicted, by kind, and what to do about it.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    if record.gaps.is_empty() {
        part.leaf(
            "p",
            &[("class", "none")],
            "None: everything came out as it must.",
        );
        part.end();
        return;
    }
    for kind in GapKind::ALL {
        let gaps: Vec<&Gap> = record.gaps.iter().filter(|gap| gap.kind == kind).collect();
        if gaps.is_empty() {
            continue;
        }
        part.element("div", &[("data-group", "")], |group| {
            let heading = capitalised(kind.title());
            group.element("h3", &[], |title| {
                title.text(&heading).text(" ");
                title.leaf("span", &[("class", "count")], &gaps.len().to_string());
            });
            group.element("ul", &[("class", "gaps")], |list| {
                for gap in gaps {
                    item(record, gap, list);
                }
            });
        });
        part.end();
    }
}

fn item(record: &ProofRecord, gap: &Gap, list: &mut Markup) {
    let arms = record.scenarios.iter().flat_map(|scenario| &scenario.arms);
    let arm = arms
        .map(|arm| arm.arm.as_str())
        .find(|arm| gap.subject.split('/').any(|part| part == *arm));
    let scenario = match gap.scenario.as_str() {
        "lib" => "",
        scenario => scenario,
    };
    let tags = Tags::of(scenario).on(arm.unwrap_or_default()).wrong(true);
    list.element("li", &tags.attributes(&[("data-row", "")]), |item| {
        item.element("p", &[("class", "what")], |line| {
            line.leaf("span", &[("class", "where")], &gap.scenario)
                .text(" ");
            line.code(&gap.subject).text(" ").text(&gap.message);
        });
        if !gap.help.is_empty() {
            item.element("p", &[("class", "help")], |line| {
                line.leaf("span", &[("class", "label")], "What to do:")
                    .text(" ");
                with_code(line, &gap.help);
            });
        }
    });
    list.end();
}

/// A message, in which what stands between backticks is shown as code.
pub(super) fn with_code(line: &mut Markup, message: &str) {
    for (at, piece) in message.split('`').enumerate() {
        if at % 2 == 1 {
            line.code(piece);
        } else {
            line.text(piece);
        }
    }
}

/// The text with its first letter in upper case.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}
