//! Tensor views and tiled views: making them, their extents, loads and stores.
//!
//! Fused groups load and store tiles strip by strip. For them a view tile is resolved once into a window: base pointer,
//! and per dimension stride in bytes, extent of the tile, and which coordinates lie inside of the tensor; everything that
//! can fault has been checked then. A window says where the lanes `start..start + n` (row-major) lie if they are one
//! contiguous run of lanes in memory, in the representation of tiles and inside as a whole; else it copies such a strip in
//! (padding lanes outside) or out (leaving them out).

use cuda_tile::attrs::{MemoryOrdering, MemoryScope};
use numerics::Scalar;
use smallvec::SmallVec;

use crate::program::{Place, Tensor};

/// Ordering and scope of a memory operation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Order {
    pub(crate) ordering: MemoryOrdering,
    pub(crate) scope: Option<MemoryScope>,
}

/// A scalar that is known, or that lies somewhere.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Dim {
    Static(u64),
    Dynamic(Place, Scalar),
}

/// `make_tensor_view`.
#[derive(Debug)]
pub(crate) struct MakeTensor {
    /// An address.
    pub(crate) base: Place,
    pub(crate) elem: Scalar,
    pub(crate) extents: SmallVec<[Dim; 4]>,
    pub(crate) strides: SmallVec<[Dim; 4]>,
    pub(crate) out: Tensor,
}

/// `get_tensor_shape`: results that something needs, by dimension.
#[derive(Debug)]
pub(crate) struct Extents {
    pub(crate) source: Tensor,
    pub(crate) outs: Box<[(usize, Place, Scalar)]>,
}

/// How the coordinates of a tile along one of its dimensions follow from an index.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Along {
    /// The tile with index k starts at k steps.
    Step(u64),
    /// Every coordinate is given by itself: the index is a tile of as many elements as this dimension.
    Sparse,
}

/// One dimension of the tiles of a view.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ViewDim {
    /// Elements of the tile.
    pub(crate) len: u32,
    /// Dimension of the tensor.
    pub(crate) tensor: usize,
    pub(crate) along: Along,
    /// The program promises that every tile lies inside.
    pub(crate) inbounds: bool,
}

/// `get_index_space_shape`: results that something needs, by dimension.
#[derive(Debug)]
pub(crate) struct IndexSpace {
    pub(crate) source: Tensor,
    pub(crate) dims: SmallVec<[ViewDim; 4]>,
    pub(crate) outs: Box<[(usize, Place, Scalar)]>,
}

/// A tile of a view, named by indices.
#[derive(Debug)]
pub(crate) struct ViewTile {
    pub(crate) view: Tensor,
    pub(crate) elem: Scalar,
    /// Place and type of the index of each dimension.
    pub(crate) indices: SmallVec<[(Place, Scalar); 4]>,
    pub(crate) dims: SmallVec<[ViewDim; 4]>,
}

/// `load_view_tko`.
#[derive(Debug)]
pub(crate) struct LoadView {
    pub(crate) tile: ViewTile,
    /// Bits of a lane outside of the tensor; any where the language leaves them undefined.
    pub(crate) padding: u64,
    pub(crate) order: Order,
    pub(crate) out: Place,
}

/// `store_view_tko`.
#[derive(Debug)]
pub(crate) struct StoreView {
    pub(crate) value: Place,
    pub(crate) tile: ViewTile,
    pub(crate) order: Order,
}
