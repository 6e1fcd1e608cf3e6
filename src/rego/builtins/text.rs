//! String builtins: capped, and as OPA has them where the engine differs.

use std::fmt::Write as _;

use regorus::Value;

use super::{BuiltinError, LARGEST_TEXT};

fn text<'v>(name: &str, place: usize, value: &'v Value) -> Result<&'v str, BuiltinError> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(BuiltinError::operand(name, place, "a string", other)),
    }
}

fn texts<'v>(name: &str, place: usize, value: &'v Value) -> Result<Vec<&'v str>, BuiltinError> {
    let wrong = || BuiltinError::operand(name, place, "a list or set of strings", value);
    let read = |item: &'v Value| match item {
        Value::String(text) => Ok(&**text),
        _ => Err(wrong()),
    };
    match value {
        Value::Array(items) => items.iter().map(read).collect(),
        Value::Set(items) => items.iter_sorted().map(read).collect(),
        _ => Err(wrong()),
    }
}

/// `concat(delimiter, strings)`.
pub(super) fn concat(args: &[Value]) -> Result<Value, BuiltinError> {
    let [delimiter, parts] = args else {
        return Err(BuiltinError::arguments("concat"));
    };
    let delimiter = text("concat", 1, delimiter)?;
    let parts = texts("concat", 2, parts)?;
    let length = parts.iter().map(|part| part.len()).sum::<usize>()
        + delimiter.len().saturating_mul(parts.len());
    if length > LARGEST_TEXT {
        return Err(BuiltinError::too_large("concat"));
    }
    Ok(Value::from(parts.join(delimiter)))
}

/// `replace(text, old, new)`.
pub(super) fn replace(args: &[Value]) -> Result<Value, BuiltinError> {
    let [subject, old, new] = args else {
        return Err(BuiltinError::arguments("replace"));
    };
    let (subject, old, new) = (
        text("replace", 1, subject)?,
        text("replace", 2, old)?,
        text("replace", 3, new)?,
    );
    if new.len() > old.len() {
        let matches = if old.is_empty() {
            subject.chars().count() + 1
        } else {
            subject.matches(old).count()
        };
        if subject
            .len()
            .saturating_add(matches.saturating_mul(new.len()))
            > LARGEST_TEXT
        {
            return Err(BuiltinError::too_large("replace"));
        }
    }
    Ok(Value::from(subject.replace(old, new)))
}

/// `strings.count(text, substring)`: matches do not overlap, and the empty string lies around every character.
pub(super) fn count(args: &[Value]) -> Result<Value, BuiltinError> {
    let [subject, part] = args else {
        return Err(BuiltinError::arguments("strings.count"));
    };
    let (subject, part) = (
        text("strings.count", 1, subject)?,
        text("strings.count", 2, part)?,
    );
    Ok(Value::from(if part.is_empty() {
        subject.chars().count() + 1
    } else {
        subject.matches(part).count()
    }))
}

/// `strings.replace_n(patterns, text)`: one pass; at each place the first pattern in key order wins.
pub(super) fn replace_n(args: &[Value]) -> Result<Value, BuiltinError> {
    const NAME: &str = "strings.replace_n";
    let [patterns, subject] = args else {
        return Err(BuiltinError::arguments(NAME));
    };
    let Value::Object(patterns) = patterns else {
        return Err(BuiltinError::operand(
            NAME,
            1,
            "an object of strings",
            patterns,
        ));
    };
    let subject = text(NAME, 2, subject)?;
    let pairs = patterns
        .iter_sorted()
        .map(|(old, new)| Ok((text(NAME, 1, old)?, text(NAME, 1, new)?)))
        .collect::<Result<Vec<_>, BuiltinError>>()?;
    let mut out = String::with_capacity(subject.len());
    let mut rest = subject;
    let mut after_empty = false;
    loop {
        let found = pairs
            .iter()
            .find(|(old, _)| rest.starts_with(old) && !(after_empty && old.is_empty()));
        after_empty = found.is_some_and(|(old, _)| old.is_empty());
        if let Some((old, new)) = found {
            out.push_str(new);
            rest = rest.get(old.len()..).unwrap_or_default();
            if !old.is_empty() {
                continue;
            }
            after_empty = true;
            continue;
        }
        let Some(character) = rest.chars().next() else {
            break;
        };
        out.push(character);
        rest = rest.get(character.len_utf8()..).unwrap_or_default();
        if out.len() > LARGEST_TEXT {
            return Err(BuiltinError::too_large(NAME));
        }
    }
    if out.len() > LARGEST_TEXT {
        Err(BuiltinError::too_large(NAME))
    } else {
        Ok(Value::from(out))
    }
}

/// A text between quotes, escaped as Go's `strconv.Quote` does.
pub(super) fn go_quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{7}' => out.push_str("\\a"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\u{b}' => out.push_str("\\v"),
            control if control.is_control() && u32::from(control) < 0x80 => {
                let _ = write!(out, "\\x{:02x}", u32::from(control));
            }
            control if control.is_control() => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// A value as OPA prints a term: strings quoted, sets in braces.
pub(super) fn term_text(value: &Value) -> String {
    let joined = |items: Vec<String>| items.join(", ");
    match value {
        Value::String(text) => go_quoted(text),
        Value::Number(number) => number.format_decimal(),
        Value::Array(items) => format!("[{}]", joined(items.iter().map(term_text).collect())),
        Value::Set(items) if items.is_empty() => "set()".to_owned(),
        Value::Set(items) => format!(
            "{{{}}}",
            joined(items.iter_sorted().map(term_text).collect())
        ),
        Value::Object(members) => {
            let members = members
                .iter_sorted()
                .map(|(key, value)| format!("{}: {}", term_text(key), term_text(value)));
            format!("{{{}}}", joined(members.collect()))
        }
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Undefined => "undefined".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(patterns: &str, subject: &str) -> String {
        let patterns = Value::from_json_str(patterns).expect("valid");
        let result = replace_n(&[patterns, Value::from(subject)]).expect("replaced");
        result.as_string().expect("a string").to_string()
    }

    #[test]
    fn replacements_do_not_chain() {
        assert_eq!(replaced(r#"{"a": "b", "b": "c"}"#, "ab"), "bc");
        assert_eq!(
            replaced(r#"{"<": "&lt;", ">": "&gt;"}"#, "<b>"),
            "&lt;b&gt;"
        );
        assert_eq!(replaced(r#"{"": "-"}"#, "ab"), "-a-b-");
    }

    #[test]
    fn occurrences_do_not_overlap() {
        let counted =
            |part: &str| count(&[Value::from("aaaa"), Value::from(part)]).expect("counted");
        assert_eq!(counted("aa"), Value::from(2_usize));
        assert_eq!(counted(""), Value::from(5_usize));
    }

    #[test]
    fn a_replacement_that_would_fill_the_memory_is_refused() {
        let long = Value::from("a".repeat(100_000));
        assert!(replace(&[long.clone(), Value::from("a"), long.clone()]).is_err());
        assert!(concat(&[long.clone(), Value::from(vec![long; 1_000])]).is_err());
    }
}
