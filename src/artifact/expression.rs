//! The `configuration` section of a plan: which attribute is assigned, and what its expression mentions.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::value::{Node, Text};

use super::compact::duplicate;

/// Assigned attributes and blocks of one body, by name.
pub type Expressions = BTreeMap<Text, Expression>;

/// What a plan says about one assigned attribute or block type.
#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    /// A constant.
    Constant(Node),
    /// An expression, by the names it mentions.
    References(Vec<Text>),
    /// An expression that mentions nothing, such as a function call; an empty block looks the same.
    Opaque,
    /// A single nested block, or blocks by label.
    Block(Expressions),
    /// A list or set of nested blocks, in source order. Blocks made by `dynamic` are missing here.
    Blocks(Vec<Expressions>),
}

impl Expression {
    /// The names mentioned anywhere in the expression or in the blocks.
    pub fn references<'a>(&'a self, found: &mut Vec<&'a Text>) {
        match self {
            Self::Constant(_) | Self::Opaque => {}
            Self::References(names) => found.extend(names),
            Self::Block(members) => members.values().for_each(|member| member.references(found)),
            Self::Blocks(blocks) => {
                blocks
                    .iter()
                    .flat_map(BTreeMap::values)
                    .for_each(|member| member.references(found));
            }
        }
    }
}

impl<'de> Deserialize<'de> for Expression {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Part::deserialize(deserializer)? {
            Part::Expression(expression) => Ok(expression),
            Part::Names(names) if names.is_empty() => Ok(Self::Blocks(Vec::new())),
            Part::Names(names) => Ok(Self::References(names)),
        }
    }
}

/// Either an expression, or the list of names under `references`.
enum Part {
    Expression(Expression),
    Names(Vec<Text>),
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PartVisitor)
    }
}

struct PartVisitor;

impl<'de> Visitor<'de> for PartVisitor {
    type Value = Part;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an expression of a plan's configuration")
    }

    fn visit_unit<E>(self) -> Result<Part, E> {
        Ok(Part::Expression(Expression::Opaque))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Part, A::Error> {
        let mut names = Vec::new();
        let mut blocks = Vec::new();
        while let Some(item) = sequence.next_element::<Item>()? {
            match item {
                Item::Name(name) => names.push(name),
                Item::Block(block) => blocks.push(block),
            }
        }
        if blocks.is_empty() {
            return Ok(Part::Names(names));
        }
        Ok(Part::Expression(Expression::Blocks(blocks)))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Part, A::Error> {
        let mut members = Expressions::new();
        let mut own: Option<Expression> = None;
        while let Some(key) = map.next_key::<Text>()? {
            let member = match &*key {
                "constant_value" => {
                    own = Some(Expression::Constant(map.next_value::<Node>()?));
                    continue;
                }
                "references" => match map.next_value::<Part>()? {
                    Part::Names(names) => {
                        own = Some(Expression::References(names));
                        continue;
                    }
                    Part::Expression(expression) => expression,
                },
                _ => map.next_value::<Expression>()?,
            };
            if members.contains_key(&key) {
                return Err(duplicate(&key));
            }
            members.insert(key, member);
        }
        Ok(Part::Expression(match own {
            Some(own) if members.is_empty() => own,
            _ if members.is_empty() => Expression::Opaque,
            _ => Expression::Block(members),
        }))
    }
}

enum Item {
    Name(Text),
    Block(Expressions),
}

impl<'de> Deserialize<'de> for Item {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ItemVisitor)
    }
}

struct ItemVisitor;

impl<'de> Visitor<'de> for ItemVisitor {
    type Value = Item;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a name or a block of a plan's configuration")
    }

    fn visit_str<E>(self, value: &str) -> Result<Item, E> {
        Ok(Item::Name(value.into()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Item, A::Error> {
        UniqueVisitor(PhantomData).visit_map(map).map(Item::Block)
    }
}

/// Deserializes an object of named parts; a name that stands twice is an error, null is an empty object.
pub(super) fn unique<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    deserializer: D,
) -> Result<BTreeMap<Text, T>, D::Error> {
    deserializer.deserialize_any(UniqueVisitor(PhantomData))
}

struct UniqueVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for UniqueVisitor<T> {
    type Value = BTreeMap<Text, T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(BTreeMap::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = BTreeMap::new();
        while let Some(key) = map.next_key::<Text>()? {
            if members.contains_key(&key) {
                return Err(duplicate(&key));
            }
            members.insert(key, map.next_value()?);
        }
        Ok(members)
    }
}

/// Reads null as the default.
pub(super) fn or_default<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(
    deserializer: D,
) -> Result<T, D::Error> {
    Option::<T>::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// The configuration as a plan records it.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct PlanConfiguration {
    /// Provider configurations by key (`aws`, `aws.west`, `module.a:aws`).
    #[serde(default, rename = "provider_config", deserialize_with = "unique")]
    pub providers: BTreeMap<Text, ProviderBlock>,
    /// The root module.
    #[serde(default, rename = "root_module", deserialize_with = "or_default")]
    pub root: ModuleBlock,
}

/// One `provider` block.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct ProviderBlock {
    /// Provider type such as `aws`.
    #[serde(default)]
    pub name: Text,
    /// The alias, if any.
    #[serde(default)]
    pub alias: Option<Text>,
    /// Assigned arguments.
    #[serde(default, deserialize_with = "unique")]
    pub expressions: Expressions,
}

/// One module's declarations.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct ModuleBlock {
    /// Resources and data sources.
    #[serde(default, deserialize_with = "or_default")]
    pub resources: Vec<ResourceBlock>,
    /// Module calls by name.
    #[serde(default, rename = "module_calls", deserialize_with = "unique")]
    pub calls: BTreeMap<Text, ModuleCall>,
    /// Outputs by name.
    #[serde(default, deserialize_with = "unique")]
    pub outputs: BTreeMap<Text, OutputBlock>,
    /// Variables by name.
    #[serde(default, deserialize_with = "unique")]
    pub variables: BTreeMap<Text, VariableBlock>,
}

/// One `resource` or `data` block.
#[derive(Debug, Clone, Deserialize)]
pub struct ResourceBlock {
    /// Address within the module, without index (`aws_s3_bucket.b`, `data.aws_region.r`).
    pub address: Text,
    /// Assigned attributes and blocks.
    #[serde(default, deserialize_with = "unique")]
    pub expressions: Expressions,
    /// The `count` expression.
    #[serde(default, rename = "count_expression")]
    pub count: Option<Expression>,
    /// The `for_each` expression.
    #[serde(default, rename = "for_each_expression")]
    pub for_each: Option<Expression>,
    /// Explicit dependencies, as written.
    #[serde(default, deserialize_with = "or_default")]
    pub depends_on: Vec<Text>,
}

/// One `module` block.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct ModuleCall {
    /// Arguments by input variable.
    #[serde(default, deserialize_with = "unique")]
    pub expressions: Expressions,
    /// The `count` expression.
    #[serde(default, rename = "count_expression")]
    pub count: Option<Expression>,
    /// The `for_each` expression.
    #[serde(default, rename = "for_each_expression")]
    pub for_each: Option<Expression>,
    /// The called module.
    #[serde(default, deserialize_with = "or_default")]
    pub module: ModuleBlock,
    /// Explicit dependencies, as written.
    #[serde(default, deserialize_with = "or_default")]
    pub depends_on: Vec<Text>,
}

/// One `output` block.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct OutputBlock {
    /// The value's expression.
    #[serde(default)]
    pub expression: Option<Expression>,
    /// Whether it is marked sensitive.
    #[serde(default)]
    pub sensitive: bool,
}

/// One `variable` block.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct VariableBlock {
    /// Whether it is marked sensitive.
    #[serde(default)]
    pub sensitive: bool,
    /// Present when the variable has a default.
    #[serde(default)]
    pub default: Option<IgnoredAny>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Expression {
        serde_json::from_str(text).expect("an expression")
    }

    #[test]
    fn the_shapes_of_an_expression_are_told_apart() {
        assert_eq!(
            read(r#"{"constant_value": [1]}"#),
            Expression::Constant(Node::from(vec![Node::from(1)]))
        );
        assert_eq!(
            read(r#"{"references": ["var.x"]}"#),
            Expression::References(vec!["var.x".into()])
        );
        assert_eq!(read("{}"), Expression::Opaque);
        assert!(
            matches!(read(r#"[{"a": {}}, {}]"#), Expression::Blocks(blocks) if blocks.len() == 2)
        );
        assert!(matches!(
            read(r#"{"create": {"constant_value": "1h"}}"#),
            Expression::Block(_)
        ));
    }

    #[test]
    fn a_block_with_an_attribute_called_references_is_a_block() {
        let block = read(r#"{"references": {"references": ["var.x"]}, "other": {}}"#);
        assert!(matches!(block, Expression::Block(members) if members.len() == 2));
    }

    #[test]
    fn null_sections_are_empty() {
        let text = r#"{"provider_config": null, "root_module": {"resources": null, "module_calls": null}}"#;
        let configuration: PlanConfiguration = serde_json::from_str(text).expect("valid");
        assert!(configuration.root.resources.is_empty());
    }
}
