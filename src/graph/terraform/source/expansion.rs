//! `count` and `for_each`: which instances of a resource, data source or module call there are.

use std::rc::Rc;
use std::sync::Arc;

use crate::artifact::config::{Block, Target};
use crate::graph::{Mode, Note, Presence};
use crate::value::{Node, Object, Text, Unknown};

use super::error::{Fault, Invalid, Outcome, invalid};
use super::evaluator::{Caller, Declared, Evaluator};
use super::expression::key_text;
use super::mark::{Marks, peek, peeled, spelled, under};
use super::scope::{Repetition, Scope};
use super::traverse::index_suffix;
use super::unknown::{derived, member_of, rest_of};

/// Branches of nested conditions that are told apart.
const MOST_BRANCHES: usize = 16;

/// How a block is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Shape {
    Single,
    Count,
    Each,
    /// Not known; one member stands for all.
    Undecided,
}

/// The instances of a block.
#[derive(Debug)]
pub(super) struct Expansion {
    /// Address without an index.
    pub(super) address: Text,
    pub(super) shape: Shape,
    pub(super) members: Vec<Member>,
    /// A choice between the numbers or the keys of the instances, when a condition decides which there are.
    pub(super) chosen: Option<Node>,
}

impl Expansion {
    /// What `make` gives of the members that exist in each branch of the condition.
    ///
    /// Which those are is told by a flag a member.
    pub(super) fn over_branches(&self, make: &dyn Fn(&[bool]) -> Node) -> Node {
        let members = self.members.iter();
        match &self.chosen {
            Some(chosen) => over_leaves(chosen, &mut |leaf| {
                let exist = members.clone().map(|member| holds(leaf, &member.index));
                make(&exist.collect::<Vec<_>>())
            }),
            None => make(&members.map(|_| true).collect::<Vec<_>>()),
        }
    }
}

/// Whether there is an instance with this key, by the number or the keys of the instances.
fn holds(leaf: &Node, key: &Node) -> bool {
    match (leaf, key) {
        (Node::Number(number), Node::Number(index)) => number.as_i64() > index.as_i64(),
        (Node::Object(keys), Node::Text(key)) => keys.contains_key(key),
        _ => false,
    }
}

fn over_leaves(node: &Node, make: &mut dyn FnMut(&Node) -> Node) -> Node {
    match node {
        Node::OneOf(choice) => {
            let values = choice.values.iter().map(|value| over_leaves(value, make));
            super::choice::one_of(choice.condition.clone(), values.collect())
        }
        leaf => make(leaf),
    }
}

/// The choice that `branches` found, with `leaves` for its values.
fn with_leaves(node: &Node, leaves: &mut dyn Iterator<Item = Node>) -> Option<Node> {
    match node {
        Node::OneOf(choice) if peek(node).0 == Marks::default() => {
            let values = choice
                .values
                .iter()
                .map(|value| with_leaves(value, leaves).or_else(|| leaves.next()));
            Some(super::choice::one_of(
                choice.condition.clone(),
                values.collect::<Option<_>>()?,
            ))
        }
        _ => None,
    }
}

/// One instance.
#[derive(Debug)]
pub(super) struct Member {
    pub(super) address: Text,
    pub(super) index: Node,
    pub(super) repetition: Repetition,
    pub(super) presence: Presence,
}

/// The instances of a module call.
#[derive(Debug)]
pub(super) struct Children {
    pub(super) expansion: Expansion,
    /// Module instances, in the order of the members.
    pub(super) instances: Vec<usize>,
}

/// What a module instance costs of what an evaluation may build: each holds tables of its own.
const INSTANCE_COST: usize = 100;

impl<'a> Evaluator<'a> {
    /// The instances of a resource or data source.
    pub(super) fn expansion(
        &mut self,
        instance: usize,
        mode: Mode,
        block: &'a Block,
    ) -> Outcome<Rc<Expansion>> {
        let (Some(kind), Some(name)) = (block.labels.first(), block.labels.get(1)) else {
            return Err(invalid("a block without labels"));
        };
        if let Some(known) = self.at(instance).expansions.get(&(mode, &**kind, &**name)) {
            return Ok(Rc::clone(known));
        }
        let prefix = if mode == Mode::Data { "data." } else { "" };
        let address = self.address(instance, &format!("{prefix}{kind}.{name}"));
        let expansion = Rc::new(self.expand(instance, block, address)?);
        for member in &expansion.members {
            let repetition = member.repetition.clone();
            self.declared.insert(
                member.address.clone(),
                Declared {
                    instance,
                    mode,
                    block,
                    repetition,
                },
            );
        }
        self.at_mut(instance)
            .expansions
            .insert((mode, &**kind, &**name), Rc::clone(&expansion));
        Ok(expansion)
    }

    /// The module instances of a local module call.
    pub(super) fn children(&mut self, instance: usize, name: &str) -> Outcome<Rc<Children>> {
        let module = self.module_of(instance);
        let (Some(block), Some(Target::Local(target))) = (
            self.index_of(instance).calls.get(name).copied(),
            module.calls.get(name),
        ) else {
            return Err(invalid(format!("`module.{name}` was not read")));
        };
        let name = block
            .labels
            .first()
            .map(|label| &**label)
            .unwrap_or_default();
        if let Some(known) = self.at(instance).children.get(name) {
            return Ok(Rc::clone(known));
        }
        self.refuse_recursion(instance, *target)?;
        let address = self.address(instance, &format!("module.{name}"));
        let expansion = self.expand(instance, block, address)?;
        let mut instances = Vec::new();
        for member in &expansion.members {
            self.charge(INSTANCE_COST)?;
            let presence = both(&self.at(instance).presence, &member.presence);
            let caller = Caller {
                instance,
                block,
                repetition: member.repetition.clone(),
            };
            instances.push(self.add_instance(
                member.address.clone(),
                *target,
                Some(caller),
                presence,
            ));
        }
        let children = Rc::new(Children {
            expansion,
            instances,
        });
        self.at_mut(instance)
            .children
            .insert(name, Rc::clone(&children));
        Ok(children)
    }

    fn refuse_recursion(&self, instance: usize, target: usize) -> Outcome<()> {
        let mut current = Some(instance);
        while let Some(index) = current {
            if self.at(index).module == target {
                return Err(invalid("the module calls itself"));
            }
            current = self.at(index).caller.as_ref().map(|caller| caller.instance);
        }
        Ok(())
    }

    fn expand(&mut self, instance: usize, block: &'a Block, address: Text) -> Outcome<Expansion> {
        let repeated = |key: &str| block.attribute(key);
        let (shape, members, chosen) = if let Some((file, count)) = repeated("count") {
            let mut scope = Scope::of(instance, file);
            let count = self
                .evaluate(&count.value, &mut scope)
                .and_then(|count| self.settled(count));
            self.counted(count, &address)?
        } else if let Some((file, each)) = repeated("for_each") {
            let mut scope = Scope::of(instance, file);
            let each = self
                .typed(&each.value, &mut scope)
                .map(|each| match peeled(each) {
                    // The elements of a set are its keys, also when they are not known.
                    (marks, open @ Node::Unknown(_)) if marks.is_set() => {
                        Node::List(vec![rest_of("set", &open)])
                    }
                    (_, each) => each,
                });
            self.for_each(each, &address)?
        } else {
            (Shape::Single, vec![single(&address)], None)
        };
        Ok(Expansion {
            address,
            shape,
            members,
            chosen,
        })
    }

    fn note_error(&mut self, argument: &str, address: &Text, problem: &Invalid) {
        self.notes.push(Note {
            code: if problem.dangling {
                "dangling-reference"
            } else {
                "no-value"
            },
            message: format!(
                "`{argument}` of `{address}` has no value: {}",
                problem.message
            ),
            address: Some(address.clone()),
            path: None,
            forbids_verdict: problem.dangling,
        });
    }

    fn counted(&mut self, count: Outcome, address: &Text) -> Outcome<Found> {
        let count = match count {
            Ok(count) => count,
            Err(Fault::Invalid(problem)) => {
                self.note_error("count", address, &problem);
                return Ok(self.undecided(address, &error_in(address, &problem.message), true));
            }
            Err(fatal) => return Err(fatal),
        };
        if matches!(count, Node::OneOf(_)) && self.known.keys(address).is_some() {
            return Ok(self.undecided(address, &count, true));
        }
        let mut counts = Vec::new();
        for (path, value) in branches(&count) {
            let number = match &value {
                Node::Number(number) => number.as_i64(),
                Node::Text(text) => text.parse().ok(),
                Node::Bool(_) | Node::Null => Some(i64::from(value == Node::Bool(true))),
                _ => None,
            };
            match number {
                Some(number) if number >= 0 => counts.push((path, number)),
                _ => {
                    if path.is_empty() && value.is_plain() {
                        self.notes.push(Note {
                            code: "no-value",
                            message: format!("`count` of `{address}` is `{}`, so the toolchain refuses the configuration", spelled(&value)),
                            address: Some(address.clone()),
                            path: None,
                            forbids_verdict: true,
                        });
                    }
                    return Ok(self.undecided(address, &count, true));
                }
            }
        }
        let most = counts.iter().map(|(_, number)| *number).max().unwrap_or(0);
        self.charge(usize::try_from(most).unwrap_or(usize::MAX))?;
        let mut members = Vec::new();
        for index in 0..most {
            let presence = presence_in(&counts, |number| *number > index);
            let Some(presence) = presence else {
                return Ok(self.undecided(address, &count, true));
            };
            let key = Node::from(index);
            let repetition = Repetition {
                each: None,
                count: Some(key.clone()),
            };
            members.push(Member {
                address: indexed(address, &key),
                index: key,
                repetition,
                presence,
            });
        }
        let numbers = counts.iter().map(|(_, number)| Node::from(*number));
        let chosen = with_leaves(&count, &mut numbers.into_iter());
        Ok((Shape::Count, members, chosen))
    }

    fn for_each(&mut self, each: Outcome, address: &Text) -> Outcome<Found> {
        let each = match each {
            Ok(node @ Node::Ref(_)) => peeled(self.settled(node)?).1,
            Ok(each) => each,
            Err(Fault::Invalid(problem)) => {
                self.note_error("for_each", address, &problem);
                return Ok(self.undecided(address, &error_in(address, &problem.message), false));
            }
            Err(fatal) => return Err(fatal),
        };
        let mut maps = Vec::new();
        for (path, value) in branches(&each) {
            match self.keyed(value)? {
                Some(map) => maps.push((path, map)),
                None => return Ok(self.undecided(address, &each, false)),
            }
        }
        let mut keys: Vec<Text> = maps
            .iter()
            .flat_map(|(_, map)| map.keys().cloned())
            .collect();
        keys.sort();
        keys.dedup();
        self.charge(keys.len())?;
        let mut members = Vec::new();
        for key in keys {
            let Some(presence) = presence_in(&maps, |map| map.contains_key(&key)) else {
                return Ok(self.undecided(address, &each, false));
            };
            let holds = |(_, map): &(_, Object)| map.get(&key).cloned();
            let distinct: Vec<Node> = maps.iter().filter_map(holds).collect();
            let value = match (distinct.first(), &each) {
                (Some(first), _) if distinct.iter().all(|value| value == first) => first.clone(),
                (_, Node::OneOf(choice)) if choice.values.len() == maps.len() => {
                    let values = maps
                        .iter()
                        .map(|(_, map)| map.get(&key).cloned().unwrap_or_default());
                    super::choice::one_of(choice.condition.clone(), values.collect())
                }
                _ => return Ok(self.undecided(address, &each, false)),
            };
            let index = Node::Text(key.clone());
            let repetition = Repetition {
                each: Some((index.clone(), value)),
                count: None,
            };
            members.push(Member {
                address: indexed(address, &index),
                index,
                repetition,
                presence,
            });
        }
        let chosen = with_leaves(
            &each,
            &mut maps.into_iter().map(|(_, map)| Node::Object(map)),
        );
        Ok((Shape::Each, members, chosen))
    }

    /// The instances that a collection makes, by key; `None` when a key is not known.
    fn keyed(&mut self, collection: Node) -> Outcome<Option<Object>> {
        match collection {
            Node::Null => Ok(Some(Object::new())),
            Node::Object(members) => Ok((!members.contains_key("$rest")).then_some(members)),
            Node::List(items) => {
                let mut keyed = Object::new();
                for item in items {
                    let item = peeled(self.settled(item)?).1;
                    let Some(key) = key_text(&item) else {
                        return Ok(None);
                    };
                    keyed.insert(key, item);
                }
                Ok(Some(keyed))
            }
            _ => Ok(None),
        }
    }

    /// The planned instances of a block whose number is not known, or one member that stands for all of them.
    fn undecided(&self, address: &Text, collection: &Node, is_count: bool) -> Found {
        let whole = match collection {
            Node::Unknown(whole) => Arc::clone(whole),
            other => Arc::new(derived("count", spelled(other), &[other], None)),
        };
        if let Some(keys) = self.known.keys(address) {
            let members = keys.iter().map(|key| {
                let repetition = if is_count {
                    Repetition {
                        each: None,
                        count: Some(key.clone()),
                    }
                } else {
                    Repetition {
                        each: Some((key.clone(), each_value(collection, &whole, key))),
                        count: None,
                    }
                };
                let presence = Presence::Always;
                Member {
                    address: indexed(address, key),
                    index: key.clone(),
                    repetition,
                    presence,
                }
            });
            return (
                if is_count { Shape::Count } else { Shape::Each },
                members.collect(),
                None,
            );
        }
        let part = |step: &str| {
            let mut part = member_of(&whole, step);
            part.id = Text::from(format!("{address}:{step}"));
            Node::Unknown(part.into())
        };
        let (index, repetition) = if is_count {
            (
                Node::from(0),
                Repetition {
                    each: None,
                    count: Some(part("count.index")),
                },
            )
        } else {
            let each = Some((part("each.key"), part("each.value")));
            (part("each.key"), Repetition { each, count: None })
        };
        let presence = Presence::Undecided(whole);
        (
            Shape::Undecided,
            vec![Member {
                address: indexed(address, &index),
                index,
                repetition,
                presence,
            }],
            None,
        )
    }
}

/// The shape of an expansion, its members, and what chooses between them.
type Found = (Shape, Vec<Member>, Option<Node>);

/// The value that a key of a partly known collection stands for.
fn each_value(collection: &Node, whole: &Unknown, key: &Node) -> Node {
    let text = key_text(key).unwrap_or_default();
    match collection {
        Node::Object(members) if members.contains_key(&text) => {
            members.get(&text).cloned().unwrap_or_default()
        }
        // Elements of a set are their own keys.
        Node::List(_) => key.clone(),
        _ if whole.kind.as_deref() == Some("list") => key.clone(),
        _ => Node::Unknown(member_of(whole, &format!("[{}]", spelled(key))).into()),
    }
}

fn single(address: &Text) -> Member {
    Member {
        address: address.clone(),
        index: Node::Null,
        repetition: Repetition::default(),
        presence: Presence::Always,
    }
}

fn indexed(address: &Text, key: &Node) -> Text {
    Text::from(format!("{address}{}", index_suffix(key)))
}

fn error_in(address: &Text, message: &str) -> Node {
    Node::Unknown(derived("error", format!("error:{address}:{message}"), &[], None).into())
}

type Path = Vec<(Text, usize)>;

/// The values that a node takes, each with the branches that lead to it.
fn branches(node: &Node) -> Vec<(Path, Node)> {
    let mut found = Vec::new();
    let mut open = vec![(Path::new(), node)];
    while let Some((path, node)) = open.pop() {
        match node {
            Node::OneOf(choice)
                if peek(node).0 == Marks::default() && found.len() + open.len() < MOST_BRANCHES =>
            {
                for (branch, value) in choice.values.iter().enumerate().rev() {
                    let mut longer = path.clone();
                    longer.push((choice.condition.clone(), branch));
                    open.push((longer, value));
                }
            }
            other => found.push((path, under(other).clone())),
        }
    }
    found
}

/// When an instance exists that some branches make; `None` when no single path of branches says so.
fn presence_in<T>(branches: &[(Path, T)], makes: impl Fn(&T) -> bool) -> Option<Presence> {
    let mut making = branches.iter().filter(|(_, value)| makes(value));
    let count = making.clone().count();
    if count == branches.len() {
        return Some(Presence::Always);
    }
    match (making.next(), count) {
        (Some((path, _)), 1) => Some(Presence::When(path.clone())),
        _ => None,
    }
}

/// The presence of something inside something.
pub(super) fn both(outer: &Presence, inner: &Presence) -> Presence {
    match (outer, inner) {
        (Presence::Always, other) | (other, Presence::Always) => other.clone(),
        (Presence::When(outer), Presence::When(inner)) => {
            Presence::When(outer.iter().chain(inner).cloned().collect())
        }
        (open @ (Presence::Undecided(_) | Presence::Among(..)), _)
        | (_, open @ (Presence::Undecided(_) | Presence::Among(..))) => open.clone(),
    }
}
