//! Loads and stores of global memory: contiguous elements move together.
//!
//! The attributes of an access at level 3, and the coordinates of a thread's registers, determine the number of
//! elements of a vector; its first element is in a register whose number is a multiple of that. Accesses that take part
//! in synchronisation move elements one by one.

use ir::{Field, Op, Value};
use tile_core::arith::{MemoryOrdering, MemoryScope};
use tileaa::types::Elem;
use tileas::Opcode as From;
use tileas::layout::RegisterLayout;
use tileas::ops::fields as from;
use tileas::types::TileType;

use super::words::Words;
use super::{Lower, elements};
use crate::ops::Builders as _;

/// The bytes that one access of a thread moves at most.
const WIDEST_ACCESS: u32 = 16;

/// Where the elements of a vector are in memory, and whether they are.
pub(super) struct Place {
    pub(super) address: Value,
    pub(super) inside: Option<Value>,
    /// Of elements that share bytes: whether it is the upper half of its byte, where that is not always the lower one.
    pub(super) upper: Option<Value>,
}

impl Place {
    /// Where an address says.
    pub(super) fn at(address: Value) -> Place {
        Place { address, inside: None, upper: None }
    }
}

/// Bits that are accessed for an element: a byte where two share one.
pub(super) fn memory_bits(elem: Elem) -> u32 {
    elem.scalar().map_or(64, |scalar| scalar.storage_bits()).max(8)
}

/// Whether two elements share a byte.
pub(super) fn shares_bytes(elem: Elem) -> bool {
    elem.scalar().is_some_and(|scalar| scalar.storage_bits() < 8)
}

impl Lower<'_> {
    /// How many elements of a tile one access moves.
    pub(super) fn vector_elements(&self, op: Op, tile: &TileType, said: [Field; 2]) -> usize {
        if self.is_weak(op) { self.aligned_elements(op, tile, said) } else { 1 }
    }

    /// How many elements of a tile are next to each other in memory and in the registers of a thread.
    pub(super) fn aligned_elements(&self, op: Op, tile: &TileType, said: [Field; 2]) -> usize {
        let [contiguity, divisibility] = said;
        let groups = self.from.ints(op, contiguity);
        let Some(dim) = groups.iter().position(|&elements| elements > 1) else { return 1 };
        let rank = tile.layout.shape().rank();
        if dim >= rank || tile.elem.scalar().is_none() || shares_bytes(tile.elem) {
            return 1;
        }
        let bytes = i64::from(memory_bits(tile.elem) / 8);
        let aligned = self.from.int(op, divisibility).unwrap_or(1).min(WIDEST_ACCESS.into()) / bytes;
        let most = groups[dim].min(aligned).min(tile.layout.contiguous(dim).into()).max(1);
        1 << most.ilog2()
    }

    /// The first registers of the vectors of a layout: together they hold each element that the thread has once.
    pub(super) fn leads(layout: &RegisterLayout, elements: usize) -> Vec<usize> {
        Self::own_registers(layout).filter(|register| register % elements == 0).collect()
    }

    /// Reads the elements of a vector; `other` where the predicate is false.
    pub(super) fn load_vector(
        &mut self,
        op: Op,
        place: &Place,
        mask: Option<Value>,
        elem: Elem,
        (count, other): (usize, Option<&[Value]>),
    ) -> Vec<Value> {
        let register = elements::register(elem);
        let bits = memory_bits(elem);
        let shape = Words::of(count, bits);
        let word = shape.register(bits, register);
        let predicate = self.both(place.inside, mask);
        let other: Vec<Value> = match (predicate, other) {
            (None, _) => Vec::new(),
            (Some(_), Some(other)) => self.words(other, bits).0,
            (Some(_), None) => vec![self.bits(word, 0); shape.count],
        };
        let ty = self.to.types.intern(word);
        let types = vec![ty; shape.count];
        let (ordering, scope) = self.order_of(op);
        let new = self
            .b()
            .ld()
            .address(place.address)
            .predicate(predicate)
            .other(other)
            .bits(i64::from(shape.bits))
            .ordering(ordering)
            .scope(scope)
            .values(types)
            .finish()
            .op;
        let words: Vec<Value> = self.to.body.results(new).iter().collect();
        if shares_bytes(elem) {
            // Without a read, `other` is already an element.
            let half = self.half_of(words[0], place);
            return vec![predicate.map_or(half, |inside| self.select(inside, half, words[0]))];
        }
        self.elements_of_words(&words, shape, bits, register)
    }

    /// Writes the elements of a vector if the predicate holds.
    pub(super) fn store_vector(
        &mut self,
        op: Op,
        place: &Place,
        mask: Option<Value>,
        elem: Elem,
        values: &[Value],
    ) {
        let predicate = self.both(place.inside, mask);
        let (words, bits) = self.words(values, memory_bits(elem));
        let (ordering, scope) = self.order_of(op);
        self.b()
            .st()
            .address(place.address)
            .values(words)
            .predicate(predicate)
            .bits(i64::from(bits))
            .ordering(ordering)
            .scope(scope)
            .finish();
    }

    pub(super) fn both(&mut self, a: Option<Value>, b: Option<Value>) -> Option<Value> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.and(a, b)),
            (a, b) => a.or(b),
        }
    }

    /// Ordering and scope of an access.
    pub(super) fn order_of(&self, op: Op) -> (MemoryOrdering, MemoryScope) {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops do not order what they access")]
        let (ordering, scope) = match self.from.opcode(op) {
            From::Load => (from::load::ordering, from::load::scope),
            From::Store => (from::store::ordering, from::store::scope),
            From::TiledLoad => (from::tiled_load::ordering, from::tiled_load::scope),
            From::TiledStore => (from::tiled_store::ordering, from::tiled_store::scope),
            From::TiledAtomicRed => (from::tiled_atomic_red::ordering, from::tiled_atomic_red::scope),
            From::AtomicRmw => (from::atomic_rmw::ordering, from::atomic_rmw::scope),
            From::AtomicCas => (from::atomic_cas::ordering, from::atomic_cas::scope),
            _ => return (MemoryOrdering::Weak, MemoryScope::Device),
        };
        (self.from.get(op, ordering), self.from.get(op, scope))
    }

    pub(super) fn is_weak(&self, op: Op) -> bool {
        let (ordering, _) = self.order_of(op);
        ordering == MemoryOrdering::Weak
    }
}
