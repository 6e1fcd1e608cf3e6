//! The one normal form of all artifacts: resources, references, partially known values.

pub mod cloudformation;
mod complete;
mod document;
pub mod iam;
mod identity;
mod load;
mod model;
mod options;
mod redact;
mod render;
pub mod terraform;

pub use cloudformation::{from_templates, property_default};
pub use complete::{Completion, default_value};
pub use document::{JSON_SCHEMA, SCHEMA, View, completed, symbolic};
pub use iam::is_policy;
pub use identity::{attributes_alike, is_identifying, name_attribute, roles, spelled, token};
pub use load::{LoadError, Loaded, Rewrite, load, load_rewritten, load_text};
pub use model::{
    Environment, Family, Graph, Kind, Location, Mention, Mode, Note, Presence, Resource, Transform,
};
pub use options::{Options, Scope, Tool};
pub use redact::{HIDDEN, redacted, sensitive_texts, without_secrets};
pub use terraform::{
    EvaluationError, from_configuration, from_plan, from_sources, from_state, merge_sources,
};
