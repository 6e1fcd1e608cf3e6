//! Which files of a folder belong to a module, read within the limits and never through a link that leads out.

use std::path::{Path, PathBuf};

use crate::source::SourceText;

use super::error::ConfigError;

/// What is left of the limits, and the folder that nothing may leave.
pub(super) struct Allowance {
    pub(super) workspace: PathBuf,
    pub(super) files: usize,
    pub(super) bytes: u64,
    pub(super) limits: (u64, u64),
    pub(super) tofu: bool,
}

/// The source files of one folder in the order in which Terraform reads them.
#[derive(Default)]
pub(super) struct Listing {
    pub(super) primary: Vec<PathBuf>,
    pub(super) overrides: Vec<PathBuf>,
    pub(super) definitions: Vec<PathBuf>,
}

impl Listing {
    /// A module of one file.
    pub(super) fn of_one(path: &Path) -> Self {
        Self {
            primary: vec![path.to_owned()],
            ..Self::default()
        }
    }
}

pub(super) fn list(folder: &Path, tofu: bool) -> Result<Listing, ConfigError> {
    let problem = |reason| ConfigError::Io {
        path: folder.to_owned(),
        reason,
    };
    let mut names = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(problem)? {
        let name = entry.map_err(problem)?.file_name();
        if let Some(name) = name.to_str() {
            names.push(name.to_owned());
        }
    }
    names.sort_unstable();
    let mut listing = Listing::default();
    for name in &names {
        if name.starts_with('.')
            || name.ends_with('~')
            || (name.starts_with('#') && name.ends_with('#'))
        {
            continue;
        }
        if let Some(stem) = stem_of(name, &names, tofu) {
            let overrides = stem == "override" || stem.ends_with("_override");
            if overrides {
                &mut listing.overrides
            } else {
                &mut listing.primary
            }
            .push(folder.join(name));
        }
    }
    let definitions = |suffix: &str| {
        names
            .iter()
            .find(|name| **name == format!("terraform{suffix}"))
    };
    let fixed = [definitions(".tfvars"), definitions(".tfvars.json")]
        .into_iter()
        .flatten();
    let automatic = names
        .iter()
        .filter(|name| name.ends_with(".auto.tfvars") || name.ends_with(".auto.tfvars.json"));
    listing.definitions = fixed
        .chain(automatic)
        .map(|name| folder.join(name))
        .collect();
    Ok(listing)
}

/// An ending of source files, and the ending of the file beside it that is read in its place.
type Ending = (&'static str, Option<&'static str>);

const OPENTOFU: &[Ending] = &[
    (".tofu.json", None),
    (".tofu", None),
    (".tf.json", Some(".tofu.json")),
    (".tf", Some(".tofu")),
];
const TERRAFORM: &[Ending] = &[(".tf.json", None), (".tf", None)];

/// The name of a source file without its ending.
fn stem_of<'n>(name: &'n str, names: &[String], tofu: bool) -> Option<&'n str> {
    let endings = if tofu { OPENTOFU } else { TERRAFORM };
    endings.iter().find_map(|(ending, preferred)| {
        let stem = name.strip_suffix(ending)?;
        let hidden = preferred.is_some_and(|other| names.contains(&format!("{stem}{other}")));
        (!hidden).then_some(stem)
    })
}

impl Allowance {
    /// Reads one file under the name that the user knows it by.
    pub(super) fn read(&mut self, path: &Path, name: &str) -> Result<SourceText, ConfigError> {
        let problem = |reason| ConfigError::Io {
            path: path.to_owned(),
            reason,
        };
        let real = path.canonicalize().map_err(problem)?;
        if !real.starts_with(&self.workspace) {
            return Err(problem(std::io::Error::other(
                "the link leads out of the workspace",
            )));
        }
        self.files = self.files.checked_sub(1).ok_or(ConfigError::TooLarge {
            limit: self.limits.0,
            unit: "files",
        })?;
        let length = real.metadata().map_err(problem)?.len();
        self.bytes = self
            .bytes
            .checked_sub(length)
            .ok_or(ConfigError::TooLarge {
                limit: self.limits.1,
                unit: "bytes",
            })?;
        let bytes = std::fs::read(&real).map_err(problem)?;
        Ok(SourceText::from_bytes(name, bytes)?)
    }
}
