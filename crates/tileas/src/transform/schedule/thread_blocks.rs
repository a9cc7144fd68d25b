//! The thread blocks that share a tile block.

use ir::Op;

use super::multiplies::Unit;
use crate::Module;
use crate::ops::fields;

/// Thread blocks of a pair.
pub(crate) const PAIR: u32 = 2;

/// Thread blocks that share a tile block.
pub(crate) fn ctas(module: &Module, func: Op) -> u32 {
    module.int(func, fields::func::num_ctas).unwrap_or(1).clamp(1, 16) as u32
}

/// Whether thread blocks of a function multiply in pairs, if they have agents.
pub(crate) fn is_paired(module: &Module, func: Op) -> bool {
    Unit::of(module) == Some(Unit::TensorMemory) && ctas(module, func) == PAIR
}
