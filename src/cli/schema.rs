//! `schema`: the JSON Schema of a format, or all formats as the tables of SCHEMA.md.

use clap::Args;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, schema_for};
use serde_json::Value;

use crate::arm::Arm;
use crate::artifact::ToolchainRecord;
use crate::certificate::{Certificate, LibraryCertificate};
use crate::check::CheckRecord;
use crate::grade::{Explanation, Verdict};
use crate::graph::JSON_SCHEMA as GRAPH_SCHEMA;
use crate::report::{Answer, EvalRecord, FactsRecord, ProofRecord, TestRecord, schema_tables};
use crate::source::closest;
use crate::spec::{Attempt, Equivalents, FixtureAbout, Spec, Split, WitnessAbout};

use super::{Context, Exit, Failure};

/// A format's name, and what makes its schema.
type Format = (&'static str, fn() -> Value);

/// Formats by name; a new one is registered here.
const FORMATS: [Format; 19] = [
    ("spec", || schema_for!(Spec).to_value()),
    ("arm", || schema_for!(Arm).to_value()),
    ("fixture", || schema_for!(FixtureAbout).to_value()),
    ("try", || schema_for!(Attempt).to_value()),
    ("witness", || schema_for!(WitnessAbout).to_value()),
    ("split", || schema_for!(Split).to_value()),
    ("equivalent", || schema_for!(Equivalents).to_value()),
    ("toolchain", || schema_for!(ToolchainRecord).to_value()),
    ("graph", || {
        serde_json::from_str(GRAPH_SCHEMA).unwrap_or_default()
    }),
    ("verdict", written::<Verdict>),
    ("answer", written::<Answer>),
    ("explanation", written::<Explanation>),
    ("certificate", written::<Certificate>),
    ("library", written::<LibraryCertificate>),
    ("check", written::<CheckRecord>),
    ("proof", written::<ProofRecord>),
    ("eval", written::<EvalRecord>),
    ("test", written::<TestRecord>),
    ("facts", written::<FactsRecord>),
];

/// Prints the JSON Schema of a format
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The format; all names are listed when it is left out
    name: Option<String>,

    /// Prints tables of fields instead, of all formats when none is named
    #[arg(long)]
    markdown: bool,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let names = || FORMATS.iter().map(|(name, _)| *name);
    let Some(wanted) = &arguments.name else {
        if arguments.markdown {
            let tables: Vec<String> = FORMATS
                .iter()
                .map(|(name, schema)| schema_tables(name, &schema()))
                .collect();
            context.output.text(&tables.concat())?;
        } else {
            for name in names() {
                context.output.line(name)?;
            }
        }
        return Ok(Exit::Pass);
    };
    let Some((name, schema)) = FORMATS.iter().find(|(name, _)| name == wanted) else {
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
    if arguments.markdown {
        context.output.text(&schema_tables(name, &schema()))?;
    } else {
        context.output.json(&schema())?;
    }
    Ok(Exit::Pass)
}

/// The schema of what is only written: a field that is always there is required, though it may be null.
fn written<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}
