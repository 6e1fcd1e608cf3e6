//! A verdict as text for people.

use std::fmt::Write as _;

use crate::grade::{CheckStatus, ENVIRONMENT, SourceLine, Status, Verdict};

/// How text may be decorated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Style {
    /// Whether colours may be used.
    pub color: bool,
}

impl Style {
    /// `text` in an ANSI colour.
    pub fn paint(self, code: &str, text: &str) -> String {
        if self.color {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_owned()
        }
    }

    fn status(self, status: Status) -> String {
        let code = match status {
            Status::Pass => "32;1",
            Status::Fail => "31;1",
            Status::Unverifiable | Status::Ungradable => "33;1",
        };
        self.paint(code, status.word())
    }
}

/// The verdict, its checks, where they are violated, and how it was reached.
pub fn verdict_text(verdict: &Verdict, style: Style) -> String {
    let mut text = String::new();
    let reward = verdict.reward.map_or_else(
        || "no reward".to_owned(),
        |reward| format!("reward {reward}"),
    );
    let tier = verdict
        .tier
        .as_ref()
        .map(|tier| format!(", tier {tier}"))
        .unwrap_or_default();
    let status = style.status(verdict.verdict);
    let _ = writeln!(
        text,
        "{} on {}: {status} ({reward}{tier})",
        verdict.scenario, verdict.arm
    );
    for check in &verdict.checks {
        let mark = match check.status {
            CheckStatus::Pass => style.paint("32", "✓"),
            CheckStatus::Fail => style.paint("31", "✗"),
            CheckStatus::Unverifiable => style.paint("33", "?"),
            CheckStatus::NotRun => style.paint("2", "-"),
        };
        let remark = match check.status {
            CheckStatus::NotRun => " (not run)",
            CheckStatus::Unverifiable => " (unverifiable)",
            CheckStatus::Pass | CheckStatus::Fail => "",
        };
        let _ = writeln!(text, "  {mark} {} {}{remark}", check.id, check.title);
        if check.status == CheckStatus::Pass {
            continue;
        }
        for finding in &check.findings {
            let _ = writeln!(text, "      {}", finding.message.replace('\n', "\n      "));
            if let Some(resource) = &finding.resource {
                let path = finding.path.as_deref().unwrap_or_default();
                let _ = writeln!(
                    text,
                    "      at {resource}{}{}",
                    spaced(path),
                    place(finding.source.as_ref())
                );
            } else if let Some(source) = &finding.source {
                let _ = writeln!(text, "      at {}:{}", source.file, source.line);
            }
        }
    }
    text.push_str(&grounds(verdict, style));
    text
}

/// What the verdict rests on: the leaves that decide, the reasons, the catches, the completions and the certificate.
fn grounds(verdict: &Verdict, style: Style) -> String {
    let mut text = String::new();
    for leaf in &verdict.deciding {
        if &*leaf.id == ENVIRONMENT {
            text.push_str(
                "  decided by the account and the region it is deployed to, which the artifact does not state\n",
            );
            continue;
        }
        let what = match &leaf.resource {
            Some(resource) => format!(
                "{resource}{}",
                spaced(leaf.path.as_deref().unwrap_or_default())
            ),
            None => leaf.id.clone(),
        };
        let _ = writeln!(
            text,
            "  decided by {what}{}, whose value{} is not known",
            place(leaf.source.as_ref()),
            origin(&leaf.id)
        );
    }
    for reason in &verdict.reasons {
        let _ = writeln!(text, "  because {reason}");
    }
    if !verdict.catches.is_empty() {
        let catches: Vec<String> = verdict
            .catches
            .iter()
            .map(|catch| format!("{} (tier {})", catch.id, catch.tier))
            .collect();
        let _ = writeln!(
            text,
            "  catches with exactly these rules: {}",
            catches.join(", ")
        );
    }
    if verdict.completions.tried > 0 {
        let how = if verdict.completions.exhaustive {
            "exhaustive"
        } else {
            "sampled"
        };
        let plural = if verdict.completions.tried == 1 {
            ""
        } else {
            "s"
        };
        let _ = writeln!(
            text,
            "  {} completion{plural} tried, {how}",
            verdict.completions.tried
        );
    }
    match &verdict.certificate {
        Some(hash) => {
            let _ = writeln!(text, "  certificate {}", hash.get(..16).unwrap_or(hash));
        }
        None => {
            let _ = writeln!(text, "  {}", style.paint("33", "unproven oracle"));
        }
    }
    text
}

/// The variable or parameter that a leaf stands for, where it is just one.
fn origin(id: &str) -> String {
    let name = id.strip_prefix("parameter:").unwrap_or(id);
    let is_parameter = name.len() < id.len();
    let is_name = |character: char| character.is_alphanumeric() || "._-".contains(character);
    if (is_parameter || id.starts_with("var.")) && name.chars().all(is_name) {
        format!(" `{name}`")
    } else {
        String::new()
    }
}

fn spaced(path: &str) -> String {
    if path.is_empty() {
        String::new()
    } else {
        format!(" {path}")
    }
}

fn place(source: Option<&SourceLine>) -> String {
    source
        .map(|source| format!(" ({}:{})", source.file, source.line))
        .unwrap_or_default()
}
