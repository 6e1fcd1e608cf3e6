//! Writes the files a new scenario begins with: a spec, a policy, and a fixture folder for everything that must be proved.

use std::path::{Path, PathBuf};

use miette::Diagnostic;
use thiserror::Error;

use crate::arm::{Arm, load_arm};
use crate::source::{Findings, write_atomically};

use super::workspace::{Root, RootError};

/// Words that a scenario may not be named by, because a folder of `policies` has the name.
const TAKEN: [&str; 2] = ["lib", "split"];

/// Why a scenario was not scaffolded.
#[derive(Debug, Error, Diagnostic)]
pub enum ScaffoldError {
    /// The id has another form than ids have.
    #[error("`{0}` is no scenario id")]
    #[diagnostic(help("an id is lower-case words joined by `-`, such as `queue-dead-letter`"))]
    Id(String),
    /// Something of the scenario exists.
    #[error("`{0}` exists already")]
    #[diagnostic(help("choose another id; nothing was written"))]
    Exists(String),
    /// The project has no arm.
    #[error("the project has no arm")]
    #[diagnostic(help("write `arms/<name>.yaml` first: it says what a scenario is graded on"))]
    NoArm,
    /// An arm cannot be used.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Arm(#[from] Findings),
    /// The project cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Root(#[from] RootError),
    /// A file cannot be written.
    #[error("`{0}` cannot be written: {1}")]
    Write(String, #[source] std::io::Error),
}

/// Writes a scenario named `id` on every arm of the project, and says which files were written.
pub fn scaffold(root: &Root, id: &str) -> Result<Vec<PathBuf>, ScaffoldError> {
    if !is_id(id) || TAKEN.contains(&id) {
        return Err(ScaffoldError::Id(id.to_owned()));
    }
    let negatives = root.path().join("negative-fixtures").join(id);
    for path in [
        &root.spec_file(id),
        &root.policy_folder(id),
        &root.proof_folder(id),
        &negatives,
    ] {
        if path.exists() {
            return Err(ScaffoldError::Exists(root.relative(path)));
        }
    }
    let mut arms = Vec::new();
    for path in root.arm_files()? {
        arms.push(load_arm(&root.read(&path)?)?);
    }
    if arms.is_empty() {
        return Err(ScaffoldError::NoArm);
    }
    let files = files(root, id, &arms, &negatives);
    for (path, content) in &files {
        write_atomically(path, content.as_bytes())
            .map_err(|error| ScaffoldError::Write(root.relative(path), error))?;
    }
    Ok(files.into_iter().map(|(path, _)| path).collect())
}

fn files(root: &Root, id: &str, arms: &[Arm], negatives: &Path) -> Vec<(PathBuf, String)> {
    let words = Words::of(id, arms);
    let mut files = vec![
        (
            root.spec_file(id),
            words.fill(include_str!("scaffold/spec.yaml.txt")),
        ),
        (
            root.policy_folder(id).join("rules.rego"),
            words.fill(include_str!("scaffold/rules.rego.txt")),
        ),
    ];
    let proof = root.proof_folder(id);
    for arm in arms {
        let fixtures = [
            (
                proof.join("references").join(&arm.name).join("plain"),
                "The solution in its plainest form.",
            ),
            (
                proof.join("do-nothing").join(&arm.name),
                "The workspace as an author finds it.",
            ),
            (
                negatives.join(&arm.name).join("bucket-missing"),
                "A solution that lacks the bucket.",
            ),
        ];
        for (folder, why) in fixtures {
            files.push((folder.join("fixture.yaml"), format!("why: {why}\n")));
            for (name, content) in &arm.workspace {
                let name = name.strip_prefix("src/").unwrap_or(name);
                files.push((folder.join("src").join(name), content.clone()));
            }
            if arm.workspace.is_empty() {
                files.push((
                    folder.join("src/README"),
                    "Put the author's files here.\n".to_owned(),
                ));
            }
        }
    }
    files
}

/// What the templates leave open.
struct Words {
    id: String,
    title: String,
    package: String,
    prefix: String,
    arms: String,
}

impl Words {
    fn of(id: &str, arms: &[Arm]) -> Self {
        let names: Vec<&str> = arms.iter().map(|arm| arm.name.as_str()).collect();
        let initials: String = id
            .split('-')
            .filter_map(|word| word.chars().next())
            .collect();
        let prefix = if initials.len() > 1 {
            initials
        } else {
            id.chars().take(2).collect()
        };
        let spaced = id.replace('-', " ");
        let mut letters = spaced.chars();
        Self {
            id: id.to_owned(),
            title: letters
                .next()
                .map(|first| first.to_uppercase().chain(letters).collect())
                .unwrap_or_default(),
            package: id.replace('-', "_"),
            prefix: prefix.to_uppercase(),
            arms: names.join(", "),
        }
    }

    fn fill(&self, template: &str) -> String {
        template
            .replace("{id}", &self.id)
            .replace("{title}", &self.title)
            .replace("{package}", &self.package)
            .replace("{prefix}", &self.prefix)
            .replace("{arms}", &self.arms)
    }
}

fn is_id(id: &str) -> bool {
    let is_word = |word: &str| {
        !word.is_empty()
            && word
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    id.starts_with(|first: char| first.is_ascii_lowercase()) && id.split('-').all(is_word)
}
