//! Resources that depend on each other in a circle, which CloudFormation refuses to deploy.

use std::collections::{BTreeMap, BTreeSet};

use crate::artifact::template::{TemplateError, pointer};
use crate::graph::{Graph, Presence, Resource};
use crate::value::{Node, Text};

use super::world::World;

/// Refuses a graph in which resources certainly depend on each other in a circle.
///
/// References in branches that may not be taken, and resources that may not exist, are left out: a circle through
/// them need not close.
pub(super) fn check(world: &World<'_>, graph: &Graph) -> Result<(), TemplateError> {
    let edges: BTreeMap<&Text, BTreeSet<Text>> = graph
        .resources
        .iter()
        .map(|(address, resource)| (address, dependencies(resource)))
        .collect();
    let left = circular(&edges);
    let Some(start) = left.keys().next() else {
        return Ok(());
    };
    let circle = circle(start, &left);
    let Some(first) = circle.first() else {
        return Ok(());
    };
    let names: Vec<&str> = circle
        .iter()
        .chain([first])
        .map(|address| &***address)
        .collect();
    let message = format!(
        "resources depend on each other in a circle: `{}`",
        names.join("` → `")
    );
    let place = graph.resources.get(*first).and_then(|resource| {
        let stack = world
            .stacks
            .iter()
            .find(|stack| stack.address(&resource.name) == resource.address)?;
        Some((stack.template, pointer(&["Resources", &resource.name])))
    });
    match place {
        Some((template, pointer)) => Err(template
            .key_error(&pointer, message)
            .with_help("CloudFormation refuses to deploy such a template")
            .by_cloudformation()),
        None => Ok(()),
    }
}

/// What is left after whatever depends on nothing left is taken away: circles, and what leads to them.
fn circular<'a>(edges: &BTreeMap<&'a Text, BTreeSet<Text>>) -> BTreeMap<&'a Text, BTreeSet<Text>> {
    let mut dependents: BTreeMap<&Text, Vec<&'a Text>> = BTreeMap::new();
    let mut open: BTreeMap<&'a Text, usize> = BTreeMap::new();
    for (address, targets) in edges {
        let known = targets.iter().filter(|target| edges.contains_key(target));
        let mut count = 0;
        for target in known {
            dependents.entry(target).or_default().push(address);
            count += 1;
        }
        open.insert(address, count);
    }
    let mut done: Vec<&'a Text> = open
        .iter()
        .filter(|(_, count)| **count == 0)
        .map(|(address, _)| *address)
        .collect();
    while let Some(address) = done.pop() {
        open.remove(address);
        for dependent in dependents.get(address).into_iter().flatten() {
            if let Some(count) = open.get_mut(dependent) {
                *count -= 1;
                if *count == 0 {
                    done.push(dependent);
                }
            }
        }
    }
    let left = open
        .keys()
        .filter_map(|address| edges.get_key_value(address));
    left.map(|(address, targets)| (*address, targets.clone()))
        .collect()
}

/// Follows edges among `left`, where every node has one, until a node comes back.
fn circle<'a>(start: &'a Text, left: &BTreeMap<&'a Text, BTreeSet<Text>>) -> Vec<&'a Text> {
    let mut path = vec![start];
    let mut places = BTreeMap::from([(start, 0)]);
    let mut current = start;
    loop {
        let targets = left.get(current);
        let next = targets
            .and_then(|targets| targets.iter().find_map(|target| left.get_key_value(target)));
        let Some((next, _)) = next else {
            return Vec::new();
        };
        if let Some(position) = places.insert(*next, path.len()) {
            return path.split_off(position);
        }
        path.push(next);
        current = next;
    }
}

fn dependencies(resource: &Resource) -> BTreeSet<Text> {
    let mut found = BTreeSet::new();
    // A serverless resource becomes several, so that what refers to it may refer to another one than what it needs.
    if resource.presence != Presence::Always
        || resource.resource_type.starts_with("AWS::Serverless::")
    {
        return found;
    }
    found.extend(resource.depends_on.iter().cloned());
    collect(&resource.values, &mut found);
    collect(&resource.lifecycle, &mut found);
    found
}

fn collect(node: &Node, found: &mut BTreeSet<Text>) {
    match node {
        Node::Ref(reference) => {
            found.insert(reference.address.clone());
        }
        Node::Unknown(unknown) if &*unknown.reason != "dangling reference" => {
            found.extend(
                unknown
                    .mentions
                    .iter()
                    .map(|mention| mention.address.clone()),
            );
        }
        Node::List(items) | Node::Join(items) => items.iter().for_each(|item| collect(item, found)),
        Node::Object(members) => members.values().for_each(|value| collect(value, found)),
        Node::Json(inner) => collect(inner, found),
        _ => {}
    }
}
