//! `Fn::ForEach`: loops over known collections become what they stand for, before anything else is evaluated.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::value::{Node, Object, Text, Unknown};

use super::budget::size;
use super::world::{Scope, World, fingerprint, mentions};

const LOOP: &str = "Fn::ForEach::";

/// More members than one template may have; loops in loops would otherwise explode.
const MEMBER_LIMIT: usize = 20_000;

/// Expands the loops of every stack.
pub(super) fn expand(world: &mut World<'_>) {
    let mut expanded_any = false;
    for index in 0..world.stacks.len() {
        let is_used = world
            .stacks
            .get(index)
            .is_some_and(|stack| stack.template.source().text().contains(LOOP));
        if !is_used {
            continue;
        }
        expanded_any = true;
        let mut expander = Expander {
            world,
            scope: Scope::new(index),
            open: BTreeMap::new(),
            added: 0,
            notes: Vec::new(),
        };
        let Some(stack) = world.stacks.get(index) else {
            continue;
        };
        let conditions = expander.members(&stack.conditions, &BTreeMap::new(), &mut None);
        let mut undecided = Some(BTreeMap::new());
        let resources = expander.members(&stack.resources, &BTreeMap::new(), &mut undecided);
        let outputs = expander.members(&stack.outputs, &BTreeMap::new(), &mut None);
        let (open, notes) = (expander.open, expander.notes);
        if let Some(stack) = world.stacks.get_mut(index) {
            stack.conditions = Cow::Owned(conditions);
            stack.resources = Cow::Owned(resources);
            stack.outputs = Cow::Owned(outputs);
            stack.open_ended |= !open.is_empty();
            stack.loop_variables = open;
            stack.undecided = undecided.unwrap_or_default();
        }
        for message in notes {
            world.kept_note(message, index);
        }
    }
    if expanded_any {
        world.forget();
    }
}

struct Expander<'w, 'a> {
    world: &'w World<'a>,
    scope: Scope,
    /// Variables of loops over unknown collections.
    open: BTreeMap<Text, Arc<Unknown>>,
    added: usize,
    notes: Vec<String>,
}

/// The loop variables in force.
type Variables = BTreeMap<Text, Binding>;

/// What a loop variable stands for.
#[derive(Debug, Clone)]
enum Binding {
    Value(Text),
    /// A variable without a value, under another name than the loop gives it.
    Renamed(Text),
}

impl Expander<'_, '_> {
    /// The members of an object with its loops expanded; `undecided` collects the members of unknown number.
    fn members(
        &mut self,
        members: &Object,
        variables: &Variables,
        undecided: &mut Option<BTreeMap<Text, Arc<Unknown>>>,
    ) -> Object {
        let mut expanded = Object::new();
        for (key, value) in members {
            let parts = if key.starts_with(LOOP) {
                value.as_list()
            } else {
                None
            };
            let Some([Node::Text(variable), collection, Node::Object(body)]) = parts else {
                expanded.insert(replaced(key, variables), self.node(value, variables));
                continue;
            };
            let collection = self.node(collection, variables);
            let evaluated = self.world.eval(&collection, &self.scope);
            let items = evaluated
                .as_list()
                .map(|items| items.iter().map(item_text).collect::<Option<Vec<Text>>>());
            let items = items.flatten();
            let times = items.as_ref().map_or(1, Vec::len);
            self.added = self.added.saturating_add(body.len().saturating_mul(times));
            let copies = body.values().map(size).sum::<usize>().saturating_mul(times);
            match items {
                Some(items) if self.added <= MEMBER_LIMIT && self.world.budget.allows(copies) => {
                    for item in items {
                        let mut inner = variables.clone();
                        inner.insert(variable.clone(), Binding::Value(item));
                        expanded.extend(self.members(body, &inner, undecided));
                    }
                }
                items => self.open_loop(
                    key,
                    variable,
                    items.is_some(),
                    body,
                    &evaluated,
                    variables,
                    undecided,
                    &mut expanded,
                ),
            }
        }
        expanded
    }

    /// A loop over a collection that is not known: one copy of its body, which may stand for none or several.
    #[expect(
        clippy::too_many_arguments,
        reason = "the parts of one loop and the three things it adds to"
    )]
    fn open_loop(
        &mut self,
        key: &Text,
        variable: &Text,
        is_known: bool,
        body: &Object,
        collection: &Node,
        variables: &Variables,
        undecided: &mut Option<BTreeMap<Text, Arc<Unknown>>>,
        expanded: &mut Object,
    ) {
        self.notes.push(if is_known {
            format!("loop `{key}` grows too large to be expanded")
        } else {
            format!("the collection of loop `{key}` is not known")
        });
        let id = format!(
            "{}:{}",
            self.world.address(key, &self.scope),
            fingerprint(collection)
        );
        let unknown = |id: String| {
            Arc::new(Unknown {
                reason: Text::from("loop"),
                id: Text::from(id),
                mentions: mentions(collection),
                kind: Some(Text::from("string")),
                domain: Vec::new(),
            })
        };
        let value = unknown(format!("{id}:{variable}"));
        // Two loops may name their variables alike; the second one's is renamed inside.
        let mut name = variable.clone();
        while self.open.get(&name).is_some_and(|open| *open != value) {
            name = Text::from(format!("{name}'"));
        }
        let mut variables = variables.clone();
        if name == *variable {
            variables.remove(variable);
        } else {
            variables.insert(variable.clone(), Binding::Renamed(name.clone()));
        }
        let variables = &variables;
        self.open.insert(name.clone(), value);
        if undecided.is_some() {
            let inner = self.members(body, variables, undecided);
            for name in inner.keys() {
                if let Some(undecided) = undecided {
                    undecided
                        .entry(name.clone())
                        .or_insert_with(|| unknown(id.clone()));
                }
            }
            expanded.extend(inner);
        } else {
            let body = Node::Object(self.members(body, variables, &mut None));
            let parts = vec![Node::Text(name), collection.clone(), body];
            expanded.insert(replaced(key, variables), Node::List(parts));
        }
    }

    fn node(&mut self, node: &Node, variables: &Variables) -> Node {
        match node {
            Node::Object(members) => {
                let name = match (members.get("Ref"), members.len()) {
                    (Some(Node::Text(name)), 1) => variables.get(name),
                    _ => None,
                };
                match name {
                    Some(Binding::Value(value)) => Node::Text(value.clone()),
                    Some(Binding::Renamed(name)) => {
                        Node::object([("Ref", Node::Text(name.clone()))])
                    }
                    None => Node::Object(self.members(members, variables, &mut None)),
                }
            }
            Node::List(items) => Node::List(
                items
                    .iter()
                    .map(|item| self.node(item, variables))
                    .collect(),
            ),
            Node::Text(text) => Node::Text(replaced(text, variables)),
            plain => plain.clone(),
        }
    }
}

/// `${Variable}` by its value, `&{Variable}` by the letters and digits of its value.
fn replaced(text: &Text, variables: &Variables) -> Text {
    if variables.is_empty() || !text.contains('{') {
        return text.clone();
    }
    let mut replaced = String::with_capacity(text.len());
    let mut rest: &str = text;
    while let Some(brace) = rest.find('{') {
        let (before, opened) = rest.split_at(brace);
        let inside = opened.strip_prefix('{').unwrap_or_default();
        let found = inside
            .split_once('}')
            .and_then(|(name, after)| Some((variables.get(name)?, after)));
        let (Some((binding, after)), Some(kept)) = (found, before.strip_suffix(['$', '&'])) else {
            replaced.push_str(before);
            replaced.push('{');
            rest = inside;
            continue;
        };
        replaced.push_str(kept);
        match binding {
            Binding::Value(value) if before.ends_with('$') => replaced.push_str(value),
            Binding::Value(value) => {
                replaced.extend(value.chars().filter(char::is_ascii_alphanumeric));
            }
            Binding::Renamed(name) => {
                replaced.push_str(before.get(kept.len()..).unwrap_or_default());
                replaced.push_str(&format!("{{{name}}}"));
            }
        }
        rest = after;
    }
    replaced.push_str(rest);
    Text::from(replaced)
}

fn item_text(item: &Node) -> Option<Text> {
    match item {
        Node::Text(text) => Some(text.clone()),
        Node::Number(number) => Some(Text::from(number.to_text())),
        Node::Bool(value) => Some(Text::from(value.to_string())),
        _ => None,
    }
}
