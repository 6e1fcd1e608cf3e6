//! The type of an argument, as the tables spell it.

/// A type; collections and objects hold the spelling of what is inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A string.
    Text,
    /// A boolean.
    Bool,
    /// A number.
    Number,
    /// Anything.
    Any,
    /// A list or a set of one type.
    List(&'static str),
    /// A map of one type.
    Map(&'static str),
    /// An object with named members.
    Object(&'static str),
}

impl Kind {
    pub(super) fn of(spelling: &'static str) -> Self {
        match spelling.split_at_checked(1) {
            Some(("s", "")) => Self::Text,
            Some(("b", "")) => Self::Bool,
            Some(("n", "")) => Self::Number,
            Some(("l" | "u", inner)) => Self::List(inner),
            Some(("m", inner)) => Self::Map(inner),
            Some(("o", inner)) => Self::Object(inner),
            _ => Self::Any,
        }
    }

    /// The type of an item of a list, or of a member of a map or of an object.
    #[must_use]
    pub fn inside(self, member: &str) -> Self {
        match self {
            Self::List(inner) | Self::Map(inner) => Self::of(inner),
            Self::Object(members) => Members::of(within(members))
                .find(|(name, _)| *name == member)
                .map_or(Self::Any, |(_, kind)| Self::of(kind)),
            Self::Text | Self::Bool | Self::Number | Self::Any => Self::Any,
        }
    }

    /// The name of the type in the graph.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Any => None,
            Self::Text => Some("string"),
            Self::Bool => Some("bool"),
            Self::Number => Some("number"),
            Self::List(_) => Some("list"),
            Self::Map(_) | Self::Object(_) => Some("object"),
        }
    }
}

fn within(members: &'static str) -> &'static str {
    let inner = members.strip_prefix('(').unwrap_or(members);
    inner.strip_suffix(')').unwrap_or(inner)
}

/// The names and types of a list `NAME:TYPE,…`.
pub struct Members(&'static str);

impl Members {
    pub(super) fn of(text: &'static str) -> Self {
        Self(text)
    }
}

impl Iterator for Members {
    type Item = (&'static str, &'static str);

    fn next(&mut self) -> Option<Self::Item> {
        let mut depth = 0_usize;
        let end = self.0.bytes().position(|byte| {
            match byte {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            byte == b',' && depth == 0
        });
        let (member, rest) = match end {
            Some(end) => (self.0.get(..end)?, self.0.get(end + 1..)?),
            None => (self.0, ""),
        };
        self.0 = rest;
        member.split_once(':')
    }
}
