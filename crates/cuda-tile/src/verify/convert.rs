//! Conversions between number types.

use ir::Field;
use ir::spec::V13_4;
use numerics::Scalar;

use super::check::{Checked, OpCheck, fail, quote};
use super::codes::{CONVERSION, MODIFIER};
use crate::attrs::RoundingMode;
use crate::ops::fields;

const FROM: Field = Field::Operand(0);
const TO: Field = Field::Result(0);

/// The number types of operand and result, which the constraints promise.
fn scalars(check: &OpCheck<'_, '_>) -> (Scalar, Scalar) {
    let scalar = |field| check.tile(field).elem().scalar().expect("the constraint admits numbers alone");
    (scalar(FROM), scalar(TO))
}

pub(super) fn bitcast(check: &OpCheck<'_, '_>) -> Checked {
    let (from, to) = scalars(check);
    check.ensure_types(from.bits() == to.bits(), CONVERSION, &[FROM, TO], || {
        format!(
            "types must be equal width, cannot convert {} of width {} to type {} of width {}",
            quote(check.ty(FROM)),
            from.bits(),
            quote(check.ty(TO)),
            to.bits()
        )
    })
}

pub(super) fn exti(check: &OpCheck<'_, '_>) -> Checked {
    let (from, to) = scalars(check);
    check.ensure_types(to.bits() > from.bits(), CONVERSION, &[FROM, TO], || {
        "extending to smaller or identical integer".to_owned()
    })
}

pub(super) fn trunci(check: &OpCheck<'_, '_>) -> Checked {
    let (from, to) = scalars(check);
    check.ensure_types(to.bits() < from.bits(), CONVERSION, &[FROM, TO], || {
        "truncating to larger or identical integer".to_owned()
    })
}

pub(super) fn ftoi(check: &OpCheck<'_, '_>) -> Checked {
    let mode = check.rounding(fields::ftoi::rounding_mode);
    check.ensure(mode == RoundingMode::NearestIntToZero, MODIFIER, || {
        "invalid rounding mode specified. Only 'nearest_int_to_zero' is supported".to_owned()
    })
}

pub(super) fn itof(check: &OpCheck<'_, '_>) -> Checked {
    let (_, to) = scalars(check);
    check.ensure_types(to != Scalar::F8E8M0FNU, CONVERSION, &[FROM, TO], || {
        "integer to f8E8M0FNU conversion is not supported, please first convert to another float type"
            .to_owned()
    })?;
    let mode = check.rounding(fields::itof::rounding_mode);
    check.ensure(mode == RoundingMode::NearestEven, MODIFIER, || {
        "invalid rounding mode specified. Only 'nearest_even' is supported".to_owned()
    })
}

pub(super) fn ftof(check: &OpCheck<'_, '_>) -> Checked {
    let (from, to) = scalars(check);
    check.ensure_types(from != to, CONVERSION, &[FROM, TO], || {
        "converting tiles must not be a no-op".to_owned()
    })?;
    let mode = check.rounding(fields::ftof::rounding_mode);
    let (allowed, message) = ftof_modes(from, to, check.version() >= V13_4);
    if allowed.contains(&mode) {
        return Ok(());
    }
    let names: Vec<String> = allowed.iter().map(|mode| format!("`rounding<{}>`", mode.name())).collect();
    fail(
        check
            .error(MODIFIER, message)
            .note(format!("the mode of this conversion is `{}`", mode.name()))
            .help(format!("write {}", names.join(" or "))),
    )
}

/// The rounding modes of a conversion, and the error for others.
pub(super) fn ftof_modes(from: Scalar, to: Scalar, wide: bool) -> (&'static [RoundingMode], &'static str) {
    use RoundingMode::{NearestAway, NearestEven, NegativeInf, PositiveInf, Zero};
    match (from, to) {
        (_, Scalar::F8E8M0FNU) => (
            &[Zero, PositiveInf],
            "invalid rounding mode specified for conversion to f8E8M0FNU. Only 'zero' and 'positive_inf' are supported",
        ),
        _ if !wide => (&[NearestEven], "invalid rounding mode specified. Only 'nearest_even' is supported"),
        (_, Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F4E2M1FN | Scalar::FNV8E5M3FNU) => (
            &[NearestEven],
            "invalid rounding mode specified for conversion to low-precision type. Only 'nearest_even' is supported",
        ),
        (Scalar::F32, Scalar::TF32) => (
            &[NearestEven, Zero, NearestAway],
            "invalid rounding mode specified for conversion from f32 to tf32. Only 'nearest_even', 'zero', and 'nearest_away' are supported",
        ),
        (Scalar::F64, Scalar::F32) => (
            &[NearestEven, Zero, NegativeInf, PositiveInf],
            "invalid rounding mode specified for conversion from f64 to f32. Only 'nearest_even', 'zero', 'negative_inf', and 'positive_inf' are supported",
        ),
        _ if widens(from, to) => (
            &[NearestEven, Zero, NegativeInf, PositiveInf, NearestAway],
            "invalid rounding mode specified for widening conversion. Only IEEE float rounding modes are supported: 'nearest_even', 'zero', 'negative_inf', 'positive_inf', 'nearest_away'",
        ),
        _ => (
            &[NearestEven, Zero],
            "invalid rounding mode specified. Only 'nearest_even' and 'zero' are supported for narrowing conversions to standard types",
        ),
    }
}

/// True when `to` has the precision and the whole exponent range of `from`. The smallest power of two of f8E8M0FNU is
/// subnormal in f32, so it widens to f64 alone.
fn widens(from: Scalar, to: Scalar) -> bool {
    match to {
        Scalar::F64 => true,
        Scalar::F32 => !matches!(from, Scalar::F64 | Scalar::F8E8M0FNU),
        Scalar::TF32 => !matches!(from, Scalar::F64 | Scalar::F32 | Scalar::F8E8M0FNU),
        Scalar::BF16 => {
            matches!(from, Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F4E2M1FN | Scalar::FNV8E5M3FNU)
        }
        Scalar::F16 => matches!(from, Scalar::F8E4M3FN | Scalar::F8E5M2 | Scalar::F4E2M1FN),
        Scalar::F8E4M3FN
        | Scalar::F8E5M2
        | Scalar::F8E8M0FNU
        | Scalar::F4E2M1FN
        | Scalar::FNV8E5M3FNU
        | Scalar::I1
        | Scalar::I4
        | Scalar::I8
        | Scalar::I16
        | Scalar::I32
        | Scalar::I64 => false,
    }
}
