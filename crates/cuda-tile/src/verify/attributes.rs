//! Attributes: there when they must be, and of the kind that the row says.

use ir::{AttrId, AttrSlot, SlotValue};

use super::check::OpCheck;
use super::codes::{ATTRIBUTE, MISSING_ATTRIBUTE};
use crate::attrs::{Attr, AttrKind, Dense, EnumKind, PreviewAttr};
use crate::roles::may_be_absent;
use crate::{CudaTile, Module, Type};

type AttrSpec = ir::spec::AttrSpec<CudaTile>;

/// True when every attribute of the op that must be there is, and of its kind.
pub(super) fn hold(check: &OpCheck<'_, '_>) -> bool {
    let module = check.module();
    let mut attrs = check.spec.attrs.iter().zip(module.body.attrs(check.op));
    attrs.all(
        |(spec, &slot)| if slot.is_present() { holds(module, spec.kind, slot) } else { may_be_absent(spec) },
    )
}

/// Checks every attribute of the op; false when one is missing or of the wrong kind.
pub(super) fn check(check: &mut OpCheck<'_, '_>) -> bool {
    if hold(check) {
        return true;
    }
    let module = check.module();
    for (spec, &slot) in check.spec.attrs.iter().zip(module.body.attrs(check.op)) {
        if slot.is_present() {
            if !holds(module, spec.kind, slot) {
                let wanted = describe(spec);
                let message = format!("attribute '{}' failed to satisfy constraint: {wanted}", spec.name);
                check.report(ATTRIBUTE, message);
            }
        } else if !may_be_absent(spec) {
            check.report(MISSING_ATTRIBUTE, format!("requires attribute '{}'", spec.name));
        }
    }
    false
}

fn holds(module: &Module, kind: AttrKind, slot: AttrSlot) -> bool {
    match slot.get() {
        SlotValue::Absent => true,
        SlotValue::Small(number) => holds_small(kind, number),
        SlotValue::Interned(id) => holds_interned(module, kind, id),
    }
}

fn holds_small(kind: AttrKind, number: u32) -> bool {
    match kind {
        AttrKind::Flag | AttrKind::Bool => number <= 1,
        AttrKind::Keyword(kind) => case(kind, number),
        AttrKind::Rounding(_) => case(EnumKind::RoundingMode, number),
        AttrKind::Overflow => case(EnumKind::IntegerOverflow, number),
        AttrKind::Ordering(_) => case(EnumKind::MemoryOrdering, number),
        AttrKind::Scope => case(EnumKind::MemoryScope, number),
        AttrKind::Int { .. } => true,
        AttrKind::Str
        | AttrKind::SymbolName
        | AttrKind::SymbolRef
        | AttrKind::FunctionType
        | AttrKind::I32s
        | AttrKind::InBounds
        | AttrKind::Dense
        | AttrKind::Identities
        | AttrKind::Predicate
        | AttrKind::Hints
        | AttrKind::Dicts
        | AttrKind::Dictionary
        | AttrKind::Strs
        | AttrKind::Exprs
        | AttrKind::ConstParams
        | AttrKind::Scratch => false,
    }
}

fn case(kind: EnumKind, number: u32) -> bool {
    (number as usize) < kind.names().len()
}

fn holds_interned(module: &Module, kind: AttrKind, id: AttrId) -> bool {
    let Some(attr) = module.attrs.try_get(id) else { return false };
    let elements = |test: &dyn Fn(&Attr) -> bool| {
        let all = |ids: &[AttrId]| ids.iter().all(|&id| module.attrs.try_get(id).is_some_and(test));
        matches!(attr, Attr::Array(ids) if all(ids))
    };
    match kind {
        AttrKind::Flag
        | AttrKind::Keyword(_)
        | AttrKind::Rounding(_)
        | AttrKind::Overflow
        | AttrKind::Ordering(_)
        | AttrKind::Scope
        | AttrKind::Bool => false,
        // `cat` and `global` take any 64-bit number; the others have their own messages.
        AttrKind::Int { bits } => matches!(attr, Attr::Int { ty, .. } if ty.bits() == bits),
        AttrKind::Str => matches!(attr, Attr::Str(_)),
        AttrKind::SymbolName | AttrKind::SymbolRef => {
            matches!(attr, Attr::Str(name) if !module.strings.get(*name).is_empty())
        }
        AttrKind::FunctionType => {
            matches!(attr, Attr::Type(id) if matches!(module.types.get(*id), Type::Function(_)))
        }
        AttrKind::I32s => matches!(attr, Attr::I32s(_)),
        AttrKind::InBounds => matches!(attr, Attr::Bools(_)),
        AttrKind::Dense => matches!(attr, Attr::Dense(dense) if is_consistent(module, dense)),
        AttrKind::Identities => elements(&|attr| matches!(attr, Attr::Int { .. } | Attr::Float { .. })),
        AttrKind::Predicate => {
            matches!(attr, Attr::DivBy { .. } | Attr::SameElements(_) | Attr::Bounded { .. })
        }
        AttrKind::Hints => matches!(attr, Attr::Dict(_)),
        AttrKind::Dicts => elements(&|attr| matches!(attr, Attr::Dict(_))),
        AttrKind::Dictionary => matches!(attr, Attr::Dict(_)),
        AttrKind::Strs => elements(&|attr| matches!(attr, Attr::Str(_))),
        AttrKind::Exprs => elements(&|attr| preview(attr, |it| matches!(it, PreviewAttr::Expr(_)))),
        AttrKind::ConstParams => {
            elements(&|attr| preview(attr, |it| matches!(it, PreviewAttr::ConstParam { .. })))
        }
        AttrKind::Scratch => preview(attr, |it| matches!(it, PreviewAttr::Scratch { .. })),
    }
}

fn preview(attr: &Attr, is_wanted: fn(&PreviewAttr) -> bool) -> bool {
    matches!(attr, Attr::Preview(attr) if is_wanted(attr))
}

/// A constant that was built by hand may disagree with its own type.
pub(super) fn is_consistent(module: &Module, dense: &Dense) -> bool {
    let Some(tile) = module.types.get(dense.ty).as_tile() else { return false };
    let whole = tile.len() * Dense::elem_size(dense.elem());
    tile.elem().scalar() == Some(dense.elem()) && (dense.is_splat() || dense.data().len() == whole)
}

/// The requirement on an attribute, in the words of the reference tools.
fn describe(spec: &AttrSpec) -> &'static str {
    match spec.kind {
        AttrKind::Flag => "unit attribute",
        AttrKind::Keyword(kind) => describe_enum(kind),
        AttrKind::Rounding(_) => describe_enum(EnumKind::RoundingMode),
        AttrKind::Overflow => describe_enum(EnumKind::IntegerOverflow),
        AttrKind::Ordering(_) => describe_enum(EnumKind::MemoryOrdering),
        AttrKind::Scope => describe_enum(EnumKind::MemoryScope),
        AttrKind::Bool => "bool attribute",
        AttrKind::Int { bits: 32 } => "32-bit signless integer attribute whose value is non-negative",
        AttrKind::Int { .. } => "64-bit signless integer attribute",
        AttrKind::Str | AttrKind::SymbolName => "string attribute",
        AttrKind::SymbolRef => "flat symbol reference attribute",
        AttrKind::FunctionType => "type attribute of function type",
        AttrKind::I32s => "i32 dense array attribute",
        AttrKind::InBounds => "i1 dense array attribute",
        AttrKind::Dense => "An Attribute containing a dense multi-dimensional array of values",
        AttrKind::Identities => "array attribute",
        AttrKind::Predicate => "AssumePredicateAttrInterface instance",
        AttrKind::Hints => "dictionary of optimization hints",
        AttrKind::Dicts => "Array of dictionary attributes",
        AttrKind::Dictionary => "dictionary of named attribute values",
        AttrKind::Strs => "string array attribute",
        AttrKind::Exprs => "array of symbolic expression attribute values",
        AttrKind::ConstParams => "array of Compile-time constant parameter declaration values",
        AttrKind::Scratch => "shared memory request",
    }
}

fn describe_enum(kind: EnumKind) -> &'static str {
    match kind {
        EnumKind::Signedness => "signedness",
        EnumKind::IntegerOverflow => "integer overflow",
        EnumKind::RoundingMode => "rounding mode",
        EnumKind::ComparisonOrdering => "comparison_ordering",
        EnumKind::ComparisonPredicate => "cmp_predicate",
        EnumKind::AtomicRMWMode => "allowed 32-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
        EnumKind::MemoryScope => "memory scope",
        EnumKind::MemoryOrdering => "memory ordering semantics",
        EnumKind::SymbolVisibility => "symbol visibility",
        EnumKind::MemorySpace => "memory space",
        EnumKind::Synchronization => "synchronization",
        EnumKind::Access => "access",
        EnumKind::MultimemReductionKind => "multimem reduction kind",
    }
}
