//! Parameters: given values, defaults, and what stays open within its allowed values.

use std::sync::Arc;

use crate::artifact::template::{Template, TemplateError, pointer};
use crate::graph::{Graph, Options};
use crate::value::{Node, Number, OneOf, Text, Unknown};

use super::join::{Piece, pieces};
use super::world::{Memo, Scope, World, unknown};

/// Refuses given parameters that no template declares or whose value the declaration does not allow.
pub(super) fn check(templates: &[Template], options: &Options) -> Result<(), TemplateError> {
    let roots = || {
        templates
            .iter()
            .filter(|template| template.parent.is_none())
    };
    for (name, value) in &options.parameters {
        let mut declared = roots()
            .filter(|template| template.section("Parameters").contains_key(name.as_str()))
            .peekable();
        if declared.peek().is_none() {
            let names = roots().flat_map(|template| template.section("Parameters").keys());
            let nearest = names.min_by_key(|known| strsim::levenshtein(known, name));
            let help = nearest.map(|nearest| format!("the nearest declared name is `{nearest}`"));
            return Err(TemplateError::UnknownParameter {
                name: name.clone(),
                help,
            });
        }
        for template in declared {
            let allowed = template
                .section("Parameters")
                .get(name.as_str())
                .and_then(|it| it.get("AllowedValues"));
            let Some(allowed) = allowed
                .and_then(Node::as_list)
                .filter(|allowed| !allowed.is_empty())
            else {
                continue;
            };
            let given: Vec<&str> = value.split(',').map(str::trim).collect();
            let is_allowed = |text: &str| allowed.iter().any(|value| plain_text(value) == text);
            if !is_allowed(value) && !given.iter().all(|text| is_allowed(text)) {
                let place = pointer(&["Parameters", name, "AllowedValues"]);
                let message = format!("`{value}` is no allowed value of parameter `{name}`");
                return Err(template.error(&place, message));
            }
        }
    }
    Ok(())
}

/// Adds the parameters of a stack with the values in force.
pub(super) fn add(world: &World<'_>, index: usize, graph: &mut Graph) {
    let Some(stack) = world.stacks.get(index) else {
        return;
    };
    for (name, declaration) in stack.template.section("Parameters") {
        let value = if is_secret(declaration) {
            // The value in force may be a default that nobody may print.
            let id = format!("secret:{}", stack.address(name));
            Some(unknown("parameter", id, Vec::new(), Some("string")))
        } else {
            world.parameter(index, name)
        };
        graph
            .variables
            .insert(stack.address(name), value.unwrap_or_default());
    }
}

/// Whether CloudFormation itself masks the parameter.
pub(super) fn is_secret(declaration: &Node) -> bool {
    match declaration.get("NoEcho") {
        Some(Node::Bool(value)) => *value,
        Some(Node::Text(text)) => text.eq_ignore_ascii_case("true"),
        _ => false,
    }
}

impl World<'_> {
    /// The value of a declared parameter.
    pub fn parameter(&self, stack: usize, name: &str) -> Option<Node> {
        let declaration = self
            .stacks
            .get(stack)?
            .template
            .section("Parameters")
            .get(name)?;
        Some(self.once(Memo::Parameter, stack, name, || {
            self.declared(stack, name, declaration)
        }))
    }

    fn declared(&self, index: usize, name: &str, declaration: &Node) -> Node {
        let scope = Scope::new(index);
        let address = self.address(name, &scope);
        let kind = declaration
            .get("Type")
            .and_then(Node::as_text)
            .unwrap_or("String");
        let is_list =
            kind.starts_with("List<") || kind == "CommaDelimitedList" || kind.contains("<List<");
        let node_kind = match kind {
            _ if is_list => "list",
            "Number" => "number",
            _ => "string",
        };
        let id = format!("parameter:{address}");
        let parent = self
            .stacks
            .get(index)
            .and_then(|stack| stack.template.parent.as_ref());
        let passed =
            parent.and_then(|parent| self.passed(parent.template, &parent.logical_id, name));
        let given = passed.or_else(|| {
            let options = parent.is_none().then_some(self.options)?;
            options
                .parameters
                .get(name)
                .map(|value| Node::text(value.as_str()))
        });
        // What a parameter of the parameter store holds is read when the stack is deployed: a default only names it.
        if kind.starts_with("AWS::SSM::Parameter::Value<") {
            return unknown("parameter", id, Vec::new(), Some(node_kind));
        }
        if let Some(value) = given.or_else(|| declaration.get("Default").cloned()) {
            return typed(value, kind, is_list);
        }
        // Each item of a list is one of the allowed values: the lists themselves cannot be counted.
        let allowed = declaration
            .get("AllowedValues")
            .and_then(Node::as_list)
            .filter(|_| !is_list);
        let mut domain: Vec<Node> = allowed
            .unwrap_or_default()
            .iter()
            .map(|value| typed(value.clone(), kind, is_list))
            .collect();
        domain.dedup();
        match domain.as_slice() {
            [only] => only.clone(),
            // A choice and no unknown with a domain, so that conditions, mappings and places of any type agree.
            [_, _, ..] => Node::OneOf(Arc::new(OneOf {
                condition: Text::from(id),
                values: domain,
            })),
            _ => Node::Unknown(Arc::new(Unknown {
                reason: Text::from("parameter"),
                id: Text::from(id),
                mentions: Vec::new(),
                kind: Some(Text::from(node_kind)),
                domain: Vec::new(),
            })),
        }
    }

    /// What the enclosing stack passes to a parameter of a nested one.
    fn passed(&self, parent: usize, logical_id: &str, name: &str) -> Option<Node> {
        let resource = self.stacks.get(parent)?.resources.get(logical_id)?;
        let parameter = resource.get("Properties")?.get("Parameters")?.get(name)?;
        let value = self.eval(parameter, &Scope::new(parent));
        (!value.is_null()).then_some(value)
    }
}

/// Whether a node of a template refers to `name` by `Ref` or in a `Fn::Sub` text.
pub(super) fn refers_to(node: &Node, name: &str) -> bool {
    match node {
        Node::Object(members) => members.iter().any(|(key, value)| match (&**key, value) {
            ("Ref", Node::Text(text)) => &**text == name,
            ("Fn::Sub", Node::Text(text)) => pieces(text).contains(&Piece::Name(name)),
            ("Fn::Sub", Node::List(items)) => {
                let text = items.first().and_then(Node::as_text).unwrap_or_default();
                pieces(text).contains(&Piece::Name(name))
                    || items.iter().any(|item| refers_to(item, name))
            }
            (_, value) => refers_to(value, name),
        }),
        Node::List(items) => items.iter().any(|item| refers_to(item, name)),
        _ => false,
    }
}

/// The value that `Ref` gives for a parameter of type `kind`.
fn typed(value: Node, kind: &str, is_list: bool) -> Node {
    match value {
        Node::List(items) if is_list => {
            Node::List(items.into_iter().map(|item| scalar(item, kind)).collect())
        }
        Node::Text(text) if is_list => {
            let items = text.split(',').map(str::trim).filter(|_| !text.is_empty());
            Node::List(items.map(|item| scalar(Node::text(item), kind)).collect())
        }
        value if is_list && value.is_plain() => Node::List(vec![scalar(value, kind)]),
        value => scalar(value, kind),
    }
}

/// Numbers where the type says so and no digit of the spelling would be lost, texts elsewhere.
fn scalar(value: Node, kind: &str) -> Node {
    let is_number = matches!(kind, "Number" | "List<Number>");
    match value {
        Node::Text(text) if is_number => match Number::parse(&text) {
            Some(number) if number.to_text() == *text => Node::Number(number),
            _ => Node::Text(text),
        },
        Node::Number(number) if !is_number => Node::text(number.to_text()),
        Node::Bool(value) => Node::text(if value { "true" } else { "false" }),
        other => other,
    }
}

fn plain_text(node: &Node) -> String {
    match node {
        Node::Text(text) => text.to_string(),
        Node::Number(number) => number.to_text(),
        Node::Bool(value) => value.to_string(),
        _ => String::new(),
    }
}
