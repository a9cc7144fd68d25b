//! Mathematical functions, written here: the platform's library is never asked.
//!
//! * f32 is computed in f64 and rounded once; f16 and bf16 are computed as f32 and rounded again, as the language says.
//! * f64 is computed in double-double, of about 100 bits, and rounded once.
//! * The largest error, in units in the last place of the result type: f32 below 0.51 for every function; f64 below 0.51
//!   for every function, except where the result is subnormal: below 1.01. For f16 and bf16 the second rounding makes it
//!   below 0.51 too, except next to a tie of the f32 result.
//! * `approx` and `full` are the same here: the language promises bounds only, and the nearest result keeps them all.
//! * NaN results are canonical. Odd functions keep the sign of zero.

mod dd;
mod exp;
mod hyperbolic;
mod inverse;
mod log;
mod power;
mod tables;
mod trig;

use crate::Scalar;
use crate::convert::{float_to_float, from_f64, to_f64};
use crate::float::{f32_bits, f64_bits, flushed};
use crate::rounding::Rounding;
use dd::{Dd, Real};
use inverse::Angle;
use log::Logarithm;
use tables::HALF_PI;

/// A function of one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Function {
    /// e^x
    Exp,
    /// 2^x
    Exp2,
    /// ln x: NaN for negative numbers, -inf for zeros.
    Log,
    /// log2 x: NaN for negative numbers, -inf for zeros.
    Log2,
    /// 1 / sqrt x: NaN for negative numbers, an infinity of its sign for a zero.
    Rsqrt,
    /// sin x: NaN for infinities.
    Sin,
    /// cos x: NaN for infinities.
    Cos,
    /// tan x: NaN for infinities.
    Tan,
    /// sinh x
    Sinh,
    /// cosh x
    Cosh,
    /// tanh x
    Tanh,
    /// asin x: NaN outside -1 to 1.
    Asin,
    /// acos x: NaN outside -1 to 1.
    Acos,
    /// atan x
    Atan,
    /// asinh x
    Asinh,
    /// acosh x: NaN below 1.
    Acosh,
    /// atanh x: NaN outside -1 to 1, infinities at the ends.
    Atanh,
}

impl Function {
    /// Every function.
    pub const ALL: [Function; 17] = [
        Function::Exp,
        Function::Exp2,
        Function::Log,
        Function::Log2,
        Function::Rsqrt,
        Function::Sin,
        Function::Cos,
        Function::Tan,
        Function::Sinh,
        Function::Cosh,
        Function::Tanh,
        Function::Asin,
        Function::Acos,
        Function::Atan,
        Function::Asinh,
        Function::Acosh,
        Function::Atanh,
    ];
}

/// A function of f16, bf16, f32 or f64. `flush` (f32 only) makes subnormal operands and results zeros of their sign.
pub fn unary(function: Function, scalar: Scalar, bits: u64, flush: bool) -> u64 {
    let x = to_f64(scalar, flushed(scalar, flush, bits));
    let result = match Working::of(scalar) {
        Working::Pairs => f64_bits(evaluate::<Dd>(function, x)),
        Working::Doubles => narrowed(scalar, evaluate::<f64>(function, x)),
    };
    flushed(scalar, flush, result)
}

/// source^exponent, with the special cases of C's `pow`: 1 to any power and anything to the power 0 are 1, even with
/// NaN; a negative number to a power that is not an integer is NaN.
pub fn pow(scalar: Scalar, source: u64, exponent: u64) -> u64 {
    let (x, y) = (to_f64(scalar, source), to_f64(scalar, exponent));
    match Working::of(scalar) {
        Working::Pairs => f64_bits(power::pow_all::<Dd>(x, y)),
        Working::Doubles => narrowed(scalar, power::pow_all::<f64>(x, y)),
    }
}

/// source^exponent for an integer exponent (`fpowi`).
pub fn pow_int(scalar: Scalar, source: u64, exponent: i32) -> u64 {
    let (x, y) = (to_f64(scalar, source), f64::from(exponent));
    match Working::of(scalar) {
        Working::Pairs => f64_bits(power::pow_all::<Dd>(x, y)),
        Working::Doubles => narrowed(scalar, power::pow_all::<f64>(x, y)),
    }
}

/// The angle of the point (x, y), from -pi to pi; y is the first operand. Zeros count with their sign, and infinities
/// as C's `atan2` has them.
pub fn atan2(scalar: Scalar, y: u64, x: u64) -> u64 {
    let (y, x) = (to_f64(scalar, y), to_f64(scalar, x));
    match Working::of(scalar) {
        Working::Pairs => f64_bits(angle::<Dd>(y, x)),
        Working::Doubles => narrowed(scalar, angle::<f64>(y, x)),
    }
}

/// Rounds to f32, and again to a narrower type.
fn narrowed(scalar: Scalar, value: f64) -> u64 {
    let single = f32_bits(value as f32);
    if scalar == Scalar::F32 {
        single
    } else if scalar.is_half() {
        float_to_float(Scalar::F32, scalar, single, Rounding::NearestEven)
    } else {
        from_f64(scalar, value)
    }
}

/// The precision in which a function of a type is computed.
#[derive(Clone, Copy)]
enum Working {
    /// f64, which has bits to spare for all narrower types.
    Doubles,
    /// Two f64, one for what the other leaves.
    Pairs,
}

impl Working {
    fn of(scalar: Scalar) -> Working {
        if scalar == Scalar::F64 { Working::Pairs } else { Working::Doubles }
    }
}

/// A function with its special cases, computed in one precision or the other.
fn evaluate<R: Logarithm + Angle>(function: Function, x: f64) -> f64 {
    if x.is_nan() {
        return f64::NAN;
    }
    match function {
        Function::Exp => exp::exp(R::exact(x)).to_f64(),
        Function::Exp2 => exp::exp2::<R>(x).to_f64(),
        Function::Log => logarithm(x, |x| log::ln_of::<R>(x).hi()),
        Function::Log2 => logarithm(x, |x| log::log2_of::<R>(x).hi()),
        Function::Rsqrt => reciprocal_root::<R>(x),
        Function::Sin => finite(x, |x| odd(x, |x| trig::sin_cos::<R>(x).0.hi())),
        Function::Cos => finite(x, |x| trig::sin_cos::<R>(x).1.hi()),
        Function::Tan => finite(x, |x| odd(x, |x| trig::tan::<R>(x).hi())),
        Function::Sinh => odd(x, hyperbolic::sinh::<R>),
        Function::Cosh => hyperbolic::cosh::<R>(x.abs()),
        Function::Tanh => odd(x, hyperbolic::tanh::<R>),
        Function::Asin => within_unit(x, |x| odd(x, |x| inverse::asin::<R>(x).hi())),
        Function::Acos => within_unit(x, |x| inverse::acos::<R>(x).hi()),
        Function::Atan => odd(x, |x| angle::<R>(x, 1.0)),
        Function::Asinh => odd(x, |x| if x.is_infinite() { x } else { hyperbolic::asinh::<R>(x) }),
        Function::Acosh => inverse_cosh::<R>(x),
        Function::Atanh => within_unit(x, |x| odd(x, inverse_tanh::<R>)),
    }
}

/// An odd function from its values for numbers that are not negative.
fn odd(x: f64, of_magnitude: impl FnOnce(f64) -> f64) -> f64 {
    if x == 0.0 {
        return x;
    }
    let magnitude = of_magnitude(x.abs());
    if x < 0.0 { -magnitude } else { magnitude }
}

fn finite(x: f64, of_finite: impl FnOnce(f64) -> f64) -> f64 {
    if x.is_finite() { of_finite(x) } else { f64::NAN }
}

fn within_unit(x: f64, of_unit: impl FnOnce(f64) -> f64) -> f64 {
    if x.abs() <= 1.0 { of_unit(x) } else { f64::NAN }
}

fn logarithm(x: f64, of_positive: impl FnOnce(f64) -> f64) -> f64 {
    if x == 0.0 {
        f64::NEG_INFINITY
    } else if x < 0.0 {
        f64::NAN
    } else if x.is_infinite() {
        x
    } else {
        of_positive(x)
    }
}

fn reciprocal_root<R: Real>(x: f64) -> f64 {
    if x == 0.0 {
        f64::INFINITY.copysign(x)
    } else if x < 0.0 {
        f64::NAN
    } else if x.is_infinite() {
        0.0
    } else {
        power::rsqrt::<R>(x)
    }
}

fn inverse_cosh<R: Logarithm>(x: f64) -> f64 {
    if x < 1.0 {
        f64::NAN
    } else if x.is_infinite() {
        x
    } else {
        hyperbolic::acosh::<R>(x)
    }
}

fn inverse_tanh<R: Logarithm>(x: f64) -> f64 {
    if x == 1.0 { f64::INFINITY } else { hyperbolic::atanh::<R>(x) }
}

/// atan2 with its special cases.
fn angle<R: Angle>(y: f64, x: f64) -> f64 {
    if y.is_nan() || x.is_nan() {
        return f64::NAN;
    }
    let magnitude = match (y.abs(), x) {
        // Zeros and infinities are on the axes and diagonals.
        (0.0, _) => inverse::atan2::<R>(0.0, 1f64.copysign(x)),
        (f64::INFINITY, f64::INFINITY) => inverse::atan2::<R>(1.0, 1.0),
        (f64::INFINITY, f64::NEG_INFINITY) => inverse::atan2::<R>(1.0, -1.0),
        (f64::INFINITY, _) => HALF_PI.hi,
        (_, f64::INFINITY) => 0.0,
        (_, f64::NEG_INFINITY) => inverse::atan2::<R>(0.0, -1.0),
        (y, x) => inverse::atan2::<R>(y, x),
    };
    magnitude.copysign(y)
}
