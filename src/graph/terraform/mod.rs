//! Graphs of Terraform and OpenTofu plans and states.

mod address;
mod attributes;
mod blocks;
pub(super) mod environment;
mod merge;
mod name;
mod outputs;
mod plan;
pub mod policy_document;
mod references;
mod source;
mod state;
#[cfg(test)]
mod tests;
mod walk;

pub use merge::merge_sources;
pub use plan::from_plan;
pub use source::{EvaluationError, from_configuration, from_sources};
pub use state::from_state;

use crate::artifact::plan::Instance;
use crate::value::{Node, Object, Text};

use super::{Mode, Resource};

/// The names of the calls that lead to a module instance, outermost first.
pub fn module_calls(path: &str) -> impl Iterator<Item = &str> {
    address::module_steps(path).map(|step| step.name)
}

/// The parts of a resource that its instance states.
fn bare(instance: &Instance) -> Resource {
    let mut resource = Resource::new(
        instance.address.clone(),
        instance.resource_type.clone(),
        instance.name.clone(),
    );
    resource.mode = if instance.data {
        Mode::Data
    } else {
        Mode::Managed
    };
    resource.module = address::split(&instance.address).module.into();
    resource.index = instance.index.clone();
    resource.provider = provider(&instance.provider);
    resource.values = match &instance.values {
        Node::Null => Node::Object(Object::new()),
        values => values.clone(),
    };
    instance
        .sensitive
        .pointers(&mut String::new(), &mut resource.sensitive);
    if let Some(change) = &instance.change {
        resource.actions.clone_from(&change.actions);
        resource.before = change.before.clone();
        change
            .before_sensitive
            .pointers(&mut String::new(), &mut resource.sensitive);
    } else if instance.prior {
        resource.actions.push(Text::from("read"));
    }
    resource.sensitive.sort_unstable();
    resource.sensitive.dedup();
    resource
}

/// `namespace/type` of a provider source address; old plans have the type alone.
fn provider(source: &str) -> Text {
    let mut parts = source.rsplitn(3, '/');
    match (parts.next(), parts.next()) {
        (Some(name), Some(namespace)) if namespace != "-" => {
            Text::from(format!("{namespace}/{name}"))
        }
        (Some(name), _) => Text::from(name),
        _ => Text::from(source),
    }
}
