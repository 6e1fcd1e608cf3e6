//! Functions on maps and objects.

use crate::value::{Node, Object, Text};

use super::super::error::{Outcome, invalid};
use super::super::expression::key_text;
use super::super::kind::{Kind, common, converted};
use super::super::mark::{Shape, marked, peek, spelled, under};
use super::super::unknown::{derived, member_of, rest_of};
use super::collection::is_open;
use super::{closed_list, closed_object, known_text};

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    match (name, arguments) {
        ("merge", maps) => merge(maps),
        ("keys", [map]) => of_members(map, |map| {
            map.keys().map(|key| Node::Text(key.clone())).collect()
        }),
        ("values", [map]) => of_members(map, |map| map.values().cloned().collect()),
        ("lookup", [map, key, rest @ ..]) => lookup(map, key, rest.first()),
        ("zipmap", [keys, values]) => zipmap(keys, values),
        ("transpose", [map]) => Ok(transpose(map)),
        _ => Ok(None),
    }
}

fn of_members(map: &Node, list: impl Fn(&Object) -> Vec<Node>) -> Outcome<Option<Node>> {
    let (marks, _) = peek(map);
    match closed_object(map) {
        Some(members) => {
            let items = Node::List(list(members));
            Ok(Some(if marks.shape == Some(Shape::Map) {
                marked(Shape::List, items)
            } else {
                items
            }))
        }
        None if is_open(map) => Ok(None),
        None => Err(invalid("a map is needed")),
    }
}

/// The union of maps, later ones winning; a map that is not known may win over every earlier key.
fn merge(maps: &[Node]) -> Outcome<Option<Node>> {
    let mut merged = Object::new();
    for map in maps {
        match under(map) {
            Node::Object(members) => {
                if let Some(Node::Rest(rest)) = members.get("$rest") {
                    overshadow(&mut merged, &Node::Unknown(rest.clone()));
                }
                merged.extend(
                    members
                        .iter()
                        .map(|(key, value)| (key.clone(), value.clone())),
                );
            }
            Node::Null => {}
            open @ (Node::Unknown(_) | Node::Ref(_)) => {
                overshadow(&mut merged, open);
                merged.insert(Text::from("$rest"), rest_of("merge", open));
            }
            Node::OneOf(_) => return Ok(None),
            _ => return Err(invalid("`merge` takes maps")),
        }
    }
    let kinds: Vec<Kind> = maps.iter().map(Kind::of).collect();
    let same = kinds.windows(2).all(|pair| pair.first() == pair.last());
    let merged = Node::Object(merged);
    Ok(Some(match kinds.first() {
        Some(Kind::Map(_)) if same => marked(Shape::Map, merged),
        _ => merged,
    }))
}

fn overshadow(merged: &mut Object, winner: &Node) {
    for (key, value) in merged.iter_mut().filter(|(key, _)| &***key != "$rest") {
        let spelling = format!("lookup({}, {key:?}, {})", spelled(winner), spelled(value));
        *value = Node::Unknown(derived("merge", spelling, &[&value.clone(), winner], None).into());
    }
}

fn lookup(map: &Node, key: &Node, default: Option<&Node>) -> Outcome<Option<Node>> {
    let (marks, inner) = peek(map);
    let Node::Object(members) = inner else {
        return if is_open(map) {
            Ok(None)
        } else {
            Err(invalid("`lookup` needs a map"))
        };
    };
    let Some(key) = known_text(key) else {
        return Ok(None);
    };
    match (members.get(&key), members.get("$rest"), default) {
        (Some(value), ..) => Ok(Some(value.clone())),
        (None, Some(Node::Rest(rest)), None) => Ok(Some(Node::Unknown(
            member_of(rest, &format!(".{key}")).into(),
        ))),
        (None, Some(_), _) => Ok(None),
        (None, None, Some(default)) if marks.shape == Some(Shape::Map) => {
            let element = common(members.values())?;
            converted(default.clone(), &element).map(Some)
        }
        (None, None, Some(default)) => Ok(Some(default.clone())),
        (None, None, None) => Err(invalid(format!("there is no key `{key}`"))),
    }
}

fn zipmap(keys: &Node, values: &Node) -> Outcome<Option<Node>> {
    let (marks, _) = peek(values);
    let (Some(keys), Some(items)) = (closed_list(keys), closed_list(values)) else {
        return Ok(None);
    };
    if keys.len() != items.len() {
        return Err(invalid("as many keys as values are needed"));
    }
    if keys.iter().any(|key| under(key).is_null()) {
        return Err(invalid("a null key"));
    }
    let keys: Option<Vec<Text>> = keys.iter().map(|key| key_text(under(key))).collect();
    Ok(keys.map(|keys| {
        let zipped = Node::Object(keys.into_iter().zip(items.iter().cloned()).collect());
        if marks.shape == Some(Shape::List) {
            marked(Shape::Map, zipped)
        } else {
            zipped
        }
    }))
}

fn transpose(map: &Node) -> Option<Node> {
    let mut turned: std::collections::BTreeMap<Text, Vec<Node>> = std::collections::BTreeMap::new();
    for (key, values) in closed_object(map)? {
        for value in closed_list(values)? {
            let value = known_text(value)?;
            turned
                .entry(value)
                .or_default()
                .push(Node::Text(key.clone()));
        }
    }
    let lists = turned
        .into_iter()
        .map(|(key, values)| (key, marked(Shape::List, Node::List(values))));
    Some(marked(Shape::Map, Node::Object(lists.collect())))
}
