//! Following the names of an expression to resource instances, through variables, outputs and data sources.

use std::collections::{BTreeSet, HashSet};

use crate::artifact::plan::{Expression, Instance, Marks};
use crate::value::{Reference, Text};

use super::address;
use super::name::{Name, distinct, is_key};
use super::references::{DEEPEST, POLICY_DOCUMENT, Place, Resolver};

/// A resource instance that an expression mentions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mentioned {
    pub(super) to: Reference,
    pub(super) via: Vec<Text>,
}

/// Everything that the names of one expression lead to.
#[derive(Debug, Default)]
pub(super) struct Mentions {
    pub(super) found: Vec<Mentioned>,
    /// Names that lead nowhere.
    pub(super) dangling: Vec<Text>,
    /// Names of resources and data sources that are declared and of which there is no instance.
    pub(super) absent: Vec<Text>,
    /// Local values, which plans do not record.
    pub(super) locals: BTreeSet<Text>,
    seen: HashSet<(usize, Text)>,
}

impl Mentions {
    fn add(&mut self, position: usize, address: &Text, attribute: &Text, via: &[Text]) {
        if self.seen.insert((position, attribute.clone())) {
            let to = Reference {
                address: address.clone(),
                attribute: attribute.clone(),
            };
            self.found.push(Mentioned {
                to,
                via: via.to_vec(),
            });
        }
    }

    /// The references alone.
    pub(super) fn references(&self) -> Vec<Reference> {
        self.found.iter().map(|found| found.to.clone()).collect()
    }
}

/// What an expression takes from a resource that it names.
#[derive(Clone, Copy)]
struct Taken<'n> {
    /// What stands behind the resource in the name itself.
    own: &'n str,
    /// What others take from the variable, the output or `each.value` that the name is passed through.
    rest: &'n str,
}

impl Taken<'_> {
    /// The attribute; empty when the plan does not say.
    ///
    /// What others take is an attribute of the resource only when the resource is passed as a `whole`. A plan does not
    /// tell an object from another that is made of it, but one step to an attribute that the resource has is hardly
    /// anything else.
    fn attribute(self, instance: &Instance, whole: bool) -> Text {
        let name = |path: &str| Text::from(path.strip_prefix('.').unwrap_or(path));
        if !self.own.is_empty() {
            return name(self.own);
        }
        let step = name(self.rest);
        if whole && !step.contains(['.', '[']) && has_attribute(instance, &step) {
            step
        } else {
            Text::from("")
        }
    }
}

fn has_attribute(instance: &Instance, name: &str) -> bool {
    let unknown = instance.change.as_ref().map(|change| &change.unknown);
    let may_have = match unknown {
        Some(Marks::Members(marked)) => marked.iter().any(|(marked, _)| &**marked == name),
        Some(Marks::None | Marks::Items(_)) => false,
        // Without changes nothing says what is not known yet.
        Some(Marks::All) | None => true,
    };
    may_have || instance.values.get(name).is_some()
}

pub(super) struct Walk<'r, 'p> {
    resolver: &'r Resolver<'p>,
    mentions: Mentions,
    via: Vec<Text>,
    depth: usize,
}

impl<'r, 'p> Walk<'r, 'p> {
    /// Everything that `names`, standing at `place`, lead to.
    pub(super) fn of(resolver: &'r Resolver<'p>, names: &[&'p Text], place: Place<'p>) -> Mentions {
        let mut walk = Self {
            resolver,
            mentions: Mentions::default(),
            via: Vec::new(),
            depth: 0,
        };
        walk.follow(names.iter().copied(), "", false, place);
        walk.mentions
    }

    fn follow<'n>(
        &mut self,
        names: impl Iterator<Item = &'n Text> + Clone,
        rest: &str,
        keyed: bool,
        place: Place<'p>,
    ) where
        'p: 'n,
    {
        if self.depth > DEEPEST {
            return;
        }
        self.depth += 1;
        let keyed = keyed || names.clone().any(|name| is_key(name));
        // An expression that names several makes something new: what is taken from it is no attribute of what it names.
        let several = distinct(names.clone()).nth(1).is_some();
        let rest = if several { "" } else { rest };
        for name in distinct(names) {
            self.follow_name(name, rest, keyed, place);
        }
        self.depth -= 1;
    }

    fn follow_name(&mut self, name: &str, rest: &str, keyed: bool, place: Place<'p>) {
        match Name::parse(name) {
            Name::Nothing => {}
            Name::EachValue { rest: own } => {
                if let Some(for_each) = place.for_each {
                    let mut names = Vec::new();
                    for_each.references(&mut names);
                    // `each.value` is made of what `for_each` goes through, likely of what has the same key there.
                    self.follow(names.iter().copied(), &format!("{own}{rest}"), true, place);
                }
            }
            Name::Local { name } => {
                self.mentions.locals.insert(Text::from(name));
            }
            Name::Variable { name, rest: own } => {
                let Some(module) = self.resolver.modules.get(place.module) else {
                    return;
                };
                let (Some(call), Some(outside)) = (module.call, module.outside()) else {
                    return;
                };
                if let Some(expression) = call.expressions.get(name) {
                    self.follow_expression(
                        expression,
                        &format!("{own}{rest}"),
                        outside,
                        format!("var.{name}"),
                    );
                }
            }
            Name::Module {
                name: module,
                key,
                rest: own,
            } => self.follow_module(name, module, key, own, rest, keyed, place),
            Name::Resource {
                local,
                key,
                rest: own,
            } => self.follow_resource(name, local, key, Taken { own, rest }, keyed, place),
        }
    }

    fn follow_expression(
        &mut self,
        expression: &'p Expression,
        rest: &str,
        place: Place<'p>,
        via: String,
    ) {
        let mut names = Vec::new();
        expression.references(&mut names);
        if names.is_empty() {
            return;
        }
        self.via.push(via.into());
        self.follow(names.iter().copied(), rest, false, place);
        self.via.pop();
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of one reference and where it stands"
    )]
    fn follow_module(
        &mut self,
        name: &str,
        module: &str,
        key: &str,
        own: &str,
        rest: &str,
        keyed: bool,
        place: Place<'p>,
    ) {
        let declared = self
            .resolver
            .modules
            .get(place.module)
            .is_some_and(|here| here.block.calls.contains_key(module));
        if !declared {
            self.mentions.dangling.push(name.into());
            return;
        }
        let tail = own.strip_prefix('.').unwrap_or_default();
        let output = tail.get(..address::name_length(tail)).unwrap_or_default();
        let deeper = format!("{}{rest}", tail.get(output.len()..).unwrap_or_default());
        for child in self.resolver.children(place, module, key, keyed) {
            let Some(block) = self.resolver.modules.get(child).map(|module| module.block) else {
                continue;
            };
            let inside = Place {
                module: child,
                key: "",
                for_each: None,
            };
            let outputs: Vec<&'p Expression> = if output.is_empty() {
                block
                    .outputs
                    .values()
                    .filter_map(|output| output.expression.as_ref())
                    .collect()
            } else {
                block
                    .outputs
                    .get(output)
                    .and_then(|output| output.expression.as_ref())
                    .into_iter()
                    .collect()
            };
            if !output.is_empty() && !block.outputs.contains_key(output) {
                self.mentions.dangling.push(name.into());
            }
            for expression in outputs {
                self.follow_expression(expression, &deeper, inside, format!("module.{module}"));
            }
        }
    }

    fn follow_resource(
        &mut self,
        name: &str,
        local: &str,
        key: &str,
        taken: Taken<'_>,
        keyed: bool,
        place: Place<'p>,
    ) {
        let Some(base) = self.resolver.base(place.module, local) else {
            return;
        };
        let selected = self.resolver.select(&base, key, keyed.then_some(place.key));
        let block = self
            .resolver
            .modules
            .get(place.module)
            .and_then(|module| module.resources.get(local).copied());
        if selected.is_empty()
            && (block.is_none() || !key.is_empty() && !self.resolver.group(&base).is_empty())
        {
            self.mentions.dangling.push(name.into());
        } else if selected.is_empty() {
            self.mentions.absent.push(name.into());
        }
        let is_document = local
            .strip_prefix("data.")
            .is_some_and(|local| local.starts_with(POLICY_DOCUMENT));
        for position in &selected {
            if let Some(instance) = self.resolver.instances.get(*position)
                && !is_document
            {
                let whole = selected.len() == 1 && (!key.is_empty() || instance.index.is_null());
                let attribute = taken.attribute(instance, whole);
                self.mentions
                    .add(*position, &instance.address, &attribute, &self.via);
            }
        }
        if !local.starts_with("data.") {
            return;
        }
        // What a data source is asked with is mentioned by whoever uses its answer.
        let Some(block) = block else { return };
        let keys: Vec<&'p str> = if selected.is_empty() {
            vec![""]
        } else {
            selected
                .iter()
                .filter_map(|position| self.resolver.split(*position))
                .map(|split| split.key)
                .collect()
        };
        for key in keys {
            let inside = Place {
                module: place.module,
                key,
                for_each: block.for_each.as_ref(),
            };
            for expression in block.expressions.values() {
                self.follow_expression(expression, "", inside, local.to_owned());
            }
        }
    }
}
