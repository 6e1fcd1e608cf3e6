//! Exact decimal arithmetic, as far as 38 digits carry it.

use std::cmp::Ordering;

use crate::value::{Node, Number};

/// Digits kept of a quotient that does not end.
const QUOTIENT_DIGITS: u32 = 18;

/// `mantissa / 10^scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    mantissa: i128,
    scale: u32,
}

impl From<i64> for Decimal {
    fn from(value: i64) -> Self {
        Self {
            mantissa: i128::from(value),
            scale: 0,
        }
    }
}

impl Decimal {
    /// The number, when it fits.
    pub(super) fn of(number: &Number) -> Option<Self> {
        let text = number.to_text();
        let (mantissa, exponent) = match text.split_once('e') {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text.as_str(), 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits: i128 = format!("{whole}{fraction}").parse().ok()?;
        let scale = i32::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        if scale < 0 {
            let factor = 10_i128.checked_pow(scale.unsigned_abs())?;
            return Some(Self {
                mantissa: digits.checked_mul(factor)?,
                scale: 0,
            });
        }
        (scale <= 38).then_some(Self {
            mantissa: digits,
            scale: scale.unsigned_abs(),
        })
    }

    pub(super) fn is_zero(&self) -> bool {
        self.mantissa == 0
    }

    /// As a node.
    pub(super) fn into_node(self) -> Node {
        let text = format!("{}e-{}", self.mantissa, self.scale);
        Number::parse(&text).map_or(Node::Null, Node::Number)
    }

    fn aligned(&self, other: &Self) -> Option<(i128, i128, u32)> {
        let scale = self.scale.max(other.scale);
        let raised = |value: &Self| {
            value
                .mantissa
                .checked_mul(10_i128.checked_pow(scale - value.scale)?)
        };
        Some((raised(self)?, raised(other)?, scale))
    }

    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        let (left, right, _) = self.aligned(other)?;
        Some(left.cmp(&right))
    }

    pub(super) fn plus(&self, other: &Self) -> Option<Self> {
        let (left, right, scale) = self.aligned(other)?;
        Some(Self {
            mantissa: left.checked_add(right)?,
            scale,
        })
    }

    pub(super) fn minus(&self, other: &Self) -> Option<Self> {
        let (left, right, scale) = self.aligned(other)?;
        Some(Self {
            mantissa: left.checked_sub(right)?,
            scale,
        })
    }

    pub(super) fn times(&self, other: &Self) -> Option<Self> {
        Some(Self {
            mantissa: self.mantissa.checked_mul(other.mantissa)?,
            scale: self.scale.checked_add(other.scale)?,
        })
    }

    /// The quotient; one that does not end keeps eighteen digits behind the point.
    pub(super) fn divided_by(&self, other: &Self) -> Option<Self> {
        let (left, right, _) = self.aligned(other)?;
        let raised = left.checked_mul(10_i128.checked_pow(QUOTIENT_DIGITS)?)?;
        Some(Self {
            mantissa: raised.checked_div(right)?,
            scale: QUOTIENT_DIGITS,
        })
    }

    pub(super) fn remainder(&self, other: &Self) -> Option<Self> {
        let (left, right, scale) = self.aligned(other)?;
        Some(Self {
            mantissa: left.checked_rem(right)?,
            scale,
        })
    }

    /// The nearest integer at or below.
    pub(super) fn floor(&self) -> Option<Self> {
        let unit = 10_i128.checked_pow(self.scale)?;
        Some(Self {
            mantissa: self.mantissa.div_euclid(unit),
            scale: 0,
        })
    }

    /// The nearest integer at or above.
    pub(super) fn ceil(&self) -> Option<Self> {
        let negated = Self {
            mantissa: self.mantissa.checked_neg()?,
            scale: self.scale,
        };
        let floor = negated.floor()?;
        Some(Self {
            mantissa: floor.mantissa.checked_neg()?,
            scale: 0,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::of(&Number::parse(text).expect("a number")).expect("it fits")
    }

    fn text(decimal: Option<Decimal>) -> String {
        decimal.expect("a result").into_node().identity()
    }

    #[test]
    fn decimals_are_exact() {
        assert_eq!(text(decimal("15.3").divided_by(&decimal("3"))), "5.1");
        assert_eq!(text(decimal("0.1").plus(&decimal("0.2"))), "0.3");
        assert_eq!(
            text(decimal("9007199254740993").plus(&decimal("0"))),
            "9007199254740993"
        );
        assert_eq!(text(decimal("-7").remainder(&decimal("3"))), "-1");
    }

    #[test]
    fn rounding_goes_the_right_way_below_zero() {
        assert_eq!(text(decimal("-1.5").floor()), "-2");
        assert_eq!(text(decimal("-1.5").ceil()), "-1");
        assert_eq!(
            text(
                decimal("10")
                    .divided_by(&decimal("3"))
                    .and_then(|third| third.floor())
            ),
            "3"
        );
    }
}
