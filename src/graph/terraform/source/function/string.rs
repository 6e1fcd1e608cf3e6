//! Functions on strings.

use regex::{Captures, Regex};

use crate::value::{Node, Object, Text};

use super::super::error::{Outcome, invalid};
use super::super::template::string_part;
use super::super::unknown::derived;
use super::{closed_list, known_integer, known_text};

/// Bytes that a replacement may make.
const MOST_BYTES: usize = 4 * 1024 * 1024;

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    match (name, arguments) {
        ("join", [separator, lists @ ..]) => return join(separator, lists),
        ("format", [pattern, values @ ..]) => return format(pattern, values),
        ("formatlist", [pattern, values @ ..]) => return format_list(pattern, values),
        ("tostring", [value]) => return Ok(to_string(value)),
        ("startswith" | "trimprefix", [Node::Join(parts), prefix]) => {
            return Ok(at_start(name, parts, prefix));
        }
        ("endswith" | "trimsuffix", [Node::Join(parts), suffix]) => {
            return Ok(at_end(name, parts, suffix));
        }
        ("trimspace" | "chomp", [Node::Join(parts)]) => return Ok(Some(trimmed(parts))),
        _ => {}
    }
    let texts: Option<Vec<Text>> = arguments.iter().map(known_text).collect();
    let Some(texts) = texts else { return Ok(None) };
    let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
    let text = match (name, texts.as_slice()) {
        ("split", [separator, text]) => return Ok(Some(split(separator, text))),
        ("regex", [pattern, text]) => return regex(pattern, text),
        ("regexall", [pattern, text]) => {
            let pattern = compiled(pattern)?;
            return Ok(Some(Node::List(
                pattern
                    .captures_iter(text)
                    .map(|found| captured(&pattern, &found))
                    .collect(),
            )));
        }
        ("startswith", [text, prefix]) => return Ok(Some(Node::Bool(text.starts_with(prefix)))),
        ("endswith", [text, suffix]) => return Ok(Some(Node::Bool(text.ends_with(suffix)))),
        ("strcontains", [text, part]) => return Ok(Some(Node::Bool(text.contains(part)))),
        ("lower", [text]) => text.to_lowercase(),
        ("upper", [text]) => text.to_uppercase(),
        ("title", [text]) => title(text),
        ("trimspace", [text]) => text.trim().to_owned(),
        ("chomp", [text]) => text.trim_end_matches(['\r', '\n']).to_owned(),
        ("trim", [text, cut]) => text
            .trim_matches(|character| cut.contains(character))
            .to_owned(),
        ("trimprefix", [text, prefix]) => text.strip_prefix(prefix).unwrap_or(text).to_owned(),
        ("trimsuffix", [text, suffix]) => text.strip_suffix(suffix).unwrap_or(text).to_owned(),
        ("strrev", [text]) => text.chars().rev().collect(),
        ("indent", [spaces, text]) => {
            let spaces: usize = spaces.parse().unwrap_or(0);
            text.replace('\n', &format!("\n{}", " ".repeat(spaces.min(1_000))))
        }
        ("substr", [text, from, length]) => match (from.parse(), length.parse()) {
            (Ok(from), Ok(length)) => substr(text, from, length),
            _ => return Err(invalid("`substr` needs numbers")),
        },
        ("replace", [text, pattern, replacement]) => return replace(text, pattern, replacement),
        ("dirname", [path]) => path
            .rsplit_once('/')
            .map_or(".", |(folder, _)| folder)
            .to_owned(),
        ("basename", [path]) => path.rsplit('/').next().unwrap_or_default().to_owned(),
        _ => return Ok(None),
    };
    Ok(Some(Node::text(text)))
}

fn to_string(value: &Node) -> Option<Node> {
    match value {
        Node::Null | Node::Ref(_) | Node::Join(_) | Node::Unknown(_) | Node::Json(_) => {
            Some(value.clone())
        }
        other => known_text(other).map(Node::Text),
    }
}

fn join(separator: &Node, lists: &[Node]) -> Outcome<Option<Node>> {
    let Some(separator) = known_text(separator) else {
        return Ok(None);
    };
    let mut parts = Vec::new();
    for list in lists {
        let Some(items) = list.as_list() else {
            return Ok(None);
        };
        for item in items {
            if !parts.is_empty() {
                parts.push(Node::Text(separator.clone()));
            }
            parts.push(match item {
                Node::Rest(rest) => {
                    let spelling = format!("join({separator:?}, {})", rest.id);
                    Node::Unknown(derived("function", spelling, &[item], Some("string")).into())
                }
                item => string_part(item.clone())?,
            });
        }
    }
    Ok(Some(Node::join(parts)))
}

fn split(separator: &str, text: &str) -> Node {
    if separator.is_empty() {
        return Node::List(
            text.chars()
                .map(|character| Node::text(character.to_string()))
                .collect(),
        );
    }
    if text.is_empty() {
        return Node::List(Vec::new());
    }
    Node::List(text.split(separator).map(Node::text).collect())
}

/// `%s`, `%v` and `%d` take symbolic values; the other verbs need known ones.
fn format(pattern: &Node, values: &[Node]) -> Outcome<Option<Node>> {
    let Some(pattern) = known_text(pattern) else {
        return Ok(None);
    };
    let mut parts = Vec::new();
    let mut literal = String::new();
    let mut next = 0;
    let mut rest = &*pattern;
    while let Some((before, after)) = rest.split_once('%') {
        literal.push_str(before);
        let Some(end) =
            after.find(|character: char| character.is_ascii_alphabetic() || character == '%')
        else {
            return Err(invalid("an unfinished verb in a format"));
        };
        let (flags, verb) = after.split_at(end);
        let mut characters = verb.chars();
        let verb = characters.next().unwrap_or('%');
        rest = characters.as_str();
        if verb == '%' {
            literal.push('%');
            continue;
        }
        let (flags, position) = explicit_position(flags)?;
        let index = position.unwrap_or(next);
        next = index + 1;
        let value = values
            .get(index)
            .ok_or_else(|| invalid("too few values for a format"))?;
        match (verb, flags, known_text(value)) {
            ('s' | 'v', "", Some(text)) => literal.push_str(&text),
            ('d', "", Some(text)) if known_integer(value).is_some() => literal.push_str(&text),
            ('s' | 'v' | 'd', "", None)
                if !matches!(value, Node::List(_) | Node::Object(_) | Node::Null) =>
            {
                parts.push(Node::text(std::mem::take(&mut literal)));
                parts.push(string_part(value.clone())?);
            }
            ('q', "", Some(text)) => literal.push_str(&serde_json::Value::from(&*text).to_string()),
            ('t', "", Some(text)) if &*text == "true" || &*text == "false" => {
                literal.push_str(&text);
            }
            ('d' | 's' | 'v', flags, Some(text)) => match padded(&text, flags) {
                Some(text) => literal.push_str(&text),
                None => return Ok(None),
            },
            ('x' | 'X', "", _) => {
                let Some(value) = known_integer(value) else {
                    return Ok(None);
                };
                let digits = format!("{value:x}");
                literal.push_str(&if verb == 'X' {
                    digits.to_uppercase()
                } else {
                    digits
                });
            }
            _ => return Ok(None),
        }
    }
    literal.push_str(rest);
    parts.push(Node::text(literal));
    Ok(Some(Node::join(parts)))
}

/// Splits `[2]` off the flags of a verb.
fn explicit_position(flags: &str) -> Outcome<(&str, Option<usize>)> {
    let Some((flags, position)) = flags.split_once('[') else {
        return Ok((flags, None));
    };
    let position = position
        .strip_suffix(']')
        .and_then(|position| position.parse::<usize>().ok()?.checked_sub(1));
    position
        .map(|position| (flags, Some(position)))
        .ok_or_else(|| invalid("an invalid position in a format"))
}

fn padded(text: &str, flags: &str) -> Option<String> {
    let (left, flags) = flags
        .strip_prefix('-')
        .map_or((false, flags), |flags| (true, flags));
    let zeros = flags.starts_with('0') && !left;
    let width: usize = flags.parse().ok().filter(|width| *width <= 1_000)?;
    Some(match (left, zeros) {
        (true, _) => format!("{text:<width$}"),
        (false, true) => match text.strip_prefix('-') {
            Some(digits) => format!("-{digits:0>width$}", width = width.saturating_sub(1)),
            None => format!("{text:0>width$}"),
        },
        (false, false) => format!("{text:>width$}"),
    })
}

fn format_list(pattern: &Node, values: &[Node]) -> Outcome<Option<Node>> {
    let mut length = None;
    for value in values {
        match value {
            Node::List(_) => match closed_list(value) {
                Some(items) => {
                    length =
                        Some(length.map_or(items.len(), |length: usize| length.max(items.len())));
                }
                None => return Ok(None),
            },
            Node::Unknown(_) | Node::Ref(_) => return Ok(None),
            _ => {}
        }
    }
    let mut formatted = Vec::new();
    for index in 0..length.unwrap_or(1) {
        let mut row = Vec::new();
        for value in values {
            row.push(match closed_list(value) {
                Some(items) => items
                    .get(index)
                    .cloned()
                    .ok_or_else(|| invalid("lists of unequal length"))?,
                None => value.clone(),
            });
        }
        match format(pattern, &row)? {
            Some(text) => formatted.push(text),
            None => return Ok(None),
        }
    }
    Ok(Some(Node::List(formatted)))
}

/// The prefix of a partly known string, as far as its first part decides it.
fn at_start(name: &str, parts: &[Node], prefix: &Node) -> Option<Node> {
    let prefix = known_text(prefix)?;
    let (first, rest) = parts.split_first()?;
    let first = first
        .as_text()
        .filter(|first| first.len() >= prefix.len())?;
    if name == "startswith" {
        return Some(Node::Bool(first.starts_with(&*prefix)));
    }
    let first = first.strip_prefix(&*prefix).unwrap_or(first);
    Some(Node::join(
        std::iter::once(Node::text(first)).chain(rest.iter().cloned()),
    ))
}

fn at_end(name: &str, parts: &[Node], suffix: &Node) -> Option<Node> {
    let suffix = known_text(suffix)?;
    let (last, rest) = parts.split_last()?;
    let last = last.as_text().filter(|last| last.len() >= suffix.len())?;
    if name == "endswith" {
        return Some(Node::Bool(last.ends_with(&*suffix)));
    }
    let last = last.strip_suffix(&*suffix).unwrap_or(last);
    Some(Node::join(
        rest.iter()
            .cloned()
            .chain(std::iter::once(Node::text(last))),
    ))
}

fn trimmed(parts: &[Node]) -> Node {
    let last = parts.len().saturating_sub(1);
    Node::join(parts.iter().enumerate().map(|(index, part)| match part {
        Node::Text(text) if index == 0 => Node::text(text.trim_start()),
        Node::Text(text) if index == last => Node::text(text.trim_end()),
        other => other.clone(),
    }))
}

fn title(text: &str) -> String {
    let mut starts = true;
    let mut titled = String::with_capacity(text.len());
    for character in text.chars() {
        if starts {
            titled.extend(character.to_uppercase());
        } else {
            titled.push(character);
        }
        starts = !(character.is_alphanumeric() || character == '_' || character == '\'');
    }
    titled
}

fn substr(text: &str, from: i64, length: i64) -> String {
    let count = i64::try_from(text.chars().count()).unwrap_or(i64::MAX);
    let start = if from < 0 {
        (count + from).max(0)
    } else {
        from.min(count)
    };
    let taken = if length < 0 {
        count - start
    } else {
        length.min(count - start)
    };
    let (start, taken) = (
        usize::try_from(start).unwrap_or(0),
        usize::try_from(taken).unwrap_or(0),
    );
    text.chars().skip(start).take(taken).collect()
}

fn compiled(pattern: &str) -> Outcome<Regex> {
    regex::RegexBuilder::new(pattern)
        .size_limit(1 << 20)
        .build()
        .map_err(|_| invalid(format!("`{pattern}` is no regular expression")))
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

fn regex(pattern: &str, text: &str) -> Outcome<Option<Node>> {
    let pattern = compiled(pattern)?;
    pattern
        .captures(text)
        .map(|found| Some(captured(&pattern, &found)))
        .ok_or_else(|| invalid("the pattern does not match"))
}

fn replace(text: &str, pattern: &str, replacement: &str) -> Outcome<Option<Node>> {
    let longest = text
        .len()
        .saturating_add(1)
        .saturating_mul(replacement.len().saturating_add(1));
    if longest > MOST_BYTES {
        return Ok(None);
    }
    let inner = pattern
        .strip_prefix('/')
        .and_then(|pattern| pattern.strip_suffix('/'));
    Ok(Some(Node::text(match inner {
        Some(inner) => compiled(inner)?.replace_all(text, replacement).into_owned(),
        None => text.replace(pattern, replacement),
    })))
}
