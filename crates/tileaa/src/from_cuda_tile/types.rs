//! Types of level 1 as types of level 2.

use cuda_tile::types as level1;
use numerics::Scalar;

use crate::types::{BlockTileType, Elem, MemrefType, TileType, Type};

/// The type of a value; `None` for what no value has (bare element types, function types).
pub(super) fn converted(ty: &level1::Type) -> Option<Type> {
    match ty {
        level1::Type::Tile(tile) => Some(Type::Tile(TileType::new(tile.shape(), elem(tile.elem())))),
        level1::Type::TensorView(view) => Some(Type::Memref(memref(view))),
        level1::Type::View(view) => Some(Type::BlockTile(block_tile(view))),
        level1::Type::Token => Some(Type::Token),
        level1::Type::Scalar(_)
        | level1::Type::Ptr(_)
        | level1::Type::Function(_)
        | level1::Type::Preview(_) => None,
    }
}

fn elem(elem: level1::Elem) -> Elem {
    match elem {
        level1::Elem::Scalar(scalar) => Elem::Scalar(scalar),
        level1::Elem::Ptr(_) => Elem::Ptr,
    }
}

/// The type of an element in memory: truth values are bytes there.
pub(super) fn in_memory(scalar: Scalar) -> Scalar {
    if scalar == Scalar::I1 { Scalar::I8 } else { scalar }
}

fn memref(view: &level1::TensorViewType) -> MemrefType {
    MemrefType { elem: in_memory(view.elem()), shape: view.shape().into(), strides: view.strides().into() }
}

fn block_tile(view: &level1::ViewType) -> BlockTileType {
    let apart = |steps: &[i32]| steps.iter().map(|&step| i64::from(step)).collect();
    let (gather, step) = match view.kind() {
        level1::ViewKind::Partition { .. } => (None, apart(view.tile())),
        level1::ViewKind::Strided { traversal_strides, .. } => (None, apart(traversal_strides)),
        // Indices count elements along the dimensions that are not gathered, too.
        level1::ViewKind::GatherScatter { sparse_dim } => {
            (Some(*sparse_dim), view.tile().iter().map(|_| 1).collect())
        }
    };
    BlockTileType {
        tile: view.tile_type().shape().into(),
        memref: memref(view.tensor()),
        step,
        dims: (0..view.rank()).map(|d| view.tensor_dim(d) as u32).collect(),
        gather,
        padding: view.padding(),
    }
}
