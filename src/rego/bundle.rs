//! A bundle: the policy files and base data of some folders, parsed, checked, and ready for any number of engines.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, PoisonError};

use regorus::unstable::{Module, Ref};
use serde::{Deserialize, Serialize};

use crate::source::{Finding, SourceText, Span};
use crate::value::{Node, parse_json};

use super::assembly::{Assembly, Spare, engine_fault, prepare};
use super::check;
use super::error::RegoError;
use super::fault::EngineMessage;
use super::files::{self, DataFile};
use super::metadata::{self, Annotation};
use super::reach::Reach;

/// What policies were written for, and so how strictly they are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// For their specs: Rego v1, and complete in themselves. A `data.…` reference to a document nobody defines is a fault
    /// wherever it leads, and so is a malformed annotation.
    Shipped,
    /// For other tools: files that only parse as Rego v0 are taken as such, and a `data.…` reference may lead out of the
    /// packages, to data that only the other tool has.
    Foreign,
}

/// How a bundle is read and what is demanded of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleOptions {
    /// What the policies were written for.
    pub origin: Origin,
    /// Whether `*_test.rego` files belong to the bundle.
    pub with_tests: bool,
    /// Packages (`data.…`) to which the bundle is restricted, with all they refer to; empty for everything.
    pub only: Vec<String>,
    /// Whether the same bytes passed every check before, so that they are not examined again. Of annotations, those of
    /// the packages in `only` are read.
    pub examined: bool,
}

impl BundleOptions {
    /// For policies that ship with their specs.
    pub const fn shipped() -> Self {
        Self::of(Origin::Shipped)
    }

    /// For policies written for other tools.
    pub const fn foreign() -> Self {
        Self::of(Origin::Foreign)
    }

    const fn of(origin: Origin) -> Self {
        Self {
            origin,
            with_tests: false,
            only: Vec::new(),
            examined: false,
        }
    }

    /// For one package of the shipped policies after the whole was proved.
    pub fn proved(package: &str) -> Self {
        Self {
            only: vec![format!("data.{package}")],
            examined: true,
            ..Self::shipped()
        }
    }

    /// The same with the Rego tests.
    #[must_use]
    pub const fn and_tests(mut self) -> Self {
        self.with_tests = true;
        self
    }
}

/// One policy file of a bundle.
#[derive(Debug, Clone)]
pub struct PolicyFile {
    /// Name and text.
    pub source: SourceText,
    /// Whether the name ends in `_test.rego`.
    pub is_test: bool,
    /// Whether the file is Rego v0.
    pub v0: bool,
    /// Its package, as `data.…`.
    pub package: String,
    pub(super) module: Ref<Module>,
}

/// Policies and base data that passed every check before load.
#[derive(Debug, Clone)]
pub struct Bundle {
    files: Vec<PolicyFile>,
    data: Node,
    options: BundleOptions,
    annotations: Arc<Vec<Annotation>>,
    spare: Spare,
}

impl Bundle {
    /// Loads every `.rego` file and `data.json` / `data.yaml` below the folders (or the files given), in sorted order.
    pub fn load<P: AsRef<Path>>(folders: &[P], options: &BundleOptions) -> Result<Self, RegoError> {
        let found = files::find(folders, options.with_tests)?;
        Self::build(&found.policies, found.data, found.faults, options, || {
            folders
                .iter()
                .map(|folder| format!("`{}`", folder.as_ref().display()))
                .collect::<Vec<_>>()
                .join(", ")
        })
    }

    /// A bundle of named texts, as a worker or a test needs it.
    pub fn from_sources<N: Into<Arc<str>>, T: Into<String>>(
        sources: impl IntoIterator<Item = (N, T)>,
        data: Node,
        options: &BundleOptions,
    ) -> Result<Self, RegoError> {
        let policies: Vec<SourceText> = sources
            .into_iter()
            .map(|(name, text)| SourceText::new(name, text))
            .collect();
        let data = DataFile {
            name: "data".into(),
            root: Vec::new(),
            content: data,
        };
        Self::build(&policies, vec![data], Vec::new(), options, || {
            "the given sources".to_owned()
        })
    }

    fn build(
        sources: &[SourceText],
        data_files: Vec<DataFile>,
        mut faults: Vec<Finding>,
        options: &BundleOptions,
        places: impl FnOnce() -> String,
    ) -> Result<Self, RegoError> {
        let mut assembly = Assembly::new();
        let mut parsed = BTreeMap::new();
        let mut reach = Reach::new(sources, &options.only);
        let everything = options
            .only
            .is_empty()
            .then(|| (0..sources.len()).collect());
        let mut next = everything.or_else(|| reach.next_files());
        while let Some(indices) = next {
            for index in indices {
                let Some(source) = sources.get(index) else {
                    continue;
                };
                match assembly.add(source, options.origin) {
                    Ok(file) => {
                        reach.follow(&file);
                        parsed.insert(index, file);
                    }
                    Err(fault) => faults.push(*fault),
                }
            }
            next = if options.only.is_empty() {
                None
            } else {
                reach.next_files()
            };
        }
        let parsed: Vec<PolicyFile> = parsed.into_values().collect();
        let mut data = Node::Object(BTreeMap::new());
        for file in data_files {
            if let Err(fault) = file.merge_into(&mut data) {
                faults.push(*fault);
            }
        }
        let mut annotations = Vec::new();
        let told = |file: &&PolicyFile| !options.examined || options.only.contains(&file.package);
        for file in parsed.iter().filter(told) {
            match metadata::annotations(file) {
                Ok(found) => annotations.extend(found),
                Err(fault) if options.origin == Origin::Shipped => faults.push(*fault),
                Err(_) => {}
            }
        }
        if let Some(missing) = missing_package(&parsed, &options.only).filter(|_| faults.is_empty())
        {
            return Err(RegoError::UnknownNamespace {
                namespace: missing.clone(),
                help: None,
            });
        }
        if faults.is_empty()
            && !parsed
                .iter()
                .any(|file| !file.is_test || options.with_tests)
        {
            return Err(RegoError::EmptyBundle { folders: places() });
        }
        let bundle = Self {
            files: parsed,
            data,
            options: options.clone(),
            annotations: Arc::new(annotations),
            spare: Spare::default(),
        };
        if !options.examined {
            faults.extend(check::faults(&bundle));
        }
        if faults.is_empty() {
            let mut engine = assembly.finish(&bundle.data)?;
            match prepare(&mut engine) {
                Ok(()) => {
                    *bundle.spare.lock().unwrap_or_else(PoisonError::into_inner) = Some(engine);
                }
                Err(message) => faults.extend(bundle.preparation_faults(message)),
            }
        }
        if faults.is_empty() {
            Ok(bundle)
        } else {
            Err(RegoError::Refused {
                faults: in_file_order(faults),
            })
        }
    }

    /// The files, sorted by name within each folder given.
    pub fn files(&self) -> &[PolicyFile] {
        &self.files
    }

    /// The base data document.
    pub fn data(&self) -> &Node {
        &self.data
    }

    /// How the bundle was read.
    pub fn options(&self) -> &BundleOptions {
        &self.options
    }

    /// The annotations (`# METADATA`) of packages and rules, in file order.
    pub fn metadata(&self) -> &[Annotation] {
        &self.annotations
    }

    /// The packages of the bundle as `data.…`, sorted, tests left out.
    pub fn packages(&self) -> Vec<&str> {
        let mut packages: Vec<&str> = self
            .files
            .iter()
            .filter(|file| !file.is_test)
            .map(|file| file.package.as_str())
            .collect();
        packages.sort_unstable();
        packages.dedup();
        packages
    }

    /// The rules that can be evaluated by name (functions left out), as `data.…`, sorted.
    pub fn rule_paths(&self) -> Vec<String> {
        let symbols = check::Symbols::of(self);
        let values = symbols
            .rules()
            .iter()
            .filter(|(_, entry)| entry.arity.is_none());
        values.map(|(path, _)| check::data_path(path)).collect()
    }

    /// A prepared engine of its own: engines that share nothing run in parallel without contention.
    ///
    /// The first one is the engine that loading has prepared already.
    pub(super) fn engine(&self) -> Result<regorus::Engine, RegoError> {
        let spare = self
            .spare
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        if let Some(engine) = spare {
            return Ok(engine);
        }
        let mut engine = self.engine_of(|_| true)?;
        prepare(&mut engine).map_err(|message| RegoError::Engine {
            entry: "data".to_owned(),
            message,
        })?;
        Ok(engine)
    }

    fn engine_of(
        &self,
        wanted: impl Fn(&PolicyFile) -> bool,
    ) -> Result<regorus::Engine, RegoError> {
        let mut assembly = Assembly::new();
        for file in self.files.iter().filter(|file| wanted(file)) {
            assembly.add_again(file)?;
        }
        assembly.finish(&self.data)
    }

    /// What the engine itself objects to when it prepares the policies: one fault a file, because it stops at the first.
    fn preparation_faults(&self, first: String) -> Vec<Finding> {
        let mut faults = Vec::new();
        let mut refused: Vec<Arc<str>> = Vec::new();
        let mut message = first;
        loop {
            let located = EngineMessage::parse(&message)
                .located(
                    "refused-by-engine",
                    self.files.iter().map(|file| &file.source),
                )
                .filter(|fault| !refused.contains(&Arc::from(fault.file())));
            let Some(fault) = located else {
                faults.extend(
                    self.files
                        .first()
                        .map(|file| engine_fault(&file.source, &message)),
                );
                return faults;
            };
            refused.push(fault.file().into());
            let fault = check::with_suggestion(self, fault);
            if faults.is_empty() || fault.code() != check::CONSEQUENCE {
                faults.push(fault);
            }
            let rest = self.engine_of(|file| !refused.contains(file.source.name()));
            match rest.map(|mut engine| prepare(&mut engine)) {
                Ok(Err(next)) => message = next,
                Ok(Ok(())) | Err(_) => return faults,
            }
        }
    }
}

fn missing_package<'o>(files: &[PolicyFile], only: &'o [String]) -> Option<&'o String> {
    only.iter()
        .find(|wanted| !files.iter().any(|file| file.package == **wanted))
}

fn in_file_order(mut faults: Vec<Finding>) -> Vec<Finding> {
    faults.sort_by(|left, right| (left.file(), left.span()).cmp(&(right.file(), right.span())));
    faults
}

/// Reads a JSON text into a node, or says where it is wrong.
pub(super) fn read_json(source: &SourceText) -> Result<Node, Box<Finding>> {
    parse_json(source.text()).map_err(|error| {
        let end = (error.offset + 1).min(source.text().len());
        let span = Span::between(error.offset.min(end), end);
        Box::new(Finding::at(source, span, "data", error.message))
    })
}
