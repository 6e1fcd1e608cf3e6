//! `Fn::ForEach`: loops over known collections become what they stand for, before anything else is evaluated.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::value::{Node, Object, Text, Unknown};

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

/// The values of loop variables.
type Variables = BTreeMap<Text, Text>;

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
            self.added += body.len()
                * items
                    .as_ref()
                    .and_then(|items| items.as_ref())
                    .map_or(1, Vec::len);
            match items {
                Some(Some(items)) if self.added <= MEMBER_LIMIT => {
                    for item in items {
                        let mut inner = variables.clone();
                        inner.insert(variable.clone(), item);
                        expanded.extend(self.members(body, &inner, undecided));
                    }
                }
                _ => self.open_loop(
                    key,
                    variable,
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
        body: &Object,
        collection: &Node,
        variables: &Variables,
        undecided: &mut Option<BTreeMap<Text, Arc<Unknown>>>,
        expanded: &mut Object,
    ) {
        self.notes
            .push(format!("the collection of loop `{key}` is not known"));
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
        self.open
            .insert(variable.clone(), unknown(format!("{id}:{variable}")));
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
            let parts = vec![Node::Text(variable.clone()), collection.clone(), body];
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
                    Some(value) => Node::Text(value.clone()),
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
    let mut replaced = text.to_string();
    for (variable, value) in variables {
        let letters: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
        replaced = replaced
            .replace(&format!("${{{variable}}}"), value)
            .replace(&format!("&{{{variable}}}"), &letters);
    }
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
