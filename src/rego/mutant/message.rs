//! Which texts word a message and carry no verdict: the member `msg` of an object, and what is only put there.
//!
//! A variable words a message when every use of it stands in the value of a member `msg`, or in an argument that words
//! one; an argument of a function of the package does when the parameter does in every definition of the function.

use std::collections::{BTreeMap, BTreeSet};

use regorus::unstable::{AssignOp, Expr, Literal, LiteralStmt, Query, Rule, RuleHead};

use super::super::bundle::PolicyFile;
use super::super::syntax;
use super::walk::head_value;

/// A definition of a function, and its parameters that are plain names.
type Function<'a> = (&'a Rule, Vec<Option<&'a str>>);

/// The parameters of a package's functions that only word messages.
#[derive(Debug, Default)]
pub(super) struct Messages(BTreeSet<(String, usize)>);

/// Whether a member of an object is the text of a result.
pub(super) fn is_message_member(key: &Expr) -> bool {
    matches!(key, Expr::String { span, .. } if span.text() == "msg")
}

impl Messages {
    /// Looks at all files of one package.
    pub fn of<'a>(files: impl Iterator<Item = &'a PolicyFile>) -> Self {
        let mut functions: BTreeMap<&str, Vec<Function<'_>>> = BTreeMap::new();
        for rule in files.flat_map(|file| &file.module.policy) {
            let Rule::Spec {
                head: RuleHead::Func { refr, args, .. },
                ..
            } = &**rule
            else {
                continue;
            };
            if let Expr::Var { span, .. } = &**refr {
                let names = args.iter().map(|arg| match &**arg {
                    Expr::Var { span, .. } => Some(span.text()),
                    _ => None,
                });
                let definitions = functions.entry(span.text()).or_default();
                definitions.push((rule, names.collect()));
            }
        }
        let mut found = Self::default();
        // A function may hand its text on to another one.
        loop {
            let before = found.0.len();
            for (function, definitions) in &functions {
                let most = definitions.iter().map(|(_, names)| names.len()).max();
                for index in 0..most.unwrap_or_default() {
                    let words = definitions.iter().all(|(rule, names)| {
                        let name = names.get(index).copied().flatten();
                        name.is_some_and(|name| found.uses(rule, name) == Uses::Wording)
                    });
                    if words {
                        found.0.insert(((*function).to_owned(), index));
                    }
                }
            }
            if found.0.len() == before {
                return found;
            }
        }
    }

    /// Whether an argument of a call only words a message.
    pub fn is_wording(&self, function: &Expr, index: usize) -> bool {
        matches!(function, Expr::Var { span, .. } if self.0.contains(&(span.text().to_owned(), index)))
    }

    /// The variables that a rule assigns and that only word messages.
    pub fn wording_of(&self, rule: &Rule) -> BTreeSet<String> {
        let Rule::Spec { bodies, .. } = rule else {
            return BTreeSet::new();
        };
        let statements = bodies.iter().flat_map(|body| &body.query.stmts);
        let assigned = statements.filter_map(|statement| assigned(statement));
        assigned
            .filter(|name| self.uses(rule, name) == Uses::Wording)
            .map(str::to_owned)
            .collect()
    }

    fn uses(&self, rule: &Rule, name: &str) -> Uses {
        let mut uses = Uses::None;
        if let Rule::Spec { head, bodies, .. } = rule {
            let values = bodies.iter().filter_map(|body| body.assign.as_ref());
            let values = values.map(|assign| &*assign.value);
            for value in head_value(head).into_iter().chain(values) {
                uses = uses.max(self.within(value, name, false));
            }
            for body in bodies {
                uses = uses.max(self.in_query(&body.query, name));
            }
            uses = uses.max(self.within(syntax::head_reference(rule), name, false));
        }
        uses
    }

    fn in_query(&self, query: &Query, name: &str) -> Uses {
        let uses = query
            .stmts
            .iter()
            .map(|statement| self.in_statement(statement, name));
        uses.max().unwrap_or(Uses::None)
    }

    fn in_statement(&self, statement: &LiteralStmt, name: &str) -> Uses {
        if let Literal::Expr { expr, .. } = &statement.literal {
            return match &**expr {
                // The assignment itself is no use.
                Expr::AssignExpr { rhs, .. } if assigned(statement) == Some(name) => {
                    self.within(rhs, name, false)
                }
                _ => self.within(expr, name, false),
            };
        }
        let mut uses = Uses::None;
        super::walk::each_of(statement, &mut |expr| {
            if matches!(expr, Expr::Var { span, .. } if span.text() == name) {
                uses = Uses::Other;
            }
        });
        uses
    }

    fn within(&self, expr: &Expr, name: &str, words: bool) -> Uses {
        match expr {
            Expr::Var { span, .. } if span.text() == name => {
                if words {
                    Uses::Wording
                } else {
                    Uses::Other
                }
            }
            Expr::AssignExpr { rhs, .. } => self.within(rhs, name, words),
            Expr::Object { fields, .. } => {
                let parts = fields.iter().map(|(_, key, value)| {
                    let wording = words || is_message_member(key);
                    self.within(value, name, wording)
                        .max(self.within(key, name, words))
                });
                parts.max().unwrap_or(Uses::None)
            }
            Expr::Call { fcn, params, .. } => {
                let parts = params.iter().enumerate().map(|(index, param)| {
                    self.within(param, name, words || self.is_wording(fcn, index))
                });
                parts.max().unwrap_or(Uses::None)
            }
            Expr::Array { items, .. } | Expr::Set { items, .. } => {
                let parts = items.iter().map(|item| self.within(item, name, words));
                parts.max().unwrap_or(Uses::None)
            }
            other => {
                let mut uses = Uses::None;
                super::walk::each(other, &mut |part| {
                    if matches!(part, Expr::Var { span, .. } if span.text() == name) {
                        uses = if words { Uses::Wording } else { Uses::Other };
                    }
                });
                uses
            }
        }
    }
}

/// What a variable is used for, the most telling last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Uses {
    None,
    Wording,
    Other,
}

fn assigned(statement: &LiteralStmt) -> Option<&str> {
    let Literal::Expr { expr, .. } = &statement.literal else {
        return None;
    };
    match &**expr {
        Expr::AssignExpr {
            op: AssignOp::ColEq,
            lhs,
            ..
        } => match &**lhs {
            Expr::Var { span, .. } => Some(span.text()),
            _ => None,
        },
        _ => None,
    }
}
