//! Measures how fast sources become a graph, next to the bare parse of the same files and to `terraform plan`.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use proofmark::graph::{Options, load};

use super::{Outcome, SCENARIOS, median, timed};

/// Plans of one configuration; each takes seconds.
const PLANS: usize = 3;
/// Floor and aim: times of the bare parse, and parts of a plan.
const PARSES: (f64, f64) = (10.0, 4.0);
const PARTS: (f64, f64) = (1_000.0, 10_000.0);

/// Measures every `hcl` reference of every scenario, for `time` each.
pub fn run(root: &Path, time: Duration) -> Outcome<()> {
    println!(
        "\nConfiguration to graph, files read included; medians in microseconds, interleaved; `terraform plan` in milliseconds."
    );
    let terraform = Terraform::find(time);
    if let Err(reason) = &terraform {
        println!("terraform plan is not measured: {reason}");
    }
    println!(
        "{:<18} {:<26} {:>6} {:>9} | {:>8} {:>6} {:>15} | {:>8} {:>8}",
        "scenario",
        "reference",
        "bytes",
        "hcl-edit",
        "graph",
        "ratio",
        "floor, aim",
        "plan",
        "faster"
    );
    for (scenario, _) in SCENARIOS {
        let folder = root
            .join("grading-proof")
            .join(scenario)
            .join("references/hcl");
        let mut idioms: Vec<PathBuf> = Vec::new();
        for idiom in fs::read_dir(folder)? {
            idioms.push(idiom?.path());
        }
        idioms.sort();
        for idiom in idioms {
            let sources = idiom.join("src");
            let (parse, graph, bytes) = measure(&sources, time)?;
            let ratio = graph / parse;
            let met = |limit: f64| if ratio <= limit { "met" } else { "NOT" };
            let name = idiom
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            print!(
                "{scenario:<18} {name:<26} {bytes:>6} {parse:>9.0} | {graph:>8.0} {ratio:>5.1}x {:>7} {:>7} | ",
                format!("{}x {}", PARSES.0, met(PARSES.0)),
                format!("{}x {}", PARSES.1, met(PARSES.1)),
            );
            match &terraform {
                Ok(terraform) => {
                    let plan = terraform.plan(&sources)?;
                    let faster = plan * 1000.0 / graph;
                    let met = |limit: f64| if faster >= limit { "met" } else { "NOT" };
                    println!(
                        "{plan:>8.0} {faster:>7.0}x (floor {}, aim {})",
                        met(PARTS.0),
                        met(PARTS.1)
                    );
                }
                Err(_) => println!("{:>8} {:>8}", "-", "-"),
            }
        }
    }
    Ok(())
}

/// Medians of the bare parse and of the graph, in microseconds, and the length of the files.
fn measure(sources: &Path, time: Duration) -> Outcome<(f64, f64, usize)> {
    let files = files(sources)?;
    let (mut parse, mut graph) = (Vec::new(), Vec::new());
    let mut bytes = 0;
    let begin = Instant::now();
    while graph.len() < 3 || begin.elapsed() < time {
        bytes = 0;
        let ((), took) = timed(|| -> Outcome<()> {
            for file in &files {
                let text = fs::read_to_string(file)?;
                bytes += text.len();
                black_box(hcl_edit::parser::parse_body(&text)?);
            }
            Ok(())
        })?;
        parse.push(took);
        let (_, took) = timed(|| load(sources, None, &Options::default()).map(black_box))?;
        graph.push(took);
    }
    Ok((median(parse), median(graph), bytes))
}

/// The source files of a module and of the modules below it.
fn files(folder: &Path) -> Outcome<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "tf") {
            found.push(path);
        }
    }
    Ok(found)
}

/// The peer that needs a provider: `TERRAFORM` (default `terraform`) with the providers below `PROVIDER_MIRROR`.
struct Terraform {
    command: String,
    settings: tempfile::NamedTempFile,
}

impl Terraform {
    fn find(time: Duration) -> Result<Self, String> {
        if time.is_zero() {
            return Err("one round only".to_owned());
        }
        let command = std::env::var("TERRAFORM").unwrap_or_else(|_| "terraform".to_owned());
        let mirror = std::env::var("PROVIDER_MIRROR")
            .map_err(|_| "PROVIDER_MIRROR names no folder of providers".to_owned())?;
        let version = Command::new(&command).arg("version").output();
        version.map_err(|error| format!("`{command}`: {error}"))?;
        let settings = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        let text = format!(
            "provider_installation {{\n  filesystem_mirror {{\n    path = \"{mirror}\"\n  }}\n}}\n"
        );
        fs::write(settings.path(), text).map_err(|error| error.to_string())?;
        Ok(Self { command, settings })
    }

    /// The median of some plans of a copy of the sources, in milliseconds; `init` comes before and is not counted.
    fn plan(&self, sources: &Path) -> Outcome<f64> {
        let copy = tempfile::tempdir()?;
        copy_folder(sources, copy.path())?;
        self.run(copy.path(), &["init", "-input=false"])?;
        let mut samples = Vec::new();
        for _ in 0..PLANS {
            let plan = ["plan", "-input=false", "-lock=false", "-out=plan.bin"];
            let ((), took) = timed(|| self.run(copy.path(), &plan))?;
            samples.push(took);
        }
        Ok(median(samples) / 1000.0)
    }

    fn run(&self, folder: &Path, arguments: &[&str]) -> Outcome<()> {
        let output = Command::new(&self.command)
            .args(arguments)
            .current_dir(folder)
            .env("TF_CLI_CONFIG_FILE", self.settings.path())
            .env("CHECKPOINT_DISABLE", "1")
            .env("AWS_EC2_METADATA_DISABLED", "true")
            .stdin(Stdio::null())
            .output()?;
        if output.status.success() {
            return Ok(());
        }
        Err(String::from_utf8_lossy(&output.stderr).into_owned().into())
    }
}

fn copy_folder(from: &Path, to: &Path) -> Outcome<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy_folder(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
