//! Memory: pointers and atomics.

use cuda_tile::attrs::AtomicRMWMode;
use cuda_tile::ops::fields;
use ir::{Field, Op};

use crate::prepare::Emitter;
use crate::program::Kind;
use crate::steps::atomics::{CompareAndSwap, ReadModifyWrite};
use crate::steps::pointers::{Alloca, LoadPointers, StorePointers};

impl Emitter<'_, '_> {
    pub(super) fn alloca(&mut self, op: Op) -> Kind {
        let result = self.module.body.result(op, 0);
        Kind::Alloca(Alloca {
            count: self.integer(op, fields::alloca::num_elem),
            alignment: self.integer(op, fields::alloca::alignment),
            shared: self.module.flag(op, fields::alloca::global),
            elem: self.pointee(result),
            out: self.slot(result),
        })
    }

    pub(super) fn load_pointers(&mut self, op: Op) -> Kind {
        use fields::load_ptr_tko as f;
        Kind::LoadPointers(LoadPointers {
            source: self.operand(op, f::source),
            mask: self.operand_opt(op, f::mask),
            padding: self.operand_opt(op, f::paddingValue),
            elem: self.pointee(self.module.operand(op, f::source)),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::result),
        })
    }

    pub(super) fn store_pointers(&mut self, op: Op) -> Kind {
        use fields::store_ptr_tko as f;
        Kind::StorePointers(StorePointers {
            destination: self.operand(op, f::destination),
            value: self.operand(op, f::value),
            mask: self.operand_opt(op, f::mask),
            elem: self.pointee(self.module.operand(op, f::destination)),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
        })
    }

    pub(super) fn read_modify_write(&mut self, op: Op) -> Kind {
        use fields::atomic_rmw_tko as f;
        Kind::ReadModifyWrite(ReadModifyWrite {
            pointers: self.operand(op, f::pointers),
            arg: self.operand(op, f::arg),
            mask: self.operand_opt(op, f::mask),
            mode: self.atomic_mode(op, f::mode),
            elem: self.pointee(self.module.operand(op, f::pointers)),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::result),
        })
    }

    pub(super) fn atomic_mode(&self, op: Op, field: Field) -> AtomicRMWMode {
        AtomicRMWMode::from_slot(self.module.attr(op, field)).expect("an atomic mode, as verified")
    }

    pub(super) fn compare_and_swap(&mut self, op: Op) -> Kind {
        use fields::atomic_cas_tko as f;
        Kind::CompareAndSwap(CompareAndSwap {
            pointers: self.operand(op, f::pointers),
            expected: self.operand(op, f::cmp),
            value: self.operand(op, f::val),
            mask: self.operand_opt(op, f::mask),
            elem: self.pointee(self.module.operand(op, f::pointers)),
            order: self.order(op, f::memory_ordering_semantics, f::memory_scope, [f::token, f::result_token]),
            out: self.result(op, f::result),
        })
    }
}
