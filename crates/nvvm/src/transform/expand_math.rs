//! `expand-math`: functions that PTX has no instruction for, made of ops that it has.
//!
//! | type | how | largest error |
//! |---|---|---|
//! | f16, bf16 | in f32, rounded again | as f32, and the second rounding |
//! | f32 `log`, `log2`, `tanh` | in f32 | 2 units in the last place |
//! | f32 `exp` | in f32, the power of two of the rest by the hardware | 2.5 units |
//! | f32 `exp2`, `rsqrt` | by the hardware | 2 units |
//! | f32, others | in f64, rounded | 0.51 units |
//! | f64 | in f64, with errors kept where they would grow | 4 units |
//!
//! `remf` is exact.

use ir::build::{Builder, IntoAttr};
use ir::plain::Attr;
use ir::rewrite::Rewriter;
use ir::{Op, Value};
use tile_core::arith::{Arith, RoundingMode};

use tile_core::arith::ComparisonPredicate as Is;

use super::kit::Kit;
use super::trig::{Angle, TABLE, TWO_PER_PI};
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

/// Puts the bits of 2 / pi in front of the module's kernels, once.
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
    let approximate = arith == Arith::Tanh
        && module.get::<RoundingMode>(op, fields::tanh::rounding) == RoundingMode::Approx;
    let value = rewriter.build_before(op, op, |builder| {
        let mut kit = Kit { b: builder };
        match ty {
            Type::F16x2 | Type::BF16x2 => pair(&mut kit, arith, ty, &operands),
            Type::F32 if approximate => kit.approx(Approximation::Tanh, operands[0], false),
            _ => function(&mut kit, arith, ty, &operands, flush),
        }
    });
    rewriter.replace_op(op, &[value]);
}

/// Half by half.
fn pair(kit: &mut Kit<'_, '_>, arith: Arith, ty: Type, operands: &[Value]) -> Value {
    let element = if ty == Type::F16x2 { Type::F16 } else { Type::BF16 };
    let id = kit.b.module.types.intern(element);
    let mut halves: Vec<[Value; 2]> = Vec::new();
    for &operand in operands {
        halves.push(match kit.ty(operand) {
            Type::F16x2 | Type::BF16x2 => kit.b.unpack().source(operand).parts([id, id]).finish().values(),
            _ => [operand, operand],
        });
    }
    let parts = [0, 1].map(|side| {
        let operands: Vec<Value> = halves.iter().map(|pair| pair[side]).collect();
        function(kit, arith, element, &operands, false)
    });
    let id = kit.b.module.types.intern(ty);
    kit.b.pack().parts(parts).result(id).finish().value()
}

/// A function of single numbers of a float type.
fn function(kit: &mut Kit<'_, '_>, arith: Arith, ty: Type, operands: &[Value], flush: bool) -> Value {
    let single =
        matches!(arith, Arith::Exp | Arith::Exp2 | Arith::Log | Arith::Log2 | Arith::Tanh | Arith::Rsqrt);
    if ty == Type::F64 {
        return double(kit, arith, operands);
    }
    if !single {
        let wide: Vec<Value> = operands.iter().map(|&value| widened(kit, value, Type::F64)).collect();
        let result = double(kit, arith, &wide);
        let result = if arith == Arith::RemF { result } else { kit.convert(result, Type::F32) };
        return kit.convert(result, ty);
    }
    let x = kit.convert(operands[0], Type::F32);
    let result = match arith {
        Arith::Exp => kit.exp_single(x),
        Arith::Exp2 => kit.exp2_single(x, flush),
        Arith::Log => kit.log_single(x, false),
        Arith::Log2 => kit.log_single(x, true),
        Arith::Tanh => kit.tanh_single(x),
        _ => kit.rsqrt_single(x, flush),
    };
    kit.convert(result, ty)
}

fn widened(kit: &mut Kit<'_, '_>, value: Value, ty: Type) -> Value {
    match kit.ty(value) {
        Type::F16 | Type::BF16 | Type::F32 | Type::F64 => kit.convert(value, ty),
        Type::I1 | Type::I16 | Type::I32 | Type::I64 | Type::F16x2 | Type::BF16x2 | Type::Ptr(_) => value,
    }
}

/// A function of f64.
fn double(kit: &mut Kit<'_, '_>, arith: Arith, operands: &[Value]) -> Value {
    let x = operands[0];
    match arith {
        Arith::Exp => kit.exp_double(x),
        Arith::Exp2 => kit.exp2_double(x),
        Arith::Log => kit.log_double(x, false),
        Arith::Log2 => kit.log_double(x, true),
        Arith::Sin => kit.trigonometric(x, Angle::Sine),
        Arith::Cos => kit.trigonometric(x, Angle::Cosine),
        Arith::Tan => kit.trigonometric(x, Angle::Tangent),
        Arith::Sinh => kit.hyperbolic(x, true),
        Arith::Cosh => kit.hyperbolic(x, false),
        Arith::Tanh => kit.tanh_double(x),
        Arith::Atan2 => kit.angle(x, operands[1]),
        Arith::Pow => kit.pow_double(x, operands[1]),
        Arith::FPowI => {
            let exponent = kit.float_of(operands[1], Type::F64, true);
            kit.pow_double(x, exponent)
        }
        Arith::RemF => remainder(kit, x, operands[1]),
        _ => {
            let one = kit.num(x, 1.0);
            let root = kit.sqrt(x);
            kit.div(one, root)
        }
    }
}

/// The remainder of the truncated division, exactly: quotients of at most 52 bits, one after the other.
fn remainder(kit: &mut Kit<'_, '_>, x: Value, y: Value) -> Value {
    let (a, b) = (kit.abs(x), kit.abs(y));
    let huge = kit.num(x, 2f64.powi(104));
    let tiny = kit.num(x, 2f64.powi(-900));
    let small = kit.is(b, Is::LessThan, tiny);
    let lifted = kit.mul(b, huge);
    let lifted = kit.select(small, lifted, b);
    let lift = kit.bits(Type::I64, 104);
    let zero = kit.bits(Type::I64, 0);
    let lift = kit.select(small, lift, zero);
    let exponent_b = exponent(kit, lifted);
    let exponent_b = kit.subi(exponent_b, lift);
    let float = kit.b.module.body.ty(x);
    let op = kit.b.loop_().inits([a]).results([float]).finish().op;
    let region = kit.b.module.body.region(op, 0);
    let body = &mut kit.b.module.body;
    let block = match body.region_blocks(region).first() {
        Some(&block) => {
            body.set_block_args(block, &[float]);
            block
        }
        None => body.create_block(region, &[float]),
    };
    let rest = body.block_args(block).get(0).expect("one argument");
    let loc = kit.b.loc;
    let mut builder = Builder::at_end(kit.b.module, block);
    builder.loc = loc;
    remainder_step(&mut Kit { b: &mut builder }, rest, [b, lifted], [exponent_b, lift]);
    let result = kit.b.module.body.result(op, 0);
    let result = kit.with_sign(result, x);
    let nan = kit.num(x, f64::NAN);
    let result = kit.choose(a, Is::Equal, f64::INFINITY, nan, result);
    let result = kit.choose(b, Is::Equal, 0.0, nan, result);
    let finite = kit.num(x, f64::INFINITY);
    let x_finite = kit.is(a, Is::LessThan, finite);
    let b_infinite = kit.is(b, Is::Equal, finite);
    let keeps = kit.and(x_finite, b_infinite);
    let result = kit.select(keeps, x, result);
    let (x_nan, y_nan) = (kit.is_nan(x), kit.is_nan(y));
    let result = kit.select(x_nan, nan, result);
    kit.select(y_nan, nan, result)
}

/// The body of the loop: ends it when the rest is below the divisor, or nothing is a number.
fn remainder_step(
    kit: &mut Kit<'_, '_>,
    rest: Value,
    [b, lifted]: [Value; 2],
    [exponent_b, lift]: [Value; 2],
) {
    let goes_on = kit.is(rest, Is::GreaterThanOrEqual, b);
    let infinity = kit.num(rest, f64::INFINITY);
    let bounded = kit.is(rest, Is::LessThan, infinity);
    let goes_on = kit.and(goes_on, bounded);
    let nothing = kit.num(b, 0.0);
    let divides = kit.is(b, Is::GreaterThan, nothing);
    let goes_on = kit.and(goes_on, divides);
    let yes = kit.bits(Type::I1, 1);
    let ends = kit.xor(goes_on, yes);
    let branch = kit.b.if_().condition(ends).finish().op;
    let region = kit.b.module.body.region(branch, 0);
    if let Some(&block) = kit.b.module.body.region_blocks(region).first() {
        let mut builder = Builder::at_end(kit.b.module, block);
        builder.break_().operands([rest]).finish();
    }
    let distance = exponent(kit, rest);
    let distance = kit.subi(distance, exponent_b);
    // The least divisor has the exponent -51 here, and subnormal numbers that it divides have 0: those are taken at once.
    let chunk = kit.bits(Type::I64, 51);
    let distance = kit.subi(distance, chunk);
    let zero = kit.bits(Type::I64, 0);
    let ahead = kit.is_int(distance, Is::GreaterThan, zero);
    let shift = kit.select(ahead, distance, zero);
    let shift = kit.subi(shift, lift);
    let divisor = kit.scale(lifted, shift);
    let quotient = kit.div(rest, divisor);
    let quotient = kit.floor(quotient);
    let minus = kit.neg(quotient);
    let next = kit.fma(minus, divisor, rest);
    // The quotient may have been rounded up to a whole number.
    let back = kit.add(next, divisor);
    let next = kit.choose(next, Is::LessThan, 0.0, back, next);
    kit.b.continue_().operands([next]).finish();
}

/// The exponent of a positive number as its bits have it: 0 of a subnormal one.
fn exponent(kit: &mut Kit<'_, '_>, x: Value) -> Value {
    let bits = kit.cast(x, Type::I64);
    kit.shr(bits, 52, false)
}
