//! What a caller may decide about the making of a graph.

use std::collections::BTreeMap;

use crate::artifact::config::Limits;

/// Choices that no artifact makes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Values of root variables, by name (configuration only; a plan holds its own).
    pub variables: BTreeMap<String, String>,
    /// Values of template parameters, by name.
    pub parameters: BTreeMap<String, String>,
    /// Which resources of a plan the graph holds.
    pub scope: Scope,
    /// Whose files of a configuration are read.
    pub tool: Tool,
}

/// The tool that a configuration is written for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Tool {
    /// OpenTofu, which reads `x.tofu` in place of `x.tf`.
    #[default]
    OpenTofu,
    /// Terraform, which ignores `*.tofu`.
    Terraform,
}

/// Which resources of a plan the graph holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Scope {
    /// Every resource.
    #[default]
    All,
    /// Only resources that the plan changes: any action but `no-op` and `read`.
    Changed,
}

impl Options {
    /// How much of a configuration is read, and which of its files.
    pub fn limits(&self) -> Limits {
        Limits {
            tofu: self.tool == Tool::OpenTofu,
            ..Limits::default()
        }
    }
}
