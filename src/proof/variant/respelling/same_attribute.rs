//! References by another attribute that is the same text: the `url` of a queue for its `id`.

use crate::graph::{Family, Graph, attributes_alike};
use crate::value::{Node, Reference, Text};

use super::replaced::replace;
use super::{ALL, Place, Respelling, Subject, Trial, at_places, of_all_resources};

/// What is referred to by another attribute of the same text.
pub(super) const ATTRIBUTE: Respelling = Respelling {
    name: "attribute",
    title: "references by another attribute that is the same text",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = of_all_resources(subject.graph);
        at_places(subject.graph, &places, trial, &referred);
    },
};

/// Attributes that a template can ask for by `Fn::GetAtt`, besides `Ref`; names of properties are none.
const OF_TEMPLATES: [&str; 3] = ["Ref", "QueueUrl", "TopicArn"];

fn other_attribute(graph: &Graph, reference: &Reference) -> Option<Text> {
    let resource = graph.resources.get(&reference.address)?;
    let alike = attributes_alike(&resource.resource_type, &reference.attribute);
    let fits = |attribute: &&Text| match graph.kind.family() {
        Family::Terraform => true,
        Family::Cloudformation => OF_TEMPLATES.contains(&&***attribute),
    };
    alike.into_iter().find(fits).cloned()
}

fn referred(graph: &mut Graph, place: &Place) -> bool {
    let Some(mut resource) = graph.resources.get(&place.address).cloned() else {
        return false;
    };
    let mut done = replace(&mut resource.values, &|reference| {
        let attribute = other_attribute(graph, reference)?;
        Some(Node::reference(reference.address.clone(), attribute))
    });
    for mention in &mut resource.mentions {
        if let Some(attribute) = other_attribute(graph, &mention.to) {
            mention.to.attribute = attribute;
            done += 1;
        }
    }
    graph.resources.insert(place.address.clone(), resource);
    done > 0
}
