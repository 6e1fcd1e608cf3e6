//! `prove`: the grading proof, its reports, and the certificates.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use serde::Serialize;

use crate::certificate::{Certificate, canonical_bytes, unchanged};
use crate::grade::{Oracle, OracleError};
use crate::proof::rule_mutants::listed_equivalents;
use crate::proof::{
    Fixture, Gap, GapKind, LibraryProof, ScenarioProof, Watch, fixtures, prove, prove_library,
    prove_witnesses,
};
use crate::rego::{Limits, engine_pool};
use crate::report::{
    LibraryRecord, ProofRecord, ScenarioSources, Style, gap_list, library_record, proof_page,
    proof_record, proof_table, scenario_record,
};
use crate::source::write_atomically;
use crate::spec::{Equivalents, Root};

use super::output::width;
use super::{Context, Exit, Failure, Format, Progress};

/// Proves oracles on their own fixtures and writes their certificates
#[derive(Debug, Args)]
#[command(after_help = "Formats: human, json")]
pub(super) struct Arguments {
    /// Scenarios to prove [default: all]
    scenarios: Vec<String>,

    /// Writes no certificate; one that is missing or would change is a gap
    #[arg(long)]
    check: bool,

    /// Leaves out scenarios of which nothing changed that their certificate is bound to
    #[arg(long, conflicts_with = "check")]
    changed: bool,

    /// Writes the proof as one self-contained page as well
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// A scenario to prove, or one that needs no new proof.
enum Work {
    Prove(Arc<Oracle>),
    Unchanged(Arc<Oracle>, Box<Certificate>, Vec<Fixture>),
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let format = context.format("prove", &[Format::Human, Format::Json])?;
    if let Some(page) = arguments.html.as_deref() {
        refuse_as_page(page)?;
    }
    let root = context.root()?;
    let work = work(arguments, &root)?;
    let list = listed_equivalents(&root)?;
    let pool = engine_pool(context.jobs()).map_err(OracleError::from)?;
    let proofs = pool.install(|| proofs(&work, &list, context))?;
    let mut gaps: Vec<Gap> = proofs.iter().flat_map(|proof| proof.gaps.clone()).collect();
    for proof in &proofs {
        let scenario = &proof.certificate.scenario;
        let target = Target {
            about: scenario,
            path: root.proof_folder(scenario).join("certificate.json"),
            command: format!("proofmark prove {scenario}"),
        };
        let unsettled = target.settle(&root, &proof.certificate, &proof.gaps, arguments.check);
        gaps.extend(unsettled?);
    }
    let mut library = None;
    if arguments.scenarios.is_empty() && proofs.len() == work.len() {
        let proof = pool.install(|| prove_facts(&root, &work, &proofs, &list, context))?;
        gaps.extend(prove_witnesses(&root)?);
        let target = Target {
            about: "lib",
            path: root.library_certificate(),
            command: "proofmark prove".to_owned(),
        };
        // A library is not proved by scenarios that are not.
        let open = [gaps.as_slice(), proof.gaps.as_slice()].concat();
        let unsettled = target.settle(&root, &proof.certificate, &open, arguments.check)?;
        library = Some(library_record(&root, &proof));
        gaps.extend(proof.gaps);
        gaps.extend(unsettled);
    } else if arguments.changed && !proofs.is_empty() {
        // Its certificate rests on the fixtures of all scenarios, and some were not graded.
        context.output.remark(
            "the fact library was not proved again: it needs all scenarios (`proofmark prove`)",
        );
    }
    let record = record(&work, &proofs, library, gaps);
    if let Some(page) = arguments.html.as_deref() {
        write_page(page, &record)?;
    }
    if format == Format::Json {
        context.output.json(&record)?;
    } else {
        let style = Style {
            color: context.output.colors_results(),
        };
        context.output.text(&text(&record, style, width()))?;
    }
    Ok(if record.gaps.is_empty() {
        Exit::Pass
    } else {
        Exit::Fail
    })
}

/// A page that cannot be written is refused before the proof, which takes longer.
fn refuse_as_page(page: &Path) -> Result<(), Failure> {
    let what = if page.is_dir() || page.file_name().is_none() {
        "is a folder"
    } else if page.ancestors().skip(1).any(Path::is_file) {
        "lies below a file"
    } else {
        return Ok(());
    };
    Err(Failure::usage_message(
        format!("`{}` {what}", page.display()),
        "name the file that the page is written to, such as `proof.html`",
    ))
}

fn write_page(page: &Path, record: &ProofRecord) -> Result<(), Failure> {
    write_atomically(page, proof_page(record).as_bytes()).map_err(|error| {
        Failure::usage_message(
            format!("`{}` cannot be written: {error}", page.display()),
            "name a file in a folder that can be written to",
        )
    })
}

fn work(arguments: &Arguments, root: &Root) -> Result<Vec<Work>, Failure> {
    let mut work = Vec::new();
    for name in names(arguments, root)? {
        let oracle = Arc::new(Oracle::load_checked(root, &name)?);
        let certificate = if arguments.changed {
            unchanged(root, &name, &oracle.spec.arms).map_err(Failure::usage)?
        } else {
            None
        };
        work.push(match certificate {
            Some(certificate) => {
                let fixtures = fixtures(&oracle)?;
                Work::Unchanged(oracle, Box::new(certificate), fixtures)
            }
            None => Work::Prove(oracle),
        });
    }
    if work.is_empty() {
        return Err(Failure::usage_message(
            "no scenario to prove",
            "write one with `proofmark new <id>`",
        ));
    }
    Ok(work)
}

fn proofs(
    work: &[Work],
    list: &Equivalents,
    context: &Context,
) -> Result<Vec<ScenarioProof>, Failure> {
    let mut proofs = Vec::new();
    for work in work {
        if let Work::Prove(oracle) = work {
            let watch = Stages::of(&oracle.spec.id, context);
            proofs.push(prove(oracle, Some(list), &Limits::default(), &watch)?);
        }
    }
    Ok(proofs)
}

/// Shows the stages of one proof.
struct Stages<'a> {
    of: &'a str,
    progress: Progress,
}

impl<'a> Stages<'a> {
    fn of(name: &'a str, context: &Context) -> Self {
        Self {
            of: name,
            progress: Progress::growing(context.output, "proving"),
        }
    }
}

impl Watch for Stages<'_> {
    fn stage(&self, name: &'static str, steps: usize) {
        self.progress.more(format!("{}: {name}", self.of), steps);
    }

    fn step(&self) {
        self.progress.advance();
    }
}

/// Proves the fact library; every scenario was proved.
fn prove_facts(
    root: &Root,
    work: &[Work],
    proofs: &[ScenarioProof],
    list: &Equivalents,
    context: &Context,
) -> Result<LibraryProof, Failure> {
    let oracles = work.iter().map(|work| match work {
        Work::Prove(oracle) | Work::Unchanged(oracle, ..) => &**oracle,
    });
    let all: Vec<(&Oracle, &ScenarioProof)> = oracles.zip(proofs).collect();
    let watch = Stages::of("lib", context);
    let limits = Limits::default();
    Ok(prove_library(root, &all, Some(list), &limits, &watch)?)
}

/// The record of the scenarios in the order they were asked for.
fn record(
    work: &[Work],
    proofs: &[ScenarioProof],
    library: Option<LibraryRecord>,
    gaps: Vec<Gap>,
) -> ProofRecord {
    let mut proofs = proofs.iter();
    let scenarios = work.iter().filter_map(|work| match work {
        Work::Prove(oracle) => {
            let proof = proofs.next()?;
            let sources = ScenarioSources::Proved(proof);
            Some(scenario_record(oracle, sources, &gaps))
        }
        Work::Unchanged(oracle, certificate, fixtures) => {
            let sources = ScenarioSources::Unchanged(certificate, fixtures);
            Some(scenario_record(oracle, sources, &gaps))
        }
    });
    let scenarios = scenarios.collect();
    proof_record(scenarios, library, gaps)
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

/// Where a certificate goes.
struct Target<'a> {
    /// The scenario, or `lib`.
    about: &'a str,
    path: PathBuf,
    /// What writes it.
    command: String,
}

impl Target<'_> {
    /// Writes the certificate of a proof without gaps, or compares it.
    fn settle<C: Serialize>(
        &self,
        root: &Root,
        certificate: &C,
        gaps: &[Gap],
        check: bool,
    ) -> Result<Option<Gap>, Failure> {
        if !gaps.is_empty() {
            return Ok(None);
        }
        let bytes = canonical_bytes(certificate);
        let present = std::fs::read(&self.path).ok();
        if present.as_deref() == Some(bytes.as_slice()) {
            return Ok(None);
        }
        let subject = root.relative(&self.path);
        if check {
            let state = if present.is_some() {
                "is stale"
            } else {
                "is missing"
            };
            let help = format!("write it with `{}` and commit it", self.command);
            let message = format!("the certificate {state}");
            let gap = Gap::new(self.about, subject, message, help);
            return Ok(Some(gap.of(GapKind::Certificate)));
        }
        write_atomically(&self.path, &bytes).map_err(|error| {
            Failure::internal(format!("`{subject}` cannot be written: {error}"))
        })?;
        Ok(None)
    }
}

fn text(record: &ProofRecord, style: Style, width: usize) -> String {
    let library = record.library.as_ref().map_or_else(String::new, |library| {
        let mutants = &library.certificate.counts.rule_mutants;
        let mutants = match mutants.made {
            0 => String::new(),
            made => format!(
                "; {} of {made} mutants noticed, {} equivalent",
                mutants.killed(),
                mutants.equivalent
            ),
        };
        format!(
            "fact library: {} of {} lines executed by fixtures and tests{mutants}\n",
            library.certificate.counts.lines.executed, library.certificate.counts.lines.total
        )
    });
    format!(
        "{}\n{library}{}{}\n",
        proof_table(record, style, width),
        gap_list(&record.gaps, style, width),
        record.summary()
    )
}
