//! The graph of a state.

use crate::artifact::State;
use crate::graph::{Graph, Kind, Options};

use super::outputs::mark_sensitive;
use super::references::Resolver;
use super::{bare, environment};

/// Builds the graph of a state. Every value is known; references are not recorded but as dependencies.
pub fn from_state(state: &State, _options: &Options) -> Graph {
    let resolver = Resolver::new(&state.instances, None);
    let mut graph = Graph::new(Kind::State);
    for instance in &state.instances {
        let mut resource = bare(instance);
        for name in &instance.depends_on {
            resource.depends_on.extend(resolver.addresses(name));
        }
        graph.resources.insert(resource.address.clone(), resource);
    }
    graph.environment = environment::of_instances(&state.instances);
    let partition = graph
        .environment
        .region
        .as_deref()
        .map(environment::partition_of);
    graph.environment.partition = graph.environment.partition.take().or(partition);
    for (name, output) in &state.outputs {
        if output.sensitive {
            mark_sensitive(&mut graph, "/outputs", name);
        }
        if let Some(value) = output.value.as_ref().filter(|value| !value.is_null()) {
            graph.outputs.insert(name.clone(), value.clone());
        }
    }
    graph
}
