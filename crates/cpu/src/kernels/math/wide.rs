//! Functions of f32 computed in f64, to 43 bits or more: the one rounding to f32 is all the error there is, but for one
//! result in millions.
//!
//! Polynomials are by minimax on the interval that arguments are reduced to.

use numerics::Scalar;
use numerics::math::{self, Function};

use crate::kernels::instance::{GuardedBinary, GuardedUnary};
use crate::kernels::types::Real;

/// Adding this to a number and subtracting it again rounds to the nearest integer, below 2^51 in magnitude; in between,
/// the last bits of the sum are that integer.
pub(crate) const SHIFT: f64 = 6_755_399_441_055_744.0;

/// The sign bit of an f64.
const SIGN: u64 = 1 << 63;

/// The sum of `c[k] * x^k`.
#[inline(always)]
fn polynomial<const N: usize>(x: f64, c: &[f64; N]) -> f64 {
    let mut sum = c[N - 1];
    for k in (0..N - 1).rev() {
        sum = sum * x + c[k];
    }
    sum
}

/// Rounds to f32, NaN canonical.
#[inline(always)]
fn narrowed(x: f64) -> f32 {
    (x as f32).canonical()
}

/// e^x from -700 to 700.
#[inline(always)]
fn exp(x: f64) -> f64 {
    const OF_REMAINDER: [f64; 10] = [
        1.0,
        1.0,
        0.499_999_999_996_593_1,
        0.166_666_666_672_742_33,
        0.041_666_666_965_561_365,
        0.008_333_333_092_405_722,
        0.001_388_881_056_109_028_7,
        0.000_198_415_410_944_958_28,
        2.488_110_764_064_158_3e-5,
        2.749_283_745_026_484_5e-6,
    ];
    let shifted = x * std::f64::consts::LOG2_E + SHIFT;
    let n = shifted - SHIFT;
    // ln 2 in two parts: n times the first is exact.
    let r = (x - n * 0.693_147_180_485_539_1) - n * 7.440_617_110_012_397e-11;
    let power = f64::from_bits(shifted.to_bits().wrapping_add(1023) << 52);
    polynomial(r, &OF_REMAINDER) * power
}

/// `ln ((1 + s) / (1 - s)) / 2s` by the square of s.
pub(crate) const LOGARITHM: [f64; 7] = [
    1.0,
    0.333_333_333_332_934_1,
    0.200_000_000_262_456_7,
    0.142_857_085_457_771_98,
    0.111_116_872_900_347_2,
    0.090_617_719_639_426_28,
    0.084_105_305_872_318_24,
];

/// Bits of sqrt(1/2).
pub(crate) const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;

/// Bits of a number's fraction.
pub(crate) const MANTISSA: u64 = (1 << 52) - 1;

/// `ln m` and n, where `x = m * 2^n` with m between sqrt(1/2) and sqrt(2); x is positive, finite and normal.
#[inline(always)]
fn log_parts(x: f64) -> (f64, f64) {
    let from_root = x.to_bits().wrapping_sub(ROOT_HALF).wrapping_add(1023 << 52);
    // As the last bits of a float, n needs no conversion.
    let n = f64::from_bits(from_root >> 52 | 0x4330_0000_0000_0000) - (4_503_599_627_370_496.0 + 1023.0);
    let m = f64::from_bits((from_root & MANTISSA) + ROOT_HALF);
    let s = (m - 1.0) / (m + 1.0);
    (2.0 * s * polynomial(s * s, &LOGARITHM), n)
}

/// ln x of a positive finite number that is an f32.
#[inline(always)]
fn ln(x: f64) -> f64 {
    let (of_mantissa, n) = log_parts(x);
    n * std::f64::consts::LN_2 + of_mantissa
}

/// A logarithm from that of positive finite numbers.
#[inline(always)]
fn logarithm(x: f32, of_positive: f64) -> f32 {
    let value = of_positive as f32;
    let value = if x == f32::INFINITY { x } else { value };
    let value = if x == 0.0 { f32::NEG_INFINITY } else { value };
    if x >= 0.0 { value } else { Real::NAN }
}

/// ln x.
#[inline(always)]
pub(super) fn log(x: f32) -> f32 {
    logarithm(x, ln(f64::from(x)))
}

/// log2 x.
#[inline(always)]
pub(super) fn log2(x: f32) -> f32 {
    let (of_mantissa, n) = log_parts(f64::from(x));
    logarithm(x, n + of_mantissa * std::f64::consts::LOG2_E)
}

/// 1 / sqrt x.
#[inline(always)]
pub(super) fn rsqrt(x: f32) -> f32 {
    let value = (1.0 / f64::from(x).sqrt()) as f32;
    let value = if x == 0.0 { f32::INFINITY.copysign(x) } else { value };
    if x >= 0.0 { value } else { Real::NAN }
}

/// Below this magnitude, angles are reduced by multiples of pi that are exact products.
pub(crate) const EASY_ANGLE: f32 = 8_388_608.0;

/// Whether an angle needs no other way; NaN and infinities need nothing.
#[inline(always)]
fn is_easy_angle(x: f32) -> bool {
    x.abs() < EASY_ANGLE || !x.is_finite()
}

/// pi in three parts, of which the first two have 30 bits.
pub(crate) const PI: [f64; 3] =
    [3.141_592_651_605_606, 1.984_187_158_327_044_3e-9, 1.034_036_596_358_821e-18];

/// x - n pi / 2^k, for n below 2^23.
#[inline(always)]
fn reduced(x: f64, n: f64, scale: f64) -> f64 {
    ((x - n * (PI[0] * scale)) - n * (PI[1] * scale)) - n * (PI[2] * scale)
}

/// `sin r / r` by the square of r.
pub(crate) const SINE: [f64; 7] = [
    1.0,
    -0.166_666_666_665_044_15,
    0.008_333_333_321_074_889,
    -0.000_198_412_667_271_885_77,
    2.755_695_288_851_248e-6,
    -2.503_018_801_663_813e-8,
    1.540_939_741_071_026_4e-10,
];

/// The sine of x, which is n pi away from an angle up to pi/2; n is odd if the last bit of `parity` is set.
#[inline(always)]
fn sine(x: f64, n: f64, parity: u64) -> f64 {
    let r = reduced(x, n, 1.0);
    let sine = r * polynomial(r * r, &SINE);
    f64::from_bits(sine.to_bits() ^ parity << 63)
}

/// A function of an angle, whose large arguments `numerics` reduces.
macro_rules! of_angle {
    ($(#[$doc:meta])* $name:ident, $x:ident => $body:block) => {
        $(#[$doc])*
        pub(super) struct $name;

        impl GuardedUnary for $name {
            type A = f32;
            type Result = f32;

            #[inline(always)]
            fn is_easy(x: f32) -> bool {
                is_easy_angle(x)
            }

            #[inline(always)]
            fn easy(x: f32) -> f32 {
                let $x = f64::from(x);
                let result = narrowed($body);
                // Of a zero, the sign.
                if x == 0.0 && result == 0.0 { x } else { result }
            }

            fn any(x: f32) -> f32 {
                f32::from_bits(math::unary(Function::$name, Scalar::F32, x.to_bits().into(), false) as u32)
            }
        }
    };
}

of_angle!(
    /// sin x.
    Sin, x => {
        let shifted = x * std::f64::consts::FRAC_1_PI + SHIFT;
        sine(x, shifted - SHIFT, shifted.to_bits())
    }
);

of_angle!(
    /// cos x: the sine of an angle half a turn of pi further on.
    Cos, x => {
        let shifted = (x * std::f64::consts::FRAC_1_PI + 0.5) + SHIFT;
        sine(x, (shifted - SHIFT) - 0.5, shifted.to_bits())
    }
);

of_angle!(
    /// tan x.
    Tan, x => {
        const SINE: [f64; 6] = [
            1.0,
            -0.166_666_666_666_303_14,
            0.008_333_333_325_071_073,
            -0.000_198_412_637_249_191_92,
            2.755_533_885_570_157_5e-6,
            -2.476_039_571_998_093_8e-8,
        ];
        const COSINE: [f64; 6] = [
            1.0,
            -0.499_999_999_994_888_37,
            0.041_666_666_553_331_136,
            -0.001_388_888_065_422_601_6,
            2.479_895_963_398_769_7e-5,
            -2.717_471_019_900_290_5e-7,
        ];
        let shifted = x * std::f64::consts::FRAC_2_PI + SHIFT;
        let r = reduced(x, shifted - SHIFT, 0.5);
        let (sine, cosine) = (r * polynomial(r * r, &SINE), polynomial(r * r, &COSINE));
        // A quarter turn makes it -cos / sin.
        let odd = shifted.to_bits() & 1 != 0;
        let (above, below) = if odd { (-cosine, sine) } else { (sine, cosine) };
        above / below
    }
);

/// Below this magnitude, differences of exponentials would cancel.
const MIN_WITHOUT_CANCELLATION: f64 = 1.0 / 128.0;

/// The magnitude of an f32, cut at where hyperbolic functions have overflowed or become 1; NaN stays.
#[inline(always)]
fn magnitude(x: f32) -> f64 {
    f64::from(x).abs().within(0.0, 200.0)
}

/// sinh x.
#[inline(always)]
pub(super) fn sinh(x: f32) -> f32 {
    let m = magnitude(x);
    let power = exp(m);
    let square = m * m;
    let small = m * (1.0 + square * (1.0 / 6.0 + square * (1.0 / 120.0)));
    let value = if m < MIN_WITHOUT_CANCELLATION { small } else { 0.5 * (power - 1.0 / power) };
    narrowed(value.copysign(f64::from(x)))
}

/// cosh x.
#[inline(always)]
pub(super) fn cosh(x: f32) -> f32 {
    let power = exp(magnitude(x));
    narrowed(0.5 * (power + 1.0 / power))
}

/// x^y, where both are f32 values or y is an i32.
#[inline(always)]
pub(super) fn pow(x: f64, y: f64) -> f32 {
    let m = x.abs();
    let of_magnitude = if m == 0.0 { f64::NEG_INFINITY } else { ln(m) };
    let of_magnitude = if m == f64::INFINITY { m } else { of_magnitude };
    let value = exp((of_magnitude * y).within(-200.0, 200.0));
    let value = if m == 1.0 { 1.0 } else { value };
    // From 2^53 on every float is an even integer, and so is an infinity here.
    let whole = y.whole();
    let is_integer = whole == y;
    let half = 0.5 * whole;
    let is_odd = is_integer && half.whole() != half;
    let negative = x.to_bits() & SIGN != 0;
    let value = if negative && is_odd { -value } else { value };
    let no_real = (x < 0.0) & (m < f64::INFINITY) & !is_integer & (y.abs() < f64::INFINITY);
    let value = if no_real | x.is_nan() | y.is_nan() { f64::NAN } else { value };
    narrowed(if (y == 0.0) | (x == 1.0) { 1.0 } else { value })
}

/// The angle of the point (x, y).
#[inline(always)]
pub(super) fn atan2(y: f32, x: f32) -> f32 {
    const BY_SQUARE: [f64; 9] = [
        1.0,
        -0.333_333_333_316_949_6,
        0.199_999_996_852_478_13,
        -0.142_856_935_752_354_72,
        0.111_104_494_433_011_17,
        -0.090_791_301_844_614_26,
        0.075_684_843_513_885_9,
        -0.058_908_432_186_409_766,
        0.030_891_348_701_402_8,
    ];
    // tan(pi/8): above it the angle is taken relative to pi/4, so that the polynomial is needed below it alone.
    const TAN_EIGHTH: f64 = 0.414_213_562_373_095_05;
    let (y_wide, x_wide) = (f64::from(y), f64::from(x));
    // Infinities as numbers beyond all others: on the axes and diagonals.
    let (b, a) = (y_wide.abs().within(0.0, 1e300), x_wide.abs().within(0.0, 1e300));
    let steep = b > a;
    let (short, long) = if steep { (a, b) } else { (b, a) };
    // Beyond an eighth of pi, the angle to the diagonal.
    let turned = short > TAN_EIGHTH * long;
    let above = if turned { short - long } else { short };
    let below = if turned { short + long } else { long };
    let t = if short == 0.0 { 0.0 } else { above / below };
    let small = t * polynomial(t * t, &BY_SQUARE);
    let acute = if turned { std::f64::consts::FRAC_PI_4 + small } else { small };
    let acute = if steep { std::f64::consts::FRAC_PI_2 - acute } else { acute };
    let half_turn = if x.is_sign_negative() { std::f64::consts::PI - acute } else { acute };
    let angle = half_turn.copysign(y_wide);
    if x.is_nan() | y.is_nan() { Real::NAN } else { narrowed(angle) }
}

/// x - trunc(x / y) y, exact.
pub(super) struct Remainder;

impl GuardedBinary for Remainder {
    type A = f32;
    type B = f32;
    type Result = f32;

    #[inline(always)]
    fn is_easy(x: f32, y: f32) -> bool {
        // The quotient times y fits into an f64. A quotient that is NaN or infinite has an easy answer too.
        let quotient = f64::from(x).abs() / f64::from(y).abs();
        (quotient < 268_435_456.0) | !(x.is_finite() && y != 0.0)
    }

    #[inline(always)]
    fn easy(x: f32, y: f32) -> f32 {
        let (a, b) = (f64::from(x).abs(), f64::from(y).abs());
        let rest = a - (a / b).whole() * b;
        // The quotient may have been rounded up to an integer.
        let rest = if rest < 0.0 { rest + b } else { rest };
        let rest = if b == f64::INFINITY { a } else { rest };
        let defined = (a < f64::INFINITY) & (b > 0.0);
        if defined { narrowed(rest.copysign(f64::from(x))) } else { Real::NAN }
    }

    fn any(x: f32, y: f32) -> f32 {
        f32::from_bits(numerics::float::rem(Scalar::F32, x.to_bits().into(), y.to_bits().into()) as u32)
    }
}
