//! Another order wherever order has no meaning: in policy documents, and in what schemas call sets.

use crate::artifact::schema::{self, Body, Nesting};
use crate::graph::{Family, Graph, Mode, Resource};
use crate::value::{Node, append_index, append_token};

use super::reseated::{change, listed, policies};
use super::{ALL, Place, Respelling, Subject, Trial, at_places};

/// Lists that have no order, the other way round.
pub(super) const REVERSED: Respelling = Respelling {
    name: "reversed",
    title: "statements, actions, resources, principals and sets in reverse",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        reorder(subject.graph, trial, &|_, count| (0..count).rev().collect());
    },
};

/// Lists that have no order, shuffled by a generator whose seed is the place.
pub(super) const SHUFFLED: Respelling = Respelling {
    name: "shuffled",
    title: "statements, actions, resources, principals and sets shuffled",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        reorder(subject.graph, trial, &|seed, count| shuffle(seed, count));
    },
};

/// Properties of CloudFormation that are lists without an order, by type; those of every type under the empty name.
const SETS: &[(&str, &[&str])] = &[
    ("", &["/Tags"]),
    (
        "AWS::CloudWatch::Alarm",
        &[
            "/AlarmActions",
            "/OKActions",
            "/InsufficientDataActions",
            "/Dimensions",
            "/Metrics",
        ],
    ),
    (
        "AWS::EC2::SecurityGroup",
        &["/SecurityGroupIngress", "/SecurityGroupEgress"],
    ),
    ("AWS::IAM::ManagedPolicy", &["/Roles", "/Users", "/Groups"]),
    ("AWS::IAM::Policy", &["/Roles", "/Users", "/Groups"]),
    ("AWS::IAM::Role", &["/ManagedPolicyArns", "/Policies"]),
    (
        "AWS::S3::Bucket",
        &[
            "/LifecycleConfiguration/Rules",
            "/NotificationConfiguration/LambdaConfigurations",
            "/NotificationConfiguration/QueueConfigurations",
            "/NotificationConfiguration/TopicConfigurations",
        ],
    ),
    ("AWS::SNS::Topic", &["/Subscription"]),
    ("AWS::SNS::TopicPolicy", &["/Topics"]),
    ("AWS::SQS::QueuePolicy", &["/Queues"]),
];

fn reorder(graph: &Graph, trial: &mut Trial<'_>, order: &dyn Fn(&str, usize) -> Vec<usize>) {
    let mut places = Vec::new();
    for (address, resource) in &graph.resources {
        let mut add = |pointer: &str, node: &Node| {
            if matches!(node, Node::List(items) if items.len() > 1) {
                places.push(Place::new(address.clone(), pointer));
            }
        };
        for (pointer, document) in policies(resource) {
            listed(&document, &mut |below, value| {
                add(&format!("{pointer}{below}"), value);
            });
        }
        match graph.kind.family() {
            Family::Terraform => {
                let body = match resource.mode {
                    Mode::Managed => schema::resource(&resource.resource_type),
                    Mode::Data => schema::data(&resource.resource_type),
                };
                if let Some(body) = body {
                    sets(body, &resource.values, &mut String::new(), &mut add);
                }
            }
            Family::Cloudformation => properties(resource, &mut add),
        }
    }
    at_places(graph, &places, trial, &|graph, place| {
        let Some(resource) = graph.resources.get_mut(&place.address) else {
            return false;
        };
        permute(resource, &place.pointer, order)
    });
}

fn permute(
    resource: &mut Resource,
    pointer: &str,
    order: &dyn Fn(&str, usize) -> Vec<usize>,
) -> bool {
    let mut new_place = Vec::new();
    let edit = |node: &mut Node| {
        let Node::List(items) = node else {
            return false;
        };
        let order = order(pointer, items.len());
        new_place = vec![0; items.len()];
        let mut moved = Vec::with_capacity(items.len());
        for (to, from) in order.iter().enumerate() {
            if let (Some(item), Some(place)) = (items.get(*from), new_place.get_mut(*from)) {
                moved.push(item.clone());
                *place = to;
            }
        }
        if moved == *items || moved.len() != items.len() {
            return false;
        }
        *items = moved;
        true
    };
    // The pointers below follow the items.
    let mut copy = resource.clone();
    if !change(&mut copy, pointer, edit, &|rest| Some(rest.to_owned())) {
        return false;
    }
    let said = super::reseated::Said::of(&copy, pointer);
    super::reseated::Said::forget(&mut copy, pointer);
    said.say(&mut copy, pointer, &|rest| {
        let Some(below) = rest.strip_prefix('/') else {
            return Some(rest.to_owned());
        };
        let (index, rest) = below
            .split_once('/')
            .map_or((below, String::new()), |(index, rest)| {
                (index, format!("/{rest}"))
            });
        let place = new_place.get(index.parse::<usize>().ok()?)?;
        Some(format!("/{place}{rest}"))
    });
    *resource = copy;
    true
}

/// The sets of a body of a resource, nested blocks included.
fn sets(body: Body, node: &Node, pointer: &mut String, add: &mut dyn FnMut(&str, &Node)) {
    let Node::Object(members) = node else { return };
    let length = pointer.len();
    for (name, value) in members {
        append_token(pointer, name);
        if let Some((nesting, inner)) = body.block(name) {
            if nesting == Nesting::Set {
                add(pointer, value);
            }
            let end = pointer.len();
            for (index, item) in value.as_list().unwrap_or_default().iter().enumerate() {
                append_index(pointer, index);
                sets(inner, item, pointer, add);
                pointer.truncate(end);
            }
        } else if body.argument(name).is_some_and(|argument| argument.is_set) {
            add(pointer, value);
        }
        pointer.truncate(length);
    }
}

fn properties(resource: &Resource, add: &mut dyn FnMut(&str, &Node)) {
    let of_type = SETS
        .iter()
        .filter(|(name, _)| name.is_empty() || *name == &*resource.resource_type);
    for pointer in of_type.flat_map(|(_, pointers)| *pointers) {
        if let Some(value) = resource.values.at(pointer) {
            add(pointer, value);
        }
    }
}

/// A permutation by Fisher and Yates with a generator whose seed is a text.
fn shuffle(seed: &str, count: usize) -> Vec<usize> {
    let mut state = seed.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mut next = |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let high = usize::try_from(state >> 33).unwrap_or_default();
        high % below.max(1)
    };
    let mut order: Vec<usize> = (0..count).collect();
    for at in (1..count).rev() {
        order.swap(at, next(at + 1));
    }
    let moved = order.iter().enumerate().any(|(at, from)| at != *from);
    if moved || count < 2 {
        return order;
    }
    order.rotate_left(1);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shuffle_is_a_permutation_that_moves_something_and_is_the_same_every_time() {
        for count in 2..9 {
            let order = shuffle("/policy/Statement", count);
            assert_eq!(order, shuffle("/policy/Statement", count));
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..count).collect::<Vec<_>>());
            assert_ne!(order, sorted);
        }
    }
}
