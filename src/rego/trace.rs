//! Which expressions of the policies one evaluation reached, for a search that looks for what no other evaluation did.

use std::collections::BTreeSet;

use super::bundle::{Bundle, BundleOptions};
use super::convert::Input;
use super::error::RegoError;
use super::evaluator::{Evaluator, Limits};
use super::outcome::RuleResult;

/// The expressions that one evaluation reached, by the number of the file and the line.
pub type Trace = BTreeSet<(usize, u32)>;

/// An engine that tells the expressions it reached, for twice the time.
#[derive(Debug)]
pub struct Tracer(Evaluator);

impl Tracer {
    /// An engine for the same policies, written with one expression a line: the engine records lines.
    pub fn new(bundle: &Bundle, limits: &Limits) -> Result<Self, RegoError> {
        let sources = bundle.files().iter().map(|file| {
            let name = file.source.name().clone();
            (name, one_expression_a_line(file.source.text()))
        });
        let options = BundleOptions {
            examined: true,
            ..bundle.options().clone()
        };
        let bundle = Bundle::from_sources(sources, bundle.data().clone(), &options)?;
        let mut evaluator = Evaluator::new(&bundle, limits)?;
        evaluator.record_coverage();
        Ok(Self(evaluator))
    }

    /// The results of a rule, and where its evaluation came.
    pub fn results(
        &mut self,
        input: &Input,
        entry: &str,
    ) -> (Result<Vec<RuleResult>, RegoError>, Trace) {
        self.0.forget_coverage();
        let results = self.0.results(input, entry);
        let coverage = self.0.coverage().unwrap_or_default();
        let files = coverage.files().values().enumerate();
        let lines =
            files.flat_map(|(number, file)| file.covered.iter().map(move |line| (number, *line)));
        (results, lines.collect())
    }
}

/// The same policy with a line break in place of every `;`, which separates expressions and nothing else.
fn one_expression_a_line(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut quote = None;
    let mut escaped = false;
    let mut comment = false;
    for character in text.chars() {
        match (quote, character) {
            _ if comment => comment = character != '\n',
            (Some('"'), '\\') if !escaped => {
                escaped = true;
                written.push(character);
                continue;
            }
            (Some(open), _) => {
                if character == open && !escaped {
                    quote = None;
                }
            }
            (None, '"' | '`') => quote = Some(character),
            (None, '#') => comment = true,
            (None, ';') => {
                written.push('\n');
                continue;
            }
            (None, _) => {}
        }
        escaped = false;
        written.push(character);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::{Node, Object};

    const POLICY: &str = "package p\n\
        deny contains \"one\" if { input.a == 1; input.b == \"x;y\"; input.c == `;` } # a; b\n\
        deny contains \"two\" if { some x in input.list; x > 1; x > 2 }\n";

    fn reached(document: &Node) -> usize {
        let policy = [("p.rego", POLICY)];
        let data = Node::Object(Object::new());
        let bundle =
            Bundle::from_sources(policy, data, &BundleOptions::foreign()).expect("a bundle");
        let mut tracer = Tracer::new(&bundle, &Limits::default()).expect("an engine");
        let input = Input::new(document).expect("exact");
        let (results, lines) = tracer.results(&input, "data.p.deny");
        results.expect("evaluated");
        lines.len()
    }

    #[test]
    fn each_condition_that_holds_shows_one_expression_more() {
        let list = |items: &[i64]| Node::List(items.iter().copied().map(Node::from).collect());
        let given = |a: i64, b: &str, c: &str| {
            let members = [("a", a.into()), ("b", b.into()), ("c", c.into())];
            reached(&Node::object(
                members.into_iter().chain([("list", list(&[]))]),
            ))
        };
        let none = given(0, "", "");
        assert_eq!(given(1, "", ""), none + 1);
        assert_eq!(given(1, "x;y", ""), none + 2);
        let listed =
            |items: &[i64]| reached(&Node::object([("a", 0.into()), ("list", list(items))]));
        assert_eq!(listed(&[1]), none + 1);
        assert_eq!(listed(&[2]), none + 2);
    }

    #[test]
    fn nothing_but_a_separator_is_rewritten() {
        let written = one_expression_a_line("x { a; b == \"\\\";\"; c == `\\`; d } # e; f\n");
        assert_eq!(written, "x { a\n b == \"\\\";\"\n c == `\\`\n d } # e; f\n");
    }
}
