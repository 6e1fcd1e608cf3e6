//! The resources of a stack, each with its values, its presence and what protects it.

use std::collections::BTreeSet;

use crate::graph::{Graph, Location, Note, Presence, Resource};
use crate::value::{Node, Object, Text, append_token};

use super::choice::chosen;
use super::condition::Condition;
use super::parameter::{is_secret, refers_to};
use super::world::{Scope, World};
use super::{evaluate, property};

/// The attributes beside `Properties` that decide what happens to a resource.
const LIFECYCLE: [&str; 4] = [
    "CreationPolicy",
    "DeletionPolicy",
    "UpdatePolicy",
    "UpdateReplacePolicy",
];

/// Adds the resources of one stack that its conditions do not exclude.
pub(super) fn add(world: &World<'_>, index: usize, graph: &mut Graph) {
    let Some(stack) = world.stacks.get(index) else {
        return;
    };
    let lines = stack.template.resource_lines();
    let secrets: Vec<&Text> = stack
        .template
        .section("Parameters")
        .iter()
        .filter(|(_, declaration)| is_secret(declaration))
        .map(|(name, _)| name)
        .collect();
    for (logical_id, written) in stack.resources.iter() {
        let address = stack.address(logical_id);
        let mut scope = Scope::new(index);
        scope.address = Some(address.clone());
        let Some(resource_type) = written.get("Type").and_then(Node::as_text) else {
            continue;
        };
        let Some(presence) = presence(world, logical_id, written, &mut scope) else {
            continue;
        };
        let mut resource = Resource::new(address.clone(), resource_type, logical_id.clone());
        resource.presence = presence;
        let nothing = Node::Object(Object::new());
        let properties = written.get("Properties").unwrap_or(&nothing);
        resource.values = match by_member(world.eval(properties, &scope)) {
            values @ Node::Object(_) => property::coerced(resource_type, values),
            Node::Null => property::coerced(resource_type, nothing.clone()),
            // Properties that are themselves the result of a macro.
            other => Node::object([("$rest", evaluate::rest("Fn::Transform", &other))]),
        };
        if !secrets.is_empty() {
            secret_places(
                properties,
                &secrets,
                &mut String::new(),
                &mut resource.sensitive,
            );
        }
        resource.depends_on = depends_on(world, written, &scope);
        let lifecycle: Object = LIFECYCLE
            .iter()
            .filter_map(|key| Some((Text::from(*key), world.eval(written.get(key)?, &scope))))
            .filter(|(_, value)| !value.is_null())
            .collect();
        if !lifecycle.is_empty() {
            resource.lifecycle = Node::Object(lifecycle);
        }
        resource.source = line_of(&lines, logical_id).map(|line| Location {
            file: Text::from(&**stack.template.source().name()),
            line,
        });
        report_unexpanded(world, &resource, index, graph);
        graph.resources.insert(address, resource);
    }
}

/// A choice between objects as one object of choices.
fn by_member(node: Node) -> Node {
    let Node::OneOf(choice) = &node else {
        return node;
    };
    let branches: Vec<Node> = choice.values.iter().cloned().map(by_member).collect();
    let members = |branch: &Node| match branch {
        Node::Object(members) => Some(members.clone()),
        Node::Null => Some(Object::new()),
        _ => None,
    };
    let Some(branches) = branches.iter().map(members).collect::<Option<Vec<_>>>() else {
        return node;
    };
    let names: BTreeSet<&Text> = branches.iter().flat_map(Object::keys).collect();
    let is_closed = |branch: &Object| !branch.values().any(|value| matches!(value, Node::Rest(_)));
    if !branches.iter().all(is_closed) {
        return node.clone();
    }
    let chosen_of = |name: &Text| {
        let values = branches
            .iter()
            .map(|branch| branch.get(name).cloned().unwrap_or_default());
        chosen(choice.condition.clone(), values.collect())
    };
    let members = names
        .into_iter()
        .map(|name| (name.clone(), chosen_of(name)));
    Node::Object(members.collect())
}

/// Whether the resource exists; `None` when it certainly does not.
fn presence(
    world: &World<'_>,
    logical_id: &str,
    written: &Node,
    scope: &mut Scope,
) -> Option<Presence> {
    let undecided = world
        .stack(scope)
        .and_then(|stack| stack.undecided.get(logical_id))
        .cloned();
    let Some(name) = written.get("Condition").and_then(Node::as_text) else {
        return Some(undecided.map_or(Presence::Always, Presence::Undecided));
    };
    let condition = world.condition(name, scope);
    if condition == Condition::Known(false) {
        return None;
    }
    condition.assume(true, &mut scope.branches);
    if let Some(undecided) = undecided {
        return Some(Presence::Undecided(undecided));
    }
    Some(match (condition.conjunction(), condition) {
        (Some(branches), _) if branches.is_empty() => Presence::Always,
        (Some(branches), _) => Presence::When(branches),
        (None, Condition::Choice { id, truth }) => {
            let holding = truth.iter().enumerate().filter(|(_, holds)| **holds);
            Presence::Among(id, holding.map(|(branch, _)| branch).collect())
        }
        // INVARIANT: conditions that guard resources were made nameable when they were evaluated.
        (None, _) => Presence::When(vec![(world.address(name, scope), 0)]),
    })
}

fn depends_on(world: &World<'_>, written: &Node, scope: &Scope) -> Vec<Text> {
    let names = match written.get("DependsOn") {
        Some(Node::List(items)) => items.iter().map(|item| world.eval(item, scope)).collect(),
        Some(other) => vec![world.eval(other, scope)],
        None => Vec::new(),
    };
    let mut addresses = Vec::new();
    for name in names.iter().filter_map(Node::as_text) {
        if world
            .stack(scope)
            .is_some_and(|stack| stack.resources.contains_key(name))
        {
            addresses.push(world.address(name, scope));
        } else {
            world.dangling(
                &format!("`DependsOn` names `{name}`, which is not defined"),
                scope,
            );
        }
    }
    addresses
}

/// The line of a logical id, or of the loop that made it.
fn line_of(lines: &std::collections::BTreeMap<Text, usize>, logical_id: &str) -> Option<usize> {
    lines
        .get(logical_id)
        .or_else(|| {
            lines
                .iter()
                .find(|(key, _)| key.starts_with("Fn::ForEach::"))
                .map(|(_, line)| line)
        })
        .copied()
}

/// Places whose value comes from a parameter that CloudFormation masks.
fn secret_places(node: &Node, secrets: &[&Text], place: &mut String, found: &mut Vec<String>) {
    let length = place.len();
    if evaluate::function_of(node).is_some_and(|(name, _)| name != "Condition") {
        if secrets.iter().any(|secret| refers_to(node, secret)) {
            found.push(place.clone());
        }
        return;
    }
    match node {
        Node::Object(members) => {
            for (key, value) in members {
                append_token(place, key);
                secret_places(value, secrets, place, found);
                place.truncate(length);
            }
        }
        Node::List(items) => {
            for (index, item) in items.iter().enumerate() {
                append_token(place, &index.to_string());
                secret_places(item, secrets, place, found);
                place.truncate(length);
            }
        }
        _ => {}
    }
}

/// Notes resources that stand for others which are not in the template.
fn report_unexpanded(world: &World<'_>, resource: &Resource, index: usize, graph: &mut Graph) {
    let kind = &*resource.resource_type;
    let nested_here = || world.nested_stack(index, &resource.name).is_some();
    // A module always stands for other resources. What a nested stack holds is deployed as a template of its own, and
    // its outputs are unknown; the enclosing template can be graded without it.
    let (what, forbids_verdict) = if kind.ends_with("::MODULE") {
        ("module", true)
    } else if kind.starts_with("AWS::Serverless::") {
        ("serverless resource", false)
    } else if kind == "AWS::CloudFormation::Stack" && !nested_here() {
        ("nested stack", false)
    } else {
        return;
    };
    graph.notes.push(Note {
        code: "not-expanded",
        message: format!(
            "{what} `{}` of type `{kind}` is not expanded",
            resource.address
        ),
        address: Some(resource.address.clone()),
        path: None,
        forbids_verdict,
    });
}
