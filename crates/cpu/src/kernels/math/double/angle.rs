//! Functions of angles, and angles.

use numerics::Scalar;
use numerics::math::{self, Function};

use super::pair::Pair;
use super::{SHIFT, SIGN, polynomial};
use crate::kernels::instance::GuardedUnary;
use crate::kernels::types::Real;

/// Below this magnitude, angles are reduced by multiples of pi/2 that are exact products; NaN and infinities need
/// nothing.
#[inline(always)]
fn is_easy(x: f64) -> bool {
    x.abs() < 1_000_000.0 || !x.is_finite()
}

/// The remainder of an angle by pi/2, at most pi/4; the last two bits of the other number are those of the quotient.
#[inline(always)]
fn reduced(x: f64) -> (Pair, u64) {
    // Three parts of 33 bits, and what is left.
    const HALF_PI: [f64; 4] = [
        1.570_796_326_734_125_6,
        6.077_100_506_303_966e-11,
        2.022_266_248_711_166_5e-21,
        8.478_427_660_368_9e-32,
    ];
    let shifted = x * std::f64::consts::FRAC_2_PI + SHIFT;
    let n = shifted - SHIFT;
    let first = x - n * HALF_PI[0];
    let second = Pair::sum(first, -(n * HALF_PI[1]));
    let third = Pair::sum(second.high, -(n * HALF_PI[2]));
    let low = (second.low + third.low) - n * HALF_PI[3];
    (Pair::ordered_sum(third.high, low), shifted.to_bits())
}

/// The sine of a remainder.
#[inline(always)]
fn sine(r: Pair) -> Pair {
    const BY_SQUARE: [f64; 6] = [
        0.008_333_333_333_333_323,
        -0.000_198_412_698_412_547_84,
        2.755_731_921_405_71e-6,
        -2.505_210_487_978_886_4e-8,
        1.605_836_289_685_645_8e-10,
        -7.578_526_760_685_398e-13,
    ];
    let z = r.high * r.high;
    let cube = z * r.high;
    let tail = cube * (z * polynomial(z, &BY_SQUARE)) + r.low * (1.0 - 0.5 * z);
    Pair::ordered_sum(r.high, cube * (-1.0 / 6.0) + tail)
}

/// The cosine of a remainder.
#[inline(always)]
fn cosine(r: Pair) -> Pair {
    const BY_SQUARE: [f64; 6] = [
        0.041_666_666_666_666_595,
        -0.001_388_888_888_887_304,
        2.480_158_728_884_129e-5,
        -2.755_731_417_621_899_3e-7,
        2.087_570_041_422_519_7e-9,
        -1.135_851_389_247_550_8e-11,
    ];
    let square = Pair::product(r.high, r.high);
    let z = square.high;
    let first = Pair::ordered_sum(1.0, -0.5 * z);
    let tail = z * z * polynomial(z, &BY_SQUARE) - (r.high * r.low + 0.5 * square.low);
    Pair::ordered_sum(first.high, first.low + tail)
}

/// The sine of an angle `quarters` quarter turns further on than the remainder.
#[inline(always)]
fn sine_of_turned(r: Pair, quarters: u64) -> f64 {
    let value = Pair::choose(quarters & 1 != 0, cosine(r), sine(r)).rounded();
    f64::from_bits(value.to_bits() ^ (quarters & 2) << 62)
}

/// A function of an angle, whose large arguments `numerics` reduces.
macro_rules! of_angle {
    ($(#[$doc:meta])* $name:ident, $x:ident => $body:block) => {
        $(#[$doc])*
        pub(in super::super) struct $name;

        impl GuardedUnary for $name {
            type A = f64;
            type Result = f64;

            #[inline(always)]
            fn is_easy(x: f64) -> bool {
                is_easy(x)
            }

            #[inline(always)]
            fn easy($x: f64) -> f64 {
                let result = $body.canonical();
                // Of a zero, the sign.
                if $x == 0.0 && result == 0.0 { $x } else { result }
            }

            fn any(x: f64) -> f64 {
                f64::from_bits(math::unary(Function::$name, Scalar::F64, x.to_bits(), false))
            }
        }
    };
}

of_angle!(
    /// sin x.
    Sin, x => {
        let (r, quarters) = reduced(x);
        sine_of_turned(r, quarters)
    }
);

of_angle!(
    /// cos x.
    Cos, x => {
        let (r, quarters) = reduced(x);
        sine_of_turned(r, quarters.wrapping_add(1))
    }
);

of_angle!(
    /// tan x.
    Tan, x => {
        let (r, quarters) = reduced(x);
        let (sine, cosine) = (sine(r), cosine(r));
        let odd = quarters & 1 != 0;
        let (above, below) = (Pair::choose(odd, -cosine, sine), Pair::choose(odd, sine, cosine));
        // The quotient's correction is no number where the quotient is not one or is too small for products.
        let quotient = above.quotient(below);
        if x.abs() < 1e-200 { x } else { quotient.rounded() }
    }
);

/// The angle of the point (x, y).
#[inline(always)]
pub(in super::super) fn atan2(y: f64, x: f64) -> f64 {
    const BY_SQUARE: [f64; 12] = [
        -0.333_333_333_333_333_26,
        0.199_999_999_999_976_9,
        -0.142_857_142_853_904_9,
        0.111_111_110_883_326_77,
        -0.090_909_081_501_201_85,
        0.076_922_828_851_831_67,
        -0.066_662_286_271_220_81,
        0.058_770_401_218_609_64,
        -0.052_185_224_427_515_41,
        0.045_040_298_910_295_4,
        -0.033_485_653_309_356_725,
        0.015_206_536_072_116_068,
    ];
    // tan(pi/8): above it the angle is taken relative to pi/4, so that the polynomial is needed below it alone.
    const TAN_EIGHTH: f64 = 0.414_213_562_373_095_05;
    const PI: Pair = Pair::new(std::f64::consts::PI, 1.224_646_799_147_353_2e-16);
    let (b, a) = (y.abs(), x.abs());
    let steep = b > a;
    let (short, long) = if steep { (a, b) } else { (b, a) };
    // On the axes and diagonals. NaN is found at the end.
    let on_diagonal = short == f64::INFINITY;
    let on_axis = (short == 0.0) | ((long == f64::INFINITY) & !on_diagonal);
    let plain = short / long;
    // Where products would lose digits the angle is the ratio, or as far as one can tell a right one.
    let tiny = on_axis | (plain < 1e-20);
    let scale = f64::from_bits(
        0x7fd0_0000_0000_0000
            - (long.to_bits() & 0x7ff0_0000_0000_0000).clamp(1 << 52, 0x7fb0_0000_0000_0000),
    );
    let (short, long) = (short * scale, long * scale);
    let turned = short > TAN_EIGHTH * long;
    let above = Pair::choose(turned, Pair::sum(short, -long), Pair::new(short, 0.0));
    let below = Pair::choose(turned, Pair::sum(long, short), Pair::new(long, 0.0));
    let t = above.quotient(below);
    let z = t.high * t.high;
    let small = t.high * (z * polynomial(z, &BY_SQUARE)) + t.low / (1.0 + z);
    let small = Pair::ordered_sum(t.high, small);
    let exact = Pair::new(if on_axis { 0.0 } else { plain }, 0.0);
    let small = Pair::choose(tiny, exact, small);
    let small = Pair::choose(on_diagonal, Pair::new(0.0, 0.0), small);
    let zero = Pair::new(0.0, 0.0);
    let acute = Pair::choose((turned & !tiny) | on_diagonal, PI.scaled(0.25), zero) + small;
    let acute = Pair::choose(tiny & !steep, exact, acute);
    let acute = Pair::choose(steep, PI.scaled(0.5) - acute, acute);
    let angle = Pair::choose(x.is_sign_negative(), PI - acute, acute).rounded();
    let signed = f64::from_bits(angle.to_bits() & !SIGN | y.to_bits() & SIGN);
    if x.is_nan() | y.is_nan() { Real::NAN } else { signed }
}
