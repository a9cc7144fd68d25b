//! Matrix products: `acc + lhs x rhs`, in place, with any strides of the operands.
//!
//! A product is resolved while preparing ([`Mma::select`]): extents, element types, kernels of the instruction set. An
//! operand is a place in memory with strides, so that permuted tiles and views of global memory take part without being
//! copied first; the accumulator is a dense row-major tile.
//!
//! Integer products are exact modulo 2^32. Sums of floats are fused multiply-adds in the accumulator type (f32 for an
//! f16 accumulator, which is rounded once, at the end) in an order that depends on the extents, the instructions of the
//! machine and, for bf16, f16 and tf32, on whether subnormal numbers may occur; never on threads.

#![allow(unsafe_code, reason = "operands are raw memory")]

mod format;
mod inputs;
mod panel;
mod plan;
mod prefetch;
mod scan;
mod source;
#[cfg(target_arch = "x86_64")]
mod split_bf16;
#[cfg(not(target_arch = "x86_64"))]
#[path = "split_bf16/absent.rs"]
mod split_bf16;
mod tile;

use std::fmt;

use numerics::Scalar;

use self::inputs::Inputs;
use self::panel::Matrix;
use self::plan::Plan;
use self::prefetch::OperandPrefetcher;
use crate::isa::Isa;
use crate::kernels::lane_size;

/// The types of the elements of a product.
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

/// A matrix, or one for each batch. Element (b, i, j) is `(b * batch + i * row + j * column) * lane_size` bytes after
/// `base`, in its form of a tile lane (4-bit types take a byte).
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) base: *const u8,
    pub(crate) batch: isize,
    pub(crate) row: isize,
    pub(crate) column: isize,
}

impl Operand {
    /// The matrix of a batch.
    fn matrix(&self, size: usize, batch: usize) -> Matrix {
        let size = size as isize;
        let base = self.base.wrapping_offset(batch as isize * self.batch * size);
        Matrix { base, row: self.row * size, column: self.column * size }
    }
}

/// The operands of a product; the scales are read by `mmaf_scaled` only: `m x scale_k` and `scale_k x n`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operands {
    pub(crate) lhs: Operand,
    pub(crate) rhs: Operand,
    pub(crate) scales: Option<[Operand; 2]>,
    /// The address of the panel of rhs, packed or to be packed; only if there is a [`Mma::panel_bytes`].
    pub(crate) kept: Option<CachedPanel>,
    /// The accumulator counts as zero, whatever is there.
    pub(crate) overwrite: bool,
    /// Elements along k: those of the product, up to [`Mma::most`] times.
    pub(crate) k: usize,
    /// Where lhs and rhs of a later product will begin, with the same strides; they are fetched into the cache
    /// meanwhile. A guess, which may be any address.
    pub(crate) next: [Option<*const u8>; 2],
}

/// Memory for the panel of a right side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CachedPanel {
    pub(crate) place: *mut u8,
    /// It holds the panel of the same elements.
    pub(crate) is_made: bool,
}

/// A product with its kernels chosen.
pub(crate) struct Mma {
    product: Product,
    /// The accumulator is one column: it is computed as a row, of the transposed operands.
    transposed: bool,
    plan: Plan,
    /// The next lhs is prefetched. With short vectors, products take long enough for a row to arrive without
    /// prefetches.
    fetches_lhs: bool,
    /// For scales that the plan is not exact for.
    wide: Option<Plan>,
}

impl fmt::Debug for Mma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Mma").field(&self.product).finish()
    }
}

impl Mma {
    /// Chooses kernels of the instruction set. `repeats`: equal products follow each other, each continuing k.
    pub(crate) fn select(isa: Isa, product: Product, repeats: bool) -> Mma {
        let transposed = product.n == 1;
        let oriented = if transposed { product.transposed() } else { product };
        let scaled = matches!(product.factors, Factors::Scaled { scale: Scalar::F8E8M0FNU, .. });
        Mma {
            product,
            transposed,
            fetches_lhs: isa == Isa::Avx512,
            plan: Plan::new(isa, &oriented, repeats),
            wide: scaled.then(|| Plan::wide(isa, &oriented)),
        }
    }

    /// How many products may be taken as one with as many times the k: they give the same bits, unless one of them has
    /// numbers that matrix registers do not take.
    pub(crate) fn most(&self) -> usize {
        self.plan.most()
    }

    /// Bytes of the panel of rhs, if it is always packed in the same way, so that it can be kept.
    pub(crate) fn panel_bytes(&self) -> Option<usize> {
        let plain = !self.transposed && self.wide.is_none() && self.product.batches == 1;
        if plain { self.plan.panel_bytes() } else { None }
    }

    /// Bytes of scratch memory that [`Mma::run`] needs.
    pub(crate) fn scratch_bytes(&self) -> usize {
        let wide = self.wide.as_ref().map_or(0, Plan::scratch_bytes);
        self.plan.scratch_bytes().max(wide)
    }

    /// Adds the product to `acc`, a dense tile of `batches x m x n`.
    ///
    /// # Safety
    /// - The machine has the instruction set.
    /// - `acc` is valid for reads and writes of all its elements and a multiple of 64 bytes.
    /// - Every element of the operands is valid for reads; other threads may write them meanwhile, which makes their
    ///   values arbitrary. Bases need no more alignment than an element has.
    /// - Operands do not overlap `acc` or the scratch memory.
    /// - `scratch` is valid for [`Mma::scratch_bytes`] bytes and a multiple of 64 bytes.
    /// - Scales are there if the product is scaled.
    /// - A place for a panel has [`Mma::panel_bytes`], is a multiple of 64 and apart from all else. A panel that is
    ///   there was made by this product of a right side with the same base, strides, extents and elements.
    pub(crate) unsafe fn run(&self, acc: *mut u8, operands: &Operands, scratch: *mut u8) {
        let Product { batches, m, n, factors, .. } = self.product;
        let bytes = m * n * element_size(factors.acc());
        for batch in 0..batches {
            let inputs = self.inputs(operands, batch);
            let plan = match &self.wide {
                // SAFETY: the scales are operands, which are valid for reads.
                Some(wide) if unsafe { self.has_extreme_scales(operands, batch) } => wide,
                _ => &self.plan,
            };
            // SAFETY: `acc` is valid for all batches, each of which has `bytes` bytes of it; operands are valid for
            // reads.
            unsafe {
                let acc = acc.add(batch * bytes);
                if operands.overwrite && !plan.starts_from_zero() {
                    acc.write_bytes(0, bytes);
                }
                plan.run(
                    acc,
                    &Inputs { overwrite: operands.overwrite && plan.starts_from_zero(), ..inputs },
                    scratch,
                );
            }
        }
    }

    /// The operands of a batch as a plan takes them.
    fn inputs(&self, operands: &Operands, batch: usize) -> Inputs {
        let size = element_size(self.product.factors.elem());
        let [lhs, rhs] = [&operands.lhs, &operands.rhs].map(|operand| operand.matrix(size, batch));
        let scales = operands.scales.map(|scales| scales.map(|scale| scale.matrix(1, batch)));
        let (Product { m, n, .. }, k) = (self.product, operands.k);
        let next = |number: usize, now: Matrix| operands.next[number].map(|base| Matrix { base, ..now });
        let prefetcher = OperandPrefetcher::new(
            [(next(0, lhs).filter(|_| self.fetches_lhs), [m, k]), (next(1, rhs), [k, n])],
            size,
        );
        // C^T = B^T A^T: the operands are swapped and transposed, where that makes the loads contiguous.
        if self.transposed {
            let scales = scales.map(|[lhs, rhs]| [rhs, lhs.transposed()]);
            Inputs { k, lhs: rhs, rhs: lhs.transposed(), scales, kept: None, overwrite: false, prefetcher }
        } else {
            let scales = scales.map(|[lhs, rhs]| [lhs.transposed(), rhs]);
            Inputs {
                k,
                lhs: lhs.transposed(),
                rhs,
                scales,
                kept: operands.kept,
                overwrite: false,
                prefetcher,
            }
        }
    }

    /// Whether a scale is NaN or so far from 1 that elements times it may leave the range of bf16, or their products
    /// that of f32.
    ///
    /// # Safety
    /// As for [`Mma::run`].
    unsafe fn has_extreme_scales(&self, operands: &Operands, batch: usize) -> bool {
        let (Factors::Scaled { scale_k, .. }, Some(scales)) = (self.product.factors, operands.scales) else {
            return false;
        };
        let Product { m, n, .. } = self.product;
        let extents = [(m, scale_k), (scale_k, n)];
        scales.iter().zip(extents).any(|(scale, (rows, columns))| {
            let matrix = scale.matrix(1, batch);
            let mut places = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
            // SAFETY: the caller promises that scales are valid.
            places.any(|(row, column)| unsafe { matrix.at(row, column).read() }.abs_diff(127) > 40)
        })
    }
}

impl Product {
    /// The transposed accumulator as a product of the transposed operands.
    fn transposed(self) -> Product {
        let factors = match self.factors {
            Factors::Int { lhs_signed, rhs_signed } => {
                Factors::Int { lhs_signed: rhs_signed, rhs_signed: lhs_signed }
            }
            Factors::Float { .. } | Factors::Scaled { .. } => self.factors,
        };
        Product { m: self.n, n: self.m, factors, ..self }
    }
}

/// Bytes of an element of an operand.
pub(crate) fn element_size(scalar: Scalar) -> usize {
    lane_size(scalar)
}

#[cfg(test)]
mod tests;
