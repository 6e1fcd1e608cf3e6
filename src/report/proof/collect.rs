//! The record of a proof, from what the proof itself hands back.

use std::collections::BTreeMap;
use std::path::Path;

use crate::certificate::{Certificate, canonical_bytes, hash_bytes};
use crate::grade::Oracle;
use crate::proof::{Expectation, Fixture, Gap, LibraryProof, ScenarioProof};
use crate::rego::Coverage;
use crate::spec::{FixtureRole, Root, read_attempt};

use super::mutants::{artifact_mutants, rule_mutants};
use super::record::{
    ArmRecord, AttemptRecord, CatchRecord, ComparedFact, FileLines, FixtureRecord, LibraryRecord,
    Prediction, ProofFormat, ProofRecord, Role, RuleRecord, ScenarioRecord, ScenarioResult, Share,
};

/// What the record of a scenario is made from.
#[derive(Debug, Clone, Copy)]
pub enum ScenarioSources<'a> {
    /// A proof that was run.
    Proved(&'a ScenarioProof),
    /// A current certificate, and the fixtures it was made on.
    Unchanged(&'a Certificate, &'a [Fixture]),
}

/// The record of a whole run; gaps come in the order of their kinds.
pub fn proof_record(
    scenarios: Vec<ScenarioRecord>,
    library: Option<LibraryRecord>,
    mut gaps: Vec<Gap>,
) -> ProofRecord {
    gaps.sort_by(|one, other| (one.kind, &one.scenario).cmp(&(other.kind, &other.scenario)));
    ProofRecord {
        schema: ProofFormat::V1,
        scenarios,
        library,
        gaps,
    }
}

/// The record of one scenario; of the gaps of a run, its own are taken.
pub fn scenario_record(oracle: &Oracle, sources: ScenarioSources, gaps: &[Gap]) -> ScenarioRecord {
    let own = |gap: &&Gap| gap.scenario == oracle.spec.id;
    let gaps: Vec<&Gap> = gaps.iter().filter(own).collect();
    let (certificate, fixtures) = match sources {
        ScenarioSources::Proved(proof) => (
            &proof.certificate,
            proof.rows.iter().map(|(fixture, _)| fixture).collect(),
        ),
        ScenarioSources::Unchanged(certificate, fixtures) => {
            (certificate, Vec::from_iter(fixtures))
        }
    };
    let result = match sources {
        ScenarioSources::Unchanged(..) => ScenarioResult::Unchanged,
        ScenarioSources::Proved(_) if gaps.is_empty() => ScenarioResult::Proved,
        ScenarioSources::Proved(_) => ScenarioResult::Gaps,
    };
    let mut fixtures: Vec<FixtureRecord> = fixtures
        .into_iter()
        .map(|fixture| fixture_record(oracle, fixture, sources, certificate))
        .collect();
    fixtures.sort_by(|one, other| {
        (one.role, &one.catch, &one.arm, &one.fixture).cmp(&(
            other.role,
            &other.catch,
            &other.arm,
            &other.fixture,
        ))
    });
    ScenarioRecord {
        scenario: oracle.spec.id.clone(),
        title: oracle.spec.title.clone(),
        result,
        hash: gaps
            .is_empty()
            .then(|| hash_bytes(&canonical_bytes(certificate))),
        arms: arm_records(oracle, &fixtures, &gaps),
        rules: rule_records(oracle, certificate),
        catches: catch_records(oracle),
        fixtures,
        rule_mutants: match sources {
            ScenarioSources::Proved(proof) => proof.rule_mutants.as_ref().map(rule_mutants),
            ScenarioSources::Unchanged(..) => None,
        },
        artifact_mutants: match sources {
            ScenarioSources::Proved(proof) => Some(artifact_mutants(oracle, proof)),
            ScenarioSources::Unchanged(..) => None,
        },
        compared: match sources {
            ScenarioSources::Proved(proof) => proof
                .compared
                .iter()
                .map(|(fact, times)| ComparedFact {
                    fact: fact.clone(),
                    times: *times,
                })
                .collect(),
            ScenarioSources::Unchanged(..) => Vec::new(),
        },
        files: match sources {
            ScenarioSources::Proved(proof) => scenario_files(oracle, &proof.coverage),
            ScenarioSources::Unchanged(..) => Vec::new(),
        },
        certificate: certificate.clone(),
    }
}

/// The record of the fact library.
pub fn library_record(root: &Root, proof: &LibraryProof) -> LibraryRecord {
    LibraryRecord {
        certificate: proof.certificate.clone(),
        rule_mutants: proof.rule_mutants.as_ref().map(rule_mutants),
        files: file_lines(root, &proof.coverage, &root.library_folder()),
    }
}

fn fixture_record(
    oracle: &Oracle,
    fixture: &Fixture,
    sources: ScenarioSources,
    certificate: &Certificate,
) -> FixtureRecord {
    let row = certificate
        .fixtures
        .iter()
        .find(|row| row.fixture == fixture.name);
    let contradicted = match sources {
        ScenarioSources::Proved(proof) => proof
            .rows
            .iter()
            .filter(|(graded, _)| graded.name == fixture.name)
            .filter_map(|(_, verdict)| verdict.as_ref())
            .any(|verdict| fixture.contradiction(verdict).is_some()),
        ScenarioSources::Unchanged(..) => false,
    };
    FixtureRecord {
        fixture: fixture.name.clone(),
        arm: fixture.folder.arm.clone(),
        role: role(fixture),
        catch: match &fixture.folder.role {
            FixtureRole::Negative { catch } => Some(catch.clone()),
            _ => None,
        },
        attempt: attempt(oracle, fixture),
        predicted: fixture.expected.as_ref().map(prediction),
        verdict: row.map(|row| row.verdict.clone()),
        tier: row.and_then(|row| row.tier.clone()),
        rules: row.map(|row| row.rules.clone()).unwrap_or_default(),
        exhaustive: row.is_some_and(|row| row.exhaustive),
        right: row.is_some() && fixture.expected.is_some() && !contradicted,
    }
}

fn role(fixture: &Fixture) -> Role {
    match &fixture.folder.role {
        FixtureRole::Reference { .. } => Role::Reference,
        FixtureRole::Negative { .. } => Role::Negative,
        FixtureRole::DoNothing => Role::DoNothing,
        FixtureRole::Try { .. } => Role::Try,
    }
}

/// What the author of a try says of it.
fn attempt(oracle: &Oracle, fixture: &Fixture) -> Option<AttemptRecord> {
    let FixtureRole::Try { name } = &fixture.folder.role else {
        return None;
    };
    let source = oracle.root.read(&fixture.folder.about_file()).ok()?;
    let attempt = read_attempt(&source, None).ok()?;
    Some(AttemptRecord {
        name: name.clone(),
        idea: attempt.idea,
        because: attempt.because,
        outcome: attempt.outcome,
    })
}

fn prediction(expected: &Expectation) -> Prediction {
    match expected {
        Expectation::Accepted => Prediction {
            verdict: "pass".to_owned(),
            rules: Vec::new(),
            tier: None,
        },
        Expectation::Open => Prediction {
            verdict: "unverifiable".to_owned(),
            rules: Vec::new(),
            tier: None,
        },
        Expectation::Rejected { rules, tier } => Prediction {
            verdict: "fail".to_owned(),
            rules: rules.iter().cloned().collect(),
            tier: tier.clone(),
        },
    }
}

fn arm_records(oracle: &Oracle, fixtures: &[FixtureRecord], gaps: &[&Gap]) -> Vec<ArmRecord> {
    let mut arms: BTreeMap<&str, ArmRecord> = BTreeMap::new();
    let named = oracle.spec.arms.iter();
    for arm in named.chain(fixtures.iter().map(|fixture| &fixture.arm)) {
        arms.entry(arm).or_insert_with(|| ArmRecord {
            arm: arm.clone(),
            has_gaps: gaps
                .iter()
                .any(|gap| gap.subject.split('/').any(|part| part == arm)),
            references: Share::default(),
            negatives: Share::default(),
            do_nothing: Share::default(),
            tries: Share::default(),
        });
    }
    for fixture in fixtures {
        let Some(arm) = arms.get_mut(fixture.arm.as_str()) else {
            continue;
        };
        let share = match fixture.role {
            Role::Reference => &mut arm.references,
            Role::Negative => &mut arm.negatives,
            Role::DoNothing => &mut arm.do_nothing,
            Role::Try => &mut arm.tries,
        };
        share.all += 1;
        share.right += usize::from(fixture.right);
    }
    arms.into_values().collect()
}

fn rule_records(oracle: &Oracle, certificate: &Certificate) -> Vec<RuleRecord> {
    oracle
        .rules
        .iter()
        .map(|rule| {
            let row = certificate.rules.iter().find(|row| row.id == rule.id);
            RuleRecord {
                id: rule.id.clone(),
                tier: rule.tier.clone(),
                title: rule.title.clone(),
                kills: row.map_or(0, |row| row.kills),
                sole_kills: row.map_or(0, |row| row.sole_kills),
            }
        })
        .collect()
}

fn catch_records(oracle: &Oracle) -> Vec<CatchRecord> {
    let catches = oracle.spec.catches.iter();
    catches
        .map(|catch| CatchRecord {
            id: catch.id.clone(),
            title: catch.title.clone(),
            rules: catch.rules.clone(),
        })
        .collect()
}

fn scenario_files(oracle: &Oracle, coverage: &Coverage) -> Vec<FileLines> {
    let folder = oracle.root.policy_folder(&oracle.spec.id);
    file_lines(&oracle.root, coverage, &folder)
}

/// The policies below `folder` with their lines; tests are left out.
fn file_lines(root: &Root, coverage: &Coverage, folder: &Path) -> Vec<FileLines> {
    let files = coverage.files().iter();
    files
        .map(|(path, lines)| (Path::new(path.as_str()), lines))
        .filter(|(path, _)| path.starts_with(folder))
        .filter(|(path, _)| !path.to_string_lossy().ends_with("_test.rego"))
        .map(|(path, lines)| FileLines {
            file: root.relative(path),
            executed: lines.covered.iter().copied().collect(),
            unexecuted: lines.not_covered.iter().copied().collect(),
            text: root
                .read(path)
                .map(|source| source.text().to_owned())
                .unwrap_or_default(),
        })
        .collect()
}
