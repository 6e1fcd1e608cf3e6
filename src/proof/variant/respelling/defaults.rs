//! Defaults written out: those that providers put into plans, and those that the documentation of services states.

use crate::artifact::schema;
use crate::graph::{Graph, Mode};
use crate::value::{Node, Object, Text, parse_json};

use super::{ALL, Place, Respelling, Subject, Trial, at_places, of_all_resources};

/// What is in force anyway, written out.
pub(super) const DEFAULTS: Respelling = Respelling {
    name: "defaults",
    title: "the defaults that are in force anyway written out",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        let places = of_all_resources(subject.graph);
        at_places(subject.graph, &places, trial, &with_defaults);
    },
};

/// One row a default: type, path, value, and the document that states it.
const DOCUMENTED: &str = include_str!("defaults.tsv");

fn with_defaults(graph: &mut Graph, place: &Place) -> bool {
    let Some(resource) = graph.resources.get_mut(&place.address) else {
        return false;
    };
    let assigned: Vec<String> = resource
        .mentions
        .iter()
        .map(|mention| mention.path.clone())
        .collect();
    let kind = resource.resource_type.clone();
    let is_managed = resource.mode == Mode::Managed;
    let Node::Object(values) = &mut resource.values else {
        return false;
    };
    let before = values.clone();
    if is_managed {
        schema::fill(values, &kind);
    }
    for row in DOCUMENTED.lines() {
        let mut columns = row.split('\t');
        if columns.next() != Some(&*kind) {
            continue;
        }
        if let (Some(path), Some(Ok(value))) = (columns.next(), columns.next().map(parse_json)) {
            let steps: Vec<&str> = path.split('/').collect();
            // An attribute of which the artifact only says what it mentions is assigned.
            if !assigned
                .iter()
                .any(|assigned| assigned.strip_prefix('/') == Some(path))
            {
                fill(values, &steps, &value);
            }
        }
    }
    *values != before
}

/// Puts a default where nothing is written; what it would stand in is not made.
fn fill(members: &mut Object, path: &[&str], value: &Node) {
    match path {
        [name] if !members.contains_key("$rest") => {
            if members.get(*name).is_none_or(Node::is_null) {
                members.insert(Text::from(*name), value.clone());
            }
        }
        [name, "*", rest @ ..] => {
            if let Some(Node::List(items)) = members.get_mut(*name) {
                for item in items {
                    if let Node::Object(members) = item {
                        fill(members, rest, value);
                    }
                }
            }
        }
        [name, rest @ ..] => {
            if let Some(Node::Object(members)) = members.get_mut(*name) {
                fill(members, rest, value);
            }
        }
        [] => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_has_a_type_a_path_a_value_and_a_source() {
        let mut last = "";
        for row in DOCUMENTED.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            let [kind, path, value, source] = columns.as_slice() else {
                panic!("{row}")
            };
            assert!(last < row, "{row} is not in order");
            assert!(parse_json(value).is_ok(), "{row}");
            assert!(!path.is_empty() && source.contains(kind), "{row}");
            last = row;
        }
    }

    #[test]
    fn blocks_that_are_not_written_stay_so() {
        let Ok(Node::Object(mut values)) = parse_json(r#"{"a": [{"b": 1}, {}], "c": {}}"#) else {
            panic!("an object")
        };
        fill(&mut values, &["a", "*", "b"], &2.into());
        fill(&mut values, &["c", "d"], &3.into());
        fill(&mut values, &["x", "y"], &4.into());
        let expected = parse_json(r#"{"a": [{"b": 1}, {"b": 2}], "c": {"d": 3}}"#);
        assert_eq!(Node::Object(values), expected.expect("json"));
    }
}
