//! Buffers in shared memory: their addresses, and copies of tiles to and from them.
//!
//! A tile that starts at the start of its buffer is moved in vectors as wide as its registers and the buffer's layout
//! allow; [`super::fragments`] handles operands of products. Parts of a buffer at unknown offsets are moved element by
//! element; the buffer is row-major in this case.

use std::rc::Rc;

use ir::{Op, Value};
use numerics::Scalar;
use tileaa::types::Elem;
use tileas::Opcode as From;
use tileas::layout::{Access, Input, LinearMap, RegisterLayout, Rounds, SharedLayout};
use tileas::ops::fields as from;
use tileas::types::{BufferType, Type as FromType};

use super::{Held, Lower, Lowered, elements};
use crate::Type;

/// The widest access to shared memory, in bytes.
pub(super) const WIDEST_ACCESS: u32 = 16;

/// Bits of an element in a buffer.
pub(super) fn buffer_bits(elem: Elem) -> u32 {
    elem.scalar().map_or(64, Scalar::storage_bits).max(8)
}

impl Lower<'_> {
    pub(super) fn local_store(&mut self, op: Op) -> Lowered<()> {
        let value = self.from.operand(op, from::local_store::value);
        let buffer = self.from.operand(op, from::local_store::buffer);
        let offsets = self.from.operands(op, from::local_store::offsets).to_vec();
        let tile = self.tile(value).clone();
        let FromType::Buffer(ty) = self.from.ty(buffer).clone() else { return Ok(()) };
        let bits = buffer_bits(ty.elem);
        let values = self.registers(value);
        let slice = self.from.ints(op, from::local_store::slice).to_vec();
        if !slice.is_empty()
            && let Some(slices) = Rounds::slices(tile.layout.shape(), ty.layout.shape())
        {
            let (whole, part) = (tile.layout.shape(), ty.layout.shape());
            let first = slice.iter().enumerate().map(|(dim, &at)| (at as u32) << part.dim_bits(dim));
            let number = slices.number(whole.pack(&first.collect::<Vec<u32>>()));
            let base = self.buffer(buffer);
            self.store_slice(base, (&values, &tile.layout), (&ty.layout, bits), (&slices, number));
            return Ok(());
        }
        let owner = self.owns(&tile.layout);
        if self.fills(&ty, &tile.layout, &offsets) {
            let base = self.buffer(buffer);
            if self.issuers.is_some() && owner.is_none() {
                self.store_staged(base, &values, (&tile.layout, &ty.layout), bits);
                return Ok(());
            }
            let access = Access::new(&tile.layout, &ty.layout, bits, WIDEST_ACCESS);
            self.store_vectors(base, &values, &access, bits, owner);
            return Ok(());
        }
        let addresses = self.buffer_addresses(op, buffer, &ty, &offsets, &tile.layout)?;
        for register in Self::own_registers(&tile.layout) {
            let stored = self.in_memory(values[register]);
            self.st(addresses[register], &[stored], bits, owner);
        }
        Ok(())
    }

    pub(super) fn local_load(&mut self, op: Op) -> Lowered<()> {
        let buffer = self.from.operand(op, from::local_load::buffer);
        let offsets = self.from.operands(op, from::local_load::offsets).to_vec();
        let result = self.from.body.result(op, 0);
        let tile = self.tile(result).clone();
        let FromType::Buffer(ty) = self.from.ty(buffer).clone() else { return Ok(()) };
        let bits = ty.bits();
        let register = elements::register(tile.elem);
        if self.fills(&ty, &tile.layout, &offsets) {
            let base = self.buffer(buffer);
            let is_near = self.is_used_near(op, result);
            if self.feeds_products(result, bits)
                && (is_near || !ty.packed)
                && let Some(mut fragments) = self.fragments(base, (&tile.layout, &ty.layout), bits)
            {
                if !is_near {
                    self.load_all(&mut fragments);
                }
                self.held[result] = Held::Fragments(Rc::new(fragments));
                return Ok(());
            }
            if ty.packed {
                return Err(
                    self.refuse(op, "loads packed elements, which only a product in the same place can use")
                );
            }
            let access = Access::new(&tile.layout, &ty.layout, bits, WIDEST_ACCESS);
            let values = if self.issuers.is_some() {
                self.load_staged(base, access, (register, bits), &tile.layout)
            } else {
                self.load_vectors(base, &access, register, bits, &tile.layout)
            };
            self.hold(op, 0, values);
            return Ok(());
        }
        let addresses = self.buffer_addresses(op, buffer, &ty, &offsets, &tile.layout)?;
        let values = addresses.into_iter().map(|address| self.load_element_of(address, ty.elem)).collect();
        self.hold(op, 0, values);
        Ok(())
    }

    /// The same memory: its type alone says the order of its dimensions.
    pub(super) fn transpose_buffer(&mut self, op: Op) {
        let base = self.buffer(self.from.operand(op, from::transpose_buffer::source));
        let result = self.from.body.result(op, 0);
        self.held[result] = Held::Buffer(base);
    }

    /// An element of a buffer.
    pub(super) fn load_element_of(&mut self, address: Value, elem: Elem) -> Value {
        let ty = elements::register(elem);
        let stored = if ty == Type::I1 { Type::I16 } else { ty };
        let value = self.ld(address, stored, buffer_bits(elem), 1)[0];
        self.out_of_memory(value, ty)
    }

    /// True for a tile of the buffer's shape that begins where the buffer does.
    fn fills(&self, buffer: &BufferType, layout: &RegisterLayout, offsets: &[Value]) -> bool {
        let zero = |&offset: &Value| {
            let op = self.from.body.def_op(offset).filter(|&op| self.from.opcode(op) == From::Constant);
            op.and_then(|op| self.from.number(op, from::constant::value)) == Some(0)
        };
        buffer.layout.shape() == layout.shape() && offsets.iter().all(zero)
    }

    /// Addresses of a map from (own bits, thread), in elements of `bytes`: the part that does not depend on the thread
    /// is a constant offset, so that there are few additions.
    pub(super) fn places(
        &mut self,
        base: Value,
        map: &LinearMap,
        own_bits: u32,
        bytes: u32,
    ) -> Vec<(Value, i64)> {
        let (own, threads) = map.columns().split_at(own_bits as usize);
        let (own, threads) = (own.to_vec(), threads.to_vec());
        let reached = threads.iter().fold(0, |all, &column| all | column);
        let thread = self.of_thread(&threads);
        let mut known: Vec<(u64, Value)> = Vec::new();
        let mut places = Vec::new();
        for number in 0..1u64 << own_bits {
            let set = own.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            let place = set.fold(0, |all, (_, &column)| all ^ column);
            let (changed, added) = (place & reached, place & !reached);
            let address = match (known.iter().find(|(other, _)| *other == changed), thread) {
                (Some(&(_, address)), _) => address,
                (None, None) => base,
                (None, Some(thread)) => {
                    let moved = if changed == 0 {
                        thread
                    } else {
                        let changed = self.i32(changed as u32);
                        self.xor(thread, changed)
                    };
                    self.advance(base, moved, bytes)
                }
            };
            known.push((changed, address));
            places.push((address, (added * u64::from(bytes)) as i64));
        }
        places
    }

    /// Addresses of a tile's elements in a row-major buffer, at offsets of elements.
    fn buffer_addresses(
        &mut self,
        op: Op,
        buffer: Value,
        ty: &BufferType,
        offsets: &[Value],
        layout: &RegisterLayout,
    ) -> Lowered<Vec<Value>> {
        let shape = ty.layout.shape().clone();
        if ty.layout != SharedLayout::row_major(&shape) {
            let text =
                "moves a part of a buffer that is not row-major; parts of row-major buffers can be moved";
            return Err(self.refuse(op, text));
        }
        let base = self.buffer(buffer);
        let bytes = buffer_bits(ty.elem) / 8;
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
        Ok(addresses)
    }
}
