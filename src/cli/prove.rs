//! `prove`: the grading proof, its table, and the certificates.

use std::sync::Arc;

use clap::Args;

use crate::certificate::{canonical_bytes, hash_bytes};
use crate::grade::{Oracle, OracleError};
use crate::proof::{Gap, GapKind, ScenarioProof, fixtures, prove, prove_library};
use crate::rego::{Coverage, Limits, engine_pool};
use crate::report::{ProofFormat, ProofRecord, Style, gap_list, proof_table};
use crate::source::write_atomically;
use crate::spec::Root;

use super::{Context, Exit, Failure, Format, Progress};

/// Proves oracles on their own fixtures and writes their certificates
#[derive(Debug, Args)]
#[command(after_help = "Formats: human, json")]
pub(super) struct Arguments {
    /// Scenarios to prove [default: all]
    scenarios: Vec<String>,

    /// Writes nothing; a certificate that is missing or would change is a gap
    #[arg(long)]
    check: bool,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let format = context.format("prove", &[Format::Human, Format::Json])?;
    let root = context.root()?;
    let names = names(arguments, &root)?;
    let mut oracles = Vec::new();
    for name in &names {
        oracles.push(Arc::new(Oracle::load_checked(&root, name)?));
    }
    let mut steps = 0;
    for oracle in &oracles {
        steps += fixtures(oracle)?.len();
    }
    let progress = Progress::new(context.output, "proving", steps);
    let pool = engine_pool(context.jobs()).map_err(OracleError::from)?;
    let mut proofs = Vec::new();
    for oracle in &oracles {
        let step = || progress.step(&oracle.spec.id);
        proofs.push(pool.install(|| prove(oracle, &Limits::default(), &step))?);
    }
    drop(progress);
    if proofs.is_empty() {
        return Err(Failure::usage_message(
            "no scenario to prove",
            "write one with `proofmark new <id>`",
        ));
    }
    let mut gaps: Vec<Gap> = proofs.iter().flat_map(|proof| proof.gaps.clone()).collect();
    for proof in &proofs {
        gaps.extend(settle(&root, proof, arguments.check)?);
    }
    let mut library = None;
    if arguments.scenarios.is_empty() {
        let mut coverage = Coverage::default();
        for proof in &proofs {
            coverage.merge(&proof.coverage);
        }
        let proof = prove_library(&root, &coverage)?;
        library = Some(proof.lines);
        gaps.extend(proof.gaps);
    }
    let style = Style {
        color: context.output.colors_results(),
    };
    if format == Format::Json {
        let exit = exit(&gaps);
        let certificates = proofs.into_iter().map(|proof| proof.certificate).collect();
        context.output.json(&ProofRecord {
            schema: ProofFormat::V1,
            certificates,
            library,
            gaps,
        })?;
        return Ok(exit);
    }
    let library = library.map_or_else(String::new, |lines| {
        format!(
            "fact library: {} of {} lines executed by fixtures and tests\n",
            lines.executed, lines.total
        )
    });
    context.output.text(&proof_table(&proofs, style))?;
    context.output.text(&format!(
        "\n{library}{}{}\n",
        gap_list(&gaps, style),
        summary(&proofs, &gaps)
    ))?;
    Ok(exit(&gaps))
}

fn exit(gaps: &[Gap]) -> Exit {
    if gaps.is_empty() {
        Exit::Pass
    } else {
        Exit::Fail
    }
}

fn names(arguments: &Arguments, root: &Root) -> Result<Vec<String>, Failure> {
    if !arguments.scenarios.is_empty() {
        return Ok(arguments.scenarios.clone());
    }
    let files = root.spec_files()?;
    Ok(files
        .iter()
        .filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned()))
        .collect())
}

/// Writes the certificate of a proof without gaps, or compares it.
fn settle(root: &Root, proof: &ScenarioProof, check: bool) -> Result<Option<Gap>, Failure> {
    if !proof.gaps.is_empty() {
        return Ok(None);
    }
    let scenario = &proof.certificate.scenario;
    let path = root.proof_folder(scenario).join("certificate.json");
    let bytes = canonical_bytes(&proof.certificate);
    let present = std::fs::read(&path).ok();
    if present.as_deref() == Some(bytes.as_slice()) {
        return Ok(None);
    }
    if check {
        let subject = root.relative(&path);
        let state = if present.is_some() {
            "is stale"
        } else {
            "is missing"
        };
        let help = format!("write it with `proofmark prove {scenario}` and commit it");
        let gap = Gap::new(scenario, subject, format!("the certificate {state}"), help);
        return Ok(Some(gap.of(GapKind::Certificate)));
    }
    write_atomically(&path, &bytes).map_err(|error| {
        Failure::internal(format!(
            "`{}` cannot be written: {error}",
            root.relative(&path)
        ))
    })?;
    Ok(None)
}

fn summary(proofs: &[ScenarioProof], gaps: &[Gap]) -> String {
    if !gaps.is_empty() {
        return format!(
            "{}: no certificate is written for a scenario with a gap",
            counted(gaps.len(), "gap")
        );
    }
    let fixtures: usize = proofs.iter().map(|proof| proof.rows.len()).sum();
    let hashes: Vec<String> = proofs
        .iter()
        .map(|proof| {
            let hash = hash_bytes(&canonical_bytes(&proof.certificate));
            format!(
                "{} {}",
                proof.certificate.scenario,
                hash.get(..16).unwrap_or_default()
            )
        })
        .collect();
    format!(
        "{} proved on {fixtures} fixtures; certificates: {}",
        counted(proofs.len(), "scenario"),
        hashes.join(", ")
    )
}

fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
