//! Float arithmetic.

use numerics::select::FloatBinary;
use numerics::{Rounding, Scalar};

use super::Kernel;
use super::instance::kernel;
use crate::isa::Isa;

/// The value, NaN made canonical.
#[inline(always)]
fn canonical(x: f32) -> f32 {
    if x.is_nan() { f32::from_bits(0x7fc0_0000) } else { x }
}

/// `addf`, `subf`, `mulf`, `divf`.
pub(super) fn binary(
    op: FloatBinary,
    scalar: Scalar,
    rounding: Rounding,
    flush: bool,
    isa: Isa,
) -> Option<Kernel> {
    if scalar != Scalar::F32 || rounding != Rounding::NearestEven || flush {
        return None;
    }
    Some(match op {
        FloatBinary::Add => kernel!(isa, |a: f32, b: f32| -> f32 { canonical(a + b) }),
        FloatBinary::Sub => kernel!(isa, |a: f32, b: f32| -> f32 { canonical(a - b) }),
        FloatBinary::Mul => kernel!(isa, |a: f32, b: f32| -> f32 { canonical(a * b) }),
        FloatBinary::Div => kernel!(isa, |a: f32, b: f32| -> f32 { canonical(a / b) }),
    })
}
