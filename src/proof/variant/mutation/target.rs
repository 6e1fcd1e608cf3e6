//! What a place refers to, by a reference or by a text that tells a resource of the artifact.

use crate::graph::{Mode, Resource, roles};
use crate::value::{Node, Text};

use super::site::Site;
use super::subject::Subject;

/// A reference at a place.
#[derive(Debug)]
pub struct Target<'s> {
    /// The resource referred to.
    pub resource: &'s Resource,
    how: How,
}

#[derive(Debug)]
enum How {
    /// The whole value is this attribute.
    Whole(Text),
    /// One part of a text is this attribute.
    Part(usize, Text),
    /// The text tells the resource in this role.
    Named(Text),
    /// The text begins with what tells the resource in this role.
    Prefixed(Text, String),
}

impl<'s> Target<'s> {
    /// What the place refers to, when that is another managed resource.
    pub fn of(subject: &'s Subject, site: &Site) -> Option<Self> {
        let (address, how) = match &site.node {
            Node::Ref(one) => (one.address.clone(), How::Whole(one.attribute.clone())),
            Node::Join(parts) => parts
                .iter()
                .enumerate()
                .find_map(|(index, part)| match part {
                    Node::Ref(one) => {
                        Some((one.address.clone(), How::Part(index, one.attribute.clone())))
                    }
                    _ => None,
                })?,
            Node::Text(text) => told(subject, site, text)?,
            _ => return None,
        };
        let resource = subject.graph.resources.get(&address)?;
        let is_other = address != site.address && resource.mode == Mode::Managed;
        is_other.then_some(Self { resource, how })
    }

    /// The value at the place with another one for what refers.
    pub fn replaced(&self, site: &Site, value: Node) -> Node {
        match (&self.how, &site.node) {
            (How::Part(index, _), Node::Join(parts)) => {
                let parts = parts.iter().enumerate();
                Node::join(parts.map(|(at, part)| {
                    if at == *index {
                        value.clone()
                    } else {
                        part.clone()
                    }
                }))
            }
            (How::Prefixed(_, rest), _) => Node::join([value, Node::text(rest.as_str())]),
            _ => value,
        }
    }

    /// The text by which the resource is told here, when it is known.
    pub fn text<'a>(&self, subject: &'a Subject) -> Option<&'a Text> {
        subject.identity(&self.resource.address, &self.role(subject)?)
    }

    /// The same attribute of another resource of the type: its text where that is known, and the place holds a text.
    pub fn elsewhere(&self, subject: &Subject, other: &Text) -> Node {
        let attribute = match &self.how {
            How::Whole(attribute) | How::Part(_, attribute) => attribute.clone(),
            How::Named(role) | How::Prefixed(role, _) => {
                if let Some(text) = subject.identity(other, role) {
                    return Node::Text(text.clone());
                }
                self.attribute(subject, role)
                    .unwrap_or_else(|| role.clone())
            }
        };
        Node::reference(other.clone(), attribute)
    }

    /// Whether what is referred to is an ARN.
    pub fn is_arn(&self, subject: &Subject) -> bool {
        self.role(subject).as_deref() == Some("arn")
    }

    fn attribute(&self, subject: &Subject, role: &str) -> Option<Text> {
        let family = subject.graph.kind.family();
        let roles = roles(&self.resource.resource_type, family);
        let mut found = roles.into_iter().filter(|(one, _)| **one == *role);
        found.next().map(|(_, attribute)| attribute)
    }

    fn role(&self, subject: &Subject) -> Option<Text> {
        match &self.how {
            How::Named(role) | How::Prefixed(role, _) => Some(role.clone()),
            How::Whole(attribute) | How::Part(_, attribute) => {
                let family = subject.graph.kind.family();
                let roles = roles(&self.resource.resource_type, family);
                let mut found = roles.into_iter().filter(|(_, one)| one == attribute);
                found.next().map(|(role, _)| role)
            }
        }
    }
}

/// The resource that a text tells. A mere name is a reference only where the artifact says so.
fn told(subject: &Subject, site: &Site, text: &Text) -> Option<(Text, How)> {
    let known = subject.named(text);
    let mentioned = mentioned(subject, site);
    let by_mention = known
        .iter()
        .find(|(address, _)| mentioned.contains(&&**address));
    let found = by_mention.or_else(|| known.first().filter(|_| text.contains(':')));
    if let Some((address, role)) = found {
        return Some((address.clone(), How::Named(role.clone())));
    }
    let (name, (address, role)) = subject.named_prefix(text)?;
    let rest = text.strip_prefix(&**name)?.to_owned();
    Some((address.clone(), How::Prefixed(role.clone(), rest)))
}

/// The resources that the artifact says are referred to at a place or above it.
fn mentioned<'s>(subject: &'s Subject, site: &Site) -> Vec<&'s str> {
    let entry = subject.document.get("resources");
    let entry = entry.and_then(|resources| resources.get(&site.address));
    let references = entry.and_then(|entry| entry.get("refs")?.as_list());
    references
        .into_iter()
        .flatten()
        .filter(|reference| {
            let path = reference.get("path").and_then(Node::as_text);
            path.is_some_and(|path| {
                let rest = site.pointer.strip_prefix(path);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            })
        })
        .filter_map(|reference| reference.get("to")?.as_text())
        .collect()
}
