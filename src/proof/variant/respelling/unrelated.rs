//! Resources that have nothing to do with the solution, of types that rules look at and of types that none knows.

use crate::graph::{Family, Graph, Kind, Mode, Resource};
use crate::value::{Node, Text, from_encoded, parse_json};

use super::{ALL, Respelling, Subject, Trial, whole};

/// Another team's resources beside the solution.
pub(super) const UNRELATED: Respelling = Respelling {
    name: "unrelated",
    title: "resources beside the solution that have nothing to do with it",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        whole(with_resources(subject.graph, "create"), trial);
    },
};

/// The resources by family, as JSON: address within the module → type and values; `{"$ref": …}` is a reference.
const TERRAFORM: &str = include_str!("unrelated/terraform.json");
const CLOUDFORMATION: &str = include_str!("unrelated/cloudformation.json");

/// The graph with the resources of its family, under the action that a plan has for them.
pub(super) fn with_resources(graph: &Graph, action: &str) -> Option<Graph> {
    let family = graph.kind.family();
    let table = match family {
        Family::Terraform => TERRAFORM,
        Family::Cloudformation => CLOUDFORMATION,
    };
    let table = from_encoded(&parse_json(table).ok()?)?;
    let mut graph = graph.clone();
    for (name, entry) in table.as_object()? {
        let resource = resource(&graph, family, name, entry, action)?;
        if graph.resources.contains_key(&resource.address) {
            return None;
        }
        graph.resources.insert(resource.address.clone(), resource);
    }
    Some(graph)
}

fn resource(
    graph: &Graph,
    family: Family,
    name: &Text,
    entry: &Node,
    action: &str,
) -> Option<Resource> {
    let resource_type = entry.get("type")?.as_text()?;
    let local = match family {
        Family::Terraform => name.rsplit('.').next()?,
        Family::Cloudformation => name,
    };
    let mut resource = Resource::new(name.clone(), resource_type, local);
    if name.starts_with("data.") {
        resource.mode = Mode::Data;
    }
    resource.provider = Text::from(match (family, resource_type.split('_').next()) {
        (Family::Cloudformation, _) => "aws",
        (Family::Terraform, Some("aws")) => "hashicorp/aws",
        (Family::Terraform, _) => "acme/acme",
    });
    resource.values = entry.get("values")?.clone();
    if graph.kind == Kind::Plan {
        resource.actions = vec![Text::from(match resource.mode {
            Mode::Managed => action,
            Mode::Data => "read",
        })];
        if action == "no-op" {
            resource.before = resource.values.clone();
        }
    }
    Some(resource)
}
