//! The type section: each type read and written.

mod read;
mod write;

use ir::spec::{V13_3, V13_5, Version};
use numerics::Scalar;

use super::container::Names;
use crate::types::{Elem, PreviewType, PtrAttr, Type, ViewKind, scalar_since};

pub(super) use self::read::{Slot, Types};
pub(super) use self::write::TypeWriter;

const NAMES: Names = Names { count: "type count", item: "type" };
/// Types refer to types at most this deep; the language's own reach four.
const MAX_DEPTH: usize = 8;

/// Tag of each scalar type.
const SCALARS: [(u64, Scalar); 16] = [
    (0, Scalar::I1),
    (1, Scalar::I8),
    (2, Scalar::I16),
    (3, Scalar::I32),
    (4, Scalar::I64),
    (5, Scalar::F16),
    (6, Scalar::BF16),
    (7, Scalar::F32),
    (8, Scalar::TF32),
    (9, Scalar::F64),
    (10, Scalar::F8E4M3FN),
    (11, Scalar::F8E5M2),
    (18, Scalar::F8E8M0FNU),
    (19, Scalar::F4E2M1FN),
    (22, Scalar::I4),
    (130, Scalar::FNV8E5M3FNU),
];
// Tags of types that have parts, as the format numbers them.
const PTR: u64 = 12;
const TILE: u64 = 13; // shape and elements
const TENSOR_VIEW: u64 = 14; // elements, extents and strides
const PARTITION_VIEW: u64 = 15; // tiles side by side
const FUNCTION: u64 = 16; // parameters and results
const TOKEN: u64 = 17; // no parts
const GATHER_SCATTER_VIEW: u64 = 20; // rows that are picked
const STRIDED_VIEW: u64 = 21; // tiles at a distance

/// Bit of the flags of a view: padding follows. Of a pointer or tensor view: the pointer attribute follows.
const EXTRA: u64 = 1;

/// Name that version messages use for a type that came after 13.1.
fn version_name(ty: &Type) -> &'static str {
    match ty {
        Type::Scalar(Scalar::F8E8M0FNU) => "Float8E8M0FNU",
        Type::Scalar(Scalar::F4E2M1FN) => "Float4E2M1FN",
        Type::Scalar(Scalar::I4) => "Int4",
        Type::Scalar(Scalar::FNV8E5M3FNU) => "FloatNV8E5M3FNU",
        Type::Scalar(other) => other.name(),
        Type::View(view) => match view.kind() {
            ViewKind::Partition { .. } => "PartitionViewType",
            ViewKind::Strided { .. } => "StridedViewType",
            ViewKind::GatherScatter { .. } => "GatherScatterViewType",
        },
        Type::Ptr(_) => "PointerType",
        Type::Tile(_) => "TileType",
        Type::TensorView(_) => "TensorViewType",
        Type::Token => "TokenType",
        Type::Function(_) => "FunctionType",
        Type::Preview(preview) => match &**preview {
            PreviewType::Symbol(_) => "SymbolicType",
            PreviewType::SymbolicTile { .. } => "TileType",
            PreviewType::Fragment(_) => "FragmentType",
            PreviewType::Datatype => "DatatypeType",
            PreviewType::Shape => "ShapeType",
            PreviewType::String => "StringType",
            PreviewType::Index => "Index",
            PreviewType::None => "None",
        },
    }
}

/// The innermost type that keeps `ty` from being older than it is, by name, with its version.
pub(super) fn newest_part(ty: &Type) -> (&'static str, Version) {
    let scalar = |scalar: Scalar| (version_name(&Type::Scalar(scalar)), scalar_since(scalar));
    let pointer_attr = |attr: Option<PtrAttr>, name| attr.map(|attr| (name, attr.since()));
    match ty {
        Type::Scalar(s) => scalar(*s),
        Type::Ptr(ptr) => newer_of(pointer_attr(ptr.attr, version_name(ty)), scalar(ptr.pointee)),
        Type::Tile(tile) => match tile.elem() {
            Elem::Scalar(s) => scalar(s),
            Elem::Ptr(ptr) => newest_part(&Type::Ptr(ptr)),
        },
        Type::TensorView(view) => {
            newer_of(pointer_attr(view.ptr_attr(), version_name(ty)), scalar(view.elem()))
        }
        Type::View(view) => {
            let tensor = newest_part(&Type::TensorView(view.tensor().clone()));
            let own = match view.kind() {
                ViewKind::Partition { .. } => ir::spec::V13_1,
                ViewKind::Strided { .. } | ViewKind::GatherScatter { .. } => V13_3,
            };
            if tensor.1 > own { tensor } else { (version_name(ty), own) }
        }
        Type::Token => (version_name(ty), ir::spec::V13_1),
        Type::Preview(_) => (version_name(ty), V13_5),
        Type::Function(function) => {
            let parts = function.params.iter().chain(function.results.iter()).map(newest_part);
            parts.max_by_key(|part| part.1).unwrap_or((version_name(ty), ir::spec::V13_1))
        }
    }
}

/// The newer of a type and its element; the type where both are of the same age.
fn newer_of(
    own: Option<(&'static str, Version)>,
    element: (&'static str, Version),
) -> (&'static str, Version) {
    own.filter(|own| own.1 >= element.1).unwrap_or(element)
}

/// Roughly how many words a type takes.
pub(super) fn weight(ty: &Type) -> usize {
    match ty {
        Type::Scalar(_) | Type::Ptr(_) | Type::Token => 1,
        Type::Tile(tile) => 1 + tile.rank(),
        Type::TensorView(view) => 1 + 2 * view.rank(),
        Type::View(view) => 1 + 4 * view.rank(),
        Type::Function(f) => 1 + f.params.iter().chain(f.results.iter()).map(weight).sum::<usize>(),
        Type::Preview(preview) => match &**preview {
            PreviewType::Fragment(fragment) => weight(fragment.elem()) + fragment.weight(),
            PreviewType::SymbolicTile { shape, .. } => 2 + shape.len(),
            PreviewType::Symbol(_)
            | PreviewType::Datatype
            | PreviewType::Shape
            | PreviewType::String
            | PreviewType::Index
            | PreviewType::None => 1,
        },
    }
}
