//! Exit codes, and the failures that end a verb early with one of them.

use std::fmt;
use std::process::ExitCode;

use miette::{Diagnostic, Report};

use crate::grade::OracleError;
use crate::graph::LoadError;
use crate::proof::ProofError;
use crate::proof::rule_mutants::EquivalentsError;
use crate::source::{Findings, SourceError};
use crate::spec::RootError;

/// What the process's exit code says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Everything that was asked for holds.
    Pass = 0,
    /// The artifact fails, or something checked does not hold.
    Fail = 1,
    /// The command line, a spec, an arm, a policy or a fixture cannot be used as it is.
    Usage = 2,
    /// Whether the artifact passes depends on values that are not known.
    Unverifiable = 3,
    /// The artifact cannot be graded; this says nothing about its author.
    Ungradable = 4,
    /// The oracle has no current certificate.
    Unproven = 5,
    /// The program itself failed.
    Internal = 70,
}

/// The exit codes as `--help` shows them.
pub(super) const EXIT_CODES: &str = "\
Exit codes:
   0  pass: everything that was asked for holds
   1  fail: the artifact fails, or something checked does not hold
   2  usage: the command line, a spec, an arm, a policy or a fixture cannot be used as it is
   3  unverifiable: whether the artifact passes depends on values that are not known
   4  ungradable: the artifact cannot be graded, which says nothing about its author
   5  unproven: the oracle has no current certificate
  70  internal: the program itself failed";

impl Exit {
    /// The number.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The graver of two exits, for a verb that does several things: a failing program before anything else, a refusal
    /// before a verdict, a certain failure before an uncertain one.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        let gravity = |exit: Self| match exit {
            Self::Pass => 0,
            Self::Unverifiable => 1,
            Self::Fail => 2,
            Self::Ungradable => 3,
            Self::Unproven => 4,
            Self::Usage => 5,
            Self::Internal => 6,
        };
        if gravity(other) > gravity(self) {
            other
        } else {
            self
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}

/// An error that ends a verb, with the exit code it means.
#[derive(Debug)]
pub struct Failure {
    /// The exit code.
    pub exit: Exit,
    /// What is shown.
    pub report: Report,
}

impl Failure {
    /// Ends with `exit` and shows `error`.
    pub fn new(exit: Exit, error: impl Diagnostic + Send + Sync + 'static) -> Self {
        Self {
            exit,
            report: Report::new(error),
        }
    }

    /// The user asked for something that cannot be done.
    pub fn usage(error: impl Diagnostic + Send + Sync + 'static) -> Self {
        Self::new(Exit::Usage, error)
    }

    /// The same from a message and advice.
    pub fn usage_message(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self::usage(Message {
            message: message.into(),
            help: Some(help.into()),
        })
    }

    /// The same with another exit code.
    #[must_use]
    pub fn with_exit(self, exit: Exit) -> Self {
        Self { exit, ..self }
    }

    /// The machine or the program failed.
    pub fn internal(message: impl fmt::Display) -> Self {
        Self::new(
            Exit::Internal,
            Message {
                message: message.to_string(),
                help: None,
            },
        )
    }
}

/// A message without a place.
#[derive(Debug, thiserror::Error, Diagnostic)]
#[error("{message}")]
struct Message {
    message: String,
    #[help]
    help: Option<String>,
}

// Each error that a verb passes on with `?` states its exit code here.

impl From<RootError> for Failure {
    fn from(error: RootError) -> Self {
        Self::usage(error)
    }
}

impl From<SourceError> for Failure {
    fn from(error: SourceError) -> Self {
        Self::usage(error)
    }
}

impl From<OracleError> for Failure {
    fn from(error: OracleError) -> Self {
        Self::usage(error)
    }
}

impl From<ProofError> for Failure {
    fn from(error: ProofError) -> Self {
        Self::usage(error)
    }
}

impl From<EquivalentsError> for Failure {
    fn from(error: EquivalentsError) -> Self {
        Self::usage(error)
    }
}

impl From<LoadError> for Failure {
    fn from(error: LoadError) -> Self {
        let exit = if error.is_usage() {
            Exit::Usage
        } else {
            Exit::Ungradable
        };
        Self::new(exit, error)
    }
}

impl From<Findings> for Failure {
    fn from(error: Findings) -> Self {
        Self::usage(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_exit_code_stands_in_the_help() {
        let exits = [
            Exit::Pass,
            Exit::Fail,
            Exit::Usage,
            Exit::Unverifiable,
            Exit::Ungradable,
            Exit::Unproven,
            Exit::Internal,
        ];
        for exit in exits {
            let line = format!(
                "{:>4}  {}:",
                exit.code(),
                format!("{exit:?}").to_lowercase()
            );
            assert!(EXIT_CODES.contains(&line), "{line}");
        }
    }

    #[test]
    fn a_certain_failure_outweighs_an_uncertain_one() {
        assert_eq!(Exit::Unverifiable.and(Exit::Fail), Exit::Fail);
        assert_eq!(Exit::Internal.and(Exit::Usage), Exit::Internal);
        assert_eq!(Exit::Pass.and(Exit::Pass), Exit::Pass);
    }
}
