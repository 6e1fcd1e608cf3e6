//! Takes an anchor from a regular expression, so that it matches inside a longer text.

use regorus::unstable::Expr;

use super::super::page::Page;
use super::super::site::{Change, Operator, Role, Site};

pub(super) const LOOSEN: Operator = Operator {
    name: "loosen-pattern",
    summary: "takes the `^` or the `$` from a regular expression between backticks",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Expr(Expr::RawString { span, .. }, Role::Value) = site else {
        return Vec::new();
    };
    let span = page.span(span);
    let inside = page.slice(span).trim_matches('`');
    let without_start = inside.strip_prefix('^');
    let without_end = inside
        .strip_suffix('$')
        .filter(|rest| !rest.ends_with('\\'));
    without_start
        .into_iter()
        .chain(without_end)
        .map(|loose| Change::new(span, format!("`{loose}`")))
        .collect()
}
