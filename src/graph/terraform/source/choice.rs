//! Choices that a configuration leaves open, and what they do to the values computed from them.

use std::sync::Arc;

use crate::value::{Node, OneOf, Text};

use super::error::{Fault, Outcome, invalid};
use super::evaluator::Evaluator;
use super::expression::{Branches, Decision};
use super::mark::{Marks, marked, peek, peeled, spelled, under};
use super::unknown::derived;

/// Choices nested deeper than this are not told apart any more.
const NESTED_CHOICES: usize = 6;

/// A choice; one that makes no difference is its value.
pub(super) fn one_of(condition: Text, values: Vec<Node>) -> Node {
    match values.first() {
        Some(first) if values.iter().all(|value| value == first) => first.clone(),
        _ => Node::OneOf(Arc::new(OneOf { condition, values })),
    }
}

/// `node` where the branch `taken` of `condition` is taken.
pub(super) fn given_branch(node: &Node, condition: &str, taken: usize) -> Node {
    match node {
        Node::OneOf(_) if peek(node).0 != Marks::default() => {
            let (marks, inner) = peek(node);
            marked(marks, given_branch(inner, condition, taken))
        }
        Node::OneOf(choice) if &*choice.condition == condition => choice
            .values
            .get(taken)
            .map_or(Node::Null, |value| given_branch(value, condition, taken)),
        other => other.clone(),
    }
}

/// A boolean, also one that is spelled as text.
pub(super) fn truth(node: &Node) -> Option<bool> {
    match node {
        Node::Bool(value) => Some(*value),
        Node::Text(text) if matches!(&**text, "true" | "1") => Some(true),
        Node::Text(text) if matches!(&**text, "false" | "0") => Some(false),
        _ => None,
    }
}

impl Evaluator<'_> {
    /// Whether a condition holds, or what that depends on.
    pub(super) fn decide(&mut self, condition: Node) -> Outcome<Decision> {
        let condition = self.settled(peeled(condition).1)?;
        let condition = peeled(condition).1;
        if let Some(value) = truth(&condition) {
            return Ok(Decision::Always(value));
        }
        match &condition {
            Node::Null => Err(invalid("null is no condition")),
            Node::List(_) | Node::Object(_) | Node::Number(_) | Node::Text(_) | Node::Json(_) => {
                Err(invalid("not a condition"))
            }
            Node::OneOf(choice) => {
                let decided: Option<Vec<bool>> = choice.values.iter().map(truth).collect();
                match decided {
                    Some(holds) => Ok(Decision::Depends(Branches {
                        condition: choice.condition.clone(),
                        holds,
                    })),
                    None => Ok(Decision::Depends(open_condition(&condition))),
                }
            }
            symbolic => Ok(Decision::Depends(open_condition(symbolic))),
        }
    }

    /// Computes from each value that `node` can take.
    pub(super) fn over_choices(
        &mut self,
        node: Node,
        compute: &mut dyn FnMut(&mut Self, Node) -> Outcome,
    ) -> Outcome {
        self.over_all(vec![node], 0, &mut |evaluator, mut nodes| {
            let node = nodes.pop().unwrap_or_default();
            compute(evaluator, node)
        })
    }

    /// Computes from each combination of values that `nodes` can take; equal conditions choose alike.
    pub(super) fn over_all(
        &mut self,
        nodes: Vec<Node>,
        depth: usize,
        compute: &mut dyn FnMut(&mut Self, Vec<Node>) -> Outcome,
    ) -> Outcome {
        let choice = nodes.iter().find_map(|node| match under(node) {
            Node::OneOf(choice) => Some(Arc::clone(choice)),
            _ => None,
        });
        let Some(choice) = choice else {
            return compute(self, nodes);
        };
        if depth >= NESTED_CHOICES {
            let operands: Vec<&Node> = nodes.iter().collect();
            let spelling = spelled(&Node::List(nodes.clone()));
            return Ok(Node::Unknown(
                derived("choice", format!("choice {spelling}"), &operands, None).into(),
            ));
        }
        let mut values = Vec::new();
        let mut problem = None;
        let mut has_value = false;
        for taken in 0..choice.values.len() {
            let taken: Vec<Node> = nodes
                .iter()
                .map(|node| given_branch(node, &choice.condition, taken))
                .collect();
            self.charge(taken.len())?;
            values.push(match self.over_all(taken, depth + 1, compute) {
                Err(Fault::Invalid(found)) => {
                    let spelling = format!("error:{}", found.message);
                    problem.get_or_insert(found);
                    Node::Unknown(derived("error", spelling, &[], None).into())
                }
                other => {
                    has_value = true;
                    other?
                }
            });
        }
        if let (false, Some(problem)) = (has_value, problem) {
            return Err(Fault::Invalid(problem));
        }
        Ok(one_of(choice.condition.clone(), values))
    }
}

/// The choice between true and false that an unknown condition leaves; its negation is the same choice.
fn open_condition(condition: &Node) -> Branches {
    let identity = spelled(condition);
    match identity.strip_prefix('!') {
        Some(positive) => Branches {
            condition: Text::from(positive),
            holds: vec![false, true],
        },
        None => Branches {
            condition: Text::from(identity),
            holds: vec![true, false],
        },
    }
}
