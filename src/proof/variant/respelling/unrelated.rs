//! Resources that have nothing to do with the solution, of types that rules look at and of types that none knows.

use crate::graph::{Family, Graph, Kind, Mention, Resource};
use crate::value::{Node, Reference, Text, from_encoded, parse_json};

use super::{ALL, Respelling, Subject, Trial, whole};

/// Another team's resources beside the solution.
pub(super) const UNRELATED: Respelling = Respelling {
    name: "unrelated",
    title: "resources beside the solution that have nothing to do with it",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(beside(subject.graph), trial);
    },
};

/// The resources of each family as recordings show them: by address the type, the provider, the values, and the references
/// that the values do not show.
const TERRAFORM: &str = include_str!("unrelated/terraform.json");
const CLOUDFORMATION: &str = include_str!("unrelated/cloudformation.json");

fn beside(graph: &Graph) -> Option<Graph> {
    let table = match graph.kind.family() {
        Family::Terraform => TERRAFORM,
        Family::Cloudformation => CLOUDFORMATION,
    };
    with_resources(graph, table, "create")
}

/// The graph with the resources of a table, under the action that a plan has for them.
pub(super) fn with_resources(graph: &Graph, table: &str, action: &str) -> Option<Graph> {
    let table = parse_json(table).ok()?;
    let mut graph = graph.clone();
    for (address, entry) in table.as_object()? {
        let resource = resource(&graph, address, entry, action)?;
        if graph.resources.contains_key(address) {
            return None;
        }
        graph.resources.insert(address.clone(), resource);
    }
    Some(graph)
}

fn resource(graph: &Graph, address: &Text, entry: &Node, action: &str) -> Option<Resource> {
    let text = |key: &str| entry.get(key).and_then(Node::as_text);
    let name = address.rsplit('.').next()?;
    let mut resource = Resource::new(address.clone(), text("type")?, name);
    resource.provider = Text::from(text("provider")?);
    resource.values = from_encoded(entry.get("values")?)?;
    if graph.kind == Kind::Plan {
        resource.actions = vec![Text::from(action)];
        if action == "no-op" {
            resource.before = resource.values.clone();
        }
    }
    for reference in entry
        .get("refers")
        .and_then(Node::as_list)
        .unwrap_or_default()
    {
        let text = |key: &str| reference.get(key).and_then(Node::as_text);
        resource.mentions.push(Mention {
            path: text("path")?.to_owned(),
            to: Reference {
                address: Text::from(text("to")?),
                attribute: Text::from(text("attribute")?),
            },
            via: Vec::new(),
            exact: reference.get("mention").is_none(),
        });
    }
    Some(resource)
}
