//! The emitter: short methods that build ops of level 4.
//!
//! It only knows the module under construction and the insertion point, not the program that is lowered.

use std::ops::{Deref, DerefMut};

use ir::build::Builder;
use ir::generic::Attr;
use ir::{Block, Field, Value};
use tile_core::arith::{Arith, ComparisonPredicate};

use super::Lower;
use crate::attrs::{ShuffleKind, SpecialRegister};
use crate::ops::{Builders as _, Opcode, fields};
use crate::types::Space;
use crate::{Module, Nvvm, Type};

/// The module that is built, and the block to which ops are appended.
pub(super) struct Emitter {
    pub(super) to: Module,
    pub(super) block: Block,
}

/// Ops are emitted while they are lowered, so the lowering has the methods of the emitter.
impl Deref for Lower<'_> {
    type Target = Emitter;

    fn deref(&self) -> &Emitter {
        &self.emitter
    }
}

impl DerefMut for Lower<'_> {
    fn deref_mut(&mut self) -> &mut Emitter {
        &mut self.emitter
    }
}

impl Lower<'_> {
    /// Executes ops if a predicate holds.
    pub(super) fn when(&mut self, predicate: Value, then: impl FnOnce(&mut Self)) {
        let op = self.b().if_().condition(predicate).finish().op;
        let block = self.to.block(op, fields::if_::then).expect("a branch has its block");
        let outer = std::mem::replace(&mut self.block, block);
        then(self);
        self.b().yield_().finish();
        self.block = outer;
    }
}

impl Emitter {
    pub(super) fn b(&mut self) -> Builder<'_, Nvvm> {
        Builder::at_end(&mut self.to, self.block)
    }

    pub(super) fn type_of(&self, value: Value) -> Type {
        *self.to.ty(value)
    }

    /// A constant by its bits.
    pub(super) fn bits(&mut self, ty: Type, bits: u64) -> Value {
        let id = self.to.types.intern(ty);
        self.b().constant().value(Attr::Number(bits)).result(id).finish().value()
    }

    pub(super) fn i32(&mut self, value: u32) -> Value {
        self.bits(Type::I32, value.into())
    }

    pub(super) fn i64(&mut self, value: i64) -> Value {
        self.bits(Type::I64, value as u64)
    }

    /// An op of the shared arithmetic on operands of one type, which is that of the result.
    pub(super) fn binary(&mut self, arith: Arith, lhs: Value, rhs: Value) -> Value {
        let ty = self.to.body.ty(lhs);
        let mut builder = self.b();
        let mut draft = builder.draft(Opcode::of_arith(arith) as u16);
        draft.operand(Field::Operand(0), lhs);
        draft.operand(Field::Operand(1), rhs);
        draft.result(Field::Result(0), ty);
        draft.finish().value()
    }

    pub(super) fn add(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(Arith::AddI, lhs, rhs)
    }

    pub(super) fn mul(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(Arith::MulI, lhs, rhs)
    }

    pub(super) fn and(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(Arith::AndI, lhs, rhs)
    }

    pub(super) fn or(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(Arith::OrI, lhs, rhs)
    }

    pub(super) fn xor(&mut self, lhs: Value, rhs: Value) -> Value {
        self.binary(Arith::XorI, lhs, rhs)
    }

    /// Shifted up by a constant.
    pub(super) fn shl(&mut self, value: Value, by: u32) -> Value {
        if by == 0 {
            return value;
        }
        let by = self.bits(self.type_of(value), by.into());
        self.binary(Arith::ShlI, value, by)
    }

    /// Shifted down by a constant, zeros coming in.
    pub(super) fn shr(&mut self, value: Value, by: u32) -> Value {
        if by == 0 {
            return value;
        }
        let by = self.bits(self.type_of(value), by.into());
        self.binary(Arith::ShrI, value, by)
    }

    /// A comparison of integers.
    pub(super) fn compare(
        &mut self,
        predicate: ComparisonPredicate,
        signed: bool,
        lhs: Value,
        rhs: Value,
    ) -> Value {
        let ty = self.to.types.intern(Type::I1);
        self.b().cmpi().lhs(lhs).rhs(rhs).predicate(predicate).signed(signed).result(ty).finish().value()
    }

    pub(super) fn select(&mut self, cond: Value, yes: Value, no: Value) -> Value {
        let ty = self.to.body.ty(yes);
        self.b().select().cond(cond).val_if_true(yes).val_if_false(no).result(ty).finish().value()
    }

    pub(super) fn not(&mut self, value: Value) -> Value {
        let ones = self.bits(self.type_of(value), 1);
        self.xor(value, ones)
    }

    /// An integer in another width.
    pub(super) fn resize(&mut self, value: Value, ty: Type, signed: bool) -> Value {
        let (from, to) = (self.type_of(value).bits(), ty.bits());
        let id = self.to.types.intern(ty);
        match from.cmp(&to) {
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Less => {
                self.b().exti().source(value).signed(signed).result(id).finish().value()
            }
            std::cmp::Ordering::Greater => self.b().trunci().source(value).result(id).finish().value(),
        }
    }

    /// The bits of a value as another type of the same width.
    pub(super) fn bitcast(&mut self, value: Value, ty: Type) -> Value {
        if self.type_of(value) == ty {
            return value;
        }
        let id = self.to.types.intern(ty);
        self.b().bitcast().source(value).result(id).finish().value()
    }

    /// A special register.
    pub(super) fn special(&mut self, register: SpecialRegister) -> Value {
        let ty = self.to.types.intern(Type::I32);
        self.b().special().name(register).result(ty).finish().value()
    }

    /// An address at an offset in bytes; the offset is a signed 32- or 64-bit number.
    pub(super) fn advance(&mut self, base: Value, offset: Value, bytes: u32) -> Value {
        let ty = self.to.body.ty(base);
        self.b().addptr().base(base).offset(offset).bytes(i64::from(bytes)).result(ty).finish().value()
    }

    /// The value of another lane.
    pub(super) fn shuffle(&mut self, kind: ShuffleKind, value: Value, lane: Value) -> Value {
        let ty = self.type_of(value);
        // Predicates are exchanged as numbers.
        let sent = if ty == Type::I1 { self.resize(value, Type::I32, false) } else { value };
        let id = self.to.body.ty(sent);
        let got = self.b().shfl().value(sent).lane(lane).kind(kind).result(id).finish().value();
        if ty != Type::I1 {
            return got;
        }
        let zero = self.i32(0);
        self.compare(ComparisonPredicate::NotEqual, false, got, zero)
    }

    /// Reads values of `bits` in memory, one after the other.
    pub(super) fn ld(&mut self, address: Value, ty: Type, bits: u32, count: usize) -> Vec<Value> {
        let id = self.to.types.intern(ty);
        let types = vec![id; count];
        let op = self.b().ld().address(address).bits(i64::from(bits)).values(types).finish().op;
        self.to.body.results(op).iter().collect()
    }

    /// Reads values of `bits` in memory, one after the other, at an address plus bytes.
    pub(super) fn ld_at(
        &mut self,
        (address, offset): (Value, i64),
        ty: Type,
        bits: u32,
        count: usize,
    ) -> Vec<Value> {
        let id = self.to.types.intern(ty);
        let types = vec![id; count];
        let op =
            self.b().ld().address(address).bits(i64::from(bits)).offset(offset).values(types).finish().op;
        self.to.body.results(op).iter().collect()
    }

    /// Writes values of `bits` in memory, one after the other.
    pub(super) fn st(&mut self, address: Value, values: &[Value], bits: u32, predicate: Option<Value>) {
        self.b().st().address(address).values(values).predicate(predicate).bits(i64::from(bits)).finish();
    }

    /// An address as one in a space.
    pub(super) fn pointer_type(&mut self, space: Space) -> ir::TypeId {
        self.to.types.intern(Type::Ptr(space))
    }
}
