//! A state, as `terraform show -json` and `tofu show -json` print it.

use std::collections::BTreeMap;

use crate::value::Text;

use super::document::{Document, OutputValue};
use super::instance::Instance;

/// A state.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Version of the format, such as `1.0`.
    pub format_version: Text,
    /// Version of the tool that wrote the state.
    pub tool_version: Option<Text>,
    /// Resource instances.
    pub instances: Vec<Instance>,
    /// Root outputs.
    pub outputs: BTreeMap<Text, OutputValue>,
}

impl State {
    pub(super) fn from_document(document: Document, format_version: Text) -> Self {
        Self {
            format_version,
            tool_version: document.tool_version,
            instances: document.instances.list,
            outputs: document.outputs,
        }
    }
}
