//! Which kernel a mathematical function is.

use cuda_tile::ops::fields;
use ir::Field;
use numerics::math::{self, Function};
use numerics::{Scalar, int};

use crate::arithmetic::Modes;
use crate::lanes::{Kernel, binary, unary};

/// A function of one operand; `flush` names the attribute of that meaning, if the operation has one.
pub(crate) fn function(modes: &Modes<'_>, function: Function, flush: Option<Field>) -> Kernel {
    let (scalar, flush) = (modes.scalar, flush.is_some_and(|field| modes.flag(field)));
    unary(move |a| math::unary(function, scalar, a, flush))
}

/// `exp2`.
pub(crate) fn exp2(modes: &Modes<'_>) -> Kernel {
    function(modes, Function::Exp2, Some(fields::exp2::flush_to_zero))
}

/// `rsqrt`.
pub(crate) fn rsqrt(modes: &Modes<'_>) -> Kernel {
    function(modes, Function::Rsqrt, Some(fields::rsqrt::flush_to_zero))
}

/// `pow`.
pub(crate) fn pow(modes: &Modes<'_>) -> Kernel {
    let scalar = modes.scalar;
    binary(move |a, b| math::pow(scalar, a, b))
}

/// `fpowi`: the exponent, of type `exponent`, is signed.
pub(crate) fn pow_int(modes: &Modes<'_>, exponent: Scalar) -> Kernel {
    let scalar = modes.scalar;
    // Exponents have at most 32 bits.
    binary(move |a, b| math::pow_int(scalar, a, int::sign_extend(exponent, b) as i32))
}

/// `atan2`: the first operand is the numerator.
pub(crate) fn atan2(modes: &Modes<'_>) -> Kernel {
    let scalar = modes.scalar;
    binary(move |numerator, denominator| math::atan2(scalar, numerator, denominator))
}
