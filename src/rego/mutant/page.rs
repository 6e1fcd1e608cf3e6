//! The text of a policy file, and spans in it that include what the engine's spans leave out: the quotes of texts.

use std::collections::BTreeSet;

use regorus::unstable::{Expr, Span as EngineSpan};

use crate::source::Span;

/// A text whose spans can be widened to whole tokens.
#[derive(Debug)]
pub(in super::super) struct Page<'a> {
    text: &'a str,
    /// First bytes inside quotes.
    opened: BTreeSet<usize>,
    /// Closing quotes.
    closed: BTreeSet<usize>,
}

impl<'a> Page<'a> {
    pub fn new(text: &'a str) -> Self {
        let (mut opened, mut closed) = (BTreeSet::new(), BTreeSet::new());
        let mut quote = None;
        let mut escaped = false;
        let mut comment = false;
        for (offset, character) in text.char_indices() {
            match (quote, character) {
                _ if comment => comment = character != '\n',
                (Some('"'), '\\') if !escaped => {
                    escaped = true;
                    continue;
                }
                (Some(open), _) if character == open && !escaped => {
                    closed.insert(offset);
                    quote = None;
                }
                (None, '"' | '`') => {
                    opened.insert(offset + 1);
                    quote = Some(character);
                }
                (None, '#') => comment = true,
                (Some(_) | None, _) => {}
            }
            escaped = false;
        }
        Self {
            text,
            opened,
            closed,
        }
    }

    /// The bytes of a node with the quotes of a text at either end.
    pub fn span(&self, span: &EngineSpan) -> Span {
        let (mut start, mut end) = (span.start as usize, span.end as usize);
        if self.opened.contains(&start) {
            start -= 1;
        }
        if self.closed.contains(&end) {
            end += 1;
        }
        Span::between(start, end)
    }

    /// The bytes of an expression; the engine's span of an object begins at its last member.
    pub fn node(&self, expr: &Expr) -> Span {
        let span = self.span(expr.span());
        let Expr::Object { fields, .. } = expr else {
            return span;
        };
        let Some((_, key, _)) = fields.first() else {
            return span;
        };
        let before = self.text.get(..self.node(key).offset).unwrap_or_default();
        let open = before.rfind('{').unwrap_or(span.offset);
        Span::between(open, span.offset + span.len)
    }

    /// The bytes from the start of one span to the end of another.
    pub fn between(&self, first: &EngineSpan, last: &EngineSpan) -> Span {
        let (first, last) = (self.span(first), self.span(last));
        Span::between(first.offset, last.offset + last.len)
    }

    /// The text of a span.
    pub fn slice(&self, span: Span) -> &'a str {
        self.text
            .get(span.offset..span.offset + span.len)
            .unwrap_or_default()
    }

    /// The text of a node, quotes included.
    pub fn text_of(&self, span: &EngineSpan) -> &'a str {
        self.slice(self.span(span))
    }

    /// Where `token` stands first between two nodes.
    pub fn token_between(
        &self,
        left: &EngineSpan,
        right: &EngineSpan,
        token: &str,
    ) -> Option<Span> {
        let (left, right) = (self.span(left), self.span(right));
        let gap = Span::between(left.offset + left.len, right.offset);
        let at = self.slice(gap).find(token)?;
        Some(Span {
            offset: gap.offset + at,
            len: token.len(),
        })
    }

    /// Where a line begins, from 1, that holds a byte.
    pub fn line_of(&self, offset: usize) -> usize {
        let before = self.text.get(..offset).unwrap_or_default();
        1 + before.matches('\n').count()
    }
}
