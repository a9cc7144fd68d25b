//! Elements of 4 bits in memory: two share a byte, the one with the even offset in the low half.
//!
//! A load reads the byte and extracts its half. A store must not change the other half, which another thread may write
//! at the same time: if a thread holds both neighbours, it writes one byte; otherwise it clears and sets a half by two
//! atomics, on the word that contains it. A byte may therefore be stored while an atomic changes half of its word. The
//! axioms of PTX do not cover concurrent accesses of different sizes. The hardware executes both in the same cache, the
//! atomic as a whole and the store with a byte mask, and CUDA's own byte atomics rely on this. The atomic writes the
//! byte's bits as it found them, in one step.

use ir::{Op, Value};
use tile_core::arith::{Arith, AtomicRMWMode, ComparisonPredicate, MemoryOrdering, MemoryScope};
use tileaa::types::{BlockTileType, DYNAMIC};
use tileas::layout::{Input, RegisterLayout};

use super::Lower;
use super::vectors::Place;
use crate::Type;
use crate::ops::Builders as _;

/// Ordering and scope of an atomic that orders nothing.
const RELAXED: (MemoryOrdering, MemoryScope) = (MemoryOrdering::Relaxed, MemoryScope::Device);

/// The order of the registers of a thread in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Halves {
    /// Each one separately.
    Alone,
    /// Two neighbours are one byte; the last one of memory may be alone.
    Pairs,
    /// Two neighbours are one byte, both inside of the memory or neither.
    EvenPairs,
}

impl Lower<'_> {
    /// Where half a byte is: the address of its byte, and whether it is the upper half.
    pub(super) fn half_place(&mut self, base: Value, offset: Value, inside: Option<Value>) -> Place {
        let one = self.i64(1);
        let byte = self.i64_shift_down(offset);
        let odd = self.and(offset, one);
        let upper = self.compare(ComparisonPredicate::Equal, false, odd, one);
        Place { address: self.advance(base, byte, 1), inside, upper: Some(upper) }
    }

    /// Half of a signed number, rounded down.
    fn i64_shift_down(&mut self, value: Value) -> Value {
        let one = self.i64(1);
        let ty = self.to.types.intern(Type::I64);
        self.b().shri().lhs(value).rhs(one).signed(true).result(ty).finish().value()
    }

    /// The half of a byte that was read.
    pub(super) fn half_of(&mut self, byte: Value, place: &Place) -> Value {
        let low = self.bits(Type::I16, 0xf);
        let first = self.and(byte, low);
        let Some(upper) = place.upper else { return first };
        let high = self.shr(byte, 4);
        let second = self.and(high, low);
        self.select(upper, second, first)
    }

    /// Stores a tile of halves, of which each register's place is given; `masks` are those of the program. Only one of
    /// the threads that hold an element writes it.
    pub(super) fn store_halves(
        &mut self,
        op: Op,
        placed: &[(usize, Place)],
        masks: Option<&[Value]>,
        (values, layout): (&[Value], &RegisterLayout),
        halves: Halves,
    ) {
        let owner = self.owns(layout);
        for (at, (register, place)) in placed.iter().enumerate() {
            let register = *register;
            let mask = self.both(masks.map(|masks| masks[register]), owner);
            let first = self.both(place.inside, mask);
            if halves == Halves::Alone {
                self.store_half(op, place, first, values[register]);
            } else if register % 2 == 0 {
                let second = placed[at + 1].1.inside;
                let both = if halves == Halves::Pairs { self.both(second, first) } else { first };
                self.store_pair(op, place, both, &values[register..register + 2]);
                // The last element of an odd number of them.
                if let Some(second) = second.filter(|_| halves == Halves::Pairs) {
                    let alone = self.not(second);
                    let alone = self.both(Some(alone), first);
                    self.store_half(op, place, alone, values[register]);
                }
            }
        }
    }

    /// Both halves of a byte.
    fn store_pair(&mut self, op: Op, place: &Place, mask: Option<Value>, values: &[Value]) {
        let high = self.shl(values[1], 4);
        let byte = self.or(values[0], high);
        let (ordering, scope) = self.order_of(op);
        self.b()
            .st()
            .address(place.address)
            .values(byte)
            .predicate(mask)
            .bits(8)
            .ordering(ordering)
            .scope(scope)
            .finish();
    }

    /// Half a byte, by atomics on the word that it is in: the other half does not change for any thread.
    fn store_half(&mut self, op: Op, place: &Place, mask: Option<Value>, value: Value) {
        let ty = self.to.types.intern(Type::I64);
        let address = self.b().ptr_to_int().source(place.address).result(ty).finish().value();
        let (inside, three) = (self.i64(-4), self.i64(3));
        let word = self.and(address, inside);
        let pointer_type = self.to.body.ty(place.address);
        let word = self.b().int_to_ptr().source(word).result(pointer_type).finish().value();
        let byte = self.and(address, three);
        let byte = self.resize(byte, Type::I32, false);
        let mut shift = self.shl(byte, 3);
        if let Some(upper) = place.upper {
            let (four, none) = (self.i32(4), self.i32(0));
            let by = self.select(upper, four, none);
            shift = self.or(shift, by);
        }
        let half = self.i32(0xf);
        let all = self.i32(u32::MAX);
        let hole = self.binary(Arith::ShlI, half, shift);
        let rest = self.xor(hole, all);
        let value = self.resize(value, Type::I32, false);
        let placed = self.binary(Arith::ShlI, value, shift);
        let (ordering, scope) = if self.is_weak(op) { RELAXED } else { self.order_of(op) };
        for (mode, value) in [(AtomicRMWMode::And, rest), (AtomicRMWMode::Or, placed)] {
            let ty = self.to.body.ty(value);
            let mut b = self.b();
            let draft = b.atom().address(word).value(value).predicate(mask).mode(mode);
            draft.ordering(ordering).scope(scope).result(ty).finish();
        }
    }

    /// The order of registers 0 and 1 of a thread, 2 and 3, .. in the bytes of a tile of memory.
    pub(super) fn how_halves_lie(ty: &BlockTileType, layout: &RegisterLayout) -> Halves {
        let shape = layout.shape();
        let Some(&first) = layout.columns(Input::Register).first() else { return Halves::Alone };
        let unit = |dim: &usize| first == 1 << shape.shift(*dim) && shape.extent(*dim) > 1;
        let Some(dim) = (0..shape.rank()).find(unit) else { return Halves::Alone };
        let stride = |dim: usize| ty.memref.strides[ty.dims[dim] as usize];
        let even = |number: i64| number != DYNAMIC && number % 2 == 0;
        let starts_even = ty.gather != Some(dim as u32) && even(ty.step[dim]);
        if !starts_even
            || stride(dim) != 1
            || (0..shape.rank()).any(|other| other != dim && !even(stride(other)))
        {
            return Halves::Alone;
        }
        if even(ty.memref.shape[ty.dims[dim] as usize]) { Halves::EvenPairs } else { Halves::Pairs }
    }
}
