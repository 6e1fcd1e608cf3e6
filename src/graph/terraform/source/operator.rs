//! Operators on values, known or not.

use std::cmp::Ordering;

use hcl_edit::expr::{BinaryOp, BinaryOperator, UnaryOp, UnaryOperator};

use crate::value::{Node, Number};

use super::choice::truth;
use super::decimal::Decimal;
use super::error::{Fault, Outcome, invalid};
use super::evaluator::Evaluator;
use super::function::known_text;
use super::scope::Scope;
use super::unknown::derived;

/// Attributes that a provider never leaves null.
const NEVER_NULL: [&str; 2] = ["arn", "id"];

impl Evaluator<'_> {
    pub(super) fn unary(&mut self, operation: &UnaryOp, scope: &mut Scope) -> Outcome {
        let operand = self.evaluate(&operation.expr, scope)?;
        let operand = self.settled(operand)?;
        let operator = *operation.operator.value();
        self.over_choices(operand, &mut |_, operand| match operator {
            UnaryOperator::Neg => match number(&operand) {
                Some(number) => Ok(Decimal::from(0)
                    .minus(&number)
                    .map_or(Node::Null, Decimal::into_node)),
                None if is_open(&operand) => Ok(open(
                    format!("-{}", operand.identity()),
                    &[&operand],
                    "number",
                )),
                None => Err(invalid("not a number")),
            },
            UnaryOperator::Not => match truth(&operand) {
                Some(value) => Ok(Node::Bool(!value)),
                None if is_open(&operand) => {
                    let identity = operand.identity();
                    let spelling = identity
                        .strip_prefix('!')
                        .map_or(format!("!{identity}"), ToOwned::to_owned);
                    Ok(open(spelling, &[&operand], "bool"))
                }
                None => Err(invalid("not a boolean")),
            },
        })
    }

    pub(super) fn binary(&mut self, operation: &BinaryOp, scope: &mut Scope) -> Outcome {
        let operator = *operation.operator.value();
        let left = self.evaluate(&operation.lhs_expr, scope)?;
        let is_logical = matches!(operator, BinaryOperator::And | BinaryOperator::Or);
        if is_logical {
            let decided = self.settled(left.clone())?;
            // Terraform evaluates both sides; where the left one decides, the right one may lack a value.
            if truth(&decided) == Some(operator == BinaryOperator::Or) {
                return Ok(decided);
            }
        }
        let right = match self.evaluate(&operation.rhs_expr, scope) {
            Err(Fault::Invalid(_)) if is_logical && is_open(&left) => {
                return Ok(open(
                    format!("{} {}", left.identity(), operator.as_str()),
                    &[&left],
                    "bool",
                ));
            }
            other => other?,
        };
        self.over_all(vec![left, right], 0, &mut |evaluator, mut both| {
            let right = both.pop().unwrap_or_default();
            let left = both.pop().unwrap_or_default();
            if let Some(value) = compute(operator, &left, &right)? {
                return Ok(value);
            }
            let settled_left = evaluator.settled(left.clone())?;
            let settled_right = evaluator.settled(right.clone())?;
            if settled_left != left || settled_right != right {
                return evaluator.over_all(vec![settled_left, settled_right], 0, &mut |_, both| {
                    let (left, right) = (
                        both.first().unwrap_or(&Node::Null),
                        both.get(1).unwrap_or(&Node::Null),
                    );
                    Ok(compute(operator, left, right)?
                        .unwrap_or_else(|| undecided(operator, left, right)))
                });
            }
            Ok(undecided(operator, &left, &right))
        })
    }
}

fn undecided(operator: BinaryOperator, left: &Node, right: &Node) -> Node {
    let (spelled, negated) = match operator {
        BinaryOperator::NotEq => ("==", true),
        other => (other.as_str(), false),
    };
    let spelling = format!("{} {spelled} {}", left.identity(), right.identity());
    let kind = match operator {
        BinaryOperator::Plus
        | BinaryOperator::Minus
        | BinaryOperator::Mul
        | BinaryOperator::Div
        | BinaryOperator::Mod => "number",
        _ => "bool",
    };
    open(
        if negated {
            format!("!{spelling}")
        } else {
            spelling
        },
        &[left, right],
        kind,
    )
}

fn open(spelling: String, operands: &[&Node], kind: &'static str) -> Node {
    Node::Unknown(derived("expression", spelling, operands, Some(kind)).into())
}

fn is_open(node: &Node) -> bool {
    matches!(
        node,
        Node::Unknown(_) | Node::Ref(_) | Node::Join(_) | Node::OneOf(_)
    )
}

fn number(node: &Node) -> Option<Decimal> {
    match node {
        Node::Number(number) => Decimal::of(number),
        Node::Text(text) => Decimal::of(&Number::parse(text)?),
        _ => None,
    }
}

/// The result, when the operands decide it.
fn compute(operator: BinaryOperator, left: &Node, right: &Node) -> Outcome<Option<Node>> {
    match operator {
        BinaryOperator::And | BinaryOperator::Or => {
            let decisive = operator == BinaryOperator::Or;
            Ok(match (truth(left), truth(right)) {
                (Some(left), _) if left == decisive => Some(Node::Bool(decisive)),
                (_, Some(right)) if right == decisive => Some(Node::Bool(decisive)),
                (Some(_), Some(_)) => Some(Node::Bool(!decisive)),
                // The neutral side leaves the other one.
                (Some(_), None) if is_open(right) => Some(right.clone()),
                (None, Some(_)) if is_open(left) => Some(left.clone()),
                _ => None,
            })
        }
        BinaryOperator::Eq => Ok(equal(left, right).map(Node::Bool)),
        BinaryOperator::NotEq => Ok(equal(left, right).map(|equal| Node::Bool(!equal))),
        _ => arithmetic(operator, left, right),
    }
}

fn arithmetic(operator: BinaryOperator, left: &Node, right: &Node) -> Outcome<Option<Node>> {
    let (Some(first), Some(second)) = (number(left), number(right)) else {
        return if is_open(left) || is_open(right) {
            Ok(None)
        } else {
            Err(invalid(format!("`{}` needs numbers", operator.as_str())))
        };
    };
    let order = first.compare(&second);
    let ordered = |wanted: &[Ordering]| Ok(order.map(|order| Node::Bool(wanted.contains(&order))));
    let value = match operator {
        BinaryOperator::Less => return ordered(&[Ordering::Less]),
        BinaryOperator::LessEq => return ordered(&[Ordering::Less, Ordering::Equal]),
        BinaryOperator::Greater => return ordered(&[Ordering::Greater]),
        BinaryOperator::GreaterEq => return ordered(&[Ordering::Greater, Ordering::Equal]),
        BinaryOperator::Plus => first.plus(&second),
        BinaryOperator::Minus => first.minus(&second),
        BinaryOperator::Mul => first.times(&second),
        BinaryOperator::Div | BinaryOperator::Mod if second.is_zero() => {
            return Err(invalid("division by zero"));
        }
        BinaryOperator::Div => first.divided_by(&second),
        BinaryOperator::Mod => first.remainder(&second),
        _ => None,
    };
    Ok(value.map(Decimal::into_node))
}

/// Whether two values are equal, when that is certain.
pub(super) fn equal(left: &Node, right: &Node) -> Option<bool> {
    match (left, right) {
        (Node::Ref(reference), Node::Null) | (Node::Null, Node::Ref(reference)) => {
            let computed =
                NEVER_NULL.contains(&&*reference.attribute) || reference.attribute.is_empty();
            computed.then_some(false)
        }
        (Node::Join(_) | Node::Json(_), Node::Null)
        | (Node::Null, Node::Join(_) | Node::Json(_)) => Some(false),
        (Node::List(items), _) | (_, Node::List(items)) if items.iter().any(is_rest) => None,
        (Node::Object(members), _) | (_, Node::Object(members))
            if members.values().any(is_rest) =>
        {
            None
        }
        (Node::List(first), Node::List(second)) => {
            all_equal(first.iter().zip(second), first.len() == second.len())
        }
        (Node::Object(first), Node::Object(second)) => {
            let same_keys = first.keys().eq(second.keys());
            all_equal(first.values().zip(second.values()), same_keys)
        }
        _ if left == right => Some(true),
        (Node::Json(_), Node::Text(_) | Node::Json(_)) | (Node::Text(_), Node::Json(_)) => {
            Some(known_text(left)? == known_text(right)?)
        }
        _ if left.is_plain() && right.is_plain() => Some(false),
        // A collection is no scalar, whatever is inside it.
        (
            Node::List(_) | Node::Object(_),
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_),
        )
        | (
            Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_),
            Node::List(_) | Node::Object(_),
        ) => Some(false),
        _ => None,
    }
}

fn is_rest(node: &Node) -> bool {
    matches!(node, Node::Rest(_))
}

fn all_equal<'n>(
    pairs: impl Iterator<Item = (&'n Node, &'n Node)>,
    same_shape: bool,
) -> Option<bool> {
    let mut open = false;
    for (left, right) in pairs {
        match equal(left, right) {
            Some(true) => {}
            Some(false) => return Some(false),
            None => open = true,
        }
    }
    match (same_shape, open) {
        (false, _) => Some(false),
        (true, true) => None,
        (true, false) => Some(true),
    }
}
