//! Accesses through addresses, atomics, tokens, scratch memory.

use cuda_tile::ops::fields;
use ir::{AttrSlot, Field, Op, TypeId, Value};
use numerics::Scalar;

use super::hints::Hints;
use super::{Lowering, types};
use crate::arith::ComparisonPredicate;
use crate::ops::{Builders, Opcode, fields as new};
use crate::types::{Elem, Type};

/// The optional fields that accesses share, by their places in a row.
pub(super) struct AccessFields {
    pub(super) ordering: Field,
    pub(super) scope: Field,
    pub(super) latency: Field,
    pub(super) allow_tma: Field,
}

impl Lowering<'_> {
    pub(super) fn token_type(&mut self) -> TypeId {
        self.to.types.intern(Type::Token)
    }

    /// An operand that may be absent.
    pub(super) fn optional(&mut self, op: Op, field: Field) -> Option<Value> {
        self.from.operand_opt(op, field).map(|value| self.value(value))
    }

    pub(super) fn token(&mut self, op: Op, field: Field) -> Option<Value> {
        self.optional(op, field)
    }

    pub(super) fn make_token(&mut self, op: Op) {
        let ty = self.token_type();
        let value = self.build().create_mem_token().result(ty).finish().value();
        self.set_result(op, value);
    }

    pub(super) fn join_tokens(&mut self, op: Op) {
        let tokens = self.operands(op, fields::join_tokens::tokens);
        let ty = self.token_type();
        let value = self.build().join_tokens().tokens(tokens).result(ty).finish().value();
        self.set_result(op, value);
    }

    /// An op that takes at most a token and gives one.
    pub(super) fn token_op(&mut self, op: Op, opcode: Opcode) {
        let token = self.token(op, Field::Operand(0));
        let ty = self.token_type();
        let mut builder = self.build();
        let mut draft = builder.draft(opcode as u16);
        draft.operand(Field::Operand(0), token);
        draft.result(Field::Result(0), ty);
        let new = draft.finish().op;
        self.set_results(op, new);
    }

    pub(super) fn alloca(&mut self, op: Op) {
        use fields::alloca as old;
        let elem = self.pointee(self.from.result(op, old::result));
        let bits = i64::from(elem.storage_bits());
        let count = self.int(op, old::num_elem);
        let bytes = if bits < 8 { count / 2 + count % 2 } else { count.saturating_mul(bits / 8) };
        let alignment = self.int(op, old::alignment).max(1);
        let (global, ty) = (self.from.flag(op, old::global), self.ty(self.from.result(op, old::result)));
        let mut b = self.build();
        let built = b.alloca().bytes(bytes).alignment(alignment).result(ty).finish();
        let (value, new) = (built.value(), built.op);
        self.set_flag(new, new::alloca::global, global);
        self.set_result(op, value);
    }

    /// Ordering, scope and hints of an access.
    pub(super) fn set_access(&mut self, new: Op, order: [AttrSlot; 2], hints: &Hints<'_>, to: &AccessFields) {
        self.set_order(new, order, to.ordering, to.scope);
        self.set_int(new, to.latency, hints.latency());
        self.set_int(new, to.allow_tma, hints.allow_tma());
    }

    /// Ordering and scope, if the program has them.
    pub(super) fn set_order(&mut self, new: Op, order: [AttrSlot; 2], ordering: Field, scope: Field) {
        for (slot, field) in order.into_iter().zip([ordering, scope]) {
            if slot.is_present() {
                self.to.set_attr(new, field, slot);
            }
        }
    }

    pub(super) fn load(&mut self, op: Op) {
        use fields::load_ptr_tko as old;
        let source = self.operand(op, old::source);
        let (mask, token) = (self.optional(op, old::mask), self.token(op, old::token));
        let other = self.optional(op, old::paddingValue).map(|value| self.as_stored(value));
        let (ty, token_ty) = (self.stored_type(self.from.result(op, old::result)), self.token_type());
        let mut b = self.build();
        let draft = b.load().source(source).mask(mask).other(other).token(token);
        let built = draft.result(ty).result_token(token_ty).finish();
        let ([value, after], new) = (built.values(), built.op);
        let order = [old::memory_ordering_semantics, old::memory_scope].map(|f| self.from.attr(op, f));
        let hints = self.hints(op, old::optimization_hints);
        let to = AccessFields {
            ordering: new::load::ordering,
            scope: new::load::scope,
            latency: new::load::latency,
            allow_tma: new::load::allow_tma,
        };
        self.set_access(new, order, &hints, &to);
        self.set_loaded(self.from.result(op, old::result), value);
        self.set(self.from.result(op, old::result_token), after);
    }

    pub(super) fn store(&mut self, op: Op) {
        use fields::store_ptr_tko as old;
        let (destination, value) = (self.operand(op, old::destination), self.operand(op, old::value));
        let value = self.as_stored(value);
        let (mask, token) = (self.optional(op, old::mask), self.token(op, old::token));
        let ty = self.token_type();
        let mut b = self.build();
        let draft = b.store().destination(destination).value(value).mask(mask).token(token);
        let new = draft.result_token(ty).finish().op;
        let order = [old::memory_ordering_semantics, old::memory_scope].map(|f| self.from.attr(op, f));
        let hints = self.hints(op, old::optimization_hints);
        let to = AccessFields {
            ordering: new::store::ordering,
            scope: new::store::scope,
            latency: new::store::latency,
            allow_tma: new::store::allow_tma,
        };
        self.set_access(new, order, &hints, &to);
        self.set_results(op, new);
    }

    pub(super) fn atomic_rmw(&mut self, op: Op) {
        use fields::atomic_rmw_tko as old;
        let (pointers, arg) = (self.operand(op, old::pointers), self.operand(op, old::arg));
        let (mask, token) = (self.optional(op, old::mask), self.token(op, old::token));
        let (ty, token_ty) = (self.ty(self.from.result(op, old::result)), self.token_type());
        let mode = self.from.attr(op, old::mode);
        let mut b = self.build();
        let draft = b.atomic_rmw().pointers(pointers).arg(arg).mask(mask).token(token).mode(mode);
        let new = draft.result(ty).result_token(token_ty).finish().op;
        let order = [old::memory_ordering_semantics, old::memory_scope].map(|f| self.from.attr(op, f));
        self.set_order(new, order, new::atomic_rmw::ordering, new::atomic_rmw::scope);
        self.set_results(op, new);
    }

    pub(super) fn atomic_cas(&mut self, op: Op) {
        use fields::atomic_cas_tko as old;
        let [pointers, cmp, val] = [old::pointers, old::cmp, old::val].map(|field| self.operand(op, field));
        let (mask, token) = (self.optional(op, old::mask), self.token(op, old::token));
        let (ty, token_ty) = (self.ty(self.from.result(op, old::result)), self.token_type());
        let mut b = self.build();
        let draft = b.atomic_cas().pointers(pointers).cmp(cmp).val(val).mask(mask).token(token);
        let new = draft.result(ty).result_token(token_ty).finish().op;
        let order = [old::memory_ordering_semantics, old::memory_scope].map(|f| self.from.attr(op, f));
        self.set_order(new, order, new::atomic_cas::ordering, new::atomic_cas::scope);
        self.set_results(op, new);
    }

    /// The type that a value has where it is loaded or stored.
    pub(super) fn stored_type(&mut self, value: Value) -> TypeId {
        let ty = self.ty(value);
        let Some(tile) = self.to.types.get(ty).tile().cloned() else { return ty };
        match tile.elem {
            Elem::Scalar(scalar) => self.tile_type(&tile.shape, Elem::Scalar(types::in_memory(scalar))),
            Elem::Ptr => ty,
        }
    }

    /// A value as it is stored: truth values as bytes.
    pub(super) fn as_stored(&mut self, value: Value) -> Value {
        let Some(tile) = self.to.ty(value).tile().cloned() else { return value };
        if tile.elem != Elem::Scalar(Scalar::I1) {
            return value;
        }
        let ty = self.tile_type(&tile.shape, Elem::Scalar(Scalar::I8));
        self.build().exti().source(value).result(ty).finish().value()
    }

    /// A value of level 1 that was loaded as `bytes`: a truth value is any byte but 0.
    pub(super) fn set_loaded(&mut self, old: Value, bytes: Value) {
        let ty = self.ty(old);
        if self.to.body.ty(bytes) == ty {
            return self.set(old, bytes);
        }
        let shape = self.to.types.get(ty).tile().expect("what is loaded is a tile").shape.clone();
        let zero = self.splat(&shape, Scalar::I8, 0);
        let not_equal = ComparisonPredicate::NotEqual;
        let mut b = self.build();
        let draft = b.cmpi().lhs(bytes).rhs(zero).predicate(not_equal);
        let value = draft.result(ty).finish().value();
        self.set(old, value);
    }
}
