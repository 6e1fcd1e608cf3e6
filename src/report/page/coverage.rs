//! The policies' text with the lines that were executed.

use super::Section;
use super::grid::Tags;
use super::markup::Markup;
use crate::report::proof::{FileLines, ProofRecord};

pub(super) const SECTION: Section = Section {
    id: "coverage",
    title: "Coverage",
    about: "The text of every rule and fact. ✓ marks a line that some fixture executed (for facts: some fixture or test), \
            ✗ one that none did; other lines hold nothing to execute.",
    write,
};

fn write(record: &ProofRecord, part: &mut Markup) {
    for scenario in &record.scenarios {
        if scenario.files.is_empty() {
            continue;
        }
        files(
            &scenario.scenario,
            &scenario.scenario,
            &scenario.files,
            part,
        );
    }
    if let Some(library) = &record.library {
        files("", "fact library", &library.files, part);
    }
    let skipped = record
        .scenarios
        .iter()
        .any(|scenario| scenario.files.is_empty());
    if skipped || record.library.is_none() {
        part.leaf(
            "p",
            &[("class", "none")],
            "What is unchanged since its certificate, or was not asked for, was not executed and is not shown.",
        );
    }
}

fn files(scenario: &str, name: &str, files: &[FileLines], part: &mut Markup) {
    part.element("div", &[("data-group", "")], |group| {
        group.element("h3", &[], |title| {
            title.code(name);
        });
        group.end();
        for lines in files {
            file(scenario, lines, group);
        }
    });
    part.end();
}

fn file(scenario: &str, lines: &FileLines, group: &mut Markup) {
    let missed = lines.unexecuted.len();
    let all = lines.executed.len() + missed;
    let tags = Tags::of(scenario).wrong(missed > 0);
    let mut attributes = tags.attributes(&[("data-row", ""), ("class", "file")]);
    // Whatever is wrong is open from the start.
    if missed > 0 {
        attributes.push(("open", ""));
    }
    group.element("details", &attributes, |file| {
        file.element("summary", &[], |line| {
            line.code(&lines.file).text(" ");
            let class = if missed == 0 { "mark good" } else { "mark bad" };
            let share = format!("{} of {all} lines", all - missed);
            line.leaf("span", &[("class", class)], &share);
        });
        if missed > 0 {
            let numbers: Vec<String> = lines.unexecuted.iter().map(u32::to_string).collect();
            let text = format!("Not executed: line {}", numbers.join(", "));
            file.leaf("p", &[], &text);
        }
        let name = format!("text of {}", lines.file);
        let scroll = [
            ("class", "scroll text"),
            ("role", "region"),
            ("tabindex", "0"),
            ("aria-label", name.as_str()),
        ];
        file.element("div", &scroll, |frame| {
            frame.element("pre", &[], |text| {
                for (number, line) in (1_u32..).zip(lines.text.lines()) {
                    let class = if lines.unexecuted.contains(&number) {
                        "l miss"
                    } else if lines.executed.contains(&number) {
                        "l hit"
                    } else {
                        "l"
                    };
                    text.element("span", &[("class", class)], |shown| {
                        // An empty line needs a character, else it has no height.
                        shown.text(if line.is_empty() { " " } else { line });
                    });
                }
            });
        });
    });
    group.end();
}
