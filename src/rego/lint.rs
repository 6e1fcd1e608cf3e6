//! Lints: what a policy may do but should not, because the engine makes it cost or lie.

use std::collections::{BTreeMap, BTreeSet};

use regorus::unstable::{Expr, Literal, Query, Rule};

use crate::source::Finding;

use super::builtins;
use super::bundle::{Bundle, PolicyFile};
use super::check::{Scope, Symbols, Target};
use super::fault::{about, fault_at, span_of};
use super::metadata::{Annotation, AnnotationScope};
use super::syntax::{self, Event};

/// Which lints are run beside those that always are.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LintOptions {
    /// Every `deny` rule must have an annotation with an id of its own.
    pub rule_ids: bool,
    /// Lines of a file; 0 is no limit.
    pub longest_file: usize,
}

/// Everything the lints object to, in file order.
pub fn lint(bundle: &Bundle, options: LintOptions) -> Vec<Finding> {
    let symbols = Symbols::of(bundle);
    let mut faults = Vec::new();
    let mut used = Used::default();
    for file in bundle.files() {
        let scope = Scope::of(file);
        for rule in &file.module.policy {
            rule_faults(&symbols, &scope, rule, &mut used, &mut faults);
            pairwise_join(rule, &mut faults);
        }
        if !file.is_test {
            length(file, options.longest_file, &mut faults);
        }
    }
    for file in bundle.files().iter().filter(|file| !file.is_test) {
        unused_helpers(file, &used, &mut faults);
        if options.rule_ids {
            missing_ids(file, bundle.metadata(), &mut faults);
        }
    }
    if options.rule_ids {
        repeated_ids(bundle, &mut faults);
    }
    faults.sort_by(|left, right| (left.file(), left.span()).cmp(&(right.file(), right.span())));
    faults
}

/// Paths that something refers to, and the rules that refer to them.
#[derive(Default)]
struct Used(BTreeSet<Vec<String>>);

impl Used {
    fn reaches(&self, path: &[String]) -> bool {
        (1..=path.len()).any(|length| {
            path.get(..length)
                .is_some_and(|prefix| self.0.contains(prefix))
        }) || self.0.iter().any(|used| used.starts_with(path))
    }
}

fn rule_faults(
    symbols: &Symbols<'_>,
    scope: &Scope,
    rule: &Rule,
    used: &mut Used,
    faults: &mut Vec<Finding>,
) {
    let mut own = scope.package.clone();
    own.extend(
        syntax::static_names(syntax::head_reference(rule))
            .unwrap_or_default()
            .into_iter()
            .map(str::to_owned),
    );
    syntax::walk_rule(rule, &mut |event| match event {
        Event::Reference(reference) => {
            if let Target::Data(path) = scope.resolve(symbols, &reference) {
                whole_package(symbols, scope, &reference, &path, faults);
                if path != own {
                    used.0.insert(path);
                }
            }
        }
        Event::Call(call) => {
            let names: Vec<String> = call
                .function
                .names()
                .into_iter()
                .map(str::to_owned)
                .collect();
            if builtins::is_changing(&names.join(".")) {
                let message = format!("`{}` gives another answer each time", names.join("."));
                faults.push(
                    fault_at("changing-builtin", message, call.span)
                        .with_label("the verdict would depend on when it is reached")
                        .with_help("take the value from `input`"),
                );
            }
            let path = match names.split_first() {
                Some((root, rest)) if root == "data" => rest.to_vec(),
                Some((root, rest)) => match scope.import(root) {
                    Some(import) => import.iter().chain(rest).cloned().collect(),
                    None => scope.package.iter().chain(&names).cloned().collect(),
                },
                None => return,
            };
            used.0.insert(path);
        }
        Event::Division(span) => faults.push(
            fault_at("rounding", "a division may round its result", span)
                .with_label("floating point, unlike in OPA")
                .with_help("compare products: `a > b * c` in place of `a / b > c`"),
        ),
        Event::Override(_) | Event::Statement => {}
    });
}

/// `import data.lib.x` and then `x.y`: the engine evaluates all of `x`, and one broken fact of it kills this rule.
fn whole_package(
    symbols: &Symbols<'_>,
    scope: &Scope,
    reference: &syntax::Reference<'_>,
    path: &[String],
    faults: &mut Vec<Finding>,
) {
    let Some(import) = scope.import(reference.root).filter(|_| !reference.local) else {
        return;
    };
    if !symbols.packages().contains(import) || path.len() <= import.len() {
        return;
    }
    let message = format!(
        "`{}` evaluates the whole package `data.{}`",
        reference.span.text(),
        import.join(".")
    );
    faults.push(
        fault_at("whole-package", message, reference.span)
            .with_label("goes through an imported package")
            .with_help(format!("write `data.{}`", path.join("."))),
    );
}

/// Two walks over all resources in one rule: the cost grows with their square.
fn pairwise_join(rule: &Rule, faults: &mut Vec<Finding>) {
    let Rule::Spec { bodies, .. } = rule else {
        return;
    };
    for body in bodies {
        let mut walks = Vec::new();
        resource_walks(&body.query, &mut walks);
        if let Some(second) = walks.get(1) {
            faults.push(
                fault_at(
                    "pairwise-join",
                    "the rule tries all pairs of resources",
                    second.span(),
                )
                .with_label("walks all resources a second time")
                .with_help("join by `input.by_type`, `input.names` or the `refs` of the resource"),
            );
        }
    }
}

fn resource_walks<'a>(query: &'a Query, walks: &mut Vec<&'a Expr>) {
    for statement in &query.stmts {
        match &statement.literal {
            Literal::SomeIn { collection, .. } if is_resources(collection) => {
                walks.push(collection);
            }
            Literal::Every { domain, query, .. } => {
                if is_resources(domain) {
                    walks.push(domain);
                }
                resource_walks(query, walks);
            }
            _ => {}
        }
    }
}

fn is_resources(expr: &Expr) -> bool {
    syntax::static_names(expr).is_some_and(|names| names == ["input", "resources"])
}

/// A private helper (`_name`) that nothing refers to.
fn unused_helpers(file: &PolicyFile, used: &Used, faults: &mut Vec<Finding>) {
    let package = Scope::of(file).package;
    let mut seen = BTreeSet::new();
    for rule in &file.module.policy {
        let head = syntax::head_reference(rule);
        let Some(name) = syntax::static_names(head).and_then(|names| names.first().copied()) else {
            continue;
        };
        let path: Vec<String> = package.iter().cloned().chain([name.to_owned()]).collect();
        if name.starts_with('_') && seen.insert(name) && !used.reaches(&path) {
            let message = format!("nothing uses `{name}`");
            faults.push(
                fault_at("unused-helper", message, head.span())
                    .with_label("private to this package"),
            );
        }
    }
}

fn missing_ids(file: &PolicyFile, annotations: &[Annotation], faults: &mut Vec<Finding>) {
    for rule in &file.module.policy {
        let head = syntax::head_reference(rule);
        if syntax::static_names(head).is_none_or(|names| names != ["deny"])
            || matches!(&**rule, Rule::Default { .. })
        {
            continue;
        }
        let span = span_of(rule.span());
        let own = annotations
            .iter()
            .find(|annotation| annotation.file == **file.source.name() && annotation.span == span);
        if own.is_none_or(|annotation| annotation.id().is_none()) {
            faults.push(
                fault_at("missing-id", "the rule has no permanent id", head.span())
                    .with_label("no `# METADATA` with `custom.id` above it")
                    .with_help(
                        "add `# METADATA`, `# title: …`, `# custom:`, `#   id: …` above the rule",
                    ),
            );
        }
    }
}

fn repeated_ids(bundle: &Bundle, faults: &mut Vec<Finding>) {
    let mut seen: BTreeMap<(&str, &str), &Annotation> = BTreeMap::new();
    for annotation in bundle
        .metadata()
        .iter()
        .filter(|annotation| annotation.scope == AnnotationScope::Rule)
    {
        let Some(id) = annotation.id() else { continue };
        let package = annotation
            .path
            .rsplit_once('.')
            .map_or("", |(package, _)| package);
        if let Some(first) = seen.insert((package, id), annotation)
            && let Some(file) = bundle
                .files()
                .iter()
                .find(|file| **file.source.name() == *annotation.file)
        {
            let message = format!("the id `{id}` is given twice");
            faults.push(
                Finding::at(&file.source, annotation.span, "repeated-id", message).with_label(
                    format!(
                        "also the id of the rule in `{}`, line {}",
                        first.file, first.line
                    ),
                ),
            );
        }
    }
}

fn length(file: &PolicyFile, longest: usize, faults: &mut Vec<Finding>) {
    let lines = file.source.text().lines().count();
    if longest > 0 && lines > longest {
        let message = format!("the file has {lines} lines, {longest} are allowed");
        faults.push(
            about(file.source.name(), "long-file", message)
                .with_help("split it by what its facts are about"),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::bundle::BundleOptions;
    use super::*;
    use crate::value::{Node, Object};

    fn lints(sources: &[(&str, &str)]) -> Vec<(&'static str, String)> {
        let data = Node::Object(Object::new());
        let bundle = Bundle::from_sources(sources.iter().copied(), data, &BundleOptions::shipped())
            .expect("loads");
        lint(
            &bundle,
            LintOptions {
                rule_ids: true,
                longest_file: 20,
            },
        )
        .iter()
        .map(|fault| {
            (
                fault.code(),
                fault.underlined().unwrap_or_default().to_owned(),
            )
        })
        .collect()
    }

    #[test]
    fn a_fact_reached_through_an_imported_package_is_reported() {
        let lib = "package lib.s3\nbuckets contains 1\n";
        let rules = "package a\nimport data.lib.s3\np if { s3.buckets[1] }\nq if { data.lib.s3.buckets[1] }\n";
        assert_eq!(
            lints(&[("a.rego", rules), ("b.rego", lib)]),
            [("whole-package", "s3.buckets[1]".to_owned())]
        );
    }

    #[test]
    fn a_join_of_all_pairs_is_reported() {
        let rules = "package a\np if {\n\tsome x in input.resources\n\tsome y in input.resources\n\tx == y\n}\n";
        assert_eq!(
            lints(&[("a.rego", rules)]),
            [("pairwise-join", "input.resources".to_owned())]
        );
    }

    #[test]
    fn a_private_helper_nobody_uses_is_reported() {
        let rules = "package a\n_used(x) := x\n_lost(x) := x\np := _used(1)\n";
        assert_eq!(
            lints(&[("a.rego", rules)]),
            [("unused-helper", "_lost".to_owned())]
        );
    }

    #[test]
    fn a_rule_without_an_id_and_a_repeated_id_are_reported() {
        let rule = |id: &str, text: &str| {
            format!(
                "# METADATA\n# custom:\n#   id: {id}\ndeny contains \"{text}\" if input.{text}\n\n"
            )
        };
        let rules = format!(
            "package a\n{}{}deny contains \"z\" if input.z\n",
            rule("PR1", "x"),
            rule("PR1", "y")
        );
        let found = lints(&[("a.rego", &rules)]);
        let codes: Vec<&str> = found.iter().map(|(code, _)| *code).collect();
        assert_eq!(codes, ["repeated-id", "missing-id"]);
    }

    #[test]
    fn a_division_is_reported_because_its_result_may_be_rounded() {
        assert_eq!(
            lints(&[("a.rego", "package a\np if input.x / 3 > 5.1\n")]),
            [("rounding", "input.x / 3".to_owned())]
        );
        assert_eq!(
            lints(&[("a.rego", "package a\np if input.x * 10 > 51 * 3\n")]),
            []
        );
    }

    #[test]
    fn a_builtin_that_changes_its_mind_is_reported() {
        assert_eq!(
            lints(&[("a.rego", "package a\np := time.now_ns()\n")])[0].0,
            "changing-builtin"
        );
    }
}
