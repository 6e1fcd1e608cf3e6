//! The mutants that the policies of a folder have, and the list of those that change nothing.

use std::path::Path;

use crate::rego::{Bundle, BundleOptions, Mutant, RegoError, mutants};
use crate::source::Findings;
use crate::spec::{Equivalents, EquivalentsFormat, Root, RootError, read_equivalents};

use super::trial::Mutated;

/// The mutants of the policies of a scenario, or of the library.
pub fn known_mutants(root: &Root, folder: &Path) -> Result<Vec<Mutant>, RegoError> {
    let library = root.library_folder();
    let mut folders = vec![library.as_path()];
    if folder != library {
        folders.push(folder);
    }
    let bundle = Bundle::load(&folders, &BundleOptions::shipped())?;
    Ok(mutants_below(root, &bundle, folder))
}

pub(super) fn mutants_below(root: &Root, bundle: &Bundle, folder: &Path) -> Vec<Mutant> {
    mutants(bundle, |file| {
        let path = Path::new(&**file.source.name());
        path.starts_with(folder).then(|| root.relative(path))
    })
}

/// The same mutants by file, each with the true text.
pub(super) fn by_file<'m>(
    root: &Root,
    bundle: &'m Bundle,
    mutants: &'m [Mutant],
) -> Vec<Mutated<'m>> {
    let files = bundle.files().iter().map(|file| {
        let name = root.relative(Path::new(&**file.source.name()));
        Mutated {
            file: file.source.name().to_string(),
            text: file.source.text(),
            mutants: mutants
                .iter()
                .filter(|mutant| mutant.file == name)
                .collect(),
        }
    });
    files.filter(|file| !file.mutants.is_empty()).collect()
}

/// The list of equivalents; empty where there is none.
pub fn listed_equivalents(root: &Root) -> Result<Equivalents, EquivalentsError> {
    let path = root.equivalents_file();
    if !path.is_file() {
        return Ok(Equivalents {
            schema: EquivalentsFormat::V1,
            mutants: Vec::new(),
        });
    }
    let (list, findings) = read_equivalents(&root.read(&path)?)?;
    Findings::refuse_errors(findings)?;
    Ok(list)
}

/// Why the list of equivalents cannot be used.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum EquivalentsError {
    /// It cannot be read.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Root(#[from] RootError),
    /// It is not valid.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Findings(#[from] Findings),
}
