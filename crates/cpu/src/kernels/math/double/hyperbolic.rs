//! Hyperbolic functions.

use super::exp::{Scaled, of};
use super::pair::Pair;
use super::{SHIFT, polynomial, power_of_two};
use crate::kernels::types::Real;

/// e^m / 4 and e^-m / 4 for m from 0 to 710.5.
#[inline(always)]
fn quarters(m: f64) -> (Pair, Pair) {
    let Scaled { mantissa, shifted } = of(Pair::new(m, 0.0));
    let mantissa = Pair::ordered_sum(mantissa.high, mantissa.low);
    let inverse = Pair::new(1.0, 0.0).quotient(mantissa);
    // Beyond 2^100 the inverse is too small to change the power.
    let n = (shifted - SHIFT).within(0.0, 100.0);
    (mantissa.scaled(power_of_two(shifted - 2.0)), inverse.scaled(power_of_two(SHIFT - n - 2.0)))
}

/// sinh x.
#[inline(always)]
pub(in super::super) fn sinh(x: f64) -> f64 {
    const BY_SQUARE: [f64; 6] = [
        0.166_666_666_666_666_66,
        0.008_333_333_333_333_453,
        0.000_198_412_698_409_597_9,
        2.755_731_959_393_378e-6,
        2.505_188_535_387_111_7e-8,
        1.612_514_141_895_706_8e-10,
    ];
    // Above 710.5 the result is infinite; the bound keeps the exponent of the power in range.
    let m = x.abs().within(0.0, 710.5);
    let square = m * m;
    // Near 0 the two powers cancel, and the difference would lose its leading bits.
    let small = m + m * (square * polynomial(square, &BY_SQUARE));
    let (power, inverse) = quarters(m);
    let value = if m < 0.5 { small } else { 2.0 * (power - inverse).rounded() };
    value.copysign(x).canonical()
}

/// cosh x.
#[inline(always)]
pub(in super::super) fn cosh(x: f64) -> f64 {
    let (power, inverse) = quarters(x.abs().within(0.0, 710.5));
    (2.0 * (power + inverse).rounded()).canonical()
}

/// tanh x.
#[inline(always)]
pub(in super::super) fn tanh(x: f64) -> f64 {
    const BY_SQUARE: [f64; 10] = [
        -0.333_333_333_333_333_3,
        0.133_333_333_333_332_64,
        -0.053_968_253_968_157_055,
        0.021_869_488_529_538_864,
        -0.008_863_235_270_056_92,
        0.003_592_121_713_686_112_6,
        -0.001_455_735_752_696_121,
        0.000_589_036_855_345_349_2,
        -0.000_232_899_548_754_885_72,
        7.422_920_045_067_892e-5,
    ];
    // Beyond 22 it is 1 to the last bit.
    let m = x.abs().within(0.0, 22.0);
    let square = m * m;
    let small = m + m * (square * polynomial(square, &BY_SQUARE));
    let (power, inverse) = quarters(m);
    let value = if m < 0.35 { small } else { (power - inverse).quotient(power + inverse).rounded() };
    value.copysign(x).canonical()
}
