//! The evaluation of template values: functions are applied as far as their arguments are known.
//!
//! `AWS::NoValue` evaluates to null, which is left out of objects and lists.

use std::sync::Arc;

use crate::value::{ENCODING_LIMIT, Node, Object, Text, Unknown};

use super::choice::mapped_choice;
use super::world::{Scope, World, fingerprint, mentions, opaque, unknown};
use super::{dynamic, encoding, function, join};

/// The function a node calls, with its argument.
pub(super) fn function_of(node: &Node) -> Option<(&str, &Node)> {
    let members = node.as_object()?;
    let (name, argument) = members.first_key_value()?;
    is_function(members).then_some((&**name, argument))
}

/// Whether an object of a template is the call of a function, or the name of a condition.
pub fn is_function(members: &Object) -> bool {
    let is_name =
        |name: &Text| &**name == "Ref" || &**name == "Condition" || name.starts_with("Fn::");
    members.len() == 1 && members.keys().all(is_name)
}

/// The functions whose arguments are checked by shape.
const FUNCTIONS: [&str; 5] = [
    "Fn::FindInMap",
    "Fn::If",
    "Fn::Join",
    "Fn::Select",
    "Fn::Split",
];

impl World<'_> {
    /// The value of a node of a template.
    pub fn eval(&self, node: &Node, scope: &Scope) -> Node {
        match node {
            Node::Text(text) => dynamic::resolve(Node::Text(text.clone())),
            Node::List(items) => Node::List(
                items
                    .iter()
                    .map(|item| self.eval(item, scope))
                    .filter(|item| !item.is_null())
                    .collect(),
            ),
            Node::Object(members) => match function_of(node) {
                Some(("Condition", _)) | None => self.members(members, scope),
                Some((name, argument)) => self.call(name, argument, scope),
            },
            plain => plain.clone(),
        }
    }

    fn members(&self, members: &Object, scope: &Scope) -> Node {
        let mut evaluated = Object::new();
        for (key, value) in members {
            if key.starts_with("Fn::") {
                // What a macro or a loop over an unknown collection adds beside the written members.
                if &**key != "Fn::Transform" && !key.starts_with("Fn::ForEach::") {
                    let message = format!("`{key}` stands beside other members");
                    self.note("unsupported-function", message, scope, false);
                }
                let inside = self.eval(value, scope);
                evaluated.insert(Text::from("$rest"), rest(key, &inside));
                continue;
            }
            let value = self.eval(value, scope);
            if !value.is_null() {
                evaluated.insert(key.clone(), value);
            }
        }
        Node::Object(evaluated)
    }

    fn call(&self, name: &str, argument: &Node, scope: &Scope) -> Node {
        let arguments = argument.as_list().unwrap_or_default();
        match (name, arguments) {
            ("Ref", _) => match self.eval(argument, scope) {
                Node::Text(name) => self.reference(&name, scope),
                other => mapped_choice(&other, &|value| match value {
                    Node::Text(name) => self.reference(name, scope),
                    other => opaque(name, other, None),
                }),
            },
            ("Fn::GetAtt", _) => self.attribute(argument, scope),
            ("Fn::Sub", _) => self.substituted(argument, scope),
            ("Fn::If", [condition, then, otherwise]) => {
                self.choice(condition, then, otherwise, scope)
            }
            ("Fn::Join", [delimiter, list]) => {
                let joined = join::joined(&self.eval(delimiter, scope), &self.eval(list, scope));
                dynamic::resolve(joined)
            }
            ("Fn::Select", [index, list]) => {
                function::selected(&self.eval(index, scope), &self.eval(list, scope))
            }
            ("Fn::Split", [delimiter, text]) => {
                function::split(&self.eval(delimiter, scope), &self.eval(text, scope))
            }
            ("Fn::FindInMap", [map, first, second, rest @ ..]) => {
                let keys = [map, first, second].map(|key| self.eval(key, scope));
                let default = rest.first().and_then(|options| options.get("DefaultValue"));
                let default = default.map(|default| self.eval(default, scope));
                self.mapped(&keys, default.as_ref(), scope)
            }
            ("Fn::Base64", _) => match self.eval(argument, scope) {
                Node::Text(text) => Node::text(encoding::base64(text.as_bytes())),
                other => mapped_choice(&other, &|value| match value {
                    Node::Text(text) => Node::text(encoding::base64(text.as_bytes())),
                    other => opaque(name, other, Some("string")),
                }),
            },
            ("Fn::Cidr", _) => {
                let evaluated = self.eval(argument, scope);
                encoding::cidr(&evaluated).unwrap_or_else(|| opaque(name, &evaluated, Some("list")))
            }
            ("Fn::GetAZs", _) => self.zones(&self.eval(argument, scope), scope),
            ("Fn::ImportValue", _) => self.imported(&self.eval(argument, scope)),
            ("Fn::GetStackOutput", _) => self.stack_output(&self.eval(argument, scope)),
            ("Fn::ToJsonString", _) => {
                let evaluated = self.eval(argument, scope);
                if evaluated.encodings() < ENCODING_LIMIT {
                    Node::Json(Box::new(evaluated))
                } else {
                    opaque(
                        name,
                        &Node::Text(fingerprint(&evaluated).into()),
                        Some("string"),
                    )
                }
            }
            ("Fn::Length", _) => function::length(&self.eval(argument, scope)),
            ("Fn::And" | "Fn::Or" | "Fn::Not" | "Fn::Equals", _) => {
                let call = Node::object([(name, argument.clone())]);
                let condition = self.test(&call, scope, None);
                self.chosen(&condition, &Node::Bool(true), &Node::Bool(false))
            }
            ("Fn::Transform", _) => {
                let evaluated = self.eval(argument, scope);
                unknown(
                    "transform",
                    format!("transform:{}", fingerprint(&evaluated)),
                    mentions(&evaluated),
                    None,
                )
            }
            _ if name.starts_with("Fn::ForEach::") => {
                let evaluated = self.eval(argument, scope);
                Node::object([("$rest", rest(name, &evaluated))])
            }
            _ => {
                let evaluated = self.eval(argument, scope);
                let is_known = FUNCTIONS.contains(&name);
                let what = if is_known {
                    "has other arguments than it takes"
                } else {
                    "is no function known here"
                };
                self.note(
                    "unsupported-function",
                    format!("`{name}` {what}"),
                    scope,
                    false,
                );
                opaque(name, &evaluated, None)
            }
        }
    }

    fn choice(&self, condition: &Node, then: &Node, otherwise: &Node, scope: &Scope) -> Node {
        let condition = match condition {
            Node::Text(name) => self.condition(name, scope),
            other => self.test(other, scope, None).under(&scope.branches),
        };
        let branch = |holds: bool, node: &Node| {
            let mut scope = scope.clone();
            condition.assume(holds, &mut scope.branches);
            self.eval(node, &scope)
        };
        match condition {
            super::condition::Condition::Known(true) => self.eval(then, scope),
            super::condition::Condition::Known(false) => self.eval(otherwise, scope),
            _ => self.chosen(&condition, &branch(true, then), &branch(false, otherwise)),
        }
    }

    /// The value of a name used where it cannot be resolved.
    pub fn dangling(&self, message: &str, scope: &Scope) {
        if self.stack(scope).is_some_and(|stack| !stack.open_ended) {
            self.note("dangling-reference", message.to_owned(), scope, true);
        }
    }
}

/// Members of which neither the names nor the number are known.
pub(super) fn rest(source: &str, inside: &Node) -> Node {
    Node::Rest(Arc::new(Unknown {
        reason: Text::from(match source {
            "Fn::Transform" => "transform",
            source if source.starts_with("Fn::ForEach::") || source == "loop" => "loop",
            _ => "function",
        }),
        id: Text::from(format!("{source}:{}", fingerprint(inside))),
        mentions: mentions(inside),
        kind: Some(Text::from("object")),
        domain: Vec::new(),
    }))
}
