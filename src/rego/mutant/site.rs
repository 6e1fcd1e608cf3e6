//! What operators look at: definitions, queries, statements and expressions, each with what surrounds it.

use std::collections::BTreeSet;

use regorus::unstable::{Expr, LiteralStmt, Query, Rule};

use crate::source::Span;

use super::page::Page;

/// One place of a policy at which something may be changed.
pub(in super::super) enum Site<'a> {
    /// One definition of a rule or function.
    Rule(Definition<'a>),
    /// The statements of a body, a comprehension or an `every`.
    Query(Block<'a>),
    /// One statement.
    Statement(Step<'a>),
    /// One expression that says something about the verdict.
    Expr(&'a Expr, Role),
}

/// A definition and how many there are of its name.
#[derive(Clone, Copy)]
pub(in super::super) struct Definition<'a> {
    pub rule: &'a Rule,
    pub of: usize,
}

/// A query and what around it uses its variables.
pub(in super::super) struct Block<'a> {
    pub query: &'a Query,
    /// The names in the head of the rule or comprehension.
    pub head: BTreeSet<&'a str>,
}

/// A statement of a query.
#[derive(Clone, Copy)]
pub(in super::super) struct Step<'a> {
    pub statement: &'a LiteralStmt,
    /// Whether it declares a variable that is used outside of it: nothing else may take its place.
    pub is_needed: bool,
}

/// What an expression is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Role {
    /// A value.
    Value,
    /// The name of a member, or the place in a list.
    Key,
    /// What a loop or an assignment is taken apart by.
    Pattern,
}

/// A text to put in the place of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in super::super) struct Change {
    pub span: Span,
    pub replacement: String,
}

impl Change {
    pub fn new(span: Span, replacement: impl Into<String>) -> Self {
        Self {
            span,
            replacement: replacement.into(),
        }
    }
}

/// A kind of change.
pub struct Operator {
    /// Its permanent name.
    pub name: &'static str,
    /// What it does, for people.
    pub summary: &'static str,
    pub(super) changes: fn(&Page<'_>, &Site<'_>) -> Vec<Change>,
}

impl std::fmt::Debug for Operator {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("Operator").field(&self.name).finish()
    }
}
