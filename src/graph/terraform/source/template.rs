//! Templates: interpolation, directives, and the white space that `~` takes away.

use hcl_edit::template::{Directive, Element, HeredocTemplate, StringTemplate, Strip, Template};

use crate::value::{Node, Text, document_of};

use super::error::{Outcome, invalid};
use super::evaluator::Evaluator;
use super::expression::Decision;
use super::heredoc::needs_lines;
use super::mark::{bare, hidden, is_sensitive, peeled};
use super::scope::Scope;
use super::unknown::derived;

impl Evaluator<'_> {
    /// A quoted template; one that is a single interpolation is that value, whatever its type.
    pub(super) fn string_template(
        &mut self,
        template: &StringTemplate,
        scope: &mut Scope,
    ) -> Outcome {
        match template.as_single_element() {
            Some(Element::Interpolation(only)) => self.typed(&only.expr, scope),
            _ => self.template(template, scope),
        }
    }

    /// A template as the string, or the JSON document, that it makes.
    pub(super) fn template(&mut self, template: &Template, scope: &mut Scope) -> Outcome {
        let mut parts = Vec::new();
        self.render(template, (false, false), scope, &mut parts)?;
        let sensitive = parts.iter().any(is_sensitive);
        let joined = Node::join(parts.into_iter().map(bare));
        if let Node::Text(text) = &joined {
            self.charge(text.len() / 16)?;
        }
        let value = document_of(&joined).unwrap_or_else(|| super::function::normalized(joined));
        Ok(hidden(sensitive, value))
    }

    /// A heredoc, whose lines lose their indentation and white space one by one.
    pub(super) fn heredoc(&mut self, heredoc: &HeredocTemplate, scope: &mut Scope) -> Outcome {
        if needs_lines(&heredoc.template) && !scope.in_template {
            let source = self.module_of(scope.instance).files.get(scope.file);
            let span = hcl_edit::Span::span(&heredoc.template);
            let span_start = span.as_ref().map(|span| span.start);
            let text = source
                .zip(span)
                .and_then(|(source, span)| source.text().get(span));
            let header = source
                .zip(span_start)
                .and_then(|(source, start)| source.text().get(..start));
            let unindent = header.is_some_and(|header| {
                header
                    .trim_end()
                    .rsplit_once("<<")
                    .is_some_and(|(_, header)| header.starts_with('-'))
            });
            if let Some(template) = text.and_then(|text| super::heredoc::template(text, unindent)) {
                return self.template(&template, scope);
            }
        }
        self.template(&heredoc.template, scope)
    }

    /// Appends the parts of `template`; `trim` says whether its first and last literals lose their outer space.
    fn render(
        &mut self,
        template: &Template,
        trim: (bool, bool),
        scope: &mut Scope,
        parts: &mut Vec<Node>,
    ) -> Outcome<()> {
        let length = template.len();
        for (index, element) in template.iter().enumerate() {
            match element {
                Element::Literal(literal) => {
                    let before = index.checked_sub(1).and_then(|index| template.get(index));
                    let after = template.get(index + 1);
                    let mut text = literal.as_str();
                    if before.map_or(index == 0 && trim.0, trims_after) {
                        text = text.trim_start();
                    }
                    if after.map_or(index + 1 == length && trim.1, trims_before) {
                        text = text.trim_end();
                    }
                    parts.push(Node::text(text));
                }
                Element::Interpolation(interpolation) => {
                    let value = self.typed(&interpolation.expr, scope)?;
                    parts.push(string_part(value)?);
                }
                Element::Directive(directive) => self.directive(directive, scope, parts)?,
            }
        }
        Ok(())
    }

    fn directive(
        &mut self,
        directive: &Directive,
        scope: &mut Scope,
        parts: &mut Vec<Node>,
    ) -> Outcome<()> {
        match directive {
            Directive::If(choice) => {
                let condition = self.typed(&choice.if_expr.cond_expr, scope)?;
                if is_sensitive(&condition) {
                    parts.push(hidden(true, Node::text("")));
                }
                let end = choice.endif_expr.strip;
                let middle = choice.else_expr.as_ref().map(|otherwise| otherwise.strip);
                let holds_trim = (ends(choice.if_expr.strip), starts(middle.unwrap_or(end)));
                let fails_trim = (middle.is_some_and(ends), starts(end));
                let otherwise = choice
                    .else_expr
                    .as_ref()
                    .map(|otherwise| &otherwise.template);
                match self.decide(condition)? {
                    Decision::Always(true) => {
                        self.render(&choice.if_expr.template, holds_trim, scope, parts)
                    }
                    Decision::Always(false) => otherwise.map_or(Ok(()), |template| {
                        self.render(template, fails_trim, scope, parts)
                    }),
                    Decision::Depends(branches) => {
                        let mut holds = Vec::new();
                        self.render(&choice.if_expr.template, holds_trim, scope, &mut holds)?;
                        let mut fails = Vec::new();
                        if let Some(template) = otherwise {
                            self.render(template, fails_trim, scope, &mut fails)?;
                        }
                        parts.push(branches.pick(&Node::join(holds), &Node::join(fails)));
                        Ok(())
                    }
                }
            }
            Directive::For(repeated) => {
                let head = &repeated.for_expr;
                let collection = self.typed(&head.collection_expr, scope)?;
                let (marks, collection) = peeled(self.settled(collection)?);
                if marks.sensitive {
                    parts.push(hidden(true, Node::text("")));
                }
                let trim = (ends(head.strip), starts(repeated.endfor_expr.strip));
                for (key, value) in self.pairs(collection)? {
                    if let Node::Rest(rest) = &value {
                        let spelling = format!("for {}", rest.id);
                        let repeated = derived("template", spelling, &[&value], Some("string"));
                        parts.push(Node::Unknown(repeated.into()));
                        continue;
                    }
                    let depth = scope.bindings.len();
                    if let Some(name) = &head.key_var {
                        let key = if marks.is_set() { value.clone() } else { key };
                        scope.bindings.push((Text::from(name.as_str()), key));
                    }
                    scope
                        .bindings
                        .push((Text::from(head.value_var.as_str()), value));
                    let outcome = self.render(&head.template, trim, scope, parts);
                    scope.bindings.truncate(depth);
                    outcome?;
                }
                Ok(())
            }
        }
    }
}

/// A value as part of a string.
pub(super) fn string_part(value: Node) -> Outcome {
    let (marks, value) = peeled(value);
    string_of(value).map(|part| hidden(marks.sensitive, part))
}

fn string_of(value: Node) -> Outcome {
    match value {
        Node::Number(number) => Ok(Node::text(super::float::plain_text(&number))),
        Node::Null => Err(invalid("null inside a string")),
        Node::List(_) | Node::Object(_) | Node::Rest(_) => {
            Err(invalid("a collection inside a string"))
        }
        Node::Json(inner) => Ok(match super::function::json_spelled(&inner) {
            Some(text) => Node::text(text),
            None => inner.json_text(),
        }),
        Node::OneOf(choice) => {
            let values = choice
                .values
                .iter()
                .cloned()
                .map(string_part)
                .collect::<Outcome<Vec<_>>>()?;
            Ok(super::choice::one_of(choice.condition.clone(), values))
        }
        other => Ok(other),
    }
}

fn starts(strip: Strip) -> bool {
    matches!(strip, Strip::Start | Strip::Both)
}

fn ends(strip: Strip) -> bool {
    matches!(strip, Strip::End | Strip::Both)
}

fn trims_before(next: &Element) -> bool {
    match next {
        Element::Literal(_) => false,
        Element::Interpolation(interpolation) => starts(interpolation.strip),
        Element::Directive(directive) => match &**directive {
            Directive::If(choice) => starts(choice.if_expr.strip),
            Directive::For(repeated) => starts(repeated.for_expr.strip),
        },
    }
}

fn trims_after(previous: &Element) -> bool {
    match previous {
        Element::Literal(_) => false,
        Element::Interpolation(interpolation) => ends(interpolation.strip),
        Element::Directive(directive) => match &**directive {
            Directive::If(choice) => ends(choice.endif_expr.strip),
            Directive::For(repeated) => ends(repeated.endfor_expr.strip),
        },
    }
}
