//! The simplest form of every op.

use cuda_tile::CudaTile;
use ir::Op;
use ir::rewrite::Rewriter;

use crate::fold;

/// One step towards the simplest form of `op`; false when it has it.
pub(crate) fn simplify(rewriter: &mut Rewriter<'_, CudaTile>, op: Op) -> bool {
    fold::fold(rewriter, op)
}
