//! Layout conversions: renamed registers, shuffles, and exchanges through the scratch memory after the buffers.

use ir::{Op, Value};
use numerics::{Scalar, format::Format};
use tileaa::types::Padding;
use tileas::layout::{Access, Conversion, LinearMap, RegisterLayout, Selection, SharedTrip, Shuffle};
use tileas::ops::fields as from;

use super::words::Words;
use super::{Lower, Lowered, elements};
use crate::Type;
use crate::attrs::ShuffleKind;
use crate::ops::Builders as _;

/// Bits in shared memory for each element of a register's type.
pub(super) fn shared_bits(ty: Type) -> u32 {
    ty.bits().max(8)
}

/// Elements.
impl Lower<'_> {
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
        self.compare(tile_core::arith::ComparisonPredicate::NotEqual, false, value, zero)
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
            received.push(if local {
                value
            } else {
                self.shuffle(ShuffleKind::Index, value, lanes[round as usize])
            });
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
        if let Some(part) = self.round_bits(1 << before.shape().bits(), bits) {
            return self.travel_in_rounds(registers, [before, after], part);
        }
        let base = self.scratch(u64::from(bits / 8) << before.shape().bits());
        self.barrier();
        let owner = self.owns(before);
        self.store_vectors(base, registers, &trip.store, bits, owner);
        self.barrier();
        self.load_vectors(base, &trip.load, ty, bits, after)
    }

    pub(super) fn store_vectors(
        &mut self,
        base: Value,
        registers: &[Value],
        access: &Access,
        bits: u32,
        owner: Option<Value>,
    ) {
        let vector_bits = access.registers.inputs() - access.vector_bits;
        let places = self.places(base, &access.offsets, vector_bits, bits / 8);
        for (vector, (address, offset)) in places.into_iter().enumerate() {
            let values: Vec<Value> = (0..1u64 << access.vector_bits)
                .map(|element| {
                    registers
                        [access.registers.apply(element | (vector as u64) << access.vector_bits) as usize]
                })
                .collect();
            let (words, bits) = self.words(&values, bits);
            self.b()
                .st()
                .address(address)
                .values(words)
                .predicate(owner)
                .bits(i64::from(bits))
                .offset(offset)
                .finish();
        }
    }

    /// A tile whose elements have the given width in shared memory.
    pub(super) fn load_vectors(
        &mut self,
        base: Value,
        access: &Access,
        ty: Type,
        bits: u32,
        layout: &RegisterLayout,
    ) -> Vec<Value> {
        let vector_bits = access.registers.inputs() - access.vector_bits;
        let places = self.places(base, &access.offsets, vector_bits, bits / 8);
        let mut loaded: Vec<Option<Value>> = vec![None; layout.registers() as usize];
        for (vector, place) in places.into_iter().enumerate() {
            let elements = 1usize << access.vector_bits;
            let values = self.load_words(place, ty, bits, elements);
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
    pub(super) fn load_words(
        &mut self,
        place: (Value, i64),
        ty: Type,
        bits: u32,
        count: usize,
    ) -> Vec<Value> {
        let shape = Words::of(count, bits);
        let words = self.ld_at(place, shape.register(bits, ty), shape.bits, shape.count);
        self.elements_of_words(&words, shape, bits, ty)
    }

    /// Broadcasts the value of one of the threads that hold an element to all of them.
    pub(super) fn share(
        &mut self,
        layout: &RegisterLayout,
        owner: Option<Value>,
        values: Vec<Value>,
    ) -> Vec<Value> {
        let ty = self.type_of(values[0]);
        let bits = shared_bits(ty);
        if let Some(part) = self.round_bits(1 << layout.shape().bits(), bits) {
            return self.travel_in_rounds(&values, [layout, layout], part);
        }
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
