//! Changes of Terraform JSON files at the places where blocks are written.

use crate::artifact::config::Block;
use crate::graph::{Presence, Resource};
use crate::source::{SourceText, find_json};
use crate::value::{Node, Object, Text, append_index, append_token, parse_json};

use super::Unwritable;
use super::configuration::{Edited, keyword, settable};
use super::difference::{ListChange, changed, list_change, referring};
use super::hcl::hold_tags;
use super::template::{Step, stepped};
use super::terraform::Spellings;

/// A Terraform JSON file and what changes in it.
pub(super) struct JsonFile<'a> {
    source: &'a SourceText,
    root: Node,
    steps: Vec<Step>,
}

impl<'a> JsonFile<'a> {
    pub(super) fn new(source: &'a SourceText) -> Self {
        Self {
            source,
            root: parse_json(source.text()).unwrap_or_default(),
            steps: Vec::new(),
        }
    }

    pub(super) fn change(&mut self, edited: &Edited<'_>) -> Result<(), Unwritable> {
        let (mut pointer, written) = self.body(edited.block)?;
        let written = written.clone();
        let values = [referring(edited.before), referring(edited.after)];
        let [Node::Object(old), Node::Object(new)] = &values else {
            return Err(Unwritable::unspelled("values that are no object"));
        };
        let members = written.as_object().cloned().unwrap_or_default();
        let length = pointer.len();
        for (name, before, after) in changed(old, new) {
            append_token(&mut pointer, name);
            let dynamic = written.get("dynamic").and_then(|dynamic| dynamic.get(name));
            match (members.get(name), after) {
                (None, _) if &**name == "tags_all" => {
                    hold_tags(&edited.before.address, old, new)?;
                }
                (None, None) if dynamic.is_none() => {
                    return Err(Unwritable::Implied {
                        address: edited.before.address.clone(),
                        pointer: format!("/{name}"),
                    });
                }
                (member, after) => {
                    if dynamic.is_some() {
                        if edited.guard.is_some() {
                            return Err(shared(edited));
                        }
                        let mut place = pointer.clone();
                        place.truncate(length);
                        place.push_str("/dynamic");
                        append_token(&mut place, name);
                        self.steps.push(Step::Remove(place));
                    }
                    match (&edited.guard, member) {
                        (Some(guard), member) => {
                            let value = guarded(edited, guard, name, member, after)?;
                            self.steps.push(Step::Set(pointer.clone(), value));
                        }
                        (None, Some(member)) if dynamic.is_none() => {
                            let before = before.unwrap_or(&Node::Null);
                            self.follow(member, before, after, edited, &mut pointer)?;
                        }
                        (None, member) => match after {
                            Some(after) => self.set(&pointer, after, edited)?,
                            None if member.is_some() => {
                                self.steps.push(Step::Remove(pointer.clone()));
                            }
                            None => {}
                        },
                    }
                }
            }
            pointer.truncate(length);
        }
        Ok(())
    }

    /// Follows the difference while the file is as plain as the graph; where it is not, the new value is written whole.
    fn follow(
        &mut self,
        written: &Node,
        old: &Node,
        new: Option<&Node>,
        edited: &Edited<'_>,
        pointer: &mut String,
    ) -> Result<(), Unwritable> {
        let Some(new) = new else {
            self.steps.push(Step::Remove(pointer.clone()));
            return Ok(());
        };
        let length = pointer.len();
        match (written, old, new) {
            // A single block is written as an object.
            (Node::Object(_), Node::List(old), Node::List(new))
                if let ([old], [new]) = (old.as_slice(), new.as_slice()) =>
            {
                self.follow(written, old, Some(new), edited, pointer)
            }
            (Node::List(items), Node::Object(_), Node::Object(_))
                if let [item] = items.as_slice() =>
            {
                append_index(pointer, 0);
                self.follow(item, old, Some(new), edited, pointer)?;
                pointer.truncate(length);
                Ok(())
            }
            (Node::Object(members), Node::Object(old), Node::Object(new))
                if !members.contains_key("dynamic") =>
            {
                for (name, before, after) in changed(old, new) {
                    append_token(pointer, name);
                    match (members.get(name), after) {
                        (Some(member), after) => {
                            let before = before.unwrap_or(&Node::Null);
                            self.follow(member, before, after, edited, pointer)?;
                        }
                        (None, Some(after)) => self.set(pointer, after, edited)?,
                        (None, None) => {
                            return Err(Unwritable::Implied {
                                address: edited.before.address.clone(),
                                pointer: pointer.clone(),
                            });
                        }
                    }
                    pointer.truncate(length);
                }
                Ok(())
            }
            (Node::List(items), Node::List(old), Node::List(new))
                if items.len() == old.len()
                    && items.iter().zip(old).all(|(item, old)| says(item, old)) =>
            {
                match list_change(old, new) {
                    ListChange::Each => {
                        let pairs = items.iter().zip(old.iter().zip(new)).enumerate();
                        for (index, (item, (old, new))) in pairs.filter(|(_, (_, (o, n)))| o != n) {
                            append_index(pointer, index);
                            self.follow(item, old, Some(new), edited, pointer)?;
                            pointer.truncate(length);
                        }
                        Ok(())
                    }
                    ListChange::Without(index) => {
                        append_index(pointer, index);
                        self.steps.push(Step::Remove(pointer.clone()));
                        pointer.truncate(length);
                        Ok(())
                    }
                    ListChange::With(first) => {
                        for item in new.iter().skip(first) {
                            let item = edited.spellings.json(item)?;
                            self.steps.push(Step::Append(pointer.clone(), item));
                        }
                        Ok(())
                    }
                    ListChange::Whole => self.set(pointer, &Node::List(new.clone()), edited),
                }
            }
            _ => self.set(pointer, new, edited),
        }
    }

    fn set(&mut self, pointer: &str, value: &Node, edited: &Edited<'_>) -> Result<(), Unwritable> {
        let value = edited.spellings.json(value)?;
        self.steps.push(Step::Set(pointer.to_owned(), value));
        Ok(())
    }

    pub(super) fn remove(&mut self, block: &Block) -> Result<(), Unwritable> {
        let (pointer, _) = self.body(block)?;
        self.steps.push(Step::Remove(pointer));
        Ok(())
    }

    pub(super) fn lead(&mut self, block: &Block, source: &str) -> Result<(), Unwritable> {
        let (pointer, _) = self.body(block)?;
        let source = Node::text(source);
        self.steps
            .push(Step::Set(format!("{pointer}/source"), source));
        Ok(())
    }

    pub(super) fn release(&mut self, block: &Block, local: &str) {
        let Ok((mut pointer, body)) = self.body(block) else {
            return;
        };
        let Some(Node::List(items)) = body.get("depends_on") else {
            return;
        };
        let kept = items.iter().filter(|item| item.as_text() != Some(local));
        let kept: Vec<Node> = kept.cloned().collect();
        pointer.push_str("/depends_on");
        if kept.is_empty() {
            self.steps.push(Step::Remove(pointer));
        } else if kept.len() < items.len() {
            self.steps.push(Step::Set(pointer, Node::List(kept)));
        }
    }

    pub(super) fn add(
        &mut self,
        resource: &Resource,
        spellings: &Spellings,
    ) -> Result<(), Unwritable> {
        let values = referring(resource);
        let (_, values) = settable(resource, &values)?;
        let mut members = Object::new();
        match &resource.index {
            Node::Null => {}
            Node::Text(key) => {
                let one = Node::object([(key.clone(), Node::Text(key.clone()))]);
                members.insert("for_each".into(), one);
            }
            Node::Number(index) if index.to_text() == "0" => {
                members.insert("count".into(), Node::from(1));
            }
            _ => return Err(Unwritable::unspelled("an instance beside others")),
        }
        if resource.presence != Presence::Always {
            return Err(Unwritable::unspelled("the condition by which it exists"));
        }
        for (name, value) in values {
            members.insert(name.clone(), spellings.json(value)?);
        }
        let mut dependencies = Vec::new();
        for address in &resource.depends_on {
            let local = spellings.local(address);
            let local = local.ok_or_else(|| Unwritable::unspelled(format!("`{address}`")))?;
            dependencies.push(Node::text(local));
        }
        if !dependencies.is_empty() {
            members.insert("depends_on".into(), Node::List(dependencies));
        }
        if !resource.lifecycle.is_null() {
            members.insert("lifecycle".into(), resource.lifecycle.clone());
        }
        let mut pointer = String::new();
        append_token(&mut pointer, keyword(resource));
        let mut value = Node::Object(members);
        let labels = [&resource.resource_type, &resource.name];
        for (depth, label) in labels.into_iter().enumerate() {
            if self.root.at(&pointer).is_none() {
                let rest = labels.iter().skip(depth).rev();
                value = rest.fold(value, |value, label| {
                    Node::object([(Text::clone(label), value)])
                });
                break;
            }
            append_token(&mut pointer, label);
        }
        self.steps.push(Step::Set(pointer, value));
        Ok(())
    }

    pub(super) fn text(self) -> Result<Option<String>, Unwritable> {
        if self.steps.is_empty() {
            return Ok(None);
        }
        match stepped(self.source.text().to_owned(), &self.steps) {
            Ok(text) => Ok(Some(text)),
            Err(pointer) => Err(Unwritable::Place {
                file: self.source.name().to_string(),
                pointer,
            }),
        }
    }

    /// Where the body of a block is written, and what is written there.
    fn body(&self, block: &Block) -> Result<(String, &Node), Unwritable> {
        let mut pointer = String::new();
        append_token(&mut pointer, &block.keyword);
        let start = self.root.get(&block.keyword);
        let found = start.and_then(|start| self.below(start, &mut pointer, &block.labels, block));
        found
            .map(|node| (pointer.clone(), node))
            .ok_or(Unwritable::Place {
                file: self.source.name().to_string(),
                pointer,
            })
    }

    fn below<'n>(
        &self,
        node: &'n Node,
        pointer: &mut String,
        labels: &[Text],
        block: &Block,
    ) -> Option<&'n Node> {
        let length = pointer.len();
        match (node, labels) {
            (Node::List(items), labels) => items.iter().enumerate().find_map(|(index, item)| {
                append_index(pointer, index);
                let found = self.below(item, pointer, labels, block);
                if found.is_none() {
                    pointer.truncate(length);
                }
                found
            }),
            (Node::Object(_), []) => {
                let place = find_json(self.source.text(), pointer)?;
                (place == block.extent.offset).then_some(node)
            }
            (Node::Object(members), [label, rest @ ..]) => {
                append_token(pointer, label);
                let found = members.get(label);
                let found = found.and_then(|member| self.below(member, pointer, rest, block));
                if found.is_none() {
                    pointer.truncate(length);
                }
                found
            }
            _ => None,
        }
    }
}

/// The value of an argument for one instance, and for the others what it was.
fn guarded(
    edited: &Edited<'_>,
    guard: &str,
    name: &str,
    written: Option<&Node>,
    new: Option<&Node>,
) -> Result<Node, Unwritable> {
    let (_, argument) = match (edited.block.attribute(name), written) {
        (Some(attribute), Some(_)) => attribute,
        (None, None) => {
            let new = edited.spellings.expression(new.unwrap_or(&Node::Null), 0)?;
            return Ok(Node::text(format!("${{{guard} ? {new} : null}}")));
        }
        _ => return Err(shared(edited)),
    };
    let old = argument.value.to_string();
    if old.contains("each.value") {
        return Err(shared(edited));
    }
    let new = edited.spellings.expression(new.unwrap_or(&Node::Null), 0)?;
    Ok(Node::text(format!(
        "${{{guard} ? {new} : ({})}}",
        old.trim()
    )))
}

fn shared(edited: &Edited<'_>) -> Unwritable {
    Unwritable::Shared {
        address: edited.before.address.clone(),
    }
}

/// Whether the constants of what is written are those of the value.
fn says(written: &Node, value: &Node) -> bool {
    match (written, value) {
        (Node::Text(text), Node::Text(value)) => {
            text.contains("${") || text.contains("%{") || text == value
        }
        (Node::Object(members), Node::Object(values)) => members
            .iter()
            .all(|(key, member)| values.get(key).is_none_or(|value| says(member, value))),
        (Node::List(items), Node::List(values)) => {
            items.len() == values.len()
                && items
                    .iter()
                    .zip(values)
                    .all(|(item, value)| says(item, value))
        }
        _ => true,
    }
}
