//! The graph of a plan.

use crate::artifact::Plan;
use crate::artifact::plan::{Change, Expression, Expressions, Instance, Marks};
use crate::graph::{Graph, Kind, Note, Options, Resource, Scope};
use crate::value::{Node, Object, Text};

use super::attributes::{Attributes, Opening, open};
use super::references::{Place, Resolver};
use super::{bare, environment, outputs, policy_document};

/// A note's code: some references list only the first of the instances that they can mean.
pub(super) const MENTIONS_CUT_SHORT: &str = "mentions-cut-short";

/// Builds the graph of a plan.
pub fn from_plan(plan: &Plan, options: &Options) -> Graph {
    let resolver = Resolver::new(&plan.instances, plan.configuration.as_ref());
    let mut builder = Builder {
        plan,
        resolver: &resolver,
        resources: plan.instances.iter().map(|_| Stage::Waiting).collect(),
        notes: Vec::new(),
    };
    for position in 0..plan.instances.len() {
        builder.build(position);
    }
    let Builder {
        resources, notes, ..
    } = builder;
    let mut graph = Graph::new(Kind::Plan);
    graph.notes = notes;
    graph.environment = environment::of_plan(plan);
    for (name, value) in &plan.variables {
        let block = plan
            .configuration
            .as_ref()
            .and_then(|configuration| configuration.root.variables.get(name));
        if block.is_some_and(|block| block.sensitive) {
            outputs::mark_sensitive(&mut graph, "/variables", name);
        }
        if !value.is_null() {
            graph.variables.insert(name.clone(), value.clone());
        }
    }
    outputs::fill(&mut graph, plan, &resolver);
    note_whole(&mut graph.notes, plan);
    if resolver.is_cut_short() {
        let message =
            "too many references to groups of instances: some list only the first".to_owned();
        graph.notes.push(Note {
            code: MENTIONS_CUT_SHORT,
            message,
            address: None,
            path: None,
            forbids_verdict: false,
        });
    }
    for (instance, stage) in plan.instances.iter().zip(resources) {
        let Stage::Done(resource) = stage else {
            continue;
        };
        if options.scope == Scope::Changed && !is_changed(&resource.actions) {
            continue;
        }
        if is_gone(instance) {
            let message = "does not exist any more, and the plan does not create it".to_owned();
            graph.notes.push(about("gone", message, &instance.address));
            continue;
        }
        graph.resources.insert(resource.address.clone(), *resource);
    }
    graph
}

/// Whether a plan with these actions changes the resource.
fn is_changed(actions: &[Text]) -> bool {
    actions
        .iter()
        .any(|action| !matches!(&**action, "no-op" | "read"))
}

/// A resource that vanished outside of the tool shows as a no-op that ends in nothing.
fn is_gone(instance: &Instance) -> bool {
    let no_op =
        |change: &Change| matches!(change.actions.as_slice(), [action] if &**action == "no-op");
    instance.values.is_null() && instance.change.as_ref().is_some_and(no_op)
}

enum Stage {
    Waiting,
    /// Being built: a document that refers to itself finds nothing.
    Entered,
    Done(Box<Resource>),
}

struct Builder<'r, 'p> {
    plan: &'p Plan,
    resolver: &'r Resolver<'p>,
    resources: Vec<Stage>,
    notes: Vec<Note>,
}

impl<'p> Builder<'_, 'p> {
    fn build(&mut self, position: usize) {
        let Some(stage @ Stage::Waiting) = self.resources.get_mut(position) else {
            return;
        };
        *stage = Stage::Entered;
        let Some(instance) = self.plan.instances.get(position) else {
            return;
        };
        let mut resource = bare(instance);
        if self.plan.configuration.is_some() {
            if let Some((block, place)) = self.resolver.block(position) {
                self.fill(&mut resource, instance, place, &block.expressions);
                resource.depends_on = self.resolver.explicit_dependencies(block, place);
            } else if let Some(change) = instance
                .change
                .as_ref()
                .filter(|_| !instance.values.is_null())
            {
                if !change.unknown.is_none() {
                    let message = "the plan's configuration has no block for this resource: what is unknown may be assigned";
                    self.notes.push(about(
                        "no-configuration",
                        message.to_owned(),
                        &instance.address,
                    ));
                }
                open_all(&mut resource, &change.unknown);
            }
        } else if let (Some(change), false) = (&instance.change, instance.values.is_null()) {
            open_all(&mut resource, &change.unknown);
        }
        if let Some(stage) = self.resources.get_mut(position) {
            *stage = Stage::Done(Box::new(resource));
        }
    }

    fn fill(
        &mut self,
        resource: &mut Resource,
        instance: &Instance,
        place: Place<'p>,
        assigned: &'p Expressions,
    ) {
        if instance.values.is_null() {
            return;
        }
        let Node::Object(mut members) = std::mem::take(&mut resource.values) else {
            return;
        };
        let unstated;
        let unknown = match &instance.change {
            Some(change) => &change.unknown,
            None if instance.prior => &Marks::None,
            None => {
                unstated = unstated_marks(&members, assigned);
                &unstated
            }
        };
        let resolver = self.resolver;
        let mut attributes = Attributes {
            resolver,
            place,
            address: &instance.address,
            document: &mut |names, place| self.document(resolver.document(names, place)?),
            mentions: Vec::new(),
            notes: Vec::new(),
        };
        attributes.fill(&mut members, unknown, assigned, &mut String::new());
        let Attributes {
            mentions,
            mut notes,
            ..
        } = attributes;
        resource.mentions = mentions;
        resource.values = Node::Object(members);
        self.notes.append(&mut notes);
    }

    /// The document of a policy document data source: its result where that is known, else assembled from its arguments.
    fn document(&mut self, position: usize) -> Option<Node> {
        self.build(position);
        let Some(Stage::Done(resource)) = self.resources.get(position) else {
            return None;
        };
        Some(policy_document::assemble(&resource.values))
    }
}

/// Without a configuration nothing says what is assigned: all that is unknown may be.
fn open_all(resource: &mut Resource, unknown: &Marks) {
    let opening = Opening {
        address: &resource.address,
        reason: "computed",
        references: &[],
    };
    open(&mut resource.values, unknown, &opening, &mut String::new());
}

/// Without resource changes nothing says what is unknown: every assigned expression without a value may be.
fn unstated_marks(members: &Object, assigned: &Expressions) -> Marks {
    let marked: Vec<(Text, Marks)> = assigned
        .iter()
        .filter_map(|(name, expression)| {
            let marks = match (expression, members.get(name)) {
                (Expression::References(_), None) => Marks::All,
                (Expression::Block(inner), Some(Node::Object(members))) => {
                    unstated_marks(members, inner)
                }
                (Expression::Blocks(inner), Some(Node::List(items))) => {
                    unstated_items(items, inner)
                }
                _ => Marks::None,
            };
            (!marks.is_none()).then(|| (name.clone(), marks))
        })
        .collect();
    if marked.is_empty() {
        Marks::None
    } else {
        Marks::Members(marked)
    }
}

fn unstated_items(items: &[Node], assigned: &[Expressions]) -> Marks {
    let mut marked = Vec::new();
    for (index, item) in items.iter().enumerate() {
        let Node::Object(members) = item else {
            continue;
        };
        let found = assigned
            .iter()
            .map(|block| unstated_marks(members, block))
            .find(|marks| !marks.is_none());
        marked.extend(found.map(|marks| (index, marks)));
    }
    if marked.is_empty() {
        Marks::None
    } else {
        Marks::Items(marked)
    }
}

fn about(code: &'static str, message: String, address: &Text) -> Note {
    Note {
        code,
        message,
        address: Some(address.clone()),
        path: None,
        forbids_verdict: false,
    }
}

/// Notes on the plan as a whole, and on what stands beside it.
fn note_whole(notes: &mut Vec<Note>, plan: &Plan) {
    if !plan.complete {
        notes.push(Note {
            code: "incomplete-plan",
            message: "the plan covers only a part of the configuration".to_owned(),
            address: None,
            path: Some("/complete".to_owned()),
            forbids_verdict: true,
        });
    }
    let mut whole = |code: &'static str, message: &str| {
        let message = message.to_owned();
        notes.push(Note {
            code,
            message,
            address: None,
            path: None,
            forbids_verdict: false,
        });
    };
    if plan.configuration.is_none() {
        whole(
            "no-configuration",
            "the plan has no configuration: what is unknown may be assigned or not",
        );
    }
    if !plan.has_resource_changes && !plan.instances.is_empty() {
        whole(
            "no-resource-changes",
            "the plan has no resource changes: actions and unknown values are not stated",
        );
    }
    if !plan.has_planned_values {
        whole(
            "no-planned-values",
            "the plan has no planned values: resources are taken from its changes",
        );
    }
    for aside in &plan.drift {
        notes.push(about(
            "drift",
            "changed outside of the tool".to_owned(),
            &aside.address,
        ));
    }
    for aside in &plan.deposed {
        notes.push(about(
            "deposed",
            "a deposed object is left out".to_owned(),
            &aside.address,
        ));
    }
    for aside in &plan.deferred {
        let reason = aside.reason.as_deref().unwrap_or("no reason given");
        let note = about(
            "deferred",
            format!("put off to a later plan: {reason}"),
            &aside.address,
        );
        notes.push(Note {
            forbids_verdict: true,
            ..note
        });
    }
}
