//! A walk over the engine's syntax tree that knows which names are local and reports references and calls whole.

use std::collections::BTreeSet;

use regorus::unstable::{
    ArithOp, AssignOp, Expr, Literal, LiteralStmt, Query, Rule, RuleHead, Span, WithModifier,
};

/// One step of a reference after its root.
#[derive(Debug, Clone)]
pub(super) enum Step<'a> {
    /// A name known before evaluation: `.name` or `["name"]`.
    Name(&'a str),
    /// Anything else between brackets.
    Dynamic,
}

/// A whole reference: `data.lib.iam.statements[address]`, or a plain variable without steps.
#[derive(Debug, Clone)]
pub(super) struct Reference<'a> {
    /// The variable it starts with.
    pub root: &'a str,
    pub steps: Vec<Step<'a>>,
    pub span: &'a Span,
    /// Whether `root` is a local variable here.
    pub local: bool,
}

impl<'a> Reference<'a> {
    /// The root and the names after it, up to the first step only known at evaluation.
    pub fn names(&self) -> Vec<&'a str> {
        let mut names = vec![self.root];
        for step in &self.steps {
            match step {
                Step::Name(name) => names.push(name),
                Step::Dynamic => break,
            }
        }
        names
    }
}

/// A call, its function as a reference.
#[derive(Debug, Clone)]
pub(super) struct Call<'a> {
    pub function: Reference<'a>,
    pub params: usize,
    /// Whether the call stands alone as a statement, where one more argument may take the result.
    pub statement: bool,
    pub span: &'a Span,
}

/// What the walk reports.
#[derive(Debug, Clone)]
pub(super) enum Event<'a> {
    Reference(Reference<'a>),
    Call(Call<'a>),
    /// The target of a `with`; its value is reported on its own.
    Override(Reference<'a>),
    /// A division.
    Division(&'a Span),
    /// A statement is about to be entered; nested ones follow before the next of its query.
    Statement,
}

/// The head of a rule as a reference: the static names of its path.
pub(super) fn head_reference(rule: &Rule) -> &Expr {
    match rule {
        Rule::Spec { head, .. } => match head {
            RuleHead::Compr { refr, .. }
            | RuleHead::Set { refr, .. }
            | RuleHead::Func { refr, .. } => refr,
        },
        Rule::Default { refr, .. } => refr,
    }
}

/// The number of arguments, when the rule is a function.
pub(super) fn arity(rule: &Rule) -> Option<usize> {
    match rule {
        Rule::Spec {
            head: RuleHead::Func { args, .. },
            ..
        } => Some(args.len()),
        Rule::Default { args, .. } if !args.is_empty() => Some(args.len()),
        _ => None,
    }
}

/// The static names of a reference expression, root first; `None` when it is not one.
pub(super) fn static_names(expr: &Expr) -> Option<Vec<&str>> {
    chain(expr).map(|(root, steps)| {
        Reference {
            root,
            steps,
            span: expr.span(),
            local: false,
        }
        .names()
    })
}

/// Root variable and steps of a reference expression.
fn chain(expr: &Expr) -> Option<(&str, Vec<Step<'_>>)> {
    let mut steps = Vec::new();
    let mut current = expr;
    loop {
        match current {
            Expr::Var { span, .. } => {
                steps.reverse();
                return Some((span.text(), steps));
            }
            Expr::RefDot { refr, field, .. } => {
                steps.push(Step::Name(field.0.text()));
                current = refr;
            }
            Expr::RefBrack { refr, index, .. } => {
                steps.push(match &**index {
                    Expr::String { value, .. } | Expr::RawString { value, .. } => {
                        match value.as_string() {
                            Ok(name) => Step::Name(name),
                            Err(_) => Step::Dynamic,
                        }
                    }
                    _ => Step::Dynamic,
                });
                current = refr;
            }
            _ => return None,
        }
    }
}

/// Walks one rule and calls `visit` for everything in it.
pub(super) fn walk_rule<'a>(rule: &'a Rule, visit: &mut dyn FnMut(Event<'a>)) {
    let mut walk = Walk {
        scopes: Vec::new(),
        visit,
    };
    match rule {
        Rule::Default { args, value, .. } => {
            walk.scopes
                .push(args.iter().flat_map(|arg| pattern_names(arg)).collect());
            walk.expr(value);
        }
        Rule::Spec { head, bodies, .. } => {
            let (args, values): (&[_], Vec<&'a Expr>) = match head {
                RuleHead::Compr { assign, .. } => {
                    (&[], assign.iter().map(|assign| &*assign.value).collect())
                }
                RuleHead::Set { key, .. } => (&[], key.iter().map(|key| &**key).collect()),
                RuleHead::Func { args, assign, .. } => (
                    args.as_slice(),
                    assign.iter().map(|assign| &*assign.value).collect(),
                ),
            };
            walk.scopes
                .push(args.iter().flat_map(|arg| pattern_names(arg)).collect());
            let declared = bodies
                .iter()
                .flat_map(|body| declared_names(&body.query))
                .collect();
            walk.scopes.push(declared);
            walk.head_indices(head_reference(rule));
            for value in values {
                walk.expr(value);
            }
            walk.scopes.pop();
            for body in bodies {
                walk.scopes.push(declared_names(&body.query));
                if let Some(assign) = &body.assign {
                    walk.expr(&assign.value);
                }
                walk.statements(&body.query);
                walk.scopes.pop();
            }
        }
    }
}

/// The number of statements that can be active at once while the rule is evaluated.
pub(super) fn statement_count(rule: &Rule) -> usize {
    let mut count = 1;
    walk_rule(rule, &mut |event| {
        if matches!(event, Event::Statement) {
            count += 1;
        }
    });
    count
}

/// Variables a pattern binds.
fn pattern_names(expr: &Expr) -> Vec<&str> {
    match expr {
        Expr::Var { span, .. } => vec![span.text()],
        Expr::Array { items, .. } | Expr::Set { items, .. } => {
            items.iter().flat_map(|item| pattern_names(item)).collect()
        }
        Expr::Object { fields, .. } => fields
            .iter()
            .flat_map(|(_, _, value)| pattern_names(value))
            .collect(),
        _ => Vec::new(),
    }
}

/// Variables the statements of a query declare for all of it.
fn declared_names(query: &Query) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for statement in &query.stmts {
        match &statement.literal {
            Literal::SomeVars { vars, .. } => names.extend(vars.iter().map(Span::text)),
            Literal::SomeIn { key, value, .. } => {
                names.extend(key.iter().flat_map(|key| pattern_names(key)));
                names.extend(pattern_names(value));
            }
            Literal::Expr { expr, .. } | Literal::NotExpr { expr, .. } => {
                if let Expr::AssignExpr {
                    op: AssignOp::ColEq,
                    lhs,
                    ..
                } = &**expr
                {
                    names.extend(pattern_names(lhs));
                }
            }
            Literal::Every { .. } => {}
        }
    }
    names
}

struct Walk<'a, 'v> {
    scopes: Vec<BTreeSet<&'a str>>,
    visit: &'v mut dyn FnMut(Event<'a>),
}

impl<'a> Walk<'a, '_> {
    fn is_local(&self, name: &str) -> bool {
        self.scopes.iter().any(|scope| scope.contains(name))
    }

    fn reference(&self, expr: &'a Expr) -> Option<Reference<'a>> {
        let (root, steps) = chain(expr)?;
        Some(Reference {
            root,
            steps,
            span: expr.span(),
            local: self.is_local(root),
        })
    }

    fn query(&mut self, query: &'a Query, more: BTreeSet<&'a str>, heads: &[&'a Expr]) {
        let mut scope = declared_names(query);
        scope.extend(more);
        self.scopes.push(scope);
        for head in heads {
            self.expr(head);
        }
        self.statements(query);
        self.scopes.pop();
    }

    fn statements(&mut self, query: &'a Query) {
        for statement in &query.stmts {
            self.statement(statement);
        }
    }

    fn membership(&mut self, key: Option<&'a Expr>, value: &'a Expr, collection: &'a Expr) {
        for part in key.into_iter().chain([value, collection]) {
            self.expr(part);
        }
    }

    fn statement(&mut self, statement: &'a LiteralStmt) {
        (self.visit)(Event::Statement);
        match &statement.literal {
            Literal::SomeVars { .. } => {}
            Literal::SomeIn {
                key,
                value,
                collection,
                ..
            } => self.membership(key.as_deref(), value, collection),
            Literal::Expr { expr, .. } | Literal::NotExpr { expr, .. } => match &**expr {
                Expr::Call { .. } => self.call(expr, true),
                _ => self.expr(expr),
            },
            Literal::Every {
                key,
                value,
                domain,
                query,
                ..
            } => {
                self.expr(domain);
                let names = key.iter().chain(Some(value)).map(Span::text).collect();
                self.query(query, names, &[]);
            }
        }
        for modifier in &statement.with_mods {
            self.modifier(modifier);
        }
    }

    fn modifier(&mut self, modifier: &'a WithModifier) {
        self.indices(&modifier.refr);
        if let Some(reference) = self.reference(&modifier.refr) {
            (self.visit)(Event::Override(reference));
        }
        self.expr(&modifier.r#as);
    }

    fn head_indices(&mut self, expr: &'a Expr) {
        self.indices(expr);
    }

    /// Visits what stands between the brackets of a reference, and its root when that is no variable.
    fn indices(&mut self, expr: &'a Expr) {
        match expr {
            Expr::RefDot { refr, .. } => self.indices(refr),
            Expr::RefBrack { refr, index, .. } => {
                self.indices(refr);
                self.expr(index);
            }
            Expr::Var { .. } => {}
            other => self.expr(other),
        }
    }

    fn call(&mut self, expr: &'a Expr, statement: bool) {
        let Expr::Call {
            span, fcn, params, ..
        } = expr
        else {
            return;
        };
        if let Some(function) = self.reference(fcn) {
            (self.visit)(Event::Call(Call {
                function,
                params: params.len(),
                statement,
                span,
            }));
        }
        for param in params {
            self.expr(param);
        }
    }

    fn expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::String { .. }
            | Expr::RawString { .. }
            | Expr::Number { .. }
            | Expr::Bool { .. }
            | Expr::Null { .. } => {}
            Expr::Var { .. } | Expr::RefDot { .. } | Expr::RefBrack { .. } => {
                self.indices(expr);
                if let Some(reference) = self.reference(expr) {
                    (self.visit)(Event::Reference(reference));
                }
            }
            Expr::Call { .. } => self.call(expr, false),
            Expr::Array { items, .. } | Expr::Set { items, .. } => {
                for item in items {
                    self.expr(item);
                }
            }
            Expr::Object { fields, .. } => {
                for (_, key, value) in fields {
                    self.expr(key);
                    self.expr(value);
                }
            }
            Expr::ArrayCompr { term, query, .. } | Expr::SetCompr { term, query, .. } => {
                self.query(query, BTreeSet::new(), &[term]);
            }
            Expr::ObjectCompr {
                key, value, query, ..
            } => self.query(query, BTreeSet::new(), &[key, value]),
            Expr::UnaryExpr { expr, .. } => self.expr(expr),
            Expr::ArithExpr {
                span, op, lhs, rhs, ..
            } => {
                if matches!(op, ArithOp::Div) {
                    (self.visit)(Event::Division(span));
                }
                self.expr(lhs);
                self.expr(rhs);
            }
            Expr::BinExpr { lhs, rhs, .. }
            | Expr::BoolExpr { lhs, rhs, .. }
            | Expr::AssignExpr { lhs, rhs, .. } => {
                self.expr(lhs);
                self.expr(rhs);
            }
            Expr::Membership {
                key,
                value,
                collection,
                ..
            } => self.membership(key.as_deref(), value, collection),
        }
    }
}
