//! What a scenario's rules name: the words by which they reach an attribute, and the constants they compare with.

use std::collections::BTreeSet;
use std::sync::LazyLock;

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
    facts: Vec<Facts>,
}

/// One file of the library that a scenario uses.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Facts {
    words: BTreeSet<String>,
    constants: Vec<Node>,
}

impl Vocabulary {
    /// The vocabulary of `spec` with the policies of `bundle`.
    pub fn of(spec: &Spec, bundle: &Bundle) -> Self {
        let own = format!("data.{}", spec.policy);
        let mut text = serde_json::to_string(&spec.checks).unwrap_or_default();
        let mut pending: Vec<String> = vec![own.clone()];
        let mut taken = BTreeSet::new();
        let mut facts = Vec::new();
        while let Some(package) = pending.pop() {
            if !taken.insert(package.clone()) {
                continue;
            }
            let mut found = String::new();
            for file in bundle.files().iter().filter(|file| file.package == package) {
                let start = found.len();
                for line in code(file.source.text()) {
                    found.push_str(line);
                    found.push('\n');
                }
                let lines = found.get(start..).unwrap_or_default();
                if package != own {
                    facts.push(Facts::of(lines));
                }
            }
            let packages = bundle.files().iter().map(|file| &file.package);
            pending.extend(packages.filter(|other| found.contains(*other)).cloned());
            text.push_str(&found);
        }
        Self {
            constants: constants(spec, bundle, &own),
            words: words(&text),
            text,
            facts,
        }
    }

    /// What the facts that say one of these words compare with, each once.
    pub fn constants_about(&self, names: &[&str]) -> Vec<Node> {
        let mut found: Vec<Node> = Vec::new();
        for facts in &self.facts {
            if names.iter().any(|name| facts.words.contains(*name)) {
                let new = facts.constants.iter().filter(|node| !found.contains(node));
                let new: Vec<Node> = new.cloned().collect();
                found.extend(new);
            }
        }
        found.truncate(MOST_CONSTANTS);
        found
    }

    /// A vocabulary of these words and constants.
    #[cfg(test)]
    pub fn of_words(words: &[&str], constants: Vec<Node>) -> Self {
        Self {
            constants,
            words: words.iter().map(|word| (*word).to_owned()).collect(),
            text: words.join(" "),
            facts: Vec::new(),
        }
    }

    /// The vocabulary with the words and constants of a file of facts.
    #[cfg(test)]
    #[must_use]
    pub fn with_facts(mut self, text: &str) -> Self {
        self.facts.push(Facts::of(text));
        self
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

impl Facts {
    fn of(text: &str) -> Self {
        let mut constants: Vec<Node> = Vec::new();
        for (constant, is_key) in literals(text) {
            if !is_key && is_value(&constant) && !constants.contains(&constant) {
                constants.push(constant);
            }
        }
        Self {
            words: words(text),
            constants,
        }
    }
}

/// Whether a literal of a fact may be a value: no way to an attribute and no type of a resource.
fn is_value(node: &Node) -> bool {
    node.as_text().is_none_or(|text| {
        !text.is_empty()
            && !text.starts_with(['/', '$'])
            && !text.starts_with("aws_")
            && !text.contains("::")
    })
}

fn words(text: &str) -> BTreeSet<String> {
    text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The texts and numbers that some lines spell out, but for formats and escapes, and whether each is a key of an object.
fn literals(text: &str) -> impl Iterator<Item = (Node, bool)> {
    static LITERAL: LazyLock<Option<Regex>> =
        LazyLock::new(|| Regex::new(r#""((?:[^"\\\n]|\\.)*)"(:?)|\b(\d+)\b"#).ok());
    let found = LITERAL
        .iter()
        .flat_map(move |literal| literal.captures_iter(text));
    found.filter_map(|captures| match (captures.get(1), captures.get(3)) {
        (Some(text), _) if !text.as_str().contains(['%', '\\']) => {
            let is_key = captures.get(2).is_some_and(|colon| !colon.is_empty());
            Some((Node::text(text.as_str()), is_key))
        }
        (_, Some(number)) => Some((Node::Number(Number::parse(number.as_str())?), false)),
        _ => None,
    })
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
    let ids: BTreeSet<&str> = bundle
        .metadata()
        .iter()
        .filter_map(|annotation| annotation.id())
        .collect();
    for file in bundle.files().iter().filter(|file| file.package == package) {
        for (constant, _) in code(file.source.text()).flat_map(literals) {
            let is_id = constant.as_text().is_some_and(|text| ids.contains(text));
            if !is_id && !found.contains(&constant) {
                found.push(constant);
            }
        }
    }
    found.sort_by_key(|constant| constant.as_text().is_some_and(|text| text.contains(' ')));
    found.truncate(MOST_CONSTANTS);
    found
}
