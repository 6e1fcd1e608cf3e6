//! Other addresses for the resources of a graph; whatever refers to them follows.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::graph::{Graph, Presence, Resource};
use crate::value::{Node, OneOf, Reference, Text, Unknown};

/// Where a resource instance stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seat {
    /// Whole address.
    pub address: Text,
    /// Module instance path.
    pub module: Text,
    /// Name within the module, or logical id.
    pub name: Text,
    /// Index or key.
    pub index: Node,
}

/// The graph with the resources at other addresses; `None` when none moves, or when two would meet.
pub fn readdressed(graph: &Graph, seat: impl Fn(&Resource) -> Option<Seat>) -> Option<Graph> {
    let seats: BTreeMap<Text, Seat> = graph
        .resources
        .iter()
        .filter_map(|(address, resource)| Some((address.clone(), seat(resource)?)))
        .collect();
    if seats.is_empty() {
        return None;
    }
    let addresses = Addresses { seats: &seats };
    let mut moved = graph.clone();
    moved.resources = BTreeMap::new();
    for (address, resource) in &graph.resources {
        let mut resource = resource.clone();
        addresses.in_resource(&mut resource);
        if let Some(seat) = seats.get(address) {
            resource.address = seat.address.clone();
            resource.module = seat.module.clone();
            resource.name = seat.name.clone();
            resource.index = seat.index.clone();
        }
        let taken = moved.resources.insert(resource.address.clone(), resource);
        if taken.is_some() {
            return None;
        }
    }
    for value in moved
        .outputs
        .values_mut()
        .chain(moved.variables.values_mut())
    {
        addresses.in_node(value);
    }
    for note in &mut moved.notes {
        if let Some(address) = &mut note.address {
            addresses.in_text(address);
        }
    }
    Some(moved)
}

struct Addresses<'a> {
    seats: &'a BTreeMap<Text, Seat>,
}

impl Addresses<'_> {
    fn in_resource(&self, resource: &mut Resource) {
        self.in_node(&mut resource.values);
        self.in_node(&mut resource.before);
        self.in_node(&mut resource.lifecycle);
        for mention in &mut resource.mentions {
            self.in_reference(&mut mention.to);
        }
        for address in &mut resource.depends_on {
            self.in_text(address);
        }
        if let Presence::Undecided(unknown) = &mut resource.presence {
            self.in_unknown(unknown);
        }
    }

    fn in_text(&self, address: &mut Text) {
        if let Some(seat) = self.seats.get(address) {
            *address = seat.address.clone();
        }
    }

    fn in_reference(&self, reference: &mut Reference) {
        self.in_text(&mut reference.address);
    }

    fn in_unknown(&self, unknown: &mut Arc<Unknown>) {
        let moves = |reference: &Reference| self.seats.contains_key(&reference.address);
        let id = self.in_id(&unknown.id);
        if id.is_none()
            && !unknown.mentions.iter().any(moves)
            && unknown.domain.iter().all(Node::is_plain)
        {
            return;
        }
        let unknown = Arc::make_mut(unknown);
        unknown.id = id.unwrap_or_else(|| unknown.id.clone());
        for mention in &mut unknown.mentions {
            self.in_reference(mention);
        }
        for value in &mut unknown.domain {
            self.in_node(value);
        }
    }

    /// The id of an unknown that is named after a place of a resource.
    fn in_id(&self, id: &str) -> Option<Text> {
        // The nearest address before the id in the order of texts is its longest beginning, but for what stands between.
        let (old, seat) = self
            .seats
            .iter()
            .filter(|(address, _)| id.starts_with(&***address))
            .max_by_key(|(address, _)| address.len())?;
        let rest = id.get(old.len()..)?;
        let ends = rest.starts_with(['.', '#', '/']) || rest.is_empty();
        ends.then(|| Text::from(format!("{}{rest}", seat.address)))
    }

    fn in_node(&self, node: &mut Node) {
        match node {
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_) => {}
            Node::List(items) | Node::Join(items) => {
                for item in items {
                    self.in_node(item);
                }
            }
            Node::Object(members) => {
                for value in members.values_mut() {
                    self.in_node(value);
                }
            }
            Node::Ref(reference) => self.in_reference(reference),
            Node::Unknown(unknown) | Node::Rest(unknown) => self.in_unknown(unknown),
            Node::OneOf(choice) => {
                let OneOf { condition, values } = choice.as_ref();
                let mut values = values.clone();
                for value in &mut values {
                    self.in_node(value);
                }
                let condition = condition.clone();
                *choice = Arc::new(OneOf { condition, values });
            }
            Node::Json(inner) => self.in_node(inner),
        }
    }
}

/// The address of a Terraform resource in a module, with the key of its instance.
pub fn address(module: &str, resource: &Resource, name: &str, index: &Node) -> Text {
    let module = if module.is_empty() {
        String::new()
    } else {
        format!("{module}.")
    };
    let data = match resource.mode {
        crate::graph::Mode::Managed => "",
        crate::graph::Mode::Data => "data.",
    };
    Text::from(format!(
        "{module}{data}{}.{name}{}",
        resource.resource_type,
        bracketed(index)
    ))
}

/// An instance key with its brackets.
pub fn bracketed(index: &Node) -> String {
    match index {
        Node::Number(number) => format!("[{}]", number.to_text()),
        Node::Text(key) => {
            let escaped = key.replace('\\', "\\\\").replace('"', "\\\"");
            format!("[\"{escaped}\"]")
        }
        _ => String::new(),
    }
}
