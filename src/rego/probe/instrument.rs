//! Rewrites a scenario's rules so that every fact they ask for is asked through a wrapper that takes note of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use regorus::unstable::Span;

use super::super::bundle::Bundle;
use super::super::check::{Path, Scope, Symbols, Target, data_path};
use super::super::error::RegoError;
use super::super::fault::fault_at;
use super::super::syntax::{self, Event, Reference};

/// The package of the wrappers.
pub(super) const PACKAGE: &str = "probe";

/// The package in which the fact libraries are.
const LIBRARY: &str = "lib";

/// A fact that the rules ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Probed {
    /// Its path, as `data.lib.s3.keeps_versions`.
    pub path: String,
    /// Its number of arguments; `None` when it is no function.
    pub arity: Option<usize>,
}

/// The rewritten policies.
#[derive(Debug)]
pub(super) struct Instrumented {
    /// Every file with its text, the wrappers among them.
    pub sources: Vec<(std::sync::Arc<str>, String)>,
    /// The facts, in the order of their numbers.
    pub facts: Vec<Probed>,
}

/// One place to rewrite: the bytes from `start` to `end` name the fact of a number.
struct Site {
    start: usize,
    end: usize,
    fact: usize,
}

/// Rewrites the rules of `package` (`data.…`); tests are left out.
pub(super) fn instrument(bundle: &Bundle, package: &str) -> Result<Instrumented, RegoError> {
    let symbols = Symbols::of(bundle);
    let mut facts: BTreeMap<Path, usize> = BTreeMap::new();
    let mut sources = Vec::new();
    for file in bundle.files().iter().filter(|file| !file.is_test) {
        let name = file.source.name().clone();
        let text = file.source.text();
        if file.package != package {
            sources.push((name, text.to_owned()));
            continue;
        }
        let scope = Scope::of(file);
        let mut sites: Vec<Site> = Vec::new();
        let mut unreadable: Option<Span> = None;
        for rule in &file.module.policy {
            syntax::walk_rule(rule, &mut |event| {
                let reference = match &event {
                    Event::Reference(reference) => reference,
                    Event::Call(call) => &call.function,
                    _ => return,
                };
                let Some(path) = fact_of(&symbols, &scope, reference) else {
                    return;
                };
                let Some((start, end)) = written(&scope, reference, &path, text) else {
                    unreadable = Some(reference.span.clone());
                    return;
                };
                let next = facts.len();
                let fact = *facts.entry(path).or_insert(next);
                sites.push(Site { start, end, fact });
            });
        }
        if let Some(span) = unreadable {
            let message = "a fact is named in a way that cannot be instrumented";
            let fault = fault_at("probe", message, &span).with_help("write it as `data.lib.…`");
            return Err(RegoError::Refused {
                faults: vec![fault],
            });
        }
        sources.push((name, rewritten(text, sites)));
    }
    let facts = in_order(&symbols, facts);
    sources.push((format!("{PACKAGE}.rego").into(), wrappers(&facts)));
    Ok(Instrumented { sources, facts })
}

/// The library's rule or function that a reference leads into.
fn fact_of(symbols: &Symbols<'_>, scope: &Scope, reference: &Reference<'_>) -> Option<Path> {
    let Target::Data(path) = scope.resolve(symbols, reference) else {
        return None;
    };
    if path.first().map(String::as_str) != Some(LIBRARY) {
        return None;
    }
    let mut prefixes = (1..=path.len()).filter_map(|length| path.get(..length));
    let fact = prefixes.find(|prefix| symbols.rules().contains_key(*prefix))?;
    Some(fact.to_vec())
}

/// The bytes at which the source names the fact, when it does so with nothing but names and dots.
fn written(
    scope: &Scope,
    reference: &Reference<'_>,
    path: &[String],
    text: &str,
) -> Option<(usize, usize)> {
    let start = usize::try_from(reference.span.start).ok()?;
    let name = match scope.import(reference.root) {
        Some(import) if reference.root != "data" => {
            let rest = path.strip_prefix(import.as_slice())?;
            let mut name = reference.root.to_owned();
            for part in rest {
                name.push('.');
                name.push_str(part);
            }
            name
        }
        _ => data_path(path),
    };
    let after = text.get(start..)?.strip_prefix(&name)?;
    let goes_on = after.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_');
    (!goes_on).then_some((start, start + name.len()))
}

fn rewritten(text: &str, mut sites: Vec<Site>) -> String {
    sites.sort_by_key(|site| site.start);
    sites.dedup_by_key(|site| site.start);
    let mut written = String::with_capacity(text.len());
    let mut done = 0;
    for site in sites {
        written.push_str(text.get(done..site.start).unwrap_or_default());
        let _ = write!(written, "data.{PACKAGE}.fact_{}", site.fact);
        done = site.end;
    }
    written.push_str(text.get(done..).unwrap_or_default());
    written
}

fn in_order(symbols: &Symbols<'_>, facts: BTreeMap<Path, usize>) -> Vec<Probed> {
    let mut numbered: Vec<(usize, Probed)> = facts
        .into_iter()
        .map(|(path, number)| {
            let arity = symbols.rules().get(&path).and_then(|entry| entry.arity);
            let path = data_path(&path);
            (number, Probed { path, arity })
        })
        .collect();
    numbered.sort_by_key(|(number, _)| *number);
    numbered.into_iter().map(|(_, probed)| probed).collect()
}

/// A wrapper for each fact, and `asked`, which evaluates the fact that `input.probe` names.
fn wrappers(facts: &[Probed]) -> String {
    let mut text = format!("package {PACKAGE}\n");
    for (number, fact) in facts.iter().enumerate() {
        let path = &fact.path;
        let names: Vec<String> = (0..fact.arity.unwrap_or(0))
            .map(|n| format!("a{n}"))
            .collect();
        let names = names.join(", ");
        let given: Vec<String> = (0..fact.arity.unwrap_or(0))
            .map(|n| format!("input.probe.arguments[{n}]"))
            .collect();
        let (head, call, asked) = match fact.arity {
            Some(_) => (
                format!("({names})"),
                format!("{path}({names})"),
                format!("{path}({})", given.join(", ")),
            ),
            None => (String::new(), path.clone(), path.clone()),
        };
        let _ = write!(
            text,
            "\nfact_{number}{head} := value if {{\n\tvalue := {call}\n\tprobe.defined({number}, [{names}], value)\n}} \
             else := false if {{\n\tprobe.undefined({number}, [{names}])\n\tfalse\n}}\n\
             \nasked contains {{\"value\": value}} if {{\n\tinput.probe.fact == {number}\n\tvalue := {asked}\n}}\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::super::bundle::BundleOptions;
    use super::*;
    use crate::value::{Node, Object};

    const LIB: &str = "package lib.one\n\nis(x) if x == 1\n\nall := {1, 2}\n";

    fn instrumented(rules: &str) -> Instrumented {
        let sources = [("lib.rego", LIB), ("rules.rego", rules)];
        let data = Node::Object(Object::new());
        let bundle =
            Bundle::from_sources(sources, data, &BundleOptions::shipped()).expect("a bundle");
        instrument(&bundle, "data.rules").expect("instrumented")
    }

    #[test]
    fn calls_reads_and_imported_names_go_through_the_wrappers() {
        let rules = "package rules\n\nimport data.lib.one\n\n\
            deny contains \"a\" if not data.lib.one.is(input.x)\n\n\
            deny contains \"b\" if {\n\tsome y in data.lib.one.all\n\tone.is(y)\n\t\"data.lib.one.is\" == input.z\n}\n";
        let found = instrumented(rules);
        let paths: Vec<&str> = found.facts.iter().map(|fact| fact.path.as_str()).collect();
        assert_eq!(paths, ["data.lib.one.is", "data.lib.one.all"]);
        let (_, text) = &found.sources[1];
        let expected = rules
            .replace("data.lib.one.is(input.x)", "data.probe.fact_0(input.x)")
            .replace("data.lib.one.all", "data.probe.fact_1")
            .replace("one.is(y)", "data.probe.fact_0(y)");
        assert_eq!(*text, expected);
        assert_eq!(found.sources[0].1, LIB);
    }

    #[test]
    fn a_name_that_cannot_be_found_in_the_text_is_refused_and_not_overlooked() {
        let rules = "package rules\n\ndeny contains \"a\" if data.lib[\"one\"].is(1)\n";
        let sources = [("lib.rego", LIB), ("rules.rego", rules)];
        let data = Node::Object(Object::new());
        let bundle =
            Bundle::from_sources(sources, data, &BundleOptions::shipped()).expect("a bundle");
        assert!(instrument(&bundle, "data.rules").is_err());
    }
}
