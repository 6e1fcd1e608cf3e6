//! One pass over a JSON document: what kind it is, and the sections of a plan or a state that the graph needs.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::value::{Node, Text};

use super::compact::{OptionalTextSeed, TextSeed, Texts, ValueSeed, duplicate};
use super::expression::PlanConfiguration;
use super::instance::{Aside, Instances, ListSeed, Section};
use super::marks::{Marks, MarksSeed};

/// An output value of a plan or a state.
#[derive(Debug, Clone, Default)]
pub struct OutputValue {
    /// The value; `None` where it is not known.
    pub value: Option<Node>,
    /// Parts that are not known.
    pub unknown: Marks,
    /// Whether it is marked sensitive.
    pub sensitive: bool,
    /// Whether the output is removed.
    pub deleted: bool,
}

/// Top-level keys that tell the kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Keys(u16);

impl Keys {
    pub(super) const PLANNED: u16 = 1;
    pub(super) const CHANGES: u16 = 1 << 1;
    pub(super) const VALUES: u16 = 1 << 2;
    pub(super) const TEMPLATE: u16 = 1 << 3;
    pub(super) const LINEAGE: u16 = 1 << 4;
    pub(super) const TOOLCHAIN: u16 = 1 << 5;
    pub(super) const FOREIGN: u16 = 1 << 6;
    pub(super) const EVENT: u16 = 1 << 7;
    pub(super) const RAW_RESOURCES: u16 = 1 << 8;
    pub(super) const RESOURCES: u16 = 1 << 9;
    pub(super) const PARAMETERS: u16 = 1 << 10;

    pub(super) fn has(self, key: u16) -> bool {
        self.0 & key != 0
    }

    fn note(&mut self, key: &str) {
        self.0 |= match key {
            "planned_values" => Self::PLANNED,
            "resource_changes" => Self::CHANGES,
            "values" => Self::VALUES,
            "AWSTemplateFormatVersion" | "Transform" => Self::TEMPLATE,
            "Resources" => Self::RESOURCES,
            "Parameters" => Self::PARAMETERS,
            "lineage" | "serial" => Self::LINEAGE,
            "resources" => Self::RAW_RESOURCES,
            "@level" | "@message" => Self::EVENT,
            "schema" => Self::TOOLCHAIN,
            "Rules"
            | "Mappings"
            | "Conditions"
            | "Outputs"
            | "Metadata"
            | "Description"
            | "format_version"
            | "terraform_version"
            | "checks"
            | "prior_state"
            | "configuration"
            | "variables"
            | "output_changes"
            | "relevant_attributes"
            | "resource_drift"
            | "timestamp"
            | "errored"
            | "complete"
            | "applyable" => 0,
            _ => Self::FOREIGN,
        };
    }
}

/// Everything a pass over a document keeps.
#[derive(Debug, Default)]
pub(super) struct Document {
    pub(super) keys: Keys,
    pub(super) format_version: Node,
    pub(super) schema: Node,
    pub(super) tool_version: Option<Text>,
    pub(super) errored: bool,
    pub(super) complete: bool,
    pub(super) instances: Instances,
    pub(super) outputs: BTreeMap<Text, OutputValue>,
    pub(super) variables: BTreeMap<Text, Node>,
    pub(super) drift: Vec<Aside>,
    pub(super) deferred: Vec<Aside>,
    pub(super) configuration: Option<PlanConfiguration>,
}

/// Finds the keys of a document without reading anything else of it.
pub(super) fn keys(text: &str) -> Result<Keys, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let keys = deserializer.deserialize_map(KeysVisitor)?;
    deserializer.end().map(|()| keys)
}

struct KeysVisitor;

impl<'de> Visitor<'de> for KeysVisitor {
    type Value = Keys;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Keys, A::Error> {
        let mut keys = Keys::default();
        while let Some(key) = map.next_key::<String>()? {
            keys.note(&key);
            map.next_value::<IgnoredAny>()?;
        }
        Ok(keys)
    }
}

/// Reads a document in one pass.
pub(super) fn read(text: &str) -> Result<Document, serde_json::Error> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let document = deserializer.deserialize_map(DocumentVisitor)?;
    deserializer.end().map(|()| document)
}

struct DocumentVisitor;

impl<'de> Visitor<'de> for DocumentVisitor {
    type Value = Document;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Document, A::Error> {
        let mut document = Document {
            complete: true,
            ..Document::default()
        };
        let mut seen: Vec<Text> = Vec::with_capacity(16);
        while let Some(key) = map.next_key::<Text>()? {
            document.keys.note(&key);
            if seen.contains(&key) {
                return Err(duplicate(&key));
            }
            document.read_section(&key, &mut map)?;
            seen.push(key);
        }
        Ok(document)
    }
}

impl Document {
    fn read_section<'de, A: MapAccess<'de>>(
        &mut self,
        key: &str,
        map: &mut A,
    ) -> Result<(), A::Error> {
        let texts = &mut self.instances.texts;
        match key {
            "format_version" => self.format_version = map.next_value_seed(ValueSeed(texts))?,
            "schema" => self.schema = map.next_value_seed(ValueSeed(texts))?,
            "terraform_version" => {
                self.tool_version = map.next_value_seed(OptionalTextSeed(texts))?;
            }
            "errored" => self.errored = map.next_value::<Option<bool>>()?.unwrap_or(false),
            "complete" => self.complete = map.next_value::<Option<bool>>()?.unwrap_or(true),
            "planned_values" | "values" => {
                let outputs =
                    map.next_value_seed(ValuesSeed(&mut self.instances, Section::Values))?;
                for (name, output) in outputs {
                    self.outputs.entry(name).or_insert(output);
                }
            }
            "resource_changes" => {
                map.next_value_seed(ListSeed {
                    instances: &mut self.instances,
                    section: Section::Changes,
                })?;
            }
            "prior_state" => {
                map.next_value_seed(PriorSeed(&mut self.instances))?;
            }
            "resource_drift" => {
                let seed = ListSeed {
                    instances: &mut self.instances,
                    section: Section::Aside,
                };
                self.drift = map.next_value_seed(seed)?;
            }
            "deferred_changes" => {
                let seed = ListSeed {
                    instances: &mut self.instances,
                    section: Section::Aside,
                };
                self.deferred = map.next_value_seed(seed)?;
            }
            "output_changes" => {
                for (name, output) in map.next_value_seed(OutputsSeed {
                    texts,
                    changes: true,
                })? {
                    self.outputs.insert(name, output);
                }
            }
            "variables" => {
                for (name, variable) in map.next_value_seed(OutputsSeed {
                    texts,
                    changes: false,
                })? {
                    self.variables
                        .insert(name, variable.value.unwrap_or_default());
                }
            }
            "configuration" => self.configuration = map.next_value()?,
            _ => {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// Deserializes `{outputs, root_module}`.
struct ValuesSeed<'i>(&'i mut Instances, Section);

impl<'de> DeserializeSeed<'de> for ValuesSeed<'_> {
    type Value = BTreeMap<Text, OutputValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ValuesSeed<'_> {
    type Value = BTreeMap<Text, OutputValue>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object with a root module")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(BTreeMap::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut outputs = BTreeMap::new();
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "outputs" if self.1 != Section::Prior => {
                    outputs = map.next_value_seed(OutputsSeed {
                        texts: &mut self.0.texts,
                        changes: false,
                    })?;
                }
                "root_module" => map.next_value_seed(ModuleSeed(&mut *self.0, self.1))?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(outputs)
    }
}

/// Deserializes `prior_state`: a whole state inside a plan.
struct PriorSeed<'i>(&'i mut Instances);

impl<'de> DeserializeSeed<'de> for PriorSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for PriorSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a state")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            if key == "values" {
                map.next_value_seed(ValuesSeed(&mut *self.0, Section::Prior))?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// Deserializes a module with its resources and child modules.
struct ModuleSeed<'i>(&'i mut Instances, Section);

impl<'de> DeserializeSeed<'de> for ModuleSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ModuleSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a module")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "resources" => {
                    map.next_value_seed(ListSeed {
                        instances: &mut *self.0,
                        section: self.1,
                    })?;
                }
                "child_modules" => map.next_value_seed(ModulesSeed(&mut *self.0, self.1))?,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(())
    }
}

struct ModulesSeed<'i>(&'i mut Instances, Section);

impl<'de> DeserializeSeed<'de> for ModulesSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ModulesSeed<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of modules")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<(), A::Error> {
        while sequence
            .next_element_seed(ModuleSeed(&mut *self.0, self.1))?
            .is_some()
        {}
        Ok(())
    }
}

/// Deserializes named values: outputs, output changes, variables.
struct OutputsSeed<'t> {
    texts: &'t mut Texts,
    changes: bool,
}

impl<'de> DeserializeSeed<'de> for OutputsSeed<'_> {
    type Value = BTreeMap<Text, OutputValue>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for OutputsSeed<'_> {
    type Value = BTreeMap<Text, OutputValue>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object of named values")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(BTreeMap::new())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut outputs = BTreeMap::new();
        while let Some(name) = map.next_key_seed(TextSeed(self.texts))? {
            if outputs.contains_key(&name) {
                return Err(duplicate(&name));
            }
            let output = map.next_value_seed(OutputSeed {
                texts: &mut *self.texts,
                change: self.changes,
            })?;
            outputs.insert(name, output);
        }
        Ok(outputs)
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum OutputField {
    Value,
    Sensitive,
    Actions,
    After,
    AfterUnknown,
    AfterSensitive,
    #[serde(other)]
    Other,
}

struct OutputSeed<'t> {
    texts: &'t mut Texts,
    change: bool,
}

impl<'de> DeserializeSeed<'de> for OutputSeed<'_> {
    type Value = OutputValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<OutputValue, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for OutputSeed<'_> {
    type Value = OutputValue;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a named value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<OutputValue, A::Error> {
        let mut output = OutputValue::default();
        while let Some(field) = map.next_key::<OutputField>()? {
            match field {
                OutputField::Value => {
                    output.value = Some(map.next_value_seed(ValueSeed(self.texts))?);
                }
                OutputField::Sensitive => {
                    output.sensitive = map.next_value::<Option<bool>>()?.unwrap_or(false);
                }
                OutputField::Actions if self.change => {
                    output.deleted = map
                        .next_value::<Vec<String>>()?
                        .iter()
                        .all(|action| action == "delete");
                }
                OutputField::After if self.change => {
                    output.value = Some(map.next_value_seed(ValueSeed(self.texts))?);
                }
                OutputField::AfterUnknown => {
                    output.unknown = map.next_value_seed(MarksSeed(self.texts))?;
                }
                OutputField::AfterSensitive => {
                    output.sensitive |= !map.next_value_seed(MarksSeed(self.texts))?.is_none();
                }
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(output)
    }
}
