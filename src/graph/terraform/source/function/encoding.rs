//! JSON, base64, digests and URL encoding.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256, Sha512};

use crate::value::{Node, parse_json};

use super::super::error::{Outcome, invalid};
use super::known_text;

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    let [value] = arguments else { return Ok(None) };
    match (name, value) {
        ("jsonencode", value) => return Ok(Some(Node::Json(Box::new(value.clone())))),
        ("jsondecode", Node::Json(inner)) => return Ok(Some(inner.as_ref().clone())),
        _ => {}
    }
    let Some(text) = known_text(value) else {
        return Ok(None);
    };
    Ok(match name {
        "jsondecode" => Some(parse_json(&text).map_err(|error| invalid(error.message))?),
        "base64encode" => Some(Node::text(base64(text.as_bytes()))),
        "base64decode" => {
            let bytes = from_base64(&text).ok_or_else(|| invalid("not base64"))?;
            Some(Node::text(
                String::from_utf8(bytes).map_err(|_| invalid("not UTF-8"))?,
            ))
        }
        "sha256" => Some(Node::text(hex(&Sha256::digest(text.as_bytes())))),
        "sha512" => Some(Node::text(hex(&Sha512::digest(text.as_bytes())))),
        "base64sha256" => Some(Node::text(base64(&Sha256::digest(text.as_bytes())))),
        "base64sha512" => Some(Node::text(base64(&Sha512::digest(text.as_bytes())))),
        "urlencode" => Some(Node::text(url_encoded(&text))),
        _ => None,
    })
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |index: usize| u32::from(chunk.get(index).copied().unwrap_or(0));
        let bits = (byte(0) << 16) | (byte(1) << 8) | byte(2);
        for position in 0..4_usize {
            let shift = 18 - 6 * u32::try_from(position).unwrap_or(0);
            let digit = usize::try_from((bits >> shift) & 63).unwrap_or(0);
            let character = ALPHABET.get(digit).copied().map_or('=', char::from);
            text.push(if position <= chunk.len() {
                character
            } else {
                '='
            });
        }
    }
    text
}

fn from_base64(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0_u32;
    let mut count = 0_u32;
    for byte in text.trim_end_matches('=').bytes() {
        let digit = u32::try_from(ALPHABET.iter().position(|letter| *letter == byte)?).ok()?;
        bits = ((bits << 6) | digit) & 0x00ff_ffff;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from((bits >> count) & 0xff).ok()?);
        }
    }
    Some(bytes)
}

fn url_encoded(text: &str) -> String {
    text.bytes().fold(String::new(), |mut encoded, byte| {
        match byte {
            b' ' => encoded.push('+'),
            byte if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) => {
                encoded.push(char::from(byte));
            }
            byte => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
        encoded
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_survives_the_round_trip() {
        for text in ["", "f", "fo", "foo", "foob", "fooba", "foobar"] {
            assert_eq!(
                from_base64(&base64(text.as_bytes())).as_deref(),
                Some(text.as_bytes())
            );
        }
        assert_eq!(base64(b"foob"), "Zm9vYg==");
    }
}
