//! A proof as one self-contained HTML page, for people to read and to keep.
//!
//! It loads nothing, runs no script but its own filter, and holds neither a clock nor a path of a machine: the same proof
//! gives the same bytes. Each section is one file and one line in [`SECTIONS`].

mod artifact_mutants;
mod coverage;
mod diff;
mod equivalence;
mod gaps;
mod grid;
mod kills;
mod markup;
mod policy;
mod respellings;
mod rule_mutants;
mod summary;
mod tries;
mod unknowns;

use super::proof::ProofRecord;
use markup::Markup;
use policy::content_policy;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("filter.js");

/// A part of the page.
struct Section {
    /// Its anchor.
    id: &'static str,
    /// Its heading.
    title: &'static str,
    /// What it shows, in one or two sentences.
    about: &'static str,
    /// Writes what stands below the heading.
    write: fn(&ProofRecord, &mut Markup),
}

/// All parts, in the order in which they are read.
const SECTIONS: &[Section] = &[
    summary::SECTION,
    gaps::SECTION,
    kills::SECTION,
    rule_mutants::SECTION,
    artifact_mutants::SECTION,
    respellings::SECTION,
    unknowns::SECTION,
    equivalence::SECTION,
    tries::SECTION,
    coverage::SECTION,
];

/// The page.
pub fn proof_page(record: &ProofRecord) -> String {
    let mut page = Markup::default();
    page.literal("<!DOCTYPE html>\n");
    page.element("html", &[("lang", "en")], |html| {
        html.element("head", &[], head).end();
        html.element("body", &[], |body| {
            self::body(record, body);
        });
        html.end();
    });
    page.end();
    page.finish()
}

fn head(head: &mut Markup) {
    let policy = content_policy(STYLE, SCRIPT);
    head.end().literal("<meta charset=\"utf-8\">\n");
    head.literal("<meta http-equiv=\"Content-Security-Policy\" content=\"");
    head.text(&policy).literal("\">\n");
    head.literal("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    head.literal("<meta name=\"color-scheme\" content=\"light dark\">\n");
    // An icon of its own, else browsers ask the server of the page for one.
    head.literal("<link rel=\"icon\" href=\"data:,\">\n");
    head.leaf("title", &[], "Grading proof").end();
    head.element("style", &[], |style| {
        style.literal(STYLE);
    });
    head.end();
}

fn body(record: &ProofRecord, body: &mut Markup) {
    body.end();
    body.literal("<a class=\"skip\" href=\"#content\">Skip to the content</a>\n");
    body.element("header", &[("class", "top")], |header| {
        summary::masthead(record, header);
    });
    body.end();
    body.element("nav", &[("aria-label", "Sections")], |nav| {
        nav.element("ul", &[], |list| {
            for section in SECTIONS {
                let target = format!("#{}", section.id);
                list.element("li", &[], |item| {
                    item.leaf("a", &[("href", &target)], section.title);
                });
            }
        });
        filter(record, nav);
    });
    body.end();
    body.element("main", &[("id", "content")], |main| {
        main.end();
        for section in SECTIONS {
            let heading = format!("{}-heading", section.id);
            let labels = [("id", section.id), ("aria-labelledby", heading.as_str())];
            main.element("section", &labels, |part| {
                part.leaf("h2", &[("id", &heading)], section.title).end();
                part.element("p", &[("class", "about")], |about| {
                    gaps::with_code(about, section.about);
                });
                part.end();
                (section.write)(record, part);
            });
            main.end();
        }
    });
    body.end();
    body.element("footer", &[], |footer| summary::colophon(record, footer));
    body.end();
    body.element("script", &[], |script| {
        script.literal(SCRIPT);
    });
    body.end();
}

/// The filter; it is shown by the script, since without one it does nothing.
fn filter(record: &ProofRecord, nav: &mut Markup) {
    let choice = |form: &mut Markup, id: &'static str, label: &str, all: &str, values: &[&str]| {
        form.element("label", &[], |field| {
            field.leaf("span", &[], label);
            field.element("select", &[("id", id)], |select| {
                select.leaf("option", &[("value", "")], all);
                for value in values {
                    select.leaf("option", &[("value", value)], value);
                }
            });
        });
    };
    let scenarios: Vec<&str> = record
        .scenarios
        .iter()
        .map(|scenario| scenario.scenario.as_str())
        .collect();
    let mut arms: Vec<&str> = record
        .scenarios
        .iter()
        .flat_map(|scenario| &scenario.arms)
        .map(|arm| arm.arm.as_str())
        .collect();
    arms.sort_unstable();
    arms.dedup();
    let labels = [
        ("id", "filter"),
        ("role", "search"),
        ("aria-label", "Filter rows"),
        ("hidden", ""),
    ];
    nav.element("form", &labels, |form| {
        form.element("label", &[], |field| {
            field.leaf("span", &[], "Text");
            field.literal("<input id=\"filter-text\" type=\"search\" autocomplete=\"off\" placeholder=\"rule, catch, file …\">");
        });
        choice(form, "filter-scenario", "Scenario", "all", &scenarios);
        choice(form, "filter-arm", "Arm", "all", &arms);
        form.element("label", &[("class", "tick")], |field| {
            field.literal("<input id=\"filter-wrong\" type=\"checkbox\">");
            field.leaf("span", &[], "Only what is wrong");
        });
        form.leaf(
            "output",
            &[("id", "filter-count"), ("aria-live", "polite")],
            "",
        );
    });
}

#[cfg(test)]
mod tests;
