//! Terraform's and OpenTofu's functions on values of which parts may be symbolic.

mod binary64;
mod collection;
mod encoding;
mod evaluation;
mod file;
mod format;
mod gojson;
mod hash;
mod maps;
mod network;
mod numeric;
mod pattern;
mod sets;
mod signature;
mod string;
mod tfvars;
mod time;
mod unicode;
mod yaml;

use hcl_edit::expr::{Expression, FuncCall};

use crate::value::{Node, Object, Text, document_of};

use super::error::{Fault, Outcome, invalid};
use super::evaluator::Evaluator;
use super::float::{Float, plain_text};
use super::mark::{hidden, is_sensitive, marked, peek, peeled, shown, spelled, under};
use super::scope::Scope;
use super::traverse::size;
use super::unknown::{derived, unknown};

pub(super) use evaluation::may_fail;
pub(super) use gojson::text as json_spelled;
pub(super) use unicode::normalized;

/// Functions that keep an open choice inside their result.
const KEEP_CHOICES: [&str; 2] = ["jsonencode", "flatten"];

/// Functions that have a result for whatever they are given.
const TOTAL: [&str; 5] = [
    "jsonencode",
    "yamlencode",
    "sensitive",
    "nonsensitive",
    "ephemeralasnull",
];

/// Functions that may have no result for an attribute of a resource.
const PARTIAL: [&str; 9] = [
    "regex",
    "jsondecode",
    "yamldecode",
    "base64decode",
    "element",
    "index",
    "one",
    "parseint",
    "coalesce",
];

/// Functions whose members keep their own sensitivity.
const KEEP_MEMBERS: [&str; 21] = [
    "coalesce",
    "coalescelist",
    "concat",
    "element",
    "flatten",
    "keys",
    "length",
    "lookup",
    "merge",
    "one",
    "reverse",
    "slice",
    "tolist",
    "tomap",
    "toset",
    "values",
    "zipmap",
    "chunklist",
    "distinct",
    "sensitive",
    "ephemeralasnull",
];

impl Evaluator<'_> {
    pub(super) fn call(&mut self, call: &FuncCall, scope: &mut Scope) -> Outcome {
        let mut namespace = call.name.namespace.iter().map(|part| part.as_str());
        let own = call.name.name.as_str();
        let name = match (namespace.next(), namespace.next()) {
            (None | Some("core"), None) => own,
            (Some("provider"), Some("terraform")) if tfvars::NAMES.contains(&own) => own,
            _ => "",
        };
        match name {
            "try" => return self.try_each(call, scope),
            "can" => return self.can(call, scope),
            "timestamp" | "plantimestamp" | "uuid" | "bcrypt" => {
                for argument in &call.args {
                    self.typed(argument, scope)?;
                }
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
            arguments.push(self.typed(argument, scope)?);
        }
        let mut spread = false;
        if call.args.expand_final() {
            match arguments.pop().map(peeled) {
                Some((marks, Node::List(items)))
                    if items.iter().all(|item| !matches!(item, Node::Rest(_))) =>
                {
                    spread = marks.sensitive;
                    arguments.extend(items);
                }
                Some((_, Node::Null)) => return Err(invalid("null cannot be expanded")),
                Some((marks, open)) => {
                    arguments.push(marked(marks, open));
                    return Ok(unsupported(name, &arguments));
                }
                None => {}
            }
        }
        if name.is_empty() {
            return Ok(unsupported(own, &arguments));
        }
        if name == "issensitive" {
            let sensitive = arguments.iter().any(|node| peek(node).0.sensitive);
            let open = !sensitive
                && arguments
                    .iter()
                    .any(|node| !super::mark::bare(node.clone()).is_plain());
            return Ok(if open {
                unsupported(name, &arguments)
            } else {
                Node::Bool(sensitive)
            });
        }
        let outer = spread || arguments.iter().any(|node| peek(node).0.sensitive);
        let (sensitive, arguments) = if KEEP_MEMBERS.contains(&name) {
            let opened = arguments.into_iter().map(|node| {
                let (mut marks, node) = peeled(node);
                marks.sensitive = false;
                marked(marks, node)
            });
            (outer, opened.collect())
        } else {
            let sensitive = outer || arguments.iter().any(is_sensitive);
            (
                sensitive,
                arguments.into_iter().map(shown).collect::<Vec<_>>(),
            )
        };
        let result = if KEEP_CHOICES.contains(&name) {
            self.apply(name, arguments, scope)
        } else {
            self.over_all(arguments, 0, &mut |evaluator, arguments| {
                evaluator.apply(name, arguments, scope)
            })
        };
        let result = result.map_err(|fault| match fault {
            // What is wrong with a sensitive value is not told.
            Fault::Invalid(_) if sensitive => invalid(format!("`{name}` has no value")),
            other => other,
        })?;
        Ok(match name {
            "nonsensitive" => result,
            "sensitive" => hidden(true, result),
            _ => hidden(sensitive, result),
        })
    }

    fn apply(&mut self, name: &str, arguments: Vec<Node>, scope: &mut Scope) -> Outcome {
        let Some(signature) = signature::signature(name) else {
            return Ok(unsupported(name, &arguments));
        };
        let arguments = signature.arguments(name, arguments)?;
        match name {
            "sensitive" | "nonsensitive" | "ephemeralasnull" => {
                return arguments
                    .into_iter()
                    .next()
                    .ok_or_else(|| invalid("an argument is missing"));
            }
            _ if file::NAMES.contains(&name) => return self.file_function(name, arguments, scope),
            _ => {}
        }
        if matches!(name, "tonumber" | "tobool") {
            self.fallible |= arguments
                .iter()
                .any(|node| matches!(under(node), Node::Ref(_) | Node::Join(_)));
        }
        self.charge(arguments.iter().map(size).sum())?;
        let mut result = pure(name, &arguments)?;
        if result.is_none()
            && !arguments
                .iter()
                .all(|node| super::mark::bare(node.clone()).is_plain())
        {
            let mut settled = Vec::new();
            for argument in &arguments {
                settled.push(self.settled(argument.clone())?);
            }
            if settled != arguments {
                result = pure(name, &settled)?;
            }
        }
        self.fallible |= self.attempting
            && !TOTAL.contains(&name)
            && (arguments.iter().any(evaluation::may_fail)
                || result.is_none() && PARTIAL.contains(&name));
        let result = result.unwrap_or_else(|| unsupported(name, &arguments));
        self.charge(size(&result))?;
        // JSON text that was put together by a function is the document that a template would make.
        Ok(document_of(&result).unwrap_or_else(|| normalized(result)))
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
        time::apply,
        tfvars::apply,
        sets::apply,
    ] {
        if let Some(result) = group(name, arguments)? {
            return Ok(Some(result));
        }
    }
    Ok(None)
}

/// The unknown result of a function.
fn unsupported(name: &str, arguments: &[Node]) -> Node {
    let spelled: Vec<String> = arguments.iter().map(spelled).collect();
    let operands: Vec<&Node> = arguments.iter().collect();
    let signature = signature::signature(name);
    let kind = signature.and_then(|signature| signature.kind());
    let open = Node::Unknown(
        derived(
            "function",
            format!("{name}({})", spelled.join(", ")),
            &operands,
            kind,
        )
        .into(),
    );
    signature.map_or(open.clone(), |signature| signature.open(open))
}

/// The text of a value that a function takes for a string; JSON is spelled as Terraform spells it.
pub(super) fn known_text(node: &Node) -> Option<Text> {
    match under(node) {
        Node::Json(inner) => gojson::text(inner).map(Text::from),
        Node::Number(number) => Some(Text::from(plain_text(number))),
        other => super::expression::key_text(other),
    }
}

/// A known number.
fn known_number(node: &Node) -> Option<Float> {
    Float::of(under(node))
}

/// A known whole number.
fn known_integer(node: &Node) -> Option<i64> {
    known_number(node)?.to_i64()
}

/// A whole number; one that is known but not whole is an error.
fn integer(node: &Node) -> Outcome<Option<i64>> {
    match known_number(node) {
        None => Ok(None),
        Some(number) => number
            .to_i64()
            .map(Some)
            .ok_or_else(|| invalid("a whole number is needed")),
    }
}

/// A list of which every member is listed, though a member may be symbolic.
fn closed_list(node: &Node) -> Option<&[Node]> {
    under(node)
        .as_list()
        .filter(|items| !items.iter().any(|item| matches!(item, Node::Rest(_))))
}

/// An object of which every member is listed.
fn closed_object(node: &Node) -> Option<&Object> {
    under(node)
        .as_object()
        .filter(|members| !members.contains_key("$rest"))
}

/// Whether a set may hold fewer members than are listed, because some that are not known may be equal.
fn may_shrink(node: &Node) -> bool {
    let (marks, inner) = peek(node);
    marks.is_set()
        && inner.as_list().is_some_and(|items| {
            items.len() > 1
                && !items
                    .iter()
                    .all(|item| super::mark::bare(item.clone()).is_plain())
        })
}
