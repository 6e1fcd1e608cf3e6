//! What the toolchain makes of an edited resource: defaults come into force where something was left out.

use std::borrow::Cow;

use crate::artifact::schema::{self, Body, Nesting};
use crate::graph::cloudformation::with_defaults;
use crate::graph::{Family, Kind, Mode, Resource};
use crate::value::{Node, Object, split_pointer};

/// Settles a resource after an edit at `pointer`, which may have removed what was there.
pub(super) fn settle(resource: &mut Resource, kind: Kind, pointer: &str, is_removal: bool) {
    let tokens: Vec<Cow<'_, str>> = split_pointer(pointer).collect();
    let (Some(first), Node::Object(values)) = (tokens.first(), &mut resource.values) else {
        return;
    };
    if let (Kind::Plan, true, Some(body)) =
        (kind, is_removal, schema::resource(&resource.resource_type))
    {
        show_none(values, body, &tokens);
    }
    if let (Family::Terraform, Some(body)) =
        (kind.family(), schema::resource(&resource.resource_type))
    {
        let is_map = |name: &str| {
            let argument = body.argument(name);
            argument.is_some_and(|argument| matches!(argument.kind, schema::Kind::Map(_)))
        };
        // A resource that states tags has all tags, even if an edit left none of them there.
        let is_tagged = values.get("tags").is_some_and(|tags| !tags.is_null());
        for name in [first.as_ref(), "tags_all"] {
            if is_map(name) && !(is_tagged && name == "tags_all") {
                drop_empty(values, name);
            }
        }
    }
    let mut filled = values.clone();
    match kind.family() {
        Family::Cloudformation => filled = with_defaults(&resource.resource_type, filled),
        Family::Terraform if resource.mode == Mode::Managed => {
            schema::fill(&mut filled, &resource.resource_type);
            // A configuration has no block where a plan has none of them.
            if let (Kind::Configuration, Some(body)) =
                (kind, schema::resource(&resource.resource_type))
            {
                drop_empty_blocks(&mut filled, body);
            }
        }
        Family::Terraform => {}
    }
    match filled.remove(first.as_ref()) {
        Some(value) => values.insert(first.as_ref().into(), value),
        None => values.remove(first.as_ref()),
    };
}

/// Providers show a map of nothing as none at all.
fn drop_empty(values: &mut Object, name: &str) {
    let map = values.get(name).and_then(Node::as_object);
    if map.is_some_and(Object::is_empty) {
        values.remove(name);
    }
}

/// Where a plan has no block of a kind, it shows an empty list of them.
fn show_none(members: &mut Object, body: Body, tokens: &[Cow<'_, str>]) {
    let Some((name, rest)) = tokens.split_first() else {
        return;
    };
    match (body.block(name), rest) {
        (Some((Nesting::List | Nesting::Set, _)), []) => {
            let shown = members.entry(name.as_ref().into());
            shown.or_insert_with(|| Node::List(Vec::new()));
        }
        (Some((_, inner)), [index, rest @ ..]) => {
            let Some(Node::List(items)) = members.get_mut(name.as_ref()) else {
                return;
            };
            let item = index
                .parse::<usize>()
                .ok()
                .and_then(|index| items.get_mut(index));
            if let Some(Node::Object(members)) = item {
                show_none(members, inner, rest);
            }
        }
        _ => {}
    }
}

fn drop_empty_blocks(members: &mut Object, body: Body) {
    members.retain(|name, value| {
        let Some((_, inner)) = body.block(name) else {
            return true;
        };
        match value {
            Node::List(items) => {
                for item in items.iter_mut() {
                    if let Node::Object(members) = item {
                        drop_empty_blocks(members, inner);
                    }
                }
                !items.is_empty()
            }
            Node::Object(members) => {
                drop_empty_blocks(members, inner);
                true
            }
            _ => true,
        }
    });
}
