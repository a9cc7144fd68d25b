//! Selection of the kernels of an operation.

use numerics::{Predicate, Rounding, Scalar};

use super::float::is_nearest;
use super::how::{How, Through};
use super::operation::Operation;
use super::{Kernel, convert, copy, float, int, lane_size, math};
use crate::isa::Isa;

/// The fastest way to compute an operation, unless that is one lane at a time.
pub(super) fn select(operation: Operation, isa: Isa) -> Option<How> {
    if let Some(kernel) = kernel(operation, isa) {
        return Some(How::Vector(kernel));
    }
    through(operation, isa).map(|through| How::Through(Box::new(through)))
}

/// One kernel that is all of an operation.
fn kernel(operation: Operation, isa: Isa) -> Option<Kernel> {
    use Operation as O;
    match operation {
        O::FloatBinary { op, scalar, rounding, flush } => float::binary(op, scalar, rounding, flush, isa),
        O::Fma { scalar, rounding, flush } => float::fma(scalar, rounding, flush, isa),
        O::Sqrt { scalar, rounding, flush } => float::sqrt(scalar, rounding, flush, isa),
        O::AbsF(scalar) => float::abs(scalar, isa),
        O::NegF(scalar) => float::neg(scalar, isa),
        O::Floor(scalar) => float::floor(scalar, isa),
        O::Ceil(scalar) => float::ceil(scalar, isa),
        O::MinF { scalar, rule, flush } => float::min(scalar, rule, flush, isa),
        O::MaxF { scalar, rule, flush } => float::max(scalar, rule, flush, isa),
        O::CompareF { scalar, predicate, ordered } => float::compare(scalar, predicate, ordered, isa),
        O::IntBinary { op, scalar, .. } => int::wrapping(op, scalar, isa),
        O::MulHigh(scalar) => int::mul_high(scalar, isa),
        // With one bit, the negative of a number is itself, and every shift by less than the width is by 0.
        O::AbsI(Scalar::I1)
        | O::NegI { scalar: Scalar::I1, .. }
        | O::ShiftLeft { scalar: Scalar::I1, .. }
        | O::ShiftRight { scalar: Scalar::I1, .. } => Some(copy::lanes(1)),
        O::AbsI(scalar) => int::abs(scalar, isa),
        O::NegI { scalar, .. } => int::neg(scalar, isa),
        O::DivI { scalar, signed, rounding } => int::div(scalar, signed, rounding, isa),
        O::RemI { scalar, signed } => int::rem(scalar, signed, isa),
        O::ShiftLeft { scalar, .. } => int::shift_left(scalar, isa),
        O::ShiftRight { scalar, signed } => int::shift_right(scalar, signed, isa),
        O::MinI { scalar, signed } => int::min(scalar, signed, isa),
        O::MaxI { scalar, signed } => int::max(scalar, signed, isa),
        O::CompareI { scalar, predicate, signed } => int::compare(scalar, predicate, signed, isa),
        O::And(scalar) => Some(int::bitwise_and(scalar, isa)),
        O::Or(scalar) => Some(int::bitwise_or(scalar, isa)),
        O::Xor(scalar) => Some(int::bitwise_xor(scalar, isa)),
        O::Extend { from, to, signed } => convert::int_to_int(from, to, signed, isa),
        O::Truncate { from, to, .. } => convert::int_to_int(from, to, false, isa),
        O::FloatToFloat { from: Scalar::F64, to: Scalar::F32, rounding: Rounding::NearestEven } => {
            Some(convert::f64_to_f32(isa))
        }
        O::FloatToFloat { from: Scalar::F64, to: Scalar::F64, .. } => Some(convert::f64_to_f64(isa)),
        O::FloatToFloat { from: Scalar::F32, to: Scalar::F64, .. } => {
            convert::narrow(Scalar::F64, Rounding::NearestEven, isa)
        }
        O::FloatToFloat { from: Scalar::F32, to, rounding } => convert::narrow(to, rounding, isa),
        O::FloatToFloat { from: Scalar::F16 | Scalar::BF16 | Scalar::TF32, to: Scalar::F32, .. } => {
            widening(operation, isa)
        }
        O::FloatToInt { from, to, signed, .. } => convert::float_to_int(from, to, signed, isa),
        O::IntToFloat { from, to, signed, rounding: Rounding::NearestEven } => {
            convert::int_to_float(from, to, signed, isa)
        }
        O::Offset { pointee, offset } => int::offset(pointee, offset, isa),
        O::Select(scalar) => Some(copy::select(scalar, isa)),
        O::Copy(scalar) => Some(copy::lanes(lane_size(scalar))),
        O::RemF(scalar) => math::rem(scalar, isa),
        O::Function { function, scalar, flush } => math::unary(function, scalar, flush, isa),
        O::Pow(scalar) => math::pow(scalar, isa),
        O::PowI { scalar, exponent } => math::pow_int(scalar, exponent, isa),
        O::Atan2(scalar) => math::atan2(scalar, isa),
        O::FloatToFloat { .. } | O::IntToFloat { .. } => None,
    }
}

/// The widening of the first operand to f32.
fn widening(operation: Operation, isa: Isa) -> Option<Kernel> {
    convert::widen(operation.signature().operands()[0], isa)
}

/// The comparison that says the same of exchanged operands, where that is the one with a kernel.
pub(super) fn exchanged(operation: Operation) -> Option<Operation> {
    let mirror = |predicate| match predicate {
        Predicate::GreaterThan => Some(Predicate::LessThan),
        Predicate::GreaterThanOrEqual => Some(Predicate::LessThanOrEqual),
        // These have a kernel in either order.
        Predicate::Equal | Predicate::NotEqual | Predicate::LessThan | Predicate::LessThanOrEqual => None,
    };
    match operation {
        Operation::CompareF { scalar, predicate, ordered } => {
            Some(Operation::CompareF { scalar, predicate: mirror(predicate)?, ordered })
        }
        Operation::CompareI { scalar, predicate, signed } => {
            Some(Operation::CompareI { scalar, predicate: mirror(predicate)?, signed })
        }
        _ => None,
    }
}

/// A kernel between conversions.
fn through(operation: Operation, isa: Isa) -> Option<Through> {
    use Operation as O;
    match operation {
        // An odd f32 keeps what a narrower type needs of an f64 or of an integer.
        O::FloatToFloat { to, rounding, .. } => {
            // Widening to f64 is exact in every mode.
            let rounding = if to == Scalar::F64 { Rounding::NearestEven } else { rounding };
            Some(Through::one(widening(operation, isa)?, convert::narrow(to, rounding, isa)?))
        }
        O::IntToFloat { from, to, signed, rounding } => {
            let widen = convert::int_to_odd(from, signed, isa)?;
            Some(Through::one(widen, convert::narrow(to, rounding, isa)?))
        }
        O::FloatToInt { to, signed, .. } => {
            let kernel = convert::float_to_int(Scalar::F32, to, signed, isa)?;
            Some(Through::one(widening(operation, isa)?, kernel))
        }
        O::Offset { pointee, offset } => {
            let widen = convert::int_to_int(offset, Scalar::I64, true, isa)?;
            let kernel = int::offset(pointee, Scalar::I64, isa)?;
            Some(Through { widen: [None, Some(widen), None], kernel, narrow: None })
        }
        _ => through_f32(operation, isa),
    }
}

/// An operation of f16 or bf16 as that of f32, and of small exponents as that of i32.
fn through_f32(operation: Operation, isa: Isa) -> Option<Through> {
    let signature = operation.signature();
    let narrow_type = |scalar| matches!(scalar, Scalar::F16 | Scalar::BF16);
    let kernel = match operation {
        Operation::Fma { scalar, rounding, .. } if narrow_type(scalar) && is_nearest(rounding) => {
            float::fma_to_odd(isa)
        }
        _ => kernel(in_f32(operation)?, isa)?,
    };
    let mut widen = [None; 3];
    for (widen, &scalar) in widen.iter_mut().zip(signature.operands()) {
        *widen = match scalar {
            Scalar::F16 | Scalar::BF16 => convert::widen(scalar, isa),
            // Exponents of `fpowi`.
            Scalar::I1 | Scalar::I8 | Scalar::I16 => convert::int_to_int(scalar, Scalar::I32, true, isa),
            _ => None,
        };
    }
    let narrow = if narrow_type(signature.result) {
        Some(convert::narrow(signature.result, Rounding::NearestEven, isa)?)
    } else {
        None
    };
    Some(Through { widen, kernel, narrow })
}

/// The f32 operation whose result, rounded again, is that of an operation of f16 or bf16: f32 has more than twice the
/// bits.
fn in_f32(operation: Operation) -> Option<Operation> {
    use Operation as O;
    let single = |scalar| matches!(scalar, Scalar::F16 | Scalar::BF16).then_some(Scalar::F32);
    let nearest = |rounding| is_nearest(rounding).then_some(Rounding::NearestEven);
    Some(match operation {
        O::FloatBinary { op, scalar, rounding, flush } => {
            O::FloatBinary { op, scalar: single(scalar)?, rounding: nearest(rounding)?, flush }
        }
        O::Sqrt { scalar, rounding, flush } => {
            O::Sqrt { scalar: single(scalar)?, rounding: nearest(rounding)?, flush }
        }
        O::RemF(scalar) => O::RemF(single(scalar)?),
        O::Floor(scalar) => O::Floor(single(scalar)?),
        O::Ceil(scalar) => O::Ceil(single(scalar)?),
        O::MinF { scalar, rule, flush } => O::MinF { scalar: single(scalar)?, rule, flush },
        O::MaxF { scalar, rule, flush } => O::MaxF { scalar: single(scalar)?, rule, flush },
        O::CompareF { scalar, predicate, ordered } => {
            O::CompareF { scalar: single(scalar)?, predicate, ordered }
        }
        O::Function { function, scalar, flush } => O::Function { function, scalar: single(scalar)?, flush },
        O::Pow(scalar) => O::Pow(single(scalar)?),
        O::PowI { scalar, .. } => O::PowI { scalar: single(scalar).unwrap_or(scalar), exponent: Scalar::I32 },
        O::Atan2(scalar) => O::Atan2(single(scalar)?),
        // Those have kernels of their own, or no float operands.
        O::Fma { .. }
        | O::AbsF(_)
        | O::NegF(_)
        | O::IntBinary { .. }
        | O::MulHigh(_)
        | O::AbsI(_)
        | O::NegI { .. }
        | O::DivI { .. }
        | O::RemI { .. }
        | O::ShiftLeft { .. }
        | O::ShiftRight { .. }
        | O::MinI { .. }
        | O::MaxI { .. }
        | O::CompareI { .. }
        | O::And(_)
        | O::Or(_)
        | O::Xor(_)
        | O::Extend { .. }
        | O::Truncate { .. }
        | O::FloatToFloat { .. }
        | O::FloatToInt { .. }
        | O::IntToFloat { .. }
        | O::Offset { .. }
        | O::Select(_)
        | O::Copy(_) => return None,
    })
}
