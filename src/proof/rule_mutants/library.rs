//! The mutants of the fact library: noticed by the Rego tests beside the facts, or by a fixture of any scenario.

use std::path::PathBuf;

use crate::grade::Oracle;
use crate::rego::{Bundle, BundleOptions, Limits, RegoError};
use crate::spec::{Equivalents, Root};

use super::super::watch::Watch;
use super::jury::{Judged, Policies, test_packages, tests};
use super::known::{by_file, mutants_below};
use super::trial::{First, Trial};
use super::weigh::{Weighed, weigh};

/// Tries every mutant of the library with the fixtures of all scenarios; `watch` is told of each.
pub fn mutate_library(
    root: &Root,
    oracles: &[&Oracle],
    judged: Vec<&Judged>,
    list: &Equivalents,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Weighed, RegoError> {
    let library = root.library_folder();
    let folder = format!("{}/", root.relative(&library));
    let mut folders: Vec<PathBuf> = vec![library.clone()];
    folders.extend(
        oracles
            .iter()
            .map(|oracle| root.policy_folder(&oracle.spec.id)),
    );
    let entries = oracles.iter();
    let entries = entries.map(|oracle| format!("data.{}", oracle.spec.policy));
    let all = Bundle::load(&[&library], &BundleOptions::shipped().and_tests())?;
    let packages = test_packages(&all, root, &folder);
    let trial = Trial {
        first: First::Tests,
        fixtures: judged,
        judging: Policies::of(folders, false, entries.collect())?,
        tests: tests(&all, &packages, limits)?,
        testing: Policies::of(vec![library.clone()], true, packages)?,
        limits: *limits,
    };
    let mutants = mutants_below(root, &all, &library);
    let files = by_file(root, &all, &mutants);
    watch.stage("mutants of facts", mutants.len());
    let fates = trial.fates(&files, watch)?;
    Ok(weigh("lib", &folder, &files, &fates, list))
}
