//! Digests, and identifiers made of them.

use md5::Md5;
use sha1::Sha1;
use sha2::{Digest as _, Sha256, Sha512};

use crate::value::hexadecimal;

use super::encoding::base64;

/// The digest that a function computes of bytes; `None` when it is none of these.
pub(super) fn of(name: &str, bytes: &[u8]) -> Option<String> {
    Some(match name {
        "md5" => hexadecimal(&Md5::digest(bytes)),
        "sha1" => hexadecimal(&Sha1::digest(bytes)),
        "sha256" => hexadecimal(&Sha256::digest(bytes)),
        "sha512" => hexadecimal(&Sha512::digest(bytes)),
        "base64sha256" => base64(&Sha256::digest(bytes)),
        "base64sha512" => base64(&Sha512::digest(bytes)),
        _ => return None,
    })
}

/// A version 5 identifier in a namespace: one of the four standard ones, or an identifier itself.
pub(super) fn uuid_v5(space: &str, name: &str) -> Option<String> {
    let space = match space {
        "dns" => "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "url" => "6ba7b811-9dad-11d1-80b4-00c04fd430c8",
        "oid" => "6ba7b812-9dad-11d1-80b4-00c04fd430c8",
        "x500" => "6ba7b814-9dad-11d1-80b4-00c04fd430c8",
        other => other,
    };
    let digits: Vec<char> = space
        .chars()
        .filter(|character| *character != '-')
        .collect();
    if digits.len() != 32 || space.len() != 36 {
        return None;
    }
    let pairs = digits
        .chunks(2)
        .map(|pair| u8::from_str_radix(&pair.iter().collect::<String>(), 16).ok());
    let mut hasher = Sha1::new();
    hasher.update(pairs.collect::<Option<Vec<u8>>>()?);
    hasher.update(name.as_bytes());
    let mut bytes: Vec<u8> = hasher.finalize().iter().copied().take(16).collect();
    if let Some(byte) = bytes.get_mut(6) {
        *byte = (*byte & 0x0f) | 0x50;
    }
    if let Some(byte) = bytes.get_mut(8) {
        *byte = (*byte & 0x3f) | 0x80;
    }
    let text = hexadecimal(&bytes);
    let part = |from, to| text.get(from..to).unwrap_or_default();
    Some(format!(
        "{}-{}-{}-{}-{}",
        part(0, 8),
        part(8, 12),
        part(12, 16),
        part(16, 20),
        part(20, 32)
    ))
}
