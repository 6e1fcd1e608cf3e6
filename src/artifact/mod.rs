//! Readers, one per kind of artifact, and the recognition of the kind from the content.

mod compact;
pub mod config;
mod document;
mod error;
mod expression;
mod instance;
mod marks;
pub mod plan;
mod read;
mod recognise;
pub mod schema;
pub mod state;
pub mod template;
pub mod toolchain;

pub use error::{Fault, LocatedFault, ReadError};
pub use plan::Plan;
pub use read::{Artifact, DEFAULT_LIMIT, read_path, read_source};
pub use recognise::{Recognised, recognise, recognise_opening};
pub use state::State;
pub use toolchain::ToolchainRecord;
