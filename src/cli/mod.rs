//! The command line: one file per verb.

use std::process::ExitCode;

/// Runs the command line with the process's arguments.
pub fn main() -> ExitCode {
    ExitCode::SUCCESS
}
