//! A text that is neither a name nor a reference is changed visibly.

use crate::graph::name_attribute;
use crate::value::Node;

use super::super::Variant;
use super::target::Target;
use super::{Operator, Reach, Subject, foreign};

/// Changes free texts, and ARNs of what the artifact does not hold.
pub struct TextChanged;

impl Operator for TextChanged {
    fn name(&self) -> &'static str {
        "text-changed"
    }

    fn about(&self) -> &'static str {
        "a text that is neither a name nor a reference becomes another"
    }

    fn reach(&self) -> Reach {
        Reach::Outward
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let sites = subject.sites.iter().filter(|site| site.part.is_none());
        sites
            .filter_map(|site| {
                let text = site.node.as_text().filter(|text| !text.is_empty())?;
                let is_name = name_attribute(&site.resource_type)
                    .is_some_and(|name| site.path.strip_prefix('/') == Some(name));
                let is_other = is_name
                    || !site.limits().allowed.is_empty()
                    || Target::of(subject, site).is_some();
                let changed = if text.starts_with("arn:") {
                    foreign::like(text)
                } else if text.starts_with('/') && text.ends_with('/') {
                    format!("{}/changed/", text.trim_end_matches('/'))
                } else {
                    format!("{text}-changed")
                };
                (!is_other).then(|| subject.replaced(self.name(), site, &Node::text(changed)))
            })
            .collect()
    }
}
