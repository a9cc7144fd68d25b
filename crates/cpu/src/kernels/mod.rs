//! Vector kernels: loops over lanes of one operation, for one type and one instruction set.
//!
//! In registers and tiles an element takes [`lane_size`] bytes: `i1` is a byte of 0 or 1, 4-bit types a byte whose
//! upper half is 0, pointers 8 bytes; everything else as in memory (`tf32` is the 32-bit word whose value it is as an
//! f32).
//!
//! - [`operation`]: what is to be computed, read from a module.
//! - [`elementwise`]: how, for every operation: a vector kernel where there is one, else [`lanes`], one lane at a time.
//! - [`instance`]: loops are written once and compiled for every instruction set.
//!
//! Every instruction set gives the same bits, whatever the number of lanes, and for everything that the language fixes
//! those of `numerics`.

mod convert;
pub(crate) mod copy;
pub(crate) mod elementwise;
mod float;
pub(crate) mod fold;
mod half;
mod how;
mod instance;
mod int;
pub(crate) mod lanes;
pub(crate) mod math;
pub(crate) mod operation;
mod quotient;
mod select;
#[cfg(test)]
mod tests;
pub(crate) mod transpose;
mod types;

use numerics::Scalar;

pub(crate) use float::is_nearest;
pub(crate) use instance::Kernel;

/// Bytes of an element in a register or tile.
pub(crate) fn lane_size(scalar: Scalar) -> usize {
    (scalar.storage_bits() as usize).div_ceil(8)
}
