//! A change of a text, line by line.

use super::markup::Markup;

/// The lines of a diff that begin with `-` and `+`, told apart by more than their colour.
pub(super) fn change(cell: &mut Markup, diff: &str) {
    cell.element("pre", &[("class", "diff")], |text| {
        for line in diff.lines() {
            let (class, words) = match line.chars().next() {
                Some('-') => ("del", "without: "),
                Some('+') => ("ins", "with: "),
                _ => ("", ""),
            };
            text.element("span", &[("class", class)], |shown| {
                if !words.is_empty() {
                    shown.leaf("span", &[("class", "spoken")], words);
                }
                shown.text(if line.is_empty() { " " } else { line });
            });
        }
    });
}
