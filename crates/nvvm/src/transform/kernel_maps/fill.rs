//! One warp makes the maps of an entry in shared memory, and publishes them with their key.
//!
//! Fields are those of `cuTensorMapEncodeTiled`, with the numbers of the PTX ISA, "tensormap.replace".

use ir::Value;
use tile_core::arith::{ComparisonPredicate as Is, MemoryOrdering};

use super::search::MADE;
use super::{Code, MAP, moved};
use crate::Type;
use crate::attrs::{FenceOrdering, FenceScope, MapElement, MapField};
use crate::ops::Builders as _;
use crate::tensor_maps::{Arithmetic, Computed, Extent, TensorMap};

/// A field of a map, with the dimension that it is for, and what it is set to.
struct Set {
    field: MapField,
    dim: Option<usize>,
    to: To,
}

enum To {
    Value(Value),
    Number(u32),
}

impl Code<'_, '_, '_> {
    /// Makes and acquires the maps of an entry that this thread block has taken, and writes its key where it is kept.
    pub(super) fn fill(&mut self, entry: Value, leads: Value, writes_key: Value) {
        let scratch = self.place.address(self.m.b);
        self.clear(scratch);
        self.m.b.warp_barrier().finish();
        for (number, map) in (0..).zip(&self.table.maps) {
            for set in self.fields_of(map) {
                self.set((scratch, number * MAP), set, leads);
            }
        }
        self.m.b.warp_barrier().finish();
        for number in 0..self.table.maps.len() as u32 {
            let offset = i64::from(number * MAP);
            let publish = self.m.b.map_publish().destination(entry).source(scratch);
            publish.offset(offset).source_offset(offset).finish();
        }
        // Before the state is released: the fence also counts for thread blocks that execute none.
        self.acquire(entry);
        self.m.b.warp_barrier().finish();
        let words = moved(&mut self.m, entry, self.table.words());
        for (index, parameter) in (1..).zip(self.table.key.clone()) {
            let argument = self.argument(parameter);
            self.write((words, index), argument, (MemoryOrdering::Relaxed, writes_key));
        }
        let made = self.m.bits(Type::I64, MADE);
        self.write((words, 0), made, (MemoryOrdering::Release, writes_key));
        // Copies overwrite shared memory that threads have written.
        self.m.b.fence().ordering(FenceOrdering::AsyncShared).scope(FenceScope::Cta).finish();
    }

    fn write(
        &mut self,
        (words, index): (Value, i64),
        value: Value,
        (ordering, writes): (MemoryOrdering, Value),
    ) {
        let store = self.m.b.st().address(words).values(&[value][..]).predicate(writes).bits(64i64);
        store.offset(8 * index).ordering(ordering).finish();
    }

    /// Zeros in all bits, four bytes a lane at a time.
    fn clear(&mut self, scratch: Value) {
        let (lane, zero) = (self.lane(), self.m.bits(Type::I32, 0));
        let ty = self.m.b.module.body.ty(scratch);
        let place = self.m.b.addptr().base(scratch).offset(lane).bytes(4i64).result(ty).finish().value();
        for number in 0..self.table.maps.len() as u32 {
            let store = self.m.b.st().address(place).values(&[zero][..]).bits(32i64);
            store.offset(i64::from(number * MAP)).finish();
        }
    }

    fn set(&mut self, (scratch, offset): (Value, u32), set: Set, leads: Value) {
        let draft = self.m.b.map_replace().address(scratch).predicate(leads).field(set.field);
        let mut draft = draft.offset(i64::from(offset));
        if let Some(dim) = set.dim {
            draft = draft.dim(dim as i64);
        }
        match set.to {
            To::Value(value) => draft.value(value).finish(),
            To::Number(number) => draft.number(i64::from(number)).finish(),
        };
    }

    fn fields_of(&mut self, map: &TensorMap) -> Vec<Set> {
        let base = self.parameter(map.base);
        let offset = self.m.bits(Type::I64, map.offset as u64);
        let address = To::Value(self.m.addi(base, offset));
        let plain = |field, to| Set { field, dim: None, to };
        let mut sets = vec![
            plain(MapField::Address, address),
            plain(MapField::Rank, To::Number(map.extents.len() as u32 - 1)),
        ];
        for (dim, extent) in map.extents.iter().enumerate() {
            let of = |field, to| Set { field, dim: Some(dim), to };
            sets.push(of(MapField::Box, To::Number(map.box_shape[dim])));
            let least = if dim == 0 { map.element.unit() } else { 1 };
            sets.push(of(MapField::Extent, self.extent(extent, least)));
            sets.push(of(MapField::ElementStride, To::Number(1)));
        }
        for (dim, stride) in map.strides.iter().enumerate() {
            let to = To::Value(self.stride(stride, map.element));
            sets.push(Set { field: MapField::Stride, dim: Some(dim), to });
        }
        sets.extend([
            plain(MapField::Element, To::Number(element(map.element))),
            plain(MapField::Interleave, To::Number(0)),
            plain(MapField::Swizzle, To::Number(swizzle(map.swizzle))),
            plain(MapField::Fill, To::Number(u32::from(map.nan))),
        ]);
        sets
    }

    /// Elements of a dimension; a map has some at least.
    fn extent(&mut self, extent: &Extent, least: u32) -> To {
        if let Extent::Constant(number) = *extent {
            return To::Number(u32::try_from(number).unwrap_or(0).max(least));
        }
        let whole = self.number(extent);
        let ty = self.m.b.module.types.intern(Type::I32);
        let number = self.m.b.trunci().source(whole).result(ty).finish().value();
        let (zero, least) = (self.m.bits(Type::I32, 0), self.m.bits(Type::I32, least.into()));
        let is_empty = self.m.is_int(number, Is::Equal, zero);
        To::Value(self.m.select(is_empty, least, number))
    }

    /// Bytes from one index of a dimension to the next.
    fn stride(&mut self, stride: &Extent, element: MapElement) -> Value {
        let elements = self.number(stride);
        if element.bits() < 8 {
            return self.m.shr(elements, element.unit().ilog2().into(), false);
        }
        let bytes = self.m.bits(Type::I64, (element.bits() / 8).into());
        self.m.muli(elements, bytes)
    }

    /// A number that is not negative, in 64 bits.
    fn number(&mut self, number: &Extent) -> Value {
        match number {
            Extent::Constant(number) => self.m.bits(Type::I64, *number as u64),
            Extent::Parameter(index) => self.parameter(*index),
            Extent::Computed(computed) => self.computed(computed),
        }
    }

    /// Computes as the kernel does, in its number of bits.
    fn computed(&mut self, Computed { by, of, bits }: &Computed) -> Value {
        let numbers: Vec<Value> = of.iter().map(|number| self.number(number)).collect();
        let two = |code: &mut Self, a: Value, b: Value| match by {
            Arithmetic::Sum => code.m.addi(a, b),
            Arithmetic::Difference => code.m.subi(a, b),
            Arithmetic::Product => code.m.muli(a, b),
        };
        let whole = numbers.into_iter().reduce(|a, b| two(self, a, b)).expect("it is computed of a number");
        let mask = self.m.bits(Type::I64, u64::MAX >> (64 - bits.clamp(&1, &64)));
        self.m.and(whole, mask)
    }
}

/// The number of a swizzle over some bytes.
fn swizzle(bytes: u32) -> u32 {
    match bytes {
        32 => 1,
        64 => 2,
        128 => 3,
        _ => 0,
    }
}

/// The number of an element's type.
fn element(element: MapElement) -> u32 {
    match element {
        MapElement::U8 => 0,
        MapElement::U16 => 1,
        MapElement::U32 => 2,
        MapElement::S32 => 3,
        MapElement::U64 => 4,
        MapElement::S64 => 5,
        MapElement::F16 => 6,
        MapElement::F32 => 7,
        MapElement::F64 => 9,
        MapElement::BF16 => 10,
        MapElement::TF32 => 11,
        MapElement::B4X16 => 13,
    }
}
