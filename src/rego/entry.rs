//! The entry points of policies written for other tools: `deny`, `violation` and `warn` rules, as conftest finds them.

use super::bundle::Bundle;
use super::check::{Symbols, closest_name, data_path};
use super::convert::Input;
use super::error::RegoError;
use super::evaluator::Evaluator;
use super::outcome::{ResultShape, RuleResult};

/// How much a result weighs.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// `deny` rules.
    Deny,
    /// `violation` rules.
    Violation,
    /// `warn` rules; they never fail a document.
    Warn,
}

impl Severity {
    const ALL: [(&'static str, Self); 3] = [
        ("deny", Self::Deny),
        ("violation", Self::Violation),
        ("warn", Self::Warn),
    ];

    /// The severity of a rule by its name: `deny`, or `deny_` and more.
    fn of(rule: &str) -> Option<Self> {
        Self::ALL.into_iter().find_map(|(name, severity)| {
            let rest = rule.strip_prefix(name)?;
            (rest.is_empty() || rest.starts_with('_') && rest.len() > 1).then_some(severity)
        })
    }

    /// The word for people and reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deny => "deny",
            Self::Violation => "violation",
            Self::Warn => "warn",
        }
    }
}

/// Which packages are searched for rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Namespaces {
    /// Every package that is no test.
    All,
    /// These, without `data.`; each must exist.
    Named(Vec<String>),
}

impl Default for Namespaces {
    fn default() -> Self {
        Self::Named(vec!["main".to_owned()])
    }
}

/// A rule that can object to a document.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct EntryPoint {
    /// Path of the rule, as `data.…`.
    pub path: String,
    /// Its package, without `data.`.
    pub namespace: String,
    /// Its own name.
    pub rule: String,
    /// What its results weigh.
    pub severity: Severity,
}

/// One objection to a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The rule.
    pub entry: EntryPoint,
    /// What it says.
    pub result: RuleResult,
}

/// The rules that `namespaces` hold. An unknown namespace, or none with a rule, is an error.
pub fn entry_points(
    bundle: &Bundle,
    namespaces: &Namespaces,
) -> Result<Vec<EntryPoint>, RegoError> {
    let symbols = Symbols::of(bundle);
    let tests: Vec<&str> = bundle
        .files()
        .iter()
        .filter(|file| file.is_test)
        .map(|file| file.package.as_str())
        .collect();
    let known: Vec<String> = bundle
        .packages()
        .iter()
        .map(|package| short(package).to_owned())
        .collect();
    let wanted: Vec<String> = match namespaces {
        Namespaces::All => known.clone(),
        Namespaces::Named(names) => {
            for name in names {
                if !known.contains(name) {
                    return Err(unknown(name, &known));
                }
            }
            names.clone()
        }
    };
    let mut entries = Vec::new();
    for (path, rule) in symbols.rules() {
        let Some((name, package)) = path.split_last() else {
            continue;
        };
        let package_path = data_path(package);
        let namespace = short(&package_path);
        let is_package =
            symbols.packages().contains(package) && wanted.iter().any(|wanted| wanted == namespace);
        let Some(severity) = Severity::of(name).filter(|_| is_package && rule.arity.is_none())
        else {
            continue;
        };
        if tests.contains(&package_path.as_str())
            && !bundle.packages().contains(&package_path.as_str())
        {
            continue;
        }
        entries.push(EntryPoint {
            path: data_path(path),
            namespace: namespace.to_owned(),
            rule: name.clone(),
            severity,
        });
    }
    if let Namespaces::Named(names) = namespaces
        && let Some(empty) = names
            .iter()
            .find(|name| !entries.iter().any(|entry| &entry.namespace == *name))
    {
        return Err(RegoError::NoRules {
            packages: format!("`{empty}`"),
        });
    }
    if entries.is_empty() {
        let packages = known
            .iter()
            .map(|package| format!("`{package}`"))
            .collect::<Vec<_>>()
            .join(", ");
        return Err(RegoError::NoRules { packages });
    }
    Ok(entries)
}

fn short(package: &str) -> &str {
    package.strip_prefix("data.").unwrap_or(package)
}

fn unknown(name: &str, known: &[String]) -> RegoError {
    let close = closest_name(name, known.iter().map(String::as_str));
    let help = close.map_or_else(
        || {
            let names = known
                .iter()
                .map(|package| format!("`{package}`"))
                .collect::<Vec<_>>()
                .join(", ");
            format!("the policies have {names}; `main` is taken when no namespace is named")
        },
        |close| format!("did you mean `{close}`?"),
    );
    RegoError::UnknownNamespace {
        namespace: name.to_owned(),
        help: Some(help),
    }
}

/// What one rule objects to. A complete rule without a value objects to nothing.
pub(super) fn evaluate_entry(
    evaluator: &mut Evaluator,
    input: &Input,
    entry: &EntryPoint,
) -> Result<Vec<Finding>, RegoError> {
    match evaluator.results_as(input, &entry.path, ResultShape::Open) {
        Ok(results) => Ok(results
            .into_iter()
            .map(|result| Finding {
                entry: entry.clone(),
                result,
            })
            .collect()),
        Err(RegoError::Undefined { .. }) => Ok(Vec::new()),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::super::bundle::BundleOptions;
    use super::super::evaluator::Limits;
    use super::*;
    use crate::value::{Node, Object, parse_json};

    const V0: &str = "package main\n\ndeny[msg] { input.kind == \"Bad\"; msg := sprintf(\"bad %v\", [input.name]) }\n\
        deny_naming[{\"msg\": \"name\", \"code\": 7}] { not input.name }\nwarn[\"old\"] { input.old }\n\
        denyish[\"never\"] { true }\nviolation = \"single\" { input.single }\n";

    fn bundle(sources: &[(&str, &str)]) -> Bundle {
        let data = Node::Object(Object::new());
        Bundle::from_sources(sources.iter().copied(), data, &BundleOptions::foreign())
            .expect("loads")
    }

    fn findings(document: &str) -> Vec<(String, String)> {
        let bundle = bundle(&[("main.rego", V0)]);
        let entries = entry_points(&bundle, &Namespaces::default()).expect("found");
        let mut evaluator = Evaluator::new(&bundle, &Limits::default()).expect("prepared");
        let input = Input::new(&parse_json(document).expect("valid")).expect("convertible");
        let findings = entries
            .iter()
            .flat_map(|entry| evaluate_entry(&mut evaluator, &input, entry).expect("evaluated"));
        findings
            .map(|finding| (finding.entry.rule, finding.result.message))
            .collect()
    }

    #[test]
    fn conftest_rules_of_rego_v0_run_unchanged() {
        let pairs = |list: &[(&str, &str)]| -> Vec<(String, String)> {
            list.iter()
                .map(|(rule, message)| ((*rule).to_owned(), (*message).to_owned()))
                .collect()
        };
        assert_eq!(
            findings(r#"{"kind": "Bad", "name": "x"}"#),
            pairs(&[("deny", "bad x")])
        );
        assert_eq!(
            findings(r#"{"old": true}"#),
            pairs(&[("deny_naming", "name"), ("warn", "old")])
        );
        assert_eq!(
            findings(r#"{"name": "x", "single": true}"#),
            pairs(&[("violation", "single")])
        );
        assert_eq!(findings(r#"{"name": "x"}"#), []);
    }

    #[test]
    fn an_unknown_namespace_is_an_error() {
        let bundle = bundle(&[(
            "a.rego",
            "package terraform.aws\ndeny contains \"x\" if input.x\n",
        )]);
        let error = entry_points(&bundle, &Namespaces::default()).expect_err("refused");
        assert!(
            matches!(&error, RegoError::UnknownNamespace { help: Some(help), .. } if help.contains("`terraform.aws`"))
        );
        let all = entry_points(&bundle, &Namespaces::All).expect("found");
        assert_eq!(
            all.iter()
                .map(|entry| entry.path.as_str())
                .collect::<Vec<_>>(),
            ["data.terraform.aws.deny"]
        );
    }

    #[test]
    fn no_rule_at_all_is_an_error() {
        let bundle = bundle(&[(
            "a.rego",
            "package main\nallow if input.x\ndeny_fn(x) := x\n",
        )]);
        assert!(matches!(
            entry_points(&bundle, &Namespaces::All),
            Err(RegoError::NoRules { .. })
        ));
        assert!(matches!(
            entry_points(&bundle, &Namespaces::default()),
            Err(RegoError::NoRules { .. })
        ));
    }
}
