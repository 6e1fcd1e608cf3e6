//! What a reference renders to: the identifying texts of resources (names, ids, ARNs, URLs), from a table by type.

use std::collections::BTreeMap;
use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use crate::value::{Node, Text, Unknown, hexadecimal};

use super::model::{Environment, Family};

/// How the identifying attributes of one resource type are written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Identity {
    /// The attribute that names the resource; a token stands for it where it is generated.
    pub name: Text,
    /// Attribute → template: `{attribute}` is an attribute's text, `{/attribute}` the same with exactly one leading slash,
    /// `{region}`, `{account}` and `{partition}` the environment.
    pub attributes: BTreeMap<Text, String>,
    /// `arn`, `id`, `name`, `url` → the attribute that holds it.
    pub roles: BTreeMap<Text, Text>,
}

/// The identities of the known types, by type.
pub(super) static IDENTITIES: LazyLock<BTreeMap<Text, Identity>> =
    LazyLock::new(|| serde_json::from_str(include_str!("identity.json")).unwrap_or_default());

thread_local! {
    // Of each thread its own, see `graph::document`.
    static GENERIC: [[Text; 2]; 2] = [["arn", "id"], ["Arn", "Ref"]].map(|pair| pair.map(Text::from));
}

/// The identities a resource of this type has, each with the attribute that holds it. Those of a type that the table does not
/// know are its ARN and its id.
pub fn roles(resource_type: &str, family: Family) -> Vec<(Text, Text)> {
    if let Some(identity) = IDENTITIES.get(resource_type) {
        let roles = identity.roles.iter();
        return roles
            .map(|(role, attribute)| (role.clone(), attribute.clone()))
            .collect();
    }
    GENERIC.with(|[terraform, cloudformation]| {
        let attributes = match family {
            Family::Terraform => terraform,
            Family::Cloudformation => cloudformation,
        };
        // What identifies is named as Terraform names its attributes.
        let roles = terraform.iter().cloned();
        roles.zip(attributes.iter().cloned()).collect()
    })
}

/// The attribute that names a resource of this type, where the table of identities knows it.
pub fn name_attribute(resource_type: &str) -> Option<&'static str> {
    Some(&IDENTITIES.get(resource_type)?.name)
}

/// Whether the texts that identify a resource of this type are made of `attribute`; of types that the table does not know,
/// whether it looks so.
pub fn is_identifying(resource_type: &str, attribute: &str) -> bool {
    match IDENTITIES.get(resource_type) {
        Some(identity) => {
            *identity.name == *attribute
                || identity.attributes.contains_key(attribute)
                || identity
                    .attributes
                    .values()
                    .any(|template| template.contains(&format!("{attribute}}}")))
        }
        None => ["name", "arn", "id"].contains(&attribute.to_ascii_lowercase().as_str()),
    }
}

/// The text of a template; `attribute` gives the text of an attribute of the same resource.
pub fn fill(
    template: &str,
    environment: &Environment,
    mut attribute: impl FnMut(&str) -> Option<Text>,
) -> Option<String> {
    let mut text = String::with_capacity(template.len() + 32);
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        text.push_str(before);
        let (key, after) = after.split_once('}')?;
        rest = after;
        match key {
            "region" => text.push_str(environment.region()),
            "account" => text.push_str(environment.account()),
            "partition" => text.push_str(environment.partition()),
            key => {
                let slash = key.strip_prefix('/');
                let value = attribute(slash.unwrap_or(key))?;
                if slash.is_some() && !value.starts_with('/') {
                    text.push('/');
                }
                text.push_str(&value);
            }
        }
    }
    text.push_str(rest);
    Some(text)
}

/// The text of an identifying attribute as an author spells it who does not refer to the resource: its name, and the
/// region and account, which stay open where the artifact leaves them open. `None` where the name is not known.
pub fn spelled(
    resource_type: &str,
    attribute: &str,
    values: &Node,
    environment: &Environment,
) -> Option<Node> {
    let mut rest = IDENTITIES
        .get(resource_type)?
        .attributes
        .get(attribute)?
        .as_str();
    let mut parts = Vec::new();
    let stated = |known: Option<&Text>, name: &str| {
        known.map_or_else(|| pseudo_parameter(name), |text| Node::Text(text.clone()))
    };
    while let Some((before, after)) = rest.split_once('{') {
        parts.push(Node::text(before));
        let (key, after) = after.split_once('}')?;
        rest = after;
        parts.push(match key {
            "region" => stated(environment.region.as_ref(), "Region"),
            "account" => stated(environment.account.as_ref(), "AccountId"),
            "partition" => Node::text(environment.partition()),
            key => {
                let name = values.get(key.trim_start_matches('/'))?.as_text()?;
                let slash = key.starts_with('/') && !name.starts_with('/');
                Node::text(if slash {
                    format!("/{name}")
                } else {
                    name.to_owned()
                })
            }
        });
    }
    parts.push(Node::text(rest));
    Some(Node::join(parts))
}

/// Other attributes of a type that are the same text as this one.
pub fn attributes_alike(resource_type: &str, attribute: &str) -> Vec<&'static Text> {
    let Some(attributes) = IDENTITIES.get(resource_type).map(|found| &found.attributes) else {
        return Vec::new();
    };
    let template = attributes.get(attribute);
    let alike = attributes
        .iter()
        .filter(|(name, other)| &***name != attribute && Some(*other) == template);
    alike.map(|(name, _)| name).collect()
}

/// What the account and region of a deployment are called everywhere.
fn pseudo_parameter(name: &str) -> Node {
    Node::Unknown(Arc::new(Unknown {
        reason: "pseudo parameter".into(),
        id: format!("pseudo:AWS::{name}").into(),
        kind: Some("string".into()),
        ..Unknown::default()
    }))
}

impl Environment {
    /// The region in force, `us-east-1` where the artifact leaves it open.
    pub fn region(&self) -> &str {
        self.region.as_deref().unwrap_or("us-east-1")
    }

    /// The account in force, `123456789012` where the artifact leaves it open.
    pub fn account(&self) -> &str {
        self.account.as_deref().unwrap_or("123456789012")
    }

    /// The partition in force, `aws` where the artifact leaves it open.
    pub fn partition(&self) -> &str {
        self.partition.as_deref().unwrap_or("aws")
    }

    /// The value of a pseudo parameter or of the data source that says the same, by the id of its unknown.
    pub fn pseudo(&self, id: &str) -> Option<Node> {
        let text = match id.strip_prefix("pseudo:AWS::")? {
            "Region" => self.region(),
            "AccountId" => self.account(),
            "Partition" => self.partition(),
            "URLSuffix" if self.partition() == "aws-cn" => "amazonaws.com.cn",
            "URLSuffix" => "amazonaws.com",
            "StackName" => "stack",
            "StackId" => {
                return Some(Node::text(format!(
                    "arn:{}:cloudformation:{}:{}:stack/stack/00000000-0000-0000-0000-000000000000",
                    self.partition(),
                    self.region(),
                    self.account()
                )));
            }
            "NotificationARNs" => return Some(Node::List(Vec::new())),
            _ => return None,
        };
        Some(Node::text(text))
    }
}

/// A distinct, wildcard-free text for an attribute nobody can know: the same for the same address and attribute.
pub fn token(address: &str, attribute: &str) -> String {
    let inside = address.trim_matches(|character: char| !character.is_ascii_alphanumeric());
    let mut token = String::with_capacity(inside.len() + 17);
    for character in inside.chars() {
        token.push(if character.is_ascii_alphanumeric() {
            character.to_ascii_lowercase()
        } else {
            '-'
        });
    }
    token.push('-');
    token.push_str(&hexadecimal(&fingerprint(address, attribute).to_be_bytes()));
    token
}

/// FNV-1a in 64 bits: every resource has such texts in every completion, and a cryptographic hash takes ten times as long.
fn fingerprint(address: &str, attribute: &str) -> u64 {
    let bytes = address.bytes().chain([b'\n']).chain(attribute.bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_well_formed() {
        assert!(IDENTITIES.len() > 20, "the table did not load");
        for (resource_type, identity) in IDENTITIES.iter() {
            for attribute in identity.roles.values() {
                assert!(
                    identity.attributes.contains_key(attribute),
                    "{resource_type}: {attribute}"
                );
            }
        }
    }

    #[test]
    fn a_parameter_name_gets_exactly_one_slash() {
        let template = IDENTITIES["aws_ssm_parameter"].attributes["arn"].as_str();
        for name in ["/a/b", "a/b"] {
            let arn = fill(template, &Environment::default(), |_| {
                Some(Text::from(name))
            });
            assert_eq!(
                arn.as_deref(),
                Some("arn:aws:ssm:us-east-1:123456789012:parameter/a/b")
            );
        }
    }

    #[test]
    fn a_token_holds_no_wildcard_and_differs_by_address() {
        let one = token("module.a[\"*\"].x.y", "id");
        let other = token("module.a[\"?\"].x.y", "id");
        assert_ne!(one, other);
        assert!(!one.contains(['*', '?', '[']), "{one}");
    }
}
