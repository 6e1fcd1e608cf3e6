//! Regular expressions as RE2 reads them, and replacement.

use regex::{Captures, Regex, RegexBuilder};

use crate::value::{Node, Object, Text};

use super::super::error::{Outcome, invalid};
use super::super::mark::{Shape, marked};
use super::string::MOST_BYTES;

/// Bytes of a compiled expression.
const MOST_COMPILED: usize = 1 << 20;

pub(super) fn apply(name: &str, texts: &[&str]) -> Outcome<Option<Node>> {
    match (name, texts) {
        ("regex", [pattern, text]) => {
            let pattern = compiled(pattern)?;
            check_groups(&pattern)?;
            pattern
                .captures(text)
                .map(|found| Some(captured(&pattern, &found)))
                .ok_or_else(|| invalid("the pattern does not match"))
        }
        ("regexall", [pattern, text]) => {
            let pattern = compiled(pattern)?;
            check_groups(&pattern)?;
            if text.len().saturating_mul(pattern.captures_len()) > MOST_BYTES / 8 {
                return Ok(None);
            }
            let found = pattern
                .captures_iter(text)
                .map(|found| captured(&pattern, &found));
            Ok(Some(marked(Shape::List, Node::List(found.collect()))))
        }
        ("replace", [text, pattern, replacement]) => replace(text, pattern, replacement),
        _ => Ok(None),
    }
}

fn replace(text: &str, pattern: &str, replacement: &str) -> Outcome<Option<Node>> {
    let longest = text
        .len()
        .saturating_add(1)
        .saturating_mul(replacement.len().saturating_add(1));
    let groups = 1 + replacement.matches('$').count();
    let inner = pattern
        .strip_prefix('/')
        .and_then(|pattern| pattern.strip_suffix('/'));
    let bound = if inner.is_some() {
        longest.saturating_mul(groups)
    } else {
        longest
    };
    if bound > MOST_BYTES
        && text.len()
            + text
                .matches(pattern)
                .count()
                .saturating_mul(replacement.len())
            > MOST_BYTES
    {
        return Ok(None);
    }
    if inner.is_some() && bound > 16 * MOST_BYTES {
        return Ok(None);
    }
    Ok(Some(Node::text(match inner {
        Some(inner) => compiled(inner)?.replace_all(text, replacement).into_owned(),
        None => text.replace(pattern, replacement),
    })))
}

/// Groups are all named, or none is.
fn check_groups(pattern: &Regex) -> Outcome<()> {
    let named = pattern.capture_names().flatten().count();
    if named == 0 || named + 1 == pattern.captures_len() {
        Ok(())
    } else {
        Err(invalid("some groups are named, some are not"))
    }
}

fn captured(pattern: &Regex, found: &Captures<'_>) -> Node {
    let text = |index: usize| {
        found
            .get(index)
            .map_or(Node::Null, |group| Node::text(group.as_str()))
    };
    if pattern.captures_len() == 1 {
        return text(0);
    }
    let named: Object = pattern
        .capture_names()
        .enumerate()
        .filter_map(|(index, name)| Some((Text::from(name?), text(index))))
        .collect();
    if named.is_empty() {
        Node::List((1..pattern.captures_len()).map(text).collect())
    } else {
        Node::Object(named)
    }
}

fn compiled(pattern: &str) -> Outcome<Regex> {
    let refused = || invalid(format!("`{pattern}` is no regular expression"));
    RegexBuilder::new(&translated(pattern).ok_or_else(refused)?)
        .size_limit(MOST_COMPILED)
        .dfa_size_limit(MOST_COMPILED)
        .nest_limit(64)
        .build()
        .map_err(|_| refused())
}

/// The expression with the classes that are ASCII in RE2 spelled out, and without the syntax that RE2 has not.
fn translated(pattern: &str) -> Option<String> {
    let mut result = String::with_capacity(pattern.len());
    let mut characters = pattern.chars().peekable();
    let mut in_class = false;
    let mut after_repetition = false;
    while let Some(character) = characters.next() {
        let mut repetition = false;
        match character {
            '\\' => {
                let escaped = characters.next()?;
                match (escaped, in_class) {
                    ('d', false) => result.push_str("[0-9]"),
                    ('D', _) => result.push_str("[^0-9]"),
                    ('w', false) => result.push_str("[0-9A-Za-z_]"),
                    ('W', _) => result.push_str("[^0-9A-Za-z_]"),
                    ('s', false) => result.push_str("[\\t\\n\\f\\r ]"),
                    ('S', _) => result.push_str("[^\\t\\n\\f\\r ]"),
                    ('d', true) => result.push_str("0-9"),
                    ('w', true) => result.push_str("0-9A-Za-z_"),
                    ('s', true) => result.push_str("\\t\\n\\f\\r "),
                    ('b', false) => result.push_str("(?-u:\\b)"),
                    ('B', false) => result.push_str("(?-u:\\B)"),
                    ('Q', false) => {
                        let mut literal = String::new();
                        while let Some(next) = characters.next() {
                            if next == '\\' && characters.peek() == Some(&'E') {
                                characters.next();
                                break;
                            }
                            literal.push(next);
                        }
                        result.push_str(&regex::escape(&literal));
                    }
                    ('<' | '>' | 'u' | 'U' | 'C', _) => return None,
                    (other, _) => {
                        result.push('\\');
                        result.push(other);
                    }
                }
            }
            '[' if in_class => {
                if characters.peek() != Some(&':') {
                    result.push('\\');
                }
                result.push('[');
            }
            '[' => {
                in_class = true;
                result.push('[');
                if characters.peek() == Some(&'^') {
                    result.push('^');
                    characters.next();
                }
                // A bracket that comes first is a member of the class.
                if characters.peek() == Some(&']') {
                    result.push_str("\\]");
                    characters.next();
                }
            }
            ']' if in_class => {
                in_class = result.ends_with(':')
                    && result.rfind("[:") > result.rfind(":]")
                    && result.contains("[:");
                result.push(']');
            }
            '&' | '~' if in_class => {
                result.push('\\');
                result.push(character);
            }
            '*' | '+' | '?' if !in_class => {
                // A second repetition is an error, unless it makes the first one lazy.
                if after_repetition && character != '?' {
                    return None;
                }
                repetition = !after_repetition;
                result.push(character);
            }
            other => result.push(other),
        }
        after_repetition = repetition;
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matched(pattern: &str, text: &str) -> Option<String> {
        let found = compiled(pattern).ok()?.find(text)?.as_str().to_owned();
        Some(found)
    }

    #[test]
    fn classes_are_ascii_as_in_re2() {
        assert_eq!(matched(r"\w+", "héllo").as_deref(), Some("h"));
        assert_eq!(matched(r"[\d.]+", "٣4.5").as_deref(), Some("4.5"));
        assert_eq!(matched(r"[[:alpha:]]+[&]", "ab&").as_deref(), Some("ab&"));
        assert_eq!(matched(r"[]a]+", "]a").as_deref(), Some("]a"));
        assert_eq!(matched(r"\Qa.b\E+", "a.bb").as_deref(), Some("a.bb"));
    }

    #[test]
    fn an_expression_that_would_explode_is_refused() {
        assert!(compiled("((a{1000}){1000}){1000}").is_err());
        assert!(compiled("a**").is_err());
        assert!(compiled("a(?=b)").is_err());
    }
}
