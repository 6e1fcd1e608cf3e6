//! JSON, YAML, CSV, base64, character sets and URLs.

use std::fmt::Write as _;
use std::io::Read as _;

use crate::value::{ENCODING_LIMIT, Node, Object, Text, parse_json};

use super::super::error::{Outcome, invalid};
use super::super::mark::{Shape, bare, marked, under};
use super::string::MOST_BYTES;
use super::{hash, known_text, yaml};

const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
/// Fields of a table that is read.
const MOST_FIELDS: usize = 200_000;

pub(super) fn apply(name: &str, arguments: &[Node]) -> Outcome<Option<Node>> {
    match (name, arguments) {
        ("jsonencode", [value]) if value.encodings() >= ENCODING_LIMIT => return Ok(None),
        ("jsonencode", [value]) => return Ok(Some(Node::Json(Box::new(bare(value.clone()))))),
        ("jsondecode", [value]) if let Node::Json(inner) = under(value) => {
            return Ok(Some(inner.as_ref().clone()));
        }
        ("yamlencode", [value]) => return Ok(yaml::encoded(value).map(Node::text)),
        ("uuidv5", [space, name]) => {
            return match (known_text(space), known_text(name)) {
                (Some(space), Some(name)) => hash::uuid_v5(&space, &name)
                    .map(|uuid| Some(Node::text(uuid)))
                    .ok_or_else(|| invalid(format!("`{space}` is no namespace"))),
                _ => Ok(None),
            };
        }
        ("textencodebase64" | "textdecodebase64", [text, set]) => {
            return match (known_text(text), known_text(set)) {
                (Some(text), Some(set)) if name == "textencodebase64" => {
                    Ok(encoded(&text, &set)?.map(|bytes| Node::text(base64(&bytes))))
                }
                (Some(text), Some(set)) => {
                    let bytes = from_base64(&text).ok_or_else(|| invalid("not base64"))?;
                    Ok(decoded(&bytes, &set).map(Node::text))
                }
                _ => Ok(None),
            };
        }
        _ => {}
    }
    let [value] = arguments else { return Ok(None) };
    let Some(text) = known_text(value) else {
        return Ok(None);
    };
    Ok(match name {
        "jsondecode" => Some(from_json(&text)?),
        "yamldecode" => yaml::decoded(&text)?,
        "csvdecode" => csv(&text)?,
        "base64encode" => Some(Node::text(base64(text.as_bytes()))),
        "base64decode" => {
            let bytes = from_base64(&text).ok_or_else(|| invalid("not base64"))?;
            Some(Node::text(
                String::from_utf8(bytes).map_err(|_| invalid("not UTF-8"))?,
            ))
        }
        "base64gunzip" => {
            let bytes = from_base64(&text).ok_or_else(|| invalid("not base64"))?;
            let mut opened = Vec::new();
            flate2::read::GzDecoder::new(bytes.as_slice())
                .take(u64::try_from(MOST_BYTES).unwrap_or(0) + 1)
                .read_to_end(&mut opened)
                .map_err(|_| invalid("not gzip"))?;
            if opened.len() > MOST_BYTES {
                return Ok(None);
            }
            Some(Node::text(
                String::from_utf8(opened).map_err(|_| invalid("not UTF-8"))?,
            ))
        }
        "urlencode" => Some(Node::text(url_encoded(&text))),
        "urldecode" => Some(Node::text(url_decoded(&text)?)),
        name => hash::of(name, text.as_bytes()).map(Node::text),
    })
}

/// A JSON text; of two members with one name the later counts, as in Terraform.
fn from_json(text: &str) -> Outcome {
    match parse_json(text) {
        Ok(node) => Ok(node),
        Err(error) if error.message.contains("duplicate") => {
            let lenient: serde_json::Value =
                serde_json::from_str(text).map_err(|_| invalid(error.message))?;
            parse_json(&lenient.to_string()).map_err(|error| invalid(error.message))
        }
        Err(error) => Err(invalid(error.message)),
    }
}

/// A table with a header as a list of objects.
fn csv(text: &str) -> Outcome<Option<Node>> {
    let mut rows = rows(text)?.into_iter();
    let Some(header) = rows.next() else {
        return Err(invalid("a table without a header"));
    };
    let mut names: Vec<&String> = header.iter().collect();
    names.sort_unstable();
    names.dedup();
    if names.len() != header.len() {
        return Err(invalid("two columns have one name"));
    }
    let mut objects = Vec::new();
    for row in rows {
        if row.len() != header.len() {
            return Err(invalid("a row with more or fewer fields than the header"));
        }
        if objects.len().saturating_mul(header.len()) > MOST_FIELDS {
            return Ok(None);
        }
        let members = header.iter().zip(row);
        let members = members.map(|(name, field)| (Text::from(name.as_str()), Node::text(field)));
        objects.push(Node::Object(members.collect::<Object>()));
    }
    Ok(Some(marked(Shape::List, Node::List(objects))))
}

/// Rows of fields, quoted as RFC 4180 says; empty lines are left out.
fn rows(text: &str) -> Outcome<Vec<Vec<String>>> {
    let bare_quote = || invalid("a quote inside of a field");
    let text = text.replace("\r\n", "\n");
    let mut rows = Vec::new();
    let mut rest = text.as_str();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('\n') {
            rest = after;
            continue;
        }
        let mut row = Vec::new();
        loop {
            let mut field = String::new();
            if let Some(mut quoted) = rest.strip_prefix('"') {
                loop {
                    let (part, after) = quoted.split_once('"').ok_or_else(bare_quote)?;
                    field.push_str(part);
                    let Some(again) = after.strip_prefix('"') else {
                        rest = after;
                        break;
                    };
                    field.push('"');
                    quoted = again;
                }
                if !rest.is_empty() && !rest.starts_with([',', '\n']) {
                    return Err(bare_quote());
                }
            } else {
                let end = rest.find([',', '\n']).unwrap_or(rest.len());
                let (text, after) = rest.split_at(end);
                if text.contains('"') {
                    return Err(bare_quote());
                }
                field.push_str(text);
                rest = after;
            }
            row.push(field);
            match rest.strip_prefix(',') {
                Some(after) => rest = after,
                None => break,
            }
        }
        rest = rest.strip_prefix('\n').unwrap_or(rest);
        rows.push(row);
    }
    Ok(rows)
}

/// The character sets that are computed with; other ones stay unknown.
enum Charset {
    Utf8,
    Utf16 {
        little: bool,
    },
    /// With a mark of its byte order, which is big-endian when written.
    Utf16Marked,
    Latin1,
}

impl Charset {
    fn of(name: &str) -> Option<Self> {
        match name.to_ascii_lowercase().as_str() {
            "utf-8" | "utf8" => Some(Self::Utf8),
            "utf-16le" => Some(Self::Utf16 { little: true }),
            "utf-16be" => Some(Self::Utf16 { little: false }),
            "utf-16" => Some(Self::Utf16Marked),
            "iso-8859-1" | "latin1" | "iso_8859-1" | "l1" => Some(Self::Latin1),
            _ => None,
        }
    }
}

fn encoded(text: &str, set: &str) -> Outcome<Option<Vec<u8>>> {
    let Some(set) = Charset::of(set) else {
        return Ok(None);
    };
    Ok(Some(match set {
        Charset::Utf8 => text.as_bytes().to_vec(),
        Charset::Utf16 { little } => text
            .encode_utf16()
            .flat_map(|unit| {
                if little {
                    unit.to_le_bytes()
                } else {
                    unit.to_be_bytes()
                }
            })
            .collect(),
        Charset::Utf16Marked => std::iter::once(0xfeff)
            .chain(text.encode_utf16())
            .flat_map(u16::to_be_bytes)
            .collect(),
        Charset::Latin1 => text
            .chars()
            .map(|character| {
                u8::try_from(u32::from(character))
                    .map_err(|_| invalid(format!("`{character}` is not in that character set")))
            })
            .collect::<Outcome<_>>()?,
    }))
}

fn decoded(bytes: &[u8], set: &str) -> Option<String> {
    match Charset::of(set)? {
        Charset::Utf8 => String::from_utf8(bytes.to_vec()).ok(),
        Charset::Utf16 { little } if bytes.len().is_multiple_of(2) => {
            let units = bytes.chunks_exact(2).map(|pair| match pair {
                [first, second] if little => u16::from_le_bytes([*first, *second]),
                [first, second] => u16::from_be_bytes([*first, *second]),
                _ => 0,
            });
            String::from_utf16(&units.collect::<Vec<_>>()).ok()
        }
        Charset::Utf16 { .. } | Charset::Utf16Marked => None,
        Charset::Latin1 => Some(bytes.iter().map(|byte| char::from(*byte)).collect()),
    }
}

pub(super) fn base64(bytes: &[u8]) -> String {
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

/// The bytes of padded base64 text; line ends are left out.
pub(super) fn from_base64(text: &str) -> Option<Vec<u8>> {
    let text: String = text
        .chars()
        .filter(|character| !matches!(character, '\r' | '\n'))
        .collect();
    if !text.len().is_multiple_of(4) {
        return None;
    }
    let digits = text
        .strip_suffix("==")
        .or_else(|| text.strip_suffix('='))
        .unwrap_or(&text);
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0_u32;
    let mut count = 0_u32;
    for byte in digits.bytes() {
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

fn url_decoded(text: &str) -> Outcome<String> {
    let refused = || invalid("an invalid escape in a URL");
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let (digits, after) = rest.split_at_checked(2).ok_or_else(refused)?;
                let digits = std::str::from_utf8(digits).map_err(|_| refused())?;
                bytes.push(u8::from_str_radix(digits, 16).map_err(|_| refused())?);
                rest = after;
            }
            other => bytes.push(*other),
        }
    }
    String::from_utf8(bytes).map_err(|_| refused())
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
