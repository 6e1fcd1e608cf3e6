//! Findings about what a user wrote, each with the place it is about.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use miette::{Diagnostic, LabeledSpan, NamedSource, SourceCode};

use super::{SourceText, Span};

/// Whether a finding forbids the use of what it is about.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// It cannot be used like this.
    Error,
    /// It can be used, and something is still missing or odd.
    Warning,
}

/// One problem of one file or folder.
#[derive(Debug, Clone)]
pub struct Finding {
    severity: Severity,
    code: &'static str,
    message: String,
    label: String,
    help: Option<String>,
    file: Arc<str>,
    place: Option<(NamedSource<Arc<String>>, SourceText, Span)>,
}

impl Finding {
    /// An error about the place `span` of `source`; `code` is its stable name.
    pub fn at(
        source: &SourceText,
        span: Span,
        code: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            label: "here".to_owned(),
            help: None,
            file: source.name().clone(),
            place: Some((source.named(), source.clone(), span)),
        }
    }

    /// An error about a file or folder as a whole.
    pub fn about(file: &Path, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            severity: Severity::Error,
            code,
            message: message.into(),
            label: String::new(),
            help: None,
            file: file.to_string_lossy().as_ref().into(),
            place: None,
        }
    }

    /// The same finding with these words under the place.
    #[must_use]
    pub fn with_label(mut self, label: impl Into<String>) -> Self {
        self.label = label.into();
        self
    }

    /// The same finding with advice.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The same finding about the file under another name.
    #[must_use]
    pub fn in_file(mut self, name: &str) -> Self {
        self.file = name.into();
        self.place = self.place.map(|(_, source, span)| {
            let source = source.named_anew(name);
            (source.named(), source, span)
        });
        self
    }

    /// The same finding as a warning.
    #[must_use]
    pub fn as_warning(mut self) -> Self {
        self.severity = Severity::Warning;
        self
    }

    /// Whether it forbids the use.
    pub fn severity(&self) -> Severity {
        self.severity
    }

    /// Its stable name.
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// What to do about it.
    pub fn advice(&self) -> Option<&str> {
        self.help.as_deref()
    }

    /// The file or folder, as its user knows it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The place in the file.
    pub fn span(&self) -> Option<Span> {
        self.place.as_ref().map(|(_, _, span)| *span)
    }

    /// Line and column, from 1, of the first and behind the last character of the place.
    pub fn positions(&self) -> Option<((usize, usize), (usize, usize))> {
        let (_, source, span) = self.place.as_ref()?;
        Some((
            source.position(span.offset),
            source.position(span.offset + span.len),
        ))
    }

    /// The text the finding underlines.
    #[cfg(test)]
    pub(crate) fn underlined(&self) -> Option<&str> {
        let (_, source, span) = self.place.as_ref()?;
        source.text().get(span.offset..span.offset + span.len)
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(_) => formatter.write_str(&self.message),
            None => write!(formatter, "`{}`: {}", self.file, self.message),
        }
    }
}

impl std::error::Error for Finding {}

impl std::borrow::Borrow<dyn Diagnostic> for Box<Finding> {
    fn borrow(&self) -> &(dyn Diagnostic + 'static) {
        &**self
    }
}

impl Diagnostic for Finding {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(match self.severity {
            Severity::Error => miette::Severity::Error,
            Severity::Warning => miette::Severity::Warning,
        })
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help
            .as_ref()
            .map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        self.place
            .as_ref()
            .map(|(source, _, _)| source as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.span()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_with_span(
            Some(self.label.clone()),
            span,
        ))))
    }
}

/// All findings about what was to be used, at least one of them an error.
#[derive(Debug, Clone)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// Refuses when one of `findings` is an error, else hands the warnings back.
    pub fn refuse_errors(findings: Vec<Finding>) -> Result<Vec<Finding>, Self> {
        if findings
            .iter()
            .any(|finding| finding.severity() == Severity::Error)
        {
            Err(Self(findings))
        } else {
            Ok(findings)
        }
    }

    /// The findings in the order of their places.
    pub fn into_vec(self) -> Vec<Finding> {
        self.0
    }

    /// The findings in the order of their places.
    pub fn as_slice(&self) -> &[Finding] {
        &self.0
    }
}

impl From<Finding> for Findings {
    fn from(finding: Finding) -> Self {
        Self(vec![finding])
    }
}

impl fmt::Display for Findings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.0.first().map_or("", |finding| finding.file());
        match self.0.len() {
            1 => write!(formatter, "`{file}` cannot be used: one finding"),
            count => write!(formatter, "`{file}` cannot be used: {count} findings"),
        }
    }
}

impl std::error::Error for Findings {}

impl Diagnostic for Findings {
    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        Some(Box::new(
            self.0.iter().map(|finding| finding as &dyn Diagnostic),
        ))
    }
}

/// The findings as a terminal without colours shows them.
#[cfg(test)]
pub(crate) fn rendered<'a>(findings: impl IntoIterator<Item = &'a Finding>) -> String {
    let handler =
        miette::GraphicalReportHandler::new_themed(miette::GraphicalTheme::unicode_nocolor())
            .with_width(100);
    let mut text = String::new();
    for finding in findings {
        handler.render_report(&mut text, finding).expect("rendered");
    }
    text.lines()
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}
