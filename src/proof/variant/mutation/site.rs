//! One place in the values of a resource, with what operators need to know about it.

use crate::artifact::schema::{Limits, limits};
use crate::value::{Node, Text, split_pointer};

use super::policy::Part;

/// One place.
#[derive(Debug, Clone)]
pub struct Site {
    /// Address of the resource.
    pub address: Text,
    /// Type of the resource.
    pub resource_type: Text,
    /// JSON pointer into its values, going on into documents.
    pub pointer: String,
    /// The pointer with `*` for the index of every list.
    pub path: String,
    /// What stands there.
    pub node: Node,
    /// The number of items of the list it is an item of; none for a member of an object.
    pub items: Option<usize>,
    /// Whether it stands inside a document, so that the toolchain does not look at it.
    pub in_document: bool,
    /// Which part of a policy document it is; none elsewhere.
    pub part: Option<Part>,
}

impl Site {
    /// What the toolchain refuses here.
    pub fn limits(&self) -> Limits {
        limits(&self.resource_type, &self.path)
            .cloned()
            .unwrap_or_default()
    }

    /// The values that the toolchain takes as items of the list here; none when it takes any.
    pub fn allowed_items(&self) -> &'static [Node] {
        let path = format!("{}/*", self.path);
        let limits = limits(&self.resource_type, &path);
        limits.map_or(&[], |limits| limits.allowed.as_slice())
    }

    /// The last token of the pointer.
    pub fn key(&self) -> String {
        let last = split_pointer(&self.pointer).last();
        last.map(std::borrow::Cow::into_owned).unwrap_or_default()
    }

    /// The name of the attribute: the last token of the path that is no index.
    pub fn attribute(&self) -> String {
        let names = split_pointer(&self.path).filter(|token| token != "*");
        names
            .last()
            .map(std::borrow::Cow::into_owned)
            .unwrap_or_default()
    }

    /// Whether it is an ordinary member of an object: an argument, or a member of a document that is no policy.
    pub fn is_member(&self) -> bool {
        self.items.is_none() && self.part.is_none()
    }

    /// The pointer of what surrounds it.
    pub fn above(&self) -> &str {
        self.pointer
            .rfind('/')
            .and_then(|end| self.pointer.get(..end))
            .unwrap_or_default()
    }
}
