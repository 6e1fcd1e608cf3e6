//! Naming the leaves that decide: those that alone turn a passing completion, else a smallest set that does so together.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::Completion;
use crate::value::Text;

use super::super::leaves::ENVIRONMENT;

/// Evaluations that naming may take.
pub const NAMING: usize = 256;

/// The leaves that make `other` of `passing`, as `turns` tells of the completions between the two.
///
/// Of more leaves than there are evaluations, halves are left out first.
pub fn deciding(
    passing: &Completion,
    other: &Completion,
    turns: &mut dyn FnMut(&Completion) -> bool,
) -> BTreeSet<Text> {
    let differing = differing(passing, other);
    let mut left = NAMING;
    let mut turned = |changed: &[Text]| -> Option<bool> {
        left = left.checked_sub(1)?;
        let mut completion = passing.clone();
        for id in changed {
            copy_leaf(id, other, &mut completion);
        }
        Some(turns(&completion))
    };
    if differing.len() <= NAMING / 2 {
        let alone: BTreeSet<Text> = differing
            .iter()
            .filter(|id| turned(std::slice::from_ref(id)) == Some(true))
            .cloned()
            .collect();
        if !alone.is_empty() {
            return alone;
        }
    }
    let mut together = differing;
    let mut size = together.len().div_ceil(2);
    while size > 0 {
        let mut index = 0;
        while index < together.len() && together.len() > 1 {
            let mut fewer = together.clone();
            fewer.drain(index..together.len().min(index + size));
            match turned(&fewer) {
                Some(true) => together = fewer,
                Some(false) => index += size,
                None => return together.into_iter().collect(),
            }
        }
        size = if size == 1 { 0 } else { size.div_ceil(2) };
    }
    together.into_iter().collect()
}

/// The leaves on which two completions differ.
fn differing(one: &Completion, other: &Completion) -> Vec<Text> {
    let mut ids: BTreeSet<Text> = BTreeSet::new();
    collect(&one.values, &other.values, &mut ids);
    collect(&one.branches, &other.branches, &mut ids);
    collect(&one.instances, &other.instances, &mut ids);
    if one.environment != other.environment {
        ids.insert(Text::from(ENVIRONMENT));
    }
    ids.into_iter().collect()
}

fn collect<T: PartialEq>(
    one: &BTreeMap<Text, T>,
    other: &BTreeMap<Text, T>,
    ids: &mut BTreeSet<Text>,
) {
    ids.extend(
        one.keys()
            .chain(other.keys())
            .filter(|id| one.get(*id) != other.get(*id))
            .cloned(),
    );
}

/// Gives the leaf `id` of `to` what it is in `from`.
fn copy_leaf(id: &Text, from: &Completion, to: &mut Completion) {
    if &**id == ENVIRONMENT {
        to.environment.clone_from(&from.environment);
        return;
    }
    copy(id, &from.values, &mut to.values);
    copy(id, &from.branches, &mut to.branches);
    copy(id, &from.instances, &mut to.instances);
}

fn copy<T: Clone>(id: &Text, from: &BTreeMap<Text, T>, to: &mut BTreeMap<Text, T>) {
    match from.get(id) {
        Some(value) => to.insert(id.clone(), value.clone()),
        None => to.remove(id),
    };
}
