//! What the format cannot say of roles, pairs and attributes: arms that exist, a type and a place in every family.

use crate::arm::Family;

use super::equivalence::{Attribute, Role, parse_cell};
use super::model::Select;
use super::semantics::Examiner;

/// The fewest arms that can be compared.
const COMPARED: usize = 2;

/// Examines what the spec says of equivalence across arms.
pub(super) fn examine_equivalence(examiner: &mut Examiner<'_>) {
    let spec = examiner.spec;
    let Some(equivalence) = &spec.equivalence else {
        return;
    };
    for (index, pair) in equivalence.pairs.iter().enumerate() {
        let place = format!("/equivalence/pairs/{index}");
        if pair.len() < COMPARED {
            let finding = examiner.at(&place, "pair", "a pair has at least two arms");
            examiner.push(finding);
        }
        for arm in pair.keys().filter(|arm| !spec.arms.contains(arm)) {
            let message = format!("the scenario does not run on the arm `{arm}`");
            let finding = examiner.at_key(&format!("{place}/{arm}"), "unknown-arm", message);
            examiner.push(finding.with_help(format!("its arms are: {}", spec.arms.join(", "))));
        }
    }
    for (name, role) in &equivalence.roles {
        let place = format!("/equivalence/roles/{name}");
        examine_role(examiner, role, &place);
        for (name, attribute) in &role.attributes {
            examine_attribute(examiner, attribute, &format!("{place}/attributes/{name}"));
        }
    }
}

fn examine_role(examiner: &mut Examiner<'_>, role: &Role, place: &str) {
    for family in examiner.families() {
        let has_type = |select: &Select| select.resource_type(family).is_some();
        if !role.select.iter().any(has_type) {
            let message = format!("the role has no type in `{}`", family.as_str());
            let finding = examiner.at_key(&format!("{place}/select"), "role", message);
            examiner.push(finding);
        }
        for (index, select) in role.select.iter().enumerate() {
            let path = select.condition.as_ref().map(|condition| &condition.path);
            if has_type(select) && path.is_some_and(|path| path.get(family).is_none()) {
                let message = format!("the condition has no path in `{}`", family.as_str());
                let finding = examiner.at(&format!("{place}/select/{index}"), "role", message);
                examiner.push(finding);
            }
        }
    }
}

fn examine_attribute(examiner: &mut Examiner<'_>, attribute: &Attribute, place: &str) {
    for family in [Family::Terraform, Family::Cloudformation] {
        let cells = attribute.cells(family);
        if cells.is_empty() && examiner.families().contains(&family) {
            let message = format!("the attribute has no place in `{}`", family.as_str());
            let finding = examiner.at_key(place, "attribute", message);
            examiner
                .push(finding.with_help("write `TYPE /path`, as the facts' `types` are written"));
        }
        for (index, cell) in cells.iter().enumerate() {
            if parse_cell(cell).is_none() {
                let place = format!("{place}/{}/{index}", family.as_str());
                let message = format!("`{cell}` is no place of an attribute");
                let finding = examiner.at(&place, "attribute", message);
                examiner.push(finding.with_help("write `TYPE /path`"));
            }
        }
    }
}
