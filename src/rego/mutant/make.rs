//! Makes the mutants of the files of a bundle.

use std::collections::{BTreeMap, BTreeSet};

use super::super::bundle::{Bundle, PolicyFile};
use super::super::check::{Symbols, data_path, path_of};
use super::super::syntax;
use super::message::Messages;
use super::model::{Mutant, Naming};
use super::operator::operators;
use super::page::Page;
use super::walk::sites;

/// Every mutant of the policy files that `name` gives a name to, as seen from the project's root; tests have none.
///
/// They stand in the order of files and of what is changed in them.
pub fn mutants(bundle: &Bundle, name: impl Fn(&PolicyFile) -> Option<String>) -> Vec<Mutant> {
    let symbols = Symbols::of(bundle);
    let mut messages: BTreeMap<&str, Messages> = BTreeMap::new();
    let mut made = Vec::new();
    for file in bundle.files().iter().filter(|file| !file.is_test) {
        let Some(name) = name(file) else { continue };
        let messages = messages.entry(&file.package).or_insert_with(|| {
            let mut files: Vec<&PolicyFile> = bundle.files().iter().collect();
            files.retain(|other| other.package == file.package);
            Messages::of(files.into_iter())
        });
        made.extend(of_file(file, &name, &symbols, messages));
    }
    made
}

fn of_file(
    file: &PolicyFile,
    name: &str,
    symbols: &Symbols<'_>,
    messages: &Messages,
) -> Vec<Mutant> {
    let text = file.source.text();
    let page = Page::new(text);
    let package = path_of(&file.module.package.refr);
    let mut naming = Naming::default();
    let mut seen = BTreeSet::new();
    let mut made = Vec::new();
    for rule in &file.module.policy {
        let head = path_of(syntax::head_reference(rule));
        let path: Vec<String> = package.iter().chain(&head).cloned().collect();
        let definitions = symbols.rules().get(&path);
        let of = definitions.map_or(1, |entry| entry.clauses.len());
        let path = data_path(&path);
        let whole = page.span(rule.span());
        let last = page.line_of(whole.offset + whole.len.saturating_sub(1));
        let definition = (page.line_of(whole.offset), last);
        let mut changes = Vec::new();
        sites(rule, of, messages, &mut |site| {
            for (order, operator) in operators().iter().enumerate() {
                let found = (operator.changes)(&page, &site);
                changes.extend(found.into_iter().map(|change| (order, *operator, change)));
            }
        });
        changes.sort_by(|(one, _, left), (other, _, right)| {
            (left.span, one).cmp(&(right.span, other))
        });
        for (_, operator, change) in changes {
            let original = page.slice(change.span);
            let end = change.span.offset + change.span.len.saturating_sub(1);
            let mut mutant = Mutant {
                id: String::new(),
                operator: operator.name,
                file: name.to_owned(),
                line: page.line_of(change.span.offset),
                last_line: page.line_of(end),
                definition,
                rule: path.clone(),
                span: change.span,
                original: original.to_owned(),
                replacement: change.replacement,
            };
            if !seen.insert(mutant.applied(text)) {
                continue;
            }
            mutant.id = naming.id(
                name,
                &mutant.rule,
                mutant.operator,
                &mutant.original,
                &mutant.replacement,
            );
            made.push(mutant);
        }
    }
    made
}
