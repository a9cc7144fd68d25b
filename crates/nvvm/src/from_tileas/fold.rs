//! Reductions and scans.
//!
//! A reduction combines what a thread has, then lanes exchange what they have, then warps do through scratch. A scan goes
//! through scratch, where each line of elements is combined by one thread.

use ir::{Op, Value};
use tileas::layout::{Input, RegisterLayout};
use tileas::ops::fields as from;

use super::{Lower, Lowered};
use crate::Type;
use crate::ops::{Builders as _, fields};

/// The bytes of scratch that an element of a register's type takes.
fn bytes(ty: Type) -> u32 {
    ty.bits().max(8) / 8
}

/// Bits of an input whose elements differ along a dimension.
fn along(layout: &RegisterLayout, input: Input, dim: usize) -> Vec<u32> {
    let columns = layout.columns(input).iter().enumerate();
    columns.filter(|(_, column)| layout.shape().at(**column, dim) != 0).map(|(bit, _)| bit as u32).collect()
}

/// Values of one element, one for each operand of the op.
type Element = Vec<Value>;

impl Lower<'_> {
    /// The element behind what was combined so far.
    fn combined(&mut self, op: Op, first: &[Value], second: &[Value]) -> Lowered<Element> {
        let arguments: Vec<Value> = first.iter().zip(second).flat_map(|(&a, &b)| [a, b]).collect();
        self.inline(op, &arguments)
    }

    /// Registers of all operands, element by element.
    fn elements_of(&self, op: Op) -> Vec<Element> {
        let operands: Vec<Vec<Value>> =
            self.from.body.operands(op).iter().map(|&value| self.registers(value)).collect();
        (0..operands[0].len()).map(|register| operands.iter().map(|o| o[register]).collect()).collect()
    }

    pub(super) fn reduce(&mut self, op: Op) -> Lowered<()> {
        let dim = self.from.int(op, from::reduce::dim).unwrap_or(0) as usize;
        let layout = self.tile(self.from.body.operands(op)[0]).layout.clone();
        let mut elements = self.elements_of(op);
        elements = self.reduce_registers(op, &layout, dim, elements)?;
        elements = self.reduce_lanes(op, &layout, dim, elements)?;
        elements = self.reduce_warps(op, &layout, dim, elements)?;
        for index in 0..self.from.body.results(op).len() {
            let registers = elements.iter().map(|element| element[index]).collect();
            self.hold(op, index, registers);
        }
        Ok(())
    }

    /// Within the thread: registers that differ along the dimension alone become one.
    fn reduce_registers(
        &mut self,
        op: Op,
        layout: &RegisterLayout,
        dim: usize,
        elements: Vec<Element>,
    ) -> Lowered<Vec<Element>> {
        let bits = along(layout, Input::Register, dim);
        let mask: usize = bits.iter().map(|bit| 1 << bit).sum();
        let mut results = Vec::new();
        for first in (0..elements.len()).filter(|register| register & mask == 0) {
            let mut group: Vec<Element> = (0..1usize << bits.len())
                .map(|number| {
                    let set = bits.iter().enumerate().filter(|(at, _)| number >> at & 1 == 1);
                    elements[first | set.map(|(_, bit)| 1usize << bit).sum::<usize>()].clone()
                })
                .collect();
            // In pairs, so that sums of floats do not wait for each other.
            while group.len() > 1 {
                let mut next = Vec::new();
                for pair in group.chunks(2) {
                    next.push(self.combined(op, &pair[0], &pair[1])?);
                }
                group = next;
            }
            results.push(group.remove(0));
        }
        Ok(results)
    }

    fn reduce_lanes(
        &mut self,
        op: Op,
        layout: &RegisterLayout,
        dim: usize,
        mut elements: Vec<Element>,
    ) -> Lowered<Vec<Element>> {
        for bit in along(layout, Input::Lane, dim) {
            let mask = self.i32(1 << bit);
            let upper = self.thread_parity(1 << bit);
            for element in &mut elements {
                let other: Element = element.iter().map(|&value| self.shuffle(0, value, mask)).collect();
                // The lower lane's elements come first for both.
                let first: Element =
                    other.iter().zip(element.iter()).map(|(&o, &own)| self.select(upper, o, own)).collect();
                let second: Element =
                    other.iter().zip(element.iter()).map(|(&o, &own)| self.select(upper, own, o)).collect();
                *element = self.combined(op, &first, &second)?;
            }
        }
        Ok(elements)
    }

    /// Each warp leaves what it has; each thread takes what its elements need.
    fn reduce_warps(
        &mut self,
        op: Op,
        layout: &RegisterLayout,
        dim: usize,
        elements: Vec<Element>,
    ) -> Lowered<Vec<Element>> {
        let bits = along(layout, Input::Warp, dim);
        if bits.is_empty() {
            return Ok(elements);
        }
        let result = layout.reduce(dim);
        let parts = 1u32 << bits.len();
        let count = 1u32 << result.shape().bits();
        let types: Vec<Type> = elements[0].iter().map(|&value| self.type_of(value)).collect();
        let starts: Vec<u32> = types
            .iter()
            .scan(0, |at, &ty| {
                let start = *at;
                *at += (parts * count * bytes(ty)).next_multiple_of(16);
                Some(start)
            })
            .collect();
        let total = starts.last().copied().unwrap_or(0) + (parts * count * bytes(types[types.len() - 1]));
        let base = self.scratch(u64::from(total));
        // Which part a warp has, and where its elements go.
        let columns: Vec<u64> = (0..5 + layout.bits(Input::Warp))
            .map(|bit| bits.iter().position(|&b| b + 5 == bit).map_or(0, |at| 1 << at))
            .collect();
        let own_part = self.of_thread(&columns).expect("warps differ along the dimension");
        let linear = self.linear_coordinates(&result);
        self.barrier();
        for (element, &linear) in elements.iter().zip(&linear) {
            let place = self.shl(linear, parts.ilog2());
            let place = self.add(place, own_part);
            for (index, &value) in element.iter().enumerate() {
                self.store_part(base, starts[index], place, value);
            }
        }
        self.barrier();
        let mut results = Vec::new();
        for &linear in &linear {
            let first = self.shl(linear, parts.ilog2());
            let mut whole = self.load_part(base, &starts, first, 0, &types);
            for part in 1..parts {
                let next = self.load_part(base, &starts, first, part, &types);
                whole = self.combined(op, &whole, &next)?;
            }
            results.push(whole);
        }
        Ok(results)
    }

    fn store_part(&mut self, base: Value, start: u32, place: Value, value: Value) {
        let ty = self.type_of(value);
        let start = self.i32(start);
        let base = self.advance(base, start, 1);
        let address = self.advance(base, place, bytes(ty));
        let stored = self.in_memory(value);
        // Threads that hold the same element write the same.
        self.st(address, &[stored], bytes(ty) * 8, None);
    }

    fn load_part(&mut self, base: Value, starts: &[u32], first: Value, part: u32, types: &[Type]) -> Element {
        let number = self.i32(part);
        let place = self.add(first, number);
        let mut element = Vec::new();
        for (&start, &ty) in starts.iter().zip(types) {
            let start = self.i32(start);
            let base = self.advance(base, start, 1);
            let address = self.advance(base, place, bytes(ty));
            element.push(self.load_shared(address, ty));
        }
        element
    }

    /// Lines of elements along the dimension, each combined by one thread in scratch.
    pub(super) fn scan(&mut self, op: Op) -> Lowered<()> {
        let dim = self.from.int(op, from::scan::dim).unwrap_or(0) as usize;
        let reverse = self.from.flag(op, from::scan::reverse);
        let tile = self.tile(self.from.body.operands(op)[0]).clone();
        let layout = tile.layout.clone();
        let shape = layout.shape().clone();
        let elements = self.elements_of(op);
        let types: Vec<Type> = elements[0].iter().map(|&value| self.type_of(value)).collect();
        let count = 1u64 << shape.bits();
        let mut total = 0u64;
        let mut starts = Vec::new();
        for &ty in &types {
            starts.push(total as u32);
            total += (count * u64::from(bytes(ty))).next_multiple_of(16);
        }
        let base = self.scratch(total);
        let linear = self.linear_coordinates(&layout);
        let owner = self.owns(&layout);
        self.barrier();
        for register in Self::own_registers(&layout) {
            for (index, &value) in elements[register].clone().iter().enumerate() {
                let start = self.i32(starts[index]);
                let at = self.advance(base, start, 1);
                let address = self.advance(at, linear[register], bytes(types[index]));
                let stored = self.in_memory(value);
                self.st(address, &[stored], bytes(types[index]) * 8, owner);
            }
        }
        self.barrier();
        let (length, shift) = (shape.extent(dim), shape.shift(dim));
        let lines = (count / u64::from(length)) as u32;
        self.scan_lines(op, base, &starts, &types, lines, length, shift, reverse)?;
        self.barrier();
        let mut results: Vec<Vec<Value>> = vec![Vec::new(); types.len()];
        for &place in &linear {
            for (index, value) in self.load_part(base, &starts, place, 0, &types).into_iter().enumerate() {
                results[index].push(value);
            }
        }
        for (index, registers) in results.into_iter().enumerate() {
            self.hold(op, index, registers);
        }
        Ok(())
    }

    /// Each thread takes every so many-th line.
    #[allow(clippy::too_many_arguments, reason = "the shape of the lines in scratch")]
    fn scan_lines(
        &mut self,
        op: Op,
        base: Value,
        starts: &[u32],
        types: &[Type],
        lines: u32,
        length: u32,
        shift: u32,
        reverse: bool,
    ) -> Lowered<()> {
        let thread = self.special("tid.x");
        let (lines, step) = (self.i32(lines), self.i32(self.warps * 32));
        let none: [ir::TypeId; 0] = [];
        let outer = self.b().for_().lower(thread).upper(lines).step(step).results(none).finish().op;
        let region = self.to.region(outer, fields::for_::body);
        let block = self.to.body.region_blocks(region)[0];
        let i32 = self.to.types.intern(Type::I32);
        self.to.body.set_block_args(block, &[i32]);
        let line = self.to.body.block_args(block).get(0).expect("the counter");
        let around = std::mem::replace(&mut self.block, block);
        // The line's first element: bits of the number below the dimension stay, those above make room for it.
        let mask = self.i32((1 << shift) - 1);
        let low = self.and(line, mask);
        let high = self.shr(line, shift);
        let high = self.shl(high, shift + length.ilog2());
        let first = self.add(high, low);
        let at = |l: &mut Self, number: Value| {
            let number = if reverse {
                let last = l.i32(length - 1);
                l.binary(tileaa::arith::Arith::SubI, last, number)
            } else {
                number
            };
            let moved = l.shl(number, shift);
            l.add(first, moved)
        };
        let zero = self.i32(0);
        let place = at(self, zero);
        let carried = self.load_part(base, starts, place, 0, types);
        let carried_types: Vec<ir::TypeId> = types.iter().map(|&ty| self.to.types.intern(ty)).collect();
        let (one, length) = (self.i32(1), self.i32(length));
        let inner = self
            .b()
            .for_()
            .lower(one)
            .upper(length)
            .step(one)
            .inits(carried.as_slice())
            .results(carried_types.as_slice())
            .finish()
            .op;
        let region = self.to.region(inner, fields::for_::body);
        let block = self.to.body.region_blocks(region)[0];
        let arguments: Vec<ir::TypeId> = std::iter::once(i32).chain(carried_types).collect();
        self.to.body.set_block_args(block, &arguments);
        let arguments: Vec<Value> = self.to.body.block_args(block).iter().collect();
        let outer_block = std::mem::replace(&mut self.block, block);
        let place = at(self, arguments[0]);
        let element = self.load_part(base, starts, place, 0, types);
        let combined = self.combined(op, &arguments[1..], &element)?;
        for (index, &value) in combined.iter().enumerate() {
            self.store_part(base, starts[index], place, value);
        }
        self.b().continue_().operands(combined.as_slice()).finish();
        self.block = outer_block;
        self.b().continue_().finish();
        self.block = around;
        Ok(())
    }
}
