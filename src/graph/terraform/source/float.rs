//! Numbers as Terraform computes with them: binary floating point with 512 bits, written with as few digits as tell them apart.

use std::cmp::Ordering;

use num_bigint::BigUint;
use num_traits::{One as _, ToPrimitive as _, Zero as _};

use crate::value::{Node, Number};

/// Bits of a mantissa.
const PRECISION: u64 = 512;
/// Bits of the mantissa of what was counted.
const NARROW: u64 = 64;
/// Decimal exponents beyond which a number is not computed with.
const MOST_EXPONENT: i64 = 4_000;

/// `±mantissa × 2^exponent`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Float {
    negative: bool,
    mantissa: BigUint,
    exponent: i64,
    /// Bits that tell it from its neighbours.
    precision: u64,
}

impl From<i64> for Float {
    fn from(value: i64) -> Self {
        Self {
            negative: value < 0,
            mantissa: value.unsigned_abs().into(),
            exponent: 0,
            precision: PRECISION,
        }
    }
}

impl Float {
    /// The number that a decimal text spells; `None` for what is none, or too large.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (negative, unsigned) = match text.strip_prefix(['-', '+']) {
            Some(rest) => (text.starts_with('-'), rest),
            None => (false, text),
        };
        let (digits, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((digits, exponent)) => (digits, exponent.parse::<i64>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let is_numeric = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        if whole.len() + fraction.len() == 0 || !is_numeric(whole) || !is_numeric(fraction) {
            return None;
        }
        let scale = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
        let mantissa = BigUint::parse_bytes(format!("{whole}{fraction}").as_bytes(), 10)?;
        if mantissa.is_zero() {
            return Some(Self::from(0));
        }
        if scale.abs() > MOST_EXPONENT || whole.len() + fraction.len() > 8_192 {
            return None;
        }
        let power = BigUint::from(5_u8).pow(u32::try_from(scale.unsigned_abs()).ok()?);
        Some(if scale >= 0 {
            Self::rounded(negative, mantissa * power, scale, false)
        } else {
            Self::quotient(negative, &mantissa, &power, scale)
        })
    }

    /// The number of a value that is one, or spells one.
    pub(super) fn of(node: &Node) -> Option<Self> {
        match node {
            Node::Number(number) => match number.as_i64() {
                Some(value) => Some(Self::from(value)),
                None => Self::parse(&number.to_text()),
            },
            Node::Text(text) => Self::parse(text),
            _ => None,
        }
    }

    pub(super) fn from_f64(value: f64) -> Option<Self> {
        if !value.is_finite() {
            return None;
        }
        let bits = value.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let exponent = i64::try_from((bits >> 52) & 0x7ff).ok()?;
        let (mantissa, exponent) = match exponent {
            0 => (fraction, -1_074),
            exponent => (fraction | (1 << 52), exponent - 1_075),
        };
        Some(Self {
            negative: value < 0.0,
            mantissa: mantissa.into(),
            exponent,
            precision: 53,
        })
    }

    /// The nearest number with 64 bits.
    pub(super) fn to_f64(&self) -> Option<f64> {
        self.to_number().to_text().parse().ok()
    }

    /// Rounds to the precision, to even where two are as near.
    fn rounded(negative: bool, mantissa: BigUint, exponent: i64, sticky: bool) -> Self {
        Self::rounded_at(PRECISION, negative, mantissa, exponent, sticky)
    }

    /// The nearest number with the 64 bits that Terraform gives to what it has counted.
    pub(super) fn narrowed(self) -> Self {
        let rounded = Self::rounded_at(NARROW, self.negative, self.mantissa, self.exponent, false);
        Self {
            precision: NARROW,
            ..rounded
        }
    }

    fn rounded_at(
        precision: u64,
        negative: bool,
        mantissa: BigUint,
        exponent: i64,
        sticky: bool,
    ) -> Self {
        let bits = mantissa.bits();
        if bits <= precision {
            return Self {
                negative,
                mantissa,
                exponent,
                precision: PRECISION,
            };
        }
        let dropped = bits - precision;
        let kept = &mantissa >> dropped;
        let half = mantissa.bit(dropped - 1);
        let below = sticky || mantissa.trailing_zeros().unwrap_or(0) < dropped - 1;
        let up = half && (below || kept.bit(0));
        Self {
            negative,
            mantissa: if up { kept + 1_u8 } else { kept },
            exponent: exponent.saturating_add(i64::try_from(dropped).unwrap_or(i64::MAX)),
            precision: PRECISION,
        }
    }

    fn quotient(negative: bool, left: &BigUint, right: &BigUint, exponent: i64) -> Self {
        let wanted = (PRECISION + 8 + right.bits()).saturating_sub(left.bits());
        let raised = left << wanted;
        let quotient = &raised / right;
        let rest = raised - &quotient * right;
        let exponent = exponent.saturating_sub(i64::try_from(wanted).unwrap_or(i64::MAX));
        if rest.is_zero() {
            return Self::rounded(negative, quotient, exponent, false);
        }
        // One more bit stands for what is left.
        Self::rounded(negative, (quotient << 1_u8) + 1_u8, exponent - 1, true)
    }

    pub(super) fn is_zero(&self) -> bool {
        self.mantissa.is_zero()
    }

    pub(super) fn is_negative(&self) -> bool {
        self.negative && !self.is_zero()
    }

    pub(super) fn negated(&self) -> Self {
        Self {
            negative: !self.negative,
            ..self.clone()
        }
    }

    pub(super) fn absolute(&self) -> Self {
        Self {
            negative: false,
            ..self.clone()
        }
    }

    /// Both mantissas at the lower of the two exponents.
    fn aligned(&self, other: &Self) -> (BigUint, BigUint, i64) {
        let exponent = self.exponent.min(other.exponent);
        let raised = |value: &Self| &value.mantissa << (value.exponent - exponent).unsigned_abs();
        (raised(self), raised(other), exponent)
    }

    pub(super) fn plus(&self, other: &Self) -> Self {
        let (left, right, exponent) = self.aligned(other);
        if self.negative == other.negative {
            return Self::rounded(self.negative, left + right, exponent, false);
        }
        if left >= right {
            Self::rounded(self.negative, left - right, exponent, false)
        } else {
            Self::rounded(other.negative, right - left, exponent, false)
        }
    }

    pub(super) fn minus(&self, other: &Self) -> Self {
        self.plus(&other.negated())
    }

    pub(super) fn times(&self, other: &Self) -> Self {
        let exponent = self.exponent.saturating_add(other.exponent);
        let negative = self.negative != other.negative;
        Self::rounded(negative, &self.mantissa * &other.mantissa, exponent, false)
    }

    /// The quotient; `None` when `other` is zero.
    pub(super) fn divided_by(&self, other: &Self) -> Option<Self> {
        if other.is_zero() {
            return None;
        }
        let exponent = self.exponent.saturating_sub(other.exponent);
        let negative = self.negative != other.negative;
        Some(Self::quotient(
            negative,
            &self.mantissa,
            &other.mantissa,
            exponent,
        ))
    }

    /// What the quotient, cut off at the point, leaves.
    pub(super) fn remainder(&self, other: &Self) -> Option<Self> {
        let whole = self.divided_by(other)?.truncated();
        Some(self.minus(&other.times(&whole)))
    }

    /// Without what stands behind the point.
    pub(super) fn truncated(&self) -> Self {
        if self.exponent >= 0 {
            return self.clone();
        }
        Self {
            negative: self.negative,
            mantissa: &self.mantissa >> self.exponent.unsigned_abs(),
            exponent: 0,
            precision: PRECISION,
        }
    }

    pub(super) fn is_whole(&self) -> bool {
        self.compare(&self.truncated()) == Ordering::Equal
    }

    pub(super) fn floor(&self) -> Self {
        let cut = self.truncated();
        if self.is_negative() && !self.is_whole() {
            cut.minus(&Self::from(1))
        } else {
            cut
        }
    }

    pub(super) fn ceil(&self) -> Self {
        self.negated().floor().negated()
    }

    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let difference = self.minus(other);
        if difference.is_zero() {
            Ordering::Equal
        } else if difference.negative {
            Ordering::Less
        } else {
            Ordering::Greater
        }
    }

    /// The value as an integer, when it is one of 64 bits.
    pub(super) fn to_i64(&self) -> Option<i64> {
        self.is_whole()
            .then(|| self.integer())?
            .to_i64_signed(self.negative)
    }

    /// The digits of the absolute value before the point.
    pub(super) fn integer(&self) -> Integer {
        let cut = self.truncated();
        Integer(cut.mantissa << cut.exponent.max(0).unsigned_abs())
    }

    /// The number with the fewest digits that is read back as this one.
    pub(super) fn to_number(&self) -> Number {
        if self.is_zero() {
            return Number::from(0);
        }
        if let Some(whole) = self.small_integer() {
            return Number::from(whole);
        }
        let (digits, point) = self.shortest();
        let sign = if self.negative { "-" } else { "" };
        let scale = point - i64::try_from(digits.len()).unwrap_or(0);
        Number::parse(&format!("{sign}{digits}e{scale}")).unwrap_or_else(|| Number::from(0))
    }

    /// The number where it is a machine's integer, whose own digits are the fewest that are read back as it.
    fn small_integer(&self) -> Option<i64> {
        let shift = u32::try_from(self.exponent).ok()?;
        let mantissa = u64::try_from(&self.mantissa).ok()?;
        let fits = self.precision == PRECISION && shift < mantissa.leading_zeros();
        let whole = i64::try_from(mantissa.checked_shl(shift)?).ok()?;
        fits.then_some(if self.negative { -whole } else { whole })
    }

    pub(super) fn into_node(self) -> Node {
        Node::Number(self.to_number())
    }

    /// Exact digits, and where the point stands among them.
    pub(super) fn decimal(mantissa: &BigUint, exponent: i64) -> (Vec<u8>, i64) {
        let power = exponent.unsigned_abs();
        let mut digits = if exponent >= 0 {
            (mantissa << power).to_str_radix(10)
        } else {
            let power = u32::try_from(power).unwrap_or(u32::MAX);
            (mantissa * BigUint::from(5_u8).pow(power)).to_str_radix(10)
        }
        .into_bytes();
        let point = i64::try_from(digits.len()).unwrap_or(0) + exponent.min(0);
        while digits.last() == Some(&b'0') {
            digits.pop();
        }
        (digits, point)
    }

    /// All digits of the absolute value, and where the point stands among them.
    pub(super) fn exact(&self) -> (Vec<u8>, i64) {
        Self::decimal(&self.mantissa, self.exponent)
    }

    fn shortest(&self) -> (String, i64) {
        let shift = (self.precision + 1).saturating_sub(self.mantissa.bits());
        let mantissa = &self.mantissa << shift;
        let exponent = self.exponent - i64::try_from(shift).unwrap_or(0);
        let (digits, point) = Self::decimal(&mantissa, exponent);
        let (lower, _) = Self::decimal(&(&mantissa - BigUint::one()), exponent);
        let (upper, _) = Self::decimal(&(&mantissa + BigUint::one()), exponent);
        let inclusive = !mantissa.bit(1);
        let at = |digits: &[u8], index: usize| digits.get(index).copied().unwrap_or(b'0');
        for (index, digit) in digits.iter().enumerate() {
            let (low, high) = (at(&lower, index), at(&upper, index));
            let down = low != *digit || (inclusive && index + 1 == lower.len());
            let up = *digit != high && (inclusive || digit + 1 < high || index + 1 < upper.len());
            if down || up {
                let up = up && (!down || rounds_up(&digits, index + 1));
                return cut(&digits, index + 1, point, up);
            }
        }
        cut(&digits, digits.len(), point, false)
    }
}

/// A whole number without its sign.
pub(super) struct Integer(BigUint);

impl Integer {
    pub(super) fn in_radix(&self, radix: u32) -> String {
        self.0.to_str_radix(radix)
    }

    pub(super) fn to_i128(&self) -> Option<i128> {
        self.0.to_i128()
    }

    fn to_i64_signed(&self, negative: bool) -> Option<i64> {
        let value = self.0.to_i128()?;
        i64::try_from(if negative { -value } else { value }).ok()
    }
}

/// A whole number from digits in a base, as `parseint` reads them; `None` for other characters.
pub(super) fn integer(text: &str, base: u32) -> Option<Float> {
    let (negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(rest) => (text.starts_with('-'), rest),
        None => (false, text),
    };
    if digits.is_empty() || digits.len() > 4_096 {
        return None;
    }
    let mut value = BigUint::zero();
    for character in digits.chars() {
        let digit = match character {
            '0'..='9' => character as u32 - '0' as u32,
            'a'..='z' => character as u32 - 'a' as u32 + 10,
            // Up to base 36 the case does not matter.
            'A'..='Z' if base <= 36 => character as u32 - 'A' as u32 + 10,
            'A'..='Z' => character as u32 - 'A' as u32 + 36,
            _ => return None,
        };
        if digit >= base {
            return None;
        }
        value = value * base + digit;
    }
    Some(Float {
        negative,
        mantissa: value,
        exponent: 0,
        precision: PRECISION,
    })
}

/// Whether digits cut off after `count` are nearer to the next number; to even where both are as near.
pub(super) fn rounds_up(digits: &[u8], count: usize) -> bool {
    match digits.get(count) {
        Some(b'5') if count + 1 == digits.len() => {
            count > 0 && digits.get(count - 1).is_some_and(|digit| digit % 2 == 1)
        }
        Some(digit) => *digit >= b'5',
        None => false,
    }
}

/// The first `count` digits, one more in the last place where `up` says so.
pub(super) fn cut(digits: &[u8], count: usize, mut point: i64, up: bool) -> (String, i64) {
    let mut kept: Vec<u8> = digits.iter().take(count).copied().collect();
    if up {
        loop {
            match kept.pop() {
                Some(b'9') => {}
                Some(digit) => {
                    kept.push(digit + 1);
                    break;
                }
                None => {
                    kept.push(b'1');
                    point += 1;
                    break;
                }
            }
        }
    }
    while kept.last() == Some(&b'0') {
        kept.pop();
    }
    (String::from_utf8(kept).unwrap_or_default(), point)
}

/// A number without an exponent, as Terraform converts it to a string.
pub(super) fn plain_text(number: &Number) -> String {
    let text = number.to_text();
    let Some((digits, exponent)) = text.split_once('e') else {
        return text;
    };
    let (sign, digits) = match digits.strip_prefix('-') {
        Some(rest) => ("-", rest),
        None => ("", digits),
    };
    let Ok(exponent) = exponent.parse::<i64>() else {
        return text;
    };
    let zeros = |count: i64| "0".repeat(usize::try_from(count).unwrap_or(0));
    let length = i64::try_from(digits.len()).unwrap_or(0);
    if exponent.abs() > 2 * MOST_EXPONENT {
        text
    } else if exponent >= 0 {
        format!("{sign}{digits}{}", zeros(exponent))
    } else if length > -exponent {
        let (whole, fraction) = digits.split_at(usize::try_from(length + exponent).unwrap_or(0));
        format!("{sign}{whole}.{fraction}")
    } else {
        format!("{sign}0.{}{digits}", zeros(-exponent - length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn float(text: &str) -> Float {
        Float::parse(text).expect("a number")
    }

    fn shown(float: &Float) -> String {
        plain_text(&float.to_number())
    }

    #[test]
    fn a_machines_integer_is_spelled_as_the_search_for_the_fewest_digits_spells_it() {
        for text in [
            "1",
            "-7",
            "100",
            "1200000",
            "9223372036854775807",
            "-4096",
            "4503599627370496",
        ] {
            let number = float(text);
            assert!(number.small_integer().is_some(), "{text}");
            let (digits, point) = number.shortest();
            let sign = if number.negative { "-" } else { "" };
            let scale = point - i64::try_from(digits.len()).expect("few");
            assert_eq!(
                Number::parse(&format!("{sign}{digits}e{scale}")),
                Some(number.to_number())
            );
        }
        for text in ["9223372036854775808", "0.5", "1e40"] {
            assert_eq!(float(text).small_integer(), None, "{text}");
        }
    }

    #[test]
    fn results_have_the_digits_that_terraform_prints() {
        assert_eq!(shown(&float("0.1").plus(&float("0.2"))), "0.3");
        let third = float("10").divided_by(&float("3")).expect("a quotient");
        assert_eq!(shown(&third), format!("3.{}2", "3".repeat(153)));
        assert_eq!(
            shown(&float("15.3").divided_by(&float("3")).expect("a quotient")),
            "5.1"
        );
        assert_eq!(shown(&float("1e400")), format!("1{}", "0".repeat(400)));
        assert_eq!(
            shown(&float("-5").remainder(&float("3")).expect("a rest")),
            "-2"
        );
    }

    #[test]
    fn what_is_read_is_written_alike() {
        for text in [
            "0.1",
            "9007199254740993",
            "123456789012345678901234567890",
            "-2.25",
            "0.0000000001",
            "99.995",
        ] {
            assert_eq!(shown(&float(text)), text);
        }
    }

    #[test]
    fn rounding_goes_the_right_way_below_zero() {
        assert_eq!(shown(&float("-1.5").floor()), "-2");
        assert_eq!(shown(&float("-1.5").ceil()), "-1");
        assert_eq!(float("-1.5").to_i64(), None);
        assert_eq!(float("-15e1").to_i64(), Some(-150));
    }

    #[test]
    fn digits_are_read_in_every_base() {
        assert_eq!(
            integer("zZ", 62).and_then(|value| value.to_i64()),
            Some(35 * 62 + 61)
        );
        assert_eq!(
            integer("-101", 2).and_then(|value| value.to_i64()),
            Some(-5)
        );
        assert_eq!(integer("8", 8), None);
    }
}
