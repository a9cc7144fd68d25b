//! Matrix products: `acc + lhs x rhs`, in one deterministic order.
//!
//! The language leaves order and intermediate precision open. Here, for every element of the result:
//!
//! * k ascends from 0, and every product is added to the accumulator by itself;
//! * products are exact: each step is one fused multiply-add rounded to nearest even in the accumulator type;
//! * an f16 accumulator is widened to f32 before the first step and rounded to f16 once, after the last;
//! * block scales multiply their elements before the product, exactly;
//! * integer products are exact modulo 2^32.
//!
//! Matrices are row-major slices of raw bits.

use crate::Scalar;
use crate::convert::{from_f64, to_f64};
use crate::float::{as_f32, f32_bits, fma, fma_to_odd};
use crate::int;
use crate::rounding::Rounding;

/// Extents of a product: lhs is `m x k`, rhs is `k x n`, the accumulator `m x n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Rows of lhs and of the accumulator.
    pub m: usize,
    /// Columns of rhs and of the accumulator.
    pub n: usize,
    /// Columns of lhs and rows of rhs.
    pub k: usize,
}

/// A matrix operand of a float product.
#[derive(Clone, Copy, Debug)]
pub struct Operand<'a> {
    /// Its element type.
    pub scalar: Scalar,
    /// Its elements, row-major.
    pub bits: &'a [u64],
}

impl Operand<'_> {
    fn values(&self) -> Vec<f64> {
        self.bits.iter().map(|&bits| to_f64(self.scalar, bits)).collect()
    }
}

/// `acc + sum of a * b` over the pairs in their order, into an accumulator of type f16, f32 or f64. For f16 and f32 the
/// factors must have at most 26 significant bits each, which all element types but f64 have.
pub fn dot(acc_type: Scalar, acc: u64, pairs: impl Iterator<Item = (f64, f64)>) -> u64 {
    if acc_type == Scalar::F64 {
        // It has no wider type to sum in, so each step is a fused multiply-add.
        return pairs.fold(acc, |sum, (a, b)| {
            fma(Scalar::F64, a.to_bits(), b.to_bits(), sum, Rounding::NearestEven, false)
        });
    }
    // Narrow accumulators are summed in f32 and rounded once, at the end.
    rounded(acc_type, pairs.fold(widened(acc_type, acc), |sum, (a, b)| step(sum, a, b)))
}

/// One term more of a sum in f32.
#[inline(always)]
fn step(sum: f32, a: f64, b: f64) -> f32 {
    fma_to_odd(a, b, f64::from(sum)) as f32
}

/// An accumulator of at most 32 bits, before the first term.
fn widened(acc_type: Scalar, acc: u64) -> f32 {
    if acc_type == Scalar::F32 { as_f32(acc) } else { to_f64(acc_type, acc) as f32 }
}

/// The same, after the last term.
fn rounded(acc_type: Scalar, sum: f32) -> u64 {
    if acc_type == Scalar::F32 { f32_bits(sum) } else { from_f64(acc_type, f64::from(sum)) }
}

/// `mmaf` of one batch: `acc` becomes `acc + lhs x rhs`.
///
/// # Panics
///
/// If a slice is shorter than the shape requires.
pub fn float(shape: Shape, lhs: Operand<'_>, rhs: Operand<'_>, acc_type: Scalar, acc: &mut [u64]) {
    product(shape, &lhs.values(), &rhs.values(), acc_type, acc);
}

/// `mmaf_scaled` of one batch, into an f32 accumulator. `lhs_scale` is `m x scale_k`, `rhs_scale` is `scale_k x n`;
/// element k of a row or column takes scale `k / (shape.k / scale_k)`.
///
/// # Panics
///
/// If a slice is shorter than the shape requires, or `scale_k` does not divide `shape.k`.
pub fn scaled(
    shape: Shape,
    scale_k: usize,
    lhs: (Operand<'_>, Operand<'_>),
    rhs: (Operand<'_>, Operand<'_>),
    acc: &mut [u64],
) {
    let Shape { m, n, k } = shape;
    let block = k / scale_k;
    let (mut a, a_scale) = (lhs.0.values(), lhs.1.values());
    let (mut b, b_scale) = (rhs.0.values(), rhs.1.values());
    for (i, value) in a.iter_mut().enumerate().take(m * k) {
        *value *= a_scale[i / k * scale_k + i % k / block];
    }
    for (i, value) in b.iter_mut().enumerate().take(k * n) {
        *value *= b_scale[i / n / block * n + i % n];
    }
    product(shape, &a, &b, Scalar::F32, acc);
}

fn product(shape: Shape, a: &[f64], b: &[f64], acc_type: Scalar, acc: &mut [u64]) {
    let Shape { m, n, k } = shape;
    if acc_type == Scalar::F64 {
        for (i, acc) in acc.iter_mut().enumerate().take(m * n) {
            let row = &a[i / n * k..][..k];
            let column = b[i % n..].iter().step_by(n);
            *acc = dot(acc_type, *acc, row.iter().copied().zip(column.copied()));
        }
        return;
    }
    // The sums of a row of the result grow together: a step of one does not wait for a step of another.
    let mut sums = vec![0.0; n];
    for i in 0..m {
        let acc = &mut acc[i * n..][..n];
        for (sum, &acc) in sums.iter_mut().zip(&*acc) {
            *sum = widened(acc_type, acc);
        }
        for (j, &a) in a[i * k..][..k].iter().enumerate() {
            for (sum, &b) in sums.iter_mut().zip(&b[j * n..][..n]) {
                *sum = step(*sum, a, b);
            }
        }
        for (&sum, acc) in sums.iter().zip(acc) {
            *acc = rounded(acc_type, sum);
        }
    }
}

/// `mmai` of one batch: i8 elements, each operand read as signed or unsigned, into i32 modulo 2^32.
///
/// # Panics
///
/// If a slice is shorter than the shape requires.
pub fn integer(shape: Shape, lhs: (&[u64], bool), rhs: (&[u64], bool), acc: &mut [u64]) {
    let Shape { m, n, k } = shape;
    let read = |bits: u64, signed: bool| {
        if signed { int::sign_extend(Scalar::I8, bits) as u64 } else { bits }
    };
    for (i, acc) in acc.iter_mut().enumerate().take(m * n) {
        let row = &lhs.0[i / n * k..][..k];
        let column = rhs.0[i % n..].iter().step_by(n);
        let sum = row
            .iter()
            .zip(column)
            .fold(*acc, |sum, (&a, &b)| sum.wrapping_add(read(a, lhs.1).wrapping_mul(read(b, rhs.1))));
        *acc = int::wrap(Scalar::I32, sum);
    }
}
