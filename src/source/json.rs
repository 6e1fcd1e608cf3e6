//! Where the value at a JSON pointer stands in a JSON text.

use crate::value::split_pointer;

use super::Span;

/// The span of the value at `pointer` in `text`; `None` when the text has no such value or is no JSON.
pub fn locate_json(text: &str, pointer: &str) -> Option<Span> {
    let mut scanner = scanner_at(text, pointer)?;
    let offset = scanner.at;
    scanner.skip_value()?;
    Some(Span {
        offset,
        len: scanner.at - offset,
    })
}

/// The offset of the value at `pointer` in `text`, of which nothing behind it is read.
pub fn find_json(text: &str, pointer: &str) -> Option<usize> {
    scanner_at(text, pointer).map(|scanner| scanner.at)
}

fn scanner_at<'t>(text: &'t str, pointer: &str) -> Option<Scanner<'t>> {
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        at: 0,
    };
    scanner.skip_space();
    for token in split_pointer(pointer) {
        match scanner.peek()? {
            b'{' => scanner.enter_member(text, &token)?,
            b'[' => scanner.enter_item(token.parse().ok()?)?,
            _ => return None,
        }
    }
    Some(scanner)
}

/// A member of an object, by where its key and its value stand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JsonMember {
    /// The key.
    pub key: String,
    /// Where the key stands, quotes included.
    pub span: Span,
    /// Where the value starts.
    pub value: usize,
}

/// The members of the object that starts at `offset` in `text`, which must be JSON; nothing where no object starts.
pub fn json_members(text: &str, offset: usize) -> Vec<JsonMember> {
    let mut members = Vec::new();
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        at: offset,
    };
    scanner.skip_space();
    while scanner.next_member(text, &mut members).is_some() {}
    members
}

/// Where the items of the list that starts at `offset` in `text` start; nothing where no list starts.
pub fn json_items(text: &str, offset: usize) -> Vec<usize> {
    let mut items = Vec::new();
    let mut scanner = Scanner {
        bytes: text.as_bytes(),
        at: offset,
    };
    scanner.skip_space();
    while scanner.next_item(&mut items).is_some() {}
    items
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Scanner<'_> {
    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8) -> Option<()> {
        self.skip_space();
        (self.peek()? == byte).then(|| self.at += 1)?;
        self.skip_space();
        Some(())
    }

    fn enter_member(&mut self, text: &str, key: &str) -> Option<()> {
        self.expect(b'{')?;
        loop {
            let start = self.at;
            self.skip_string()?;
            let found = serde_json::from_str::<String>(text.get(start..self.at)?).ok()?;
            self.expect(b':')?;
            if found == key {
                return Some(());
            }
            self.skip_value()?;
            self.expect(b',')?;
        }
    }

    /// Goes past the next member, from the opening brace or the comma before it.
    fn next_member(&mut self, text: &str, members: &mut Vec<JsonMember>) -> Option<()> {
        let opening = if members.is_empty() { b'{' } else { b',' };
        self.expect(opening)?;
        let start = self.at;
        self.skip_string()?;
        let span = Span {
            offset: start,
            len: self.at - start,
        };
        let key = serde_json::from_str(text.get(start..self.at)?).ok()?;
        self.expect(b':')?;
        members.push(JsonMember {
            key,
            span,
            value: self.at,
        });
        self.skip_value()
    }

    /// Goes past the next item, from the opening bracket or the comma before it.
    fn next_item(&mut self, items: &mut Vec<usize>) -> Option<()> {
        let opening = if items.is_empty() { b'[' } else { b',' };
        self.expect(opening)?;
        if self.peek()? == b']' {
            return None;
        }
        items.push(self.at);
        self.skip_value()
    }

    fn enter_item(&mut self, index: usize) -> Option<()> {
        self.expect(b'[')?;
        for _ in 0..index {
            self.skip_value()?;
            self.expect(b',')?;
        }
        (self.peek()? != b']').then_some(())
    }

    /// Skips a whole value without recursion, so that no nesting can exhaust the stack.
    fn skip_value(&mut self) -> Option<()> {
        let mut depth = 0_usize;
        loop {
            self.skip_space();
            match self.peek()? {
                b'"' => self.skip_string()?,
                b'{' | b'[' => {
                    depth += 1;
                    self.at += 1;
                    continue;
                }
                b'}' | b']' => {
                    depth = depth.checked_sub(1)?;
                    self.at += 1;
                }
                b',' | b':' if depth > 0 => {
                    self.at += 1;
                    continue;
                }
                _ => {
                    while !matches!(
                        self.peek(),
                        None | Some(b',' | b'}' | b']' | b' ' | b'\n' | b'\r' | b'\t')
                    ) {
                        self.at += 1;
                    }
                }
            }
            if depth == 0 {
                return Some(());
            }
        }
    }

    fn skip_string(&mut self) -> Option<()> {
        (self.peek()? == b'"').then_some(())?;
        self.at += 1;
        loop {
            match self.peek()? {
                b'\\' => self.at += 2,
                b'"' => {
                    self.at += 1;
                    return Some(());
                }
                _ => self.at += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found<'a>(text: &'a str, pointer: &str) -> Option<&'a str> {
        let span = locate_json(text, pointer)?;
        text.get(span.offset..span.offset + span.len)
    }

    #[test]
    fn members_and_items_are_found_at_any_depth() {
        let text = r#" { "a": [1, {"b/c": "x\"y"}, [[]]], "d\u0065": true, "n": -1.5e3 } "#;
        assert_eq!(found(text, "/a/1/b~1c"), Some(r#""x\"y""#));
        assert_eq!(found(text, "/a/2"), Some("[[]]"));
        assert_eq!(found(text, "/de"), Some("true"));
        assert_eq!(found(text, "/n"), Some("-1.5e3"));
        assert_eq!(found(text, ""), Some(text.trim()));
    }

    #[test]
    fn the_members_of_an_object_and_the_items_of_a_list_are_found_with_their_places() {
        let text = r#" {"a": [1, {"x": "]"} , 3], "d\u0065": {} } "#;
        let members = json_members(text, 0);
        let keys: Vec<(&str, &str)> = members
            .iter()
            .map(|member| (&*member.key, &text[member.span.offset..][..member.span.len]))
            .collect();
        assert_eq!(keys, [("a", "\"a\""), ("de", "\"d\\u0065\"")]);
        let items = json_items(text, members[0].value);
        assert_eq!(
            items
                .iter()
                .map(|item| &text[*item..=*item])
                .collect::<Vec<_>>(),
            ["1", "{", "3"]
        );
        assert!(json_members(text, members[1].value).is_empty());
        assert!(json_members("[]", 0).is_empty() && json_items("[]", 0).is_empty());
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        let text = r#"{"a": [1]}"#;
        for pointer in ["/b", "/a/1", "/a/x", "/a/0/c"] {
            assert_eq!(found(text, pointer), None, "{pointer}");
        }
    }
}
