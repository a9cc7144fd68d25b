//! Products of small constant matrices, in the order of [`numerics::mma`].

use cuda_tile::attrs::is_signed;
use cuda_tile::ops::fields;
use cuda_tile::{Dense, Module};
use ir::{Op, Value};
use numerics::{Scalar, mma};

use crate::constant;

/// The products of a batch.
struct Batches {
    count: usize,
    shape: mma::Shape,
}

impl Batches {
    /// `None` when an operand has too many elements to be written out.
    fn of(module: &Module, op: Op, operands: &[&Dense]) -> Option<Batches> {
        let shape =
            |index: usize| module.ty(module.body.operands(op)[index]).as_tile().map(|tile| tile.shape());
        let (lhs, rhs) = (shape(0)?, shape(1)?);
        let small = |index: &usize| len(module, op, *index).is_some_and(|len| len <= constant::MAX_ELEMENTS);
        if !(0..operands.len()).all(|index| small(&index)) {
            return None;
        }
        let extent = |shape: &[u32], from_end: usize| shape[shape.len() - from_end] as usize;
        let count = if lhs.len() == 3 { lhs[0] as usize } else { 1 };
        Some(Batches { count, shape: mma::Shape { m: extent(lhs, 2), n: extent(rhs, 1), k: extent(lhs, 1) } })
    }
}

/// Multiplications of a product that is small enough to be folded; 1 for others.
pub(super) fn cost(module: &Module, op: Op) -> usize {
    let lens: Option<Vec<usize>> = (0..3).map(|index| len(module, op, index)).collect();
    let small = lens.filter(|lens| lens.iter().all(|&len| len <= constant::MAX_ELEMENTS));
    // The extents are the square root of the product of the three sizes.
    small.map_or(1, |lens| lens.iter().map(|&len| len as f64).product::<f64>().sqrt() as usize)
}

fn len(module: &Module, op: Op, index: usize) -> Option<usize> {
    module.ty(module.body.operands(op)[index]).as_tile().map(|tile| tile.len())
}

fn elements(module: &Module, value: Value, dense: &Dense) -> Vec<u64> {
    let len = module.ty(value).as_tile().map_or(0, |tile| tile.len());
    (0..len).map(|index| dense.bits(index)).collect()
}

/// All operands written out.
fn written(module: &Module, op: Op, operands: &[&Dense]) -> Vec<Vec<u64>> {
    let values = module.body.operands(op).iter().zip(operands);
    values.map(|(&value, dense)| elements(module, value, dense)).collect()
}

fn finish(module: &Module, op: Op, acc: &[u64]) -> Option<Dense> {
    constant::make(module, module.body.ty(module.body.result(op, 0)), acc)
}

pub(super) fn float(module: &Module, op: Op, operands: &[&Dense]) -> Option<Dense> {
    let Batches { count, shape } = Batches::of(module, op, operands)?;
    let [lhs, rhs, mut acc] = <[Vec<u64>; 3]>::try_from(written(module, op, operands)).ok()?;
    let mma::Shape { m, n, k } = shape;
    for batch in 0..count {
        let part = |bits, scalar| mma::Operand { bits, scalar };
        let a = part(&lhs[batch * m * k..][..m * k], operands[0].elem());
        let b = part(&rhs[batch * k * n..][..k * n], operands[1].elem());
        mma::float(shape, a, b, operands[2].elem(), &mut acc[batch * m * n..][..m * n]);
    }
    finish(module, op, &acc)
}

pub(super) fn integer(module: &Module, op: Op, operands: &[&Dense]) -> Option<Dense> {
    use fields::mmai::{signedness_lhs, signedness_rhs};
    let Batches { count, shape } = Batches::of(module, op, operands)?;
    let [lhs, rhs, mut acc] = <[Vec<u64>; 3]>::try_from(written(module, op, operands)).ok()?;
    let mma::Shape { m, n, k } = shape;
    for batch in 0..count {
        let a = (&lhs[batch * m * k..][..m * k], is_signed(module, op, signedness_lhs));
        let b = (&rhs[batch * k * n..][..k * n], is_signed(module, op, signedness_rhs));
        mma::integer(shape, a, b, &mut acc[batch * m * n..][..m * n]);
    }
    finish(module, op, &acc)
}

pub(super) fn scaled(module: &Module, op: Op, operands: &[&Dense]) -> Option<Dense> {
    let Batches { count, shape } = Batches::of(module, op, operands)?;
    // Negative scales are undefined.
    let negative = |dense: &&Dense| {
        dense.elem() == Scalar::F8E4M3FN && constant::elements(dense).any(|bits| bits & 0x80 != 0)
    };
    if operands[3..].iter().any(negative) {
        return None;
    }
    let [lhs, rhs, mut acc, lhs_scale, rhs_scale] =
        <[Vec<u64>; 5]>::try_from(written(module, op, operands)).ok()?;
    let mma::Shape { m, n, k } = shape;
    let scale_k = lhs_scale.len() / (count * m);
    for batch in 0..count {
        let part = |bits, index: usize| mma::Operand { bits, scalar: operands[index].elem() };
        let a = part(&lhs[batch * m * k..][..m * k], 0);
        let b = part(&rhs[batch * k * n..][..k * n], 1);
        let a_scale = part(&lhs_scale[batch * m * scale_k..][..m * scale_k], 3);
        let b_scale = part(&rhs_scale[batch * scale_k * n..][..scale_k * n], 4);
        let acc = &mut acc[batch * m * n..][..m * n];
        mma::scaled(shape, scale_k, (a, a_scale), (b, b_scale), acc);
    }
    finish(module, op, &acc)
}
