//! Conversion of a value of a dictionary to the slot of a field.

use diag::Span;
use ir::build::IntoAttr;
use ir::spec::AttrSpec;
use ir::text::{Parse, code};
use ir::{AttrId, AttrSlot};
use numerics::Scalar;

use super::as_number;
use crate::attrs::{Attr, AttrKind, EnumKind};
use crate::text::Reader;
use crate::text::attrs::{inbounds_slot, int_slot};
use crate::{CudaTile, Type};

/// The slot of an attribute of a row from an attribute in general form.
pub(in crate::text) fn slot_of(
    r: &mut Reader<'_>,
    spec: &AttrSpec<CudaTile>,
    value: Attr,
    span: Span,
) -> Parse<AttrSlot> {
    match convert(r, spec.kind, &value) {
        Some(slot) => Ok(slot),
        None => {
            let text = format!("attribute '{}' does not hold what it should", spec.name);
            let label = format!("expected {}", describe(spec.kind));
            Err(r.error_at(code::ATTRIBUTE, span, text, label))
        }
    }
}

fn describe(kind: AttrKind) -> &'static str {
    match kind {
        AttrKind::Flag => "`unit`",
        AttrKind::Keyword(_) => "a case of the enumeration",
        AttrKind::Rounding(_) => "`#cuda_tile.rounding<..>`",
        AttrKind::Overflow => "`#cuda_tile.overflow<..>`",
        AttrKind::Ordering(_) | AttrKind::Scope => "a number of the enumeration, `1 : i32`",
        AttrKind::Bool => "`true` or `false`",
        AttrKind::Int { .. } => "an integer of the attribute's type",
        AttrKind::Str | AttrKind::SymbolName => "a string",
        AttrKind::SymbolRef => "a symbol, `@name`",
        AttrKind::FunctionType => "a function type",
        AttrKind::I32s => "`array<i32: ..>`",
        AttrKind::InBounds => "`array<i1: ..>`",
        AttrKind::Dense => "`dense<..> : tile<..>`",
        AttrKind::Identities => "an array of typed numbers",
        AttrKind::Predicate => "an assume predicate",
        AttrKind::Hints => "a dictionary of dictionaries",
        AttrKind::Dicts => "an array of dictionaries",
        AttrKind::Dictionary => "a dictionary",
        AttrKind::Strs => "an array of strings",
        AttrKind::Exprs => "an array of symbolic expressions",
        AttrKind::ConstParams => "an array of constant parameters",
        AttrKind::Scratch => "a request of shared memory",
    }
}

fn is_dict(r: &Reader<'_>, id: AttrId) -> bool {
    matches!(r.module.attrs.get(id), Attr::Dict(_))
}

fn identities(r: &mut Reader<'_>, items: &[AttrId]) -> Option<AttrSlot> {
    let numbers: Option<Vec<Attr>> =
        items.iter().map(|&id| as_number(r.module.attrs.get(id).clone())).collect();
    let ids = numbers?.into_iter().map(|number| r.module.attrs.intern(number)).collect();
    Some(Attr::Array(ids).into_attr(&mut r.module))
}

fn convert(r: &mut Reader<'_>, kind: AttrKind, value: &Attr) -> Option<AttrSlot> {
    let intern = |r: &mut Reader<'_>| Some(value.clone().into_attr(&mut r.module));
    #[allow(clippy::wildcard_enum_match_arm, reason = "other attributes are no cases")]
    let case = |wanted: EnumKind| match *value {
        Attr::Enum(kind, case) if kind == wanted => Some(AttrSlot::small(case.into())),
        Attr::Int { ty: Scalar::I32, bits } if wanted.generic_name().is_none() => {
            (bits < wanted.names().len() as u64).then(|| AttrSlot::small(bits as u32))
        }
        _ => None,
    };
    match (kind, value) {
        (AttrKind::Flag, Attr::Unit | Attr::Bool(true)) => Some(AttrSlot::UNIT),
        (AttrKind::Flag, Attr::Bool(false)) => Some(AttrSlot::ABSENT),
        (AttrKind::Keyword(wanted), _) => case(wanted),
        (AttrKind::Rounding(_), _) => case(EnumKind::RoundingMode),
        (AttrKind::Overflow, _) => case(EnumKind::IntegerOverflow),
        (AttrKind::Ordering(_), _) => case(EnumKind::MemoryOrdering),
        (AttrKind::Scope, _) => case(EnumKind::MemoryScope),
        (AttrKind::Bool, Attr::Bool(value)) => Some(AttrSlot::small((*value).into())),
        (AttrKind::Int { bits: 32 }, Attr::Int { ty: Scalar::I32, bits }) => {
            Some(int_slot(r, 32, *bits as i32 as i64))
        }
        (AttrKind::Int { bits: 64 }, Attr::Int { ty: Scalar::I64, bits }) => {
            Some(int_slot(r, 64, *bits as i64))
        }
        (AttrKind::Str | AttrKind::SymbolName, Attr::Str(_)) => intern(r),
        (AttrKind::SymbolRef, Attr::SymbolRef(name)) => Some(Attr::Str(*name).into_attr(&mut r.module)),
        (AttrKind::FunctionType, Attr::Type(id)) if matches!(r.module.types.get(*id), Type::Function(_)) => {
            intern(r)
        }
        (AttrKind::I32s, Attr::I32s(_)) => intern(r),
        (AttrKind::InBounds, Attr::Bools(flags)) => Some(inbounds_slot(r, flags.to_vec())),
        (AttrKind::Dense, Attr::Dense(_)) => intern(r),
        (AttrKind::Identities, Attr::Array(items)) => identities(r, items),
        (AttrKind::Predicate, Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. }) => intern(r),
        (AttrKind::Hints, Attr::Dict(entries)) if entries.iter().all(|&(_, id)| is_dict(r, id)) => intern(r),
        (AttrKind::Dicts, Attr::Array(items)) if items.iter().all(|&id| is_dict(r, id)) => intern(r),
        (AttrKind::Dictionary, Attr::Dict(_)) => intern(r),
        (AttrKind::Strs, Attr::Array(items)) => {
            let is_str = |id: &AttrId| matches!(r.module.attrs.get(*id), Attr::Str(_));
            if items.iter().all(is_str) { intern(r) } else { None }
        }
        // The verifier checks its parts.
        (AttrKind::Exprs | AttrKind::ConstParams, Attr::Array(_)) => intern(r),
        (AttrKind::Scratch, Attr::Preview(_)) => intern(r),
        _ => None,
    }
}
