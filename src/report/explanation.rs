//! An explanation as text for people.

use std::fmt::Write as _;

use crate::grade::{CheckStatus, Explanation};

use super::verdict::Style;

/// Lines of a value that are shown.
const VALUE_LINES: usize = 40;

/// The explanation, check by check.
pub fn explanation_text(explanation: &Explanation, style: Style) -> String {
    let mut text = format!(
        "{} on {}: {}\n",
        explanation.scenario,
        explanation.arm,
        explanation.verdict.word()
    );
    for check in &explanation.checks {
        let status = match check.status {
            CheckStatus::Pass => style.paint("32", "holds"),
            CheckStatus::Fail => style.paint("31", "violated"),
            CheckStatus::Unverifiable => style.paint("33", "unverifiable"),
            CheckStatus::NotRun => style.paint("2", "not run"),
        };
        let _ = writeln!(
            text,
            "\n{} {}: {status}",
            style.paint("1", &check.id),
            check.title
        );
        if let Some(description) = &check.description {
            let _ = writeln!(text, "  {}", description.trim().replace('\n', "\n  "));
        }
        if let Some(rule) = &check.rule {
            let _ = writeln!(text, "  rule      {}:{}", rule.file, rule.line);
        }
        for (label, items) in [("facts", &check.facts), ("catches", &check.catches)] {
            if !items.is_empty() {
                let _ = writeln!(text, "  {label:8}  {}", items.join(", "));
            }
        }
        for finding in &check.findings {
            let _ = writeln!(
                text,
                "  finding   {}",
                finding.message.replace('\n', "\n            ")
            );
            if let Some(resource) = &finding.resource {
                let path = finding
                    .path
                    .as_ref()
                    .map(|path| format!(" {path}"))
                    .unwrap_or_default();
                let _ = writeln!(text, "  resource  {resource}{path}");
            }
            if let Some(source) = &finding.source {
                let line = finding
                    .line
                    .as_ref()
                    .map(|line| format!(": {line}"))
                    .unwrap_or_default();
                let _ = writeln!(text, "  source    {}:{}{line}", source.file, source.line);
            }
            if let Some(value) = &finding.value {
                let shown = serde_json::to_string_pretty(value).unwrap_or_default();
                let lines: Vec<&str> = shown.lines().collect();
                for (index, line) in lines.iter().take(VALUE_LINES).enumerate() {
                    let _ = writeln!(
                        text,
                        "  {}  {line}",
                        if index == 0 { "value   " } else { "        " }
                    );
                }
                if lines.len() > VALUE_LINES {
                    let _ = writeln!(
                        text,
                        "            … {} more lines",
                        lines.len() - VALUE_LINES
                    );
                }
            }
            for reference in &finding.references {
                let _ = writeln!(text, "  refers    {reference}");
            }
        }
    }
    for reason in &explanation.reasons {
        let _ = writeln!(text, "\nbecause {reason}");
    }
    text
}
