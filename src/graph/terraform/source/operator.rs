//! Operators on values, known or not.

use std::cmp::Ordering;

use hcl_edit::expr::{BinaryOp, BinaryOperator, Expression, UnaryOp, UnaryOperator};

use crate::value::Node;

use super::choice::truth;
use super::error::{Fault, Outcome, invalid};
use super::evaluator::Evaluator;
use super::float::Float;
use super::function::known_text;
use super::kind::Kind;
use super::mark::{bare, hidden, is_sensitive, peek, peeled, shown, spelled, under};
use super::scope::Scope;
use super::traverse::name_at;
use super::unknown::{derived, infinity};

/// Attributes that a provider never leaves null.
const NEVER_NULL: [&str; 2] = ["arn", "id"];

impl Evaluator<'_> {
    pub(super) fn unary(&mut self, operation: &UnaryOp, scope: &mut Scope) -> Outcome {
        let operand = self.typed(&operation.expr, scope)?;
        let (marks, operand) = peeled(self.settled(operand)?);
        let operator = *operation.operator.value();
        let result = self.over_choices(operand, &mut |_, operand| match operator {
            UnaryOperator::Neg => match Float::of(&operand) {
                Some(number) => Ok(number.negated().into_node()),
                None if is_open(&operand) => Ok(open(
                    format!("-{}", spelled(&operand)),
                    &[&operand],
                    "number",
                )),
                None => Err(invalid("not a number")),
            },
            UnaryOperator::Not => match truth(&operand) {
                Some(value) => Ok(Node::Bool(!value)),
                None if is_open(&operand) => {
                    let identity = spelled(&operand);
                    let spelling = identity
                        .strip_prefix('!')
                        .map_or(format!("!{identity}"), ToOwned::to_owned);
                    Ok(open(spelling, &[&operand], "bool"))
                }
                None => Err(invalid("not a boolean")),
            },
        })?;
        Ok(hidden(marks.sensitive, result))
    }

    pub(super) fn binary(&mut self, operation: &BinaryOp, scope: &mut Scope) -> Outcome {
        let operator = *operation.operator.value();
        let left = self.typed(&operation.lhs_expr, scope)?;
        let mut sensitive = is_sensitive(&left);
        let left = shown(left);
        let is_logical = matches!(operator, BinaryOperator::And | BinaryOperator::Or);
        if is_logical {
            let decided = self.settled(left.clone())?;
            // Terraform evaluates both sides; where the left one decides, the right one may lack a value.
            if truth(under(&decided)) == Some(operator == BinaryOperator::Or) {
                sensitive |= self
                    .typed(&operation.rhs_expr, scope)
                    .is_ok_and(|right| is_sensitive(&right));
                return Ok(hidden(
                    sensitive,
                    Node::Bool(operator == BinaryOperator::Or),
                ));
            }
        }
        let right = match self.typed(&operation.rhs_expr, scope) {
            Err(Fault::Invalid(_)) if is_logical && is_open(&left) => {
                return Ok(open(
                    format!("{} {}", spelled(&left), operator.as_str()),
                    &[&left],
                    "bool",
                ));
            }
            other => other?,
        };
        sensitive |= is_sensitive(&right);
        let right = shown(right);
        let narrow = operator == BinaryOperator::Div
            && self.counts(&operation.lhs_expr, scope.instance, 0)
            && self.counts(&operation.rhs_expr, scope.instance, 0);
        let result = self.over_all(vec![left, right], 0, &mut |evaluator, mut both| {
            let right = both.pop().unwrap_or_default();
            let left = both.pop().unwrap_or_default();
            if let Some(value) = compute(operator, &left, &right, narrow)? {
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
                    Ok(compute(operator, left, right, narrow)?
                        .unwrap_or_else(|| undecided(operator, left, right)))
                });
            }
            Ok(undecided(operator, &left, &right))
        })?;
        Ok(hidden(sensitive, result))
    }
}

impl Evaluator<'_> {
    /// Whether an expression is made of counted numbers alone, which have fewer bits than written ones.
    fn counts(&self, expression: &Expression, instance: usize, depth: usize) -> bool {
        let inside = |inner: &Expression| depth < 8 && self.counts(inner, instance, depth + 1);
        match expression {
            Expression::Parenthesis(inner) => inside(inner.inner()),
            Expression::FuncCall(call) => {
                matches!(call.name.name.as_str(), "length" | "index" | "signum")
            }
            Expression::UnaryOp(operation) => inside(&operation.expr),
            Expression::BinaryOp(operation) => {
                inside(&operation.lhs_expr) && inside(&operation.rhs_expr)
            }
            Expression::Traversal(traversal) => {
                let root = traversal.expr.as_variable().map(hcl_edit::Ident::as_str);
                match (root, name_at(&traversal.operators, 0)) {
                    (Some("count"), Some("index")) => true,
                    (Some("local"), Some(name)) if traversal.operators.len() == 1 => {
                        let local = self.index_of(instance).locals.get(name);
                        local.is_some_and(|(_, expression)| inside(expression))
                    }
                    _ => false,
                }
            }
            _ => false,
        }
    }
}

fn undecided(operator: BinaryOperator, left: &Node, right: &Node) -> Node {
    let (sign, negated) = match operator {
        BinaryOperator::NotEq => ("==", true),
        other => (other.as_str(), false),
    };
    let spelling = format!("{} {sign} {}", spelled(left), spelled(right));
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

/// The result, when the operands decide it.
fn compute(
    operator: BinaryOperator,
    left: &Node,
    right: &Node,
    narrow: bool,
) -> Outcome<Option<Node>> {
    match operator {
        BinaryOperator::And | BinaryOperator::Or => {
            let decisive = operator == BinaryOperator::Or;
            let (left, right) = (under(left), under(right));
            let is_truth = |node: &Node| truth(node).is_some() || is_open(node);
            if !is_truth(left) || !is_truth(right) {
                return Err(invalid(format!("`{}` needs booleans", operator.as_str())));
            }
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
        _ => arithmetic(operator, left, right, narrow),
    }
}

fn arithmetic(
    operator: BinaryOperator,
    left: &Node,
    right: &Node,
    narrow: bool,
) -> Outcome<Option<Node>> {
    let (left, right) = (under(left), under(right));
    let (Some(first), Some(second)) = (Float::of(left), Float::of(right)) else {
        let fits = |node: &Node| is_open(node) || Float::of(node).is_some();
        return if fits(left) && fits(right) {
            Ok(None)
        } else {
            Err(invalid(format!("`{}` needs numbers", operator.as_str())))
        };
    };
    let order = first.compare(&second);
    let ordered = |wanted: &[Ordering]| Ok(Some(Node::Bool(wanted.contains(&order))));
    let value = match operator {
        BinaryOperator::Less => return ordered(&[Ordering::Less]),
        BinaryOperator::LessEq => return ordered(&[Ordering::Less, Ordering::Equal]),
        BinaryOperator::Greater => return ordered(&[Ordering::Greater]),
        BinaryOperator::GreaterEq => return ordered(&[Ordering::Greater, Ordering::Equal]),
        BinaryOperator::Plus => Some(first.plus(&second)),
        BinaryOperator::Minus => Some(first.minus(&second)),
        BinaryOperator::Mul => Some(first.times(&second)),
        BinaryOperator::Div if second.is_zero() && !first.is_zero() => {
            return Ok(Some(infinity(&format!("{} / 0", spelled(left)))));
        }
        // The quotient is an infinity, of which Terraform takes nothing away.
        BinaryOperator::Mod if second.is_zero() && !first.is_zero() => Some(first),
        BinaryOperator::Div | BinaryOperator::Mod if second.is_zero() => {
            return Err(invalid("division by zero"));
        }
        BinaryOperator::Div if narrow => first.divided_by(&second).map(Float::narrowed),
        BinaryOperator::Div => first.divided_by(&second),
        BinaryOperator::Mod => first.remainder(&second),
        _ => None,
    };
    Ok(value.map(Float::into_node))
}

/// Whether two values are equal, when that is certain.
pub(super) fn equal(left: &Node, right: &Node) -> Option<bool> {
    let ((left_marks, left), (right_marks, right)) = (peek(left), peek(right));
    let both_collections = |node: &Node| matches!(node, Node::List(_) | Node::Object(_));
    if left_marks.shape != right_marks.shape
        && (both_collections(left) || left_marks.shape.is_some())
        && (both_collections(right) || right_marks.shape.is_some())
        && (both_collections(left) || both_collections(right))
    {
        return Some(false);
    }
    if differ_in_type(left, right) {
        return Some(false);
    }
    if left_marks.is_set() && right_marks.is_set() {
        let plain = |node: &Node| bare(node.clone()).is_plain();
        return (plain(left) && plain(right)).then(|| left == right);
    }
    if matches!(
        (left, right),
        (Node::List(_), Node::Object(_)) | (Node::Object(_), Node::List(_))
    ) {
        return Some(false);
    }
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
        (Node::Join(parts), Node::Text(text)) | (Node::Text(text), Node::Join(parts)) => {
            excluded(parts, text).then_some(false)
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

/// Whether two values are of two primitive types, and not both may be null.
fn differ_in_type(left: &Node, right: &Node) -> bool {
    let primitive = |node: &Node| match Kind::of(node) {
        kind @ (Kind::String | Kind::Number | Kind::Bool) => Some(kind),
        _ => None,
    };
    let is_known = |node: &Node| {
        !matches!(
            node,
            Node::Unknown(_) | Node::Ref(_) | Node::OneOf(_) | Node::Null
        )
    };
    match (primitive(left), primitive(right)) {
        (Some(first), Some(second)) => first != second && (is_known(left) || is_known(right)),
        (Some(_), None) => matches!(right, Node::List(_) | Node::Object(_)),
        (None, Some(_)) => matches!(left, Node::List(_) | Node::Object(_)),
        (None, None) => false,
    }
}

/// Whether a partly known string cannot be `text`, by how it begins or ends.
fn excluded(parts: &[Node], text: &str) -> bool {
    let first = parts.first().and_then(Node::as_text).unwrap_or_default();
    let last = parts.last().and_then(Node::as_text).unwrap_or_default();
    !text.starts_with(first) || !text.ends_with(last)
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
