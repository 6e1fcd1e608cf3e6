//! The only module that prints: results go to standard output, everything else to standard error.

use std::io::{self, IsTerminal, Write};

use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};
use serde::Serialize;

use super::exit::Failure;

/// Columns of diagnostics where the width of the terminal is not known.
const DEFAULT_WIDTH: usize = 100;

/// When colours are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, clap::ValueEnum)]
pub enum Color {
    /// Where the terminal shows them and `NO_COLOR` is not set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether text written to `stream` is coloured.
    fn applies_to(self, stream: &impl IsTerminal) -> bool {
        let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => {
                stream.is_terminal()
                    && !set("NO_COLOR")
                    && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        }
    }
}

/// Where and how a verb's results and remarks are shown.
#[derive(Debug, Clone, Copy)]
pub struct Output {
    quiet: bool,
    color: Color,
}

impl Output {
    pub(super) fn new(quiet: bool, color: Color) -> Self {
        Self { quiet, color }
    }

    /// Whether results for people are coloured.
    pub fn colors_results(self) -> bool {
        self.color.applies_to(&io::stdout())
    }

    /// Whether progress can be drawn.
    pub fn shows_progress(self) -> bool {
        !self.quiet && io::stderr().is_terminal()
    }

    /// Whether progress can be drawn while results are written, without standing among them.
    pub fn shows_progress_beside_results(self) -> bool {
        self.shows_progress() && !io::stdout().is_terminal()
    }

    /// Writes a result as it is. A reader that has gone away is no error.
    pub fn text(self, text: &str) -> Result<(), Failure> {
        let mut stream = io::stdout().lock();
        match stream
            .write_all(text.as_bytes())
            .and_then(|()| stream.flush())
        {
            Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                Err(Failure::internal(format!(
                    "the result cannot be written: {}",
                    error.to_string().to_lowercase()
                )))
            }
            _ => Ok(()),
        }
    }

    /// Writes a result and ends the line.
    pub fn line(self, text: &str) -> Result<(), Failure> {
        self.text(&format!("{text}\n"))
    }

    /// Writes a result as indented JSON.
    pub fn json(self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).map_err(Failure::internal)?;
        self.line(&text)
    }

    /// Writes a result as one line of JSON.
    pub fn json_line(self, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string(value).map_err(Failure::internal)?;
        self.line(&text)
    }

    /// Writes a diagnostic as a result.
    pub fn diagnostic(self, diagnostic: &dyn Diagnostic) -> Result<(), Failure> {
        self.text(&rendered(diagnostic, self.color.applies_to(&io::stdout())))
    }

    /// Says something beside the result, unless quiet.
    pub fn remark(self, text: &str) {
        if !self.quiet {
            write_error(&format!("{text}\n"));
        }
    }

    /// Shows why a verb ended early.
    pub fn failure(self, failure: &Failure) {
        write_error(&rendered(
            failure.report.as_ref(),
            self.color.applies_to(&io::stderr()),
        ));
    }
}

/// Shows what became of a panic.
pub(super) fn internal_error(text: &str) {
    write_error(&format!(
        "internal error: {text}\nplease report this, with the command that led to it\n"
    ));
}

/// Nobody can be told when standard error is closed.
fn write_error(text: &str) {
    let _ = io::stderr().lock().write_all(text.as_bytes());
}

/// Columns that text for people may take.
pub(super) fn width() -> usize {
    std::env::var("COLUMNS")
        .ok()
        .and_then(|columns| columns.parse().ok())
        .unwrap_or(DEFAULT_WIDTH)
}

fn rendered(diagnostic: &dyn Diagnostic, color: bool) -> String {
    let theme = if color {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_width(width());
    let mut text = String::new();
    match handler.render_report(&mut text, diagnostic) {
        Ok(()) => text,
        Err(_) => format!("{diagnostic}\n"),
    }
}
