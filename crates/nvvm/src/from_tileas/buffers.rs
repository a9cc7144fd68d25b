//! Buffers in shared memory: where they lie, and how tiles get there and back.
//!
//! A tile that begins where its buffer does is moved in vectors as wide as its registers and the buffer's layout allow, and
//! fragments of products by `ldmatrix` where their rows are 16 bytes of the buffer. Parts of a buffer at offsets that are not
//! known are moved element by element; the buffer is row-major then.

use std::rc::Rc;

use ir::spec::Trait;
use ir::{Op, Value};
use numerics::Scalar;
use tileaa::types::Elem;
use tileas::Opcode as From;
use tileas::layout::{Access, Input, LinearMap, MatrixAccess, RegisterLayout, SharedLayout};
use tileas::ops::fields as from;
use tileas::types::{BufferType, Type as FromType};

use super::{Held, Lower, Lowered, elements};
use crate::Type;
use crate::ops::Builders as _;

/// The widest access to shared memory, in bytes.
const WIDEST: u32 = 16;

/// Fragments in a buffer, as `ldmatrix` loads them.
#[derive(Debug)]
pub(super) struct Matrices {
    transposed: bool,
    /// Matrices of an instruction.
    count: usize,
    /// The address of each instruction, plus bytes.
    places: Vec<(Value, i64)>,
    /// For each word of the tile, where it comes from.
    pub(super) words: Vec<Word>,
}

/// A word of a tile: a result of an instruction, or bytes of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// This one.
    Whole(Part),
    /// Four bytes of eight, by the nibbles of a selector.
    Bytes([Part; 2], u32),
}

/// An instruction, and one of its results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) instruction: usize,
    pub(super) matrix: usize,
}

impl Word {
    /// The word of these bytes, each of them a part and a place in it. Bytes of more than two parts make none.
    fn of(bytes: &[(Part, u32)]) -> Option<Word> {
        let first = bytes[0].0;
        if bytes.iter().enumerate().all(|(at, &(part, byte))| part == first && byte == at as u32) {
            return Some(Word::Whole(first));
        }
        let second = bytes.iter().map(|byte| byte.0).find(|&part| part != first).unwrap_or(first);
        let mut selector = 0;
        for (at, &(part, byte)) in bytes.iter().enumerate() {
            let picked = if part == first {
                byte
            } else if part == second {
                byte + 4
            } else {
                return None;
            };
            selector |= picked << (4 * at);
        }
        Some(Word::Bytes([first, second], selector))
    }
}

/// Bits that an element takes in a buffer.
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
        let owner = self.owns(&tile.layout);
        if self.fills(&ty, &tile.layout, &offsets) {
            let access = Access::new(&tile.layout, &ty.layout, bits, WIDEST);
            let base = self.buffer(buffer);
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
        let bits = buffer_bits(ty.elem);
        let register = elements::register(tile.elem);
        if self.fills(&ty, &tile.layout, &offsets) {
            let base = self.buffer(buffer);
            if self.feeds_products(op, result)
                && let Some(access) = MatrixAccess::new(&tile.layout, &ty.layout, bits)
                && let Some(matrices) = self.matrices(base, access, &tile.layout, bits)
            {
                self.held[result] = Held::Matrices(Rc::new(matrices));
                return Ok(());
            }
            let access = Access::new(&tile.layout, &ty.layout, bits, WIDEST);
            let values = self.load_vectors(base, &access, register, bits, &tile.layout);
            self.hold(op, 0, values);
            return Ok(());
        }
        let addresses = self.buffer_addresses(op, buffer, &ty, &offsets, &tile.layout)?;
        let values = addresses.into_iter().map(|address| self.load_element_of(address, ty.elem)).collect();
        self.hold(op, 0, values);
        Ok(())
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

    /// True for a tile that only products use, as an operand, and so near that the buffer is the same there.
    fn feeds_products(&self, load: Op, value: Value) -> bool {
        let users = self.uses.users(&self.from.body, value);
        users.iter().all(|&user| {
            self.from.opcode(user) == From::Dot
                && self.from.operand(user, from::dot::acc) != value
                && self.is_near(load, user)
        })
    }

    /// True when nothing between two ops of a block writes buffers or waits.
    fn is_near(&self, first: Op, last: Op) -> bool {
        let mut at = first;
        while let Some(next) = self.from.body.next(at) {
            if next == last {
                return true;
            }
            let quiet = self.from.spec(next).has(Trait::Pure)
                || matches!(self.from.opcode(next), From::LocalLoad | From::AllocTensor);
            if !quiet {
                return false;
            }
            at = next;
        }
        false
    }

    /// What `ldmatrix` is to load; nothing is loaded yet. None where a word is of more than two.
    fn matrices(
        &mut self,
        base: Value,
        access: MatrixAccess,
        layout: &RegisterLayout,
        bits: u32,
    ) -> Option<Matrices> {
        let instruction_bits = access.count().ilog2();
        // What the access says of (lane, instruction, warp), for (instruction, lane, warp).
        let (lanes, rest) = access.rows.columns().split_at(5);
        let (instructions, warps) = rest.split_at(instruction_bits as usize);
        let ordered = instructions.iter().chain(lanes).chain(warps).copied();
        let map = LinearMap::new(ordered.collect::<Vec<u64>>(), access.rows.outputs());
        let places = self.places(base, &map, instruction_bits, bits / 8);
        let count = 1u64 << access.matrix_bits;
        let in_word = 32 / bits;
        let packing = in_word.ilog2();
        // The bytes of a word that a register is, by its number. Registers that repeat others are not loaded, but copied.
        let mut loaded: Vec<Option<(Part, u32)>> = vec![None; layout.registers() as usize];
        for instruction in 0..places.len() {
            for matrix in 0..count {
                let part = Part { instruction, matrix: matrix as usize };
                for element in 0..in_word {
                    let slot =
                        u64::from(element) | (matrix | (instruction as u64) << access.matrix_bits) << packing;
                    loaded[access.registers.apply(slot) as usize] = Some((part, element));
                }
            }
        }
        let holders = layout.holders();
        let mut words = Vec::new();
        for word in 0..layout.registers() >> packing {
            let mut bytes = Vec::new();
            for element in 0..in_word {
                let register = word << packing | u64::from(element);
                let (part, place) = loaded[holders.apply(register) as usize].expect("holders are loaded");
                bytes.extend((0..bits / 8).map(|byte| (part, place * (bits / 8) + byte)));
            }
            words.push(Word::of(&bytes)?);
        }
        Some(Matrices { transposed: access.transposed, count: count as usize, places, words })
    }

    /// The matrices that one instruction loads.
    pub(super) fn load_matrices(&mut self, matrices: &Matrices, instruction: usize) -> Vec<Value> {
        let (address, offset) = matrices.places[instruction];
        let i32 = self.to.types.intern(Type::I32);
        let types = vec![i32; matrices.count];
        let op = self
            .b()
            .ldmatrix()
            .address(address)
            .transposed(matrices.transposed)
            .offset(offset)
            .values(types)
            .finish()
            .op;
        self.to.body.results(op).iter().collect()
    }

    /// Addresses that a map gives from (own bits, thread), in elements of `bytes`: what does not depend on the thread is a
    /// constant offset, so that few additions are made.
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
