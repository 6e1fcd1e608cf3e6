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

#[cfg(test)]
mod tests {
    use super::*;

    const ARM: &str = "\
schema: proofmark.arm/1
name: hcl
title: Terraform by hand
family: terraform
artifact: {kind: plan, file: plan.json}
requires: [source]
language_line: Write it in HCL.
commands:
  build: [terraform, plan]
workspace:
  src/main.tf: |
    # yours
";

    /// Code and underlined text of the findings after `from` was replaced by `to`.
    fn findings(from: &str, to: &str) -> Vec<(&'static str, String)> {
        assert!(ARM.contains(from), "{from}");
        let source = SourceText::new("arms/hcl.yaml", ARM.replacen(from, to, 1));
        let findings = match read_arm(&source) {
            Ok((_, findings)) => findings,
            Err(findings) => findings.into_vec(),
        };
        findings
            .iter()
            .map(|finding| {
                (
                    finding.code(),
                    finding.underlined().unwrap_or_default().to_owned(),
                )
            })
            .collect()
    }

    #[test]
    fn the_sample_is_accepted() {
        assert_eq!(findings("hcl", "hcl"), []);
    }

    #[test]
    fn an_arm_is_named_as_its_file() {
        assert_eq!(
            findings("name: hcl", "name: tofu"),
            [("file-name", "tofu".to_owned())]
        );
    }

    #[test]
    fn the_artifact_speaks_the_types_of_the_family() {
        assert_eq!(
            findings("kind: plan", "kind: template"),
            [("family", "template".to_owned())]
        );
    }

    #[test]
    fn nothing_is_written_outside_of_the_workspace() {
        assert_eq!(
            findings("file: plan.json", "file: ../plan.json"),
            [("path", "../plan.json".to_owned())]
        );
        assert_eq!(
            findings("  src/main.tf:", "  /etc/main.tf:"),
            [("path", "/etc/main.tf".to_owned())]
        );
    }

    #[test]
    fn a_build_is_needed_and_unknown_commands_are_refused() {
        let found = findings("build: [terraform, plan]", "biuld: [terraform, plan]");
        assert_eq!(found, [("unknown-key", "biuld".to_owned())]);
        assert_eq!(
            findings("build: [terraform, plan]", "build: []"),
            [("empty", "[]".to_owned())]
        );
    }
}
