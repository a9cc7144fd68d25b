//! Addresses and accesses.

use ir::{Field, Op};

use super::{Rw, definition, number_like, operand, replace};
use crate::ops::{Builders as _, fields};
use crate::{Opcode, constant};

/// Offsets beyond this stay in registers, which accesses with many bases share.
const FAR_OFFSET: i64 = 1 << 23;

/// An address with the offset zero, or with two constant offsets.
pub(super) fn moved(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let (base, offset) = (operand(module, op, 0), operand(module, op, 1));
    let bytes = module.int(op, fields::addptr::bytes).unwrap_or(1);
    let Some(distance) = constant::signed(module, offset).map(|offset| offset.wrapping_mul(bytes)) else {
        return false;
    };
    if distance == 0 {
        return replace(rw, op, base);
    }
    let Some(inner) = definition(module, base, Opcode::AddPtr) else { return false };
    let (first, more) = (operand(module, inner, 0), operand(module, inner, 1));
    let bytes = module.int(inner, fields::addptr::bytes).unwrap_or(1);
    let Some(more) = constant::signed(module, more).map(|more| more.wrapping_mul(bytes)) else {
        return false;
    };
    let ty = module.body.ty(base);
    let i64 = rw.intern(crate::Type::I64);
    let both = constant::build(rw, op, i64, distance.wrapping_add(more) as u64);
    let new = rw.build_before(op, op, |b| {
        b.addptr().base(first).offset(both).bytes(1i64).result(ty).finish().value()
    });
    replace(rw, op, new)
}

/// The operand of an access that is an address, and where its distance in bytes stands.
fn absorb(rw: &mut Rw<'_>, op: Op, address: usize, offset: Field) -> bool {
    let module = rw.module();
    let Some(inner) = definition(module, operand(module, op, address), Opcode::AddPtr) else { return false };
    let bytes = module.int(inner, fields::addptr::bytes).unwrap_or(1);
    let Some(number) = constant::signed(module, operand(module, inner, 1)) else { return false };
    let distance = number.checked_mul(bytes).and_then(|distance| {
        distance
            .checked_add(module.int(op, offset).unwrap_or(0))
            .filter(|sum| (-FAR_OFFSET..FAR_OFFSET).contains(sum))
    });
    let Some(distance) = distance else { return false };
    let base = operand(module, inner, 0);
    constant::set_int(rw, op, offset, distance);
    rw.set_operand(op, address, base);
    true
}

/// A load whose address contains a constant; one that is always, or never, executed.
pub(super) fn load(rw: &mut Rw<'_>, op: Op) -> bool {
    use fields::ld::{address, offset, other, predicate, values};
    if absorb(rw, op, 0, offset) {
        return true;
    }
    let module = rw.module();
    let Some(condition) = module.operand_opt(op, predicate) else { return false };
    let Some(bits) = constant::known(module, condition) else { return false };
    let (from, others) = (module.operand(op, address), module.operands(op, other).to_vec());
    if bits != 0 {
        rw.set_operands(op, &[from], &[1, 0, 0]);
        return true;
    }
    // Without `other` the results are undefined: any number will do.
    let results: Vec<_> = module.results(op, values).collect();
    let mut new = others;
    for &result in results.iter().skip(new.len()) {
        new.push(number_like(rw, op, result, 0));
    }
    rw.replace_op(op, &new);
    true
}

/// A store, or a copy, whose address contains a constant; one that is always, or never, executed.
pub(super) fn store(rw: &mut Rw<'_>, op: Op) -> bool {
    let is_store = rw.module().opcode(op) == Opcode::St;
    let (offset, predicate) = if is_store {
        (fields::st::offset, fields::st::predicate)
    } else {
        (fields::cp_async::offset, fields::cp_async::predicate)
    };
    if absorb(rw, op, 0, offset) || !is_store && absorb(rw, op, 1, fields::cp_async::source_offset) {
        return true;
    }
    let module = rw.module();
    let Some(condition) = module.operand_opt(op, predicate) else { return false };
    match constant::known(module, condition) {
        Some(0) => rw.erase(op),
        Some(_) => rw.drop_operands(op, predicate),
        None => return false,
    }
    true
}

/// An access with an offset operand in bytes, whose address contains a constant.
pub(super) fn offsets(rw: &mut Rw<'_>, op: Op) -> bool {
    let places: &[(usize, Field)] = match rw.module().opcode(op) {
        Opcode::LdMatrix => &[(0, fields::ldmatrix::offset)],
        Opcode::StMatrix => &[(0, fields::stmatrix::offset)],
        Opcode::MbarrierInit => &[(0, fields::mbarrier_init::offset)],
        Opcode::MbarrierInval => &[(0, fields::mbarrier_inval::offset)],
        Opcode::MbarrierArrive => &[(0, fields::mbarrier_arrive::offset)],
        Opcode::MbarrierWait => &[(0, fields::mbarrier_wait::offset)],
        Opcode::CpAsyncArrive => &[(0, fields::cp_async_arrive::offset)],
        Opcode::BulkTensorLoad => {
            &[(0, fields::bulk_tensor_load::offset), (1, fields::bulk_tensor_load::barrier_offset)]
        }
        Opcode::BulkTensorStore => &[(0, fields::bulk_tensor_store::offset)],
        Opcode::MapReplace => &[(0, fields::map_replace::offset)],
        Opcode::MapPublish => &[(0, fields::map_publish::offset), (1, fields::map_publish::source_offset)],
        _ => &[],
    };
    places.iter().any(|&(address, offset)| absorb(rw, op, address, offset))
}
