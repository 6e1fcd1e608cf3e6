//! Logarithm and power in the steps of Go's standard library, so that their last digits are the same.

const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
/// Coefficients of the series.
const LOG: [f64; 7] = [
    6.666_666_666_666_735e-1,
    3.999_999_999_940_942e-1,
    2.857_142_874_366_239e-1,
    2.222_219_843_214_978_4e-1,
    1.818_357_216_161_805e-1,
    1.531_383_769_920_937_3e-1,
    1.479_819_860_511_658_6e-1,
];

/// The natural logarithm, in the steps of Go's standard library, so that its last digit is the same.
pub(super) fn logarithm(value: f64) -> f64 {
    if value <= 0.0 || !value.is_finite() {
        return value.ln();
    }
    let bits = value.to_bits();
    let mut exponent = i32::try_from((bits >> 52) & 0x7ff).unwrap_or(0) - 1_022;
    let mut fraction = f64::from_bits((bits & ((1 << 52) - 1)) | (1_022 << 52));
    if fraction < std::f64::consts::FRAC_1_SQRT_2 {
        fraction *= 2.0;
        exponent -= 1;
    }
    let f = fraction - 1.0;
    let k = f64::from(exponent);
    let s = f / (2.0 + f);
    let (s2, s4) = (s * s, (s * s) * (s * s));
    let odd = s2 * (LOG[0] + s4 * (LOG[2] + s4 * (LOG[4] + s4 * LOG[6])));
    let even = s4 * (LOG[1] + s4 * (LOG[3] + s4 * LOG[5]));
    let half = 0.5 * f * f;
    k * LN2_HIGH - ((half - (s * (half + (odd + even)) + k * LN2_LOW)) - f)
}

/// A power, `whole` being its exponent as a whole number; `None` where it is a fraction other than one half.
pub(super) fn power(base: f64, exponent: f64, whole: Option<i64>) -> Option<f64> {
    let Some(whole) = whole else {
        let is_half = exponent.abs().to_bits() == 0.5_f64.to_bits() && base > 0.0;
        let root = base.sqrt();
        return is_half.then(|| if exponent < 0.0 { 1.0 / root } else { root });
    };
    if whole == 0 {
        return Some(1.0);
    }
    if base == 0.0 {
        return Some(if whole < 0 { f64::INFINITY } else { 0.0 });
    }
    let (mut factor, mut factor_exponent) = split(base);
    let (mut result, mut result_exponent) = (1.0_f64, 0_i64);
    let mut left = whole.unsigned_abs();
    while left > 0 {
        if factor_exponent.abs() > 1 << 12 {
            result_exponent += factor_exponent;
            break;
        }
        if left % 2 == 1 {
            result *= factor;
            result_exponent += factor_exponent;
        }
        factor *= factor;
        factor_exponent <<= 1;
        if factor.abs() < 0.5 {
            factor += factor;
            factor_exponent -= 1;
        }
        left /= 2;
    }
    if whole < 0 {
        result = 1.0 / result;
        result_exponent = -result_exponent;
    }
    scaled(result, result_exponent)
}

/// A number as a fraction from one half to one and a power of two.
fn split(value: f64) -> (f64, i64) {
    let bits = value.to_bits();
    let exponent = i64::try_from((bits >> 52) & 0x7ff).unwrap_or(0);
    if exponent == 0 {
        let (fraction, exponent) = split(value * 2.0_f64.powi(64));
        return (fraction, exponent - 64);
    }
    let fraction = f64::from_bits((bits & !(0x7ff << 52)) | (1_022 << 52));
    (fraction, exponent - 1_022)
}

/// `value × 2^exponent`; `None` where the result is too small to be told exactly.
fn scaled(value: f64, exponent: i64) -> Option<f64> {
    let (fraction, own) = split(value);
    let exponent = own + exponent;
    if exponent > 1_024 {
        return Some(f64::INFINITY.copysign(value));
    }
    if exponent < -1_000 {
        return None;
    }
    let half = i32::try_from(exponent / 2).ok()?;
    let rest = i32::try_from(exponent - exponent / 2).ok()?;
    Some(fraction * 2.0_f64.powi(half) * 2.0_f64.powi(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_end_in_the_digits_that_terraform_prints() {
        assert_eq!(
            power(0.1, 5.0, Some(5)),
            Some(0.000_010_000_000_000_000_006)
        );
        assert_eq!(
            power(2.0, 64.0, Some(64)),
            Some(18_446_744_073_709_551_616.0)
        );
        assert_eq!(power(-3.0, 3.0, Some(3)), Some(-27.0));
        assert_eq!(power(2.0, -1.0, Some(-1)), Some(0.5));
        assert_eq!(power(9.0, 0.5, None), Some(3.0));
        assert_eq!(power(2.0, 0.3, None), None);
    }
}
