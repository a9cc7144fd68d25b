//! Tensor views, tiled views, and accesses through them.

use ir::{Field, Value};

use super::check::{Checked, OpCheck, fail, list, quote, quote_elem};
use super::codes::{ATOMIC, ORDERING, VIEW, VIEW_ACCESS};
use super::memory::{Access, mode, mode_fits, ordering, ordering_and_scope};
use crate::attrs::{AtomicRMWMode, Attr, MemoryOrdering, MemoryScope};
use crate::ops::fields;
use crate::types::{DYNAMIC, Elem, PtrAttr, Type, ViewKind, ViewType};

pub(super) fn make_tensor_view(check: &OpCheck<'_, '_>) -> Checked {
    use fields::make_tensor_view::{base, dynamicShape, dynamicStrides, result};
    let view = check.ty(result).as_tensor_view().expect("the constraint admits tensor views alone");
    let pointer = check.tile(base).elem().ptr().expect("the constraint admits pointers alone");
    check.ensure_types(pointer.pointee == view.elem(), VIEW, &[base, result], || {
        format!(
            "expected pointer to {} to build tensor_view of this type, got {}",
            quote(&Type::Scalar(view.elem())),
            quote(&Type::Scalar(pointer.pointee))
        )
    })?;
    check.ensure_types(pointer.attr == view.ptr_attr(), VIEW, &[base, result], || {
        attrs_differ(pointer.attr, view.ptr_attr())
    })?;
    for (field, dims, what) in
        [(dynamicShape, view.shape(), "shape"), (dynamicStrides, view.strides(), "stride")]
    {
        let (wanted, got) = (dims.iter().filter(|&&d| d == DYNAMIC).count(), check.operands(field).len());
        check.ensure_types(wanted == got, VIEW, &[result], || {
            format!("expected {wanted} dynamic {what} operands, got {got}")
        })?;
    }
    one_dynamic_type(check, dynamicShape, dynamicStrides)
}

/// Why a view is none of what the base points to, in the words of the reference verifier.
fn attrs_differ(base: Option<PtrAttr>, view: Option<PtrAttr>) -> String {
    let spelled = |attr: PtrAttr| format!("#cuda_tile.ptr_attr<{}>", attr.name());
    match (base, view) {
        (Some(base), None) => {
            format!("tensor_view must preserve ptr_attr from base pointer ({})", spelled(base))
        }
        (Some(base), Some(view)) => format!(
            "ptr_attr mismatch between base pointer ({}) and result tensor_view ({})",
            spelled(base),
            spelled(view)
        ),
        (None, _) => "pointer base without ptr_attr cannot produce tensor_view with ptr_attr".to_owned(),
    }
}

/// Ordinary accesses through a multicast mapping have no meaning: they would have to pick one of the GPUs.
fn not_multicast(check: &OpCheck<'_, '_>, view: Field) -> Checked {
    let is_multicast = check.view(view).tensor().ptr_attr() == Some(PtrAttr::Multicast);
    check
        .ensure_types(!is_multicast, VIEW_ACCESS, &[view], || "multicast ptr_attr is not allowed".to_owned())
        .map_err(|d| Box::new(d.help("use the multimem ops, or a view of one GPU's own memory")))
}

/// All extents and strides given at run time have one type.
fn one_dynamic_type(check: &OpCheck<'_, '_>, shape: Field, strides: Field) -> Checked {
    let (shape, strides) = (check.operands(shape), check.operands(strides));
    let Some(&first) = shape.first().or(strides.first()) else { return Ok(()) };
    let body = &check.module().body;
    for (values, what) in [(shape, "shape"), (strides, "stride")] {
        let Some(i) = values.iter().position(|&value| body.ty(value) != body.ty(first)) else { continue };
        let message = format!(
            "expected dynamic {what} index {i} to be of the same type as the other dynamic values ({}), got {}",
            check.quoted(first),
            check.quoted(values[i])
        );
        let diagnostic = check.with_type(check.error(VIEW, message), first, "the first dynamic value");
        return fail(check.with_type(diagnostic, values[i], &format!("dynamic {what} #{i}")));
    }
    Ok(())
}

pub(super) fn make_view(check: &OpCheck<'_, '_>) -> Checked {
    use fields::make_partition_view::{result, tensor_view};
    let inside = check.view(result).tensor();
    let given = check.ty(tensor_view);
    check.ensure_types(given.as_tensor_view() == Some(inside), VIEW, &[tensor_view, result], || {
        format!(
            "expected the type of the provided tensor_view value ({}) to be the same as the view's tensor_view type ({})",
            quote(given),
            quote(&Type::TensorView(inside.clone()))
        )
    })
}

pub(super) fn index_space_shape(check: &OpCheck<'_, '_>) -> Checked {
    use fields::get_index_space_shape::{result, src};
    let (wanted, got) = (check.view(src).rank(), check.values(result).len());
    check.ensure_types(wanted == got, VIEW, &[src], || {
        format!("expected {wanted} results due to view index space rank, but got {got}")
    })
}

pub(super) fn tensor_shape(check: &OpCheck<'_, '_>) -> Checked {
    use fields::get_tensor_shape::{result, src};
    let tensor = check.ty(src).as_tensor_view().expect("the constraint admits tensor views alone");
    let (wanted, got) = (tensor.rank(), check.values(result).len());
    check.ensure_types(wanted == got, VIEW, &[src], || {
        format!("expected {wanted} results due to tensor rank, but got {got}")
    })
}

pub(super) fn load(check: &OpCheck<'_, '_>) -> Checked {
    use fields::load_view_tko::{inbounds, index, memory_ordering_semantics, memory_scope, tile, view};
    not_multicast(check, view)?;
    access(check, view, index, tile)?;
    ordering_and_scope(
        check,
        &Access {
            verb: "load",
            ordering: memory_ordering_semantics,
            scope: memory_scope,
            strong: [MemoryOrdering::Relaxed, MemoryOrdering::Acquire],
        },
    )?;
    inbounds_size(check, inbounds, index)
}

pub(super) fn store(check: &OpCheck<'_, '_>) -> Checked {
    use fields::store_view_tko::{inbounds, index, memory_ordering_semantics, memory_scope, tile, view};
    not_multicast(check, view)?;
    access(check, view, index, tile)?;
    ordering_and_scope(
        check,
        &Access {
            verb: "store",
            ordering: memory_ordering_semantics,
            scope: memory_scope,
            strong: [MemoryOrdering::Relaxed, MemoryOrdering::Release],
        },
    )?;
    inbounds_size(check, inbounds, index)
}

pub(super) fn inbounds_size(check: &OpCheck<'_, '_>, inbounds: Field, index: Field) -> Checked {
    let Some(Attr::Bools(flags)) = check.attr(inbounds) else { return Ok(()) };
    let dims = check.operands(index).len();
    check.ensure(flags.len() == dims, VIEW_ACCESS, || {
        format!("inbounds size ({}) must match the number of index dimensions ({dims})", flags.len())
    })
}

/// Indices and tile fit the view.
pub(super) fn access(check: &OpCheck<'_, '_>, view: Field, index: Field, tile: Field) -> Checked {
    let (ty, indices) = (check.view(view), check.operands(index));
    check.ensure_types(indices.len() == ty.rank(), VIEW_ACCESS, &[view], || {
        format!("expected {} index operands (based on view type), got {}", ty.rank(), indices.len())
    })?;
    let given = check.tile(tile);
    let same_shape = given
        .shape()
        .iter()
        .map(|&extent| i64::from(extent))
        .eq(ty.tile().iter().map(|&extent| i64::from(extent)));
    let fits = same_shape && given.elem() == Elem::Scalar(ty.tensor().elem());
    check.ensure_types(fits, VIEW_ACCESS, &[view, tile], || {
        let implied = Type::Tile(ty.tile_type());
        format!(
            "expected tile type to be {} (based on view type), got {}",
            quote(&implied),
            quote(check.ty(tile))
        )
    })?;
    match ty.kind() {
        ViewKind::Partition { .. } | ViewKind::Strided { .. } => scalar_indices(check, indices),
        ViewKind::GatherScatter { sparse_dim } => gathered(check, ty, *sparse_dim as usize, indices),
    }
}

fn scalar_indices(check: &OpCheck<'_, '_>, indices: &[Value]) -> Checked {
    let Some(&first) = indices.first() else { return Ok(()) };
    for (i, &value) in indices.iter().enumerate() {
        let label = format!("index #{i}");
        if check.tile_of(value).rank() != 0 {
            let message = format!("expected index type to be a scalar tile, got {}", check.quoted(value));
            return fail(check.with_type(check.error(VIEW_ACCESS, message), value, &label));
        }
        if check.tile_of(value) != check.tile_of(first) {
            let message = format!(
                "expected index type {i} to be the same as other index types ({}), got {}",
                check.quoted(first),
                check.quoted(value)
            );
            let diagnostic = check.with_type(check.error(VIEW_ACCESS, message), first, "index #0");
            return fail(check.with_type(diagnostic, value, &label));
        }
    }
    Ok(())
}

fn gathered(check: &OpCheck<'_, '_>, view: &ViewType, sparse: usize, indices: &[Value]) -> Checked {
    let rows = check.tile_of(indices[sparse]);
    let label = format!("index #{sparse}");
    if rows.rank() != 1 {
        let message = format!(
            "expected index at sparse_dim position {sparse} to be a 1D tensor for GatherScatterView, got rank {}",
            rows.rank()
        );
        return fail(check.with_type(check.error(VIEW_ACCESS, message), indices[sparse], &label));
    }
    let extent = view.tile()[sparse];
    if i64::from(rows.shape()[0]) != i64::from(extent) {
        let message = format!(
            "expected gather/scatter index size ({}) to match tile shape at gather/scatter dimension {sparse} ({extent})",
            rows.shape()[0]
        );
        return fail(check.with_type(check.error(VIEW_ACCESS, message), indices[sparse], &label));
    }
    let mut first: Option<Value> = None;
    for (i, &value) in indices.iter().enumerate().filter(|&(i, _)| i != sparse) {
        let label = format!("index #{i}");
        if check.tile_of(value).rank() != 0 {
            let message = format!("expected index {i} to be a scalar tile for GatherScatterView");
            return fail(check.with_type(check.error(VIEW_ACCESS, message), value, &label));
        }
        let first = *first.get_or_insert(value);
        if check.tile_of(first) != check.tile_of(value) {
            let message = format!(
                "expected scalar index {i} to have the same type as other scalar indices ({}), got {}",
                check.quoted(first),
                check.quoted(value)
            );
            return fail(check.with_type(check.error(VIEW_ACCESS, message), value, &label));
        }
    }
    Ok(())
}

pub(super) fn atomic_red(check: &OpCheck<'_, '_>) -> Checked {
    use fields::atomic_red_view_tko::{inbounds, index, mode as mode_field, value, view};
    let ty = check.view(view);
    not_multicast(check, view)?;
    let sparse = matches!(ty.kind(), ViewKind::GatherScatter { .. });
    check.ensure_types(!sparse, ATOMIC, &[view], || {
        "gather_scatter_view is not supported; use partition_view instead".to_owned()
    })?;
    check.ensure_types(ty.padding().is_none(), ATOMIC, &[view], || {
        "views with padding_value are not supported for atomic reductions".to_owned()
    })?;
    let (tile, implied) = (check.tile(value), ty.tile_type());
    check.ensure_types(implied.elem() == tile.elem(), ATOMIC, &[view, value], || {
        format!(
            "view element type ({}) must match value element type ({})",
            quote_elem(implied.elem()),
            quote_elem(tile.elem())
        )
    })?;
    check.ensure_types(implied.shape() == tile.shape(), ATOMIC, &[view, value], || {
        format!(
            "view tile shape {} must match value shape {} for element-wise atomic operations",
            list(implied.shape()),
            list(tile.shape())
        )
    })?;
    check.ensure(mode(check, mode_field) != AtomicRMWMode::Xchg, ATOMIC, || {
        "atomic_red_view_tko op cannot use xchg operation".to_owned()
    })?;
    mode_fits(check, mode_field, value)?;
    red_ordering(check)?;
    red_indices(check, ty)?;
    inbounds_size(check, inbounds, index)
}

fn red_ordering(check: &OpCheck<'_, '_>) -> Checked {
    use fields::atomic_red_view_tko::{memory_ordering_semantics, memory_scope};
    let given = ordering(check, memory_ordering_semantics);
    check
        .ensure(given == MemoryOrdering::Relaxed, ORDERING, || {
            "only 'relaxed' memory ordering is supported for view-based atomic reductions".to_owned()
        })
        .map_err(|d| Box::new(d.note(format!("the ordering given is `{}`", given.name()))))?;
    let scope = check.small(memory_scope);
    check.ensure(scope != Some(MemoryScope::System as u32), ORDERING, || {
        "memory scope 'sys' is not supported for view-based atomic reductions; use 'tl_blk' or 'device' for TMA compatibility".to_owned()
    })
}

fn red_indices(check: &OpCheck<'_, '_>, view: &ViewType) -> Checked {
    use fields::atomic_red_view_tko::index;
    let (rank, indices) = (view.rank(), check.operands(index));
    check.ensure(indices.len() == rank, VIEW_ACCESS, || {
        format!("expected {rank} index operand(s) for view with tile rank {rank}, got {}", indices.len())
    })?;
    for (i, &value) in indices.iter().enumerate() {
        let tile = check.tile_of(value);
        let label = format!("index #{i}");
        if tile.rank() != 0 {
            let message =
                format!("index operand {i} must be a scalar tile (rank 0), got shape {}", list(tile.shape()));
            return fail(check.with_type(check.error(VIEW_ACCESS, message), value, &label));
        }
        if !matches!(tile.elem(), Elem::Scalar(scalar) if scalar.is_int()) {
            let message = format!(
                "index operand {i} must be a scalar integer tile, got element type {}",
                quote_elem(tile.elem())
            );
            return fail(check.with_type(check.error(VIEW_ACCESS, message), value, &label));
        }
    }
    Ok(())
}
