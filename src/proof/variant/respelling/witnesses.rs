//! What each respelling makes of a recorded artifact, against the recording of sources that were respelled by hand.

use std::path::{Path, PathBuf};

use super::*;
use crate::graph::{Family, Loaded, Options, Tool, load};
use crate::proof::variant::difference;

/// Recordings by operator, family and side.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grading-proof/witnesses")
}

fn options() -> Options {
    Options {
        tool: Tool::Terraform,
        ..Options::default()
    }
}

fn written(side: &Path) -> Written {
    let plan = side.join("plan.json");
    let (path, sources) = if plan.is_file() {
        (plan, Some(side.join("src")))
    } else {
        (side.join("template.json"), None)
    };
    Written {
        path,
        sources,
        options: options(),
    }
}

fn graph(written: &Written) -> Graph {
    let loaded = load(&written.path, written.sources.as_deref(), &written.options);
    match loaded.unwrap_or_else(|error| panic!("{}: {error}", written.path.display())) {
        Loaded::Graph(graph) => graph,
        Loaded::Toolchain(_) => panic!("{}", written.path.display()),
    }
}

/// Why what the operator makes is not what was recorded.
fn departure(respelling: &Respelling, witness: &Path) -> Option<String> {
    let base = written(&witness.join("base"));
    let base_graph = graph(&base);
    let changed = graph(&written(&witness.join("changed")));
    let subject = Subject {
        graph: &base_graph,
        written: Some(&base),
    };
    let mut departures = Vec::new();
    let mut met = false;
    respelling.apply(&subject, &mut |respelled| {
        match difference(&respelled.graph, &changed) {
            None => met = true,
            Some(found) => departures.push(found),
        }
        true
    });
    if met {
        return None;
    }
    let shown = departures.iter().map(|found| {
        let [made, recorded] = &found.values;
        format!(
            "{}:\n  made     {made}\n  recorded {recorded}",
            found.pointer
        )
    });
    let shown: Vec<String> = shown.collect();
    Some(format!(
        "`{}` on {}: {}",
        respelling.name,
        witness.display(),
        shown.join("\n")
    ))
}

#[test]
fn every_respelling_makes_what_a_recording_of_the_respelled_sources_shows() {
    let mut departures = Vec::new();
    for respelling in RESPELLINGS {
        let mut families: Vec<Family> = respelling.kinds.iter().map(|kind| kind.family()).collect();
        families.dedup();
        for family in families {
            let witness = folder().join(respelling.name).join(family.as_str());
            if witness.is_dir() {
                departures.extend(departure(respelling, &witness));
            } else {
                departures.push(format!("no witness in {}", witness.display()));
            }
        }
    }
    assert!(departures.is_empty(), "{}", departures.join("\n"));
}
