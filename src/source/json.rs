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
    fn what_is_not_there_is_not_found() {
        let text = r#"{"a": [1]}"#;
        for pointer in ["/b", "/a/1", "/a/x", "/a/0/c"] {
            assert_eq!(found(text, pointer), None, "{pointer}");
        }
    }
}
