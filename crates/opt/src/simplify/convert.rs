//! Conversions between number types: two in a row are one, or none.

use cuda_tile::Module;
use cuda_tile::attrs::{IntegerOverflow, Signedness};
use cuda_tile::ops::{Builders, Opcode, fields};
use ir::{AttrSlot, Op, TypeId};
use numerics::Format;

use super::{Rw, defined_by, operand, replace, result_type, through};
use crate::constant;

/// The rules of this family; false when none applies.
pub(super) fn simplify(rw: &mut Rw<'_>, op: Op) -> bool {
    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "an op without a rule stays as it is, which is never wrong"
    )]
    match rw.module().opcode(op) {
        Opcode::Bitcast => bitcast(rw, op),
        Opcode::ExtI => extend(rw, op),
        Opcode::TruncI => truncate(rw, op),
        Opcode::FToF => float_to_float(rw, op),
        _ => false,
    }
}

fn bits(module: &Module, ty: TypeId) -> u32 {
    constant::tile_of(module, ty).map_or(0, |(scalar, _)| scalar.bits())
}

fn signedness(module: &Module, extension: Op) -> Option<Signedness> {
    Signedness::from_slot(module.attr(extension, fields::exti::signedness))
}

fn bitcast(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if module.body.ty(source) == result_type(module, op) {
        return replace(rw, op, source);
    }
    match through(module, source, Opcode::Bitcast) {
        Some(inner) => {
            rw.set_operand(op, 0, inner);
            true
        }
        None => false,
    }
}

fn extend(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(inner) = defined_by(module, operand(module, op, 0), Opcode::ExtI) else { return false };
    let (outer_sign, inner_sign) = (signedness(module, op), signedness(module, inner));
    // Leading zeros make it non-negative in the signed reading too.
    if outer_sign != inner_sign && inner_sign != Some(Signedness::Unsigned) {
        return false;
    }
    let (source, sign) = (operand(module, inner, 0), module.attr(inner, fields::exti::signedness));
    rw.set_attr(op, fields::exti::signedness, sign);
    rw.set_operand(op, 0, source);
    true
}

fn truncate(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let source = operand(module, op, 0);
    if let Some(inner) = defined_by(module, source, Opcode::TruncI) {
        return truncate_once(rw, op, inner);
    }
    let Some(inner) = defined_by(module, source, Opcode::ExtI) else { return false };
    let (x, ty) = (operand(module, inner, 0), result_type(module, op));
    let (from, to) = (bits(module, module.body.ty(x)), bits(module, ty));
    if from == to {
        return replace(rw, op, x);
    }
    let value = match (from < to, signedness(module, inner)) {
        (true, Some(sign)) => {
            rw.build_before(op, op, |b| b.exti().from(x).signedness(sign).to(ty).finish().value())
        }
        _ => rw.build_before(op, op, |b| b.trunci().from(x).to(ty).finish().value()),
    };
    replace(rw, op, value)
}

/// Two truncations are one; it promises what both promised alike.
fn truncate_once(rw: &mut Rw<'_>, op: Op, inner: Op) -> bool {
    let module = rw.module();
    let (outer, own) =
        (module.attr(op, fields::trunci::overflow), module.attr(inner, fields::trunci::overflow));
    let source = operand(module, inner, 0);
    if outer != own {
        rw.set_attr(op, fields::trunci::overflow, AttrSlot::small(IntegerOverflow::None as u32));
    }
    rw.set_operand(op, 0, source);
    true
}

/// A float that is widened and narrowed again is itself, but for the bits of a NaN.
fn float_to_float(rw: &mut Rw<'_>, op: Op) -> bool {
    let module = rw.module();
    let Some(source) = through(module, operand(module, op, 0), Opcode::FToF) else { return false };
    let (narrow, wide) = (module.body.ty(source), module.body.ty(operand(module, op, 0)));
    let is_back = narrow == result_type(module, op) && holds(module, wide, narrow);
    is_back && super::float::has_canonical_nan(module, source) && replace(rw, op, source)
}

/// True when every number of `narrow` is one of `wide`: more bits of fraction, and a range that is no smaller.
fn holds(module: &Module, wide: TypeId, narrow: TypeId) -> bool {
    let format = |ty| constant::tile_of(module, ty).and_then(|(scalar, _)| Format::of(scalar));
    let (Some(wide), Some(narrow)) = (format(wide), format(narrow)) else { return false };
    wide.mantissa_mask() >= narrow.mantissa_mask()
        && wide.min_quantum() <= narrow.min_quantum()
        && wide.infinity().is_some()
        && narrow.infinity().is_some()
        && wide.bits() > narrow.bits()
}
