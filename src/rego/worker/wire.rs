//! What pool and worker say to each other: one JSON line each, the document's text following a request.

use std::io::{BufRead, Write};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use regorus::Value;

use crate::source::{self, Span};
use crate::value::Node;

use super::super::bundle::{Bundle, BundleOptions, Origin};
use super::super::convert::{Input, to_node};
use super::super::entry::{EntryPoint, Finding};
use super::super::error::RegoError;
use super::super::evaluator::Limits;
use super::super::outcome::RuleResult;

/// A node whose objects are sent as they are, not escaped as the graph's JSON form does.
fn plain(node: &Node) -> Result<Value, RegoError> {
    Input::new(node).map(|input| input.0)
}

/// The first line a worker reads.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Setup {
    pub files: Vec<(String, String)>,
    pub data: Value,
    pub origin: Origin,
    pub with_tests: bool,
    pub time_ms: u64,
    pub memory: u64,
}

impl Setup {
    pub fn of(bundle: &Bundle, limits: &Limits) -> Result<Self, RegoError> {
        let options = bundle.options();
        let file = |file: &super::super::bundle::PolicyFile| {
            (
                file.source.name().to_string(),
                file.source.text().to_string(),
            )
        };
        Ok(Self {
            files: bundle.files().iter().map(file).collect(),
            data: plain(bundle.data())?,
            origin: options.origin,
            with_tests: options.with_tests,
            time_ms: u64::try_from(limits.time.as_millis()).unwrap_or(u64::MAX),
            memory: limits.memory,
        })
    }

    pub fn limits(&self) -> Limits {
        Limits {
            time: std::time::Duration::from_millis(self.time_ms),
            memory: self.memory,
        }
    }

    pub fn bundle(self) -> Result<Bundle, RegoError> {
        let options = BundleOptions {
            origin: self.origin,
            only: Vec::new(),
            with_tests: self.with_tests,
            // By the process that sent it.
            examined: true,
        };
        Bundle::from_sources(
            self.files,
            to_node(&self.data).unwrap_or_default(),
            &options,
        )
    }
}

/// One document to evaluate; `length` bytes of JSON follow the line.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Request {
    pub entries: Vec<EntryPoint>,
    pub length: usize,
}

/// One line of a worker: a document read, or what one entry point gave.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Answer {
    /// The bundle is loaded, or the document is read.
    Ready,
    /// What the next entry point objects to.
    Results(Vec<WireResult>),
    /// The evaluation failed.
    Failed(Failure),
}

/// A [`RuleResult`] on the way.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct WireResult {
    rule: Option<String>,
    message: String,
    resource: Option<String>,
    path: Option<String>,
    details: Value,
}

impl WireResult {
    pub fn of(result: RuleResult) -> Result<Self, RegoError> {
        let RuleResult {
            rule,
            message,
            resource,
            path,
            details,
        } = result;
        Ok(Self {
            rule,
            message,
            resource,
            path,
            details: plain(&details)?,
        })
    }

    pub fn finding(self, entry: &EntryPoint) -> Finding {
        let Self {
            rule,
            message,
            resource,
            path,
            details,
        } = self;
        let details = to_node(&details).unwrap_or_default();
        Finding {
            entry: entry.clone(),
            result: RuleResult {
                rule,
                message,
                resource,
                path,
                details,
            },
        }
    }
}

/// An error on the way; the pool knows the files and makes it whole again.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Failure {
    TimeLimit,
    Malformed(String),
    Inexact {
        pointer: String,
        reason: String,
    },
    Evaluation {
        message: String,
        file: String,
        start: usize,
        length: usize,
    },
    Engine(String),
}

impl Failure {
    pub fn of(error: &RegoError) -> Self {
        match error {
            RegoError::TimeLimit { .. } => Self::TimeLimit,
            RegoError::MalformedResult { reason, .. } => Self::Malformed(reason.clone()),
            RegoError::Inexact { pointer, reason } => Self::Inexact {
                pointer: pointer.clone(),
                reason: reason.clone(),
            },
            RegoError::Evaluation { fault, .. } => {
                let span = fault.span().unwrap_or_default();
                Self::Evaluation {
                    message: fault.message().to_owned(),
                    file: fault.file().to_owned(),
                    start: span.offset,
                    length: span.len,
                }
            }
            RegoError::Engine { message, .. } => Self::Engine(message.clone()),
            other => Self::Engine(other.to_string()),
        }
    }

    pub fn into_error(self, entry: &str, bundle: &Bundle, limits: &Limits) -> RegoError {
        let entry = entry.to_owned();
        match self {
            Self::TimeLimit => RegoError::TimeLimit {
                entry,
                limit: limits.time,
            },
            Self::Malformed(reason) => RegoError::MalformedResult { entry, reason },
            Self::Inexact { pointer, reason } => RegoError::Inexact { pointer, reason },
            Self::Engine(message) => RegoError::Engine { entry, message },
            Self::Evaluation {
                message,
                file,
                start,
                length,
            } => {
                match bundle
                    .files()
                    .iter()
                    .find(|policy| **policy.source.name() == *file)
                {
                    Some(policy) => {
                        let span = Span::between(start, start + length);
                        let fault =
                            source::Finding::at(&policy.source, span, "evaluation", message);
                        RegoError::Evaluation {
                            entry,
                            fault: Box::new(fault),
                        }
                    }
                    None => RegoError::Engine { entry, message },
                }
            }
        }
    }
}

/// Writes one line.
pub(super) fn send(out: &mut impl Write, message: &impl Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

/// Reads one line; `None` at the end.
pub(super) fn receive<T: for<'de> Deserialize<'de>>(
    from: &mut impl BufRead,
) -> std::io::Result<Option<T>> {
    let mut line = String::new();
    if from.read_line(&mut line)? == 0 {
        return Ok(None);
    }
    let message = serde_json::from_str(&line);
    message
        .map(Some)
        .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidData, error))
}

/// A document on its way to a worker, shared between requests.
pub(super) type DocumentText = Arc<String>;
