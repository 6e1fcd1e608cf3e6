//! Resource instances as plans and states record them, merged from the sections that mention them.

use std::collections::HashMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::value::{Node, Text};

use super::compact::{OptionalTextSeed, Skipped, TextSeed, Texts, ValueSeed};
use super::marks::{Marks, MarksSeed};

/// A resource instance of a plan or a state.
#[derive(Debug, Clone, Default)]
pub struct Instance {
    /// Whole address.
    pub address: Text,
    /// Whether it is a data source.
    pub data: bool,
    /// Resource type.
    pub resource_type: Text,
    /// Name within the module.
    pub name: Text,
    /// `count` index or `for_each` key; null without either.
    pub index: Node,
    /// Provider source address as written (`registry.terraform.io/hashicorp/aws`).
    pub provider: Text,
    /// The planned change; `None` where the artifact states none.
    pub change: Option<Change>,
    /// Attributes without their nulls; null when the instance does not exist afterwards.
    pub values: Node,
    /// Sensitive parts of the values.
    pub sensitive: Marks,
    /// Whether the values come from what was read before planning.
    pub prior: bool,
    /// Explicit dependencies (states only).
    pub depends_on: Vec<Text>,
}

/// A planned change.
#[derive(Debug, Clone, Default)]
pub struct Change {
    /// Actions in order.
    pub actions: Vec<Text>,
    /// Attributes before.
    pub before: Node,
    /// Parts of the values that are not known.
    pub unknown: Marks,
    /// Sensitive parts of the attributes before.
    pub before_sensitive: Marks,
}

/// A resource that is named beside the plan proper: drifted, deferred, deposed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Aside {
    /// Whole address.
    pub address: Text,
    /// Actions in order.
    pub actions: Vec<Text>,
    /// Why, where the artifact says so.
    pub reason: Option<Text>,
}

/// The section of a document in which an instance is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
    /// `planned_values`, or the `values` of a state.
    Values,
    /// `resource_changes`.
    Changes,
    /// `prior_state`, of which only data sources are kept.
    Prior,
    /// `resource_drift` and `deferred_changes`, kept by address.
    Aside,
}

/// Collects instances over all sections; the values that come first are kept, later copies only checked.
#[derive(Debug, Default)]
pub(super) struct Instances {
    pub(super) texts: Texts,
    pub(super) list: Vec<Instance>,
    pub(super) deposed: Vec<Aside>,
    places: HashMap<Text, usize>,
}

impl Instances {
    fn known(&self, address: Option<&Text>) -> bool {
        address
            .and_then(|address| self.places.get(address))
            .and_then(|place| self.list.get(*place))
            .is_some_and(|instance| !instance.prior && !instance.values.is_null())
    }

    fn add(&mut self, draft: Draft, section: Section) {
        let Draft {
            mut instance,
            values,
            deposed,
            ..
        } = draft;
        if let Some(deposed) = deposed {
            let actions = instance
                .change
                .map(|change| change.actions)
                .unwrap_or_default();
            self.deposed.push(Aside {
                address: instance.address,
                actions,
                reason: Some(deposed),
            });
            return;
        }
        let prior = section == Section::Prior;
        instance.prior = prior;
        let Some(place) = self.places.get(&instance.address).copied() else {
            instance.values = values.unwrap_or_default();
            self.places
                .insert(instance.address.clone(), self.list.len());
            self.list.push(instance);
            return;
        };
        let Some(earlier) = self.list.get_mut(place) else {
            return;
        };
        if prior && !earlier.prior {
            return;
        }
        if let Some(values) = values
            && (earlier.prior || earlier.values.is_null())
        {
            earlier.values = values;
            earlier.sensitive = instance.sensitive;
        } else if earlier.sensitive.is_none() {
            earlier.sensitive = instance.sensitive;
        }
        earlier.prior &= prior;
        earlier.change = earlier.change.take().or(instance.change);
    }
}

#[derive(Default)]
struct Draft {
    instance: Instance,
    values: Option<Node>,
    deposed: Option<Text>,
    addressed: bool,
}

/// Deserializes a list of resources of `section` into the collection; null is an empty list.
pub(super) struct ListSeed<'i> {
    pub(super) instances: &'i mut Instances,
    pub(super) section: Section,
}

impl<'de> DeserializeSeed<'de> for ListSeed<'_> {
    type Value = Vec<Aside>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ListSeed<'_> {
    type Value = Vec<Aside>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of resources")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Vec::new())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Self::Value, A::Error> {
        let mut asides = Vec::new();
        loop {
            let seed = ResourceSeed {
                instances: &mut *self.instances,
                section: self.section,
            };
            let Some(draft) = sequence.next_element_seed(seed)? else {
                return Ok(asides);
            };
            if self.section == Section::Aside {
                let actions = draft
                    .instance
                    .change
                    .map(|change| change.actions)
                    .unwrap_or_default();
                asides.push(Aside {
                    address: draft.instance.address,
                    actions,
                    reason: draft.deposed,
                });
            } else if self.section != Section::Prior || draft.instance.data {
                self.instances.add(draft, self.section);
            }
        }
    }
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum Field {
    Address,
    Mode,
    Type,
    Name,
    Index,
    ProviderName,
    Deposed,
    Values,
    SensitiveValues,
    DependsOn,
    Change,
    Reason,
    ResourceChange,
    #[serde(other)]
    Other,
}

struct ResourceSeed<'i> {
    instances: &'i mut Instances,
    section: Section,
}

impl<'de> DeserializeSeed<'de> for ResourceSeed<'_> {
    type Value = Draft;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Draft, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ResourceSeed<'_> {
    type Value = Draft;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a resource")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Draft, A::Error> {
        let mut draft = Draft::default();
        let mut mode: Option<bool> = None;
        let mut seen = 0_u32;
        while let Some(field) = map.next_key::<Field>()? {
            once(&field, &mut seen)?;
            let texts = &mut self.instances.texts;
            let instance = &mut draft.instance;
            match field {
                Field::Address => {
                    instance.address = map.next_value()?;
                    draft.addressed = true;
                }
                Field::Mode => mode = Some(&*map.next_value_seed(TextSeed(texts))? == "data"),
                Field::Type => instance.resource_type = optional_text(&mut map, texts)?,
                Field::Name => instance.name = optional_text(&mut map, texts)?,
                Field::Index => instance.index = map.next_value_seed(ValueSeed(texts))?,
                Field::ProviderName => instance.provider = optional_text(&mut map, texts)?,
                Field::Deposed | Field::Reason => {
                    draft.deposed = map.next_value_seed(OptionalTextSeed(texts))?;
                }
                Field::DependsOn => {
                    instance.depends_on = map.next_value::<Option<_>>()?.unwrap_or_default();
                }
                Field::SensitiveValues => {
                    instance.sensitive = map.next_value_seed(MarksSeed(texts))?;
                }
                Field::Values => {
                    draft.values = self.values(
                        &mut map,
                        mode,
                        draft.addressed.then_some(&draft.instance.address),
                    )?;
                }
                Field::Change => {
                    let known =
                        draft.addressed && self.instances.known(Some(&draft.instance.address));
                    let section = self.section;
                    let change_seed = ChangeSeed {
                        texts: &mut self.instances.texts,
                        known,
                        section,
                    };
                    let (change, values, sensitive) = map.next_value_seed(change_seed)?;
                    draft.instance.change = Some(change);
                    draft.values = values;
                    draft.instance.sensitive = sensitive;
                }
                Field::ResourceChange => {
                    let inner = ResourceSeed {
                        instances: &mut *self.instances,
                        section: Section::Aside,
                    };
                    let reason = draft.deposed.take();
                    draft = map.next_value_seed(inner)?;
                    draft.deposed = reason;
                }
                Field::Other => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        if draft.instance.address.is_empty() {
            return Err(A::Error::missing_field("address"));
        }
        draft.instance.data = mode.unwrap_or_else(|| {
            draft.instance.address.starts_with("data.") || draft.instance.address.contains(".data.")
        });
        Ok(draft)
    }
}

impl ResourceSeed<'_> {
    fn values<'de, A: MapAccess<'de>>(
        &mut self,
        map: &mut A,
        mode: Option<bool>,
        address: Option<&Text>,
    ) -> Result<Option<Node>, A::Error> {
        let unneeded = self.section == Section::Prior && mode == Some(false);
        if unneeded || self.section == Section::Aside || self.instances.known(address) {
            return map.next_value_seed(Skipped).map(|()| None);
        }
        map.next_value_seed(ValueSeed(&mut self.instances.texts))
            .map(Some)
    }
}

/// Refuses a field that was seen before; fields that are skipped anyway may repeat.
fn once<E: Error>(field: &Field, seen: &mut u32) -> Result<(), E> {
    let (bit, name) = match field {
        Field::Address => (0, "address"),
        Field::Mode => (2, "mode"),
        Field::Type => (3, "type"),
        Field::Name => (4, "name"),
        Field::Index => (5, "index"),
        Field::ProviderName => (6, "provider_name"),
        Field::Deposed => (7, "deposed"),
        Field::Values => (8, "values"),
        Field::SensitiveValues => (9, "sensitive_values"),
        Field::DependsOn => (10, "depends_on"),
        Field::Change => (11, "change"),
        Field::Reason => (12, "reason"),
        Field::ResourceChange => (13, "resource_change"),
        Field::Other => return Ok(()),
    };
    if *seen & (1 << bit) != 0 {
        return Err(super::compact::duplicate(name));
    }
    *seen |= 1 << bit;
    Ok(())
}

fn optional_text<'de, A: MapAccess<'de>>(map: &mut A, texts: &mut Texts) -> Result<Text, A::Error> {
    map.next_value_seed(OptionalTextSeed(texts))
        .map(Option::unwrap_or_default)
}

#[derive(Deserialize)]
#[serde(field_identifier, rename_all = "snake_case")]
enum ChangeField {
    Actions,
    Before,
    After,
    AfterUnknown,
    BeforeSensitive,
    AfterSensitive,
    #[serde(other)]
    Other,
}

struct ChangeSeed<'t> {
    texts: &'t mut Texts,
    known: bool,
    section: Section,
}

impl<'de> DeserializeSeed<'de> for ChangeSeed<'_> {
    type Value = (Change, Option<Node>, Marks);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Self::Value, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for ChangeSeed<'_> {
    type Value = (Change, Option<Node>, Marks);

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a change")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let texts = self.texts;
        let mut change = Change::default();
        let mut after = None;
        let mut sensitive = Marks::None;
        let mut seen = 0_u32;
        while let Some(field) = map.next_key::<ChangeField>()? {
            let (bit, name) = match field {
                ChangeField::Actions => (1, "actions"),
                ChangeField::Before => (2, "before"),
                ChangeField::After => (4, "after"),
                ChangeField::AfterUnknown => (8, "after_unknown"),
                ChangeField::BeforeSensitive => (16, "before_sensitive"),
                ChangeField::AfterSensitive => (32, "after_sensitive"),
                ChangeField::Other => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            if seen & bit != 0 {
                return Err(super::compact::duplicate(name));
            }
            seen |= bit;
            let aside = self.section == Section::Aside;
            match field {
                ChangeField::Actions => change.actions = map.next_value_seed(ActionsSeed(texts))?,
                ChangeField::Before if !aside => {
                    change.before = map.next_value_seed(ValueSeed(texts))?;
                }
                ChangeField::After if !aside && !self.known => {
                    after = Some(map.next_value_seed(ValueSeed(texts))?);
                }
                ChangeField::AfterUnknown => {
                    change.unknown = map.next_value_seed(MarksSeed(texts))?;
                }
                ChangeField::BeforeSensitive => {
                    change.before_sensitive = map.next_value_seed(MarksSeed(texts))?;
                }
                ChangeField::AfterSensitive => sensitive = map.next_value_seed(MarksSeed(texts))?,
                _ => map.next_value_seed(Skipped)?,
            }
        }
        Ok((change, after, sensitive))
    }
}

struct ActionsSeed<'t>(&'t mut Texts);

impl<'de> DeserializeSeed<'de> for ActionsSeed<'_> {
    type Value = Vec<Text>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Vec<Text>, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for ActionsSeed<'_> {
    type Value = Vec<Text>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a list of actions")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Vec<Text>, A::Error> {
        let mut actions = Vec::with_capacity(1);
        while let Some(action) = sequence.next_element_seed(TextSeed(self.0))? {
            actions.push(action);
        }
        Ok(actions)
    }
}
