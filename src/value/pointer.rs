//! JSON pointers (RFC 6901): the symbolic routes that findings carry until they are rendered.

use std::borrow::Cow;

/// A JSON pointer; the empty string is the whole document.
pub type Pointer = String;

/// Appends one reference token to `pointer`, escaping `~` and `/`.
pub fn append_token(pointer: &mut String, token: &str) {
    pointer.push('/');
    for character in token.chars() {
        match character {
            '~' => pointer.push_str("~0"),
            '/' => pointer.push_str("~1"),
            other => pointer.push(other),
        }
    }
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
