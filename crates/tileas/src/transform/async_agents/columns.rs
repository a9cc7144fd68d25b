//! Stores of sums in slices of columns, as `generate-schedule` has planned.
//!
//! ```text
//! s = if any { wait; read { tmem_load }; release }   =>   if any { wait; read { for each slice but the last {
//! x = finish(s)                                                      x = finish(tmem_load slice); store x } tmem_load last }
//! tiled_store x                                                    release
//!                                                                  store finish(last) }
//!                                                         else { store each slice of finish(initial value) }
//! ```
//!
//! `store x` writes a slice to shared memory and copies it by a tensor map. The stage of tensor memory is released
//! after its last slice was read. Slices alternate between two buffers: one is copied while the next slice is written
//! to the other. If the product is complete, slices use the memory of its stages, each at its own offset, without
//! waits.

use ir::analysis::Uses;
use ir::{Block, Op, TypeId, Value};
use rustc_hash::FxHashMap;

use super::Rewrite;
use super::store_memory::{Place, around};
use crate::layout::Shape;
use crate::ops::{Builders as _, fields};
use crate::transform::attach_tma_desc_args::AgentStore;
use crate::transform::buffers::{index, sliced_layout, zeros};
use crate::transform::schedule::columns::{Finish, finish};
use crate::types::{BufferType, TensorType, TileType, Type};
use crate::{Module, Opcode};

/// The ops from the read of a sum to its store.
struct Way {
    /// The branch whose results are the sums: the sums that were read, or their initial values.
    branch: Op,
    read: Op,
    /// The sums as results of the branch, as tensor memory, and their initial values.
    sums: Vec<Value>,
    memory: Vec<Value>,
    inits: Vec<Value>,
    /// The loads of whole sums.
    loads: Vec<Op>,
    finish: Finish,
}

/// The slices of a tile: their number along each dimension, and their extents.
#[derive(Clone, Copy)]
struct Slices {
    counts: [u32; 2],
    extents: [u32; 2],
}

impl Slices {
    /// All slices but the last, and the last one.
    fn split(self) -> (Vec<[u32; 2]>, [u32; 2]) {
        let [rows, columns] = self.counts;
        let all = (0..rows).flat_map(|row| (0..columns).map(move |column| [row, column]));
        let mut all: Vec<[u32; 2]> = all.collect();
        let last = all.pop().expect("a tile has a slice");
        (all, last)
    }
}

/// The memory of slices, and the tensor map that copies them.
pub(super) struct Target<'s> {
    pub(super) store: &'s AgentStore,
    pub(super) desc: Value,
    /// Whether copies that read the memory may be in flight.
    pub(super) waits: bool,
    pub(super) memory: Memory,
}

/// The memory of slices.
pub(super) enum Memory {
    /// Alternating buffers.
    Turns([Value; 2]),
    /// A pipeline whose stages are no longer needed.
    Stages(Value),
}

impl Memory {
    pub(super) fn of(place: Place, turns: impl FnOnce() -> [Value; 2]) -> Memory {
        match place {
            Place::Stages(pipeline) => Memory::Stages(pipeline),
            Place::Own => Memory::Turns(turns()),
        }
    }
}

/// Whether a store can be divided into slices of tensor memory.
pub(super) fn is_cut(module: &Module, store: &AgentStore) -> bool {
    Way::of(module, store).is_some_and(|way| way.slices(module, store).is_some())
}

/// Stores a tile in slices. [`is_cut`] must hold.
pub(super) fn store(rewriter: &mut Rewrite<'_>, target: &Target<'_>) {
    let module = rewriter.module();
    let way = Way::of(module, target.store).expect("the store was found to be cut");
    let slices = way.slices(module, target.store).expect("the store was found to be cut");
    // Operands of the store are defined before the store, and must be defined before the branch.
    rewriter.move_before(way.branch, target.store.store);
    let mut cut = Cut { rewriter, way, slices, target, whole: None, stored: 0 };
    cut.take();
    cut.without();
    cut.erase();
}

impl Way {
    fn of(module: &Module, store: &AgentStore) -> Option<Way> {
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
        let func = around(module, store.store, &[Opcode::Func]);
        let finish = finish(module, &Uses::of(&module.body, func), &sums)?;
        let is_here = finish.store == store.store && loaded.len() == sums.len() && loads_only;
        is_here.then_some(Way { branch, read, sums, memory, inits, loads, finish })
    }

    /// The slices of the tile, if the registers of a thread separate them.
    fn slices(&self, module: &Module, store: &AgentStore) -> Option<Slices> {
        let extents = [0, 1].map(|dim| store.staging.layout.shape().extent(dim));
        let whole = module.ty(self.sums[0]).tile()?;
        let counts = [0, 1].map(|dim| whole.shape()[dim] / extents[dim]);
        let slices = Slices { counts, extents };
        let made = self.finish.ops.iter().flat_map(|&op| module.body.results(op).iter().collect::<Vec<_>>());
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
        let all = self.sums.iter().chain(&self.inits).copied().chain(made).all(is_sliced)
            && self.memory.iter().all(in_memory)
            && self.inits.iter().all(|&init| is_constant(module, init));
        all.then_some(slices)
    }
}

impl Slices {
    /// The type of a slice of a tile, if registers separate slices.
    fn tile(self, tile: &TileType) -> Option<TileType> {
        let layout = sliced_layout(&tile.layout, 0, self.counts[0])?;
        let layout = sliced_layout(&layout, 1, self.counts[1])?;
        Some(TileType::new(tile.elem, layout))
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

struct Cut<'r, 'm, 's> {
    rewriter: &'r mut Rewrite<'m>,
    way: Way,
    slices: Slices,
    target: &'s Target<'s>,
    /// The memory of all slices, in the current block.
    whole: Option<Value>,
    /// The number of slices stored in the current block.
    stored: usize,
}

impl Cut<'_, '_, '_> {
    /// Reads, processes and stores the slices of the sums.
    fn take(&mut self) {
        let module = self.rewriter.module();
        let read = self.way.read;
        let body = module.block(read, fields::pipeline_read::body).expect("a read has a body");
        let end = module.body.last_op(body).expect("a body has its end");
        let (before, last) = self.slices.split();
        self.begin(end);
        for slice in before {
            let loaded = self.load(end, slice);
            self.finish_at(end, slice, &loaded);
        }
        let loaded = self.load(end, last);
        let types: Vec<TypeId> = loaded.iter().map(|&value| self.rewriter.module().body.ty(value)).collect();
        self.rewriter.set_operands(end, &loaded, &[]);
        let fresh = self.with_results(read, &types);
        self.way.loads.clone().into_iter().for_each(|load| self.rewriter.erase(load));
        let values: Vec<Value> = self.rewriter.module().body.results(fresh).iter().skip(1).collect();
        let block = self.rewriter.module().body.parent_block(fresh).expect("a read stands in a block");
        let end = self.rewriter.module().body.last_op(block).expect("a branch has its end");
        // The buffer was created in the body of the read, and is not visible after it.
        self.whole = None;
        self.finish_at(end, last, &values);
        self.keep(end);
    }

    /// Replaces the read by one whose results have other types.
    fn with_results(&mut self, read: Op, types: &[TypeId]) -> Op {
        let module = self.rewriter.module();
        let operands = module.body.operands(read).to_vec();
        let stage = module.body.ty(module.body.result(read, 0));
        let fresh = self.rewriter.build_before(read, read, |b| {
            let read = b.pipeline_read().pipeline(operands[0]).stage(operands[1]).read(stage);
            read.values(types).finish().op
        });
        let [from, to] = [read, fresh].map(|op| self.rewriter.module().body.region(op, 0));
        self.rewriter.erase_blocks(to);
        self.rewriter.move_blocks(from, to);
        let [old, new] = [read, fresh].map(|op| self.rewriter.module().body.result(op, 0));
        self.rewriter.replace_value(old, new);
        // Whole sums have no users any more.
        let block = self.rewriter.module().body.parent_block(fresh).expect("a read stands in a block");
        let end = self.rewriter.module().body.last_op(block).expect("a branch has its end");
        self.keep(end);
        self.rewriter.erase(read);
        fresh
    }

    /// Removes the sums from the terminator of a block of the branch.
    fn keep(&mut self, end: Op) {
        let module = self.rewriter.module();
        let results: Vec<Value> = module.body.results(self.way.branch).iter().collect();
        let operands = module.body.operands(end).to_vec();
        if operands.len() != results.len() {
            return;
        }
        let kept = operands.into_iter().zip(results).filter(|(_, result)| !self.way.sums.contains(result));
        let kept: Vec<Value> = kept.map(|(operand, _)| operand).collect();
        self.rewriter.set_operands(end, &kept, &[]);
    }

    /// Stores the initial values if the loop has no iterations.
    fn without(&mut self) {
        let module = self.rewriter.module();
        let otherwise = module.block(self.way.branch, fields::if_::otherwise).expect("it was found");
        let end = module.body.last_op(otherwise).expect("a branch has its end");
        let (mut slices, last) = self.slices.split();
        slices.push(last);
        self.stored = 0;
        self.whole = None;
        self.begin(end);
        for slice in slices {
            let inits: Vec<Value> = self.way.inits.clone();
            let values: Vec<Value> =
                inits.into_iter().map(|init| self.slice_of_constant(end, init)).collect();
            self.finish_at(end, slice, &values);
        }
        self.keep(end);
    }

    /// Erases the ops on whole tiles.
    fn erase(&mut self) {
        let store = self.target.store.store;
        self.rewriter.erase(store);
        for op in self.way.finish.ops.clone().into_iter().rev() {
            let used = self.rewriter.uses().any_result_used(&self.rewriter.module().body, op);
            if !used {
                self.rewriter.erase(op);
            }
        }
        let sums = self.way.sums.clone();
        let results: Vec<Value> = self.rewriter.module().body.results(self.way.branch).iter().collect();
        self.rewriter.keep_results(self.way.branch, &|at| !sums.contains(&results[at]));
    }

    /// Before the first slice is written, no copy and no product may read its memory.
    fn begin(&mut self, at: Op) {
        let (store, target) = (self.target.store.store, self.target);
        if matches!(target.memory, Memory::Stages(_)) {
            self.rewriter.build_before(at, store, |b| {
                if target.waits {
                    b.store_wait().pending(0i64).finish();
                } else {
                    b.barrier().finish();
                }
            });
        }
    }

    /// Loads a slice of each sum.
    fn load(&mut self, at: Op, slice: [u32; 2]) -> Vec<Value> {
        let memory = self.way.memory.clone();
        let part = Shape::new(&self.slices.extents).expect("a slice has extents");
        let mut loaded = Vec::new();
        for (&memory, sum) in memory.iter().zip(self.way.sums.clone()) {
            let module = self.rewriter.module();
            let Type::Tensor(tensor) = module.ty(memory).clone() else { continue };
            let tile = self.slices.tile(module.ty(sum).tile().expect("a sum is a tile"));
            let layout = tensor.layout.slice(&part).expect("the slices were found");
            let memory_type = self.rewriter.intern(Type::Tensor(TensorType { layout, ..tensor }));
            let tile = self.rewriter.intern(Type::Tile(tile.expect("the slices were found")));
            loaded.push(self.rewriter.build_before(at, self.way.branch, |b| {
                let indices = slice.map(|number| index(b, number));
                let part = b.extract_slice().source(memory).indices(indices.as_slice()).result(memory_type);
                let part = part.finish().value();
                b.tensor_load().tensor(part).result(tile).finish().value()
            }));
        }
        loaded
    }

    /// A constant tile in the type of a slice.
    fn slice_of_constant(&mut self, at: Op, value: Value) -> Value {
        let module = self.rewriter.module();
        let op = module.body.def_op(value).expect("a constant is made by an op");
        let ty = self.sliced(value);
        let copy = self.rewriter.rebuild_before(at, op, &[], &[ty]);
        self.rewriter.module().body.result(copy, 0)
    }

    fn sliced(&mut self, value: Value) -> TypeId {
        let tile = self.rewriter.module().ty(value).tile().expect("tiles are sliced");
        let tile = self.slices.tile(tile).expect("the slices were found");
        self.rewriter.intern(Type::Tile(tile))
    }

    /// Applies the element-wise ops to a slice of the sums, and stores it.
    fn finish_at(&mut self, at: Op, slice: [u32; 2], sums: &[Value]) {
        let mut names: FxHashMap<Value, Value> =
            self.way.sums.iter().copied().zip(sums.iter().copied()).collect();
        for op in self.way.finish.ops.clone() {
            let module = self.rewriter.module();
            let result = module.body.result(op, 0);
            let operands = module.body.operands(op);
            let operands: Vec<Value> =
                operands.iter().map(|value| names.get(value).copied().unwrap_or(*value)).collect();
            let made = if module.opcode(op) == Opcode::ConvertLayout {
                operands[0]
            } else {
                let ty = self.sliced(result);
                let copy = self.rewriter.rebuild_before(at, op, &operands, &[ty]);
                self.rewriter.module().body.result(copy, 0)
            };
            names.insert(result, made);
        }
        let value = self.rewriter.module().operand(self.target.store.store, fields::tiled_store::value);
        let value = names.get(&value).copied().unwrap_or(value);
        self.copy(at, slice, value);
    }

    /// Writes a slice to shared memory, and copies it from there.
    fn copy(&mut self, at: Op, slice: [u32; 2], value: Value) {
        use fields::tiled_store as f;
        let store = self.target.store.store;
        let module = self.rewriter.module();
        let (tiles, indices) = (module.operand(store, f::tiles), module.operands(store, f::index).to_vec());
        let buffer = self.buffer(at, slice);
        let turns = matches!(self.target.memory, Memory::Turns(_));
        let desc = self.target.desc;
        self.rewriter.build_before(at, store, |b| {
            if turns {
                b.store_wait().pending(1i64).read(true).finish();
            }
            let zeros = zeros(b, 2);
            b.local_store().value(value).buffer(buffer).offsets(zeros).finish();
            b.mma_fence().finish();
            b.barrier().finish();
            let copy = b.tma_store().buffer(buffer).tiles(tiles).desc(desc).index(indices);
            copy.slice(slice.map(i64::from).as_slice()).finish();
        });
        self.stored += 1;
    }

    /// The buffer of the next slice.
    fn buffer(&mut self, at: Op, slice: [u32; 2]) -> Value {
        let (store, part) = (self.target.store.store, self.target.store.staging.clone());
        let pipeline = match self.target.memory {
            Memory::Turns(buffers) => return buffers[self.stored % buffers.len()],
            Memory::Stages(pipeline) => pipeline,
        };
        let whole = match self.whole {
            Some(whole) => whole,
            None => {
                let extents = [0, 1].map(|dim| self.slices.counts[dim] * self.slices.extents[dim]);
                let shape = Shape::new(&extents).expect("a tile has extents");
                let layout = part.layout.repeated(&shape).expect("slices divide their tile");
                let ty = self.rewriter.intern(Type::Buffer(BufferType::new(part.elem, layout)));
                self.rewriter.build_before(at, store, |b| {
                    b.pipeline_reuse().pipeline(pipeline).result(ty).finish().value()
                })
            }
        };
        self.whole = Some(whole);
        let ty = self.rewriter.intern(Type::Buffer(part));
        self.rewriter.build_before(at, store, |b| {
            let indices = slice.map(|number| index(b, number));
            b.extract_slice().source(whole).indices(indices.as_slice()).result(ty).finish().value()
        })
    }
}
