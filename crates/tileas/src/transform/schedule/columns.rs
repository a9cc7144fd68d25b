//! Sums in tensor memory that are stored in slices of columns: a slice is read, processed, written to shared memory and
//! copied by a tensor map, while the next slice is read.
//!
//! A thread then holds the columns of one slice instead of its whole row, and tiles that are stored in a loop around
//! the product need shared memory for two slices instead of the whole tile. This requires that the sum is only used by
//! element-wise ops whose result one op stores. Slices of their other operands must be [computable by
//! themselves](super::parts): splats, loads, and what is computed and broadcast from them.

use cranelift_entity::EntitySet;
use ir::analysis::Uses;
use ir::walk::preorder;
use ir::{Op, Value};

use super::nest::Nest;
use super::parts::{loads_of_parts, may_follow, writes};
use super::stage::staging_of_slice;
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
    /// Element-wise ops, in program order.
    pub(crate) ops: Vec<Op>,
    /// Their other operands.
    pub(crate) others: Vec<Value>,
    /// The loads behind these.
    loads: Vec<Op>,
    /// The op that stores the result.
    pub(crate) store: Op,
}

/// The slices in which the sums of a loop are stored; none if they are needed as a whole.
pub(crate) fn cut(module: &Module, (func, nest): (Op, &Nest), known: &SumLoop) -> Option<Cut> {
    if known.threads != Threads::Absent {
        return None;
    }
    let uses = Uses::of(&module.body, func);
    let Finish { store, loads, .. } = finish(module, &uses, &sums_of(module, known)?)?;
    // A tile that a tensor map copies for the sum is in a stage, and read as a whole.
    let is_copied = |load: Op| nest.operands.iter().any(|operand| operand.load == load);
    if !loads.iter().all(|&load| may_follow(module, load, store) && !is_copied(load)) {
        return None;
    }
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

/// The extents of the slices in which a tensor map stores a tile whose sums are in registers, if the ops between take tiles
/// that are different in each column.
pub(crate) fn slice_of_registers(module: &Module, func: Op, store: Op) -> Option<[u32; 2]> {
    let sums = sums_before(module, store)?;
    let finish = finish(module, &Uses::of(&module.body, func), &sums)?;
    let may_follow = |&load: &Op| may_follow(module, load, store);
    if finish.store != store || !finish.has_columns(module) || !finish.loads.iter().all(may_follow) {
        return None;
    }
    let tiles = module.ty(module.operand(store, fields::tiled_store::tiles)).block_tile()?;
    let [rows, columns] = tiles.tile[..] else { return None };
    let slice = [rows, COLUMNS.max(ROW_BITS / tiles.memref.elem.storage_bits())];
    (columns > slice[1] && staging_of_slice(tiles, slice).is_some()).then_some(slice)
}

/// The tiles that a store depends on by element-wise ops, and of which no slices can be computed by themselves: sums, and what
/// follows from them.
pub(crate) fn sums_before(module: &Module, store: Op) -> Option<Vec<Value>> {
    let block = module.body.parent_block(store);
    let mut open = vec![module.operand(store, fields::tiled_store::value)];
    let (mut seen, mut sums): (EntitySet<Value>, Vec<Value>) = (EntitySet::new(), Vec::new());
    while let Some(value) = open.pop() {
        if !seen.insert(value) || loads_of_parts(module, &[value], store).is_some() {
            continue;
        }
        let op = module.body.def_op(value).filter(|&op| module.body.parent_block(op) == block)?;
        if is_elementwise(module, op) {
            open.extend(module.body.operands(op));
        } else {
            sums.push(value);
        }
    }
    (!sums.is_empty()).then_some(sums)
}

/// The sums of a loop, behind it.
fn sums_of(module: &Module, known: &SumLoop) -> Option<Vec<Value>> {
    let carried = known.sums.iter().map(|sum| sum.carried());
    carried.map(|carried| Some(module.body.result(known.loop_, carried?))).collect()
}

/// Whether the ops between sums and their store take tiles that are different in each column.
pub(crate) fn has_columns_beside(module: &Module, uses: &Uses, known: &SumLoop) -> bool {
    let finish = sums_of(module, known).and_then(|sums| finish(module, uses, &sums));
    finish.is_some_and(|finish| finish.has_columns(module))
}

/// Whether the ops behind a loop hold another tile of the size of its sum beside that: one to which elements move from other
/// threads, or one that is reduced with it.
pub(crate) fn has_tiles_beside(module: &Module, known: &SumLoop) -> bool {
    let Some(block) = module.body.parent_block(known.loop_) else { return false };
    let of_sum = known.sums.iter().map(|sum| sum.memory.layout.shape().bits()).max();
    let is_as_large = |&value: &Value| {
        module.ty(value).tile().is_some_and(|tile| Some(tile.layout.shape().bits()) == of_sum)
    };
    let holds = |op: Op| {
        let operands = module.body.operands(op);
        let takes_several = module.opcode(op) == Opcode::Permute
            || module.opcode(op) == Opcode::Scan
            || module.opcode(op) == Opcode::Reduce && operands.len() > 1;
        takes_several && operands.iter().any(is_as_large)
    };
    let behind = module.body.block_ops(block).skip_while(|&op| op != known.loop_).skip(1);
    behind.into_iter().any(|op| preorder(&module.body, op).any(holds))
}

impl Finish {
    /// Whether other operands are different in each column.
    fn has_columns(&self, module: &Module) -> bool {
        let is_of_columns = |&value: &Value| {
            let source = match module.body.def_op(value) {
                Some(op) if module.opcode(op) == Opcode::Constant => return false,
                Some(op) if module.opcode(op) == Opcode::Broadcast => module.body.operands(op)[0],
                Some(_) | None => value,
            };
            let tile = module.ty(source).tile();
            tile.is_some_and(|tile| tile.shape().last().is_some_and(|&extent| extent > 1))
        };
        self.others.iter().any(is_of_columns)
    }
}

/// The ops between sums and their store, if all are element-wise and one op stores the result.
pub(crate) fn finish(module: &Module, uses: &Uses, sums: &[Value]) -> Option<Finish> {
    let block = module.body.def_block(*sums.first()?)?;
    let shape = |value: Value| module.ty(value).tile().map(|tile| tile.shape());
    let of_sum = shape(sums[0])?;
    let mut made: Vec<Value> = sums.to_vec();
    let (mut finish, mut all_others): (Vec<Op>, Vec<Value>) = (Vec::new(), Vec::new());
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
        let others = operands.iter().copied().filter(|value| !made.contains(value));
        all_others.extend(others);
        let result = module.body.results(op).get(0).filter(|&value| shape(value) == Some(of_sum));
        if !is_elementwise(module, op) || module.body.results(op).len() != 1 {
            return None;
        }
        finish.push(op);
        made.push(result?);
    }
    let [store] = stores[..] else { return None };
    all_others.sort_unstable();
    all_others.dedup();
    let loads = loads_of_parts(module, &all_others, store)?;
    let is_load = |op: &Op| loads.contains(op);
    let behind = module.body.block_ops(block).skip_while(|op| !is_load(op)).take_while(|&op| op != store);
    if behind.into_iter().any(|op| preorder(&module.body, op).any(|op| writes(module, op))) {
        return None;
    }
    let is_here = |&op: &Op| op == store || finish.contains(&op);
    let all_here = made.iter().all(|&value| uses.users(&module.body, value).iter().all(is_here));
    let same = sums.iter().all(|&sum| shape(sum) == Some(of_sum));
    (same && all_here).then_some(Finish { ops: finish, others: all_others, loads, store })
}
