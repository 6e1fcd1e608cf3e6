//! Calls that could not be made: undefined functions, builtins the engine lacks, wrong numbers of arguments.

use regorus::unstable::Rule;

use crate::source::Finding;

use super::super::builtins::{self, Arity};
use super::super::fault::fault_at;
use super::super::syntax::{self, Call, Event};
use super::closest_name;
use super::symbols::{Path, Scope, Symbols, dotted};

/// Faults of one rule's calls.
pub(super) fn faults(symbols: &Symbols<'_>, scope: &Scope, rule: &Rule) -> Vec<Finding> {
    let mut faults = Vec::new();
    syntax::walk_rule(rule, &mut |event| {
        if let Event::Call(call) = event {
            faults.extend(fault(symbols, scope, &call));
        }
    });
    faults
}

/// The function a call means: one of the bundle, by its path, or a builtin, by its name.
pub(in super::super) enum Callee {
    Function(Path),
    Builtin(String),
}

/// Finds out what a call means; the engine looks at imports, then at the package, then at builtins.
pub(in super::super) fn callee(symbols: &Symbols<'_>, scope: &Scope, call: &Call<'_>) -> Callee {
    let names: Path = call
        .function
        .names()
        .into_iter()
        .map(str::to_owned)
        .collect();
    let Some((root, rest)) = names.split_first() else {
        return Callee::Builtin(String::new());
    };
    if root == "data" {
        return Callee::Function(rest.to_vec());
    }
    if let Some(import) = scope.import(root) {
        let path: Path = import.iter().chain(rest).cloned().collect();
        if symbols.function(&path).is_some() || builtins::arity(&dotted(&names)).is_none() {
            return Callee::Function(path);
        }
    }
    let own: Path = scope.package.iter().chain(&names).cloned().collect();
    if symbols.function(&own).is_some() {
        Callee::Function(own)
    } else {
        Callee::Builtin(dotted(&names))
    }
}

fn fault(symbols: &Symbols<'_>, scope: &Scope, call: &Call<'_>) -> Option<Finding> {
    let span = call.function.span;
    let (name, arity) = match callee(symbols, scope, call) {
        Callee::Function(path) => match symbols.function(&path) {
            Some(entry) => (
                format!("data.{}", dotted(&path)),
                Arity::Exact(entry.arity.unwrap_or_default(), true),
            ),
            None => {
                return Some(undefined(
                    symbols,
                    scope,
                    &format!("data.{}", dotted(&path)),
                    span,
                ));
            }
        },
        Callee::Builtin(name) => match builtins::arity(&name) {
            Some(arity) => (name, arity),
            None => return Some(undefined(symbols, scope, &name, span)),
        },
    };
    let Arity::Exact(expected, may_bind) = arity else {
        return None;
    };
    if call.params == expected || may_bind && call.statement && call.params == expected + 1 {
        return None;
    }
    let message = format!(
        "`{name}` takes {}, not {}",
        arguments(expected),
        call.params
    );
    Some(fault_at("arity", message, call.span).with_label("wrong number of arguments"))
}

fn arguments(count: usize) -> String {
    match count {
        1 => "1 argument".to_owned(),
        count => format!("{count} arguments"),
    }
}

fn undefined(
    symbols: &Symbols<'_>,
    scope: &Scope,
    name: &str,
    span: &regorus::unstable::Span,
) -> Finding {
    if let Some(why) = builtins::unsupported(name) {
        return fault_at(
            "unsupported-builtin",
            format!("the builtin `{name}` is not available here"),
            span,
        )
        .with_label("not available")
        .with_help(why);
    }
    let fault = fault_at(
        "undefined-function",
        format!("the function `{name}` is not defined"),
        span,
    )
    .with_label("not defined");
    let functions = symbols
        .rules()
        .iter()
        .filter(|(_, entry)| entry.arity.is_some());
    let mut candidates: Vec<String> = Vec::new();
    for (path, _) in functions {
        candidates.push(format!("data.{}", dotted(path)));
        if let Some(own) = path.strip_prefix(scope.package.as_slice()) {
            candidates.push(dotted(own));
        }
    }
    candidates.extend(builtins::names());
    match closest_name(name, candidates.iter().map(String::as_str)) {
        Some(suggestion) => fault.with_help(format!("did you mean `{suggestion}`?")),
        None => fault,
    }
}
