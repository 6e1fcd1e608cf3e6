//! Builtins of the engine that are called through a guard, because their results can outgrow every limit.

use std::sync::LazyLock;

use regorus::Value;
use regorus::unstable::{Expr, Ref, Source, Span};

use super::super::fault::EngineMessage;
use super::{BuiltinError, LARGEST_LIST, LARGEST_TEXT};

/// Bits by which a number may be shifted.
const LARGEST_SHIFT: i64 = 1 << 16;

/// A place for the engine's builtins to complain about; the place of the call is added outside.
static NOWHERE: LazyLock<Option<Span>> = LazyLock::new(|| {
    let source = Source::from_contents("builtin".to_owned(), " ".to_owned()).ok()?;
    Some(Span {
        source,
        line: 1,
        col: 1,
        start: 0,
        end: 1,
    })
});

/// Calls the engine's own builtin.
fn engine_builtin(name: &str, args: &[Value]) -> Result<Value, BuiltinError> {
    let missing = || BuiltinError::new(format!("`{name}` is not available"));
    let (builtin, _) = regorus::unstable::BUILTINS.get(name).ok_or_else(missing)?;
    let span = NOWHERE.as_ref().ok_or_else(missing)?;
    let params: Vec<Ref<Expr>> = args
        .iter()
        .map(|_| {
            Ref::new(Expr::Null {
                span: span.clone(),
                value: Value::Null,
                eidx: 0,
            })
        })
        .collect();
    builtin(span, &params, args, true)
        .map_err(|error| BuiltinError::new(EngineMessage::parse(&error.to_string()).message))
}

/// The integer value of an argument, when it is one of 64 bits.
fn integer(value: &Value) -> Option<i64> {
    value.as_i64().ok()
}

/// `numbers.range(from, to)`.
pub(super) fn range(args: &[Value]) -> Result<Value, BuiltinError> {
    if let [from, to] = args {
        check_length("numbers.range", from, to, 1)?;
    }
    engine_builtin("numbers.range", args)
}

/// `numbers.range_step(from, to, step)`.
pub(super) fn range_step(args: &[Value]) -> Result<Value, BuiltinError> {
    if let [from, to, step] = args {
        check_length(
            "numbers.range_step",
            from,
            to,
            integer(step).unwrap_or(1).max(1),
        )?;
    }
    engine_builtin("numbers.range_step", args)
}

fn check_length(name: &str, from: &Value, to: &Value, step: i64) -> Result<(), BuiltinError> {
    match (from, to) {
        (Value::Number(_), Value::Number(_)) => {
            let length = integer(from)
                .zip(integer(to))
                .map(|(from, to)| from.abs_diff(to) / step.unsigned_abs());
            match length.and_then(|length| usize::try_from(length).ok()) {
                Some(length) if length < LARGEST_LIST => Ok(()),
                _ if !is_integer(from) || !is_integer(to) => Ok(()),
                _ => Err(BuiltinError::too_large(name)),
            }
        }
        _ => Ok(()),
    }
}

fn is_integer(value: &Value) -> bool {
    matches!(value, Value::Number(number) if number.is_integer())
}

/// `array.concat(left, right)`.
pub(super) fn array_concat(args: &[Value]) -> Result<Value, BuiltinError> {
    if let [Value::Array(left), Value::Array(right)] = args
        && left.len() + right.len() > LARGEST_LIST
    {
        return Err(BuiltinError::too_large("array.concat"));
    }
    engine_builtin("array.concat", args)
}

/// `bits.lsh(number, by)`.
pub(super) fn shift_left(args: &[Value]) -> Result<Value, BuiltinError> {
    if let [_, by] = args
        && integer(by).is_none_or(|by| by > LARGEST_SHIFT)
    {
        return Err(BuiltinError::too_large("bits.lsh"));
    }
    engine_builtin("bits.lsh", args)
}

/// `regex.replace(text, pattern, value)`; an invalid pattern is an error, not undefined.
pub(super) fn regex_replace(args: &[Value]) -> Result<Value, BuiltinError> {
    if let [
        Value::String(text),
        Value::String(pattern),
        Value::String(value),
    ] = args
    {
        if engine_builtin("regex.is_valid", &[Value::String(pattern.clone())])? != Value::Bool(true)
        {
            return Err(BuiltinError::new(format!(
                "`regex.replace`: invalid pattern `{pattern}`"
            )));
        }
        let groups = value.matches('$').count();
        let one = value
            .len()
            .saturating_add(groups.saturating_mul(text.len()));
        if one.saturating_mul(text.len() + 1) > LARGEST_TEXT {
            check_replacement(text, pattern, value)?;
        }
    }
    engine_builtin("regex.replace", args)
}

/// Counts what the replacement would really take.
fn check_replacement(text: &str, pattern: &str, value: &str) -> Result<(), BuiltinError> {
    let pattern =
        regex::Regex::new(pattern).map_err(|error| BuiltinError::new(error.to_string()))?;
    let mut length = text.len();
    let mut replacement = String::new();
    for captures in pattern.captures_iter(text) {
        replacement.clear();
        captures.expand(value, &mut replacement);
        length = length.saturating_add(replacement.len());
        if length > LARGEST_TEXT {
            return Err(BuiltinError::too_large("regex.replace"));
        }
    }
    Ok(())
}

/// `regex.template_match(template, text, start, end)`; the engine's own reads past the end of a short text.
pub(super) fn template_match(args: &[Value]) -> Result<Value, BuiltinError> {
    const NAME: &str = "regex.template_match";
    let [
        Value::String(template),
        Value::String(text),
        Value::String(start),
        Value::String(end),
    ] = args
    else {
        return Err(BuiltinError::new(format!("`{NAME}` takes four strings")));
    };
    let unbalanced =
        || BuiltinError::new(format!("`{NAME}`: unbalanced delimiters in `{template}`"));
    let mut pattern = String::from("^");
    let mut rest: &str = template;
    while let Some((before, after)) = rest.split_once(&**start) {
        let (inside, following) = after.split_once(&**end).ok_or_else(unbalanced)?;
        pattern.push_str(&regex::escape(before));
        pattern.push('(');
        pattern.push_str(inside);
        pattern.push(')');
        rest = following;
    }
    pattern.push_str(&regex::escape(rest));
    pattern.push('$');
    engine_builtin(
        "regex.match",
        &[Value::from(pattern), Value::String(text.clone())],
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_is_made_as_long_as_it_is_small() {
        let range = range(&[Value::from(1), Value::from(3)]).expect("made");
        assert_eq!(range, Value::from_json_str("[1, 2, 3]").expect("valid"));
        let stepped = range_step(&[Value::from(10), Value::from(1), Value::from(4)]).expect("made");
        assert_eq!(stepped, Value::from_json_str("[10, 6, 2]").expect("valid"));
    }

    #[test]
    fn a_range_of_a_thousand_million_is_refused() {
        let error = range(&[Value::from(1), Value::from(1_000_000_000_i64)]).expect_err("refused");
        assert_eq!(
            error.to_string(),
            "`numbers.range` would make a value larger than allowed"
        );
        assert!(range(&[Value::from(i64::MIN), Value::from(i64::MAX)]).is_err());
    }

    #[test]
    fn the_engines_own_complaints_come_through() {
        let error = range(&[Value::from("a"), Value::from(3)]).expect_err("refused");
        assert!(error.to_string().contains("numeric argument"), "{error}");
    }

    #[test]
    fn an_invalid_pattern_is_an_error() {
        let args = [Value::from("abc"), Value::from("("), Value::from("x")];
        assert!(
            regex_replace(&args)
                .expect_err("refused")
                .to_string()
                .contains("invalid pattern")
        );
    }

    #[test]
    fn a_template_longer_than_the_text_does_not_match() {
        let args = ["urn:foo:{.*}", "urn", "{", "}"].map(Value::from);
        assert_eq!(template_match(&args).expect("answered"), Value::Bool(false));
        let args = ["urn:foo:{.*}", "urn:foo:bar", "{", "}"].map(Value::from);
        assert_eq!(template_match(&args).expect("answered"), Value::Bool(true));
    }
}
