//! References below `data` that lead nowhere: a misspelled rule, package or import.

use regorus::unstable::Rule;

use crate::source::Finding;

use super::super::bundle::{Origin, PolicyFile};
use super::super::fault::fault_at;
use super::super::syntax::{self, Event};
use super::closest_name;
use super::symbols::{Path, Scope, Symbols, Target, dotted, path_of};

/// Faults of a file's imports.
pub(super) fn import_faults(
    symbols: &Symbols<'_>,
    file: &PolicyFile,
    origin: Origin,
) -> Vec<Finding> {
    file.module
        .imports
        .iter()
        .filter_map(|import| {
            let path = path_of(&import.refr);
            let (root, path) = path.split_first()?;
            let missing = root == "data" && is_missing(symbols, path, origin);
            missing.then(|| fault(symbols, path, import.refr.span()))
        })
        .collect()
}

/// Faults of one rule's references.
pub(super) fn faults(
    symbols: &Symbols<'_>,
    scope: &Scope,
    file: &PolicyFile,
    rule: &Rule,
    origin: Origin,
) -> Vec<Finding> {
    let mut missing = Vec::new();
    syntax::walk_rule(rule, &mut |event| {
        let Event::Reference(reference) = event else {
            return;
        };
        let Target::Data(path) = scope.resolve(symbols, &reference) else {
            return;
        };
        let imported = scope
            .import(reference.root)
            .is_some_and(|import| is_missing(symbols, import, origin));
        if !imported && is_missing(symbols, &path, origin) {
            missing.push((path, reference.span));
        }
    });
    if missing.is_empty() {
        return Vec::new();
    }
    let overridden = overridden_paths(symbols, scope, file);
    missing
        .into_iter()
        .filter(|(path, _)| !overridden.iter().any(|given| path.starts_with(given)))
        .map(|(path, span)| fault(symbols, &path, span))
        .collect()
}

fn is_missing(symbols: &Symbols<'_>, path: &[String], origin: Origin) -> bool {
    if symbols.is_defined(path) {
        return false;
    }
    origin == Origin::Shipped
        || symbols
            .package_of(path)
            .is_some_and(|package| !package.is_empty())
}

/// Paths that some `with` of the file gives a value.
fn overridden_paths(symbols: &Symbols<'_>, scope: &Scope, file: &PolicyFile) -> Vec<Path> {
    let mut paths = Vec::new();
    for rule in &file.module.policy {
        syntax::walk_rule(rule, &mut |event| {
            if let Event::Override(reference) = event
                && let Target::Data(path) = scope.resolve(symbols, &reference)
            {
                paths.push(path);
            }
        });
    }
    paths
}

fn fault(symbols: &Symbols<'_>, path: &[String], span: &regorus::unstable::Span) -> Finding {
    let name = dotted(path);
    let message = format!("`data.{name}` is not defined in the policies");
    let fault = fault_at("undefined-reference", message, span).with_label("leads nowhere");
    let paths: Vec<String> = symbols.paths().collect();
    if let Some(suggestion) = closest_name(&name, paths.iter().map(String::as_str)) {
        return fault.with_help(format!("did you mean `data.{suggestion}`?"));
    }
    // A reference that goes on into a result is compared without what follows the rule's place.
    let shortened = path
        .get(..path.len().saturating_sub(1))
        .map(dotted)
        .unwrap_or_default();
    match closest_name(&shortened, paths.iter().map(String::as_str)) {
        Some(suggestion) if !shortened.is_empty() && suggestion != shortened => {
            fault.with_help(format!("did you mean `data.{suggestion}`?"))
        }
        _ => fault.with_help("name a rule or a package of the bundle, or add the base data"),
    }
}
