//! Shared memory: buffers, scratch, and tiles that change their layout.

use ir::{Block, Op, Value};
use numerics::{Scalar, format::Format};
use tileaa::types::Padding;
use tileas::layout::{Access, Conversion, Input, LinearMap, RegisterLayout, Selection, SharedTrip, Shuffle};
use tileas::ops::fields as from;
use tileas::types::Type as FromType;

use super::words::Words;
use super::{Held, Lower, Lowered, elements};
use crate::Type;

/// Buffers and scratch start at multiples of this, in bytes.
const ALIGN: u32 = 128;

/// What is held in shared memory for each element of a register's type.
fn shared_bits(ty: Type) -> u32 {
    ty.bits().max(8)
}

/// Buffers.
impl Lower<'_> {
    /// Gives each buffer of a function its place; returns the bytes that they take.
    pub(super) fn plan_buffers(&mut self, block: Block) -> u32 {
        let mut bytes = 0u32;
        let owner = self.from.body.block_op(block).expect("a block stands in an op");
        for op in ir::walk::preorder(&self.from.body, owner) {
            if self.from.opcode(op) != tileas::Opcode::AllocTensor {
                continue;
            }
            let result = self.from.body.result(op, 0);
            let FromType::Buffer(buffer) = self.from.ty(result).clone() else { continue };
            self.planned.push((result, bytes));
            let bits = shared_bits(elements::register(buffer.elem));
            let size = (u64::from(bits / 8) << buffer.layout.shape().bits()).min(1 << 30) as u32;
            bytes = bytes.saturating_add(size.next_multiple_of(ALIGN));
        }
        bytes
    }

    /// Buffers are addresses at a fixed distance from the start of shared memory.
    pub(super) fn place_buffers(&mut self) {
        for (value, offset) in std::mem::take(&mut self.planned) {
            let address = self.shared_at(offset);
            self.held[value] = Held::Buffer(address);
        }
    }

    /// So many bytes behind the buffers, until the next use of the scratch.
    pub(super) fn scratch(&mut self, bytes: u64) -> Value {
        let bytes = bytes.min(1 << 30) as u32;
        self.shared.scratch = self.shared.scratch.max(bytes.next_multiple_of(ALIGN));
        self.shared_at(self.shared.buffers)
    }

    /// Addresses of a tile's elements in a buffer, at offsets of elements.
    fn buffer_addresses(&mut self, buffer: Value, offsets: &[Value], layout: &RegisterLayout) -> Vec<Value> {
        let FromType::Buffer(ty) = self.from.ty(buffer).clone() else { return Vec::new() };
        debug_assert_eq!(
            ty.layout,
            tileas::layout::SharedLayout::row_major(ty.layout.shape()),
            "row-major buffers"
        );
        let base = self.buffer(buffer);
        let bytes = shared_bits(elements::register(ty.elem)) / 8;
        let shape = ty.layout.shape().clone();
        let rank = layout.shape().rank();
        let skipped = shape.rank() - rank;
        let mut start: Option<Value> = None;
        for (dim, &offset) in offsets.iter().enumerate() {
            let offset = self.single(offset);
            let offset = self.resize(offset, Type::I32, true);
            let moved = self.shl(offset, shape.shift(dim));
            start = Some(start.map_or(moved, |sum| self.add(sum, moved)));
        }
        // Coordinates of the tile, as offsets of the buffer: each dimension has its bits to itself.
        let grown: Vec<u64> = layout
            .map()
            .columns()
            .iter()
            .map(|&column| {
                let at = |dim: usize| u64::from(layout.shape().at(column, dim)) << shape.shift(dim + skipped);
                (0..rank).map(at).sum()
            })
            .collect();
        let map = LinearMap::new(grown, shape.bits());
        let mut addresses = Vec::new();
        for offset in self.offsets(&map, layout.bits(Input::Register)) {
            let offset = start.map_or(offset, |start| self.add(start, offset));
            addresses.push(self.advance(base, offset, bytes));
        }
        addresses
    }

    pub(super) fn local_store(&mut self, op: Op) -> Lowered<()> {
        let value = self.from.operand(op, from::local_store::value);
        let buffer = self.from.operand(op, from::local_store::buffer);
        let offsets = self.from.operands(op, from::local_store::offsets).to_vec();
        let layout = self.tile(value).layout.clone();
        let addresses = self.buffer_addresses(buffer, &offsets, &layout);
        let values = self.registers(value);
        let owner = self.owns(&layout);
        for register in Self::own_registers(&layout) {
            let stored = self.in_memory(values[register]);
            let bits = shared_bits(self.type_of(values[register]));
            self.st(addresses[register], &[stored], bits, owner);
        }
        Ok(())
    }

    pub(super) fn local_load(&mut self, op: Op) -> Lowered<()> {
        let buffer = self.from.operand(op, from::local_load::buffer);
        let offsets = self.from.operands(op, from::local_load::offsets).to_vec();
        let tile = self.tile(self.from.body.result(op, 0)).clone();
        let addresses = self.buffer_addresses(buffer, &offsets, &tile.layout);
        let ty = elements::register(tile.elem);
        let values = addresses.into_iter().map(|address| self.load_shared(address, ty)).collect();
        self.hold(op, 0, values);
        Ok(())
    }

    /// One element of shared memory.
    pub(super) fn load_shared(&mut self, address: Value, ty: Type) -> Value {
        let stored = if ty == Type::I1 { Type::I16 } else { ty };
        let value = self.ld(address, stored, shared_bits(ty), 1)[0];
        self.out_of_memory(value, ty)
    }

    /// A value as memory has it: truth values are bytes.
    pub(super) fn in_memory(&mut self, value: Value) -> Value {
        if self.type_of(value) == Type::I1 { self.resize(value, Type::I16, false) } else { value }
    }

    pub(super) fn out_of_memory(&mut self, value: Value, ty: Type) -> Value {
        if ty != Type::I1 {
            return value;
        }
        let zero = self.bits(Type::I16, 0);
        self.compare(tileaa::arith::ComparisonPredicate::NotEqual, false, value, zero)
    }
}

/// Conversions.
impl Lower<'_> {
    pub(super) fn convert_layout(&mut self, op: Op) -> Lowered<()> {
        let source = self.from.operand(op, from::convert_layout::source);
        let (before, after) = (self.tile(source).clone(), self.tile(self.from.body.result(op, 0)).clone());
        let registers = self.registers(source);
        let bits = shared_bits(elements::register(before.elem));
        let values = match Conversion::between(&before.layout, &after.layout, bits) {
            Conversion::Same => registers,
            Conversion::Registers(map) => renamed(&registers, &map, after.layout.registers()),
            Conversion::Shuffle(shuffle) => self.exchange(&registers, &shuffle, after.layout.registers()),
            Conversion::Shared(trip) => self.travel(&registers, [&before.layout, &after.layout], &trip),
            Conversion::Cluster => {
                return Err(self
                    .refuse(op, "is not compiled yet: tiles that several thread blocks of a cluster hold"));
            }
        };
        self.hold(op, 0, values);
        Ok(())
    }

    /// Lanes exchange registers, round by round.
    fn exchange(&mut self, registers: &[Value], shuffle: &Shuffle, count: u64) -> Vec<Value> {
        let mut sent = registers.to_vec();
        for selection in shuffle.selects_before() {
            sent = self.selected(&sent, selection);
        }
        let rounds = shuffle.rounds();
        let round_bits = rounds.ilog2();
        let lanes = self.offsets(&shuffle.from, round_bits);
        let local = shuffle.is_local();
        let mut received = Vec::new();
        for round in 0..rounds {
            let value = sent[shuffle.send.apply(round) as usize];
            received.push(if local { value } else { self.shuffle(1, value, lanes[round as usize]) });
        }
        for selection in shuffle.selects_after() {
            received = self.selected(&received, selection);
        }
        (0..count).map(|register| received[shuffle.receive.apply(register) as usize]).collect()
    }

    /// Registers exchanged in the threads that a selection names.
    fn selected(&mut self, registers: &[Value], selection: Selection) -> Vec<Value> {
        let odd = self.thread_parity(selection.threads);
        (0..registers.len())
            .map(|register| {
                let other = registers[register ^ selection.exchange as usize];
                self.select(odd, other, registers[register])
            })
            .collect()
    }

    /// Through shared memory: stored in one layout, loaded in another.
    fn travel(
        &mut self,
        registers: &[Value],
        [before, after]: [&RegisterLayout; 2],
        trip: &SharedTrip,
    ) -> Vec<Value> {
        let ty = self.type_of(registers[0]);
        let bits = shared_bits(ty);
        let base = self.scratch(u64::from(bits / 8) << before.shape().bits());
        self.barrier();
        let owner = self.owns(before);
        self.store_vectors(base, registers, &trip.store, bits, owner);
        self.barrier();
        self.load_vectors(base, &trip.load, ty, after)
    }

    fn vector_addresses(&mut self, base: Value, access: &Access, bits: u32) -> Vec<Value> {
        let vector_bits = access.registers.inputs() - access.vector_bits;
        let offsets = self.offsets(&access.offsets, vector_bits);
        offsets.into_iter().map(|offset| self.advance(base, offset, bits / 8)).collect()
    }

    fn store_vectors(
        &mut self,
        base: Value,
        registers: &[Value],
        access: &Access,
        bits: u32,
        owner: Option<Value>,
    ) {
        let addresses = self.vector_addresses(base, access, bits);
        for (vector, address) in addresses.into_iter().enumerate() {
            let values: Vec<Value> = (0..1u64 << access.vector_bits)
                .map(|element| {
                    registers
                        [access.registers.apply(element | (vector as u64) << access.vector_bits) as usize]
                })
                .collect();
            let (words, bits) = self.words(&values, bits);
            self.st(address, &words, bits, owner);
        }
    }

    fn load_vectors(
        &mut self,
        base: Value,
        access: &Access,
        ty: Type,
        layout: &RegisterLayout,
    ) -> Vec<Value> {
        let bits = shared_bits(ty);
        let addresses = self.vector_addresses(base, access, bits);
        let mut loaded: Vec<Option<Value>> = vec![None; layout.registers() as usize];
        for (vector, address) in addresses.into_iter().enumerate() {
            let elements = 1usize << access.vector_bits;
            let values = self.load_words(address, ty, bits, elements);
            for (element, value) in values.into_iter().enumerate() {
                let register = access.registers.apply(element as u64 | (vector as u64) << access.vector_bits);
                loaded[register as usize] = Some(value);
            }
        }
        // Registers that repeat others are not loaded, but copied.
        let holders = layout.holders();
        let held = |register| loaded[holders.apply(register) as usize].expect("holders are loaded");
        (0..layout.registers()).map(held).collect()
    }

    /// The values in words that one access moves.
    fn load_words(&mut self, address: Value, ty: Type, bits: u32, count: usize) -> Vec<Value> {
        let shape = Words::of(count, bits);
        let words = self.ld(address, shape.register(bits, ty), shape.bits, shape.count);
        self.elements_of_words(&words, shape, bits, ty)
    }

    /// What one thread of those that hold an element has, in all of them.
    pub(super) fn share(
        &mut self,
        layout: &RegisterLayout,
        owner: Option<Value>,
        values: Vec<Value>,
    ) -> Vec<Value> {
        let ty = self.type_of(values[0]);
        let bits = shared_bits(ty);
        let base = self.scratch(u64::from(bits / 8) << layout.shape().bits());
        let linear =
            if layout.shape().rank() == 0 { vec![self.i32(0)] } else { self.linear_coordinates(layout) };
        let addresses: Vec<Value> =
            linear.into_iter().map(|offset| self.advance(base, offset, bits / 8)).collect();
        self.barrier();
        for register in Self::own_registers(layout) {
            let stored = self.in_memory(values[register]);
            self.st(addresses[register], &[stored], bits, owner);
        }
        self.barrier();
        addresses.into_iter().map(|address| self.load_shared(address, ty)).collect()
    }
}

fn renamed(registers: &[Value], map: &LinearMap, count: u64) -> Vec<Value> {
    (0..count).map(|register| registers[map.apply(register) as usize]).collect()
}

/// The bits of a padding value in a register of the type.
pub(super) fn padding_bits(scalar: Scalar, padding: Padding) -> u64 {
    let Some(format) = Format::of(scalar) else { return 0 };
    let infinity = format.infinity().unwrap_or(format.max_finite());
    let bits = match padding {
        Padding::Zero => 0,
        Padding::NegZero => format.sign(true),
        Padding::Nan => format.nan().unwrap_or(0),
        Padding::PosInf => infinity,
        Padding::NegInf => infinity | format.sign(true),
    };
    elements::held_bits(scalar, bits)
}
