//! A reference leads to another resource of the same type.

use crate::graph::{Family, Mention, Mode, Resource, name_attribute};
use crate::value::{Node, Text};

use super::super::edit::is_within;
use super::super::{Edit, Variant};
use super::target::Target;
use super::{Operator, Reach, Subject};

/// Resources of the type that one reference is bent to.
const MOST: usize = 2;

/// Bends references to others of the type; where there is none, one is added.
pub struct ReferenceBent;

impl Operator for ReferenceBent {
    fn name(&self) -> &'static str {
        "reference-bent"
    }

    fn about(&self) -> &'static str {
        "a reference leads to another resource of the same type"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let mut variants = Vec::new();
        for site in &subject.sites {
            let Some(target) = Target::of(subject, site) else {
                continue;
            };
            let others = subject.resources().filter(|other| {
                other.resource_type == target.resource.resource_type
                    && other.address != target.resource.address
                    && other.address != site.address
            });
            let others: Vec<&Resource> = others.take(MOST).collect();
            let decoys = if others.is_empty() {
                let mut decoy = decoy(subject, target.resource);
                empty_policies(&mut decoy.values);
                vec![(decoy.address.clone(), Some(decoy))]
            } else {
                let known = others.iter();
                known.map(|other| (other.address.clone(), None)).collect()
            };
            for (address, added) in decoys {
                let value = target.replaced(site, target.elsewhere(subject, &address));
                let mut variant = subject.replaced(self.name(), site, &value);
                if let Some(decoy) = added {
                    variant.edits.insert(0, Edit::AddResource(Box::new(decoy)));
                }
                variants.push(variant);
            }
        }
        variants
    }
}

/// Policies that allow something else: one that says the same is as right as the one referred to. Who may use a resource
/// stays as it is.
fn empty_policies(node: &mut Node) {
    match node {
        Node::Json(inner) => empty_policies(inner),
        Node::Object(members) if members.contains_key("Statement") => {
            let mut has_principal = false;
            for statement in members.values() {
                statement.walk(&mut String::new(), &mut |_, node| {
                    has_principal |= node.get("Principal").is_some();
                });
            }
            if has_principal {
                return;
            }
            let statement = Node::object([
                ("Effect", "Allow".into()),
                ("Action", "s3:ListAllMyBuckets".into()),
                ("Resource", "*".into()),
            ]);
            members.insert("Statement".into(), Node::List(vec![statement]));
        }
        Node::Object(members) => members.values_mut().for_each(empty_policies),
        Node::List(items) => items.iter_mut().for_each(empty_policies),
        _ => {}
    }
}

/// A resource like another, under another address and name.
pub(super) fn decoy(subject: &Subject, like: &Resource) -> Resource {
    let mut decoy = like.clone();
    let (address, name) = match subject.graph.kind.family() {
        Family::Terraform => (format!("{}.decoy", like.resource_type), "decoy".to_owned()),
        // Beside it in its stack, whose name is part of the address; the name of a resource is its logical id.
        Family::Cloudformation => {
            let stack = like.address.strip_suffix(&*like.name).unwrap_or_default();
            let name = format!("Decoy{}", like.name);
            (format!("{stack}{name}"), name)
        }
    };
    decoy.address = Text::from(address);
    decoy.name = Text::from(name);
    decoy.mode = Mode::Managed;
    decoy.module = "".into();
    decoy.index = Node::Null;
    if like.index != Node::Null {
        // Their one expression mentions what the other instances come to; a copy of one says what this one comes to.
        let exact = |around: &Mention| {
            let mut all = like.mentions.iter();
            all.any(|one| one.exact && one.to == around.to && is_within(&one.path, &around.path))
        };
        decoy.mentions.retain(exact);
    }
    if let (Some(name), Node::Object(values)) =
        (name_attribute(&like.resource_type), &mut decoy.values)
        && let Some(value) = values.get_mut(name)
    {
        *value = "decoy".into();
    }
    decoy
}
