//! What a scenario's rules name: the words by which they reach an attribute, and the constants they compare with.

use std::collections::BTreeSet;

use regex::Regex;

use crate::rego::Bundle;
use crate::spec::Spec;
use crate::value::{Node, Number};

/// Constants of a policy beyond which no more are tried as values.
const MOST_CONSTANTS: usize = 48;

/// The words and constants of a scenario's own policies and checks, and the words of what they use of the library.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Vocabulary {
    /// Texts and numbers that the scenario itself names, each once, those most like values first.
    pub constants: Vec<Node>,
    words: BTreeSet<String>,
    text: String,
}

impl Vocabulary {
    /// The vocabulary of `spec` with the policies of `bundle`.
    pub fn of(spec: &Spec, bundle: &Bundle) -> Self {
        let own = format!("data.{}", spec.policy);
        let mut text = serde_json::to_string(&spec.checks).unwrap_or_default();
        let mut pending: Vec<String> = vec![own.clone()];
        let mut taken = BTreeSet::new();
        while let Some(package) = pending.pop() {
            if !taken.insert(package.clone()) {
                continue;
            }
            let mut found = String::new();
            for file in bundle.files().iter().filter(|file| file.package == package) {
                for line in code(file.source.text()) {
                    found.push_str(line);
                    found.push('\n');
                }
            }
            let packages = bundle.files().iter().map(|file| &file.package);
            pending.extend(packages.filter(|other| found.contains(*other)).cloned());
            text.push_str(&found);
        }
        let words = text
            .split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
            .filter(|word| !word.is_empty())
            .map(str::to_owned);
        Self {
            constants: constants(spec, bundle, &own),
            words: words.collect(),
            text,
        }
    }

    /// A vocabulary of these words and constants.
    #[cfg(test)]
    pub fn of_words(words: &[&str], constants: Vec<Node>) -> Self {
        Self {
            constants,
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            text: words.join(" "),
        }
    }

    /// Whether the rules say this word, alone or as a part of a path.
    pub fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Whether the rules name this resource type.
    pub fn has_type(&self, resource_type: &str) -> bool {
        self.text.contains(resource_type)
    }
}

fn code(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .filter(|line| !line.trim_start().starts_with('#'))
}

/// The texts and numbers that a scenario's own policies and checks name, each once; no rule ids, and sentences last.
fn constants(spec: &Spec, bundle: &Bundle, package: &str) -> Vec<Node> {
    let mut found: Vec<Node> = Vec::new();
    for check in &spec.checks {
        let demanded = check.value.iter().cloned();
        let selected = check.select.condition.iter();
        found.extend(demanded.chain(selected.map(|condition| condition.equals.clone())));
    }
    let Ok(literal) = Regex::new(r#""((?:[^"\\\n]|\\.)*)"|\b(\d+)\b"#) else {
        return found;
    };
    let ids: BTreeSet<&str> = bundle
        .metadata()
        .iter()
        .filter_map(|annotation| annotation.id())
        .collect();
    for file in bundle.files().iter().filter(|file| file.package == package) {
        for captures in code(file.source.text()).flat_map(|line| literal.captures_iter(line)) {
            let constant = match (captures.get(1), captures.get(2)) {
                (Some(text), _) if !text.as_str().contains(['%', '\\']) => {
                    Some(Node::text(text.as_str()))
                }
                (_, Some(number)) => Number::parse(number.as_str()).map(Node::Number),
                _ => None,
            };
            let is_id = |node: &Node| node.as_text().is_some_and(|text| ids.contains(text));
            found.extend(constant.filter(|constant| !found.contains(constant) && !is_id(constant)));
        }
    }
    found.sort_by_key(|constant| constant.as_text().is_some_and(|text| text.contains(' ')));
    found.truncate(MOST_CONSTANTS);
    found
}
