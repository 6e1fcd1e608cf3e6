//! Reading a root module and following its local module calls inside the workspace.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

use hcl_edit::Span as _;
use hcl_edit::structure::Structure;

use crate::source::{SourceText, Span};
use crate::value::{Text, parse_json};

use super::error::{ConfigError, excerpt, span_of};
use super::files::{Allowance, Listing, list};
use super::{
    Assigned, Assignment, Block, Configuration, Limits, Module, Target, json, overrides, parse,
};

impl Configuration {
    /// Reads the root module in `folder` and every local module that it calls, directly or not; a file stands for a root
    /// module of that one file.
    ///
    /// A module source may climb out of `folder` only as far as [`Limits::workspace`]; links are resolved before that
    /// is checked. Modules from elsewhere are noted as [`Target::Remote`].
    pub fn read(folder: &Path, limits: &Limits) -> Result<Self, ConfigError> {
        let canonical = |path: &Path| {
            path.canonicalize().map_err(|reason| ConfigError::Io {
                path: path.to_owned(),
                reason,
            })
        };
        let given = canonical(folder)?;
        let (root, alone) = match given.parent().filter(|_| given.is_file()) {
            Some(parent) => (parent.to_owned(), Some(Listing::of_one(&given))),
            None => (given, None),
        };
        let workspace = limits
            .workspace
            .as_deref()
            .map_or_else(|| Ok(root.clone()), canonical)?;
        let allowance = Allowance {
            workspace: workspace.clone(),
            files: limits.files,
            bytes: limits.bytes,
            limits: (limits.files as u64, limits.bytes),
            tofu: limits.tofu,
        };
        let mut reader = Reader {
            root: root.clone(),
            allowance,
            modules: Vec::new(),
            folders: BTreeMap::new(),
        };
        let listing = alone.map_or_else(|| list(&root, limits.tofu), Ok)?;
        let definitions = reader.read_module(&root, listing, None)?;
        let assignments = reader.read_definitions(&definitions)?;
        let mut next = 0;
        while next < reader.modules.len() {
            reader.follow_calls(next)?;
            next += 1;
        }
        let modules = reader
            .modules
            .into_iter()
            .map(|(_, module)| module)
            .collect();
        Ok(Self {
            root,
            workspace,
            modules,
            assignments,
            bytes_left: reader.allowance.bytes,
        })
    }
}

struct Reader {
    root: PathBuf,
    allowance: Allowance,
    modules: Vec<(PathBuf, Module)>,
    folders: BTreeMap<PathBuf, usize>,
}

/// The place of a module call, for errors about where it leads.
struct Call<'a> {
    source: &'a SourceText,
    span: Span,
    path: &'a str,
}

impl Call<'_> {
    fn problem(&self, problem: &'static str) -> ConfigError {
        let (source_code, span) = excerpt(self.source, self.span);
        ConfigError::Module {
            path: self.path.to_owned(),
            problem,
            source_code,
            span,
        }
    }
}

impl Reader {
    /// Reads the files of `folder` as the next module; gives back its variable definitions files.
    fn read_module(
        &mut self,
        folder: &Path,
        listing: Listing,
        call: Option<&Call<'_>>,
    ) -> Result<Vec<PathBuf>, ConfigError> {
        if listing.primary.is_empty() && listing.overrides.is_empty() {
            return Err(match call {
                Some(call) => call.problem("holds no source file"),
                None => ConfigError::Empty {
                    path: folder.to_owned(),
                },
            });
        }
        let directory = relative(&self.root, folder);
        let mut module = Module {
            directory,
            files: Vec::new(),
            blocks: Vec::new(),
            calls: BTreeMap::new(),
        };
        let mut problems = Vec::new();
        let mut overriding = Vec::new();
        let primary = listing.primary.iter().map(|path| (path, true));
        let overrides = listing.overrides.iter().map(|path| (path, false));
        for (path, is_primary) in primary.chain(overrides) {
            let source = self.allowance.read(path, &self.name_of(path))?;
            match blocks(&source, module.files.len()) {
                Ok(blocks) if is_primary => module.blocks.extend(blocks),
                Ok(blocks) => overriding.push((blocks, source.clone())),
                Err(found) => problems.extend(found),
            }
            module.files.push(source);
        }
        ConfigError::all(problems)?;
        ConfigError::all(duplicates(&module))?;
        for (blocks, source) in overriding {
            overrides::merge(&mut module.blocks, blocks, &source)?;
        }
        self.folders.insert(folder.to_owned(), self.modules.len());
        self.modules.push((folder.to_owned(), module));
        Ok(listing.definitions)
    }

    fn name_of(&self, path: &Path) -> Text {
        let folder = path
            .parent()
            .map_or_else(|| Text::from(""), |folder| relative(&self.root, folder));
        let name = path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default();
        if folder.is_empty() {
            Text::from(name)
        } else {
            Text::from(format!("{folder}/{name}"))
        }
    }

    fn follow_calls(&mut self, caller: usize) -> Result<(), ConfigError> {
        let Some((folder, module)) = self.modules.get(caller) else {
            return Ok(());
        };
        let folder = folder.clone();
        let mut written = Vec::new();
        for block in module
            .blocks
            .iter()
            .filter(|block| &*block.keyword == "module")
        {
            let Some(name) = block.label(0) else { continue };
            let source = block.attribute("source");
            let text = source
                .and_then(|(_, source)| source.value.as_str())
                .unwrap_or_default();
            let file = source.map_or(block.file, |(file, _)| file);
            let span = source.and_then(|(_, source)| source.value.span());
            let span = span.map_or(block.span, |range| span_of(Some(range)));
            written.push((
                name.clone(),
                text.to_owned(),
                module.files.get(file).cloned(),
                span,
            ));
        }
        let mut calls = BTreeMap::new();
        for (name, path, source, span) in written {
            let local = ["./", "../"].iter().any(|prefix| path.starts_with(prefix))
                || path == "."
                || path == "..";
            let target = match source {
                Some(source) if local => self.follow(
                    &folder,
                    &Call {
                        source: &source,
                        span,
                        path: &path,
                    },
                )?,
                _ => Target::Remote(Text::from(path)),
            };
            calls.insert(name, target);
        }
        if let Some((_, module)) = self.modules.get_mut(caller) {
            module.calls = calls;
        }
        Ok(())
    }

    fn follow(&mut self, folder: &Path, call: &Call<'_>) -> Result<Target, ConfigError> {
        let target = folder.join(call.path);
        if !lexically(&target).starts_with(&self.allowance.workspace) {
            return Err(call.problem("leads out of the workspace"));
        }
        let target = target
            .canonicalize()
            .map_err(|_| call.problem("does not exist"))?;
        if !target.starts_with(&self.allowance.workspace) {
            return Err(call.problem("leads out of the workspace"));
        }
        if !target.is_dir() {
            return Err(call.problem("is not a folder"));
        }
        if let Some(known) = self.folders.get(&target) {
            return Ok(Target::Local(*known));
        }
        let index = self.modules.len();
        let listing = list(&target, self.allowance.tofu)?;
        self.read_module(&target, listing, Some(call))?;
        Ok(Target::Local(index))
    }

    fn read_definitions(&mut self, paths: &[PathBuf]) -> Result<Vec<Assignment>, ConfigError> {
        let mut assignments = Vec::new();
        for path in paths {
            let source = self.allowance.read(path, &self.name_of(path))?;
            if source.name().ends_with(".json") {
                let syntax = |message: String, offset: usize| {
                    ConfigError::syntax(&source, Span { offset, len: 1 }, message)
                };
                let node = parse_json(source.text())
                    .map_err(|error| syntax(error.message, error.offset))?;
                let members = node
                    .as_object()
                    .ok_or_else(|| syntax("expected an object".to_owned(), 0))?;
                assignments.extend(members.iter().map(|(name, value)| Assignment {
                    name: name.clone(),
                    source: source.clone(),
                    value: Assigned::Plain(value.clone()),
                }));
                continue;
            }
            let (body, problems) = parse::body(&source);
            ConfigError::all(problems)?;
            for part in body {
                if let Structure::Attribute(attribute) = part {
                    assignments.push(Assignment {
                        name: Text::from(attribute.key.as_str()),
                        source: source.clone(),
                        value: Assigned::Expression(attribute.value),
                    });
                }
            }
        }
        Ok(assignments)
    }
}

/// The blocks of one file, in the syntax that its name says.
fn blocks(source: &SourceText, file: usize) -> Result<Vec<Block>, Vec<ConfigError>> {
    if source.name().ends_with(".json") {
        json::blocks(source, file)
    } else {
        parse::blocks(source, file)
    }
}

/// What a module declares twice.
fn duplicates(module: &Module) -> Vec<ConfigError> {
    let mut seen = BTreeSet::new();
    let mut found = Vec::new();
    let mut check = |what: String, file: usize, span: Span| {
        if let (false, Some(source)) = (seen.insert(what.clone()), module.files.get(file)) {
            let (source_code, span) = excerpt(source, span);
            found.push(ConfigError::Duplicate {
                what,
                source_code,
                span,
            });
        }
    };
    for block in &module.blocks {
        match &*block.keyword {
            "resource" | "data" | "module" | "variable" | "output" | "ephemeral" => {
                check(overrides::described(block), block.file, block.span);
            }
            "locals" => {
                for (file, attribute) in block.attributes() {
                    let what = format!("`local.{}`", attribute.key.as_str());
                    let span = attribute
                        .key
                        .span()
                        .map_or(block.span, |range| span_of(Some(range)));
                    check(what, file, span);
                }
            }
            _ => {}
        }
    }
    found
}

/// `path` with its `.` and `..` resolved by name alone.
fn lexically(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                resolved.pop();
            }
            other => resolved.push(other),
        }
    }
    resolved
}

/// `folder` as seen from `root`, with `/` between the parts.
fn relative(root: &Path, folder: &Path) -> Text {
    let shared = root
        .components()
        .zip(folder.components())
        .take_while(|(left, right)| left == right)
        .count();
    let mut parts: Vec<String> = root
        .components()
        .skip(shared)
        .map(|_| "..".to_owned())
        .collect();
    parts.extend(
        folder
            .components()
            .skip(shared)
            .map(|part| part.as_os_str().to_string_lossy().into_owned()),
    );
    Text::from(parts.join("/"))
}
