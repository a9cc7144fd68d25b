//! Float arithmetic in f32 and f64. Narrower types widen to f32, which changes no result of one operation but `fma`.

use numerics::select::FloatBinary;
use numerics::{NanRule, Predicate, Rounding, Scalar};

use super::Kernel;
use super::instance::kernel;
use super::quotient::quotient;
use super::types::{Real, flushed, for_float, for_lane, sum_to_odd, to_odd};
use crate::isa::Isa;

/// Whether the mode rounds to nearest even, in all operations but `divf`.
pub(crate) fn is_nearest(rounding: Rounding) -> bool {
    matches!(rounding, Rounding::NearestEven | Rounding::Approx | Rounding::Full)
}

/// `addf`, `subf`, `mulf`, `divf`.
pub(super) fn binary(
    op: FloatBinary,
    scalar: Scalar,
    rounding: Rounding,
    flush: bool,
    isa: Isa,
) -> Option<Kernel> {
    if !is_nearest(rounding) {
        return None;
    }
    let approximate = scalar == Scalar::F32 && rounding == Rounding::Approx;
    match op {
        _ if flush => flushing(op, approximate, isa),
        FloatBinary::Add => for_float!(scalar, T => kernel!(isa, |a: T, b: T| -> T { (a + b).canonical() })),
        FloatBinary::Sub => for_float!(scalar, T => kernel!(isa, |a: T, b: T| -> T { (a - b).canonical() })),
        FloatBinary::Mul => for_float!(scalar, T => kernel!(isa, |a: T, b: T| -> T { (a * b).canonical() })),
        FloatBinary::Div if approximate => {
            Some(kernel!(isa, |a: f32, b: f32| -> f32 { approximate_quotient(a, b) }))
        }
        FloatBinary::Div if scalar == Scalar::F32 => Some(quotient(false, isa)),
        FloatBinary::Div => for_float!(scalar, T => kernel!(isa, |a: T, b: T| -> T { (a / b).canonical() })),
    }
}

/// The same in f32 with `flush_to_zero`.
fn flushing(op: FloatBinary, approximate: bool, isa: Isa) -> Option<Kernel> {
    Some(match op {
        FloatBinary::Add => {
            kernel!(isa, |a: f32, b: f32| -> f32 { flushed((flushed(a) + flushed(b)).canonical()) })
        }
        FloatBinary::Sub => {
            kernel!(isa, |a: f32, b: f32| -> f32 { flushed((flushed(a) - flushed(b)).canonical()) })
        }
        FloatBinary::Mul => {
            kernel!(isa, |a: f32, b: f32| -> f32 { flushed((flushed(a) * flushed(b)).canonical()) })
        }
        FloatBinary::Div if approximate => {
            kernel!(isa, |a: f32, b: f32| -> f32 { flushed(approximate_quotient(flushed(a), flushed(b))) })
        }
        FloatBinary::Div => quotient(true, isa),
    })
}

/// The quotient; by a divisor between 2^126 and 2^128 a zero, or NaN if the dividend is infinite.
#[inline(always)]
fn approximate_quotient(a: f32, b: f32) -> f32 {
    let (a_bits, b_bits) = (a.to_bits(), b.to_bits());
    let magnitude = b_bits & 0x7fff_ffff;
    let huge = (magnitude > 0x7e80_0000) & (magnitude < 0x7f80_0000);
    let zero = f32::from_bits((a_bits ^ b_bits) & 0x8000_0000);
    let of_huge = if a_bits & 0x7fff_ffff < 0x7f80_0000 { zero } else { f32::NAN };
    (if huge { of_huge } else { a / b }).canonical()
}

/// `fma`.
pub(super) fn fma(scalar: Scalar, rounding: Rounding, flush: bool, isa: Isa) -> Option<Kernel> {
    if !is_nearest(rounding) {
        return None;
    }
    match scalar {
        Scalar::F32 if flush => Some(fma_flushing(isa)),
        Scalar::F32 => {
            let fused = kernel!(fused isa, |a: f32, b: f32, c: f32| -> f32 { a.mul_add(b, c).canonical() });
            Some(fused.unwrap_or(kernel!(baseline, |a: f32, b: f32, c: f32| -> f32 { unfused(a, b, c) })))
        }
        Scalar::F64 => kernel!(fused isa, |a: f64, b: f64, c: f64| -> f64 { a.mul_add(b, c).canonical() }),
        _ => None,
    }
}

/// The same in f32 with `flush_to_zero`.
fn fma_flushing(isa: Isa) -> Kernel {
    let fused = kernel!(fused isa, |a: f32, b: f32, c: f32| -> f32 {
        flushed(flushed(a).mul_add(flushed(b), flushed(c)).canonical())
    });
    fused.unwrap_or(kernel!(baseline, |a: f32, b: f32, c: f32| -> f32 {
        flushed(unfused(flushed(a), flushed(b), flushed(c)))
    }))
}

/// `fma` in f32 where the processor has none: the product is exact in f64.
#[inline(always)]
fn unfused(a: f32, b: f32, c: f32) -> f32 {
    (sum_to_odd(f64::from(a) * f64::from(b), f64::from(c)) as f32).canonical()
}

/// `a * b + c` of f16 or bf16 values, as an f32 whose rounding to their type is that of the exact result.
pub(super) fn fma_to_odd(isa: Isa) -> Kernel {
    kernel!(isa, |a: f32, b: f32, c: f32| -> f32 {
        to_odd(sum_to_odd(f64::from(a) * f64::from(b), f64::from(c)))
    })
}

/// `sqrt`.
pub(super) fn sqrt(scalar: Scalar, rounding: Rounding, flush: bool, isa: Isa) -> Option<Kernel> {
    if !is_nearest(rounding) {
        return None;
    }
    if flush {
        // A root is never subnormal.
        return Some(kernel!(isa, |a: f32| -> f32 { flushed(a).root() }));
    }
    for_float!(scalar, T => kernel!(isa, |a: T| -> T { a.root() }))
}

/// `floor`.
pub(super) fn floor(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    for_float!(scalar, T => kernel!(isa, |a: T| -> T { a.floor_of() }))
}

/// `ceil`.
pub(super) fn ceil(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    for_float!(scalar, T => kernel!(isa, |a: T| -> T { a.ceil_of() }))
}

/// The sign bit of a float type, in its lane.
fn sign_bit(scalar: Scalar) -> Option<u64> {
    numerics::Format::of(scalar).map(|format| format.sign_mask())
}

/// `absf`: of every type with a sign in the top bit of its lane.
pub(super) fn abs(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    sign_bit(scalar)?;
    Some(for_lane!(scalar, U => kernel!(isa, |a: U| -> U { a & (U::MAX >> 1) })))
}

/// `negf`.
pub(super) fn neg(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    sign_bit(scalar)?;
    Some(for_lane!(scalar, U => kernel!(isa, |a: U| -> U { a ^ !(U::MAX >> 1) })))
}

/// The operand that comes first, numbers before NaN.
#[inline(always)]
pub(super) fn number_first<T: Real>(a: T, b: T, a_is_first: bool) -> T {
    let number = if a_is_first { a } else { b };
    let number = if a.is_not_a_number() { b } else { number };
    (if b.is_not_a_number() { a } else { number }).canonical()
}

/// The operand that comes first, NaN before numbers.
#[inline(always)]
pub(super) fn nan_first<T: Real>(a: T, b: T, a_is_first: bool) -> T {
    let number = if a_is_first { a } else { b };
    if a.is_not_a_number() | b.is_not_a_number() { T::NAN } else { number }
}

/// `minf`.
pub(super) fn min(scalar: Scalar, rule: NanRule, flush: bool, isa: Isa) -> Option<Kernel> {
    match (rule, flush) {
        (NanRule::Number, false) => {
            for_float!(scalar, T => kernel!(isa, |a: T, b: T| -> T { number_first(a, b, a.is_before(b)) }))
        }
        (NanRule::Propagate, false) => {
            for_float!(scalar, T => kernel!(isa, |a: T, b: T| -> T { nan_first(a, b, a.is_before(b)) }))
        }
        (NanRule::Number, true) => Some(kernel!(isa, |a: f32, b: f32| -> f32 {
            let (a, b) = (flushed(a), flushed(b));
            number_first(a, b, a.is_before(b))
        })),
        (NanRule::Propagate, true) => Some(kernel!(isa, |a: f32, b: f32| -> f32 {
            let (a, b) = (flushed(a), flushed(b));
            nan_first(a, b, a.is_before(b))
        })),
    }
}

/// `maxf`.
pub(super) fn max(scalar: Scalar, rule: NanRule, flush: bool, isa: Isa) -> Option<Kernel> {
    match (rule, flush) {
        (NanRule::Number, false) => {
            for_float!(scalar, T => kernel!(isa, |a: T, b: T| -> T { number_first(a, b, b.is_before(a)) }))
        }
        (NanRule::Propagate, false) => {
            for_float!(scalar, T => kernel!(isa, |a: T, b: T| -> T { nan_first(a, b, b.is_before(a)) }))
        }
        (NanRule::Number, true) => Some(kernel!(isa, |a: f32, b: f32| -> f32 {
            let (a, b) = (flushed(a), flushed(b));
            number_first(a, b, b.is_before(a))
        })),
        (NanRule::Propagate, true) => Some(kernel!(isa, |a: f32, b: f32| -> f32 {
            let (a, b) = (flushed(a), flushed(b));
            nan_first(a, b, b.is_before(a))
        })),
    }
}

/// `cmpf`; a comparison with `greater` is that with `less` of exchanged operands, and has no kernel.
pub(super) fn compare(scalar: Scalar, predicate: Predicate, ordered: bool, isa: Isa) -> Option<Kernel> {
    macro_rules! compare {
        ($a:ident, $b:ident => $holds:expr) => {
            for_float!(scalar, T => kernel!(isa, |$a: T, $b: T| -> u8 { u8::from($holds) }))
        };
    }
    match (predicate, ordered) {
        (Predicate::Equal, true) => compare!(a, b => a == b),
        (Predicate::Equal, false) => compare!(a, b => (a == b) | unordered(a, b)),
        (Predicate::NotEqual, true) => compare!(a, b => (a < b) | (a > b)),
        (Predicate::NotEqual, false) => compare!(a, b => a != b),
        (Predicate::LessThan, true) => compare!(a, b => a < b),
        (Predicate::LessThan, false) => compare!(a, b => (a < b) | unordered(a, b)),
        (Predicate::LessThanOrEqual, true) => compare!(a, b => a <= b),
        (Predicate::LessThanOrEqual, false) => compare!(a, b => (a <= b) | unordered(a, b)),
        (Predicate::GreaterThan | Predicate::GreaterThanOrEqual, _) => None,
    }
}

#[inline(always)]
fn unordered<T: Real>(a: T, b: T) -> bool {
    a.is_not_a_number() | b.is_not_a_number()
}
