//! Multicast accesses to the memory of several devices: elements of 32 or 64 bits directly, shorter ones in pairs.

use ir::{Field, Op, Value};
use numerics::Scalar;
use tile_core::arith::{AtomicRMWMode, MultimemReductionKind};
use tileaa::types::Elem;
use tileas::ops::fields as from;
use tileas::types::TileType;

use super::vectors::Place;
use super::{Lower, Lowered, elements};
use crate::Type;
use crate::ops::Builders as _;

/// The bytes that one access of a thread moves at most.
const WIDEST_ACCESS: usize = 16;

/// The type of a register for the elements that are accessed at once: one, or a pair.
fn register(elem: Elem) -> Type {
    match elem.scalar() {
        Some(Scalar::F16) => Type::F16x2,
        Some(Scalar::BF16) => Type::BF16x2,
        _ => elements::register(elem),
    }
}

/// The operation of an atomic, as a reduction over several devices.
fn reduction(mode: AtomicRMWMode) -> Option<MultimemReductionKind> {
    Some(match mode {
        AtomicRMWMode::Add | AtomicRMWMode::AddF => MultimemReductionKind::Add,
        AtomicRMWMode::And => MultimemReductionKind::And,
        AtomicRMWMode::Or => MultimemReductionKind::Or,
        AtomicRMWMode::Xor => MultimemReductionKind::Xor,
        AtomicRMWMode::Max => MultimemReductionKind::Max,
        AtomicRMWMode::Min => MultimemReductionKind::Min,
        AtomicRMWMode::UMax => MultimemReductionKind::UMax,
        AtomicRMWMode::UMin => MultimemReductionKind::UMin,
        AtomicRMWMode::Xchg => return None,
    })
}

impl Lower<'_> {
    /// How many elements of a tile one access moves.
    pub(super) fn multimem_elements(&mut self, op: Op, tile: &TileType, said: [Field; 2]) -> Lowered<usize> {
        let together = self.aligned_elements(op, tile, said);
        let vectors = matches!(register(tile.elem), Type::F32 | Type::F16x2 | Type::BF16x2);
        let bits = tile.elem.scalar().map_or(64, Scalar::bits) as usize;
        let least = 32usize.div_ceil(bits).max(1);
        let most = if vectors && self.is_weak(op) { WIDEST_ACCESS * 8 / bits } else { least };
        if together < least {
            return Err(
                self.refuse(op, "needs pairs of elements that lie side by side in the registers of a thread")
            );
        }
        Ok(together.min(most))
    }

    /// Reads the elements of a vector on every device, and combines them; `other` where the predicate is false.
    pub(super) fn load_reduced(
        &mut self,
        op: Op,
        place: &Place,
        mask: Option<Value>,
        (elem, kind): (Elem, MultimemReductionKind),
        (count, other): (usize, Option<&[Value]>),
    ) -> Vec<Value> {
        let ty = register(elem);
        let words = count * elem.scalar().map_or(64, Scalar::bits) as usize / ty.bits() as usize;
        let predicate = self.both(place.inside, mask);
        let other: Vec<Value> = match (predicate, other) {
            (None, _) => Vec::new(),
            (Some(_), Some(other)) => self.in_pairs(other, ty),
            (Some(_), None) => vec![self.bits(ty, 0); words],
        };
        let (ordering, scope) = self.order_of(op);
        let id = self.to.types.intern(ty);
        let mut b = self.b();
        let draft = b.multimem_ld_reduce().address(place.address).predicate(predicate).other(other);
        let draft = draft.reduction(kind).ordering(ordering).scope(scope);
        let new = draft.values(vec![id; words]).finish().op;
        let words: Vec<Value> = self.to.body.results(new).iter().collect();
        self.of_pairs(&words, elements::register(elem))
    }

    /// Writes the elements of a vector on every device if the predicate holds.
    pub(super) fn store_on_devices(
        &mut self,
        op: Op,
        place: &Place,
        mask: Option<Value>,
        (elem, values): (Elem, &[Value]),
    ) {
        let predicate = self.both(place.inside, mask);
        let values = self.in_pairs(values, register(elem));
        let (ordering, scope) = self.order_of(op);
        let mut b = self.b();
        let draft = b.multimem_st().address(place.address).values(values).predicate(predicate);
        draft.ordering(ordering).scope(scope).finish();
    }

    /// `tiled_atomic_red` with `multimem`.
    pub(super) fn reduce_on_devices(&mut self, op: Op) -> Lowered<()> {
        use from::tiled_atomic_red as f;
        let Some(kind) = reduction(self.from.get(op, f::mode)) else {
            return Err(self.refuse(op, "exchanges what several devices have, which no instruction does"));
        };
        let value = self.from.operand(op, f::value);
        let (tiles, index) = (self.from.operand(op, f::tiles), self.from.operands(op, f::index).to_vec());
        let tile = self.tile(value).clone();
        let elements = self.multimem_elements(op, &tile, [f::contiguity, f::divisibility])?;
        let leads = Self::leads(&tile.layout, elements);
        let places = self.tile_places(op, tiles, &index, &tile.layout, &leads)?;
        let (values, owner) = (self.registers(value), self.owns(&tile.layout));
        let (ordering, scope) = self.order_of(op);
        for (lead, place) in leads.into_iter().zip(places) {
            let predicate = self.both(place.inside, owner);
            let values = self.in_pairs(&values[lead..lead + elements], register(tile.elem));
            let mut b = self.b();
            let draft = b.multimem_red().address(place.address).values(values).predicate(predicate);
            draft.reduction(kind).ordering(ordering).scope(scope).finish();
        }
        Ok(())
    }

    /// Elements as what is accessed of them.
    fn in_pairs(&mut self, values: &[Value], ty: Type) -> Vec<Value> {
        if !matches!(ty, Type::F16x2 | Type::BF16x2) {
            return values.to_vec();
        }
        let words = values.chunks(2).map(|pair| self.word(pair, 16, 32)).collect::<Vec<Value>>();
        words.into_iter().map(|word| self.bitcast(word, ty)).collect()
    }

    /// The elements of what is accessed of them.
    fn of_pairs(&mut self, words: &[Value], elem: Type) -> Vec<Value> {
        let mut values = Vec::new();
        for &word in words {
            if self.type_of(word) == elem {
                values.push(word);
                continue;
            }
            let word = self.bitcast(word, Type::I32);
            for half in self.halves(word) {
                values.push(self.bitcast(half, elem));
            }
        }
        values
    }
}
