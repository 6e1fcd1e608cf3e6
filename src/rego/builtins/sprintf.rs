//! `sprintf` as OPA has it: the verbs, flags and complaints of Go's `fmt`, with a cap on the result.

use std::fmt::Write as _;

use regorus::Value;

use super::text::{go_quoted, term_text};
use super::{BuiltinError, LARGEST_TEXT};

/// Widths and precisions beyond this are refused by Go's `fmt` as well.
const LARGEST_WIDTH: usize = 1_000_000;

/// An argument as OPA hands it to Go.
enum Argument {
    Int(String),
    Float(f64),
    Text(String),
}

impl Argument {
    fn of(value: &Value) -> Self {
        match value {
            Value::String(text) => Self::Text(text.to_string()),
            Value::Number(number) if number.is_integer() => Self::Int(number.format_decimal()),
            Value::Number(number) => match number.as_f64() {
                Some(float) => Self::Float(float),
                None => Self::Text(number.format_decimal()),
            },
            other => Self::Text(term_text(other)),
        }
    }

    fn type_name(&self) -> &'static str {
        match self {
            Self::Int(digits) if digits.parse::<i64>().is_ok() => "int64",
            Self::Int(_) => "*big.Int",
            Self::Float(_) => "float64",
            Self::Text(_) => "string",
        }
    }

    fn plain(&self) -> String {
        match self {
            Self::Int(digits) => digits.clone(),
            Self::Float(float) => general(*float, None, false),
            Self::Text(text) => text.clone(),
        }
    }
}

/// What stands between `%` and the verb.
#[derive(Default, Clone, Copy)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is one flag character of the format"
)]
struct Directive {
    plus: bool,
    minus: bool,
    sharp: bool,
    space: bool,
    zero: bool,
    width: Option<usize>,
    precision: Option<usize>,
}

/// `sprintf(format, values)`.
pub(super) fn sprintf(args: &[Value]) -> Result<Value, BuiltinError> {
    let [format, values] = args else {
        return Err(BuiltinError::arguments("sprintf"));
    };
    let Value::String(format) = format else {
        return Err(BuiltinError::operand("sprintf", 1, "a string", format));
    };
    let Value::Array(values) = values else {
        return Err(BuiltinError::operand("sprintf", 2, "an array", values));
    };
    let arguments: Vec<Argument> = values.iter().map(Argument::of).collect();
    let mut printer = Printer {
        arguments: &arguments,
        next: 0,
        reordered: false,
        out: String::new(),
    };
    printer.print(format)?;
    Ok(Value::from(printer.out))
}

struct Printer<'a> {
    arguments: &'a [Argument],
    next: usize,
    reordered: bool,
    out: String,
}

impl Printer<'_> {
    fn print(&mut self, format: &str) -> Result<(), BuiltinError> {
        let mut rest = format;
        while let Some(at) = rest.find('%') {
            let (before, after) = rest.split_at(at);
            self.out.push_str(before);
            rest = self.directive(after.strip_prefix('%').unwrap_or_default())?;
            if self.out.len() > LARGEST_TEXT {
                return Err(BuiltinError::too_large("sprintf"));
            }
        }
        self.out.push_str(rest);
        if !self.reordered && self.next < self.arguments.len() {
            let extra: Vec<String> = self
                .arguments
                .iter()
                .skip(self.next)
                .map(|argument| format!("{}={}", argument.type_name(), argument.plain()))
                .collect();
            let _ = write!(self.out, "%!(EXTRA {})", extra.join(", "));
        }
        Ok(())
    }

    /// Formats one directive; gives what follows it.
    fn directive<'f>(&mut self, mut rest: &'f str) -> Result<&'f str, BuiltinError> {
        let mut directive = Directive::default();
        while let Some(flag) = rest.chars().next() {
            match flag {
                '+' => directive.plus = true,
                '-' => directive.minus = true,
                '#' => directive.sharp = true,
                ' ' => directive.space = true,
                '0' => directive.zero = true,
                _ => break,
            }
            rest = rest.get(1..).unwrap_or_default();
        }
        rest = self.index(rest);
        (directive.width, rest) = self.number(rest, "(BADWIDTH)", &mut directive.minus)?;
        if let Some(after) = rest.strip_prefix('.') {
            let after = self.index(after);
            let (precision, after) = self.number(after, "(BADPREC)", &mut false)?;
            directive.precision = Some(precision.unwrap_or(0));
            rest = after;
        }
        rest = self.index(rest);
        let Some(verb) = rest.chars().next() else {
            self.out.push_str("%!(NOVERB)");
            return Ok(rest);
        };
        rest = rest.get(verb.len_utf8()..).unwrap_or_default();
        if verb == '%' {
            self.out.push('%');
            return Ok(rest);
        }
        let Some(argument) = self.arguments.get(self.next) else {
            let complaint = if self.reordered {
                "BADINDEX"
            } else {
                "MISSING"
            };
            let _ = write!(self.out, "%!{verb}({complaint})");
            return Ok(rest);
        };
        self.next += 1;
        self.out.push_str(&directive.format(verb, argument));
        Ok(rest)
    }

    /// Takes an explicit argument index, `[2]`.
    fn index<'f>(&mut self, rest: &'f str) -> &'f str {
        let Some(inside) = rest.strip_prefix('[') else {
            return rest;
        };
        let Some((number, after)) = inside.split_once(']') else {
            return rest;
        };
        self.reordered = true;
        self.next = number
            .parse::<usize>()
            .ok()
            .and_then(|number| number.checked_sub(1))
            .unwrap_or(usize::MAX);
        after
    }

    /// Takes a width or precision: digits, or `*` for the next argument.
    fn number<'f>(
        &mut self,
        rest: &'f str,
        complaint: &str,
        minus: &mut bool,
    ) -> Result<(Option<usize>, &'f str), BuiltinError> {
        if let Some(after) = rest.strip_prefix('*') {
            let value = match self.arguments.get(self.next) {
                Some(Argument::Int(digits)) => digits.parse::<i64>().ok(),
                _ => None,
            };
            self.next += 1;
            let magnitude = value.and_then(|value| usize::try_from(value.unsigned_abs()).ok());
            if magnitude.is_none_or(|magnitude| magnitude > LARGEST_WIDTH) {
                self.out.push_str("%!");
                self.out.push_str(complaint);
                return Ok((None, after));
            }
            *minus |= value.is_some_and(i64::is_negative);
            return Ok((magnitude, after));
        }
        let digits = rest
            .find(|character: char| !character.is_ascii_digit())
            .unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        if number.is_empty() {
            return Ok((None, after));
        }
        match number.parse::<usize>() {
            Ok(value) if value <= LARGEST_WIDTH => Ok((Some(value), after)),
            _ => Err(BuiltinError::too_large("sprintf")),
        }
    }
}

impl Directive {
    fn format(self, verb: char, argument: &Argument) -> String {
        if verb == 'T' {
            return self.padded(argument.type_name().to_owned());
        }
        let formatted = match argument {
            Argument::Int(digits) => self.int(verb, digits),
            Argument::Float(float) => self.float(verb, *float),
            Argument::Text(text) => self.text(verb, text),
        };
        formatted.unwrap_or_else(|| {
            let shown = self.format('v', argument);
            format!("%!{verb}({}={shown})", argument.type_name())
        })
    }

    fn text(self, verb: char, text: &str) -> Option<String> {
        let cut: String = match self.precision {
            Some(count) => text.chars().take(count).collect(),
            None => text.to_owned(),
        };
        Some(match verb {
            'v' if self.sharp => self.padded(go_quoted(&cut)),
            'v' | 's' => self.padded(cut),
            'q' if self.sharp && !cut.contains('`') => self.padded(format!("`{cut}`")),
            'q' => self.padded(go_quoted(&cut)),
            'x' | 'X' => {
                let hex: Vec<String> = text
                    .bytes()
                    .take(self.precision.unwrap_or(usize::MAX))
                    .map(|byte| {
                        if verb == 'x' {
                            format!("{byte:02x}")
                        } else {
                            format!("{byte:02X}")
                        }
                    })
                    .collect();
                let prefix = if self.sharp {
                    format!("0{verb}")
                } else {
                    String::new()
                };
                self.padded(if self.space {
                    hex.join(" ")
                } else {
                    prefix + &hex.concat()
                })
            }
            _ => return None,
        })
    }

    fn int(self, verb: char, digits: &str) -> Option<String> {
        let big = digits.parse::<i64>().is_err();
        let (negative, magnitude) = match digits.strip_prefix('-') {
            Some(magnitude) => (true, magnitude),
            None => (false, digits),
        };
        let radix = |base: u32| in_radix(magnitude, base);
        let (prefix, body) = match verb {
            'd' | 'v' => ("", magnitude.to_owned()),
            's' if big => ("", magnitude.to_owned()),
            'b' => (if self.sharp { "0b" } else { "" }, radix(2)),
            'o' => (if self.sharp { "0" } else { "" }, radix(8)),
            'O' => ("0o", radix(8)),
            'x' => (if self.sharp { "0x" } else { "" }, radix(16)),
            'X' => (if self.sharp { "0X" } else { "" }, radix(16).to_uppercase()),
            'c' | 'q' | 'U' if !big => return Some(self.padded(character(verb, digits))),
            _ => return None,
        };
        let zeros = self.precision.unwrap_or(0).saturating_sub(body.len());
        let body = format!("{prefix}{}{body}", "0".repeat(zeros));
        let fill = self.zero && self.precision.is_none();
        Some(self.signed(negative, &body, fill))
    }

    fn float(self, verb: char, float: f64) -> Option<String> {
        let magnitude = float.abs();
        let body = match verb {
            'v' | 'g' | 'G' => general(magnitude, self.precision, self.sharp),
            'f' | 'F' => format!("{magnitude:.*}", self.precision.unwrap_or(6)),
            'e' | 'E' => scientific(magnitude, self.precision.unwrap_or(6)),
            _ => return None,
        };
        let body = if matches!(verb, 'E' | 'G') {
            body.to_uppercase()
        } else {
            body
        };
        Some(self.signed(float.is_sign_negative(), &body, self.zero))
    }

    fn signed(self, negative: bool, body: &str, fill: bool) -> String {
        let sign = match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (false, true, _) => "+",
            (false, false, true) => " ",
            _ => "",
        };
        let width = self.width.unwrap_or(0);
        if fill && !self.minus {
            let zeros = width.saturating_sub(sign.len() + body.len());
            return format!("{sign}{}{body}", "0".repeat(zeros));
        }
        Self {
            zero: false,
            ..self
        }
        .padded(format!("{sign}{body}"))
    }

    fn padded(self, text: String) -> String {
        let missing = self.width.unwrap_or(0).saturating_sub(text.chars().count());
        if missing == 0 {
            text
        } else if self.minus {
            text + &" ".repeat(missing)
        } else {
            let fill = if self.zero { "0" } else { " " };
            fill.repeat(missing) + &text
        }
    }
}

fn character(verb: char, digits: &str) -> String {
    let code = digits.parse::<u32>().ok();
    let character = code
        .and_then(char::from_u32)
        .unwrap_or(char::REPLACEMENT_CHARACTER);
    match verb {
        'U' => format!("U+{:04X}", code.unwrap_or(0xFFFD)),
        'q' => format!("'{}'", go_quoted(&character.to_string()).trim_matches('"')),
        _ => character.to_string(),
    }
}

/// Decimal digits in another base, for numbers of any size.
fn in_radix(digits: &str, base: u32) -> String {
    if let Ok(value) = digits.parse::<u64>() {
        return match base {
            2 => format!("{value:b}"),
            8 => format!("{value:o}"),
            _ => format!("{value:x}"),
        };
    }
    let Ok(value) = Value::from_numeric_string(digits) else {
        return digits.to_owned();
    };
    match value.as_number() {
        Ok(number) if base == 2 => number.format_bin(),
        Ok(number) if base == 8 => number.format_octal(),
        Ok(number) => number.format_hex(),
        Err(_) => digits.to_owned(),
    }
}

/// `%e`: at least two exponent digits, as Go writes them.
fn scientific(float: f64, precision: usize) -> String {
    with_go_exponent(&format!("{float:.precision$e}"))
}

fn with_go_exponent(text: &str) -> String {
    let Some((mantissa, exponent)) = text.split_once('e') else {
        return text.to_owned();
    };
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// Exponent from which the shortest text is written with one, as in Go.
const LARGE_EXPONENT: i32 = 6;

/// `%g`: the shortest text, or `precision` significant digits.
fn general(float: f64, precision: Option<usize>, keep_zeros: bool) -> String {
    let precise = match precision {
        Some(precision) => format!("{float:.*e}", precision.max(1) - 1),
        None => format!("{float:e}"),
    };
    let Some((mantissa, exponent)) = precise.split_once('e') else {
        return precise;
    };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let limit = precision.map_or(LARGE_EXPONENT, |precision| {
        i32::try_from(precision.max(1)).unwrap_or(i32::MAX)
    });
    let trimmed = match mantissa.split_once('.') {
        Some(_) if !keep_zeros => mantissa.trim_end_matches('0').trim_end_matches('.'),
        _ => mantissa,
    };
    if exponent < -4 || exponent >= limit {
        return with_go_exponent(&format!("{trimmed}e{exponent}"));
    }
    let (sign, trimmed) = match trimmed.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", trimmed),
    };
    let digits: String = trimmed.chars().filter(char::is_ascii_digit).collect();
    if exponent < 0 {
        let zeros = "0".repeat(usize::try_from(-exponent - 1).unwrap_or(0));
        return format!("{sign}0.{zeros}{digits}");
    }
    let whole = usize::try_from(exponent).unwrap_or(0) + 1;
    if digits.len() <= whole {
        return format!("{sign}{digits:0<whole$}");
    }
    let (whole, fraction) = digits.split_at(whole);
    format!("{sign}{whole}.{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(format: &str, values: &str) -> String {
        let values = Value::from_json_str(values).expect("valid");
        let result = sprintf(&[Value::from(format), values]).expect("formatted");
        result.as_string().expect("a string").to_string()
    }

    #[test]
    fn widths_and_flags_are_those_of_go() {
        assert_eq!(
            formatted("[%5d|%-5d|%05d|%+d|% d]", "[42, 42, 42, 42, 42]"),
            "[   42|42   |00042|+42| 42]"
        );
        assert_eq!(
            formatted("[%5s|%-5s|%.2s|%q]", r#"["ab", "ab", "abc", "a\"b"]"#),
            r#"[   ab|ab   |ab|"a\"b"]"#
        );
        assert_eq!(formatted("%*d", "[5, 42]"), "   42");
        assert_eq!(formatted("%[2]d %[1]d", "[1, 2]"), "2 1");
    }

    #[test]
    fn floats_are_formatted_as_go_does() {
        assert_eq!(
            formatted("%f %.2f %8.3f|", "[1.5, 2.345, 3.14159]"),
            "1.500000 2.35    3.142|"
        );
        assert_eq!(
            formatted("%e %.1e %E", "[1234.5, 0.00012, 1.5]"),
            "1.234500e+03 1.2e-04 1.500000E+00"
        );
        assert_eq!(
            formatted("%v %g %.3g", "[0.1, 1e-7, 1234.5]"),
            "0.1 1e-07 1.23e+03"
        );
        assert_eq!(
            formatted("%v %v", "[123456789.5, 12345.5]"),
            "1.234567895e+08 12345.5"
        );
    }

    #[test]
    fn other_bases_take_prefixes_and_widths() {
        assert_eq!(
            formatted("%x %X %#x %o %b %08b", "[255, 255, 255, 8, 5, 5]"),
            "ff FF 0xff 10 101 00000101"
        );
        assert_eq!(formatted("%x", r#"["hi"]"#), "6869");
    }

    #[test]
    fn what_does_not_fit_is_complained_about_in_the_text_as_opa_does() {
        assert_eq!(formatted("%d", r#"["x"]"#), "%!d(string=x)");
        assert_eq!(formatted("%s", "[5]"), "%!s(int64=5)");
        assert_eq!(formatted("%d %d", "[5]"), "5 %!d(MISSING)");
        assert_eq!(formatted("%d", "[5, 6]"), "5%!(EXTRA int64=6)");
        assert_eq!(formatted("100%", "[]"), "100%!(NOVERB)");
    }

    #[test]
    fn values_are_written_as_terms() {
        assert_eq!(
            formatted("%v %v %v", r#"[["a", 1], {"k": null}, true]"#),
            r#"["a", 1] {"k": null} true"#
        );
        assert_eq!(
            formatted("%d", "[123456789012345678901234567890]"),
            "123456789012345678901234567890"
        );
    }

    #[test]
    fn a_width_that_would_fill_the_memory_is_refused() {
        let error = sprintf(&[
            Value::from("%1000000000d"),
            Value::from(vec![Value::from(1)]),
        ])
        .expect_err("refused");
        assert!(error.to_string().contains("sprintf"), "{error}");
    }
}
