//! Examines the scenarios: specs, the split of them, and folders that belong to none.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::proof::variant::mutation::OPERATORS;
use crate::source::yaml::{self, Located};
use crate::source::{Finding, SourceText, read_yaml};
use crate::spec::{RootError, Spec, Split, Workspace, read_spec};

use super::Survey;

impl Survey<'_> {
    /// Specs with their surroundings, fixtures, the split, and what is left over.
    pub(super) fn scenarios(&mut self) -> Result<(), RootError> {
        let mut scenarios = BTreeSet::new();
        for path in self.root.spec_files()? {
            let scenario = path
                .file_stem()
                .map(|stem| stem.to_string_lossy().into_owned())
                .unwrap_or_default();
            let Some(source) = self.read(&path) else {
                continue;
            };
            let spec = self.spec(&source, &scenario)?;
            self.fixtures(&scenario, spec.as_ref())?;
            scenarios.insert(scenario);
        }
        self.split(&scenarios);
        for folder in ["policies", "negative-fixtures", "grading-proof"] {
            self.strays(&self.root.path().join(folder), &scenarios)?;
        }
        Ok(())
    }

    fn spec(&mut self, source: &SourceText, scenario: &str) -> Result<Option<Spec>, RootError> {
        let known = |(name, arm): (&String, &Option<crate::arm::Arm>)| {
            Some((name.clone(), arm.as_ref()?.family))
        };
        let policy = self.policy(scenario);
        let workspace = Workspace {
            // An arm that cannot be read is reported where it stands, and not once more where it is named.
            arms: self
                .arms
                .values()
                .all(Option::is_some)
                .then(|| self.arms.iter().filter_map(known).collect()),
            rules: policy.as_ref().map(|policy| policy.rules.clone()),
            negatives: Some(self.root.negatives(scenario)?),
            operators: Some(OPERATORS.iter().map(|operator| operator.name()).collect()),
        };
        Ok(match read_spec(source, &workspace) {
            Ok((spec, findings)) => {
                self.findings.extend(findings);
                if let Some(policy) = &policy {
                    let place = yaml::parse(source)
                        .ok()
                        .and_then(|tree| tree.locate("/policy"));
                    self.package(&spec, place.map(|span| (source.clone(), span)), policy);
                }
                Some(spec)
            }
            Err(findings) => {
                self.findings.extend(findings.into_vec());
                None
            }
        })
    }

    /// The split names every scenario once and nothing else.
    fn split(&mut self, scenarios: &BTreeSet<String>) {
        let path = self.root.split_file();
        if !path.is_file() {
            return;
        }
        let Some(source) = self.read(&path) else {
            return;
        };
        let (split, tree): (Split, Located) = match read_yaml(&source) {
            Ok(read) => read,
            Err(findings) => return self.findings.extend(findings.into_vec()),
        };
        let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
        for (group, members) in &split.groups {
            for (index, scenario) in members.iter().enumerate() {
                let span = tree.locate_nearest(&format!("/groups/{group}/{index}"));
                if !scenarios.contains(scenario) {
                    let message = format!("there is no scenario `{scenario}`");
                    self.findings
                        .push(Finding::at(&source, span, "unknown-scenario", message));
                }
                if let Some(other) = seen.insert(scenario, group) {
                    let message = format!("`{scenario}` belongs to `{other}` already");
                    self.findings
                        .push(Finding::at(&source, span, "duplicate-id", message));
                }
            }
        }
        for scenario in scenarios
            .iter()
            .filter(|scenario| !seen.contains_key(scenario.as_str()))
        {
            let span = tree.locate_key("/groups").unwrap_or(tree.span);
            let finding = Finding::at(
                &source,
                span,
                "missing-scenario",
                format!("`{scenario}` belongs to no group"),
            );
            self.findings.push(
                finding
                    .as_warning()
                    .with_help("add it to one of the groups"),
            );
        }
    }

    /// A folder of a scenario that has no spec is never graded by anything.
    fn strays(&mut self, folder: &Path, scenarios: &BTreeSet<String>) -> Result<(), RootError> {
        for (name, path) in self.root.folders(folder)? {
            let is_library = name == "lib" && folder.ends_with("policies");
            let is_witnesses = name == "witnesses" && folder.ends_with("grading-proof");
            if !is_library && !is_witnesses && !scenarios.contains(&name) {
                let finding =
                    self.about(&path, "stray-folder", format!("no spec is named `{name}`"));
                self.examined.insert(self.root.relative(&path));
                self.findings.push(
                    finding.with_help(format!("write `specs/{name}.yaml`, or remove the folder")),
                );
            }
        }
        Ok(())
    }
}
