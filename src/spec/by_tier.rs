//! Tiers, and the tier a catch is predicted at on each arm.

use std::collections::BTreeMap;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::value::Node;

/// The depth at which something is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// The toolchain and the structure: `0`.
    Structure,
    /// Expressions inside attributes: `0.5`.
    Expression,
    /// The policy: `1`.
    Policy,
}

impl Tier {
    /// All tiers, in order.
    pub const ALL: [Self; 3] = [Self::Structure, Self::Expression, Self::Policy];

    /// The number as written in specs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Structure => "0",
            Self::Expression => "0.5",
            Self::Policy => "1",
        }
    }

    /// The tier written as `text`.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|tier| tier.as_str() == text)
    }

    fn from_node(node: &Node) -> Option<Self> {
        match node {
            Node::Number(number) => Self::parse(&number.to_text()),
            _ => None,
        }
    }
}

impl fmt::Display for Tier {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl Serialize for Tier {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Structure => serializer.serialize_u8(0),
            Self::Expression => serializer.serialize_f64(0.5),
            Self::Policy => serializer.serialize_u8(1),
        }
    }
}

impl<'de> Deserialize<'de> for Tier {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let node = Node::deserialize(deserializer)?;
        Self::from_node(&node).ok_or_else(|| D::Error::custom("a tier is 0, 0.5 or 1"))
    }
}

impl JsonSchema for Tier {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Tier".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "0: toolchain and structure; 0.5: expressions inside attributes; 1: policy.",
            "type": "number",
            "enum": [0, 0.5, 1],
        })
    }
}

/// The tier at which each arm is predicted to catch a mistake.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TierByArm {
    /// The same on all arms.
    Same(Tier),
    /// One for each arm.
    Each(BTreeMap<String, Tier>),
}

impl TierByArm {
    /// Whether each arm has a prediction of its own.
    pub fn is_by_arm(&self) -> bool {
        matches!(self, Self::Each(_))
    }

    /// The tier on `arm`.
    pub fn on(&self, arm: &str) -> Option<Tier> {
        match self {
            Self::Same(tier) => Some(*tier),
            Self::Each(tiers) => tiers.get(arm).copied(),
        }
    }
}

impl Serialize for TierByArm {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Same(tier) => tier.serialize(serializer),
            Self::Each(tiers) => tiers.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for TierByArm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let refused = || D::Error::custom("a tier is 0, 0.5 or 1");
        match Node::deserialize(deserializer)? {
            Node::Object(members) => members
                .iter()
                .map(|(arm, node)| Some((arm.to_string(), Tier::from_node(node)?)))
                .collect::<Option<_>>()
                .map(Self::Each)
                .ok_or_else(refused),
            node => Tier::from_node(&node).map(Self::Same).ok_or_else(refused),
        }
    }
}

impl JsonSchema for TierByArm {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "TierByArm".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let tier = generator.subschema_for::<Tier>();
        json_schema!({
            "description": "One tier for all arms, or one for each.",
            "anyOf": [tier, {"type": "object", "additionalProperties": tier, "minProperties": 1}],
        })
    }
}
