//! Reading an artifact from a path: a file, standard input, a folder of synthesized templates, a folder of configuration.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::source::SourceText;

use super::error::ReadError;
use super::recognise::{Recognised, recognise_opening};

/// Largest file read unless the caller says otherwise.
pub const DEFAULT_LIMIT: u64 = 512 * 1024 * 1024;

/// What was found at a path.
#[derive(Debug, Clone)]
pub enum Artifact {
    /// One document, its kind told from the content.
    Document {
        /// The text, for locating findings.
        source: SourceText,
        /// What it is.
        recognised: Recognised,
    },
    /// A folder of synthesized templates, to be read by the template reader.
    Assembly(PathBuf),
    /// A folder of configuration, or one file of it, to be read by the configuration reader.
    Configuration(PathBuf),
}

/// Reads what is at `path`; `-` is standard input. Files larger than `limit` bytes are refused.
pub fn read_path(path: &Path, limit: u64) -> Result<Artifact, ReadError> {
    if path != Path::new("-") && path.is_dir() {
        return recognise_folder(path);
    }
    if path.is_file() && is_configuration(&path.to_string_lossy()) {
        return Ok(Artifact::Configuration(path.to_owned()));
    }
    let source = read_source(path, limit)?;
    recognise_opening(&source).map(|recognised| Artifact::Document { source, recognised })
}

/// Reads and decodes one file, or standard input for `-`, without telling its kind.
pub fn read_source(path: &Path, limit: u64) -> Result<SourceText, ReadError> {
    if path == Path::new("-") {
        return read_limited(io::stdin().lock(), 0, &Arc::from("standard input"), limit);
    }
    let name: Arc<str> = path.to_string_lossy().into();
    if path.is_dir() {
        return Err(ReadError::Directory { name });
    }
    match File::open(path) {
        Ok(file) => {
            let length = file.metadata().map_or(0, |metadata| metadata.len());
            read_limited(file, length, &name, limit)
        }
        Err(error) => Err(refused(&name, &error)),
    }
}

/// Reads at most one byte more than the limit, so that neither a growing file nor a pipe fills the memory.
fn read_limited(
    input: impl Read,
    expected: u64,
    name: &Arc<str>,
    limit: u64,
) -> Result<SourceText, ReadError> {
    let expected = usize::try_from(expected.min(limit)).unwrap_or(0);
    let mut bytes = Vec::with_capacity(expected.saturating_add(1));
    input
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)
        .map_err(|error| refused(name, &error))?;
    if bytes.len() as u64 > limit {
        return Err(ReadError::TooLarge {
            name: name.clone(),
            limit,
        });
    }
    Ok(SourceText::from_bytes(name.clone(), bytes)?)
}

fn refused(name: &Arc<str>, error: &io::Error) -> ReadError {
    if error.kind() == io::ErrorKind::NotFound {
        return ReadError::Missing { name: name.clone() };
    }
    ReadError::Io {
        name: name.clone(),
        reason: error.to_string(),
    }
}

/// A folder is told by the names of its files; templates win, since a synthesized app may keep its sources beside them.
fn recognise_folder(folder: &Path) -> Result<Artifact, ReadError> {
    let name: Arc<str> = folder.to_string_lossy().into();
    let mut configured = false;
    for entry in fs::read_dir(folder).map_err(|error| refused(&name, &error))? {
        let entry = entry.map_err(|error| refused(&name, &error))?;
        let file = entry.file_name().to_string_lossy().into_owned();
        if file == "cdk.out" || file.ends_with(".template.json") {
            let folder = if file == "cdk.out" {
                entry.path()
            } else {
                folder.to_owned()
            };
            return Ok(Artifact::Assembly(folder));
        }
        configured |= is_configuration(&file);
    }
    if configured {
        return Ok(Artifact::Configuration(folder.to_owned()));
    }
    Err(ReadError::Directory { name })
}

/// Whether a file's name says that it is a source of a configuration.
fn is_configuration(name: &str) -> bool {
    [".tf", ".tf.json", ".tofu", ".tofu.json"]
        .iter()
        .any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, content) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().expect("a parent")).expect("created");
            fs::write(path, content).expect("written");
        }
        folder
    }

    #[test]
    fn a_folder_is_read_by_what_it_holds() {
        let app = folder(&[("main.tf", ""), ("A.template.json", "{}")]);
        assert!(matches!(
            read_path(app.path(), DEFAULT_LIMIT),
            Ok(Artifact::Assembly(_))
        ));
        let sources = folder(&[("main.tf", "")]);
        assert!(matches!(
            read_path(sources.path(), DEFAULT_LIMIT),
            Ok(Artifact::Configuration(_))
        ));
        let other = folder(&[("readme.md", ""), ("deeper/main.tf", "")]);
        let error = read_path(other.path(), DEFAULT_LIMIT).expect_err("refused");
        assert!(
            matches!(error, ReadError::Directory { .. }) && !error.is_usage(),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_is_missing_is_a_usage_error_and_one_that_is_too_large_is_not() {
        let files = folder(&[("plan.json", "{\"a\": 1}")]);
        let missing =
            read_path(&files.path().join("other.json"), DEFAULT_LIMIT).expect_err("refused");
        assert!(missing.is_usage(), "{missing}");
        let large = read_path(&files.path().join("plan.json"), 7).expect_err("refused");
        assert!(
            matches!(large, ReadError::TooLarge { limit: 7, .. }) && !large.is_usage(),
            "{large}"
        );
    }
}
