//! Sums in tensor memory that are stored in slices of columns: a slice is read, processed, written to shared memory and
//! copied by a tensor map, while the next slice is read.
//!
//! A thread then holds the columns of one slice instead of its whole row, and tiles that are stored in a loop around
//! the product need shared memory for two slices instead of the whole tile. This requires that the sum is only used by
//! element-wise ops whose result one op stores. Other operands of these ops must be splats, so that each slice can
//! recompute its own.

use ir::analysis::Uses;
use ir::{Op, Value};

use super::nest::Nest;
use super::stores::{may_be_boxes, staging_of_slice};
use super::sum_loop::{Cut, SumLoop, Threads};
use crate::layout::Shape;
use crate::ops::fields;
use crate::transform::layout_classes::is_elementwise;
use crate::{Module, Opcode};

/// The minimum number of columns of a slice; narrow elements fill a row of a box.
const COLUMNS: u32 = 64;
/// Bits of a row of a box.
const ROW_BITS: u32 = 1024;
/// Rows of a slice: the lanes of tensor memory.
const ROWS: u32 = 128;

/// The ops between sums and their store.
pub(crate) struct Finish {
    /// Element-wise ops, and the ops that define their other operands, in program order.
    pub(crate) ops: Vec<Op>,
    /// The op that stores the result.
    pub(crate) store: Op,
}

/// The slices in which the sums of a loop are stored; none if they are needed as a whole.
pub(crate) fn cut(module: &Module, (func, nest): (Op, &Nest), known: &SumLoop) -> Option<Cut> {
    if known.threads != Threads::Absent {
        return None;
    }
    let uses = Uses::of(&module.body, func);
    let carried = known.sums.iter().map(|sum| sum.carried());
    let sums: Option<Vec<Value>> =
        carried.map(|carried| Some(module.body.result(known.loop_, carried?))).collect();
    let store = finish(module, &uses, &sums?)?.store;
    may_be_boxes(module, (func, nest), store).ok()?;
    let tiles = module.ty(module.operand(store, fields::tiled_store::tiles)).block_tile()?;
    let bits = tiles.memref.elem.storage_bits();
    let [rows, columns] = tiles.tile[..] else { return None };
    let slice = [rows.min(ROWS), COLUMNS.max(ROW_BITS / bits)];
    let part = Shape::new(&slice)?;
    let is_cut = columns > slice[1]
        && staging_of_slice(tiles, slice).is_some()
        && known.sums.iter().all(|sum| sum.memory.layout.slice(&part).is_some());
    is_cut.then_some(Cut { store, slice })
}

/// The ops between sums and their store, if all are element-wise and one op stores the result.
pub(crate) fn finish(module: &Module, uses: &Uses, sums: &[Value]) -> Option<Finish> {
    let block = module.body.def_block(*sums.first()?)?;
    let shape = |value: Value| module.ty(value).tile().map(|tile| tile.shape());
    let of_sum = shape(sums[0])?;
    let mut made: Vec<Value> = sums.to_vec();
    let mut finish: Vec<Op> = Vec::new();
    let mut stores: Vec<Op> = Vec::new();
    for op in module.body.block_ops(block) {
        let operands = module.body.operands(op);
        if !operands.iter().any(|value| made.contains(value)) {
            continue;
        }
        if module.opcode(op) == Opcode::TiledStore {
            let is_value = made.contains(&module.operand(op, fields::tiled_store::value));
            if !is_value {
                return None;
            }
            stores.push(op);
            continue;
        }
        let others = operands.iter().filter(|value| !made.contains(value));
        let result = module.body.results(op).get(0).filter(|&value| shape(value) == Some(of_sum));
        if !is_elementwise(module, op) || module.body.results(op).len() != 1 {
            return None;
        }
        for value in others {
            let maker = splat(module, *value)?;
            if !finish.contains(&maker) {
                finish.push(maker);
            }
        }
        finish.push(op);
        made.push(result?);
    }
    let [store] = stores[..] else { return None };
    let is_here = |&op: &Op| op == store || finish.contains(&op);
    let all_here = made.iter().all(|&value| uses.users(&module.body, value).iter().all(is_here));
    let same = sums.iter().all(|&sum| shape(sum) == Some(of_sum));
    (same && all_here).then_some(Finish { ops: finish, store })
}

/// The op that defines a splat.
fn splat(module: &Module, value: Value) -> Option<Op> {
    let op = module.body.def_op(value)?;
    let opcode = module.opcode(op);
    let is_constant = || module.number(op, fields::constant::value).is_some();
    let is_single = || {
        let source = module.operand(op, fields::broadcast::source);
        module.ty(source).tile().is_some_and(|tile| tile.layout.shape().bits() == 0)
    };
    let is_splat =
        (opcode == Opcode::Constant && is_constant()) || (opcode == Opcode::Broadcast && is_single());
    is_splat.then_some(op)
}
