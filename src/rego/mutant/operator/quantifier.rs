//! Swaps the quantifiers: what has to hold for some has to hold for every, and back.

use std::collections::BTreeSet;

use regorus::unstable::{Expr, Literal, Span};

use super::super::page::Page;
use super::super::site::{Change, Operator, Site, Step};
use super::super::walk::{names_in, names_of};

pub(super) const EVERY: Operator = Operator {
    name: "some-to-every",
    summary: "`some x in xs` and the conditions after it to `every x in xs { … }`",
    changes: to_every,
};

pub(super) const SOME: Operator = Operator {
    name: "every-to-some",
    summary: "`every x in xs { … }` to `some x in xs` and its conditions",
    changes: to_some,
};

/// Well-formed where nothing outside uses what the loop or a statement after it declares.
fn to_every(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Query(block) = site else {
        return Vec::new();
    };
    let mut changes = Vec::new();
    let mut outside = block.head.clone();
    for (index, statement) in block.query.stmts.iter().enumerate() {
        let rest = block.query.stmts.get(index + 1..).unwrap_or_default();
        if let Literal::SomeIn {
            key,
            value,
            collection,
            ..
        } = &statement.literal
            && let Some(last) = rest.last()
            && let Some(variables) = variables(key.as_deref(), value)
            && let Some(first) = rest.first()
        {
            let mut declared: BTreeSet<&str> = variables.iter().copied().collect();
            for later in rest {
                declared.extend(declares(&later.literal));
            }
            if declared.is_disjoint(&outside) {
                let inside = page.slice(page.between(&first.span, &last.span));
                let replacement = format!(
                    "every {} in {} {{\n{inside}\n}}",
                    variables.join(", "),
                    page.slice(page.node(collection)),
                );
                let span = page.between(&statement.span, &last.span);
                changes.push(Change::new(span, replacement));
            }
        }
        outside.extend(names_of(statement));
    }
    changes
}

/// The names of a loop, when it takes nothing apart.
fn variables<'a>(key: Option<&'a Expr>, value: &'a Expr) -> Option<Vec<&'a str>> {
    let name = |expr: &'a Expr| match expr {
        Expr::Var { span, .. } => Some(span.text()),
        _ => None,
    };
    key.into_iter().chain([value]).map(name).collect()
}

fn declares(literal: &Literal) -> BTreeSet<&str> {
    match literal {
        Literal::SomeVars { vars, .. } => vars.iter().map(Span::text).collect(),
        Literal::SomeIn { key, value, .. } => {
            let mut names = names_in(value);
            names.extend(key.iter().flat_map(|key| names_in(key)));
            names
        }
        Literal::Expr { expr, .. } => match &**expr {
            Expr::AssignExpr { lhs, .. } => names_in(lhs),
            _ => BTreeSet::new(),
        },
        Literal::NotExpr { .. } | Literal::Every { .. } => BTreeSet::new(),
    }
}

fn to_some(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Statement(Step { statement, .. }) = site else {
        return Vec::new();
    };
    let Literal::Every { query, .. } = &statement.literal else {
        return Vec::new();
    };
    let (Some(first), Some(last)) = (query.stmts.first(), query.stmts.last()) else {
        return Vec::new();
    };
    let whole = page.span(&statement.span);
    let inside = page.between(&first.span, &last.span);
    let before = page.slice(crate::source::Span::between(whole.offset, inside.offset));
    let loop_head = before
        .strip_prefix("every")
        .and_then(|head| head.trim_end().strip_suffix('{'));
    loop_head
        .map(|head| {
            let replacement = format!("some{}\n{}", head.trim_end(), page.slice(inside));
            Change::new(whole, replacement)
        })
        .into_iter()
        .collect()
}
