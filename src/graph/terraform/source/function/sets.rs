//! Functions on sets.

use crate::value::Node;

use super::super::types::set_order;
use super::closed_list;

/// Elements of a product that are listed.
const MOST_PRODUCTS: usize = 100_000;

pub(super) fn apply(name: &str, arguments: &[Node]) -> Option<Node> {
    let sets: Option<Vec<&[Node]>> = arguments.iter().map(closed_list).collect();
    let sets = sets.filter(|sets| !sets.is_empty())?;
    match name {
        "setunion" => Some(Node::List(set_order(sets.concat()))),
        "setintersection" | "setsubtract" if !arguments.iter().all(Node::is_plain) => None,
        "setintersection" => sets.split_first().map(|(first, rest)| {
            let kept = first
                .iter()
                .filter(|item| rest.iter().all(|set| set.contains(item)));
            Node::List(set_order(kept.cloned().collect()))
        }),
        "setsubtract" => sets.split_first().map(|(first, rest)| {
            let kept = first
                .iter()
                .filter(|item| !rest.iter().any(|set| set.contains(item)));
            Node::List(set_order(kept.cloned().collect()))
        }),
        "setproduct" => product(&sets),
        _ => None,
    }
}

fn product(sets: &[&[Node]]) -> Option<Node> {
    let size = sets
        .iter()
        .try_fold(1_usize, |size, set| size.checked_mul(set.len()))?;
    if size > MOST_PRODUCTS {
        return None;
    }
    let mut products: Vec<Vec<Node>> = vec![Vec::new()];
    for set in sets {
        products = products
            .iter()
            .flat_map(|prefix| {
                set.iter().map(|item| {
                    let mut longer = prefix.clone();
                    longer.push(item.clone());
                    longer
                })
            })
            .collect();
    }
    Some(Node::List(products.into_iter().map(Node::List).collect()))
}
