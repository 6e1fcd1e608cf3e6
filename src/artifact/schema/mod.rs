//! What providers publish about their types: which arguments exist, of which type, and which of them are nested blocks.
//!
//! The tables are generated from the providers' own schemas (`scripts/provider-schema.py` describes their lines) and
//! searched where they lie: a look-up reads the lines it needs and nothing else.

mod defaults;
mod kind;
mod limits;

use crate::source::sorted_line;

pub use defaults::{default_of, fill};
pub use kind::Kind;
use kind::Members;
pub use limits::{Limits, limits};

/// One table a provider; a further provider is one more file here.
const TABLES: [&str; 1] = [include_str!("aws.txt")];

/// The arguments and nested blocks of a type, or of one kind of nested block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Body {
    table: &'static str,
    attributes: &'static str,
    blocks: &'static str,
}

/// An argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Whether the provider marks its values sensitive.
    pub sensitive: bool,
    /// Whether its items have no order.
    pub is_set: bool,
}

/// How nested blocks of one kind show in values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Nesting {
    /// A list of objects.
    List,
    /// A set of objects.
    Set,
    /// Objects by label.
    Map,
    /// One object.
    Single,
}

/// The schema of a managed resource's type, where a table knows it.
pub fn resource(kind: &str) -> Option<Body> {
    look_up("resource", kind)
}

/// The schema of a data source, where a table knows it.
pub fn data(kind: &str) -> Option<Body> {
    look_up("data", kind)
}

/// The schema of a provider's own configuration, where a table knows it.
pub fn provider(name: &str) -> Option<Body> {
    look_up("provider", name)
}

fn look_up(section: &str, name: &str) -> Option<Body> {
    TABLES.iter().find_map(|table| {
        let key = format!("{section} {name} ");
        sorted_line(table, &key).and_then(|body| Body::of(table, body))
    })
}

impl Body {
    fn of(table: &'static str, text: &'static str) -> Option<Self> {
        let (attributes, blocks) = text.split_once(';')?;
        Some(Self {
            table,
            attributes,
            blocks,
        })
    }

    /// All arguments, in the order of their names.
    pub fn arguments(self) -> impl Iterator<Item = Argument> {
        Members::of(self.attributes).map(|(name, kind)| Argument {
            name,
            kind: Kind::of(kind.trim_end_matches('!')),
            sensitive: kind.ends_with('!'),
            is_set: kind.starts_with('u'),
        })
    }

    /// The argument with this name.
    pub fn argument(self, name: &str) -> Option<Argument> {
        self.arguments().find(|argument| argument.name == name)
    }

    /// The names of its nested blocks.
    pub fn block_names(self) -> impl Iterator<Item = &'static str> {
        self.blocks.split(',').filter_map(|block| {
            let (name, _) = block.rsplit_once('@')?;
            name.get(..name.len().checked_sub(1)?)
        })
    }

    /// The nested blocks with this name: how they show, and what they hold.
    pub fn block(self, name: &str) -> Option<(Nesting, Self)> {
        let block = self.blocks.split(',').find_map(|block| {
            let rest = block.strip_prefix(name)?;
            (rest.as_bytes().get(1) == Some(&b'@')).then_some(rest)
        })?;
        let (mode, reference) = block.split_at_checked(1)?;
        let nesting = match mode {
            "1" => Nesting::Single,
            "m" => Nesting::Map,
            "u" => Nesting::Set,
            _ => Nesting::List,
        };
        let body = sorted_line(self.table, &format!("{reference} "))?;
        Some((nesting, Self::of(self.table, body)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_table_is_found_by_its_key() {
        for table in TABLES {
            for text in table.lines() {
                let words = if text.starts_with('@') { 1 } else { 2 };
                let end = text.match_indices(' ').nth(words - 1).expect("a body").0;
                let key = &text[..=end];
                assert_eq!(sorted_line(table, key), text.strip_prefix(key), "{key}");
            }
            assert_eq!(sorted_line(table, "resource aws_no_such_type "), None);
        }
    }

    fn is_type(spelling: &'static str) -> bool {
        match spelling.split_at(1) {
            ("s" | "b" | "n" | "d", "") => true,
            ("l" | "u" | "m", inner) => is_type(inner),
            ("o", members) => {
                let members = members
                    .strip_prefix('(')
                    .and_then(|rest| rest.strip_suffix(')'));
                members.is_some_and(|members| Members::of(members).all(|(_, kind)| is_type(kind)))
            }
            _ => false,
        }
    }

    #[test]
    fn every_body_leads_to_arguments_with_a_known_type_and_to_blocks_that_exist() {
        for table in TABLES {
            for text in table.lines() {
                let body = text.rsplit(' ').next().expect("a body");
                let body = Body::of(table, body).expect("attributes and blocks");
                for (name, kind) in Members::of(body.attributes) {
                    assert!(is_type(kind.trim_end_matches('!')), "{text}: {name}");
                }
                for block in body.blocks.split(',').filter(|block| !block.is_empty()) {
                    let (name, _) = block.rsplit_once('@').expect("a reference");
                    let name = &name[..name.len() - 1];
                    assert!(body.block(name).is_some(), "{text}: {name}");
                }
            }
        }
    }

    #[test]
    fn a_type_says_what_is_an_argument_and_what_is_a_block() {
        let bucket = resource("aws_s3_bucket").expect("known");
        assert_eq!(
            bucket.argument("force_destroy").map(|found| found.kind),
            Some(Kind::Bool)
        );
        assert!(bucket.argument("versioning").is_none());
        let (nesting, versioning) = bucket.block("versioning").expect("a block");
        assert_eq!(nesting, Nesting::List);
        assert_eq!(
            versioning.argument("enabled").map(|found| found.kind),
            Some(Kind::Bool)
        );
        assert_eq!(
            bucket.block("timeouts").map(|(nesting, _)| nesting),
            Some(Nesting::Single)
        );
        assert!(bucket.block("version").is_none());
    }

    #[test]
    fn a_password_is_sensitive_by_the_schema() {
        let database = resource("aws_db_instance").expect("known");
        let password = database.argument("password").expect("an argument");
        assert!(password.sensitive);
        assert!(
            !database
                .argument("username")
                .expect("an argument")
                .sensitive
        );
        assert!(
            data("aws_iam_policy_document").is_some_and(|found| found.block("statement").is_some())
        );
        assert!(provider("aws").is_some_and(|found| found.block("default_tags").is_some()));
        assert!(resource("null_resource").is_none());
    }
}
