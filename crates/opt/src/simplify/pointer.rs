//! Pointers.

use cuda_tile::ops::{Builders, Opcode};
use ir::Op;

use super::{Rw, operand, replace, result_type, through};
use crate::constant;

/// The rules of this family; false when none applies.
pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an op without a rule stays as it is, which is never wrong"
    )]
    match rw.module().opcode(op) {
        Opcode::IntToPtr => from_int(rw, op),
        Opcode::PtrToInt => to_int(rw, op),
        Opcode::PtrToPtr => to_pointer(rw, op),
        Opcode::Offset => offset(rw, op),
        _ => false,
    }
}

fn offset(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let pointer = operand(module, op, 0);
    constant::is_splat(module, operand(module, op, 1), 0) && replace(rw, op, pointer)
}

fn from_int(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(pointer) = through(module, operand(module, op, 0), Opcode::PtrToInt) else { return false };
    let ty = result_type(module, op);
    if module.body.ty(pointer) == ty {
        return replace(rw, op, pointer);
    }
    let value = rw.build_before(op, op, |b| b.ptr_to_ptr().source(pointer).result(ty).finish().value());
    replace(rw, op, value)
}

fn to_int(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if let Some(number) = through(module, source, Opcode::IntToPtr) {
        return replace(rw, op, number);
    }
    match through(module, source, Opcode::PtrToPtr) {
        Some(pointer) => {
            rw.set_operand(op, 0, pointer);
            true
        }
        None => false,
    }
}

fn to_pointer(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (source, ty) = (operand(module, op, 0), result_type(module, op));
    if module.body.ty(source) == ty {
        return replace(rw, op, source);
    }
    if let Some(pointer) = through(module, source, Opcode::PtrToPtr) {
        rw.set_operand(op, 0, pointer);
        return true;
    }
    let Some(number) = through(module, source, Opcode::IntToPtr) else { return false };
    let value = rw.build_before(op, op, |b| b.int_to_ptr().source(number).result(ty).finish().value());
    replace(rw, op, value)
}
