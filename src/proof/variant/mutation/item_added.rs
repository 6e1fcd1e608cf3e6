//! A list gets one more item from elsewhere: another action, another principal, another ARN.

use crate::value::Node;

use super::super::{Edit, Place, Variant};
use super::policy::Part;
use super::subject::shown;
use super::{Operator, Reach, Site, Subject, foreign};

/// Adds plausible foreign items.
pub struct ItemAdded;

impl Operator for ItemAdded {
    fn name(&self) -> &'static str {
        "item-added"
    }

    fn about(&self) -> &'static str {
        "a list gets one more item from elsewhere"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let sites = subject.sites.iter();
        sites
            // More that a statement denies takes away what nobody asked for.
            .filter(|site| site.part == Some(Part::ConditionKey) || !subject.denies(site))
            .filter_map(|site| self.added(subject, site))
            .collect()
    }
}

impl ItemAdded {
    fn added(&self, subject: &Subject, site: &Site) -> Option<Variant> {
        let item = item(subject, site)?;
        let change = format!("one more: {}", shown(&item));
        match &site.node {
            Node::List(_) => {
                let at = Place::new(site.address.clone(), site.pointer.clone());
                let edits = vec![Edit::Append { at, value: item }];
                Some(subject.variant(self.name(), site, &change, edits))
            }
            // One value of a policy's element, a key's only value: both become a list.
            one => {
                let both = Node::List(vec![one.clone(), item]);
                Some(subject.variant(self.name(), site, &change, subject.set(site, &both)))
            }
        }
    }
}

/// The item to add, when the place is a list of plain items or may be one.
fn item(subject: &Subject, site: &Site) -> Option<Node> {
    let sample = match &site.node {
        Node::List(items) => items.first()?,
        one @ (Node::Text(_) | Node::Ref(_) | Node::Join(_)) => one,
        _ => return None,
    };
    if matches!(sample, Node::Object(_) | Node::List(_) | Node::Json(_)) {
        return None;
    }
    let is_list = matches!(site.node, Node::List(_));
    match &site.part {
        Some(Part::Element(element) | Part::Value(element)) => {
            let is_item = site.items.is_some();
            match element.as_str() {
                // Who may assume a role is said by its principals.
                "Action" | "NotAction" if !is_item => {
                    let action = sample
                        .as_text()
                        .filter(|action| !action.starts_with("sts:"));
                    Some(Node::text(foreign::action(action?)))
                }
                "Resource" | "NotResource" if !is_item => {
                    let service = service_beside(subject, site);
                    Some(Node::text(foreign::arn(service.as_deref().unwrap_or("s3"))))
                }
                // The whole element is an object by kinds, or a star, to which nothing can be added.
                "Principal" | "NotPrincipal" if !is_item && site.part != Some(whole(element)) => {
                    Some(foreign::principal(&site.key()))
                }
                _ => None,
            }
        }
        Some(Part::ConditionKey) => Some(foreign_value(sample)),
        Some(_) => None,
        None if !is_list => None,
        None => match site.allowed_items() {
            [] => Some(foreign_value(sample)),
            allowed => {
                let held = site.node.as_list().unwrap_or_default();
                let mut others = allowed.iter().filter(|value| !held.contains(value));
                others.next().cloned()
            }
        },
    }
}

/// The service of the actions in the same statement.
fn service_beside(subject: &Subject, site: &Site) -> Option<String> {
    let values = &subject.graph.resources.get(&site.address)?.values;
    let action = values.at(&format!("{}/Action", site.above()))?;
    let action = match action {
        Node::List(actions) => actions.first()?,
        one => one,
    };
    let (service, _) = action.as_text()?.split_once(':')?;
    Some(service.to_owned())
}

fn whole(element: &str) -> Part {
    Part::Element(element.to_owned())
}

fn foreign_value(sample: &Node) -> Node {
    match sample {
        Node::Text(text) => Node::text(foreign::like(text)),
        Node::Number(number) => Node::from(number.as_i64().unwrap_or_default().saturating_add(1)),
        Node::Bool(value) => Node::Bool(!value),
        _ => "elsewhere".into(),
    }
}
