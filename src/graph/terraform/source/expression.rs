//! Expressions to values: literals, collections, conditionals; the other forms have files of their own.

use hcl_edit::expr::{
    Array, Conditional, Expression, ForExpr, Object as ObjectExpression, ObjectKey,
};

use crate::value::{Node, Number, Object, Text};

use super::error::{Fault, Outcome, invalid};
use super::evaluator::Evaluator;
use super::scope::Scope;
use super::unknown::{derived, rest_of};

impl Evaluator<'_> {
    /// The value of `expression`.
    pub(super) fn evaluate(&mut self, expression: &Expression, scope: &mut Scope) -> Outcome {
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
                let exact = spelled.and_then(|text| Number::parse(text.trim()));
                exact
                    .or_else(|| Number::parse(&number.value().to_string()))
                    .map(Node::Number)
                    .ok_or_else(|| invalid("not a number"))
            }
            Expression::String(text) => Ok(Node::text(text.value().as_str())),
            Expression::Array(items) => self.list(items, scope),
            Expression::Object(members) => self.object(members, scope),
            Expression::StringTemplate(template) => self.string_template(template, scope),
            Expression::HeredocTemplate(heredoc) => self.template(&heredoc.template, scope),
            Expression::Parenthesis(inner) => self.evaluate(inner.inner(), scope),
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
            .map(|item| self.evaluate(item, scope))
            .collect::<Outcome<Vec<_>>>()
            .map(Node::List)
    }

    fn object(&mut self, members: &ObjectExpression, scope: &mut Scope) -> Outcome {
        let mut result = Object::new();
        for (key, value) in members {
            let key = match key {
                ObjectKey::Expression(expression) if expression.as_variable().is_none() => {
                    self.evaluate(expression, scope)?
                }
                name => key_name(name).map_or(Node::Null, Node::Text),
            };
            let value = self.evaluate(value.expr(), scope)?;
            self.insert(&mut result, key, value, false)?;
        }
        Ok(Node::Object(result))
    }

    /// Adds a member whose key may not be known: then the object has more members than it lists.
    pub(super) fn insert(
        &mut self,
        object: &mut Object,
        key: Node,
        value: Node,
        group: bool,
    ) -> Outcome<()> {
        match self.settled(key)? {
            Node::Null => Err(invalid("a null key")),
            key if key_text(&key).is_some() => {
                let key = key_text(&key).unwrap_or_default();
                if group {
                    match object.entry(key).or_insert_with(|| Node::List(Vec::new())) {
                        Node::List(items) => items.push(value),
                        other => *other = value,
                    }
                } else {
                    object.insert(key, value);
                }
                Ok(())
            }
            key @ (Node::List(_) | Node::Object(_)) => {
                Err(invalid(format!("`{}` is no key", key.identity())))
            }
            key => {
                let open = derived(
                    "unknown key",
                    format!("key {}", key.identity()),
                    &[&key, &value],
                    None,
                );
                object.insert(Text::from("$rest"), Node::Rest(open.into()));
                Ok(())
            }
        }
    }

    fn conditional(&mut self, conditional: &Conditional, scope: &mut Scope) -> Outcome {
        let condition = self.evaluate(&conditional.cond_expr, scope)?;
        match self.decide(condition)? {
            Decision::Always(true) => self.evaluate(&conditional.true_expr, scope),
            Decision::Always(false) => self.evaluate(&conditional.false_expr, scope),
            Decision::Depends(branches) => {
                let holds = self.branch(&conditional.true_expr, scope)?;
                let fails = self.branch(&conditional.false_expr, scope)?;
                Ok(branches.pick(&holds, &fails))
            }
        }
    }

    /// The value of a branch that may not be taken: one that has no value is unknown.
    pub(super) fn branch(&mut self, expression: &Expression, scope: &mut Scope) -> Outcome {
        match self.evaluate(expression, scope) {
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
        let collection = self.evaluate(&repeated.intro.collection_expr, scope)?;
        let is_set = repeated.intro.key_var.is_some()
            && self.makes_set(&repeated.intro.collection_expr, scope, 0);
        let collection = if matches!(collection, Node::Ref(_)) {
            self.settled(collection)?
        } else {
            collection
        };
        self.over_choices(collection, &mut |evaluator, collection| {
            let depth = scope.bindings.len();
            let outcome = evaluator.for_over(repeated, collection, is_set, scope);
            scope.bindings.truncate(depth);
            outcome
        })
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
                    let condition = self.evaluate(&condition.expr, scope)?;
                    self.decide(condition)?
                }
                None => Decision::Always(true),
            };
            let certain = !open && matches!(kept, Decision::Always(true));
            if !matches!(kept, Decision::Always(false)) {
                let item = self.evaluate(&repeated.value_expr, scope)?;
                match &repeated.key_expr {
                    Some(key) if certain => {
                        let key = self.evaluate(key, scope)?;
                        self.insert(&mut object, key, item, repeated.grouping)?;
                    }
                    None if certain => list.push(item),
                    Some(_) => drop(object.insert(Text::from("$rest"), rest_of("for", &item))),
                    None => list.push(rest_of("for", &item)),
                }
            }
            scope.bindings.truncate(depth);
        }
        Ok(if is_object {
            Node::Object(object)
        } else {
            Node::List(list)
        })
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
                    format!("{}:key", symbolic.identity()),
                    &[&symbolic],
                    None,
                );
                Ok(vec![(Node::Unknown(key.into()), rest)])
            }
        }
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
        Node::Number(number) => Some(Text::from(number.to_text())),
        Node::Bool(value) => Some(Text::from(if *value { "true" } else { "false" })),
        _ => None,
    }
}
