//! Accesses through pointers, tokens, prints.

use cuda_tile::attrs::{AtomicRMWMode, Attr, MemoryOrdering, MemoryScope};
use cuda_tile::ops::{Builders, Opcode};
use cuda_tile::{Dense, Type};
use ir::{Op, Value};
use numerics::Scalar;

use super::{Context, Emitter};
use crate::choose;

impl Emitter<'_> {
    /// A mask of the given shape, for about every other access.
    fn mask(&mut self, shape: &[i64]) -> Option<Value> {
        let ty = self.number_type(shape, Scalar::I1);
        self.rng.one_in(2).then(|| self.value(ty))
    }

    /// A token that orders an access after another, sometimes.
    fn maybe_token(&mut self) -> Option<Value> {
        let ty = self.intern(Type::Token);
        self.rng.one_in(2).then(|| self.value(ty))
    }

    /// An ordering with the scope that it needs.
    fn ordering(&mut self, strong: &[MemoryOrdering]) -> (MemoryOrdering, Option<MemoryScope>) {
        if self.rng.one_in(2) {
            return (MemoryOrdering::Weak, None);
        }
        (self.rng.pick(strong), Some(self.rng.pick(MemoryScope::ALL)))
    }

    pub(super) fn load(&mut self, scalar: Scalar) {
        let shape = self.shape(scalar);
        let source = self.pointers(&shape, scalar);
        let ty = self.number_type(&shape, scalar);
        let (mask, token) = (self.mask(&shape), self.maybe_token());
        // A masked-off lane without padding has no value.
        let padding = mask.map(|_| self.value(ty));
        let (ordering, scope) = self.ordering(&[MemoryOrdering::Relaxed, MemoryOrdering::Acquire]);
        let token_ty = self.intern(Type::Token);
        let mut builder = self.builder();
        let mut draft = builder.load_ptr_tko().source(source).mask(mask).paddingValue(padding).token(token);
        draft = draft.memory_ordering_semantics(ordering);
        if let Some(scope) = scope {
            draft = draft.memory_scope(scope);
        }
        let op = draft.result(ty).result_token(token_ty).finish().op;
        self.define(op);
    }

    pub(super) fn store_random(&mut self, scalar: Scalar) {
        let shape = self.shape(scalar);
        let ty = self.number_type(&shape, scalar);
        let value = self.value(ty);
        self.store(&shape, scalar, value);
    }

    /// Stores a tile into the buffer of its element type.
    pub(super) fn store(&mut self, shape: &[i64], scalar: Scalar, value: Value) {
        let destination = self.pointers(shape, scalar);
        let (mask, token) = (self.mask(shape), self.maybe_token());
        let (ordering, scope) = self.ordering(&[MemoryOrdering::Relaxed, MemoryOrdering::Release]);
        let token_ty = self.intern(Type::Token);
        let mut builder = self.builder();
        let mut draft = builder.store_ptr_tko().destination(destination).value(value).mask(mask).token(token);
        draft = draft.memory_ordering_semantics(ordering);
        if let Some(scope) = scope {
            draft = draft.memory_scope(scope);
        }
        let op = draft.result_token(token_ty).finish().op;
        self.define(op);
    }

    pub(super) fn atomic(&mut self, opcode: Opcode, scalar: Scalar) {
        let shape = self.shape(scalar);
        let pointers = self.pointers(&shape, scalar);
        let (ty, token_ty) = (self.number_type(&shape, scalar), self.intern(Type::Token));
        let (value, token) = (self.value(ty), self.maybe_token());
        let strong = [
            MemoryOrdering::Relaxed,
            MemoryOrdering::Acquire,
            MemoryOrdering::Release,
            MemoryOrdering::AcqRel,
        ];
        let (ordering, scope) = (self.rng.pick(&strong), self.rng.pick(MemoryScope::ALL));
        let op = if opcode == Opcode::AtomicCasTko {
            let cmp = self.value(ty);
            let mask = self.mask(&shape);
            let mut b = self.builder();
            let draft = b.atomic_cas_tko().pointers(pointers).cmp(cmp).val(value).mask(mask).token(token);
            let draft = draft.memory_ordering_semantics(ordering).memory_scope(scope);
            draft.result(ty).result_token(token_ty).finish().op
        } else {
            // Without a mask: the result of a masked-off lane has no value.
            let mode = self.atomic_mode(scalar);
            let mut b = self.builder();
            let draft = b.atomic_rmw_tko().pointers(pointers).arg(value).token(token).mode(mode);
            let draft = draft.memory_ordering_semantics(ordering).memory_scope(scope);
            draft.result(ty).result_token(token_ty).finish().op
        };
        self.define(op);
    }

    pub(super) fn atomic_mode(&mut self, scalar: Scalar) -> AtomicRMWMode {
        use AtomicRMWMode::{Add, AddF, And, Max, Min, Or, UMax, UMin, Xor};
        if scalar.is_float() { AddF } else { self.rng.pick(&[Add, And, Max, Min, Or, UMax, UMin, Xor]) }
    }

    /// Memory of the block's own, written before it is read.
    pub(super) fn alloca(&mut self, scalar: Scalar) {
        let pointer = self.intern(choose::pointer_tile(scalar));
        let bytes = u64::from(scalar.storage_bits().div_ceil(8));
        let mut b = self.builder();
        let op = b.alloca().num_elem(4u64).alignment(bytes.next_power_of_two()).result(pointer).finish().op;
        let address = self.module.body.result(op, 0);
        let (ty, token_ty) = (self.number_type(&[], scalar), self.intern(Type::Token));
        let value = self.value(ty);
        let mut b = self.builder();
        let draft = b.store_ptr_tko().destination(address).value(value);
        let stored =
            draft.memory_ordering_semantics(MemoryOrdering::Weak).result_token(token_ty).finish().value();
        let draft = b.load_ptr_tko().source(address).token(stored);
        let draft = draft.memory_ordering_semantics(MemoryOrdering::Weak);
        let op = draft.result(ty).result_token(token_ty).finish().op;
        self.define(op);
    }

    pub(super) fn join_tokens(&mut self) {
        let ty = self.intern(Type::Token);
        let tokens = [self.value(ty), self.value(ty)];
        let op = self.builder().join_tokens().tokens(tokens).result(ty).finish().op;
        self.define(op);
    }

    pub(super) fn token_op(&mut self, opcode: Opcode) {
        let ty = self.intern(Type::Token);
        let (always, maybe) = (self.value(ty), self.maybe_token());
        let mut b = self.builder();
        let op: Op = match opcode {
            Opcode::GdcWaitTko => b.gdc_wait_tko().token(maybe).result_token(ty).finish().op,
            Opcode::GdcLaunchDependentsTko => {
                b.gdc_launch_dependents_tko().token(maybe).result_token(ty).finish().op
            }
            _ => b.memory_fence_alias_tko().token(always).result_token(ty).finish().op,
        };
        self.define(op);
    }

    pub(super) fn print(&mut self, scalar: Scalar) {
        let ty = self.number_type(&[], scalar);
        let value = self.value(ty);
        let format = match scalar {
            Scalar::I64 => "x = %lld, %% done\n",
            Scalar::F32 | Scalar::F64 => "x = %8.3f\n",
            _ => "x = %d\n",
        };
        let token = if self.has_13_2() { self.maybe_token() } else { None };
        let token_ty = self.intern(Type::Token);
        let mut builder = self.builder();
        let draft = builder.print_tko().args(value).token(token).str(format);
        let op = draft.result_token(token_ty).finish().op;
        // In 13.1 the token exists in memory only; nothing may use it.
        if self.has_13_2() {
            self.define(op);
        }
    }

    /// Something that is true.
    pub(super) fn assert(&mut self) {
        if self.context == Context::Pure {
            return;
        }
        let ty = self.number_type(&[4], Scalar::I1);
        let condition = self.constant_of(ty, Attr::Dense(Dense::splat(ty, Scalar::I1, 1)));
        self.builder().assert().condition(condition).message("holds").finish();
    }
}
