//! Why a variant cannot be written as files.

use thiserror::Error;

use crate::graph::LoadError;
use crate::value::Text;

use super::super::Unfit;

/// Why a variant has no files; the graph in memory is graded all the same.
#[derive(Debug, Error)]
pub enum Unwritable {
    /// The artifact cannot be read again.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The edits do not fit the graph.
    #[error(transparent)]
    Unfit(#[from] Unfit),
    /// No writer takes this kind of artifact.
    #[error("nothing writes artifacts of this kind")]
    Kind,
    /// The resource is not written where resources are: a loop, a macro or a module from elsewhere makes it.
    #[error("`{address}` is made by a loop, a macro or a module whose sources are not at hand")]
    Generated {
        /// Address of the resource.
        address: Text,
    },
    /// One block makes several instances, and only one of them is edited.
    #[error("the block of `{address}` makes other instances too")]
    Shared {
        /// Address of the resource.
        address: Text,
    },
    /// The artifact does not write the value that is edited: a default or a tool puts it in.
    #[error("`{address}{pointer}` is not written in the artifact")]
    Implied {
        /// Address of the resource.
        address: Text,
        /// The attribute.
        pointer: String,
    },
    /// The new value has a part that cannot be spelled at that place.
    #[error("{what} cannot be spelled there")]
    Unspelled {
        /// The part.
        what: String,
    },
    /// A provider's schema is needed to tell blocks from arguments, and none is known.
    #[error("the schema of `{resource_type}` is not known")]
    Schema {
        /// The type.
        resource_type: Text,
    },
    /// The text of the file could not be changed at the place found in it.
    #[error("`{pointer}` of `{file}` cannot be changed")]
    Place {
        /// The file.
        file: String,
        /// Where in it.
        pointer: String,
    },
}

impl Unwritable {
    /// The kind of reason, for counts.
    pub fn reason(&self) -> &'static str {
        match self {
            Self::Load(_) => "unreadable",
            Self::Unfit(_) => "unfit",
            Self::Kind => "kind",
            Self::Generated { .. } => "generated",
            Self::Shared { .. } => "shared",
            Self::Implied { .. } => "implied",
            Self::Unspelled { .. } => "unspelled",
            Self::Schema { .. } => "schema",
            Self::Place { .. } => "place",
        }
    }

    pub(super) fn unspelled(what: impl Into<String>) -> Self {
        Self::Unspelled { what: what.into() }
    }
}
