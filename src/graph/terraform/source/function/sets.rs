//! Functions on sets.

use crate::value::Node;

use super::super::error::{Outcome, invalid};
use super::super::kind::{collection, common, converted};
use super::super::mark::{Shape, bare, marked, peek, under};
use super::super::types::set_order;
use super::closed_list;

/// Elements of a product that are listed.
const MOST_PRODUCTS: usize = 20_000;

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    if !name.starts_with("set") {
        return Ok(None);
    }
    let sets: Option<Vec<&[Node]>> = arguments.iter().map(closed_list).collect();
    let Some(sets) = sets.filter(|sets| !sets.is_empty()) else {
        let impossible = arguments.iter().any(|node| {
            matches!(
                under(node),
                Node::Object(_) | Node::Text(_) | Node::Number(_) | Node::Bool(_)
            )
        });
        return if impossible {
            Err(invalid("sets are needed"))
        } else {
            Ok(None)
        };
    };
    let as_set = |items: Vec<Node>| Some(marked(Shape::Set, Node::List(set_order(items))));
    let is_plain = || arguments.iter().all(|set| bare(set.clone()).is_plain());
    Ok(match name {
        "setunion" => as_set(sets.concat()),
        "setintersection" | "setsubtract" if !is_plain() => None,
        "setintersection" => sets.split_first().and_then(|(first, rest)| {
            let kept = first
                .iter()
                .filter(|item| rest.iter().all(|set| set.contains(item)));
            as_set(kept.cloned().collect())
        }),
        "setsubtract" if arguments.len() != 2 => {
            return Err(invalid("`setsubtract` needs two sets"));
        }
        "setsubtract" => sets.split_first().and_then(|(first, rest)| {
            let kept = first
                .iter()
                .filter(|item| !rest.iter().any(|set| set.contains(item)));
            as_set(kept.cloned().collect())
        }),
        "setproduct" if arguments.len() < 2 => return Err(invalid("`setproduct` needs two sets")),
        "setproduct" => return product(arguments),
        _ => None,
    })
}

fn product(arguments: &[Node]) -> Outcome<Option<Node>> {
    let mut sets = Vec::new();
    for argument in arguments {
        let items = closed_list(argument).unwrap_or_default();
        let kind = common(items.iter())?;
        let items = items.iter().cloned().map(|item| converted(item, &kind));
        sets.push(items.collect::<Outcome<Vec<_>>>()?);
    }
    let size = sets
        .iter()
        .try_fold(1_usize, |size, set| size.checked_mul(set.len()));
    if size.is_none_or(|size| size.saturating_mul(sets.len()) > MOST_PRODUCTS) {
        return Ok(None);
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
    let products = Node::List(products.into_iter().map(Node::List).collect());
    let any_set = arguments.iter().any(|argument| peek(argument).0.is_set());
    collection(if any_set { Shape::Set } else { Shape::List }, products).map(Some)
}
