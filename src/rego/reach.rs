//! Which files a package needs: those of the packages it refers to, however far away.

use std::collections::BTreeSet;

use crate::source::SourceText;

use super::bundle::PolicyFile;
use super::check::{Path, Scope, path_of};
use super::syntax::{self, Event};

/// The files to parse next, as packages are found to be needed.
pub(super) struct Reach {
    packages: Vec<Option<Path>>,
    wanted: Vec<Path>,
    seen: BTreeSet<Path>,
    taken: Vec<bool>,
}

impl Reach {
    /// Starts from the packages in `only`, written as `data.…`.
    pub fn new(sources: &[SourceText], only: &[String]) -> Self {
        let roots = only
            .iter()
            .map(|path| path.split('.').skip(1).map(str::to_owned).collect());
        Self {
            packages: sources
                .iter()
                .map(|source| package_in(source.text()))
                .collect(),
            wanted: roots.collect(),
            seen: BTreeSet::new(),
            taken: vec![false; sources.len()],
        }
    }

    /// The indices of files that are needed and were not given out before.
    pub fn next_files(&mut self) -> Option<Vec<usize>> {
        let path = self.wanted.pop()?;
        let mut files = Vec::new();
        for (index, (package, taken)) in self.packages.iter().zip(&mut self.taken).enumerate() {
            let needed = package
                .as_ref()
                .is_none_or(|package| package.starts_with(&path) || path.starts_with(package));
            if needed && !*taken {
                *taken = true;
                files.push(index);
            }
        }
        Some(files)
    }

    /// Takes note of everything below `data` that a file refers to.
    pub fn follow(&mut self, file: &PolicyFile) {
        let scope = Scope::of(file);
        let mut paths: Vec<Path> = scope.imported().cloned().collect();
        paths.push(path_of(&file.module.package.refr));
        for rule in &file.module.policy {
            syntax::walk_rule(rule, &mut |event| {
                let reference = match event {
                    Event::Reference(reference) | Event::Override(reference) => reference,
                    Event::Call(call) => call.function,
                    Event::Division(_) | Event::Statement => return,
                };
                if reference.root == "data" && !reference.local {
                    paths.push(
                        reference
                            .names()
                            .iter()
                            .skip(1)
                            .map(|name| (*name).to_owned())
                            .collect(),
                    );
                }
            });
        }
        for path in paths {
            if self.seen.insert(path.clone()) {
                self.wanted.push(path);
            }
        }
    }
}

/// The package a text declares, when that can be seen without parsing it.
fn package_in(text: &str) -> Option<Path> {
    let mut lines = text.lines().map(str::trim);
    let line = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let name = line.strip_prefix("package ")?.split('#').next()?.trim();
    let is_plain = |part: &str| {
        !part.is_empty()
            && part
                .chars()
                .all(|character| character.is_ascii_alphanumeric() || character == '_')
    };
    name.split('.')
        .all(is_plain)
        .then(|| name.split('.').map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::super::bundle::{Bundle, BundleOptions};
    use crate::value::{Node, Object};

    fn loaded(only: &[&str]) -> Vec<String> {
        let sources = [
            (
                "one.rego",
                "package scenarios.one\ndeny contains \"x\" if data.lib.a.fact\n",
            ),
            (
                "two.rego",
                "# a comment\npackage scenarios.two\nimport data.lib.b.fact\ndeny contains \"x\" if fact\n",
            ),
            ("a.rego", "package lib.a\nfact if data.lib.c.f(1)\n"),
            ("b.rego", "package lib.b\nfact if { false }\n"),
            ("c.rego", "package lib.c\nf(x) := x\n"),
        ];
        let options = BundleOptions {
            only: only.iter().map(|name| (*name).to_owned()).collect(),
            ..BundleOptions::shipped()
        };
        let bundle =
            Bundle::from_sources(sources, Node::Object(Object::new()), &options).expect("loads");
        bundle
            .files()
            .iter()
            .map(|file| file.source.name().to_string())
            .collect()
    }

    #[test]
    fn only_what_a_package_refers_to_is_loaded() {
        assert_eq!(
            loaded(&["data.scenarios.one"]),
            ["one.rego", "a.rego", "c.rego"]
        );
        assert_eq!(loaded(&["data.scenarios.two"]), ["two.rego", "b.rego"]);
        assert_eq!(loaded(&[]).len(), 5);
    }
}
