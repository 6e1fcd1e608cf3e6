//! Inputs of a wanted size: a recorded artifact of one scenario, padded with copies of another scenario's resources.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::ser::PrettyFormatter;
use serde_json::{Map, Serializer, Value};

use super::Outcome;

/// Attributes whose texts tell resources apart, so that a copy needs its own.
const IDENTIFYING: [&str; 6] = [
    "alarm_name",
    "name",
    "AlarmName",
    "FunctionName",
    "QueueName",
    "TopicName",
];

/// A recorded reference: the artifact and the sources it was made from.
pub struct Recorded {
    /// The artifact's text.
    pub text: String,
    /// The folder with its sources.
    pub sources: PathBuf,
}

/// The reference of a scenario on an arm whose artifact is one file, and nearest to `size` bytes.
pub fn reference(root: &Path, scenario: &str, arm: &str, size: usize) -> Outcome<Recorded> {
    let folder = root
        .join("grading-proof")
        .join(scenario)
        .join("references")
        .join(arm);
    let file = if arm == "hcl" {
        "plan.json"
    } else {
        "template.json"
    };
    let mut recorded = Vec::new();
    for idiom in std::fs::read_dir(&folder)? {
        let idiom = idiom?.path();
        if let Ok(text) = std::fs::read_to_string(idiom.join(file)) {
            recorded.push((text.len().abs_diff(size), idiom, text));
        }
    }
    recorded.sort();
    let (_, idiom, text) = recorded
        .into_iter()
        .next()
        .ok_or_else(|| format!("no reference of {scenario} on {arm}"))?;
    let sources = idiom.join("src");
    Ok(Recorded { text, sources })
}

/// `text` with as many renamed copies of the donor's resources as make it `at_least` bytes long.
pub fn padded(text: &str, donor: &str, at_least: usize) -> Outcome<String> {
    if text.len() >= at_least {
        return Ok(text.to_owned());
    }
    let mut artifact: Value = serde_json::from_str(text)?;
    let donor: Value = serde_json::from_str(donor)?;
    let names = names(&donor);
    let mut written = written_out(&artifact)?;
    let mut copies = 0;
    while written.len() < at_least {
        copies += 1;
        let copy = renamed(&donor, &names, &format!("x{copies}"));
        let before = written.len();
        for pointer in [
            "/planned_values/root_module/resources",
            "/resource_changes",
            "/configuration/root_module/resources",
            "/Resources",
        ] {
            extend(artifact.pointer_mut(pointer), copy.pointer(pointer));
        }
        written = written_out(&artifact)?;
        if written.len() == before {
            return Err("the donor has no resources to copy".into());
        }
    }
    Ok(written)
}

/// The artifact as its tool writes it: a plan in one line, a template with an indentation of one.
fn written_out(artifact: &Value) -> Outcome<String> {
    if artifact.get("Resources").is_none() {
        return Ok(serde_json::to_string(artifact)?);
    }
    let mut bytes = Vec::new();
    let indented = PrettyFormatter::with_indent(b" ");
    artifact.serialize(&mut Serializer::with_formatter(&mut bytes, indented))?;
    Ok(String::from_utf8(bytes)?)
}

fn extend(target: Option<&mut Value>, more: Option<&Value>) {
    match (target, more) {
        (Some(Value::Array(items)), Some(Value::Array(more))) => {
            items.extend(more.iter().cloned());
        }
        (Some(Value::Object(members)), Some(Value::Object(more))) => {
            let resources = more
                .iter()
                .filter(|(_, value)| value.get("Type") != Some(&Value::from("AWS::CDK::Metadata")));
            members.extend(resources.map(|(key, value)| (key.clone(), value.clone())));
        }
        _ => {}
    }
}

/// Names of resources, and the texts that identify them.
fn names(donor: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let planned = donor.pointer("/planned_values/root_module/resources");
    for resource in planned.and_then(Value::as_array).into_iter().flatten() {
        add_texts(resource, &mut names);
        if let Some(values) = resource.get("values") {
            add_texts(values, &mut names);
        }
    }
    let logical = donor.get("Resources").and_then(Value::as_object);
    for (id, resource) in logical.into_iter().flatten() {
        names.insert(id.clone());
        if let Some(properties) = resource.get("Properties") {
            add_texts(properties, &mut names);
        }
    }
    names
}

fn add_texts(members: &Value, names: &mut BTreeSet<String>) {
    let texts = IDENTIFYING
        .iter()
        .filter_map(|key| members.get(key).and_then(Value::as_str));
    names.extend(texts.map(str::to_owned));
}

fn renamed(value: &Value, names: &BTreeSet<String>, suffix: &str) -> Value {
    match value {
        Value::String(text) => Value::String(renamed_text(text, names, suffix)),
        Value::Array(items) => items
            .iter()
            .map(|item| renamed(item, names, suffix))
            .collect(),
        Value::Object(members) => Value::Object(
            members
                .iter()
                .map(|(key, value)| {
                    (
                        renamed_text(key, names, suffix),
                        renamed(value, names, suffix),
                    )
                })
                .collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    }
}

/// A text in which every name that stands by itself, in an address or in a `${…}`, is followed by the suffix.
fn renamed_text(text: &str, names: &BTreeSet<String>, suffix: &str) -> String {
    let in_name = |character: char| character.is_ascii_alphanumeric() || "_-".contains(character);
    let mut renamed = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest
            .find(|character| !in_name(character))
            .unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        renamed.push_str(word);
        if names.contains(word) {
            renamed.push_str(suffix);
        }
        let end = after.find(in_name).unwrap_or(after.len());
        let (between, after) = after.split_at(end);
        renamed.push_str(between);
        rest = after;
    }
    renamed
}
