//! Lets a test of several conditions hold for everything.

use regorus::unstable::{Expr, Rule, RuleHead};

use super::super::page::Page;
use super::super::site::{Change, Operator, Site};

pub(super) const RETURN: Operator = Operator {
    name: "return-everything",
    summary: "lets a rule or function that is true or undefined always be true",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Rule(definition) = site else {
        return Vec::new();
    };
    let Rule::Spec { span, head, bodies } = definition.rule else {
        return Vec::new();
    };
    let (RuleHead::Compr {
        span: head_span,
        assign,
        ..
    }
    | RuleHead::Func {
        span: head_span,
        assign,
        ..
    }) = head
    else {
        return Vec::new();
    };
    let is_true = |value: &Expr| matches!(value, Expr::Bool { span, .. } if span.text() == "true");
    let is_test = assign.iter().all(|assign| is_true(&assign.value))
        && bodies
            .iter()
            .all(|body| body.assign.iter().all(|assign| is_true(&assign.value)));
    let conditions: usize = bodies.iter().map(|body| body.query.stmts.len()).sum();
    if !is_test || conditions < 2 {
        return Vec::new();
    }
    let head = page.text_of(head_span);
    vec![Change::new(page.span(span), format!("{head} if true"))]
}
