//! Settings moved between a resource and resources of their own, both ways, by a table.

mod reach;
mod rows;
mod rules;
mod storage;
#[cfg(test)]
mod tests;

use crate::artifact::schema;
use crate::graph::{Family, Graph, Kind, Mode, Presence, Resource};
use crate::value::{Node, Object, Text, append_index, append_token};

use super::planned::add_empty_blocks;
use super::readdressed::address;
use super::reseated::Said;
use super::{ALL, Place, Respelling, Subject, Trial, at_places};
use reach::apart;
use rows::{ROWS, Row, Shape};

/// Settings in resources of their own.
pub(super) const SPLIT: Respelling = Respelling {
    name: "split",
    title: "settings of a resource moved to resources of their own",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        for rows in by_rank() {
            let places = owners(subject.graph, &rows);
            at_places(subject.graph, &places, trial, &|graph, place| {
                row_of_owner(graph, &rows, place).is_some_and(|row| split(graph, place, row))
            });
        }
    },
};

/// Settings in the resource that they are about.
pub(super) const INLINE: Respelling = Respelling {
    name: "inline",
    title: "resources of their own moved into the resource that they are about",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = inlinable(subject.graph);
        at_places(subject.graph, &places, trial, &|graph, place| {
            row_of_split(graph, place).is_some_and(|row| inline(graph, place, row))
        });
    },
};

/// The rows, those of one setting in different groups, since a setting can be moved to one place only.
fn by_rank() -> Vec<Vec<&'static Row>> {
    let mut groups: Vec<Vec<&'static Row>> = Vec::new();
    for row in ROWS {
        let same = |other: &&Row| other.owner == row.owner && other.setting == row.setting;
        match groups.iter_mut().find(|group| !group.iter().any(same)) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups
}

fn owners(graph: &Graph, rows: &[&'static Row]) -> Vec<Place> {
    let mut places = Vec::new();
    for (address, resource) in managed(graph) {
        for row in rows
            .iter()
            .filter(|row| *row.owner == *resource.resource_type)
        {
            let setting = resource.values.get(row.setting);
            if setting.is_some_and(|setting| !is_empty(setting)) {
                places.push(Place::new(address.clone(), format!("/{}", row.setting)));
            }
        }
    }
    places
}

fn managed(graph: &Graph) -> impl Iterator<Item = (&Text, &Resource)> {
    let resources = graph.resources.iter();
    resources.filter(|(_, resource)| resource.mode == Mode::Managed)
}

fn is_empty(node: &Node) -> bool {
    match node {
        Node::Null => true,
        Node::List(items) => items.is_empty(),
        _ => false,
    }
}

fn row_of_owner(graph: &Graph, rows: &[&'static Row], place: &Place) -> Option<&'static Row> {
    let owner = graph.resources.get(&place.address)?;
    let setting = place.pointer.strip_prefix('/')?;
    let fits = |row: &&&'static Row| *row.owner == *owner.resource_type && row.setting == setting;
    rows.iter().find(fits).copied()
}

/// A setting on its way: its values, and what is said of them.
struct Part {
    values: Object,
    said: Vec<(String, Said)>,
}

/// Moves the setting of an owner to resources of their own.
fn split(graph: &mut Graph, place: &Place, row: &Row) -> bool {
    let Some(owner) = graph.resources.get(&place.address) else {
        return false;
    };
    let Some(setting) = owner.values.get(row.setting) else {
        return false;
    };
    let Some(parts) = parts(owner, setting, row) else {
        return false;
    };
    let mut made = Vec::new();
    for (at, part) in parts.into_iter().enumerate() {
        let mut resource = resource_of(graph.kind.family(), owner, row, at, part);
        if graph.kind == Kind::Plan
            && let Some(body) = schema::resource(row.split)
        {
            add_empty_blocks(body, &mut resource.values);
        }
        made.push(resource);
    }
    let taken = |resource: &Resource| graph.resources.contains_key(&resource.address);
    if made.is_empty() || made.iter().any(taken) {
        return false;
    }
    if let Some(owner) = graph.resources.get_mut(&place.address) {
        if let Node::Object(members) = &mut owner.values {
            members.remove(row.setting);
        }
        Said::forget(owner, &place.pointer);
    }
    for resource in made {
        graph.resources.insert(resource.address.clone(), resource);
    }
    true
}

/// The values of the resources that a setting becomes; `None` where it is open.
fn parts(owner: &Resource, setting: &Node, row: &Row) -> Option<Vec<Part>> {
    let said =
        |pointer: String, attribute: &str| (format!("/{attribute}"), Said::of(owner, &pointer));
    let whole = format!("/{}", row.setting);
    match row.shape {
        Shape::Whole(attribute) => Some(vec![Part {
            values: [(Text::from(attribute), setting.clone())].into(),
            said: vec![said(whole, attribute)],
        }]),
        Shape::Item(attribute) => {
            let parts = items(setting)?.iter().enumerate().map(|(at, item)| {
                let mut pointer = whole.clone();
                append_index(&mut pointer, at);
                closed(item).then(|| Part {
                    values: [(Text::from(attribute), item.clone())].into(),
                    said: vec![said(pointer, attribute)],
                })
            });
            parts.collect()
        }
        Shape::Each(members) => {
            let mut parts = Vec::new();
            for (at, item) in items(setting)?.iter().enumerate() {
                let mut part = Part {
                    values: Object::new(),
                    said: Vec::new(),
                };
                for (key, value) in item.as_object()? {
                    let (_, attribute) = members.iter().find(|(inner, _)| *inner == &**key)?;
                    part.values.insert(Text::from(*attribute), value.clone());
                    let mut pointer = whole.clone();
                    append_index(&mut pointer, at);
                    append_token(&mut pointer, key);
                    part.said.push(said(pointer, attribute));
                }
                parts.push(part);
            }
            Some(parts)
        }
        Shape::Translated(translation) => {
            // What is said of the parts of a value cannot be said of a translation of it.
            if owner
                .mentions
                .iter()
                .any(|mention| mention.path.starts_with(&whole))
            {
                return None;
            }
            let values = (translation.split)(setting)?;
            let part = |values| Part {
                values,
                said: Vec::new(),
            };
            Some(values.into_iter().map(part).collect())
        }
    }
}

fn items(setting: &Node) -> Option<&[Node]> {
    setting.as_list().filter(|items| items.iter().all(closed))
}

/// Whether a member of a list is one member.
fn closed(item: &Node) -> bool {
    !matches!(
        item,
        Node::Rest(_) | Node::OneOf(_) | Node::Unknown(_) | Node::Null
    )
}

fn resource_of(family: Family, owner: &Resource, row: &Row, at: usize, part: Part) -> Resource {
    let (name, address) = match family {
        Family::Terraform => {
            let name = format!("{}_{}_{at}", owner.name, row.setting);
            let mut resource = Resource::new("", row.split, name.as_str());
            resource.module = owner.module.clone();
            let address = address(&owner.module, &resource, &name, &owner.index);
            (name, address)
        }
        Family::Cloudformation => {
            let name = format!("{}{}{at}", owner.name, row.setting);
            let end = owner.address.len().saturating_sub(owner.name.len());
            let stack = owner.address.get(..end).unwrap_or_default();
            let address = Text::from(format!("{stack}{name}"));
            (name, address)
        }
    };
    let mut resource = Resource::new(address, row.split, name.as_str());
    resource.module = owner.module.clone();
    resource.index = owner.index.clone();
    resource.provider = owner.provider.clone();
    resource.presence = owner.presence.clone();
    if !owner.actions.is_empty() {
        resource.actions = vec![Text::from("create")];
    }
    let mut values = part.values;
    for (attribute, value) in row.constant {
        values.insert(Text::from(*attribute), Node::text(*value));
    }
    let link = Node::reference(owner.address.clone(), row.link.of);
    let link = if row.link.list {
        Node::List(vec![link])
    } else {
        link
    };
    values.insert(Text::from(row.link.attribute), link);
    resource.values = Node::Object(values);
    for (pointer, said) in part.said {
        said.say(&mut resource, &pointer, &|rest| Some(rest.to_owned()));
    }
    resource
}

/// Resources of their own whose owner can take them.
fn inlinable(graph: &Graph) -> Vec<Place> {
    managed(graph)
        .map(|(address, _)| Place::new(address.clone(), ""))
        .filter(|place| {
            row_of_split(graph, place).is_some_and(|row| inline(&mut graph.clone(), place, row))
        })
        .collect()
}

fn row_of_split(graph: &Graph, place: &Place) -> Option<&'static Row> {
    let split = graph.resources.get(&place.address)?;
    let rows = ROWS.iter().filter(|row| *row.split == *split.resource_type);
    rows.into_iter()
        .find(|row| owner_of(graph, split, row).is_some())
}

/// The one resource of the row's type that the link leads to.
fn owner_of<'g>(graph: &'g Graph, split: &Resource, row: &Row) -> Option<&'g Resource> {
    let mut pointer = format!("/{}", row.link.attribute);
    let mut link = split.values.get(row.link.attribute)?;
    if row.link.list {
        let [one] = link.as_list()? else { return None };
        link = one;
        append_index(&mut pointer, 0);
    }
    let reference = match link {
        Node::Ref(reference) => reference,
        Node::Join(parts) => match parts.as_slice() {
            [Node::Ref(reference)] => reference,
            _ => return None,
        },
        // A value that is known shows where it comes from by what is said of it.
        Node::Text(_) => {
            let mut said = split.mentions.iter();
            &said
                .find(|mention| mention.exact && mention.path == pointer)?
                .to
        }
        _ => return None,
    };
    let owner = graph.resources.get(&reference.address)?;
    (*owner.resource_type == *row.owner).then_some(owner)
}

/// Moves a resource of its own into the setting of its owner.
fn inline(graph: &mut Graph, place: &Place, row: &Row) -> bool {
    inlined(graph, place, row).is_some_and(|inlined| {
        *graph = inlined;
        true
    })
}

fn inlined(graph: &Graph, place: &Place, row: &Row) -> Option<Graph> {
    let split = graph.resources.get(&place.address)?;
    let owner = owner_of(graph, split, row)?;
    let alone = split.presence == Presence::Always || split.presence == owner.presence;
    let alike = split.actions == owner.actions && !reach::is_referred_to(graph, &split.address);
    if !alone || !alike {
        return None;
    }
    let owner_address = owner.address.clone();
    let split = apart(graph, split, row.link.attribute, &owner_address)?;
    let mut graph = graph.clone();
    graph.resources.remove(&place.address);
    for resource in graph.resources.values_mut() {
        for address in &mut resource.depends_on {
            if *address == place.address {
                *address = owner_address.clone();
            }
        }
        resource.depends_on.dedup();
    }
    let kind = graph.kind;
    let owner = graph.resources.get_mut(&owner_address)?;
    take_in(owner, &split, row)?;
    let block = schema::resource(row.owner).and_then(|body| body.block(row.setting));
    if kind == Kind::Plan
        && let (Some((_, inner)), Node::Object(members)) = (block, &mut owner.values)
        && let Some(setting) = members.get_mut(row.setting)
    {
        add_empty_blocks(inner, setting);
    }
    Some(graph)
}

fn take_in(owner: &mut Resource, split: &Resource, row: &Row) -> Option<()> {
    let own = split.values.as_object()?;
    let is_constant = |key: &str, value: &Node| {
        let fits = |(name, wanted): &(&str, &str)| *name == key && value.as_text() == Some(wanted);
        row.constant.iter().any(fits)
    };
    let rest: Object = own
        .iter()
        .filter(|(key, value)| {
            ***key != *row.link.attribute
                && !row.ignored.contains(&&***key)
                && !is_constant(key, value)
        })
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    let present = |attribute: &&str| rest.contains_key(*attribute);
    if row
        .constant
        .iter()
        .any(|(name, _)| !own.contains_key(*name))
    {
        return None;
    }
    let setting = format!("/{}", row.setting);
    match row.shape {
        Shape::Whole(attribute) => {
            let value = rest.get(attribute).filter(|_| rest.len() == 1)?;
            if owner
                .values
                .get(row.setting)
                .is_some_and(|node| !is_empty(node))
            {
                return None;
            }
            insert(owner, row.setting, value.clone());
            let said = Said::of(split, &format!("/{attribute}"));
            said.say(owner, &setting, &|rest| Some(rest.to_owned()));
        }
        Shape::Item(attribute) => {
            let value = rest.get(attribute).filter(|_| rest.len() == 1)?;
            let pointer = append(owner, row.setting, value.clone())?;
            let said = Said::of(split, &format!("/{attribute}"));
            said.say(owner, &pointer, &|rest| Some(rest.to_owned()));
        }
        Shape::Each(members) => {
            let mut item = Object::new();
            for (key, value) in &rest {
                let (inner, _) = members.iter().find(|(_, attribute)| *attribute == &**key)?;
                item.insert(Text::from(*inner), value.clone());
            }
            if !members.iter().map(|(_, attribute)| attribute).any(present) {
                return None;
            }
            let pointer = append(owner, row.setting, Node::Object(item))?;
            for (inner, attribute) in members {
                let said = Said::of(split, &format!("/{attribute}"));
                said.say(owner, &format!("{pointer}/{inner}"), &|rest| {
                    Some(rest.to_owned())
                });
            }
        }
        Shape::Translated(translation) => {
            if !split.mentions.is_empty()
                && split
                    .mentions
                    .iter()
                    .any(|mention| mention.path != format!("/{}", row.link.attribute))
            {
                return None;
            }
            for item in (translation.inline)(&rest)? {
                append(owner, row.setting, item)?;
            }
        }
    }
    Some(())
}

fn insert(owner: &mut Resource, setting: &str, value: Node) {
    if let Node::Object(members) = &mut owner.values {
        members.insert(Text::from(setting), value);
    }
}

/// Adds an item to a setting; gives back its pointer.
fn append(owner: &mut Resource, setting: &str, value: Node) -> Option<String> {
    let Node::Object(members) = &mut owner.values else {
        return None;
    };
    let list = members
        .entry(Text::from(setting))
        .or_insert_with(|| Node::List(Vec::new()));
    let Node::List(items) = list else { return None };
    let mut pointer = format!("/{setting}");
    append_index(&mut pointer, items.len());
    items.push(value);
    Some(pointer)
}
