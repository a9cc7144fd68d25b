//! Reductions, and code that they share with scans.
//!
//! A reduction first combines the elements of a thread, then those of lanes, then those of warps through scratch
//! memory.

use ir::{Op, Value};
use numerics::Scalar;
use tile_core::arith::{Arith, AtomicRMWMode};
use tileaa::types::Elem;
use tileas::layout::{Input, RegisterLayout};
use tileas::ops::fields as from;
use tileas::shared_memory::{Lines, along};

use super::words::Words;
use super::{Lower, Lowered};
use crate::Type;
use crate::attrs::ShuffleKind;
use crate::ops::Builders as _;

/// The bytes of scratch of an element of a register's type.
pub(super) fn bytes(ty: Type) -> u32 {
    ty.bits().max(8) / 8
}

/// Values of one element, one for each operand of the op.
pub(super) type Element = Vec<Value>;

/// Scratch in which threads leave elements for others.
pub(super) struct Parts {
    pub(super) base: Value,
    /// Where the values of each operand begin, and their types.
    pub(super) starts: Vec<u32>,
    pub(super) types: Vec<Type>,
}

impl Lower<'_> {
    /// The element after what was combined so far.
    pub(super) fn combined(&mut self, op: Op, first: &[Value], second: &[Value]) -> Lowered<Element> {
        let arguments: Vec<Value> = first.iter().zip(second).flat_map(|(&a, &b)| [a, b]).collect();
        self.inline(op, &arguments)
    }

    /// One of two elements.
    pub(super) fn chosen(&mut self, holds: Value, yes: &[Value], no: &[Value]) -> Element {
        yes.iter().zip(no).map(|(&yes, &no)| self.select(holds, yes, no)).collect()
    }

    /// Registers of all operands, element by element.
    pub(super) fn elements_of(&self, op: Op) -> Vec<Element> {
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

    /// Within the thread: registers that only differ along the dimension are combined.
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
        // Of registers that repeat others the result has none.
        for first in Self::own_registers(layout).filter(|register| register & mask == 0) {
            let group: Vec<Element> = (0..1usize << bits.len())
                .map(|number| {
                    let set = bits.iter().enumerate().filter(|(at, _)| number >> at & 1 == 1);
                    elements[first | set.map(|(_, bit)| 1usize << bit).sum::<usize>()].clone()
                })
                .collect();
            results.push(self.combine_registers(op, group)?);
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
        let bits = along(layout, Input::Lane, dim);
        let simple = self.simple_body(op);
        if let Some(mode) = simple.and_then(|arith| self.redux_mode(op, arith)).filter(|_| bits.len() == 5) {
            let combined = |value: Value| {
                let ty = self.to.body.ty(value);
                self.b().redux().source(value).mode(mode).result(ty).finish().value()
            };
            return Ok(elements.into_iter().flatten().map(combined).map(|value| vec![value]).collect());
        }
        for bit in bits {
            let mask = self.i32(1 << bit);
            let upper = if simple.is_none() { Some(self.thread_parity(1 << bit)) } else { None };
            let others = self.other_lanes(&elements, mask);
            for (element, other) in elements.iter_mut().zip(others) {
                let Some(upper) = upper else {
                    *element = self.combined(op, element, &other)?;
                    continue;
                };
                // The lower lane's elements come first for both.
                let first = self.chosen(upper, &other, element);
                let second = self.chosen(upper, element, &other);
                *element = self.combined(op, &first, &second)?;
            }
        }
        Ok(elements)
    }

    /// The values of the lane whose number differs by `mask`; values of 16 bits are exchanged in pairs.
    fn other_lanes(&mut self, elements: &[Element], mask: Value) -> Vec<Element> {
        let mut others = vec![Element::new(); elements.len()];
        for index in 0..elements[0].len() {
            let own: Vec<Value> = elements.iter().map(|element| element[index]).collect();
            let ty = self.type_of(own[0]);
            let together = if ty.bits() == 16 { 2 } else { 1 };
            for (number, values) in own.chunks(together).enumerate() {
                let received = if let [low, high] = *values {
                    let word = self.word(&[low, high], 16, 32);
                    let word = self.shuffle(ShuffleKind::Butterfly, word, mask);
                    self.elements_of_words(&[word], Words { count: 1, bits: 32 }, 16, ty)
                } else {
                    vec![self.shuffle(ShuffleKind::Butterfly, values[0], mask)]
                };
                let places = others[number * together..].iter_mut();
                places.zip(received).for_each(|(other, value)| other.push(value));
            }
        }
        others
    }

    /// The op that combines two elements, if the body is one commutative op.
    pub(super) fn simple_body(&self, op: Op) -> Option<Arith> {
        let from = self.from;
        let block = *from.body.region_blocks(from.body.region(op, 0)).first()?;
        let mut ops = from.body.block_ops(block);
        let (only, end) = (ops.next()?, ops.next()?);
        let mut arguments: Vec<Value> = from.body.block_args(block).iter().collect();
        let mut operands = from.body.operands(only).to_vec();
        arguments.sort_unstable();
        operands.sort_unstable();
        let arith = from.opcode(only).arith()?;
        let commutes = matches!(
            arith,
            Arith::AddI
                | Arith::MulI
                | Arith::MinI
                | Arith::MaxI
                | Arith::AndI
                | Arith::OrI
                | Arith::XorI
                | Arith::AddF
                | Arith::MulF
                | Arith::MinF
                | Arith::MaxF
        );
        let whole = arguments.len() == 2 && operands == arguments;
        let yields = from.body.operands(end).first() == from.body.results(only).get(0).as_ref();
        (commutes && whole && yields).then_some(arith)
    }

    /// How one instruction combines the lanes of a warp, where the target has it for the op.
    fn redux_mode(&self, op: Op, arith: Arith) -> Option<AtomicRMWMode> {
        let elem = self.tile(self.from.body.operands(op)[0]).elem;
        if elem != Elem::Scalar(Scalar::I32) || self.capability() < 80 {
            return None;
        }
        let block = self.from.body.region_blocks(self.from.body.region(op, 0))[0];
        let body = self.from.body.block_ops(block).next()?;
        let signed = |yes, no, field| if self.from.flag(body, field) { yes } else { no };
        #[allow(clippy::wildcard_enum_match_arm, reason = "the instruction has no other modes")]
        let mode = match arith {
            Arith::AddI => AtomicRMWMode::Add,
            Arith::AndI => AtomicRMWMode::And,
            Arith::OrI => AtomicRMWMode::Or,
            Arith::XorI => AtomicRMWMode::Xor,
            Arith::MinI => signed(AtomicRMWMode::Min, AtomicRMWMode::UMin, from::mini::signed),
            Arith::MaxI => signed(AtomicRMWMode::Max, AtomicRMWMode::UMax, from::maxi::signed),
            _ => return None,
        };
        Some(mode)
    }

    /// The number of the target, 0 where none is named.
    pub(super) fn capability(&self) -> u32 {
        let target = self.from.string(self.from.root, from::module::target);
        let text = target.map_or_else(String::new, |id| self.from.text(id).into_owned());
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    }

    /// Each warp stores its partial results; each thread loads those that its elements need.
    fn reduce_warps(
        &mut self,
        op: Op,
        layout: &RegisterLayout,
        dim: usize,
        elements: Vec<Element>,
    ) -> Lowered<Vec<Element>> {
        let Some(lines) = Lines::of_reduce(self.from, op) else { return Ok(elements) };
        let bits = along(layout, Input::Warp, dim);
        let (result, parts) = (layout.reduce(dim), lines.parts);
        let types: Vec<Type> = elements[0].iter().map(|&value| self.type_of(value)).collect();
        let exchange = self.exchange_lines(&lines, &result, types);
        // Which part a warp has, and where its elements go.
        let own_part = self.own_part(layout, &bits);
        let firsts = exchange.places.unwrap_or_else(|| {
            let linear = self.linear_coordinates(&result);
            linear.iter().map(|&linear| self.shl(linear, parts.ilog2())).collect()
        });
        let (scratch, at_once) = (exchange.scratch, exchange.at_once);
        let mut results = Vec::new();
        for (elements, firsts) in elements.chunks(at_once).zip(firsts.chunks(at_once)) {
            self.barrier();
            for (element, &first) in elements.iter().zip(firsts) {
                let place = self.add(first, own_part);
                self.store_parts(&scratch, place, element);
            }
            self.barrier();
            for &first in firsts {
                let mut whole = self.load_parts(&scratch, first, 0);
                for part in 1..parts {
                    let next = self.load_parts(&scratch, first, part);
                    whole = self.combined(op, &whole, &next)?;
                }
                results.push(whole);
            }
        }
        Ok(results)
    }

    /// The number that these bits of a warp form.
    pub(super) fn own_part(&mut self, layout: &RegisterLayout, bits: &[u32]) -> Value {
        let columns: Vec<u64> = (0..5 + layout.bits(Input::Warp))
            .map(|bit| bits.iter().position(|&b| b + 5 == bit).map_or(0, |at| 1 << at))
            .collect();
        self.of_thread(&columns).expect("warps differ along the dimension")
    }

    /// Writes an element; threads that hold the same one write the same.
    pub(super) fn store_parts(&mut self, parts: &Parts, place: Value, element: &[Value]) {
        for (index, &value) in element.iter().enumerate() {
            let ty = parts.types[index];
            let start = self.i32(parts.starts[index]);
            let base = self.advance(parts.base, start, 1);
            let address = self.advance(base, place, bytes(ty));
            let stored = self.in_memory(value);
            self.st(address, &[stored], bytes(ty) * 8, None);
        }
    }

    /// Reads the element at an offset from the first.
    pub(super) fn load_parts(&mut self, parts: &Parts, first: Value, number: u32) -> Element {
        let mut element = Vec::new();
        for (&start, &ty) in parts.starts.iter().zip(&parts.types) {
            let start = self.i32(start + number * bytes(ty));
            let base = self.advance(parts.base, start, 1);
            let address = self.advance(base, first, bytes(ty));
            element.push(self.load_shared(address, ty));
        }
        element
    }
}
