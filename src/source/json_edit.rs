//! Changes of a JSON text at a JSON pointer; everything around the place stays byte for byte.

use crate::value::{Node, split_pointer};

use super::json::{find_json, json_items, json_members, locate_json};

/// `text` with `value` at `pointer`: in place of what stands there, or as a new last member of its object.
pub fn set_json(text: &str, pointer: &str, value: &Node) -> Option<String> {
    if let Some(span) = locate_json(text, pointer) {
        let written = pretty(value, &Layout::at(text, span.offset));
        return spliced(text, span.offset, span.offset + span.len, &written);
    }
    let (above, key) = parent(pointer)?;
    let start = find_json(text, above)?;
    if !text.get(start..)?.starts_with('{') {
        return None;
    }
    let key = serde_json::Value::from(key).to_string();
    let last = json_members(text, start).pop();
    let layout = match &last {
        Some(member) => Layout::at(text, member.span.offset),
        None => Layout::at(text, start).deeper(),
    };
    let colon = if layout.unit.is_empty() { ":" } else { ": " };
    let written = format!("{key}{colon}{}", pretty(value, &layout));
    inserted(
        text,
        start,
        last.map(|member| member.value),
        &layout,
        &written,
    )
}

/// `text` with one more item at the end of the list at `pointer`.
pub fn append_json(text: &str, pointer: &str, value: &Node) -> Option<String> {
    let start = find_json(text, pointer)?;
    if !text.get(start..)?.starts_with('[') {
        return None;
    }
    let last = json_items(text, start).pop();
    let layout = match last {
        Some(item) => Layout::at(text, item),
        None => Layout::at(text, start).deeper(),
    };
    let written = pretty(value, &layout);
    inserted(text, start, last, &layout, &written)
}

/// `text` without the member or item at `pointer`.
pub fn remove_json(text: &str, pointer: &str) -> Option<String> {
    let (above, key) = parent(pointer)?;
    let start = find_json(text, above)?;
    // Where each member or item begins, and where its value does.
    let (starts, index): (Vec<(usize, usize)>, usize) = if text.get(start..)?.starts_with('{') {
        let members = json_members(text, start);
        let index = members.iter().position(|member| member.key == key)?;
        let starts = members
            .iter()
            .map(|member| (member.span.offset, member.value));
        (starts.collect(), index)
    } else {
        let items = json_items(text, start);
        let starts = items.iter().map(|item| (*item, *item));
        (starts.collect(), key.parse().ok()?)
    };
    let (own, value) = *starts.get(index)?;
    let end = end_of(text, value)?;
    if let Some((next, _)) = starts.get(index + 1) {
        return spliced(text, own, *next, "");
    }
    let before = match index.checked_sub(1).and_then(|index| starts.get(index)) {
        Some((_, value)) => end_of(text, *value)?,
        None => start + 1,
    };
    let after = if index == 0 {
        // The brackets close up around nothing.
        let rest = text.get(end..)?;
        end + (rest.len() - rest.trim_start().len())
    } else {
        end
    };
    spliced(text, before, after, "")
}

/// JSON text of a plain value, laid out as the rest of a pretty-printed file.
pub fn pretty_json(value: &Node) -> String {
    let unit = "  ".to_owned();
    pretty(
        value,
        &Layout {
            indent: String::new(),
            unit,
        },
    )
}

fn parent(pointer: &str) -> Option<(&str, String)> {
    let (above, _) = pointer.rsplit_once('/')?;
    Some((above, split_pointer(pointer).last()?.into_owned()))
}

fn end_of(text: &str, start: usize) -> Option<usize> {
    let span = locate_json(text.get(start..)?, "")?;
    Some(start + span.offset + span.len)
}

fn spliced(text: &str, start: usize, end: usize, written: &str) -> Option<String> {
    Some(format!(
        "{}{written}{}",
        text.get(..start)?,
        text.get(end..)?
    ))
}

/// `written` behind the value that starts at `last`, or as the only content of the brackets at `start`.
fn inserted(
    text: &str,
    start: usize,
    last: Option<usize>,
    layout: &Layout,
    written: &str,
) -> Option<String> {
    let line = layout.line();
    if let Some(last) = last {
        let end = end_of(text, last)?;
        return spliced(text, end, end, &format!(",{line}{written}"));
    }
    let end = end_of(text, start)?;
    let close = Layout::at(text, start).line();
    spliced(text, start + 1, end - 1, &format!("{line}{written}{close}"))
}

/// How the lines around a place are indented; no unit means that all stands on one line.
struct Layout {
    indent: String,
    unit: String,
}

impl Layout {
    fn at(text: &str, offset: usize) -> Self {
        let blanks = |line: &str| {
            let rest = line.trim_start_matches([' ', '\t']);
            line.get(..line.len() - rest.len())
                .unwrap_or_default()
                .to_owned()
        };
        let before = text.get(..offset).unwrap_or_default();
        let line = before.rsplit('\n').next().unwrap_or_default();
        let unit = text.split('\n').nth(1).map(blanks).unwrap_or_default();
        Self {
            indent: blanks(line),
            unit,
        }
    }

    fn deeper(&self) -> Self {
        Self {
            indent: format!("{}{}", self.indent, self.unit),
            unit: self.unit.clone(),
        }
    }

    fn line(&self) -> String {
        if self.unit.is_empty() {
            String::new()
        } else {
            format!("\n{}", self.indent)
        }
    }
}

fn pretty(value: &Node, layout: &Layout) -> String {
    let inner = layout.deeper();
    let around = |open: char, items: Vec<String>, close: char| {
        if items.is_empty() {
            return format!("{open}{close}");
        }
        let line = inner.line();
        let items = items.join(&format!(",{line}"));
        format!("{open}{line}{items}{}{close}", layout.line())
    };
    match value {
        Node::List(items) => {
            let items = items.iter().map(|item| pretty(item, &inner));
            around('[', items.collect(), ']')
        }
        Node::Object(members) => {
            let colon = if layout.unit.is_empty() { ":" } else { ": " };
            let members = members.iter().map(|(key, value)| {
                let key = serde_json::Value::from(&**key);
                format!("{key}{colon}{}", pretty(value, &inner))
            });
            around('{', members.collect(), '}')
        }
        scalar => serde_json::to_string(scalar).unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::parse_json;

    const TEXT: &str = "{\n \"a\": [1, 2],\n \"b\": {},\n \"c\": {\n  \"d\": \"x\"\n }\n}\n";

    fn json(text: &str) -> Node {
        parse_json(text).expect("json")
    }

    #[test]
    fn a_value_is_replaced_and_all_around_it_stays() {
        let text = set_json(TEXT, "/c/d", &json("[true]")).expect("set");
        assert_eq!(text, TEXT.replace("\"x\"", "[\n   true\n  ]"));
    }

    #[test]
    fn a_member_comes_last_in_the_layout_of_its_neighbours() {
        let text = set_json(TEXT, "/c/e~1f", &json("1")).expect("set");
        assert_eq!(text, TEXT.replace("\"x\"", "\"x\",\n  \"e/f\": 1"));
        let text = set_json(TEXT, "/b/e", &json("{\"g\": 1}")).expect("set");
        assert_eq!(
            text,
            TEXT.replace("{},", "{\n  \"e\": {\n   \"g\": 1\n  }\n },")
        );
        let compact = set_json(r#"{"a":{"b":1}}"#, "/a/c", &json("[1, {\"x\": 2}]"));
        assert_eq!(compact.as_deref(), Some(r#"{"a":{"b":1,"c":[1,{"x":2}]}}"#));
    }

    #[test]
    fn an_item_comes_to_the_end_of_its_list() {
        let text = append_json(TEXT, "/a", &json("3")).expect("appended");
        assert_eq!(json(&text).at("/a"), Some(&json("[1, 2, 3]")));
        assert_eq!(
            append_json(r#"{"a":[]}"#, "/a", &json("3")).as_deref(),
            Some(r#"{"a":[3]}"#)
        );
        assert_eq!(append_json(TEXT, "/c", &json("3")), None);
    }

    #[test]
    fn what_is_removed_takes_its_comma_with_it() {
        for (pointer, expected) in [
            ("/a/0", TEXT.replace("1, 2", "2")),
            ("/a/1", TEXT.replace("1, 2", "1")),
            ("/c/d", TEXT.replace("{\n  \"d\": \"x\"\n }", "{}")),
            ("/b", TEXT.replace("\"b\": {},\n ", "")),
            ("/c", TEXT.replace(",\n \"c\": {\n  \"d\": \"x\"\n }", "")),
        ] {
            assert_eq!(remove_json(TEXT, pointer).as_deref(), Some(&*expected));
        }
        assert_eq!(remove_json(TEXT, "/a/2"), None);
        assert_eq!(remove_json(TEXT, "/x"), None);
    }
}
