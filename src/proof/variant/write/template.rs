//! Variants of CloudFormation templates, one or a folder of them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::artifact::Artifact;
use crate::artifact::Recognised;
use crate::artifact::template::{Template, read_cloud_assembly};
use crate::graph::cloudformation::{is_function, prefixes};
use crate::graph::{LoadError, Presence, Resource};
use crate::source::{append_json, locate_json, pretty_json, remove_json, set_json};
use crate::value::{Node, Object, Text, append_index, append_token};

use super::cloudformation::{Spellings, argument};
use super::difference::{Difference, ListChange, changed, list_change};
use super::{Format, Task, Unwritable, Written};

pub(super) static FORMAT: Format = Format {
    takes: |artifact| match artifact {
        Artifact::Assembly(_) => true,
        Artifact::Document { recognised, .. } => matches!(recognised, Recognised::Template(_)),
        Artifact::Configuration(_) => false,
    },
    write,
};

/// A template and what is to change in it.
struct Stack<'a> {
    template: &'a Template,
    file: PathBuf,
    spellings: Spellings<'a>,
    steps: Vec<Step>,
}

/// A change of a JSON text.
pub(super) enum Step {
    Set(String, Node),
    Remove(String),
    Append(String, Node),
}

/// `text` with all steps carried out; the pointer of one that does not fit is the error.
pub(super) fn stepped(mut text: String, steps: &[Step]) -> Result<String, String> {
    for step in steps {
        let (pointer, changed) = match step {
            Step::Set(pointer, value) => (pointer, set_json(&text, pointer, value)),
            Step::Remove(pointer) => (pointer, remove_json(&text, pointer)),
            Step::Append(pointer, value) => (pointer, append_json(&text, pointer, value)),
        };
        text = changed.ok_or_else(|| pointer.clone())?;
    }
    Ok(text)
}

fn write(task: &Task<'_>) -> Result<Written, Unwritable> {
    let (templates, files) = match task.artifact {
        Artifact::Assembly(folder) => {
            let templates = read_cloud_assembly(folder).map_err(LoadError::from)?;
            let file = |template: &Template| folder.join(&**template.source().name());
            let files: Vec<PathBuf> = templates.iter().map(file).collect();
            (templates, files)
        }
        Artifact::Document { source, .. } => {
            let template = Template::read(source).map_err(LoadError::from)?;
            (vec![template], vec![task.origin.artifact.to_owned()])
        }
        Artifact::Configuration(_) => return Err(Unwritable::Kind),
    };
    let prefixes = prefixes(&templates);
    let mut stacks = Vec::new();
    for ((template, file), prefix) in templates.iter().zip(files).zip(&prefixes) {
        stacks.push(Stack {
            template,
            file,
            spellings: Spellings::of(template, prefix, task.before),
            steps: Vec::new(),
        });
    }
    let difference = Difference::between(task.before, task.after);
    for (before, after) in difference.changed {
        stack_of(&mut stacks, before)?.change(before, after)?;
    }
    for resource in difference.removed {
        stack_of(&mut stacks, resource)?.remove(resource)?;
    }
    for resource in difference.added {
        stack_of(&mut stacks, resource)?.add(resource)?;
    }
    for output in difference.outputs {
        for (stack, prefix) in stacks.iter_mut().zip(&prefixes) {
            stack.remove_output(output.strip_prefix(&**prefix));
        }
    }
    let mut written = Written::default();
    for stack in stacks.into_iter().filter(|stack| !stack.steps.is_empty()) {
        let (file, text) = stack.text()?;
        written.files.insert(file, text);
    }
    Ok(written)
}

/// The stack in which a resource is written, or would be.
fn stack_of<'s, 'a>(
    stacks: &'s mut [Stack<'a>],
    resource: &Resource,
) -> Result<&'s mut Stack<'a>, Unwritable> {
    let stack = stacks
        .iter_mut()
        .find(|stack| stack.spellings.logical_id(&resource.address).is_ok());
    stack.ok_or_else(|| generated(resource))
}

fn generated(resource: &Resource) -> Unwritable {
    Unwritable::Generated {
        address: resource.address.clone(),
    }
}

fn pointer_of(id: &str) -> String {
    let mut pointer = String::from("/Resources");
    append_token(&mut pointer, id);
    pointer
}

impl<'a> Stack<'a> {
    /// Where a resource of this stack is written, and what is written there.
    fn written(&self, resource: &Resource) -> Result<(String, &'a Node), Unwritable> {
        let id = self.spellings.logical_id(&resource.address)?;
        let template: &'a Template = self.template;
        let written = template.section("Resources").get(id);
        let written = written.ok_or_else(|| generated(resource))?;
        Ok((pointer_of(id), written))
    }

    fn change(&mut self, before: &Resource, after: &Resource) -> Result<(), Unwritable> {
        let (mut pointer, written) = self.written(before)?;
        pointer.push_str("/Properties");
        let nothing = Node::Object(Object::new());
        let properties = written.get("Properties").unwrap_or_else(|| {
            self.steps.push(Step::Set(pointer.clone(), nothing.clone()));
            &nothing
        });
        let mut change = Change {
            spellings: &self.spellings,
            address: &before.address,
            steps: &mut self.steps,
        };
        change.follow(properties, &before.values, &after.values, &mut pointer)
    }

    fn remove(&mut self, resource: &Resource) -> Result<(), Unwritable> {
        let (pointer, _) = self.written(resource)?;
        let steps = without_dependencies(self.template, &resource.name);
        self.steps.extend(steps);
        self.steps.push(Step::Remove(pointer));
        Ok(())
    }

    fn remove_output(&mut self, id: Option<&str>) {
        let template: &Template = self.template;
        if let Some(id) = id.filter(|id| template.section("Outputs").contains_key(*id)) {
            let mut pointer = String::from("/Outputs");
            append_token(&mut pointer, id);
            self.steps.push(Step::Remove(pointer));
        }
    }

    fn add(&mut self, resource: &Resource) -> Result<(), Unwritable> {
        let pointer = pointer_of(self.spellings.logical_id(&resource.address)?);
        let written = added(resource, &self.spellings)?;
        self.steps.push(Step::Set(pointer, written));
        Ok(())
    }

    /// The file with every step carried out.
    fn text(self) -> Result<(PathBuf, String), Unwritable> {
        // JSON is YAML too: a template in YAML is written in its long form.
        let text = self.template.source().text();
        let text = if locate_json(text, "/Resources").is_some() {
            text.to_owned()
        } else {
            pretty_json(self.template.root())
        };
        match stepped(text, &self.steps) {
            Ok(text) => Ok((self.file, text)),
            Err(pointer) => Err(Unwritable::Place {
                file: self.file.display().to_string(),
                pointer,
            }),
        }
    }
}

/// A change of one resource on its way down the template.
struct Change<'a> {
    spellings: &'a Spellings<'a>,
    address: &'a Text,
    steps: &'a mut Vec<Step>,
}

impl Change<'_> {
    /// Follows the difference while the template is as plain as the graph; where it is not, the new value is written whole.
    fn follow(
        &mut self,
        written: &Node,
        old: &Node,
        new: &Node,
        pointer: &mut String,
    ) -> Result<(), Unwritable> {
        let length = pointer.len();
        if let (Some([_, branches @ ..]), Node::OneOf(old), Node::OneOf(new)) =
            (argument(written, "Fn::If"), old, new)
            && old.condition == new.condition
            && [branches.len(), old.values.len(), new.values.len()] == [2, 2, 2]
        {
            let values = old.values.iter().zip(&new.values);
            for (index, (branch, (old, new))) in branches.iter().zip(values).enumerate() {
                if old != new {
                    append_token(pointer, "Fn::If");
                    append_index(pointer, index + 1);
                    self.follow(branch, old, new, pointer)?;
                    pointer.truncate(length);
                }
            }
            return Ok(());
        }
        match (written, old, new) {
            (Node::Object(members), Node::Object(old), Node::Object(new))
                if !is_function(members) && !members.keys().any(|key| key.starts_with("Fn::")) =>
            {
                for (key, old, new) in changed(old, new) {
                    append_token(pointer, key);
                    match (members.get(key), old, new) {
                        (None, _, None) => {
                            return Err(Unwritable::Implied {
                                address: self.address.clone(),
                                pointer: pointer.clone(),
                            });
                        }
                        (Some(_), _, None) => self.steps.push(Step::Remove(pointer.clone())),
                        (Some(member), Some(old), Some(new)) => {
                            self.follow(member, old, new, pointer)?;
                        }
                        (_, _, Some(new)) => self.set(pointer, new)?,
                    }
                    pointer.truncate(length);
                }
                Ok(())
            }
            (Node::List(items), Node::List(old), Node::List(new)) if items.len() == old.len() => {
                match list_change(old, new) {
                    ListChange::Each => {
                        for (index, (item, (old, new))) in
                            items.iter().zip(old.iter().zip(new)).enumerate()
                        {
                            if old != new {
                                append_index(pointer, index);
                                self.follow(item, old, new, pointer)?;
                                pointer.truncate(length);
                            }
                        }
                    }
                    ListChange::Without(index) => {
                        append_index(pointer, index);
                        self.steps.push(Step::Remove(pointer.clone()));
                        pointer.truncate(length);
                    }
                    ListChange::With(first) => {
                        for item in new.iter().skip(first) {
                            let item = self.spellings.spelled(item)?;
                            self.steps.push(Step::Append(pointer.clone(), item));
                        }
                    }
                    ListChange::Whole => self.set(pointer, &Node::List(new.clone()))?,
                }
                Ok(())
            }
            _ => self.set(pointer, new),
        }
    }

    fn set(&mut self, pointer: &str, value: &Node) -> Result<(), Unwritable> {
        let value = self.spellings.spelled(value)?;
        self.steps.push(Step::Set(pointer.to_owned(), value));
        Ok(())
    }
}

/// A whole resource.
fn added(resource: &Resource, spellings: &Spellings<'_>) -> Result<Node, Unwritable> {
    let mut members = Object::new();
    members.insert("Type".into(), Node::Text(resource.resource_type.clone()));
    if resource
        .values
        .as_object()
        .is_some_and(|values| !values.is_empty())
    {
        members.insert("Properties".into(), spellings.spelled(&resource.values)?);
    }
    if let Node::Object(policies) = &resource.lifecycle {
        for (key, policy) in policies {
            members.insert(key.clone(), spellings.spelled(policy)?);
        }
    }
    let mut dependencies = Vec::new();
    for address in &resource.depends_on {
        dependencies.push(Node::text(spellings.logical_id(address)?));
    }
    if !dependencies.is_empty() {
        members.insert("DependsOn".into(), Node::List(dependencies));
    }
    let condition = match &resource.presence {
        Presence::Always => None,
        Presence::When(conditions) => match conditions.as_slice() {
            [(id, 0)] => Some(spellings.condition_name(id)),
            _ => Some(None),
        },
        Presence::Among(..) | Presence::Undecided(_) => Some(None),
    };
    match condition {
        None => {}
        Some(Some(name)) => drop(members.insert("Condition".into(), Node::Text(name))),
        Some(None) => {
            return Err(Unwritable::unspelled("the condition by which it exists"));
        }
    }
    Ok(Node::Object(members))
}

/// Steps that take a resource out of every `DependsOn`.
fn without_dependencies(template: &Template, id: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let resources: &BTreeMap<Text, Node> = template.section("Resources");
    for (other, written) in resources {
        let mut pointer = String::from("/Resources");
        append_token(&mut pointer, other);
        pointer.push_str("/DependsOn");
        let is_it = |node: &Node| node.as_text() == Some(id);
        match written.get("DependsOn") {
            Some(node) if is_it(node) => steps.push(Step::Remove(pointer)),
            Some(Node::List(items)) if items.iter().any(is_it) => {
                let kept = items.iter().filter(|item| !is_it(item)).cloned();
                steps.push(match kept.collect::<Vec<_>>() {
                    kept if kept.is_empty() => Step::Remove(pointer),
                    kept => Step::Set(pointer, Node::List(kept)),
                });
            }
            _ => {}
        }
    }
    steps
}
