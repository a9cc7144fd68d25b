//! The dimensions of the tiles of a view, shared by all engines: how coordinates in the tensor follow from indices.

use smallvec::SmallVec;

use crate::types::{ViewKind, ViewType};

/// How the coordinates of a tile along one of its dimensions follow from an index.
#[derive(Clone, Copy, Debug)]
pub enum Along {
    /// The tile with index k starts at k steps.
    Step(u64),
    /// Every coordinate is given separately: the index is a tile of as many elements as this dimension.
    Sparse,
}

/// One dimension of the tiles of a view.
#[derive(Clone, Copy, Debug)]
pub struct ViewDim {
    /// Elements of the tile.
    pub len: u32,
    /// Dimension of the tensor.
    pub tensor: usize,
    /// How its coordinates follow from an index.
    pub along: Along,
    /// The program promises that every tile is inside.
    pub inbounds: bool,
}

impl ViewDim {
    /// The dimensions of a view; `inbounds` are the promises of an access, one for each.
    pub fn all(ty: &ViewType, inbounds: Option<&[bool]>) -> SmallVec<[ViewDim; 4]> {
        let along = |d: usize| match ty.kind() {
            ViewKind::Partition { .. } => Along::Step(ty.tile()[d] as u64),
            ViewKind::Strided { traversal_strides, .. } => Along::Step(traversal_strides[d] as u64),
            ViewKind::GatherScatter { sparse_dim } if *sparse_dim as usize == d => Along::Sparse,
            // Along dimensions that are not gathered, indices count elements.
            ViewKind::GatherScatter { .. } => Along::Step(1),
        };
        let dim = |d: usize| ViewDim {
            len: ty.tile()[d] as u32,
            tensor: ty.tensor_dim(d),
            along: along(d),
            inbounds: inbounds.is_some_and(|flags| flags[d]),
        };
        (0..ty.rank()).map(dim).collect()
    }

    /// Indices that this dimension has in a tensor of an extent along it.
    pub fn count(&self, extent: u64) -> u64 {
        match self.along {
            Along::Step(step) => extent.div_ceil(step),
            Along::Sparse => extent,
        }
    }
}
