//! Every resource and module under another name, in another order.

use std::collections::{BTreeMap, BTreeSet};

use crate::graph::{Family, Graph, Resource};
use crate::value::Text;

use super::readdressed::{Seat, address, readdressed};
use super::{ALL, Respelling, Subject, Trial, whole};

/// All resources and modules renamed.
pub(super) const RENAMED: Respelling = Respelling {
    name: "renamed",
    title: "every resource and module under another name",
    kinds: ALL,
    same_graph: false,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| whole(renamed(subject.graph), trial),
};

fn renamed(graph: &Graph) -> Option<Graph> {
    match graph.kind.family() {
        Family::Terraform => renamed_blocks(graph),
        Family::Cloudformation => renamed_ids(graph),
    }
}

/// New names by old ones; the first comes last, so that the order turns round.
fn names<'a>(old: impl Iterator<Item = &'a str>, prefix: &str) -> BTreeMap<&'a str, Text> {
    let ordered: BTreeSet<&str> = old.collect();
    let count = ordered.len();
    let numbered = ordered.into_iter().enumerate();
    numbered
        .map(|(at, name)| (name, Text::from(format!("{prefix}{:04}", count - at))))
        .collect()
}

/// Instances of one block keep one name, wherever their module stands.
fn renamed_blocks(graph: &Graph) -> Option<Graph> {
    let names_of_blocks = names(graph.resources.values().map(|block| &*block.name), "r");
    let modules: Vec<Vec<(String, String)>> = graph
        .resources
        .values()
        .map(|resource| steps(&resource.module))
        .collect();
    let names_of_modules = names(modules.iter().flatten().map(|(name, _)| name.as_str()), "m");
    readdressed(graph, |resource| {
        let name = names_of_blocks.get(&*resource.name)?.clone();
        let module = steps(&resource.module)
            .iter()
            .filter_map(|(name, key)| {
                let name = names_of_modules.get(name.as_str())?;
                Some(format!("module.{name}{key}"))
            })
            .collect::<Vec<_>>()
            .join(".");
        Some(Seat {
            address: address(&module, resource, &name, &resource.index),
            module: module.into(),
            name,
            index: resource.index.clone(),
        })
    })
}

/// Names and keys of the steps of a module path.
fn steps(path: &str) -> Vec<(String, String)> {
    let mut steps = Vec::new();
    let mut rest = path;
    while let Some(step) = rest.strip_prefix("module.") {
        let end = step.find(['.', '[']).unwrap_or(step.len());
        let (name, after) = step.split_at(end);
        let key = key_length(after);
        let (key, after) = after.split_at(key);
        steps.push((name.to_owned(), key.to_owned()));
        rest = after.strip_prefix('.').unwrap_or(after);
    }
    steps
}

/// Length of the bracketed key at the start of a text.
fn key_length(text: &str) -> usize {
    if !text.starts_with('[') {
        return 0;
    }
    let (mut quoted, mut escaped) = (false, false);
    for (at, character) in text.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            ']' if !quoted => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Logical ids; the stack before them keeps its name.
fn renamed_ids(graph: &Graph) -> Option<Graph> {
    let ids = names(graph.resources.keys().map(|address| &**address), "R");
    let stack_of = |resource: &Resource| {
        let end = resource.address.len().checked_sub(resource.name.len())?;
        resource.address.get(..end).map(str::to_owned)
    };
    readdressed(graph, |resource| {
        let name = ids.get(&*resource.address)?.clone();
        let stack = stack_of(resource)?;
        Some(Seat {
            address: Text::from(format!("{stack}{name}")),
            module: resource.module.clone(),
            name,
            index: resource.index.clone(),
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_path_is_cut_where_its_steps_meet() {
        let path = r#"module.a["x.y]\""].module.b[0].module.c"#;
        let expected = [("a", r#"["x.y]\""]"#), ("b", "[0]"), ("c", "")];
        let found = steps(path);
        let found: Vec<_> = found
            .iter()
            .map(|(a, b)| (a.as_str(), b.as_str()))
            .collect();
        assert_eq!(found, expected);
        assert!(steps("").is_empty());
    }
}
