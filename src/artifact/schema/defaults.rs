//! What providers put where nobody assigns anything, taken from recorded plans, since no schema tells it.

use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

use crate::value::{Node, Object, Text, parse_json};

/// One row a default: type, path, value, and the recording that shows it (`scripts/provider-defaults.py` writes them).
const ROWS: &str = include_str!("aws-defaults.tsv");

/// An argument, the blocks it stands in before it, and what it is when it is not assigned.
struct Default {
    path: Vec<&'static str>,
    value: Node,
}

static BY_TYPE: LazyLock<HashMap<&'static str, Vec<Default>>> = LazyLock::new(|| {
    let mut found: HashMap<_, Vec<Default>> = HashMap::new();
    for row in ROWS.lines() {
        let mut columns = row.split('\t');
        if let (Some(kind), Some(path), Some(value)) =
            (columns.next(), columns.next(), columns.next())
            && let Ok(value) = parse_json(value)
        {
            let path = path.split("/*/").collect();
            found.entry(kind).or_default().push(Default { path, value });
        }
    }
    found
});

/// Puts the provider's defaults where a resource of type `kind` has nothing assigned; blocks that are not written stay so.
pub fn fill(values: &mut Object, kind: &str) {
    for default in BY_TYPE.get(kind).into_iter().flatten() {
        fill_members(values, &default.path, &default.value);
    }
}

/// What the provider puts at `path` (a pointer in which `*` stands for every item) where nothing is assigned.
pub fn default_of(kind: &str, path: &str) -> Option<&'static Node> {
    let found = BY_TYPE.get(kind)?.iter().find(|default| {
        let mut rest = path.strip_prefix('/').unwrap_or(path);
        let last = default.path.len().saturating_sub(1);
        default.path.iter().enumerate().all(|(index, name)| {
            let found = rest.strip_prefix(name);
            match found {
                Some(after) if index == last => after.is_empty(),
                Some(after) => {
                    rest = after.strip_prefix("/*/").unwrap_or(after);
                    after.starts_with("/*/")
                }
                None => false,
            }
        })
    })?;
    Some(&found.value)
}

fn fill_members(members: &mut Object, path: &[&str], value: &Node) {
    match path {
        // With members that are not known the argument may be among them.
        [name] => {
            if members.get(*name).is_none_or(Node::is_null) && !members.contains_key("$rest") {
                members.insert(Text::from(*name), value.clone());
            }
        }
        [block, rest @ ..] => {
            if let Some(blocks) = members.get_mut(*block) {
                fill_blocks(blocks, rest, value);
            }
        }
        [] => {}
    }
}

fn fill_blocks(blocks: &mut Node, path: &[&str], value: &Node) {
    match blocks {
        Node::Object(members) => fill_members(members, path, value),
        Node::List(items) => {
            for item in items {
                fill_blocks(item, path, value);
            }
        }
        Node::OneOf(choice) => {
            for branch in &mut Arc::make_mut(choice).values {
                fill_blocks(branch, path, value);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(values: &str, kind: &str) -> Node {
        let Ok(Node::Object(mut values)) = parse_json(values) else {
            panic!("an object")
        };
        fill(&mut values, kind);
        Node::Object(values)
    }

    #[test]
    fn what_is_not_assigned_or_null_becomes_the_default() {
        for values in ["{}", r#"{"force_destroy": null}"#] {
            let filled = filled(values, "aws_s3_bucket");
            assert_eq!(
                filled.get("force_destroy"),
                Some(&Node::Bool(false)),
                "{values}"
            );
        }
    }

    #[test]
    fn what_is_assigned_stays_and_blocks_that_are_not_written_stay_so() {
        let filled = filled(r#"{"force_destroy": true}"#, "aws_s3_bucket");
        assert_eq!(
            filled,
            parse_json(r#"{"force_destroy": true}"#).expect("json")
        );
    }

    #[test]
    fn blocks_have_defaults_of_their_own() {
        let filled = filled(r#"{"options": [{}]}"#, "aws_acm_certificate");
        assert_eq!(
            filled.at("/options/0/certificate_transparency_logging_preference"),
            Some(&Node::text("ENABLED"))
        );
    }

    #[test]
    fn every_default_is_in_the_recording_that_it_names() {
        let recorded = parse_json(include_str!(
            "../../../tests/data/provider-defaults/recorded.json"
        ))
        .expect("json");
        let mut seen = 0;
        for row in ROWS.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            let [kind, path, value, witness] = columns.as_slice() else {
                panic!("{row}")
            };
            let value = parse_json(value).expect("json");
            let (folder, address) = witness.split_once('#').expect("a witness");
            assert!(address.starts_with(kind), "{row}");
            if folder == "tests/data/provider-defaults" {
                let values = recorded.get(address).expect("recorded");
                let pointer = format!("/{}", path.replace("/*/", "/0/"));
                let single = format!("/{}", path.replace("/*/", "/"));
                let found = values.at(&pointer).or_else(|| values.at(&single));
                assert_eq!(found, Some(&value), "{row}");
                seen += 1;
            }
        }
        assert!(seen > 400, "{seen} defaults");
    }
}
