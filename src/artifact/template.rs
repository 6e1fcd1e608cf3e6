//! CloudFormation templates, JSON and YAML alike: one tree in long form, and where each part of it stands in the
//! file.

mod error;
mod folder;
mod keys;
mod tags;

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::source::yaml::{self, Located, Schema};
use crate::source::{SourceText, Span, find_json, locate_json};
use crate::value::{Node, Object, Text, append_token, parse_json, split_pointer};

pub use error::{TemplateError, TemplateFault};
pub use folder::read_cloud_assembly;

/// The sections a template may have; a macro may read others.
const SECTIONS: [&str; 12] = [
    "AWSTemplateFormatVersion",
    "Conditions",
    "Description",
    "Globals",
    "Hooks",
    "Mappings",
    "Metadata",
    "Outputs",
    "Parameters",
    "Resources",
    "Rules",
    "Transform",
];

/// A template with what is known about the stack it makes.
#[derive(Debug, Clone)]
pub struct Template {
    source: SourceText,
    root: Node,
    yaml: Option<Arc<Located>>,
    /// The stack's name, where the synthesized folder states it.
    pub stack: Option<Text>,
    /// The stack resource that this template is nested in.
    pub parent: Option<Parent>,
    /// Twelve-digit account the stack is deployed to, where stated.
    pub account: Option<Text>,
    /// Region the stack is deployed to, where stated.
    pub region: Option<Text>,
}

/// Which `AWS::CloudFormation::Stack` resource a nested template belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parent {
    /// Index of the enclosing template in the list it was read with.
    pub template: usize,
    /// Logical id of the stack resource there.
    pub logical_id: Text,
}

impl Template {
    /// Reads a template: JSON when it begins with an object whose first key is quoted, else YAML.
    pub fn read(source: &SourceText) -> Result<Self, TemplateError> {
        let inside = source
            .text()
            .trim_start()
            .strip_prefix('{')
            .map(str::trim_start);
        match inside {
            Some(inside) if inside.starts_with(['"', '}']) => Self::from_json(source),
            _ => Self::from_yaml(source),
        }
    }

    /// Reads a JSON template.
    pub fn from_json(source: &SourceText) -> Result<Self, TemplateError> {
        let root = parse_json(source.text()).map_err(|error| {
            let span = character_at(source.text(), error.offset);
            let message = match error.message.as_str() {
                "recursion limit exceeded" => "nesting is deeper than 128 levels".to_owned(),
                _ => error.message,
            };
            TemplateError::new(source, span, message)
        })?;
        Self::checked(source, root, None)
    }

    /// Reads a YAML template: short tags become their long form, scalars are resolved as CloudFormation does.
    pub fn from_yaml(source: &SourceText) -> Result<Self, TemplateError> {
        let located = yaml::parse(source)?;
        let root = tags::long_form(&located, source)?;
        Self::checked(source, root, Some(Arc::new(located)))
    }

    fn checked(
        source: &SourceText,
        root: Node,
        yaml: Option<Arc<Located>>,
    ) -> Result<Self, TemplateError> {
        let template = Self {
            source: source.clone(),
            root,
            yaml,
            stack: None,
            parent: None,
            account: None,
            region: None,
        };
        template.check()?;
        Ok(template)
    }

    /// Refuses what CloudFormation would not take for a template at all.
    fn check(&self) -> Result<(), TemplateError> {
        let Some(sections) = self.root.as_object() else {
            return Err(self
                .error("", "a template is a mapping of sections")
                .with_help(HELP));
        };
        if !sections
            .keys()
            .any(|key| SECTIONS.contains(&&**key) && !matches!(&**key, "Description" | "Metadata"))
        {
            return Err(self
                .error("", "this has no section of a template")
                .with_help(HELP));
        }
        let free_form = sections
            .get("Transform")
            .is_some_and(|transform| !is_expanded_here(transform));
        for (key, value) in sections {
            if !SECTIONS.contains(&&**key) {
                if free_form {
                    continue;
                }
                let error = self.key_error(
                    &pointer(&[key]),
                    format!("`{key}` is no section of a template"),
                );
                return Err(error.with_help(HELP));
            }
            let is_mapping = !matches!(
                &**key,
                "AWSTemplateFormatVersion" | "Description" | "Transform" | "Hooks"
            );
            if is_mapping && !value.is_null() && value.as_object().is_none() {
                return Err(self.error(&pointer(&[key]), format!("`{key}` must be a mapping")));
            }
        }
        for (id, resource) in self.section("Resources") {
            if id.starts_with("Fn::") {
                continue;
            }
            let pointer = pointer(&["Resources", id]);
            let Some(members) = resource.as_object() else {
                return Err(self.error(&pointer, format!("resource `{id}` must be a mapping")));
            };
            match members.get("Type") {
                Some(Node::Text(_)) => {}
                Some(_) => {
                    return Err(
                        self.error(&format!("{pointer}/Type"), "a resource type must be text")
                    );
                }
                None => {
                    return Err(self.key_error(&pointer, format!("resource `{id}` has no `Type`")));
                }
            }
            if members
                .get("Properties")
                .is_some_and(|node| !node.is_null() && node.as_object().is_none())
            {
                return Err(self.error(
                    &format!("{pointer}/Properties"),
                    "`Properties` must be a mapping",
                ));
            }
        }
        Ok(())
    }

    /// The same template with another root, written as JSON and read again.
    pub fn rewritten(&self, root: &Node) -> Result<Self, TemplateError> {
        let text = serde_json::to_string(root).unwrap_or_default();
        let source = SourceText::new(self.source.name().clone(), text);
        Ok(Self {
            stack: self.stack.clone(),
            parent: self.parent.clone(),
            account: self.account.clone(),
            region: self.region.clone(),
            ..Self::from_json(&source)?
        })
    }

    /// The text the template was read from.
    pub fn source(&self) -> &SourceText {
        &self.source
    }

    /// The whole template in long form.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// The members of a section; none when the template has no such section.
    pub fn section(&self, name: &str) -> &Object {
        static EMPTY: Object = Object::new();
        self.root
            .get(name)
            .and_then(Node::as_object)
            .unwrap_or(&EMPTY)
    }

    /// The span of the node at `pointer` into the long form, or of the nearest node above it that is written.
    pub fn locate(&self, pointer: &str) -> Span {
        if let Some(yaml) = &self.yaml {
            return yaml.locate_nearest(pointer);
        }
        let mut end = pointer.len();
        loop {
            let shortened = pointer.get(..end).unwrap_or_default();
            if let Some(span) = locate_json(self.source.text(), shortened) {
                return span;
            }
            match shortened.rfind('/') {
                Some(slash) => end = slash,
                None => return Span::default(),
            }
        }
    }

    /// The span of the key that the last token of `pointer` names.
    pub fn locate_key(&self, pointer: &str) -> Span {
        let key = match &self.yaml {
            Some(yaml) => yaml.locate_key(pointer),
            None => split_pointer(pointer).last().and_then(|token| {
                let parent = pointer.rsplit_once('/').map_or("", |(parent, _)| parent);
                let text = self.source.text();
                keys::key_span(text, find_json(text, parent)?, &token)
            }),
        };
        key.unwrap_or_else(|| self.locate(pointer))
    }

    /// The line of every logical id under `Resources`, from 1.
    pub fn resource_lines(&self) -> BTreeMap<Text, usize> {
        let mut places: Vec<(usize, Text)> = match &self.yaml {
            Some(yaml) => yaml
                .get("Resources")
                .map(Located::entries)
                .unwrap_or_default()
                .iter()
                .map(|entry| (entry.key_span.offset, entry.key.clone()))
                .collect(),
            None => find_json(self.source.text(), "/Resources")
                .map(|offset| keys::member_keys(self.source.text(), offset))
                .unwrap_or_default()
                .into_iter()
                .map(|(key, span)| (span.offset, key))
                .collect(),
        };
        places.sort_unstable();
        let (mut line, mut done) = (1, 0);
        let mut lines = BTreeMap::new();
        for (offset, id) in places {
            let between = self
                .source
                .text()
                .as_bytes()
                .get(done..offset)
                .unwrap_or_default();
            line += between.split(|byte| *byte == b'\n').count() - 1;
            done = offset;
            lines.insert(id, line);
        }
        lines
    }

    /// An error about the node at `pointer`.
    pub fn error(&self, pointer: &str, message: impl Into<String>) -> TemplateError {
        TemplateError::new(&self.source, self.locate(pointer), message)
    }

    /// An error about the key that `pointer` names.
    pub fn key_error(&self, pointer: &str, message: impl Into<String>) -> TemplateError {
        TemplateError::new(&self.source, self.locate_key(pointer), message)
    }
}

const HELP: &str = "a CloudFormation template has a `Resources` section and only the sections CloudFormation knows";

/// Whether the first keys of a JSON text show a template. What comes after them is not looked at.
pub fn opens_as_template(text: &str) -> bool {
    let offset = text.len() - text.trim_start().len();
    let mut opens = false;
    if text.get(offset..).is_some_and(|rest| rest.starts_with('{')) {
        keys::each_key(text, offset, &mut |key, _| {
            opens = matches!(key, "AWSTemplateFormatVersion" | "Resources" | "Transform");
            !opens && SECTIONS.contains(&key)
        });
    }
    opens
}

/// Whether a transform only adds functions that the graph evaluates itself.
fn is_expanded_here(transform: &Node) -> bool {
    match transform {
        Node::Text(name) => &**name == "AWS::LanguageExtensions",
        Node::List(items) => items.iter().all(is_expanded_here),
        Node::Null => true,
        _ => false,
    }
}

/// A JSON pointer of `tokens`.
pub(crate) fn pointer(tokens: &[&str]) -> String {
    let mut pointer = String::new();
    for token in tokens {
        append_token(&mut pointer, token);
    }
    pointer
}

fn character_at(text: &str, offset: usize) -> Span {
    let mut offset = offset.min(text.len().saturating_sub(1));
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let len = text
        .get(offset..)
        .and_then(|rest| rest.chars().next())
        .map_or(0, char::len_utf8);
    Span { offset, len }
}

/// How CloudFormation resolves unquoted scalars.
const SCHEMA: Schema = Schema::Cloudformation;

#[cfg(test)]
mod tests;
