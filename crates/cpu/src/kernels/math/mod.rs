//! Transcendental functions.
//!
//! Only additions, subtractions, multiplications, divisions, roots, conversions and integer operations are used, each
//! of which IEEE 754 fixes, and fused multiply-add only where it is computed exactly on processors that do not have it:
//! so every instruction set gives the same bits. `approx` and `full` are the same here. How far results are from the
//! exact ones is measured by a test and written down in `docs/cpu-accuracy.md`.
//!
//! - [`wide`]: functions of f32 are computed in f64 and rounded once, which leaves less than 0.501 units in the last
//!   place.
//! - [`exp`]: the exponentials of f32 and `tanh`, the functions that matter most, are computed in f32.
//! - [`double`]: functions of f64.
//! - f16 and bf16 are computed as f32 and rounded again, as the language says.

mod double;
mod exp;
pub(crate) mod wide;

use numerics::Scalar;
use numerics::math::Function;

use super::Kernel;
use super::instance::{GuardedLanes, instance, kernel};
use super::types::flushed;
use crate::isa::Isa;

/// A function of one operand.
pub(super) fn unary(function: Function, scalar: Scalar, flush: bool, isa: Isa) -> Option<Kernel> {
    match scalar {
        Scalar::F32 if flush => flushing(function, isa),
        Scalar::F32 => single(function, isa),
        Scalar::F64 => of_double(function, isa),
        _ => None,
    }
}

fn single(function: Function, isa: Isa) -> Option<Kernel> {
    Some(match function {
        Function::Exp => exp::exp(isa),
        Function::Exp2 => exp::exp2(false, isa),
        Function::Log => kernel!(isa, |a: f32| -> f32 { wide::log(a) }),
        Function::Log2 => kernel!(isa, |a: f32| -> f32 { wide::log2(a) }),
        Function::Rsqrt => kernel!(isa, |a: f32| -> f32 { wide::rsqrt(a) }),
        Function::Sin => instance::<GuardedLanes<1, wide::Sin>>(isa),
        Function::Cos => instance::<GuardedLanes<1, wide::Cos>>(isa),
        Function::Tan => instance::<GuardedLanes<1, wide::Tan>>(isa),
        Function::Sinh => kernel!(isa, |a: f32| -> f32 { wide::sinh(a) }),
        Function::Cosh => kernel!(isa, |a: f32| -> f32 { wide::cosh(a) }),
        Function::Tanh => exp::hyperbolic_tangent(isa),
        // No operation of the language.
        Function::Asin
        | Function::Acos
        | Function::Atan
        | Function::Asinh
        | Function::Acosh
        | Function::Atanh => return None,
    })
}

/// The same with `flush_to_zero`, which two of them have.
fn flushing(function: Function, isa: Isa) -> Option<Kernel> {
    match function {
        Function::Exp2 => Some(exp::exp2(true, isa)),
        // A root's inverse is never subnormal.
        Function::Rsqrt => Some(kernel!(isa, |a: f32| -> f32 { wide::rsqrt(flushed(a)) })),
        _ => None,
    }
}

fn of_double(function: Function, isa: Isa) -> Option<Kernel> {
    Some(match function {
        Function::Exp => kernel!(isa, |a: f64| -> f64 { double::exp(a) }),
        Function::Exp2 => kernel!(isa, |a: f64| -> f64 { double::exp2(a) }),
        Function::Log => kernel!(isa, |a: f64| -> f64 { double::log(a) }),
        Function::Log2 => kernel!(isa, |a: f64| -> f64 { double::log2(a) }),
        Function::Rsqrt => kernel!(isa, |a: f64| -> f64 { double::rsqrt(a) }),
        Function::Sin => instance::<GuardedLanes<1, double::Sin>>(isa),
        Function::Cos => instance::<GuardedLanes<1, double::Cos>>(isa),
        Function::Tan => instance::<GuardedLanes<1, double::Tan>>(isa),
        Function::Sinh => kernel!(isa, |a: f64| -> f64 { double::sinh(a) }),
        Function::Cosh => kernel!(isa, |a: f64| -> f64 { double::cosh(a) }),
        Function::Tanh => kernel!(isa, |a: f64| -> f64 { double::tanh(a) }),
        // No operation of the language.
        Function::Asin
        | Function::Acos
        | Function::Atan
        | Function::Asinh
        | Function::Acosh
        | Function::Atanh => return None,
    })
}

/// `pow`.
pub(super) fn pow(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    match scalar {
        Scalar::F32 => Some(kernel!(isa, |a: f32, b: f32| -> f32 { wide::pow(f64::from(a), f64::from(b)) })),
        Scalar::F64 => Some(kernel!(isa, |a: f64, b: f64| -> f64 { double::pow(a, b) })),
        _ => None,
    }
}

/// `fpowi` with an exponent of 32 bits.
pub(super) fn pow_int(scalar: Scalar, exponent: Scalar, isa: Isa) -> Option<Kernel> {
    match (scalar, exponent) {
        (Scalar::F32, Scalar::I32) => {
            Some(kernel!(isa, |a: f32, b: i32| -> f32 { wide::pow(f64::from(a), f64::from(b)) }))
        }
        (Scalar::F64, Scalar::I32) => {
            Some(kernel!(isa, |a: f64, b: i32| -> f64 { double::pow(a, f64::from(b)) }))
        }
        _ => None,
    }
}

/// `atan2`.
pub(super) fn atan2(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    match scalar {
        Scalar::F32 => Some(kernel!(isa, |a: f32, b: f32| -> f32 { wide::atan2(a, b) })),
        Scalar::F64 => Some(kernel!(isa, |a: f64, b: f64| -> f64 { double::atan2(a, b) })),
        _ => None,
    }
}

/// `remf`.
pub(super) fn rem(scalar: Scalar, isa: Isa) -> Option<Kernel> {
    match scalar {
        Scalar::F32 => Some(instance::<GuardedLanes<2, wide::Remainder>>(isa)),
        Scalar::F64 => Some(instance::<GuardedLanes<2, double::Remainder>>(isa)),
        _ => None,
    }
}
