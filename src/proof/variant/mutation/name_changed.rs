//! A resource gets another name: with all that refers to it, or alone.

use crate::graph::{Graph, name_attribute, symbolic};
use crate::value::{Node, Text};

use super::super::{Edit, Place, Variant, applied};
use super::target::Target;
use super::{Operator, Site, Subject};

/// Changes the name, and the texts of other resources that followed from it.
pub struct NameChanged;

/// Changes the name and leaves texts that repeat it as they are.
pub struct NameChangedAlone;

impl Operator for NameChanged {
    fn name(&self) -> &'static str {
        "name-changed"
    }

    fn about(&self) -> &'static str {
        "a resource gets another name, and what refers to it follows"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let mut variants = Vec::new();
        for site in subject.sites.iter().filter(|site| is_name(site)) {
            let Some(mut variant) = renamed(self, subject, site) else {
                continue;
            };
            let Ok(after) = applied(&subject.graph, &variant.edits) else {
                continue;
            };
            variant.edits.extend(follow(subject, &after, site));
            variants.push(variant);
        }
        variants
    }
}

impl Operator for NameChangedAlone {
    fn name(&self) -> &'static str {
        "name-changed-alone"
    }

    fn about(&self) -> &'static str {
        "a resource gets another name, and texts that repeat the old one stay"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let sites = subject.sites.iter().filter(|site| is_name(site));
        sites
            .filter(|site| is_repeated(subject, site))
            .filter_map(|site| renamed(self, subject, site))
            .collect()
    }
}

/// Whether texts of other resources repeat a name.
pub(super) fn is_repeated(subject: &Subject, site: &Site) -> bool {
    let mut others = subject.sites.iter();
    is_name(site) && others.any(|other| repeats(subject, other, &site.address))
}

fn is_name(site: &Site) -> bool {
    let name = name_attribute(&site.resource_type);
    name.is_some_and(|name| site.path.strip_prefix('/') == Some(name))
}

fn renamed(operator: &dyn Operator, subject: &Subject, site: &Site) -> Option<Variant> {
    let name = site.node.as_text()?;
    let other = match name.rsplit_once('.') {
        // The end of a queue's or a topic's name is part of what it is.
        Some((stem, "fifo")) => format!("{stem}-changed.fifo"),
        _ => format!("{name}-changed"),
    };
    Some(subject.replaced(operator.name(), site, &Node::text(other)))
}

/// Whether a place of another resource repeats by a text what tells the resource at `address`.
fn repeats(subject: &Subject, site: &Site, address: &Text) -> bool {
    site.node.as_text().is_some()
        && Target::of(subject, site).is_some_and(|target| target.resource.address == *address)
}

/// Edits that let the texts of other resources tell the renamed one by its new name.
fn follow(subject: &Subject, after: &Graph, site: &Site) -> Vec<Edit> {
    let document = symbolic(after);
    let entry = document
        .get("resources")
        .and_then(|all| all.get(&site.address));
    let Some(identity) = entry.and_then(|entry| entry.get("identity")?.as_object()) else {
        return Vec::new();
    };
    let others = subject.sites.iter();
    others
        .filter(|other| repeats(subject, other, &site.address))
        .filter_map(|other| {
            let text = other.node.as_text()?;
            let new = identity.iter().find_map(|(role, new)| {
                let old = subject.identity(&site.address, role)?;
                let rest = text.strip_prefix(&**old)?;
                let is_whole = rest.is_empty() || old.contains(':');
                is_whole.then(|| Some(format!("{}{rest}", new.as_text()?)))?
            })?;
            Some(Edit::Set {
                at: Place::new(other.address.clone(), other.pointer.clone()),
                value: Node::text(new),
            })
        })
        .collect()
}
