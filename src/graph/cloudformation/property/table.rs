//! What the properties of each resource type hold, read from a text in place: a type that no template uses costs
//! nothing.
//!
//! The table comes from the resource schemas that CloudFormation publishes (`scripts/property-types.py` writes it and
//! says how it is written). Its lines are sorted, so that one is found by halving.

use std::cmp::Ordering;

use crate::source::sorted_line;

/// The lines; the first says where they come from.
const TABLE: &str = include_str!("properties.txt");

/// What stands at a place of a resource's properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Held {
    Boolean,
    Number,
    Text,
    /// Anything, which is left as written.
    Json,
    /// Members, as the table writes them between braces.
    Members(&'static str),
    /// A place that the schema does not have.
    Unlisted,
}

/// What a member holds, and the value in force where it is left out, as JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Member {
    pub name: &'static str,
    pub held: Held,
    pub default: Option<&'static str>,
}

/// The properties of a type; `None` for a type that the table does not have.
pub(super) fn properties(resource_type: &str) -> Option<&'static str> {
    inside(line(resource_type)?)
}

/// What the member `name` among `members` holds; `*` stands for whatever is not listed.
pub(super) fn member(members: &'static str, name: &str) -> Held {
    let mut any = Held::Unlisted;
    for member in each(members) {
        match member.name.cmp(name) {
            Ordering::Equal => return member.held,
            // Its sign stands before all letters.
            Ordering::Less if member.name == "*" => any = member.held,
            Ordering::Less => {}
            Ordering::Greater => break,
        }
    }
    any
}

/// The members that have a default.
pub(super) fn with_default(members: &'static str) -> impl Iterator<Item = Member> {
    // Few types have one, and all of them would be read for it.
    let members = if members.contains('=') { members } else { "" };
    each(members).filter(|member| member.default.is_some())
}

/// The members in the order of their names.
fn each(members: &'static str) -> impl Iterator<Item = Member> {
    let mut rest = members;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = end_of_member(rest);
        let (written, after) = rest.split_at_checked(end)?;
        rest = after.strip_prefix(',').unwrap_or(after);
        Some(parsed(written))
    })
}

/// Where the first member ends: at a comma that stands inside neither braces nor quotes.
fn end_of_member(members: &str) -> usize {
    let (mut depth, mut quoted) = (0_usize, false);
    for (at, byte) in members.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b'{' if !quoted => depth += 1,
            b'}' if !quoted => depth = depth.saturating_sub(1),
            b',' if !quoted && depth == 0 => return at,
            _ => {}
        }
    }
    members.len()
}

fn parsed(written: &'static str) -> Member {
    let end = written
        .find(['?', '#', '~', '{', '@', '='])
        .unwrap_or(written.len());
    let (name, held) = written.split_at(end);
    // Only scalars have defaults, so that the first such sign is the one that begins it.
    let (held, default) = match held.find(['{', '=']) {
        Some(at) if held.get(at..).is_some_and(|rest| rest.starts_with('=')) => {
            let (held, default) = held.split_at(at);
            (held, default.strip_prefix('='))
        }
        _ => (held, None),
    };
    let held = match held.as_bytes().first() {
        None => Held::Text,
        Some(b'?') => Held::Boolean,
        Some(b'#') => Held::Number,
        Some(b'{') => inside(held).map_or(Held::Unlisted, Held::Members),
        Some(b'@') => line(held)
            .and_then(inside)
            .map_or(Held::Unlisted, Held::Members),
        Some(_) => Held::Json,
    };
    Member {
        name,
        held,
        default,
    }
}

fn inside(members: &'static str) -> Option<&'static str> {
    members.strip_prefix('{')?.strip_suffix('}')
}

/// What stands behind `name` on its line.
fn line(name: &str) -> Option<&'static str> {
    sorted_line(TABLE, &format!("{name} "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(resource_type: &str, path: &str) -> Held {
        let members = properties(resource_type).map_or(Held::Unlisted, Held::Members);
        path.split('/').fold(members, |held, name| match held {
            Held::Members(members) => member(members, name),
            _ => Held::Unlisted,
        })
    }

    /// Walks a type down to its scalars.
    fn count(members: &'static str, depth: usize) -> usize {
        assert!(depth < 64, "the table contains itself");
        each(members)
            .map(|member| match member.held {
                Held::Members(inner) => count(inner, depth + 1),
                Held::Unlisted => panic!("{}: {members}", member.name),
                _ => 1,
            })
            .sum()
    }

    #[test]
    fn every_line_of_the_table_is_found_and_can_be_read() {
        let mut types = 0;
        let mut last = "";
        for line in TABLE.lines().skip(1) {
            let (name, _) = line.split_once(' ').expect("a name");
            assert!(last < name, "{last} stands before {name}");
            last = name;
            assert!(super::line(name).is_some_and(|found| line.ends_with(found)));
            if !name.starts_with('@') && !name.starts_with("AWS::QuickSight::") {
                count(properties(name).expect("members"), 0);
                types += 1;
            }
        }
        assert!(types > 1_800, "only {types} types");
        assert!(properties("AWS::S3").is_none() && properties("").is_none());
        assert!(properties("AWS::ZZZ::Z").is_none());
    }

    #[test]
    fn shared_members_are_followed_and_unlisted_places_said_to_be_so() {
        let acls = "PublicAccessBlockConfiguration/BlockPublicAcls";
        assert_eq!(held("AWS::S3::Bucket", acls), Held::Boolean);
        assert_eq!(held("AWS::S3::Bucket", "BucketName"), Held::Text);
        assert_eq!(held("AWS::S3::Bucket", "Tags/*/Value"), Held::Text);
        assert_eq!(held("AWS::S3::Bucket", "Unheard"), Held::Unlisted);
        assert_eq!(held("AWS::KMS::Key", "KeyPolicy"), Held::Json);
        assert_eq!(held("AWS::SQS::Queue", "DelaySeconds"), Held::Number);
    }

    #[test]
    fn a_default_stands_behind_what_the_member_holds() {
        let members = properties("AWS::KMS::Key").expect("a type");
        let defaults: Vec<_> = each(members)
            .filter_map(|member| Some((member.name, member.held, member.default?)))
            .collect();
        assert_eq!(
            defaults,
            [
                ("BypassPolicyLockoutSafetyCheck", Held::Boolean, "false"),
                ("KeySpec", Held::Text, r#""SYMMETRIC_DEFAULT""#),
                ("KeyUsage", Held::Text, r#""ENCRYPT_DECRYPT""#),
            ]
        );
    }
}
