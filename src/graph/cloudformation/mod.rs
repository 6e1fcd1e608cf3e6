//! Graphs of CloudFormation templates: parameters, conditions and functions evaluated as far as the templates decide
//! them.

mod budget;
mod choice;
mod comparison;
mod condition;
mod cycle;
mod dynamic;
mod encoding;
mod evaluate;
mod expansion;
mod function;
mod join;
mod lookup;
mod macros;
mod mapping;
mod parameter;
mod property;
mod resource;
mod world;

pub use property::property_default;

use crate::artifact::template::{Template, TemplateError};
use crate::value::{Node, Text};

use super::terraform::environment::partition_of;
use super::{Environment, Graph, Kind, Options};

use world::{Scope, World};

/// The graph of the given templates, one stack each. Several stacks become one graph whose addresses begin with the
/// stack.
///
/// A template that CloudFormation would refuse (resources that depend on each other in a circle) is an error with the
/// place; what it could not resolve (a reference to nothing) is a note that forbids a verdict.
pub fn from_templates(templates: &[Template], options: &Options) -> Result<Graph, TemplateError> {
    parameter::check(templates, options)?;
    let mut world = World::new(templates, options);
    expansion::expand(&mut world);
    world.name_conditions();
    let mut graph = Graph::new(Kind::Template);
    for stack in 0..world.stacks.len() {
        macros::report(&world, stack, &mut graph);
        resource::add(&world, stack, &mut graph);
        add_outputs(&world, stack, &mut graph);
        parameter::add(&world, stack, &mut graph);
    }
    cycle::check(&world, &graph)?;
    graph.environment = environment(templates);
    graph.notes.extend(world.into_notes());
    Ok(graph)
}

fn add_outputs(world: &World<'_>, index: usize, graph: &mut Graph) {
    let Some(stack) = world.stacks.get(index) else {
        return;
    };
    for (name, output) in stack.outputs.iter() {
        let mut scope = Scope::new(index);
        let condition = output.get("Condition").and_then(Node::as_text);
        let condition = condition.map(|condition| world.condition(condition, &scope));
        match &condition {
            Some(condition::Condition::Known(false)) => continue,
            Some(condition) => condition.assume(true, &mut scope.branches),
            None => {}
        }
        let value = output
            .get("Value")
            .map(|value| world.eval(value, &scope))
            .unwrap_or_default();
        let value = match condition {
            Some(condition) => world.chosen(&condition, &value, &Node::Null),
            None => value,
        };
        if !value.is_null() {
            graph.outputs.insert(stack.address(name), value);
        }
    }
}

/// What all stacks agree on.
fn environment(templates: &[Template]) -> Environment {
    let agreed = |of: fn(&Template) -> &Option<Text>| {
        let first = templates
            .first()
            .and_then(|template| of(template).clone())?;
        templates
            .iter()
            .all(|template| of(template).as_ref() == Some(&first))
            .then_some(first)
    };
    let region = agreed(|template| &template.region);
    let partition = region.as_deref().map(partition_of);
    Environment {
        account: agreed(|template| &template.account),
        region,
        partition,
    }
}

#[cfg(test)]
mod tests;
