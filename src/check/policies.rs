//! Examines policies: the fact library once, then the rules of each scenario on top of it.

use std::path::Path;

use crate::grade::policy_rule;
use crate::rego::{Bundle, BundleOptions, LintOptions, RegoError, lint};
use crate::source::{Finding, Span};
use crate::spec::{PolicyRule, Spec};

use super::Survey;

/// Lines of a policy file; a longer one is split before it grows a second job.
const LONGEST_FILE: usize = 120;

/// What a scenario's policy offers to its spec.
pub(super) struct Policy {
    /// Rules with a permanent id.
    pub rules: Vec<PolicyRule>,
    /// Packages, as `data.…`.
    packages: Vec<String>,
}

impl Survey<'_> {
    /// The fact library and its tests.
    pub(super) fn library(&mut self) {
        let folder = self.root.library_folder();
        if folder.is_dir() {
            self.bundle(&[&folder], |_| true);
        }
    }

    /// The policy of a scenario, unless it cannot be used.
    pub(super) fn policy(&mut self, scenario: &str) -> Option<Policy> {
        let (library, folder) = (
            self.root.library_folder(),
            self.root.policy_folder(scenario),
        );
        if !folder.is_dir() {
            let finding = self.about(&folder, "missing-file", "the scenario has no policy");
            self.findings
                .push(finding.with_help("write its rules into a `.rego` file of this folder"));
            return None;
        }
        let own = self.root.relative(&folder);
        let is_own = |file: &str| {
            file.strip_prefix(&own)
                .is_some_and(|rest| rest.starts_with('/'))
        };
        let folders: Vec<&Path> = if library.is_dir() {
            vec![&library, &folder]
        } else {
            vec![&folder]
        };
        let bundle = self.bundle(&folders, is_own)?;
        let ids = bundle
            .metadata()
            .iter()
            .filter(|annotation| is_own(&self.name(&annotation.file)));
        Some(Policy {
            rules: ids.filter_map(policy_rule).collect(),
            packages: bundle.packages().into_iter().map(str::to_owned).collect(),
        })
    }

    /// The spec must name a package that its policy has.
    pub(super) fn package(
        &mut self,
        spec: &Spec,
        place: Option<(crate::source::SourceText, Span)>,
        policy: &Policy,
    ) {
        let wanted = format!("data.{}", spec.policy);
        if policy.packages.contains(&wanted) {
            return;
        }
        let Some((source, span)) = place else { return };
        let known: Vec<&str> = policy
            .packages
            .iter()
            .filter_map(|package| package.strip_prefix("data."))
            .collect();
        let finding = Finding::at(
            &source,
            span,
            "unknown-package",
            format!("no policy has the package `{}`", spec.policy),
        );
        self.findings
            .push(match crate::source::closest(&spec.policy, known) {
                Some(nearest) => finding.with_help(format!("did you mean `{nearest}`?")),
                None => finding.with_help(format!(
                    "write `package {}` into the scenario's policy",
                    spec.policy
                )),
            });
    }

    /// Loads and lints a bundle; only what concerns files that `is_own` is kept, since the rest is reported elsewhere.
    fn bundle(&mut self, folders: &[&Path], is_own: impl Fn(&str) -> bool) -> Option<Bundle> {
        // A link that leads out of the project is refused before anything behind it is read.
        for folder in folders {
            if let Err(error) = self.root.inside(folder) {
                let finding = self.about(folder, "unreadable", error.to_string());
                self.findings.push(finding);
                return None;
            }
        }
        let (bundle, faults) = match Bundle::load(folders, &BundleOptions::shipped().and_tests()) {
            Ok(bundle) => {
                let faults = lint(
                    &bundle,
                    LintOptions {
                        rule_ids: true,
                        longest_file: LONGEST_FILE,
                    },
                );
                for file in bundle.files() {
                    let name = self.name(file.source.name());
                    if is_own(&name) {
                        self.examined.insert(name);
                    }
                }
                (Some(bundle), faults)
            }
            Err(RegoError::Refused { faults }) => (None, faults),
            Err(error) => {
                let folder = folders.last().copied().unwrap_or(Path::new("policies"));
                let finding = self.about(folder, "policy", error.to_string());
                self.findings.push(finding);
                return None;
            }
        };
        for fault in faults {
            let name = self.name(fault.file());
            if is_own(&name) {
                self.findings.push(fault.in_file(&name));
                self.examined.insert(name);
            }
        }
        bundle
    }

    /// A policy file as seen from the root.
    fn name(&self, file: &str) -> String {
        self.root.relative(Path::new(file))
    }
}
