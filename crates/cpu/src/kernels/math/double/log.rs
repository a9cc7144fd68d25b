//! Logarithms.

use super::pair::Pair;
use super::polynomial;
use crate::kernels::types::Real;

/// `x = m * 2^n` for a positive finite x.
#[derive(Clone, Copy)]
struct Parts {
    /// m - 1, where m is between sqrt(1/2) and sqrt(2).
    f: f64,
    n: f64,
}

#[inline(always)]
fn split(x: f64) -> Parts {
    // Bits of sqrt(1/2). Counting exponents from it leaves a mantissa between it and sqrt(2), where the logarithm is
    // small.
    const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    // The fraction bits of an f64.
    const MANTISSA: u64 = (1 << 52) - 1;
    let subnormal = x < f64::MIN_POSITIVE;
    let normal = if subnormal { x * 18_014_398_509_481_984.0 } else { x };
    let from_root = normal.to_bits().wrapping_sub(ROOT_HALF).wrapping_add(1023 << 52);
    // As the last bits of a float, n needs no conversion.
    let n = f64::from_bits(from_root >> 52 | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + 1023.0);
    let m = f64::from_bits((from_root & MANTISSA) + ROOT_HALF);
    Parts { f: m - 1.0, n: if subnormal { n - 54.0 } else { n } }
}

/// `ln(1 + f) = f - f^2 / 2 + s (f^2 / 2 + R(s^2))` with `s = f / (2 + f)`: the sum of the parts after f^2 / 2.
#[inline(always)]
fn behind_square(f: f64) -> f64 {
    const R: [f64; 8] = [
        0.666_666_666_666_666_6,
        0.400_000_000_000_062_8,
        0.285_714_285_690_756_1,
        0.222_222_226_483_493_63,
        0.181_817_755_408_328,
        0.153_870_962_298_322_9,
        0.132_499_942_424_257_4,
        0.132_524_603_987_826_17,
    ];
    let s = f / (2.0 + f);
    let z = s * s;
    s * (0.5 * f * f + z * polynomial(z, &R))
}

/// ln(1 + f), to about 2^-60.
#[inline(always)]
fn of_mantissa(f: f64) -> Pair {
    let square = Pair::product(f, f).scaled(0.5);
    let first = Pair::ordered_sum(f, -square.high);
    Pair::ordered_sum(first.high, first.low + (behind_square(f) - square.low))
}

/// A logarithm from that of positive finite numbers.
#[inline(always)]
fn logarithm(x: f64, of_positive: f64) -> f64 {
    let value = if x == f64::INFINITY { x } else { of_positive };
    let value = if x == 0.0 { f64::NEG_INFINITY } else { value };
    if x >= 0.0 { value } else { Real::NAN }
}

/// ln x.
#[inline(always)]
pub(in super::super) fn log(x: f64) -> f64 {
    let Parts { f, n } = split(x);
    // ln 2 in two parts: n times the first is exact.
    let whole = n * 0.693_147_180_369_123_8;
    let sum = Pair::sum(whole, f);
    let rest = n * 1.908_214_929_270_587_7e-10;
    let square = 0.5 * f * f;
    let value = sum.high - (square - (behind_square(f) + (sum.low + rest)));
    logarithm(x, value)
}

/// log2 x.
#[inline(always)]
pub(in super::super) fn log2(x: f64) -> f64 {
    const LOG2_E: Pair = Pair::new(std::f64::consts::LOG2_E, 2.035_527_374_093_103_3e-17);
    let Parts { f, n } = split(x);
    let fraction = of_mantissa(f) * LOG2_E;
    let sum = Pair::ordered_sum(n, fraction.high);
    logarithm(x, sum.high + (sum.low + fraction.low))
}

/// ln x of a positive finite number, to about 2^-66.
#[inline(always)]
pub(super) fn precise(x: f64) -> Pair {
    // 2 (atanh s) = 2 s + s z (2/3 + z p(z)), z = s^2, in pairs up to the two thirds.
    const TWO_THIRDS: Pair = Pair::new(2.0 / 3.0, 3.700_743_415_417_188e-17);
    const P: [f64; 8] = [
        0.3999999999999998,
        0.28571428571445195,
        0.22222222217515802,
        0.18181818872851213,
        0.1538455669777715,
        0.13336324091654297,
        0.11674682864456404,
        0.11990144561363318,
    ];
    let Parts { f, n } = split(x);
    let s = Pair::new(f, 0.0).quotient(Pair::ordered_sum(2.0, f));
    let s = Pair::ordered_sum(s.high, s.low);
    let z = s * s;
    let coefficient = Pair::ordered_sum(TWO_THIRDS.high, z.high * polynomial(z.high, &P));
    let coefficient = coefficient.plus(TWO_THIRDS.low + 0.4 * z.low);
    let of_mantissa = s.scaled(2.0) + s * (z * coefficient);
    // n times the first part of ln 2 is exact.
    let whole = Pair::ordered_sum(n * 0.693_147_180_559_208_2, n * 7.371_002_565_161_996e-13);
    let whole = whole.plus(n * 5.802_988_983_595_690_5e-25);
    whole + of_mantissa
}
