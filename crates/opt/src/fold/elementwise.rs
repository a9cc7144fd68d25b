//! Ops that compute each element from the elements at its place.

use cuda_tile::elementwise::Elementwise;
use cuda_tile::{Dense, Module};
use ir::Op;

use crate::constant;

/// The constant that an element-wise op computes; `None` when an element is undefined or there are too many.
pub(super) fn evaluate(module: &Module, op: Op, function: Elementwise, operands: &[&Dense]) -> Option<Dense> {
    let result = module.body.ty(module.body.result(op, 0));
    let (_, len) = constant::tile_of(module, result)?;
    let len = if operands.iter().all(|dense| dense.is_splat()) { 1 } else { len };
    if len > constant::MAX_ELEMENTS {
        return None;
    }
    let at = |index: usize| {
        let mut elements = [0; 3];
        elements.iter_mut().zip(operands).for_each(|(element, dense)| *element = dense.bits(index));
        // Undefined results are not folded: the engine decides.
        function.evaluate(elements).ok()
    };
    let bits: Option<Vec<u64>> = (0..len).map(at).collect();
    constant::make(module, result, &bits?)
}
