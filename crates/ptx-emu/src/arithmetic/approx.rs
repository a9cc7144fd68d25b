//! Functions for which the ISA guarantees an error bound instead of an exact result.
//!
//! The exact variant returns the nearest value: rcp, sqrt and div are correctly rounded because the host's are; the others are
//! computed in f64 with an error below 2^-50 and rounded once, so their error is less than 0.501 units in the last place (f16
//! and bf16: `numerics` computes in 100 bits and rounds to f64 first; correctly rounded except for ties that are this close).
//!
//! The perturbed variant changes each result by a pseudo-random amount and keeps the change if it is still within the bound of
//! the ISA. Results that the ISA states exactly do not change: zeros, infinities, NaN, and results of operands without a bound.

use std::sync::Arc;

use numerics::math::{Function, unary};
use numerics::{Rounding, Scalar, convert};
use ptx::module::Instruction;
use ptx::{Modifier, Opcode, Type};

use super::float::{NAN64, finish32, give, take};
use super::half::{Half, NAN16};
use super::rounding_test;
use super::rows::{LANES, Row32};
use super::{Kernel, first_type, lanes, w1, w2};

/// How far a result may be from the true value.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Bound {
    /// Units in the last place of the result.
    Ulp(f64),
    /// Of the true value.
    Relative(f64),
    /// In every case.
    Absolute(f64),
    /// Of a base-2 logarithm: absolute for operands between 0.5 and 2, relative otherwise.
    Logarithm(f64),
    /// Of sine and cosine, by the size of the operand.
    Angle,
    /// Of a quotient, where the divisor is neither tiny nor huge.
    Quotient,
}

/// The number format of operands and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Single,
    Half(Half),
    Pair(Half),
}

/// The true value for operands.
type Truth = Arc<dyn Fn(f64, f64) -> f64 + Send + Sync>;

/// A function with a bound.
#[derive(Clone)]
pub(crate) struct Approx {
    /// The nearest values.
    pub(crate) kernel: Kernel,
    truth: Truth,
    bound: Bound,
    format: Format,
    ftz: bool,
}

/// Decides, with the lane and its operands, in which direction and how far results move. Operands represent the
/// count of executions, which depends on the order in which warps run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Perturbation {
    /// The user's seed.
    pub(crate) seed: u64,
    /// Number of the statement.
    pub(crate) statement: u32,
    /// The warp among all of the grid.
    pub(crate) warp: u64,
}

/// The implementation of an approximate instruction: a function with a bound, or a kernel where the ISA states none.
pub(super) enum Selected {
    Bounded(Approx),
    Unbounded(Kernel),
}

/// An instruction with the modifier `.approx` or `.full`.
pub(super) fn select(instruction: &Instruction) -> Option<Selected> {
    let of = first_type(instruction)?;
    let opcode = instruction.opcode();
    let ftz = instruction.has(Modifier::Ftz);
    if of == Type::F64 {
        return gross(opcode, ftz).map(Selected::Unbounded);
    }
    // The type's name as a modifier: 16-bit formats have one, f32 has none.
    let half = Half::of_word(Modifier::named(of.text())?);
    let format = match half {
        None => Format::Single,
        Some(half) if of.bits() == 16 => Format::Half(half),
        Some(half) => Format::Pair(half),
    };
    let (bound, truth) = bound_of(opcode, half, instruction.has(Modifier::Full))?;
    // The ISA bounds the error and leaves the rest open. These results are as exact as f32 allows, which is reproducible; a
    // seed moves them within the bounds.
    let kernel = match opcode {
        Opcode::Div => quotient(instruction.has(Modifier::Full), ftz),
        Opcode::Rcp if ftz => w1(|a| give::<true, false>(1.0 / take::<true>(a))),
        Opcode::Rcp => w1(|a| give::<false, false>(1.0 / take::<false>(a))),
        Opcode::Sqrt if ftz => w1(|a| give::<true, false>(take::<true>(a).sqrt())),
        Opcode::Sqrt => w1(|a| give::<false, false>(take::<false>(a).sqrt())),
        _ => nearest(function_of(opcode)?, format, ftz),
    };
    Some(Selected::Bounded(Approx { kernel, truth, bound, format, ftz }))
}

fn function_of(opcode: Opcode) -> Option<Function> {
    match opcode {
        Opcode::Rsqrt => Some(Function::Rsqrt),
        Opcode::Sin => Some(Function::Sin),
        Opcode::Cos => Some(Function::Cos),
        Opcode::Lg2 => Some(Function::Log2),
        Opcode::Ex2 => Some(Function::Exp2),
        Opcode::Tanh => Some(Function::Tanh),
        _ => None,
    }
}

fn precise(function: Function, x: f64) -> f64 {
    f64::from_bits(unary(function, Scalar::F64, x.to_bits(), false))
}

fn bound_of(opcode: Opcode, half: Option<Half>, full: bool) -> Option<(Bound, Truth)> {
    let of = |function| -> Truth { Arc::new(move |x, _| precise(function, x)) };
    let two = |exponent: f64| precise(Function::Exp2, exponent);
    Some(match (opcode, half) {
        (Opcode::Rcp, _) => (Bound::Ulp(1.0), Arc::new(|x, _| 1.0 / x)),
        (Opcode::Sqrt, _) => (Bound::Relative(two(-23.0)), Arc::new(|x, _| x.sqrt())),
        (Opcode::Div, _) => (if full { Bound::Ulp(2.0) } else { Bound::Quotient }, Arc::new(|x, y| x / y)),
        (Opcode::Rsqrt, _) => (Bound::Relative(two(-22.9)), of(Function::Rsqrt)),
        (Opcode::Sin, _) => (Bound::Angle, of(Function::Sin)),
        (Opcode::Cos, _) => (Bound::Angle, of(Function::Cos)),
        (Opcode::Lg2, _) => (Bound::Logarithm(two(-22.0)), of(Function::Log2)),
        (Opcode::Ex2, None) => (Bound::Ulp(2.0), of(Function::Exp2)),
        (Opcode::Ex2, Some(Half::F16)) => (Bound::Relative(two(-9.9)), of(Function::Exp2)),
        (Opcode::Ex2, Some(Half::Bf16)) => (Bound::Relative(two(-7.0)), of(Function::Exp2)),
        (Opcode::Tanh, None) => (Bound::Relative(two(-11.0)), of(Function::Tanh)),
        (Opcode::Tanh, Some(Half::F16)) => (Bound::Absolute(two(-10.987)), of(Function::Tanh)),
        (Opcode::Tanh, Some(Half::Bf16)) => (Bound::Absolute(two(-8.0)), of(Function::Tanh)),
        _ => return None,
    })
}

fn quotient(full: bool, ftz: bool) -> Kernel {
    match (full, ftz) {
        (true, false) => w2(|a, b| give::<false, false>(take::<false>(a) / take::<false>(b))),
        (true, true) => w2(|a, b| give::<true, false>(take::<true>(a) / take::<true>(b))),
        (false, false) => w2(coarse_quotient::<false>),
        (false, true) => w2(coarse_quotient::<true>),
    }
}

/// `div.approx`: for 2^126 < |b| < 2^128 the quotient is 0, and NaN where `a` is infinite.
#[inline(always)]
fn coarse_quotient<const FTZ: bool>(a: u32, b: u32) -> u32 {
    let (x, y) = (take::<FTZ>(a), take::<FTZ>(b));
    let huge = y.abs() > f32::from_bits((126 + 127) << 23) && y.abs() < f32::INFINITY;
    // Of an infinity this is NaN, of a number zero.
    let quotient = if huge { x * 0.0f32.copysign(y) } else { x / y };
    give::<FTZ, false>(quotient)
}

/// The nearest value of a function.
fn nearest(function: Function, format: Format, ftz: bool) -> Kernel {
    match format {
        Format::Single => {
            let exact = move |a| finish32(unary(function, Scalar::F32, u64::from(a), ftz), ftz, false) as u32;
            rounding_test::kernel(function, exact)
                .unwrap_or_else(|| lanes(move |[a, ..]| exact(a as u32).into()))
        }
        Format::Half(half) => w1(move |a| nearest_half(function, half, ftz, a)),
        Format::Pair(half) => w1(move |a| {
            nearest_half(function, half, ftz, a & 0xffff) | nearest_half(function, half, ftz, a >> 16) << 16
        }),
    }
}

fn flush_half(half: Half, ftz: bool, bits: u32) -> u32 {
    let exponent = if half == Half::F16 { 0x7c00 } else { 0x7f80 };
    if ftz && bits & exponent == 0 { bits & 0x8000 } else { bits }
}

fn nearest_half(function: Function, half: Half, ftz: bool, bits: u32) -> u32 {
    let x = f64::from(half.widen(flush_half(half, ftz, bits)));
    flush_half(half, ftz, round_half(half, precise(function, x)))
}

fn round_half(half: Half, x: f64) -> u32 {
    if x.is_nan() {
        return NAN16;
    }
    let to = if half == Half::F16 { Scalar::F16 } else { Scalar::BF16 };
    convert::float_to_float(Scalar::F64, to, x.to_bits(), Rounding::NearestEven) as u32
}

/// Functions of the upper half of an f64, with 20 fraction bits; without `.ftz` the nearest f64.
fn gross(opcode: Opcode, ftz: bool) -> Option<Kernel> {
    let function: fn(f64) -> f64 = match opcode {
        Opcode::Rcp => |x| 1.0 / x,
        Opcode::Rsqrt => |x| precise(Function::Rsqrt, x),
        _ => return None,
    };
    if !ftz {
        return Some(lanes(move |[a, ..]| {
            let result = function(f64::from_bits(a));
            if result.is_nan() { NAN64 } else { result.to_bits() }
        }));
    }
    Some(lanes(move |[a, ..]| {
        let flush = |bits: u64| if bits & 0x7ff << 52 == 0 { bits & 1 << 63 } else { bits };
        let result = function(f64::from_bits(flush(a & 0xffff_ffff << 32)));
        if result.is_nan() {
            return NAN64;
        }
        // To the nearest, ties to even, at the bit that is the last of the upper half.
        let bits = result.to_bits();
        let rounded = bits + 0x7fff_ffff + (bits >> 32 & 1);
        flush(rounded & 0xffff_ffff << 32)
    }))
}

impl Approx {
    /// Moves results within their bound. The operands are those of the kernel; `b` only for a quotient.
    pub(crate) fn perturb(&self, a: &Row32, b: &Row32, d: &mut Row32, how: Perturbation) {
        for lane in 0..LANES {
            let noise = mix(how, lane, [a[lane], b[lane]]);
            let (low, high) = (unit(noise), unit(mix_word(noise)));
            d[lane] = match self.format {
                Format::Single | Format::Half(_) => self.moved(a[lane], b[lane], d[lane], low),
                Format::Pair(_) => {
                    let of_low = self.moved(a[lane] & 0xffff, 0, d[lane] & 0xffff, low);
                    of_low | self.moved(a[lane] >> 16, 0, d[lane] >> 16, high) << 16
                }
            };
        }
    }

    fn value(&self, bits: u32) -> f64 {
        match self.format {
            Format::Single if self.ftz => f64::from(take::<true>(bits)),
            Format::Single => f64::from(take::<false>(bits)),
            Format::Half(half) | Format::Pair(half) => {
                f64::from(half.widen(flush_half(half, self.ftz, bits)))
            }
        }
    }

    fn round(&self, x: f64) -> u32 {
        match self.format {
            Format::Single if self.ftz => give::<true, false>(x as f32),
            Format::Single => give::<false, false>(x as f32),
            Format::Half(half) | Format::Pair(half) => flush_half(half, self.ftz, round_half(half, x)),
        }
    }

    /// One result, moved by a share of its bound; as it was where that would leave the bound.
    fn moved(&self, a: u32, b: u32, result: u32, share: f64) -> u32 {
        let (x, y) = (self.value(a), self.value(b));
        let truth = (self.truth)(x, y);
        let nearest = self.value(result);
        if x == 0.0 || !truth.is_finite() || !nearest.is_finite() || nearest == 0.0 {
            return result;
        }
        let Some(limit) = self.limit(x, y, truth) else { return result };
        let moved = self.round(truth + share * limit);
        let kept = self.value(moved);
        if kept.is_finite() && (kept - truth).abs() <= limit { moved } else { result }
    }

    /// The bound at a true value; `None` where the ISA states none.
    fn limit(&self, x: f64, y: f64, truth: f64) -> Option<f64> {
        match self.bound {
            Bound::Ulp(count) => Some(count * self.ulp(truth)),
            Bound::Relative(bound) => Some(bound * truth.abs()),
            Bound::Absolute(bound) => Some(bound),
            Bound::Logarithm(bound) if x > 0.5 && x < 2.0 => Some(bound),
            Bound::Logarithm(bound) => Some(bound * truth.abs()),
            Bound::Angle if x.abs() <= std::f64::consts::TAU => Some(precise(Function::Exp2, -20.5)),
            Bound::Angle if x.abs() <= 100.0 * std::f64::consts::PI => Some(precise(Function::Exp2, -14.7)),
            Bound::Angle => None,
            Bound::Quotient => {
                let power = |exponent| precise(Function::Exp2, exponent);
                // The ISA states a bound for divisors in this range only.
                let usual = (power(-126.0)..=power(126.0)).contains(&y.abs());
                usual.then(|| 2.0 * self.ulp(truth))
            }
        }
    }

    /// A unit in the last place of the format at a value.
    fn ulp(&self, value: f64) -> f64 {
        let (bits, least) = match self.format {
            Format::Single => (23, -126),
            Format::Half(Half::F16) | Format::Pair(Half::F16) => (10, -14),
            Format::Half(Half::Bf16) | Format::Pair(Half::Bf16) => (7, -126),
        };
        let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1023;
        f64::from_bits(((exponent.max(least) - bits + 1023) as u64) << 52)
    }
}

/// A well-mixed word: one step of a counter-based generator.
fn mix_word(word: u64) -> u64 {
    let word = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ word >> 31
}

fn mix(how: Perturbation, lane: usize, [a, b]: [u32; 2]) -> u64 {
    let at = u64::from(how.statement) << 32 | lane as u64;
    let place = mix_word(mix_word(mix_word(how.seed) ^ at).wrapping_add(how.warp));
    mix_word(place ^ (u64::from(a) << 32 | u64::from(b)))
}

/// Between -1 and 1.
fn unit(word: u64) -> f64 {
    (word >> 11) as f64 / (1u64 << 52) as f64 - 1.0
}
