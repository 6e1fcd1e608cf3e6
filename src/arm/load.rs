//! Loads arms: the format and what it cannot say, all findings at once.

use std::path::{Component, Path};

use crate::source::yaml::Located;
use crate::source::{Finding, Findings, SourceText, read_yaml};

use super::Arm;

/// Loads an arm for use; warnings are dropped.
pub fn load_arm(source: &SourceText) -> Result<Arm, Findings> {
    let (arm, findings) = read_arm(source)?;
    Findings::refuse_errors(findings).map(|_| arm)
}

/// Reads an arm and everything that can be said about it; fails where its format is not met.
pub fn read_arm(source: &SourceText) -> Result<(Arm, Vec<Finding>), Findings> {
    let (arm, tree): (Arm, Located) = read_yaml(source)?;
    let mut findings = Vec::new();
    let at = |pointer: &str, code, message: String| {
        Finding::at(source, tree.locate_nearest(pointer), code, message)
    };
    if let Some(stem) = source.file_stem().filter(|stem| *stem != arm.name) {
        let message = format!("the arm `{}` stands in a file of another name", arm.name);
        findings.push(
            at("/name", "file-name", message)
                .with_help(format!("rename the arm to `{stem}`, or the file")),
        );
    }
    if arm.artifact.kind.family() != arm.family {
        let message = format!(
            "this artifact does not hold types of the family `{}`",
            arm.family.as_str()
        );
        findings.push(at("/artifact/kind", "family", message));
    }
    if !stays_inside(&arm.artifact.file) {
        findings.push(at(
            "/artifact/file",
            "path",
            "the artifact must lie in the workspace".to_owned(),
        ));
    }
    for entry in tree
        .get("workspace")
        .map(Located::entries)
        .unwrap_or_default()
    {
        if !stays_inside(&entry.key) {
            let message = format!("`{}` leads out of the workspace", entry.key);
            findings.push(Finding::at(source, entry.key_span, "path", message));
        }
    }
    if arm.language_line.trim().contains('\n') {
        findings.push(at(
            "/language_line",
            "language-line",
            "the language line is more than one line".to_owned(),
        ));
    }
    Ok((arm, findings))
}

fn stays_inside(path: &str) -> bool {
    !path.is_empty()
        && Path::new(path)
            .components()
            .all(|part| matches!(part, Component::Normal(_)))
}
