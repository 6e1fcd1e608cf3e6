//! Checks before load: everything the embedded engine would only find out, or never, while it evaluates.

mod calls;
mod recursion;
mod references;
mod symbols;

#[cfg(test)]
pub(super) use recursion::DEEPEST_CHAIN;
pub(super) use symbols::{Path, Scope, Symbols, Target, data_path, path_of};

use crate::source::Finding;

use super::bundle::Bundle;

/// Every fault of the bundle that can be decided without evaluating it.
pub(super) fn faults(bundle: &Bundle) -> Vec<Finding> {
    let symbols = Symbols::of(bundle);
    let origin = bundle.options().origin;
    let mut faults = symbols.conflicts();
    for file in bundle.files() {
        let scope = Scope::of(file);
        faults.extend(references::import_faults(&symbols, file, origin));
        for rule in &file.module.policy {
            faults.extend(calls::faults(&symbols, &scope, rule));
            faults.extend(references::faults(&symbols, &scope, file, rule, origin));
        }
    }
    faults.extend(recursion::faults(&symbols, bundle));
    faults
}

/// Adds the closest name to a fault of the engine about a variable nobody defines.
pub(super) fn with_suggestion(bundle: &Bundle, fault: Finding) -> Finding {
    let Some(name) = fault
        .message()
        .strip_prefix("use of undefined variable `")
        .and_then(|rest| rest.split('`').next())
    else {
        return fault;
    };
    let symbols = Symbols::of(bundle);
    let Some((file, span)) = bundle
        .files()
        .iter()
        .find(|file| **file.source.name() == *fault.file())
        .zip(fault.span())
    else {
        return fault;
    };
    let scope = Scope::of(file);
    let suggestion = closest_name(name, symbols.names_in(&scope).iter().map(String::as_str));
    let undefined = |code| {
        let message = format!("`{name}` is not defined");
        Finding::at(&file.source, span, code, message).with_label("not defined")
    };
    match suggestion {
        Some(suggestion) if suggestion == name => undefined(CONSEQUENCE),
        Some(suggestion) => {
            undefined("undefined-variable").with_help(format!("did you mean `{suggestion}`?"))
        }
        None => undefined("undefined-variable"),
    }
}

/// A name that is defined in a file which was refused itself.
pub(super) const CONSEQUENCE: &str = "undefined-in-what-is-left";

/// The candidate closest to `name`, when one is close enough to be a misspelling.
pub(super) fn closest_name<'c>(
    name: &str,
    candidates: impl Iterator<Item = &'c str>,
) -> Option<String> {
    let allowed = (name.chars().count() / 3).max(1);
    candidates
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}

#[cfg(test)]
mod tests;
