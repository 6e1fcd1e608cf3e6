//! A managed policy attached from the role's side or from the policy's own.

use crate::graph::{Graph, Kind, Resource};
use crate::value::{Node, Text};

use super::reseated::Said;
use super::{Place, Respelling, Subject, Trial, at_places};

/// Policies that name their roles, and roles that name their policies, the other way round.
pub(super) const ATTACHED: Respelling = Respelling {
    name: "attached",
    title: "managed policies attached from the other side",
    kinds: &[Kind::Template],
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        for side in [&OF_POLICY, &OF_ROLE] {
            at_places(
                subject.graph,
                &places(subject.graph, side),
                trial,
                &|graph, place| moved(graph, place, side),
            );
        }
    },
};

/// One side of an attachment: a type and its list of the other type.
struct Side {
    of: &'static str,
    list: &'static str,
    other: &'static str,
    other_list: &'static str,
}

const OF_POLICY: Side = Side {
    of: "AWS::IAM::ManagedPolicy",
    list: "Roles",
    other: "AWS::IAM::Role",
    other_list: "ManagedPolicyArns",
};

const OF_ROLE: Side = Side {
    of: "AWS::IAM::Role",
    list: "ManagedPolicyArns",
    other: "AWS::IAM::ManagedPolicy",
    other_list: "Roles",
};

fn places(graph: &Graph, side: &Side) -> Vec<Place> {
    let of_type = |resource: &&Resource| *resource.resource_type == *side.of;
    graph
        .resources
        .values()
        .filter(of_type)
        .filter(|resource| targets(graph, resource, side).is_some())
        .map(|resource| Place::new(resource.address.clone(), format!("/{}", side.list)))
        .collect()
}

/// The resources of the other type that the whole list names, if those are all that it names.
fn targets(graph: &Graph, resource: &Resource, side: &Side) -> Option<Vec<Text>> {
    let items = resource.values.get(side.list)?.as_list()?;
    // The other side would have to refer back to what this one refers to.
    let targets: Option<Vec<Text>> = items
        .iter()
        .map(|item| {
            let Node::Ref(reference) = item else {
                return None;
            };
            let target = graph.resources.get(&reference.address)?;
            let back = target.values.references();
            let fits = *target.resource_type == *side.other
                && *reference.attribute == *"Ref"
                && target.presence == resource.presence
                && !back.iter().any(|to| to.address == resource.address);
            fits.then(|| target.address.clone())
        })
        .collect();
    targets.filter(|targets| !targets.is_empty())
}

fn moved(graph: &mut Graph, place: &Place, side: &Side) -> bool {
    let Some(resource) = graph.resources.get(&place.address) else {
        return false;
    };
    let Some(targets) = targets(graph, resource, side) else {
        return false;
    };
    for target in targets {
        let Some(Node::Object(members)) = graph
            .resources
            .get_mut(&target)
            .map(|target| &mut target.values)
        else {
            return false;
        };
        let list = members
            .entry(Text::from(side.other_list))
            .or_insert_with(|| Node::List(Vec::new()));
        let Node::List(items) = list else {
            return false;
        };
        items.push(Node::reference(place.address.clone(), "Ref"));
    }
    if let Some(resource) = graph.resources.get_mut(&place.address) {
        if let Node::Object(members) = &mut resource.values {
            members.remove(side.list);
        }
        Said::forget(resource, &place.pointer);
    }
    true
}
