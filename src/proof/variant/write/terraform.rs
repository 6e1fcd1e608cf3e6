//! Values of a graph as Terraform expressions, in HCL and inside Terraform JSON.

use std::collections::BTreeMap;

use hcl_edit::expr::{Expression, FuncCall, ObjectKey};
use hcl_edit::structure::Block as Nested;

use crate::artifact::config::{Block, Module};
use crate::graph::Graph;
use crate::value::{Node, Object, OneOf, Reference, Text, document_of, parse_json};

use super::Unwritable;

/// How a module instance spells values that are not plain.
pub(super) struct Spellings {
    /// The module instance, empty at the root.
    module: Text,
    /// Expressions of symbolic values, as found in the module.
    known: BTreeMap<Node, String>,
    /// Conditions as they are written, by their identity.
    conditions: BTreeMap<Text, String>,
    /// The calling module instance, and the variables by which what it refers to is handed in.
    inputs: Option<(Text, BTreeMap<String, String>)>,
}

/// A module instance and the block that calls it.
pub(super) struct Call<'a> {
    /// The calling module instance.
    pub(super) from: &'a str,
    pub(super) block: &'a Block,
}

impl Spellings {
    /// Learns from the module's blocks that make one instance each how their values are written.
    pub(super) fn of(module: &Module, path: &Text, call: Option<&Call<'_>>, graph: &Graph) -> Self {
        let mut spellings = Self {
            module: path.clone(),
            known: BTreeMap::new(),
            conditions: BTreeMap::new(),
            inputs: call.map(|call| (Text::from(call.from), inputs(call.block))),
        };
        for resource in graph.resources.values() {
            if resource.module != *path || !resource.index.is_null() {
                continue;
            }
            let keyword = super::configuration::keyword(resource);
            let is_it =
                |labels: &[Text]| labels == [resource.resource_type.clone(), resource.name.clone()];
            let block = module.blocks.iter();
            let block = block.filter(|block| &*block.keyword == keyword);
            for block in block.filter(|block| is_it(&block.labels)) {
                for (_, attribute) in block.attributes() {
                    if let Some(value) = resource.values.get(attribute.key.as_str()) {
                        spellings.learn(&attribute.value, value);
                    }
                }
                let nested: Vec<&Nested> = block.blocks().map(|(_, nested)| nested).collect();
                spellings.learn_blocks(&nested, &resource.values);
            }
        }
        spellings
    }

    fn learn_blocks(&mut self, blocks: &[&Nested], values: &Node) {
        for block in blocks {
            let name = block.ident.as_str();
            let alike: Vec<&&Nested> = blocks
                .iter()
                .filter(|other| other.has_ident(name))
                .collect();
            let Some(value) = values.get(name) else {
                continue;
            };
            let place = alike.iter().position(|other| std::ptr::eq(**other, *block));
            let item = match value {
                Node::List(items) if items.len() == alike.len() => {
                    place.and_then(|place| items.get(place))
                }
                Node::Object(_) if alike.len() == 1 => Some(value),
                _ => None,
            };
            let Some(item) = item else { continue };
            for attribute in block.body.attributes() {
                if let Some(value) = item.get(attribute.key.as_str()) {
                    self.learn(&attribute.value, value);
                }
            }
            let nested: Vec<&Nested> = block.body.blocks().collect();
            self.learn_blocks(&nested, item);
        }
    }

    fn learn(&mut self, expression: &Expression, value: &Node) {
        match (expression, value) {
            (_, Node::Null | Node::Bool(_) | Node::Number(_)) => {}
            (Expression::Parenthesis(inner), value) => self.learn(inner.inner(), value),
            (Expression::Array(items), Node::List(values)) if items.len() == values.len() => {
                for (item, value) in items.iter().zip(values) {
                    self.learn(item, value);
                }
            }
            (Expression::Object(members), Node::Object(values)) => {
                for (key, member) in members {
                    if let Some(value) = key_of(key).and_then(|key| values.get(&*key)) {
                        self.learn(member.expr(), value);
                    }
                }
            }
            (Expression::FuncCall(call), value) if encoded(call).is_some() => {
                if let (Some(inner), Some(document)) = (encoded(call), opened(value)) {
                    self.learn(inner, &document);
                }
            }
            (Expression::Traversal(_), Node::List(items)) => {
                let list = expression.to_string().trim().to_owned();
                for (index, item) in items.iter().enumerate() {
                    let spelled = match items.len() {
                        1 => format!("one({list})"),
                        _ => format!("{list}[{index}]"),
                    };
                    if !item.is_plain() {
                        self.known.entry(item.clone()).or_insert(spelled);
                    }
                }
            }
            (Expression::HeredocTemplate(_), _)
            | (_, Node::Text(_) | Node::List(_) | Node::Object(_)) => {}
            (expression, value) => {
                let text = || expression.to_string().trim().to_owned();
                if let (Expression::Conditional(choice), Node::OneOf(values)) = (expression, value)
                    && let [taken, other] = values.values.as_slice()
                {
                    let condition = choice.cond_expr.to_string().trim().to_owned();
                    let id = values.condition.clone();
                    self.conditions.entry(id).or_insert(condition);
                    self.learn(&choice.true_expr, taken);
                    self.learn(&choice.false_expr, other);
                }
                if !value.is_plain() {
                    self.known.entry(value.clone()).or_insert_with(text);
                }
            }
        }
    }

    /// A value as an HCL expression; lines after the first are indented by so many spaces.
    pub(super) fn expression(&self, value: &Node, indent: usize) -> Result<String, Unwritable> {
        if let Node::Ref(reference) = value
            && let Some(traversal) = self.traversal(reference)
        {
            return Ok(traversal);
        }
        if let Some(known) = self.known.get(value) {
            return Ok(known.clone());
        }
        Ok(match value {
            Node::Null => "null".to_owned(),
            Node::Bool(value) => value.to_string(),
            Node::Number(number) => number.to_text(),
            Node::Text(text) => format!("\"{}\"", quoted(text)),
            Node::List(items) => self.list(items, indent)?,
            Node::Object(members) => self.object(members, indent)?,
            Node::Ref(reference) => {
                return Err(Unwritable::unspelled(format!(
                    "`{}.{}` of another module",
                    reference.address, reference.attribute
                )));
            }
            Node::Join(parts) => {
                let mut text = String::from("\"");
                for part in parts {
                    match part {
                        Node::Text(part) => text.push_str(&quoted(part)),
                        part => {
                            text.push_str("${");
                            text.push_str(&self.expression(part, indent)?);
                            text.push('}');
                        }
                    }
                }
                text.push('"');
                text
            }
            Node::Json(inner) => format!("jsonencode({})", self.expression(inner, indent)?),
            Node::OneOf(choice) => self.choice(choice, indent)?,
            Node::Unknown(unknown) => {
                return Err(Unwritable::unspelled(format!(
                    "the unknown `{}`",
                    unknown.id
                )));
            }
            Node::Rest(_) => return Err(Unwritable::unspelled("an unknown number of members")),
        })
    }

    fn list(&self, items: &[Node], indent: usize) -> Result<String, Unwritable> {
        let is_long = items
            .iter()
            .any(|item| matches!(item, Node::List(_) | Node::Object(_)));
        let inner = if is_long { indent + 2 } else { indent };
        let mut spelled = Vec::new();
        for item in items {
            spelled.push(self.expression(item, inner)?);
        }
        if !is_long {
            return Ok(format!("[{}]", spelled.join(", ")));
        }
        let pad = " ".repeat(inner);
        let close = " ".repeat(indent);
        let lines: Vec<String> = spelled
            .iter()
            .map(|item| format!("{pad}{item},\n"))
            .collect();
        Ok(format!("[\n{}{close}]", lines.concat()))
    }

    fn object(&self, members: &Object, indent: usize) -> Result<String, Unwritable> {
        if members.is_empty() {
            return Ok("{}".to_owned());
        }
        let pad = " ".repeat(indent + 2);
        let mut lines = String::from("{\n");
        for (key, value) in members {
            if matches!(value, Node::Rest(_)) {
                return Err(Unwritable::unspelled("an unknown number of members"));
            }
            let value = self.expression(value, indent + 2)?;
            lines.push_str(&format!("{pad}{} = {value}\n", key_text(key)));
        }
        lines.push_str(&" ".repeat(indent));
        lines.push('}');
        Ok(lines)
    }

    fn choice(&self, choice: &OneOf, indent: usize) -> Result<String, Unwritable> {
        match (
            self.conditions.get(&choice.condition),
            choice.values.as_slice(),
        ) {
            (Some(condition), [then, otherwise]) => Ok(format!(
                "{condition} ? {} : {}",
                self.expression(then, indent)?,
                self.expression(otherwise, indent)?
            )),
            _ => Err(Unwritable::unspelled(format!(
                "the choice by `{}`",
                choice.condition
            ))),
        }
    }

    /// The reference as it is written inside this module instance.
    fn traversal(&self, reference: &Reference) -> Option<String> {
        let whole = |local: &str| match &*reference.attribute {
            "" => local.to_owned(),
            attribute => format!("{local}.{attribute}"),
        };
        if let Some(local) = self.local(&reference.address) {
            return Some(whole(local));
        }
        let (caller, inputs) = self.inputs.as_ref()?;
        let outside = whole(within(caller, &reference.address)?);
        inputs.get(&outside).cloned()
    }

    /// An address as it is written inside this module instance.
    pub(super) fn local<'a>(&self, address: &'a str) -> Option<&'a str> {
        within(&self.module, address)
    }

    /// A value as Terraform JSON.
    pub(super) fn json(&self, value: &Node) -> Result<Node, Unwritable> {
        Ok(match value {
            Node::Null | Node::Bool(_) | Node::Number(_) => value.clone(),
            Node::Text(text) => Node::text(escaped(text)),
            Node::List(items) => {
                let items = items.iter().map(|item| self.json(item));
                Node::List(items.collect::<Result<_, _>>()?)
            }
            Node::Object(members) => {
                let members = members
                    .iter()
                    .map(|(key, value)| Ok((Text::from(escaped(key)), self.json(value)?)));
                Node::Object(members.collect::<Result<Object, Unwritable>>()?)
            }
            Node::Json(inner) if inner.is_plain() => self.json(&inner.json_text())?,
            Node::Join(parts) => {
                let mut text = String::new();
                for part in parts {
                    match part {
                        Node::Text(part) => text.push_str(&escaped(part)),
                        part => {
                            text.push_str("${");
                            text.push_str(&self.expression(part, 0)?);
                            text.push('}');
                        }
                    }
                }
                Node::text(text)
            }
            symbolic => Node::text(format!("${{{}}}", self.expression(symbolic, 0)?)),
        })
    }
}

/// An address as it is written inside the module instance that it is in.
fn within<'a>(module: &str, address: &'a str) -> Option<&'a str> {
    let local = if module.is_empty() {
        Some(address)
    } else {
        let inside = address.strip_prefix(module);
        inside.and_then(|rest| rest.strip_prefix('.'))
    };
    local.filter(|local| !local.starts_with("module."))
}

/// What a call hands in, by how the caller writes it.
fn inputs(call: &Block) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (_, attribute) in call.attributes() {
        let path = format!("var.{}", attribute.key.as_str());
        handed_in(&attribute.value, path, &mut found);
    }
    found
}

fn handed_in(expression: &Expression, path: String, found: &mut BTreeMap<String, String>) {
    match expression {
        Expression::Traversal(_) => {
            let written = expression.to_string().trim().to_owned();
            found.entry(written).or_insert(path);
        }
        Expression::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                handed_in(item, format!("{path}[{index}]"), found);
            }
        }
        Expression::Object(members) => {
            for (key, member) in members {
                if let Some(key) = key_of(key) {
                    let path = format!("{path}[\"{}\"]", quoted(&key));
                    handed_in(member.expr(), path, found);
                }
            }
        }
        _ => {}
    }
}

/// The argument of a call that encodes JSON.
pub(super) fn encoded(call: &FuncCall) -> Option<&Expression> {
    let is_it = call.name.namespace.is_empty() && call.name.name.as_str() == "jsonencode";
    call.args.iter().next().filter(|_| is_it)
}

/// The document that a string encodes.
pub(super) fn opened(value: &Node) -> Option<Node> {
    match value {
        Node::Json(inner) => Some(inner.as_ref().clone()),
        Node::Text(text) => match parse_json(text).ok()? {
            document @ (Node::Object(_) | Node::List(_)) => Some(document),
            _ => None,
        },
        Node::Join(_) => match document_of(value)? {
            Node::Json(inner) => Some(*inner),
            _ => None,
        },
        _ => None,
    }
}

/// The name of a member, where it is written out.
pub(super) fn key_of(key: &ObjectKey) -> Option<Text> {
    match key {
        ObjectKey::Ident(name) | ObjectKey::Expression(Expression::Variable(name)) => {
            Some(Text::from(name.as_str()))
        }
        ObjectKey::Expression(key) => key.as_str().map(Text::from),
    }
}

/// A key of an object in HCL.
pub(super) fn key_text(key: &str) -> String {
    let is_start = |sign: char| sign.is_ascii_alphabetic() || sign == '_';
    let is_name = key.starts_with(is_start)
        && key
            .chars()
            .all(|sign| is_start(sign) || sign.is_ascii_digit() || sign == '-');
    if is_name && !matches!(key, "for" | "null" | "true" | "false") {
        key.to_owned()
    } else {
        format!("\"{}\"", quoted(key))
    }
}

/// A text with what opens an interpolation or a directive doubled.
fn escaped(text: &str) -> String {
    text.replace("${", "$${").replace("%{", "%%{")
}

/// A text as it stands between quotes in HCL.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::new();
    for sign in escaped(text).chars() {
        match sign {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            sign if sign.is_control() => {
                quoted.push_str(&format!("\\u{:04x}", u32::from(sign)));
            }
            sign => quoted.push(sign),
        }
    }
    quoted
}
