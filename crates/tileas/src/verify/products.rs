//! Products by `wgmma`, and the matrices that tensor cores take.

use ir::Field;
use numerics::Scalar;

use super::{Ask as _, Check, Checked, agents, ensure, shapes, shared};
use crate::Opcode;
use crate::attributes::Turns;
use crate::layout::{Input, Major, MatrixDescriptor, MmaWarps, RegisterLayout, SharedLayout};
use crate::ops::fields;
use crate::target::Feature;
use crate::types::{BufferType, TensorType, TileType, Type};

/// Rows of an instruction of `wgmma`.
const ROWS: u32 = 64;
/// Columns of an instruction at most.
pub(super) const MOST_COLUMNS: u32 = 256;
/// Lanes, which are rows, of tensor memory.
pub(super) const LANES: u32 = 128;

/// Where a factor is.
pub(super) enum Factor<'m> {
    Tile(&'m TileType),
    Buffer(&'m BufferType),
    Tensor(&'m TensorType),
}

impl<'m> Factor<'m> {
    pub(super) fn of(check: &Check<'m>, field: Field) -> Result<Factor<'m>, String> {
        #[allow(clippy::wildcard_enum_match_arm, reason = "three kinds of types hold matrices")]
        match check.ty(field) {
            Type::Tile(tile) => Ok(Factor::Tile(tile)),
            Type::Buffer(buffer) => Ok(Factor::Buffer(buffer)),
            Type::Tensor(tensor) => Ok(Factor::Tensor(tensor)),
            other => Err(format!("multiplies matrices, and `lhs` is {other}")),
        }
    }

    pub(super) fn scalar(&self) -> Result<Scalar, String> {
        let elem = match self {
            Factor::Tile(tile) => tile.elem,
            Factor::Buffer(buffer) => buffer.elem,
            Factor::Tensor(tensor) => tensor.elem,
        };
        elem.scalar().ok_or_else(|| "multiplies numbers, not addresses".to_owned())
    }

    pub(super) fn extents(&self) -> Vec<u32> {
        match self {
            Factor::Tile(tile) => tile.shape().to_vec(),
            Factor::Buffer(buffer) => shared::extents(buffer),
            Factor::Tensor(tensor) => tensor.layout.shape().extents().collect(),
        }
    }
}

fn pending<'m>(check: &Check<'m>, field: Field) -> Result<&'m TileType, String> {
    let ty = check.ty(field);
    if let Type::Pending(tile) = ty {
        Ok(tile)
    } else {
        Err(format!("has a product in flight, and not {ty}"))
    }
}

/// Matrices of two dimensions that can be multiplied.
pub(super) fn matrices(lhs: &[u32], rhs: &[u32], acc: &[u32]) -> Checked {
    ensure(acc.len() == 2, || format!("makes one matrix, not {acc:?}"))?;
    shapes::product(lhs, rhs, acc)
}

/// The layout of a buffer matches a descriptor: `rows` is its dimension that is not k.
pub(super) fn described(
    layout: &SharedLayout,
    rows: usize,
    elem: Scalar,
    extent: u32,
    turned: bool,
) -> Checked {
    let found = MatrixDescriptor::of(layout, rows, elem.storage_bits(), extent);
    let found = found.ok_or_else(|| {
        format!(
            "no matrix descriptor describes where elements of {elem} are in a buffer of the layout '{layout}'"
        )
    })?;
    ensure(found.major == Major::K || turned, || {
        format!("takes {elem} only along k, and in the layout '{layout}' they are along the other dimension")
    })
}

pub(super) fn async_dot(check: &Check<'_>) -> Checked {
    use fields::async_dot::{acc, lhs, result, rhs};
    check.needs(Feature::Wgmma)?;
    agents::in_warpgroups(check)?;
    let sum = check.ty(acc).held().ok_or_else(|| format!("adds onto a tile, not onto {}", check.ty(acc)))?;
    ensure(pending(check, result)? == sum, || "gives the type of `acc`, in flight".to_owned())?;
    fits_instruction(&Factor::of(check, lhs)?, shared::buffer(check, rhs), sum)
}

/// `wgmma` multiplies these matrices where they are.
fn fits_instruction(left: &Factor<'_>, right: &BufferType, sum: &TileType) -> Checked {
    matrices(&left.extents(), &shared::extents(right), sum.shape())?;
    let (data, other) = (left.scalar()?, Factor::Buffer(right).scalar()?);
    let total = sum.elem.scalar().ok_or("adds numbers, not addresses")?;
    shapes::multiplies(data, other, total)?;
    let groups = groups_of(left, sum, data.storage_bits());
    let groups = groups.ok_or("its tiles are not in the fragments of `wgmma`")?;
    let (rows, columns) = (sum.shape()[0], sum.shape()[1] >> groups.columns);
    let repeats = groups.rows == 0 && rows < ROWS;
    ensure((8..=MOST_COLUMNS).contains(&columns) && (repeats || rows >= ROWS << groups.rows), || {
        format!(
            "an instruction makes {ROWS} rows and 8 to {MOST_COLUMNS} columns, and {:?} have others",
            sum.shape()
        )
    })?;
    let turned = data.storage_bits() == 16;
    described(&right.layout, 1, other, columns, turned)?;
    match left {
        Factor::Tile(_) => Ok(()),
        Factor::Buffer(buffer) => {
            described(&buffer.layout, 0, data, rows.min(ROWS), turned)?;
            let found = MatrixDescriptor::of(&buffer.layout, 0, data.storage_bits(), rows.min(ROWS));
            ensure(!repeats || found.is_some_and(|found| found.repeats()), || {
                format!(
                    "{rows} rows in the layout '{}' are no group that an instruction can repeat",
                    buffer.layout
                )
            })
        }
        Factor::Tensor(_) => Err("takes `lhs` from registers or a buffer".to_owned()),
    }
}

/// True when `wgmma` multiplies the matrices of two buffers onto a sum.
pub fn multiplies_buffers(lhs: &BufferType, rhs: &BufferType, sum: &TileType) -> bool {
    fits_instruction(&Factor::Buffer(lhs), rhs, sum).is_ok()
}

/// True when `wgmma` multiplies fragments in registers and the matrix of a buffer onto a sum.
pub fn multiplies_fragments(lhs: &TileType, rhs: &BufferType, sum: &TileType) -> bool {
    fits_instruction(&Factor::Tile(lhs), rhs, sum).is_ok()
}

/// How warpgroups divide a sum of `wgmma`; none if it is not in fragments of its accumulators.
pub fn warpgroups(sum: &TileType) -> Option<MmaWarps> {
    let group_bits = sum.layout.bits(Input::Warp).checked_sub(2)?;
    let mut ways = (0..=group_bits).map(|rows| MmaWarps { rows, columns: group_bits - rows });
    ways.find(|&groups| {
        let wanted = RegisterLayout::wgmma_accumulator(sum.layout.shape(), groups);
        wanted.is_some_and(|wanted| shapes::same_threads(&wanted, &sum.layout))
    })
}

/// How warpgroups divide the sum, if all tiles are in fragments.
fn groups_of(lhs: &Factor<'_>, sum: &TileType, bits: u32) -> Option<MmaWarps> {
    let group_bits = sum.layout.bits(Input::Warp).checked_sub(2)?;
    let ways = (0..=group_bits).map(|rows| MmaWarps { rows, columns: group_bits - rows });
    let is = |wanted: Option<RegisterLayout>, found: &RegisterLayout| {
        wanted.is_some_and(|wanted| shapes::same_threads(&wanted, found))
    };
    ways.into_iter().find(|&groups| {
        let in_registers = match lhs {
            Factor::Tile(tile) => {
                is(RegisterLayout::wgmma_a(tile.layout.shape(), bits, groups), &tile.layout)
            }
            Factor::Buffer(_) | Factor::Tensor(_) => true,
        };
        in_registers && is(RegisterLayout::wgmma_accumulator(sum.layout.shape(), groups), &sum.layout)
    })
}

pub(super) fn dot_begin(check: &Check<'_>) -> Checked {
    use fields::dot_begin::{acc, result};
    check.needs(Feature::Wgmma)?;
    agents::in_warpgroups(check)?;
    let sum = pending(check, result)?;
    ensure(check.ty(acc).tile() == Some(sum), || "gives the type of `acc`, in flight".to_owned())?;
    ensure(warpgroups(sum).is_some(), || "its tile is not in the fragments of `wgmma`".to_owned())
}

pub(super) fn dot_wait(check: &Check<'_>) -> Checked {
    use fields::dot_wait::{acc, pending as in_flight, result};
    check.needs(Feature::Wgmma)?;
    let product = pending(check, acc)?;
    let count = check.module.int(check.op, in_flight).unwrap_or(0);
    ensure((0..=64).contains(&count), || format!("cannot wait until {count} products are in flight"))?;
    if check.module.flag(check.op, fields::dot_wait::late) {
        begun_in_a_read(check)?;
    }
    if *check.ty(result) == Type::Pending(product.clone()) {
        return ensure(count > 0, || "waits for its product, and gives a tile".to_owned());
    }
    ensure(*check.ty(result) == Type::Tile(product.clone()), || {
        "gives the tile that was in flight".to_owned()
    })
}

/// A second wait for the barrier of the stage that its product reads keeps a late wait in its place.
fn begun_in_a_read(check: &Check<'_>) -> Checked {
    let module = check.module;
    let read = module.body.def_op(module.operand(check.op, fields::dot_wait::acc));
    let read = read.filter(|&op| module.opcode(op) == Opcode::PipelineRead);
    let wait = read.and_then(|op| module.body.def_op(module.operand(op, fields::pipeline_read::stage)));
    let is_near = wait.is_some_and(|op| {
        module.opcode(op) == Opcode::PipelineWait
            && module.body.parent_block(op) == module.body.parent_block(check.op)
    });
    ensure(is_near, || {
        "is `late`, and its product was begun in no read of a stage that this block has waited for".to_owned()
    })
}

pub(super) fn turn(check: &Check<'_>) -> Checked {
    check.needs(Feature::Wgmma)?;
    agents::in_warpgroups(check)?;
    let agent = agents::around(check.module, check.op, &[Opcode::Agent]);
    let warps = agent.map_or(0, |agent| agents::warps_of(check.module, agent));
    if agent.is_some_and(|agent| check.module.attr(agent, fields::agent::turn).is_present()) {
        return Ok(());
    }
    ensure(warps > agents::GROUP, || "needs an agent of several warpgroups".to_owned())?;
    let of_products = check.module.get_opt(check.op, fields::turn::of) != Some(Turns::Stores);
    ensure(of_products, || "is a turn of stores, which only agents with `turn` take".to_owned())
}

pub(super) fn fence(check: &Check<'_>) -> Checked {
    check.needs(Feature::TensorMaps)
}
