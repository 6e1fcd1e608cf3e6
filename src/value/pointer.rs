//! JSON pointers (RFC 6901): the symbolic routes that findings carry until they are rendered.

use std::borrow::Cow;
use std::fmt::Write as _;

/// A JSON pointer; the empty string is the whole document.
pub type Pointer = String;

/// Appends one reference token to `pointer`, escaping `~` and `/`.
pub fn append_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    if !token.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        pointer.push_str(token);
        return;
    }
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
}

/// Appends the token of a list's item.
pub fn append_index(pointer: &mut String, index: usize) {
    // Writing to a string cannot fail.
    let _ = write!(pointer, "/{index}");
}

/// The unescaped tokens of `pointer`, in order.
pub fn split_pointer(pointer: &str) -> impl Iterator<Item = Cow<'_, str>> {
    pointer.split('/').skip(1).map(|token| {
        if token.contains('~') {
            Cow::Owned(token.replace("~1", "/").replace("~0", "~"))
        } else {
            Cow::Borrowed(token)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_with_slashes_and_tildes_survives_the_round_trip() {
        let mut pointer = String::new();
        append_token(&mut pointer, "a/b~c");
        append_token(&mut pointer, "0");
        assert_eq!(pointer, "/a~1b~0c/0");
        assert_eq!(split_pointer(&pointer).collect::<Vec<_>>(), ["a/b~c", "0"]);
    }
}
