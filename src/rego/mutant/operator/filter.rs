//! Drops every condition of a query and keeps what generates: the fact then gives all of its domain.

use regorus::unstable::{Expr, Literal};

use super::super::page::Page;
use super::super::site::{Change, Operator, Site};

pub(super) const DROP_ALL: Operator = Operator {
    name: "drop-filters",
    summary: "leaves out all conditions of a query, and keeps its loops and assignments",
    changes,
};

fn changes(page: &Page<'_>, site: &Site<'_>) -> Vec<Change> {
    let Site::Query(block) = site else {
        return Vec::new();
    };
    let is_filter = |literal: &Literal| match literal {
        Literal::SomeVars { .. } | Literal::SomeIn { .. } => false,
        Literal::NotExpr { .. } | Literal::Every { .. } => true,
        Literal::Expr { expr, .. } => !matches!(&**expr, Expr::AssignExpr { .. }),
    };
    let statements = &block.query.stmts;
    let kept: Vec<&str> = statements
        .iter()
        .filter(|statement| !is_filter(&statement.literal))
        .map(|statement| page.text_of(&statement.span))
        .collect();
    let (Some(first), Some(last)) = (statements.first(), statements.last()) else {
        return Vec::new();
    };
    if kept.is_empty() || statements.len() - kept.len() < 2 {
        return Vec::new();
    }
    vec![Change::new(
        page.between(&first.span, &last.span),
        kept.join("\n"),
    )]
}
