//! A list loses one of its items.

use super::super::Variant;
use super::policy::Part;
use super::{Operator, Site, Subject};

/// Drops items of lists, statements of policies apart.
pub struct ItemDropped;

impl Operator for ItemDropped {
    fn name(&self) -> &'static str {
        "item-dropped"
    }

    fn about(&self) -> &'static str {
        "a list loses one of its items"
    }

    fn variants(&self, subject: &Subject) -> Vec<Variant> {
        let sites = subject.sites.iter();
        sites
            .filter(|site| site.items.is_some() && can_go(subject, site))
            .map(|site| subject.removed(self.name(), site))
            .collect()
    }
}

/// The only item of a list that must not be empty stays; a list that is left out altogether is another operator's.
fn can_go(subject: &Subject, site: &Site) -> bool {
    match &site.part {
        Some(Part::Value(_) | Part::ConditionValue) => site.items > Some(1),
        Some(_) => false,
        None if site.items > Some(1) => true,
        None => {
            let mut lists = subject.sites.iter();
            let list = lists.find(|one| one.address == site.address && one.pointer == site.above());
            list.is_none_or(|list| !list.limits().required && list.part.is_none())
        }
    }
}
