//! Accesses through multicast views: what the copies of an element on several devices allow.

use diag::{Diagnostic, Severity};
use ir::Field;
use ir::verify::op_diagnostic;
use numerics::Scalar;

use super::check::{Checked, OpCheck, quote};
use super::codes::{ATOMIC, ORDERING, PAIRS, POINTEE, VIEW_ACCESS};
use super::memory::{Access, ordering, ordering_and_scope};
use super::views::{access as tile_access, inbounds_size};
use crate::attrs::{MemoryOrdering, MultimemReductionKind};
use crate::multimem::Pairs;
use crate::roles::{Direction, ViewAccess};
use crate::types::{PtrAttr, ViewKind};

/// Bits that one element of a multimem instruction has at least.
const WORD_BITS: u32 = 32;

/// The rules of any multimem op.
pub(super) fn access(check: &OpCheck<'_, '_>) -> Checked {
    let fields = fields(check);
    multicast_tile(check, &fields)?;
    match fields.direction {
        Direction::Load => load_reduce(check, &fields),
        Direction::Store => {
            order(check, &fields, "store", [MemoryOrdering::Relaxed, MemoryOrdering::Release])
        }
        Direction::Update => reduce(check, &fields),
    }
}

fn fields(check: &OpCheck<'_, '_>) -> ViewAccess {
    ViewAccess::of_multimem(check.module().spec(check.op))
}

fn load_reduce(check: &OpCheck<'_, '_>, fields: &ViewAccess) -> Checked {
    let (kind, elem) = (kind(check, fields), elem(check, fields.view));
    integers_alone(check, kind, fields.view)?;
    let wide = elem.is_float() && elem.bits() != 16;
    let orders = matches!(kind, MultimemReductionKind::Min | MultimemReductionKind::Max);
    check
        .ensure_types(!(wide && orders), ATOMIC, &[fields.view], || {
            format!("min/max supports f16 and bf16 float types only; got '{elem}'")
        })
        .map_err(|d| {
            Box::new(d.help("load the members one by one through unicast pointers, and combine them"))
        })?;
    order(check, fields, "load", [MemoryOrdering::Relaxed, MemoryOrdering::Acquire])
}

fn reduce(check: &OpCheck<'_, '_>, fields: &ViewAccess) -> Checked {
    let adds = kind(check, fields) == MultimemReductionKind::Add;
    check.ensure_types(adds || elem(check, fields.view).is_int(), ATOMIC, &[fields.view], || {
        "supports only add for floating-point element types".to_owned()
    })?;
    let given = ordering(check, fields.order[0]);
    let allowed = [MemoryOrdering::Relaxed, MemoryOrdering::Release];
    check
        .ensure(allowed.contains(&given), ORDERING, || {
            "memory ordering semantics must be one of: relaxed, release".to_owned()
        })
        .map_err(|d| Box::new(d.note(format!("the ordering given is `{}`", given.name()))))
}

/// The ordering and scope of an op that may be weak, or have one of two orderings.
fn order(
    check: &OpCheck<'_, '_>,
    fields: &ViewAccess,
    verb: &'static str,
    strong: [MemoryOrdering; 2],
) -> Checked {
    let [ordering, scope] = fields.order;
    ordering_and_scope(check, &Access { verb, ordering, scope, strong })
}

/// The rules that all multimem ops share: of the view, the index, the tile and the flags.
fn multicast_tile(check: &OpCheck<'_, '_>, fields: &ViewAccess) -> Checked {
    let &ViewAccess { view, index, tile, inbounds, .. } = fields;
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
    tile_access(check, view, index, tile)?;
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

/// Warns of elements of 16 bits without a second one to form a word: a view of an odd width. The closed compiler takes
/// such an access for undefined, and may leave nothing of the kernel.
pub(super) fn warnings(check: &OpCheck<'_, '_>) -> Vec<Diagnostic> {
    let view = fields(check).view;
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

/// The operation with which an op combines elements; the attribute may be absent.
fn kind(check: &OpCheck<'_, '_>, fields: &ViewAccess) -> MultimemReductionKind {
    let given = fields.reduction.and_then(|field| check.small(field));
    let number = given.unwrap_or(MultimemReductionKind::Add as u32);
    MultimemReductionKind::from_wire(number.into()).expect("the kinds of attributes were checked")
}
