//! Conditions: decided where parameters decide them, else choices that are taken alike wherever the condition is
//! used.
//!
//! What stays an over-approximation, so that a verdict may be `unverifiable` but never wrong: comparisons of a
//! parameter without `AllowedValues` are independent of the parameter's own value; and a condition under which a resource exists, when it is no conjunction, is independent of the comparisons
//! it is made of.

use std::collections::BTreeMap;

use crate::value::{Node, Text};

use super::choice::chosen;
use super::world::{Scope, World};

/// Which branches of a choice are possible, by the choice's id.
pub(super) type Branches = BTreeMap<Text, Vec<bool>>;

/// A condition as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Condition {
    Known(bool),
    /// Holds in some branches of one choice.
    Choice {
        id: Text,
        truth: Vec<bool>,
    },
    All(Vec<Condition>),
    Any(Vec<Condition>),
}

/// A condition of more parts is a choice of its own: conditions made of conditions double.
const PART_LIMIT: usize = 200;

/// Parts in which it is looked for what others decide.
const ABSORPTION_LIMIT: usize = 400;

impl Condition {
    /// How many choices this looks at.
    pub fn parts(&self) -> usize {
        match self {
            Self::Known(_) => 0,
            Self::Choice { .. } => 1,
            Self::All(parts) | Self::Any(parts) => parts.iter().map(Self::parts).sum(),
        }
    }

    /// The choice named `id` between holding and not.
    pub fn named(id: Text) -> Self {
        Self::Choice {
            id,
            truth: vec![true, false],
        }
    }

    pub fn negated(self) -> Self {
        match self {
            Self::Known(value) => Self::Known(!value),
            Self::Choice { id, truth } => Self::Choice {
                id,
                truth: truth.into_iter().map(|holds| !holds).collect(),
            },
            Self::All(parts) => Self::Any(parts.into_iter().map(Self::negated).collect()),
            Self::Any(parts) => Self::All(parts.into_iter().map(Self::negated).collect()),
        }
    }

    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::combined(parts, true)
    }

    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::combined(parts, false)
    }

    /// A conjunction or a disjunction: parts about one choice become one part, known parts disappear or decide.
    fn combined(parts: impl IntoIterator<Item = Self>, conjunction: bool) -> Self {
        let mut merged: Vec<Self> = Vec::new();
        let mut pending: Vec<Self> = parts.into_iter().collect();
        pending.reverse();
        while let Some(part) = pending.pop() {
            match part {
                Self::Known(value) if value == conjunction => {}
                Self::Known(value) => return Self::Known(value),
                Self::All(inner) if conjunction => pending.extend(inner.into_iter().rev()),
                Self::Any(inner) if !conjunction => pending.extend(inner.into_iter().rev()),
                Self::Choice { id, truth } => {
                    let same = merged.iter_mut().find_map(|other| match other {
                        Self::Choice { id: known, truth } if *known == id => Some(truth),
                        _ => None,
                    });
                    match same {
                        Some(known) => known.iter_mut().zip(&truth).for_each(|(holds, other)| {
                            *holds = if conjunction {
                                *holds && *other
                            } else {
                                *holds || *other
                            };
                        }),
                        None => merged.push(Self::Choice { id, truth }),
                    }
                }
                other if merged.contains(&other) => {}
                other => merged.push(other),
            }
        }
        if merged.iter().any(|part| part.always(!conjunction)) {
            return Self::Known(!conjunction);
        }
        let is_mixed = |part: &Self| matches!(part, Self::All(_) | Self::Any(_));
        let is_small = merged.iter().map(Self::parts).sum::<usize>() <= ABSORPTION_LIMIT;
        if merged.len() > 1 && is_small && merged.iter().any(is_mixed) {
            let absorbed = Self::absorbed(merged.clone(), conjunction);
            // Each round takes something away, so that this ends.
            if absorbed != merged {
                return Self::combined(absorbed, conjunction);
            }
        }
        merged.retain(|part| !part.always(conjunction));
        match (merged.len(), conjunction) {
            (0, _) => Self::Known(conjunction),
            (1, _) => merged.remove(0),
            (_, true) => Self::All(merged),
            (_, false) => Self::Any(merged),
        }
    }

    /// Whether this is a choice all of whose branches give `value`.
    fn always(&self, value: bool) -> bool {
        matches!(self, Self::Choice { truth, .. } if truth.iter().all(|holds| *holds == value))
    }

    /// The condition where only some branches are possible.
    pub fn under(&self, branches: &Branches) -> Self {
        match self {
            Self::Known(_) => self.clone(),
            Self::Choice { id, truth } => {
                let Some(possible) = branches.get(id) else {
                    return self.clone();
                };
                let mut found = truth
                    .iter()
                    .zip(possible)
                    .filter(|(_, possible)| **possible)
                    .map(|(holds, _)| *holds);
                match found.next() {
                    Some(first) if found.all(|holds| holds == first) => Self::Known(first),
                    _ => self.clone(),
                }
            }
            Self::All(parts) => Self::all(parts.iter().map(|part| part.under(branches))),
            Self::Any(parts) => Self::any(parts.iter().map(|part| part.under(branches))),
        }
    }

    /// Narrows `branches` to those in which this holds, or does not.
    pub fn assume(&self, holds: bool, branches: &mut Branches) {
        match self {
            Self::Choice { id, truth } => {
                let possible = branches
                    .entry(id.clone())
                    .or_insert_with(|| vec![true; truth.len()]);
                possible
                    .iter_mut()
                    .zip(truth)
                    .for_each(|(possible, value)| *possible &= *value == holds);
            }
            Self::All(parts) if holds => {
                for part in parts {
                    part.assume(true, branches);
                }
            }
            Self::Any(parts) if !holds => {
                for part in parts {
                    part.assume(false, branches);
                }
            }
            Self::Known(_) | Self::All(_) | Self::Any(_) => {}
        }
    }

    /// The branches that must all be taken for this to hold, where it is that simple.
    pub fn conjunction(&self) -> Option<Vec<(Text, usize)>> {
        match self {
            Self::Known(holds) => holds.then(Vec::new),
            Self::Choice { id, truth } => {
                let mut holding = truth.iter().enumerate().filter(|(_, holds)| **holds);
                let (branch, _) = holding.next()?;
                holding.next().is_none().then(|| vec![(id.clone(), branch)])
            }
            Self::All(parts) => Some(
                parts
                    .iter()
                    .map(Self::conjunction)
                    .collect::<Option<Vec<_>>>()?
                    .concat(),
            ),
            Self::Any(_) => None,
        }
    }

    /// `then` where this holds, `otherwise` where it does not, told apart choice by choice; `None` when that takes more
    /// than `leaves`.
    pub fn choose(&self, then: &Node, otherwise: &Node, leaves: &mut usize) -> Option<Node> {
        let Some((id, count)) = self.first_choice() else {
            *leaves = leaves.checked_sub(1)?;
            let holds = *self == Self::Known(true);
            return Some(if holds { then } else { otherwise }.clone());
        };
        let mut values = Vec::with_capacity(count);
        for branch in 0..count {
            let possible = (0..count).map(|other| other == branch).collect();
            let here = self.under(&Branches::from([(id.clone(), possible)]));
            values.push(here.choose(then, otherwise, leaves)?);
        }
        Some(chosen(id.clone(), values))
    }

    /// The first choice that this is made of, with the number of its branches.
    fn first_choice(&self) -> Option<(&Text, usize)> {
        match self {
            Self::Known(_) => None,
            Self::Choice { id, truth } => Some((id, truth.len())),
            Self::All(parts) | Self::Any(parts) => parts.iter().find_map(Self::first_choice),
        }
    }

    /// Takes from each part what the parts that are single choices decide: `A or (not A and B)` is `A or B`.
    fn absorbed(parts: Vec<Self>, conjunction: bool) -> Vec<Self> {
        let mut branches = Branches::new();
        let mut left = Vec::with_capacity(parts.len());
        for part in parts {
            // What the choices before say of this part: in a disjunction they do not hold where it matters.
            let part = match part {
                Self::Choice { .. } | Self::Known(_) => part,
                part => part.under(&branches),
            };
            if matches!(part, Self::Choice { .. }) {
                part.assume(conjunction, &mut branches);
            }
            left.push(part);
        }
        left
    }
}

impl World<'_> {
    /// Evaluates all conditions, those that are plain comparisons first, so that these lend the comparison their
    /// name.
    pub fn name_conditions(&self) {
        for is_first_pass in [true, false] {
            for (index, stack) in self.stacks.iter().enumerate() {
                for (name, expression) in stack.conditions.iter() {
                    if !is_first_pass || expression.get("Fn::Equals").is_some() {
                        self.condition(name, &Scope::new(index));
                    }
                }
            }
        }
    }

    /// The condition of that name, narrowed to the branches possible here.
    pub fn condition(&self, name: &str, scope: &Scope) -> Condition {
        let key = (scope.stack, Text::from(name));
        let known = self.conditions.borrow().get(&key).cloned();
        let condition = match known {
            Some(Some(condition)) => condition,
            Some(None) => Condition::named(self.address(name, scope)),
            None => {
                self.conditions.borrow_mut().insert(key.clone(), None);
                let condition = match self.budget.deeper() {
                    Some(_depth) => self.named_condition(name, scope.stack),
                    None => Condition::named(self.address(name, scope)),
                };
                self.conditions
                    .borrow_mut()
                    .insert(key, Some(condition.clone()));
                condition
            }
        };
        condition.under(&scope.branches)
    }

    fn named_condition(&self, name: &str, stack: usize) -> Condition {
        let scope = Scope::new(stack);
        let Some(expression) = self
            .stack(&scope)
            .and_then(|stack| stack.conditions.get(name))
        else {
            self.dangling(
                &format!("condition `{name}` is used but not defined"),
                &scope,
            );
            return Condition::named(self.address(name, &scope));
        };
        let condition = self.test(
            expression,
            &scope,
            Some((&self.address(name, &scope), false)),
        );
        let guards_a_resource = self.stack(&scope).is_some_and(|stack| {
            stack
                .resources
                .values()
                .any(|resource| resource.get("Condition").and_then(Node::as_text) == Some(name))
        });
        let is_guard = guards_a_resource
            && condition != Condition::Known(false)
            && condition.conjunction().is_none()
            && !matches!(condition, Condition::Choice { .. });
        if is_guard || condition.parts() > PART_LIMIT {
            return Condition::named(self.address(name, &scope));
        }
        condition
    }

    /// Evaluates an expression of the Conditions section; a comparison left open takes the name in `hint`.
    pub fn test(&self, expression: &Node, scope: &Scope, hint: Option<(&Text, bool)>) -> Condition {
        let Some((function, argument)) = super::evaluate::function_of(expression) else {
            return match self.eval(expression, scope) {
                Node::Bool(value) => Condition::Known(value),
                Node::Text(text) if &*text == "true" => Condition::Known(true),
                Node::Text(text) if &*text == "false" => Condition::Known(false),
                Node::Text(name) => self.condition(&name, scope),
                other => self.comparison(&other, &Node::text("true"), hint),
            };
        };
        let parts = || argument.as_list().unwrap_or_default();
        match function {
            "Condition" => match argument.as_text() {
                Some(name) => self.condition(name, scope),
                None => self.comparison(argument, &Node::text("true"), hint),
            },
            "Fn::Not" => {
                let flipped = hint.map(|(id, flipped)| (id, !flipped));
                match argument {
                    Node::List(items) => match items.as_slice() {
                        [inner] => self.test(inner, scope, flipped).negated(),
                        _ => self.comparison(expression, &Node::text("true"), hint),
                    },
                    inner => self.test(inner, scope, flipped).negated(),
                }
            }
            "Fn::And" | "Fn::Or" if parts().is_empty() => {
                self.comparison(expression, &Node::text("true"), hint)
            }
            "Fn::And" => Condition::all(parts().iter().map(|part| self.test(part, scope, None))),
            "Fn::Or" => Condition::any(parts().iter().map(|part| self.test(part, scope, None))),
            "Fn::Equals" => match argument.as_list() {
                Some([left, right]) => {
                    self.equals(&self.eval(left, scope), &self.eval(right, scope), hint)
                }
                _ => self.comparison(expression, &Node::text("true"), hint),
            },
            _ => self.equals(&self.eval(expression, scope), &Node::text("true"), hint),
        }
    }
}
