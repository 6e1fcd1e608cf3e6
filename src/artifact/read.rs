//! Reading an artifact from a path: a file, standard input, a folder of synthesized templates, a folder of configuration.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::source::SourceText;

use super::error::ReadError;
use super::recognise::{Recognised, recognise};

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
    /// The templates of a synthesized app, by stack in name order.
    Templates(Vec<(Arc<str>, SourceText)>),
    /// A folder of configuration, to be read by the configuration reader.
    Configuration(PathBuf),
}

/// Reads what is at `path`; `-` is standard input. Files larger than `limit` bytes are refused.
pub fn read_path(path: &Path, limit: u64) -> Result<Artifact, ReadError> {
    if path != Path::new("-") && path.is_dir() {
        return read_folder(path, limit);
    }
    let source = read_source(path, limit)?;
    recognise(&source).map(|recognised| Artifact::Document { source, recognised })
}

/// Reads and decodes one file, or standard input for `-`, without telling its kind.
pub fn read_source(path: &Path, limit: u64) -> Result<SourceText, ReadError> {
    if path == Path::new("-") {
        return read_limited(io::stdin().lock(), &Arc::from("standard input"), limit);
    }
    let name: Arc<str> = path.to_string_lossy().into();
    if path.is_dir() {
        return Err(ReadError::Directory { name });
    }
    match File::open(path) {
        Ok(file) => read_limited(file, &name, limit),
        Err(error) => Err(refused(&name, &error)),
    }
}

/// Reads at most one byte more than the limit, so that neither a growing file nor a pipe fills the memory.
fn read_limited(input: impl Read, name: &Arc<str>, limit: u64) -> Result<SourceText, ReadError> {
    let mut bytes = Vec::new();
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

fn read_folder(folder: &Path, limit: u64) -> Result<Artifact, ReadError> {
    let name: Arc<str> = folder.to_string_lossy().into();
    let mut files = Vec::new();
    list_files(folder, &mut files).map_err(|error| refused(&name, &error))?;
    files.sort();
    let named = |file: &Path, ending: &str| {
        file.file_name()
            .is_some_and(|name| name.to_string_lossy().ends_with(ending))
    };
    let mut templates = Vec::new();
    for file in files.iter().filter(|file| named(file, ".template.json")) {
        let file_name = file.file_name().unwrap_or_default().to_string_lossy();
        let stack = Arc::from(file_name.trim_end_matches(".template.json"));
        templates.push((stack, read_source(file, limit)?));
    }
    if !templates.is_empty() {
        return Ok(Artifact::Templates(templates));
    }
    let configured = [".tf", ".tf.json", ".tofu", ".tofu.json"];
    if files.iter().any(|file| {
        file.parent() == Some(folder) && configured.iter().any(|ending| named(file, ending))
    }) {
        return Ok(Artifact::Configuration(folder.to_owned()));
    }
    Err(ReadError::Directory { name })
}

/// The files of a folder, and of the nested assemblies that a synthesized app keeps in folders of their own.
fn list_files(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_file() {
            files.push(entry.path());
        } else if kind.is_dir() && entry.file_name().to_string_lossy().starts_with("assembly-") {
            list_files(&entry.path(), files)?;
        }
    }
    Ok(())
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
        let app = folder(&[
            ("B.template.json", "{}"),
            ("A.template.json", "{}"),
            ("assembly-S/C.template.json", "{}"),
        ]);
        let Ok(Artifact::Templates(templates)) = read_path(app.path(), DEFAULT_LIMIT) else {
            panic!("templates")
        };
        let stacks: Vec<&str> = templates.iter().map(|(stack, _)| &**stack).collect();
        assert_eq!(stacks, ["A", "B", "C"]);
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
