//! Accesses through multicast views: what the copies of an element on several devices allow.

use diag::{Diagnostic, Severity};
use ir::Field;
use ir::verify::op_diagnostic;
use numerics::Scalar;

use super::check::{Checked, OpCheck, quote};
use super::codes::{ATOMIC, ORDERING, PAIRS, POINTEE, VIEW_ACCESS};
use super::memory::{Access, ordering, ordering_and_scope};
use super::views::{access, inbounds_size};
use crate::attrs::{MemoryOrdering, MultimemReductionKind};
use crate::multimem::Pairs;
use crate::ops::fields;
use crate::types::{PtrAttr, ViewKind};

/// Bits that one element of a multimem instruction has at least.
const WORD_BITS: u32 = 32;

pub(super) fn load_reduce(check: &OpCheck<'_, '_>) -> Checked {
    use fields::multimem_load_reduce_view_tko as f;
    multicast_tile(check, [f::view, f::index, f::reduced_values, f::inbounds])?;
    let (kind, elem) = (kind(check, f::reduction), elem(check, f::view));
    integers_alone(check, kind, f::view)?;
    let wide = elem.is_float() && elem.bits() != 16;
    let orders = matches!(kind, MultimemReductionKind::Min | MultimemReductionKind::Max);
    check
        .ensure_types(!(wide && orders), ATOMIC, &[f::view], || {
            format!("min/max supports f16 and bf16 float types only; got '{elem}'")
        })
        .map_err(|d| {
            Box::new(d.help("load the members one by one through unicast pointers, and combine them"))
        })?;
    ordering_and_scope(
        check,
        &Access {
            verb: "load",
            ordering: f::memory_ordering_semantics,
            scope: f::memory_scope,
            strong: [MemoryOrdering::Relaxed, MemoryOrdering::Acquire],
        },
    )
}

pub(super) fn reduce(check: &OpCheck<'_, '_>) -> Checked {
    use fields::multimem_reduce_view_tko as f;
    multicast_tile(check, [f::view, f::index, f::tile, f::inbounds])?;
    let adds = kind(check, f::reduction) == MultimemReductionKind::Add;
    check.ensure_types(adds || elem(check, f::view).is_int(), ATOMIC, &[f::view], || {
        "supports only add for floating-point element types".to_owned()
    })?;
    let given = ordering(check, f::memory_ordering_semantics);
    let allowed = [MemoryOrdering::Relaxed, MemoryOrdering::Release];
    check
        .ensure(allowed.contains(&given), ORDERING, || {
            "memory ordering semantics must be one of: relaxed, release".to_owned()
        })
        .map_err(|d| Box::new(d.note(format!("the ordering given is `{}`", given.name()))))
}

pub(super) fn store(check: &OpCheck<'_, '_>) -> Checked {
    use fields::multimem_store_view_tko as f;
    multicast_tile(check, [f::view, f::index, f::tile, f::inbounds])?;
    ordering_and_scope(
        check,
        &Access {
            verb: "store",
            ordering: f::memory_ordering_semantics,
            scope: f::memory_scope,
            strong: [MemoryOrdering::Relaxed, MemoryOrdering::Release],
        },
    )
}

pub(super) fn reduce_warnings(check: &OpCheck<'_, '_>) -> Vec<Diagnostic> {
    broken_pairs(check, fields::multimem_reduce_view_tko::view)
}

pub(super) fn store_warnings(check: &OpCheck<'_, '_>) -> Vec<Diagnostic> {
    broken_pairs(check, fields::multimem_store_view_tko::view)
}

/// The rules that all multimem ops share: of the view, the index, the tile and the flags.
fn multicast_tile(check: &OpCheck<'_, '_>, [view, index, tile, inbounds]: [Field; 4]) -> Checked {
    let ty = check.view(view);
    let attr = ty.tensor().ptr_attr();
    check
        .ensure_types(attr == Some(PtrAttr::Multicast), POINTEE, &[view], || {
            format!("expected a multicast pointer, but got {}", attr.map_or("none", PtrAttr::name))
        })
        .map_err(|d| Box::new(d.help("make the tensor view from a `ptr<T, <multicast>>`")))?;
    let partition = matches!(ty.kind(), ViewKind::Partition { .. });
    check
        .ensure_types(partition, VIEW_ACCESS, &[view], || {
            let given = quote(check.ty(view));
            format!("multimem view operations support only partition_view; got {given}")
        })
        .map_err(|d| Box::new(d.help("make the view with `make_partition_view`")))?;
    access(check, view, index, tile)?;
    inbounds_size(check, inbounds, index)?;
    element(check, view)?;
    pairs(check, view)
}

/// The element type is one that multimem instructions have.
fn element(check: &OpCheck<'_, '_>, view: Field) -> Checked {
    let elem = elem(check, view);
    if elem.is_float() {
        let known = matches!(elem, Scalar::F16 | Scalar::BF16 | Scalar::F32 | Scalar::F64);
        return check.ensure_types(known, ATOMIC, &[view], || {
            "multimem supports only f16, bf16, f32, and f64 floating-point element types".to_owned()
        });
    }
    check.ensure_types(matches!(elem, Scalar::I32 | Scalar::I64), ATOMIC, &[view], || {
        format!("multimem requires 32- or 64-bit integer/index element types; got {} bits", elem.bits())
    })
}

/// Elements of 16 bits are accessed in pairs.
fn pairs(check: &OpCheck<'_, '_>, view: Field) -> Checked {
    let (ty, elem) = (check.view(view), elem(check, view));
    if elem.bits() != 16 {
        return Ok(());
    }
    let ones = ty.tensor().strides().iter().filter(|&&stride| stride == 1).count();
    check.ensure_types(ones == 1, VIEW_ACCESS, &[view], || {
        format!(
            "f16/bf16 multimem views must have exactly one element stride statically known to equal 1; got {ones}"
        )
    })?;
    let count: u64 = ty.tile().iter().map(|&extent| u64::from(extent.unsigned_abs())).product::<u64>();
    let bits = count * u64::from(elem.bits());
    check.ensure_types(bits.is_multiple_of(WORD_BITS.into()), VIEW_ACCESS, &[view], || {
        format!(
            "multimem op requires tile total size to be a multiple of 4 bytes for float element types; got {count} \
             element(s) of {} bits (total {bits} bits)",
            elem.bits()
        )
    })
}

pub(super) fn load_reduce_warnings(check: &OpCheck<'_, '_>) -> Vec<Diagnostic> {
    broken_pairs(check, fields::multimem_load_reduce_view_tko::view)
}

/// Warns of elements of 16 bits without a second one to form a word: a view of an odd width. The closed compiler takes
/// such an access for undefined, and may leave nothing of the kernel.
fn broken_pairs(check: &OpCheck<'_, '_>, view: Field) -> Vec<Diagnostic> {
    let (ty, elem) = (check.view(view), elem(check, view));
    let tensor = ty.tensor();
    let Some(pairs) = Pairs::of(ty) else { return Vec::new() };
    let warning = |what: String| {
        let message =
            format!("{elem} is accessed in pairs on several devices, but {what}: undefined behavior");
        op_diagnostic(check.module(), check.op, Severity::Warning, PAIRS, message)
            .help("pad the tensor to an even width, and cut it into tiles of an even width")
    };
    pairs.broken(tensor.shape(), tensor.strides()).into_iter().map(warning).collect()
}

/// Bitwise and unsigned operations are only allowed for integers.
fn integers_alone(check: &OpCheck<'_, '_>, kind: MultimemReductionKind, view: Field) -> Checked {
    let any =
        matches!(kind, MultimemReductionKind::Add | MultimemReductionKind::Min | MultimemReductionKind::Max);
    check.ensure_types(any || elem(check, view).is_int(), ATOMIC, &[view], || {
        "and/or/xor/umin/umax reductions require integer element types".to_owned()
    })
}

fn elem(check: &OpCheck<'_, '_>, view: Field) -> Scalar {
    check.view(view).tensor().elem()
}

fn kind(check: &OpCheck<'_, '_>, field: Field) -> MultimemReductionKind {
    let number = check.small(field).unwrap_or(MultimemReductionKind::Add as u32);
    MultimemReductionKind::from_wire(number.into()).expect("the kinds of attributes were checked")
}
