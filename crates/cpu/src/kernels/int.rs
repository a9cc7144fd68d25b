//! Integer arithmetic.

use numerics::Scalar;
use numerics::select::IntBinary;

use super::Kernel;
use super::instance::kernel;
use crate::isa::Isa;

/// `addi`, `subi`, `muli`.
pub(super) fn wrapping(op: IntBinary, scalar: Scalar, isa: Isa) -> Option<Kernel> {
    if scalar != Scalar::I32 {
        return None;
    }
    Some(match op {
        IntBinary::Add => kernel!(isa, |a: u32, b: u32| -> u32 { a.wrapping_add(b) }),
        IntBinary::Sub => kernel!(isa, |a: u32, b: u32| -> u32 { a.wrapping_sub(b) }),
        IntBinary::Mul => kernel!(isa, |a: u32, b: u32| -> u32 { a.wrapping_mul(b) }),
    })
}
