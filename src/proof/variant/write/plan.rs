//! Variants of plans: planned values, what is unknown until apply, and the configuration, consistent with the sources that
//! the variant is written in.

use std::collections::BTreeMap;
use std::path::Path;

use crate::artifact::config::{Block, Configuration, blocks_of};
use crate::artifact::{Artifact, Recognised};
use crate::graph::{LoadError, Resource};
use crate::source::SourceText;
use crate::value::{Node, Object, Text, append_index, append_token, parse_json};

use super::configuration::{keyword, module_of, write_sources};
use super::difference::{Difference, changed};
use super::expressions::expressions;
use super::template::{Step, stepped};
use super::{Format, Task, Unwritable, Written};

pub(super) static FORMAT: Format = Format {
    takes: |artifact| match artifact {
        Artifact::Document { recognised, .. } => matches!(recognised, Recognised::Plan(_)),
        Artifact::Assembly(_) | Artifact::Configuration(_) => false,
    },
    write,
};

fn write(task: &Task<'_>) -> Result<Written, Unwritable> {
    let (Some(sources), Artifact::Document { source, .. }) = (task.origin.sources, task.artifact)
    else {
        return Err(Unwritable::Kind);
    };
    let options = task.origin.options;
    let mut written = write_sources(sources, options, task.before, task.after)?;
    let configuration = Configuration::read(sources, &options.limits()).map_err(LoadError::from)?;
    let copies = written.copies.clone();
    let mut plan = Plan {
        document: parse_json(source.text()).unwrap_or_default(),
        blocks: new_blocks(sources, &written),
        copies: &copies,
        configuration: &configuration,
        steps: Vec::new(),
    };
    let difference = Difference::between(task.before, task.after);
    for (before, after) in difference.changed {
        plan.change(before, after)?;
    }
    for resource in &difference.added {
        plan.add(resource)?;
    }
    for resource in &difference.removed {
        plan.remove(resource);
    }
    // Places in lists move when something before them leaves.
    let removed = plan.steps.iter().filter_map(|step| match step {
        Step::Remove(pointer) => Some(pointer.clone()),
        _ => None,
    });
    let mut removed: Vec<String> = removed.collect();
    removed.sort_by_key(|pointer| std::cmp::Reverse(places(pointer)));
    plan.steps.retain(|step| !matches!(step, Step::Remove(_)));
    plan.steps.extend(removed.into_iter().map(Step::Remove));
    let text = stepped(source.text().to_owned(), &plan.steps);
    let text = text.map_err(|pointer| Unwritable::Place {
        file: task.origin.artifact.display().to_string(),
        pointer,
    })?;
    written.files.insert(task.origin.artifact.to_owned(), text);
    Ok(written)
}

/// The numbers in a pointer, so that later items come after earlier ones.
fn places(pointer: &str) -> Vec<(usize, String)> {
    let token = |token: &str| (token.parse().unwrap_or_default(), token.to_owned());
    pointer.split('/').map(token).collect()
}

/// The blocks of the files that a variant is written in, by folder, keyword and labels.
type Blocks = BTreeMap<(String, Text, Vec<Text>), Block>;

fn new_blocks(sources: &Path, written: &Written) -> Blocks {
    let mut found = BTreeMap::new();
    for (path, text) in &written.files {
        let name = path.strip_prefix(sources).unwrap_or(path);
        let folder = name.parent().map(Path::to_string_lossy).unwrap_or_default();
        let source = SourceText::new(name.to_string_lossy(), text.clone());
        for block in blocks_of(&source) {
            let key = (
                folder.clone().into_owned(),
                block.keyword.clone(),
                block.labels.clone(),
            );
            found.insert(key, block);
        }
    }
    found
}

struct Plan<'a> {
    document: Node,
    blocks: Blocks,
    configuration: &'a Configuration,
    /// Folders of modules that were copied for one call, by the module instance.
    copies: &'a BTreeMap<Text, String>,
    steps: Vec<Step>,
}

impl Plan<'_> {
    fn change(&mut self, before: &Resource, after: &Resource) -> Result<(), Unwritable> {
        let (Node::Object(old), Node::Object(new)) = (&before.values, &after.values) else {
            return Err(Unwritable::unspelled("values that are no object"));
        };
        let generated = || Unwritable::Generated {
            address: before.address.clone(),
        };
        let values = self.planned(&before.address).ok_or_else(generated)?;
        let change = self.changed(&before.address).ok_or_else(generated)?;
        // Nothing known is no member at all.
        let known = format!("{values}/values");
        if self.document.at(&known).is_none() {
            self.steps
                .push(Step::Set(known, Node::Object(Object::new())));
        }
        for (name, _, value) in changed(old, new) {
            let member = |above: &str| {
                let mut pointer = above.to_owned();
                append_token(&mut pointer, name);
                pointer
            };
            let places = [
                member(&format!("{values}/values")),
                member(&format!("{change}/change/after")),
            ];
            let known = value.and_then(|value| planned(value, self.document.at(&places[0])));
            for place in places {
                match &known {
                    Some(known) => self.steps.push(Step::Set(place, known.clone())),
                    None if value.is_none() => self.steps.push(Step::Set(place, Node::Null)),
                    None if self.document.at(&place).is_some() => {
                        self.steps.push(Step::Remove(place));
                    }
                    None => {}
                }
            }
            let place = member(&format!("{change}/change/after_unknown"));
            let old = self.document.at(&place);
            match value.and_then(|value| marks(value, old)) {
                Some(marks) => self.steps.push(Step::Set(place, marks)),
                None if old.is_some() => self.steps.push(Step::Remove(place)),
                None => {}
            }
        }
        self.configure(before)
    }

    /// The configuration of a block, as its new sources say it.
    fn configure(&mut self, resource: &Resource) -> Result<(), Unwritable> {
        let (own, written) = self.written(resource)?;
        let local = local(resource);
        let mut found = Vec::new();
        self.configured("/configuration/root_module", 0, own, &local, &mut found);
        if let Some(folder) = self.copies.get(&resource.module) {
            let mut call = String::from("/configuration/root_module/module_calls");
            append_token(&mut call, resource.module.trim_start_matches("module."));
            found.retain(|place| place.starts_with(&format!("{call}/")));
            let source = Node::text(format!("./{folder}"));
            self.steps.push(Step::Set(format!("{call}/source"), source));
        }
        let expressions = Node::Object(written);
        for place in found {
            let place = format!("{place}/expressions");
            self.steps.push(Step::Set(place, expressions.clone()));
        }
        Ok(())
    }

    /// The module that writes a resource, and what the plan says of the arguments written there.
    fn written(&self, resource: &Resource) -> Result<(usize, Object), Unwritable> {
        let generated = || Unwritable::Generated {
            address: resource.address.clone(),
        };
        let found = module_of(self.configuration, &resource.module);
        let (own, module) = found.ok_or_else(generated)?;
        let labels = vec![resource.resource_type.clone(), resource.name.clone()];
        let copied = self.copies.get(&resource.module).cloned();
        let key = (
            copied.unwrap_or_else(|| module.directory.to_string()),
            Text::from(keyword(resource)),
            labels,
        );
        let block = self.blocks.get(&key).ok_or_else(generated)?;
        Ok((own, expressions(block)))
    }

    /// Where the plan's configuration states a block of the module `own`, in every call of that module.
    fn configured(
        &self,
        place: &str,
        module: usize,
        own: usize,
        local: &str,
        found: &mut Vec<String>,
    ) {
        let Some(node) = self.document.at(place) else {
            return;
        };
        let resources = node.get("resources").and_then(Node::as_list);
        if module == own {
            for (index, resource) in resources.into_iter().flatten().enumerate() {
                if resource.get("address").and_then(Node::as_text) == Some(local) {
                    let mut pointer = format!("{place}/resources");
                    append_index(&mut pointer, index);
                    found.push(pointer);
                }
            }
        }
        for (name, target) in self.calls(module) {
            let mut pointer = format!("{place}/module_calls");
            append_token(&mut pointer, &name);
            pointer.push_str("/module");
            self.configured(&pointer, target, own, local, found);
        }
    }

    fn calls(&self, module: usize) -> Vec<(Text, usize)> {
        use crate::artifact::config::Target;
        let module = self.configuration.modules().get(module);
        let calls = module.into_iter().flat_map(|module| &module.calls);
        let local = calls.filter_map(|(name, target)| match target {
            Target::Local(target) => Some((name.clone(), *target)),
            Target::Remote(_) => None,
        });
        local.collect()
    }

    fn remove(&mut self, resource: &Resource) {
        let places = [
            self.planned(&resource.address),
            self.changed(&resource.address),
        ];
        let places = places.into_iter().flatten().map(Step::Remove);
        self.steps.extend(places);
        if let Some((own, _)) = module_of(self.configuration, &resource.module) {
            let mut found = Vec::new();
            let root = "/configuration/root_module";
            self.configured(root, 0, own, &local(resource), &mut found);
            if self.copies.contains_key(&resource.module) {
                let mut call = format!("{root}/module_calls");
                append_token(&mut call, resource.module.trim_start_matches("module."));
                found.retain(|place| place.starts_with(&format!("{call}/")));
            }
            self.steps.extend(found.into_iter().map(Step::Remove));
        }
    }

    fn add(&mut self, resource: &Resource) -> Result<(), Unwritable> {
        let generated = || Unwritable::Generated {
            address: resource.address.clone(),
        };
        let alike = self.alike(&resource.resource_type).cloned();
        let alike = alike.ok_or_else(|| Unwritable::unspelled("the provider of its type"))?;
        let module = self
            .planned_module(&resource.module)
            .ok_or_else(generated)?;
        let of_alike = |name: &str| alike.get(name).cloned().unwrap_or_default();
        let mut head = Object::new();
        head.insert("address".into(), Node::Text(resource.address.clone()));
        head.insert("mode".into(), Node::text(resource.mode.word()));
        head.insert("type".into(), Node::Text(resource.resource_type.clone()));
        head.insert("name".into(), Node::Text(resource.name.clone()));
        if !resource.index.is_null() {
            head.insert("index".into(), resource.index.clone());
        }
        head.insert("provider_name".into(), of_alike("provider_name"));
        let nothing = || Node::Object(Object::new());
        let values = planned(&resource.values, None).unwrap_or_else(nothing);
        let unknown = marks(&resource.values, None).unwrap_or_else(nothing);
        let mut entry = head.clone();
        entry.insert("schema_version".into(), of_alike("schema_version"));
        entry.insert("values".into(), values.clone());
        entry.insert("sensitive_values".into(), nothing());
        self.append(&format!("{module}/resources"), Node::Object(entry));
        if !resource.module.is_empty() {
            head.insert("module_address".into(), Node::Text(resource.module.clone()));
        }
        let change = Node::object([
            ("actions", Node::List(vec![Node::text("create")])),
            ("before", Node::Null),
            ("after", values),
            ("after_unknown", unknown),
            ("before_sensitive", Node::Bool(false)),
            ("after_sensitive", nothing()),
        ]);
        head.insert("change".into(), change);
        self.append("/resource_changes", Node::Object(head));
        let (_, expressions) = self.written(resource)?;
        let mut configured = Object::new();
        configured.insert("address".into(), Node::text(local(resource)));
        configured.insert("mode".into(), Node::text(resource.mode.word()));
        configured.insert("type".into(), Node::Text(resource.resource_type.clone()));
        configured.insert("name".into(), Node::Text(resource.name.clone()));
        let key = resource.provider.rsplit('/').next().unwrap_or_default();
        configured.insert("provider_config_key".into(), Node::text(key));
        configured.insert("expressions".into(), Node::Object(expressions));
        configured.insert("schema_version".into(), of_alike("schema_version"));
        let mut place = String::from("/configuration/root_module");
        for call in crate::graph::terraform::module_calls(&resource.module) {
            place.push_str("/module_calls");
            append_token(&mut place, call);
            place.push_str("/module");
        }
        self.append(&format!("{place}/resources"), Node::Object(configured));
        Ok(())
    }

    /// One more item of a list that may not be there yet.
    fn append(&mut self, place: &str, item: Node) {
        self.steps.push(if self.document.at(place).is_some() {
            Step::Append(place.to_owned(), item)
        } else {
            Step::Set(place.to_owned(), Node::List(vec![item]))
        });
    }

    /// A planned resource of the same type, else of any type of the same provider.
    fn alike(&self, resource_type: &str) -> Option<&Node> {
        let provider = |kind: &str| kind.split('_').next().unwrap_or_default().to_owned();
        let changes = self.document.get("resource_changes")?.as_list()?;
        let kind = |change: &Node| {
            change
                .get("type")
                .and_then(Node::as_text)
                .map(str::to_owned)
        };
        let same = changes
            .iter()
            .find(|change| kind(change).as_deref() == Some(resource_type));
        same.or_else(|| {
            let own = provider(resource_type);
            changes
                .iter()
                .find(|change| kind(change).is_some_and(|kind| provider(&kind) == own))
        })
    }

    /// Where the planned values of an instance are.
    fn planned(&self, address: &str) -> Option<String> {
        let mut open = vec![String::from("/planned_values/root_module")];
        while let Some(place) = open.pop() {
            let module = self.document.at(&place)?;
            let resources = module.get("resources").and_then(Node::as_list);
            if let Some(index) = position(resources.unwrap_or_default(), address) {
                return Some(format!("{place}/resources/{index}"));
            }
            let children = module.get("child_modules").and_then(Node::as_list);
            let children = 0..children.unwrap_or_default().len();
            open.extend(children.map(|index| format!("{place}/child_modules/{index}")));
        }
        None
    }

    /// Where the planned values of a module instance are.
    fn planned_module(&self, path: &str) -> Option<String> {
        let mut open = vec![String::from("/planned_values/root_module")];
        while let Some(place) = open.pop() {
            let module = self.document.at(&place)?;
            let own = module.get("address").and_then(Node::as_text);
            if own.unwrap_or_default() == path {
                return Some(place);
            }
            let children = module.get("child_modules").and_then(Node::as_list);
            let children = 0..children.unwrap_or_default().len();
            open.extend(children.map(|index| format!("{place}/child_modules/{index}")));
        }
        None
    }

    /// Where the change of an instance is.
    fn changed(&self, address: &str) -> Option<String> {
        let changes = self.document.get("resource_changes")?.as_list()?;
        Some(format!("/resource_changes/{}", position(changes, address)?))
    }
}

fn position(entries: &[Node], address: &str) -> Option<usize> {
    let own = |entry: &Node| entry.get("address").and_then(Node::as_text) == Some(address);
    entries.iter().position(own)
}

/// The address within the module, without the instance's key.
fn local(resource: &Resource) -> String {
    let (kind, name) = (&resource.resource_type, &resource.name);
    match keyword(resource) {
        "data" => format!("data.{kind}.{name}"),
        _ => format!("{kind}.{name}"),
    }
}

/// What a plan knows of a value; members that were null and are not assigned stay null.
fn planned(value: &Node, old: Option<&Node>) -> Option<Node> {
    match value {
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_) => Some(value.clone()),
        Node::List(items) => {
            let old = |index: usize| old.and_then(Node::as_list).and_then(|old| old.get(index));
            let items = items.iter().enumerate();
            let items = items.map(|(index, item)| planned(item, old(index)).unwrap_or_default());
            Some(Node::List(items.collect()))
        }
        Node::Object(members) => {
            let mut known = Object::new();
            let unset = old.and_then(Node::as_object).into_iter().flatten();
            for (name, _) in unset.filter(|(_, value)| value.is_null()) {
                known.insert(name.clone(), Node::Null);
            }
            for (name, value) in members {
                let old = old.and_then(|old| old.get(name));
                match planned(value, old) {
                    Some(value) => known.insert(name.clone(), value),
                    None => known.remove(name),
                };
            }
            Some(Node::Object(known))
        }
        Node::Json(inner) if inner.is_plain() => Some(inner.json_text()),
        _ => None,
    }
}

/// What of a value is unknown until apply; what the provider computes beside it stays unknown.
fn marks(value: &Node, old: Option<&Node>) -> Option<Node> {
    match value {
        Node::Null | Node::Bool(_) | Node::Number(_) | Node::Text(_) => None,
        Node::List(items) => {
            let old = |index: usize| old.and_then(Node::as_list).and_then(|old| old.get(index));
            let mark = |(index, item): (usize, &Node)| match (marks(item, old(index)), item) {
                (Some(marks), _) => marks,
                (None, Node::Object(_)) => Node::Object(Object::new()),
                (None, Node::List(_)) => Node::List(Vec::new()),
                (None, _) => Node::Bool(false),
            };
            let marks: Vec<Node> = items.iter().enumerate().map(mark).collect();
            Some(Node::List(marks))
        }
        Node::Object(members) => {
            let mut marked = Object::new();
            let computed = old.and_then(Node::as_object).into_iter().flatten();
            for (name, mark) in computed.filter(|(name, _)| !members.contains_key(*name)) {
                marked.insert(name.clone(), mark.clone());
            }
            for (name, value) in members {
                if let Some(marks) = marks(value, old.and_then(|old| old.get(name))) {
                    marked.insert(name.clone(), marks);
                }
            }
            Some(Node::Object(marked))
        }
        Node::Json(inner) if inner.is_plain() => None,
        _ => Some(Node::Bool(true)),
    }
}
