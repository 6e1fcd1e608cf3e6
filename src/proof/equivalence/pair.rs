//! References that say the same thing, brought to say exactly the same, and the changes made alike on all of them.

use std::collections::BTreeMap;

use crate::graph::Graph;
use crate::spec::Equivalence;
use crate::value::{Node, Reference, Text};

use super::super::variant::{Place, Unfit, applied};
use super::change::{Change, changes};
use super::side::{Name, Side};
use super::translate::Translator;

/// Paired references, aligned.
#[derive(Debug)]
pub(super) struct Pair {
    /// The sides; what the first says is put into the others.
    pub sides: Vec<Side>,
    /// What cannot be aligned, in words, by side.
    pub faults: Vec<(usize, String)>,
    /// The neutral value of each attribute; one that some side cannot have is unset on all.
    values: BTreeMap<Name, Option<Node>>,
}

/// One change, made alike on every side.
#[derive(Debug)]
pub(super) struct Mutant {
    pub name: Name,
    pub change: Change,
}

impl Pair {
    /// Aligns the sides: each attribute is on all what it is on the first.
    pub fn aligned(mut sides: Vec<Side>, equivalence: &Equivalence) -> Self {
        let mut values = BTreeMap::new();
        let mut faults = Vec::new();
        let environment = sides.first().map(|side| side.graph.environment.clone());
        for side in &mut sides {
            side.graph.environment = environment.clone().unwrap_or_default();
        }
        for (role, stated) in &equivalence.roles {
            for attribute in stated.attributes.keys() {
                let name = Name {
                    role: role.clone(),
                    attribute: attribute.clone(),
                };
                let everywhere = sides.iter().all(|side| side.places.contains_key(&name));
                let value = if everywhere {
                    match neutral(&sides, &name) {
                        Ok(value) => value,
                        Err(message) => {
                            faults.push((0, message));
                            continue;
                        }
                    }
                } else {
                    None
                };
                for index in 0..sides.len() {
                    if let Err(message) = set(&mut sides, index, &name, value.as_ref()) {
                        faults.push((index, message));
                    }
                }
                values.insert(name, value);
            }
        }
        Self {
            sides,
            faults,
            values,
        }
    }

    /// The changes of every attribute that all sides can have.
    pub fn mutants(&self, equivalence: &Equivalence) -> Vec<Mutant> {
        let mut mutants = Vec::new();
        for (name, value) in &self.values {
            if !self.sides.iter().all(|side| side.places.contains_key(name)) {
                continue;
            }
            let stated = equivalence.roles.get(&name.role);
            let stated = stated.and_then(|role| role.attributes.get(&name.attribute));
            let given = stated.map_or(&[][..], |attribute| &attribute.values);
            let bends = |reference: &Reference| self.bends(reference);
            let changes = changes(value.as_ref(), given, &bends);
            mutants.extend(changes.into_iter().map(|change| Mutant {
                name: name.clone(),
                change,
            }));
        }
        mutants
    }

    /// The other roles of the same type, as a reference to one of them.
    fn bends(&self, reference: &Reference) -> Vec<Reference> {
        let Some(side) = self.sides.first() else {
            return Vec::new();
        };
        let type_of = |role: &str| {
            let resource = side.graph.resources.get(side.roles.get(role)?)?;
            Some(resource.resource_type.clone())
        };
        let own = type_of(&reference.address);
        let roles = side.roles.keys();
        roles
            .filter(|role| role.as_str() != &*reference.address && type_of(role) == own)
            .map(|role| Reference {
                address: Text::from(role.as_str()),
                attribute: reference.attribute.clone(),
            })
            .collect()
    }
}

/// The graph of a side with a change; `None` when the side cannot say it.
pub(super) fn mutated(side: &Side, mutant: &Mutant) -> Option<Graph> {
    let place = side.places.get(&mutant.name)?;
    let value = match &mutant.change.value {
        Some(value) => Some(Translator::new(side).own(value)?),
        None => None,
    };
    changed(side, place, value).ok()
}

fn neutral(sides: &[Side], name: &Name) -> Result<Option<Node>, String> {
    let Some(first) = sides.first() else {
        return Ok(None);
    };
    let Some(value) = first.places.get(name).and_then(|place| first.value(place)) else {
        return Ok(None);
    };
    let neutral = Translator::new(first).neutral(&value);
    neutral.map(Some).ok_or_else(|| {
        format!(
            "`{}.{}` holds what other arms cannot say: an unknown, a choice, or a reference to a resource without a role",
            name.role, name.attribute
        )
    })
}

fn set(sides: &mut [Side], index: usize, name: &Name, value: Option<&Node>) -> Result<(), String> {
    let Some(side) = sides.get_mut(index) else {
        return Ok(());
    };
    let Some(place) = side.places.get(name).cloned() else {
        return Ok(());
    };
    let cannot = || {
        format!(
            "`{}.{}` cannot be what it is on the first arm",
            name.role, name.attribute
        )
    };
    let own = match value {
        Some(value) => Some(Translator::new(side).own(value).ok_or_else(cannot)?),
        None => None,
    };
    side.graph = changed(side, &place, own).map_err(|error| format!("{}: {error}", cannot()))?;
    Ok(())
}

fn changed(side: &Side, place: &Place, value: Option<Node>) -> Result<Graph, Unfit> {
    let edits: Vec<_> = side.edit(place, value).into_iter().collect();
    applied(&side.graph, &edits)
}
