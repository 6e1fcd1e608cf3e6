//! Examines what is recorded in fixtures: it must be readable, and of the kind that its arm is graded on.

use std::path::Path;

use miette::Diagnostic;

use crate::arm::ArtifactKind;
use crate::artifact::config::{Configuration, Limits};
use crate::artifact::{Recognised, recognise};
use crate::spec::Recorded;

use super::Survey;

impl Survey<'_> {
    /// One record of a fixture on an arm that is graded on `kind`.
    pub(super) fn record(&mut self, recorded: &Recorded, kind: ArtifactKind) {
        let path = recorded.path();
        // A folder of templates or of configuration is read as a whole when it is graded.
        if path.is_dir() {
            return;
        }
        if kind == ArtifactKind::Configuration && matches!(recorded, Recorded::Artifact(_)) {
            self.examined.insert(self.root.relative(path));
            if let Err(error) = Configuration::read(path, &Limits::default()) {
                self.unreadable(path, &error);
            }
            return;
        }
        let Some(source) = self.read(path) else {
            return;
        };
        let wanted = match recorded {
            Recorded::Artifact(_) => word(kind),
            Recorded::Rejection(_) => "record of a rejection",
        };
        match recognise(&source) {
            Ok(found) if fits(&found, recorded, kind) => {}
            Ok(found) => {
                let message = format!("expected a {wanted}, found a {}", name(&found));
                let finding = self.about(path, "other-artifact", message);
                self.findings
                    .push(finding.with_help("record it again with the commands of its arm"));
            }
            // Templates in YAML are told by their reader, not from the first character.
            Err(_)
                if kind == ArtifactKind::Template && matches!(recorded, Recorded::Artifact(_)) => {}
            Err(error) => self.unreadable(path, &error),
        }
    }

    fn unreadable(&mut self, path: &Path, error: &dyn Diagnostic) {
        let finding = self.about(path, "unreadable", error.to_string());
        self.findings.push(match error.help() {
            Some(help) => finding.with_help(help.to_string()),
            None => finding,
        });
    }
}

fn fits(found: &Recognised, recorded: &Recorded, kind: ArtifactKind) -> bool {
    match (recorded, found) {
        (Recorded::Rejection(_), found) => matches!(found, Recognised::Toolchain(_)),
        (Recorded::Artifact(_), Recognised::Plan(_)) => kind == ArtifactKind::Plan,
        (Recorded::Artifact(_), Recognised::State(_)) => kind == ArtifactKind::State,
        (Recorded::Artifact(_), Recognised::Template(_)) => kind == ArtifactKind::Template,
        (Recorded::Artifact(_), Recognised::Toolchain(_)) => false,
    }
}

fn word(kind: ArtifactKind) -> &'static str {
    match kind {
        ArtifactKind::Plan => "plan",
        ArtifactKind::State => "state",
        ArtifactKind::Configuration => "configuration",
        ArtifactKind::Template => "template",
    }
}

fn name(found: &Recognised) -> &'static str {
    match found {
        Recognised::Plan(_) => "plan",
        Recognised::State(_) => "state",
        Recognised::Template(_) => "template",
        Recognised::Toolchain(_) => "record of a rejection",
    }
}
