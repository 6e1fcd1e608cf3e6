//! What stops the evaluation of a configuration, and what only spoils one value.

use std::sync::Arc;

use miette::{Diagnostic, NamedSource, SourceSpan};
use thiserror::Error;

use crate::value::Node;

/// A configuration of which no graph can be built.
#[derive(Debug, Error, Diagnostic)]
pub enum EvaluationError {
    /// A value that needs itself.
    #[error("`{what}` depends on itself")]
    #[diagnostic(help("break the cycle: {path}"))]
    Cycle {
        /// The value.
        what: String,
        /// The way round.
        path: String,
        /// The file that holds it.
        #[source_code]
        source_code: Arc<NamedSource<Arc<String>>>,
        /// Its expression.
        #[label("needs itself")]
        span: SourceSpan,
    },
    /// Expressions that grow beyond what is evaluated.
    #[error("the configuration evaluates to more than {limit} values")]
    #[diagnostic(help(
        "make the collections smaller that its locals, `for` expressions or `range` calls build"
    ))]
    TooLarge {
        /// The limit.
        limit: usize,
    },
    /// Expressions nested beyond what is evaluated.
    #[error("the configuration nests more than {limit} evaluations")]
    #[diagnostic(help("shorten the chain of locals, variables and modules"))]
    TooDeep {
        /// The limit.
        limit: usize,
    },
}

/// An expression that has no value.
#[derive(Debug, Clone)]
pub(super) struct Invalid {
    pub(super) message: String,
    /// Whether the expression names something that does not exist.
    pub(super) dangling: bool,
}

/// Why an expression was not evaluated.
#[derive(Debug)]
pub(super) enum Fault {
    /// It has no value; `try` and `can` notice.
    Invalid(Invalid),
    /// Evaluation stops.
    Fatal(Box<EvaluationError>),
}

pub(super) type Outcome<T = Node> = Result<T, Fault>;

/// An expression without a value, because of `message`.
pub(super) fn invalid(message: impl Into<String>) -> Fault {
    Fault::Invalid(Invalid {
        message: message.into(),
        dangling: false,
    })
}

/// A reference to something that does not exist.
pub(super) fn dangling(what: &str) -> Fault {
    Fault::Invalid(Invalid {
        message: format!("`{what}` does not exist"),
        dangling: true,
    })
}

impl From<EvaluationError> for Fault {
    fn from(error: EvaluationError) -> Self {
        Self::Fatal(Box::new(error))
    }
}
