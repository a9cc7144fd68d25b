//! Types of level 2.

use std::fmt;

pub use cuda_tile::types::{DYNAMIC, Dims, Padding, Shape};
use ir::generic::{Constraint, GenericLevel};
use ir::text::{Kind, Parse, Reader};
use numerics::Scalar;
pub use tile_core::tiles::text::read_tile_body;
use tile_core::tiles::{self, text};
pub use tile_core::tiles::{BlockTileType, Elem, MemrefType};

/// `tile<4x8xf32>`; of rank 0 just `f32`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TileType {
    /// Extents, each a power of two, outermost first.
    pub shape: Shape,
    /// Element.
    pub elem: Elem,
}

impl TileType {
    /// A tile.
    pub fn new(shape: &[u32], elem: Elem) -> TileType {
        TileType { shape: shape.into(), elem }
    }

    /// Number of elements.
    pub fn elements(&self) -> u64 {
        self.shape.iter().map(|&extent| u64::from(extent)).product()
    }
}

/// A type of level 2.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Values.
    Tile(TileType),
    /// Memory with a shape.
    Memref(MemrefType),
    /// Memory cut into tiles.
    BlockTile(BlockTileType),
    /// The order of accesses.
    Token,
}

impl Type {
    /// A single number.
    pub fn scalar_of(scalar: Scalar) -> Type {
        Type::Tile(TileType::new(&[], Elem::Scalar(scalar)))
    }

    /// A tile.
    pub fn tile_of(shape: &[u32], elem: Elem) -> Type {
        Type::Tile(TileType::new(shape, elem))
    }

    /// The tile type, if it is one.
    pub fn tile(&self) -> Option<&TileType> {
        match self {
            Type::Tile(tile) => Some(tile),
            Type::Memref(_) | Type::BlockTile(_) | Type::Token => None,
        }
    }

    /// The type of its numbers, if it is a tile of numbers.
    pub fn scalar(&self) -> Option<Scalar> {
        self.tile().and_then(|tile| tile.elem.scalar())
    }
}

impl fmt::Display for TileType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shape.is_empty() {
            return self.elem.fmt(f);
        }
        f.write_str("tile<")?;
        self.shape.iter().try_for_each(|extent| write!(f, "{extent}x"))?;
        write!(f, "{}>", self.elem)
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tile(tile) => tile.fmt(f),
            Type::Memref(memref) => memref.fmt(f),
            Type::BlockTile(tile) => tile.fmt(f),
            Type::Token => f.write_str("token"),
        }
    }
}

/// True when a field of the constraint takes the type.
pub(crate) fn admits(constraint: Constraint, ty: &Type) -> bool {
    match ty {
        Type::Tile(tile) => tiles::admits(constraint, tile.elem, tile.shape.len()),
        Type::Memref(_) => matches!(constraint, Constraint::Any | Constraint::Memref),
        Type::BlockTile(_) => matches!(constraint, Constraint::Any | Constraint::Memref),
        Type::Token => matches!(constraint, Constraint::Any | Constraint::Token),
    }
}

/// Reads a type of level 2; level 3 reads what it has of them by this.
///
/// # Errors
/// There is unexpected text; it was reported.
pub fn read<L: GenericLevel>(r: &mut Reader<'_, L>) -> Parse<Type> {
    if r.eat_word("token") {
        return Ok(Type::Token);
    }
    if r.at_word("memref") {
        return Ok(Type::Memref(text::read_memref(r)?));
    }
    if r.at_word("block_tile") {
        return Ok(Type::BlockTile(text::read_block_tile(r)?));
    }
    if r.eat_word("tile") {
        let (shape, elem) = text::read_tile_body(r)?;
        r.expect(Kind::Greater, "'>'")?;
        return Ok(Type::Tile(TileType { shape, elem }));
    }
    Ok(Type::Tile(TileType { shape: Shape::new(), elem: text::read_elem(r)? }))
}
