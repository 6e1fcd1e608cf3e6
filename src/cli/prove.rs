//! `prove`: the grading proof, its table, and the certificates.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use crate::certificate::{canonical_bytes, hash_bytes};
use crate::grade::{Oracle, OracleError};
use crate::proof::rule_mutants::listed_equivalents;
use crate::proof::{Gap, GapKind, ScenarioProof, fixtures, prove, prove_library, prove_witnesses};
use crate::rego::{Limits, engine_pool};
use crate::report::{
    ProofFormat, ProofRecord, Style, gap_list, library_lines, mutant_lines, proof_table,
};
use crate::source::write_atomically;
use crate::spec::Root;

use super::{Context, Exit, Failure, Format, Progress};

/// Proves oracles on their own fixtures and writes their certificates
#[derive(Debug, Args)]
#[command(after_help = "Formats: human, json")]
pub(super) struct Arguments {
    /// Scenarios to prove [default: all]
    scenarios: Vec<String>,

    /// Tries the mutants of rules and facts as well
    #[arg(long)]
    rule_mutants: bool,

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
    let limits = Limits::default();
    let list = listed_equivalents(&root)?;
    let list = arguments.rule_mutants.then_some(&list);
    let mut proofs = Vec::new();
    for oracle in &oracles {
        let step = || progress.step(&oracle.spec.id);
        proofs.push(pool.install(|| prove(oracle, list, &limits, &step))?);
    }
    if proofs.is_empty() {
        return Err(Failure::usage_message(
            "no scenario to prove",
            "write one with `proofmark new <id>`",
        ));
    }
    let mut gaps: Vec<Gap> = proofs.iter().flat_map(|proof| proof.gaps.clone()).collect();
    for proof in &proofs {
        let scenario = &proof.certificate.scenario;
        let path = root.proof_folder(scenario).join("certificate.json");
        let target = (
            scenario.as_str(),
            path,
            format!("proofmark prove {scenario}"),
        );
        gaps.extend(settle(
            &root,
            &proof.certificate,
            &proof.gaps,
            &target,
            arguments.check,
        )?);
    }
    let mut library = None;
    if arguments.scenarios.is_empty() {
        let all: Vec<(&Oracle, &ScenarioProof)> = oracles
            .iter()
            .map(|oracle| &**oracle)
            .zip(&proofs)
            .collect();
        let proof = pool.install(|| prove_library(&root, &all, list, &limits))?;
        let target = (
            "lib",
            root.library_certificate(),
            "proofmark prove".to_owned(),
        );
        gaps.extend(prove_witnesses(&root)?);
        // A library is not proved by scenarios that are not.
        let open = [gaps.as_slice(), proof.gaps.as_slice()].concat();
        let unsettled = settle(&root, &proof.certificate, &open, &target, arguments.check)?;
        gaps.extend(proof.gaps);
        gaps.extend(unsettled);
        library = Some(proof.certificate);
    }
    drop(progress);
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
    let library = library.map_or_else(String::new, |library| library_lines(&library));
    context.output.text(&proof_table(&proofs, style))?;
    context.output.text(&format!(
        "\n{}{library}{}{}\n",
        mutant_lines(&proofs),
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
fn settle<C: Serialize>(
    root: &Root,
    certificate: &C,
    gaps: &[Gap],
    (about, path, command): &(&str, PathBuf, String),
    check: bool,
) -> Result<Option<Gap>, Failure> {
    if !gaps.is_empty() {
        return Ok(None);
    }
    let bytes = canonical_bytes(certificate);
    let present = std::fs::read(path).ok();
    if present.as_deref() == Some(bytes.as_slice()) {
        return Ok(None);
    }
    if check {
        let subject = root.relative(path);
        let state = if present.is_some() {
            "is stale"
        } else {
            "is missing"
        };
        let help = format!("write it with `{command}` and commit it");
        let gap = Gap::new(about, subject, format!("the certificate {state}"), help);
        return Ok(Some(gap.of(GapKind::Certificate)));
    }
    write_atomically(path, &bytes).map_err(|error| {
        Failure::internal(format!(
            "`{}` cannot be written: {error}",
            root.relative(path)
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
