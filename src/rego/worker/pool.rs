//! The pool's side: start workers, hand out documents, and kill what does not answer in time.

use std::ffi::OsString;
use std::io::{BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use super::super::bundle::Bundle;
use super::super::entry::{EntryPoint, Finding};
use super::super::error::RegoError;
use super::super::evaluator::Limits;
use super::WORKER_VERB;
use super::wire::{Answer, DocumentText, Request, Setup, receive, send};

/// Time beyond the limit after which a worker is taken for stuck: the engine's own timer comes first.
const GRACE: Duration = Duration::from_secs(2);
/// Time to load the bundle or to read a document.
const READING_TIME: Duration = Duration::new(120, 0);
/// Bytes kept of what a dying worker prints.
const MOST_COMPLAINT: u64 = 64 << 10;

/// How a worker is started.
#[derive(Debug, Clone)]
pub struct WorkerCommand {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// Variables set beside the inherited ones.
    pub variables: Vec<(OsString, OsString)>,
}

impl WorkerCommand {
    /// This program, started again with its hidden verb.
    pub fn this_program() -> Result<Self, RegoError> {
        let program =
            std::env::current_exe().map_err(|source| failed("policies", &source.to_string()))?;
        Ok(Self {
            program,
            arguments: vec![WORKER_VERB.into()],
            variables: Vec::new(),
        })
    }
}

/// Workers with one bundle. Any number of threads may evaluate at once; each uses a worker of its own.
pub struct WorkerPool {
    bundle: Bundle,
    limits: Limits,
    command: WorkerCommand,
    idle: Mutex<Vec<Worker>>,
}

impl std::fmt::Debug for WorkerPool {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter
            .debug_struct("WorkerPool")
            .field("limits", &self.limits)
            .field("command", &self.command)
            .finish_non_exhaustive()
    }
}

struct Worker {
    child: Child,
    input: ChildStdin,
    answers: Receiver<std::io::Result<Answer>>,
    complaint: Receiver<String>,
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Both fail only when the worker has gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl WorkerPool {
    /// A pool whose workers are this program. No worker is started before there is a document.
    pub fn new(bundle: &Bundle, limits: &Limits) -> Result<Self, RegoError> {
        Ok(Self::with_command(
            bundle,
            limits,
            WorkerCommand::this_program()?,
        ))
    }

    /// A pool whose workers are started by `command`.
    pub fn with_command(bundle: &Bundle, limits: &Limits, command: WorkerCommand) -> Self {
        Self {
            bundle: bundle.clone(),
            limits: *limits,
            command,
            idle: Mutex::new(Vec::new()),
        }
    }

    /// Evaluates the entry points on a document given as JSON text.
    ///
    /// A worker that exceeds a limit is killed and the rule it was evaluating named; the next document gets another.
    pub fn evaluate(
        &self,
        document: impl Into<DocumentText>,
        entries: &[EntryPoint],
    ) -> Result<Vec<Finding>, RegoError> {
        let document: DocumentText = document.into();
        let idle = self
            .idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        let mut worker = match idle {
            Some(worker) => worker,
            None => self.start()?,
        };
        let request = Request {
            entries: entries.to_vec(),
            length: document.len(),
        };
        let first = entries
            .first()
            .map_or("document", |entry| entry.path.as_str());
        let written = send(&mut worker.input, &request)
            .and_then(|()| worker.input.write_all(document.as_bytes()));
        if written.and_then(|()| worker.input.flush()).is_err() {
            return Err(self.cause_of_death(&mut worker, first));
        }
        match self.answer(&mut worker, first, READING_TIME)? {
            Answer::Ready => {}
            Answer::Failed(failure) => {
                self.keep(worker);
                return Err(failure.into_error(first, &self.bundle, &self.limits));
            }
            Answer::Results(_) => return Err(failed(first, "it answered before it was asked")),
        }
        let mut findings = Vec::new();
        for entry in entries {
            match self.answer(
                &mut worker,
                &entry.path,
                self.limits.time.saturating_add(GRACE),
            )? {
                Answer::Results(results) => {
                    findings.extend(results.into_iter().map(|result| result.finding(entry)));
                }
                Answer::Failed(failure) => {
                    self.keep(worker);
                    return Err(failure.into_error(&entry.path, &self.bundle, &self.limits));
                }
                Answer::Ready => return Err(failed(&entry.path, "it lost count of its questions")),
            }
        }
        self.keep(worker);
        Ok(findings)
    }

    fn keep(&self, worker: Worker) {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(worker);
    }

    fn start(&self) -> Result<Worker, RegoError> {
        let mut child = Command::new(&self.command.program)
            .args(&self.command.arguments)
            .envs(
                self.command
                    .variables
                    .iter()
                    .map(|(name, value)| (name, value)),
            )
            .env("RUST_LIB_BACKTRACE", "0")
            // The text of a document is given back as soon as it is read, and small pages fit what is kept; neither costs time.
            .env("MIMALLOC_PURGE_DELAY", "0")
            .env("MIMALLOC_ALLOW_THP", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|source| failed("policies", &source.to_string()))?;
        let (Some(input), Some(output), Some(errors)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(failed("policies", "it has no standard input or output"));
        };
        let (send_answer, answers) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            loop {
                let answer = match receive::<Answer>(&mut output) {
                    Ok(Some(answer)) => Ok(answer),
                    Ok(None) => break,
                    // A line that is no answer is not ours: a test harness prints some.
                    Err(error) if error.kind() == std::io::ErrorKind::InvalidData => continue,
                    Err(error) => Err(error),
                };
                let ended = answer.is_err();
                if send_answer.send(answer).is_err() || ended {
                    break;
                }
            }
        });
        let (send_complaint, complaint) = channel();
        std::thread::spawn(move || {
            let mut text = Vec::new();
            let mut errors = errors;
            // What cannot be read is not needed: the exit status says the same.
            let _ = (&mut errors).take(MOST_COMPLAINT).read_to_end(&mut text);
            let _ = send_complaint.send(String::from_utf8_lossy(&text).into_owned());
            let _ = std::io::copy(&mut errors, &mut std::io::sink());
        });
        let mut worker = Worker {
            child,
            input,
            answers,
            complaint,
        };
        let setup = Setup::of(&self.bundle, &self.limits)?;
        if send(&mut worker.input, &setup).is_err() {
            return Err(self.cause_of_death(&mut worker, "policies"));
        }
        match self.answer(&mut worker, "policies", READING_TIME)? {
            Answer::Ready => Ok(worker),
            Answer::Failed(failure) => {
                Err(failure.into_error("policies", &self.bundle, &self.limits))
            }
            Answer::Results(_) => Err(failed("policies", "it answered before it was asked")),
        }
    }

    /// The next answer; a worker that gives none in time is dropped, and thereby killed, by the caller's `?`.
    fn answer(
        &self,
        worker: &mut Worker,
        entry: &str,
        within: Duration,
    ) -> Result<Answer, RegoError> {
        match worker.answers.recv_timeout(within) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(failed(entry, &error.to_string())),
            Err(RecvTimeoutError::Timeout) => Err(RegoError::TimeLimit {
                entry: entry.to_owned(),
                limit: self.limits.time,
            }),
            Err(RecvTimeoutError::Disconnected) => Err(self.cause_of_death(worker, entry)),
        }
    }

    /// Why a worker ended, from its exit status and its last words.
    fn cause_of_death(&self, worker: &mut Worker, entry: &str) -> RegoError {
        // Its output has ended; a worker that lives on all the same is stopped.
        let _ = worker.child.kill();
        let status = worker.child.wait();
        let complaint = worker.complaint.recv_timeout(GRACE).unwrap_or_default();
        if complaint.contains("memory allocation of") || complaint.contains("out of memory") {
            return RegoError::MemoryLimit {
                entry: entry.to_owned(),
                limit: self.limits.memory,
            };
        }
        #[cfg(unix)]
        if status.as_ref().is_ok_and(|status| {
            use std::os::unix::process::ExitStatusExt as _;
            status.signal() == Some(rustix::process::Signal::XCPU.as_raw())
        }) {
            return RegoError::TimeLimit {
                entry: entry.to_owned(),
                limit: self.limits.time,
            };
        }
        let last = complaint
            .lines()
            .rev()
            .find(|line| !line.trim().is_empty())
            .unwrap_or_default();
        let status = status.map_or_else(|error| error.to_string(), |status| status.to_string());
        failed(
            entry,
            &if last.is_empty() {
                status
            } else {
                format!("{status}: {last}")
            },
        )
    }
}

fn failed(entry: &str, reason: &str) -> RegoError {
    RegoError::Worker {
        entry: entry.to_owned(),
        reason: reason.to_owned(),
    }
}
