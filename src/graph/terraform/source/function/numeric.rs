//! Functions on numbers.

use std::cmp::Ordering;

use crate::value::{Node, Number};

use super::super::decimal::Decimal;
use super::super::error::{Outcome, invalid};
use super::{closed_list, known_integer};

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    let decimals = |nodes: &[Node]| nodes.iter().map(decimal).collect::<Option<Vec<_>>>();
    let extreme = |wanted: Ordering| {
        let numbers = decimals(arguments)?;
        let best = numbers.into_iter().reduce(|best, number| {
            if number.compare(&best) == Some(wanted) {
                number
            } else {
                best
            }
        });
        best.map(Decimal::into_node)
    };
    Ok(match (name, arguments) {
        ("max", _) => extreme(Ordering::Greater),
        ("min", _) => extreme(Ordering::Less),
        ("sum", [list]) => closed_list(list).and_then(decimals).and_then(|numbers| {
            let total = numbers
                .iter()
                .try_fold(Decimal::from(0), |total, number| total.plus(number));
            total.map(Decimal::into_node)
        }),
        ("floor", [value]) => decimal(value)
            .and_then(|value| value.floor())
            .map(Decimal::into_node),
        ("ceil", [value]) => decimal(value)
            .and_then(|value| value.ceil())
            .map(Decimal::into_node),
        ("abs", [value]) => decimal(value).and_then(|value| {
            let zero = Decimal::from(0);
            let negative = value.compare(&zero) == Some(Ordering::Less);
            if negative {
                zero.minus(&value)
            } else {
                Some(value)
            }
            .map(Decimal::into_node)
        }),
        ("pow", [base, exponent]) => match (known_integer(base), known_integer(exponent)) {
            (Some(base), Some(exponent)) => u32::try_from(exponent)
                .ok()
                .and_then(|exponent| base.checked_pow(exponent))
                .map(Node::from),
            _ => None,
        },
        ("parseint", [Node::Text(text), base]) => {
            match known_integer(base).and_then(|base| u32::try_from(base).ok()) {
                Some(base @ 2..=36) => {
                    let value = i64::from_str_radix(text, base);
                    Some(Node::from(
                        value.map_err(|_| invalid(format!("`{text}` is no number")))?,
                    ))
                }
                _ => None,
            }
        }
        ("tonumber", [Node::Text(text)]) => Some(Node::Number(
            Number::parse(text).ok_or_else(|| invalid(format!("`{text}` is no number")))?,
        )),
        ("tobool", [Node::Text(text)]) => match &**text {
            "true" => Some(Node::Bool(true)),
            "false" => Some(Node::Bool(false)),
            other => return Err(invalid(format!("`{other}` is no boolean"))),
        },
        (
            "tonumber" | "tobool",
            [
                value @ (Node::Null
                | Node::Number(_)
                | Node::Bool(_)
                | Node::Unknown(_)
                | Node::Ref(_)),
            ],
        ) => Some(value.clone()),
        _ => None,
    })
}

fn decimal(node: &Node) -> Option<Decimal> {
    match node {
        Node::Number(number) => Decimal::of(number),
        Node::Text(text) => Decimal::of(&Number::parse(text)?),
        _ => None,
    }
}
