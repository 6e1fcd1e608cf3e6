//! Telling the kind of an artifact from its content, and refusing what cannot be graded, with the place.

use crate::source::{SourceText, Span, locate_json};
use crate::value::{JsonError, Node, Text};

use super::document::{self, Document, Keys};
use super::error::{Fault, ReadError};
use super::plan::Plan;
use super::state::State;
use super::template::opens_as_template;
use super::toolchain::{TOOLCHAIN_SCHEMA, ToolchainRecord};

/// An artifact whose kind was told from its content.
#[derive(Debug, Clone)]
pub enum Recognised {
    /// A plan.
    Plan(Box<Plan>),
    /// A state.
    State(Box<State>),
    /// A CloudFormation template, to be read by the template reader.
    Template(SourceText),
    /// A toolchain record.
    Toolchain(Box<ToolchainRecord>),
}

/// The same as [`recognise`], but a template that shows itself in its first keys is left to its own reader, which reads
/// all of it anyway.
pub fn recognise_opening(source: &SourceText) -> Result<Recognised, ReadError> {
    if opens_as_template(source.text()) {
        return Ok(Recognised::Template(source.clone()));
    }
    recognise(source)
}

/// Tells the kind of a document and reads it.
pub fn recognise(source: &SourceText) -> Result<Recognised, ReadError> {
    let text = source.text();
    let start = text.len() - text.trim_start().len();
    let Some(first) = text.trim_start().chars().next() else {
        return Err(ReadError::Empty {
            name: source.name().clone(),
        });
    };
    if first != '{' {
        return no_object(source, start);
    }
    let document = match document::read(text) {
        Ok(document) => document,
        Err(error) => return unreadable(source, &error),
    };
    classify(source, document)
}

fn classify(source: &SourceText, document: Document) -> Result<Recognised, ReadError> {
    let keys = document.keys;
    if document.schema.as_text() == Some(TOOLCHAIN_SCHEMA) {
        return toolchain(source);
    }
    let unversioned = document.format_version.is_null();
    // An app without resources synthesizes to a template that has only the parameters of its framework.
    let bare = keys.has(Keys::PARAMETERS) && !keys.has(Keys::FOREIGN);
    if keys.has(Keys::TEMPLATE) || unversioned && (keys.has(Keys::RESOURCES) || bare) {
        return Ok(Recognised::Template(source.clone()));
    }
    if keys.has(Keys::LINEAGE) && keys.has(Keys::RAW_RESOURCES) {
        let span = locate_json(source.text(), "/lineage")
            .or_else(|| locate_json(source.text(), "/serial"));
        return Err(ReadError::fault(
            source,
            Fault::RawState,
            span.unwrap_or_default(),
        ));
    }
    let plan = keys.has(Keys::PLANNED) || keys.has(Keys::CHANGES);
    let empty_state = !keys.has(Keys::FOREIGN) && document.configuration.is_none();
    let named = !document.format_version.is_null();
    if !named || !(plan || document.errored || keys.has(Keys::VALUES) || empty_state) {
        return Err(no_artifact(source));
    }
    let format_version = format_version(source, &document.format_version)?;
    if document.errored {
        let span = locate_json(source.text(), "/errored").unwrap_or_default();
        return Err(ReadError::fault(source, Fault::Errored, span));
    }
    if plan {
        return Ok(Recognised::Plan(Box::new(Plan::from_document(
            document,
            format_version,
        ))));
    }
    Ok(Recognised::State(Box::new(State::from_document(
        document,
        format_version,
    ))))
}

fn format_version(source: &SourceText, node: &Node) -> Result<Text, ReadError> {
    let refuse = |found: String| {
        let span = locate_json(source.text(), "/format_version").unwrap_or_default();
        ReadError::fault(source, Fault::FormatVersion(found), span)
    };
    let Node::Text(version) = node else {
        return Err(refuse(serde_json::to_string(node).unwrap_or_default()));
    };
    let major = version
        .split_once('.')
        .map_or(&**version, |(major, _)| major);
    if !matches!(major, "0" | "1") {
        return Err(refuse(version.to_string()));
    }
    Ok(version.clone())
}

fn toolchain(source: &SourceText) -> Result<Recognised, ReadError> {
    serde_json::from_str(source.text())
        .map(|record| Recognised::Toolchain(Box::new(record)))
        .map_err(|error| {
            let error = JsonError::new(source.text(), &error);
            let fault = Fault::Malformed {
                kind: "toolchain record",
                reason: error.message,
            };
            ReadError::fault(source, fault, at(source.text(), error.offset))
        })
}

fn no_artifact(source: &SourceText) -> ReadError {
    let text = source.text();
    ReadError::fault(
        source,
        Fault::NoArtifact,
        at(text, text.len() - text.trim_start().len()),
    )
}

/// A text that does not start with an object: a YAML template, or nothing that can be graded.
fn no_object(source: &SourceText, start: usize) -> Result<Recognised, ReadError> {
    let text = source.text();
    if looks_like_a_yaml_template(text) {
        return Ok(Recognised::Template(source.clone()));
    }
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(text) {
        let first_line = text
            .get(start..)
            .and_then(|rest| rest.find('\n'))
            .map_or(text.len(), |end| start + end);
        let is_list = text
            .get(start..)
            .is_some_and(|rest| rest.starts_with(['[', '"']));
        // A list that goes wrong in its first line is no list but a line of a log.
        if (!is_list || error.is_syntax() && JsonError::new(text, &error).offset < first_line)
            && let Some(json) = json_after_text(text, start)
        {
            let span = Span {
                offset: start,
                len: json - start,
            };
            return Err(ReadError::fault(source, Fault::TextBefore, span));
        }
        if is_list {
            return unreadable(source, &error);
        }
    }
    Err(no_artifact(source))
}

/// Where a line starts a JSON object that is not the first thing of the text.
fn json_after_text(text: &str, start: usize) -> Option<usize> {
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with('{') {
            return Some(offset + line.len() - line.trim_start().len())
                .filter(|json| *json > start);
        }
        offset += line.len();
    }
    None
}

/// Whether a line at the outermost indentation opens one of the sections that only templates have.
fn looks_like_a_yaml_template(text: &str) -> bool {
    let content = |line: &&str| {
        !matches!(line.trim_start().chars().next(), None | Some('#' | '%')) && *line != "---"
    };
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let outermost = text
        .lines()
        .filter(content)
        .map(indentation)
        .next()
        .unwrap_or(0);
    text.lines()
        .filter(|line| indentation(line) == outermost)
        .any(|line| {
            let line = line.trim_start();
            let key = line
                .split_once(':')
                .map_or("", |(key, _)| key)
                .trim_end()
                .trim_matches(['"', '\'']);
            matches!(key, "Resources" | "AWSTemplateFormatVersion" | "Transform")
        })
}

fn unreadable(source: &SourceText, error: &serde_json::Error) -> Result<Recognised, ReadError> {
    let text = source.text();
    let located = JsonError::new(text, error);
    let span = at(text, located.offset);
    let message = located.message;
    if error.is_eof() {
        return Err(ReadError::fault(
            source,
            Fault::Truncated,
            at(text, text.trim_end().len().saturating_sub(1)),
        ));
    }
    if let Some(key) = message
        .strip_prefix("duplicate key `")
        .or_else(|| message.strip_prefix("duplicate field `"))
    {
        let key = key.trim_end_matches('`').to_owned();
        let span = key_before(text, located.offset, &key).unwrap_or(span);
        return Err(ReadError::fault(source, Fault::DuplicateKey(key), span));
    }
    if message == "recursion limit exceeded" {
        return Err(ReadError::fault(source, Fault::TooDeep, span));
    }
    if message == "trailing characters" {
        let starts_value = text
            .get(located.offset..)
            .is_some_and(|rest| rest.starts_with(['{', '[']));
        let fault = if starts_value {
            Fault::SecondDocument
        } else {
            Fault::Syntax(message)
        };
        return Err(ReadError::fault(source, fault, span));
    }
    if error.is_syntax() {
        return Err(ReadError::fault(source, Fault::Syntax(message), span));
    }
    // The shape is wrong for a plan or a state; it may be neither.
    match document::keys(text) {
        Err(error) => unreadable(source, &error),
        Ok(keys) if keys.has(Keys::TEMPLATE) || keys.has(Keys::RESOURCES) => {
            Ok(Recognised::Template(source.clone()))
        }
        Ok(keys) => {
            let kind = if keys.has(Keys::PLANNED) || keys.has(Keys::CHANGES) {
                "plan"
            } else if keys.has(Keys::VALUES) && locate_json(text, "/format_version").is_some() {
                "state"
            } else {
                return Err(no_artifact(source));
            };
            Err(ReadError::fault(
                source,
                Fault::Malformed {
                    kind,
                    reason: message,
                },
                span,
            ))
        }
    }
}

/// The span of the quoted `key` that ends last before `offset`.
fn key_before(text: &str, offset: usize, key: &str) -> Option<Span> {
    let quoted = serde_json::Value::from(key).to_string();
    let mut end = (offset + 1).min(text.len());
    while !text.is_char_boundary(end) {
        end += 1;
    }
    text.get(..end)?.rfind(&quoted).map(|offset| Span {
        offset,
        len: quoted.len(),
    })
}

/// A span of the one character at `offset`.
fn at(text: &str, offset: usize) -> Span {
    let mut offset = offset.min(text.len().saturating_sub(1));
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    Span {
        offset,
        len: text
            .get(offset..)
            .and_then(|rest| rest.chars().next())
            .map_or(0, char::len_utf8),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EMPTY_PLAN: &str = r#"{"format_version": "1.2", "planned_values": {"root_module": {}}}"#;

    fn read(text: &str) -> Result<Recognised, ReadError> {
        recognise(&SourceText::new("given", text))
    }

    /// The fault and the text it underlines.
    fn fault(text: &str) -> (Fault, String) {
        match read(text) {
            Err(ReadError::Fault(found)) => {
                let (start, len) = (found.span.offset(), found.span.len());
                let underlined = found.text.inner()[start..start + len].to_owned();
                (found.fault, underlined)
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_kind_is_told_from_the_content() {
        assert!(matches!(read(EMPTY_PLAN), Ok(Recognised::Plan(_))));
        assert!(matches!(
            read(r#"{"resource_changes": [], "format_version": "0.1"}"#),
            Ok(Recognised::Plan(_))
        ));
        let state = r#"{"format_version": "1.0", "values": {"root_module": {}}}"#;
        assert!(matches!(read(state), Ok(Recognised::State(_))));
        assert!(matches!(
            read(r#"{"format_version": "1.0"}"#),
            Ok(Recognised::State(_))
        ));
        assert!(matches!(
            read(r#"{"Resources": {}}"#),
            Ok(Recognised::Template(_))
        ));
        assert!(matches!(
            read("# a template\nResources:\n  A: {}\n"),
            Ok(Recognised::Template(_))
        ));
        assert!(matches!(
            read("  Transform: X\n  Resources: {}\n"),
            Ok(Recognised::Template(_))
        ));
        let record = r#"{"schema": "proofmark.toolchain/1", "command": ["tsc"], "exit_status": 2}"#;
        assert!(matches!(read(record), Ok(Recognised::Toolchain(_))));
    }

    #[test]
    fn unfamiliar_minor_versions_and_fields_are_accepted() {
        let text = r#"{"format_version": "1.99", "planned_values": {"later": 1}, "later": {"a": [1]},
            "resource_changes": [{"address": "a.b", "later": true, "change": {"actions": ["no-op"], "later": 1}}]}"#;
        assert!(matches!(read(text), Ok(Recognised::Plan(_))));
    }

    #[test]
    fn an_unknown_major_version_is_refused() {
        let (found, underlined) = fault(r#"{"format_version": "2.0", "planned_values": {}}"#);
        assert_eq!(
            (found, underlined.as_str()),
            (Fault::FormatVersion("2.0".to_owned()), r#""2.0""#)
        );
        assert!(matches!(
            fault(r#"{"format_version": 1, "planned_values": {}}"#).0,
            Fault::FormatVersion(_)
        ));
    }

    #[test]
    fn an_errored_plan_is_refused_and_an_incomplete_one_noted() {
        let text = r#"{"format_version": "1.2", "planned_values": {}, "errored": true}"#;
        assert_eq!(fault(text), (Fault::Errored, "true".to_owned()));
        let text = r#"{"format_version": "1.2", "planned_values": {}, "complete": false}"#;
        let Ok(Recognised::Plan(plan)) = read(text) else {
            panic!("a plan")
        };
        assert!(!plan.complete);
    }

    #[test]
    fn a_document_that_is_cut_off_is_underlined_at_its_end() {
        let cut = EMPTY_PLAN.get(..40).expect("a part");
        assert_eq!(
            fault(cut),
            (Fault::Truncated, cut.get(39..).expect("the end").to_owned())
        );
        assert_eq!(fault("[1, 2").0, Fault::Truncated);
    }

    #[test]
    fn several_documents_are_refused_where_the_second_starts() {
        let events = "{\"@level\":\"info\"}\n{\"@level\":\"error\"}\n";
        assert_eq!(fault(events), (Fault::SecondDocument, "{".to_owned()));
        assert!(matches!(
            fault(&format!("{EMPTY_PLAN} trailing")).0,
            Fault::Syntax(_)
        ));
    }

    #[test]
    fn a_log_before_the_document_is_underlined() {
        for log in [
            "Refreshing state...\nwarning: x\n",
            "[command]terraform show -json\n",
        ] {
            let (found, underlined) = fault(&format!("{log}{EMPTY_PLAN}"));
            assert_eq!((found, underlined.as_str()), (Fault::TextBefore, log));
        }
    }

    #[test]
    fn a_duplicate_key_is_underlined_at_any_depth() {
        let twice = |key: &str| (Fault::DuplicateKey(key.to_owned()), format!("\"{key}\""));
        assert_eq!(
            fault(r#"{"format_version": "1.2", "planned_values": {}, "planned_values": {}}"#),
            twice("planned_values")
        );
        let resource = r#"{"format_version": "1.2", "planned_values": {"root_module": {"resources": [
            {"address": "a.b", "values": {"acl": "private", "tags": {"a": 1, "a": 2}}}]}}}"#;
        assert_eq!(fault(resource), twice("a"));
        let change = r#"{"format_version": "1.2", "resource_changes": [{"address": "a.b", "address": "c.d"}]}"#;
        assert_eq!(fault(change), twice("address"));
        let copied = r#"{"format_version": "1.2",
            "planned_values": {"root_module": {"resources": [{"address": "a.b", "values": {"acl": "x"}}]}},
            "resource_changes": [{"address": "a.b", "change": {"after": {"acl": "x", "acl": "y"}}}]}"#;
        assert_eq!(fault(copied), twice("acl"));
    }

    #[test]
    fn nesting_beyond_the_limit_is_refused() {
        let deep = format!("{}1{}", "[".repeat(200), "]".repeat(200));
        let text = format!(
            r#"{{"format_version": "1.2", "planned_values": {{}}, "variables": {{"v": {{"value": {deep}}}}}}}"#
        );
        assert_eq!(fault(&text).0, Fault::TooDeep);
    }

    #[test]
    fn a_raw_state_file_is_refused_with_the_way_out() {
        let text = r#"{"version": 4, "serial": 1, "lineage": "x", "outputs": {}, "resources": []}"#;
        let error = read(text).expect_err("refused");
        let help = miette::Diagnostic::help(&error).expect("help").to_string();
        assert!(help.contains("terraform show -json"), "{help}");
        assert_eq!(fault(text).0, Fault::RawState);
    }

    #[test]
    fn what_is_no_artifact_is_refused() {
        for text in [
            "[]",
            "3",
            "\"x\"",
            "{}",
            r#"{"name": "x", "values": 3}"#,
            r#"{"format_version": "1.0", "valid": true}"#,
        ] {
            assert_eq!(fault(text).0, Fault::NoArtifact, "{text}");
        }
        assert_eq!(
            fault("No changes. Your infrastructure matches.\n").0,
            Fault::NoArtifact
        );
        for text in ["", " \n\t"] {
            assert!(
                matches!(read(text), Err(ReadError::Empty { .. })),
                "{text:?}"
            );
        }
    }

    #[test]
    fn a_plan_whose_parts_have_the_wrong_shape_is_malformed_at_its_place() {
        let (found, _) = fault(r#"{"format_version": "1.2", "resource_changes": {"a": 1}}"#);
        assert!(
            matches!(found, Fault::Malformed { kind: "plan", .. }),
            "{found:?}"
        );
        let (found, _) = fault(r#"{"format_version": "1.2", "resource_changes": [{"type": "x"}]}"#);
        assert_eq!(found.to_string(), "malformed plan: missing field `address`");
    }

    #[test]
    fn numbers_that_no_machine_word_holds_stay_exact() {
        let text = r#"{"format_version": "1.2", "planned_values": {}, "variables": {"v": {"value": 9007199254740993}}}"#;
        let Ok(Recognised::Plan(plan)) = read(text) else {
            panic!("a plan")
        };
        assert_eq!(
            serde_json::to_string(&plan.variables["v"]).expect("json"),
            "9007199254740993"
        );
    }
}
