//! What the roots of traversals stand for: locals, variables, resources, data sources, modules.

use hcl_edit::expr::{Expression, Traversal, TraversalOperator};

use crate::artifact::config::Target;
use crate::graph::{Mode, Presence};
use crate::value::{Node, Object, Text};

use super::choice::one_of;
use super::error::{Outcome, dangling, invalid};
use super::evaluator::Evaluator;
use super::expansion::{Expansion, Shape};
use super::expression::key_text;
use super::mark::peeled;
use super::scope::Scope;
use super::traverse::{Steps, name_at};
use super::unknown::{derived, rest_of, unknown};

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
        let member = if expansion.shape == Shape::Undecided {
            expansion.members.first()
        } else {
            let Some(text) = key_text(&key) else {
                let node = self.element(whole(&expansion), key)?;
                return self.walk(node, after, scope);
            };
            expansion
                .members
                .iter()
                .find(|member| key_text(&member.index).as_ref() == Some(&text))
        };
        match member {
            Some(member) => self.walk(Node::reference(member.address.clone(), ""), after, scope),
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
            let known = expansion.members.iter().zip(&children.instances);
            let child = match expansion.shape {
                Shape::Undecided => children.instances.first(),
                _ => known
                    .into_iter()
                    .find(|(member, _)| key_text(&member.index).as_ref() == Some(&text))
                    .map(|(_, child)| child),
            };
            let Some(child) = child else {
                return Err(invalid(format!("`module.{name}` has no instance `{text}`")));
            };
            return self.outputs(*child, skip(steps, 1), scope);
        }
        let mut all = Vec::new();
        for child in &children.instances {
            all.push(self.outputs(*child, &[], scope)?);
        }
        let node = match expansion.shape {
            Shape::Each => Node::Object(
                expansion
                    .members
                    .iter()
                    .zip(all)
                    .filter_map(|(member, outputs)| Some((key_text(&member.index)?, outputs)))
                    .collect(),
            ),
            Shape::Undecided => Node::List(
                all.iter()
                    .map(|outputs| rest_of("count", outputs))
                    .collect(),
            ),
            Shape::Count | Shape::Single => Node::List(all),
        };
        self.walk(node, steps, scope)
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
    let reference = |address: &Text| Node::reference(address.clone(), "");
    match expansion.shape {
        Shape::Each => Node::Object(
            expansion
                .members
                .iter()
                .filter_map(|member| Some((key_text(&member.index)?, reference(&member.address))))
                .collect(),
        ),
        Shape::Undecided => Node::List(
            expansion
                .members
                .iter()
                .map(|member| {
                    let instance = reference(&member.address);
                    Node::Rest(
                        derived(
                            "count",
                            format!("{}[*]", expansion.address),
                            &[&instance],
                            None,
                        )
                        .into(),
                    )
                })
                .collect(),
        ),
        Shape::Count | Shape::Single => counted(expansion),
    }
}

/// Instances of a `count`, some of which may exist only in one branch of a condition.
fn counted(expansion: &Expansion) -> Node {
    let reference = |address: &Text| Node::reference(address.clone(), "");
    let condition = expansion
        .members
        .iter()
        .find_map(|member| match &member.presence {
            Presence::When(conditions) => match conditions.as_slice() {
                [(condition, _)] => Some(condition.clone()),
                _ => None,
            },
            _ => None,
        });
    let listed = |branch: Option<usize>| {
        let taken = expansion
            .members
            .iter()
            .filter(|member| match (&member.presence, branch) {
                (Presence::When(conditions), Some(branch)) => {
                    conditions.iter().all(|(_, taken)| *taken == branch)
                }
                _ => true,
            });
        Node::List(taken.map(|member| reference(&member.address)).collect())
    };
    match condition {
        Some(condition) => one_of(condition, vec![listed(Some(0)), listed(Some(1))]),
        None => listed(None),
    }
}

fn skip(steps: Steps<'_>, count: usize) -> Steps<'_> {
    steps.get(count..).unwrap_or_default()
}

fn traversal_text(root: &str, steps: Steps<'_>) -> String {
    (0..steps.len())
        .filter_map(|index| name_at(steps, index))
        .fold(root.to_owned(), |text, name| format!("{text}.{name}"))
}
