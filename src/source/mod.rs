//! Source text and spans: where a JSON pointer or a YAML path stands in its file.

mod json;
mod text;
pub mod yaml;

pub use json::locate_json;
pub use text::{SourceError, SourceText, Span};
