//! Conversions between widths.

use ir::{Op, Value};

use super::{Rw, definition, operand, replace};
use crate::ops::{Builders as _, fields};
use crate::{Opcode, Type, constant};

/// Widened twice in one way is once.
pub(super) fn widened(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    let Some(inner) = definition(module, source, Opcode::ExtI) else { return false };
    let signed = module.flag(op, fields::exti::signed);
    // A zero-extended value has no sign.
    if module.flag(inner, fields::exti::signed) && !signed {
        return false;
    }
    let signed = module.flag(inner, fields::exti::signed);
    let (first, ty) = (operand(module, inner, 0), module.body.ty(module.body.result(op, 0)));
    let new = rw.build_before(op, op, |b| b.exti().source(first).signed(signed).result(ty).finish().value());
    replace(rw, op, new)
}

/// A truncation of an extended or of a truncated value.
pub(super) fn narrowed(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (source, result) = (operand(module, op, 0), module.body.result(op, 0));
    let ty = module.body.ty(result);
    if let Some(inner) = definition(module, source, Opcode::TruncI) {
        let first = operand(module, inner, 0);
        let new = rw.build_before(op, op, |b| b.trunci().source(first).result(ty).finish().value());
        return replace(rw, op, new);
    }
    let Some(inner) = definition(module, source, Opcode::ExtI) else { return false };
    let signed = module.flag(inner, fields::exti::signed);
    let first = operand(module, inner, 0);
    let (from, to) = (module.ty(first).bits(), module.ty(result).bits());
    let new = match from.cmp(&to) {
        std::cmp::Ordering::Equal => first,
        std::cmp::Ordering::Less => {
            rw.build_before(op, op, |b| b.exti().source(first).signed(signed).result(ty).finish().value())
        }
        std::cmp::Ordering::Greater => {
            rw.build_before(op, op, |b| b.trunci().source(first).result(ty).finish().value())
        }
    };
    replace(rw, op, new)
}

/// A cast to the same type, of a cast, of a constant.
pub(super) fn cast(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (source, result) = (operand(module, op, 0), module.body.result(op, 0));
    if module.ty(source) == module.ty(result) {
        return replace(rw, op, source);
    }
    if let Some(bits) = constant::known(module, source).filter(|_| !matches!(module.ty(result), Type::Ptr(_)))
    {
        return super::replace_by_number(rw, op, bits);
    }
    let Some(inner) = definition(module, source, Opcode::Bitcast) else { return false };
    let first: Value = operand(module, inner, 0);
    rw.set_operand(op, 0, first);
    true
}
