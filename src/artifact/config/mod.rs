//! Terraform and OpenTofu sources of a root module and of the local modules it calls, parsed but not evaluated.

mod error;
mod files;
mod json;
mod overrides;
mod parse;
mod read;
mod rewrite;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use hcl_edit::expr::Expression;
use hcl_edit::structure::{Attribute, Block as Nested, Structure};

use crate::source::{SourceText, Span};
use crate::value::{Node, Text};

pub use error::ConfigError;
pub use parse::blocks_of;

/// How much is read, and from where.
#[derive(Debug, Clone)]
pub struct Limits {
    /// The folder that local modules must stay inside; the root module's own folder when not given.
    pub workspace: Option<PathBuf>,
    /// Files read altogether.
    pub files: usize,
    /// Bytes read altogether.
    pub bytes: u64,
    /// Whether `*.tofu` files are read, in place of the `*.tf` files of the same name; Terraform ignores them.
    pub tofu: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            workspace: None,
            files: 2_000,
            bytes: 16 * 1024 * 1024,
            tofu: true,
        }
    }
}

/// The parsed sources of a root module and of every local module below it.
#[derive(Debug)]
pub struct Configuration {
    root: PathBuf,
    workspace: PathBuf,
    modules: Vec<Module>,
    assignments: Vec<Assignment>,
    bytes_left: u64,
}

/// One module folder.
#[derive(Debug)]
pub struct Module {
    /// Folder relative to the root module, with `/` between its parts; empty for the root module.
    pub directory: Text,
    /// The files, as [`Block::file`] and the parts of a block name them.
    pub files: Vec<SourceText>,
    /// Top-level blocks in file order, overrides merged in.
    pub blocks: Vec<Block>,
    /// Where each `module` call leads, by its name.
    pub calls: BTreeMap<Text, Target>,
}

/// Where a module call leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Index of a module of the same configuration.
    Local(usize),
    /// A source that was not read: a registry, a repository, an archive.
    Remote(Text),
}

/// A top-level block.
#[derive(Debug)]
pub struct Block {
    /// Keyword such as `resource`.
    pub keyword: Text,
    /// Labels, such as the type and the name.
    pub labels: Vec<Text>,
    /// Index of the file that declares it.
    pub file: usize,
    /// Where its header stands in that file.
    pub span: Span,
    /// Where all of it stands there.
    pub extent: Span,
    parts: Vec<Part>,
}

/// An argument or a nested block of a top-level block.
#[derive(Debug, Clone)]
struct Part {
    file: usize,
    /// Where its name stands in that file.
    offset: usize,
    what: Structure,
}

/// A value that a variable definitions file gives to a root variable.
#[derive(Debug)]
pub struct Assignment {
    /// The variable.
    pub name: Text,
    /// The file.
    pub source: SourceText,
    /// What is assigned.
    pub value: Assigned,
}

/// The two spellings of variable definitions files.
#[derive(Debug)]
pub enum Assigned {
    /// An HCL expression.
    Expression(Expression),
    /// A JSON value.
    Plain(Node),
}

impl Configuration {
    /// All modules; the first is the root module.
    pub fn modules(&self) -> &[Module] {
        &self.modules
    }

    /// What `terraform.tfvars` and `*.auto.tfvars` assign, in the order in which they apply.
    pub fn assignments(&self) -> &[Assignment] {
        &self.assignments
    }

    /// Where a path of an expression leads, when that is inside the workspace; the last part of it need not exist.
    pub fn inside(&self, path: &str) -> Option<PathBuf> {
        let written = self.root.join(path);
        let found = match written.canonicalize() {
            Ok(found) => found,
            Err(_) if written.is_symlink() => return None,
            Err(_) => {
                let mut folded = self.root.canonicalize().ok()?;
                for part in Path::new(path).components() {
                    match part {
                        Component::Normal(name) => folded.push(name),
                        Component::ParentDir => drop(folded.pop()),
                        Component::CurDir => {}
                        Component::RootDir | Component::Prefix(_) => folded = PathBuf::from("/"),
                    }
                }
                folded
            }
        };
        found.starts_with(&self.workspace).then_some(found)
    }

    /// The bytes of a file that [`Self::inside`] found.
    pub fn read_bytes(&self, path: &Path) -> Option<Vec<u8>> {
        let small = path
            .metadata()
            .is_ok_and(|data| data.is_file() && data.len() <= self.bytes_left);
        (path.starts_with(&self.workspace) && small).then(|| std::fs::read(path).ok())?
    }
}

impl Block {
    /// The attributes, each with the index of the file that holds it.
    pub fn attributes(&self) -> impl Iterator<Item = (usize, &Attribute)> {
        self.parts
            .iter()
            .filter_map(|part| Some((part.file, part.what.as_attribute()?)))
    }

    /// The nested blocks, each with the index of the file that holds it.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, &Nested)> {
        self.parts
            .iter()
            .filter_map(|part| Some((part.file, part.what.as_block()?)))
    }

    /// Where each argument and each kind of nested block is first written, by name: the index of the file, and the offset.
    pub fn places(&self) -> impl Iterator<Item = (&str, usize, usize)> {
        self.parts.iter().map(|part| {
            let name = match &part.what {
                Structure::Attribute(attribute) => attribute.key.as_str(),
                Structure::Block(block) => block_type(block),
            };
            (name, part.file, part.offset)
        })
    }

    /// The attribute `key` and the index of its file.
    pub fn attribute(&self, key: &str) -> Option<(usize, &Attribute)> {
        self.attributes()
            .find(|(_, attribute)| attribute.has_key(key))
    }

    /// The label at `index`.
    pub fn label(&self, index: usize) -> Option<&Text> {
        self.labels.get(index)
    }
}

/// The type of a nested block, also when a `dynamic` block makes it.
fn block_type(block: &Nested) -> &str {
    let label = block.labels.first().filter(|_| block.has_ident("dynamic"));
    label.map_or(block.ident.as_str(), |label| label.as_str())
}
