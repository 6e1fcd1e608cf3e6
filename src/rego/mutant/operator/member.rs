//! Drops one member of a set, list or object that is written out.

use regorus::unstable::Expr;

use crate::source::Span;

use super::super::message::is_message_member;
use super::super::page::Page;
use super::super::site::{Change, Operator, Role, Site};

pub(super) const DROP: Operator = Operator {
    name: "drop-member",
    summary: "leaves out one member of a set, list or object",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(expr, Role::Value) = site else {
        return Vec::new();
    };
    let (members, empty): (Vec<Option<Span>>, _) = match expr {
        Expr::Set { items, .. } => (
            items.iter().map(|item| Some(page.node(item))).collect(),
            "set()",
        ),
        Expr::Array { items, .. } => (
            items.iter().map(|item| Some(page.node(item))).collect(),
            "[]",
        ),
        Expr::Object { fields, .. } => {
            let fields = fields.iter().map(|(_, key, value)| {
                (!is_message_member(key)).then(|| page.between(key.span(), value.span()))
            });
            (fields.collect(), "{}")
        }
        _ => return Vec::new(),
    };
    let whole = page.node(expr);
    if let [Some(_)] = members.as_slice() {
        return vec![Change::new(whole, empty)];
    }
    let mut changes = Vec::new();
    for (index, member) in members.iter().enumerate() {
        let Some(member) = member else { continue };
        changes.push(Change::new(with_comma(page, *member, whole, index), ""));
    }
    changes
}

/// The member with the comma after it, or before it where it is the last one.
fn with_comma(page: &Page<'_>, member: Span, whole: Span, index: usize) -> Span {
    let end = member.offset + member.len;
    let after = page.slice(Span::between(end, whole.offset + whole.len));
    let closing = after.chars().find(|character| !character.is_whitespace());
    if closing == Some(',') {
        let comma = after.find(',').unwrap_or_default() + 1;
        let rest = after.get(comma..).unwrap_or_default();
        let blank = rest.len() - rest.trim_start_matches(' ').len();
        return Span::between(member.offset, end + comma + blank);
    }
    let before = page.slice(Span::between(whole.offset, member.offset));
    match before.rfind(',').filter(|_| index > 0) {
        Some(comma) => Span::between(whole.offset + comma, end),
        None => member,
    }
}
