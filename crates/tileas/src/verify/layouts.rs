//! Layouts: rules for every tile, and ops that require equal layouts.

use ir::walk::preorder;
use ir::{Op, Value};

use super::{Check, Checked, agents, ensure};
use crate::layout::Input;
use crate::types::{TensorType, TileType, Type};
use crate::{Module, Opcode};

/// The maximum bits of the number of registers of a tile: far more than a thread has, but few enough to be counted.
const REGISTER_BITS: u32 = 12;
/// The maximum registers of all results of a module.
const ALL_REGISTERS: u64 = 1 << 21;
/// Bits of a column of tensor memory.
const COLUMN_BITS: u64 = 32;

/// The warps that hold the tiles of an op: those of the agent or kernel around it.
#[derive(Clone, Copy)]
struct Owner<'m> {
    module: &'m Module,
    op: Op,
}

impl<'m> Owner<'m> {
    fn of(module: &'m Module, op: Op) -> Option<Owner<'m>> {
        let owns = matches!(module.opcode(op), Opcode::Agent | Opcode::Func);
        let owner = if owns { Some(op) } else { agents::runner(module, op) };
        owner.map(|op| Owner { module, op })
    }

    /// Tiles have the layouts of all warps. An agent that multiplies in tensor memory may have warps that do nothing,
    /// so that registers can be handed over; its tiles are those of one warp.
    fn admits(self, warps: i64) -> bool {
        let multiplies = || {
            let inside = preorder(&self.module.body, self.op);
            self.is_agent() && inside.into_iter().any(|op| self.module.opcode(op) == Opcode::TensorDot)
        };
        warps == self.warps() || warps == 1 && multiplies()
    }

    fn warps(self) -> i64 {
        agents::warps_of(self.module, self.op)
    }

    fn is_agent(self) -> bool {
        self.module.opcode(self.op) == Opcode::Agent
    }
}

/// The layouts of results and of arguments of blocks.
pub(super) fn of_values(check: &Check<'_>) -> Checked {
    let body = &check.module.body;
    if check.module.opcode(check.op) == Opcode::Module {
        return all_registers(check);
    }
    let owner = Owner::of(check.module, check.op);
    let args = body.regions(check.op).flat_map(|region| body.region_blocks(region).to_vec());
    let args = args.flat_map(|block| body.block_args(block).iter().collect::<Vec<Value>>());
    for value in body.results(check.op).iter().chain(args) {
        let ty = check.module.ty(value);
        if let Some(tile) = ty.held() {
            sound(tile, owner)?;
        }
        if let Type::Tensor(tensor) = ty {
            in_tensor_memory(tensor)?;
        }
    }
    Ok(())
}

/// The layout contains every element, and the elements of a column fit in it.
fn in_tensor_memory(tensor: &TensorType) -> Checked {
    ensure(tensor.layout.is_surjective(), || format!("some of the elements of {tensor} are nowhere"))?;
    let bits = tensor.elem.scalar().map_or(u64::from(u64::BITS), |scalar| u64::from(scalar.storage_bits()));
    ensure(bits << tensor.layout.part_bits() <= COLUMN_BITS, || {
        format!("a column of tensor memory has {COLUMN_BITS} bits, and those of {tensor} have more")
    })
}

fn sound(tile: &TileType, owner: Option<Owner<'_>>) -> Checked {
    if tile.shape().is_empty() {
        return ensure(*tile == TileType::single(tile.elem), || {
            "a single number is held by every thread, and has no layout".to_owned()
        });
    }
    let layout = &tile.layout;
    let text = || Type::Tile(tile.clone()).to_string();
    ensure(layout.is_surjective(), || format!("no thread holds some of the elements of {}", text()))?;
    let fits = layout.bits(Input::Register) <= REGISTER_BITS;
    ensure(fits, || format!("a thread cannot hold so much of {}", text()))?;
    ensure(layout.bits(Input::Cta) == 0, || {
        format!("the thread blocks of a cluster cannot share {}", text())
    })?;
    let Some(owner) = owner else { return Ok(()) };
    ensure(owner.admits(1 << layout.bits(Input::Warp)), || {
        let name = if owner.is_agent() { "agent" } else { "kernel" };
        format!("the {name} has {} warps, and not those of {}", owner.warps(), text())
    })
}

/// The module as a whole is small enough to be analysed.
fn all_registers(check: &Check<'_>) -> Checked {
    let mut sum = 0u64;
    for op in ir::walk::preorder(&check.module.body, check.op) {
        for value in check.module.body.results(op) {
            let bits = check.module.ty(value).held().map_or(0, |tile| tile.layout.bits(Input::Register));
            sum = sum.saturating_add(1 << bits.min(REGISTER_BITS));
        }
    }
    ensure(sum <= ALL_REGISTERS, || format!("takes {sum} registers in all, {ALL_REGISTERS} at most"))
}

/// All tiles of an op, except for single numbers, have the same layout.
pub(super) fn element_wise(check: &Check<'_>) -> Checked {
    let body = &check.module.body;
    let values = body.operands(check.op).iter().copied().chain(body.results(check.op).iter());
    let tiles: Vec<&TileType> = values.filter_map(|value| check.module.ty(value).tile()).collect();
    alike(&tiles)
}

/// Tiles must have the same layout.
pub(super) fn alike(tiles: &[&TileType]) -> Checked {
    let Some((first, rest)) = tiles.split_first() else { return Ok(()) };
    let other = rest.iter().find(|tile| tile.layout != first.layout);
    other.map_or(Ok(()), |other| {
        Err(format!("its tiles must have one layout, not '{}' and '{}'", first.layout, other.layout))
    })
}
