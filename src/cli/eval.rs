//! `eval`: runs policies that were written for other tools, unchanged.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rayon::prelude::*;

use crate::artifact::{DEFAULT_LIMIT, read_source};
use crate::graph::{Completion, Loaded, Options, completed, load, symbolic};
use crate::rego::{
    Bundle, BundleOptions, EntryPoint, Finding, Limits, Namespaces, RegoError, WorkerPool,
    entry_points,
};
use crate::report::{EvalFormat, EvalRecord, EvaluatedDocument, EvaluatedResult, Severity, Style};
use crate::source::SourceText;
use crate::source::yaml::{Schema, documents, parse};
use crate::value::{Node, parse_json};

use super::{Context, Exit, Failure, Format};

/// Runs OPA and conftest policies on documents; any rule named `deny`, `violation` or `warn` counts
#[derive(Debug, Args)]
#[command(after_help = "Formats: human, json")]
pub(super) struct Arguments {
    /// Policy folders or files
    #[arg(long, short, required = true, value_name = "DIR")]
    policy: Vec<PathBuf>,

    /// Packages whose rules are run [default: main]
    #[arg(long, value_name = "PACKAGE", conflicts_with = "all_namespaces")]
    namespace: Vec<String>,

    /// Runs the rules of every package
    #[arg(long)]
    all_namespaces: bool,

    /// What the rules see as `input`
    #[arg(long, value_enum, default_value_t = Document::Raw)]
    document: Document,

    /// Seconds that one rule may take on one document
    #[arg(long, default_value_t = 30, value_name = "SECONDS")]
    time_limit: u64,

    /// Files with documents of JSON or YAML; `-` is standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// What rules see as `input`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Document {
    /// The document as it is.
    Raw,
    /// The graph of the artifact, with symbolic values.
    Graph,
    /// The graph with every open value replaced by the first that is tried.
    Completed,
}

pub(super) fn run(arguments: &Arguments, context: &Context) -> Result<Exit, Failure> {
    let format = context.format("eval", &[Format::Human, Format::Json])?;
    let bundle = Bundle::load(&arguments.policy, &BundleOptions::foreign())?;
    let namespaces = match (arguments.all_namespaces, arguments.namespace.is_empty()) {
        (true, _) => Namespaces::All,
        (false, true) => Namespaces::default(),
        (false, false) => Namespaces::Named(arguments.namespace.clone()),
    };
    let entries = entry_points(&bundle, &namespaces)?;
    let time = std::time::Duration::from_secs(arguments.time_limit);
    let workers = WorkerPool::new(
        &bundle,
        &Limits {
            time,
            ..Limits::default()
        },
    )?;
    let threads = rayon::ThreadPoolBuilder::new()
        .num_threads(context.jobs())
        .build()
        .map_err(Failure::internal)?;
    let evaluated: Vec<Result<Vec<EvaluatedDocument>, Failure>> = threads.install(|| {
        let files = arguments.files.par_iter();
        files
            .map(|file| evaluate(file, arguments.document, &workers, &entries))
            .collect()
    });
    let mut exit = Exit::Pass;
    let mut shown = Vec::new();
    for result in evaluated {
        match result {
            Ok(documents) => {
                let mut results = documents.iter().flat_map(|document| &document.results);
                let objects = results.any(|line| line.severity != Severity::Warn);
                exit = exit.and(if objects { Exit::Fail } else { Exit::Pass });
                shown.extend(documents);
            }
            Err(failure) => {
                context.output.failure(&failure);
                exit = exit.and(failure.exit);
            }
        }
    }
    if format == Format::Json {
        context.output.json(&EvalRecord {
            schema: EvalFormat::V1,
            rules: entries.len(),
            documents: shown,
        })?;
    } else {
        let style = Style {
            color: context.output.colors_results(),
        };
        context.output.text(&text(&shown, entries.len(), style))?;
    }
    Ok(exit)
}

fn evaluate(
    file: &Path,
    document: Document,
    workers: &WorkerPool,
    entries: &[EntryPoint],
) -> Result<Vec<EvaluatedDocument>, Failure> {
    let findings = match document {
        Document::Raw => evaluate_raw(file, workers, entries)?,
        Document::Graph | Document::Completed => {
            let Loaded::Graph(graph) = load(file, None, &Options::default())? else {
                return Err(Failure::usage_message(
                    format!(
                        "`{}` is a toolchain record and has no graph",
                        file.display()
                    ),
                    "run the policies on an artifact",
                ));
            };
            let node = match document {
                Document::Completed => completed(&graph, &Completion::default()),
                _ => symbolic(&graph),
            };
            let text = serde_json::to_string(&node).map_err(Failure::internal)?;
            vec![workers.evaluate(text, entries)?]
        }
    };
    let several = findings.len() > 1;
    let documents = findings.into_iter().enumerate();
    Ok(documents
        .map(|(index, findings)| EvaluatedDocument {
            file: file.display().to_string(),
            document: several.then_some(index + 1),
            results: findings.into_iter().map(EvaluatedResult::from).collect(),
        })
        .collect())
}

/// Evaluates the documents of a file as they are: JSON is passed on, YAML converted.
fn evaluate_raw(
    file: &Path,
    workers: &WorkerPool,
    entries: &[EntryPoint],
) -> Result<Vec<Vec<Finding>>, Failure> {
    let source = read_source(file, DEFAULT_LIMIT).map_err(|error| {
        Failure::new(
            if error.is_usage() {
                Exit::Usage
            } else {
                Exit::Ungradable
            },
            error,
        )
    })?;
    if source.text().trim_start().starts_with(['{', '[']) {
        // The worker reads the text anyway, so its place is looked for only when that fails.
        let findings = workers.evaluate(source.shared(), entries);
        let findings =
            findings.map_err(|error| no_json(&source).unwrap_or_else(|| error.into()))?;
        return Ok(vec![findings]);
    }
    let found = documents(&source);
    if found.is_empty() {
        return Err(no_document(&source, "is empty"));
    }
    found
        .iter()
        .map(|document| {
            let unreadable = |error| Failure::new(Exit::Ungradable, error);
            let node = parse(document)
                .and_then(|tree| tree.to_node(Schema::Core, document))
                .map_err(unreadable)?;
            if matches!(node, Node::Text(_)) {
                // Whatever is no JSON and no list of lines is one long text to YAML, and no rule would find a thing in it.
                return Err(no_document(&source, "holds a text and no document"));
            }
            let text = serde_json::to_string(&node).map_err(Failure::internal)?;
            Ok(workers.evaluate(text, entries)?)
        })
        .collect()
}

fn no_document(source: &SourceText, what: &str) -> Failure {
    let message = format!("`{}` {what}", source.name());
    let help = "give documents of JSON or YAML; other formats are turned into one of them first";
    Failure::usage_message(message, help).with_exit(Exit::Ungradable)
}

/// Why a text is no JSON, when it is none.
fn no_json(source: &SourceText) -> Option<Failure> {
    let error = parse_json(source.text()).err()?;
    let (line, column) = source.position(error.offset);
    let message = format!(
        "`{}` is no JSON: {} at line {line}, column {column}",
        source.name(),
        error.message
    );
    let help = "give one document of JSON or YAML";
    Some(Failure::usage_message(message, help).with_exit(Exit::Ungradable))
}

fn text(evaluated: &[EvaluatedDocument], rules: usize, style: Style) -> String {
    let mut text = String::new();
    let mut counts = [0_usize; 2];
    for document in evaluated {
        for line in &document.results {
            let warns = line.severity == Severity::Warn;
            if let Some(count) = counts.get_mut(usize::from(warns)) {
                *count += 1;
            }
            let severity = style.paint(if warns { "33" } else { "31" }, line.severity.word());
            let resource = line
                .resource
                .as_ref()
                .map(|address| format!(" at {address}"))
                .unwrap_or_default();
            let rule = line.id.as_deref().unwrap_or(&line.rule);
            let which = document
                .document
                .map(|number| format!(" document {number}"));
            text.push_str(&format!(
                "{severity} {}{} {}.{rule}: {}{resource}\n",
                document.file,
                which.unwrap_or_default(),
                line.namespace,
                line.message
            ));
        }
    }
    let [objections, warnings] = counts;
    text.push_str(&format!(
        "{} documents, {rules} rules, {objections} objections, {warnings} warnings\n",
        evaluated.len()
    ));
    text
}

impl From<RegoError> for Failure {
    fn from(error: RegoError) -> Self {
        Self::usage(error)
    }
}
