//! The names that a plan's expressions mention, cut into their parts.

use crate::value::Text;

use super::address;

/// A name that an expression mentions, cut into its parts.
pub(super) enum Name<'n> {
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
    pub(super) fn parse(name: &'n str) -> Self {
        let (head, tail) = name.split_once('.').unwrap_or((name, ""));
        let next = tail.get(..address::name_length(tail)).unwrap_or_default();
        let rest = tail.get(next.len()..).unwrap_or_default();
        match head {
            "each" if next == "value" => Self::EachValue { rest },
            "count" | "each" | "path" | "terraform" | "tofu" | "self" | "ephemeral" => {
                Self::Nothing
            }
            // Some tools write `locals.` for `local.`.
            "local" | "locals" => Self::Local { name: next },
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

pub(super) fn is_key(name: &str) -> bool {
    matches!(name, "each.key" | "count.index")
        || name == "each.value"
        || name.starts_with("each.value.")
        || name.starts_with("each.value[")
}

pub(super) fn uses_key(names: &[Text]) -> bool {
    names.iter().any(|name| is_key(name))
}

/// The names without those that only shorten the one before: plans list `a.b.arn` as `a.b.arn`, `a.b`.
pub(super) fn distinct<'n>(names: impl Iterator<Item = &'n Text>) -> impl Iterator<Item = &'n str> {
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
