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
//!
//! Sums in registers are stored in slices, too, if the ops behind them take tiles that differ between columns: a slice
//! of these is loaded in front of its slice of the sum, and no thread holds all of them at once.

use ir::{Op, TypeId, Value};
use rustc_hash::FxHashMap;

use super::Rewrite;
use super::parts::{Along, Parts};
use super::store_memory::Place;
use super::way::{InMemory, Slices, Way};
use crate::layout::Shape;
use crate::ops::{Builders as _, fields};
use crate::transform::attach_tma_desc_args::AgentStore;
use crate::transform::buffers::{index, sliced_layout, zeros};
use crate::types::{BufferType, TensorType, TileType, Type};
use crate::{Module, Opcode};

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
    let first = way.memory.as_ref().map_or(target.store.store, |memory| memory.branch);
    let parts = Parts::new(first);
    let memory = way.memory.clone();
    let mut cut = Cut { rewriter, way, slices, parts, target, whole: None, stored: 0 };
    match &memory {
        Some(memory) => {
            // Operands of the store are defined before the store, and must be defined before the branch.
            cut.rewriter.move_before(memory.branch, target.store.store);
            cut.take(memory);
            cut.without(memory);
            cut.erase();
            cut.drop_sums(memory);
        }
        None => {
            cut.of_registers();
            cut.erase();
        }
    }
}

impl Slices {
    /// The type of a slice of a tile, if registers separate slices.
    pub(super) fn tile(self, tile: &TileType) -> Option<TileType> {
        let layout = sliced_layout(&tile.layout, 0, self.counts[0])?;
        let layout = sliced_layout(&layout, 1, self.counts[1])?;
        Some(TileType::new(tile.elem, layout))
    }
}

struct Cut<'r, 'm, 's> {
    rewriter: &'r mut Rewrite<'m>,
    way: Way,
    slices: Slices,
    parts: Parts,
    target: &'s Target<'s>,
    /// The memory of all slices, in the current block.
    whole: Option<Value>,
    /// The number of slices stored in the current block.
    stored: usize,
}

impl Cut<'_, '_, '_> {
    /// Processes and stores the slices of sums in registers.
    fn of_registers(&mut self) {
        let at = self.target.store.store;
        let (mut slices, last) = self.slices.split();
        slices.push(last);
        self.begin(at);
        for slice in slices {
            let others = self.others(at, slice);
            let mut parts: Vec<Value> = Vec::new();
            for sum in self.way.sums.clone() {
                let ty = self.sliced(sum);
                parts.push(self.rewriter.build_before(at, at, |b| {
                    let indices = slice.map(|number| index(b, number));
                    b.extract_slice().source(sum).indices(indices.as_slice()).result(ty).finish().value()
                }));
            }
            self.finish_at(at, slice, others, &parts);
        }
    }

    /// Reads, processes and stores the slices of the sums.
    fn take(&mut self, way: &InMemory) {
        let module = self.rewriter.module();
        let read = way.read;
        let body = module.block(read, fields::pipeline_read::body).expect("a read has a body");
        let end = module.body.last_op(body).expect("a body has its end");
        let (before, last) = self.slices.split();
        self.begin(end);
        for slice in before {
            let others = self.others(end, slice);
            let loaded = self.load(way, end, slice);
            self.finish_at(end, slice, others, &loaded);
        }
        let loaded = self.load(way, end, last);
        let types: Vec<TypeId> = loaded.iter().map(|&value| self.rewriter.module().body.ty(value)).collect();
        self.rewriter.set_operands(end, &loaded, &[]);
        let fresh = self.with_results(way, read, &types);
        way.loads.iter().copied().for_each(|load| self.rewriter.erase(load));
        let values: Vec<Value> = self.rewriter.module().body.results(fresh).iter().skip(1).collect();
        let block = self.rewriter.module().body.parent_block(fresh).expect("a read stands in a block");
        let end = self.rewriter.module().body.last_op(block).expect("a branch has its end");
        // The buffer was created in the body of the read, and is not visible after it.
        self.whole = None;
        let others = self.others(end, last);
        self.finish_at(end, last, others, &values);
        self.keep(way, end);
    }

    /// Replaces the read by one whose results have other types.
    fn with_results(&mut self, way: &InMemory, read: Op, types: &[TypeId]) -> Op {
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
        self.keep(way, end);
        self.rewriter.erase(read);
        fresh
    }

    /// Removes the sums from the terminator of a block of the branch.
    fn keep(&mut self, way: &InMemory, end: Op) {
        let module = self.rewriter.module();
        let results: Vec<Value> = module.body.results(way.branch).iter().collect();
        let operands = module.body.operands(end).to_vec();
        if operands.len() != results.len() {
            return;
        }
        let kept = operands.into_iter().zip(results).filter(|(_, result)| !self.way.sums.contains(result));
        let kept: Vec<Value> = kept.map(|(operand, _)| operand).collect();
        self.rewriter.set_operands(end, &kept, &[]);
    }

    /// Stores the initial values if the loop has no iterations.
    fn without(&mut self, way: &InMemory) {
        let module = self.rewriter.module();
        let otherwise = module.block(way.branch, fields::if_::otherwise).expect("it was found");
        let end = module.body.last_op(otherwise).expect("a branch has its end");
        let (mut slices, last) = self.slices.split();
        slices.push(last);
        self.stored = 0;
        self.whole = None;
        self.begin(end);
        for slice in slices {
            let inits: Vec<Value> = way.inits.clone();
            let values: Vec<Value> =
                inits.into_iter().map(|init| self.slice_of_constant(end, init)).collect();
            let others = self.others(end, slice);
            self.finish_at(end, slice, others, &values);
        }
        self.keep(way, end);
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
    }

    /// Removes the whole sums from the results of the branch.
    fn drop_sums(&mut self, way: &InMemory) {
        let sums = self.way.sums.clone();
        let results: Vec<Value> = self.rewriter.module().body.results(way.branch).iter().collect();
        self.rewriter.keep_results(way.branch, &|at| !sums.contains(&results[at]));
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
    fn load(&mut self, way: &InMemory, at: Op, slice: [u32; 2]) -> Vec<Value> {
        let memory = way.memory.clone();
        let part = Shape::new(&self.slices.extents).expect("a slice has extents");
        let mut loaded = Vec::new();
        for (&memory, sum) in memory.iter().zip(self.way.sums.clone()) {
            let module = self.rewriter.module();
            let Type::Tensor(tensor) = module.ty(memory).clone() else { continue };
            let tile = self.slices.tile(module.ty(sum).tile().expect("a sum is a tile"));
            let layout = tensor.layout.slice(&part).expect("the slices were found");
            let memory_type = self.rewriter.intern(Type::Tensor(TensorType { layout, ..tensor }));
            let tile = self.rewriter.intern(Type::Tile(tile.expect("the slices were found")));
            loaded.push(self.rewriter.build_before(at, way.branch, |b| {
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

    /// Slices of the other operands of the element-wise ops.
    fn others(&mut self, at: Op, slice: [u32; 2]) -> FxHashMap<Value, Value> {
        let along = [0, 1].map(|dim| Along { count: self.slices.counts[dim], number: slice[dim] });
        let mut names = FxHashMap::default();
        for other in self.way.finish.others.clone() {
            let module = self.rewriter.module();
            let Some(tile) = module.ty(other).tile().filter(|tile| tile.shape().len() == along.len()) else {
                continue;
            };
            let layout = self.slices.tile(tile).expect("the slices were found").layout;
            names.insert(other, self.parts.part(self.rewriter, at, (other, &layout), &along));
        }
        names
    }

    /// Applies the element-wise ops to a slice of the sums, and stores it.
    fn finish_at(&mut self, at: Op, slice: [u32; 2], others: FxHashMap<Value, Value>, sums: &[Value]) {
        let mut names = others;
        names.extend(self.way.sums.iter().copied().zip(sums.iter().copied()));
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
