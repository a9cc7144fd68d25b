//! Operands that threads copy because no tensor map describes them, such as gathered rows.
//!
//! A copy moves 16 bytes that are contiguous in memory and in the stage (`cp.async`). Masked-out elements become zeros.

use ir::Op;
use tileaa::types::Padding;

use super::stage::{Side, no_stage_along, stage_along};
use crate::ops::fields;
use crate::transform::axis_info::{AxisInfo, is_multimem};
use crate::transform::relayout::is_zero;
use crate::types::BufferType;
use crate::{Module, Opcode};

/// Bytes that a copy moves. Smaller ones take more instructions than products leave time for.
const COPY: u64 = 16;

/// Elements that a thread copies at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vector {
    /// The dimension of the loaded tile along which they lie.
    pub(crate) along: usize,
    pub(crate) elements: u32,
}

/// The stage of an operand that threads copy, and the elements of a copy.
///
/// # Errors
/// Why they do not.
pub(super) fn by_threads(
    module: &Module,
    load: Op,
    order: [usize; 2],
    side: Side,
) -> Result<(BufferType, Vector), String> {
    let tile = module.ty(module.body.result(load, 0)).tile().expect("a load gives a tile");
    let &[rows, columns] = tile.shape() else {
        return Err("it is loaded with more dimensions than a matrix".to_owned());
    };
    let elem = tile.elem.scalar().filter(|elem| elem.storage_bits() >= 8);
    let elem = elem.ok_or_else(|| "its elements are not whole bytes".to_owned())?;
    copies_zeros(module, load)?;
    let vector = vector(module, load)?;
    // The stage has the dimensions of the operand, and threads copy each row of memory to its place there.
    let extents = order.map(|dim| [rows, columns][dim]);
    let along = order.iter().position(|&dim| dim == vector.along).unwrap_or(0);
    let buffer = stage_along(module, (extents, elem), along, side);
    let buffer = buffer.ok_or_else(|| no_stage_along(module, (extents, elem), Some(along), side))?;
    Ok((buffer, vector))
}

/// Checks that elements which are not copied are zeros.
pub(super) fn copies_zeros(module: &Module, load: Op) -> Result<(), String> {
    if is_multimem(module, load) {
        return Err("it is loaded from several devices".to_owned());
    }
    let zeros = if module.opcode(load) == Opcode::Load {
        module.operand_opt(load, fields::load::other).is_none_or(|other| is_zero(module, other))
    } else {
        let tiles = module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile();
        tiles.is_some_and(|tiles| matches!(tiles.padding, None | Some(Padding::Zero)))
    };
    zeros.then_some(()).ok_or_else(|| "masked-out elements are not zero".to_owned())
}

/// The elements that a thread copies at once.
fn vector(module: &Module, load: Op) -> Result<Vector, String> {
    let Vector { along, elements } = vector_of(module, load, COPY).ok_or_else(|| {
        "its addresses are not known to be 16 contiguous, aligned bytes each; state it by `assume div_by<16>`"
            .to_owned()
    })?;
    let picks = || {
        let tiles = module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile();
        tiles.and_then(|tiles| tiles.gather) == Some(along as u32)
    };
    if module.opcode(load) == Opcode::TiledLoad && picks() {
        return Err("it gathers elements along the contiguous dimension".to_owned());
    }
    Ok(Vector { along, elements })
}

/// The elements of some contiguous, aligned bytes; none where a load is not known to read that many at once.
pub(super) fn vector_of(module: &Module, load: Op, wanted: u64) -> Option<Vector> {
    let elem = module.ty(module.body.result(load, 0)).tile()?.elem.scalar()?;
    let bytes = u64::from(elem.storage_bits() / 8);
    let (along, elements) = AxisInfo::of(module, load)?.vector(bytes, wanted)?;
    (u64::from(elements) * bytes == wanted).then_some(Vector { along, elements })
}
