//! Text as Terraform counts, splits and folds it: normal form C, grapheme clusters, simple case mapping.

use unicode_normalization::{UnicodeNormalization as _, is_nfc};
use unicode_segmentation::UnicodeSegmentation as _;

use crate::value::Node;

/// The value with its strings in normal form C, as every string of Terraform is.
pub(in super::super) fn normalized(node: Node) -> Node {
    match node {
        Node::Text(text) if !text.is_ascii() && !is_nfc(&text) => {
            Node::text(text.nfc().collect::<String>())
        }
        Node::List(items) => Node::List(items.into_iter().map(normalized).collect()),
        other => other,
    }
}

pub(super) fn graphemes(text: &str) -> impl DoubleEndedIterator<Item = &str> {
    text.graphemes(true)
}

pub(super) fn length(text: &str) -> usize {
    if text.is_ascii() && !text.contains('\r') {
        text.len()
    } else {
        graphemes(text).count()
    }
}

/// The characters from grapheme cluster `from`, `length` of them; all when that is negative.
pub(super) fn substring(text: &str, from: i64, length: i64) -> String {
    let count = i64::try_from(self::length(text)).unwrap_or(i64::MAX);
    let start = if from < 0 {
        from.saturating_add(count)
    } else {
        from
    };
    let start = usize::try_from(start).unwrap_or(0);
    let rest = graphemes(text).skip(start);
    match usize::try_from(length) {
        Ok(0) if from >= 0 => String::new(),
        // From the end, no length is taken for all that is left.
        Err(_) | Ok(0) => rest.collect(),
        Ok(length) => rest.take(length).collect(),
    }
}

pub(super) fn upper(text: &str) -> String {
    text.chars().map(upper_character).collect()
}

/// The one character that a character becomes; one that would become several stays.
fn upper_character(character: char) -> char {
    let mut mapped = character.to_uppercase();
    match (mapped.next(), mapped.next()) {
        (Some(only), None) => only,
        // Greek letters with iota subscript have a capital of their own.
        _ => match character {
            '\u{1f80}'..='\u{1f87}' | '\u{1f90}'..='\u{1f97}' | '\u{1fa0}'..='\u{1fa7}' => {
                char::from_u32(u32::from(character) + 8).unwrap_or(character)
            }
            '\u{1fb3}' => '\u{1fbc}',
            '\u{1fc3}' => '\u{1fcc}',
            '\u{1ff3}' => '\u{1ffc}',
            other => other,
        },
    }
}

pub(super) fn lower(text: &str) -> String {
    let one = |character: char| {
        let mut mapped = character.to_lowercase();
        match (mapped.next(), mapped.next()) {
            (Some(only), None) => only,
            _ if character == '\u{130}' => 'i',
            _ => character,
        }
    };
    text.chars().map(one).collect()
}

pub(super) fn title(text: &str) -> String {
    let mut after = ' ';
    let mut titled = String::with_capacity(text.len());
    for character in text.chars() {
        titled.push(if separates(after) {
            title_character(character)
        } else {
            character
        });
        after = character;
    }
    titled
}

fn title_character(character: char) -> char {
    match character {
        '\u{1c4}'..='\u{1c6}' => '\u{1c5}',
        '\u{1c7}'..='\u{1c9}' => '\u{1c8}',
        '\u{1ca}'..='\u{1cc}' => '\u{1cb}',
        '\u{1f1}'..='\u{1f3}' => '\u{1f2}',
        other => upper_character(other),
    }
}

fn separates(character: char) -> bool {
    if character.is_ascii() {
        return !(character.is_ascii_alphanumeric() || character == '_');
    }
    !character.is_alphanumeric() && character.is_whitespace()
}
