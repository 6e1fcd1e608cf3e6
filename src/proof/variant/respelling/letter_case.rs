//! Actions and condition keys in other letters: IAM does not tell them apart.

use crate::graph::Graph;
use crate::value::{Node, Object, Text};

use super::reseated::{change, policies};
use super::{ALL, Place, Respelling, Subject, Trial, at_places};

/// Actions in capital letters, condition keys in small ones.
pub(super) const LETTER_CASE: Respelling = Respelling {
    name: "letter-case",
    title: "actions in capital letters and condition keys in small ones",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = places(subject.graph);
        at_places(subject.graph, &places, trial, &|graph, place| {
            let resource = graph.resources.get_mut(&place.address);
            resource.is_some_and(|resource| {
                change(resource, &place.pointer, in_other_letters, &|rest| {
                    Some(rest.to_owned())
                })
            })
        });
    },
};

fn places(graph: &Graph) -> Vec<Place> {
    let mut places = Vec::new();
    for (address, resource) in &graph.resources {
        for (pointer, document) in policies(resource) {
            let said = |path: &str| path.starts_with(&pointer) && path.contains("/Condition/");
            let keyed = resource.mentions.iter().any(|mention| said(&mention.path));
            if !keyed
                && in_other_letters(&mut document.get("Statement").cloned().unwrap_or_default())
            {
                places.push(Place::new(address.clone(), format!("{pointer}/Statement")));
            }
        }
    }
    places
}

fn in_other_letters(statements: &mut Node) -> bool {
    match statements {
        Node::List(items) => {
            let mut done = false;
            for item in items {
                done |= in_other_letters(item);
            }
            done
        }
        Node::Object(members) => {
            let mut done = false;
            for key in ["Action", "NotAction"] {
                done |= members.get_mut(key).is_some_and(capitals);
            }
            if let Some(Node::Object(tests)) = members.get_mut("Condition") {
                for keys in tests.values_mut() {
                    done |= small_keys(keys);
                }
            }
            done
        }
        _ => false,
    }
}

fn capitals(node: &mut Node) -> bool {
    match node {
        Node::Text(text) => {
            let capitals = text.to_ascii_uppercase();
            let differs = *capitals != **text;
            *text = Text::from(capitals);
            differs
        }
        Node::List(items) => {
            let mut done = false;
            for item in items {
                done |= capitals(item);
            }
            done
        }
        _ => false,
    }
}

/// A tag's key behind its prefix is told apart.
fn small_keys(keys: &mut Node) -> bool {
    let Node::Object(members) = keys else {
        return false;
    };
    let small = |key: &Text| match key.split_once('/') {
        Some(_) => key.clone(),
        None => Text::from(key.to_ascii_lowercase()),
    };
    let renamed: Object = members
        .iter()
        .map(|(key, value)| (small(key), value.clone()))
        .collect();
    if renamed.len() != members.len() || renamed.keys().eq(members.keys()) {
        return false;
    }
    *members = renamed;
    true
}
