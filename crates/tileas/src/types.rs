//! Types of level 3: those of level 2 with a layout in each tile, and buffers of shared memory.

use std::fmt;

use ir::plain::{Constraint, PlainLevel};
use ir::text::{Kind, Parse, Reader, code};
use tileaa::types::{BlockTileType, Elem, MemrefType};

use crate::layout::{RegisterLayout, Shape, SharedLayout};

/// `tile<4x8xf32, reg=[..] lane=[..] warp=[..]>`; of rank 0 just `f32`: every thread holds it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TileType {
    /// Element.
    pub elem: Elem,
    /// Extents, and who holds which element.
    pub layout: RegisterLayout,
    shape: Vec<u32>,
}

impl TileType {
    /// A tile of a layout's shape.
    pub fn new(elem: Elem, layout: RegisterLayout) -> TileType {
        let shape = layout.shape().extents().collect();
        TileType { elem, layout, shape }
    }

    /// A tile of rank 0. Its layout says nothing of warps: every thread holds it, however many there are.
    pub fn single(elem: Elem) -> TileType {
        let shape = Shape::new(&[]).expect("no extents are a shape");
        TileType::new(elem, RegisterLayout::replicated(&shape, 0))
    }

    /// Extents.
    pub fn shape(&self) -> &[u32] {
        &self.shape
    }
}

/// `buffer<2x64x64xf16, offset=[..]>`: shared memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BufferType {
    /// Element.
    pub elem: Elem,
    /// Extents, and where each element lies.
    pub layout: SharedLayout,
}

/// A type of level 3.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    /// Values.
    Tile(TileType),
    /// Memory with a shape.
    Memref(MemrefType),
    /// Memory cut into tiles.
    BlockTile(BlockTileType),
    /// Shared memory.
    Buffer(BufferType),
}

impl Type {
    /// The tile type, if it is one.
    pub fn tile(&self) -> Option<&TileType> {
        match self {
            Type::Tile(tile) => Some(tile),
            Type::Memref(_) | Type::BlockTile(_) | Type::Buffer(_) => None,
        }
    }
}

/// `4x8xf32`
fn write_elements(f: &mut fmt::Formatter<'_>, shape: &Shape, elem: Elem) -> fmt::Result {
    shape.extents().try_for_each(|extent| write!(f, "{extent}x"))?;
    write!(f, "{elem}")
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tile(tile) if tile.shape.is_empty() => tile.elem.fmt(f),
            Type::Tile(tile) => {
                f.write_str("tile<")?;
                write_elements(f, tile.layout.shape(), tile.elem)?;
                write!(f, ", {}>", without_shape(&tile.layout.to_string()))
            }
            Type::Memref(memref) => memref.fmt(f),
            Type::BlockTile(tiles) => tiles.fmt(f),
            Type::Buffer(buffer) => {
                f.write_str("buffer<")?;
                write_elements(f, buffer.layout.shape(), buffer.elem)?;
                write!(f, ", {}>", without_shape(&buffer.layout.to_string()))
            }
        }
    }
}

/// The text of a layout without the shape, which stands in front of it.
fn without_shape(layout: &str) -> &str {
    layout.rsplit_once(" of ").map_or(layout, |(columns, _)| columns)
}

/// True when a field of the constraint takes the type.
pub(crate) fn admits(constraint: Constraint, ty: &Type) -> bool {
    match ty {
        Type::Tile(tile) => tileaa::types::admits_tile(constraint, tile.elem, tile.shape.len()),
        Type::Memref(_) | Type::BlockTile(_) => matches!(constraint, Constraint::Any | Constraint::Memref),
        Type::Buffer(_) => matches!(constraint, Constraint::Any | Constraint::Buffer),
    }
}

/// Reads a type of level 3.
pub(crate) fn read<L: PlainLevel>(r: &mut Reader<'_, L>) -> Parse<Type> {
    if r.eat_word("tile") {
        let (shape, elem) = tileaa::types::read_tile_body(r)?;
        r.expect(Kind::Comma, "',' and the layout")?;
        let layout: RegisterLayout = read_layout(r, &shape)?;
        return Ok(Type::Tile(TileType::new(elem, layout)));
    }
    if r.eat_word("buffer") {
        let (shape, elem) = tileaa::types::read_tile_body(r)?;
        r.expect(Kind::Comma, "',' and the layout")?;
        let layout: SharedLayout = read_layout(r, &shape)?;
        return Ok(Type::Buffer(BufferType { elem, layout }));
    }
    match tileaa::types::read(r)? {
        tileaa::Type::Tile(tile) => Ok(Type::Tile(TileType::single(tile.elem))),
        tileaa::Type::Memref(memref) => Ok(Type::Memref(memref)),
        tileaa::Type::BlockTile(tiles) => Ok(Type::BlockTile(tiles)),
        tileaa::Type::Token => Err(r.expected("a type; this level has no tokens")),
    }
}

/// The text up to `>`, as a layout of the shape.
fn read_layout<T: std::str::FromStr<Err: fmt::Display>, L: PlainLevel>(
    r: &mut Reader<'_, L>,
    shape: &[u32],
) -> Parse<T> {
    let start = r.token().start;
    while !matches!(r.kind(), Kind::Greater | Kind::Eof) {
        r.bump();
    }
    let span = diag::Span::new(start, r.end());
    let extents: Vec<String> = shape.iter().map(u32::to_string).collect();
    let text = format!("{} of {}", r.str_of(span), extents.join("x"));
    r.expect(Kind::Greater, "'>'")?;
    match text.parse() {
        Ok(layout) => Ok(layout),
        Err(error) => {
            Err(r.error_at(code::INVALID_TYPE, span, format!("this is no layout: {error}"), "in this text"))
        }
    }
}
