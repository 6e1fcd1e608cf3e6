//! A plan, as `terraform show -json` and `tofu show -json` print it, without what the graph does not need.

use std::collections::BTreeMap;

use crate::value::{Node, Text};

pub use super::document::OutputValue;
pub use super::expression::{
    Expression, Expressions, ModuleBlock, ModuleCall, OutputBlock, PlanConfiguration,
    ProviderBlock, ResourceBlock, VariableBlock,
};
pub use super::instance::{Aside, Change, Instance};
pub use super::marks::Marks;

use super::document::{Document, Keys};

/// A plan.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Version of the format, such as `1.2`.
    pub format_version: Text,
    /// Version of the tool that planned.
    pub tool_version: Option<Text>,
    /// False when the plan covers only a part of what was asked (targets, deferrals).
    pub complete: bool,
    /// Root variables with the values in force.
    pub variables: BTreeMap<Text, Node>,
    /// Resource instances: planned, changed, and data sources read while planning.
    pub instances: Vec<Instance>,
    /// Root outputs.
    pub outputs: BTreeMap<Text, OutputValue>,
    /// Objects that changed outside of the tool.
    pub drift: Vec<Aside>,
    /// Changes put off to a later plan.
    pub deferred: Vec<Aside>,
    /// Deposed objects, which are leftovers of an earlier replacement.
    pub deposed: Vec<Aside>,
    /// The configuration; `None` when the document has none.
    pub configuration: Option<PlanConfiguration>,
    /// Whether the document has planned values.
    pub has_planned_values: bool,
    /// Whether the document has resource changes.
    pub has_resource_changes: bool,
}

impl Plan {
    pub(super) fn from_document(document: Document, format_version: Text) -> Self {
        Self {
            format_version,
            tool_version: document.tool_version,
            complete: document.complete,
            variables: document.variables,
            instances: document.instances.list,
            outputs: document.outputs,
            drift: document.drift,
            deferred: document.deferred,
            deposed: document.instances.deposed,
            configuration: document.configuration,
            has_planned_values: document.keys.has(Keys::PLANNED),
            has_resource_changes: document.keys.has(Keys::CHANGES),
        }
    }
}
