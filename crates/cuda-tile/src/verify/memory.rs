//! Accesses through pointers, atomics, tokens, scratch memory.

use ir::Field;
use numerics::Scalar;

use super::check::{AGREE, Checked, OpCheck, fail, quote_elem};
use super::codes::{ALLOCA, ATOMIC, ORDERING, POINTEE, TOKENS};
use crate::attrs::{AtomicRMWMode, MemoryOrdering};
use crate::ops::fields;
use crate::types::{Elem, PtrType, TileType};

/// The kind of an access, for messages about its ordering.
pub(super) struct Access {
    /// `load` or `store`.
    pub(super) verb: &'static str,
    pub(super) ordering: Field,
    pub(super) scope: Field,
    /// The orderings it may have besides weak.
    pub(super) strong: [MemoryOrdering; 2],
}

const LOAD: Access = Access {
    verb: "load",
    ordering: fields::load_ptr_tko::memory_ordering_semantics,
    scope: fields::load_ptr_tko::memory_scope,
    strong: [MemoryOrdering::Relaxed, MemoryOrdering::Acquire],
};
const STORE: Access = Access {
    verb: "store",
    ordering: fields::store_ptr_tko::memory_ordering_semantics,
    scope: fields::store_ptr_tko::memory_scope,
    strong: [MemoryOrdering::Relaxed, MemoryOrdering::Release],
};

/// The ordering of an op; its presence and kind were checked.
pub(super) fn ordering(check: &OpCheck<'_, '_>, field: Field) -> MemoryOrdering {
    let ordering = check.small(field).and_then(|n| MemoryOrdering::from_wire(n.into()));
    ordering.expect("the kinds of attributes were checked")
}

/// Ordering and scope of a load or store go together.
pub(super) fn ordering_and_scope(check: &OpCheck<'_, '_>, access: &Access) -> Checked {
    let ordering = ordering(check, access.ordering);
    let has_scope = check.small(access.scope).is_some();
    let verb = access.verb;
    let name = ordering.name();
    if ordering == MemoryOrdering::Weak {
        return check
            .ensure(!has_scope, ORDERING, || format!("weak {verb} must not have memory scope"))
            .map_err(|d| Box::new(d.help("drop the scope, or make the access `relaxed`")));
    }
    let [relaxed, other] = access.strong;
    check.ensure(access.strong.contains(&ordering), ORDERING, || {
        format!("expect one of: weak, {}, or {}, but got: {name}", relaxed.name(), other.name())
    })?;
    check
        .ensure(has_scope, ORDERING, || format!("memory scope is required for {name} {verb}"))
        .map_err(|d| Box::new(d.help("write `tl_blk`, `device` or `sys` after the ordering")))
}

/// The pointers point to elements of the values, one for one.
fn points_to(pointers: &TileType, values: &TileType) -> bool {
    let pointee = pointers.elem().ptr().map(|ptr| Elem::Scalar(ptr.pointee));
    pointers.shape() == values.shape() && pointee == Some(values.elem())
}

/// Ordinary accesses through a multicast mapping have no meaning: they would have to pick one of the GPUs.
fn not_multicast(check: &OpCheck<'_, '_>, pointers: Field, why: &str) -> Checked {
    let is_multicast = check.tile(pointers).elem().ptr().is_some_and(PtrType::is_multicast);
    check
        .ensure_types(!is_multicast, POINTEE, &[pointers], || why.to_owned())
        .map_err(|d| Box::new(d.help("use the multimem ops on a view, or memory of one GPU")))
}

pub(super) fn load(check: &OpCheck<'_, '_>) -> Checked {
    use fields::load_ptr_tko::{mask, paddingValue, result, source};
    let pointers = check.tile(source);
    not_multicast(check, source, "multicast pointer is not allowed")?;
    check.ensure_types(points_to(pointers, check.tile(result)), POINTEE, &[source, result], || {
        "failed to verify that `source` type is expected a pointer type of `result` type".to_owned()
    })?;
    if check.value_opt(mask).is_some() {
        check.ensure_types(check.tile(mask).shape() == pointers.shape(), AGREE, &[mask, source], || {
            "failed to verify that shape of 'mask' must match the shape of 'source'".to_owned()
        })?;
    }
    if check.value_opt(paddingValue).is_some() {
        let holds = check.type_id(paddingValue) == check.type_id(result);
        check.ensure_types(holds, AGREE, &[paddingValue, result], || {
            "failed to verify that type of 'paddingValue' must match the type of 'result'".to_owned()
        })?;
    }
    ordering_and_scope(check, &LOAD)
}

pub(super) fn store(check: &OpCheck<'_, '_>) -> Checked {
    use fields::store_ptr_tko::{destination, mask, value};
    let pointers = check.tile(destination);
    not_multicast(check, destination, "multicast pointer is not allowed")?;
    check.ensure_types(points_to(pointers, check.tile(value)), POINTEE, &[destination, value], || {
        "failed to verify that `destination` type is expected a pointer type of `value` type".to_owned()
    })?;
    if check.value_opt(mask).is_some() {
        check.ensure_types(
            check.tile(mask).shape() == pointers.shape(),
            AGREE,
            &[mask, destination],
            || "failed to verify that shape of 'destination' must match the shape of 'mask'".to_owned(),
        )?;
    }
    ordering_and_scope(check, &STORE)
}

pub(super) fn join_tokens(check: &OpCheck<'_, '_>) -> Checked {
    let count = check.operands(fields::join_tokens::tokens).len();
    check
        .ensure(count >= 2, TOKENS, || "expect two or more tokens".to_owned())
        .map_err(|d| Box::new(d.note(format!("there are {count}"))))
}

/// An atomic is not weak.
fn strong(check: &OpCheck<'_, '_>, field: Field) -> Checked {
    let given = ordering(check, field);
    check
        .ensure(given != MemoryOrdering::Weak, ORDERING, || {
            "memory ordering semantics must be one of: relaxed, acquire, release, acq_rel".to_owned()
        })
        .map_err(|d| Box::new(d.note("the ordering given is `weak`")))
}

/// The pointee is the element type of `values`, which messages call `name`.
fn pointee(check: &OpCheck<'_, '_>, pointers: Field, values: Field, name: &str) -> Checked {
    let pointee = check.tile(pointers).elem().ptr().expect("the constraint admits pointers alone").pointee;
    let elem = check.tile(values).elem();
    check.ensure_types(elem == Elem::Scalar(pointee), POINTEE, &[pointers, values], || {
        format!(
            "expected pointee type ('{pointee}') to match element type of '{name}' ({})",
            quote_elem(elem)
        )
    })
}

pub(super) fn atomic_cas(check: &OpCheck<'_, '_>) -> Checked {
    use fields::atomic_cas_tko::{mask, memory_ordering_semantics, pointers, val};
    not_multicast(check, pointers, "multicast pointer is not supported for atomic_cas")?;
    pointee(check, pointers, val, "val")?;
    let elem = check.tile(val).elem();
    let wide = elem.scalar().is_some_and(is_wide);
    check.ensure_types(wide, ATOMIC, &[val], || {
        "expect only float or integer types with 32 or 64 bit".to_owned()
    })?;
    if check.value_opt(mask).is_some() {
        let holds = check.tile(mask).shape() == check.tile(val).shape();
        check.ensure_types(holds, AGREE, &[pointers, val, mask], || {
            "failed to verify that all of {pointers, val, cmp and mask} have same shape".to_owned()
        })?;
    }
    strong(check, memory_ordering_semantics)
}

fn is_wide(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I32 | Scalar::I64 | Scalar::F32 | Scalar::F64)
}

pub(super) fn atomic_rmw(check: &OpCheck<'_, '_>) -> Checked {
    use fields::atomic_rmw_tko::{arg, memory_ordering_semantics, mode, pointers};
    not_multicast(check, pointers, "multicast pointer is not supported for atomic_rmw")?;
    pointee(check, pointers, arg, "arg")?;
    mode_fits(check, mode, arg)?;
    strong(check, memory_ordering_semantics)
}

/// The mode of an atomic.
pub(super) fn mode(check: &OpCheck<'_, '_>, field: Field) -> AtomicRMWMode {
    let mode = check.small(field).and_then(|n| AtomicRMWMode::from_wire(n.into()));
    mode.expect("the kinds of attributes were checked")
}

/// The mode of an atomic can work on elements of `values`.
pub(super) fn mode_fits(check: &OpCheck<'_, '_>, field: Field, values: Field) -> Checked {
    let mode = mode(check, field);
    let scalar = check.tile(values).elem().scalar();
    let (allowed, words): (&[Scalar], &str) = match mode {
        AtomicRMWMode::AddF => (
            &[Scalar::F16, Scalar::BF16, Scalar::F32, Scalar::F64],
            "works only with floats f16, bf16, f32, and f64",
        ),
        AtomicRMWMode::Xchg => (
            &[Scalar::I32, Scalar::I64, Scalar::F32, Scalar::F64],
            "works only with integers or float of 32 or 64 bitwidth",
        ),
        AtomicRMWMode::And
        | AtomicRMWMode::Or
        | AtomicRMWMode::Xor
        | AtomicRMWMode::Add
        | AtomicRMWMode::Max
        | AtomicRMWMode::Min
        | AtomicRMWMode::UMax
        | AtomicRMWMode::UMin => (&[Scalar::I32, Scalar::I64], "works only with integers i32 and i64"),
    };
    if scalar.is_some_and(|scalar| allowed.contains(&scalar)) {
        return Ok(());
    }
    let diagnostic = check.error(ATOMIC, format!("'{}' {words}", mode.name()));
    let diagnostic = check.with_types(diagnostic, &[values]);
    let float = scalar.is_some_and(Scalar::is_float);
    fail(match mode == AtomicRMWMode::Add && float {
        true => diagnostic.help("floats are added with `addf`"),
        false => diagnostic,
    })
}

pub(super) fn alloca(check: &OpCheck<'_, '_>) -> Checked {
    use fields::alloca::{alignment, num_elem, result};
    for (field, name) in [(num_elem, "num_elem"), (alignment, "alignment")] {
        check.ensure(check.int(field, 64) >= 0, ALLOCA, || {
            format!(
                "attribute '{name}' failed to satisfy constraint: 64-bit signless integer attribute whose minimum value is 0"
            )
        })?;
    }
    let align = check.int(alignment, 64);
    check
        .ensure(align.count_ones() == 1, ALLOCA, || "'alignment' must be power of two".to_owned())
        .map_err(|d| Box::new(d.note(format!("the alignment is {align}"))))?;
    let pointee = check.tile(result).elem().ptr().expect("the constraint admits pointers alone").pointee;
    // Whole bytes of the value: 2 for the 19 bits of tf32, none for i1.
    let size = i64::from(pointee.bits() / 8);
    check.ensure(align >= size, ALLOCA, || {
        format!("'alignment' ({align}) must be at least the natural size ({size} bytes) for element type '{pointee}'")
    })
}
