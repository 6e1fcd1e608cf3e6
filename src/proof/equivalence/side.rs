//! A paired reference of one arm: its graph, which resource has which role, and where it has each attribute.

use std::collections::BTreeMap;

use crate::graph::{Completion, Family, Graph, Mode, completed};
use crate::spec::{Attribute, Equivalence, Role, parse_cell};
use crate::value::{Node, Text, append_index, append_token, parse_json, split_pointer};

use super::super::variant::{Edit, Place};

/// One attribute of one role.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Name {
    pub role: String,
    pub attribute: String,
}

/// A paired reference.
#[derive(Debug, Clone)]
pub(super) struct Side {
    pub arm: String,
    /// The fixture, as seen from the project's root.
    pub fixture: String,
    pub graph: Graph,
    /// The address of each role.
    pub roles: BTreeMap<String, Text>,
    /// Where each attribute is; those of resources that the reference lacks are left out.
    pub places: BTreeMap<Name, Place>,
}

impl Side {
    /// Finds roles and attributes in `graph`; what cannot be found is said in words.
    pub fn new(
        arm: &str,
        fixture: &str,
        graph: Graph,
        equivalence: &Equivalence,
    ) -> Result<Self, String> {
        let document = completed(&graph, &Completion::default());
        let mut side = Self {
            arm: arm.to_owned(),
            fixture: fixture.to_owned(),
            graph,
            roles: BTreeMap::new(),
            places: BTreeMap::new(),
        };
        for (name, role) in &equivalence.roles {
            if let Some(address) = side.address_of(name, role, &document)? {
                side.roles.insert(name.clone(), address);
            }
        }
        for (role, stated) in &equivalence.roles {
            for (attribute, cells) in &stated.attributes {
                let name = Name {
                    role: role.clone(),
                    attribute: attribute.clone(),
                };
                if let Some(place) = side.place_of(&name, stated, cells, &document)? {
                    side.places.insert(name, place);
                }
            }
        }
        Ok(side)
    }

    pub fn family(&self) -> Family {
        self.graph.kind.family()
    }

    /// The value at a place, as it stands in the graph; an encoded document is decoded.
    pub fn value(&self, place: &Place) -> Option<Node> {
        let value = self
            .graph
            .resources
            .get(&place.address)?
            .values
            .at(&place.pointer)?;
        match value {
            Node::Null => None,
            Node::Json(inner) => Some(inner.as_ref().clone()),
            Node::Text(text) if text.trim_start().starts_with('{') => {
                Some(parse_json(text).unwrap_or_else(|_| value.clone()))
            }
            other => Some(other.clone()),
        }
    }

    /// The edit that puts `value` at a place, or takes away what is there; `None` when there is nothing to do.
    pub fn edit(&self, place: &Place, value: Option<Node>) -> Option<Edit> {
        let values = &self.graph.resources.get(&place.address)?.values;
        let present = values.at(&place.pointer);
        let Some(value) = value else {
            return present.map(|_| Edit::Remove { at: place.clone() });
        };
        // In Terraform a document is a text; in CloudFormation it is one only where the reference has it so.
        let is_document = matches!(value, Node::Object(_));
        let encoded = match present {
            Some(Node::Json(_) | Node::Text(_)) => is_document,
            Some(_) => false,
            None => is_document && self.family() == Family::Terraform,
        };
        let value = if encoded {
            Node::Json(Box::new(value))
        } else {
            value
        };
        Some(with_parents(values, place, value))
    }

    fn address_of(&self, name: &str, role: &Role, document: &Node) -> Result<Option<Text>, String> {
        let family = self.family();
        let is_it = |address: &Text, resource_type: &str| {
            role.select.iter().any(|select| {
                let values = resource_of(document, address).and_then(|one| one.get("values"));
                select.resource_type(family) == Some(resource_type)
                    && select.condition.as_ref().is_none_or(|condition| {
                        let path = condition.path.get(family).unwrap_or_default();
                        values.and_then(|values| values.at(path)) == Some(&condition.equals)
                    })
            })
        };
        let resources = self.graph.resources.iter();
        let found: Vec<&Text> = resources
            .filter(|(_, resource)| resource.mode == Mode::Managed)
            .filter(|(address, resource)| is_it(address, &resource.resource_type))
            .map(|(address, _)| address)
            .collect();
        match found.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some((*one).clone())),
            several => Err(format!(
                "{} resources have the role `{name}`",
                several.len()
            )),
        }
    }

    fn managed<'s>(&'s self, resource_type: &'s str) -> impl Iterator<Item = &'s Text> {
        let resources = self.graph.resources.iter();
        resources
            .filter(move |(_, resource)| {
                *resource.resource_type == *resource_type && resource.mode == Mode::Managed
            })
            .map(|(address, _)| address)
    }

    fn place_of(
        &self,
        name: &Name,
        role: &Role,
        attribute: &Attribute,
        document: &Node,
    ) -> Result<Option<Place>, String> {
        let mut places = Vec::new();
        for cell in attribute.cells(self.family()) {
            let Some((resource_type, pointer)) = parse_cell(cell) else {
                continue;
            };
            let owner = self.roles.get(&name.role);
            let holder = match owner {
                Some(owner) if role.is_of_type(self.family(), resource_type) => Some(owner.clone()),
                Some(owner) => self.bound(resource_type, owner, name, document)?,
                None => None,
            };
            places.extend(holder.map(|address| Place::new(address, pointer)));
        }
        let set = places.iter().find(|place| self.value(place).is_some());
        Ok(set.or(places.first()).cloned())
    }

    /// The resource of a type that refers to the role, at an attribute of its own where several do.
    fn bound(
        &self,
        resource_type: &str,
        owner: &Text,
        name: &Name,
        document: &Node,
    ) -> Result<Option<Text>, String> {
        let refers = |address: &Text, at_the_top: bool| {
            let refs = resource_of(document, address).and_then(|one| one.get("refs"));
            let refs = refs.and_then(Node::as_list).unwrap_or_default();
            refs.iter().any(|entry| {
                let path = entry
                    .get("path")
                    .and_then(Node::as_text)
                    .unwrap_or_default();
                entry.get("to").and_then(Node::as_text) == Some(&**owner)
                    && (!at_the_top || is_top(path))
            })
        };
        let mut found: Vec<&Text> = self
            .managed(resource_type)
            .filter(|address| refers(address, false))
            .collect();
        if found.len() > 1 {
            found.retain(|address| refers(address, true));
        }
        match found.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some((*one).clone())),
            several => Err(format!(
                "{} resources of type `{resource_type}` may hold `{}.{}`",
                several.len(),
                name.role,
                name.attribute
            )),
        }
    }
}

/// Whether a pointer leads to an attribute of the resource itself, or to an item of one.
fn is_top(pointer: &str) -> bool {
    let mut tokens = split_pointer(pointer).skip(1);
    tokens.all(|token| token.parse::<usize>().is_ok())
}

pub(super) fn resource_of<'d>(document: &'d Node, address: &str) -> Option<&'d Node> {
    document.get("resources")?.get(address)
}

/// Sets a value whose surrounding objects and lists need not be there yet.
fn with_parents(values: &Node, place: &Place, value: Node) -> Edit {
    let tokens: Vec<_> = split_pointer(&place.pointer).collect();
    let mut pointer = String::new();
    let mut node = values;
    for (number, token) in tokens.iter().enumerate() {
        let above = pointer.clone();
        match token.parse::<usize>() {
            Ok(index) => append_index(&mut pointer, index),
            Err(_) => append_token(&mut pointer, token),
        }
        if let Some(next) = values.at(&pointer).filter(|next| !next.is_null()) {
            node = next;
            continue;
        }
        let rest = tokens.get(number + 1..).unwrap_or_default();
        let value = rest.iter().rev().fold(value, |inner, token| {
            if token.parse::<usize>().is_ok() {
                Node::List(vec![inner])
            } else {
                Node::object([(token.as_ref(), inner)])
            }
        });
        let is_item = matches!(node, Node::List(items) if token.parse() == Ok(items.len()));
        return if is_item {
            let at = Place::new(place.address.clone(), above);
            Edit::Append { at, value }
        } else {
            let at = Place::new(place.address.clone(), pointer);
            Edit::Set { at, value }
        };
    }
    Edit::Set {
        at: place.clone(),
        value,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(values: &Node, pointer: &str) -> Edit {
        with_parents(values, &Place::new("a.b", pointer), "v".into())
    }

    #[test]
    fn what_surrounds_a_value_is_made_where_it_is_missing() {
        let values = Node::object([("x", Node::List(vec![Node::object([("y", 1.into())])]))]);
        let Edit::Set { at, value } = edit(&values, "/x/0/z/0/w") else {
            panic!("a setting")
        };
        assert_eq!(at.pointer, "/x/0/z");
        assert_eq!(value, Node::List(vec![Node::object([("w", "v".into())])]));
        let Edit::Append { at, value } = edit(&values, "/x/1/y") else {
            panic!("an item")
        };
        assert_eq!(
            (at.pointer.as_str(), value),
            ("/x", Node::object([("y", "v".into())]))
        );
        assert!(matches!(edit(&values, "/x/0/y"), Edit::Set { at, .. } if at.pointer == "/x/0/y"));
    }
}
