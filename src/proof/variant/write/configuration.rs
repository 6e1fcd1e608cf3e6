//! Variants of Terraform configurations: which block of which file writes a resource, in HCL or in Terraform JSON.

use std::collections::BTreeMap;
use std::path::Path;

use crate::artifact::Artifact;
use crate::artifact::config::{Block, Configuration, Module, Target};
use crate::artifact::schema::{self, Body};
use crate::graph::terraform::module_calls;
use crate::graph::{Graph, LoadError, Mode, Options, Resource};
use crate::source::SourceText;
use crate::value::{Node, Text};

use super::difference::Difference;
use super::hcl::HclFile;
use super::terraform::{Call, Spellings, quoted};
use super::terraform_json::JsonFile;
use super::{Format, Unwritable, Written};

pub(super) static FORMAT: Format = Format {
    takes: |artifact| matches!(artifact, Artifact::Configuration(_)),
    write: |task| match task.artifact {
        Artifact::Configuration(path) => {
            write_sources(path, task.origin.options, task.before, task.after)
        }
        _ => Err(Unwritable::Kind),
    },
};

/// A change of the block that writes a resource.
pub(super) struct Edited<'a> {
    pub(super) block: &'a Block,
    pub(super) before: &'a Resource,
    pub(super) after: &'a Resource,
    pub(super) spellings: &'a Spellings,
    /// The test by which a block that makes several instances tells this one from the others.
    pub(super) guard: Option<String>,
}

/// One file on its way to the variant.
pub(super) enum File<'a> {
    Hcl(HclFile<'a>),
    Json(JsonFile<'a>),
}

impl<'a> File<'a> {
    fn new(source: &'a SourceText) -> Self {
        if source.name().ends_with(".json") {
            Self::Json(JsonFile::new(source))
        } else {
            Self::Hcl(HclFile::new(source))
        }
    }

    fn change(&mut self, edited: &Edited<'_>) -> Result<(), Unwritable> {
        match self {
            Self::Hcl(file) => file.change(edited),
            Self::Json(file) => file.change(edited),
        }
    }

    fn remove(&mut self, block: &Block) -> Result<(), Unwritable> {
        match self {
            Self::Hcl(file) => {
                file.remove(block);
                Ok(())
            }
            Self::Json(file) => file.remove(block),
        }
    }

    /// Takes an address out of the `depends_on` of a block.
    fn release(&mut self, block: &Block, local: &str) {
        match self {
            Self::Hcl(file) => file.release(block, local),
            Self::Json(file) => file.release(block, local),
        }
    }

    /// Lets a call of a module lead elsewhere.
    fn lead(&mut self, block: &Block, source: &str) -> Result<(), Unwritable> {
        match self {
            Self::Hcl(file) => {
                file.lead(block, source);
                Ok(())
            }
            Self::Json(file) => file.lead(block, source),
        }
    }

    fn add(&mut self, resource: &Resource, spellings: &Spellings) -> Result<(), Unwritable> {
        match self {
            Self::Hcl(file) => file.add(resource, spellings),
            Self::Json(file) => file.add(resource, spellings),
        }
    }

    fn text(self) -> Result<Option<String>, Unwritable> {
        match self {
            Self::Hcl(file) => Ok(file.text()),
            Self::Json(file) => file.text(),
        }
    }
}

/// The files of a configuration that say what `after` holds, where they said what `before` holds.
pub(super) fn write_sources(
    path: &Path,
    options: &Options,
    before: &Graph,
    after: &Graph,
) -> Result<Written, Unwritable> {
    let configuration = Configuration::read(path, &options.limits()).map_err(LoadError::from)?;
    let root = match path.parent().filter(|_| path.is_file()) {
        Some(parent) => parent,
        None => path,
    };
    let mut writer = Writer {
        configuration: &configuration,
        before,
        files: BTreeMap::new(),
        spellings: BTreeMap::new(),
        copies: BTreeMap::new(),
    };
    let difference = Difference::between(before, after);
    for (before, after) in difference.changed {
        writer.change(before, after)?;
    }
    for resource in difference.removed {
        writer.remove(resource)?;
    }
    for resource in difference.added {
        writer.add(resource)?;
    }
    let copies = std::mem::take(&mut writer.copies);
    for (path, folder) in &copies {
        writer.redirect(path, folder)?;
    }
    let mut written = Written::default();
    for (path, folder) in &copies {
        if let Some((_, module)) = module_of(&configuration, path) {
            copy(root, &module.directory, folder, &mut written)?;
        }
    }
    for (place, file) in writer.files {
        let source = configuration.modules().get(place.module);
        let source = source.and_then(|module| module.files.get(place.file));
        if let (Some(source), Some(text)) = (source, file.text()?) {
            let own = place.copy.as_ref().and_then(|copy| copies.get(copy));
            let name = match (own, source.name().rsplit_once('/')) {
                (Some(folder), Some((_, name))) => format!("{folder}/{name}"),
                _ => source.name().to_string(),
            };
            written.files.insert(root.join(name), text);
        }
    }
    written.copies = copies;
    Ok(written)
}

/// Copies the files of a module's folder into another one beside it.
fn copy(root: &Path, from: &str, to: &str, written: &mut Written) -> Result<(), Unwritable> {
    let unreadable = |name: &str| Unwritable::Place {
        file: from.to_owned(),
        pointer: name.to_owned(),
    };
    if root.join(to).exists() {
        return Err(unreadable(to));
    }
    let entries = std::fs::read_dir(root.join(from)).map_err(|_| unreadable(from))?;
    for entry in entries.filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy().into_owned();
        if entry.path().is_file() {
            let text = std::fs::read_to_string(entry.path()).map_err(|_| unreadable(&name))?;
            written.files.insert(root.join(to).join(name), text);
        }
    }
    Ok(())
}

/// The keyword of the blocks that write such resources.
pub(super) fn keyword(resource: &Resource) -> &'static str {
    match resource.mode {
        Mode::Managed => "resource",
        Mode::Data => "data",
    }
}

/// What the provider's schema says of a resource's body.
pub(super) fn schema_of(resource: &Resource) -> Option<Body> {
    match resource.mode {
        Mode::Managed => schema::resource(&resource.resource_type),
        Mode::Data => schema::data(&resource.resource_type),
    }
}

/// Arguments and nested blocks by name.
pub(super) type Arguments<'a> = Vec<(&'a Text, &'a Node)>;

/// The arguments that a whole new block is written with: those that can be set, and no tags that the provider adds.
pub(super) fn settable<'v>(
    resource: &Resource,
    values: &'v Node,
) -> Result<(Body, Arguments<'v>), Unwritable> {
    let body = schema_of(resource).ok_or_else(|| Unwritable::Schema {
        resource_type: resource.resource_type.clone(),
    })?;
    let values = values.as_object().into_iter().flatten();
    let values = values.filter(|(name, value)| {
        let known = body.argument(name).is_some() || body.block(name).is_some();
        known && &***name != "tags_all" && !value.is_null()
    });
    Ok((body, values.collect()))
}

/// The folder of a module instance; none where its sources are not at hand.
pub(super) fn module_of<'c>(
    configuration: &'c Configuration,
    path: &str,
) -> Option<(usize, &'c Module)> {
    let modules = configuration.modules();
    let mut index = 0;
    for call in module_calls(path) {
        match modules.get(index)?.calls.get(call)? {
            Target::Local(inside) => index = *inside,
            Target::Remote(_) => return None,
        }
    }
    Some((index, modules.get(index)?))
}

/// A file of a module, or of its copy for one call.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct FilePlace {
    copy: Option<Text>,
    module: usize,
    file: usize,
}

struct Writer<'a> {
    configuration: &'a Configuration,
    before: &'a Graph,
    files: BTreeMap<FilePlace, File<'a>>,
    spellings: BTreeMap<Text, Spellings>,
    /// Folders that modules are copied to, by the module instance that one copy is for.
    copies: BTreeMap<Text, String>,
}

impl<'a> Writer<'a> {
    fn module_of(&self, path: &str) -> Option<(usize, &'a Module)> {
        module_of(self.configuration, path)
    }

    fn block_of(&self, resource: &Resource) -> Result<(usize, &'a Block), Unwritable> {
        let labels = [resource.resource_type.clone(), resource.name.clone()];
        let found = self.module_of(&resource.module);
        let found = found.and_then(|(index, module)| {
            let is_it =
                |block: &&Block| &*block.keyword == keyword(resource) && block.labels == labels;
            Some((index, module.blocks.iter().find(is_it)?))
        });
        found.ok_or_else(|| Unwritable::Generated {
            address: resource.address.clone(),
        })
    }

    /// How a block tells one of its instances from the others; an error where it cannot. A module that is called several
    /// times is copied for the call.
    fn guard(&mut self, resource: &Resource) -> Result<Option<String>, Unwritable> {
        let is_alike = |other: &Resource| {
            other.address != resource.address
                && other.module == resource.module
                && other.resource_type == resource.resource_type
                && other.name == resource.name
                && other.mode == resource.mode
        };
        let repeated = self.before.resources.values().any(is_alike);
        self.separate(resource)?;
        match &resource.index {
            _ if !repeated => Ok(None),
            Node::Number(index) => Ok(Some(format!("count.index == {}", index.to_text()))),
            Node::Text(key) => Ok(Some(format!("each.key == \"{}\"", quoted(key)))),
            _ => Err(shared(resource)),
        }
    }

    /// Has a copy of the resource's module made where other calls of it make other instances.
    fn separate(&mut self, resource: &Resource) -> Result<(), Unwritable> {
        let Some((own, module)) = self.module_of(&resource.module) else {
            return Ok(());
        };
        let mut others = self.before.resources.values().filter(|other| {
            other.module != resource.module
                && self.module_of(&other.module).map(|(index, _)| index) == Some(own)
        });
        if others.next().is_none() || self.copies.contains_key(&resource.module) {
            return Ok(());
        }
        let mut calls = module_calls(&resource.module);
        match (calls.next(), calls.next()) {
            (Some(call), None) if *resource.module == *format!("module.{call}") => {
                let folder = format!("{}-{call}", module.directory);
                self.copies.insert(resource.module.clone(), folder);
                Ok(())
            }
            _ => Err(shared(resource)),
        }
    }

    /// Lets the call of a module instance lead to the module's copy.
    fn redirect(&mut self, path: &Text, folder: &str) -> Result<(), Unwritable> {
        let Some(root) = self.configuration.modules().first() else {
            return Ok(());
        };
        let name = module_calls(path).next().unwrap_or_default();
        let call = root.blocks.iter().find(|block| {
            &*block.keyword == "module" && block.label(0).is_some_and(|label| **label == *name)
        });
        let place = call.map(|block| FilePlace {
            copy: None,
            module: 0,
            file: block.file,
        });
        if let (Some(block), Some(place)) = (call, place)
            && let Some(file) = file(&mut self.files, self.configuration, place)
        {
            file.lead(block, &format!("./{folder}"))?;
        }
        Ok(())
    }

    /// The file of a module instance: its copy's where it has one.
    fn place(&self, path: &Text, module: usize, file: usize) -> FilePlace {
        FilePlace {
            copy: Some(path.clone()).filter(|path| self.copies.contains_key(path)),
            module,
            file,
        }
    }

    /// The call that makes a module instance.
    fn call<'p>(&self, path: &'p str) -> Option<Call<'p>>
    where
        'a: 'p,
    {
        let name = module_calls(path).last()?;
        let end = path.rfind(&format!("module.{name}"))?;
        let from = path.get(..end)?.trim_end_matches('.');
        let (_, caller) = self.module_of(from)?;
        let block = caller.blocks.iter().find(|block| {
            &*block.keyword == "module" && block.label(0).is_some_and(|label| **label == *name)
        })?;
        Some(Call { from, block })
    }

    fn spell(&mut self, path: &Text) -> Result<(), Unwritable> {
        if !self.spellings.contains_key(path) {
            let (_, module) = self.module_of(path).ok_or_else(|| Unwritable::Generated {
                address: path.clone(),
            })?;
            let call = self.call(path);
            let spellings = Spellings::of(module, path, call.as_ref(), self.before);
            self.spellings.insert(path.clone(), spellings);
        }
        Ok(())
    }

    fn change(&mut self, before: &'a Resource, after: &'a Resource) -> Result<(), Unwritable> {
        let (module, block) = self.block_of(before)?;
        let guard = self.guard(before)?;
        self.spell(&before.module)?;
        let place = self.place(&before.module, module, block.file);
        let file = file(&mut self.files, self.configuration, place);
        if let (Some(file), Some(spellings)) = (file, self.spellings.get(&before.module)) {
            file.change(&Edited {
                block,
                before,
                after,
                spellings,
                guard,
            })?;
        }
        Ok(())
    }

    fn remove(&mut self, resource: &Resource) -> Result<(), Unwritable> {
        let (index, block) = self.block_of(resource)?;
        if self.guard(resource)?.is_some() {
            return Err(shared(resource));
        }
        let place = self.place(&resource.module, index, block.file);
        if let Some(file) = file(&mut self.files, self.configuration, place) {
            file.remove(block)?;
        }
        let local = match resource.mode {
            Mode::Managed => format!("{}.{}", resource.resource_type, resource.name),
            Mode::Data => format!("data.{}.{}", resource.resource_type, resource.name),
        };
        let blocks = self.configuration.modules().get(index);
        for other in blocks.into_iter().flat_map(|module| &module.blocks) {
            let place = self.place(&resource.module, index, other.file);
            if !std::ptr::eq(other, block)
                && let Some(file) = file(&mut self.files, self.configuration, place)
            {
                file.release(other, &local);
            }
        }
        Ok(())
    }

    fn add(&mut self, resource: &Resource) -> Result<(), Unwritable> {
        let generated = || Unwritable::Generated {
            address: resource.address.clone(),
        };
        let (index, module) = self.module_of(&resource.module).ok_or_else(generated)?;
        self.spell(&resource.module)?;
        self.separate(resource)?;
        // Beside a resource of the same type, else where any resource is.
        let resources = module.blocks.iter();
        let mut resources = resources.filter(|block| &*block.keyword == "resource");
        let alike = module
            .blocks
            .iter()
            .find(|block| block.label(0) == Some(&resource.resource_type));
        let beside = alike
            .or_else(|| resources.next())
            .map_or(0, |block| block.file);
        let place = self.place(&resource.module, index, beside);
        let file = file(&mut self.files, self.configuration, place);
        if let (Some(file), Some(spellings)) = (file, self.spellings.get(&resource.module)) {
            file.add(resource, spellings)?;
        }
        Ok(())
    }
}

fn shared(resource: &Resource) -> Unwritable {
    Unwritable::Shared {
        address: resource.address.clone(),
    }
}

fn file<'f, 'a>(
    files: &'f mut BTreeMap<FilePlace, File<'a>>,
    configuration: &'a Configuration,
    place: FilePlace,
) -> Option<&'f mut File<'a>> {
    let module = configuration.modules().get(place.module)?;
    let source = module.files.get(place.file)?;
    Some(files.entry(place).or_insert_with(|| File::new(source)))
}
