//! A table of the page, in a box of its own that scrolls, with rows that the filter knows.

use super::markup::{Attribute, Markup};

/// A heading of a column.
#[derive(Debug, Clone)]
pub(super) struct Head {
    /// The text.
    pub title: String,
    /// What it means, shown where one points at it; may be empty.
    pub about: String,
    /// How what stands below it is set: a class of the style, or nothing.
    class: &'static str,
}

impl Head {
    /// A column of text.
    pub fn text(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            about: String::new(),
            class: "",
        }
    }

    /// A column of numbers or short words.
    pub fn number(title: &str) -> Self {
        Self {
            class: "n",
            ..Self::text(title)
        }
    }

    /// A column of marks.
    pub fn mark(title: &str) -> Self {
        Self {
            class: "m",
            ..Self::text(title)
        }
    }

    /// The same with what it means.
    pub fn about(self, about: &str) -> Self {
        Self {
            about: about.to_owned(),
            ..self
        }
    }
}

/// What the filter asks of a row.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tags<'a> {
    /// The scenario it belongs to; empty for the library.
    pub scenario: &'a str,
    /// The arm it belongs to; empty when it belongs to all.
    pub arm: &'a str,
    /// Whether something is wrong with it.
    pub is_wrong: bool,
}

impl<'a> Tags<'a> {
    /// A row of a scenario on all arms.
    pub fn of(scenario: &'a str) -> Self {
        Self {
            scenario,
            ..Self::default()
        }
    }

    /// The same on one arm.
    pub fn on(self, arm: &'a str) -> Self {
        Self { arm, ..self }
    }

    /// The same, wrong or not.
    pub fn wrong(self, is_wrong: bool) -> Self {
        Self { is_wrong, ..self }
    }

    /// The attributes that say so, before those of the element itself.
    pub fn attributes(self, own: &[Attribute<'a>]) -> Vec<Attribute<'a>> {
        let wrong = if self.is_wrong { "yes" } else { "no" };
        let mut attributes = vec![
            ("data-scenario", self.scenario),
            ("data-arm", self.arm),
            ("data-wrong", wrong),
        ];
        attributes.extend(own);
        attributes
    }
}

/// A table named `caption`; `rows` writes its bodies.
pub(super) fn table(
    markup: &mut Markup,
    caption: &str,
    heads: &[Head],
    rows: impl FnOnce(&mut Markup),
) {
    let name = format!("table: {caption}");
    let scroll = [
        ("class", "scroll"),
        ("role", "region"),
        ("tabindex", "0"),
        ("aria-label", name.as_str()),
    ];
    markup.element("div", &scroll, |frame| {
        frame.element("table", &[], |table| {
            table.leaf("caption", &[], caption);
            table.element("thead", &[], |part| {
                part.element("tr", &[], |row| {
                    for head in heads {
                        row.element("th", &[("scope", "col"), ("class", head.class)], |cell| {
                            if head.about.is_empty() {
                                cell.text(&head.title);
                            } else {
                                cell.leaf("abbr", &[("title", &head.about)], &head.title);
                            }
                        });
                    }
                });
            });
            table.end();
            rows(table);
        });
    });
    markup.end();
}

/// A body of rows that the filter hides when all its rows are hidden; `heading` stands above them, unless it is empty.
pub(super) fn body(
    table: &mut Markup,
    columns: usize,
    heading: impl FnOnce(&mut Markup),
    has_heading: bool,
    rows: impl FnOnce(&mut Markup),
) {
    table.element("tbody", &[("data-group", "")], |part| {
        if has_heading {
            let span = columns.to_string();
            part.element("tr", &[("class", "group")], |row| {
                let scope = [("scope", "rowgroup"), ("colspan", span.as_str())];
                row.element("th", &scope, |cell| {
                    cell.element("span", &[("class", "stay")], heading);
                });
            });
            part.end();
        }
        rows(part);
    });
    table.end();
}

/// A row; its first cell names it.
pub(super) fn row(
    body: &mut Markup,
    tags: Tags,
    name: impl FnOnce(&mut Markup),
    cells: impl FnOnce(&mut Markup),
) {
    body.element("tr", &tags.attributes(&[("data-row", "")]), |row| {
        row.element("th", &[("scope", "row")], name);
        cells(row);
    });
    body.end();
}

/// A cell with a number or a short word.
pub(super) fn number(row: &mut Markup, text: &str) {
    row.leaf("td", &[("class", "n")], text);
}
