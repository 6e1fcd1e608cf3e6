//! The worker's side: limit itself, load the bundle it is sent, answer until its input ends.

use std::io::{BufRead, Read as _, Write};
use std::time::Duration;

use crate::value::parse_json;

use super::super::convert::Input;
use super::super::entry::evaluate_entry;
use super::super::error::RegoError;
use super::super::evaluator::{Evaluator, Limits};
use super::super::thread::with_engine_thread;
use super::wire::{Answer, Failure, Request, Setup, WireResult, receive, send};

/// Processor time a request may take beyond the time of its entry points, for reading the document.
const READING_TIME: Duration = Duration::new(60, 0);

/// Serves as a worker on standard input and output until the input ends.
///
/// The program calls this, and nothing before it, when it is started with [`super::WORKER_VERB`].
pub fn worker_main() -> Result<(), RegoError> {
    let failed = |source: std::io::Error| RegoError::Worker {
        entry: "policies".to_owned(),
        reason: source.to_string(),
    };
    let mut input = std::io::stdin().lock();
    let Some(setup) = receive::<Setup>(&mut input).map_err(failed)? else {
        return Ok(());
    };
    let limits = setup.limits();
    limit_memory(limits.memory);
    drop(input);
    with_engine_thread(|| {
        let mut input = std::io::stdin().lock();
        let mut output = std::io::stdout().lock();
        serve(setup, &limits, &mut input, &mut output).map_err(failed)
    })?
}

fn serve(
    setup: Setup,
    limits: &Limits,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let evaluator = setup
        .bundle()
        .and_then(|bundle| Evaluator::new(&bundle, limits));
    let mut evaluator = match evaluator {
        Ok(evaluator) => evaluator,
        Err(error) => return send(output, &Answer::Failed(Failure::of(&error))),
    };
    send(output, &Answer::Ready)?;
    while let Some(request) = receive::<Request>(input)? {
        let mut text = Vec::with_capacity(request.length);
        let length = u64::try_from(request.length).unwrap_or(u64::MAX);
        if input.by_ref().take(length).read_to_end(&mut text)? < request.length {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let entries = u32::try_from(request.entries.len()).unwrap_or(u32::MAX);
        limit_processor_time(
            limits
                .time
                .saturating_mul(entries)
                .saturating_add(READING_TIME),
        );
        let document = match read(text) {
            Ok(document) => document,
            Err(failure) => {
                send(output, &Answer::Failed(failure))?;
                continue;
            }
        };
        send(output, &Answer::Ready)?;
        for entry in &request.entries {
            let results = evaluate_entry(&mut evaluator, &document, entry).and_then(|findings| {
                findings
                    .into_iter()
                    .map(|finding| WireResult::of(finding.result))
                    .collect::<Result<Vec<_>, _>>()
            });
            match results {
                Ok(results) => send(output, &Answer::Results(results))?,
                Err(error) => {
                    send(output, &Answer::Failed(Failure::of(&error)))?;
                    break;
                }
            }
        }
    }
    Ok(())
}

fn read(text: Vec<u8>) -> Result<Input, Failure> {
    let text = String::from_utf8(text)
        .map_err(|_| Failure::Engine("the document is not UTF-8".to_owned()))?;
    if let Some(input) = Input::from_json(&text) {
        return Ok(input);
    }
    // Read again for what is wrong with it.
    let node = parse_json(&text).map_err(|error| Failure::Engine(error.to_string()))?;
    drop(text);
    Input::new(&node).map_err(|error| Failure::of(&error))
}

/// Caps the address space; a worker that exceeds it aborts, and the pool names the rule.
#[cfg(unix)]
fn limit_memory(bytes: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let current = getrlimit(Resource::As);
    let wanted = current.maximum.map_or(bytes, |maximum| maximum.min(bytes));
    // A system that refuses the limit still has the pool's clock.
    let _ = setrlimit(
        Resource::As,
        Rlimit {
            current: Some(wanted),
            maximum: current.maximum,
        },
    );
    let _ = setrlimit(
        Resource::Core,
        Rlimit {
            current: Some(0),
            maximum: getrlimit(Resource::Core).maximum,
        },
    );
}

#[cfg(not(unix))]
fn limit_memory(_bytes: u64) {}

/// Lets the process use so much more processor time, so that it dies even if nobody is left to kill it.
#[cfg(unix)]
fn limit_processor_time(more: Duration) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    let used = u64::try_from(used.tv_sec).unwrap_or(0);
    let maximum = getrlimit(Resource::Cpu).maximum;
    let wanted = used.saturating_add(more.as_secs()).saturating_add(1);
    let _ = setrlimit(
        Resource::Cpu,
        Rlimit {
            current: Some(maximum.map_or(wanted, |maximum| maximum.min(wanted))),
            maximum,
        },
    );
}

#[cfg(not(unix))]
fn limit_processor_time(_more: Duration) {}
