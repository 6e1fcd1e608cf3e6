//! A text that is the same for all resource families, or differs from family to family.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use crate::arm::Family;
use crate::value::Node;

/// A text for each family of resource types.
///
/// It is written as one text for all families, or as a mapping `{terraform: …, cloudformation: …}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FamilyText {
    terraform: Option<String>,
    cloudformation: Option<String>,
}

impl FamilyText {
    /// One text for all families.
    pub fn same(text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            terraform: Some(text.clone()),
            cloudformation: Some(text),
        }
    }

    /// Whether all families have the same text.
    pub fn is_same(&self) -> bool {
        self.terraform == self.cloudformation
    }

    /// The text for `family`.
    pub fn get(&self, family: Family) -> Option<&str> {
        match family {
            Family::Terraform => self.terraform.as_deref(),
            Family::Cloudformation => self.cloudformation.as_deref(),
        }
    }
}

impl<'de> Deserialize<'de> for FamilyText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Node::deserialize(deserializer)? {
            Node::Text(text) => Ok(Self::same(&*text)),
            Node::Object(members) => {
                let mut texts = Self {
                    terraform: None,
                    cloudformation: None,
                };
                for (family, text) in members {
                    let Node::Text(text) = text else {
                        return Err(D::Error::custom(format!("`{family}` takes a text")));
                    };
                    match &*family {
                        "terraform" => texts.terraform = Some(text.to_string()),
                        "cloudformation" => texts.cloudformation = Some(text.to_string()),
                        other => return Err(D::Error::custom(format!("unknown family `{other}`"))),
                    }
                }
                Ok(texts)
            }
            _ => Err(D::Error::custom(
                "expected a text, or a mapping of a text for each family",
            )),
        }
    }
}

impl JsonSchema for FamilyText {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "FamilyText".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "description": "One text for all families, or one for each.",
            "anyOf": [
                {"type": "string"},
                {
                    "type": "object",
                    "properties": {"terraform": {"type": "string"}, "cloudformation": {"type": "string"}},
                    "additionalProperties": false,
                    "minProperties": 1,
                },
            ],
        })
    }
}
