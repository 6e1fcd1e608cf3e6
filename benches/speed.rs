//! Measures how fast artifacts are graded in process, next to `serde_json` parsing the same bytes.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod configuration;
mod inputs;

use std::error::Error;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proofmark::grade::{Gradable, Grader, Oracle};
use proofmark::graph::{Completion, Graph, Loaded, Options, load_text};
use proofmark::rego::{Limits, with_engine_thread};
use proofmark::source::SourceText;
use proofmark::spec::Root;

use inputs::{padded, reference};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Each scenario, and the one whose resources its larger inputs are padded with.
const SCENARIOS: [(&str, &str); 4] = [
    ("bucket-hardening", "queue-dead-letter"),
    ("parameter-reader", "queue-dead-letter"),
    ("queue-dead-letter", "bucket-hardening"),
    ("upload-handler", "queue-dead-letter"),
];
/// Sizes in bytes with the floor and the aim of the ratio.
const SIZES: [(usize, Option<f64>, f64); 2] = [(16_000, Some(12.0), 6.0), (65_536, None, 3.0)];
/// The absolute aim, in microseconds.
const AIM_MICROS: f64 = 200.0;
/// Time spent on each input.
const TIME: Duration = Duration::from_millis(600);

fn main() -> Outcome<()> {
    // `cargo test --benches` asks for one round without figures worth reading.
    let time = if std::env::args().any(|argument| argument == "--test") {
        Duration::ZERO
    } else {
        TIME
    };
    with_engine_thread(|| run(time))?
}

fn run(time: Duration) -> Outcome<()> {
    println!(
        "Warm grade in process: one evaluation of the rules, read and graph included; medians in microseconds."
    );
    println!(
        "Peer: `serde_json::Value` from the same bytes, features as in this crate (exact numbers), interleaved."
    );
    println!(
        "{:<18} {:<8} {:>7} {:>6} | {:>6} {:>9} {:>6} | {:>7} {:>6} {:>15} | {:>10}",
        "scenario",
        "arm",
        "bytes",
        "peer",
        "read",
        "document",
        "rules",
        "grade",
        "ratio",
        "floor, aim",
        "verdict",
    );
    let root = Root::discover(Some(Path::new(env!("CARGO_MANIFEST_DIR"))))?;
    let mut tally = Tally::default();
    for (size, floor, aim) in SIZES {
        for (scenario, donor) in SCENARIOS {
            let oracle = Arc::new(Oracle::load(&root, scenario)?);
            for arm in ["awscdk", "hcl"] {
                let recorded = reference(root.path(), scenario, arm, size)?;
                let donor = reference(root.path(), donor, arm, 0)?;
                let text = padded(&recorded.text, &donor.text, size)?;
                let row = measure(&oracle, arm, &text, None, time)?;
                row.print(scenario, arm, floor, aim, &mut tally);
                if arm == "hcl" && floor.is_some() {
                    // Copies of resources have no sources: this plan is measured as it was recorded.
                    let sources = Some(recorded.sources.as_path());
                    let row = measure(&oracle, arm, &recorded.text, sources, time)?;
                    row.print(scenario, "hcl+src", floor, aim, &mut tally);
                }
            }
        }
    }
    println!(
        "hcl+src also reads, evaluates and merges the sources, as that arm's verdicts do; it is as long as it was recorded, and the peer parses the plan only."
    );
    println!(
        "verdict: the whole search over completions on a graph that was read, and how many it evaluates."
    );
    println!(
        "floor met {} of {}, aim met {} of {}, at most {AIM_MICROS} us {} of {}",
        tally.floor, tally.floors, tally.aim, tally.rows, tally.micros, tally.rows
    );
    configuration::run(root.path(), time)
}

#[derive(Default)]
struct Tally {
    rows: usize,
    floors: usize,
    floor: usize,
    aim: usize,
    micros: usize,
}

/// Medians in microseconds.
struct Row {
    bytes: usize,
    peer: f64,
    read: f64,
    document: f64,
    rules: f64,
    grade: f64,
    verdict: f64,
    tried: usize,
}

impl Row {
    fn print(&self, scenario: &str, arm: &str, floor: Option<f64>, aim: f64, tally: &mut Tally) {
        let ratio = self.grade / self.peer;
        let said = |limit: f64| {
            let met = if ratio <= limit { "met" } else { "NOT" };
            format!("{limit:.0}x {met}")
        };
        tally.rows += 1;
        tally.aim += usize::from(ratio <= aim);
        tally.micros += usize::from(self.grade <= AIM_MICROS);
        tally.floors += usize::from(floor.is_some());
        tally.floor += usize::from(floor.is_some_and(|floor| ratio <= floor));
        let limits = match floor {
            Some(floor) => format!("{}, {}", said(floor), said(aim)),
            None => said(aim),
        };
        println!(
            "{scenario:<18} {arm:<8} {:>7} {:>6.0} | {:>6.0} {:>9.0} {:>6.0} | {:>7.0} {ratio:>5.1}x {limits:>15} | {:>6.0} ({})",
            self.bytes,
            self.peer,
            self.read,
            self.document,
            self.rules,
            self.grade,
            self.verdict,
            self.tried
        );
    }
}

fn measure(
    oracle: &Arc<Oracle>,
    arm: &str,
    text: &str,
    sources: Option<&Path>,
    time: Duration,
) -> Outcome<Row> {
    let mut grader = Grader::new(oracle.clone(), &Limits::default())?;
    let source = SourceText::new(arm, text);
    let open = Completion::default();
    let mut samples: [Vec<Duration>; 4] = Default::default();
    let started = Instant::now();
    let mut rounds = 0;
    while rounds == 0 || started.elapsed() < time {
        let [peer, read, document, rules] = &mut samples;
        peer.push(timed(|| serde_json::from_str::<serde_json::Value>(text))?.1);
        let (graph, took) = timed(|| graph(&source, sources))?;
        read.push(took);
        let (judged, took) = timed(|| Outcome::Ok(grader.document(&graph, &open)))?;
        document.push(took);
        let (violations, took) = timed(|| grader.judge(&judged))?;
        rules.push(took);
        black_box(violations);
        rounds += 1;
    }
    // The first rounds fill caches and are no warm grades.
    let grade = {
        let [_, read, document, rules] = &samples;
        let sums = read
            .iter()
            .zip(document)
            .zip(rules)
            .map(|((a, b), c)| *a + *b + *c);
        median(sums.collect())
    };
    let gradable = Gradable::Graph(graph(&source, sources)?);
    let mut verdicts = Vec::new();
    let mut tried = 0;
    let started = Instant::now();
    while verdicts.is_empty() || started.elapsed() < time / 3 {
        let (verdict, took) = timed(|| grader.grade(arm, &gradable))?;
        tried = verdict.completions.tried;
        verdicts.push(took);
    }
    let [peer, read, document, rules] = samples.map(median);
    Ok(Row {
        bytes: text.len(),
        peer,
        read,
        document,
        rules,
        grade,
        verdict: median(verdicts),
        tried,
    })
}

fn graph(source: &SourceText, sources: Option<&Path>) -> Outcome<Graph> {
    match load_text(source, sources, &Options::default())? {
        Loaded::Graph(graph) => Ok(graph),
        Loaded::Toolchain(_) => Err("the artifact is a toolchain record".into()),
    }
}

/// The result with the time it took; what is returned is dropped outside of it.
fn timed<T, E>(work: impl FnOnce() -> Result<T, E>) -> Result<(T, Duration), E> {
    let started = Instant::now();
    let result = work();
    let took = started.elapsed();
    result.map(|value| (value, took))
}

fn median(mut samples: Vec<Duration>) -> f64 {
    samples.sort_unstable();
    samples
        .get(samples.len() / 2)
        .map_or(f64::NAN, |sample| sample.as_secs_f64() * 1e6)
}
