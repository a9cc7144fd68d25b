//! Inverse functions that the language lacks, in terms of those that it has.
//!
//! f16 and bf16 are computed in f32 and rounded once. With u the rounding unit of the type computed in, errors of the
//! parts add up to at most 8 u relative (measured: a test in `filetests` holds f32 to 8 ULP over the domain).
//! Outside its domain a function gives NaN.

use ir::build::Builder;
use ir::text::Parse;
use ir::{TypeId, Value};
use numerics::Scalar;

use super::{Call, emit};
use crate::CudaTile;
use crate::attrs::{ComparisonOrdering, ComparisonPredicate};
use crate::ops::Builders;
use crate::types::Elem;

struct Maths<'a, 'm> {
    b: &'a mut Builder<'m, CudaTile>,
    ty: TypeId,
    flags: TypeId,
    /// Below this |x|, functions of slope 1 at 0 equal x; above its inverse, 1 + x² equals x².
    tiny: f64,
}

impl Maths<'_, '_> {
    fn constant(&mut self, value: f64) -> Value {
        emit::splat_float(self.b, self.ty, value)
    }

    fn add(&mut self, lhs: Value, rhs: Value) -> Value {
        self.b.addf().lhs(lhs).rhs(rhs).result(self.ty).finish().value()
    }

    fn sub(&mut self, lhs: Value, rhs: Value) -> Value {
        self.b.subf().lhs(lhs).rhs(rhs).result(self.ty).finish().value()
    }

    fn mul(&mut self, lhs: Value, rhs: Value) -> Value {
        self.b.mulf().lhs(lhs).rhs(rhs).result(self.ty).finish().value()
    }

    fn div(&mut self, lhs: Value, rhs: Value) -> Value {
        self.b.divf().lhs(lhs).rhs(rhs).result(self.ty).finish().value()
    }

    fn sqrt(&mut self, x: Value) -> Value {
        self.b.sqrt().source(x).result(self.ty).finish().value()
    }

    fn log(&mut self, x: Value) -> Value {
        self.b.log().source(x).result(self.ty).finish().value()
    }

    fn abs(&mut self, x: Value) -> Value {
        self.b.absf().source(x).result(self.ty).finish().value()
    }

    fn atan2(&mut self, x: Value, y: Value) -> Value {
        self.b.atan2().x(x).y(y).result(self.ty).finish().value()
    }

    fn compare(&mut self, predicate: ComparisonPredicate, lhs: Value, rhs: Value) -> Value {
        let cmp = self.b.cmpf().comparison_predicate(predicate).lhs(lhs).rhs(rhs);
        cmp.comparison_ordering(ComparisonOrdering::Ordered).result(self.flags).finish().value()
    }

    fn select(&mut self, cond: Value, yes: Value, no: Value) -> Value {
        self.b.select().cond(cond).val_if_true(yes).val_if_false(no).result(self.ty).finish().value()
    }

    /// log(1 + u) without the loss that 1 + u would bring for small u.
    fn log1p(&mut self, u: Value) -> Value {
        let one = self.constant(1.0);
        let w = self.add(one, u);
        let log = self.log(w);
        let rest = self.sub(w, one);
        let scale = self.div(u, rest);
        let mended = self.mul(log, scale);
        let absorbed = self.compare(ComparisonPredicate::Equal, w, u);
        let large = self.select(absorbed, log, mended);
        let lost = self.compare(ComparisonPredicate::Equal, w, one);
        self.select(lost, u, large)
    }

    /// sqrt((1 - x)(1 + x))
    fn cofunction(&mut self, x: Value) -> Value {
        let one = self.constant(1.0);
        let (below, above) = (self.sub(one, x), self.add(one, x));
        let product = self.mul(below, above);
        self.sqrt(product)
    }

    /// An odd function from its values at |x|; x itself where it is tiny, which keeps the sign of zero.
    fn odd(&mut self, x: Value, a: Value, at_abs: Value) -> Value {
        let zero = self.constant(0.0);
        let minus = self.b.negf().source(at_abs).result(self.ty).finish().value();
        let negative = self.compare(ComparisonPredicate::LessThan, x, zero);
        let signed = self.select(negative, minus, at_abs);
        let tiny = self.constant(self.tiny);
        let is_tiny = self.compare(ComparisonPredicate::LessThan, a, tiny);
        self.select(is_tiny, x, signed)
    }

    /// `near` below 1/tiny; above, log(x) + log(2), which does not overflow.
    fn unless_large(&mut self, x: Value, near: Value) -> Value {
        let limit = self.constant(1.0 / self.tiny);
        let large = self.compare(ComparisonPredicate::GreaterThan, x, limit);
        let (log, two) = (self.log(x), self.constant(std::f64::consts::LN_2));
        let far = self.add(log, two);
        self.select(large, far, near)
    }

    fn asin(&mut self, x: Value) -> Value {
        let y = self.cofunction(x);
        self.atan2(x, y)
    }

    fn acos(&mut self, x: Value) -> Value {
        let y = self.cofunction(x);
        self.atan2(y, x)
    }

    fn atan(&mut self, x: Value) -> Value {
        let one = self.constant(1.0);
        self.atan2(x, one)
    }

    /// log1p(a + a² / (1 + sqrt(a² + 1)))
    fn asinh(&mut self, x: Value) -> Value {
        let (a, one) = (self.abs(x), self.constant(1.0));
        let square = self.mul(a, a);
        let sum = self.add(square, one);
        let root = self.sqrt(sum);
        let below = self.add(one, root);
        let quotient = self.div(square, below);
        let u = self.add(a, quotient);
        let near = self.log1p(u);
        let value = self.unless_large(a, near);
        self.odd(x, a, value)
    }

    /// log1p(t + sqrt(t (t + 2))), t = x - 1
    fn acosh(&mut self, x: Value) -> Value {
        let (one, two) = (self.constant(1.0), self.constant(2.0));
        let t = self.sub(x, one);
        let above = self.add(t, two);
        let product = self.mul(t, above);
        let root = self.sqrt(product);
        let u = self.add(t, root);
        let near = self.log1p(u);
        self.unless_large(x, near)
    }

    /// log1p(2 a / (1 - a)) / 2
    fn atanh(&mut self, x: Value) -> Value {
        let (a, one, half) = (self.abs(x), self.constant(1.0), self.constant(0.5));
        let (twice, below) = (self.add(a, a), self.sub(one, a));
        let u = self.div(twice, below);
        let log = self.log1p(u);
        let value = self.mul(log, half);
        self.odd(x, a, value)
    }
}

type Function = fn(&mut Maths<'_, '_>, Value) -> Value;

fn apply(call: &mut Call<'_, '_>, function: Function) -> Parse<Vec<Value>> {
    let x = call.value(0);
    let tile = call.tile(x)?;
    let tiny = match tile.elem().scalar() {
        Some(Scalar::F64) => 2f64.powi(-28),
        Some(Scalar::F32 | Scalar::F16 | Scalar::BF16) => 2f64.powi(-13),
        _ => {
            return Err(call.fail(call.span, "takes f16, bf16, f32 or f64", "convert with `ftof` or `itof`"));
        }
    };
    let given = call.r.module.body.ty(x);
    let narrow = !matches!(tile.elem().scalar(), Some(Scalar::F64 | Scalar::F32));
    let ty = if narrow { call.like(&tile, Elem::Scalar(Scalar::F32))? } else { given };
    let flags = call.like(&tile, Elem::Scalar(Scalar::I1))?;
    let mut b = call.build()?;
    let x = if narrow { b.ftof().from(x).to(ty).finish().value() } else { x };
    let result = function(&mut Maths { b: &mut b, ty, flags, tiny }, x);
    let result = if narrow { b.ftof().from(result).to(given).finish().value() } else { result };
    Ok(vec![result])
}

pub(super) fn asin(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    apply(call, |m, x| m.asin(x))
}

pub(super) fn acos(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    apply(call, |m, x| m.acos(x))
}

pub(super) fn atan(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    apply(call, |m, x| m.atan(x))
}

pub(super) fn asinh(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    apply(call, |m, x| m.asinh(x))
}

pub(super) fn acosh(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    apply(call, |m, x| m.acosh(x))
}

pub(super) fn atanh(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    apply(call, |m, x| m.atanh(x))
}
