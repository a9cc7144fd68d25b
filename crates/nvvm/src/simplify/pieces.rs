//! Values that are joined from others, and split.

use ir::{Op, Value};

use super::{Rw, by_number, definition, operand, replace, replace_by_number};
use crate::ops::{Builders as _, fields};
use crate::{Module, Opcode, Type, constant, range};

/// The parts of a value that was packed from the same number of parts.
pub(super) fn unpacked(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(inner) = definition(module, operand(module, op, 0), Opcode::Pack) else { return false };
    let parts = module.body.operands(inner).to_vec();
    let results = module.body.results(op);
    let same = parts.len() == results.len()
        && parts.iter().zip(results.iter()).all(|(&part, result)| module.ty(part) == module.ty(result));
    if same {
        rw.replace_op(op, &parts);
    }
    same
}

/// The value that a part was taken of, which part, and of how many.
fn part_of(module: &Module, part: Value) -> Option<(Value, usize, usize)> {
    // Parts are floats where they are computed with.
    let part = match definition(module, part, Opcode::Bitcast) {
        Some(cast) => operand(module, cast, 0),
        None => part,
    };
    let op = definition(module, part, Opcode::Unpack)?;
    let at = module.body.results(op).iter().position(|result| result == part)?;
    Some((operand(module, op, 0), at, module.body.results(op).len()))
}

/// A value that was unpacked and is packed again.
pub(super) fn repacked(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let parts = module.body.operands(op);
    let Some(&first) = parts.first() else { return false };
    let Some((whole, ..)) = part_of(module, first) else { return false };
    let all =
        parts.iter().enumerate().all(|(at, &part)| part_of(module, part) == Some((whole, at, parts.len())));
    let ty = module.body.ty(module.body.result(op, 0));
    if !all || module.ty(whole).bits() != module.types.get(ty).bits() {
        return false;
    }
    if module.body.ty(whole) == ty {
        return replace(rw, op, whole);
    }
    if matches!(module.ty(whole), Type::Ptr(_)) || matches!(module.types.get(ty), Type::Ptr(_)) {
        return false;
    }
    let new = rw.build_before(op, op, |b| b.bitcast().source(whole).result(ty).finish().value());
    replace(rw, op, new)
}

/// One of several registers that were joined, or are a constant.
pub(super) fn one_of(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if let Some(bits) = constant::known(module, source) {
        return replace_by_number(rw, op, bits);
    }
    let Some(joined) = definition(module, source, Opcode::Regs) else { return false };
    let index = module.int(op, fields::reg::index).and_then(|index| usize::try_from(index).ok());
    let Some(part) = index.and_then(|index| module.body.operands(joined).get(index).copied()) else {
        return false;
    };
    replace(rw, op, part)
}

/// The registers of a value, joined again in their order.
pub(super) fn rejoined(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let parts = module.body.operands(op);
    let source = |part: Value| Some(operand(module, definition(module, part, Opcode::Reg)?, 0));
    let Some(whole) = parts.first().and_then(|&first| source(first)) else { return false };
    let in_order = parts.iter().enumerate().all(|(at, &part)| {
        definition(module, part, Opcode::Reg).is_some_and(|part| {
            operand(module, part, 0) == whole && module.int(part, fields::reg::index) == Some(at as i64)
        })
    });
    in_order && module.ty(whole) == module.ty(module.body.result(op, 0)) && replace(rw, op, whole)
}

/// A half of 32 bits, cut out: both halves are one move.
pub(super) fn half_of(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (source, result) = (operand(module, op, 0), module.body.result(op, 0));
    if *module.ty(source) != Type::I32 || *module.ty(result) != Type::I16 {
        return false;
    }
    let (whole, at) = match definition(module, source, Opcode::ShrI) {
        Some(shift) => match by_number(module, shift) {
            Some((whole, 16)) => (whole, 1),
            Some(_) | None => return false,
        },
        None => (source, 0),
    };
    // Of small numbers more is known than of parts.
    if range::range(module, whole).low >= 0 {
        return false;
    }
    let ty = module.body.ty(result);
    let halves = rw.build_before(op, op, |b| b.unpack().source(whole).parts([ty, ty]).finish().values::<2>());
    replace(rw, op, halves[at])
}

/// The 16-bit number that a 32-bit one is without its upper half.
fn half(module: &Module, value: Value) -> Option<Value> {
    let widening = definition(module, value, Opcode::ExtI)?;
    let source = operand(module, widening, 0);
    let plain = !module.flag(widening, fields::exti::signed) && *module.ty(source) == Type::I16;
    plain.then_some(source)
}

/// `low | high << 16` of two halves is one move.
pub(super) fn packed(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (left, right) = (operand(module, op, 0), operand(module, op, 1));
    if *module.ty(left) != Type::I32 {
        return false;
    }
    let Some(low) = half(module, left) else { return false };
    let shift = definition(module, right, Opcode::ShlI).and_then(|shift| by_number(module, shift));
    let Some(high) = shift.filter(|&(_, by)| by == 16).and_then(|(value, _)| half(module, value)) else {
        return false;
    };
    let ty = module.body.ty(left);
    let new = rw.build_before(op, op, |b| b.pack().parts([low, high]).result(ty).finish().value());
    replace(rw, op, new)
}
