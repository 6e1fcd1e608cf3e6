//! Generated configurations, planned by the real `terraform` and evaluated here, compared value by value.
//!
//! `make differential` runs it; without `terraform` it says so and is skipped. Settings: `TERRAFORM` (the binary),
//! `CASES` (for each construct and function), `SEED` (0), `ONLY` (part of a construct's name), `TABLE` (a file for the
//! counts), `RECORD` (a file for the plans). One case of each pattern is recorded and compared by `make test`.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test fails by panicking"
)]

mod compare;
mod constructs;
mod functions;
mod generate;
mod plan;
mod reasons;
mod table;

use std::path::Path;

use plan::Terraform;
use table::Table;

/// Cases planned together.
const BATCH: usize = 400;

fn setting<T: std::str::FromStr>(name: &str, default: T) -> T {
    std::env::var(name)
        .ok()
        .and_then(|text| text.parse().ok())
        .unwrap_or(default)
}

/// What the recorded plans of the cases say, of each batch.
const RECORDED: &str = "tests/data/differential.json";

/// A batch of cases with what the real binary made of it.
#[derive(serde::Serialize, serde::Deserialize)]
struct Recording {
    cases: Vec<generate::Case>,
    planned: plan::Planned,
    substituted: Vec<plan::Planned>,
}

impl Recording {
    fn compared(&self, table: &mut Table) {
        let folder = tempfile::tempdir().expect("a folder");
        let graph = plan::evaluated(folder.path(), &self.cases);
        for case in &self.cases {
            table.add(
                case,
                compare::case(case, &self.planned, &self.substituted, &graph),
            );
        }
    }
}

#[test]
fn recorded_plans_are_evaluated_alike() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(RECORDED);
    let text = std::fs::read(file).expect("readable");
    let recordings: Vec<Recording> = serde_json::from_slice(&text).expect("recordings");
    let mut table = Table::default();
    for recording in &recordings {
        recording.compared(&mut table);
    }
    assert!(table.differences().is_empty(), "{}", table.report());
}

#[test]
fn every_planned_value_is_evaluated_alike() {
    let Ok(Ok(cases)) = std::env::var("CASES").map(|cases| cases.parse::<usize>()) else {
        println!("skipped: plans are made by `make differential` only");
        return;
    };
    let Some(terraform) = Terraform::find() else {
        println!("skipped: `terraform` is not installed; set TERRAFORM to its path");
        return;
    };
    let only = setting("ONLY", String::new());
    let generated = generate::cases(setting("SEED", 0_u64), cases, &only);
    let mut table = Table::default();
    let mut recordings = Vec::new();
    for batch in generated.chunks(BATCH) {
        let folder = tempfile::tempdir().expect("a folder");
        let planned = terraform.plan(folder.path(), batch);
        let graph = plan::evaluated(folder.path(), batch);
        let more: Vec<&generate::Case> = batch
            .iter()
            .filter(|case| compare::knows_more(case, &planned, &graph))
            .collect();
        let substituted: Vec<plan::Planned> = (0..plan::SUBSTITUTIONS)
            .filter(|_| !more.is_empty())
            .map(|values| terraform.substituted(folder.path(), more.clone(), values))
            .collect();
        let recording = Recording {
            cases: batch.to_vec(),
            planned,
            substituted,
        };
        recording.compared(&mut table);
        recordings.push(recording);
    }
    if let Some(file) = std::env::var_os("RECORD") {
        let text = serde_json::to_vec(&recordings).expect("JSON");
        std::fs::write(Path::new(&file), text).expect("written");
    }
    println!("{}", table.summary());
    if let Some(file) = std::env::var_os("TABLE") {
        std::fs::write(Path::new(&file), table.markdown()).expect("written");
    }
    assert!(table.differences().is_empty(), "{}", table.report());
}
