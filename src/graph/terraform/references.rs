//! Resolving the names that a plan's expressions mention to resource instances, through variables, modules and data sources.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

use crate::artifact::plan::{
    Expression, Instance, ModuleBlock, ModuleCall, PlanConfiguration, ResourceBlock,
};
use crate::value::Text;

use super::address::{self, Split};
use super::name::{Name, distinct, is_key, uses_key};
use super::walk::{Mentions, Walk};

/// A reference to a group of instances lists this many of them in any case.
const ALWAYS_LISTED: usize = 16;

/// Instances that all references to larger groups may list in one plan, so that work stays linear in its size.
const LISTED_IN_ALL: usize = 250_000;

/// How many variables, outputs and data sources a reference is followed through.
pub(super) const DEEPEST: usize = 64;

/// The data source that is configuration: what it mentions is what its document mentions.
pub(super) const POLICY_DOCUMENT: &str = "aws_iam_policy_document";

/// Where an expression stands: its module instance, and the key and `for_each` of the block it is part of.
#[derive(Clone, Copy)]
pub(super) struct Place<'p> {
    pub(super) module: usize,
    pub(super) key: &'p str,
    pub(super) for_each: Option<&'p Expression>,
}

/// The resource blocks of a module by local address, shared between its instances.
type Blocks<'p> = Rc<HashMap<&'p str, &'p ResourceBlock>>;

/// A module instance.
pub(super) struct Module<'p> {
    path: Text,
    key: &'p str,
    parent: usize,
    pub(super) block: &'p ModuleBlock,
    pub(super) call: Option<&'p ModuleCall>,
    pub(super) resources: Blocks<'p>,
    children: BTreeMap<&'p str, Vec<usize>>,
    /// What the calls that lead here depend on, and with them every resource of the module.
    depends_on: Vec<Text>,
}

/// A module instance that is found but not yet entered.
struct Pending<'p> {
    path: Text,
    name: &'p str,
    key: &'p str,
    parent: usize,
    block: &'p ModuleBlock,
    call: Option<&'p ModuleCall>,
}

/// The instances and module instances of a plan, joined to their configuration.
pub(super) struct Resolver<'p> {
    pub(super) modules: Vec<Module<'p>>,
    by_path: HashMap<Text, usize>,
    positions: HashMap<&'p str, usize>,
    groups: HashMap<&'p str, Vec<usize>>,
    splits: Vec<Split<'p>>,
    pub(super) instances: &'p [Instance],
    left: Cell<usize>,
    cut_short: Cell<bool>,
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
            positions: instances
                .iter()
                .enumerate()
                .map(|(at, instance)| (&*instance.address, at))
                .collect(),
            groups,
            splits,
            instances,
            left: Cell::new(LISTED_IN_ALL),
            cut_short: Cell::new(false),
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
        let mut pending = vec![Pending {
            path: Text::from(""),
            name: "",
            key: "",
            parent: 0,
            block: root,
            call: None,
        }];
        while let Some(Pending {
            path,
            name,
            key,
            parent,
            block,
            call,
        }) = pending.pop()
        {
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
                    pending.push(Pending {
                        path: child,
                        name,
                        key,
                        parent: position,
                        block: &call.module,
                        call: Some(call),
                    });
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
                depends_on: Vec::new(),
            });
        }
        self.hand_down_dependencies();
    }

    /// A module depends on what its call names and on what its caller's module depends on. Callers come before what
    /// they call.
    fn hand_down_dependencies(&mut self) {
        for position in 0..self.modules.len() {
            let Some(module) = self.modules.get(position) else {
                continue;
            };
            let (Some(call), Some(outside)) = (module.call, module.outside()) else {
                continue;
            };
            let above = self.modules.get(module.parent);
            let mut depends_on = self.dependencies(&call.depends_on, outside);
            depends_on.extend(above.into_iter().flat_map(|above| above.depends_on.clone()));
            if let Some(module) = self.modules.get_mut(position) {
                module.depends_on = depends_on;
            }
        }
    }

    /// Whole addresses of what an instance depends on explicitly: by its own block, then by the calls of its modules.
    pub(super) fn explicit_dependencies(
        &self,
        block: &ResourceBlock,
        place: Place<'p>,
    ) -> Vec<Text> {
        let mut found = self.dependencies(&block.depends_on, place);
        let module = self.modules.get(place.module);
        for inherited in module.into_iter().flat_map(|module| &module.depends_on) {
            if !found.contains(inherited) {
                found.push(inherited.clone());
            }
        }
        found
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
    fn dependencies(&self, names: &[Text], place: Place<'p>) -> Vec<Text> {
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

    /// Whether some reference to a group of instances lists only the first of them.
    pub(super) fn is_cut_short(&self) -> bool {
        self.cut_short.get()
    }

    /// Follows every name of an expression.
    pub(super) fn resolve(&self, expression: &'p Expression, place: Place<'p>) -> Mentions {
        let mut names = Vec::new();
        expression.references(&mut names);
        Walk::of(self, &names, place)
    }

    /// The instances of `base` that `key` selects: that one, or all of them.
    ///
    /// A plan cuts a reference short at a key that is no constant, and does not say what that key is: `x[each.key]`,
    /// `x[each.value]` and `x[*]` beside another use of `each` are one text. So all are meant, the one with the key
    /// `likely` first, because that is what is tried first.
    pub(super) fn select(&self, base: &str, key: &str, likely: Option<&str>) -> Vec<usize> {
        let at = |key: &str| self.positions.get(format!("{base}{key}").as_str()).copied();
        if !key.is_empty() {
            return at(key).into_iter().collect();
        }
        let is_computed = likely.is_some();
        let likely = likely.filter(|likely| !likely.is_empty()).and_then(at);
        self.limited(self.group(base), likely, is_computed)
    }

    /// All of a group, the likely one first. Of a large group only some are listed where a key is computed, since each
    /// instance of another may have such a reference, and where references to whole groups add up.
    fn limited(&self, group: &[usize], likely: Option<usize>, is_computed: bool) -> Vec<usize> {
        let others = group
            .iter()
            .copied()
            .filter(|member| Some(*member) != likely);
        let listed = likely.into_iter().chain(others);
        if group.len() <= ALWAYS_LISTED {
            return listed.collect();
        }
        let left = self.left.get().checked_sub(group.len());
        if let Some(left) = left.filter(|_| !is_computed) {
            self.left.set(left);
            return listed.collect();
        }
        self.cut_short.set(true);
        listed.take(ALWAYS_LISTED).collect()
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
                    // A key that is no constant cuts the reference short: `data.x.y[each.key].json` is listed as `data.x.y`.
                    let whole = matches!(rest, ".json" | ".minified_json");
                    if !whole && (!rest.is_empty() || !keyed) {
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

    /// The module instances that a reference to a module call means, as [`Self::select`] does for resources.
    pub(super) fn children(
        &self,
        place: Place<'p>,
        name: &str,
        key: &str,
        keyed: bool,
    ) -> Vec<usize> {
        let Some(module) = self.modules.get(place.module) else {
            return Vec::new();
        };
        let with = |key: &str| {
            let dot = if module.path.is_empty() { "" } else { "." };
            self.by_path
                .get(format!("{}{dot}module.{name}{key}", module.path).as_str())
                .copied()
        };
        if !key.is_empty() {
            return with(key).into_iter().collect();
        }
        let likely = with(place.key).filter(|_| keyed && !place.key.is_empty());
        let children = module.children.get(name).map_or(&[][..], Vec::as_slice);
        self.limited(children, likely, keyed)
    }

    pub(super) fn base(&self, module: usize, local: &str) -> Option<String> {
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
    pub(super) fn outside(&self) -> Option<Place<'p>> {
        Some(Place {
            module: self.parent,
            key: self.key,
            for_each: self.call?.for_each.as_ref(),
        })
    }
}
