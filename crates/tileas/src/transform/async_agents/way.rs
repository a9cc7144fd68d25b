//! The ops from sums to their store, where slices of the sums can take the same way.

use ir::analysis::Uses;
use ir::{Block, Op, Value};

use super::store_memory::around;
use crate::layout::Shape;
use crate::ops::fields;
use crate::transform::attach_tma_desc_args::AgentStore;
use crate::transform::schedule::columns::{Finish, finish, sums_before};
use crate::transform::schedule::parts::is_divided;
use crate::types::Type;
use crate::{Module, Opcode};

/// The slices of a tile: their number along each dimension, and their extents.
#[derive(Clone, Copy)]
pub(super) struct Slices {
    pub(super) counts: [u32; 2],
    pub(super) extents: [u32; 2],
}

impl Slices {
    /// All slices but the last, and the last one.
    pub(super) fn split(self) -> (Vec<[u32; 2]>, [u32; 2]) {
        let [rows, columns] = self.counts;
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
        let mut all: Vec<[u32; 2]> = all.collect();
        let last = all.pop().expect("a tile has a slice");
        (all, last)
    }
}

/// The ops from sums to their store.
pub(super) struct Way {
    pub(super) sums: Vec<Value>,
    /// Where the sums are before; none if they are in registers from the product on.
    pub(super) memory: Option<InMemory>,
    pub(super) finish: Finish,
}

/// Sums that are read from tensor memory.
#[derive(Clone)]
pub(super) struct InMemory {
    /// The branch whose results are the sums: the sums that were read, or their initial values.
    pub(super) branch: Op,
    pub(super) read: Op,
    /// The sums as tensor memory, and their initial values.
    pub(super) memory: Vec<Value>,
    pub(super) inits: Vec<Value>,
    /// The loads of whole sums.
    pub(super) loads: Vec<Op>,
}

impl Way {
    pub(super) fn of(module: &Module, store: &AgentStore) -> Option<Way> {
        Way::from_memory(module, store).or_else(|| {
            let sums = sums_before(module, store.store)?;
            let finish = Way::finish(module, store, &sums)?;
            Some(Way { sums, memory: None, finish })
        })
    }

    fn finish(module: &Module, store: &AgentStore, sums: &[Value]) -> Option<Finish> {
        let func = around(module, store.store, &[Opcode::Func]);
        let finish = finish(module, &Uses::of(&module.body, func), sums)?;
        (finish.store == store.store).then_some(finish)
    }

    fn from_memory(module: &Module, store: &AgentStore) -> Option<Way> {
        let value = module.operand(store.store, fields::tiled_store::value);
        let block = module.body.parent_block(store.store);
        let branch = source(module, value).filter(|&op| module.body.parent_block(op) == block)?;
        let [then, otherwise] =
            [fields::if_::then, fields::if_::otherwise].map(|field| module.block(branch, field));
        let (given, inits) = (yielded(module, then?)?, yielded(module, otherwise?)?);
        let results: Vec<Value> = module.body.results(branch).iter().collect();
        let is_sum = |&at: &usize| module.ty(results[at]).tile().is_some_and(|tile| !tile.shape().is_empty());
        let sums: Vec<usize> = (0..results.len()).filter(is_sum).collect();
        let read = module.body.def_op(given[*sums.first()?])?;
        if module.opcode(read) != Opcode::PipelineRead {
            return None;
        }
        let body = module.block(read, fields::pipeline_read::body)?;
        let loaded = yielded(module, body)?;
        let loads_only = module.body.block_ops(body).count() == loaded.len() + 1;
        let loads = sums.iter().map(|&at| {
            let number = module.body.results(read).iter().position(|result| result == given[at])?;
            let load = module.body.def_op(*loaded.get(number.checked_sub(1)?)?)?;
            (module.opcode(load) == Opcode::TensorLoad).then_some(load)
        });
        let loads: Vec<Op> = loads.collect::<Option<_>>()?;
        let memory = loads.iter().map(|&load| module.operand(load, fields::tensor_load::tensor)).collect();
        let inits = sums.iter().map(|&at| inits[at]).collect();
        let sums: Vec<Value> = sums.iter().map(|&at| results[at]).collect();
        let finish = Way::finish(module, store, &sums)?;
        let memory = InMemory { branch, read, memory, inits, loads };
        (loaded.len() == sums.len() && loads_only).then_some(Way { sums, memory: Some(memory), finish })
    }

    /// The slices of the tile, if the registers of a thread separate them.
    pub(super) fn slices(&self, module: &Module, store: &AgentStore) -> Option<Slices> {
        let staging = store.staging.layout.shape();
        let extents = (staging.rank() == 2).then(|| [0, 1].map(|dim| staging.extent(dim)))?;
        let whole = module.ty(self.sums[0]).tile()?;
        let &[rows, columns] = whole.shape() else { return None };
        let counts = [rows / extents[0], columns / extents[1]];
        if counts.contains(&0) {
            return None;
        }
        let slices = Slices { counts, extents };
        let made = self.finish.ops.iter().flat_map(|&op| module.body.results(op).iter().collect::<Vec<_>>());
        let others = self.finish.others.iter().copied().filter(|&value| is_divided(module, value));
        let part = Shape::new(&extents)?;
        let is_sliced = |value: Value| {
            let tile = module.ty(value).tile();
            tile.is_some_and(|tile| tile.layout == whole.layout && slices.tile(tile).is_some())
        };
        let in_memory = |&value: &Value| {
            let Type::Tensor(tensor) = module.ty(value) else { return false };
            let slice = tensor.layout.slice(&part);
            let tile = slices.tile(whole);
            slice.zip(tile).is_some_and(|(slice, tile)| slice.access(&tile.layout).is_some())
        };
        let is_read = |known: &InMemory| {
            known.inits.iter().all(|&init| is_sliced(init) && is_constant(module, init))
                && known.memory.iter().all(in_memory)
        };
        let all = self.sums.iter().copied().chain(made).chain(others).all(is_sliced)
            && self.memory.as_ref().is_none_or(is_read);
        all.then_some(slices)
    }
}

/// Whether a tile is a splat constant.
fn is_constant(module: &Module, value: Value) -> bool {
    let constant = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::Constant);
    constant.is_some_and(|op| module.number(op, fields::constant::value).is_some())
}

/// The branch whose result a tile depends on.
fn source(module: &Module, value: Value) -> Option<Op> {
    let mut pending = vec![value];
    let mut seen: Vec<Op> = Vec::new();
    while let Some(value) = pending.pop() {
        let Some(op) = module.body.def_op(value).filter(|op| !seen.contains(op)) else { continue };
        seen.push(op);
        if module.opcode(op) == Opcode::If {
            return Some(op);
        }
        if module.body.regions(op).len() == 0 {
            pending.extend(module.body.operands(op));
        }
    }
    None
}

/// The operands of the terminator of a block.
fn yielded(module: &Module, block: Block) -> Option<Vec<Value>> {
    let last = module.body.last_op(block)?;
    let ends = matches!(module.opcode(last), Opcode::Yield | Opcode::PipelineYield);
    ends.then(|| module.body.operands(last).to_vec())
}
