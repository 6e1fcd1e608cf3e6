//! What says the same thing on different arms, so that the facts behind a verdict can be compared across them.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::model::Select;
use crate::arm::Family;
use crate::value::Node;

/// What corresponds across arms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Equivalence {
    /// The resources that facts are about, by a name of their own that holds on every arm.
    #[schemars(length(min = 1))]
    pub roles: BTreeMap<String, Role>,
    /// References that are compared: the idiom of each arm, by arm.
    #[schemars(length(min = 1))]
    pub pairs: Vec<BTreeMap<String, String>>,
}

/// A resource that facts are about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Role {
    /// The one resource that it is in a paired reference: one that any of these selects. A reference may lack it.
    #[schemars(length(min = 1))]
    pub select: Vec<Select>,
    /// Its attributes that correspond across families, by name; those that stand in a resource bound to it as well.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub attributes: BTreeMap<String, Attribute>,
}

/// An attribute as each family has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Attribute {
    /// Where Terraform has it: `TYPE /path`, of the role itself or of a resource that refers to it; the first that an arm
    /// sets, else the first whose resource it has.
    #[serde(default)]
    pub terraform: Vec<String>,
    /// Where CloudFormation has it.
    #[serde(default)]
    pub cloudformation: Vec<String>,
    /// Values that it is given on every arm, besides the changes of the one it has.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub values: Vec<Node>,
}

impl Role {
    /// Whether a resource of this type of `family` can have the role.
    pub fn is_of_type(&self, family: Family, resource_type: &str) -> bool {
        let mut types = self
            .select
            .iter()
            .filter_map(|select| select.resource_type(family));
        types.any(|own| own == resource_type)
    }
}

impl Attribute {
    /// Where `family` has it, as written.
    pub fn cells(&self, family: Family) -> &[String] {
        match family {
            Family::Terraform => &self.terraform,
            Family::Cloudformation => &self.cloudformation,
        }
    }
}

/// Type and pointer of a cell; `None` when it is not written as `TYPE /path`.
pub fn parse_cell(cell: &str) -> Option<(&str, &str)> {
    let (resource_type, pointer) = cell.split_once(' ')?;
    let is_whole = !resource_type.is_empty() && !pointer.contains(' ');
    (is_whole && pointer.starts_with('/') && pointer.len() > 1).then_some((resource_type, pointer))
}
