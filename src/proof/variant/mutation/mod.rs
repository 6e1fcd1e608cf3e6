//! Artifact mutants: each operator makes wrong variants of a correct artifact, at every place that it fits.
//!
//! An operator knows what stands at a place (an enumeration, an ARN, a duration, a statement of a policy, a reference) and
//! changes only what the toolchain would still accept. A further operator is one more file here and one more line of the
//! table.

mod attribute_dropped;
mod boolean_flipped;
mod cidr_widened;
mod condition_changed;
mod condition_dropped;
mod duration_shifted;
mod effect_flipped;
mod element_inverted;
mod enum_swapped;
mod foreign;
mod item_added;
mod item_dropped;
mod name_changed;
mod number_shifted;
mod policy;
mod reference_bent;
mod reference_cut;
mod resource_duplicated;
mod resource_removed;
mod site;
mod statement_added;
mod statement_dropped;
mod subject;
mod target;
mod text_changed;
mod wildcard_widened;

#[cfg(test)]
mod tests;

use crate::graph::Graph;

use super::Variant;

pub use site::Site;
pub use subject::{Subject, decode};

/// Makes wrong variants of a correct artifact.
pub trait Operator: Sync {
    /// The permanent name.
    fn name(&self) -> &'static str;

    /// What it does, in a few words.
    fn about(&self) -> &'static str;

    /// What a solution that is right without the resource becomes when the resource is changed.
    fn reach(&self) -> Reach {
        Reach::Within
    }

    /// Its variants of an artifact.
    fn variants(&self, subject: &Subject) -> Vec<Variant>;
}

/// How far a change of one resource can matter to the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// The resource itself: one that nobody asked for may be so.
    Within,
    /// It may give or bind more than before, and so matter to resources that were asked for.
    Outward,
    /// Nothing is taken from the solution: the variant is as right as the artifact was.
    Harmless,
}

/// Every operator, in the order of reports.
pub static OPERATORS: [&dyn Operator; 24] = [
    &attribute_dropped::AttributeDropped,
    &boolean_flipped::BooleanFlipped,
    &enum_swapped::EnumSwapped,
    &number_shifted::NumberRaised,
    &number_shifted::NumberLowered,
    &duration_shifted::DurationLengthened,
    &duration_shifted::DurationShortened,
    &text_changed::TextChanged,
    &item_dropped::ItemDropped,
    &item_added::ItemAdded,
    &wildcard_widened::WildcardWidened,
    &cidr_widened::CidrWidened,
    &statement_dropped::StatementDropped,
    &statement_added::StatementAdded,
    &effect_flipped::EffectFlipped,
    &condition_dropped::ConditionDropped,
    &condition_changed::ConditionChanged,
    &element_inverted::ElementInverted,
    &reference_cut::ReferenceCut,
    &reference_bent::ReferenceBent,
    &name_changed::NameChanged,
    &name_changed::NameChangedAlone,
    &resource_removed::ResourceRemoved,
    &resource_duplicated::ResourceDuplicated,
];

/// The operator with this name.
pub fn operator(name: &str) -> Option<&'static dyn Operator> {
    OPERATORS.into_iter().find(|known| known.name() == name)
}

/// Every mutant of an artifact, operator after operator.
pub fn mutants(graph: &Graph) -> Vec<Variant> {
    let subject = Subject::of(graph);
    OPERATORS
        .iter()
        .flat_map(|operator| operator.variants(&subject))
        .collect()
}
