//! Numbers kept exactly: two spellings of one value are equal, and no digit is ever rounded away.

use std::fmt;

/// Digits beyond which a number is kept in scientific notation.
const PLAIN_DIGITS: i64 = 64;

/// An exact decimal number in canonical form, so that `1`, `1.0` and `1e0` are the same value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(Repr);

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Repr {
    Int(i64),
    Decimal(Box<str>),
}

impl Number {
    /// Reads JSON number text; `None` when it is not a number.
    pub fn parse(text: &str) -> Option<Self> {
        if let Ok(value) = text.parse::<i64>() {
            return (!text.starts_with('+')).then_some(Self(Repr::Int(value)));
        }
        let (negative, unsigned) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return None;
        }
        let digits = format!("{whole}{fraction}");
        let significant = digits.trim_start_matches('0');
        let trimmed = significant.trim_end_matches('0');
        if trimmed.is_empty() {
            return Some(Self(Repr::Int(0)));
        }
        let dropped = i64::try_from(significant.len() - trimmed.len()).ok()?;
        let scale = exponent
            .checked_sub(i64::try_from(fraction.len()).ok()?)?
            .checked_add(dropped)?;
        let canonical = plain_or_scientific(trimmed, scale);
        let signed = if negative {
            format!("-{canonical}")
        } else {
            canonical
        };
        Some(Self(match signed.parse::<i64>() {
            Ok(value) => Repr::Int(value),
            Err(_) => Repr::Decimal(signed.into()),
        }))
    }

    /// The value as a 64-bit integer, when it is one.
    pub fn as_i64(&self) -> Option<i64> {
        match self.0 {
            Repr::Int(value) => Some(value),
            Repr::Decimal(_) => None,
        }
    }

    /// The canonical JSON text.
    pub fn to_text(&self) -> String {
        match &self.0 {
            Repr::Int(value) => value.to_string(),
            Repr::Decimal(text) => text.to_string(),
        }
    }
}

/// `digits × 10^scale` without leading or trailing zeros in `digits`.
fn plain_or_scientific(digits: &str, scale: i64) -> String {
    let count = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    let length = if scale >= 0 {
        count.saturating_add(scale)
    } else {
        count.max(scale.saturating_neg())
    };
    if length > PLAIN_DIGITS {
        return format!("{digits}e{scale}");
    }
    let zeros = |number: i64| "0".repeat(usize::try_from(number).unwrap_or(0));
    if scale >= 0 {
        format!("{digits}{}", zeros(scale))
    } else if count > -scale {
        let (whole, fraction) = digits.split_at(usize::try_from(count + scale).unwrap_or(0));
        format!("{whole}.{fraction}")
    } else {
        format!("0.{}{digits}", zeros(-scale - count))
    }
}

impl From<i64> for Number {
    fn from(value: i64) -> Self {
        Self(Repr::Int(value))
    }
}

impl fmt::Display for Number {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Repr::Int(value) => write!(formatter, "{value}"),
            Repr::Decimal(text) => formatter.write_str(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    fn canonical(text: &str) -> String {
        Number::parse(text).expect("a number").to_text()
    }

    #[test]
    fn spellings_of_one_value_are_equal() {
        for spelling in ["1", "1.0", "1e0", "10e-1", "0.1E1"] {
            assert_eq!(Number::parse(spelling), Some(Number::from(1)), "{spelling}");
        }
        assert_eq!(Number::parse("-0.0"), Some(Number::from(0)));
    }

    #[test]
    fn no_digit_is_rounded_away() {
        assert_eq!(canonical("9007199254740993"), "9007199254740993");
        assert_eq!(
            canonical("123456789012345678901234567890"),
            "123456789012345678901234567890"
        );
        assert_eq!(
            canonical("0.1000000000000000055511151231257827"),
            "0.1000000000000000055511151231257827"
        );
        assert_eq!(canonical("1e400"), "1e400");
        assert_eq!(canonical("15.30"), "15.3");
        assert_eq!(canonical("5e-3"), "0.005");
    }

    #[test]
    fn what_is_not_a_number_is_refused() {
        for text in ["", "-", "1e", "+1", "0x10", "1.2.3", "NaN"] {
            assert_eq!(Number::parse(text), None, "{text}");
        }
    }
}
