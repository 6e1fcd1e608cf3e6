//! The parts of policy documents, which operators tell apart.

/// What a place in a policy document is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// The list of statements, or the only one.
    Statements,
    /// One statement of several.
    Statement,
    /// An element of a statement (`Action`, `Principal`), whole.
    Element(String),
    /// One value of an element: an action, a resource, a principal.
    Value(String),
    /// All conditions of a statement under one operator.
    ConditionOperator,
    /// The values that one key is compared with.
    ConditionKey,
    /// One of several values that a key is compared with.
    ConditionValue,
    /// What says nothing about who may do what: labels and the language's version.
    Aside,
}

impl Part {
    /// The part that the pointer's tokens below the document lead to.
    pub fn of(tokens: &[&str]) -> Self {
        let ["Statement", rest @ ..] = tokens else {
            return Self::Aside;
        };
        let (rest, is_item) = match rest {
            [index, rest @ ..] if index.parse::<usize>().is_ok() => (rest, true),
            _ => (rest, false),
        };
        match rest {
            [] if is_item => Self::Statement,
            [] => Self::Statements,
            ["Sid", ..] => Self::Aside,
            ["Condition"] => Self::Element("Condition".to_owned()),
            ["Condition", _] => Self::ConditionOperator,
            ["Condition", _, _] => Self::ConditionKey,
            ["Condition", ..] => Self::ConditionValue,
            [element] => Self::Element((*element).to_owned()),
            [element, ..] => Self::Value((*element).to_owned()),
        }
    }

    /// The element whose values stand here, when they do.
    pub fn valued(&self) -> Option<&str> {
        match self {
            Self::Element(element) | Self::Value(element)
                if ELEMENTS.contains(&element.as_str()) =>
            {
                Some(element)
            }
            _ => None,
        }
    }
}

/// The elements that hold actions, resources and principals.
const ELEMENTS: [&str; 6] = [
    "Action",
    "NotAction",
    "Resource",
    "NotResource",
    "Principal",
    "NotPrincipal",
];
