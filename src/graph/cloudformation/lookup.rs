//! What names stand for: parameters, pseudo parameters, resources, attributes, exports of other stacks.

use crate::value::{Node, Text};

use super::choice::{mapped_choice, mapped_choices};
use super::partition_of;
use super::world::{Scope, World, fingerprint, mentions, opaque, unknown};

impl World<'_> {
    /// The value of `Ref` to `name`.
    pub fn reference(&self, name: &str, scope: &Scope) -> Node {
        let Some(stack) = self.stack(scope) else {
            return Node::Null;
        };
        if let Some(variable) = stack.loop_variables.get(name) {
            return Node::Unknown(variable.clone());
        }
        if let Some(pseudo) = name.strip_prefix("AWS::") {
            return self.pseudo(pseudo, scope);
        }
        if let Some(value) = self.parameter(scope.stack, name) {
            return narrowed(value, scope);
        }
        if stack.resources.contains_key(name) {
            self.check_exists(name, scope);
            return Node::reference(stack.address(name), "Ref");
        }
        self.nowhere(name, scope)
    }

    fn pseudo(&self, name: &str, scope: &Scope) -> Node {
        let stack = self.stack(scope);
        let template = stack.map(|stack| stack.template);
        let region = template.and_then(|template| template.region.as_deref());
        let known = match name {
            "NoValue" => return Node::Null,
            "AccountId" => template.and_then(|template| template.account.clone()),
            "Region" => region.map(Text::from),
            "Partition" => region.map(partition_of),
            "URLSuffix" => region.map(|region| {
                Text::from(if region.starts_with("cn-") {
                    "amazonaws.com.cn"
                } else {
                    "amazonaws.com"
                })
            }),
            "StackName" => stack.and_then(|stack| stack.name.clone()),
            _ => None,
        };
        if let Some(text) = known {
            Node::Text(text)
        } else {
            let kind = if name == "NotificationARNs" {
                "list"
            } else {
                "string"
            };
            unknown(
                "pseudo parameter",
                format!("pseudo:AWS::{name}"),
                Vec::new(),
                Some(kind),
            )
        }
    }

    fn nowhere(&self, name: &str, scope: &Scope) -> Node {
        self.dangling(&format!("`{name}` is referred to but not defined"), scope);
        unknown(
            "dangling reference",
            format!("dangling:{}", self.address(name, scope)),
            Vec::new(),
            None,
        )
    }

    /// Notes a reference to a resource that is certainly not created.
    fn check_exists(&self, logical_id: &str, scope: &Scope) {
        let resource = self
            .stack(scope)
            .and_then(|stack| stack.resources.get(logical_id));
        let Some(condition) = resource
            .and_then(|resource| resource.get("Condition"))
            .and_then(Node::as_text)
        else {
            return;
        };
        if self.condition(condition, &Scope::new(scope.stack))
            == super::condition::Condition::Known(false)
        {
            self.dangling(
                &format!("`{logical_id}` is referred to, but its condition does not hold"),
                scope,
            );
        }
    }

    /// The value of `Fn::GetAtt`.
    pub fn attribute(&self, argument: &Node, scope: &Scope) -> Node {
        let parts: Vec<Node> = match argument {
            Node::Text(text) => match text.split_once('.') {
                Some((resource, attribute)) => vec![Node::text(resource), Node::text(attribute)],
                None => vec![Node::Text(text.clone())],
            },
            Node::List(items) => items.iter().map(|item| self.eval(item, scope)).collect(),
            other => vec![self.eval(other, scope)],
        };
        mapped_choices(&parts, &|parts| self.attribute_at(parts, scope))
            .unwrap_or_else(|| opaque("Fn::GetAtt", &Node::List(parts), None))
    }

    /// The attribute that `parts` name: a resource, and the path in one part or in several.
    fn attribute_at(&self, parts: &[Node], scope: &Scope) -> Node {
        let texts: Option<Vec<&str>> = parts.iter().map(Node::as_text).collect();
        match texts.as_deref() {
            Some([resource, attribute]) => self.attribute_of(resource, attribute, scope),
            Some([resource, path @ ..]) if !path.is_empty() => {
                self.attribute_of(resource, &path.join("."), scope)
            }
            _ => opaque("Fn::GetAtt", &Node::List(parts.to_vec()), None),
        }
    }

    pub fn attribute_of(&self, logical_id: &str, attribute: &str, scope: &Scope) -> Node {
        let Some(stack) = self.stack(scope) else {
            return Node::Null;
        };
        let Some(resource) = stack.resources.get(logical_id) else {
            return self.nowhere(logical_id, scope);
        };
        self.check_exists(logical_id, scope);
        let address = stack.address(logical_id);
        let is_stack =
            resource.get("Type").and_then(Node::as_text) == Some("AWS::CloudFormation::Stack");
        let Some(output) = attribute.strip_prefix("Outputs.").filter(|_| is_stack) else {
            return Node::reference(address, attribute);
        };
        let nested = self.nested_stack(scope.stack, logical_id);
        if let Some(value) = nested.and_then(|nested| self.output(nested, output)) {
            return value;
        }
        let id = format!("nested stack:{address}.{attribute}");
        unknown(
            "nested stack",
            id,
            mentions(&Node::reference(address, attribute)),
            None,
        )
    }

    /// The stack nested in the stack resource `logical_id`, where its template is at hand.
    pub fn nested_stack(&self, parent: usize, logical_id: &str) -> Option<usize> {
        self.stacks.iter().position(|stack| {
            stack.template.parent.as_ref().is_some_and(|nested| {
                nested.template == parent && &*nested.logical_id == logical_id
            })
        })
    }

    /// The value of `Fn::GetAZs`.
    pub fn zones(&self, region: &Node, scope: &Scope) -> Node {
        let region = match region {
            Node::Null => self.pseudo("Region", scope),
            Node::Text(text) if text.is_empty() => self.pseudo("Region", scope),
            other => other.clone(),
        };
        unknown(
            "availability zones",
            format!("Fn::GetAZs:{}", fingerprint(&region)),
            mentions(&region),
            Some("list"),
        )
    }

    /// The value of `Fn::ImportValue`: what a stack at hand exports under that name, else set but not known.
    pub fn imported(&self, name: &Node) -> Node {
        mapped_choice(name, &|name| {
            self.export(name).unwrap_or_else(|| {
                let label = name
                    .as_text()
                    .map_or_else(|| fingerprint(name), str::to_owned);
                unknown("import", format!("import:{label}"), mentions(name), None)
            })
        })
    }

    /// The value of `Fn::GetStackOutput`: an output of a stack at hand, else set but not known.
    pub fn stack_output(&self, argument: &Node) -> Node {
        let text = |key: &str| argument.get(key).and_then(Node::as_text);
        let known = text("StackName")
            .zip(text("OutputName"))
            .and_then(|(stack, output)| {
                let index = self
                    .stacks
                    .iter()
                    .position(|known| known.name.as_deref() == Some(stack))?;
                self.output(index, output)
            });
        known.unwrap_or_else(|| {
            unknown(
                "import",
                format!("import:{}", fingerprint(argument)),
                mentions(argument),
                None,
            )
        })
    }
}

/// The value where only some branches of its choice are possible.
fn narrowed(value: Node, scope: &Scope) -> Node {
    let Node::OneOf(choice) = &value else {
        return value;
    };
    let Some(possible) = scope.branches.get(&choice.condition) else {
        return value;
    };
    let mut left = choice
        .values
        .iter()
        .zip(possible)
        .filter(|(_, possible)| **possible);
    match (left.next(), left.next()) {
        (Some((only, _)), None) => narrowed(only.clone(), scope),
        _ => value,
    }
}
