//! Every artifact of the corpus against its ledger: what it becomes, or why it is refused.
//!
//! `PROOFMARK_UPDATE_LEDGER=1` rewrites the ledger; the reasons in its last column are kept.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use proofmark::graph::{LoadError, Loaded, Options, load, symbolic};
use proofmark::value::Node;
use rayon::prelude::*;
use similar::{ChangeTag, TextDiff};

/// What each artifact became, and why each refusal is right.
const LEDGER: &str = "tests/data/corpus-ledger.tsv";

const HEADER: &str = "file\toutcome\tresources\trefs\tnotes\trefusal\treason";

/// Far more than any artifact of the corpus needs, on a loaded machine and without optimisation.
const LIMIT: Duration = Duration::from_mins(2);

/// The stack of a process's main thread, on which the command line reads artifacts.
const STACK: usize = 8 * 1024 * 1024;

/// The corpus, where there is one.
pub(crate) fn corpus() -> Option<PathBuf> {
    let folder = std::env::var_os("PROOFMARK_CORPUS").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus"),
        PathBuf::from,
    );
    folder.is_dir().then_some(folder)
}

/// One artifact, and the sources it was planned from.
struct Entry {
    /// Name in the ledger.
    name: String,
    path: PathBuf,
    sources: Option<PathBuf>,
}

/// What a part of the corpus holds.
pub(crate) fn listed(corpus: &Path, part: &str) -> Vec<PathBuf> {
    let folder = corpus.join(part);
    let mut paths: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("listed")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}

/// The lines that differ.
pub(crate) fn changes(before: &str, after: &str) -> String {
    let difference = TextDiff::from_lines(before, after);
    difference
        .iter_all_changes()
        .filter(|change| change.tag() != ChangeTag::Equal)
        .flat_map(|change| [change.tag().to_string(), change.to_string()])
        .collect()
}

fn entries(corpus: &Path) -> Vec<Entry> {
    let listed = |part: &str| listed(corpus, part);
    let name = |path: &Path| {
        let relative = path.strip_prefix(corpus).expect("inside");
        relative.to_string_lossy().into_owned()
    };
    let mut entries = Vec::new();
    for path in ["cfn", "plans", "states"].into_iter().flat_map(listed) {
        let (name, sources) = (name(&path), None);
        entries.push(Entry {
            name,
            path,
            sources,
        });
    }
    for folder in listed("hcl_plan_pairs") {
        let path = folder.join("plan.json");
        if path.is_file() {
            let (name, sources) = (name(&folder), Some(folder));
            entries.push(Entry {
                name,
                path,
                sources,
            });
        }
    }
    entries
}

/// The columns of the ledger that a program can tell.
fn outcome(entry: &Entry, corpus: &Path) -> String {
    let (path, sources) = (entry.path.clone(), entry.sources.clone());
    let (send, receive) = mpsc::channel();
    let work = move || {
        let loaded = load(&path, sources.as_deref(), &Options::default());
        // Nobody listens any more once the time is over.
        let _ = send.send(columns(loaded));
    };
    let thread = thread::Builder::new().stack_size(STACK).spawn(work);
    drop(thread.expect("a thread"));
    match receive.recv_timeout(LIMIT) {
        Ok(columns) => columns
            .replace(&format!("{}/", corpus.display()), "")
            .replace('\n', " "),
        Err(mpsc::RecvTimeoutError::Timeout) => "hangs\t\t\t\t".to_owned(),
        Err(mpsc::RecvTimeoutError::Disconnected) => "panics\t\t\t\t".to_owned(),
    }
}

fn columns(loaded: Result<Loaded, LoadError>) -> String {
    match loaded {
        Ok(Loaded::Toolchain(_)) => "toolchain\t\t\t\t".to_owned(),
        Err(error) => format!("refused\t\t\t\t{}", error.to_string().replace('\t', " ")),
        Ok(Loaded::Graph(graph)) => {
            let document = symbolic(&graph);
            let resources = document.get("resources").and_then(Node::as_object);
            let references: usize = resources
                .into_iter()
                .flat_map(BTreeMap::values)
                .filter_map(|resource| resource.get("refs")?.as_list())
                .map(<[Node]>::len)
                .sum();
            let (resources, notes) = (graph.resources.len(), graph.notes.len());
            format!("graph\t{resources}\t{references}\t{notes}\t")
        }
    }
}

/// The reasons of a ledger, by file.
fn reasons(ledger: &str) -> BTreeMap<&str, &str> {
    let rows = ledger.lines().skip(1);
    rows.filter_map(|row| Some((row.split('\t').next()?, row.rsplit('\t').next()?)))
        .collect()
}

#[test]
fn every_artifact_of_the_corpus_becomes_what_its_ledger_says() {
    let Some(corpus) = corpus() else {
        println!("skipped: there is no corpus; name its folder in PROOFMARK_CORPUS");
        return;
    };
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(LEDGER);
    let before = fs::read_to_string(&path).unwrap_or_default();
    let reasons = reasons(&before);
    let entries = entries(&corpus);
    let outcomes: Vec<String> = entries
        .par_iter()
        .map(|entry| outcome(entry, &corpus))
        .collect();
    let mut after = format!("{HEADER}\n");
    for (entry, outcome) in entries.iter().zip(outcomes) {
        let reason = reasons.get(entry.name.as_str()).unwrap_or(&"");
        writeln!(after, "{}\t{outcome}\t{reason}", entry.name).expect("written");
    }
    if std::env::var_os("PROOFMARK_UPDATE_LEDGER").is_some() {
        fs::write(&path, after).expect("written");
        return;
    }
    let changes = changes(&before, &after);
    assert!(
        changes.is_empty(),
        "the corpus is read in another way than {LEDGER} says:\n{changes}"
    );
}

#[test]
fn every_refusal_in_the_ledger_has_a_reason_and_nothing_hangs_or_panics() {
    let ledger = include_str!("../data/corpus-ledger.tsv");
    for row in ledger.lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        assert_eq!(columns.len(), 7, "{row}");
        match columns[1] {
            "graph" | "toolchain" => {}
            "refused" => assert!(!columns[5].is_empty() && !columns[6].is_empty(), "{row}"),
            other => panic!("`{other}` is no outcome: {row}"),
        }
    }
}
