//! An attribute is left out.

use crate::artifact::schema::default_of;
use crate::graph::{Family, property_default};
use crate::value::Node;

use super::super::Variant;
use super::name_changed::is_repeated;
use super::{Operator, Site, Subject};

/// Leaves out what the toolchain does not demand; where the provider fills in a default, that default stands there.
pub struct AttributeDropped;

impl Operator for AttributeDropped {
    fn name(&self) -> &'static str {
        "attribute-dropped"
    }

    fn about(&self) -> &'static str {
        "an attribute is left out"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let family = subject.graph.kind.family();
        // Without its name, a resource is told by what nobody knows; texts that repeat the name would follow.
        let sites = subject.sites.iter();
        let sites = sites.filter(|site| is_optional(site) && !is_repeated(subject, site));
        sites
            .filter_map(|site| {
                let default = match family {
                    Family::Terraform => default_of(&site.resource_type, &site.path).cloned(),
                    Family::Cloudformation => {
                        property_default(&site.resource_type, site.path.trim_start_matches('/'))
                    }
                };
                match default {
                    Some(default) if default == site.node => None,
                    Some(default) => Some(subject.replaced(self.name(), site, &default)),
                    None => Some(subject.removed(self.name(), site)),
                }
            })
            .collect()
    }
}

fn is_optional(site: &Site) -> bool {
    let is_empty = match &site.node {
        Node::List(items) => items.is_empty(),
        Node::Object(members) => members.is_empty(),
        Node::Text(text) => text.is_empty(),
        _ => false,
    };
    // CloudFormation demands it of every custom resource.
    let is_handler = site.path == "/ServiceToken";
    site.is_member() && !is_empty && !is_handler && !site.limits().required
}
