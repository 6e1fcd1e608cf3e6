//! What is known before a configuration is evaluated: chosen variables, and what its plan has found out.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::graph::{Graph, Mode, Options};
use crate::value::{Node, Text, parse_json};

use super::super::address::{module_steps, split};

/// Values and instance keys that go before what the configuration says.
#[derive(Debug, Default)]
pub(super) struct Known {
    /// Values of root variables.
    pub(super) variables: BTreeMap<Text, Node>,
    /// Attributes of data sources that were read, by address.
    data: HashMap<Text, Node>,
    /// Whether there is a plan.
    planned: bool,
    /// Keys of the planned instances, by address without key.
    keys: HashMap<Text, BTreeSet<Node>>,
}

impl Known {
    /// What the options choose and the plan has found out.
    pub(super) fn of(options: &Options, plan: Option<&Graph>) -> Self {
        let chosen = options.variables.iter();
        let mut known = Self {
            variables: chosen
                .map(|(name, value)| (Text::from(name.as_str()), Node::text(value.as_str())))
                .collect(),
            ..Self::default()
        };
        if let Some(plan) = plan {
            known.planned = true;
            known.learn(plan);
        }
        known
    }

    /// Whether the configuration is all there is.
    pub(super) fn is_alone(&self) -> bool {
        !self.planned
    }

    fn learn(&mut self, plan: &Graph) {
        let variables = plan.variables.iter();
        self.variables.extend(
            variables
                .filter(|(_, value)| value.is_plain())
                .map(|(name, value)| (name.clone(), value.clone())),
        );
        for resource in plan.resources.values() {
            if matches!(resource.actions.as_slice(), [only] if &**only == "delete") {
                continue;
            }
            if resource.mode == Mode::Data {
                self.data
                    .insert(resource.address.clone(), resource.values.clone());
            }
            self.add(split(&resource.address).base, &resource.index);
            for step in module_steps(&resource.module) {
                let base = step.path.strip_suffix(step.key).unwrap_or(step.path);
                let key = step.key.trim_start_matches('[').trim_end_matches(']');
                self.add(base, &parse_json(key).unwrap_or_default());
            }
        }
    }

    fn add(&mut self, base: &str, key: &Node) {
        if matches!(key, Node::Text(_) | Node::Number(_)) {
            match self.keys.get_mut(base) {
                Some(keys) => drop(keys.insert(key.clone())),
                None => drop(
                    self.keys
                        .insert(Text::from(base), BTreeSet::from([key.clone()])),
                ),
            }
        }
    }

    /// The keys of the planned instances of a block; `None` when the plan holds none.
    pub(super) fn keys(&self, address: &str) -> Option<&BTreeSet<Node>> {
        self.keys.get(address)
    }

    /// An attribute of a data source that the plan has read.
    pub(super) fn data(&self, address: &str, attribute: &str) -> Option<&Node> {
        self.data
            .get(address)?
            .get(attribute)
            .filter(|value| value.is_plain())
    }
}
