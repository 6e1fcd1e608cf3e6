//! Measures how many machine-made variants of references are graded in a second on one core, and whether four times as many
//! take four times as long.
#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::error::Error;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proofmark::grade::{Gradable, Grader, Oracle, read_gradable};
use proofmark::graph::{Graph, Options};
use proofmark::proof::variant::mutation::mutants;
use proofmark::proof::variant::{Variant, while_applied};
use proofmark::rego::{Limits, with_engine_thread};
use proofmark::spec::{FixtureRole, Recorded, Root};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// Variants a second and core: the floor and the aim.
const TARGETS: [f64; 2] = [2_000.0, 10_000.0];

fn main() -> Outcome<()> {
    let is_test = std::env::args().any(|argument| argument == "--test");
    with_engine_thread(|| run(is_test))?
}

/// The references of a scenario on one arm with their variants.
struct Subjects(Vec<(Graph, Vec<Variant>)>);

fn run(is_test: bool) -> Outcome<()> {
    println!("Graded variants of references on one core, search over completions included.");
    println!(
        "{:<18} {:<16} {:>8} {:>9} {:>9} {:>12} {:>12} {:>8}",
        "scenario", "arm", "variants", "seconds", "a second", "floor, aim", "evaluations", "4N / N"
    );
    let root = Root::discover(Some(Path::new(env!("CARGO_MANIFEST_DIR"))))?;
    let mut all = Graded::default();
    for file in root.spec_files()? {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        let oracle = Arc::new(Oracle::load(&root, &name)?);
        for arm in &oracle.spec.arms {
            let subjects = subjects(&oracle, arm)?;
            let mut grader = Grader::new(oracle.clone(), &Limits::default())?;
            if is_test {
                graded(&mut grader, arm, &subjects, 64)?;
                continue;
            }
            let whole = graded(&mut grader, arm, &subjects, 1)?;
            let quarter = graded(&mut grader, arm, &subjects, 4)?;
            let each = |some: &Graded| some.took.as_secs_f64() / float(some.variants.max(1));
            let growth = 4.0 * each(&whole) / each(&quarter);
            print(&name, arm, &whole, &format!("{growth:.1}x"));
            all.variants += whole.variants;
            all.evaluations += whole.evaluations;
            all.took += whole.took;
        }
    }
    if !is_test {
        print("all", "", &all, "");
    }
    Ok(())
}

fn float(number: usize) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from)
}

/// Variants that were graded.
#[derive(Debug, Default)]
struct Graded {
    variants: usize,
    /// Completions of them that the rules were evaluated on; several where account and region are open.
    evaluations: usize,
    took: Duration,
}

fn print(scenario: &str, arm: &str, graded: &Graded, growth: &str) {
    let seconds = graded.took.as_secs_f64();
    let rate = float(graded.variants) / seconds;
    let evaluations = float(graded.evaluations) / seconds;
    let [floor, aim] = TARGETS.map(|target| if rate >= target { "met" } else { "NOT" });
    println!(
        "{scenario:<18} {arm:<16} {:>8} {seconds:>9.2} {rate:>9.0} {:>12} {evaluations:>10.0}/s {growth:>8}",
        graded.variants,
        format!("{floor}, {aim}"),
    );
}

fn subjects(oracle: &Oracle, name: &str) -> Outcome<Subjects> {
    let arm = oracle.arm(name)?;
    let mut found = Vec::new();
    for fixture in oracle.root.fixtures(&oracle.spec.id)? {
        let is_reference = matches!(fixture.role, FixtureRole::Reference { .. });
        let Some(Recorded::Artifact(path)) = fixture.recorded(&arm.artifact.file) else {
            continue;
        };
        if !is_reference || fixture.arm != name {
            continue;
        }
        let source = fixture.source_folder();
        let source = source.is_dir().then_some(source.as_path());
        if let Gradable::Graph(graph) = read_gradable(arm, &path, source, &Options::default())? {
            let variants = mutants(&graph);
            found.push((graph, variants));
        }
    }
    Ok(Subjects(found))
}

/// Grades every `step`th variant of each reference.
fn graded(grader: &mut Grader, arm: &str, subjects: &Subjects, step: usize) -> Outcome<Graded> {
    let started = Instant::now();
    let mut all = Graded::default();
    for (graph, variants) in &subjects.0 {
        let mut graph = graph.clone();
        for variant in variants.iter().step_by(step) {
            let graded = while_applied(&mut graph, &variant.edits, |graph| {
                grader.of_graph(arm, graph)
            });
            all.evaluations += graded??.completions.evaluations;
            all.variants += 1;
        }
    }
    all.took = started.elapsed();
    Ok(all)
}
