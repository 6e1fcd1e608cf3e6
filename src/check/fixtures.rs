//! Examines fixture folders: each says why it exists, holds sources, and exactly one record of what became of them.

use crate::source::{Finding, read_yaml};
use crate::spec::{
    FixtureAbout, FixtureFolder, FixtureRole, Recorded, RootError, Spec, read_attempt,
};

use super::Survey;

impl Survey<'_> {
    /// The fixtures of `scenario`; without its spec, only what needs none is examined.
    pub(super) fn fixtures(
        &mut self,
        scenario: &str,
        spec: Option<&Spec>,
    ) -> Result<(), RootError> {
        let fixtures = self.root.fixtures(scenario)?;
        for fixture in &fixtures {
            self.examined.insert(self.root.relative(&fixture.path));
            self.why(fixture, spec);
            if let Some(spec) = spec {
                self.belongs(fixture, spec);
            }
            self.sources(fixture)?;
            self.recorded(fixture);
        }
        if let Some(spec) = spec {
            self.complete(&fixtures, spec);
        }
        Ok(())
    }

    fn why(&mut self, fixture: &FixtureFolder, spec: Option<&Spec>) {
        let path = fixture.about_file();
        let is_try = matches!(fixture.role, FixtureRole::Try { .. });
        if !path.is_file() {
            let finding = self.about(
                &fixture.path,
                "missing-file",
                "the fixture does not say why it exists",
            );
            return self.findings.push(finding.with_help(if is_try {
                "write `idea`, `expected`, `because` and `outcome` into `try.yaml`"
            } else {
                "write `why: …` into `fixture.yaml`"
            }));
        }
        let Some(source) = self.read(&path) else {
            return;
        };
        let read = if is_try {
            read_attempt(&source, spec).map(drop)
        } else {
            read_yaml::<FixtureAbout>(&source).map(drop)
        };
        if let Err(findings) = read {
            self.findings.extend(findings.into_vec());
        }
    }

    fn belongs(&mut self, fixture: &FixtureFolder, spec: &Spec) {
        if !spec.arms.contains(&fixture.arm) {
            let message = format!("the scenario does not run on the arm `{}`", fixture.arm);
            let finding = self.about(&fixture.path, "unknown-arm", message);
            self.findings
                .push(finding.with_help("add the arm to the spec, or remove the folder"));
        }
        if let FixtureRole::Negative { catch } = &fixture.role {
            match spec.catches.iter().find(|known| known.id == *catch) {
                None => {
                    let finding = self.about(
                        &fixture.path,
                        "unknown-catch",
                        format!("the spec has no catch `{catch}`"),
                    );
                    self.findings
                        .push(finding.with_help("add the catch to the spec, or remove the folder"));
                }
                Some(known) if known.not_on.contains_key(&fixture.arm) => {
                    let message = format!(
                        "the spec says that `{catch}` cannot be made on the arm `{}`",
                        fixture.arm
                    );
                    let finding = self.about(&fixture.path, "unknown-catch", message);
                    self.findings
                        .push(finding.with_help("remove the folder, or the arm from `not_on`"));
                }
                Some(_) => {}
            }
        }
    }

    fn sources(&mut self, fixture: &FixtureFolder) -> Result<(), RootError> {
        let folder = fixture.source_folder();
        if !folder.is_dir() || self.root.is_empty_folder(&folder)? {
            let finding = self.about(
                &fixture.path,
                "missing-file",
                "the fixture holds no sources",
            );
            self.findings
                .push(finding.with_help("put the author's files into `src`"));
        }
        Ok(())
    }

    fn recorded(&mut self, fixture: &FixtureFolder) {
        let Some(Some(arm)) = self.arms.get(&fixture.arm) else {
            return;
        };
        let (file, kind) = (arm.artifact.file.clone(), arm.artifact.kind);
        let finding = match fixture.all_recorded(&file).as_slice() {
            [] => self
                .about(
                    &fixture.path,
                    "not-recorded",
                    "what the toolchain makes of the sources is not recorded",
                )
                .with_help(format!("record `{file}` from a real run of the toolchain"))
                .as_warning(),
            [Recorded::Rejection(_)]
                if !matches!(
                    fixture.role,
                    FixtureRole::Negative { .. } | FixtureRole::Try { .. }
                ) =>
            {
                self.about(
                    &fixture.path,
                    "rejected",
                    "the toolchain rejects these sources",
                )
                .with_help("only a negative or a try may be rejected by the toolchain")
            }
            [recorded] => return self.record(recorded, kind),
            several => {
                let names: Vec<_> = several
                    .iter()
                    .filter_map(|record| {
                        Some(format!(
                            "`{}`",
                            record.path().file_name()?.to_string_lossy()
                        ))
                    })
                    .collect();
                self.about(
                    &fixture.path,
                    "several-records",
                    format!("one of {} is too many", names.join(" and ")),
                )
            }
        };
        self.findings.push(finding);
    }

    /// Each arm has a reference and a workspace in which nothing was done.
    fn complete(&mut self, fixtures: &[FixtureFolder], spec: &Spec) {
        for arm in &spec.arms {
            let has = |wanted: fn(&FixtureRole) -> bool| {
                fixtures
                    .iter()
                    .any(|one| one.arm == *arm && wanted(&one.role))
            };
            let proof = self.root.proof_folder(&spec.id);
            let mut missing = |folder: &str, what: &str| {
                let message = format!("there is no {what} on the arm `{arm}`");
                let finding: Finding = self.about(&proof.join(folder), "missing-fixture", message);
                self.findings.push(finding.as_warning());
            };
            if !has(|role| matches!(role, FixtureRole::Reference { .. })) {
                missing("references", "reference");
            }
            if !has(|role| matches!(role, FixtureRole::DoNothing)) {
                missing("do-nothing", "workspace in which nothing was done");
            }
        }
    }
}
