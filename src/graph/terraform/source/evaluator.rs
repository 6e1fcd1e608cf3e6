//! The evaluator's state: module instances, remembered values, and the limits of what is evaluated.

use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

use hcl_edit::Span as _;
use hcl_edit::expr::Expression;

use crate::artifact::config::{Assigned, Block, Configuration, Module};
use crate::graph::{Mode, Note, Presence};
use crate::source::{Span, locate_json};
use crate::value::{Node, Reference, Text};

use super::error::{EvaluationError, Fault, Invalid, Outcome, dangling, invalid};
use super::expansion::{Children, Expansion};
use super::index::ModuleIndex;
use super::known::Known;
use super::mark::hidden;
use super::scope::{Repetition, Scope};
use super::types::Type;
use super::unknown::unknown;
use super::via::Passages;

/// Values built before evaluation stops.
const BUDGET: usize = 4_000_000;

/// A module as called: its folder, who called it, and what is already known of it.
pub(super) struct ModuleInstance<'a> {
    /// Address such as `module.a["x"]`, empty for the root module.
    pub(super) path: Text,
    /// Index of the module.
    pub(super) module: usize,
    /// The call that made it.
    pub(super) caller: Option<Caller<'a>>,
    /// Whether it exists.
    pub(super) presence: Presence,
    values: HashMap<(Family, &'a str), Slot>,
    pub(super) expansions: HashMap<(Mode, &'a str, &'a str), Rc<Expansion>>,
    pub(super) children: HashMap<&'a str, Rc<Children>>,
    /// What all its resources depend on, once that is asked for.
    pub(super) depends_on: Option<Rc<[Text]>>,
}

/// A module call.
pub(super) struct Caller<'a> {
    pub(super) instance: usize,
    pub(super) block: &'a Block,
    pub(super) repetition: Repetition,
}

/// The families of named values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Family {
    Local,
    Variable,
    Output,
}

/// A remembered value.
enum Slot {
    Busy,
    Known(Rc<Node>),
    Invalid(Invalid),
}

/// A resource instance as declared.
#[derive(Clone)]
pub(super) struct Declared<'a> {
    pub(super) instance: usize,
    pub(super) mode: Mode,
    pub(super) block: &'a Block,
    pub(super) repetition: Repetition,
}

/// Evaluates one configuration.
pub(super) struct Evaluator<'a> {
    pub(super) configuration: &'a Configuration,
    /// What is known beforehand.
    pub(super) known: &'a Known,
    pub(super) indexes: Vec<ModuleIndex<'a>>,
    pub(super) instances: Vec<ModuleInstance<'a>>,
    /// Resource instances met so far, by address.
    pub(super) declared: HashMap<Text, Declared<'a>>,
    /// Documents of `aws_iam_policy_document` data sources, by address.
    pub(super) documents: HashMap<Text, Option<Node>>,
    /// References looked up so far, with the value the configuration assigns.
    pub(super) settled: HashMap<Reference, Option<Node>>,
    pub(super) passages: Passages,
    pub(super) notes: Vec<Note>,
    /// Paths of sensitive variables (`module.m.var.x`).
    pub(super) sensitive: BTreeSet<Text>,
    /// Whether a conversion was met that a value not known yet may not survive.
    pub(super) fallible: bool,
    /// Whether an error of what is being evaluated has a consequence: inside of `try` and `can`.
    pub(super) attempting: bool,
    /// What is being evaluated, for the path of a cycle.
    trail: Vec<String>,
    budget: usize,
    depth: usize,
    depth_limit: usize,
}

impl<'a> Evaluator<'a> {
    pub(super) fn new(
        configuration: &'a Configuration,
        known: &'a Known,
        depth_limit: usize,
    ) -> Self {
        let mut evaluator = Self {
            configuration,
            known,
            indexes: configuration
                .modules()
                .iter()
                .map(ModuleIndex::new)
                .collect(),
            instances: Vec::new(),
            declared: HashMap::new(),
            documents: HashMap::new(),
            settled: HashMap::new(),
            passages: Passages::new(),
            notes: Vec::new(),
            sensitive: BTreeSet::new(),
            fallible: false,
            attempting: false,
            trail: Vec::new(),
            budget: BUDGET,
            depth: 0,
            depth_limit,
        };
        evaluator.add_instance(Text::from(""), 0, None, Presence::Always);
        evaluator
    }

    pub(super) fn add_instance(
        &mut self,
        path: Text,
        module: usize,
        caller: Option<Caller<'a>>,
        presence: Presence,
    ) -> usize {
        self.instances.push(ModuleInstance {
            path,
            module,
            caller,
            presence,
            values: HashMap::new(),
            expansions: HashMap::new(),
            children: HashMap::new(),
            depends_on: None,
        });
        self.instances.len() - 1
    }

    /// The module instance at `index`, which came from [`Self::add_instance`].
    #[expect(
        clippy::indexing_slicing,
        reason = "indices are handed out by `add_instance` and nothing is removed"
    )]
    pub(super) fn at(&self, index: usize) -> &ModuleInstance<'a> {
        &self.instances[index]
    }

    #[expect(
        clippy::indexing_slicing,
        reason = "indices are handed out by `add_instance` and nothing is removed"
    )]
    pub(super) fn at_mut(&mut self, index: usize) -> &mut ModuleInstance<'a> {
        &mut self.instances[index]
    }

    /// The declarations of the module of an instance.
    #[expect(
        clippy::indexing_slicing,
        reason = "an instance's module is one of the configuration's"
    )]
    pub(super) fn index_of(&self, instance: usize) -> &ModuleIndex<'a> {
        &self.indexes[self.at(instance).module]
    }

    pub(super) fn module_of(&self, instance: usize) -> &'a Module {
        self.index_of(instance).module
    }

    /// Counts `amount` values against the limit.
    pub(super) fn charge(&mut self, amount: usize) -> Outcome<()> {
        self.budget = self
            .budget
            .checked_sub(amount)
            .ok_or(EvaluationError::TooLarge { limit: BUDGET })?;
        Ok(())
    }

    /// One level deeper; the caller leaves it again by [`Self::leave`].
    pub(super) fn enter(&mut self) -> Outcome<()> {
        if self.depth >= self.depth_limit {
            return Err(EvaluationError::TooDeep {
                limit: self.depth_limit,
            }
            .into());
        }
        self.depth += 1;
        self.charge(1)
    }

    pub(super) fn leave(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// A whole address within a module instance.
    pub(super) fn address(&self, instance: usize, rest: &str) -> Text {
        let path = &self.at(instance).path;
        if path.is_empty() {
            Text::from(rest)
        } else {
            Text::from(format!("{path}.{rest}"))
        }
    }

    /// The value of `local.name`.
    pub(super) fn local(&mut self, instance: usize, name: &str) -> Outcome<Rc<Node>> {
        let Some((name, (file, expression))) = self
            .index_of(instance)
            .locals
            .get_key_value(name)
            .map(|(name, place)| (*name, *place))
        else {
            return Err(dangling(&format!("local.{name}")));
        };
        self.remember(
            instance,
            Family::Local,
            name,
            file,
            expression,
            |evaluator| evaluator.typed(expression, &mut Scope::of(instance, file)),
        )
    }

    /// The value of an output of a module instance.
    pub(super) fn output(&mut self, instance: usize, name: &str) -> Outcome<Rc<Node>> {
        let Some((name, block)) = self
            .index_of(instance)
            .outputs
            .get_key_value(name)
            .map(|(name, block)| (*name, *block))
        else {
            return Err(dangling(&self.address(instance, name)));
        };
        let Some((file, value)) = block.attribute("value") else {
            return Ok(Rc::new(Node::Null));
        };
        self.remember(
            instance,
            Family::Output,
            name,
            file,
            &value.value,
            |evaluator| {
                let result = evaluator.typed(&value.value, &mut Scope::of(instance, file))?;
                let sensitive = block
                    .attribute("sensitive")
                    .and_then(|(_, attribute)| attribute.value.as_bool());
                Ok(hidden(sensitive == Some(true), result))
            },
        )
    }

    /// The value of `var.name`.
    pub(super) fn variable(&mut self, instance: usize, name: &str) -> Outcome<Rc<Node>> {
        let Some((name, block)) = self
            .index_of(instance)
            .variables
            .get_key_value(name)
            .map(|(name, block)| (*name, *block))
        else {
            return Err(dangling(&format!("var.{name}")));
        };
        let place = self
            .at(instance)
            .caller
            .as_ref()
            .and_then(|caller| caller.block.attribute(name));
        let (file, expression) = place
            .or_else(|| block.attribute("default"))
            .map_or((block.file, None), |(file, attribute)| {
                (file, Some(&attribute.value))
            });
        let anywhere = Expression::null();
        self.remember(
            instance,
            Family::Variable,
            name,
            file,
            expression.unwrap_or(&anywhere),
            |evaluator| evaluator.assigned(instance, name, block),
        )
    }

    fn assigned(&mut self, instance: usize, name: &'a str, block: &'a Block) -> Outcome {
        let path = self.address(instance, &format!("var.{name}"));
        let flag = |key: &str| {
            block
                .attribute(key)
                .and_then(|(_, attribute)| attribute.value.as_bool())
        };
        if flag("sensitive") == Some(true) {
            self.sensitive.insert(path.clone());
        }
        let kind = Type::declared(block);
        let mut value = self.given(instance, name, &kind)?;
        if value.as_ref().is_some_and(Node::is_null) && flag("nullable") == Some(false) {
            value = None;
        }
        if value.is_none() {
            value = match block.attribute("default") {
                Some((file, default)) => {
                    Some(self.typed(&default.value, &mut Scope::of(instance, file))?)
                }
                None => None,
            };
        }
        // What is wrong with a sensitive value is not told.
        let untold = |fault| match fault {
            Fault::Invalid(_) if flag("sensitive") == Some(true) => {
                invalid(format!("`{path}` is not of its type"))
            }
            other => other,
        };
        let value = if let Some(value) = value {
            self.convert(value, &kind).map_err(untold)?
        } else {
            let open = unknown("variable", path.clone(), Vec::new(), kind.name())
                .with_domain(Type::domain(block, name));
            self.convert(Node::Unknown(open.into()), &kind)?
        };
        Ok(hidden(flag("sensitive") == Some(true), value))
    }

    /// What the caller, the options or a definitions file assigns to a variable.
    fn given(&mut self, instance: usize, name: &'a str, kind: &Type) -> Outcome<Option<Node>> {
        if let Some(caller) = &self.at(instance).caller {
            let (parent, repetition) = (caller.instance, caller.repetition.clone());
            let Some((file, argument)) = caller.block.attribute(name) else {
                return Ok(None);
            };
            let owner = self.at(instance).path.clone();
            let mut scope = Scope::repeated(parent, file, repetition, owner);
            return self.typed(&argument.value, &mut scope).map(Some);
        }
        if let Some(value) = self.known.variables.get(name) {
            // A text given for a collection is an expression, as on Terraform's command line.
            if let (Node::Text(text), true) = (value, kind.is_structural())
                && let Ok(expression) = text.parse::<Expression>()
            {
                return self
                    .evaluate(&expression, &mut Scope::of(instance, 0))
                    .map(Some);
            }
            return Ok(Some(value.clone()));
        }
        let assigned = self
            .configuration
            .assignments()
            .iter()
            .rfind(|given| &*given.name == name);
        match assigned.map(|assignment| &assignment.value) {
            Some(Assigned::Plain(value)) => Ok(Some(value.clone())),
            Some(Assigned::Expression(expression)) => self
                .typed(expression, &mut Scope::of(instance, 0))
                .map(Some),
            None => Ok(None),
        }
    }

    /// Evaluates a named value once.
    fn remember(
        &mut self,
        instance: usize,
        family: Family,
        name: &'a str,
        file: usize,
        expression: &Expression,
        compute: impl FnOnce(&mut Self) -> Outcome,
    ) -> Outcome<Rc<Node>> {
        match self.at(instance).values.get(&(family, name)) {
            Some(Slot::Known(value)) => return Ok(Rc::clone(value)),
            Some(Slot::Invalid(invalid)) => return Err(Fault::Invalid(invalid.clone())),
            Some(Slot::Busy) => return Err(self.cycle(instance, family, name, file, expression)),
            None => {}
        }
        let spelled = self.spelled(instance, family, name);
        self.trail.push(spelled);
        self.at_mut(instance)
            .values
            .insert((family, name), Slot::Busy);
        // An error of a named value is an error of the configuration, whoever refers to it.
        let attempting = std::mem::replace(&mut self.attempting, false);
        let fallible = self.fallible;
        let outcome = compute(self);
        (self.attempting, self.fallible) = (attempting, fallible);
        self.trail.pop();
        let (slot, result) = match outcome {
            Ok(value) => {
                let value = Rc::new(value);
                (Slot::Known(Rc::clone(&value)), Ok(value))
            }
            Err(Fault::Invalid(invalid)) => {
                (Slot::Invalid(invalid.clone()), Err(Fault::Invalid(invalid)))
            }
            Err(fatal) => return Err(fatal),
        };
        self.at_mut(instance).values.insert((family, name), slot);
        result
    }

    fn spelled(&self, instance: usize, family: Family, name: &str) -> String {
        let rest = match family {
            Family::Local => format!("local.{name}"),
            Family::Variable => format!("var.{name}"),
            Family::Output => name.to_owned(),
        };
        self.address(instance, &rest).to_string()
    }

    fn cycle(
        &self,
        instance: usize,
        family: Family,
        name: &str,
        file: usize,
        expression: &Expression,
    ) -> Fault {
        let what = self.spelled(instance, family, name);
        let start = self
            .trail
            .iter()
            .position(|step| *step == what)
            .unwrap_or(0);
        let mut path: Vec<&str> = self.trail.iter().skip(start).map(String::as_str).collect();
        path.push(&what);
        let path = path.join(" → ");
        // The argument of a module call stands in the caller's file.
        let called = match (family, &self.at(instance).caller) {
            (Family::Variable, Some(caller)) if caller.block.attribute(name).is_some() => {
                caller.instance
            }
            _ => instance,
        };
        let Some(source) = self.module_of(called).files.get(file) else {
            return EvaluationError::TooDeep {
                limit: self.depth_limit,
            }
            .into();
        };
        // An expression inside a JSON text is placed within that text.
        let span = if source.name().ends_with(".json") {
            let section = match family {
                Family::Local => "locals",
                Family::Output => "output",
                Family::Variable => "module",
            };
            locate_json(source.text(), &format!("/{section}/{name}")).unwrap_or_default()
        } else {
            let range = expression.span().unwrap_or_default();
            Span::between(range.start, range.end)
        };
        let (text, span) = source.excerpt(span);
        EvaluationError::Cycle {
            what,
            path,
            source_code: std::sync::Arc::new(text),
            span: span.into(),
        }
        .into()
    }
}
