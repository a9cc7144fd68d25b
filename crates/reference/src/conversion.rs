//! Which kernel a conversion is.

use cuda_tile::ops::fields;
use numerics::{Scalar, convert, int};

use crate::arithmetic::Modes;
use crate::cause::Case;
use crate::lanes::{Kernel, partial_unary, unary};

/// `exti`.
pub(crate) fn extend(modes: &Modes<'_>, to: Scalar) -> Kernel {
    let (from, signed) = (modes.scalar, modes.signed(fields::exti::signedness));
    unary(move |a| int::extend(from, to, a, signed))
}

/// `trunci`.
pub(crate) fn truncate(modes: &Modes<'_>, to: Scalar) -> Kernel {
    let (from, promise) = (modes.scalar, modes.promise(fields::trunci::overflow));
    partial_unary(move |a| int::truncate(from, to, a).under(promise).ok_or(Case::BROKEN_OVERFLOW))
}

/// `ftof`.
pub(crate) fn float_to_float(modes: &Modes<'_>, to: Scalar) -> Kernel {
    let (from, rounding) = (modes.scalar, modes.rounding(fields::ftof::rounding_mode));
    unary(move |a| convert::float_to_float(from, to, a, rounding))
}

/// `ftoi`.
pub(crate) fn float_to_int(modes: &Modes<'_>, to: Scalar) -> Kernel {
    let (from, signed) = (modes.scalar, modes.signed(fields::ftoi::signedness));
    if modes.flag(fields::ftoi::saturating) {
        return unary(move |a| convert::float_to_int_saturating(from, to, a, signed));
    }
    partial_unary(move |a| convert::float_to_int(from, to, a, signed).ok_or(Case::FLOAT_TO_INT))
}

/// `itof`.
pub(crate) fn int_to_float(modes: &Modes<'_>, to: Scalar) -> Kernel {
    let (from, signed) = (modes.scalar, modes.signed(fields::itof::signedness));
    let rounding = modes.rounding(fields::itof::rounding_mode);
    unary(move |a| convert::int_to_float(from, to, a, signed, rounding))
}

/// `offset`: the address `offset` elements of `pointee` further on; the offset, of type `scalar`, is signed.
pub(crate) fn offset(pointee: Scalar, scalar: Scalar) -> Kernel {
    let bits = i64::from(pointee.storage_bits());
    crate::lanes::partial_binary(move |address, offset| {
        let offset = int::sign_extend(scalar, offset);
        let distance = if bits == 4 {
            if offset % 2 != 0 {
                return Err(Case::HALF_BYTE_POINTER);
            }
            offset / 2
        } else {
            offset.checked_mul(bits / 8).ok_or(Case::OFFSET_OVERFLOW)?
        };
        address.checked_add_signed(distance).ok_or(Case::OFFSET_OVERFLOW)
    })
}
