//! What a bundle defines: packages, rules and functions by path, and what a name means in a file.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use regorus::unstable::{Expr, Rule};

use crate::value::Node;

use crate::source::Finding;

use super::super::bundle::{Bundle, PolicyFile};
use super::super::fault::fault_at;
use super::super::syntax::{self, Reference};

/// The names of a path below `data`.
pub(in super::super) type Path = Vec<String>;

/// All clauses of one rule or function.
pub(in super::super) struct RuleEntry<'a> {
    /// Number of arguments when it is a function.
    pub arity: Option<usize>,
    pub clauses: Vec<(&'a PolicyFile, &'a Rule)>,
}

/// Everything a bundle defines.
pub(in super::super) struct Symbols<'a> {
    packages: BTreeSet<Path>,
    rules: BTreeMap<Path, RuleEntry<'a>>,
    data: &'a Node,
}

/// What a reference means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) enum Target {
    /// A local variable, or one that unification binds.
    Variable,
    /// Something below `input`.
    Input,
    /// The path below `data` that is known before evaluation.
    Data(Path),
}

/// What names mean in one file.
pub(in super::super) struct Scope {
    pub package: Path,
    imports: BTreeMap<String, Path>,
    inputs: BTreeSet<String>,
}

impl Scope {
    pub fn of(file: &PolicyFile) -> Self {
        let package = path_of(&file.module.package.refr);
        let mut scope = Self {
            package,
            imports: BTreeMap::new(),
            inputs: BTreeSet::new(),
        };
        for import in &file.module.imports {
            let path = path_of(&import.refr);
            let (Some(root), Some(last)) = (path.first(), path.last()) else {
                continue;
            };
            let alias = import
                .r#as
                .as_ref()
                .map_or(last.as_str(), |span| span.text())
                .to_owned();
            match root.as_str() {
                "data" => {
                    scope
                        .imports
                        .insert(alias, path.get(1..).unwrap_or_default().to_vec());
                }
                "input" => {
                    scope.inputs.insert(alias);
                }
                _ => {}
            }
        }
        scope
    }

    /// The path below `data` an alias stands for.
    pub fn import(&self, alias: &str) -> Option<&Path> {
        self.imports.get(alias)
    }

    /// The paths below `data` that are imported.
    pub fn imported(&self) -> impl Iterator<Item = &Path> {
        self.imports.values()
    }

    /// What a reference means here.
    pub fn resolve(&self, symbols: &Symbols<'_>, reference: &Reference<'_>) -> Target {
        if reference.local {
            return Target::Variable;
        }
        let names = reference.names();
        let rest = || names.iter().skip(1).map(|name| (*name).to_owned());
        if reference.root == "data" {
            return Target::Data(rest().collect());
        }
        if reference.root == "input" || self.inputs.contains(reference.root) {
            return Target::Input;
        }
        if let Some(import) = self.imports.get(reference.root) {
            return Target::Data(import.iter().cloned().chain(rest()).collect());
        }
        let mut own = self.package.clone();
        own.push(reference.root.to_owned());
        if symbols.rules_at(&own).next().is_some() {
            own.extend(rest());
            return Target::Data(own);
        }
        Target::Variable
    }
}

impl<'a> Symbols<'a> {
    pub fn of(bundle: &'a Bundle) -> Self {
        let mut symbols = Self {
            packages: BTreeSet::new(),
            rules: BTreeMap::new(),
            data: bundle.data(),
        };
        for file in bundle.files() {
            let package = path_of(&file.module.package.refr);
            for rule in &file.module.policy {
                let mut path = package.clone();
                path.extend(path_of(syntax::head_reference(rule)));
                let entry = symbols.rules.entry(path).or_insert_with(|| RuleEntry {
                    arity: None,
                    clauses: Vec::new(),
                });
                entry.arity = entry.arity.or(syntax::arity(rule));
                entry.clauses.push((file, rule));
            }
            symbols.packages.insert(package);
        }
        symbols
    }

    pub fn rules(&self) -> &BTreeMap<Path, RuleEntry<'a>> {
        &self.rules
    }

    pub fn packages(&self) -> &BTreeSet<Path> {
        &self.packages
    }

    pub fn function(&self, path: &[String]) -> Option<&RuleEntry<'a>> {
        self.rules.get(path).filter(|entry| entry.arity.is_some())
    }

    /// The rules a reference to `path` evaluates: the rule it leads into, or all rules below it.
    pub fn rules_at<'s>(&'s self, path: &'s [String]) -> impl Iterator<Item = &'s Path> + 's {
        let above =
            (1..=path.len()).filter_map(|length| self.rules.get_key_value(path.get(..length)?));
        let below = self
            .rules
            .range::<[String], _>((Bound::Excluded(path), Bound::Unbounded))
            .take_while(move |(rule, _)| rule.starts_with(path));
        above.chain(below).map(|(rule, _)| rule)
    }

    /// Whether `path` leads to a rule, a package or base data.
    pub fn is_defined(&self, path: &[String]) -> bool {
        path.is_empty()
            || self.rules_at(path).next().is_some()
            || self
                .packages
                .iter()
                .any(|package| package.starts_with(path))
            || self.in_data(path)
    }

    /// The longest package that `path` lies in.
    pub fn package_of(&self, path: &[String]) -> Option<&Path> {
        self.packages
            .iter()
            .filter(|package| path.starts_with(package))
            .max_by_key(|package| package.len())
    }

    fn in_data(&self, path: &[String]) -> bool {
        let mut node = self.data;
        for name in path {
            match node {
                Node::Object(members) => match members.get(name.as_str()) {
                    Some(member) => node = member,
                    None => return false,
                },
                Node::List(_) => return true,
                _ => return false,
            }
        }
        true
    }

    /// Every path that can be referred to, as written after `data.`.
    pub fn paths(&self) -> impl Iterator<Item = String> + '_ {
        self.rules
            .keys()
            .chain(self.packages.iter())
            .map(|path| dotted(path))
    }

    /// The names of rules, functions and imports a file can use as they are.
    pub fn names_in(&self, scope: &Scope) -> Vec<String> {
        let own = self
            .rules
            .keys()
            .filter(|path| path.starts_with(&scope.package))
            .filter_map(|path| path.get(scope.package.len()).cloned());
        own.chain(scope.imports.keys().cloned()).collect()
    }

    /// Names defined both as a function and as a value, or with two arities.
    pub fn conflicts(&self) -> Vec<Finding> {
        let mut faults = Vec::new();
        for (path, entry) in &self.rules {
            for (_, rule) in &entry.clauses {
                let arity = syntax::arity(rule);
                let is_default = matches!(rule, Rule::Default { .. });
                if arity == entry.arity || is_default && arity.is_none() {
                    continue;
                }
                let name = dotted(path);
                let message = match (entry.arity, arity) {
                    (Some(first), Some(second)) => {
                        format!("`data.{name}` takes {first} and {second} arguments")
                    }
                    _ => format!("`data.{name}` is both a function and a value"),
                };
                faults.push(
                    fault_at("conflict", message, syntax::head_reference(rule).span())
                        .with_label("differs from the first definition"),
                );
            }
        }
        faults
    }
}

/// The static names of a reference expression.
pub(in super::super) fn path_of(expr: &Expr) -> Path {
    syntax::static_names(expr)
        .unwrap_or_default()
        .into_iter()
        .map(str::to_owned)
        .collect()
}

/// A path as it is written after `data.`.
pub(in super::super) fn dotted(path: &[String]) -> String {
    path.join(".")
}

/// A path as the engine writes it: names that are no identifiers stand between brackets.
pub(in super::super) fn data_path(names: &[String]) -> String {
    let mut path = "data".to_owned();
    for name in names {
        let starts = name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_');
        if starts
            && name
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        {
            path.push('.');
            path.push_str(name);
        } else {
            path.push('[');
            path.push_str(&serde_json::Value::from(name.as_str()).to_string());
            path.push(']');
        }
    }
    path
}
