//! Tensor maps, and copies of boxes.

use ir::Field;
use tileas::target::Feature;

use super::barriers::{lies_in, words};
use super::{Check, Checked, ensure};
use crate::Type;
use crate::attrs::{MapElement, MapField};
use crate::ops::fields;
use crate::tensor_maps;
use crate::types::Space;

/// Elements of a box along a dimension, at most (CUDA driver API, `cuTensorMapEncodeTiled`).
const BOX_EXTENT: i64 = 256;
/// Bytes of which the innermost extent of a box is a multiple.
const BOX_UNIT: i64 = 16;

pub(super) fn tensor_map(check: &Check<'_>) -> Checked {
    use fields::tensor_map as f;
    check.needs(Feature::TensorMaps)?;
    lies_in(check, f::base, &[Space::Global], "the memory of a tensor map")?;
    lies_in(check, f::result, &[Space::Generic], "a tensor map")?;
    let rank = check.types(f::extents).len();
    ensure((1..=5).contains(&rank), || format!("a tensor map has 1 to 5 dimensions, not {rank}"))?;
    let strides = check.types(f::strides).len();
    ensure(strides + 1 == rank, || {
        format!("{rank} dimensions have {} strides, as the innermost has none, not {strides}", rank - 1)
    })?;
    tensor_maps::describe(check.module, check.op)?;
    boxes(check, rank)
}

/// The box, its bytes and the swizzle fit each other.
fn boxes(check: &Check<'_>, rank: usize) -> Checked {
    use fields::tensor_map as f;
    let shape = check.module.ints(check.op, f::box_shape);
    ensure(shape.len() == rank, || {
        format!("a box has {rank} extents as its memory has, not {}", shape.len())
    })?;
    let wrong = shape.iter().find(|extent| !(1..=BOX_EXTENT).contains(*extent));
    if let Some(extent) = wrong {
        return Err(format!("a box has 1 to {BOX_EXTENT} elements along a dimension, not {extent}"));
    }
    let element: MapElement = check.module.get(check.op, f::element);
    if element == MapElement::B4X16 {
        check.needs(Feature::PackedBoxes)?;
    }
    let bits = shape[0] * i64::from(element.bits());
    ensure(bits % (8 * BOX_UNIT) == 0, || {
        format!("the innermost extent of a box takes a multiple of {BOX_UNIT} bytes, not {}", bits / 8)
    })?;
    let bytes = bits / 8;
    let swizzle = check.int(f::swizzle).unwrap_or(0);
    ensure(matches!(swizzle, 0 | 32 | 64 | 128), || {
        format!("boxes are swizzled over 32, 64 or 128 bytes, or not at all, not over {swizzle}")
    })?;
    ensure(swizzle == 0 || bytes <= swizzle, || {
        format!("the innermost extent of a box that is swizzled takes {swizzle} bytes at most, not {bytes}")
    })?;
    let float = matches!(element, MapElement::F16 | MapElement::BF16 | MapElement::F32 | MapElement::F64);
    ensure(float || !check.module.flag(check.op, f::nan), || {
        format!("{} has no NaN to be read outside", element.name())
    })
}

/// A map in memory or among the parameters, and coordinates in it.
fn place(check: &Check<'_>, map: Field, coordinates: Field, gather: bool) -> Checked {
    check.needs(Feature::TensorMaps)?;
    lies_in(check, map, &[Space::Generic], "a tensor map")?;
    words(check, coordinates, "a coordinate")?;
    let count = check.types(coordinates).len();
    let fits = if gather { count == 5 } else { (1..=5).contains(&count) };
    ensure(fits, || match gather {
        true => format!("rows are picked by a column and four of them, not by {count} coordinates"),
        false => format!("a box has 1 to 5 coordinates, not {count}"),
    })
}

pub(super) fn load(check: &Check<'_>) -> Checked {
    use fields::bulk_tensor_load as f;
    let gather = check.module.flag(check.op, f::gather);
    place(check, f::map, f::coordinates, gather)?;
    lies_in(check, f::destination, &[Space::Shared], "what a box is copied to")?;
    lies_in(check, f::barrier, &[Space::Shared, Space::Cluster], "an mbarrier")?;
    words(check, f::multicast, "the mask of thread blocks")?;
    if check.ty(f::barrier) == Type::Ptr(Space::Cluster) {
        check.needs(Feature::TensorMemory)?;
    }
    let shared = !check.types(f::multicast).is_empty();
    match (gather, shared) {
        (true, true) => check.needs(Feature::SharedGatheredBoxes),
        (true, false) => check.needs(Feature::GatheredBoxes),
        (false, _) => Ok(()),
    }
}

pub(super) fn store(check: &Check<'_>) -> Checked {
    use fields::bulk_tensor_store as f;
    place(check, f::map, f::coordinates, false)?;
    lies_in(check, f::source, &[Space::Shared], "what a box is copied from")
}

/// A field, and how it is set: by a value of the width that it has, or by a number where the instruction takes no other.
pub(super) fn replace(check: &Check<'_>) -> Checked {
    use fields::map_replace as f;
    check.needs(Feature::TensorMaps)?;
    lies_in(check, f::address, &[Space::Shared], "a tensor map that is being made")?;
    let field: MapField = check.module.get(check.op, f::field);
    let (dims, wide, known) = match field {
        MapField::Box | MapField::Extent | MapField::ElementStride => (5, false, false),
        MapField::Stride => (4, true, false),
        MapField::Address => (0, true, false),
        MapField::Rank => (0, false, false),
        MapField::Element | MapField::Interleave | MapField::Swizzle | MapField::Fill => (0, false, true),
    };
    let dim = check.int(f::dim);
    ensure(dim.is_some() == (dims > 0) && dim.is_none_or(|dim| (0..dims).contains(&dim)), || match dims {
        0 => format!("`{}` has no dimensions", field.name()),
        _ => format!("`{}` is set for a dimension from 0 to {}", field.name(), dims - 1),
    })?;
    let (values, number) = (check.types(f::value), check.int(f::number));
    ensure(values.len() + usize::from(number.is_some()) == 1, || {
        "is set by a value or by a number".to_owned()
    })?;
    ensure(!known || number.is_some(), || format!("`{}` is set by a number, not by a value", field.name()))?;
    ensure(number.is_none_or(|number| u32::try_from(number).is_ok()), || {
        "a number has 32 bits and no sign".to_owned()
    })?;
    let ty = if wide { Type::I64 } else { Type::I32 };
    ensure(values.iter().all(|&value| value == ty), || format!("`{}` is an {ty}", field.name()))
}

pub(super) fn publish(check: &Check<'_>) -> Checked {
    use fields::map_publish as f;
    check.needs(Feature::TensorMaps)?;
    lies_in(check, f::destination, &[Space::Global], "a tensor map that is published")?;
    lies_in(check, f::source, &[Space::Shared], "a tensor map that is being made")
}

pub(super) fn acquire(check: &Check<'_>) -> Checked {
    check.needs(Feature::TensorMaps)?;
    lies_in(check, fields::map_acquire::map, &[Space::Generic], "a tensor map")
}

pub(super) fn prefetch(check: &Check<'_>) -> Checked {
    check.needs(Feature::TensorMaps)?;
    lies_in(check, fields::prefetch_map::map, &[Space::Generic], "a tensor map")
}

pub(super) fn wait(check: &Check<'_>) -> Checked {
    check.needs(Feature::TensorMaps)?;
    let pending = check.int(fields::bulk_wait::pending).unwrap_or(0);
    ensure((0..=64).contains(&pending), || format!("cannot wait until {pending} groups are in flight"))
}
