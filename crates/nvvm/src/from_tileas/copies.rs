//! Asynchronous pipelines: ring buffers, copies from global memory into them, and waits for these copies.

use ir::{Op, Value};
use tileas::layout::{Access, Input, RegisterLayout};
use tileas::ops::fields as from;
use tileas::shared_memory::buffer_bytes;
use tileas::types::{BufferType, Type as FromType};

use super::buffers::buffer_bits;
use super::vectors::Place;
use super::{Held, Lower, Lowered};
use crate::Type;
use crate::ops::Builders as _;

/// Copies of a thread: where each begins, in memory and in the buffer, and how many bytes it moves.
struct Copies {
    places: Vec<Place>,
    access: Access,
    bits: u32,
}

/// The least that one copy moves, in bytes.
const LEAST_COPY: u32 = 4;

/// How threads share the copies of a tile: the next thread continues where a thread's `elements` along a dimension end.
/// Where there are fewer copies than threads, some have none.
fn shared_out(buffer: &BufferType, along: usize, elements: u32, warp_bits: u32) -> RegisterLayout {
    let shape = buffer.layout.shape();
    let others = (0..shape.rank()).rev().filter(|&dim| dim != along);
    let order: Vec<usize> = std::iter::once(along).chain(others).collect();
    // As if the elements of the least copy were a byte together: less than that no thread gets.
    let bits = 8 / (LEAST_COPY * 8 / buffer_bits(buffer.elem)).clamp(1, 8);
    RegisterLayout::coalesced(shape, bits, warp_bits, &order, elements * bits / 8)
}

/// Bits of registers that choose a row.
fn columns_of(rows: &RegisterLayout) -> impl Iterator<Item = usize> {
    let columns = rows.columns(Input::Register).iter().enumerate();
    columns.filter(|&(_, &column)| column != 0).map(|(bit, _)| bit)
}

/// The division of copies of gathered rows among threads: a thread copies parts of the rows whose numbers it holds, and
/// several threads that hold the same numbers divide the rows among them. None if elements that are copied at once are
/// of several rows.
fn picked_out(
    rows: &RegisterLayout,
    dim: usize,
    buffer: &BufferType,
    (along, elements): (usize, u32),
) -> Option<RegisterLayout> {
    let shape = buffer.layout.shape();
    if along == dim || rows.shape().rank() != 1 {
        return None;
    }
    let others =
        std::iter::once(along).chain((0..shape.rank()).rev().filter(|&other| other != along && other != dim));
    let mut rest =
        others.flat_map(|other| (0..shape.dim_bits(other)).map(move |bit| shape.shift(other) + bit));
    let mut registers: Vec<u64> = rest.by_ref().take(elements.ilog2() as usize).map(|bit| 1 << bit).collect();
    let mut divided =
        |input: Input| -> Vec<u64> {
            let columns = rows.columns(input).iter();
            columns
                .map(|&column| {
                    if column != 0 {
                        column << shape.shift(dim)
                    } else {
                        rest.next().map_or(0, |bit| 1 << bit)
                    }
                })
                .collect()
        };
    let (warps, lanes) = (divided(Input::Warp), divided(Input::Lane));
    registers.extend(rest.map(|bit| 1u64 << bit));
    let of_rows = rows.columns(Input::Register);
    registers.extend(columns_of(rows).map(|bit| of_rows[bit] << shape.shift(dim)));
    Some(RegisterLayout::new(shape.clone(), &registers, &lanes, &warps, &[]))
}

impl Lower<'_> {
    /// The buffer of a stage of a ring.
    pub(super) fn stage(&mut self, op: Op) -> Lowered<()> {
        let (ring, stage) = (self.from.body.operands(op)[0], self.from.body.operands(op)[1]);
        let FromType::Buffer(ty) = self.from.ty(ring).clone() else { return Ok(()) };
        let bytes = buffer_bytes(&ty).min(1 << 30) as u32;
        let stage = self.single(stage);
        let stage = self.resize(stage, Type::I32, false);
        let base = self.buffer(ring);
        let address = self.advance(base, stage, bytes);
        let result = self.from.body.result(op, 0);
        self.held[result] = Held::Buffer(address);
        Ok(())
    }

    /// The start of a slice of a buffer. Its offsets are the lowest ones, so the offset of the index is added to them.
    pub(super) fn extract_slice(&mut self, op: Op) -> Lowered<()> {
        let source = self.from.operand(op, from::extract_slice::source);
        let result = self.from.body.result(op, 0);
        if matches!(self.from.ty(source), FromType::Tensor(_)) {
            return self.extract_from_tensor(op);
        }
        let (whole, part) = (self.from.ty(source).buffer().cloned(), self.from.ty(result).buffer().cloned());
        let (Some(whole), Some(part)) = (whole, part) else {
            return self.extract_from_tile(op);
        };
        let (offsets, bytes) = (whole.layout.offsets(), u64::from(buffer_bits(whole.elem) / 8));
        let (shape, slice) = (whole.layout.shape().clone(), part.layout.shape().clone());
        let indices = self.from.operands(op, from::extract_slice::indices).to_vec();
        let mut at = self.i32(0);
        for (dim, index) in indices.into_iter().enumerate() {
            let index = self.single(index);
            let index = self.resize(index, Type::I32, false);
            for bit in slice.dim_bits(dim)..shape.dim_bits(dim) {
                let place = offsets.apply(1 << (shape.shift(dim) + bit)) * bytes;
                let shifted = self.shr(index, bit - slice.dim_bits(dim));
                let (one, place) = (self.i32(1), self.i32(place as u32));
                let set = self.and(shifted, one);
                let term = self.mul(set, place);
                at = self.add(at, term);
            }
        }
        let base = self.buffer(source);
        self.held[result] = Held::Buffer(self.advance(base, at, 1));
        Ok(())
    }

    /// The stage after a stage.
    pub(super) fn inc_iter(&mut self, op: Op) -> Lowered<()> {
        let stage = self.single(self.from.operand(op, from::inc_iter::stage));
        let stages = self.from.int(op, from::inc_iter::stages).unwrap_or(1);
        let ty = self.type_of(stage);
        let (one, zero, end) = (self.bits(ty, 1), self.bits(ty, 0), self.bits(ty, stages as u64));
        let next = self.add(stage, one);
        let wraps = self.compare(tile_core::arith::ComparisonPredicate::Equal, false, next, end);
        let next = self.select(wraps, zero, next);
        self.hold(op, 0, vec![next]);
        Ok(())
    }

    pub(super) fn consumer_wait(&mut self, op: Op) -> Lowered<()> {
        let pending = self.from.int(op, from::consumer_wait::pending).unwrap_or(0);
        self.b().cp_async_wait().pending(pending).finish();
        if self.from.flag(op, from::consumer_wait::fence) {
            self.fence_proxies();
        }
        self.barrier_with_tensor_memory();
        Ok(())
    }

    /// `async_tiled_load`, and `async.tiled_load` of agents, whose row is the same.
    pub(super) fn async_tiled_load(&mut self, op: Op) -> Lowered<()> {
        use from::async_tiled_load as f;
        let tiles = self.from.operand(op, f::tiles);
        let index = self.from.operands(op, f::index).to_vec();
        let buffer = self.from.operand(op, f::buffer);
        let FromType::Buffer(ty) = self.from.ty(buffer).clone() else { return Ok(()) };
        let bits = buffer_bits(ty.elem);
        let groups: Vec<i64> = self.from.ints(op, f::contiguity).to_vec();
        let along = groups.iter().position(|&elements| elements > 1).unwrap_or(0);
        let aligned = self.from.int(op, f::divisibility).unwrap_or(1).clamp(1, 16);
        // Elements that are neighbours in the buffer, and in memory.
        let together = groups.get(along).copied().unwrap_or(1).min(ty.layout.contiguous(along).into());
        let most = 1 << (aligned * 8 / i64::from(bits)).min(together).max(1).ilog2();
        let gather = self.from.ty(tiles).block_tile().and_then(|tiles| tiles.gather);
        if let Some(dim) = gather {
            return self.gathered_load(op, (dim as usize, index[dim as usize]), (along, most), &ty);
        }
        let layout = shared_out(&ty, along, most, self.runner.warps.ilog2());
        let access = Access::new(&layout, &ty.layout, bits, most * bits / 8);
        let leads = leads(&access);
        let places = self.tile_places(op, tiles, &index, &layout, &leads)?;
        self.copies(op, buffer, &layout, &Copies { places, access, bits })
    }

    /// Copies of gathered rows: each thread copies parts of the rows whose numbers it holds.
    fn gathered_load(
        &mut self,
        op: Op,
        (dim, picked): (usize, Value),
        (along, elements): (usize, u32),
        buffer: &BufferType,
    ) -> Lowered<()> {
        use from::async_tiled_load as f;
        let rows = self.tile(picked).layout.clone();
        let bits = buffer_bits(buffer.elem);
        let Some(layout) = picked_out(&rows, dim, buffer, (along, elements)) else {
            return Err(self
                .refuse(op, "picks elements of rows, along the dimension that is contiguous in its buffer"));
        };
        let access = Access::new(&layout, &buffer.layout, bits, elements * bits / 8);
        let leads = leads(&access);
        // The upper bits of a register's number are those of the row that it is in.
        let own = layout.bits(Input::Register) - columns_of(&rows).count() as u32;
        let numbers = self.registers(picked);
        let of_row = |register: u64| {
            let set = columns_of(&rows).enumerate().filter(|&(at, _)| register >> own >> at & 1 == 1);
            set.fold(0, |row, (_, bit)| row | 1 << bit)
        };
        let expanded: Vec<Value> =
            (0..layout.registers()).map(|register| numbers[of_row(register)]).collect();
        let before = std::mem::replace(&mut self.held[picked], Held::Tile(expanded));
        let index = self.from.operands(op, f::index).to_vec();
        let places = self.tile_places(op, self.from.operand(op, f::tiles), &index, &layout, &leads);
        self.held[picked] = before;
        let buffer = self.from.operand(op, f::buffer);
        self.copies(op, buffer, &layout, &Copies { places: places?, access, bits })
    }

    /// `async_load`, and `async.load` of agents, whose row is the same.
    pub(super) fn async_load(&mut self, op: Op) -> Lowered<()> {
        use from::async_load as f;
        let source = self.from.operand(op, f::source);
        let buffer = self.from.operand(op, f::buffer);
        let FromType::Buffer(ty) = self.from.ty(buffer).clone() else { return Ok(()) };
        let bits = buffer_bits(ty.elem);
        let layout = self.tile(source).layout.clone();
        let groups: Vec<i64> = self.from.ints(op, f::contiguity).to_vec();
        let along = groups.iter().position(|&elements| elements > 1).unwrap_or(0);
        let together = groups.get(along).copied().unwrap_or(1).min(layout.contiguous(along).into());
        let together = together.min(ty.layout.contiguous(along).into()).max(1);
        let aligned = self.from.int(op, f::divisibility).unwrap_or(1).clamp(1, 16);
        let most = aligned.min(together * i64::from(bits / 8)) as u32;
        let access = Access::new(&layout, &ty.layout, bits, most);
        let pointers = self.registers(source);
        let mask = self.from.operand_opt(op, f::mask).map(|mask| self.registers(mask));
        let places = leads(&access)
            .into_iter()
            .map(|lead| Place { inside: mask.as_ref().map(|mask| mask[lead]), ..Place::at(pointers[lead]) })
            .collect();
        self.copies(op, buffer, &layout, &Copies { places, access, bits })
    }

    /// Starts copies. Elements outside become zeros: copies of zero source bytes.
    fn copies(&mut self, op: Op, buffer: Value, layout: &RegisterLayout, copies: &Copies) -> Lowered<()> {
        let bytes = copies.access.bytes();
        if ![4, 8, 16].contains(&bytes) {
            return Err(
                self.refuse(op, "copies 4, 8 or 16 bytes at once; its memory is not known to allow that")
            );
        }
        let base = self.buffer(buffer);
        let vector_bits = copies.access.registers.inputs() - copies.access.vector_bits;
        let targets = self.places(base, &copies.access.offsets, vector_bits, copies.bits / 8);
        let owner = self.owns(layout);
        for ((address, offset), place) in targets.into_iter().zip(&copies.places) {
            let size = place.inside.map(|inside| {
                let (all, none) = (self.i32(bytes), self.i32(0));
                self.select(inside, all, none)
            });
            self.b()
                .cp_async()
                .destination(address)
                .source(place.address)
                .size(size)
                .predicate(owner)
                .bytes(i64::from(bytes))
                .offset(offset)
                .finish();
        }
        Ok(())
    }
}

/// The register of the first element of each vector.
fn leads(access: &Access) -> Vec<usize> {
    let vectors = access.registers.inputs() - access.vector_bits;
    (0..1u64 << vectors).map(|vector| access.registers.apply(vector << access.vector_bits) as usize).collect()
}
