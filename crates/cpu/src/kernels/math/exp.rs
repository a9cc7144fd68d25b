//! e^x, 2^x and tanh x of f32, computed in f32: below 0.8 units in the last place.
//!
//! Products are added with one rounding ([`MulAdd`]), by the processor's instruction or, with the same bits, in f64.
//! Exponentials of the usual range are done in half of the time: what they are scaled by is a number of the exponent.

use std::marker::PhantomData;

use crate::isa::Isa;
use crate::kernels::Kernel;
use crate::kernels::instance::{Lanes, Ranged, RangedLanes, Unary, baseline, fused};
use crate::kernels::types::{Real, flushed, sum_to_odd};

/// Adding this to a number and subtracting it again rounds to the nearest integer, below 2^22 in magnitude; in between,
/// the last bits of the sum are that integer.
const SHIFT: f32 = 12_582_912.0;

/// `a * b + c` with one rounding.
trait MulAdd {
    fn mul_add(a: f32, b: f32, c: f32) -> f32;
}

/// By an instruction.
struct Instruction;

impl MulAdd for Instruction {
    #[inline(always)]
    fn mul_add(a: f32, b: f32, c: f32) -> f32 {
        a.mul_add(b, c)
    }
}

/// The product is exact in f64.
struct ByDoubles;

impl MulAdd for ByDoubles {
    #[inline(always)]
    fn mul_add(a: f32, b: f32, c: f32) -> f32 {
        sum_to_odd(f64::from(a) * f64::from(b), f64::from(c)) as f32
    }
}

/// The sum of `c[k] * x^k`.
#[inline(always)]
fn polynomial<M: MulAdd, const N: usize>(x: f32, c: &[f32; N]) -> f32 {
    let mut sum = c[N - 1];
    for k in (0..N - 1).rev() {
        sum = M::mul_add(sum, x, c[k]);
    }
    sum
}

/// e^r for a remainder r + r_low with |r| up to 0.35, in two parts of which the second is at most a tenth: 1 + r + r^2
/// q(r), q by minimax.
#[inline(always)]
fn of_remainder<M: MulAdd>(r: f32, r_low: f32) -> (f32, f32) {
    // Pairs of terms, so that few of them wait for each other.
    let square = r * r;
    let first = M::mul_add(r, 0.166_665_2, 0.499_999_94);
    let second = M::mul_add(r, 0.008_368_851, 0.041_668_4);
    let q = M::mul_add(square, M::mul_add(square, 0.001_381_432_5, second), first);
    // 1 + r in two parts, so that only the sum of the result's parts is rounded to its bits.
    let high = 1.0 + r;
    let low = r - (high - 1.0);
    (high, M::mul_add(square, q, low + r_low))
}

/// The remainder of x by ln 2, in two parts, and the quotient as `SHIFT + n`.
#[inline(always)]
fn reduced<M: MulAdd>(x: f32) -> (f32, f32, f32) {
    // ln 2 less 0.69314575, the part that has few enough bits for an exact product with n.
    const LN_2_LOW: f32 = 1.428_606_8e-6;
    let shifted = M::mul_add(x, std::f32::consts::LOG2_E, SHIFT);
    let n = shifted - SHIFT;
    // ln 2 in two parts: n times the first is exact.
    let first = M::mul_add(-n, 0.693_145_75, x);
    let r = M::mul_add(-n, LN_2_LOW, first);
    (r, M::mul_add(-n, LN_2_LOW, first - r), shifted)
}

/// A sum near 1 times 2^n, given as `SHIFT + n`; n from -160 to 129.
#[inline(always)]
fn scaled(sum: f32, shifted: f32) -> f32 {
    let bits = sum.to_bits().wrapping_add(shifted.to_bits() << 23);
    // Through a power that both ends of the range can bear; the multiplication rounds what is subnormal.
    let small = shifted < SHIFT - 100.0;
    let offset = if small { 120 << 23 } else { (-2i32 << 23) as u32 };
    let factor = if small { f32::from_bits((127 - 120) << 23) } else { 4.0 };
    f32::from_bits(bits.wrapping_add(offset)) * factor
}

/// The same where the result is neither subnormal nor beyond the largest number: n from -125 to 127.
#[inline(always)]
fn scaled_normal(sum: f32, shifted: f32) -> f32 {
    f32::from_bits(sum.to_bits().wrapping_add(shifted.to_bits() << 23))
}

/// e^x of a number up to 110 in magnitude: a sum near 1, and the exponent of what it is to be scaled by.
#[inline(always)]
fn exp_parts<M: MulAdd>(x: f32) -> (f32, f32) {
    let (r, r_low, shifted) = reduced::<M>(x);
    let (high, low) = of_remainder::<M>(r, r_low);
    (high + low, shifted)
}

/// 2^x of a number up to 160 in magnitude, as [`exp_parts`].
#[inline(always)]
fn exp2_parts<M: MulAdd>(x: f32) -> (f32, f32) {
    let shifted = x + SHIFT;
    // f ln 2 in two parts.
    let f = x - (shifted - SHIFT);
    let r = f * std::f32::consts::LN_2;
    let r_low = M::mul_add(f, -1.904_654_3e-9, M::mul_add(f, std::f32::consts::LN_2, -r));
    let (high, low) = of_remainder::<M>(r, r_low);
    (high + low, shifted)
}

/// e^x.
struct Exp<M>(PhantomData<M>);

impl<M: MulAdd> Ranged for Exp<M> {
    // Below 126 ln 2 = 87.3: the power of two that scales the result is normal, for either sign.
    const LIMIT: f32 = 86.0;

    #[inline(always)]
    fn usual(x: f32) -> f32 {
        let (sum, shifted) = exp_parts::<M>(x);
        scaled_normal(sum, shifted)
    }

    #[inline(always)]
    fn any(x: f32) -> f32 {
        // Beyond, everything underflows or overflows.
        let (sum, shifted) = exp_parts::<M>(x.within(-110.0, 89.0));
        if x.is_nan() { Real::NAN } else { scaled(sum, shifted) }
    }
}

/// 2^x.
struct Exp2<M>(PhantomData<M>);

impl<M: MulAdd> Ranged for Exp2<M> {
    // Below 126, for the same reason.
    const LIMIT: f32 = 124.0;

    #[inline(always)]
    fn usual(x: f32) -> f32 {
        let (sum, shifted) = exp2_parts::<M>(x);
        scaled_normal(sum, shifted)
    }

    #[inline(always)]
    fn any(x: f32) -> f32 {
        let (sum, shifted) = exp2_parts::<M>(x.within(-160.0, 129.0));
        if x.is_nan() { Real::NAN } else { scaled(sum, shifted) }
    }
}

/// tanh x.
#[inline(always)]
fn tanh<M: MulAdd>(x: f32) -> f32 {
    const BY_SQUARE: [f32; 5] = [-0.333_333, 0.133_319_24, -0.053_783_83, 0.020_795_979, -0.005_895_168];
    // Beyond, it is 1 to the last bit.
    let m = x.abs().within(0.0, 9.1);
    // 1 - 2 / (e^2m + 1), where sums in two parts leave one rounding of the quotient and one of the result.
    let (r, r_low, shifted) = reduced::<M>(m + m);
    let (high, low) = of_remainder::<M>(r, r_low);
    let (high, low) = (high + low, low - ((high + low) - high));
    let scale = f32::from_bits((shifted.to_bits() << 23).wrapping_add(127 << 23));
    let (power, power_low) = (high * scale, low * scale);
    let divisor = power + 1.0;
    let divisor_low = (1.0 - (divisor - power)) + power_low;
    let quotient = 2.0 / divisor;
    let first = 1.0 - quotient;
    let large = first + (((1.0 - first) - quotient) + 0.5 * quotient * quotient * divisor_low);
    // Where that cancels: x + x^3 p(x^2), p by minimax.
    let square = m * m;
    let small = M::mul_add(m * square, polynomial::<M, 5>(square, &BY_SQUARE), m);
    (if m < 0.6 { small } else { large }).copysign(x).canonical()
}

/// tanh x.
struct Tanh<M>(PhantomData<M>);

impl<M: MulAdd> Unary for Tanh<M> {
    type A = f32;
    type Result = f32;

    #[inline(always)]
    fn apply(x: f32) -> f32 {
        tanh::<M>(x)
    }
}

/// 2^x with `flush_to_zero`.
struct Exp2Flushed<M>(PhantomData<M>);

impl<M: MulAdd> Ranged for Exp2Flushed<M> {
    // Flushing changes nothing within the range, where results are normal.
    const LIMIT: f32 = Exp2::<M>::LIMIT;

    #[inline(always)]
    fn usual(x: f32) -> f32 {
        // A subnormal operand gives 1, as a zero does, and the result is normal.
        Exp2::<M>::usual(x)
    }

    #[inline(always)]
    fn any(x: f32) -> f32 {
        flushed(Exp2::<M>::any(flushed(x)))
    }
}

/// The kernel of e^x.
pub(super) fn exp(isa: Isa) -> Kernel {
    fused::<RangedLanes<Exp<Instruction>>>(isa).unwrap_or_else(baseline::<RangedLanes<Exp<ByDoubles>>>)
}

/// The kernel of 2^x.
pub(super) fn exp2(flush: bool, isa: Isa) -> Kernel {
    if flush {
        return fused::<RangedLanes<Exp2Flushed<Instruction>>>(isa)
            .unwrap_or_else(baseline::<RangedLanes<Exp2Flushed<ByDoubles>>>);
    }
    fused::<RangedLanes<Exp2<Instruction>>>(isa).unwrap_or_else(baseline::<RangedLanes<Exp2<ByDoubles>>>)
}

/// The kernel of tanh x.
pub(super) fn hyperbolic_tangent(isa: Isa) -> Kernel {
    fused::<Lanes<1, Tanh<Instruction>>>(isa).unwrap_or_else(baseline::<Lanes<1, Tanh<ByDoubles>>>)
}
