//! Lets the only definition of a fact return nothing: an empty collection where it gives one, else no value at all.

use regorus::unstable::{BinOp, Expr, Query, Rule, RuleHead};

use crate::source::Span;

use super::super::page::Page;
use super::super::site::{Change, Operator, Site};
use super::super::walk::head_value;

pub(super) const RETURN: Operator = Operator {
    name: "return-nothing",
    summary: "lets a rule or function be empty or undefined",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Rule(definition) = site else {
        return Vec::new();
    };
    let Rule::Spec { span, head, bodies } = definition.rule else {
        return Vec::new();
    };
    if definition.of > 1 {
        return Vec::new();
    }
    let value = head_value(head).filter(|_| !matches!(head, RuleHead::Set { .. }));
    if bodies.is_empty() {
        return match value {
            Some(value) => vec![match empty_like(value) {
                Some(empty) => Change::new(page.node(value), empty),
                None => Change::new(end_of(page.span(span)), " if false"),
            }],
            None => vec![Change::new(end_of(page.span(span)), " if false")],
        };
    }
    let whole = page.span(span);
    let mut text = page.slice(whole).to_owned();
    // From the last to the first, so that earlier places stay where they are.
    for body in bodies.iter().rev() {
        let change = if body.query.stmts.is_empty() {
            Change::new(end_of(page.span(&body.span)), " if false")
        } else {
            never(page, &body.query)
        };
        let start = change.span.offset - whole.offset;
        text.replace_range(start..start + change.span.len, &change.replacement);
    }
    vec![Change::new(whole, text)]
}

/// The query with one more condition, that never holds: its variables stay bound.
pub(super) fn never(page: &Page<'_>, query: &Query) -> Change {
    let (Some(first), Some(last)) = (query.stmts.first(), query.stmts.last()) else {
        return Change::new(page.span(&query.span), "{ false }");
    };
    let statements = page.between(&first.span, &last.span);
    let inside = page.slice(statements);
    let span = page.span(&query.span);
    let braced = page.slice(span).starts_with('{') && span.offset < statements.offset;
    if braced {
        Change::new(statements, format!("{inside}\nfalse"))
    } else {
        Change::new(statements, format!("{{ {inside}\nfalse }}"))
    }
}

fn end_of(span: Span) -> Span {
    Span {
        offset: span.offset + span.len,
        len: 0,
    }
}

/// The empty collection of the kind that an expression gives, where that can be seen.
fn empty_like(expr: &Expr) -> Option<&'static str> {
    match expr {
        Expr::Set { .. }
        | Expr::SetCompr { .. }
        | Expr::BinExpr {
            op: BinOp::Union | BinOp::Intersection,
            ..
        } => Some("set()"),
        Expr::Array { .. } | Expr::ArrayCompr { .. } => Some("[]"),
        Expr::Object { .. } | Expr::ObjectCompr { .. } => Some("{}"),
        _ => None,
    }
}
