//! Which locals, variables and modules a reference was reached through, and which values are sensitive.

use std::collections::HashMap;
use std::rc::Rc;

use hcl_edit::expr::{Expression, Traversal};
use hcl_edit::visit::{Visit, visit_expr, visit_traversal};

use crate::artifact::config::Block;
use crate::graph::{Mode, Resource};
use crate::value::{Node, Text, append_token};

use super::evaluator::{Evaluator, Family};
use super::expression::key_name;
use super::scope::Scope;
use super::traverse::name_at;

/// What an expression goes through.
#[derive(Debug, Clone, Default)]
pub(super) struct Passage {
    names: Vec<Text>,
    sensitive: bool,
}

/// Passages of named values by module instance; `None` while one is being found.
pub(super) type Passages = HashMap<(usize, Text), Option<Rc<Passage>>>;

/// The names that an expression starts from: the root, and the two names after it.
#[derive(Default)]
struct Roots {
    found: Vec<(String, Option<String>, Option<String>)>,
    sensitive: bool,
}

impl Visit for Roots {
    fn visit_traversal(&mut self, traversal: &Traversal) {
        if let Expression::Variable(root) = &traversal.expr {
            let name = |index| name_at(&traversal.operators, index).map(ToOwned::to_owned);
            self.found
                .push((root.as_str().to_owned(), name(0), name(1)));
        }
        visit_traversal(self, traversal);
    }

    fn visit_expr(&mut self, expression: &Expression) {
        if let Expression::FuncCall(call) = expression {
            self.sensitive |= call.name.name.as_str() == "sensitive";
        }
        visit_expr(self, expression);
    }
}

impl Passage {
    fn add(&mut self, other: &Self) {
        for name in &other.names {
            if !self.names.contains(name) {
                self.names.push(name.clone());
            }
        }
        self.sensitive |= other.sensitive;
    }
}

impl<'a> Evaluator<'a> {
    /// Records how the references in `value` were reached, and whether it is sensitive.
    pub(super) fn trace(
        &mut self,
        expression: &Expression,
        value: &Node,
        pointer: &mut String,
        scope: &Scope,
        resource: &mut Resource,
    ) {
        if let Some(inner) = Self::wrapped(expression)
            && !matches!(expression, Expression::FuncCall(call) if call.name.name.as_str() == "sensitive")
        {
            return self.trace(inner, value, pointer, scope, resource);
        }
        let inner = if let Node::Json(inner) = value {
            inner.as_ref()
        } else {
            value
        };
        let length = pointer.len();
        match (expression, inner) {
            (Expression::Array(items), Node::List(values)) if items.len() == values.len() => {
                for (index, (item, value)) in items.iter().zip(values).enumerate() {
                    append_token(pointer, &index.to_string());
                    self.trace(item, value, pointer, scope, resource);
                    pointer.truncate(length);
                }
            }
            (Expression::Object(items), Node::Object(values)) => {
                for (key, item) in items {
                    let key = key_name(key);
                    let Some((key, value)) =
                        key.and_then(|key| Some((key.clone(), values.get(&key)?)))
                    else {
                        continue;
                    };
                    append_token(pointer, &key);
                    self.trace(item.expr(), value, pointer, scope, resource);
                    pointer.truncate(length);
                }
            }
            _ => self.trace_leaf(expression, value, pointer, scope, resource),
        }
    }

    fn trace_leaf(
        &mut self,
        expression: &Expression,
        value: &Node,
        pointer: &mut String,
        scope: &Scope,
        resource: &mut Resource,
    ) {
        let passage = self.passage(expression, scope);
        if passage.sensitive && !resource.sensitive.contains(pointer) {
            resource.sensitive.push(pointer.clone());
        }
        if passage.names.is_empty() {
            return;
        }
        value.walk(pointer, &mut |pointer, node| {
            let mentions = match node {
                Node::Ref(_) => true,
                Node::Unknown(unknown) | Node::Rest(unknown) => !unknown.mentions.is_empty(),
                _ => false,
            };
            if mentions {
                let via = resource.via.entry(pointer.to_owned()).or_default();
                via.extend(
                    passage
                        .names
                        .iter()
                        .filter(|name| !via.contains(name))
                        .cloned()
                        .collect::<Vec<_>>(),
                );
            }
        });
    }

    fn passage(&mut self, expression: &Expression, scope: &Scope) -> Passage {
        let mut roots = Roots::default();
        roots.visit_expr(expression);
        let mut passage = Passage {
            names: Vec::new(),
            sensitive: roots.sensitive,
        };
        for (root, first, second) in roots.found {
            let first = first.unwrap_or_default();
            match root.as_str() {
                "local" => passage.add(&self.named(scope.instance, Family::Local, &first)),
                "var" => passage.add(&self.named(scope.instance, Family::Variable, &first)),
                "module" => {
                    passage.add(&self.module_passage(scope.instance, &first, second.as_deref()));
                }
                "each" => {
                    let each = self
                        .declared
                        .get(&scope.owner)
                        .and_then(|found| found.block.attribute("for_each"));
                    if let Some((file, each)) = each {
                        passage.add(&self.passage(&each.value, &Scope::of(scope.instance, file)));
                    }
                }
                "data" => {
                    let name = second.unwrap_or_default();
                    if let Some(block) =
                        self.index_of(scope.instance)
                            .resource(Mode::Data, &first, &name)
                    {
                        passage.add(&self.data_passage(scope.instance, block));
                    }
                }
                _ => {}
            }
        }
        passage
    }

    /// The passage of a local or a variable, its own name first.
    fn named(&mut self, instance: usize, family: Family, name: &str) -> Rc<Passage> {
        let prefix = match family {
            Family::Local => "local",
            Family::Variable => "var",
            Family::Output => "output",
        };
        let own = Text::from(format!("{prefix}.{name}"));
        self.remembered(instance, own.clone(), |evaluator| {
            let mut passage = Passage::default();
            if family != Family::Output {
                passage.names.push(own);
            }
            let index = evaluator.index_of(instance);
            match family {
                Family::Local => {
                    if let Some((file, expression)) = index.locals.get(name).copied() {
                        passage.add(&evaluator.passage(expression, &Scope::of(instance, file)));
                    }
                }
                Family::Output => {
                    let value = index
                        .outputs
                        .get(name)
                        .and_then(|block| block.attribute("value"));
                    if let Some((file, value)) = value {
                        passage.add(&evaluator.passage(&value.value, &Scope::of(instance, file)));
                    }
                }
                Family::Variable => {
                    passage.sensitive |= index.variables.get(name).is_some_and(|block| {
                        block
                            .attribute("sensitive")
                            .and_then(|(_, flag)| flag.value.as_bool())
                            == Some(true)
                    });
                    let caller = evaluator.at(instance).caller.as_ref();
                    let argument = caller
                        .and_then(|caller| Some((caller.instance, caller.block.attribute(name)?)));
                    if let Some((parent, (file, argument))) = argument {
                        let mut scope = Scope::of(parent, file);
                        scope.owner = evaluator.at(instance).path.clone();
                        passage.add(&evaluator.passage(&argument.value, &scope));
                    }
                }
            }
            passage
        })
    }

    fn module_passage(&mut self, instance: usize, name: &str, second: Option<&str>) -> Passage {
        let mut passage = Passage {
            names: vec![Text::from(format!("module.{name}"))],
            sensitive: false,
        };
        let children = match self.children(instance, name) {
            Ok(children) => children.instances.clone(),
            Err(_) => return passage,
        };
        let Some(child) = children.first().copied() else {
            return passage;
        };
        let outputs: Vec<String> = match second {
            Some(output) if self.index_of(child).outputs.contains_key(output) => {
                vec![output.to_owned()]
            }
            // An index or a splat: the output is further on, any of them may be meant.
            _ => {
                let mut names: Vec<String> = self
                    .index_of(child)
                    .outputs
                    .keys()
                    .map(|name| (*name).to_owned())
                    .collect();
                names.sort_unstable();
                names
            }
        };
        for output in outputs {
            passage.add(&self.named(child, Family::Output, &output));
        }
        passage
    }

    fn data_passage(&mut self, instance: usize, block: &'a Block) -> Rc<Passage> {
        let labels: Vec<&str> = block.labels.iter().map(|label| &**label).collect();
        let own = Text::from(format!("data.{}", labels.join(".")));
        self.remembered(instance, own, |evaluator| {
            let mut passage = Passage::default();
            for (file, attribute) in block.attributes() {
                passage.add(&evaluator.passage(&attribute.value, &Scope::of(instance, file)));
            }
            for (file, nested) in block.blocks() {
                for expression in super::resource::expressions_of(nested) {
                    passage.add(&evaluator.passage(expression, &Scope::of(instance, file)));
                }
            }
            passage
        })
    }

    fn remembered(
        &mut self,
        instance: usize,
        own: Text,
        find: impl FnOnce(&mut Self) -> Passage,
    ) -> Rc<Passage> {
        let key = (instance, own);
        match self.passages.get(&key) {
            Some(Some(known)) => return Rc::clone(known),
            Some(None) => return Rc::default(),
            None => {}
        }
        self.passages.insert(key.clone(), None);
        let passage = Rc::new(find(self));
        self.passages.insert(key, Some(Rc::clone(&passage)));
        passage
    }
}
