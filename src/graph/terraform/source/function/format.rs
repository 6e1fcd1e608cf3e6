//! `format` and `formatlist`: every verb and flag, with symbolic values where a verb takes them as they are.

use crate::value::Node;

use super::super::error::{Outcome, invalid};
use super::super::float::{Float, cut, rounds_up};
use super::super::kind::{Kind, converted};
use super::super::mark::{Shape, marked, peek, under};
use super::super::template::string_part;
use super::string::MOST_BYTES;
use super::{closed_list, gojson, known_number, known_text, unicode};

/// Width or precision that is written out.
const MOST_WIDTH: usize = 65_536;

/// A verb with its flags.
#[expect(clippy::struct_excessive_bools, reason = "a verb has five flags")]
#[derive(Debug, Default, Clone)]
struct Verb {
    zero: bool,
    sharp: bool,
    minus: bool,
    plus: bool,
    space: bool,
    width: Option<usize>,
    precision: Option<usize>,
    position: Option<usize>,
    mode: char,
}

impl Verb {
    /// Reads what follows a `%`.
    fn read(text: &str) -> Outcome<(Self, &str)> {
        let unfinished = || invalid("an unfinished verb in a format");
        let mut verb = Self::default();
        let mut rest = text;
        loop {
            let flag = match rest.chars().next() {
                Some('0') => &mut verb.zero,
                Some('#') => &mut verb.sharp,
                Some('-') => &mut verb.minus,
                Some('+') => &mut verb.plus,
                Some(' ') => &mut verb.space,
                _ => break,
            };
            *flag = true;
            rest = rest.get(1..).unwrap_or_default();
        }
        (verb.width, rest) = digits(rest)?;
        if let Some(after) = rest.strip_prefix('.') {
            (verb.precision, rest) = digits(after)?;
            verb.precision = verb.precision.or(Some(0));
        }
        if let Some(after) = rest.strip_prefix('[') {
            let (position, after) = digits(after)?;
            verb.position = position;
            rest = after.strip_prefix(']').ok_or_else(unfinished)?;
            if position.is_none_or(|position| position == 0) {
                return Err(invalid("an invalid position in a format"));
            }
        }
        verb.mode = rest.chars().next().ok_or_else(unfinished)?;
        let after = rest.get(verb.mode.len_utf8()..).unwrap_or_default();
        Ok((verb, after))
    }

    fn padded(&self, text: &str) -> String {
        let missing = self
            .width
            .unwrap_or(0)
            .saturating_sub(unicode::length(text));
        let fill = if self.zero { "0" } else { " " }.repeat(missing);
        if self.minus {
            format!("{text}{fill}")
        } else {
            format!("{fill}{text}")
        }
    }

    fn sign(&self, negative: bool) -> &'static str {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        }
    }

    /// The verb that takes a value as the string it is.
    fn is_bare(&self) -> bool {
        matches!(self.mode, 's' | 'v')
            && self.width.is_none()
            && self.precision.is_none()
            && !self.sharp
    }

    /// The value as text; `None` when it is not known well enough.
    fn text(&self, value: &Node) -> Outcome<Option<String>> {
        if self.mode != 'v' && under(value).is_null() {
            // A null that has a type is an error; whether it has one is not known here.
            return Ok(None);
        }
        match self.mode {
            'v' => Ok(self.as_is(value)),
            't' => {
                let value = converted(value.clone(), &Kind::Bool)?;
                Ok(under(&value)
                    .as_bool()
                    .map(|value| self.padded(if value { "true" } else { "false" })))
            }
            'b' | 'd' | 'o' | 'x' | 'X' => {
                let value = converted(value.clone(), &Kind::Number)?;
                match known_number(&value) {
                    None => Ok(None),
                    Some(number) if !number.is_whole() => Err(invalid("a whole number is needed")),
                    Some(number) => Ok(Some(self.whole(&number))),
                }
            }
            'e' | 'E' | 'f' | 'g' | 'G' => {
                let value = converted(value.clone(), &Kind::Number)?;
                Ok(known_number(&value).map(|number| self.float(&number)))
            }
            's' | 'q' => {
                let value = converted(value.clone(), &Kind::String)?;
                let Some(text) = known_text(&value) else {
                    return Ok(None);
                };
                let text = match self.precision {
                    Some(precision) if precision > 0 => {
                        unicode::graphemes(&text).take(precision).collect()
                    }
                    _ => text.to_string(),
                };
                if self.mode == 's' {
                    return Ok(Some(self.padded(&text)));
                }
                let mut quoted = String::new();
                gojson::quoted(&text, &mut quoted);
                Ok(Some(self.padded(&quoted)))
            }
            other => Err(invalid(format!("`%{other}` is no verb of a format"))),
        }
    }

    fn as_is(&self, value: &Node) -> Option<String> {
        if !self.sharp {
            match under(value) {
                Node::Text(_) | Node::Json(_) => {
                    return known_text(value).map(|text| self.padded(&text));
                }
                Node::Number(_) => {
                    let number = known_number(value)?;
                    let shortest = number.to_number().to_text();
                    return Some(self.padded(&general(
                        &Float::parse(&shortest)?,
                        None,
                        'e',
                        &number,
                    )));
                }
                _ => {}
            }
        }
        gojson::text(value).map(|text| self.padded(&text))
    }

    fn whole(&self, number: &Float) -> String {
        let radix = match self.mode {
            'b' => 2,
            'o' => 8,
            'x' | 'X' => 16,
            _ => 10,
        };
        let mut digits = number.integer().in_radix(radix);
        if self.mode == 'X' {
            digits = digits.to_uppercase();
        }
        let prefix = match (self.sharp, self.mode) {
            (true, 'b') => "0b",
            (true, 'o') => "0",
            (true, 'x') => "0x",
            (true, 'X') => "0X",
            _ => "",
        };
        let mut zeros = 0;
        if let Some(precision) = self.precision {
            if precision == 0 && digits == "0" {
                return String::new();
            }
            zeros = precision.saturating_sub(digits.len());
        }
        let sign = self.sign(number.is_negative());
        let length = sign.len() + prefix.len() + zeros + digits.len();
        let missing = self.width.unwrap_or(0).saturating_sub(length);
        let (mut left, mut right) = (0, 0);
        if self.minus {
            right = missing;
        } else if self.zero && self.precision.is_none() {
            zeros += missing;
        } else {
            left = missing;
        }
        let fill = |count: usize, text: &str| text.repeat(count);
        format!(
            "{}{sign}{prefix}{}{digits}{}",
            fill(left, " "),
            fill(zeros, "0"),
            fill(right, " ")
        )
    }

    fn float(&self, number: &Float) -> String {
        let body = match self.mode {
            'e' | 'E' => scientific(number, self.precision.unwrap_or(6), self.mode),
            'f' => fixed(number, self.precision.unwrap_or(6)),
            mode => general(
                number,
                self.precision,
                if mode == 'g' { 'e' } else { 'E' },
                number,
            ),
        };
        let body = body.trim_start_matches('-');
        let sign = self.sign(number.is_negative());
        let missing = self
            .width
            .unwrap_or(0)
            .saturating_sub(sign.len() + body.len());
        if self.minus {
            format!("{sign}{body}{}", " ".repeat(missing))
        } else if self.zero {
            format!("{sign}{}{body}", "0".repeat(missing))
        } else {
            format!("{}{sign}{body}", " ".repeat(missing))
        }
    }
}

fn digits(text: &str) -> Outcome<(Option<usize>, &str)> {
    let end = text
        .find(|character: char| !character.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    if digits.is_empty() {
        return Ok((None, rest));
    }
    match digits.parse::<usize>() {
        Ok(number) if number <= MOST_WIDTH => Ok((Some(number), rest)),
        _ => Err(invalid("a width in a format that is too large")),
    }
}

/// Exact digits cut to `count` of them, and where the point stands.
fn rounded(number: &Float, count: i64) -> (String, i64) {
    let (digits, point) = number.exact();
    match usize::try_from(count) {
        Ok(count) if count < digits.len() => cut(&digits, count, point, rounds_up(&digits, count)),
        Ok(_) => (String::from_utf8(digits).unwrap_or_default(), point),
        Err(_) => (String::new(), point),
    }
}

fn with_sign(number: &Float, text: String) -> String {
    if number.is_negative() {
        format!("-{text}")
    } else {
        text
    }
}

fn fixed(number: &Float, precision: usize) -> String {
    let (digits, point) = if number.is_zero() {
        (String::new(), 0)
    } else {
        let (_, point) = number.exact();
        rounded(number, point + i64::try_from(precision).unwrap_or(0))
    };
    with_sign(number, plain(&digits, point, precision))
}

fn plain(digits: &str, point: i64, precision: usize) -> String {
    let at = |index: i64| {
        usize::try_from(index)
            .ok()
            .and_then(|index| digits.as_bytes().get(index))
            .map_or('0', |digit| char::from(*digit))
    };
    let mut text: String = (0..point).map(at).collect();
    if text.is_empty() {
        text.push('0');
    }
    if precision > 0 {
        text.push('.');
        let end = point + i64::try_from(precision).unwrap_or(0);
        text.extend((point..end).map(at));
    }
    text
}

fn scientific(number: &Float, precision: usize, letter: char) -> String {
    if number.is_zero() {
        return exponential("0", 1, precision, letter);
    }
    let (digits, point) = rounded(number, i64::try_from(precision).unwrap_or(0) + 1);
    with_sign(number, exponential(&digits, point, precision, letter))
}

fn exponential(digits: &str, point: i64, precision: usize, letter: char) -> String {
    let mut characters = digits.chars();
    let mut text = String::from(characters.next().unwrap_or('0'));
    if precision > 0 {
        text.push('.');
        text.extend(characters.chain(std::iter::repeat('0')).take(precision));
    }
    let exponent = point - 1;
    let sign = if exponent < 0 { '-' } else { '+' };
    text.push_str(&format!("{letter}{sign}{:02}", exponent.abs()));
    text
}

/// `%g`: scientific for large and small numbers, with as few digits as needed where no precision says otherwise.
fn general(number: &Float, precision: Option<usize>, letter: char, sign: &Float) -> String {
    let (digits, point) = match precision {
        _ if number.is_zero() => (String::new(), 1),
        Some(precision) => rounded(number, i64::try_from(precision.max(1)).unwrap_or(6)),
        None => {
            let text = number.to_number().to_text();
            decimal_digits(text.trim_start_matches('-'))
        }
    };
    let count = digits.len();
    let length = i64::try_from(count).unwrap_or(0);
    let mut limit = precision.map_or(6, |precision| i64::try_from(precision.max(1)).unwrap_or(6));
    if precision.is_some() && limit > length && length >= point {
        limit = length;
    }
    let exponent = point - 1;
    let text = if exponent < -4 || exponent >= limit {
        exponential(&digits, point, count.saturating_sub(1), letter)
    } else {
        plain(&digits, point, usize::try_from(length - point).unwrap_or(0))
    };
    with_sign(sign, text)
}

/// The digits of a decimal text, and where its point stands among them.
fn decimal_digits(text: &str) -> (String, i64) {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    let leading = i64::try_from(all.len() - significant.len()).unwrap_or(0);
    let point =
        i64::try_from(whole.len()).unwrap_or(0) - leading + exponent.parse::<i64>().unwrap_or(0);
    (significant.trim_end_matches('0').to_owned(), point)
}

/// `%s` and `%v` take symbolic values; the other verbs need known ones.
pub(super) fn format(pattern: &Node, values: &[Node]) -> Outcome<Option<Node>> {
    let Some(pattern) = known_text(pattern) else {
        return Ok(None);
    };
    // A null that has a type is an error, one that has none makes the result null.
    if values.iter().any(|value| under(value).is_null()) {
        return Ok(None);
    }
    let mut parts = Vec::new();
    let mut literal = String::new();
    let (mut next, mut highest) = (0, 0);
    let mut rest = &*pattern;
    let mut open = false;
    while let Some((before, after)) = rest.split_once('%') {
        literal.push_str(before);
        if let Some(after) = after.strip_prefix('%') {
            literal.push('%');
            rest = after;
            continue;
        }
        let (verb, after) = Verb::read(after)?;
        rest = after;
        let index = verb.position.map_or(next, |position| position - 1);
        next = index + 1;
        highest = highest.max(next);
        let value = values
            .get(index)
            .ok_or_else(|| invalid("too few values for a format"))?;
        match verb.text(value)? {
            Some(text) => literal.push_str(&text),
            None if verb.is_bare()
                && !matches!(under(value), Node::List(_) | Node::Object(_))
                && !(verb.mode == 'v' && may_be_null(value)) =>
            {
                parts.push(Node::text(std::mem::take(&mut literal)));
                parts.push(string_part(value.clone())?);
            }
            None => open = true,
        }
        if literal.len() > MOST_BYTES {
            return Ok(None);
        }
    }
    if highest < values.len() {
        return Err(invalid("too many values for a format"));
    }
    if open {
        return Ok(None);
    }
    literal.push_str(rest);
    parts.push(Node::text(literal));
    Ok(Some(Node::join(parts)))
}

fn may_be_null(value: &Node) -> bool {
    matches!(under(value), Node::Unknown(_))
}

pub(super) fn format_list(pattern: &Node, values: &[Node]) -> Outcome<Option<Node>> {
    let mut length = None;
    for value in values {
        match peek(value).1 {
            Node::List(_) => match closed_list(value) {
                Some(items) if length.is_some_and(|length| length != items.len()) => {
                    return Err(invalid("lists of unequal length"));
                }
                Some(items) => length = Some(items.len()),
                None => return Ok(None),
            },
            Node::Ref(_) => return Ok(None),
            Node::Unknown(unknown)
                if !matches!(unknown.kind.as_deref(), Some("string" | "number" | "bool")) =>
            {
                return Ok(None);
            }
            _ => {}
        }
    }
    let mut formatted = Vec::new();
    for index in 0..length.unwrap_or(1) {
        let row = values.iter().map(|value| match closed_list(value) {
            Some(items) => items.get(index).cloned().unwrap_or_default(),
            None => value.clone(),
        });
        match format(pattern, &row.collect::<Vec<_>>())? {
            Some(text) => formatted.push(text),
            None => return Ok(None),
        }
    }
    Ok(Some(marked(Shape::List, Node::List(formatted))))
}
