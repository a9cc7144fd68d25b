//! Conversions. Those of f16, bf16 and tf32 go through f32, those to and from the types of 8 bits and fewer through f32 or
//! tables; see [`super::select`].

use numerics::{Format, Rounding, Scalar};

use super::Kernel;
use super::instance::kernel;
use super::types::{Real, for_int, to_odd};
use crate::isa::Isa;

/// `exti` and `trunci`: the same integer, or its low bits.
pub(super) fn int_to_int(from: Scalar, to: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    match (from, to) {
        (Scalar::I1, _) if signed => {
            for_int!(to, U, S => kernel!(isa, |a: u8| -> U { U::from(a).wrapping_neg() }))
        }
        (Scalar::I1, _) => for_int!(to, U, S => kernel!(isa, |a: u8| -> U { U::from(a) })),
        (Scalar::I4, _) if signed => {
            for_int!(to, U, S => kernel!(isa, |a: u8| -> S { S::from((a << 4) as i8 >> 4) }))
        }
        (Scalar::I4, _) => for_int!(to, U, S => kernel!(isa, |a: u8| -> U { U::from(a) })),
        (_, Scalar::I1) => for_int!(from, U, S => kernel!(isa, |a: U| -> u8 { a as u8 & 1 })),
        (_, Scalar::I4) => for_int!(from, U, S => kernel!(isa, |a: U| -> u8 { a as u8 & 15 })),
        (Scalar::I8, _) if signed => for_int!(to, U, S => kernel!(isa, |a: i8| -> S { a as S })),
        (Scalar::I16, _) if signed => for_int!(to, U, S => kernel!(isa, |a: i16| -> S { a as S })),
        (Scalar::I32, _) if signed => for_int!(to, U, S => kernel!(isa, |a: i32| -> S { a as S })),
        (Scalar::I8, _) => for_int!(to, U, S => kernel!(isa, |a: u8| -> U { a as U })),
        (Scalar::I16, _) => for_int!(to, U, S => kernel!(isa, |a: u16| -> U { a as U })),
        (Scalar::I32, _) => for_int!(to, U, S => kernel!(isa, |a: u32| -> U { a as U })),
        (Scalar::I64, _) => for_int!(to, U, S => kernel!(isa, |a: u64| -> U { a as U })),
        _ => None,
    }
}

/// `itof` to f32 and f64, to nearest even.
pub(super) fn int_to_float(from: Scalar, to: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    match (from, to, signed) {
        (Scalar::I1, Scalar::F32, true) => Some(kernel!(isa, |a: u8| -> f32 { f32::from(-(a as i8)) })),
        (Scalar::I1, Scalar::F64, true) => Some(kernel!(isa, |a: u8| -> f64 { f64::from(-(a as i8)) })),
        (Scalar::I1, _, false) => int_to_float(Scalar::I8, to, false, isa),
        (_, Scalar::F32, true) => for_int!(from, U, S => kernel!(isa, |a: S| -> f32 { a as f32 })),
        (_, Scalar::F64, true) => for_int!(from, U, S => kernel!(isa, |a: S| -> f64 { a as f64 })),
        (_, Scalar::F32, false) => for_int!(from, U, S => kernel!(isa, |a: U| -> f32 { a as f32 })),
        (_, Scalar::F64, false) => for_int!(from, U, S => kernel!(isa, |a: U| -> f64 { a as f64 })),
        _ => None,
    }
}

/// An integer of at most 32 bits as an f32 whose rounding to a narrower type is that of the integer; of 64 bits, where the
/// narrower type overflows before an f64 is inexact.
pub(super) fn int_to_odd(from: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    match (from, signed) {
        (Scalar::I32, true) => Some(kernel!(isa, |a: i32| -> f32 { to_odd(a as f64) })),
        (Scalar::I32, false) => Some(kernel!(isa, |a: u32| -> f32 { to_odd(a as f64) })),
        (Scalar::I64, true) => Some(kernel!(isa, |a: i64| -> f32 { to_odd(a as f64) })),
        (Scalar::I64, false) => Some(kernel!(isa, |a: u64| -> f32 { to_odd(a as f64) })),
        // Exact.
        _ => int_to_float(from, Scalar::F32, signed, isa),
    }
}

/// `ftoi` of f32 and f64, saturating, which is as good as any other value where the language leaves it undefined.
pub(super) fn float_to_int(from: Scalar, to: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    macro_rules! from {
        ($F:ty) => {
            match (to, signed) {
                (Scalar::I1, true) => Some(kernel!(isa, |a: $F| -> u8 { (a as i32).clamp(-1, 0) as u8 & 1 })),
                (Scalar::I1, false) => Some(kernel!(isa, |a: $F| -> u8 { (a as i32).clamp(0, 1) as u8 })),
                (Scalar::I4, true) => Some(kernel!(isa, |a: $F| -> u8 { (a as i32).clamp(-8, 7) as u8 & 15 })),
                (Scalar::I4, false) => Some(kernel!(isa, |a: $F| -> u8 { (a as i32).clamp(0, 15) as u8 })),
                (_, true) => for_int!(to, U, S => kernel!(isa, |a: $F| -> S { a as S })),
                (_, false) => for_int!(to, U, S => kernel!(isa, |a: $F| -> U { a as U })),
            }
        };
    }
    match from {
        Scalar::F32 => from!(f32),
        Scalar::F64 => from!(f64),
        _ => None,
    }
}

/// The f32 of the same value, NaN canonical; of an f64 one whose rounding to a type narrower than f32 is that of the f64.
pub(super) fn widen(from: Scalar, isa: Isa) -> Option<Kernel> {
    match from {
        Scalar::F16 => Some(super::half::widen(isa)),
        Scalar::BF16 => {
            Some(kernel!(isa, |a: u16| -> f32 { f32::from_bits(u32::from(a) << 16).canonical() }))
        }
        // Memory may hold anything in the bits that the type does not have.
        Scalar::TF32 => Some(kernel!(isa, |a: u32| -> f32 { f32::from_bits(a & !0x1fff).canonical() })),
        Scalar::F64 => Some(kernel!(isa, |a: f64| -> f32 { to_odd(a) })),
        _ => None,
    }
}

/// The float of another type that is nearest to an f32, ties to even.
pub(super) fn narrow(to: Scalar, rounding: Rounding, isa: Isa) -> Option<Kernel> {
    if rounding != Rounding::NearestEven {
        return None;
    }
    match to {
        Scalar::F16 => Some(super::half::narrow(isa)),
        Scalar::F32 => Some(kernel!(isa, |a: f32| -> f32 { a.canonical() })),
        Scalar::BF16 => Some(kernel!(isa, |a: u32| -> u16 {
            let rounded = a.wrapping_add(0x7fff + (a >> 16 & 1)) >> 16;
            (if f32::from_bits(a).is_nan() { 0x7fc0 } else { rounded }) as u16
        })),
        Scalar::TF32 => Some(kernel!(isa, |a: u32| -> u32 {
            let rounded = a.wrapping_add(0xfff + (a >> 13 & 1)) & !0x1fff;
            if f32::from_bits(a).is_nan() { 0x7fc0_0000 } else { rounded }
        })),
        Scalar::F64 => Some(kernel!(isa, |a: f32| -> f64 { f64::from(a).canonical() })),
        Scalar::F8E4M3FN => {
            Some(kernel!(isa, |a: f32| -> u8 { to_small::<{ Scalar::F8E4M3FN as usize }>(a) }))
        }
        Scalar::F8E5M2 => Some(kernel!(isa, |a: f32| -> u8 { to_small::<{ Scalar::F8E5M2 as usize }>(a) })),
        Scalar::F4E2M1FN => {
            Some(kernel!(isa, |a: f32| -> u8 { to_small::<{ Scalar::F4E2M1FN as usize }>(a) }))
        }
        Scalar::FNV8E5M3FNU => {
            Some(kernel!(isa, |a: f32| -> u8 { to_small::<{ Scalar::FNV8E5M3FNU as usize }>(a) }))
        }
        _ => None,
    }
}

/// `ftof` between f32 and f64.
pub(super) fn f64_to_f32(isa: Isa) -> Kernel {
    kernel!(isa, |a: f64| -> f32 { (a as f32).canonical() })
}

/// `ftof` from f64 to itself: NaN becomes canonical.
pub(super) fn f64_to_f64(isa: Isa) -> Kernel {
    kernel!(isa, |a: f64| -> f64 { a.canonical() })
}

/// Rounds to a type of 8 bits or fewer with subnormals, saturating.
#[inline(always)]
fn to_small<const TO: usize>(a: f32) -> u8 {
    const { assert!(Format::of(Scalar::ALL[TO]).is_some()) };
    let format = Format::of(Scalar::ALL[TO]).unwrap_or(Format::F32);
    let magnitude = a.to_bits() & 0x7fff_ffff;
    let dropped = 23 - format.mantissa_bits;
    // Of normal results: rounded in place, the exponent rebased.
    let odd = magnitude >> dropped & 1;
    let rebased = magnitude.wrapping_sub(((127 - format.bias) as u32) << 23);
    let normal = rebased.wrapping_add((1 << (dropped - 1)) - 1 + odd) >> dropped;
    // Of subnormal results: adding a power of two, whose last bit is the least subnormal, rounds; what it adds to the code
    // is the result. It may carry into the exponent, as it should.
    let shifter = f32::from_bits(((format.min_quantum() + 23 + 127) as u32) << 23);
    let subnormal = (f32::from_bits(magnitude) + shifter).to_bits().wrapping_sub(shifter.to_bits());
    let least_normal = ((format.min_exponent() + 127) as u32) << 23;
    let code = if magnitude < least_normal { subnormal } else { normal };
    let largest = format.max_finite() as u32;
    let in_range =
        magnitude < ((128 - format.bias) as u32 + (format.max_finite() >> format.mantissa_bits) as u32) << 23;
    let code = if in_range { code.min(largest) } else { largest };
    let sign = if format.signed { a.to_bits() >> 31 << (format.bits() - 1) } else { 0 };
    if a.is_nan() { format.nan_or_max() as u8 } else { (code | sign) as u8 }
}
