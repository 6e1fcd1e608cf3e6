//! `variant`: the machine-made variants of a fixture, listed, or one of them written as files.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::arm::load_arm;
use crate::grade::{Gradable, read_gradable};
use crate::graph::Options;
use crate::proof::variant::Variant;
use crate::proof::variant::mutation::mutants;
use crate::proof::variant::write::{Origin, write};

use super::target::Target;
use super::{Context, Exit, Failure};

/// Lists the mutants of a fixture, or writes one of them as files that its toolchain reads
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The fixture's folder
    fixture: PathBuf,

    /// Only what this operator makes
    #[arg(long, value_name = "NAME")]
    operator: Option<String>,

    /// Only at this place: an address and a JSON pointer, as the list shows them
    #[arg(long, value_name = "PLACE")]
    at: Option<String>,

    /// Only where the change, as the list shows it, holds this text
    #[arg(long, value_name = "TEXT")]
    change: Option<String>,

    /// Writes the one variant that is left into this folder, which must be empty or missing
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let root = context.root()?;
    let (_, arm, file, sources) = Target::of_fixture(&root, &arguments.fixture)?;
    let arm = load_arm(&root.read(&root.arm_file(&arm))?)?;
    let options = Options::default();
    let graph = match read_gradable(&arm, &file, sources.as_deref(), &options) {
        Ok(Gradable::Graph(graph)) => graph,
        Ok(_) => {
            let message = format!("`{}` holds no resources", arguments.fixture.display());
            let help = "choose a fixture that was planned or synthesized";
            return Err(Failure::usage_message(message, help));
        }
        Err(error) => return Err(Failure::new(Exit::Ungradable, error)),
    };
    let mut variants = mutants(&graph);
    variants.retain(|variant| arguments.wants(variant));
    let Some(into) = &arguments.into else {
        for variant in &variants {
            let place = place(variant);
            let line = format!("{} {place}: {}", variant.operator, variant.change);
            context.output.line(&line)?;
        }
        return Ok(Exit::Pass);
    };
    let [variant] = variants.as_slice() else {
        let message = format!(
            "{} variants are left, and one can be written",
            variants.len()
        );
        let help = "list them without `--into`, and choose by `--operator`, `--at` and `--change`";
        return Err(Failure::usage_message(message, help));
    };
    let origin = Origin {
        artifact: &file,
        sources: sources.as_deref(),
        options: &options,
    };
    let written = write(origin, &graph, &variant.edits).map_err(|reason| {
        let help = "it is graded from its graph alone";
        Failure::usage_message(format!("the variant cannot be written: {reason}"), help)
    })?;
    if into.is_symlink() || std::fs::read_dir(into).is_ok_and(|mut held| held.next().is_some()) {
        let message = format!("`{}` is not empty", into.display());
        return Err(Failure::usage_message(message, "name a new folder"));
    }
    let from = file.parent().unwrap_or(Path::new(""));
    written.place(from, into).map_err(Failure::internal)?;
    for path in written.files().keys() {
        let name = path.strip_prefix(from).unwrap_or(path);
        let name = into.join(name).display().to_string();
        context.output.line(&name)?;
    }
    Ok(Exit::Pass)
}

impl Arguments {
    fn wants(&self, variant: &Variant) -> bool {
        let is = |wanted: &Option<String>, own: &str| {
            wanted.as_deref().is_none_or(|wanted| wanted == own)
        };
        let change = self.change.as_deref();
        is(&self.operator, variant.operator)
            && is(&self.at, &place(variant))
            && change.is_none_or(|text| variant.change.contains(text))
    }
}

fn place(variant: &Variant) -> String {
    format!("{}{}", variant.place.address, variant.place.pointer)
}
