//! Operations chosen once, applied to many elements: type, mode and flags are resolved into a function pointer.

use crate::Scalar;
use crate::float;
use crate::int::{self, Promise};
use crate::rounding::Rounding;

/// A total operation of two operands.
pub type Binary = fn(u64, u64) -> u64;
/// A total operation of three operands.
pub type Ternary = fn(u64, u64, u64) -> u64;
/// An operation of two operands whose result may be undefined.
pub type PartialBinary = fn(u64, u64) -> Option<u64>;

/// Float operations of two operands and a rounding mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatBinary {
    /// `addf`
    Add,
    /// `subf`
    Sub,
    /// `mulf`
    Mul,
    /// `divf`
    Div,
}

/// Integer operations of two operands that can wrap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntBinary {
    /// `addi`
    Add,
    /// `subi`
    Sub,
    /// `muli`
    Mul,
}

/// A float operation whose parameters are constants of the instantiation.
trait Op {
    fn apply(scalar: Scalar, operands: [u64; 3], rounding: Rounding, flush: bool) -> u64;
}

struct Add;
struct Sub;
struct Mul;
struct Div;
struct Fma;

impl Op for Add {
    #[inline(always)]
    fn apply(scalar: Scalar, [a, b, _]: [u64; 3], rounding: Rounding, flush: bool) -> u64 {
        float::add(scalar, a, b, rounding, flush)
    }
}

impl Op for Sub {
    #[inline(always)]
    fn apply(scalar: Scalar, [a, b, _]: [u64; 3], rounding: Rounding, flush: bool) -> u64 {
        float::sub(scalar, a, b, rounding, flush)
    }
}

impl Op for Mul {
    #[inline(always)]
    fn apply(scalar: Scalar, [a, b, _]: [u64; 3], rounding: Rounding, flush: bool) -> u64 {
        float::mul(scalar, a, b, rounding, flush)
    }
}

impl Op for Div {
    #[inline(always)]
    fn apply(scalar: Scalar, [a, b, _]: [u64; 3], rounding: Rounding, flush: bool) -> u64 {
        float::div(scalar, a, b, rounding, flush)
    }
}

impl Op for Fma {
    #[inline(always)]
    fn apply(scalar: Scalar, [a, b, c]: [u64; 3], rounding: Rounding, flush: bool) -> u64 {
        float::fma(scalar, a, b, c, rounding, flush)
    }
}

/// Turns run-time parameters into constants: `$make` is a generic function of (operation, scalar, rounding, flush).
macro_rules! by_parameters {
    ($make:ident, $op:ty, $scalar:expr, $rounding:expr, $flush:expr) => {
        match $scalar {
            Scalar::F16 => by_parameters!(@mode $make, $op, F16, $rounding),
            Scalar::BF16 => by_parameters!(@mode $make, $op, BF16, $rounding),
            Scalar::F32 if $flush => by_parameters!(@mode $make, $op, F32, $rounding, true),
            Scalar::F32 => by_parameters!(@mode $make, $op, F32, $rounding),
            Scalar::F64 => by_parameters!(@mode $make, $op, F64, $rounding),
            Scalar::TF32 => by_parameters!(@mode $make, $op, TF32, $rounding),
            Scalar::F8E4M3FN => by_parameters!(@mode $make, $op, F8E4M3FN, $rounding),
            Scalar::F8E5M2 => by_parameters!(@mode $make, $op, F8E5M2, $rounding),
            Scalar::F8E8M0FNU => by_parameters!(@mode $make, $op, F8E8M0FNU, $rounding),
            Scalar::F4E2M1FN => by_parameters!(@mode $make, $op, F4E2M1FN, $rounding),
            Scalar::FNV8E5M3FNU => by_parameters!(@mode $make, $op, FNV8E5M3FNU, $rounding),
            Scalar::I1 | Scalar::I4 | Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64 => {
                unreachable!("a float type, as verified")
            }
        }
    };
    (@mode $make:ident, $op:ty, $scalar:ident, $rounding:expr) => {
        by_parameters!(@mode $make, $op, $scalar, $rounding, false)
    };
    (@mode $make:ident, $op:ty, $scalar:ident, $rounding:expr, $flush:literal) => {
        match $rounding {
            Rounding::NearestEven | Rounding::Full => {
                $make::<$op, { Scalar::$scalar as u8 }, { Rounding::NearestEven as u8 }, $flush>
            }
            Rounding::Approx => $make::<$op, { Scalar::$scalar as u8 }, { Rounding::Approx as u8 }, $flush>,
            Rounding::Zero | Rounding::NearestIntToZero => {
                $make::<$op, { Scalar::$scalar as u8 }, { Rounding::Zero as u8 }, $flush>
            }
            Rounding::NegativeInf => {
                $make::<$op, { Scalar::$scalar as u8 }, { Rounding::NegativeInf as u8 }, $flush>
            }
            Rounding::PositiveInf => {
                $make::<$op, { Scalar::$scalar as u8 }, { Rounding::PositiveInf as u8 }, $flush>
            }
            Rounding::NearestAway => {
                $make::<$op, { Scalar::$scalar as u8 }, { Rounding::NearestAway as u8 }, $flush>
            }
        }
    };
}

fn two<O: Op, const S: u8, const R: u8, const F: bool>(a: u64, b: u64) -> u64 {
    O::apply(Scalar::ALL[S as usize], [a, b, 0], Rounding::ALL[R as usize], F)
}

fn three<O: Op, const S: u8, const R: u8, const F: bool>(a: u64, b: u64, c: u64) -> u64 {
    O::apply(Scalar::ALL[S as usize], [a, b, c], Rounding::ALL[R as usize], F)
}

/// `addf`, `subf`, `mulf` or `divf` in a float type.
///
/// # Panics
///
/// If the type is an integer.
pub fn float_binary(op: FloatBinary, scalar: Scalar, rounding: Rounding, flush: bool) -> Binary {
    match op {
        FloatBinary::Add => by_parameters!(two, Add, scalar, rounding, flush),
        FloatBinary::Sub => by_parameters!(two, Sub, scalar, rounding, flush),
        FloatBinary::Mul => by_parameters!(two, Mul, scalar, rounding, flush),
        FloatBinary::Div => by_parameters!(two, Div, scalar, rounding, flush),
    }
}

/// `fma` in a float type.
///
/// # Panics
///
/// If the type is an integer.
pub fn fma(scalar: Scalar, rounding: Rounding, flush: bool) -> Ternary {
    by_parameters!(three, Fma, scalar, rounding, flush)
}

/// Chooses the instantiation of a generic function for an integer type.
macro_rules! by_width {
    ($make:ident, $scalar:expr $(, $parameter:expr)*) => {
        match $scalar {
            Scalar::I1 => $make::<{ Scalar::I1 as u8 } $(, { $parameter })*>,
            Scalar::I4 => $make::<{ Scalar::I4 as u8 } $(, { $parameter })*>,
            Scalar::I8 => $make::<{ Scalar::I8 as u8 } $(, { $parameter })*>,
            Scalar::I16 => $make::<{ Scalar::I16 as u8 } $(, { $parameter })*>,
            Scalar::I32 => $make::<{ Scalar::I32 as u8 } $(, { $parameter })*>,
            Scalar::I64 => $make::<{ Scalar::I64 as u8 } $(, { $parameter })*>,
            Scalar::F16
            | Scalar::BF16
            | Scalar::F32
            | Scalar::TF32
            | Scalar::F64
            | Scalar::F8E4M3FN
            | Scalar::F8E5M2
            | Scalar::F8E8M0FNU
            | Scalar::F4E2M1FN
            | Scalar::FNV8E5M3FNU => unreachable!("an integer type, as verified"),
        }
    };
}

const fn int_type<const S: u8>() -> Scalar {
    Scalar::ALL[S as usize]
}

fn add_int<const S: u8, const P: usize>(a: u64, b: u64) -> Option<u64> {
    int::add(int_type::<S>(), a, b).under(Promise::ALL[P])
}

fn sub_int<const S: u8, const P: usize>(a: u64, b: u64) -> Option<u64> {
    int::sub(int_type::<S>(), a, b).under(Promise::ALL[P])
}

fn mul_int<const S: u8, const P: usize>(a: u64, b: u64) -> Option<u64> {
    int::mul(int_type::<S>(), a, b).under(Promise::ALL[P])
}

/// `addi`, `subi` or `muli` in an integer type; `None` where the promise is broken.
///
/// # Panics
///
/// If the type is a float.
pub fn int_binary(op: IntBinary, scalar: Scalar, promise: Promise) -> PartialBinary {
    match (op, promise) {
        (IntBinary::Add, Promise::None) => by_width!(add_int, scalar, 0),
        (IntBinary::Add, Promise::NoSignedWrap) => by_width!(add_int, scalar, 1),
        (IntBinary::Add, Promise::NoUnsignedWrap) => by_width!(add_int, scalar, 2),
        (IntBinary::Add, Promise::NoWrap) => by_width!(add_int, scalar, 3),
        (IntBinary::Sub, Promise::None) => by_width!(sub_int, scalar, 0),
        (IntBinary::Sub, Promise::NoSignedWrap) => by_width!(sub_int, scalar, 1),
        (IntBinary::Sub, Promise::NoUnsignedWrap) => by_width!(sub_int, scalar, 2),
        (IntBinary::Sub, Promise::NoWrap) => by_width!(sub_int, scalar, 3),
        (IntBinary::Mul, Promise::None) => by_width!(mul_int, scalar, 0),
        (IntBinary::Mul, Promise::NoSignedWrap) => by_width!(mul_int, scalar, 1),
        (IntBinary::Mul, Promise::NoUnsignedWrap) => by_width!(mul_int, scalar, 2),
        (IntBinary::Mul, Promise::NoWrap) => by_width!(mul_int, scalar, 3),
    }
}
