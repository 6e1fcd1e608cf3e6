//! An invented proof in which every part has something to show, hostile texts included, for tests of its reports.

use std::collections::BTreeMap;

use crate::certificate::{
    Binding, CERTIFICATE_SCHEMA, Certificate, Counts, EquivalenceCounts, LIBRARY_SCHEMA,
    LibraryBinding, LibraryCertificate, LibraryCounts, Lines, MutantCounts, MutantRow,
    RespellingCount, RuleMutants, Tries, UnknownCounts,
};
use crate::proof::{Gap, GapKind};

use super::collect::proof_record;
use super::record::{
    ArmRecord, ArtifactMutantRecord, ArtifactMutantsRecord, AttemptRecord, CatchRecord,
    ComparedFact, FileLines, FixtureRecord, LibraryRecord, Prediction, ProofRecord, Role,
    RuleMutantOperator, RuleMutantRecord, RuleMutantsRecord, RuleRecord, ScenarioRecord,
    ScenarioResult, Share, ToleratedRecord,
};

/// Text that would be markup, were it not escaped.
pub const HOSTILE: &str = "</script><img src=x onerror=alert(1)>&\"'\u{202e}";

/// Two scenarios, one of them with gaps.
pub fn sample() -> ProofRecord {
    let library = LibraryRecord {
        certificate: LibraryCertificate {
            schema: LIBRARY_SCHEMA.to_owned(),
            binding: LibraryBinding {
                engine: "regorus 0.14.1".to_owned(),
                grader: "0.1.0".to_owned(),
                library: "00".repeat(32),
                tests: "00".repeat(32),
                equivalents: "00".repeat(32),
                scenarios: BTreeMap::new(),
            },
            counts: LibraryCounts {
                lines: Lines {
                    executed: 3,
                    total: 3,
                },
                rule_mutants: RuleMutants::default(),
            },
        },
        rule_mutants: Some(rule_mutants("policies/lib/kms.rego", false)),
        files: vec![file("policies/lib/kms.rego", &[])],
    };
    let gap = |kind: GapKind, subject: &str, message: &str| {
        Gap::new("parameter-reader", subject, message, "mend the rule").of(kind)
    };
    let gaps = vec![
        gap(
            GapKind::Fixture,
            "negative-fixtures/parameter-reader/hcl/wide-action",
            "it is accepted, and PR003 should reject it",
        ),
        gap(
            GapKind::Line,
            "policies/parameter-reader/rules.rego:5",
            "no fixture executes this line",
        ),
        gap(GapKind::Rule, "PR003", HOSTILE),
    ];
    let scenarios = vec![
        scenario("bucket-hardening", ScenarioResult::Proved),
        scenario("parameter-reader", ScenarioResult::Gaps),
    ];
    proof_record(scenarios, Some(library), gaps)
}

fn scenario(id: &str, result: ScenarioResult) -> ScenarioRecord {
    let broken = result == ScenarioResult::Gaps;
    let prefix = if broken { "PR" } else { "BH" };
    let rules = ["101", "001", "002", "003"].map(|number| RuleRecord {
        id: format!("{prefix}{number}"),
        tier: if number == "101" { "0" } else { "1" }.to_owned(),
        title: format!("what rule {number} demands"),
        kills: 4,
        sole_kills: 2,
    });
    let wide = format!("{prefix}003");
    let grant = [format!("{prefix}001"), format!("{prefix}002")];
    let mut fixtures = Vec::new();
    for arm in ["awscdk", "hcl"] {
        let missed = broken && arm == "hcl";
        fixtures.push(fixture(id, arm, Role::Reference, None, &[], false));
        fixtures.push(fixture(
            id,
            arm,
            Role::Negative,
            Some("grant-missing"),
            &grant,
            false,
        ));
        let rules = std::slice::from_ref(&wide);
        fixtures.push(fixture(
            id,
            arm,
            Role::Negative,
            Some("wide-action"),
            rules,
            missed,
        ));
        fixtures.push(fixture(id, arm, Role::DoNothing, None, &grant, false));
        fixtures.push(fixture(id, arm, Role::Try, None, rules, missed));
    }
    fixtures.sort_by(|one, other| (one.role, &one.catch).cmp(&(other.role, &other.catch)));
    let share = |right| Share { right, all: 2 };
    let arms = ["awscdk", "hcl"].map(|arm| ArmRecord {
        arm: arm.to_owned(),
        has_gaps: broken && arm == "hcl",
        references: Share { right: 1, all: 1 },
        negatives: share(if broken && arm == "hcl" { 1 } else { 2 }),
        do_nothing: Share { right: 1, all: 1 },
        tries: Share {
            right: usize::from(!(broken && arm == "hcl")),
            all: 1,
        },
    });
    let catches = ["grant-missing", "wide-action"].map(|catch| CatchRecord {
        id: catch.to_owned(),
        title: if broken {
            HOSTILE
        } else {
            "the grant is not as asked"
        }
        .to_owned(),
        rules: if catch == "wide-action" {
            vec![wide.clone()]
        } else {
            grant.to_vec()
        },
    });
    ScenarioRecord {
        scenario: id.to_owned(),
        title: if broken { HOSTILE } else { "Bucket hardening" }.to_owned(),
        result,
        certificate: certificate(id),
        hash: (!broken).then(|| "ab".repeat(32)),
        arms: arms.to_vec(),
        rules: rules.to_vec(),
        catches: catches.to_vec(),
        fixtures,
        rule_mutants: Some(rule_mutants(&format!("policies/{id}/rules.rego"), broken)),
        artifact_mutants: Some(artifact_mutants(broken)),
        compared: ["data.lib.kms.is_own_key", "data.lib.s3.keeps_versions"]
            .map(|fact| ComparedFact {
                fact: fact.to_owned(),
                times: 190,
            })
            .to_vec(),
        files: vec![file(
            &format!("policies/{id}/rules.rego"),
            if broken { &[5] } else { &[] },
        )],
    }
}

fn fixture(
    scenario: &str,
    arm: &str,
    role: Role,
    catch: Option<&str>,
    rules: &[String],
    missed: bool,
) -> FixtureRecord {
    let name = catch.unwrap_or("plain");
    let rejected = |yes: bool| if yes { "fail" } else { "pass" }.to_owned();
    FixtureRecord {
        fixture: format!("fixtures/{scenario}/{arm}/{name}"),
        arm: arm.to_owned(),
        role,
        catch: catch.map(str::to_owned),
        attempt: (role == Role::Try).then(|| AttemptRecord {
            name: "two-statements".to_owned(),
            idea: format!("the grant is split in two {HOSTILE}"),
            because: "both together are what was asked".to_owned(),
            outcome: "held".to_owned(),
        }),
        predicted: Some(Prediction {
            verdict: rejected(!rules.is_empty()),
            rules: rules.to_vec(),
            tier: None,
        }),
        verdict: Some(rejected(!rules.is_empty() && !missed)),
        tier: (!rules.is_empty() && !missed).then(|| "1".to_owned()),
        rules: if missed { Vec::new() } else { rules.to_vec() },
        exhaustive: true,
        right: !missed,
    }
}

fn certificate(scenario: &str) -> Certificate {
    let text = || "00".repeat(32);
    Certificate {
        schema: CERTIFICATE_SCHEMA.to_owned(),
        scenario: scenario.to_owned(),
        binding: Binding {
            engine: "regorus 0.14.1".to_owned(),
            grader: "0.1.0".to_owned(),
            spec: text(),
            arms: text(),
            policy: text(),
            library: text(),
            fixtures: text(),
        },
        counts: Counts {
            references: 2,
            negatives: 4,
            do_nothing: 2,
            tries: Tries::default(),
            equivalence: EquivalenceCounts {
                verdicts: 5,
                references: 2,
                mutants: 40,
                inexpressible: 1,
                facts: 380,
                asked: 3,
            },
            mutants: MutantCounts {
                made: 40,
                killed: 37,
                tolerated: 2,
                ..MutantCounts::default()
            },
            rule_mutants: RuleMutants {
                made: 12,
                killed_by_fixtures: 10,
                equivalent: 1,
                ..RuleMutants::default()
            },
            respellings: ["awscdk", "hcl"]
                .map(|arm| RespellingCount {
                    operator: "renamed".to_owned(),
                    arm: arm.to_owned(),
                    made: 20,
                    kept: 20,
                })
                .to_vec(),
            unknowns: BTreeMap::from([("hcl".to_owned(), UnknownCounts::default())]),
            completions: 31,
            lines: Lines {
                executed: 2,
                total: 3,
            },
        },
        fixtures: Vec::new(),
        rules: Vec::new(),
        mutants: ["awscdk", "hcl"]
            .map(|arm| MutantRow {
                arm: arm.to_owned(),
                operator: "attribute-dropped".to_owned(),
                counts: MutantCounts {
                    made: 20,
                    killed: 18,
                    tolerated: 1,
                    ..MutantCounts::default()
                },
            })
            .to_vec(),
    }
}

fn file(name: &str, unexecuted: &[u32]) -> FileLines {
    FileLines {
        file: name.to_owned(),
        executed: [3, 4, 5]
            .into_iter()
            .filter(|line| !unexecuted.contains(line))
            .collect(),
        unexecuted: unexecuted.to_vec(),
        text: format!("package x\n\ndeny contains r if {{\n\tr := \"{HOSTILE}\"\n\tfalse\n}}\n"),
    }
}

fn rule_mutants(file: &str, survives: bool) -> RuleMutantsRecord {
    let mutant = |argument: Option<String>| RuleMutantRecord {
        id: "0123456789ab".to_owned(),
        operator: "comparison".to_owned(),
        file: file.to_owned(),
        line: 4,
        rule: "data.x.deny".to_owned(),
        diff: format!("- \tr == \"{HOSTILE}\"\n+ \tr != \"{HOSTILE}\"\n"),
        argument,
    };
    RuleMutantsRecord {
        operators: vec![RuleMutantOperator {
            operator: "comparison".to_owned(),
            made: 12,
            not_loaded: 0,
            by_fixtures: 10,
            by_tests: 0,
            by_errors: 0,
            equivalent: 1,
            survived: usize::from(survives),
        }],
        survivors: if survives {
            vec![mutant(None)]
        } else {
            Vec::new()
        },
        equivalent: vec![mutant(Some(format!("`count` is never negative {HOSTILE}")))],
    }
}

fn artifact_mutants(survives: bool) -> ArtifactMutantsRecord {
    let mutant = ArtifactMutantRecord {
        arm: "hcl".to_owned(),
        reference: "grading-proof/parameter-reader/references/hcl/plain".to_owned(),
        operator: "attribute-dropped".to_owned(),
        address: "aws_iam_role.reader".to_owned(),
        pointer: "/assume_role_policy".to_owned(),
        change: HOSTILE.to_owned(),
        result: "it passes".to_owned(),
    };
    ArtifactMutantsRecord {
        survivors: if survives { vec![mutant] } else { Vec::new() },
        tolerated: vec![ToleratedRecord {
            resource_type: "aws_iam_role, AWS::IAM::Role".to_owned(),
            path: "/description, /Description".to_owned(),
            mutants: 2,
            reason: format!("nothing reads it {HOSTILE}"),
        }],
    }
}
