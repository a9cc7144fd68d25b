//! Arithmetic on values of level 4 as method calls, for [`super::expand_math`].

use ir::Value;
use ir::build::Builder;
use ir::generic::Attr;
use tile_core::arith::{ComparisonPredicate as Is, RoundingMode};

use crate::attrs::Approximation;
use crate::ops::{Builders as _, Opcode};
use crate::{Nvvm, Type};

/// Builds values before an op.
pub(super) struct MathBuilder<'b, 'm> {
    pub(super) b: &'b mut Builder<'m, Nvvm>,
}

/// A number as the sum of two floats, the second a rounding error of the first.
#[derive(Clone, Copy)]
pub(super) struct DoubleDouble {
    pub(super) hi: Value,
    pub(super) lo: Value,
}

impl MathBuilder<'_, '_> {
    pub(super) fn ty(&self, value: Value) -> Type {
        *self.b.module.ty(value)
    }

    /// The bits of a constant of a type.
    pub(super) fn bits(&mut self, ty: Type, bits: u64) -> Value {
        let id = self.b.module.types.intern(ty);
        self.b.constant().value(Attr::Number(bits)).result(id).finish().value()
    }

    /// A float of the type of `like`; twice in a pair.
    pub(super) fn num(&mut self, like: Value, number: f64) -> Value {
        match self.ty(like) {
            Type::F32 => self.bits(Type::F32, (number as f32).to_bits().into()),
            Type::F32x2 => {
                let bits = u64::from((number as f32).to_bits());
                self.bits(Type::F32x2, bits << 32 | bits)
            }
            _ => self.bits(Type::F64, number.to_bits()),
        }
    }

    /// The numbers of a pair of f32.
    pub(super) fn numbers(&mut self, pair: Value) -> [Value; 2] {
        let id = self.b.module.types.intern(Type::F32);
        self.b.unpack().source(pair).parts([id, id]).finish().values()
    }

    /// Two f32 as a pair.
    pub(super) fn pair(&mut self, numbers: [Value; 2]) -> Value {
        let id = self.b.module.types.intern(Type::F32x2);
        self.b.pack().parts(numbers).result(id).finish().value()
    }

    /// A whole number of the type of `like`.
    pub(super) fn int(&mut self, like: Value, number: i64) -> Value {
        let ty = self.ty(like);
        let bits = if ty == Type::I32 { u64::from(number as u32) } else { number as u64 };
        self.bits(ty, bits)
    }

    fn two(&mut self, opcode: Opcode, a: Value, b: Value) -> Value {
        let ty = self.b.module.body.ty(a);
        let mut draft = self.b.draft(opcode as u16);
        draft.operand(ir::Field::Operand(0), a);
        draft.operand(ir::Field::Operand(1), b);
        draft.result(ir::Field::Result(0), ty);
        draft.finish().value()
    }

    fn one(&mut self, opcode: Opcode, a: Value, ty: Type) -> Value {
        let ty = self.b.module.types.intern(ty);
        let mut draft = self.b.draft(opcode as u16);
        draft.operand(ir::Field::Operand(0), a);
        draft.result(ir::Field::Result(0), ty);
        draft.finish().value()
    }

    pub(super) fn add(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::AddF, a, b)
    }

    pub(super) fn sub(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::SubF, a, b)
    }

    pub(super) fn mul(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::MulF, a, b)
    }

    pub(super) fn div(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::DivF, a, b)
    }

    pub(super) fn min(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::MinF, a, b)
    }

    pub(super) fn max(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::MaxF, a, b)
    }

    pub(super) fn addi(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::AddI, a, b)
    }

    pub(super) fn subi(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::SubI, a, b)
    }

    pub(super) fn muli(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::MulI, a, b)
    }

    pub(super) fn mul_high(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::MulHiI, a, b)
    }

    pub(super) fn and(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::AndI, a, b)
    }

    pub(super) fn or(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::OrI, a, b)
    }

    pub(super) fn xor(&mut self, a: Value, b: Value) -> Value {
        self.two(Opcode::XorI, a, b)
    }

    pub(super) fn shl(&mut self, a: Value, by: i64) -> Value {
        let by = self.int(a, by);
        self.two(Opcode::ShlI, a, by)
    }

    /// Shifted down, with zeros or copies of the sign.
    pub(super) fn shr(&mut self, a: Value, by: i64, signed: bool) -> Value {
        let by = self.int(a, by);
        self.shift_down(a, by, signed)
    }

    pub(super) fn shift_down(&mut self, a: Value, by: Value, signed: bool) -> Value {
        let ty = self.b.module.body.ty(a);
        self.b.shri().lhs(a).rhs(by).signed(signed).result(ty).finish().value()
    }

    pub(super) fn shift_up(&mut self, a: Value, by: Value) -> Value {
        self.two(Opcode::ShlI, a, by)
    }

    pub(super) fn fma(&mut self, a: Value, b: Value, c: Value) -> Value {
        let ty = self.b.module.body.ty(a);
        self.b.fma().lhs(a).rhs(b).acc(c).result(ty).finish().value()
    }

    /// `a * b + c`, rounded down.
    pub(super) fn fma_down(&mut self, a: Value, b: Value, c: Value) -> Value {
        let ty = self.b.module.body.ty(a);
        let sum = self.b.fma().lhs(a).rhs(b).acc(c).rounding(RoundingMode::NegativeInf);
        sum.result(ty).finish().value()
    }

    pub(super) fn neg(&mut self, a: Value) -> Value {
        self.one(Opcode::NegF, a, self.ty(a))
    }

    pub(super) fn abs(&mut self, a: Value) -> Value {
        self.one(Opcode::AbsF, a, self.ty(a))
    }

    pub(super) fn floor(&mut self, a: Value) -> Value {
        self.one(Opcode::Floor, a, self.ty(a))
    }

    pub(super) fn sqrt(&mut self, a: Value) -> Value {
        self.one(Opcode::Sqrt, a, self.ty(a))
    }

    /// The same bits in another type.
    pub(super) fn cast(&mut self, a: Value, ty: Type) -> Value {
        self.one(Opcode::Bitcast, a, ty)
    }

    pub(super) fn convert(&mut self, a: Value, ty: Type) -> Value {
        if self.ty(a) == ty { a } else { self.one(Opcode::FpToFp, a, ty) }
    }

    pub(super) fn whole_of(&mut self, a: Value, ty: Type) -> Value {
        let ty = self.b.module.types.intern(ty);
        self.b.ftoi().source(a).signed(true).result(ty).finish().value()
    }

    pub(super) fn float_of(&mut self, a: Value, ty: Type, signed: bool) -> Value {
        let ty = self.b.module.types.intern(ty);
        self.b.itof().source(a).signed(signed).result(ty).finish().value()
    }

    pub(super) fn extend(&mut self, a: Value, ty: Type, signed: bool) -> Value {
        let ty = self.b.module.types.intern(ty);
        self.b.exti().source(a).signed(signed).result(ty).finish().value()
    }

    /// A function that the hardware approximates.
    pub(super) fn approx(&mut self, function: Approximation, a: Value, flush: bool) -> Value {
        let ty = self.b.module.body.ty(a);
        let op = self.b.approx().source(a).function(function).result(ty);
        if flush { op.flush_to_zero(true).finish().value() } else { op.finish().value() }
    }

    /// An ordered comparison of floats: false of NaN.
    pub(super) fn is(&mut self, a: Value, is: Is, b: Value) -> Value {
        let ty = self.b.module.types.intern(Type::I1);
        self.b.cmpf().lhs(a).rhs(b).predicate(is).ordered(true).result(ty).finish().value()
    }

    /// A comparison of signed integers.
    pub(super) fn is_int(&mut self, a: Value, is: Is, b: Value) -> Value {
        let ty = self.b.module.types.intern(Type::I1);
        self.b.cmpi().lhs(a).rhs(b).predicate(is).signed(true).result(ty).finish().value()
    }

    /// True for NaN.
    pub(super) fn is_nan(&mut self, a: Value) -> Value {
        let ty = self.b.module.types.intern(Type::I1);
        self.b.cmpf().lhs(a).rhs(a).predicate(Is::NotEqual).result(ty).finish().value()
    }

    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        let ty = self.b.module.body.ty(yes);
        self.b.select().cond(condition).val_if_true(yes).val_if_false(no).result(ty).finish().value()
    }

    /// `no`, but `yes` where a float compares so with a number.
    pub(super) fn choose(&mut self, a: Value, is: Is, number: f64, yes: Value, no: Value) -> Value {
        let number = self.num(a, number);
        let condition = self.is(a, is, number);
        self.select(condition, yes, no)
    }

    /// `magnitude` with the sign of `sign`.
    pub(super) fn with_sign(&mut self, magnitude: Value, sign: Value) -> Value {
        let float = self.ty(magnitude);
        let int = if float == Type::F32 { Type::I32 } else { Type::I64 };
        let (m, s) = (self.cast(magnitude, int), self.cast(sign, int));
        let mask = self.int(m, if int == Type::I32 { i64::from(i32::MIN) } else { i64::MIN });
        let rest = self.int(m, if int == Type::I32 { i64::from(i32::MAX) } else { i64::MAX });
        let (m, s) = (self.and(m, rest), self.and(s, mask));
        let both = self.or(m, s);
        self.cast(both, float)
    }

    /// The nearest whole number.
    pub(super) fn round(&mut self, a: Value) -> Value {
        // Adding and subtracting 1.5 times the first power of two without a fraction rounds to a whole number.
        let big = if self.ty(a) == Type::F32 { 12_582_912.0 } else { 6_755_399_441_055_744.0 };
        let big = self.num(a, big);
        let sum = self.add(a, big);
        self.sub(sum, big)
    }

    /// `c[0] + x (c[1] + x (c[2] + ..))`.
    pub(super) fn polynomial(&mut self, x: Value, coefficients: &[f64]) -> Value {
        let (&last, rest) = coefficients.split_last().expect("a polynomial has coefficients");
        let mut sum = self.num(x, last);
        for &coefficient in rest.iter().rev() {
            let coefficient = self.num(x, coefficient);
            sum = self.fma(sum, x, coefficient);
        }
        sum
    }

    /// `a + b` exactly; `a` is not the smaller one.
    pub(super) fn quick_sum(&mut self, a: Value, b: Value) -> DoubleDouble {
        let hi = self.add(a, b);
        let rest = self.sub(hi, a);
        let lo = self.sub(b, rest);
        DoubleDouble { hi, lo }
    }

    /// `a + b` exactly.
    pub(super) fn sum(&mut self, a: Value, b: Value) -> DoubleDouble {
        let hi = self.add(a, b);
        let of_b = self.sub(hi, a);
        let of_a = self.sub(hi, of_b);
        let (a, b) = (self.sub(a, of_a), self.sub(b, of_b));
        let lo = self.add(a, b);
        DoubleDouble { hi, lo }
    }

    /// `a * b` exactly.
    pub(super) fn product(&mut self, a: Value, b: Value) -> DoubleDouble {
        let hi = self.mul(a, b);
        let negative = self.neg(hi);
        let lo = self.fma(a, b, negative);
        DoubleDouble { hi, lo }
    }

    /// A double-double times a double-double constant.
    pub(super) fn times(&mut self, a: DoubleDouble, hi: f64, lo: f64) -> DoubleDouble {
        let (hi, lo) = (self.num(a.hi, hi), self.num(a.hi, lo));
        let product = self.product(a.hi, hi);
        let rest = self.fma(a.hi, lo, product.lo);
        let rest = self.fma(a.lo, hi, rest);
        self.quick_sum(product.hi, rest)
    }

    /// `x * 2^n` for whole `n` from -2000 to 2000, rounded once: in two steps, the first exact.
    pub(super) fn scale(&mut self, x: Value, n: Value) -> Value {
        let half = self.shr(n, 1, true);
        let other = self.subi(n, half);
        let (first, second) = (self.power_of_two(x, half), self.power_of_two(x, other));
        let x = self.mul(x, first);
        self.mul(x, second)
    }

    fn power_of_two(&mut self, like: Value, n: Value) -> Value {
        let float = self.ty(like);
        let bias = self.int(n, if float == Type::F32 { 127 } else { 1023 });
        let biased = self.addi(n, bias);
        if float == Type::F32 {
            let bits = self.shl(biased, 23);
            return self.cast(bits, float);
        }
        let wide = if self.ty(n) == Type::I64 { biased } else { self.extend(biased, Type::I64, true) };
        let bits = self.shl(wide, 52);
        self.cast(bits, float)
    }
}
