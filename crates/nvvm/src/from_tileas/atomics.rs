//! Atomics on memory, element by element.

use ir::{AttrSlot, Field, Op, TypeId, Value};
use tileaa::types::Elem;
use tileas::ops::fields as from;

use super::vectors::shares_bytes;
use super::{Lower, Lowered};
use crate::ops::{Opcode, fields};

impl Lower<'_> {
    /// `tiled_atomic_red`: results are not wanted.
    pub(super) fn tiled_atomic(&mut self, op: Op) -> Lowered<()> {
        if self.from.flag(op, from::tiled_atomic_red::multimem) {
            return self.reduce_on_devices(op);
        }
        let tiles = self.from.operand(op, from::tiled_atomic_red::tiles);
        let value = self.from.operand(op, from::tiled_atomic_red::value);
        let index = self.from.operands(op, from::tiled_atomic_red::index).to_vec();
        let tile = self.tile(value).clone();
        let own = Self::leads(&tile.layout, 1);
        let places = self.tile_places(op, tiles, &index, &tile.layout, &own)?;
        let values = self.registers(value);
        let owner = self.owns(&tile.layout);
        let mode = self.from.attr(op, from::tiled_atomic_red::mode);
        for (register, place) in own.into_iter().zip(places) {
            let predicate = self.both(place.inside, owner);
            let operands = [place.address, values[register]];
            self.atomic_element(op, &operands, predicate, Some(mode));
        }
        Ok(())
    }

    /// One element of an atomic: `atom` with a mode, else `cas`.
    fn atomic_element(
        &mut self,
        op: Op,
        operands: &[Value],
        predicate: Option<Value>,
        mode: Option<AttrSlot>,
    ) -> Value {
        let ty: TypeId = self.to.body.ty(operands[1]);
        let (ordering, scope) = self.order_of(op);
        let mut builder = self.b();
        let opcode = if mode.is_some() { Opcode::Atom } else { Opcode::Cas };
        let mut draft = builder.draft(opcode as u16);
        for (index, &value) in operands.iter().enumerate() {
            draft.operand(Field::Operand(index as u8), value);
        }
        draft.operand(Field::Operand(operands.len() as u8), predicate);
        if let Some(mode) = mode {
            draft.attr(fields::atom::mode, mode);
            draft.attr(fields::atom::ordering, ordering);
            draft.attr(fields::atom::scope, scope);
        } else {
            draft.attr(fields::cas::ordering, ordering);
            draft.attr(fields::cas::scope, scope);
        }
        draft.result(Field::Result(0), ty);
        draft.finish().value()
    }

    /// `atomic_rmw` or `atomic_cas`: one thread executes it for each element, and broadcasts the result to the other
    /// holders.
    pub(super) fn atomic(&mut self, op: Op) -> Lowered<()> {
        let is_rmw = self.from.opcode(op) == tileas::Opcode::AtomicRmw;
        let (mask, mode) = if is_rmw {
            (from::atomic_rmw::mask, Some(self.from.attr(op, from::atomic_rmw::mode)))
        } else {
            (from::atomic_cas::mask, None)
        };
        let mask = self.from.operand_opt(op, mask).map(|value| self.registers(value));
        let count = if is_rmw { 2 } else { 3 };
        let operands: Vec<Vec<Value>> =
            self.from.body.operands(op)[..count].iter().map(|&value| self.registers(value)).collect();
        let tile = self.tile(self.from.body.result(op, 0)).clone();
        if shares_bytes(tile.elem) || tile.elem == Elem::Scalar(numerics::Scalar::I1) {
            return Err(self.refuse(op, "is not compiled: atomics on elements of less than a byte"));
        }
        let owner = self.owns(&tile.layout);
        let canonical = tile.layout.canonical_registers();
        let own: Vec<usize> = Self::own_registers(&tile.layout).collect();
        let mut values: Vec<Value> = Vec::new();
        for &register in &own {
            let predicate = self.both(mask.as_ref().map(|mask| mask[register]), owner);
            let operands: Vec<Value> = operands.iter().map(|o| o[register]).collect();
            let found = self.atomic_element(op, &operands, predicate, mode);
            // Masked elements return the value that they would have been compared with.
            values.push(match mask.as_ref().filter(|_| !is_rmw) {
                Some(mask) => self.select(mask[register], found, operands[1]),
                None => found,
            });
        }
        let all =
            (0..tile.layout.registers()).map(|register| values[canonical.apply(register) as usize]).collect();
        let all = if owner.is_some() { self.share(&tile.layout, owner, all) } else { all };
        self.hold(op, 0, all);
        Ok(())
    }
}
