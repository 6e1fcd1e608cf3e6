//! `schema`: the JSON Schema of a format.

use clap::Args;
use schemars::{Schema, schema_for};

use crate::arm::Arm;
use crate::check::CheckRecord;
use crate::source::closest;
use crate::spec::{FixtureAbout, Spec, Split};

use super::{Context, Exit, Failure};

/// A format's name, and what makes its schema.
type Format = (&'static str, fn() -> Schema);

/// Formats by name; a new one is registered here.
const FORMATS: [Format; 5] = [
    ("spec", || schema_for!(Spec)),
    ("arm", || schema_for!(Arm)),
    ("fixture", || schema_for!(FixtureAbout)),
    ("split", || schema_for!(Split)),
    ("check", || schema_for!(CheckRecord)),
];

/// Prints the JSON Schema of a format
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The format; all names are listed when it is left out
    name: Option<String>,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let names = || FORMATS.iter().map(|(name, _)| *name);
    let Some(wanted) = &arguments.name else {
        for name in names() {
            context.output.line(name)?;
        }
        return Ok(Exit::Pass);
    };
    let Some((_, schema)) = FORMATS.iter().find(|(name, _)| name == wanted) else {
        let help = closest(wanted, names()).map_or_else(
            || {
                format!(
                    "known formats: `{}`",
                    names().collect::<Vec<_>>().join("`, `")
                )
            },
            |nearest| format!("did you mean `{nearest}`?"),
        );
        return Err(Failure::usage_message(
            format!("unknown format `{wanted}`"),
            help,
        ));
    };
    context.output.json(&schema())?;
    Ok(Exit::Pass)
}
