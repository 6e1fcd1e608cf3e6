//! Reads YAML that people write into typed data: every departure from the format is a finding where it stands.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::{TypeKind, ValidationErrorKind};
use jsonschema::{JsonType, ValidationError, Validator};
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;

use super::yaml::{self, Located, Schema};
use super::{Finding, Findings, SourceText, Span, closest};
use crate::value::{Node, append_token, split_pointer};

/// Known words that a message still lists; more of them are left out.
const LISTED_WORDS: usize = 12;

/// Reads `source` as a `T`, with the tree that says where each part stands.
pub fn read_yaml<T: DeserializeOwned + JsonSchema + 'static>(
    source: &SourceText,
) -> Result<(T, Located), Findings> {
    let (tree, instance) = instance(source)?;
    let internal = |message: String| {
        Findings::from(Finding::at(
            source,
            tree.span,
            "format",
            message.to_lowercase(),
        ))
    };
    let format = Format::of::<T>().map_err(internal)?;
    let reader = Reader {
        source,
        tree: &tree,
        schema: &format.schema,
    };
    let errors: Vec<ValidationError<'_>> = format.validator.iter_errors(&instance).collect();
    let mut findings = Vec::new();
    for error in errors
        .iter()
        .filter(|error| !reader.is_misspelt(error, &errors))
    {
        reader.report(error, &mut findings);
    }
    findings.sort_by_key(Finding::span);
    Findings::refuse_errors(findings)?;
    let value = typed(&instance).map_err(internal)?;
    Ok((value, tree))
}

/// Reads a source that is known to meet the format: what departs from it is still refused, but not shown where it stands.
pub fn read_known_yaml<T: DeserializeOwned>(source: &SourceText) -> Result<T, Findings> {
    let (tree, instance) = instance(source)?;
    typed(&instance).map_err(|message| Finding::at(source, tree.span, "format", message).into())
}

fn instance(source: &SourceText) -> Result<(Located, Json), Findings> {
    let syntax = |error: yaml::YamlError| {
        let help = miette::Diagnostic::help(&error).map(|help| help.to_string());
        let finding = Finding::at(source, error.span(), "yaml", error.to_string());
        Findings::from(match help {
            Some(help) => finding.with_help(help),
            None => finding,
        })
    };
    let tree = yaml::parse(source).map_err(syntax)?;
    let instance = to_json(&tree.to_node(Schema::Core, source).map_err(syntax)?);
    Ok((tree, instance))
}

/// Read from text, because a number inside a `Json` loses the spelling that nodes keep.
fn typed<T: DeserializeOwned>(instance: &Json) -> Result<T, String> {
    serde_json::from_str(&instance.to_string()).map_err(|error| error.to_string())
}

/// What a type's files are held to. Compiling it costs more than any file does, so it is done once a type.
struct Format {
    schema: Json,
    validator: Validator,
}

impl Format {
    fn of<T: JsonSchema + 'static>() -> Result<Arc<Self>, String> {
        static FORMATS: Mutex<BTreeMap<TypeId, Arc<Format>>> = Mutex::new(BTreeMap::new());
        let mut formats = FORMATS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = formats.get(&TypeId::of::<T>()) {
            return Ok(known.clone());
        }
        let schema = inlined_schema::<T>();
        let validator = jsonschema::validator_for(&schema).map_err(|error| error.to_string())?;
        let format = Arc::new(Self { schema, validator });
        formats.insert(TypeId::of::<T>(), format.clone());
        Ok(format)
    }
}

/// The JSON Schema of `T` without definitions, so that every path into it can be followed.
pub fn inlined_schema<T: JsonSchema>() -> Json {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

fn to_json(node: &Node) -> Json {
    match node {
        Node::Bool(value) => Json::Bool(*value),
        Node::Number(number) => serde_json::from_str(&number.to_text()).unwrap_or(Json::Null),
        Node::Text(text) => Json::from(&**text),
        Node::List(items) => items.iter().map(to_json).collect(),
        Node::Object(members) => Json::Object(
            members
                .iter()
                .map(|(key, value)| (key.to_string(), to_json(value)))
                .collect(),
        ),
        // YAML yields plain nodes only.
        _ => Json::Null,
    }
}

/// Turns the validator's errors into findings.
struct Reader<'a> {
    source: &'a SourceText,
    tree: &'a Located,
    schema: &'a Json,
}

impl Reader<'_> {
    fn report(&self, error: &ValidationError<'_>, findings: &mut Vec<Finding>) {
        let path = error.instance_path().as_str();
        let place = self.tree.locate_nearest(path);
        let subject = subject(path);
        match error.kind() {
            ValidationErrorKind::AdditionalProperties { unexpected } => {
                findings.extend(unexpected.iter().map(|key| self.unknown_key(error, key)));
            }
            ValidationErrorKind::Required { property } => {
                let name = property.as_str().unwrap_or_default();
                let finding = Finding::at(
                    self.source,
                    self.naming(path),
                    "missing-key",
                    format!("`{name}` is missing"),
                );
                findings.push(finding.with_label(format!("`{name}` belongs here")));
            }
            ValidationErrorKind::Type { kind } => {
                findings.push(self.wrong_type(path, &type_words(kind), error.instance()));
            }
            ValidationErrorKind::Enum { options } => {
                let options = options.as_array().map_or(&[] as &[Json], Vec::as_slice);
                findings.push(self.unknown_word(
                    path,
                    error.instance(),
                    &options.iter().collect::<Vec<_>>(),
                ));
            }
            ValidationErrorKind::Constant { expected_value } => {
                findings.push(self.unknown_word(path, error.instance(), &[expected_value]));
            }
            ValidationErrorKind::AnyOf { context }
            | ValidationErrorKind::OneOfNotValid { context }
            | ValidationErrorKind::OneOfMultipleValid { context } => {
                self.branches(error, context, findings);
            }
            ValidationErrorKind::Pattern { pattern } => {
                let advice = self
                    .subschema(error, 1)
                    .and_then(|schema| schema.get("description")?.as_str());
                let message = format!("{subject} cannot be {}", describe(error.instance()));
                let finding = Finding::at(self.source, place, "malformed", message)
                    .with_label(format!("must match `{pattern}`"));
                findings.push(match advice {
                    Some(advice) => finding.with_help(lower_first(advice)),
                    None => finding,
                });
            }
            ValidationErrorKind::MinItems { limit: 1 }
            | ValidationErrorKind::MinProperties { limit: 1 }
            | ValidationErrorKind::MinLength { limit: 1 } => {
                let finding =
                    Finding::at(self.source, place, "empty", format!("{subject} is empty"));
                findings.push(finding.with_label("at least one is needed"));
            }
            ValidationErrorKind::UniqueItems => {
                findings.push(Finding::at(
                    self.source,
                    place,
                    "duplicate",
                    format!("{subject} holds an entry twice"),
                ));
            }
            _ => findings.push(Finding::at(
                self.source,
                place,
                "format",
                lower_first(&error.to_string()),
            )),
        }
    }

    /// Whether `error` is about a missing key that stands there misspelt, which is reported once.
    fn is_misspelt(&self, error: &ValidationError<'_>, all: &[ValidationError<'_>]) -> bool {
        let ValidationErrorKind::Required { property } = error.kind() else {
            return false;
        };
        all.iter()
            .filter(|other| other.instance_path() == error.instance_path())
            .any(|other| match other.kind() {
                ValidationErrorKind::AdditionalProperties { unexpected } => {
                    let known = self.known_keys(other);
                    unexpected
                        .iter()
                        .any(|key| closest(key, known.iter().copied()) == property.as_str())
                }
                _ => false,
            })
    }

    fn known_keys(&self, error: &ValidationError<'_>) -> Vec<&str> {
        self.subschema(error, 1)
            .and_then(|schema| schema.get("properties")?.as_object())
            .map(|properties| properties.keys().map(String::as_str).collect())
            .unwrap_or_default()
    }

    fn unknown_key(&self, error: &ValidationError<'_>, key: &str) -> Finding {
        let mut path = error.instance_path().as_str().to_owned();
        append_token(&mut path, key);
        let place = self
            .tree
            .locate_key(&path)
            .unwrap_or_else(|| self.tree.locate_nearest(&path));
        let finding = Finding::at(
            self.source,
            place,
            "unknown-key",
            format!("unknown key `{key}`"),
        );
        suggest(
            finding.with_label("no such key"),
            key,
            &self.known_keys(error),
        )
    }

    fn unknown_word(&self, path: &str, instance: &Json, options: &[&Json]) -> Finding {
        let words: Vec<String> = options.iter().map(|option| shown(option)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let place = self.tree.locate_nearest(path);
        match instance {
            Json::String(text) => {
                let message = format!("{} cannot be {}", subject(path), describe(instance));
                let finding = Finding::at(self.source, place, "unknown-value", message);
                suggest(finding.with_label("no such value"), text, &words)
            }
            Json::Number(_) | Json::Bool(_) => {
                let message = format!("{} cannot be {}", subject(path), describe(instance));
                suggest(
                    Finding::at(self.source, place, "unknown-value", message)
                        .with_label("no such value"),
                    "",
                    &words,
                )
            }
            _ => suggest(
                self.wrong_type(path, &["a single value".to_owned()], instance),
                "",
                &words,
            ),
        }
    }

    fn wrong_type(&self, path: &str, expected: &[String], instance: &Json) -> Finding {
        let found = describe(instance);
        let message = format!(
            "{} must be {}, not {found}",
            subject(path),
            expected.join(" or ")
        );
        let place = self.tree.locate_nearest(path);
        Finding::at(self.source, place, "wrong-type", message)
            .with_label(format!("this is {}", article_free(&found)))
    }

    /// Reports what is wrong with the branch that was meant, which is the one whose type fits.
    fn branches(
        &self,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'static>>],
        findings: &mut Vec<Finding>,
    ) {
        let path = error.instance_path().as_str();
        let schemas: Vec<&Json> = self
            .subschema(error, 0)
            .and_then(Json::as_array)
            .map(|branches| branches.iter().collect())
            .unwrap_or_default();
        let words: Option<Vec<&Json>> = schemas
            .iter()
            .map(|schema| words_of(schema))
            .collect::<Option<Vec<_>>>()
            .map(|lists| lists.into_iter().flatten().collect());
        if let Some(words) = words.filter(|words| !words.is_empty()) {
            return findings.push(self.unknown_word(path, error.instance(), &words));
        }
        let of_other_type = |inner: &ValidationError<'_>| {
            inner.instance_path().as_str() == path
                && matches!(inner.kind(), ValidationErrorKind::Type { .. })
        };
        let meant = context
            .iter()
            .find(|branch| !branch.is_empty() && !branch.iter().any(of_other_type));
        if let Some(branch) = meant {
            for inner in branch {
                self.report(inner, findings);
            }
            return;
        }
        let mut expected: Vec<String> = Vec::new();
        for inner in context
            .iter()
            .flatten()
            .filter(|inner| of_other_type(inner))
        {
            if let ValidationErrorKind::Type { kind } = inner.kind() {
                expected.extend(type_words(kind));
            }
        }
        expected.dedup();
        findings.push(self.wrong_type(path, &expected, error.instance()));
    }

    /// The part of the schema that raised `error`, `up` levels above the keyword.
    fn subschema(&self, error: &ValidationError<'_>, up: usize) -> Option<&Json> {
        let mut path = error.schema_path().as_str();
        for _ in 0..up {
            path = path.rsplit_once('/').map_or("", |(parent, _)| parent);
        }
        self.schema.pointer(path)
    }

    /// The place that names the mapping at `path`: its key, or its first entry in a list or at the root.
    fn naming(&self, path: &str) -> Span {
        let in_list = path
            .rsplit_once('/')
            .is_none_or(|(_, last)| last.bytes().all(|byte| byte.is_ascii_digit()));
        match self.tree.at(path).and_then(|node| node.entries().first()) {
            Some(first) if in_list => {
                let end = first.value.span.offset + first.value.span.len;
                let text = self
                    .source
                    .text()
                    .get(first.key_span.offset..end)
                    .unwrap_or_default();
                let len = text.lines().next().map_or(first.key_span.len, str::len);
                Span {
                    offset: first.key_span.offset,
                    len,
                }
            }
            _ => self
                .tree
                .locate_key(path)
                .unwrap_or_else(|| self.tree.locate_nearest(path)),
        }
    }
}

/// How a message names what stands at `path`.
fn subject(path: &str) -> String {
    let tokens: Vec<_> = split_pointer(path).collect();
    match tokens.as_slice() {
        [] => "the file".to_owned(),
        [.., key, index] if index.bytes().all(|byte| byte.is_ascii_digit()) => {
            format!("an entry of `{key}`")
        }
        [.., key] => format!("`{key}`"),
    }
}

/// Adds the nearest of the known words as advice, or all of them.
fn suggest(finding: Finding, word: &str, known: &[&str]) -> Finding {
    match closest(word, known.iter().copied()) {
        Some(nearest) => finding.with_help(format!("did you mean `{nearest}`?")),
        None if known.is_empty() || known.len() > LISTED_WORDS => finding,
        None => finding.with_help(format!("known here: `{}`", known.join("`, `"))),
    }
}

/// The words a schema of nothing but constants accepts.
fn words_of(schema: &Json) -> Option<Vec<&Json>> {
    match (schema.get("const"), schema.get("enum")) {
        (Some(word), _) => Some(vec![word]),
        (None, Some(words)) => words.as_array().map(|words| words.iter().collect()),
        (None, None) => None,
    }
}

fn shown(value: &Json) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

fn describe(value: &Json) -> String {
    match value {
        Json::Null => "nothing".to_owned(),
        Json::Bool(value) => format!("`{value}`"),
        Json::Number(number) => format!("the number `{number}`"),
        Json::String(text) if text.contains('\n') || text.len() > 60 => "a text".to_owned(),
        Json::String(text) => format!("`{text}`"),
        Json::Array(_) => "a list".to_owned(),
        Json::Object(_) => "a mapping".to_owned(),
    }
}

/// Words for a label, which do not repeat the text they stand under.
fn article_free(found: &str) -> &str {
    match found {
        "nothing" | "a list" | "a mapping" | "a text" => found,
        "`true`" | "`false`" => "true or false",
        number if number.starts_with("the number") => "a number",
        _ => "a text",
    }
}

fn type_words(kind: &TypeKind) -> Vec<String> {
    let word = |kind: JsonType| match kind {
        JsonType::Array => "a list",
        JsonType::Boolean => "`true` or `false`",
        JsonType::Integer => "a whole number",
        JsonType::Null => "nothing",
        JsonType::Number => "a number",
        JsonType::Object => "a mapping",
        JsonType::String => "a text",
    };
    match kind {
        TypeKind::Single(kind) => vec![word(*kind).to_owned()],
        TypeKind::Multiple(kinds) => kinds
            .iter()
            .filter(|kind| *kind != JsonType::Null)
            .map(|kind| word(kind).to_owned())
            .collect(),
    }
}

fn lower_first(text: &str) -> String {
    let text = text.trim_end_matches('.');
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(characters).collect()
    })
}
