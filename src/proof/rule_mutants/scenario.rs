//! The mutants of a scenario's rules: noticed by its fixtures, or by the Rego tests beside the rules.

use std::path::PathBuf;

use crate::grade::Oracle;
use crate::rego::{Bundle, BundleOptions, Limits, RegoError};
use crate::spec::Equivalents;

use super::super::watch::Watch;
use super::jury::{Judged, Policies, test_packages, tests};
use super::known::{by_file, mutants_below};
use super::trial::{First, Trial};
use super::weigh::{Weighed, weigh};

/// Tries every mutant of the scenario's policies; `watch` is told of each.
pub fn mutate_scenario(
    oracle: &Oracle,
    judged: &[Judged],
    list: &Equivalents,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<Weighed, RegoError> {
    let (root, scenario) = (&oracle.root, &oracle.spec.id);
    let own = root.policy_folder(scenario);
    let folders: Vec<PathBuf> = vec![root.library_folder(), own.clone()];
    let folder = format!("{}/", root.relative(&own));
    let all = Bundle::load(&folders, &BundleOptions::shipped().and_tests())?;
    let packages = test_packages(&all, root, &folder);
    let trial = Trial {
        first: First::Fixtures,
        fixtures: judged.iter().collect(),
        judging: Policies::of(
            folders.clone(),
            false,
            vec![format!("data.{}", oracle.spec.policy)],
        )?,
        tests: tests(&all, &packages, limits)?,
        testing: Policies::of(folders, true, packages)?,
        limits: *limits,
    };
    let mutants = mutants_below(root, &oracle.bundle, &own);
    let files = by_file(root, &oracle.bundle, &mutants);
    watch.stage("mutants of rules", mutants.len());
    let fates = trial.fates(&files, watch)?;
    Ok(weigh(scenario, &folder, &files, &fates, list))
}
