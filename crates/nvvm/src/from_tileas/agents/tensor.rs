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
use tileas::layout::TensorLayout;
use tileas::ops::fields as from;
use tileas::types::Type as FromType;
use tileas::{Module, stage_of};

use super::Issuers;
use super::crew::{PAIR, is_of_leader};
use super::descriptors::Matrix;
use super::pipelines::Pipeline;
use super::protocol::Protocol;
use super::tensor_moves::column_of;
use crate::Type;
use crate::attrs::SyncSide;
use crate::from_tileas::{Held, Lower, Lowered, elements};
use crate::ops::Builders as _;

/// Columns that are taken at once, at least.
const LEAST_COLUMNS: u32 = 32;
/// Rows of an instruction of `tcgen05.mma`, at most.
pub(super) const ROWS: u32 = 128;
/// Columns of one, at most.
const COLUMNS: u32 = 256;
/// Rows at least, of those that are lowered.
const LEAST_ROWS: u32 = 32;

/// Tensor memory of a kernel.
#[derive(Clone, Copy, Debug)]
pub(in crate::from_tileas) struct TensorMemory {
    /// Where its address is stored, in shared memory.
    slot: (Value, i64),
    /// Its address, once all threads know it.
    base: Option<Value>,
    columns: u32,
    /// Whether a pair of thread blocks has taken it together.
    is_of_pair: bool,
    /// Who issues products, where the kernel has no agents: it frees tensor memory where it returns.
    issuers: Option<Issuers>,
}

impl TensorMemory {
    /// Who issues products of a kernel without agents.
    pub(super) fn issuers(self) -> Option<Issuers> {
        self.issuers
    }

    /// The address of its first column, once all threads know it.
    pub(super) fn base(self) -> Option<Value> {
        self.base
    }

    /// It belongs to a kernel without agents.
    pub(super) fn of_kernel(self, issuers: Issuers) -> TensorMemory {
        TensorMemory { issuers: Some(issuers), ..self }
    }

    /// Whether a pair of thread blocks has taken it together.
    pub(super) fn is_of_pair(self) -> bool {
        self.is_of_pair
    }
}

/// The left factor of a product.
enum Left {
    Shared(Matrix),
    /// Its rows are lanes; `in_column` elements of the inner dimension share a column.
    Tensor {
        base: Value,
        in_column: u32,
    },
}

impl Left {
    fn is_transposed(&self) -> bool {
        match self {
            Left::Shared(matrix) => matrix.transposed,
            Left::Tensor { .. } => false,
        }
    }
}

impl Lower<'_> {
    /// The first warp takes the tensor memory of pipelines, which all know after a barrier.
    pub(super) fn take_tensor_memory(&mut self, protocols: &mut [Protocol]) -> Lowered<()> {
        let mut columns = 0;
        let mut first: Option<usize> = None;
        for (number, protocol) in protocols.iter_mut().enumerate() {
            let is_over = replaced(self.from, protocol).is_some();
            if let Some(tensor) = protocol.tensor.as_mut().filter(|_| !is_over) {
                first.get_or_insert(number);
                tensor.first = columns;
                columns += tensor.columns * protocol.stages.count;
            }
        }
        share_columns(self.from, protocols);
        let Some(first) = first.map(|number| &protocols[number]) else { return Ok(()) };
        if self.kernel.tensor.is_some() {
            let text = "uses tensor memory, and so does another switch of its kernel; only one may";
            return Err(self.refuse(first.create, text));
        }
        let offset = self.offset(first.create, from::pipeline_create::offset);
        let slot = (self.shared_at(offset), i64::from(first.stages.slot()));
        let is_of_pair = first.is_of_pair;
        self.take_columns(slot, columns, is_of_pair);
        Ok(())
    }

    /// The first warp takes columns, and writes where they are.
    pub(super) fn take_columns(&mut self, slot: (Value, i64), columns: u32, is_of_pair: bool) {
        let columns = columns.max(LEAST_COLUMNS).next_power_of_two();
        self.kernel.tensor = Some(TensorMemory { slot, base: None, columns, is_of_pair, issuers: None });
        self.on_first_warp(|l| {
            let mut b = l.b();
            let alloc = b.tmem_alloc().address(slot.0).offset(slot.1).columns(i64::from(columns));
            alloc.pair(is_of_pair).finish();
        });
        self.b().tmem_fence().side(SyncSide::Before).finish();
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
        let Some(TensorMemory { base: Some(base), columns, is_of_pair, .. }) = self.kernel.tensor else {
            return;
        };
        self.b().tmem_fence().side(SyncSide::Before).finish();
        if is_of_pair {
            self.meet_cluster();
        } else {
            self.barrier();
        }
        self.b().tmem_fence().side(SyncSide::After).finish();
        self.on_first_warp(|l| {
            l.b().tmem_free().tensor(base).columns(i64::from(columns)).pair(is_of_pair).finish();
        });
    }

    pub(super) fn on_first_warp(&mut self, then: impl FnOnce(&mut Self)) {
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

    pub(super) fn columns_behind(&mut self, address: Value, columns: u32) -> Value {
        if columns == 0 {
            return address;
        }
        let columns = self.i32(columns);
        self.add(address, columns)
    }

    /// The end of the products that this agent has begun arrives at a barrier, of both thread blocks of a pair.
    pub(super) fn commit_products(&mut self, (address, offset): (Value, i64), is_of_pair: bool) {
        let elected = self.issuers().elected;
        let mask = is_of_pair.then(|| self.mask_of_pair());
        let mut b = self.b();
        let commit = b.tcgen05_commit().address(address).predicate(elected).offset(offset);
        match mask {
            Some(mask) => commit.multicast(mask).finish(),
            None => commit.finish(),
        };
    }

    /// `tcgen05.mma`: an instruction for each 128 rows, 256 columns and 32 bytes of k, by one lane.
    pub(super) fn tensor_dot(&mut self, op: Op) -> Lowered<()> {
        use from::tensor_dot as f;
        let [lhs, rhs, acc] = [f::lhs, f::rhs, f::acc].map(|field| self.from.operand(op, field));
        let (FromType::Buffer(right), FromType::Tensor(sum)) =
            (self.from.ty(rhs).clone(), self.from.ty(acc).clone())
        else {
            return Err(self.refuse_agents(op));
        };
        let [rows, columns] = [0, 1].map(|dim| sum.layout.shape().extent(dim));
        let group = if is_of_leader(self.from, op) { PAIR } else { 1 };
        // Fewer than 128 rows are one instruction, whose sum has the upper half of the columns in lanes of its own.
        let extent = rows.min(ROWS);
        let [m, n] = extents_of_instruction(&sum.layout);
        // Both thread blocks tell of stages alone that they are full.
        let are_stages = [lhs, rhs].iter().all(|&operand| self.place_in_stage(operand).is_some());
        let is_known = group == 1 || (rows == ROWS && self.kernel.ctas == i64::from(PAIR) && are_stages);
        let is_by_one_warp = self.runner.warps == 1 || self.is_product_of_kernel();
        if !is_known || !is_by_one_warp || m < LEAST_ROWS {
            return Err(self.refuse_agents(op));
        }
        let signs = [f::signed_lhs, f::signed_rhs].map(|field| self.from.flag(op, field));
        let formats = [(lhs, signs[0]), (rhs, signs[1])].map(|(value, signed)| self.format_of(value, signed));
        let [Some(a_format), Some(b_format)] = formats else { return Err(self.refuse_agents(op)) };
        let a = self.left_of_tensor_dot(op, lhs, extent)?;
        let width = columns.min(COLUMNS);
        let b = self.matrix(op, rhs, &right, (1, width / group), None)?;
        let accumulates = self.from.operand_opt(op, f::accumulate).map(|value| self.single(value));
        let half = elements::register(sum.elem) == Type::F16;
        let base = self.tensor(acc);
        let elected = self.issuers().elected;
        let (steps, depth) = b.steps();
        let parts = (0..rows / extent).flat_map(|row| (0..columns / width).map(move |column| [row, column]));
        for [row, column] in parts.map(|[row, column]| [row * extent, column * width]) {
            let first = column_of(&sum.layout, sum.layout.shape().pack(&[row, column]));
            let tensor = self.columns_behind(base, first);
            for step in 0..steps {
                let from_a = self.step_of_left(&a, row, step * depth);
                let from_b = self.descriptor(&b, column, step * depth);
                let mut builder = self.b();
                let mut product = builder.tcgen05_mma().tensor(tensor).a(from_a).b(from_b).predicate(elected);
                if let Some(accumulates) = accumulates.filter(|_| step == 0) {
                    product = product.accumulate(accumulates);
                }
                let product = product.m(i64::from(m)).n(i64::from(n)).half_sums(half);
                let product = product.a_format(a_format).b_format(b_format);
                product.transpose_a(a.is_transposed()).transpose_b(b.transposed).pair(group > 1).finish();
            }
        }
        Ok(())
    }

    /// The left factor of a product: a matrix in shared memory, or rows in tensor memory.
    fn left_of_tensor_dot(&mut self, op: Op, value: Value, rows: u32) -> Lowered<Left> {
        match self.from.ty(value).clone() {
            FromType::Buffer(buffer) => Ok(Left::Shared(self.matrix(op, value, &buffer, (0, rows), None)?)),
            FromType::Tensor(tensor) => {
                let in_column = 1 << tensor.layout.part_bits();
                Ok(Left::Tensor { base: self.tensor(value), in_column })
            }
            _ => Err(self.refuse_agents(op)),
        }
    }

    /// What an instruction multiplies from a row and an element of the inner dimension on.
    fn step_of_left(&mut self, left: &Left, row: u32, inner: u32) -> Value {
        match *left {
            Left::Shared(ref matrix) => self.descriptor(matrix, row, inner),
            Left::Tensor { base, in_column } => self.columns_behind(base, inner / in_column),
        }
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
}

/// The rows and columns of the instructions that make a sum: more than it has where descriptors of their operands repeat some.
fn extents_of_instruction(sum: &TensorLayout) -> [u32; 2] {
    if sum.is_repeated() {
        return [ROWS, sum.repeated_columns()];
    }
    [sum.shape().extent(0).min(ROWS), sum.shape().extent(1).min(COLUMNS)]
}

/// The pipeline whose columns a pipeline has.
fn replaced(module: &Module, protocol: &Protocol) -> Option<Value> {
    module.operand_opt(protocol.create, from::pipeline_create::over)
}

/// Pipelines over others start where those do.
fn share_columns(module: &Module, protocols: &mut [Protocol]) {
    for number in 0..protocols.len() {
        let Some(over) = replaced(module, &protocols[number]) else { continue };
        let is_other = |other: &Protocol| module.body.result(other.create, 0) == over;
        let Some(other) = protocols.iter().position(is_other) else { continue };
        let first = protocols[other].tensor.as_ref().map_or(0, |tensor| tensor.first);
        for number in [number, other] {
            protocols[number].is_in_turn = true;
        }
        if let Some(tensor) = &mut protocols[number].tensor {
            tensor.first = first;
        }
    }
}
