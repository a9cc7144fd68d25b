//! Atomic operations through one pointer and a tile of offsets, whose pointers need not be made.

use cuda_tile::ops::{Opcode, fields};
use ir::{Op, Value};
use launch::EngineError;
use numerics::Scalar;
use smallvec::{SmallVec, smallvec};

use super::Emitter;
use super::facts::{Facts, Read, Root};
use crate::frame::{ALIGN, Base, FrameSlot};
use crate::kernels::lane_size;
use crate::steps::atomics::{Args, Pointers};
use crate::steps::indexed::Indexed;

/// The operands of the pointers of an atomic operation.
#[derive(Clone, Copy, Debug)]
pub(super) struct IndexedAtomic {
    /// One pointer.
    base: Value,
    /// A tile of numbers of 32 or 64 bits.
    pub(super) offsets: Value,
}

/// The operands of the pointers of an operation, if it is an atomic one whose old values have no use.
pub(super) fn atomic(facts: &Facts<'_>, op: Op) -> Option<IndexedAtomic> {
    use fields::atomic_rmw_tko as f;
    let module = facts.module;
    if module.opcode(op) != Opcode::AtomicRmwTko || facts.is_used(module.result(op, f::result)) {
        return None;
    }
    let pointers = module.operand(op, f::pointers);
    let made = itself(facts, pointers)?;
    let offset = module.body.def_op(made).filter(|&op| module.opcode(op) == Opcode::Offset)?;
    let &[from, by] = module.body.operands(offset) else { return None };
    let base = one(facts, from)?;
    let offsets = itself(facts, by)?;
    let elem = facts.pointee(pointers);
    let fits = matches!(elem, Scalar::I32 | Scalar::I64)
        && lane_size(facts.pointee(made)) == lane_size(elem)
        && matches!(facts.scalar(by), Scalar::I32 | Scalar::I64);
    fits.then_some(IndexedAtomic { base, offsets })
}

/// The value that a tile is, element for element.
fn itself(facts: &Facts<'_>, tile: Value) -> Option<Value> {
    let source = facts.source(tile);
    match source.root {
        Root::Value(root) if source.map.is_identity() => Some(root),
        Root::Value(_) | Root::Constant(_) | Root::Iota => None,
    }
}

/// The value of one element that all elements of a tile are.
fn one(facts: &Facts<'_>, tile: Value) -> Option<Value> {
    let source = facts.source(tile);
    match source.root {
        Root::Value(root) if source.map.is_splat() && facts.len(root) == 1 => Some(root),
        Root::Value(_) | Root::Constant(_) | Root::Iota => None,
    }
}

impl IndexedAtomic {
    /// The operands of the operation.
    pub(super) fn operands(&self, facts: &Facts<'_>, op: Op) -> SmallVec<[Value; 8]> {
        use fields::atomic_rmw_tko as f;
        let arg = facts.module.operand(op, f::arg);
        let source = facts.source(arg);
        let arg = match source.root {
            Root::Constant(_) if source.map.is_splat() => None,
            Root::Value(_) | Root::Constant(_) | Root::Iota => Some(one(facts, arg).unwrap_or(arg)),
        };
        let mut operands: SmallVec<[Value; 8]> = smallvec![self.base, self.offsets];
        operands.extend(arg);
        operands.extend(facts.module.operand_opt(op, f::mask));
        operands
    }
}

impl Emitter<'_, '_> {
    /// Pointers and arguments of an atomic operation.
    pub(super) fn atomic_operands(&mut self, op: Op) -> Result<(Pointers, Args), EngineError> {
        use fields::atomic_rmw_tko as f;
        let facts = self.facts;
        let (pointers, arg) = (facts.module.operand(op, f::pointers), facts.module.operand(op, f::arg));
        let Some(indexed) = facts.indexed(op) else {
            return Ok((Pointers::Tile(self.home(pointers)), Args::Tile(self.home(arg))));
        };
        let (len, size) = (facts.len(pointers) as u64, lane_size(facts.pointee(pointers)) as u64);
        let room = |offset: u64| FrameSlot { base: Base::Scratch, offset: offset as u32 };
        // Scratch memory: addresses and arguments of all lanes, then room for a copy of the offsets.
        let copy = (len * (8 + size)).next_multiple_of(ALIGN as u64);
        let mut scratch = copy + (8 * len).next_multiple_of(ALIGN as u64);
        let offsets = self.matrix(op, indexed.offsets, 1, &mut scratch)?;
        self.scratch = self.scratch.max(scratch);
        let source = facts.source(arg);
        let args = match source.root {
            Root::Constant(place) if source.map.is_splat() => Args::Splat(place, room(8 * len)),
            Root::Value(_) | Root::Constant(_) | Root::Iota => match one(facts, arg) {
                Some(one) => Args::Splat(self.home(one), room(8 * len)),
                None => Args::Tile(self.home(arg)),
            },
        };
        let pointers = Pointers::Indexed(Indexed {
            base: self.home(indexed.base),
            offsets,
            wide: facts.scalar(indexed.offsets) == Scalar::I64,
            step: size,
            room: room(0),
            copy: room(copy),
        });
        Ok((pointers, args))
    }
}
