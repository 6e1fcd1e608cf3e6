//! What the roots of traversals stand for: locals, variables, resources, data sources, modules.

use hcl_edit::expr::{Expression, Traversal, TraversalOperator};

use crate::artifact::config::Target;
use crate::graph::Mode;
use crate::value::{Node, Object, Text};

use super::error::{Outcome, dangling, invalid};
use super::evaluator::Evaluator;
use super::expansion::{Expansion, Shape};
use super::expression::key_text;
use super::mark::peeled;
use super::scope::Scope;
use super::traverse::{Steps, name_at};
use super::unknown::{derived, unknown};

impl Evaluator<'_> {
    /// The value of a traversal.
    pub(super) fn traversal(&mut self, traversal: &Traversal, scope: &mut Scope) -> Outcome {
        let steps: Steps<'_> = &traversal.operators;
        let Expression::Variable(root) = &traversal.expr else {
            let start = self.typed(&traversal.expr, scope)?;
            return self.walk(start, steps, scope);
        };
        if let Some(bound) = scope.binding(root.as_str()) {
            let bound = bound.clone();
            return self.walk(bound, steps, scope);
        }
        if scope.in_template {
            return Err(invalid(format!(
                "the template is not given `{}`",
                root.as_str()
            )));
        }
        let first = name_at(steps, 0);
        let rest = steps.get(1..).unwrap_or_default();
        let instance = scope.instance;
        match (root.as_str(), first) {
            ("local", Some(name)) => {
                let value = self.local(instance, name)?;
                self.walk_from(&value, rest, scope)
            }
            ("var", Some(name)) => {
                let value = self.variable(instance, name)?;
                self.walk_from(&value, rest, scope)
            }
            ("each", Some(name @ ("key" | "value"))) => {
                let Some((key, value)) = scope.repetition.each.clone() else {
                    return Err(invalid(format!("`each.{name}` outside of `for_each`")));
                };
                self.walk_from(if name == "key" { &key } else { &value }, rest, scope)
            }
            ("count", Some("index")) => scope
                .repetition
                .count
                .clone()
                .ok_or_else(|| invalid("`count.index` outside of `count`")),
            ("path", Some(name)) => Ok(self.path(instance, name)),
            ("terraform", Some("workspace")) => Ok(Node::text("default")),
            ("module", Some(name)) => self.module(instance, name, rest, scope),
            ("data", Some(kind)) => {
                self.resource(Mode::Data, kind, name_at(steps, 1), skip(steps, 2), scope)
            }
            ("resource", Some(kind)) => self.resource(
                Mode::Managed,
                kind,
                name_at(steps, 1),
                skip(steps, 2),
                scope,
            ),
            ("self", _) => {
                let owner = Node::reference(scope.owner.clone(), "");
                self.walk(owner, steps, scope)
            }
            ("ephemeral" | "terraform", _) => {
                let spelling = format!("{}:{}", scope.owner, traversal_text(root.as_str(), steps));
                Ok(Node::Unknown(
                    unknown("ephemeral", spelling, Vec::new(), None).into(),
                ))
            }
            (kind, name) => self.resource(Mode::Managed, kind, name, rest, scope),
        }
    }

    fn path(&self, instance: usize, name: &str) -> Node {
        let directory = &self.module_of(instance).directory;
        match name {
            "module" if !directory.is_empty() => Node::Text(directory.clone()),
            "module" | "root" => Node::text("."),
            other => Node::Unknown(
                unknown("path", format!("path.{other}"), Vec::new(), Some("string")).into(),
            ),
        }
    }

    /// A reference to a resource or data source of the same module instance.
    fn resource(
        &mut self,
        mode: Mode,
        kind: &str,
        name: Option<&str>,
        steps: Steps<'_>,
        scope: &mut Scope,
    ) -> Outcome {
        let name = name.ok_or_else(|| invalid(format!("`{kind}` is not a value")))?;
        let Some(block) = self.index_of(scope.instance).resource(mode, kind, name) else {
            let prefix = if mode == Mode::Data { "data." } else { "" };
            return Err(dangling(
                &self.address(scope.instance, &format!("{prefix}{kind}.{name}")),
            ));
        };
        let expansion = self.expansion(scope.instance, mode, block)?;
        if expansion.shape == Shape::Single {
            return self.walk(Node::reference(expansion.address.clone(), ""), steps, scope);
        }
        let Some((step, after)) = steps.split_first() else {
            return Ok(whole(&expansion));
        };
        let key = match step.value() {
            TraversalOperator::Index(key) => {
                let key = self.evaluate(key, scope)?;
                peeled(self.settled(key)?).1
            }
            TraversalOperator::LegacyIndex(index) => {
                Node::from(i64::try_from(*index.value()).unwrap_or(i64::MAX))
            }
            TraversalOperator::GetAttr(_) if expansion.shape == Shape::Undecided => Node::Null,
            TraversalOperator::GetAttr(name) if expansion.shape == Shape::Each => {
                Node::text(name.as_str())
            }
            TraversalOperator::GetAttr(_) => {
                return Err(invalid(format!(
                    "`{}` has `count` and needs an index",
                    expansion.address
                )));
            }
            TraversalOperator::AttrSplat(_) | TraversalOperator::FullSplat(_) => {
                return self.walk(whole(&expansion), steps, scope);
            }
        };
        let after = if key.is_null() { steps } else { after };
        let position = if expansion.shape == Shape::Undecided {
            Some(0)
        } else {
            let Some(text) = key_text(&key) else {
                let node = self.element(whole(&expansion), key)?;
                return self.walk(node, after, scope);
            };
            expansion
                .members
                .iter()
                .position(|member| key_text(&member.index).as_ref() == Some(&text))
        };
        let member = position.and_then(|position| expansion.members.get(position));
        match member {
            Some(member) => {
                let value = self.walk(Node::reference(member.address.clone(), ""), after, scope)?;
                Ok(self.if_it_exists(&expansion, position.unwrap_or(0), value))
            }
            None => Err(invalid(format!(
                "`{}` has no instance {}",
                expansion.address,
                key.identity()
            ))),
        }
    }

    /// An output of a module call, or all of them.
    fn module(
        &mut self,
        instance: usize,
        name: &str,
        steps: Steps<'_>,
        scope: &mut Scope,
    ) -> Outcome {
        let module = self.module_of(instance);
        let Some((name, target)) = module.calls.get_key_value(name) else {
            return Err(dangling(&self.address(instance, &format!("module.{name}"))));
        };
        if let Target::Remote(_) = target {
            let path = self.address(instance, &format!("module.{name}"));
            let outputs = unknown("remote module", path, Vec::new(), None);
            return self.walk(Node::Unknown(outputs.into()), steps, scope);
        }
        let children = self.children(instance, name)?;
        let expansion = &children.expansion;
        if expansion.shape == Shape::Single {
            let Some(child) = children.instances.first() else {
                return Err(invalid("a module without instance"));
            };
            return self.outputs(*child, steps, scope);
        }
        let index = match steps.first().map(hcl_edit::repr::Decorated::value) {
            Some(TraversalOperator::Index(key)) => {
                let key = self.evaluate(key, scope)?;
                Some(peeled(self.settled(key)?).1)
            }
            Some(TraversalOperator::LegacyIndex(index)) => Some(Node::from(
                i64::try_from(*index.value()).unwrap_or(i64::MAX),
            )),
            Some(TraversalOperator::GetAttr(name)) if expansion.shape == Shape::Each => {
                Some(Node::text(name.as_str()))
            }
            _ => None,
        };
        if let Some(text) = index.as_ref().and_then(key_text) {
            let mut known = expansion.members.iter();
            let position = match expansion.shape {
                Shape::Undecided => Some(0),
                _ => known.position(|member| key_text(&member.index).as_ref() == Some(&text)),
            };
            let child = position.and_then(|index| Some((index, *children.instances.get(index)?)));
            let Some((position, child)) = child else {
                return Err(invalid(format!("`module.{name}` has no instance `{text}`")));
            };
            let value = self.outputs(child, skip(steps, 1), scope)?;
            return Ok(self.if_it_exists(expansion, position, value));
        }
        let mut all = Vec::new();
        for child in &children.instances {
            all.push(self.outputs(*child, &[], scope)?);
        }
        let node = together(expansion, &all);
        self.walk(node, steps, scope)
    }

    /// A value of one instance; where an error has a consequence, that is an error in every branch without the instance.
    ///
    /// Elsewhere the toolchain refuses those branches.
    fn if_it_exists(&mut self, expansion: &Expansion, position: usize, value: Node) -> Node {
        if !self.attempting {
            return value;
        }
        if expansion.shape == Shape::Undecided {
            self.fallible = true;
            return value;
        }
        let missing = || {
            let spelling = format!("error:{} {position}", expansion.address);
            Node::Unknown(derived("error", spelling, &[], None).into())
        };
        expansion.over_branches(&|exist| {
            if exist.get(position) == Some(&true) {
                value.clone()
            } else {
                missing()
            }
        })
    }

    fn outputs(&mut self, child: usize, steps: Steps<'_>, scope: &mut Scope) -> Outcome {
        if let Some(name) = name_at(steps, 0) {
            let value = self.output(child, name)?;
            return self.walk_from(&value, skip(steps, 1), scope);
        }
        let mut names: Vec<&str> = self.index_of(child).outputs.keys().copied().collect();
        names.sort_unstable();
        let mut object = Object::new();
        for name in names {
            let value = self.output(child, name)?;
            object.insert(Text::from(name), (*value).clone());
        }
        self.walk(Node::Object(object), steps, scope)
    }
}

/// All instances of a resource as one value.
fn whole(expansion: &Expansion) -> Node {
    let members = expansion.members.iter();
    let references = members.map(|member| Node::reference(member.address.clone(), ""));
    together(expansion, &references.collect::<Vec<_>>())
}

/// The values of all instances as one value; where a condition decides which there are, a choice by that condition.
fn together(expansion: &Expansion, values: &[Node]) -> Node {
    if expansion.shape == Shape::Undecided {
        let spelling = format!("{}[*]", expansion.address);
        let rest = |value| Node::Rest(derived("count", spelling.clone(), &[value], None).into());
        return Node::List(values.iter().map(rest).collect());
    }
    expansion.over_branches(&|exist| {
        let taken = expansion.members.iter().zip(values).zip(exist);
        let taken = taken.filter_map(|(both, exists)| exists.then_some(both));
        if expansion.shape == Shape::Each {
            let keyed =
                taken.filter_map(|(member, value)| Some((key_text(&member.index)?, value.clone())));
            Node::Object(keyed.collect())
        } else {
            Node::List(taken.map(|(_, value)| value.clone()).collect())
        }
    })
}

fn skip(steps: Steps<'_>, count: usize) -> Steps<'_> {
    steps.get(count..).unwrap_or_default()
}

fn traversal_text(root: &str, steps: Steps<'_>) -> String {
    (0..steps.len())
        .filter_map(|index| name_at(steps, index))
        .fold(root.to_owned(), |text, name| format!("{text}.{name}"))
}
