//! Examines the list of equivalent mutants: each entry names a mutant that its policy file has.

use std::collections::BTreeMap;
use std::path::Path;

use crate::proof::rule_mutants::known_mutants;
use crate::rego::Mutant;
use crate::source::{Finding, yaml};
use crate::spec::read_equivalents;

use super::Survey;

impl Survey<'_> {
    /// The list, where there is one; whether an entry is equivalent indeed shows the proof.
    pub(super) fn equivalents(&mut self) {
        let path = self.root.equivalents_file();
        if !path.is_file() {
            return;
        }
        let Some(source) = self.read(&path) else {
            return;
        };
        let (list, findings) = match read_equivalents(&source) {
            Ok(read) => read,
            Err(findings) => return self.findings.extend(findings.into_vec()),
        };
        self.findings.extend(findings);
        let Ok(tree) = yaml::parse(&source) else {
            return;
        };
        let mut known: BTreeMap<String, Option<Vec<Mutant>>> = BTreeMap::new();
        for (index, entry) in list.mutants.iter().enumerate() {
            let mut at = |key: &str, code, message: String| {
                let span = tree.locate_nearest(&format!("/mutants/{index}/{key}"));
                self.findings
                    .push(Finding::at(&source, span, code, message));
            };
            let folder = match entry.file.rsplit_once('/') {
                Some((folder, _)) if self.root.path().join(&entry.file).is_file() => folder,
                _ => {
                    at(
                        "file",
                        "missing-file",
                        format!("there is no file `{}`", entry.file),
                    );
                    continue;
                }
            };
            let mutants = known
                .entry(folder.to_owned())
                .or_insert_with(|| mutants_of(self.root, folder));
            // What is wrong with policies is reported where they stand.
            let Some(mutants) = mutants else { continue };
            let Some(mutant) = mutants.iter().find(|mutant| mutant.id == entry.mutant) else {
                let message = format!("`{}` is no mutant of `{}`", entry.mutant, entry.file);
                at("mutant", "unknown-mutant", message);
                continue;
            };
            if mutant.file != entry.file {
                let message = format!("the mutant stands in `{}`", mutant.file);
                at("file", "other-file", message);
            } else if mutant.rule != entry.rule {
                let message = format!("the mutant stands in `{}`", mutant.rule);
                at("rule", "other-rule", message);
            }
        }
    }
}

fn mutants_of(root: &crate::spec::Root, folder: &str) -> Option<Vec<Mutant>> {
    known_mutants(root, &root.path().join(Path::new(folder))).ok()
}
