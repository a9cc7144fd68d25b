//! Matrix products: `acc + lhs x rhs`, in place, with any strides of the operands.
//!
//! A product is resolved while preparing ([`Mma::select`]): extents, element types, kernels of the instruction set. An
//! operand is a place in memory with strides, so that permuted tiles and views of global memory take part without being
//! copied first; the accumulator is a dense row-major tile.
//!
//! Integer products are exact modulo 2^32. Sums of floats are fused multiply-adds in the accumulator type (f32 for an f16
//! accumulator, which is rounded once, at the end) in an order that depends on the extents alone.

#![allow(unsafe_code, reason = "operands are raw memory")]

mod generic;

use numerics::Scalar;

use crate::isa::Isa;
use crate::kernels::lane_size;

/// What the elements of a product are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Factors {
    /// `mmaf`.
    Float { elem: Scalar, acc: Scalar },
    /// `mmai`: i8 into i32.
    Int { lhs_signed: bool, rhs_signed: bool },
    /// `mmaf_scaled`: elements times block scales, into f32. There are `scale_k` scales along k.
    Scaled { elem: Scalar, scale: Scalar, scale_k: usize },
}

impl Factors {
    /// The type of the elements of lhs and rhs.
    pub(crate) fn elem(self) -> Scalar {
        match self {
            Factors::Float { elem, .. } | Factors::Scaled { elem, .. } => elem,
            Factors::Int { .. } => Scalar::I8,
        }
    }

    /// The type of the accumulator.
    pub(crate) fn acc(self) -> Scalar {
        match self {
            Factors::Float { acc, .. } => acc,
            Factors::Int { .. } => Scalar::I32,
            Factors::Scaled { .. } => Scalar::F32,
        }
    }
}

/// Extents and types of a product: per batch, lhs is `m x k`, rhs `k x n`, the accumulator `m x n`. No extent is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Product {
    pub(crate) batches: usize,
    pub(crate) m: usize,
    pub(crate) n: usize,
    pub(crate) k: usize,
    pub(crate) factors: Factors,
}

/// A matrix, or one for each batch. Element (b, i, j) lies `(b * batch + i * row + j * column) * lane_size` bytes behind
/// `base`, in its form of a tile lane (4-bit types take a byte).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) base: *const u8,
    pub(crate) batch: isize,
    pub(crate) row: isize,
    pub(crate) column: isize,
}

impl Operand {
    /// A dense tile of rows of `columns` elements.
    pub(crate) fn dense(base: *const u8, rows: usize, columns: usize) -> Operand {
        Operand { base, batch: (rows * columns) as isize, row: columns as isize, column: 1 }
    }
}

/// The operands of a product; the scales are read by `mmaf_scaled` only: `m x scale_k` and `scale_k x n`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operands {
    pub(crate) lhs: Operand,
    pub(crate) rhs: Operand,
    pub(crate) scales: Option<[Operand; 2]>,
}

/// A product with its kernels chosen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mma {
    product: Product,
}

impl Mma {
    /// Chooses kernels of the instruction set.
    pub(crate) fn select(_isa: Isa, product: Product) -> Mma {
        Mma { product }
    }

    /// Bytes of scratch memory that [`Mma::run`] needs.
    pub(crate) fn scratch_bytes(&self) -> usize {
        0
    }

    /// Adds the product to `acc`, a dense tile of `batches x m x n`.
    ///
    /// # Safety
    /// - `acc` is valid for reads and writes of all its elements and a multiple of 64 bytes.
    /// - Every element of the operands is valid for reads; other threads may write them meanwhile, which makes their
    ///   values arbitrary. Bases need no more alignment than an element has.
    /// - Operands do not overlap `acc` or the scratch memory.
    /// - `scratch` is valid for [`Mma::scratch_bytes`] bytes and a multiple of 64 bytes.
    /// - Scales are there if the product is scaled.
    pub(crate) unsafe fn run(&self, acc: *mut u8, operands: &Operands, _scratch: *mut u8) {
        // SAFETY: as the caller promises.
        unsafe { generic::run(&self.product, acc, operands) }
    }
}

/// Bytes of an element of an operand.
pub(crate) fn element_size(scalar: Scalar) -> usize {
    lane_size(scalar)
}

#[cfg(test)]
mod tests;
