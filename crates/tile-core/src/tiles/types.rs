//! Types that levels 2 and 3 share: elements, and memory.

use std::fmt;

use cuda_tile::types::{DYNAMIC, Dims, Padding, Shape};
use ir::generic::Constraint;
use numerics::Scalar;
use smallvec::SmallVec;

/// Element of a tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Elem {
    /// A number; `i1` is a truth value.
    Scalar(Scalar),
    /// An address in global memory: 64 bits. The accesses determine the type of the memory.
    Ptr,
}

impl Elem {
    /// The number type, unless it is an address.
    pub fn scalar(self) -> Option<Scalar> {
        match self {
            Elem::Scalar(scalar) => Some(scalar),
            Elem::Ptr => None,
        }
    }
}

impl fmt::Display for Elem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Elem::Scalar(scalar) => f.write_str(scalar.name()),
            Elem::Ptr => f.write_str("ptr"),
        }
    }
}

/// `memref<?x64xf32, [?, 1]>`: memory of a shape, with its strides in elements.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct MemrefType {
    /// Element.
    pub elem: Scalar,
    /// Extents; [`DYNAMIC`] where a value gives them.
    pub shape: Dims,
    /// Strides in elements; [`DYNAMIC`] where a value gives them.
    pub strides: Dims,
}

/// `block_tile<64x32, memref<..>, step = [64, 32], dims = [0, 1], padding = zero>`: tiles over memory.
///
/// Element `e` of the tile at index `i` is, along tile dimension `d`, at coordinate `i[d] * step[d] + e[d]` of dimension
/// `dims[d]` of the memory. Along dimension `gather` the coordinates are picked one by one instead: the index there is a
/// tile of coordinates. Reads outside of the memory give the padding, if there is one; writes there do nothing.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BlockTileType {
    /// Extents of a tile.
    pub tile: Shape,
    /// The memory.
    pub memref: MemrefType,
    /// Elements from one tile to the next, per dimension of the tile.
    pub step: Dims,
    /// Dimension of the memory that each dimension of the tile runs along.
    pub dims: SmallVec<[u32; 4]>,
    /// The dimension of the tile whose coordinates are picked.
    pub gather: Option<u32>,
    /// The value that is read outside of the memory.
    pub padding: Option<Padding>,
}

/// `?` or a number.
struct Extent(i64);

impl fmt::Display for Extent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DYNAMIC => f.write_str("?"),
            value => value.fmt(f),
        }
    }
}

fn write_list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, items: impl Iterator<Item = T>) -> fmt::Result {
    f.write_str("[")?;
    for (at, item) in items.enumerate() {
        write!(f, "{}{item}", if at > 0 { ", " } else { "" })?;
    }
    f.write_str("]")
}

impl fmt::Display for MemrefType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("memref<")?;
        self.shape.iter().try_for_each(|&extent| write!(f, "{}x", Extent(extent)))?;
        write!(f, "{}, ", self.elem.name())?;
        write_list(f, self.strides.iter().map(|&stride| Extent(stride)))?;
        f.write_str(">")
    }
}

impl fmt::Display for BlockTileType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("block_tile<")?;
        write_list(f, self.tile.iter())?;
        write!(f, ", {}, step = ", self.memref)?;
        write_list(f, self.step.iter())?;
        f.write_str(", dims = ")?;
        write_list(f, self.dims.iter())?;
        if let Some(gather) = self.gather {
            write!(f, ", gather = {gather}")?;
        }
        if let Some(padding) = self.padding {
            write!(f, ", padding = {}", padding.name())?;
        }
        f.write_str(">")
    }
}

/// True when a field of the constraint takes a tile of these elements and this rank.
pub fn admits(constraint: Constraint, elem: Elem, rank: usize) -> bool {
    let scalar = elem.scalar();
    let int = scalar.is_some_and(|scalar| Scalar::INTS.contains(&scalar));
    match constraint {
        Constraint::Any | Constraint::Data => true,
        Constraint::Int => int,
        Constraint::Float => scalar.is_some() && !int,
        Constraint::Number => scalar.is_some(),
        Constraint::Bool => scalar == Some(Scalar::I1),
        Constraint::Ptr => elem == Elem::Ptr,
        Constraint::Index => int && rank == 0,
        Constraint::Memref | Constraint::Token | Constraint::Buffer | Constraint::Handle => false,
    }
}
