//! `try` and `can`: what an expression gives when it has no value, or may have none.

use hcl_edit::expr::{Expression, FuncCall};

use crate::value::{Node, Text};

use super::super::choice::one_of;
use super::super::error::{Fault, Outcome, invalid};
use super::super::evaluator::Evaluator;
use super::super::mark::{bare, spelled};
use super::super::scope::Scope;
use super::super::unknown::derived;

impl Evaluator<'_> {
    /// The first argument that has a value; one that may turn out to have none leaves a choice.
    pub(super) fn try_each(&mut self, call: &FuncCall, scope: &mut Scope) -> Outcome {
        let mut attempts: Vec<Node> = Vec::new();
        let mut last = invalid("`try` without arguments");
        for argument in &call.args {
            let (outcome, fallible) = self.attempted(argument, scope);
            match outcome {
                Err(Fault::Invalid(problem)) => last = Fault::Invalid(problem),
                Err(fatal) => return Err(fatal),
                Ok(value) => {
                    let certain = !fallible && !may_fail(&value);
                    attempts.push(value);
                    if certain {
                        break;
                    }
                }
            }
        }
        let Some(mut result) = attempts.pop() else {
            return Err(last);
        };
        while let Some(attempt) = attempts.pop() {
            let condition = Text::from(format!("can({})", spelled(&attempt)));
            result = one_of(condition, vec![attempt, result]);
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
                let spelling = format!("can({})", spelled(&value));
                Ok(Node::Unknown(
                    derived("function", spelling, &[&value], Some("bool")).into(),
                ))
            }
            Ok(_) => Ok(Node::Bool(true)),
        }
    }

    /// The value of an expression, and whether a conversion in it may fail yet.
    fn attempted(&mut self, argument: &Expression, scope: &mut Scope) -> (Outcome, bool) {
        let before = std::mem::replace(&mut self.fallible, false);
        let outcome = self.typed(argument, scope);
        let fallible = std::mem::replace(&mut self.fallible, before);
        (outcome, fallible)
    }
}

/// Whether what is computed from unknown values may turn out to have no value.
///
/// An attribute of a resource exists, or the toolchain refuses the configuration.
fn may_fail(value: &Node) -> bool {
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
