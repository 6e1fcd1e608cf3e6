//! Counts, over a folder of artifacts, how many verdicts hang on what is not known, and what the search over completions cost.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::collections::BTreeMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use proofmark::grade::{Gradable, Grader, Oracle, Verdict};
use proofmark::graph::{Loaded, Options, load};
use proofmark::rego::{Limits, with_engine_thread};
use proofmark::spec::Root;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Folders of the corpus with an artifact in each file.
const FILES: [&str; 3] = ["cfn", "plans", "states"];

fn main() -> Outcome<()> {
    if std::env::args().any(|argument| argument == "--test") {
        return Ok(());
    }
    let Some(corpus) = std::env::var_os("PROOFMARK_CORPUS").map(PathBuf::from) else {
        println!(
            "set PROOFMARK_CORPUS to a folder with `cfn`, `plans`, `states` and `hcl_plan_pairs`"
        );
        return Ok(());
    };
    let root = Root::discover(Some(Path::new(env!("CARGO_MANIFEST_DIR"))))?;
    with_engine_thread(|| run(&root, &corpus))?
}

fn run(root: &Root, corpus: &Path) -> Outcome<()> {
    let artifacts = artifacts(corpus)?;
    println!("{} artifacts that are graphs", artifacts.len());
    println!(
        "{:<18} {:<6} {:>6} {:>5} {:>5} {:>5} {:>6} {:>6} | {:>6} {:>6} {:>6} {:>6} | {:>8} {:>8} {:>8}",
        "scenario",
        "with",
        "graded",
        "pass",
        "fail",
        "unver",
        "hangs",
        "other",
        "open",
        "median",
        "90 %",
        "max",
        "ms med",
        "ms 90 %",
        "ms max"
    );
    for file in root.spec_files()? {
        let scenario = file
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned());
        let Some(scenario) = scenario.filter(|_| !file.ends_with("split.yaml")) else {
            continue;
        };
        let oracle = Arc::new(Oracle::load(root, &scenario)?);
        let mut grader = Grader::new(oracle.clone(), &Limits::default())?;
        let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
        for artifact in &artifacts {
            let Gradable::Graph(graph) = &artifact.graph else {
                continue;
            };
            let family = graph.kind.family();
            let arm = oracle.arms.values().find(|arm| arm.family == family);
            let Some(arm) = arm else { continue };
            let started = Instant::now();
            let verdict = grader.grade(&arm.name, &artifact.graph);
            let took = started.elapsed();
            let tally = tallies.entry(artifact.with).or_default();
            match verdict {
                Ok(verdict) => tally.add(&artifact.name, &verdict, took),
                Err(error) => {
                    tally.other += 1;
                    println!("{scenario} {}: {error}", artifact.name);
                }
            }
        }
        for (with, tally) in tallies {
            tally.print(&scenario, with);
        }
    }
    println!(
        "open: artifacts that leave something open, of which the columns of evaluations and of time are"
    );
    Ok(())
}

struct Artifact {
    name: String,
    with: &'static str,
    graph: Gradable,
}

fn artifacts(corpus: &Path) -> Outcome<Vec<Artifact>> {
    let listed = |part: &str| -> Outcome<Vec<PathBuf>> {
        let entries = std::fs::read_dir(corpus.join(part))?;
        let mut paths = entries
            .map(|entry| Ok(entry?.path()))
            .collect::<Outcome<Vec<PathBuf>>>()?;
        paths.sort();
        Ok(paths)
    };
    let mut found = Vec::new();
    let mut add = |path: &Path, sources: Option<&Path>, with: &'static str| {
        if let Ok(Loaded::Graph(graph)) = load(path, sources, &Options::default()) {
            found.push(Artifact {
                name: path
                    .strip_prefix(corpus)
                    .unwrap_or(path)
                    .display()
                    .to_string(),
                with,
                graph: Gradable::Graph(graph),
            });
        }
    };
    for part in FILES {
        for path in listed(part)? {
            add(&path, None, part);
        }
    }
    for folder in listed("hcl_plan_pairs")? {
        add(&folder.join("plan.json"), Some(&folder), "pairs");
        add(&folder, Some(&folder), "hcl");
    }
    Ok(found)
}

#[derive(Default)]
struct Tally {
    verdicts: BTreeMap<&'static str, usize>,
    hanging: usize,
    other: usize,
    evaluations: Vec<usize>,
    times: Vec<Duration>,
    slowest: Option<(Duration, String)>,
}

impl Tally {
    fn add(&mut self, name: &str, verdict: &Verdict, took: Duration) {
        *self.verdicts.entry(verdict.verdict.word()).or_default() += 1;
        self.hanging += usize::from(!verdict.deciding.is_empty());
        if verdict.completions.evaluations > 1 {
            self.evaluations.push(verdict.completions.evaluations);
            self.times.push(took);
        }
        if self
            .slowest
            .as_ref()
            .is_none_or(|(slowest, _)| *slowest < took)
        {
            self.slowest = Some((took, name.to_owned()));
        }
    }

    fn print(mut self, scenario: &str, with: &str) {
        self.evaluations.sort_unstable();
        self.times.sort_unstable();
        let of = |word: &str| self.verdicts.get(word).copied().unwrap_or_default();
        let evaluations = [50, 90, 100].map(|part| at(&self.evaluations, part).unwrap_or_default());
        let times = [50, 90, 100].map(|part| {
            let time: Duration = at(&self.times, part).unwrap_or_default();
            time.as_secs_f64() * 1e3
        });
        println!(
            "{scenario:<18} {with:<6} {:>6} {:>5} {:>5} {:>5} {:>6} {:>6} | {:>6} {:>6} {:>6} {:>6} | {:>8.2} {:>8.2} {:>8.2}",
            self.verdicts.values().sum::<usize>(),
            of("pass"),
            of("fail"),
            of("unverifiable"),
            self.hanging,
            self.other,
            self.evaluations.len(),
            evaluations[0],
            evaluations[1],
            evaluations[2],
            times[0],
            times[1],
            times[2]
        );
        if let Some((took, name)) = self.slowest {
            println!("    slowest: {name}, {:.0} ms", took.as_secs_f64() * 1e3);
        }
    }
}

/// The value below which `part` per cent of the sorted values are.
fn at<T: Copy>(sorted: &[T], part: usize) -> Option<T> {
    let last = sorted.len().checked_sub(1)?;
    sorted.get(last * part / 100).copied()
}
