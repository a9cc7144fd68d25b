//! `expand-math`: implementations of functions that PTX has no instruction for.
//!
//! | type | implementation | largest error |
//! |---|---|---|
//! | f16, bf16 | in f32, rounded | as f32, and the second rounding |
//! | f32 `log`, `log2`, `tanh` | in f32 | 2 units in the last place |
//! | f32 `exp` | in f32, with a hardware power of two of the fraction | 2.5 units |
//! | f32 `exp` with `approx` | by the hardware, of x log2 e, which is rounded | 3 + 1.3 abs(x) units |
//! | f32 `exp2`, `rsqrt` | by the hardware | 2 units |
//! | f32, others | in f64, rounded | 0.51 units |
//! | f64 | in f64, with compensation of errors where they would grow | 4 units |
//!
//! `remf` is exact.

use ir::build::{Builder, IntoAttr};
use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::{Op, Value};
use tile_core::arith::{Arith, RoundingMode};

use tile_core::arith::ComparisonPredicate as Is;

use super::math_builder::MathBuilder;
use super::math_trigonometry::{Angle, TABLE, TWO_PER_PI};
use crate::attrs::{Approximation, GlobalSpace};
use crate::ops::{Builders as _, fields};
use crate::{Module, Nvvm, Opcode, Type};

/// Makes every function of other ops; true when there was one.
pub fn expand_math(module: &mut Module) -> bool {
    let root = module.root;
    let found: Vec<(Op, Arith)> = ir::walk::preorder(&module.body, root)
        .filter_map(|op| {
            module.opcode(op).arith().filter(|&arith| is_function(arith)).map(|arith| (op, arith))
        })
        .collect();
    if found.is_empty() {
        return false;
    }
    if found.iter().any(|&(_, arith)| matches!(arith, Arith::Sin | Arith::Cos | Arith::Tan)) {
        declare_table(module);
    }
    let mut rewriter = Rewriter::new(module);
    for (op, arith) in found {
        expand(&mut rewriter, op, arith);
    }
    true
}

fn is_function(arith: Arith) -> bool {
    matches!(
        arith,
        Arith::RemF
            | Arith::Pow
            | Arith::Atan2
            | Arith::FPowI
            | Arith::Rsqrt
            | Arith::Exp
            | Arith::Exp2
            | Arith::Log
            | Arith::Log2
            | Arith::Sin
            | Arith::Cos
            | Arith::Tan
            | Arith::Sinh
            | Arith::Cosh
            | Arith::Tanh
    )
}

/// Puts the bits of 2 / pi before the module's kernels, once.
fn declare_table(module: &mut Module) {
    let Some(block) = module.block(module.root, fields::module::body) else { return };
    let name = module.strings.intern_bytes(TABLE.as_bytes());
    let known = module.body.block_ops(block).any(|op| {
        module.opcode(op) == Opcode::Global && module.string(op, fields::global::sym_name) == Some(name)
    });
    let Some(first) = module.body.first_op(block).filter(|_| !known) else { return };
    let bytes: Vec<u8> = TWO_PER_PI.iter().flat_map(|word| word.to_le_bytes()).collect();
    let size = bytes.len() as i64;
    let symbol = Attr::Str(name).into_attr(module);
    let mut builder = Builder::before(module, first);
    let draft = builder.global().sym_name(symbol).space(GlobalSpace::Const).size(size).alignment(8);
    draft.bytes(Attr::Bytes(bytes.into())).finish();
}

fn expand(rewriter: &mut Rewriter<'_, Nvvm>, op: Op, arith: Arith) {
    let module = rewriter.module();
    let operands: Vec<Value> = module.body.operands(op).to_vec();
    let ty = *module.ty(module.body.result(op, 0));
    let flush = match arith {
        Arith::Exp2 => module.flag(op, fields::exp2::flush_to_zero),
        Arith::Rsqrt => module.flag(op, fields::rsqrt::flush_to_zero),
        _ => false,
    };
    let approximate = match arith {
        Arith::Exp => module.get::<RoundingMode>(op, fields::exp::rounding) == RoundingMode::Approx,
        Arith::Tanh => module.get::<RoundingMode>(op, fields::tanh::rounding) == RoundingMode::Approx,
        _ => false,
    };
    let value = rewriter.build_before(op, op, |builder| {
        let mut math = MathBuilder { b: builder };
        let single = |math: &mut MathBuilder<'_, '_>, ty: Type, operands: &[Value]| match ty {
            Type::F32 if approximate && arith == Arith::Exp => math.exp_approximately(operands[0]),
            Type::F32 if approximate => math.approx(Approximation::Tanh, operands[0], false),
            _ => function(math, arith, ty, operands, flush),
        };
        match ty.of_pair() {
            Some(Type::F32) if arith == Arith::Exp && !approximate => math.exp_f32x2(operands[0]),
            Some(element) => pair(&mut math, (ty, element), &operands, single),
            None => single(&mut math, ty, &operands),
        }
    });
    rewriter.replace_op(op, &[value]);
}

/// Half by half.
fn pair(
    math: &mut MathBuilder<'_, '_>,
    (ty, element): (Type, Type),
    operands: &[Value],
    single: impl Fn(&mut MathBuilder<'_, '_>, Type, &[Value]) -> Value,
) -> Value {
    let id = math.b.module.types.intern(element);
    let mut halves: Vec<[Value; 2]> = Vec::new();
    for &operand in operands {
        halves.push(match math.ty(operand).of_pair() {
            Some(_) => math.b.unpack().source(operand).parts([id, id]).finish().values(),
            None => [operand, operand],
        });
    }
    let parts = [0, 1].map(|side| {
        let operands: Vec<Value> = halves.iter().map(|pair| pair[side]).collect();
        single(math, element, &operands)
    });
    let id = math.b.module.types.intern(ty);
    math.b.pack().parts(parts).result(id).finish().value()
}

/// A function of single numbers of a float type.
fn function(
    math: &mut MathBuilder<'_, '_>,
    arith: Arith,
    ty: Type,
    operands: &[Value],
    flush: bool,
) -> Value {
    let computed_in_f32 =
        matches!(arith, Arith::Exp | Arith::Exp2 | Arith::Log | Arith::Log2 | Arith::Tanh | Arith::Rsqrt);
    if ty == Type::F64 {
        return f64_function(math, arith, operands);
    }
    if !computed_in_f32 {
        let wide: Vec<Value> = operands.iter().map(|&value| widened(math, value, Type::F64)).collect();
        let result = f64_function(math, arith, &wide);
        let result = if arith == Arith::RemF { result } else { math.convert(result, Type::F32) };
        return math.convert(result, ty);
    }
    let x = math.convert(operands[0], Type::F32);
    let result = match arith {
        Arith::Exp => math.exp_f32(x),
        Arith::Exp2 => math.exp2_f32(x, flush),
        Arith::Log => math.log_f32(x, false),
        Arith::Log2 => math.log_f32(x, true),
        Arith::Tanh => math.tanh_f32(x),
        _ => math.rsqrt_f32(x, flush),
    };
    math.convert(result, ty)
}

fn widened(math: &mut MathBuilder<'_, '_>, value: Value, ty: Type) -> Value {
    match math.ty(value) {
        Type::F16 | Type::BF16 | Type::F32 | Type::F64 => math.convert(value, ty),
        Type::I1
        | Type::I16
        | Type::I32
        | Type::I64
        | Type::F16x2
        | Type::BF16x2
        | Type::F32x2
        | Type::Ptr(_)
        | Type::Registers(_)
        | Type::Pending(_) => value,
    }
}

/// A function of f64.
fn f64_function(math: &mut MathBuilder<'_, '_>, arith: Arith, operands: &[Value]) -> Value {
    let x = operands[0];
    match arith {
        Arith::Exp => math.exp_f64(x),
        Arith::Exp2 => math.exp2_f64(x),
        Arith::Log => math.log_f64(x, false),
        Arith::Log2 => math.log_f64(x, true),
        Arith::Sin => math.trigonometric(x, Angle::Sine),
        Arith::Cos => math.trigonometric(x, Angle::Cosine),
        Arith::Tan => math.trigonometric(x, Angle::Tangent),
        Arith::Sinh => math.hyperbolic(x, true),
        Arith::Cosh => math.hyperbolic(x, false),
        Arith::Tanh => math.tanh_f64(x),
        Arith::Atan2 => math.angle(x, operands[1]),
        Arith::Pow => math.pow_f64(x, operands[1]),
        Arith::FPowI => {
            let exponent = math.float_of(operands[1], Type::F64, true);
            math.pow_f64(x, exponent)
        }
        Arith::RemF => remainder(math, x, operands[1]),
        _ => {
            let one = math.num(x, 1.0);
            let root = math.sqrt(x);
            math.div(one, root)
        }
    }
}

/// The remainder of the truncated division, exactly: quotients of at most 52 bits, one after the other.
fn remainder(math: &mut MathBuilder<'_, '_>, x: Value, y: Value) -> Value {
    let (a, b) = (math.abs(x), math.abs(y));
    let huge = math.num(x, 2f64.powi(104));
    let tiny = math.num(x, 2f64.powi(-900));
    let small = math.is(b, Is::LessThan, tiny);
    let lifted = math.mul(b, huge);
    let lifted = math.select(small, lifted, b);
    let lift = math.bits(Type::I64, 104);
    let zero = math.bits(Type::I64, 0);
    let lift = math.select(small, lift, zero);
    let exponent_b = exponent(math, lifted);
    let exponent_b = math.subi(exponent_b, lift);
    let float = math.b.module.body.ty(x);
    let op = math.b.loop_().inits([a]).results([float]).finish().op;
    let region = math.b.module.body.region(op, 0);
    let body = &mut math.b.module.body;
    let block = match body.region_blocks(region).first() {
        Some(&block) => {
            body.set_block_args(block, &[float]);
            block
        }
        None => body.create_block(region, &[float]),
    };
    let rest = body.block_args(block).get(0).expect("one argument");
    let loc = math.b.loc;
    let mut builder = Builder::at_end(math.b.module, block);
    builder.loc = loc;
    remainder_step(&mut MathBuilder { b: &mut builder }, rest, [b, lifted], [exponent_b, lift]);
    let result = math.b.module.body.result(op, 0);
    let result = math.with_sign(result, x);
    let nan = math.num(x, f64::NAN);
    let result = math.choose(a, Is::Equal, f64::INFINITY, nan, result);
    let result = math.choose(b, Is::Equal, 0.0, nan, result);
    let finite = math.num(x, f64::INFINITY);
    let x_finite = math.is(a, Is::LessThan, finite);
    let b_infinite = math.is(b, Is::Equal, finite);
    let keeps = math.and(x_finite, b_infinite);
    let result = math.select(keeps, x, result);
    let (x_nan, y_nan) = (math.is_nan(x), math.is_nan(y));
    let result = math.select(x_nan, nan, result);
    math.select(y_nan, nan, result)
}

/// The body of the loop: ends it when the rest is below the divisor, or nothing is a number.
fn remainder_step(
    math: &mut MathBuilder<'_, '_>,
    rest: Value,
    [b, lifted]: [Value; 2],
    [exponent_b, lift]: [Value; 2],
) {
    let goes_on = math.is(rest, Is::GreaterThanOrEqual, b);
    let infinity = math.num(rest, f64::INFINITY);
    let bounded = math.is(rest, Is::LessThan, infinity);
    let goes_on = math.and(goes_on, bounded);
    let nothing = math.num(b, 0.0);
    let divides = math.is(b, Is::GreaterThan, nothing);
    let goes_on = math.and(goes_on, divides);
    let yes = math.bits(Type::I1, 1);
    let ends = math.xor(goes_on, yes);
    let branch = math.b.if_().condition(ends).finish().op;
    let region = math.b.module.body.region(branch, 0);
    if let Some(&block) = math.b.module.body.region_blocks(region).first() {
        let mut builder = Builder::at_end(math.b.module, block);
        builder.break_().operands([rest]).finish();
    }
    let distance = exponent(math, rest);
    let distance = math.subi(distance, exponent_b);
    // The least divisor has the exponent -51 here, and subnormal numbers that it divides have 0: those are taken at once.
    let chunk = math.bits(Type::I64, 51);
    let distance = math.subi(distance, chunk);
    let zero = math.bits(Type::I64, 0);
    let ahead = math.is_int(distance, Is::GreaterThan, zero);
    let shift = math.select(ahead, distance, zero);
    let shift = math.subi(shift, lift);
    let divisor = math.scale(lifted, shift);
    let quotient = math.div(rest, divisor);
    let quotient = math.floor(quotient);
    let minus = math.neg(quotient);
    let next = math.fma(minus, divisor, rest);
    // The quotient may have been rounded up to a whole number.
    let back = math.add(next, divisor);
    let next = math.choose(next, Is::LessThan, 0.0, back, next);
    math.b.continue_().operands([next]).finish();
}

/// The exponent of a positive number as its bits have it: 0 of a subnormal one.
fn exponent(math: &mut MathBuilder<'_, '_>, x: Value) -> Value {
    let bits = math.cast(x, Type::I64);
    math.shr(bits, 52, false)
}
