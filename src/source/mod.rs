//! Source text and spans: where a JSON pointer or a YAML path stands in its file.

mod conform;
mod finding;
mod json;
mod json_edit;
mod lines;
mod suggest;
mod text;
mod write;
pub mod yaml;

pub use conform::{inlined_schema, read_known_yaml, read_yaml};
#[cfg(test)]
pub(crate) use finding::rendered;
pub use finding::{Finding, Findings, Severity};
pub use json::{JsonMember, find_json, json_items, json_members, locate_json};
pub use json_edit::{append_json, pretty_json, remove_json, set_json};
pub use lines::sorted_line;
pub use suggest::closest;
pub use text::{SourceError, SourceText, Span};
pub use write::write_atomically;
