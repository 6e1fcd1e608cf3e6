//! A bundle: the policy files and base data of some folders, parsed, checked, and ready for any number of engines.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use regorus::unstable::{Module, Ref};

use crate::value::{Node, parse_json};

use super::builtins;
use super::check;
use super::convert::Input;
use super::error::RegoError;
use super::fault::{EngineMessage, Fault, SourceText};
use super::files::{self, DataFile};
use super::metadata::{self, Annotation};

/// Advice for a file that is Rego v0.
const V0_HELP: &str =
    "this is Rego v0: write `deny contains result if { … }` instead of `deny[result] { … }`";

/// How a bundle is read and what is demanded of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BundleOptions {
    /// Whether files that only parse as Rego v0 are taken as such.
    pub accept_v0: bool,
    /// Whether `*_test.rego` files belong to the bundle.
    pub with_tests: bool,
    /// Whether the bundle must be complete in itself: a `data.…` reference to a document nobody defines is a fault even
    /// outside its packages (inside them it always is), and so is a malformed annotation.
    pub closed: bool,
}

impl BundleOptions {
    /// For policies that ship with their specs: Rego v1, everything checked.
    pub const fn shipped() -> Self {
        Self {
            accept_v0: false,
            with_tests: false,
            closed: true,
        }
    }

    /// For policies written for other tools.
    pub const fn foreign() -> Self {
        Self {
            accept_v0: true,
            with_tests: false,
            closed: false,
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
}

impl Bundle {
    /// Loads every `.rego` file and `data.json` / `data.yaml` below the folders (or the files given), in sorted order.
    pub fn load<P: AsRef<Path>>(folders: &[P], options: &BundleOptions) -> Result<Self, RegoError> {
        let found = files::find(folders, options.with_tests)?;
        Self::build(found.policies, found.data, found.faults, options, || {
            folders
                .iter()
                .map(|folder| format!("`{}`", folder.as_ref().display()))
                .collect::<Vec<_>>()
                .join(", ")
        })
    }

    /// A bundle of named texts, as a mutant or a test needs it.
    pub fn from_sources<N: Into<Arc<str>>, T: Into<Arc<str>>>(
        sources: impl IntoIterator<Item = (N, T)>,
        data: Node,
        options: &BundleOptions,
    ) -> Result<Self, RegoError> {
        let policies = sources
            .into_iter()
            .map(|(name, text)| SourceText {
                name: name.into(),
                text: text.into(),
            })
            .collect();
        let data = DataFile {
            source: None,
            root: Vec::new(),
            content: data,
        };
        Self::build(policies, vec![data], Vec::new(), options, || {
            "the given sources".to_owned()
        })
    }

    /// The same bundle with the text of one file replaced; `None` when it has no file of that name.
    pub fn with_text(&self, name: &str, text: &str) -> Option<Result<Self, RegoError>> {
        self.files.iter().find(|file| &*file.source.name == name)?;
        let sources = self.files.iter().map(|file| {
            let replaced = &*file.source.name == name;
            (
                file.source.name.clone(),
                if replaced {
                    Arc::from(text)
                } else {
                    file.source.text.clone()
                },
            )
        });
        Some(Self::from_sources(
            sources,
            self.data.clone(),
            &self.options,
        ))
    }

    fn build(
        sources: Vec<SourceText>,
        data_files: Vec<DataFile>,
        mut faults: Vec<Fault>,
        options: &BundleOptions,
        places: impl FnOnce() -> String,
    ) -> Result<Self, RegoError> {
        let mut parsed = Vec::new();
        for source in sources {
            match parse(&source, options.accept_v0) {
                Ok(file) => parsed.push(file),
                Err(fault) => faults.push(*fault),
            }
        }
        let mut data = Node::Object(BTreeMap::new());
        for file in data_files {
            if let Err(fault) = file.merge_into(&mut data) {
                faults.push(*fault);
            }
        }
        let mut annotations = Vec::new();
        for file in &parsed {
            match metadata::annotations(file) {
                Ok(found) => annotations.extend(found),
                Err(fault) if options.closed => faults.push(*fault),
                Err(_) => {}
            }
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
        };
        faults.extend(check::faults(&bundle));
        if faults.is_empty() {
            faults.extend(bundle.preparation_faults());
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

    /// Builds an engine of its own from the texts: engines that share nothing run in parallel without contention.
    pub(super) fn engine(&self) -> Result<regorus::Engine, RegoError> {
        self.engine_of(|_| true)
    }

    fn engine_of(
        &self,
        wanted: impl Fn(&PolicyFile) -> bool,
    ) -> Result<regorus::Engine, RegoError> {
        let mut engine = regorus::Engine::new();
        engine.set_strict_builtin_errors(true);
        engine.set_gather_prints(true);
        builtins::register(&mut engine);
        for file in self.files.iter().filter(|file| wanted(file)) {
            engine.set_rego_v0(file.v0);
            engine
                .add_policy(file.source.name.to_string(), file.source.text.to_string())
                .map_err(|error| RegoError::Refused {
                    faults: vec![engine_fault(&file.source, &error.to_string())],
                })?;
        }
        let data = Input::new(&self.data)?;
        engine.add_data(data.0).map_err(|error| RegoError::Engine {
            entry: "data".to_owned(),
            message: error.to_string(),
        })?;
        Ok(engine)
    }

    /// What the engine itself objects to when it prepares the policies: one fault a file, because it stops at the first.
    fn preparation_faults(&self) -> Vec<Fault> {
        let mut faults = Vec::new();
        let mut refused: Vec<Arc<str>> = Vec::new();
        for _ in 0..=self.files.len() {
            let message = match self.engine_of(|file| !refused.contains(&file.source.name)) {
                Ok(mut engine) => match engine.eval_query("1".to_owned(), false) {
                    Ok(_) => break,
                    Err(error) => error.to_string(),
                },
                Err(RegoError::Refused { faults: found }) => {
                    faults.extend(found);
                    break;
                }
                Err(other) => other.to_string(),
            };
            let located = EngineMessage::parse(&message).located(
                "refused-by-engine",
                self.files.iter().map(|file| &file.source),
            );
            let Some(fault) = located else {
                faults.extend(
                    self.files
                        .first()
                        .map(|file| engine_fault(&file.source, &message)),
                );
                break;
            };
            refused.push(fault.file.as_str().into());
            faults.push(check::with_suggestion(self, fault));
        }
        faults
    }
}

fn in_file_order(mut faults: Vec<Fault>) -> Vec<Fault> {
    faults.sort_by(|left, right| (&left.file, left.span()).cmp(&(&right.file, right.span())));
    faults
}

fn engine_fault(source: &SourceText, text: &str) -> Fault {
    let message = EngineMessage::parse(text);
    message
        .located("syntax", [source])
        .unwrap_or_else(|| Fault::of_file("refused-by-engine", message.message.clone(), source))
}

/// Parses one file as Rego v1, or as v0 where that is accepted.
fn parse(source: &SourceText, accept_v0: bool) -> Result<PolicyFile, Box<Fault>> {
    let attempt = |v0: bool| {
        let mut engine = regorus::Engine::new();
        engine.set_rego_v0(v0);
        let package = engine.add_policy(source.name.to_string(), source.text.to_string())?;
        Ok((package, engine.get_modules().first().cloned()))
    };
    let first =
        attempt(false).map_err(|error: Box<dyn std::error::Error + Send + Sync>| error.to_string());
    let retried = if accept_v0 && first.is_err() {
        attempt(true).ok()
    } else {
        None
    };
    let (package, module, v0) = match (first, retried) {
        (Ok((package, module)), _) => (package, module, false),
        (Err(_), Some((package, module))) => (package, module, true),
        (Err(message), None) => {
            let fault = engine_fault(source, &message);
            let is_v0 = !accept_v0 && attempt(true).is_ok();
            return Err(Box::new(if is_v0 {
                fault.with_help(V0_HELP)
            } else {
                fault
            }));
        }
    };
    let Some(module) = module else {
        return Err(Box::new(Fault::of_file(
            "syntax",
            "the file holds no module",
            source,
        )));
    };
    let is_test = source.name.ends_with("_test.rego");
    Ok(PolicyFile {
        source: source.clone(),
        is_test,
        v0,
        package,
        module,
    })
}

/// Reads a JSON text into a node, or says where it is wrong.
pub(super) fn read_json(source: &SourceText) -> Result<Node, Box<Fault>> {
    parse_json(&source.text).map_err(|error| {
        let end = (error.offset + 1).min(source.text.len());
        Box::new(Fault::at(
            "data",
            error.message,
            source,
            error.offset.min(end)..end,
        ))
    })
}
