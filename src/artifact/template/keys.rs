//! Where the keys of a JSON object stand; the text is known to be JSON.

use crate::source::Span;
use crate::value::Text;

/// The keys of the object at offset `object`, each with the span of its quotes.
pub(super) fn member_keys(text: &str, object: usize) -> Vec<(Text, Span)> {
    let mut keys = Vec::new();
    each_key(text, object, &mut |key, span| {
        keys.push((Text::from(key), span));
        true
    });
    keys
}

/// The span of `wanted` among the keys of the object at offset `object`.
pub(super) fn key_span(text: &str, object: usize, wanted: &str) -> Option<Span> {
    let mut found = None;
    each_key(text, object, &mut |key, span| {
        if key == wanted {
            found = Some(span);
        }
        found.is_none()
    });
    found
}

/// Calls `visit` for every key of the object at offset `object`, until it returns false.
pub(super) fn each_key(text: &str, object: usize, visit: &mut dyn FnMut(&str, Span) -> bool) {
    let bytes = text.as_bytes();
    let (mut at, mut depth, mut expects_key) = (object, 0_usize, false);
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'{' | b'[' => {
                depth += 1;
                expects_key = depth == 1;
            }
            b'}' | b']' => depth = depth.saturating_sub(1),
            b',' => expects_key = depth == 1,
            b'"' => {
                let start = at;
                at = string_end(bytes, at);
                if expects_key {
                    expects_key = false;
                    let span = Span {
                        offset: start,
                        len: at + 1 - start,
                    };
                    let quoted = text.get(start..=at).unwrap_or_default();
                    if let Ok(key) = serde_json::from_str::<String>(quoted)
                        && !visit(&key, span)
                    {
                        return;
                    }
                }
            }
            _ => {}
        }
        if depth == 0 {
            return;
        }
        at += 1;
    }
}

/// The offset of the quote that ends the string beginning at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'"' => return at,
            _ => at += 1,
        }
    }
    bytes.len().saturating_sub(1)
}
