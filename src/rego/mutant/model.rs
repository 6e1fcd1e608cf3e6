//! One mutant: the edit, where it stands, and a name that unrelated edits of the file do not change.

use std::collections::BTreeMap;

use similar::{ChangeTag, TextDiff};

use crate::source::Span;
use crate::value::digest;

/// One change of one policy file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// Permanent id: twelve hexadecimal digits over everything below but line and span.
    pub id: String,
    /// The operator that made it.
    pub operator: &'static str,
    /// The file, as seen from the project's root.
    pub file: String,
    /// The line the change begins on, from 1.
    pub line: usize,
    /// The last line of the text that is replaced, from 1.
    pub last_line: usize,
    /// The first and the last line of the definition it stands in, from 1.
    pub definition: (usize, usize),
    /// The rule or function it stands in, as `data.…`.
    pub rule: String,
    /// The bytes that are replaced.
    pub span: Span,
    /// What stands there.
    pub original: String,
    /// What is put there.
    pub replacement: String,
}

impl Mutant {
    /// The mutated text of the file.
    pub fn applied(&self, text: &str) -> String {
        let before = text.get(..self.span.offset).unwrap_or_default();
        let after = text.get(self.span.offset + self.span.len..);
        [before, &self.replacement, after.unwrap_or_default()].concat()
    }

    /// The lines that change, with `-` and `+`.
    pub fn diff(&self, text: &str) -> String {
        let mutated = self.applied(text);
        let diff = TextDiff::from_lines(text, &mutated);
        let mut shown = String::new();
        for change in diff.iter_all_changes() {
            if change.tag() != ChangeTag::Equal {
                shown.push_str(&format!("{} {}\n", change.tag(), change.value().trim_end()));
            }
        }
        shown
    }
}

/// Numbers equal changes, so that each gets an id of its own.
#[derive(Debug, Default)]
pub(super) struct Naming(BTreeMap<String, usize>);

impl Naming {
    /// The id of the next mutant of these properties.
    pub fn id(
        &mut self,
        file: &str,
        rule: &str,
        operator: &str,
        original: &str,
        replacement: &str,
    ) -> String {
        let key = [file, rule, operator, original, replacement].join("\0");
        let ordinal = self.0.entry(key.clone()).or_default();
        let id = digest(&format!("{key}\0{ordinal}"));
        *ordinal += 1;
        id
    }
}
