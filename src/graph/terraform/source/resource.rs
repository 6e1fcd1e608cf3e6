//! The graph of a configuration: every instance of every resource and data source, in every module instance.

use std::rc::Rc;
use std::sync::Arc;

use hcl_edit::expr::Expression;
use hcl_edit::structure::Block as Nested;

use crate::artifact::config::{Block, Target};
use crate::artifact::schema;
use crate::graph::{Graph, Kind, Location, Mode, Note, Resource};
use crate::value::{Node, Object, Pointer, Text, append_token};

use super::body::without_nulls;
use super::conform::conform;
use super::error::{Fault, Outcome, invalid};
use super::evaluator::Evaluator;
use super::expansion::{Member, both};
use super::mark::{bare, is_sensitive};
use super::scope::Scope;

/// Notes about modules whose resources are missing from the graph, where no plan shows them.
pub(in crate::graph::terraform) const REMOTE_MODULE: &str = "remote-module";
pub(in crate::graph::terraform) const MODULE_NOT_EXPANDED: &str = "module-not-expanded";
/// Arguments that say how a resource is managed, not what it is.
const META_ARGUMENTS: [&str; 4] = ["count", "for_each", "provider", "depends_on"];
/// Nested blocks of that kind.
const META_BLOCKS: [&str; 3] = ["lifecycle", "provisioner", "connection"];

/// What a resource instance costs of what an evaluation may build, beside its values.
const INSTANCE_COST: usize = 20;

impl<'a> Evaluator<'a> {
    /// Builds the graph.
    pub(super) fn graph(&mut self) -> Outcome<Graph> {
        let mut graph = Graph::new(Kind::Configuration);
        let mut open = vec![0];
        while let Some(instance) = open.pop() {
            let module = self.module_of(instance);
            for block in &module.blocks {
                match (&*block.keyword, block.label(0), block.label(1)) {
                    ("resource", Some(_), Some(_)) => {
                        self.add_resources(instance, Mode::Managed, block, &mut graph)?;
                    }
                    ("data", Some(_), Some(_)) => {
                        self.add_resources(instance, Mode::Data, block, &mut graph)?;
                    }
                    ("module", Some(name), _) => open.extend(self.called(instance, block, name)?),
                    _ => {}
                }
            }
        }
        self.add_outputs(&mut graph)?;
        for instance in 0..self.instances.len() {
            self.conditions(instance)?;
        }
        let mut names: Vec<&str> = self.index_of(0).variables.keys().copied().collect();
        names.sort_unstable();
        for name in names {
            let value = match self.variable(0, name) {
                Ok(value) => {
                    let block = self.index_of(0).variables.get(name).copied();
                    mark_sensitive(&mut graph, "/variables", name, &value, block);
                    bare((*value).clone())
                }
                Err(Fault::Invalid(_)) => continue,
                Err(fatal) => return Err(fatal),
            };
            graph.variables.insert(Text::from(name), value);
        }
        self.add_environment(&mut graph)?;
        let mut notes = std::mem::take(&mut self.notes);
        notes.sort_by(|left, right| {
            (&left.address, &left.path, left.code).cmp(&(&right.address, &right.path, right.code))
        });
        notes.dedup();
        graph.notes = notes;
        Ok(graph)
    }

    /// The module instances that a call makes.
    fn called(&mut self, instance: usize, block: &'a Block, name: &Text) -> Outcome<Vec<usize>> {
        let address = self.address(instance, &format!("module.{name}"));
        let note = |code, message| Note {
            code,
            message,
            address: Some(address.clone()),
            path: None,
            forbids_verdict: true,
        };
        match self.module_of(instance).calls.get(name) {
            Some(Target::Local(_)) => match self.children(instance, name) {
                Ok(children) => Ok(children.instances.clone()),
                Err(Fault::Invalid(problem)) => {
                    self.notes.push(note(MODULE_NOT_EXPANDED, problem.message));
                    Ok(Vec::new())
                }
                Err(fatal) => Err(fatal),
            },
            Some(Target::Remote(source)) => {
                self.notes.push(note(
                    REMOTE_MODULE,
                    format!("the module's sources `{source}` are not at hand"),
                ));
                Ok(Vec::new())
            }
            None => Err(invalid(format!("`{}` was not read", block.keyword))),
        }
    }

    fn add_resources(
        &mut self,
        instance: usize,
        mode: Mode,
        block: &'a Block,
        graph: &mut Graph,
    ) -> Outcome<()> {
        let expansion = self.expansion(instance, mode, block)?;
        for member in &expansion.members {
            let resource = self.resource_instance(instance, mode, block, member)?;
            graph.resources.insert(resource.address.clone(), resource);
        }
        Ok(())
    }

    fn resource_instance(
        &mut self,
        instance: usize,
        mode: Mode,
        block: &'a Block,
        member: &Member,
    ) -> Outcome<Resource> {
        let label = |index| block.label(index).cloned().unwrap_or_default();
        self.charge(INSTANCE_COST)?;
        let mut resource = Resource::new(member.address.clone(), label(0), label(1));
        resource.mode = mode;
        resource.module = self.at(instance).path.clone();
        resource.index = member.index.clone();
        resource.presence = both(&self.at(instance).presence, &member.presence);
        let provider = provider_name(block);
        resource.provider = Text::from(self.index_of(instance).provider(local_name(&provider)));
        let mut scope = Scope::repeated(
            instance,
            block.file,
            member.repetition.clone(),
            member.address.clone(),
        );
        let mut values = self.resource_values(block, &mut scope, &mut resource.sensitive)?;
        for (_, attribute) in block.attributes() {
            let name = attribute.key.as_str();
            if let (false, Some(value)) = (META_ARGUMENTS.contains(&name), values.get(name)) {
                let mut pointer = String::new();
                append_token(&mut pointer, name);
                self.trace(&attribute.value, value, &mut pointer, &scope, &mut resource);
            }
        }
        for (_, nested) in block
            .blocks()
            .filter(|(_, nested)| !META_BLOCKS.contains(&nested.ident.as_str()))
        {
            let keyword = nested
                .labels
                .first()
                .filter(|_| nested.has_ident("dynamic"));
            let name = keyword.map_or(nested.ident.as_str(), |label| label.as_str());
            if let Some(value) = values.get(name) {
                let mut pointer = String::new();
                append_token(&mut pointer, name);
                self.trace_block(nested, value, &mut pointer, &scope, &mut resource);
            }
        }
        if mode == Mode::Managed {
            self.note_other_target(instance, &provider, &resource.address)?;
            self.add_tags(instance, &provider, &resource.resource_type, &mut values)?;
        }
        if mode == Mode::Data {
            self.add_answer(&member.address, &mut values)?;
        }
        // Beside a plan the plan says what the provider it was made with puts in.
        if mode == Mode::Managed && self.known.is_alone() {
            schema::fill(&mut values, &resource.resource_type);
        }
        resource.values = without_nulls(Node::Object(values));
        resource.lifecycle = self.lifecycle(block, &mut scope)?;
        resource.depends_on = self.dependencies(block, &mut scope)?;
        for inherited in self.module_dependencies(instance)?.iter() {
            if !resource.depends_on.contains(inherited) {
                resource.depends_on.push(inherited.clone());
            }
        }
        let files = &self.module_of(instance).files;
        let location = |file: usize, offset: usize| {
            files.get(file).map(|source| Location {
                file: source.name().clone(),
                line: source.position(offset).0,
            })
        };
        resource.source = location(block.file, block.span.offset);
        for (name, file, offset) in block.places() {
            if let (Some(place), false) =
                (location(file, offset), resource.places.contains_key(name))
            {
                resource.places.insert(Text::from(name), place);
            }
        }
        Ok(resource)
    }

    /// The values of a block, in the shape of the provider's schema; the places it marks sensitive go to `sensitive`.
    pub(super) fn resource_values(
        &mut self,
        block: &Block,
        scope: &mut Scope,
        sensitive: &mut Vec<Pointer>,
    ) -> Outcome<Object> {
        let attributes = block
            .attributes()
            .filter(|(_, attribute)| !META_ARGUMENTS.contains(&attribute.key.as_str()));
        let blocks = block
            .blocks()
            .filter(|(_, nested)| !META_BLOCKS.contains(&nested.ident.as_str()));
        let values = self.body(attributes, blocks, scope)?;
        let kind = block.label(0).map(|label| &**label).unwrap_or_default();
        let known = match &*block.keyword {
            "data" => schema::data(kind),
            _ => schema::resource(kind),
        };
        Ok(match known {
            Some(known) => conform(values, known, &mut Pointer::new(), sensitive),
            None => values,
        })
    }

    fn lifecycle(&mut self, block: &Block, scope: &mut Scope) -> Outcome {
        let Some((file, lifecycle)) = block
            .blocks()
            .find(|(_, nested)| nested.has_ident("lifecycle"))
        else {
            return Ok(Node::Null);
        };
        scope.file = file;
        let mut members = Object::new();
        for attribute in lifecycle.body.attributes() {
            let value = match attribute.key.as_str() {
                "ignore_changes" => match attribute.value.as_array() {
                    Some(names) => Node::List(names.iter().map(as_written).collect()),
                    None => as_written(&attribute.value),
                },
                "replace_triggered_by" => match attribute.value.as_array() {
                    Some(triggers) => {
                        let mut values = Vec::new();
                        for trigger in triggers {
                            values.push(self.argument(trigger, "replace_triggered_by", scope)?);
                        }
                        Node::List(values)
                    }
                    None => as_written(&attribute.value),
                },
                name => self.argument(&attribute.value, name, scope)?,
            };
            members.insert(Text::from(attribute.key.as_str()), value);
        }
        Ok(Node::Object(members))
    }

    fn dependencies(&mut self, block: &Block, scope: &mut Scope) -> Outcome<Vec<Text>> {
        let mut found = Vec::new();
        let listed = block
            .attribute("depends_on")
            .and_then(|(_, attribute)| attribute.value.as_array());
        for item in listed.into_iter().flatten() {
            let written = as_written(item);
            if let Some(module) = written.as_text().filter(|text| text.starts_with("module.")) {
                found.push(self.address(scope.instance, module));
                continue;
            }
            match self.evaluate(item, scope) {
                Ok(value) => found.extend(
                    value
                        .references()
                        .into_iter()
                        .map(|reference| reference.address),
                ),
                Err(Fault::Invalid(problem)) => self.notes.push(Note {
                    code: if problem.dangling {
                        "dangling-reference"
                    } else {
                        "no-value"
                    },
                    message: format!("`depends_on`: {}", problem.message),
                    address: Some(scope.owner.clone()),
                    path: None,
                    forbids_verdict: problem.dangling,
                }),
                Err(fatal) => return Err(fatal),
            }
        }
        Ok(found)
    }

    /// What the call of a module instance depends on, and the calls above it: every resource of the module does too.
    fn module_dependencies(&mut self, instance: usize) -> Outcome<Rc<[Text]>> {
        if let Some(known) = &self.at(instance).depends_on {
            return Ok(Rc::clone(known));
        }
        let mut found = Vec::new();
        if let Some(caller) = &self.at(instance).caller {
            let (parent, block) = (caller.instance, caller.block);
            let owner = self.at(instance).path.clone();
            let mut scope = Scope::repeated(parent, block.file, caller.repetition.clone(), owner);
            found = self.dependencies(block, &mut scope)?;
            found.extend(self.module_dependencies(parent)?.iter().cloned());
        }
        let found: Rc<[Text]> = found.into();
        self.at_mut(instance).depends_on = Some(Rc::clone(&found));
        Ok(found)
    }

    fn add_outputs(&mut self, graph: &mut Graph) -> Outcome<()> {
        let mut names: Vec<&str> = self.index_of(0).outputs.keys().copied().collect();
        names.sort_unstable();
        for name in names {
            match self.output(0, name) {
                Ok(value) => {
                    let block = self.index_of(0).outputs.get(name).copied();
                    mark_sensitive(graph, "/outputs", name, &value, block);
                    graph
                        .outputs
                        .insert(Text::from(name), bare((*value).clone()));
                }
                Err(Fault::Invalid(problem)) => self.notes.push(Note {
                    code: if problem.dangling {
                        "dangling-reference"
                    } else {
                        "no-value"
                    },
                    message: format!("output `{name}`: {}", problem.message),
                    address: None,
                    path: None,
                    forbids_verdict: false,
                }),
                Err(fatal) => return Err(fatal),
            }
        }
        Ok(())
    }

    /// `tags_all`: the resource's tags over the defaults of its provider.
    fn add_tags(
        &mut self,
        instance: usize,
        provider: &str,
        kind: &str,
        values: &mut Object,
    ) -> Outcome<()> {
        if local_name(provider) != "aws"
            || schema::resource(kind).is_none_or(|known| known.argument("tags_all").is_none())
            || values.contains_key("tags_all")
        {
            return Ok(());
        }
        let defaults = self.default_tags(instance, provider)?;
        let own = values.get("tags").filter(|tags| !tags.is_null()).cloned();
        let all = match (defaults, own) {
            (None, None) => return Ok(()),
            (Some(only), None) | (None, Some(only)) => only,
            (Some(Node::Object(defaults)), Some(Node::Object(own)))
                if !own.contains_key("$rest") =>
            {
                let mut all = defaults;
                all.extend(own);
                Node::Object(all)
            }
            (Some(defaults), Some(own)) => {
                let both = super::unknown::derived(
                    "merge",
                    format!("merge({}, {})", defaults.identity(), own.identity()),
                    &[&defaults, &own],
                    Some("object"),
                );
                Node::Unknown(Arc::new(both))
            }
        };
        values.insert(Text::from("tags_all"), all);
        Ok(())
    }

    pub(super) fn default_tags(
        &mut self,
        instance: usize,
        provider: &str,
    ) -> Outcome<Option<Node>> {
        let Some((instance, block)) = self.provider_block(instance, provider) else {
            return Ok(None);
        };
        let Some((file, defaults)) = block
            .blocks()
            .find(|(_, nested)| nested.has_ident("default_tags"))
        else {
            return Ok(None);
        };
        let Some(tags) = defaults.body.get_attribute("tags") else {
            return Ok(None);
        };
        let value = self.argument(&tags.value, "default_tags", &mut Scope::of(instance, file))?;
        Ok(Some(value).filter(|value| !value.is_null()))
    }

    /// The `provider` block that `name` or `name.alias` means in a module, its own or an inherited one.
    pub(super) fn provider_block(
        &self,
        instance: usize,
        provider: &str,
    ) -> Option<(usize, &'a Block)> {
        let (name, alias) = match provider.split_once('.') {
            Some((name, alias)) => (name, Some(alias)),
            None => (provider, None),
        };
        let own = self.index_of(instance).provider_block(name, alias);
        if let Some(own) = own {
            return Some((instance, own));
        }
        let caller = self.at(instance).caller.as_ref()?;
        let passed = caller
            .block
            .attribute("providers")
            .and_then(|(_, attribute)| attribute.value.as_object());
        let passed = passed
            .into_iter()
            .flat_map(|object| object.iter())
            .find_map(|(key, value)| {
                let key = key.as_ident().map_or_else(
                    || {
                        key.as_expr()
                            .map(|key| as_written(key).as_text().unwrap_or_default().to_owned())
                    },
                    |ident| Some(ident.as_str().to_owned()),
                );
                (key.as_deref() == Some(provider)).then(|| as_written(value.expr()))
            });
        let passed = passed.and_then(|written| written.as_text().map(ToOwned::to_owned));
        self.provider_block(caller.instance, passed.as_deref().unwrap_or(provider))
    }

    /// Notes a resource whose provider works in another region or account than the graph's: its ARNs are not those that
    /// the graph makes.
    fn note_other_target(
        &mut self,
        instance: usize,
        provider: &str,
        address: &Text,
    ) -> Outcome<()> {
        let (Some(own), Some(main)) = (
            self.provider_block(instance, provider),
            self.provider_block(0, "aws"),
        ) else {
            return Ok(());
        };
        if local_name(provider) != "aws" || std::ptr::eq(own.1, main.1) {
            return Ok(());
        }
        let mut targets = Vec::new();
        for (instance, block) in [own, main] {
            let mut target = Vec::new();
            for name in ["region", "profile", "allowed_account_ids"] {
                target.push(match block.attribute(name) {
                    Some((file, attribute)) => {
                        self.argument(&attribute.value, name, &mut Scope::of(instance, file))?
                    }
                    None => Node::Null,
                });
            }
            let assumed = block
                .blocks()
                .filter(|(_, nested)| nested.ident.as_str().starts_with("assume_role"));
            target.extend(assumed.map(|(_, nested)| Node::text(nested.body.to_string())));
            targets.push(target);
        }
        if targets.first() != targets.last() {
            self.notes.push(Note {
                code: "other-target",
                message: format!(
                    "provider `{provider}` works in another region or account than the default one, which a graph does not tell apart"
                ),
                address: Some(address.clone()),
                path: None,
                forbids_verdict: true,
            });
        }
        Ok(())
    }

    fn add_environment(&mut self, graph: &mut Graph) -> Outcome<()> {
        let Some((instance, block)) = self.provider_block(0, "aws") else {
            return Ok(());
        };
        if let Some((file, region)) = block.attribute("region") {
            let region = self.argument(&region.value, "region", &mut Scope::of(instance, file))?;
            graph.environment.region = region.as_text().map(Text::from);
        }
        if let Some((file, accounts)) = block.attribute("allowed_account_ids") {
            let accounts = self.argument(
                &accounts.value,
                "allowed_account_ids",
                &mut Scope::of(instance, file),
            )?;
            if let Some([Node::Text(only)]) = accounts.as_list() {
                graph.environment.account = Some(only.clone());
            }
        }
        Ok(())
    }

    /// Traces the arguments of a nested block.
    fn trace_block(
        &mut self,
        block: &Nested,
        value: &Node,
        pointer: &mut String,
        scope: &Scope,
        resource: &mut Resource,
    ) {
        for expression in expressions_of(block) {
            self.trace(expression, value, pointer, scope, resource);
        }
    }
}

/// Every expression of a nested block, at any depth.
pub(super) fn expressions_of(block: &Nested) -> Vec<&Expression> {
    let own = block.body.attributes().map(|attribute| &attribute.value);
    own.chain(block.body.blocks().flat_map(expressions_of))
        .collect()
}

/// The provider configuration of a resource: `name` or `name.alias`.
pub(super) fn provider_name(block: &Block) -> String {
    let written = block
        .attribute("provider")
        .map(|(_, attribute)| as_written(&attribute.value));
    written.as_ref().and_then(Node::as_text).map_or_else(
        || {
            let kind = block.label(0).map(|label| &**label).unwrap_or_default();
            kind.split('_').next().unwrap_or_default().to_owned()
        },
        ToOwned::to_owned,
    )
}

fn local_name(provider: &str) -> &str {
    provider.split('.').next().unwrap_or(provider)
}

/// A name as it is written, without quotes.
pub(super) fn as_written(expression: &Expression) -> Node {
    match expression.as_str() {
        Some(text) => Node::text(text),
        None => Node::text(expression.to_string().trim()),
    }
}

/// Names an output or variable of which some part is sensitive, or that is kept in no plan.
fn mark_sensitive(
    graph: &mut Graph,
    section: &str,
    name: &str,
    value: &Node,
    block: Option<&Block>,
) {
    let ephemeral = block
        .and_then(|block| block.attribute("ephemeral"))
        .and_then(|(_, attribute)| attribute.value.as_bool());
    if is_sensitive(value) || ephemeral == Some(true) {
        let mut pointer = section.to_owned();
        append_token(&mut pointer, name);
        graph.sensitive.push(pointer);
    }
}
