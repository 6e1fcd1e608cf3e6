//! `try` and `can`: what an expression gives when it has no value, or may have none.

use hcl_edit::expr::{Expression, FuncCall};

use crate::value::{Node, Text};

use super::super::choice::{given_branch, one_of};
use super::super::error::{Fault, Outcome, invalid};
use super::super::evaluator::Evaluator;
use super::super::mark::{Marks, bare, peek, spelled};
use super::super::scope::Scope;
use super::super::unknown::derived;

impl Evaluator<'_> {
    /// The first argument that has a value; one that may turn out to have none leaves a choice.
    pub(super) fn try_each(&mut self, call: &FuncCall, scope: &mut Scope) -> Outcome {
        let mut attempts: Vec<(Node, Option<Text>)> = Vec::new();
        let mut last = invalid("`try` without arguments");
        for argument in &call.args {
            let (outcome, fallible) = self.attempted(argument, scope);
            match outcome {
                Err(Fault::Invalid(problem)) => last = Fault::Invalid(problem),
                Err(fatal) => return Err(fatal),
                Ok(value) => {
                    let certain = !fallible && !may_fail(&value);
                    let condition = fallible.then(|| own_condition(argument, &value, scope));
                    attempts.push((value, condition));
                    if certain {
                        break;
                    }
                }
            }
        }
        let Some((mut result, _)) = attempts.pop() else {
            return Err(last);
        };
        while let Some((attempt, condition)) = attempts.pop() {
            let attempt = without_errors(&attempt, &result);
            result = match condition {
                Some(condition) => one_of(condition, vec![attempt, result]),
                None if may_fail(&attempt) => {
                    let condition = Text::from(format!("can({})", spelled(&attempt)));
                    one_of(condition, vec![attempt, result])
                }
                None => attempt,
            };
        }
        Ok(result)
    }

    pub(super) fn can(&mut self, call: &FuncCall, scope: &mut Scope) -> Outcome {
        let Some(argument) = call.args.get(0) else {
            return Err(invalid("`can` without an argument"));
        };
        let (outcome, fallible) = self.attempted(argument, scope);
        match outcome {
            Err(Fault::Invalid(_)) => Ok(Node::Bool(false)),
            Err(fatal) => Err(fatal),
            Ok(value) if fallible || may_fail(&value) => {
                let spelling = if fallible {
                    own_condition(argument, &value, scope).to_string()
                } else {
                    format!("can({})", spelled(&value))
                };
                Ok(Node::Unknown(
                    derived("function", spelling, &[&value], Some("bool")).into(),
                ))
            }
            Ok(_) => Ok(Node::Bool(true)),
        }
    }

    /// The value of an expression, and whether something in it may fail yet that the value does not show.
    fn attempted(&mut self, argument: &Expression, scope: &mut Scope) -> (Outcome, bool) {
        let before = std::mem::replace(&mut self.fallible, false);
        let outer = std::mem::replace(&mut self.attempting, true);
        let outcome = self.typed(argument, scope);
        self.attempting = outer;
        let fallible = std::mem::replace(&mut self.fallible, before);
        (outcome, fallible)
    }
}

/// Whether an expression has a value: a condition of its own, because equal values may come from different expressions.
fn own_condition(argument: &Expression, value: &Node, scope: &Scope) -> Text {
    let bindings = scope.bindings.iter();
    let bindings: Vec<String> = bindings
        .map(|(name, bound)| format!("{name}={}", spelled(bound)))
        .collect();
    let place = format!(
        "{}:{}:{argument:?}:{bindings:?}",
        scope.instance, scope.owner
    );
    Text::from(format!(
        "can({}:{})",
        crate::value::digest(&place),
        spelled(value)
    ))
}

/// A value in whose branches without one another stands.
fn without_errors(node: &Node, other: &Node) -> Node {
    match node {
        Node::Unknown(unknown) if &*unknown.reason == "error" => other.clone(),
        Node::OneOf(choice) if peek(node).0 == Marks::default() => {
            let branches = choice.values.iter().enumerate();
            let values = branches.map(|(taken, value)| {
                without_errors(value, &given_branch(other, &choice.condition, taken))
            });
            one_of(choice.condition.clone(), values.collect())
        }
        other => other.clone(),
    }
}

/// Whether what is computed from unknown values may turn out to have no value.
///
/// An attribute of a resource exists, or the toolchain refuses the configuration.
pub(in super::super) fn may_fail(value: &Node) -> bool {
    match value {
        Node::Unknown(unknown) => {
            &*unknown.reason != "pseudo parameter" && &*unknown.reason != "data source"
        }
        Node::List(items) | Node::Join(items) => items.iter().any(may_fail),
        Node::Object(members) => members.values().any(may_fail),
        Node::OneOf(choice) => choice.values.iter().any(may_fail),
        Node::Json(inner) => may_fail(inner),
        Node::Rest(_) => true,
        Node::Ref(_) => false,
        plain => !bare(plain.clone()).is_plain(),
    }
}
