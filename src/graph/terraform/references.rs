//! Resolving the names that a plan's expressions mention to resource instances, through variables, modules and data sources.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::artifact::plan::{
    Expression, Instance, ModuleBlock, ModuleCall, PlanConfiguration, ResourceBlock,
};
use crate::value::{Reference, Text};

use super::address::{self, Split};

/// Instances that one reference may resolve to; more are not listed, so that work stays linear in the plan.
const MOST_INSTANCES: usize = 256;

/// How many variables, outputs and data sources a reference is followed through.
const DEEPEST: usize = 64;

/// The data source that is configuration: what it mentions is what its document mentions.
pub(super) const POLICY_DOCUMENT: &str = "aws_iam_policy_document";

/// Where an expression stands: its module instance, and the key and `for_each` of the block it is part of.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) module: usize,
    pub(super) key: &'p str,
    pub(super) for_each: Option<&'p Expression>,
}

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
    /// Local values, which plans do not record.
    pub(super) locals: BTreeSet<Text>,
}

impl Mentions {
    fn add(&mut self, address: &str, attribute: &str, via: &[Text]) {
        let known =
            |found: &Mentioned| &*found.to.address == address && &*found.to.attribute == attribute;
        if !self.found.iter().any(known) {
            let to = Reference {
                address: address.into(),
                attribute: attribute.into(),
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

type Blocks<'p> = Rc<HashMap<&'p str, &'p ResourceBlock>>;

struct Module<'p> {
    path: Text,
    key: &'p str,
    parent: usize,
    block: &'p ModuleBlock,
    call: Option<&'p ModuleCall>,
    resources: Blocks<'p>,
    children: BTreeMap<&'p str, Vec<usize>>,
}

/// The instances and module instances of a plan, joined to their configuration.
pub(super) struct Resolver<'p> {
    modules: Vec<Module<'p>>,
    by_path: HashMap<Text, usize>,
    groups: HashMap<&'p str, Vec<usize>>,
    splits: Vec<Split<'p>>,
    instances: &'p [Instance],
}

impl<'p> Resolver<'p> {
    pub(super) fn new(
        instances: &'p [Instance],
        configuration: Option<&'p PlanConfiguration>,
    ) -> Self {
        let splits: Vec<Split<'p>> = instances
            .iter()
            .map(|instance| address::split(&instance.address))
            .collect();
        let mut groups: HashMap<&'p str, Vec<usize>> = HashMap::with_capacity(instances.len());
        let mut keys: HashMap<(&'p str, &'p str), BTreeSet<&'p str>> = HashMap::new();
        let mut paths: BTreeSet<&'p str> = BTreeSet::new();
        for (position, split) in splits.iter().enumerate() {
            groups.entry(split.base).or_default().push(position);
            if paths.insert(split.module) {
                let mut parent = "";
                for step in address::module_steps(split.module) {
                    keys.entry((parent, step.name))
                        .or_default()
                        .insert(step.key);
                    parent = step.path;
                }
            }
        }
        let mut resolver = Self {
            modules: Vec::new(),
            by_path: HashMap::new(),
            groups,
            splits,
            instances,
        };
        if let Some(configuration) = configuration {
            resolver.add_modules(&configuration.root, &keys);
        }
        resolver
    }

    fn add_modules(
        &mut self,
        root: &'p ModuleBlock,
        keys: &HashMap<(&'p str, &'p str), BTreeSet<&'p str>>,
    ) {
        let mut blocks: HashMap<*const ModuleBlock, Blocks<'p>> = HashMap::new();
        let mut pending: Vec<(
            Text,
            &'p str,
            usize,
            &'p ModuleBlock,
            Option<&'p ModuleCall>,
            &'p str,
        )> = vec![(Text::from(""), "", 0, root, None, "")];
        while let Some((path, key, parent, block, call, name)) = pending.pop() {
            let position = self.modules.len();
            let resources = blocks.entry(std::ptr::from_ref(block)).or_insert_with(|| {
                Rc::new(
                    block
                        .resources
                        .iter()
                        .map(|resource| (&*resource.address, resource))
                        .collect(),
                )
            });
            let resources = Rc::clone(resources);
            if call.is_some()
                && let Some(parent) = self.modules.get_mut(parent)
            {
                parent.children.entry(name).or_default().push(position);
            }
            for (name, call) in &block.calls {
                // A module instance without resources is not listed anywhere; without keys it is there all the same.
                let found = keys
                    .get(&(&*path, &**name))
                    .cloned()
                    .unwrap_or_else(|| BTreeSet::from([""]));
                for key in found.into_iter().rev() {
                    let dot = if path.is_empty() { "" } else { "." };
                    let child = Text::from(format!("{path}{dot}module.{name}{key}"));
                    pending.push((child, key, position, &call.module, Some(call), name));
                }
            }
            self.by_path.insert(path.clone(), position);
            let children = BTreeMap::new();
            self.modules.push(Module {
                path,
                key,
                parent,
                block,
                call,
                resources,
                children,
            });
        }
    }

    /// Positions of the instances of one resource block in one module instance.
    pub(super) fn group(&self, base: &str) -> &[usize] {
        self.groups.get(base).map_or(&[], Vec::as_slice)
    }

    pub(super) fn split(&self, position: usize) -> Option<Split<'p>> {
        self.splits.get(position).copied()
    }

    /// The block an instance is made from, and where its expressions stand.
    pub(super) fn block(&self, position: usize) -> Option<(&'p ResourceBlock, Place<'p>)> {
        let split = self.split(position)?;
        let module = *self.by_path.get(split.module)?;
        let block = *self.modules.get(module)?.resources.get(split.local)?;
        Some((
            block,
            Place {
                module,
                key: split.key,
                for_each: block.for_each.as_ref(),
            },
        ))
    }

    /// Whole addresses of what `depends_on` names; a module stands as the paths of its instances.
    pub(super) fn dependencies(&self, names: &[Text], place: Place<'p>) -> Vec<Text> {
        let mut found = Vec::new();
        for name in names {
            match Name::parse(name) {
                Name::Module { name, key, .. } => {
                    let children = self.children(place, name, key, false);
                    let modules = children.iter().filter_map(|child| self.modules.get(*child));
                    found.extend(modules.map(|module| module.path.clone()));
                }
                Name::Resource { local, key, .. } => {
                    let base = self.base(place.module, local).unwrap_or_default();
                    let selected = self.select(&base, key, None);
                    let instances = selected
                        .iter()
                        .filter_map(|position| self.instances.get(*position));
                    found.extend(instances.map(|instance| instance.address.clone()));
                }
                _ => {}
            }
        }
        found
    }

    /// Addresses of the instances of a resource named by its whole address, with or without key.
    pub(super) fn addresses(&self, name: &str) -> Vec<Text> {
        let split = address::split(name);
        let selected = self.select(split.base, split.key, None);
        selected
            .iter()
            .filter_map(|position| self.instances.get(*position))
            .map(|found| found.address.clone())
            .collect()
    }

    /// Where the expressions of the root module's outputs stand.
    pub(super) fn root(&self) -> Option<Place<'p>> {
        (!self.modules.is_empty()).then_some(Place {
            module: 0,
            key: "",
            for_each: None,
        })
    }

    /// Follows every name of an expression.
    pub(super) fn resolve(&self, names: &'p [Text], place: Place<'p>) -> Mentions {
        let mut walk = Walk {
            resolver: self,
            mentions: Mentions::default(),
            via: Vec::new(),
            depth: 0,
        };
        walk.follow(names.iter(), "", place);
        walk.mentions
    }

    /// The instances of `base` that `key` selects: that one, the one with the same key, or all of them.
    fn select(&self, base: &str, key: &str, same: Option<&str>) -> Vec<usize> {
        let group = self.group(base);
        for wanted in [
            Some(key).filter(|key| !key.is_empty()),
            same.filter(|same| !same.is_empty()),
        ]
        .into_iter()
        .flatten()
        {
            let with_key = |position: &&usize| {
                self.splits
                    .get(**position)
                    .is_some_and(|split| split.key == wanted)
            };
            if let Some(position) = group.iter().find(with_key) {
                return vec![*position];
            }
            if wanted == key {
                return Vec::new();
            }
        }
        group.iter().take(MOST_INSTANCES).copied().collect()
    }

    /// The one policy document that is exactly what the expression refers to, followed through variables and outputs.
    pub(super) fn document(&self, names: &'p [Text], place: Place<'p>) -> Option<usize> {
        let mut names = names;
        let mut place = place;
        for _ in 0..DEEPEST {
            let keyed = uses_key(names);
            let mut relevant = distinct(names.iter()).filter(|name| !is_key(name));
            let name = relevant.next()?;
            if relevant.next().is_some() {
                return None;
            }
            let (expression, next) = match Name::parse(name) {
                Name::Variable { name, rest: "" } => {
                    let module = self.modules.get(place.module)?;
                    (module.call?.expressions.get(name)?, module.outside()?)
                }
                Name::Module { name, key, rest } => {
                    let output = rest
                        .strip_prefix('.')
                        .filter(|output| !output.contains(['.', '[']))?;
                    let children = self.children(place, name, key, keyed);
                    let [child] = children.as_slice() else {
                        return None;
                    };
                    let block = self.modules.get(*child)?.block;
                    (
                        block.outputs.get(output)?.expression.as_ref()?,
                        Place {
                            module: *child,
                            key: "",
                            for_each: None,
                        },
                    )
                }
                Name::Resource { local, key, rest }
                    if local.starts_with("data.aws_iam_policy_document.") =>
                {
                    if !matches!(rest, ".json" | ".minified_json") && !(rest.is_empty() && keyed) {
                        return None;
                    }
                    let base = self.base(place.module, local)?;
                    let selected = self.select(&base, key, keyed.then_some(place.key));
                    let [document] = selected.as_slice() else {
                        return None;
                    };
                    return Some(*document);
                }
                _ => return None,
            };
            let Expression::References(inner) = expression else {
                return None;
            };
            (names, place) = (inner, next);
        }
        None
    }

    /// The module instances that a reference to a module call means.
    fn children(&self, place: Place<'p>, name: &str, key: &str, keyed: bool) -> Vec<usize> {
        let Some(children) = self
            .modules
            .get(place.module)
            .and_then(|module| module.children.get(name))
        else {
            return Vec::new();
        };
        let with = |key: &str| {
            let found = |child: &&usize| {
                self.modules
                    .get(**child)
                    .is_some_and(|module| module.key == key)
            };
            children.iter().find(found).copied()
        };
        if !key.is_empty() {
            return with(key).into_iter().collect();
        }
        match with(place.key).filter(|_| keyed && !place.key.is_empty()) {
            Some(child) => vec![child],
            None => children.iter().take(MOST_INSTANCES).copied().collect(),
        }
    }

    fn base(&self, module: usize, local: &str) -> Option<String> {
        let path = &self.modules.get(module)?.path;
        Some(if path.is_empty() {
            local.to_owned()
        } else {
            format!("{path}.{local}")
        })
    }
}

impl<'p> Module<'p> {
    /// Where the arguments of the call that made this module instance stand.
    fn outside(&self) -> Option<Place<'p>> {
        Some(Place {
            module: self.parent,
            key: self.key,
            for_each: self.call?.for_each.as_ref(),
        })
    }
}

struct Walk<'r, 'p> {
    resolver: &'r Resolver<'p>,
    mentions: Mentions,
    via: Vec<Text>,
    depth: usize,
}

impl<'p> Walk<'_, 'p> {
    fn follow<'n>(
        &mut self,
        names: impl Iterator<Item = &'n Text> + Clone,
        rest: &str,
        place: Place<'p>,
    ) where
        'p: 'n,
    {
        if self.depth > DEEPEST {
            return;
        }
        self.depth += 1;
        let keyed = names.clone().any(|name| is_key(name));
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
                    // `each.value` is the value at the same key of what `for_each` goes through.
                    for name in distinct(names.iter().copied()) {
                        self.depth += 1;
                        if self.depth <= DEEPEST {
                            self.follow_name(name, &format!("{own}{rest}"), true, place);
                        }
                        self.depth -= 1;
                    }
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
            } => {
                self.follow_resource(name, local, key, &format!("{own}{rest}"), keyed, place);
            }
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
        self.follow(names.iter().copied(), rest, place);
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
        rest: &str,
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
        }
        let attribute = rest.strip_prefix('.').unwrap_or(rest);
        let is_document = local
            .strip_prefix("data.")
            .is_some_and(|local| local.starts_with(POLICY_DOCUMENT));
        for position in &selected {
            if let Some(instance) = self.resolver.instances.get(*position)
                && !is_document
            {
                self.mentions.add(&instance.address, attribute, &self.via);
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

/// A name that an expression mentions, cut into its parts.
enum Name<'n> {
    /// Leads to no resource: `each.key`, `count.index`, `path.module`, `self`, …
    Nothing,
    EachValue {
        rest: &'n str,
    },
    Local {
        name: &'n str,
    },
    Variable {
        name: &'n str,
        rest: &'n str,
    },
    Module {
        name: &'n str,
        key: &'n str,
        rest: &'n str,
    },
    Resource {
        local: &'n str,
        key: &'n str,
        rest: &'n str,
    },
}

impl<'n> Name<'n> {
    fn parse(name: &'n str) -> Self {
        let (head, tail) = name.split_once('.').unwrap_or((name, ""));
        let next = tail.get(..address::name_length(tail)).unwrap_or_default();
        let rest = tail.get(next.len()..).unwrap_or_default();
        match head {
            "count" | "path" | "terraform" | "tofu" | "self" | "ephemeral" => Self::Nothing,
            "each" if next == "value" => Self::EachValue { rest },
            "each" => Self::Nothing,
            "local" => Self::Local { name: next },
            "var" => Self::Variable { name: next, rest },
            "module" => {
                let key = rest.get(..address::key_length(rest)).unwrap_or_default();
                Self::Module {
                    name: next,
                    key,
                    rest: rest.get(key.len()..).unwrap_or_default(),
                }
            }
            _ => {
                let local = name.get(..address::local_length(name)).unwrap_or_default();
                let rest = name.get(local.len()..).unwrap_or_default();
                let key = rest.get(..address::key_length(rest)).unwrap_or_default();
                Self::Resource {
                    local,
                    key,
                    rest: rest.get(key.len()..).unwrap_or_default(),
                }
            }
        }
    }
}

fn is_key(name: &str) -> bool {
    matches!(name, "each.key" | "count.index")
        || name == "each.value"
        || name.starts_with("each.value.")
        || name.starts_with("each.value[")
}

fn uses_key(names: &[Text]) -> bool {
    names.iter().any(|name| is_key(name))
}

/// The names without those that only shorten the one before: plans list `a.b.arn` as `a.b.arn`, `a.b`.
fn distinct<'n>(names: impl Iterator<Item = &'n Text>) -> impl Iterator<Item = &'n str> {
    let mut before = "";
    names.filter_map(move |name| {
        let shortens = before
            .strip_prefix(&**name)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
        before = name;
        (!shortens).then_some(&**name)
    })
}

/// The names of an expression, one slice for each reference: the full name with its shortened forms.
pub(super) fn reference_groups(names: &[Text]) -> Vec<&[Text]> {
    names
        .chunk_by(|before, name| {
            before
                .strip_prefix(&**name)
                .is_some_and(|rest| rest.starts_with(['.', '[']))
        })
        .collect()
}
