//! Templates, `format` and `join`: three ways to make a string of parts in Terraform.

use hcl_edit::expr::{Array, Expression, FuncArgs, FuncCall};
use hcl_edit::template::{Element, Interpolation, StringTemplate, Template};
use hcl_edit::{Ident, repr::Decorated};

use crate::graph::Kind;

use super::super::written::Rewriting;
use super::{Respelling, Subject, Trial, rewritten};

/// The kinds that are made from sources, or merged with them.
const KINDS: &[Kind] = &[Kind::Plan, Kind::Configuration];

/// Templates as `format`.
pub(super) const FORMAT: Respelling = Respelling {
    name: "format",
    title: "every template as a call of `format`",
    kinds: KINDS,
    same_graph: true,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        rewritten(subject, &Rewriting::Expression(formatted), trial);
    },
};

/// Templates as `join`.
pub(super) const JOIN: Respelling = Respelling {
    name: "join-function",
    title: "every template as a call of `join`",
    kinds: KINDS,
    same_graph: true,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        rewritten(subject, &Rewriting::Expression(joined), trial);
    },
};

/// `format` and `join` as templates.
pub(super) const TEMPLATE: Respelling = Respelling {
    name: "template",
    title: "every call of `format` or `join` that a template can say as a template",
    kinds: KINDS,
    same_graph: true,
    spell: |subject: &Subject<'_>, trial: &mut Trial<'_>| {
        rewritten(subject, &Rewriting::Expression(templated), trial);
    },
};

/// A part of a string.
enum Part {
    Literal(String),
    Value(Expression),
}

/// The parts of a template without directives and stripped white space, in which something is interpolated.
fn parts_of(expression: &Expression) -> Option<Vec<Part>> {
    let template: &Template = match expression {
        Expression::StringTemplate(template) => template,
        // The lines of a heredoc lose their indentation, which only its own text shows.
        Expression::HeredocTemplate(heredoc) if heredoc.indent().is_none() => &heredoc.template,
        _ => return None,
    };
    if template.len() < 2 {
        return None;
    }
    let parts: Option<Vec<Part>> = template
        .iter()
        .map(|element| match element {
            Element::Literal(literal) => Some(Part::Literal(literal.as_str().to_owned())),
            Element::Interpolation(Interpolation { expr, strip, .. })
                if *strip == hcl_edit::template::Strip::None =>
            {
                Some(Part::Value(expr.clone()))
            }
            _ => None,
        })
        .collect();
    parts.filter(|parts| parts.iter().any(|part| matches!(part, Part::Value(_))))
}

fn call(name: &str, arguments: impl IntoIterator<Item = Expression>) -> Expression {
    let mut all = FuncArgs::new();
    for argument in arguments {
        all.push(argument);
    }
    Expression::from(FuncCall::new(Decorated::new(Ident::new(name)), all))
}

/// Turns a template into a call of `format`.
pub(super) fn formatted(expression: &mut Expression) -> bool {
    let Some(parts) = parts_of(expression) else {
        return false;
    };
    let mut verbs = String::new();
    let mut values = Vec::new();
    for part in parts {
        match part {
            Part::Literal(text) => verbs.push_str(&text.replace('%', "%%")),
            Part::Value(value) => {
                verbs.push_str("%s");
                values.push(value);
            }
        }
    }
    *expression = call(
        "format",
        std::iter::once(Expression::from(verbs)).chain(values),
    );
    true
}

/// Turns a template into a call of `join`.
pub(super) fn joined(expression: &mut Expression) -> bool {
    let Some(parts) = parts_of(expression) else {
        return false;
    };
    let mut list = Array::new();
    for part in parts {
        list.push(match part {
            Part::Literal(text) => Expression::from(text),
            Part::Value(value) => value,
        });
    }
    *expression = call("join", [Expression::from(""), Expression::from(list)]);
    true
}

/// Turns `join` over listed parts, or `format` with nothing but `%s`, into a template.
pub(super) fn templated(expression: &mut Expression) -> bool {
    let Expression::FuncCall(function) = &*expression else {
        return false;
    };
    if function.name.is_namespaced() || function.args.expand_final() {
        return false;
    }
    let arguments: Vec<&Expression> = function.args.iter().collect();
    let parts = match (function.name.name.as_str(), arguments.as_slice()) {
        ("join", [delimiter, Expression::Array(items)]) => of_join(delimiter, items),
        ("format", [Expression::String(verbs), values @ ..]) => of_format(verbs.as_str(), values),
        _ => None,
    };
    let Some(elements) = parts else { return false };
    // One interpolation alone is its value, whatever its type.
    if elements.len() < 2
        || !elements
            .iter()
            .any(|part| matches!(part, Element::Interpolation(_)))
    {
        return false;
    }
    *expression = Expression::from(StringTemplate::from(elements));
    true
}

fn literal(text: &str) -> Element {
    Element::Literal(hcl_edit::repr::Spanned::new(text.to_owned()))
}

fn of_join(delimiter: &Expression, items: &Array) -> Option<Vec<Element>> {
    let delimiter = delimiter.as_str()?;
    let mut elements = Vec::new();
    for (at, item) in items.iter().enumerate() {
        if at > 0 && !delimiter.is_empty() {
            elements.push(literal(delimiter));
        }
        elements.push(match item.as_str() {
            Some(text) => literal(text),
            None => Element::Interpolation(Interpolation::new(item.clone())),
        });
    }
    Some(elements)
}

fn of_format(verbs: &str, values: &[&Expression]) -> Option<Vec<Element>> {
    let mut elements = Vec::new();
    let mut values = values.iter();
    let mut text = String::new();
    let mut rest = verbs;
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            text.push('%');
            rest = after;
        } else {
            rest = after.strip_prefix('s')?;
            if !text.is_empty() {
                elements.push(literal(&std::mem::take(&mut text)));
            }
            elements.push(Element::Interpolation(Interpolation::new(
                (*values.next()?).clone(),
            )));
        }
    }
    text.push_str(rest);
    if !text.is_empty() {
        elements.push(literal(&text));
    }
    values.next().is_none().then_some(elements)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten(change: fn(&mut Expression) -> bool, text: &str) -> Option<String> {
        let mut expression: Expression = text.parse().expect("an expression");
        change(&mut expression).then(|| expression.to_string().replace([' ', '\n'], ""))
    }

    #[test]
    fn a_template_is_a_call_and_the_other_way_round() {
        let template = r#""a%-${x.y}/${n}""#;
        let format = r#"format("a%%-%s/%s",x.y,n)"#;
        let join = r#"join("",["a%-",x.y,"/",n])"#;
        assert_eq!(rewritten(formatted, template).as_deref(), Some(format));
        assert_eq!(rewritten(joined, template).as_deref(), Some(join));
        for call in [format, join] {
            assert_eq!(rewritten(templated, call).as_deref(), Some(template));
        }
    }

    #[test]
    fn what_a_call_cannot_say_stays_a_template() {
        for template in [
            r#""${x}""#,
            r#""a""#,
            r#""a${~ x}""#,
            r#""a%{if x}b%{endif}""#,
        ] {
            assert_eq!(rewritten(formatted, template), None, "{template}");
            assert_eq!(rewritten(joined, template), None, "{template}");
        }
    }

    #[test]
    fn what_a_template_cannot_say_stays_a_call() {
        for call in [
            r#"format("%d", x)"#,
            r#"format("%s", x)"#,
            r#"format("a%s", x, y)"#,
            r#"join("", x)"#,
            r#"join("", ["a", "b"])"#,
            r#"join("", x...)"#,
            r#"provider::acme::join("", ["a", x])"#,
        ] {
            assert_eq!(rewritten(templated, call), None, "{call}");
        }
    }
}
