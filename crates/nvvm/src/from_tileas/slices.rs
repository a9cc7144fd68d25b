//! Slices of tiles: extracted, inserted, joined.
//!
//! If a slice is a renaming of registers, nothing moves. Otherwise only the elements of the slice go through scratch
//! memory, in rounds if they do not fit at once; threads with elements in the slice take part.

use ir::{Op, Value};
use tileas::Opcode as From;
use tileas::layout::{Moved, RegisterLayout, RoundTrip, Rounds};
use tileas::ops::fields as from;
use tileas::shared_memory::{replaced_registers, slice_registers};

use super::movement::shared_bits;
use super::rounds::Number;
use super::{Lower, Lowered};

impl Lower<'_> {
    /// The slice of a tile at an index.
    pub(super) fn extract_from_tile(&mut self, op: Op) -> Lowered<()> {
        let source = self.from.operand(op, from::extract_slice::source);
        let indices = self.from.operands(op, from::extract_slice::indices).to_vec();
        let whole = self.tile(source).layout.clone();
        let part = self.tile(self.from.body.result(op, 0)).layout.clone();
        let registers = self.registers(source);
        let known: Option<Vec<u32>> = indices.iter().map(|&index| self.known_index(index)).collect();
        if let Some(names) = known.and_then(|index| slice_registers(&whole, &part, &index)) {
            self.hold(op, 0, names.into_iter().map(|register| registers[register]).collect());
            return Ok(());
        }
        let slices = slices(&whole, &part);
        let all = Rounds::single(part.shape());
        let (from, to) = (Moved { layout: &whole, slices: &slices }, Moved { layout: &part, slices: &all });
        let number = self.slice_number(&indices, [&whole, &part]);
        let trip = self.slice_trip(&registers, [from, to], &part);
        let owner = self.owns(&whole);
        let none = vec![None; part.registers() as usize];
        let values = self.take_trip(&trip, (&registers, owner), (none, &part), [number, Number::of(0)]);
        let values = values.into_iter().map(|value| value.expect("every register is loaded in a round"));
        self.hold(op, 0, values.collect());
        Ok(())
    }

    /// A tile with the slice at an index replaced.
    pub(super) fn insert_into_tile(&mut self, op: Op) -> Lowered<()> {
        let source = self.from.operand(op, from::insert_slice::source);
        let destination = self.from.operand(op, from::insert_slice::destination);
        let indices = self.from.operands(op, from::insert_slice::indices).to_vec();
        let (part, whole) = (self.tile(source).layout.clone(), self.tile(destination).layout.clone());
        if whole != self.tile(self.from.body.result(op, 0)).layout {
            return Err(self.refuse(op, "changes the layout of its tile; `convert_layout` does that"));
        }
        let registers = self.registers(source);
        let known: Option<Vec<u32>> = indices.iter().map(|&index| self.known_index(index)).collect();
        if let Some(replaced) = known.and_then(|index| replaced_registers(&whole, &part, &index)) {
            let old = self.registers(destination);
            let new = replaced.into_iter().zip(old).map(|(new, old)| new.map_or(old, |new| registers[new]));
            self.hold(op, 0, new.collect());
            return Ok(());
        }
        let slices = slices(&whole, &part);
        let all = Rounds::single(part.shape());
        let (from, to) = (Moved { layout: &part, slices: &all }, Moved { layout: &whole, slices: &slices });
        let number = self.slice_number(&indices, [&whole, &part]);
        let trip = self.slice_trip(&registers, [from, to], &part);
        let owner = self.owns(&part);
        let known = self.registers(destination).into_iter().map(Some).collect();
        let values = self.take_trip(&trip, (&registers, owner), (known, &whole), [Number::of(0), number]);
        let values = values.into_iter().map(|value| value.expect("the destination has every register"));
        self.hold(op, 0, values.collect());
        Ok(())
    }

    /// Two tiles of one layout joined along a dimension: the highest bit of a register selects the tile.
    pub(super) fn join_tiles(&mut self, op: Op) -> Lowered<()> {
        let [lhs, rhs] = [from::cat::lhs, from::cat::rhs].map(|field| self.from.operand(op, field));
        let dim = self.from.int(op, from::cat::dim).unwrap_or(0) as usize;
        let result = &self.tile(self.from.body.result(op, 0)).layout;
        let (left, right) = (&self.tile(lhs).layout, &self.tile(rhs).layout);
        if left != right || *result != left.join(dim) {
            let text = "joins tiles of other layouts; the highest bit of a register can say which of two tiles it is of";
            return Err(self.refuse(op, text));
        }
        let registers = [self.registers(lhs), self.registers(rhs)].concat();
        self.hold(op, 0, registers);
        Ok(())
    }

    /// The trip of a slice in as few rounds as there is room for.
    fn slice_trip(
        &self,
        registers: &[Value],
        [from, to]: [Moved<'_>; 2],
        part: &RegisterLayout,
    ) -> RoundTrip {
        let bits = shared_bits(self.type_of(registers[0]));
        let elements = part.shape().bits();
        let part_bits = self.round_bits(1 << elements, bits).unwrap_or(elements);
        RoundTrip::new(from, to, bits, part_bits)
    }

    /// The number of the slice at an index.
    fn slice_number(&mut self, indices: &[Value], [whole, part]: [&RegisterLayout; 2]) -> Number {
        let (whole, part) = (whole.shape(), part.shape());
        let mut number = Number::of(0);
        let mut shift = 0;
        for (dim, &index) in indices.iter().enumerate().rev() {
            let bits = whole.dim_bits(dim) - part.dim_bits(dim);
            match self.known_index(index) {
                Some(known) => number.constant |= (u64::from(known) & ((1 << bits) - 1)) << shift,
                None => {
                    let index = self.single(index);
                    let index = self.resize(index, crate::Type::I32, false);
                    let placed = self.shl(index, shift);
                    let dynamic = number.dynamic.map(|sum| self.or(sum, placed));
                    number.dynamic = Some(dynamic.unwrap_or(placed));
                }
            }
            shift += bits;
        }
        number
    }

    /// The number that an index is, where that is known.
    pub(super) fn known_index(&self, index: Value) -> Option<u32> {
        let op = self.from.body.def_op(index).filter(|&op| self.from.opcode(op) == From::Constant)?;
        self.from.number(op, from::constant::value).map(|number| number as u32)
    }
}

fn slices(whole: &RegisterLayout, part: &RegisterLayout) -> Rounds {
    Rounds::slices(whole.shape(), part.shape()).expect("a verified op has slices of its tile")
}
