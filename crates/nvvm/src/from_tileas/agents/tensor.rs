//! Tensor memory: allocated before agents start, accessed by `tcgen05`, and freed after them.
//!
//! A kernel allocates the columns of all its pipelines at once, rounded up to a power of two, in its first warp. The
//! same warp frees them at the end of the switch, which is on every path out of the kernel. Other thread blocks of the
//! multiprocessor wait for columns meanwhile, so the planner permits only as many thread blocks as there are columns
//! for.
//!
//! A wait at an mbarrier for tensor cores or other warps is followed by a `tcgen05` fence, and an arrival is preceded
//! by one. `tcgen05.commit` has its own.

use std::rc::Rc;

use ir::{Op, Value};
use tile_core::arith::ComparisonPredicate;
use tileas::layout::{Input, TensorAccess, TensorLayout};
use tileas::ops::fields as from;
use tileas::stage_of;
use tileas::types::{TileType, Type as FromType};

use super::pipelines::Pipeline;
use super::protocol::Protocol;
use crate::Type;
use crate::attrs::SyncSide;
use crate::from_tileas::{Held, Lower, Lowered, elements};
use crate::ops::Builders as _;

/// Columns that are taken at once, at least.
const LEAST_COLUMNS: u32 = 32;
/// Rows of an instruction of `tcgen05.mma`, at most.
const ROWS: u32 = 128;
/// The same at least, of those that are lowered.
const LEAST_ROWS: u32 = 32;
/// Columns of an address; what is above is the lane.
const LANE_SHIFT: u32 = 16;
/// Registers that one op reads, at most.
const MOST_REGISTERS: usize = 128;

/// Tensor memory of a kernel.
#[derive(Clone, Copy, Debug)]
pub(in crate::from_tileas) struct TensorMemory {
    /// Where its address is stored, in shared memory.
    slot: (Value, i64),
    /// Its address, once all threads know it.
    base: Option<Value>,
    columns: u32,
}

/// A tile that moves between registers and tensor memory.
struct Moved {
    /// The lanes that the warp reaches, and the first column of its warpgroup.
    address: Value,
    tile: TileType,
    /// Whether elements are the lower half of their columns: sums of f16.
    half: bool,
    /// Of each column after the address the register that it goes with, rising.
    columns: Vec<(u32, usize)>,
}

impl Lower<'_> {
    /// The first warp takes the tensor memory of pipelines, which all know after a barrier.
    pub(super) fn take_tensor_memory(&mut self, protocols: &mut [Protocol]) -> Lowered<()> {
        let mut columns = 0;
        let mut first: Option<usize> = None;
        for (number, protocol) in protocols.iter_mut().enumerate() {
            if let Some(tensor) = &mut protocol.tensor {
                first.get_or_insert(number);
                tensor.first = columns;
                columns += tensor.columns * protocol.stages.count;
            }
        }
        let Some(first) = first.map(|number| &protocols[number]) else { return Ok(()) };
        if self.kernel.tensor.is_some() {
            let text = "uses tensor memory, and so does another switch of its kernel; only one may";
            return Err(self.refuse(first.create, text));
        }
        let offset = self.offset(first.create, from::pipeline_create::offset);
        let slot = (self.shared_at(offset), i64::from(first.stages.slot()));
        let columns = columns.max(LEAST_COLUMNS).next_power_of_two();
        self.kernel.tensor = Some(TensorMemory { slot, base: None, columns });
        self.on_first_warp(|l| {
            l.b().tmem_alloc().address(slot.0).offset(slot.1).columns(i64::from(columns)).finish();
        });
        self.b().tmem_fence().side(SyncSide::Before).finish();
        Ok(())
    }

    /// Behind the barrier after it was taken, all threads know where tensor memory is.
    pub(super) fn find_tensor_memory(&mut self) {
        let Some(TensorMemory { slot: (address, offset), .. }) = self.kernel.tensor else { return };
        self.b().tmem_fence().side(SyncSide::After).finish();
        let ty = self.to.types.intern(Type::I32);
        let op =
            self.b().ld().address(address).bits(32i64).offset(offset).values([ty].as_slice()).finish().op;
        let base = self.to.body.result(op, 0);
        if let Some(tensor) = &mut self.kernel.tensor {
            tensor.base = Some(base);
        }
    }

    /// All are done with tensor memory, and the warp that took it gives it back.
    pub(super) fn free_tensor_memory(&mut self) {
        let Some(TensorMemory { base: Some(base), columns, .. }) = self.kernel.tensor else { return };
        self.b().tmem_fence().side(SyncSide::Before).finish();
        self.barrier();
        self.b().tmem_fence().side(SyncSide::After).finish();
        self.on_first_warp(|l| {
            l.b().tmem_free().tensor(base).columns(i64::from(columns)).finish();
        });
    }

    fn on_first_warp(&mut self, then: impl FnOnce(&mut Self)) {
        let (warp, zero) = (self.warp_of_block(), self.i32(0));
        let first = self.compare(ComparisonPredicate::Equal, false, warp, zero);
        self.when(first, then);
    }

    /// Where a part of a stage is in tensor memory.
    pub(super) fn tensor_part(&mut self, protocol: &Protocol, part: usize, stage: Value) -> Value {
        let stages = protocol.tensor.clone().expect("a part in tensor memory has columns");
        let base = self.kernel.tensor.and_then(|tensor| tensor.base).expect("tensor memory was taken");
        let start = stages.first + stages.parts[part].expect("the part is in tensor memory");
        let start = self.columns_behind(base, start);
        if protocol.stages.count == 1 {
            return start;
        }
        let columns = self.i32(stages.columns);
        let before = self.mul(stage, columns);
        self.add(start, before)
    }

    fn columns_behind(&mut self, address: Value, columns: u32) -> Value {
        if columns == 0 {
            return address;
        }
        let columns = self.i32(columns);
        self.add(address, columns)
    }

    /// The end of the products that this agent has begun arrives at a barrier.
    pub(super) fn commit_products(&mut self, address: Value, offset: i64) {
        let elected = self.issuers().elected;
        self.b().tcgen05_commit().address(address).predicate(elected).offset(offset).finish();
    }

    /// `tcgen05.mma`: an instruction for each 128 rows and each 32 bytes of k, by one lane.
    pub(super) fn tensor_dot(&mut self, op: Op) -> Lowered<()> {
        use from::tensor_dot as f;
        let [lhs, rhs, acc] = [f::lhs, f::rhs, f::acc].map(|field| self.from.operand(op, field));
        let (FromType::Buffer(left), FromType::Buffer(right), FromType::Tensor(sum)) =
            (self.from.ty(lhs).clone(), self.from.ty(rhs).clone(), self.from.ty(acc).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let [rows, columns] = [0, 1].map(|dim| sum.layout.shape().extent(dim));
        let pairs = self.from.int(op, f::cta_group).unwrap_or(1) != 1;
        // Fewer than 128 rows are one instruction, whose sum has the upper half of the columns in lanes of its own.
        let extent = rows.min(ROWS);
        if pairs || self.runner.warps != 1 || extent < LEAST_ROWS {
            return Err(self.refuse_agents(op));
        }
        let signs = [f::signed_lhs, f::signed_rhs].map(|field| self.from.flag(op, field));
        let formats = [(lhs, signs[0]), (rhs, signs[1])].map(|(value, signed)| self.format_of(value, signed));
        let [Some(a_format), Some(b_format)] = formats else { return Err(self.refuse_agents(op)) };
        let a = self.matrix(op, lhs, &left, (0, extent), None)?;
        let b = self.matrix(op, rhs, &right, (1, columns), None)?;
        let accumulates = self.from.operand_opt(op, f::accumulate).map(|value| self.single(value));
        let half = elements::register(sum.elem) == Type::F16;
        let base = self.tensor(acc);
        let elected = self.issuers().elected;
        let (steps, depth) = b.steps();
        for atom in 0..rows / extent {
            let first = column_of(&sum.layout, sum.layout.shape().pack(&[atom * extent, 0]));
            let tensor = self.columns_behind(base, first);
            for step in 0..steps {
                let from_a = self.descriptor(&a, atom * extent, step * depth);
                let from_b = self.descriptor(&b, 0, step * depth);
                let mut builder = self.b();
                let mut product = builder.tcgen05_mma().tensor(tensor).a(from_a).b(from_b).predicate(elected);
                if let Some(accumulates) = accumulates.filter(|_| step == 0) {
                    product = product.accumulate(accumulates);
                }
                let product = product.m(i64::from(extent)).n(i64::from(columns)).half_sums(half);
                let product = product.a_format(a_format).b_format(b_format);
                product.transpose_a(a.transposed).transpose_b(b.transposed).finish();
            }
        }
        Ok(())
    }

    /// The lower word of a descriptor of a matrix, from the rows or columns on that the warpgroup has. In a stage it is
    /// that of the first stage, which is the same in each iteration, and how far the stage is behind that.
    pub(super) fn low_word_of_stage(&mut self, value: Value, of_groups: &[u32], leading: u32) -> Value {
        let place = self.place_in_stage(value);
        let mut start = match &place {
            Some((pipeline, _, part)) => {
                let part = self.i32(*part);
                self.advance(pipeline.base(), part, 1)
            }
            None => self.buffer(value),
        };
        if let Some(group) = self.of_warpgroup(of_groups) {
            start = self.advance(start, group, 1);
        }
        let first = self.low_word(start, leading);
        let Some((pipeline, index, _)) = place else { return first };
        let bytes = self.i32(pipeline.protocol.stages.bytes >> 4);
        let before = self.mul(index, bytes);
        self.add(first, before)
    }

    /// The pipeline of the stage that a value is memory of, the number of the stage, and where the memory starts in it.
    fn place_in_stage(&self, value: Value) -> Option<(Rc<Pipeline>, Value, u32)> {
        let owner = stage_of(self.from, value)?;
        let body = self.from.body.region_blocks(self.from.body.region(owner, 0)).first()?;
        let argument = self.from.body.block_args(*body).iter().position(|argument| argument == value)?;
        let [pipeline, stage] = [0, 1].map(|number| self.from.body.operands(owner)[number]);
        let (pipeline, stage) = (self.pipeline(pipeline), self.stage_number(stage));
        let part = pipeline.protocol.stages.parts[argument]?;
        Some((pipeline, stage, part))
    }

    /// `extract_slice` of tensor memory, at a known index: the columns after its first one.
    pub(in crate::from_tileas) fn extract_from_tensor(&mut self, op: Op) -> Lowered<()> {
        use from::extract_slice as f;
        let (source, result) = (self.from.operand(op, f::source), self.from.body.result(op, 0));
        let (FromType::Tensor(whole), FromType::Tensor(part)) =
            (self.from.ty(source).clone(), self.from.ty(result).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let indices = self.from.operands(op, f::indices).to_vec();
        let known: Option<Vec<u32>> = indices.iter().map(|&index| self.known_index(index)).collect();
        let Some(known) = known else { return Err(self.refuse_agents(op)) };
        let (shape, slice) = (whole.layout.shape(), part.layout.shape());
        // Behind the last slice a slice is the last one.
        let first = known.iter().enumerate().map(|(dim, &at)| {
            let last = shape.extent(dim) / slice.extent(dim) - 1;
            at.min(last) * slice.extent(dim)
        });
        let column = column_of(&whole.layout, shape.pack(&first.collect::<Vec<u32>>()));
        let base = self.tensor(source);
        self.held[result] = Held::Tensor(self.columns_behind(base, column));
        Ok(())
    }

    /// `tmem_load`: consecutive columns together, each thread its lane.
    pub(super) fn tensor_load(&mut self, op: Op) -> Lowered<()> {
        let memory = self.from.operand(op, from::tensor_load::tensor);
        let moved = self.moved(op, (memory, self.from.body.result(op, 0)))?;
        let Moved { address, ref tile, half, ref columns } = moved;
        let registers = tile.layout.registers();
        let ty = self.to.types.intern(if half { Type::I32 } else { elements::register(tile.elem) });
        let mut known: Vec<Option<Value>> = vec![None; registers as usize];
        for run in runs(columns) {
            let first = i64::from(run[0].0);
            let types = vec![ty; run.len()];
            let op = self.b().tmem_load().tensor(address).column(first).values(types).finish().op;
            let mut values: Vec<Value> = self.to.body.results(op).iter().collect();
            if half {
                values = values.into_iter().map(|word| self.lower_half(word)).collect();
            }
            run.iter().zip(values).for_each(|(&(_, register), value)| known[register] = Some(value));
        }
        let holders = tile.layout.holders();
        let of = |register| known[holders.apply(register) as usize].expect("each register has its column");
        let values: Vec<Value> = (0..registers).map(of).collect();
        self.hold(op, 0, values);
        Ok(())
    }

    /// `tmem_store`: likewise.
    pub(super) fn tensor_store(&mut self, op: Op) -> Lowered<()> {
        use from::tensor_store as f;
        let [memory, value] = [f::tensor, f::value].map(|field| self.from.operand(op, field));
        let moved = self.moved(op, (memory, value))?;
        if moved.half {
            return Err(self.refuse_agents(op));
        }
        let registers = self.registers(value);
        for run in runs(&moved.columns) {
            let values: Vec<Value> = run.iter().map(|&(_, register)| registers[register]).collect();
            let first = i64::from(run[0].0);
            self.b().tmem_store().tensor(moved.address).column(first).values(values).finish();
        }
        Ok(())
    }

    /// The copy between a tile of this agent and tensor memory: a lane for each thread.
    fn moved(&mut self, op: Op, (memory, tile): (Value, Value)) -> Lowered<Moved> {
        let (FromType::Tensor(tensor), FromType::Tile(tile)) =
            (self.from.ty(memory).clone(), self.from.ty(tile).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let by_rows = tensor.layout.access(&tile.layout) == Some(TensorAccess::Lanes32);
        let element = elements::register(tile.elem);
        let fits = matches!(element, Type::F16 | Type::F32 | Type::I32);
        if !by_rows || !fits || !self.runner.first_warp.is_multiple_of(4) {
            return Err(self.refuse_agents(op));
        }
        let address = self.lanes_of_warp(self.tensor(memory), &tensor.layout, &tile);
        let mut columns: Vec<(u32, usize)> = (0..tile.layout.registers())
            .map(|register| (column_of(&tensor.layout, tile.layout.apply(register, 0, 0)), register as usize))
            .collect();
        columns.sort_unstable();
        columns.dedup_by_key(|(column, _)| *column);
        Ok(Moved { address, tile, half: element == Type::F16, columns })
    }

    /// The float in the lower half of a word.
    fn lower_half(&mut self, word: Value) -> Value {
        let half = self.to.types.intern(Type::F16);
        let op = self.b().unpack().source(word).parts([half, half].as_slice()).finish().op;
        self.to.body.result(op, 0)
    }

    /// The address of the lanes that a warp reaches, and of the columns that its warpgroup has.
    fn lanes_of_warp(&mut self, base: Value, layout: &TensorLayout, tile: &TileType) -> Value {
        let warp = self.issuers().warp;
        let (three, shift) = (self.i32(3), self.i32(32 << LANE_SHIFT));
        let of_group = self.and(warp, three);
        let lanes = self.mul(of_group, shift);
        let mut address = self.add(base, lanes);
        let groups = tile.layout.columns(Input::Warp).get(2..).unwrap_or(&[]);
        let moved: Vec<u32> = groups.iter().map(|&image| column_of(layout, image)).collect();
        if let Some(columns) = self.of_warpgroup(&moved) {
            address = self.add(address, columns);
        }
        address
    }
}

/// The column of an element in the lowest lane that has it.
fn column_of(layout: &TensorLayout, coordinate: u64) -> u32 {
    let found = (0..u64::from(layout.columns())).find(|&column| layout.apply(0, column, 0) == coordinate);
    found.expect("a column begins there") as u32
}

/// Consecutive columns that one op reads: powers of two of them.
fn runs(columns: &[(u32, usize)]) -> Vec<&[(u32, usize)]> {
    let mut found = Vec::new();
    let mut rest = columns;
    while let Some(&(first, _)) = rest.first() {
        let side_by_side = (0u32..).zip(rest).take_while(|&(at, &(column, _))| column == first + at).count();
        let length = 1 << side_by_side.min(MOST_REGISTERS).ilog2();
        let (run, behind) = rest.split_at(length);
        found.push(run);
        rest = behind;
    }
    found
}
