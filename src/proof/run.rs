//! Running the proof of one scenario and weighing what came out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use miette::Diagnostic;
use rayon::prelude::*;
use thiserror::Error;

use crate::certificate::{
    Binding, CERTIFICATE_SCHEMA, Certificate, CertificateError, Counts, EquivalenceCounts,
    FixtureRow, Lines, MutantCounts, RuleMutants, RuleRow, Tries,
};
use crate::grade::{
    Gradable, Grader, Oracle, OracleError, Recording, Status, Verdict, read_gradable,
};
use crate::graph::{Graph, Options};
use crate::rego::{Coverage, Limits, RegoError};
use crate::spec::{Equivalents, FixtureRole, Recorded, RootError};

use super::equivalence::{EquivalenceProof, equivalence};
use super::fixture::{Expectation, Fixture, fixtures};
use super::gap::{Gap, GapKind};
use super::mutants::{Artifact, Fate, Mutant, prove_mutants};
use super::respell::respell;
use super::rule_mutants::{Judged, Weighed, mutate_scenario};
use super::unknowns::unknowns;
use super::watch::Watch;

/// References an arm must have: one shows nothing about other ways to write the solution.
const REFERENCES: usize = 2;

/// Why a proof could not be run at all.
#[derive(Debug, Error, Diagnostic)]
pub enum ProofError {
    /// The oracle cannot be loaded.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Oracle(#[from] OracleError),
    /// A folder cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Root(#[from] RootError),
    /// The engine does not start.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Rego(#[from] RegoError),
    /// Something to hash cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Certificate(#[from] CertificateError),
}

/// What the proof of one scenario came to.
#[derive(Debug)]
pub struct ScenarioProof {
    /// The certificate, valid only without gaps.
    pub certificate: Certificate,
    /// Everything missing or contradicted.
    pub gaps: Vec<Gap>,
    /// Lines executed by the fixtures, of the scenario's policies and of the library.
    pub coverage: Coverage,
    /// Fixtures with their verdicts.
    pub rows: Vec<(Fixture, Option<Verdict>)>,
    /// The fixtures with what was judged for them; none where one did not come to what was predicted.
    pub judged: Vec<Judged>,
    /// Machine-made wrong variants of the references, each with its fate.
    pub mutants: Vec<(Mutant, Fate)>,
    /// The references that they are variants of, in the order that they count them.
    pub mutated: Vec<String>,
    /// Mutants of the rules one by one; none where they were not tried.
    pub rule_mutants: Option<Weighed>,
    /// How often each fact was compared across arms.
    pub compared: BTreeMap<String, usize>,
}

struct Graded {
    verdict: Option<Verdict>,
    recording: Option<Recording>,
    gap: Option<Gap>,
    coverage: Coverage,
    graph: Option<Graph>,
}

/// Proves the oracle, in parallel on the current thread pool; `watch` is told how far it is.
///
/// The mutants of the rules are tried only where the fixtures leave no gap: what a fixture predicts has to hold before
/// it can tell a mutant. Without a `list` of equivalent mutants none is tried.
pub fn prove(
    oracle: &Arc<Oracle>,
    list: Option<&Equivalents>,
    limits: &Limits,
    watch: &dyn Watch,
) -> Result<ScenarioProof, ProofError> {
    let fixtures = fixtures(oracle)?;
    watch.stage("fixtures", fixtures.len());
    let graded: Vec<Graded> = fixtures
        .par_iter()
        .map_init(
            || Grader::new(oracle.clone(), limits),
            |grader, fixture| {
                let graded = grade(oracle, grader.as_mut().ok(), fixture);
                watch.step();
                graded
            },
        )
        .collect();
    // An engine that does not start is no gap of a fixture.
    Grader::new(oracle.clone(), limits)?;
    let mut gaps = missing_fixtures(oracle, &fixtures);
    let mut coverage = Coverage::default();
    let (mut rows, mut judged, mut artifacts) = (Vec::new(), Vec::new(), Vec::new());
    for (fixture, mut graded) in fixtures.into_iter().zip(graded) {
        artifacts.extend(artifact(&fixture, &mut graded));
        gaps.extend(graded.gap);
        coverage.merge(&graded.coverage);
        judged.extend(graded.recording.map(|recording| Judged {
            fixture: fixture.clone(),
            recording,
            coverage: graded.coverage,
        }));
        rows.push((fixture, graded.verdict));
    }
    let rules = rule_rows(oracle, &rows);
    gaps.extend(unkilled_rules(oracle, &rules));
    let lines = scenario_lines(oracle, &coverage, &mut gaps);
    watch.stage("equivalence", 0);
    let equivalence = match equivalence(oracle, &rows, limits) {
        Ok(equivalence) => equivalence,
        // Rules that cannot be evaluated are told by the fixtures already.
        Err(_) if !gaps.is_empty() => EquivalenceProof::default(),
        Err(error) => return Err(error.into()),
    };
    gaps.extend(equivalence.gaps);
    // What is not proved on fixtures is not proved on what is made of them, which takes most of the time.
    let is_sound = gaps.is_empty();
    let mut certificate = certificate(oracle, &rows, rules, lines, equivalence.counts)?;
    let respelled = respell(oracle, limits, &rows, watch);
    gaps.extend(respelled.gaps);
    certificate.counts.respellings = respelled.counts;
    let of_role = |wanted: &str| -> Vec<Artifact> {
        let found = artifacts.iter().filter(|(role, _)| *role == wanted);
        found.map(|(_, artifact)| artifact.clone()).collect()
    };
    let (references, negatives) = (of_role("reference"), of_role("negative"));
    watch.stage("artifact mutants", 0);
    let mutants = prove_mutants(oracle, limits, &references, &negatives)?;
    gaps.extend(mutants.gaps);
    certificate.counts.mutants = mutants.counts;
    certificate.mutants = mutants.rows;
    if gaps.is_empty() {
        let unknowns = unknowns(oracle, &rows, limits, watch)?;
        gaps.extend(unknowns.gaps);
        certificate.counts.unknowns = unknowns.counts;
    }
    let mut rule_mutants = None;
    if !is_sound {
        judged.clear();
    } else if let Some(list) = list {
        let weighed = mutate_scenario(oracle, &judged, list, limits, watch)?;
        certificate.counts.rule_mutants = weighed.mutants.clone();
        gaps.extend(weighed.gaps.clone());
        rule_mutants = Some(weighed);
    }
    Ok(ScenarioProof {
        certificate,
        gaps,
        coverage,
        rows,
        judged,
        mutants: mutants.mutants,
        mutated: references.into_iter().map(|one| one.name).collect(),
        rule_mutants,
        compared: equivalence.facts,
    })
}

/// The artifact of a fixture that came out as predicted, with its role.
fn artifact(fixture: &Fixture, graded: &mut Graded) -> Option<(&'static str, Artifact)> {
    let graph = graded.graph.take().filter(|_| graded.gap.is_none())?;
    let artifact = Artifact::new(&fixture.name, &fixture.folder.arm, graph);
    Some((fixture.role(), artifact))
}

fn grade(oracle: &Oracle, grader: Option<&mut Grader>, fixture: &Fixture) -> Graded {
    let id = &oracle.spec.id;
    let mut graded = Graded {
        verdict: None,
        recording: None,
        gap: None,
        coverage: Coverage::default(),
        graph: None,
    };
    let gap = |message: String, help: &str| Some(Gap::new(id, &fixture.name, message, help));
    let Some(grader) = grader else { return graded };
    let arm = match oracle.arm(&fixture.folder.arm) {
        Ok(arm) => arm,
        Err(error) => {
            graded.gap = gap(
                error.to_string(),
                "remove the fixture, or add the arm to the spec",
            );
            return graded;
        }
    };
    if fixture.expected.is_none() {
        graded.gap = gap(
            "the spec predicts nothing of this fixture".to_owned(),
            "name the folder after a catch of the spec, or add the catch",
        );
        return graded;
    }
    let Some(recorded) = fixture.folder.recorded(&arm.artifact.file) else {
        graded.gap = gap(
            "nothing is recorded".to_owned(),
            "record it with `make record`",
        );
        return graded;
    };
    let source = fixture.folder.source_folder();
    let source = source.is_dir().then_some(source.as_path());
    let gradable = match read_gradable(arm, recorded.path(), source, &Options::default()) {
        Ok(gradable) => gradable,
        Err(error) => {
            graded.gap = gap(
                format!("it cannot be read: {error}"),
                "record it again with `make record`",
            );
            return graded;
        }
    };
    if matches!(
        (&recorded, &gradable),
        (Recorded::Artifact(_), Gradable::Toolchain(_))
    ) {
        graded.gap = gap(
            "the artifact is a toolchain record".to_owned(),
            "record it again with `make record`",
        );
        return graded;
    }
    grader.record_coverage();
    match grader.grade_recording(&fixture.folder.arm, &gradable) {
        Ok((verdict, recording)) => {
            graded.recording = recording;
            graded.gap = fixture.contradiction(&verdict).map(|message| {
                let gap = Gap::new(id, &fixture.name, message, help(fixture));
                match fixture.folder.role {
                    FixtureRole::Try { .. } => gap.of(GapKind::Try),
                    _ => gap,
                }
            });
            graded.verdict = Some(verdict);
        }
        Err(error) => {
            let help = error.help().map(|help| help.to_string());
            graded.gap = gap(error.to_string(), &help.unwrap_or_default());
        }
    }
    if let Gradable::Graph(graph) = gradable {
        graded.graph = Some(graph);
    }
    match grader.coverage() {
        Ok(coverage) => graded.coverage = coverage,
        Err(error) => graded.gap = gap(error.to_string(), "report this as a defect"),
    }
    graded
}

fn help(fixture: &Fixture) -> String {
    let command = format!(
        "see why with `proofmark explain --fixture {}`",
        fixture.name
    );
    match fixture.folder.role {
        FixtureRole::Reference { .. } => {
            format!("{command}; mend the rule, or the fixture if it is no correct solution")
        }
        FixtureRole::Negative { .. } => {
            format!(
                "{command}; mend the rule or the fixture, or correct the catch's `rules` and `tier` in the spec"
            )
        }
        FixtureRole::DoNothing => {
            format!("{command}; mend the rule, or correct `do_nothing` in the spec")
        }
        FixtureRole::Try { .. } => {
            format!(
                "{command}; mend the rule, or correct `try.yaml` if its answer is not the right one"
            )
        }
    }
}

/// Catches without a negative, arms without enough references or without a do-nothing workspace.
fn missing_fixtures(oracle: &Oracle, fixtures: &[Fixture]) -> Vec<Gap> {
    let spec = &oracle.spec;
    let mut gaps = Vec::new();
    for arm in &spec.arms {
        let on_arm = || fixtures.iter().filter(|fixture| fixture.folder.arm == *arm);
        let references = on_arm()
            .filter(|fixture| fixture.role() == "reference")
            .count();
        if references < REFERENCES {
            let folder = format!("grading-proof/{}/references/{arm}", spec.id);
            let message = format!("{references} references, and {REFERENCES} are needed");
            gaps.push(Gap::new(
                &spec.id,
                folder,
                message,
                "add a correct solution in another idiom",
            ));
        }
        if !on_arm().any(|fixture| fixture.role() == "do-nothing") {
            let folder = format!("grading-proof/{}/do-nothing/{arm}", spec.id);
            gaps.push(Gap::new(
                &spec.id,
                folder,
                "no workspace in which nothing was done",
                "record the empty workspace",
            ));
        }
        for catch in spec
            .catches
            .iter()
            .filter(|catch| !catch.not_on.contains_key(arm))
        {
            let planted = on_arm().any(|fixture| {
                matches!(&fixture.folder.role, FixtureRole::Negative { catch: planted } if *planted == catch.id)
            });
            if !planted {
                let folder = format!("negative-fixtures/{}/{arm}/{}", spec.id, catch.id);
                let help = "add a negative that carries it, or say in the spec's `not_on` why the arm cannot make it";
                gaps.push(Gap::new(
                    &spec.id,
                    folder,
                    "no fixture carries this catch",
                    help,
                ));
            }
        }
    }
    gaps
}

fn rule_rows(oracle: &Oracle, rows: &[(Fixture, Option<Verdict>)]) -> Vec<RuleRow> {
    // A try tests the oracle as it stands: what it exists for is shown by what was planted.
    let planted = rows
        .iter()
        .filter(|(fixture, _)| !matches!(fixture.folder.role, FixtureRole::Try { .. }));
    let violated: Vec<(bool, BTreeSet<&str>)> = planted
        .filter_map(|(fixture, verdict)| {
            let verdict = verdict
                .as_ref()
                .filter(|verdict| verdict.verdict == Status::Fail)?;
            Some((
                fixture.role() == "negative",
                verdict.failed_rules().collect(),
            ))
        })
        .collect();
    oracle
        .rules
        .iter()
        .map(|rule| RuleRow {
            id: rule.id.clone(),
            kills: violated
                .iter()
                .filter(|(_, rules)| rules.contains(rule.id.as_str()))
                .count(),
            sole_kills: violated
                .iter()
                .filter(|(negative, rules)| {
                    *negative && rules.len() == 1 && rules.contains(rule.id.as_str())
                })
                .count(),
        })
        .collect()
}

fn unkilled_rules(oracle: &Oracle, rows: &[RuleRow]) -> Vec<Gap> {
    let id = &oracle.spec.id;
    let is_structural = |rule: &str| oracle.spec.checks.iter().any(|check| check.id == rule);
    rows.iter()
        .filter_map(|row| {
            if row.kills == 0 {
                let help = "plant the bug it exists for, or remove the rule";
                let gap = Gap::new(id, &row.id, "no fixture violates this rule", help);
                Some(gap.of(GapKind::Rule))
            } else if row.sole_kills == 0 && !is_structural(&row.id) {
                let help = "add a negative with this mistake alone";
                let message = "no negative violates this rule alone, so it may be superfluous";
                Some(Gap::new(id, &row.id, message, help).of(GapKind::Rule))
            } else {
                None
            }
        })
        .collect()
}

/// Lines of the scenario's own policies; every one must be executed by some fixture.
fn scenario_lines(oracle: &Oracle, coverage: &Coverage, gaps: &mut Vec<Gap>) -> Lines {
    let prefix = oracle
        .root
        .relative(&oracle.root.policy_folder(&oracle.spec.id));
    let mut lines = Lines {
        executed: 0,
        total: 0,
    };
    for (path, file) in coverage.files() {
        let name = oracle.root.relative(Path::new(path));
        if !name.starts_with(&prefix) {
            continue;
        }
        lines.executed += file.covered.len();
        lines.total += file.covered.len() + file.not_covered.len();
        for line in &file.not_covered {
            let help = "add a fixture that reaches it, or remove it";
            let subject = format!("{name}:{line}");
            let gap = Gap::new(
                &oracle.spec.id,
                subject,
                "no fixture executes this line",
                help,
            );
            gaps.push(gap.of(GapKind::Line));
        }
    }
    lines
}

fn certificate(
    oracle: &Oracle,
    rows: &[(Fixture, Option<Verdict>)],
    rules: Vec<RuleRow>,
    lines: Lines,
    equivalence: EquivalenceCounts,
) -> Result<Certificate, CertificateError> {
    let mut by_role: BTreeMap<&str, usize> = BTreeMap::new();
    let mut tries = Tries::default();
    let mut fixtures = Vec::new();
    let mut completions = 0;
    for (fixture, verdict) in rows {
        let Some(verdict) = verdict else { continue };
        *by_role.entry(fixture.role()).or_default() += 1;
        if matches!(fixture.folder.role, FixtureRole::Try { .. }) {
            match &fixture.expected {
                Some(Expectation::Accepted) => tries.right += 1,
                Some(Expectation::Rejected { .. }) => tries.wrong += 1,
                Some(Expectation::Open) => tries.open += 1,
                None => {}
            }
        }
        completions += verdict.completions.tried;
        fixtures.push(FixtureRow {
            fixture: fixture.name.clone(),
            arm: fixture.folder.arm.clone(),
            role: fixture.role().to_owned(),
            verdict: verdict.verdict.word().to_owned(),
            tier: verdict.tier.clone(),
            rules: verdict.failed_rules().map(str::to_owned).collect(),
            exhaustive: verdict.completions.exhaustive,
        });
    }
    fixtures.sort();
    let count = |role: &str| by_role.get(role).copied().unwrap_or(0);
    Ok(Certificate {
        schema: CERTIFICATE_SCHEMA.to_owned(),
        scenario: oracle.spec.id.clone(),
        binding: Binding::of(&oracle.root, &oracle.spec.id, &oracle.spec.arms)?,
        counts: Counts {
            references: count("reference"),
            negatives: count("negative"),
            do_nothing: count("do-nothing"),
            tries,
            completions,
            lines,
            mutants: MutantCounts::default(),
            equivalence,
            rule_mutants: RuleMutants::default(),
            respellings: Vec::new(),
            unknowns: BTreeMap::new(),
        },
        fixtures,
        rules,
        mutants: Vec::new(),
    })
}
