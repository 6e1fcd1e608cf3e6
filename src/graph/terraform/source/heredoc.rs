//! The literals of a heredoc: what `~` takes away and what `<<-` unindents, line by line as Terraform's scanner sees them.

use hcl_edit::template::{Directive, Element, Strip, Template};

/// What stands in a template, in the order of its text.
enum Part {
    /// The lines of a literal.
    Literal(Vec<String>),
    /// An interpolation, or one part of a directive.
    Marker { before: bool, after: bool },
}

/// Whether white space is taken away anywhere, or a directive stands in the way of unindenting.
pub(super) fn needs_lines(template: &Template) -> bool {
    template.iter().any(|element| match element {
        Element::Literal(_) => false,
        Element::Interpolation(interpolation) => interpolation.strip != Strip::None,
        Element::Directive(_) => true,
    })
}

/// The template of a heredoc's text as it is rendered: no white space is left to be taken away.
pub(super) fn template(text: &str, unindent: bool) -> Option<Template> {
    let mut template: Template = text.parse().ok()?;
    let mut parts = Vec::new();
    collect(&template, &mut parts);
    strip(&mut parts);
    if unindent {
        flush(&mut parts);
    }
    let mut literals = parts.into_iter().filter_map(|part| match part {
        Part::Literal(lines) => Some(lines.concat()),
        Part::Marker { .. } => None,
    });
    replace(&mut template, &mut literals);
    Some(template)
}

fn marker(strip: Strip) -> Part {
    Part::Marker {
        before: matches!(strip, Strip::Start | Strip::Both),
        after: matches!(strip, Strip::End | Strip::Both),
    }
}

fn collect(template: &Template, parts: &mut Vec<Part>) {
    for element in template {
        match element {
            Element::Literal(literal) => {
                let lines = literal.split_inclusive('\n').map(ToOwned::to_owned);
                parts.push(Part::Literal(lines.collect()));
            }
            Element::Interpolation(interpolation) => parts.push(marker(interpolation.strip)),
            Element::Directive(directive) => match &**directive {
                Directive::If(choice) => {
                    parts.push(marker(choice.if_expr.strip));
                    collect(&choice.if_expr.template, parts);
                    if let Some(otherwise) = &choice.else_expr {
                        parts.push(marker(otherwise.strip));
                        collect(&otherwise.template, parts);
                    }
                    parts.push(marker(choice.endif_expr.strip));
                }
                Directive::For(repeated) => {
                    parts.push(marker(repeated.for_expr.strip));
                    collect(&repeated.for_expr.template, parts);
                    parts.push(marker(repeated.endfor_expr.strip));
                }
            },
        }
    }
}

/// Takes white space away from the line next to a `~`, and from no other.
fn strip(parts: &mut [Part]) {
    for index in 0..parts.len() {
        let Some(Part::Marker { before, after }) = parts.get(index) else {
            continue;
        };
        let (before, after) = (*before, *after);
        if let (true, Some(Part::Literal(lines))) = (after, parts.get_mut(index + 1))
            && let Some(first) = lines.first_mut()
        {
            *first = first.trim_start().to_owned();
        }
        let previous = index.checked_sub(1);
        if let (true, Some(Part::Literal(lines))) =
            (before, previous.and_then(|index| parts.get_mut(index)))
            && let Some(last) = lines.last_mut()
        {
            *last = last.trim_end().to_owned();
        }
    }
}

/// Takes away the indentation that all lines have which begin with text of their own.
fn flush(parts: &mut [Part]) {
    let mut least = usize::MAX;
    let mut at_start = true;
    let mut indented: Vec<(usize, usize)> = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        match part {
            Part::Marker { .. } => {
                if std::mem::take(&mut at_start) {
                    least = 0;
                }
            }
            Part::Literal(lines) => {
                for (line_index, line) in lines.iter().enumerate() {
                    if std::mem::take(&mut at_start) {
                        let text = line.trim_start();
                        if !text.is_empty() || !line.ends_with('\n') {
                            indented.push((index, line_index));
                            let indentation = line.strip_suffix(text).unwrap_or_default();
                            least = least.min(indentation.chars().count());
                        }
                    }
                    at_start = line.ends_with('\n');
                }
            }
        }
    }
    for (index, line_index) in indented {
        if let Some(Part::Literal(lines)) = parts.get_mut(index)
            && let Some(line) = lines.get_mut(line_index)
        {
            *line = line.chars().skip(least).collect();
        }
    }
}

fn replace(template: &mut Template, literals: &mut dyn Iterator<Item = String>) {
    for element in template.iter_mut() {
        match element {
            Element::Literal(literal) => {
                *literal.as_mut() = literals.next().unwrap_or_default();
            }
            Element::Interpolation(interpolation) => interpolation.strip = Strip::None,
            Element::Directive(directive) => match &mut **directive {
                Directive::If(choice) => {
                    choice.if_expr.strip = Strip::None;
                    replace(&mut choice.if_expr.template, literals);
                    if let Some(otherwise) = &mut choice.else_expr {
                        otherwise.strip = Strip::None;
                        replace(&mut otherwise.template, literals);
                    }
                    choice.endif_expr.strip = Strip::None;
                }
                Directive::For(repeated) => {
                    repeated.for_expr.strip = Strip::None;
                    replace(&mut repeated.for_expr.template, literals);
                    repeated.endfor_expr.strip = Strip::None;
                }
            },
        }
    }
}
