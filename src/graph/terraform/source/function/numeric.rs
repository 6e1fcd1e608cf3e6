//! Functions on numbers.

use std::cmp::Ordering;

use crate::value::Node;

use super::super::error::{Outcome, invalid};
use super::super::float::{Float, integer};
use super::super::kind::{Kind, converted};
use super::super::mark::under;
use super::super::unknown::infinity;
use super::binary64::{logarithm, power};
use super::{closed_list, known_integer, known_number, known_text};

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    let extreme = |wanted: Ordering| {
        let numbers: Option<Vec<Float>> = arguments.iter().map(known_number).collect();
        let best = numbers?.into_iter().reduce(|best, number| {
            if number.compare(&best) == wanted {
                number
            } else {
                best
            }
        });
        best.map(Float::into_node)
    };
    let node = |number: Option<Float>| number.map(Float::into_node);
    Ok(match (name, arguments) {
        ("max", _) => extreme(Ordering::Greater),
        ("min", _) => extreme(Ordering::Less),
        ("sum", [list]) => return sum(list),
        ("floor", [value]) => node(known_number(value).map(|value| value.floor())),
        ("ceil", [value]) => node(known_number(value).map(|value| value.ceil())),
        ("abs", [value]) => node(known_number(value).map(|value| value.absolute())),
        ("signum", [value]) => match known_number(value) {
            Some(number) if number.to_i64().is_none() => {
                return Err(invalid("`signum` needs a whole number of 64 bits"));
            }
            Some(number) => Some(Node::from(match number.compare(&Float::from(0)) {
                Ordering::Less => -1_i64,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            })),
            None => None,
        },
        ("pow", [base, exponent]) => {
            let numbers = known_number(base).zip(known_number(exponent));
            let Some((base, number)) = numbers else {
                return Ok(None);
            };
            let Some((base, exponent)) = base.to_f64().zip(number.to_f64()) else {
                return Ok(None);
            };
            match power(base, exponent, number.to_i64()) {
                Some(result) if result.is_infinite() => {
                    Some(infinity(&format!("pow({base}, {exponent})")))
                }
                result => node(result.and_then(Float::from_f64)),
            }
        }
        ("log", [value, base]) => {
            let floats = known_number(value).zip(known_number(base));
            let Some((value, base)) =
                floats.and_then(|(value, base)| Some((value.to_f64()?, base.to_f64()?)))
            else {
                return Ok(None);
            };
            let result = logarithm(value) / logarithm(base);
            if result.is_nan() {
                return Err(invalid("there is no such logarithm"));
            }
            if result.is_infinite() {
                return Ok(Some(infinity(&format!("log({value}, {base})"))));
            }
            node(Float::from_f64(result))
        }
        ("parseint", [text, base]) => return parse_int(text, base),
        ("tonumber", [value]) => return converted(value.clone(), &Kind::Number).map(Some),
        ("tobool", [value]) => return converted(value.clone(), &Kind::Bool).map(Some),
        ("tostring", [value]) => return converted(value.clone(), &Kind::String).map(Some),
        _ => None,
    })
}

fn sum(list: &Node) -> Outcome<Option<Node>> {
    let Some(items) = closed_list(list) else {
        let impossible = matches!(
            under(list),
            Node::Object(_) | Node::Text(_) | Node::Number(_) | Node::Bool(_)
        );
        return if impossible {
            Err(invalid("`sum` needs a list"))
        } else {
            Ok(None)
        };
    };
    if items.is_empty() {
        return Err(invalid("`sum` of nothing"));
    }
    let mut total = Float::from(0);
    for item in items {
        match (known_number(item), under(item)) {
            (Some(number), _) => total = total.plus(&number),
            (None, Node::Unknown(_) | Node::Ref(_) | Node::OneOf(_)) => return Ok(None),
            _ => return Err(invalid("`sum` needs numbers")),
        }
    }
    Ok(Some(total.into_node()))
}

fn parse_int(text: &Node, base: &Node) -> Outcome<Option<Node>> {
    if matches!(
        under(text),
        Node::Number(_) | Node::Bool(_) | Node::List(_) | Node::Object(_)
    ) {
        return Err(invalid("`parseint` needs a string"));
    }
    let (Some(text), Some(base)) = (known_text(text), known_integer(base)) else {
        return Ok(None);
    };
    let base = u32::try_from(base)
        .ok()
        .filter(|base| (2..=62).contains(base));
    let base = base.ok_or_else(|| invalid("the base must be from 2 to 62"))?;
    integer(&text, base)
        .map(|number| Some(number.into_node()))
        .ok_or_else(|| invalid(format!("`{text}` is no number")))
}
