//! Integer arithmetic. Assumptions are ignored; undefined results are arbitrary, and nothing faults.

use numerics::select::IntBinary;
use numerics::{Predicate, Rounding, Scalar};

use super::Kernel;
use super::instance::kernel;
use super::types::{Real, for_int, for_lane};
use crate::isa::Isa;

/// `addi`, `subi`, `muli`. An i1 adds without carry and multiplies as `and`.
pub(super) fn wrapping(op: IntBinary, scalar: Scalar, isa: Isa) -> Option<Kernel> {
    if scalar == Scalar::I1 {
        return Some(match op {
            IntBinary::Add | IntBinary::Sub => bitwise_xor(scalar, isa),
            IntBinary::Mul => bitwise_and(scalar, isa),
        });
    }
    match op {
        IntBinary::Add => for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.wrapping_add(b) })),
        IntBinary::Sub => for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.wrapping_sub(b) })),
        IntBinary::Mul => for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.wrapping_mul(b) })),
    }
}

/// `mulhii`.
pub(super) fn mul_high(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    match scalar {
        Scalar::I8 => Some(kernel!(isa, |a: u8, b: u8| -> u8 { ((u16::from(a) * u16::from(b)) >> 8) as u8 })),
        Scalar::I16 => {
            Some(kernel!(isa, |a: u16, b: u16| -> u16 { ((u32::from(a) * u32::from(b)) >> 16) as u16 }))
        }
        Scalar::I32 => {
            Some(kernel!(isa, |a: u32, b: u32| -> u32 { ((u64::from(a) * u64::from(b)) >> 32) as u32 }))
        }
        Scalar::I64 => {
            Some(kernel!(isa, |a: u64, b: u64| -> u64 { ((u128::from(a) * u128::from(b)) >> 64) as u64 }))
        }
        _ => None,
    }
}

/// `absi`; of an i1 the same.
pub(super) fn abs(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    for_int!(scalar, U, S => kernel!(isa, |a: S| -> S { a.wrapping_abs() }))
}

/// `negi`; of an i1 the same.
pub(super) fn neg(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    for_int!(scalar, U, S => kernel!(isa, |a: S| -> S { a.wrapping_neg() }))
}

/// Quotients and remainders that cannot fault. Up to 32 bits they are computed in floats with room for twice as many,
/// so that a quotient of floats is never rounded up to the next integer, and vectors are possible.
trait Divide: Copy {
    /// Toward zero; any value for a divisor of zero, and for the least value by -1.
    fn quotient(self, divisor: Self) -> Self;
    /// With the sign of the dividend; any value for a divisor of zero, and 0 for the least value by -1.
    fn remainder(self, divisor: Self) -> Self;
}

macro_rules! divide_in_floats {
    ($($T:ty: $float:ty, $shift:literal;)*) => {$(
        impl Divide for $T {
            #[inline(always)]
            fn quotient(self, divisor: $T) -> $T {
                // As the last bits of a float it needs no conversion, which would be slow for what is not an integer.
                let quotient = (self as $float / divisor as $float).whole();
                (quotient + $shift).to_bits() as $T
            }

            #[inline(always)]
            fn remainder(self, divisor: $T) -> $T {
                self.wrapping_sub(self.quotient(divisor).wrapping_mul(divisor))
            }
        }
    )*};
}

divide_in_floats! {
    u8: f32, 12_582_912.0;
    i8: f32, 12_582_912.0;
    u16: f32, 12_582_912.0;
    i16: f32, 12_582_912.0;
    u32: f64, 6_755_399_441_055_744.0;
    i32: f64, 6_755_399_441_055_744.0;
}

macro_rules! divide_in_integers {
    ($($T:ty)*) => {$(
        impl Divide for $T {
            #[inline(always)]
            fn quotient(self, divisor: $T) -> $T {
                if divisor == 0 { 0 } else { self.wrapping_div(divisor) }
            }

            #[inline(always)]
            fn remainder(self, divisor: $T) -> $T {
                if divisor == 0 { 0 } else { self.wrapping_rem(divisor) }
            }
        }
    )*};
}

divide_in_integers!(u64 i64);

/// `divi`.
pub(super) fn div(scalar: Scalar, signed: bool, rounding: Rounding, isa: Isa) -> Option<Kernel> {
    match (signed, rounding) {
        (false, Rounding::PositiveInf) => for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U {
            let quotient = a.quotient(b);
            quotient.wrapping_add(U::from(quotient.wrapping_mul(b) != a))
        })),
        (false, _) => for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.quotient(b) })),
        (true, Rounding::NegativeInf) => for_int!(scalar, U, S => kernel!(isa, |a: S, b: S| -> S {
            let quotient = a.quotient(b);
            let inexact = quotient.wrapping_mul(b) != a;
            quotient.wrapping_sub(S::from(inexact & ((a < 0) != (b < 0))))
        })),
        (true, Rounding::PositiveInf) => for_int!(scalar, U, S => kernel!(isa, |a: S, b: S| -> S {
            let quotient = a.quotient(b);
            let inexact = quotient.wrapping_mul(b) != a;
            quotient.wrapping_add(S::from(inexact & ((a < 0) == (b < 0))))
        })),
        (true, _) => for_int!(scalar, U, S => kernel!(isa, |a: S, b: S| -> S { a.quotient(b) })),
    }
}

/// `remi`.
pub(super) fn rem(scalar: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    if signed {
        return for_int!(scalar, U, S => kernel!(isa, |a: S, b: S| -> S { a.remainder(b) }));
    }
    for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.remainder(b) }))
}

/// `shli`.
pub(super) fn shift_left(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.wrapping_shl(b as u32) }))
}

/// `shri`.
pub(super) fn shift_right(scalar: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    if signed {
        return for_int!(scalar, U, S => kernel!(isa, |a: S, b: U| -> S { a.wrapping_shr(b as u32) }));
    }
    for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.wrapping_shr(b as u32) }))
}

/// `mini`. A true i1 is the least value when signed.
pub(super) fn min(scalar: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    match (scalar, signed) {
        (Scalar::I1, true) => Some(bitwise_or(scalar, isa)),
        (Scalar::I1, false) => Some(bitwise_and(scalar, isa)),
        (_, true) => for_int!(scalar, U, S => kernel!(isa, |a: S, b: S| -> S { a.min(b) })),
        (_, false) => for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.min(b) })),
    }
}

/// `maxi`.
pub(super) fn max(scalar: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    match (scalar, signed) {
        (Scalar::I1, true) => Some(bitwise_and(scalar, isa)),
        (Scalar::I1, false) => Some(bitwise_or(scalar, isa)),
        (_, true) => for_int!(scalar, U, S => kernel!(isa, |a: S, b: S| -> S { a.max(b) })),
        (_, false) => for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> U { a.max(b) })),
    }
}

/// `cmpi`; a comparison with `greater` is that with `less` of exchanged operands, and has no kernel.
pub(super) fn compare(scalar: Scalar, predicate: Predicate, signed: bool, isa: Isa) -> Option<Kernel> {
    // Not negative, so the signed order of these bytes is their unsigned one; that of i1 is the opposite.
    let (scalar, signed) = match scalar {
        Scalar::I1 if signed => return compare_flags(predicate, isa),
        Scalar::I1 => (Scalar::I8, false),
        _ => (scalar, signed),
    };
    match (predicate, signed) {
        (Predicate::Equal, _) => {
            for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> u8 { u8::from(a == b) }))
        }
        (Predicate::NotEqual, _) => {
            for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> u8 { u8::from(a != b) }))
        }
        (Predicate::LessThan, true) => {
            for_int!(scalar, U, S => kernel!(isa, |a: S, b: S| -> u8 { u8::from(a < b) }))
        }
        (Predicate::LessThan, false) => {
            for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> u8 { u8::from(a < b) }))
        }
        (Predicate::LessThanOrEqual, true) => {
            for_int!(scalar, U, S => kernel!(isa, |a: S, b: S| -> u8 { u8::from(a <= b) }))
        }
        (Predicate::LessThanOrEqual, false) => {
            for_int!(scalar, U, S => kernel!(isa, |a: U, b: U| -> u8 { u8::from(a <= b) }))
        }
        (Predicate::GreaterThan | Predicate::GreaterThanOrEqual, _) => None,
    }
}

/// Signed comparisons of i1, whose true is -1.
fn compare_flags(predicate: Predicate, isa: Isa) -> Option<Kernel> {
    match predicate {
        Predicate::Equal | Predicate::NotEqual => compare(Scalar::I8, predicate, false, isa),
        Predicate::LessThan => Some(kernel!(isa, |a: u8, b: u8| -> u8 { a & (b ^ 1) })),
        Predicate::LessThanOrEqual => Some(kernel!(isa, |a: u8, b: u8| -> u8 { a | (b ^ 1) })),
        Predicate::GreaterThan | Predicate::GreaterThanOrEqual => None,
    }
}

/// `andi`.
pub(super) fn bitwise_and(scalar: Scalar, isa: Isa) -> Kernel {
    for_lane!(scalar, U => kernel!(isa, |a: U, b: U| -> U { a & b }))
}

/// `ori`.
pub(super) fn bitwise_or(scalar: Scalar, isa: Isa) -> Kernel {
    for_lane!(scalar, U => kernel!(isa, |a: U, b: U| -> U { a | b }))
}

/// `xori`.
pub(super) fn bitwise_xor(scalar: Scalar, isa: Isa) -> Kernel {
    for_lane!(scalar, U => kernel!(isa, |a: U, b: U| -> U { a ^ b }))
}

/// `offset`, with an offset of 32 or 64 bits: addresses of `pointee`s; half bytes are dropped.
pub(super) fn offset(pointee: Scalar, offset: Scalar, isa: Isa) -> Option<Kernel> {
    macro_rules! offset {
        ($T:ty) => {
            // Constant shifts instead of a multiplication, which AVX2 does not have for 64 bits.
            match pointee.storage_bits() {
                4 => kernel!(isa, |address: i64, steps: $T| -> i64 {
                    address.wrapping_add(i64::from(steps) / 2)
                }),
                8 => {
                    kernel!(isa, |address: i64, steps: $T| -> i64 { address.wrapping_add(i64::from(steps)) })
                }
                16 => kernel!(isa, |address: i64, steps: $T| -> i64 {
                    address.wrapping_add(i64::from(steps) << 1)
                }),
                32 => kernel!(isa, |address: i64, steps: $T| -> i64 {
                    address.wrapping_add(i64::from(steps) << 2)
                }),
                _ => kernel!(isa, |address: i64, steps: $T| -> i64 {
                    address.wrapping_add(i64::from(steps) << 3)
                }),
            }
        };
    }
    match offset {
        Scalar::I32 => Some(offset!(i32)),
        Scalar::I64 => Some(offset!(i64)),
        _ => None,
    }
}
