//! Memory: pointers and atomics.

use cuda_tile::attrs::AtomicRMWMode;
use cuda_tile::ops::fields;
use ir::{Field, Op};
use launch::EngineError;

use crate::memory::alloca_arena::Reservation;
use crate::prepare::Emitter;
use crate::prepare::facts::Read;
use crate::program::Kind;
use crate::steps::affine::{LoadTile, StoreTile};
use crate::steps::atomics::{CompareAndSwap, ReadModifyWrite};
use crate::steps::pointers::{Alloca, LoadPointers, StorePointers};

impl Emitter<'_, '_> {
    pub(super) fn alloca(&self, op: Op) -> Kind {
        let result = self.facts.module.body.result(op, 0);
        Kind::Alloca(Alloca {
            reservation: Reservation {
                count: self.integer(op, fields::alloca::num_elem),
                alignment: self.integer(op, fields::alloca::alignment),
                shared: self.facts.module.flag(op, fields::alloca::global),
                elem: self.facts.pointee(result),
            },
            out: self.out(result),
            span: None,
        })
    }

    pub(super) fn load_pointers(&self, op: Op) -> Kind {
        use fields::load_ptr_tko as f;
        if let Some(tile) = self.pointer_tile(op) {
            return Kind::LoadTile(LoadTile { tile, out: self.result(op, f::result) });
        }
        let source = self.facts.module.operand(op, f::source);
        Kind::LoadPointers(LoadPointers {
            source: self.home(source),
            mask: self.operand_opt(op, f::mask),
            padding: self.operand_opt(op, f::paddingValue),
            elem: self.facts.pointee(source),
            len: self.facts.len(source),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope),
            out: self.result(op, f::result),
        })
    }

    pub(super) fn store_pointers(&self, op: Op) -> Kind {
        use fields::store_ptr_tko as f;
        if let Some(tile) = self.pointer_tile(op) {
            return Kind::StoreTile(StoreTile { tile, value: self.operand(op, f::value) });
        }
        let destination = self.facts.module.operand(op, f::destination);
        Kind::StorePointers(StorePointers {
            destination: self.home(destination),
            value: self.operand(op, f::value),
            mask: self.operand_opt(op, f::mask),
            elem: self.facts.pointee(destination),
            len: self.facts.len(destination),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope),
        })
    }

    pub(super) fn read_modify_write(&mut self, op: Op) -> Result<Kind, EngineError> {
        use fields::atomic_rmw_tko as f;
        let pointers = self.facts.module.operand(op, f::pointers);
        let (pointing, args) = self.atomic_operands(op)?;
        Ok(Kind::ReadModifyWrite(ReadModifyWrite {
            pointers: pointing,
            args,
            mask: self.operand_opt(op, f::mask),
            mode: self.atomic_mode(op, f::mode),
            elem: self.facts.pointee(pointers),
            len: self.facts.len(pointers),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope),
            out: self.result_used(op, f::result),
            deferred: false,
        }))
    }

    pub(super) fn atomic_mode(&self, op: Op, field: Field) -> AtomicRMWMode {
        AtomicRMWMode::from_slot(self.facts.module.attr(op, field)).expect("an atomic mode, as verified")
    }

    pub(super) fn compare_and_swap(&self, op: Op) -> Kind {
        use fields::atomic_cas_tko as f;
        let pointers = self.facts.module.operand(op, f::pointers);
        Kind::CompareAndSwap(CompareAndSwap {
            pointers: self.home(pointers),
            expected: self.operand(op, f::cmp),
            value: self.operand(op, f::val),
            mask: self.operand_opt(op, f::mask),
            elem: self.facts.pointee(pointers),
            len: self.facts.len(pointers),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope),
            out: self.result_used(op, f::result),
        })
    }
}
