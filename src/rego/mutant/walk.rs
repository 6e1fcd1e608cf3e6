//! A walk over the sites of a rule; what only words a message is left out.

use std::collections::BTreeSet;

use regorus::unstable::{AssignOp, Expr, Literal, LiteralStmt, Query, Rule, RuleHead, Span};

use super::super::syntax;
use super::message::{Messages, is_message_member};
use super::site::{Block, Definition, Role, Site, Step};

/// Calls `visit` for every site of the rule, from the outside to the inside.
pub(super) fn sites<'a>(
    rule: &'a Rule,
    of: usize,
    messages: &Messages,
    visit: &mut dyn FnMut(Site<'a>),
) {
    let mut walk = Walk {
        messages,
        wording: messages.wording_of(rule),
        visit,
    };
    (walk.visit)(Site::Rule(Definition { rule, of }));
    match rule {
        Rule::Default { value, .. } => walk.expr(value, Role::Value),
        Rule::Spec { head, bodies, .. } => {
            walk.indices(syntax::head_reference(rule));
            let value = head_value(head);
            if let Some(value) = value {
                walk.expr(value, Role::Value);
            }
            for body in bodies {
                let assigned = body.assign.as_ref().map(|assign| &*assign.value);
                if let Some(assigned) = assigned {
                    walk.expr(assigned, Role::Value);
                }
                let mut names = names_in(syntax::head_reference(rule));
                for part in value.into_iter().chain(assigned) {
                    names.extend(names_in(part));
                }
                walk.query(&body.query, names);
            }
        }
    }
}

/// The value or the member that the head of a rule gives.
pub(super) fn head_value(head: &RuleHead) -> Option<&Expr> {
    match head {
        RuleHead::Compr { assign, .. } | RuleHead::Func { assign, .. } => {
            assign.as_ref().map(|assign| &*assign.value)
        }
        RuleHead::Set { key, .. } => key.as_deref(),
    }
}

/// Every variable that an expression mentions, those it declares itself included.
pub(super) fn names_in(expr: &Expr) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    each(expr, &mut |expr| {
        if let Expr::Var { span, .. } = expr {
            names.insert(span.text());
        }
    });
    names
}

/// Every variable that a statement mentions.
pub(super) fn names_of(statement: &LiteralStmt) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    each_of(statement, &mut |expr| {
        if let Expr::Var { span, .. } = expr {
            names.insert(span.text());
        }
    });
    match &statement.literal {
        Literal::SomeVars { vars, .. } => names.extend(vars.iter().map(Span::text)),
        Literal::Every { key, value, .. } => {
            names.extend(key.iter().chain([value]).map(Span::text));
        }
        _ => {}
    }
    names
}

/// Calls `visit` for an expression and everything in it, what only words a message included.
pub(super) fn each<'a>(expr: &'a Expr, visit: &mut dyn FnMut(&'a Expr)) {
    visit(expr);
    match expr {
        Expr::Array { items, .. } | Expr::Set { items, .. } => {
            for item in items {
                each(item, visit);
            }
        }
        Expr::Object { fields, .. } => {
            for (_, key, value) in fields {
                each(key, visit);
                each(value, visit);
            }
        }
        Expr::ArrayCompr { term, query, .. } | Expr::SetCompr { term, query, .. } => {
            each(term, visit);
            each_in(query, visit);
        }
        Expr::ObjectCompr {
            key, value, query, ..
        } => {
            each(key, visit);
            each(value, visit);
            each_in(query, visit);
        }
        Expr::Call { params, .. } => {
            for param in params {
                each(param, visit);
            }
        }
        Expr::UnaryExpr { expr, .. } => each(expr, visit),
        Expr::RefDot { refr, .. } => each(refr, visit),
        Expr::RefBrack { refr, index, .. } => {
            each(refr, visit);
            each(index, visit);
        }
        Expr::BinExpr { lhs, rhs, .. }
        | Expr::BoolExpr { lhs, rhs, .. }
        | Expr::ArithExpr { lhs, rhs, .. }
        | Expr::AssignExpr { lhs, rhs, .. } => {
            each(lhs, visit);
            each(rhs, visit);
        }
        Expr::Membership {
            key,
            value,
            collection,
            ..
        } => {
            for part in key.iter().chain([value, collection]) {
                each(part, visit);
            }
        }
        Expr::String { .. }
        | Expr::RawString { .. }
        | Expr::Number { .. }
        | Expr::Bool { .. }
        | Expr::Null { .. }
        | Expr::Var { .. } => {}
    }
}

fn each_in<'a>(query: &'a Query, visit: &mut dyn FnMut(&'a Expr)) {
    for statement in &query.stmts {
        each_of(statement, visit);
    }
}

/// Calls `visit` for every expression of a statement.
pub(super) fn each_of<'a>(statement: &'a LiteralStmt, visit: &mut dyn FnMut(&'a Expr)) {
    match &statement.literal {
        Literal::SomeVars { .. } => {}
        Literal::SomeIn {
            key,
            value,
            collection,
            ..
        } => {
            for part in key.iter().chain([value, collection]) {
                each(part, visit);
            }
        }
        Literal::Expr { expr, .. } | Literal::NotExpr { expr, .. } => each(expr, visit),
        Literal::Every { domain, query, .. } => {
            each(domain, visit);
            each_in(query, visit);
        }
    }
    for modifier in &statement.with_mods {
        each(&modifier.r#as, visit);
    }
}

/// A statement of a query with what the others, and the `head`, need of it.
fn step<'a>(query: &'a Query, index: usize, head: &BTreeSet<&str>) -> Option<Step<'a>> {
    let statement = query.stmts.get(index)?;
    let others = query.stmts.iter().enumerate();
    let others = others.filter(|(other, _)| *other != index);
    let mut needed: BTreeSet<&str> = others.flat_map(|(_, other)| names_of(other)).collect();
    needed.extend(head);
    Some(Step {
        statement,
        is_needed: !needed.is_disjoint(&declared_by(statement)),
    })
}

/// The variables that a statement declares.
fn declared_by(statement: &LiteralStmt) -> BTreeSet<&str> {
    match &statement.literal {
        Literal::SomeIn { key, value, .. } => {
            let parts = key.iter().chain([value]);
            parts.flat_map(|part| names_in(part)).collect()
        }
        Literal::Expr { expr, .. } => match &**expr {
            Expr::AssignExpr {
                op: AssignOp::ColEq,
                lhs,
                ..
            } => names_in(lhs),
            _ => BTreeSet::new(),
        },
        _ => BTreeSet::new(),
    }
}

struct Walk<'a, 'w> {
    messages: &'w Messages,
    /// Variables of the rule that only word a message.
    wording: BTreeSet<String>,
    visit: &'w mut dyn FnMut(Site<'a>),
}

impl<'a> Walk<'a, '_> {
    fn query(&mut self, query: &'a Query, head: BTreeSet<&'a str>) {
        let steps: Vec<Step<'a>> = (0..query.stmts.len())
            .filter_map(|index| step(query, index, &head))
            .collect();
        (self.visit)(Site::Query(Block { query, head }));
        for step in steps {
            self.statement(step);
        }
    }

    fn statement(&mut self, step: Step<'a>) {
        let statement = step.statement;
        if self.words_a_message(statement) {
            return;
        }
        (self.visit)(Site::Statement(step));
        match &statement.literal {
            Literal::SomeVars { .. } => {}
            Literal::SomeIn {
                key,
                value,
                collection,
                ..
            } => {
                for part in key.iter().chain([value]) {
                    self.expr(part, Role::Pattern);
                }
                self.expr(collection, Role::Value);
            }
            Literal::Expr { expr, .. } | Literal::NotExpr { expr, .. } => {
                self.expr(expr, Role::Value);
            }
            Literal::Every { domain, query, .. } => {
                self.expr(domain, Role::Value);
                self.query(query, BTreeSet::new());
            }
        }
        for modifier in &statement.with_mods {
            self.expr(&modifier.r#as, Role::Value);
        }
    }

    fn words_a_message(&self, statement: &LiteralStmt) -> bool {
        let Literal::Expr { expr, .. } = &statement.literal else {
            return false;
        };
        matches!(&**expr, Expr::AssignExpr { op: AssignOp::ColEq, lhs, .. }
            if matches!(&**lhs, Expr::Var { span, .. } if self.wording.contains(span.text())))
    }

    /// What stands between the brackets of a reference.
    fn indices(&mut self, expr: &'a Expr) {
        match expr {
            Expr::RefDot { refr, .. } => self.indices(refr),
            Expr::RefBrack { refr, index, .. } => {
                self.indices(refr);
                self.expr(index, Role::Key);
            }
            Expr::Var { .. } => {}
            other => self.expr(other, Role::Value),
        }
    }

    fn expr(&mut self, expr: &'a Expr, role: Role) {
        (self.visit)(Site::Expr(expr, role));
        match expr {
            Expr::Var { .. } | Expr::RefDot { .. } | Expr::RefBrack { .. } => self.indices(expr),
            Expr::Array { items, .. } | Expr::Set { items, .. } => {
                for item in items {
                    self.expr(item, role);
                }
            }
            Expr::Object { fields, .. } => {
                for (_, key, value) in fields {
                    if !is_message_member(key) {
                        self.expr(key, Role::Key);
                        self.expr(value, Role::Value);
                    }
                }
            }
            Expr::ArrayCompr { term, query, .. } | Expr::SetCompr { term, query, .. } => {
                self.expr(term, Role::Value);
                self.query(query, names_in(term));
            }
            Expr::ObjectCompr {
                key, value, query, ..
            } => {
                self.expr(key, Role::Value);
                self.expr(value, Role::Value);
                let mut names = names_in(key);
                names.extend(names_in(value));
                self.query(query, names);
            }
            Expr::Call { fcn, params, .. } => {
                for (index, param) in params.iter().enumerate() {
                    if !self.messages.is_wording(fcn, index) {
                        self.expr(param, Role::Value);
                    }
                }
            }
            Expr::UnaryExpr { expr, .. } => self.expr(expr, role),
            Expr::BinExpr { lhs, rhs, .. }
            | Expr::BoolExpr { lhs, rhs, .. }
            | Expr::ArithExpr { lhs, rhs, .. } => {
                self.expr(lhs, Role::Value);
                self.expr(rhs, Role::Value);
            }
            Expr::AssignExpr { lhs, rhs, .. } => {
                self.expr(lhs, Role::Pattern);
                self.expr(rhs, Role::Value);
            }
            Expr::Membership {
                key,
                value,
                collection,
                ..
            } => {
                for part in key.iter().chain([value, collection]) {
                    self.expr(part, Role::Value);
                }
            }
            Expr::String { .. }
            | Expr::RawString { .. }
            | Expr::Number { .. }
            | Expr::Bool { .. }
            | Expr::Null { .. } => {}
        }
    }
}
