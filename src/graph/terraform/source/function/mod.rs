//! Terraform's functions on values of which parts may be symbolic.

mod collection;
mod encoding;
mod network;
mod numeric;
mod sets;
mod string;

use hcl_edit::expr::{Expression, FuncCall};
use hcl_edit::template::Template;

use crate::value::{Node, Object, Text};

use super::error::{Fault, Outcome, invalid};
use super::evaluator::Evaluator;
use super::scope::Scope;
use super::traverse::size;
use super::unknown::{derived, unknown};

/// Functions that keep an open choice inside their result.
const KEEP_CHOICES: [&str; 2] = ["jsonencode", "flatten"];

impl Evaluator<'_> {
    pub(super) fn call(&mut self, call: &FuncCall, scope: &mut Scope) -> Outcome {
        let namespaced = call
            .name
            .namespace
            .first()
            .map(|namespace| namespace.as_str());
        let name = match namespaced {
            Some("core") | None => call.name.name.as_str(),
            Some(_) => "",
        };
        match name {
            "try" => {
                let mut last = Err(invalid("`try` without arguments"));
                for argument in &call.args {
                    last = self.evaluate(argument, scope);
                    if !matches!(last, Err(Fault::Invalid(_))) {
                        break;
                    }
                }
                return last;
            }
            "can" => {
                let outcome = call
                    .args
                    .get(0)
                    .map(|argument| self.evaluate(argument, scope));
                return match outcome {
                    Some(Err(Fault::Invalid(_))) | None => Ok(Node::Bool(false)),
                    Some(Err(fatal)) => Err(fatal),
                    Some(Ok(_)) => Ok(Node::Bool(true)),
                };
            }
            "timestamp" | "plantimestamp" | "uuid" | "bcrypt" => {
                let spelling = format!("{}:{call:?}", scope.owner);
                let id = format!("{name}:{}", crate::value::digest(&spelling));
                return Ok(Node::Unknown(
                    unknown("function", id, Vec::new(), Some("string")).into(),
                ));
            }
            _ => {}
        }
        let mut arguments = Vec::new();
        for argument in &call.args {
            arguments.push(self.evaluate(argument, scope)?);
        }
        if call.args.expand_final() {
            match arguments.pop() {
                Some(Node::List(items))
                    if items.iter().all(|item| !matches!(item, Node::Rest(_))) =>
                {
                    arguments.extend(items);
                }
                Some(open) => {
                    arguments.push(open);
                    return Ok(unsupported(name, &arguments));
                }
                None => {}
            }
        }
        if KEEP_CHOICES.contains(&name) {
            return self.apply(name, arguments, scope);
        }
        self.over_all(arguments, 0, &mut |evaluator, arguments| {
            evaluator.apply(name, arguments, scope)
        })
    }

    fn apply(&mut self, name: &str, arguments: Vec<Node>, scope: &mut Scope) -> Outcome {
        match name {
            "sensitive" | "nonsensitive" | "ephemeralasnull" => {
                return arguments
                    .into_iter()
                    .next()
                    .ok_or_else(|| invalid("an argument is missing"));
            }
            "file" | "fileexists" | "templatefile" | "templatestring" => {
                return self.file_function(name, arguments, scope);
            }
            _ => {}
        }
        let mut result = pure(name, &arguments)?;
        if result.is_none() && !arguments.iter().all(Node::is_plain) {
            let mut settled = Vec::new();
            for argument in &arguments {
                settled.push(self.settled(argument.clone())?);
            }
            if settled != arguments {
                result = pure(name, &settled)?;
            }
        }
        let result = result.unwrap_or_else(|| unsupported(name, &arguments));
        self.charge(size(&result))?;
        Ok(result)
    }

    pub(in super::super) fn file_function(
        &mut self,
        name: &str,
        arguments: Vec<Node>,
        scope: &mut Scope,
    ) -> Outcome {
        let mut settled = Vec::new();
        for argument in arguments {
            settled.push(self.settled(argument)?);
        }
        let Some(first) = settled.first().and_then(known_text) else {
            return Ok(unsupported(name, &settled));
        };
        let text = match name {
            "templatestring" => Some(first.to_string()),
            _ => self.configuration.read_text(&first),
        };
        match (name, text) {
            ("fileexists", text) => Ok(Node::Bool(text.is_some())),
            (_, None) => Ok(unsupported(name, &settled)),
            ("file", Some(text)) => Ok(Node::text(text)),
            (_, Some(text)) => {
                let template: Template = text
                    .parse()
                    .map_err(|_| invalid(format!("`{first}` is no template")))?;
                let variables = match settled.into_iter().nth(1) {
                    Some(Node::Object(members)) => members,
                    _ => Object::new(),
                };
                let mut inner = Scope::of(scope.instance, scope.file);
                inner.owner = scope.owner.clone();
                inner.bindings = variables.into_iter().collect();
                match template.as_single_element() {
                    Some(hcl_edit::template::Element::Interpolation(only)) => {
                        self.evaluate(&only.expr, &mut inner)
                    }
                    _ => self.template(&template, &mut inner),
                }
            }
        }
    }

    /// Whether an expression is a call that only wraps its argument, and that argument.
    pub(super) fn wrapped(expression: &Expression) -> Option<&Expression> {
        match expression {
            Expression::FuncCall(call)
                if matches!(call.name.name.as_str(), "jsonencode" | "sensitive") =>
            {
                call.args.get(0)
            }
            Expression::Parenthesis(inner) => Some(inner.inner()),
            _ => None,
        }
    }
}

/// The result of a function, when the arguments decide it.
fn pure(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    for group in [
        collection::apply,
        string::apply,
        encoding::apply,
        numeric::apply,
        network::apply,
    ] {
        if let Some(result) = group(name, arguments)? {
            return Ok(Some(result));
        }
    }
    Ok(sets::apply(name, arguments))
}

/// The unknown result of a function.
fn unsupported(name: &str, arguments: &[Node]) -> Node {
    let spelled: Vec<String> = arguments.iter().map(Node::identity).collect();
    let operands: Vec<&Node> = arguments.iter().collect();
    Node::Unknown(
        derived(
            "function",
            format!("{name}({})", spelled.join(", ")),
            &operands,
            kind_of(name),
        )
        .into(),
    )
}

fn kind_of(name: &str) -> Option<&'static str> {
    match name {
        "alltrue" | "anytrue" | "contains" | "startswith" | "endswith" | "strcontains"
        | "fileexists" => Some("bool"),
        "length" | "index" | "parseint" | "sum" | "ceil" | "floor" | "abs" | "pow" => {
            Some("number")
        }
        "concat" | "flatten" | "distinct" | "compact" | "keys" | "values" | "split" | "tolist"
        | "toset" | "sort" | "setunion" | "setintersection" | "setsubtract" | "setproduct"
        | "range" | "slice" | "reverse" => Some("list"),
        "merge" | "tomap" | "zipmap" => Some("object"),
        "lower" | "upper" | "title" | "replace" | "join" | "format" | "substr" | "trim"
        | "trimspace" | "trimprefix" | "trimsuffix" | "base64encode" | "base64decode" | "md5"
        | "sha1" | "sha256" | "sha512" | "file" | "templatefile" | "cidrsubnet" | "cidrhost"
        | "cidrnetmask" | "formatdate" | "timeadd" | "tostring" | "filemd5" | "filesha1"
        | "filesha256" | "filebase64" | "filebase64sha256" | "base64sha256" => Some("string"),
        _ => None,
    }
}

/// The text of a value that a function takes for a string; JSON is spelled as Terraform spells it.
pub(super) fn known_text(node: &Node) -> Option<Text> {
    match node {
        Node::Json(inner) if inner.is_plain() => match inner.json_text() {
            Node::Text(text) => Some(Text::from(
                text.replace('<', "\\u003c")
                    .replace('>', "\\u003e")
                    .replace('&', "\\u0026"),
            )),
            _ => None,
        },
        other => super::expression::key_text(other),
    }
}

/// A known whole number.
fn known_integer(node: &Node) -> Option<i64> {
    match node {
        Node::Number(number) => number.as_i64(),
        Node::Text(text) => text.parse().ok(),
        _ => None,
    }
}

/// A list of which every member is listed, though a member may be symbolic.
fn closed_list(node: &Node) -> Option<&[Node]> {
    node.as_list()
        .filter(|items| !items.iter().any(|item| matches!(item, Node::Rest(_))))
}

/// An object of which every member is listed.
fn closed_object(node: &Node) -> Option<&Object> {
    node.as_object()
        .filter(|members| !members.contains_key("$rest"))
}
