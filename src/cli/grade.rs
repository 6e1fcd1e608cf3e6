//! `grade`: one verdict, or many from a stream of requests.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use miette::Diagnostic;
use rayon::prelude::*;
use serde::Deserialize;

use crate::certificate::certified;
use crate::grade::{
    Gradable, GradableError, Grader, Oracle, OracleError, Status, Verdict, read_gradable,
};
use crate::graph::Options;
use crate::rego::{Limits, engine_pool, with_engine_thread};
use crate::report::{Answer, AnswerFormat, Style, verdict_text};
use crate::spec::Root;

use super::target::{Resolved, Target};
use super::{Context, Exit, Failure, Format, Progress};

/// Requests graded at once for each thread, before their verdicts are written; bounds the memory of a batch.
const WINDOW: usize = 16;
/// Bytes of requests read ahead.
const READ_AHEAD: usize = 64 << 10;

/// Grades an artifact with a scenario's oracle
#[derive(Debug, Args)]
#[command(after_help = "\
Formats: human, json
Batch: each line of standard input is {\"scenario\": …, \"arm\": …, \"file\": …, \"source\": …, \"id\": …}, `source` and `id` \
being optional; each line of standard output is {\"schema\": …, \"id\": …, \"verdict\": …, \"error\": …}, in the same order, \
with null for `verdict` or for `error`")]
pub(super) struct Arguments {
    #[command(flatten)]
    target: Target,

    /// Grades with an oracle that has no current certificate
    #[arg(long)]
    unproven: bool,

    /// Reads JSON Lines of requests from standard input
    #[arg(long, conflicts_with_all = ["scenario", "arm", "file", "source", "fixture"])]
    pub batch: bool,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let root = context.root()?;
    if arguments.batch {
        return batch(arguments, context, &root);
    }
    let format = context.format("grade", &[Format::Human, Format::Json])?;
    let file = arguments.target.file.as_deref();
    let progress = file.map(|file| Progress::of_file(context.output, "grading", file));
    let load = |scenario: &str| oracle(&root, scenario, arguments.unproven);
    let mut resolved = arguments.target.resolve(&root, load)?;
    let certificate = resolved.certificate.take();
    let mut verdict = grade(resolved, context, progress)?;
    verdict.certificate = certificate;
    match format {
        Format::Json => context.output.json(&verdict)?,
        _ => context.output.text(&verdict_text(
            &verdict,
            Style {
                color: context.output.colors_results(),
            },
        ))?,
    }
    Ok(exit(verdict.verdict))
}

/// The exit code of a verdict.
pub(super) fn exit(status: Status) -> Exit {
    match status {
        Status::Pass => Exit::Pass,
        Status::Fail => Exit::Fail,
        Status::Unverifiable => Exit::Unverifiable,
        Status::Ungradable => Exit::Ungradable,
    }
}

/// The oracle with the hash of its certificate; without a current one the verb ends, unless told to go on.
fn oracle(
    root: &Root,
    scenario: &str,
    unproven: bool,
) -> Result<(Oracle, Option<String>), Failure> {
    match certified(root, scenario) {
        Ok(hash) => Ok((Oracle::load_proved(root, scenario)?, Some(hash))),
        Err(error) => {
            // What is wrong with the oracle itself is said before what is wrong with its proof.
            let oracle = Oracle::load(root, scenario)?;
            if unproven {
                Ok((oracle, None))
            } else {
                Err(Failure::new(Exit::Unproven, error))
            }
        }
    }
}

/// The verdict; `progress` has gone before anything is shown of it.
fn grade(
    resolved: Resolved,
    context: &Context,
    progress: Option<Progress>,
) -> Result<Verdict, Failure> {
    let oracle = Arc::new(resolved.oracle);
    match resolved.gradable {
        Err(error) => {
            let verdict = ungradable(&oracle, &resolved.arm, &error);
            drop(progress);
            context
                .output
                .failure(&Failure::new(Exit::Ungradable, error));
            Ok(verdict)
        }
        Ok(gradable) => Ok(with_engine_thread(|| {
            // The program ends with its one verdict, so the engine is not taken apart first.
            ManuallyDrop::new(Grader::new(oracle, &Limits::default())?)
                .grade(&resolved.arm, &gradable)
        })
        .map_err(OracleError::from)??),
    }
}

fn ungradable(oracle: &Oracle, arm: &str, error: &GradableError) -> Verdict {
    let mut verdict = Verdict::new(&oracle.spec.id, arm, Status::Ungradable);
    verdict.reasons.push(error.to_string());
    verdict
}

/// A line of a batch.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    scenario: String,
    arm: String,
    file: PathBuf,
    #[serde(default)]
    source: Option<PathBuf>,
    #[serde(default)]
    id: Option<serde_json::Value>,
}

/// An oracle of the batch with its certificate, or why it cannot be used.
type Prepared = Result<(Arc<Oracle>, Option<String>), String>;

thread_local! {
    /// The graders of this thread, by scenario: each holds an engine of its own.
    static GRADERS: RefCell<BTreeMap<String, Grader>> = const { RefCell::new(BTreeMap::new()) };
}

fn batch(arguments: &Arguments, context: &Context, root: &Root) -> Result<Exit, Failure> {
    let jobs = context.jobs();
    let pool = engine_pool(jobs).map_err(OracleError::from)?;
    let mut oracles: BTreeMap<String, Prepared> = BTreeMap::new();
    let progress = Progress::counting(context.output, "graded");
    let mut input = BufReader::with_capacity(READ_AHEAD, std::io::stdin().lock());
    let mut exit = Exit::Pass;
    loop {
        let mut window: Vec<Result<Request, Malformed>> = Vec::new();
        // Whoever waits for an answer before the next request gets it: only lines that have come already are taken together.
        while window.is_empty() || window.len() < jobs * WINDOW && input.buffer().contains(&b'\n') {
            let mut line = String::new();
            let length = input.read_line(&mut line).map_err(|error| {
                Failure::internal(format!("standard input cannot be read: {error}"))
            })?;
            if length == 0 {
                break;
            }
            if !line.trim().is_empty() {
                window.push(request(&line));
            }
        }
        if window.is_empty() {
            return Ok(exit);
        }
        for request in window.iter().flatten() {
            oracles.entry(request.scenario.clone()).or_insert_with(|| {
                let (oracle, hash) = oracle(root, &request.scenario, arguments.unproven)
                    .map_err(|failure| told(&*failure.report))?;
                Ok((Arc::new(oracle), hash))
            });
        }
        let answers: Vec<Answer> = pool.install(|| {
            window
                .into_par_iter()
                .map(|request| answer(request, &oracles))
                .collect()
        });
        for answer in answers {
            if answer.error.is_some() {
                exit = Exit::Usage;
            }
            context.output.json_line(&answer)?;
            progress.step(
                answer
                    .verdict
                    .as_ref()
                    .map_or("", |verdict| &verdict.scenario),
            );
        }
    }
}

/// A line that is no request, with the id it states all the same.
struct Malformed {
    id: Option<serde_json::Value>,
    error: String,
}

fn request(line: &str) -> Result<Request, Malformed> {
    let malformed = |error: String| Malformed {
        id: serde_json::from_str::<serde_json::Value>(line)
            .ok()
            .and_then(|stated| stated.get("id").cloned()),
        error,
    };
    let request: Request = serde_json::from_str(line)
        .map_err(|error| malformed(format!("malformed request: {error}")))?;
    if request.file.as_os_str() == "-" {
        let error = "standard input holds the requests; name the artifact's file";
        return Err(malformed(error.to_owned()));
    }
    Ok(request)
}

/// An error in one line, with what to do.
fn told(error: &dyn Diagnostic) -> String {
    match error.help() {
        Some(help) => format!("{error}; {help}"),
        None => error.to_string(),
    }
}

fn answer(request: Result<Request, Malformed>, oracles: &BTreeMap<String, Prepared>) -> Answer {
    let (id, graded) = match request {
        Ok(request) => (request.id.clone(), graded(&request, oracles)),
        Err(malformed) => (malformed.id, Err(malformed.error)),
    };
    let (verdict, error) = match graded {
        Ok(verdict) => (Some(verdict), None),
        Err(error) => (None, Some(error)),
    };
    Answer {
        schema: AnswerFormat::V1,
        id,
        verdict,
        error,
    }
}

fn graded(request: &Request, oracles: &BTreeMap<String, Prepared>) -> Result<Verdict, String> {
    let prepared = oracles
        .get(&request.scenario)
        .ok_or_else(|| "the oracle was not loaded".to_owned())?;
    let (oracle, certificate) = prepared.as_ref().map_err(Clone::clone)?;
    let arm = oracle.arm(&request.arm).map_err(|error| told(&error))?;
    let read = read_gradable(
        arm,
        &request.file,
        request.source.as_deref(),
        &Options::default(),
    );
    let mut verdict = match read {
        Err(error) if error.is_usage() => return Err(told(&error)),
        Err(error) => ungradable(oracle, &request.arm, &error),
        Ok(gradable) => {
            grade_here(oracle, &request.arm, &gradable).map_err(|error| told(&error))?
        }
    };
    verdict.certificate.clone_from(certificate);
    Ok(verdict)
}

/// Grades with the grader of this thread.
fn grade_here(
    oracle: &Arc<Oracle>,
    arm: &str,
    gradable: &Gradable,
) -> Result<Verdict, OracleError> {
    GRADERS.with_borrow_mut(|graders| {
        if !graders.contains_key(&oracle.spec.id) {
            let grader = Grader::new(oracle.clone(), &Limits::default())?;
            graders.insert(oracle.spec.id.clone(), grader);
        }
        match graders.get_mut(&oracle.spec.id) {
            Some(grader) => grader.grade(arm, gradable),
            None => Err(OracleError::Broken {
                scenario: oracle.spec.id.clone(),
                message: "no grader".to_owned(),
            }),
        }
    })
}
