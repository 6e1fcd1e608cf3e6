//! Changes a text by one character at its end: longer it is another one, shorter it is a wider prefix as well.

use regorus::unstable::Expr;

use super::super::page::Page;
use super::super::site::{Change, Operator, Role, Site};

/// A character that ends no text of the policies.
const MORE: char = '~';

pub(super) const LENGTHEN: Operator = Operator {
    name: "lengthen-text",
    summary: "adds a character to a text that is no message",
    changes: lengthen,
};

pub(super) const SHORTEN: Operator = Operator {
    name: "shorten-text",
    summary: "takes the last character from a text that is neither a message nor a key",
    changes: shorten,
};

fn lengthen(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(Expr::String { span, .. } | Expr::RawString { span, .. }, role) = site else {
        return Vec::new();
    };
    if *role == Role::Pattern {
        return Vec::new();
    }
    let span = page.span(span);
    let mut text = page.slice(span).to_owned();
    let Some(quote) = text.pop() else {
        return Vec::new();
    };
    text.extend([MORE, quote]);
    vec![Change::new(span, text)]
}

fn shorten(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(Expr::String { span, .. }, Role::Value) = site else {
        return Vec::new();
    };
    let span = page.span(span);
    let mut text = page.slice(span).to_owned();
    // The quotes, one character, and one that is left.
    if text.chars().count() < 4 || text.contains('\\') {
        return Vec::new();
    }
    text.pop();
    text.pop();
    text.push('"');
    vec![Change::new(span, text)]
}
