//! Conversions. Those of f16, bf16 and tf32 go through f32, those to and from the types of 8 bits and fewer through f32
//! or tables; see [`super::select`].

#![allow(unsafe_code, reason = "floats become integers without a check, after one")]

use numerics::{Format, Rounding, Scalar};

use super::Kernel;
use super::instance::kernel;
use super::types::{Real, for_int, sum_to_odd, to_odd};
use crate::isa::Isa;

/// `exti` and `trunci`: the same integer, or its low bits.
pub(super) fn int_to_int(from: Scalar, to: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    match (from, to) {
        // A set bit is -1 when it is signed: 0 - 1 in every width.
        (Scalar::I1, _) if signed => {
            for_int!(to, U, S => kernel!(isa, |a: u8| -> U { U::from(a).wrapping_neg() }))
        }
        (Scalar::I1, _) => for_int!(to, U, S => kernel!(isa, |a: u8| -> U { U::from(a) })),
        // The sign is bit 3: to the top of the byte and back with an arithmetic shift.
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

/// An integer as an f32 whose rounding to a narrower type is that of the integer.
pub(super) fn int_to_odd(from: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    /// The sum of two halves that are exact, the upper in units of 2^32.
    #[inline(always)]
    fn of_halves(high: f64, low: u32) -> f32 {
        to_odd(sum_to_odd(high * 4_294_967_296.0, f64::from(low)))
    }
    match (from, signed) {
        (Scalar::I32, true) => Some(kernel!(isa, |a: i32| -> f32 { to_odd(f64::from(a)) })),
        (Scalar::I32, false) => Some(kernel!(isa, |a: u32| -> f32 { to_odd(f64::from(a)) })),
        (Scalar::I64, true) => {
            Some(kernel!(isa, |a: i64| -> f32 { of_halves(f64::from((a >> 32) as i32), a as u32) }))
        }
        (Scalar::I64, false) => {
            Some(kernel!(isa, |a: u64| -> f32 { of_halves(f64::from((a >> 32) as u32), a as u32) }))
        }
        // Exact.
        _ => int_to_float(from, Scalar::F32, signed, isa),
    }
}

/// `ftoi` of f32 and f64, saturating, which is as good as any other value where the language leaves it undefined.
pub(super) fn float_to_int(from: Scalar, to: Scalar, signed: bool, isa: Isa) -> Option<Kernel> {
    macro_rules! from {
        ($F:ty) => {
            match (to, signed) {
                (Scalar::I1, true) => Some(kernel!(isa, |a: $F| -> u8 { bounded(a, -1.0, 0.0) & 1 })),
                (Scalar::I1, false) => Some(kernel!(isa, |a: $F| -> u8 { bounded(a, 0.0, 1.0) })),
                (Scalar::I4, true) => Some(kernel!(isa, |a: $F| -> u8 { bounded(a, -8.0, 7.0) & 15 })),
                (Scalar::I4, false) => Some(kernel!(isa, |a: $F| -> u8 { bounded(a, 0.0, 15.0) })),
                (_, true) => for_int!(to, U, S => kernel!(isa, |a: $F| -> S { a.truncated() })),
                (_, false) => for_int!(to, U, S => kernel!(isa, |a: $F| -> U { a.truncated() })),
            }
        };
    }
    match from {
        Scalar::F32 => from!(f32),
        Scalar::F64 => from!(f64),
        _ => None,
    }
}

/// Truncation into a range of a few small numbers.
#[inline(always)]
fn bounded<T: Real + Truncate<i32>>(a: T, low: T, high: T) -> u8 {
    a.within(low, high).truncated() as u8
}

/// Truncation toward zero that saturates and makes NaN 0, like `as`, which the compiler does not vectorise.
trait Truncate<T> {
    fn truncated(self) -> T;
}

macro_rules! truncate {
    ($($F:ty => $($T:ty: $wide:ty),*;)*) => {$($(
        impl Truncate<$T> for $F {
            #[inline(always)]
            fn truncated(self) -> $T {
                // Powers of two: exact.
                const MIN: $F = <$T>::MIN as $F;
                const BEYOND: $F = (1u128 << (<$T>::BITS - (<$T>::MIN != 0) as u32)) as $F;
                let above = self >= BEYOND;
                let inside = (self > MIN) & !above;
                // SAFETY: the number is above the least value of `$T` and below one more than the greatest, or that
                // least value itself; every such number is in the range of the type that is as wide or wider.
                let value = unsafe { (if inside { self } else { MIN }).to_int_unchecked::<$wide>() } as $T;
                let value = if above { <$T>::MAX } else { value };
                if self.is_nan() { 0 } else { value }
            }
        }
    )*)*};
}

truncate! {
    f32 => i8: i32, u8: i32, i16: i32, u16: i32, i32: i32, u32: u32, i64: i64, u64: u64;
    f64 => i8: i32, u8: i32, i16: i32, u16: i32, i32: i32, u32: u32, i64: i64, u64: u64;
}

/// The f32 of the same value, NaN canonical; of an f64 one whose rounding to a type narrower than f32 is that of the
/// f64.
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

/// An f32 rounded to another type: to nearest even, to powers of two in every mode.
pub(super) fn narrow(to: Scalar, rounding: Rounding, isa: Isa) -> Option<Kernel> {
    if to == Scalar::F8E8M0FNU {
        return Some(to_power_of_two(rounding, isa));
    }
    // Other roundings are rare: they are computed element by element.
    if rounding != Rounding::NearestEven {
        return None;
    }
    match to {
        Scalar::F16 => Some(super::half::narrow(isa)),
        Scalar::F32 => Some(kernel!(isa, |a: f32| -> f32 { a.canonical() })),
        // In integers, because the carry of the rounding runs into the exponent as it should.
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

/// Rounds the magnitude to a power of two, saturating. Half way goes up: the only bit of a significand is odd.
fn to_power_of_two(rounding: Rounding, isa: Isa) -> Kernel {
    /// `least` is the least mantissa that is rounded up. What is subnormal in f32 has its leading 1 in the mantissa,
    /// and all below 2^-127 is that power.
    #[inline(always)]
    fn code(a: f32, least: u32) -> u8 {
        let magnitude = a.to_bits() & 0x7fff_ffff;
        let (exponent, mantissa) = (magnitude >> 23, magnitude & 0x7f_ffff);
        let fraction = if exponent == 0 { (2 * mantissa).saturating_sub(1 << 23) } else { mantissa };
        let code = exponent + u32::from(fraction >= least);
        if magnitude > 0x7f80_0000 { 255 } else { code.min(254) as u8 }
    }
    match rounding {
        Rounding::NearestEven | Rounding::Approx | Rounding::Full | Rounding::NearestAway => {
            kernel!(isa, |a: f32| -> u8 { code(a, 1 << 22) })
        }
        Rounding::PositiveInf => kernel!(isa, |a: f32| -> u8 { code(a, 1) }),
        Rounding::Zero | Rounding::NearestIntToZero | Rounding::NegativeInf => {
            kernel!(isa, |a: f32| -> u8 { code(a, 1 << 23) })
        }
    }
}

/// `ftof` from f64 to itself: NaN becomes canonical.
pub(super) fn f64_to_f64(isa: Isa) -> Kernel {
    kernel!(isa, |a: f64| -> f64 { a.canonical() })
}

/// Rounds to a type of 8 bits or fewer with subnormals, saturating.
#[inline(always)]
fn to_small<const TO: usize>(a: f32) -> u8 {
    let dropped = const { 23 - small_format(TO).mantissa_bits };
    let magnitude = a.to_bits() & 0x7fff_ffff;
    // Of normal results: rounded in place, the exponent rebased.
    let odd = magnitude >> dropped & 1;
    let rebased = magnitude.wrapping_sub(const { ((127 - small_format(TO).bias) as u32) << 23 });
    let normal = rebased.wrapping_add((1 << (dropped - 1)) - 1 + odd) >> dropped;
    // Of subnormal results: adding a power of two, whose last bit is the least subnormal, rounds; what it adds to the
    // code is the result. It may carry into the exponent, as it should.
    let shifter = const { ((small_format(TO).min_quantum() + 23 + 127) as u32) << 23 };
    let subnormal = (f32::from_bits(magnitude) + f32::from_bits(shifter)).to_bits().wrapping_sub(shifter);
    let least_normal = const { ((small_format(TO).min_exponent() + 127) as u32) << 23 };
    let code = if magnitude < least_normal { subnormal } else { normal };
    // Values that are larger than all codes, infinities included, stay larger when they are rebased.
    let largest = const { small_format(TO).max_finite() as u32 };
    let code = if code < largest { code } else { largest };
    let sign = a.to_bits() >> 31 << 7 >> const { 8 - small_format(TO).bits() };
    let sign = sign & const { small_format(TO).sign_mask() as u32 };
    let nan = const { small_format(TO).nan_or_max() as u32 };
    (if magnitude > 0x7f80_0000 { nan } else { code | sign }) as u8
}

/// The format of a type, which is one of at most 8 bits, by its position in [`Scalar::ALL`].
const fn small_format(scalar: usize) -> Format {
    match Format::of(Scalar::ALL[scalar]) {
        Some(format) if format.bits() <= 8 => format,
        _ => panic!("a float of at most 8 bits"),
    }
}
