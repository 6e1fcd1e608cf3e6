//! Expressions to values: literals, collections, conditionals; the other forms have files of their own.

use hcl_edit::expr::{
    Array, Conditional, Expression, ForExpr, Object as ObjectExpression, ObjectKey,
};

use crate::value::{Node, Number, Object, Text};

use super::error::{Fault, Outcome, invalid};
use super::evaluator::Evaluator;
use super::function::normalized;
use super::kind::{Kind, converted, has_open_type, if_string, parsed, unified};
use super::mark::{bare, hidden, is_sensitive, peek, peeled, spelled};
use super::scope::Scope;
use super::traverse::size;
use super::unknown::{derived, rest_of};

/// Characters of a number that are more than its precision holds.
const LONG_NUMBER: usize = 100;

impl Evaluator<'_> {
    /// The value of `expression`, without marks.
    pub(super) fn evaluate(&mut self, expression: &Expression, scope: &mut Scope) -> Outcome {
        self.typed(expression, scope).map(bare)
    }

    /// The value of `expression`, with what the language knows of it besides.
    pub(super) fn typed(&mut self, expression: &Expression, scope: &mut Scope) -> Outcome {
        self.enter()?;
        let outcome = self.evaluate_form(expression, scope);
        self.leave();
        outcome
    }

    fn evaluate_form(&mut self, expression: &Expression, scope: &mut Scope) -> Outcome {
        match expression {
            Expression::Null(_) => Ok(Node::Null),
            Expression::Bool(value) => Ok(Node::Bool(*value.value())),
            Expression::Number(number) => {
                let spelled = number.as_repr().map(|repr| repr.to_string());
                let exact = spelled.and_then(|text| match text.trim() {
                    long if long.len() > LONG_NUMBER => parsed(long),
                    short => Number::parse(short),
                });
                exact
                    .or_else(|| Number::parse(&number.value().to_string()))
                    .map(Node::Number)
                    .ok_or_else(|| invalid("not a number"))
            }
            Expression::String(text) => Ok(normalized(Node::text(text.value().as_str()))),
            Expression::Array(items) => self.list(items, scope),
            Expression::Object(members) => self.object(members, scope),
            Expression::StringTemplate(template) => self.string_template(template, scope),
            Expression::HeredocTemplate(heredoc) => self.heredoc(heredoc, scope),
            Expression::Parenthesis(inner) => self.typed(inner.inner(), scope),
            Expression::Variable(name) => match scope.binding(name.as_str()) {
                Some(value) => Ok(value.clone()),
                None => Err(invalid(format!("`{}` is not a value", name.as_str()))),
            },
            Expression::Conditional(conditional) => self.conditional(conditional, scope),
            Expression::FuncCall(call) => self.call(call, scope),
            Expression::Traversal(traversal) => self.traversal(traversal, scope),
            Expression::UnaryOp(operation) => self.unary(operation, scope),
            Expression::BinaryOp(operation) => self.binary(operation, scope),
            Expression::ForExpr(repeated) => self.for_expression(repeated, scope),
        }
    }

    fn list(&mut self, items: &Array, scope: &mut Scope) -> Outcome {
        items
            .iter()
            .map(|item| self.typed(item, scope))
            .collect::<Outcome<Vec<_>>>()
            .map(Node::List)
    }

    fn object(&mut self, members: &ObjectExpression, scope: &mut Scope) -> Outcome {
        let mut result = Object::new();
        let mut sensitive = false;
        for (key, value) in members {
            let key = match key {
                ObjectKey::Expression(expression) if expression.as_variable().is_none() => {
                    self.typed(expression, scope)?
                }
                name => key_name(name).map_or(Node::Null, |name| normalized(Node::Text(name))),
            };
            sensitive |= is_sensitive(&key);
            let value = self.typed(value.expr(), scope)?;
            self.insert(&mut result, key, value, Repeated::Replaces)?;
        }
        Ok(hidden(sensitive, Node::Object(result)))
    }

    /// Adds a member whose key may not be known: then the object has more members than it lists.
    pub(super) fn insert(
        &mut self,
        object: &mut Object,
        key: Node,
        value: Node,
        repeated: Repeated,
    ) -> Outcome<()> {
        match peeled(self.settled(peeled(key).1)?).1 {
            Node::Null => Err(invalid("a null key")),
            key if key_text(&key).is_some() => {
                let key = key_text(&key).unwrap_or_default();
                match repeated {
                    Repeated::Groups => {
                        match object.entry(key).or_insert_with(|| Node::List(Vec::new())) {
                            Node::List(items) => items.push(value),
                            other => *other = value,
                        }
                    }
                    Repeated::Refused if object.contains_key(&key) => {
                        return Err(invalid(format!("two members have the key `{key}`")));
                    }
                    Repeated::Replaces | Repeated::Refused => drop(object.insert(key, value)),
                }
                Ok(())
            }
            key @ (Node::List(_) | Node::Object(_)) => {
                Err(invalid(format!("`{}` is no key", spelled(&key))))
            }
            key => {
                if repeated == Repeated::Replaces {
                    self.charge(object.len().saturating_mul(size(&value)))?;
                    let members = object.iter_mut();
                    for (name, earlier) in members.filter(|(name, _)| &***name != "$rest") {
                        let condition = Text::from(format!("{} is {name:?}", spelled(&key)));
                        let values = vec![value.clone(), std::mem::take(earlier)];
                        *earlier = super::choice::one_of(condition, values);
                    }
                }
                let open = derived(
                    "unknown key",
                    format!("key {}", spelled(&key)),
                    &[&key, &value],
                    None,
                );
                object.insert(Text::from("$rest"), Node::Rest(open.into()));
                Ok(())
            }
        }
    }

    fn conditional(&mut self, conditional: &Conditional, scope: &mut Scope) -> Outcome {
        let condition = self.typed(&conditional.cond_expr, scope)?;
        let mut sensitive = is_sensitive(&condition);
        let value = match self.decide(condition)? {
            Decision::Always(holds) => {
                let (taken, other) = if holds {
                    (&conditional.true_expr, &conditional.false_expr)
                } else {
                    (&conditional.false_expr, &conditional.true_expr)
                };
                let taken = self.typed(taken, scope)?;
                // Both branches have one type, and either makes the result sensitive.
                let other = self.branch(other, scope)?;
                sensitive |= peek(&other).0.sensitive;
                alike(taken, &other)?
            }
            Decision::Depends(branches) => {
                let holds = self.branch(&conditional.true_expr, scope)?;
                let fails = self.branch(&conditional.false_expr, scope)?;
                sensitive |= peek(&holds).0.sensitive || peek(&fails).0.sensitive;
                let values = (alike(holds.clone(), &fails)?, alike(fails, &holds)?);
                branches.pick(&values.0, &values.1)
            }
        };
        Ok(hidden(sensitive, value))
    }

    /// The value of a branch that may not be taken: one that has no value is unknown.
    pub(super) fn branch(&mut self, expression: &Expression, scope: &mut Scope) -> Outcome {
        match self.typed(expression, scope) {
            Err(Fault::Invalid(problem)) => Ok(Node::Unknown(
                derived(
                    "error",
                    format!("error:{}:{}", scope.owner, problem.message),
                    &[],
                    None,
                )
                .into(),
            )),
            other => other,
        }
    }

    fn for_expression(&mut self, repeated: &ForExpr, scope: &mut Scope) -> Outcome {
        let (outer, collection) = peeled(self.typed(&repeated.intro.collection_expr, scope)?);
        let collection = if matches!(collection, Node::Ref(_)) {
            self.settled(collection)?
        } else {
            collection
        };
        let result = self.over_choices(collection, &mut |evaluator, collection| {
            let depth = scope.bindings.len();
            let (marks, collection) = peeled(collection);
            let is_set = marks.is_set() || outer.is_set();
            let outcome = evaluator.for_over(repeated, collection, is_set, scope);
            scope.bindings.truncate(depth);
            outcome
        })?;
        Ok(hidden(outer.sensitive, result))
    }

    fn for_over(
        &mut self,
        repeated: &ForExpr,
        collection: Node,
        is_set: bool,
        scope: &mut Scope,
    ) -> Outcome {
        let mut list = Vec::new();
        let mut object = Object::new();
        let mut sensitive = false;
        let duplicates = if repeated.grouping {
            Repeated::Groups
        } else {
            Repeated::Refused
        };
        let is_object = repeated.key_expr.is_some();
        let key_name = repeated
            .intro
            .key_var
            .as_ref()
            .map(|name| Text::from(name.as_str()));
        let value_name = Text::from(repeated.intro.value_var.as_str());
        for (key, value) in self.pairs(collection)? {
            let open = matches!(value, Node::Rest(_));
            let value = if let Node::Rest(rest) = value {
                Node::Unknown(rest)
            } else {
                value
            };
            let depth = scope.bindings.len();
            if let Some(name) = &key_name {
                let key = if is_set { value.clone() } else { key };
                scope.bindings.push((name.clone(), key));
            }
            scope.bindings.push((value_name.clone(), value));
            let kept = match &repeated.cond {
                Some(condition) => {
                    let condition = self.typed(&condition.expr, scope)?;
                    sensitive |= is_sensitive(&condition);
                    self.decide(condition)?
                }
                None => Decision::Always(true),
            };
            let certain = !open && matches!(kept, Decision::Always(true));
            if !matches!(kept, Decision::Always(false)) {
                let item = self.typed(&repeated.value_expr, scope)?;
                match &repeated.key_expr {
                    Some(key) if certain => {
                        let key = self.typed(key, scope)?;
                        sensitive |= is_sensitive(&key);
                        self.insert(&mut object, key, item, duplicates)?;
                    }
                    None if certain => list.push(item),
                    Some(_) => drop(object.insert(Text::from("$rest"), rest_of("for", &item))),
                    None => list.push(rest_of("for", &item)),
                }
            }
            scope.bindings.truncate(depth);
        }
        let result = if is_object {
            Node::Object(object)
        } else {
            Node::List(list)
        };
        Ok(hidden(sensitive, result))
    }

    /// Keys and values of a collection; what is not known of it is a last [`Node::Rest`].
    pub(super) fn pairs(&mut self, collection: Node) -> Outcome<Vec<(Node, Node)>> {
        match collection {
            Node::List(items) => {
                self.charge(items.len())?;
                Ok((0_i64..)
                    .zip(items)
                    .map(|(index, item)| (Node::from(index), item))
                    .collect())
            }
            Node::Object(members) => Ok(members
                .into_iter()
                .map(|(key, value)| (Node::Text(key), value))
                .collect()),
            Node::Null => Err(invalid("null is no collection")),
            Node::Bool(_) | Node::Number(_) | Node::Text(_) | Node::Json(_) | Node::Join(_) => {
                Err(invalid("not a collection"))
            }
            symbolic => {
                let rest = rest_of("collection", &symbolic);
                let key = derived(
                    "collection",
                    format!("{}:key", spelled(&symbolic)),
                    &[&symbolic],
                    None,
                );
                Ok(vec![(Node::Unknown(key.into()), rest)])
            }
        }
    }
}

/// What a member does whose key the object has already.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeated {
    /// It joins the others in a list.
    Groups,
    /// It takes their place.
    Replaces,
    /// It is an error.
    Refused,
}

/// A branch of a conditional as the type that both have in common.
fn alike(node: Node, other: &Node) -> Outcome {
    let kinds = [Kind::of(&node), Kind::of(other)];
    match unified(&kinds) {
        Some(_) if has_open_type(other) => Ok(if_string(node, &[other])),
        Some(_) if kinds.contains(&Kind::Any) => Ok(node),
        Some(kind) => converted(node, &kind),
        None if kinds.iter().all(Kind::is_whole) => Err(invalid(
            "the branches of a conditional have no type in common",
        )),
        None => Ok(node),
    }
}

/// Whether a condition holds.
pub(super) enum Decision {
    /// In every completion alike.
    Always(bool),
    /// Depending on a choice.
    Depends(Branches),
}

/// A condition of which each branch is a known boolean.
pub(super) struct Branches {
    pub(super) condition: Text,
    pub(super) holds: Vec<bool>,
}

impl Branches {
    /// The choice between two values that the condition makes.
    pub(super) fn pick(&self, holds: &Node, fails: &Node) -> Node {
        let values = self
            .holds
            .iter()
            .map(|taken| if *taken { holds } else { fails }.clone());
        super::choice::one_of(self.condition.clone(), values.collect())
    }
}

/// The name that an object key spells without an expression.
pub(super) fn key_name(key: &ObjectKey) -> Option<Text> {
    let ident = key.as_ident().or_else(|| key.as_expr()?.as_variable());
    ident
        .map(hcl_edit::Ident::as_str)
        .or_else(|| key.as_expr()?.as_str())
        .map(Text::from)
}

/// The text of a known key.
pub(super) fn key_text(key: &Node) -> Option<Text> {
    match key {
        Node::Text(text) => Some(text.clone()),
        Node::Number(number) => Some(Text::from(super::float::plain_text(number))),
        Node::Bool(value) => Some(Text::from(if *value { "true" } else { "false" })),
        _ => None,
    }
}
