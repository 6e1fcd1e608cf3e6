//! What a spec states: the intent, the prompt, the structural checks, and the mistakes that must be caught.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::by_family::FamilyText;
use super::by_tier::TierByArm;
use super::equivalence::Equivalence;
use crate::arm::Family;
use crate::value::Node;

/// The rule id by which a catch says that the toolchain itself rejects the sources.
pub const TOOLCHAIN_RULE: &str = "toolchain";

/// A scenario (`specs/<id>.yaml`).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Spec {
    /// Format and version of the file.
    pub schema: SpecFormat,
    /// Permanent id, the same as the file's name.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"))]
    pub id: String,
    /// Name for people.
    #[schemars(length(min = 1))]
    pub title: String,
    /// What the scenario is about and what it tests; not shown to authors.
    #[schemars(length(min = 1))]
    pub intent: String,
    /// What an author is asked for: what, never how.
    #[schemars(length(min = 1))]
    pub prompt: String,
    /// How hard it is.
    pub difficulty: Difficulty,
    /// The Rego package that holds `deny`.
    #[schemars(regex(pattern = r"^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)*$"))]
    pub policy: String,
    /// The arms it runs on.
    #[schemars(length(min = 1))]
    pub arms: Vec<String>,
    /// Declarative checks of structure, tier 0.
    #[serde(default)]
    pub checks: Vec<Check>,
    /// The mistakes it exists to catch.
    #[schemars(length(min = 1))]
    pub catches: Vec<Catch>,
    /// What becomes of a workspace in which nothing was done.
    pub do_nothing: DoNothing,
    /// Changes of a correct artifact that the rules need not notice.
    #[serde(default)]
    pub tolerates: Vec<Tolerated>,
    /// What says the same thing on different arms; a scenario of several arms is not proved without.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub equivalence: Option<Equivalence>,
}

/// Format and version of a spec's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SpecFormat {
    /// The format described here.
    #[serde(rename = "proofmark.spec/1")]
    V1,
}

/// How hard a scenario is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Difficulty {
    /// Few resources, one trap.
    Easy,
    /// Several resources or traps.
    Medium,
    /// Many resources that must agree.
    Hard,
}

/// A structural check: a statement about the attributes of all resources of a type.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Check {
    /// Permanent rule id.
    #[schemars(regex(pattern = r"^[A-Z][A-Z0-9]*[0-9]{3}$"))]
    pub id: String,
    /// What it demands.
    #[schemars(length(min = 1))]
    pub title: String,
    /// The resources it looks at.
    pub select: Select,
    /// Pointer to the attribute, `*` standing for every item; one for all families, or one for each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<FamilyText>,
    /// What is asked of the attribute.
    pub operator: Operator,
    /// What the attribute is compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Value")]
    pub value: Option<Node>,
    /// How many of the selected resources must comply; every operator but `count` needs it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantifier: Option<Quantifier>,
    /// How many `exactly` means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<usize>,
}

/// The resources a check looks at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Select {
    /// Resource type in Terraform.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub terraform: Option<String>,
    /// Resource type in CloudFormation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cloudformation: Option<String>,
    /// Leaves out the resources for which this does not hold.
    #[serde(default, rename = "where", skip_serializing_if = "Option::is_none")]
    pub condition: Option<Condition>,
}

impl Select {
    /// The resource type in `family`.
    pub fn resource_type(&self, family: Family) -> Option<&str> {
        match family {
            Family::Terraform => self.terraform.as_deref(),
            Family::Cloudformation => self.cloudformation.as_deref(),
        }
    }
}

/// A condition on a resource.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Condition {
    /// Pointer to the attribute.
    pub path: FamilyText,
    /// The value it must have.
    #[schemars(with = "serde_json::Value")]
    pub equals: Node,
}

/// What is asked of an attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Operator {
    /// It is set.
    Exists,
    /// It is not set.
    Absent,
    /// It equals the value.
    Equals,
    /// It is one of the listed values.
    In,
    /// It is a list that holds the value, or a text that holds it as a part.
    Contains,
    /// It is a text that the regular expression matches.
    Matches,
    /// It is a list of the same values in any order.
    SetEquals,
    /// It is not set, or equals the value.
    AbsentOrEquals,
    /// The number of selected resources is the value.
    Count,
}

impl Operator {
    /// The word used in specs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Exists => "exists",
            Self::Absent => "absent",
            Self::Equals => "equals",
            Self::In => "in",
            Self::Contains => "contains",
            Self::Matches => "matches",
            Self::SetEquals => "set_equals",
            Self::AbsentOrEquals => "absent_or_equals",
            Self::Count => "count",
        }
    }
}

/// How many of the selected resources must comply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Quantifier {
    /// All of them, and there is at least one.
    Every,
    /// At least one.
    Some,
    /// None of them.
    None,
    /// As many as `times` says.
    Exactly,
}

/// A planted mistake.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Catch {
    /// Permanent id, the same as the fixture folders' name.
    #[schemars(regex(pattern = r"^[a-z][a-z0-9]*(-[a-z0-9]+)*$"))]
    pub id: String,
    /// The mistake in a few words.
    #[schemars(length(min = 1))]
    pub title: String,
    /// The kind of mistake.
    pub class: Class,
    /// The rules that must reject it, exactly these; `toolchain` where the toolchain does.
    #[schemars(length(min = 1))]
    pub rules: Vec<String>,
    /// The tier predicted to catch it: one for all arms, or one for each.
    pub tier: TierByArm,
    /// Why it is predicted there.
    #[schemars(length(min = 1))]
    pub evidence: String,
    /// The arms on which the mistake cannot be made, with the reason.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub not_on: BTreeMap<String, String>,
}

/// The kind of a planted mistake.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// A value that looks right and is not, or is one of few valid ones.
    TypedValueTrap,
    /// A setting deep inside a resource, or in a resource of its own.
    NestedAttribute,
    /// What a convenient construct does is not what was asked.
    AntiL2,
    /// Which resource refers to which.
    GraphDependency,
}

/// What becomes of a workspace in which nothing was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DoNothing {
    /// The rules that must reject it, exactly these.
    #[schemars(length(min = 1))]
    pub rules: Vec<String>,
}

/// Changes that the rules need not notice, all of one attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Tolerated {
    /// Resource type; one for each family.
    #[serde(rename = "type")]
    pub resource_type: FamilyText,
    /// Pointer to the attribute, `*` standing for any index or key; what is inside it is meant as well. The empty pointer is
    /// the resource itself: that it is there, or there twice.
    pub path: FamilyText,
    /// A regular expression that the resource's name within its module, or its logical id, must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub named: Option<String>,
    /// The operators whose mutants are meant; all but those that take nothing from a solution where none are named.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operators: Vec<String>,
    /// The values that the attribute may become; any where none are listed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub becomes: Vec<Node>,
    /// Leaves out the places for which one of these does not hold.
    #[serde(default, rename = "where", skip_serializing_if = "Vec::is_empty")]
    pub conditions: Vec<Where>,
    /// Only resources, and statements of policies, without which the solution is accepted; with an empty path all that is
    /// inside them. That such a resource is left out or harmless in itself needs no entry.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub unasked: bool,
    /// Why no rule needs to look at it.
    #[schemars(length(min = 1))]
    pub reason: String,
}

/// A condition on what stands around a tolerated change, before the change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Where {
    /// Pointer to an attribute. A `*` stands for what the same `*` of the entry's path stands for; one more stands for every
    /// item, or for the single value that is written in place of a list.
    pub path: FamilyText,
    /// The resource it is an attribute of, as its type and name; the changed one where none is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub of: Option<FamilyText>,
    /// Whether it must be set.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub set: bool,
    /// The value it must have.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(with = "serde_json::Value")]
    pub equals: Option<Node>,
    /// Values it must not have; it may be unset.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<serde_json::Value>")]
    pub differs: Vec<Node>,
    /// A regular expression that its text must match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
}

/// Which scenarios may be looked at while authors are tuned, and which are kept for measuring (`specs/split.yaml`).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Split {
    /// Format and version of the file.
    pub schema: SplitFormat,
    /// Scenario ids by group.
    #[schemars(length(min = 1))]
    pub groups: BTreeMap<String, Vec<String>>,
}

/// Format and version of the split's file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum SplitFormat {
    /// The format described here.
    #[serde(rename = "proofmark.split/1")]
    V1,
}
