//! Names and ARNs written out in place of references.

use crate::graph::{Graph, Resource, spelled};
use crate::value::Node;

use super::replaced::replace;
use super::{ALL, Place, Respelling, Subject, Trial, at_places, of_all_resources};

/// Texts in place of references, where the name of what is referred to is known.
pub(super) const SPELLED_OUT: Respelling = Respelling {
    name: "spelled-out",
    title: "names and ARNs written out in place of references",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = of_all_resources(subject.graph);
        at_places(subject.graph, &places, trial, &written_out);
    },
};

fn written_out(graph: &mut Graph, place: &Place) -> bool {
    let Some(mut resource) = graph.resources.get(&place.address).cloned() else {
        return false;
    };
    let mut done = replace(&mut resource.values, &|reference| {
        let to = graph.resources.get(&reference.address)?;
        if has_a_path(to) {
            return None;
        }
        let attribute = &reference.attribute;
        spelled(&to.resource_type, attribute, &to.values, &graph.environment)
    });
    // Where the value is known already, only the remark that it is a reference goes.
    let values = &resource.values;
    let before = resource.mentions.len();
    resource.mentions.retain(|mention| {
        let known = matches!(values.at(&mention.path), Some(Node::Text(_)));
        let spelled = graph.resources.get(&mention.to.address).and_then(|to| {
            let attribute = &mention.to.attribute;
            spelled(&to.resource_type, attribute, &to.values, &graph.environment)
        });
        !(mention.exact && known && spelled.is_some())
    });
    done += before - resource.mentions.len();
    graph.resources.insert(place.address.clone(), resource);
    done > 0
}

/// Whether the ARN of a role or policy holds more than its name.
fn has_a_path(resource: &Resource) -> bool {
    let path = resource
        .values
        .get("path")
        .or_else(|| resource.values.get("Path"));
    path.is_some_and(|path| path.as_text() != Some("/"))
}
