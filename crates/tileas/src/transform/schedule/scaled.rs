//! Products with block scales: which of them the instruction of a target computes, and how their scales come to its stages.
//!
//! Threads of the agent that copies bring scales, since a row of a tile has fewer bytes of them than a tensor map copies: by `cp.async`
//! where four scales of a row are contiguous in memory, and through registers otherwise.

use ir::analysis::Uses;
use ir::{Op, Value};
use numerics::Scalar;

use super::copied::{Vector, copies_zeros, vector_of};
use super::multiplies::{Unit, instruction};
use super::operand::{Filling, Operand, loaded};
use super::refusal::{Refusal, named};
use super::stage::Side;
use crate::instruction::elements_of_scale;
use crate::instruction::{BlockScales, MatrixInstruction};
use crate::layout::{Shape, SharedLayout};
use crate::ops::{block_scales, fields};
use crate::target::Feature;
use crate::types::BufferType;
use crate::{Module, Opcode};

/// Rows of an instruction into tensor memory that scales.
const ROWS: u32 = 128;
/// Scales of a row that lie together in shared and in tensor memory.
const TOGETHER: u32 = 4;

/// The target multiplies such numbers with block scales, if a product has some.
pub(super) fn multiplies_scaled(module: &Module, dot: Op) -> Result<(), Refusal> {
    let Some(scales) = block_scales(module, dot) else { return Ok(()) };
    let scalar = |field| module.ty(module.operand(dot, field)).tile().and_then(|tile| tile.elem.scalar());
    let [Some(left), Some(right), Some(total)] =
        [fields::dot::lhs, fields::dot::rhs, fields::dot::acc].map(scalar)
    else {
        return Err(Refusal::new(dot, "it multiplies addresses"));
    };
    let by_warps = Feature::BlockScaledMma;
    let takes =
        |capability: &u32| MatrixInstruction::for_scaled([left, right], scales, *capability).is_some();
    let of_warps = total == Scalar::F32 && by_warps.capabilities().iter().any(takes);
    let of_tensor_memory = total == Scalar::F32 && into_tensor_memory([left, right], scales);
    match Unit::of(module) {
        Some(Unit::TensorMemory) if of_tensor_memory => return has_extents(module, dot),
        Some(Unit::Warps) if of_warps => return Ok(()),
        _ => {}
    }
    let BlockScales { scalar, block } = scales;
    let what = format!("{left} times {right} with scales of {scalar} for blocks of {block}");
    let known = [(of_tensor_memory, Feature::TensorMemory), (of_warps, by_warps)].into_iter();
    let targets: Vec<String> =
        known.filter(|&(known, _)| known).map(|(_, feature)| feature.targets()).collect();
    let reason = if targets.is_empty() {
        format!("no matrix instruction is used for {what}")
    } else {
        let instruction = instruction(module);
        format!("{instruction} is not used for {what}; instructions of {} are", targets.join(", "))
    };
    Err(Refusal::new(dot, reason))
}

/// Whether products of such elements are made in tensor memory: kinds mxf8f6f4 of 8-bit floats, mxf4 and mxf4nvf4.
fn into_tensor_memory(elements: [Scalar; 2], scales: BlockScales) -> bool {
    elements_of_scale(elements, scales.scalar).contains(&scales.block)
}

/// The sum and the scales of a product have the extents of an instruction into tensor memory.
fn has_extents(module: &Module, dot: Op) -> Result<(), Refusal> {
    let shape =
        |field| module.ty(module.operand(dot, field)).tile().expect("a product is of tiles").shape().to_vec();
    let (sum, scales) = (shape(fields::dot::acc), shape(fields::dot_scaled::lhs_scale));
    let instruction = instruction(module);
    if sum[0] != ROWS || sum[1] < ROWS {
        let reason = format!(
            "{instruction} with block scales is used for {ROWS} rows and {ROWS} or 256 columns, and the sum has {} and {}",
            sum[0], sum[1]
        );
        return Err(Refusal::new(dot, reason).help("choose tiles whose sum is 128x128 or 128x256"));
    }
    if scales[1] < TOGETHER {
        let reason = format!(
            "{instruction} takes {TOGETHER} scales of a row together, and the tiles have {}",
            scales[1]
        );
        let help = "load more of the inner dimension at a time: four blocks that share a scale, or more";
        return Err(Refusal::new(dot, reason).help(help));
    }
    Ok(())
}

/// The scales of a factor: for tensor memory with rows of the left factor or columns of the right one first, and otherwise as they are.
///
/// # Errors
/// Why threads do not bring them.
pub(super) fn scales(
    module: &Module,
    uses: &Uses,
    (dots, value): (&[Op], Value),
    side: Side,
) -> Result<Operand, Refusal> {
    let found = loaded(module, uses, (dots, value), side)?;
    let load = found.load;
    let refuse = |why: &str| {
        let name = named(module, load);
        Refusal::new(load, format!("the scales of the {} operand, which {name} gives: {why}", side.name()))
    };
    let in_blocks = Unit::of(module) == Some(Unit::TensorMemory);
    let turned = in_blocks && side == Side::Right;
    let order = if turned { [found.order[1], found.order[0]] } else { found.order };
    can_be_copied(module, load, order).map_err(|why| refuse(&why))?;
    let tile = module.ty(module.body.result(load, 0)).tile().expect("a load gives a tile");
    let shape = Shape::new(&order.map(|dim| tile.shape()[dim])).expect("extents are powers of two");
    let inner = if turned { 1 } else { 1 - side.rows() };
    let layout = if in_blocks {
        SharedLayout::scales(&shape)
            .ok_or_else(|| refuse("they do not fill blocks of 128 rows and four scales"))?
    } else {
        SharedLayout::dense(&shape, &[inner, 1 - inner])
    };
    let vector = Vector { along: order[inner], elements: TOGETHER.min(shape.extent(inner)) };
    let by_copies = copies_zeros(module, load).is_ok()
        && vector_of(module, load, u64::from(TOGETHER)).is_some_and(|known| known.along == order[inner]);
    let filling = if by_copies && vector.elements == TOGETHER {
        Filling::Threads(vector)
    } else {
        Filling::Stores(vector)
    };
    Ok(Operand { load, order, side, buffer: BufferType::new(tile.elem, layout), filling, is_halved: false })
}

/// Threads of the agent that copies can load scales in this order of dimensions.
fn can_be_copied(module: &Module, load: Op, order: [usize; 2]) -> Result<(), String> {
    let tile = module.ty(module.body.result(load, 0)).tile().expect("a load gives a tile");
    if tile.shape().len() != 2 {
        return Err("they are loaded with more dimensions than a matrix".to_owned());
    }
    let is_by_addresses = module.opcode(load) == Opcode::Load;
    if is_by_addresses && order != [0, 1] {
        return Err("they are turned after threads have loaded them from addresses".to_owned());
    }
    Ok(())
}
