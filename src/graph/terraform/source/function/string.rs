//! Functions on strings.

use crate::value::{Node, Text};

use super::super::error::{Outcome, invalid};
use super::super::mark::{Shape, marked, under};
use super::super::template::string_part;
use super::super::unknown::derived;
use super::{known_integer, known_text, unicode};

/// Bytes that a function may make.
pub(super) const MOST_BYTES: usize = 4 * 1024 * 1024;

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    match (name, arguments) {
        ("join", [separator, lists @ ..]) => return join(separator, lists),
        ("format", [pattern, values @ ..]) => return super::format::format(pattern, values),
        ("formatlist", [pattern, values @ ..]) => {
            return super::format::format_list(pattern, values);
        }
        ("startswith" | "trimprefix", [Node::Join(parts), prefix]) => {
            return Ok(at_start(name, parts, prefix));
        }
        ("endswith" | "trimsuffix", [Node::Join(parts), suffix]) => {
            return Ok(at_end(name, parts, suffix));
        }
        ("strcontains", [Node::Join(parts), part]) => {
            let Some(part) = known_text(part) else {
                return Ok(None);
            };
            let mut texts = parts.iter().filter_map(Node::as_text);
            return Ok(texts
                .any(|text| text.contains(&*part))
                .then_some(Node::Bool(true)));
        }
        ("trimspace" | "chomp", [Node::Join(parts)]) => return Ok(Some(trimmed(name, parts))),
        _ => {}
    }
    let texts: Option<Vec<Text>> = arguments.iter().map(known_text).collect();
    let Some(texts) = texts else { return Ok(None) };
    let texts: Vec<&str> = texts.iter().map(|text| &**text).collect();
    let number = |index: usize| {
        arguments
            .get(index)
            .and_then(known_integer)
            .ok_or_else(|| invalid("a whole number is needed"))
    };
    let text = match (name, texts.as_slice()) {
        ("split", [separator, text]) => return Ok(Some(split(separator, text))),
        ("regex" | "regexall" | "replace", texts) => return super::pattern::apply(name, texts),
        ("startswith", [text, prefix]) => return Ok(Some(Node::Bool(text.starts_with(prefix)))),
        ("endswith", [text, suffix]) => return Ok(Some(Node::Bool(text.ends_with(suffix)))),
        ("strcontains", [text, part]) => return Ok(Some(Node::Bool(text.contains(part)))),
        ("lower", [text]) => unicode::lower(text),
        ("upper", [text]) => unicode::upper(text),
        ("title", [text]) => unicode::title(text),
        ("trimspace", [text]) => text.trim().to_owned(),
        ("chomp", [text]) => text.trim_end_matches(['\r', '\n']).to_owned(),
        ("trim", [text, cut]) => text
            .trim_matches(|character| cut.contains(character))
            .to_owned(),
        ("trimprefix", [text, prefix]) => text.strip_prefix(prefix).unwrap_or(text).to_owned(),
        ("trimsuffix", [text, suffix]) => text.strip_suffix(suffix).unwrap_or(text).to_owned(),
        ("strrev", [text]) => unicode::graphemes(text).rev().collect(),
        ("indent", [_, text]) => {
            let spaces =
                usize::try_from(number(0)?).map_err(|_| invalid("a negative number of spaces"))?;
            if text.matches('\n').count().saturating_mul(spaces) > MOST_BYTES {
                return Ok(None);
            }
            text.replace('\n', &format!("\n{}", " ".repeat(spaces)))
        }
        ("substr", [text, _, _]) => unicode::substring(text, number(1)?, number(2)?),
        ("dirname", [path]) => dirname(path),
        ("basename", [path]) => basename(path),
        ("pathexpand", [path]) if !path.starts_with('~') => (*path).to_owned(),
        _ => return Ok(None),
    };
    Ok(Some(Node::text(text)))
}

fn join(separator: &Node, lists: &[Node]) -> Outcome<Option<Node>> {
    let Some(separator) = known_text(separator) else {
        return Ok(None);
    };
    let mut parts = Vec::new();
    let mut length = 0;
    for list in lists {
        let Some(items) = under(list).as_list() else {
            return Ok(None);
        };
        for item in items {
            if !parts.is_empty() {
                parts.push(Node::Text(separator.clone()));
            }
            length += separator.len() + item.as_text().map_or(0, str::len);
            if length > MOST_BYTES {
                return Ok(None);
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
    let parts = if separator.is_empty() {
        text.chars()
            .map(|character| Node::text(character.to_string()))
            .collect()
    } else {
        text.split(separator).map(Node::text).collect()
    };
    marked(Shape::List, Node::List(parts))
}

/// The path without its last element, in its shortest form.
fn dirname(path: &str) -> String {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            ".." if rooted => {}
            part => parts.push(part),
        }
    }
    match (rooted, parts.join("/")) {
        (true, joined) => format!("/{joined}"),
        (false, joined) if joined.is_empty() => ".".to_owned(),
        (false, joined) => joined,
    }
}

fn basename(path: &str) -> String {
    if path.is_empty() {
        return ".".to_owned();
    }
    match path.trim_end_matches('/') {
        "" => "/".to_owned(),
        trimmed => trimmed.rsplit('/').next().unwrap_or_default().to_owned(),
    }
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

/// Without the outer white space, or line ends, of the texts at both ends.
fn trimmed(name: &str, parts: &[Node]) -> Node {
    let last = parts.len().saturating_sub(1);
    Node::join(parts.iter().enumerate().map(|(index, part)| match part {
        Node::Text(text) if index == last && name == "chomp" => {
            Node::text(text.trim_end_matches(['\r', '\n']))
        }
        Node::Text(text) if index == 0 && name == "trimspace" => Node::text(text.trim_start()),
        Node::Text(text) if index == last && name == "trimspace" => Node::text(text.trim_end()),
        other => other.clone(),
    }))
}
