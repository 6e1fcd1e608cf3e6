//! Values of a graph as CloudFormation JSON.

use std::collections::BTreeMap;

use crate::artifact::template::Template;
use crate::graph::Graph;
use crate::graph::cloudformation::is_function;
use crate::value::{Node, Object, OneOf, Text};

use super::Unwritable;

/// How a stack spells values that are not plain.
pub(super) struct Spellings<'a> {
    template: &'a Template,
    /// What stands before the logical ids of this stack in addresses.
    prefix: &'a str,
    /// Written forms of symbolic values, as found in the template.
    known: BTreeMap<Node, Node>,
    /// Conditions as they are written, by their identity.
    conditions: BTreeMap<Text, Node>,
}

impl<'a> Spellings<'a> {
    /// Learns from every resource of the stack how its values are written.
    pub(super) fn of(template: &'a Template, prefix: &'a str, graph: &Graph) -> Self {
        let mut spellings = Self {
            template,
            prefix,
            known: BTreeMap::new(),
            conditions: BTreeMap::new(),
        };
        for (logical_id, written) in template.section("Resources") {
            let address = format!("{prefix}{logical_id}");
            let resource = graph.resources.get(&*address);
            if let (Some(resource), Some(properties)) = (resource, written.get("Properties")) {
                spellings.learn(properties, &resource.values);
            }
        }
        spellings
    }

    fn learn(&mut self, written: &Node, value: &Node) {
        match (written, value) {
            (_, Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_)) => {}
            (Node::Object(written), Node::Object(values)) if !is_function(written) => {
                for (key, value) in values {
                    if let Some(written) = written.get(key) {
                        self.learn(written, value);
                    }
                }
            }
            (Node::List(written), Node::List(values)) if written.len() == values.len() => {
                for (written, value) in written.iter().zip(values) {
                    self.learn(written, value);
                }
            }
            (Node::Object(call), value) if is_function(call) => {
                self.learn_call(written, value);
            }
            _ => {}
        }
    }

    fn learn_call(&mut self, written: &Node, value: &Node) {
        if !value.is_plain() {
            self.known
                .entry(value.clone())
                .or_insert_with(|| written.clone());
        }
        if let (Some([condition, then, otherwise]), Node::OneOf(choice)) =
            (argument(written, "Fn::If"), value)
            && let [taken, other] = choice.values.as_slice()
        {
            self.conditions
                .entry(choice.condition.clone())
                .or_insert_with(|| condition.clone());
            self.learn(then, taken);
            self.learn(otherwise, other);
        }
        // The parts of a text stand in the order in which they are written.
        if let (Some([_, Node::List(items)]), Node::Join(parts)) =
            (argument(written, "Fn::Join"), value)
        {
            let symbols = |nodes: &'_ [Node]| -> Vec<Node> {
                let open = nodes.iter().filter(|node| node.as_text().is_none());
                open.cloned().collect()
            };
            let (items, parts) = (symbols(items), symbols(parts));
            if items.len() == parts.len() {
                for (item, part) in items.iter().zip(&parts) {
                    self.learn(item, part);
                }
            }
        }
    }

    /// A value as the template writes it.
    pub(super) fn spelled(&self, value: &Node) -> Result<Node, Unwritable> {
        if let Some(known) = self.known.get(value) {
            return Ok(known.clone());
        }
        Ok(match value {
            Node::Null => call("Ref", Node::text("AWS::NoValue")),
            Node::Bool(_) | Node::Number(_) | Node::Text(_) => value.clone(),
            Node::List(items) => Node::List(self.each(items)?),
            Node::Object(members) => {
                if is_function(members) || members.keys().any(|key| key.starts_with("Fn::")) {
                    return Err(Unwritable::unspelled(
                        "an object that looks like a function",
                    ));
                }
                let mut spelled = Object::new();
                for (key, value) in members {
                    spelled.insert(key.clone(), self.spelled(value)?);
                }
                Node::Object(spelled)
            }
            Node::Ref(reference) => {
                let id = self.logical_id(&reference.address)?;
                match &*reference.attribute {
                    "Ref" => call("Ref", Node::text(id)),
                    attribute => call(
                        "Fn::GetAtt",
                        Node::List(vec![Node::text(id), Node::text(attribute)]),
                    ),
                }
            }
            Node::Join(parts) => call(
                "Fn::Join",
                Node::List(vec![Node::text(""), Node::List(self.each(parts)?)]),
            ),
            Node::Json(inner) => match inner.json_text() {
                text @ Node::Text(_) => text,
                symbolic => self.spelled(&symbolic)?,
            },
            Node::OneOf(choice) => self.choice(choice)?,
            Node::Unknown(unknown) => self.unknown(&unknown.id)?,
            Node::Rest(_) => return Err(Unwritable::unspelled("an unknown number of members")),
        })
    }

    fn each(&self, nodes: &[Node]) -> Result<Vec<Node>, Unwritable> {
        nodes.iter().map(|node| self.spelled(node)).collect()
    }

    fn choice(&self, choice: &OneOf) -> Result<Node, Unwritable> {
        let written = self.conditions.get(&choice.condition).cloned();
        let named = choice
            .condition
            .strip_prefix(self.prefix)
            .filter(|name| self.template.section("Conditions").contains_key(*name));
        let condition = written.or_else(|| named.map(Node::text));
        match (condition, choice.values.as_slice()) {
            (Some(condition), [then, otherwise]) => {
                let branches = [self.spelled(then)?, self.spelled(otherwise)?];
                let [then, otherwise] = branches;
                Ok(call("Fn::If", Node::List(vec![condition, then, otherwise])))
            }
            _ => Err(Unwritable::unspelled(format!(
                "the choice by `{}`",
                choice.condition
            ))),
        }
    }

    fn unknown(&self, id: &str) -> Result<Node, Unwritable> {
        // The same parameter stands for another value where another type belongs.
        let plain = id.split_once(" as ").map_or(id, |(plain, _)| plain);
        let name = plain.strip_prefix("pseudo:").or_else(|| {
            let name = plain
                .strip_prefix("parameter:")?
                .strip_prefix(self.prefix)?;
            let declared = self.template.section("Parameters");
            declared.contains_key(name).then_some(name)
        });
        let name = name.ok_or_else(|| Unwritable::unspelled(format!("the unknown `{id}`")))?;
        Ok(call("Ref", Node::text(name)))
    }

    /// The logical id of a resource of this stack.
    pub(super) fn logical_id<'i>(&self, address: &'i str) -> Result<&'i str, Unwritable> {
        address
            .strip_prefix(self.prefix)
            .filter(|id| !id.contains('/'))
            .ok_or_else(|| Unwritable::unspelled(format!("`{address}` of another stack")))
    }

    /// The name of a condition by which a resource exists.
    pub(super) fn condition_name(&self, id: &str) -> Option<Text> {
        if let Some(Node::Text(name)) = self.conditions.get(id) {
            return Some(name.clone());
        }
        let name = id.strip_prefix(self.prefix)?;
        let declared = self.template.section("Conditions");
        declared.contains_key(name).then(|| Text::from(name))
    }
}

/// The arguments of a call of `function`.
pub(super) fn argument<'n>(written: &'n Node, function: &str) -> Option<&'n [Node]> {
    let members = written.as_object()?;
    let argument = members.get(function).filter(|_| members.len() == 1)?;
    argument.as_list()
}

fn call(function: &str, argument: Node) -> Node {
    Node::object([(function, argument)])
}
