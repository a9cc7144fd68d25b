//! Element-wise ops: other names, and complement.

use ir::Value;
use ir::text::Parse;

use super::{Call, emit};
use crate::attrs::Signedness;
use crate::ops::{Builders, Opcode};

/// One operand for each of the standard op, whose result has the type of the first.
pub(super) fn same(call: &mut Call<'_, '_>, opcode: Opcode) -> Parse<Vec<Value>> {
    let values: Vec<Value> = (0..opcode.spec().operands.len()).map(|i| call.value(i)).collect();
    let ty = call.r.module.body.ty(values[0]);
    let mut b = call.build()?;
    let mut draft = b.start(opcode);
    for (index, &value) in values.iter().enumerate() {
        draft.operand(ir::Field::Operand(index as u8), value);
    }
    draft.result(ir::Field::Result(0), ty);
    let result = draft.finish().value();
    call.check_results(&[result])?;
    Ok(vec![result])
}

/// `not %x`
pub(super) fn not(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let x = call.value(0);
    let tile = call.tile(x)?;
    let Some(elem) = tile.elem().scalar().filter(|elem| elem.is_int()) else {
        return Err(call.fail(call.span, "takes integers", "bitcast to integers of the same width first"));
    };
    let ty = call.r.module.body.ty(x);
    let mut b = call.build()?;
    let ones = emit::splat(&mut b, ty, u64::MAX >> (64 - elem.bits()));
    Ok(vec![b.xori().lhs(x).rhs(ones).result(ty).finish().value()])
}

/// `mma %a, %b, %c`: of floats or of signed integers.
pub(super) fn mma(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let (lhs, rhs, acc) = (call.value(0), call.value(1), call.value(2));
    let is_int = call.tile(lhs)?.elem().scalar().is_some_and(|elem| elem.is_int());
    let ty = call.r.module.body.ty(acc);
    let mut b = call.build()?;
    let result = if is_int {
        let op = b.mmai().lhs(lhs).rhs(rhs).acc(acc);
        op.signedness_lhs(Signedness::Signed).signedness_rhs(Signedness::Signed).result(ty).finish().value()
    } else {
        b.mmaf().lhs(lhs).rhs(rhs).acc(acc).result(ty).finish().value()
    };
    Ok(vec![result])
}

/// `shr %x, %n unsigned`
pub(super) fn shr(call: &mut Call<'_, '_>) -> Parse<Vec<Value>> {
    let (x, n) = (call.value(0), call.value(1));
    let signedness = call.word(2).and_then(Signedness::from_name).unwrap_or(Signedness::Signed);
    let ty = call.r.module.body.ty(x);
    let mut b = call.build()?;
    Ok(vec![b.shri().lhs(x).rhs(n).signedness(signedness).result(ty).finish().value()])
}
