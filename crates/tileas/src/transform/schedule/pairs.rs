//! Pairs of thread blocks whose tensor cores multiply together (`cta_group::2`).
//!
//! If a tile block is divided along the rows of a product, both thread blocks of its cluster multiply by the same columns. Each
//! copies half of them into its own stages, and the instruction reads the halves of both. The sums of its rows are in the tensor
//! memory of each. Thread blocks of a pair must execute the same iterations.

use ir::Op;
use ir::walk::preorder;

use super::exits::steering;
use super::operand::{Filling, Operand};
use super::product::{Factor, Product};
use super::refusal::Refusal;
use super::skeleton::Skeleton;
use super::thread_blocks::is_paired;
use crate::Module;
use crate::transform::origins::is_same_in_cluster;

/// Rows of a product in each thread block: with fewer, the sum lies in other lanes.
const ROWS: u32 = 128;
/// Columns of a product at least, of which each thread block copies half.
const LEAST_COLUMNS: u32 = 32;

/// Leaves each thread block of a pair half of the columns of right operands; of other functions nothing changes.
///
/// # Errors
/// Why thread blocks do not multiply in pairs.
pub(super) fn halve(
    module: &Module,
    func: Op,
    products: &[Product],
    operands: &mut [Operand],
) -> Result<(), Refusal> {
    if !is_paired(module, func) {
        return Ok(());
    }
    for &Product { dot, factors, scales, .. } in products {
        if scales.is_some() {
            return Err(Refusal::new(
                dot,
                "it has block scales, and a pair of thread blocks multiplies without them",
            ));
        }
        let [Factor::Loaded(left), Factor::Loaded(right)] = factors else {
            let reason =
                "threads compute an operand of it, and a pair of thread blocks multiplies loaded tiles only";
            return Err(Refusal::new(dot, reason));
        };
        let tile = module.ty(module.body.result(dot, 0)).tile().expect("a product is a tile");
        let [rows, columns] = [0, 1].map(|dim| tile.layout.shape().extent(dim));
        let is_same = |operand: &Operand| is_same_in_cluster(module, module.body.operands(operand.load));
        if is_same(&operands[left]) || !is_same(&operands[right]) {
            let reason = "its tile block is divided along columns, and a pair of thread blocks multiplies one that is divided along rows";
            return Err(Refusal::new(dot, reason));
        }
        if rows != ROWS || columns < LEAST_COLUMNS {
            let reason = format!(
                "a pair of thread blocks makes {ROWS} rows in each of them, and {LEAST_COLUMNS} columns or more; its part of the sum is \
                 {rows}x{columns}"
            );
            return Err(Refusal::new(dot, reason));
        }
        let operand = &mut operands[right];
        if products.iter().any(|other| reads_otherwise(other, right)) {
            let reason = "products multiply its tile from different sides, and each thread block of a pair copies half of the columns";
            return Err(Refusal::new(operand.load, reason));
        }
        if operand.is_halved {
            continue;
        }
        if operand.filling != Filling::Boxes || !operand.halve(module) {
            let reason = "half of the right operand is no boxes of a tensor map, and each thread block of a pair copies half of it";
            return Err(Refusal::new(operand.load, reason));
        }
    }
    Ok(())
}

/// Whether a product multiplies an operand otherwise than as the right factor in its own order.
fn reads_otherwise(product: &Product, operand: usize) -> bool {
    let [left, right] = product.factors.map(|factor| factor == Factor::Loaded(operand));
    left || right && product.transposed[1]
}

/// Whether both thread blocks of a pair execute the same iterations.
///
/// # Errors
/// The loop or branch that may differ.
pub(super) fn runs_alike(module: &Module, func: Op, skeleton: &Skeleton) -> Result<(), Refusal> {
    if !is_paired(module, func) {
        return Ok(());
    }
    let mut kept = preorder(&module.body, func).filter(|&op| skeleton.kept.contains(op));
    match kept.find(|&op| !is_same_in_cluster(module, &steering(module, op))) {
        Some(op) => Err(Refusal::new(op, "thread blocks of a pair execute other iterations of it")),
        None => Ok(()),
    }
}
