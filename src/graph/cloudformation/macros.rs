//! Macros and transforms: reported, since what they add is not in the template.

use crate::artifact::template::{Template, pointer};
use crate::graph::{Graph, Note, Transform};
use crate::value::{Node, Text, append_token};

use super::world::World;

/// Its functions are evaluated here, so nothing of it is left to expand.
const LANGUAGE_EXTENSIONS: &str = "AWS::LanguageExtensions";
const SERVERLESS: &str = "AWS::Serverless-2016-10-31";

/// Whether a macro may define names that the template does not.
pub(super) fn is_open_ended(template: &Template) -> bool {
    whole_template(template)
        .iter()
        .any(|(name, _)| &**name != LANGUAGE_EXTENSIONS)
        || ["Resources", "Parameters", "Mappings", "Conditions"]
            .iter()
            .any(|section| template.section(section).contains_key("Fn::Transform"))
        || template.section("Resources").values().any(|resource| {
            resource
                .get("Type")
                .and_then(Node::as_text)
                .is_some_and(|kind| kind.ends_with("::MODULE"))
        })
}

/// Adds the macros of one stack, with a note for each.
pub(super) fn report(world: &World<'_>, index: usize, graph: &mut Graph) {
    let Some(stack) = world.stacks.get(index) else {
        return;
    };
    let template = stack.template;
    for (name, path) in whole_template(template) {
        if &*name == LANGUAGE_EXTENSIONS {
            continue;
        }
        // A serverless transform changes nothing in a template without serverless resources; the two below only add
        // what a deployment or a rotation needs, beside what is written.
        let forbids_verdict = match &*name {
            SERVERLESS => {
                let is_serverless = |resource: &Node| {
                    resource
                        .get("Type")
                        .and_then(Node::as_text)
                        .is_some_and(|kind| kind.starts_with("AWS::Serverless::"))
                };
                stack.resources.values().any(is_serverless)
                    || !template.section("Globals").is_empty()
            }
            name => {
                !name.starts_with("AWS::SecretsManager-") && !name.starts_with("AWS::CodeDeploy")
            }
        };
        add(graph, name, path, forbids_verdict);
    }
    if !template.source().text().contains("Transform") {
        return;
    }
    let mut found = Vec::new();
    for section in [
        "Resources",
        "Parameters",
        "Mappings",
        "Conditions",
        "Outputs",
    ] {
        let mut place = pointer(&[section]);
        if let Some(node) = template.root().get(section) {
            calls(node, &mut place, &mut found);
        }
    }
    for (name, path) in found {
        // Directly in a section, or in place of a whole resource, a macro may add resources.
        let forbids_verdict = path.starts_with("/Resources") && path.matches('/').count() <= 3;
        add(graph, name, path, forbids_verdict);
    }
}

fn add(graph: &mut Graph, name: Text, path: String, forbids_verdict: bool) {
    graph.notes.push(Note {
        code: "not-expanded",
        message: format!("macro `{name}` is not expanded"),
        address: None,
        path: Some(path.clone()),
        forbids_verdict,
    });
    graph.transforms.push(Transform { name, path });
}

/// The macros that the whole template passes through.
fn whole_template(template: &Template) -> Vec<(Text, String)> {
    let path = pointer(&["Transform"]);
    match template.root().get("Transform") {
        None | Some(Node::Null) => Vec::new(),
        Some(Node::List(items)) => items
            .iter()
            .enumerate()
            .map(|(index, item)| (name_of(item), format!("{path}/{index}")))
            .collect(),
        Some(one) => vec![(name_of(one), path)],
    }
}

fn name_of(transform: &Node) -> Text {
    if let Some([first, ..]) = transform.as_list() {
        return name_of(first);
    }
    let name = transform
        .as_text()
        .or_else(|| transform.get("Name").and_then(Node::as_text));
    Text::from(name.unwrap_or("unnamed"))
}

/// Every `Fn::Transform` below `node`.
fn calls(node: &Node, place: &mut String, found: &mut Vec<(Text, String)>) {
    let length = place.len();
    match node {
        Node::Object(members) => {
            for (key, value) in members {
                append_token(place, key);
                if &**key == "Fn::Transform" {
                    found.push((name_of(value), place.clone()));
                }
                calls(value, place, found);
                place.truncate(length);
            }
        }
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                append_token(place, &index.to_string());
                calls(item, place, found);
                place.truncate(length);
            }
        }
        _ => {}
    }
}
