//! JSON values as expressions: texts are templates, unless the key says otherwise.

use hcl_edit::expr::{Array, Expression, Object as ObjectExpression, ObjectKey, ObjectValue};
use hcl_edit::template::{Element, StringTemplate, Template};

use crate::value::Node;

use super::{Place, Reader};

impl Reader<'_> {
    /// The expression that a value stands for; with `literal`, texts stand for themselves.
    pub(super) fn expression(
        &mut self,
        node: &Node,
        literal: bool,
        place: &mut Place,
    ) -> Expression {
        match node {
            Node::Bool(value) => Expression::from(*value),
            Node::Number(number) => number
                .to_text()
                .parse()
                .unwrap_or_else(|_| Expression::from(number.to_text())),
            Node::Text(text) if literal => Expression::from(&**text),
            Node::Text(text) => self.template(text, place),
            Node::List(items) => {
                let mut list = Array::new();
                for (index, item) in items.iter().enumerate() {
                    let item = place.inside(&index.to_string(), |place| {
                        self.expression(item, literal, place)
                    });
                    list.push(item);
                }
                Expression::from(list)
            }
            Node::Object(members) => {
                let mut object = ObjectExpression::new();
                for (key, value) in members {
                    place.inside(key, |place| {
                        let key = if literal {
                            Expression::from(&**key)
                        } else {
                            self.template(key, place)
                        };
                        let value = self.expression(value, literal, place);
                        object.insert(ObjectKey::from(key), ObjectValue::from(value));
                    });
                }
                Expression::from(object)
            }
            _ => Expression::null(),
        }
    }

    /// A text as the template that it is; one that only holds an interpolation is the expression inside.
    fn template(&mut self, text: &str, place: &Place) -> Expression {
        if !text.contains("${") && !text.contains("%{") {
            return Expression::from(text);
        }
        let template: Template = match text.parse() {
            Ok(template) => template,
            Err(error) => {
                self.no_expression(place, error.message());
                return Expression::null();
            }
        };
        let elements: Vec<Element> = template.into_iter().collect();
        match <[Element; 1]>::try_from(elements) {
            Ok([Element::Interpolation(only)]) => only.expr,
            Ok([only]) => Expression::from(StringTemplate::from(vec![only])),
            Err(elements) => Expression::from(StringTemplate::from(elements)),
        }
    }

    /// A name, a traversal or a type, or a list or an object of them.
    pub(super) fn bare(&mut self, node: &Node, place: &mut Place) -> Expression {
        match node {
            Node::Text(text) => match text.parse() {
                Ok(expression) => expression,
                Err(error) => {
                    self.no_expression(place, error.message());
                    Expression::null()
                }
            },
            Node::List(items) => {
                let mut list = Array::new();
                for (index, item) in items.iter().enumerate() {
                    list.push(place.inside(&index.to_string(), |place| self.bare(item, place)));
                }
                Expression::from(list)
            }
            Node::Object(members) => {
                let mut object = ObjectExpression::new();
                for (key, value) in members {
                    let value = place.inside(key, |place| self.bare(value, place));
                    let key = ObjectKey::from(Expression::from(&**key));
                    object.insert(key, ObjectValue::from(value));
                }
                Expression::from(object)
            }
            other => self.expression(other, true, place),
        }
    }
}
