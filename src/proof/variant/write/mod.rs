//! Variants as files: the edits of a graph carried out in the text of the artifact it was read from.
//!
//! Only the edited place changes; everything around it stays byte for byte. What cannot be written is named, never
//! skipped.

mod cloudformation;
mod configuration;
mod difference;
mod expressions;
mod hcl;
mod plan;
mod template;
mod terraform;
mod terraform_json;
mod unwritable;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use crate::artifact::{Artifact, DEFAULT_LIMIT, read_path};
use crate::graph::{Graph, LoadError, Options};
use crate::source::write_atomically;
use crate::value::Text;

use super::{Edit, applied};

pub use unwritable::Unwritable;

/// What a graph was read from.
#[derive(Debug, Clone, Copy)]
pub struct Origin<'a> {
    /// The artifact: a file or a folder.
    pub artifact: &'a Path,
    /// The sources it was merged with.
    pub sources: Option<&'a Path>,
    /// The choices it was read with.
    pub options: &'a Options,
}

/// The files that a variant changes or adds, each under the path that it has beside the original.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    files: BTreeMap<PathBuf, String>,
    /// Folders of modules that were copied for one call of several, by the module instance.
    copies: BTreeMap<Text, String>,
}

/// A kind of artifact that variants can be written as.
struct Format {
    takes: fn(&Artifact) -> bool,
    write: fn(&Task<'_>) -> Result<Written, Unwritable>,
}

/// What a format is to write.
struct Task<'a> {
    origin: Origin<'a>,
    artifact: &'a Artifact,
    before: &'a Graph,
    after: &'a Graph,
}

static FORMATS: [&Format; 3] = [&configuration::FORMAT, &plan::FORMAT, &template::FORMAT];

/// The files of the variant of `graph` that `edits` make, where `graph` was read from `origin`.
pub fn write(origin: Origin<'_>, graph: &Graph, edits: &[Edit]) -> Result<Written, Unwritable> {
    let artifact = read_path(origin.artifact, DEFAULT_LIMIT).map_err(LoadError::from)?;
    let format = FORMATS.iter().find(|format| (format.takes)(&artifact));
    let format = format.ok_or(Unwritable::Kind)?;
    (format.write)(&Task {
        origin,
        artifact: &artifact,
        before: graph,
        after: &applied(graph, edits)?,
    })
}

impl Written {
    /// The files by path.
    pub fn files(&self) -> &BTreeMap<PathBuf, String> {
        &self.files
    }

    /// Writes into the folder `to` what lies in the folder `from`, with the files of the variant in place of their originals.
    /// Only files and folders are copied, no links.
    pub fn place(&self, from: &Path, to: &Path) -> io::Result<()> {
        copy(from, to, &self.files)?;
        for (path, text) in &self.files {
            let inside = path.strip_prefix(from).map_err(io::Error::other)?;
            write_atomically(&to.join(inside), text.as_bytes())?;
        }
        Ok(())
    }
}

fn copy(from: &Path, to: &Path, replaced: &BTreeMap<PathBuf, String>) -> io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()), replaced)?;
        } else if kind.is_file() && !replaced.contains_key(&entry.path()) {
            write_atomically(&to.join(entry.file_name()), &std::fs::read(entry.path())?)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
