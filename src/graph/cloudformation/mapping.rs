//! `Fn::FindInMap`: entries of a mapping, or a choice among its rows where the keys are not known.

use crate::value::{Node, Object, Text};

use super::choice::{chosen, mapped_choices};
use super::world::{Scope, World, fingerprint, mentions, opaque, unknown};

/// More rows than a choice is made of; a lookup in a longer mapping is not known.
const ROW_LIMIT: usize = 256;

/// A lookup on its way: the mapping, the keys, and what stands in for an entry that is missing.
struct Lookup<'l> {
    name: &'l str,
    rows: &'l Object,
    default: Option<&'l Node>,
}

impl World<'_> {
    /// The value of `Fn::FindInMap` over evaluated arguments.
    pub fn mapped(&self, keys: &[Node], default: Option<&Node>, scope: &Scope) -> Node {
        mapped_choices(keys, &|keys| self.looked_up_by(keys, default, scope))
            .unwrap_or_else(|| opaque("Fn::FindInMap", &Node::List(keys.to_vec()), None))
    }

    fn looked_up_by(&self, keys: &[Node], default: Option<&Node>, scope: &Scope) -> Node {
        let [map, first, second] = keys else {
            return Node::Null;
        };
        let Some(name) = key_text(map) else {
            return opaque("Fn::FindInMap", &Node::List(keys.to_vec()), None);
        };
        let mappings = self
            .stack(scope)
            .map(|stack| stack.template.section("Mappings"));
        let Some(rows) = mappings
            .and_then(|mappings| mappings.get(&*name))
            .and_then(Node::as_object)
        else {
            return default
                .cloned()
                .unwrap_or_else(|| self.missing_entry(&name, scope));
        };
        let lookup = Lookup {
            name: &name,
            rows,
            default,
        };
        let value = self.looked_up(&lookup, first, second, scope);
        self.charged(value)
    }

    fn looked_up(&self, lookup: &Lookup<'_>, first: &Node, second: &Node, scope: &Scope) -> Node {
        if let Some(first) = key_text(first) {
            let row = lookup.rows.get(&*first).and_then(Node::as_object);
            return match (row, lookup.default) {
                (Some(row), _) => self.entry(lookup, &first, row, second, scope),
                (None, Some(default)) => default.clone(),
                (None, None) => self.missing_entry(&format!("{}.{first}", lookup.name), scope),
            };
        }
        // Every lookup in this mapping by this key takes the same row.
        let id = self.row_choice(lookup.name, first, scope);
        let arguments = || Node::List(vec![Node::text(id.as_str()), second.clone()]);
        if lookup.rows.len() > ROW_LIMIT {
            return opaque("Fn::FindInMap", &arguments(), None);
        }
        let rows = lookup.rows.values().filter_map(Node::as_object);
        let mut values: Vec<Node> = rows
            .map(|row| match key_text(second) {
                // A stack whose key leads to a row without the entry is not deployed.
                Some(second) => row
                    .get(&*second)
                    .or(lookup.default)
                    .cloned()
                    .unwrap_or_else(|| opaque("Fn::FindInMap", &arguments(), None)),
                None => self.column(lookup, row, second, scope),
            })
            .collect();
        values.extend(lookup.default.cloned());
        match values.as_slice() {
            [] => opaque("Fn::FindInMap", &arguments(), None),
            _ => chosen(Text::from(id), values),
        }
    }

    fn entry(
        &self,
        lookup: &Lookup<'_>,
        first: &str,
        row: &Object,
        second: &Node,
        scope: &Scope,
    ) -> Node {
        let Some(second) = key_text(second) else {
            return self.column(lookup, row, second, scope);
        };
        let found = row.get(&*second).or(lookup.default).cloned();
        found.unwrap_or_else(|| {
            self.missing_entry(&format!("{}.{first}.{second}", lookup.name), scope)
        })
    }

    /// One of the entries of a row, by a key that is not known.
    fn column(&self, lookup: &Lookup<'_>, row: &Object, second: &Node, scope: &Scope) -> Node {
        let names: Vec<Node> = row.keys().map(|key| Node::Text(key.clone())).collect();
        // Rows with the same names choose alike.
        let id = format!(
            "{}:{}",
            self.row_choice(lookup.name, second, scope),
            fingerprint(&Node::List(names))
        );
        let values: Vec<Node> = row.values().chain(lookup.default).cloned().collect();
        match values.len() {
            0 => unknown("mapping", id, mentions(second), None),
            1..=ROW_LIMIT => chosen(Text::from(id), values),
            _ => opaque("Fn::FindInMap", &Node::text(id), None),
        }
    }

    fn row_choice(&self, name: &str, key: &Node, scope: &Scope) -> String {
        let key = match key {
            Node::Unknown(unknown) => unknown.id.to_string(),
            other => fingerprint(other),
        };
        format!("{}[{key}]", self.address(name, scope))
    }

    fn missing_entry(&self, entry: &str, scope: &Scope) -> Node {
        self.dangling(
            &format!("mapping entry `{entry}` is looked up but not defined"),
            scope,
        );
        unknown(
            "dangling reference",
            format!("dangling:{}", self.address(entry, scope)),
            Vec::new(),
            None,
        )
    }
}

fn key_text(node: &Node) -> Option<String> {
    match node {
        Node::Text(text) => Some(text.to_string()),
        Node::Number(number) => Some(number.to_text()),
        Node::Bool(value) => Some(value.to_string()),
        _ => None,
    }
}
