//! Tiles of addresses that a loop advances: the loop carries the offset instead of the tile.
//!
//! `for .. (p = first) { .. continue offset(p, step) }` with a uniform step becomes a loop that carries the number of elements
//! from `first`, and `offset(first, number)` in its body. Addresses are sums modulo 2^64, so the result is the same.

use ir::build::Builder;
use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, TypeId, Value};
use numerics::Scalar;

use super::linear::{Analysis, MAX_CHAIN, is_addresses};
use super::sums::{Making, Sum, Sums};
use crate::axis_info::AxisAnalysis;
use crate::control::flow::around;
use crate::ops::{Builders as _, fields};
use crate::types::{Elem, Type};
use crate::{Module, Opcode, TileAa};

/// A carried tile of addresses.
struct Carried {
    loop_: Op,
    index: usize,
    /// By how many elements it moves on, and the bytes of one.
    step: Sum,
    bytes: i64,
}

/// Loops in loops, at most: the inner ones wait for the outer ones.
const ROUNDS: usize = 4;

/// Carries numbers instead of tiles of addresses; true when the module changed.
pub(super) fn rewrite(module: &mut Module) -> bool {
    let mut changed = false;
    for _ in 0..ROUNDS {
        if !round(module) {
            break;
        }
        changed = true;
    }
    changed
}

fn round(module: &mut Module) -> bool {
    let facts = AxisAnalysis::of(module);
    let mut analysis = Analysis::new(module, &facts);
    let mut found = Vec::new();
    for op in preorder(&module.body, module.root).filter(|&op| module.opcode(op) == Opcode::For) {
        let inits = module.operands(op, fields::for_::inits);
        if !inits.iter().any(|&init| is_addresses(module.ty(init))) {
            continue;
        }
        if let Some(last) = only_continue(module, op) {
            found.extend((0..inits.len()).filter_map(|index| carried(&mut analysis, op, last, index)));
        }
    }
    let sums = analysis.sums;
    let wide = module.types.intern(Type::scalar_of(Scalar::I64));
    let mut rewriter = Rewriter::new(module);
    let made: Vec<Made> = found.iter().map(|carried| carry(&mut rewriter, &sums, carried, wide)).collect();
    drop(rewriter);
    for Made { argument, result, inside, outside, next } in made {
        for (value, number) in [(inside, argument), (outside, result)] {
            module.body.set_ty(number, wide);
            set_number(module, value, number);
        }
        let op = module.body.def_op(next).expect("an op made it");
        module.body.operands_mut(op)[0] = argument;
    }
    !found.is_empty()
}

/// The only op that begins the next iteration of a loop.
fn only_continue(module: &Module, loop_: Op) -> Option<Op> {
    let body = module.block(loop_, fields::for_::body)?;
    let mut ends = preorder(&module.body, loop_)
        .filter(|&op| module.opcode(op) == Opcode::Continue && around(module, op) == Some(loop_));
    let (only, more) = (ends.next()?, ends.next());
    (more.is_none() && module.body.last_op(body) == Some(only)).then_some(only)
}

fn carried(analysis: &mut Analysis<'_>, loop_: Op, last: Op, index: usize) -> Option<Carried> {
    let module = analysis.module;
    let first = *module.operands(loop_, fields::for_::inits).get(index)?;
    if !is_addresses(module.ty(first)) {
        return None;
    }
    let body = module.block(loop_, fields::for_::body)?;
    let argument = module.body.block_args(body).get(index + 1)?;
    let mut value = *module.body.operands(last).get(index)?;
    let mut step = analysis.sums.number(0);
    let mut bytes = None;
    for _ in 0..MAX_CHAIN {
        if value == argument {
            let bytes = bytes?;
            analysis.addresses(first, bytes, MAX_CHAIN)?;
            let short = analysis.sums.cost([step], MAX_STEP_OPS) < MAX_STEP_OPS;
            return short.then_some(Carried { loop_, index, step, bytes });
        }
        let op = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::AddPtr)?;
        let unit = module.int(op, fields::addptr::bytes)?;
        if *bytes.get_or_insert(unit) != unit {
            return None;
        }
        let more = analysis.linear(module.operand(op, fields::addptr::offset), MAX_CHAIN)?;
        if !analysis.is_uniform(&more) {
            return None;
        }
        step = analysis.sums.add(step, more.start);
        value = module.operand(op, fields::addptr::base);
    }
    None
}

/// The maximum number of ops of a step.
const MAX_STEP_OPS: usize = 32;

/// The replacements of a loop-carried tile of addresses, and of the loop's result: both count from `number`, which is set last
/// because it has another type from then on.
struct Made {
    argument: Value,
    result: Value,
    inside: Value,
    outside: Value,
    next: Value,
}

fn carry(rw: &mut Rewriter<'_, TileAa>, sums: &Sums, carried: &Carried, wide: TypeId) -> Made {
    let Carried { loop_, index, .. } = *carried;
    let module = rw.module();
    let first = module.operands(loop_, fields::for_::inits)[index];
    let body = module.block(loop_, fields::for_::body).expect("a loop has a body");
    let argument = module.body.block_args(body).get(index + 1).expect("an argument for each");
    let result = module.body.results(loop_).get(index).expect("a result for each");
    let last = module.body.last_op(body).expect("a body ends in `continue`");
    let zero = Attr::Number(0);
    let zero = rw.build_before(loop_, loop_, |b| b.constant().value(zero).result(wide).finish().value());
    let start = rw.module().operand_range(loop_, fields::for_::inits).start;
    let begin = rw.module().body.first_op(body).expect("a body has its end");
    let behind = rw.module().body.next(loop_).expect("something stands behind a loop");
    // Zero stands for the number until that has its type.
    let inside = addresses(rw, begin, first, (zero, carried.bytes));
    rw.replace_value(argument, inside);
    let outside = addresses(rw, behind, first, (zero, carried.bytes));
    rw.replace_value(result, outside);
    let step = Making::before(last, rw, sums).make(carried.step);
    let next = rw.build_before(last, last, |b| b.addi().lhs(zero).rhs(step).result(wide).finish().value());
    rw.set_operand(last, index, next);
    rw.set_operand(loop_, start + index, zero);
    Made { argument, result, inside, outside, next }
}

/// `first` and a number of elements of the given size, before an op.
fn addresses(rw: &mut Rewriter<'_, TileAa>, at: Op, first: Value, (number, bytes): (Value, i64)) -> Value {
    let shape = rw.module().ty(first).tile().expect("a tile of addresses").shape.clone();
    let ones = vec![1; shape.len()];
    let type_of = |rw: &mut Rewriter<'_, TileAa>, shape: &[u32]| -> TypeId {
        rw.intern(Type::tile_of(shape, Elem::Scalar(Scalar::I64)))
    };
    let (small, large) = (type_of(rw, &ones), type_of(rw, &shape));
    let ty = rw.module().body.ty(first);
    rw.build_before(at, at, |b: &mut Builder<'_, TileAa>| {
        let one = b.view().source(number).result(small).finish().value();
        let all = b.broadcast().source(one).result(large).finish().value();
        b.addptr().base(first).offset(all).bytes(bytes).result(ty).finish().value()
    })
}

/// The number in the result of [`addresses`].
fn set_number(module: &mut Module, addresses: Value, number: Value) {
    let mut value = addresses;
    for field in [fields::addptr::offset, fields::broadcast::source] {
        let op = module.body.def_op(value).expect("ops made it");
        value = module.operand(op, field);
    }
    let view = module.body.def_op(value).expect("ops made it");
    module.body.operands_mut(view)[0] = number;
}
