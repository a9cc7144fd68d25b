//! Types of level 3: those of level 2 with a layout in each tile, buffers of shared and tensor memory, and the types of agents:
//! pipelines, their iterators and stages, tiles in flight.

mod handles;
mod read;

use std::fmt;

use ir::generic::Constraint;
use tileaa::types::{BlockTileType, Elem, MemrefType};

use crate::layout::{RegisterLayout, Shape, SharedLayout, TensorLayout};

pub use handles::{IteratorType, Part, PipelineType, Role, StageState, TmaDescType};
pub(crate) use read::read;

/// `tile<4x8xf32, reg=[..] lane=[..] warp=[..]>`; of rank 0 just `f32`: every thread holds it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TileType {
    /// Element.
    pub elem: Elem,
    /// Extents and layout.
    pub layout: RegisterLayout,
    shape: Vec<u32>,
}

impl TileType {
    /// A tile of a layout's shape.
    pub fn new(elem: Elem, layout: RegisterLayout) -> TileType {
        let shape = layout.shape().extents().collect();
        TileType { elem, layout, shape }
    }

    /// A tile of rank 0. Its layout is independent of the number of warps: every thread holds the element.
    pub fn single(elem: Elem) -> TileType {
        let shape = Shape::new(&[]).expect("no extents are a shape");
        TileType::new(elem, RegisterLayout::replicated(&shape, 0))
    }

    /// Extents.
    pub fn shape(&self) -> &[u32] {
        &self.shape
    }

    /// `<4x8xf32, reg=[..] lane=[..] warp=[..]>`
    fn write_body(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_body(f, self.layout.shape(), self.elem, &self.layout)
    }
}

/// `buffer<2x64x64xf16, offset=[..]>`: shared memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct BufferType {
    /// Element.
    pub elem: Elem,
    /// Extents and layout.
    pub layout: SharedLayout,
    /// `buffer<64x64xf4E2M1FN, packed, offset=[..]>`: elements of 4 bits take 4 bits, two in a byte, instead of a byte
    /// each.
    pub packed: bool,
}

impl BufferType {
    /// A buffer whose elements take a byte or more.
    pub fn new(elem: Elem, layout: SharedLayout) -> BufferType {
        BufferType { elem, layout, packed: false }
    }

    /// Bits that an element takes.
    pub fn bits(&self) -> u32 {
        let least = if self.packed { 1 } else { 8 };
        self.elem.scalar().map_or(64, |scalar| scalar.storage_bits().max(least))
    }

    /// The same memory of two dimensions with these in the other order.
    pub fn transposed(&self) -> BufferType {
        BufferType { layout: self.layout.permute_dims(&[1, 0]), ..self.clone() }
    }
}

impl fmt::Display for BufferType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("buffer<")?;
        write_elements(f, self.layout.shape(), self.elem)?;
        let packed = if self.packed { ", packed" } else { "" };
        write!(f, "{packed}, {}>", without_shape(&self.layout))
    }
}

/// `tmem<128x64xf32, part=[..] column=[..] lane=[..]>`: tensor memory.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// Element.
    pub elem: Elem,
    /// Extents and layout.
    pub layout: TensorLayout,
}

impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tmem")?;
        write_body(f, self.layout.shape(), self.elem, &self.layout)
    }
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
    /// Tensor memory.
    Tensor(TensorType),
    /// `pending<64x128xf32, ..>`: values that an instruction in flight is still to write.
    Pending(TileType),
    /// A tensor map, which describes copies of boxes of memory.
    TmaDesc(TmaDescType),
    /// A pipeline: stages that agents pass to each other in turn.
    Pipeline(PipelineType),
    /// Which of a pipeline's stages is next.
    Iterator(IteratorType),
    /// A stage of a pipeline, in a state.
    Stage(StageState),
    /// An order between accesses of memory.
    Token,
}

impl Type {
    /// The tile type, if it is one.
    pub fn tile(&self) -> Option<&TileType> {
        if let Type::Tile(tile) = self { Some(tile) } else { None }
    }

    /// The memory cut into tiles, if it is that.
    pub fn block_tile(&self) -> Option<&BlockTileType> {
        if let Type::BlockTile(tiles) = self { Some(tiles) } else { None }
    }

    /// The buffer, if it is one.
    pub fn buffer(&self) -> Option<&BufferType> {
        if let Type::Buffer(buffer) = self { Some(buffer) } else { None }
    }

    /// The tile whose elements threads hold, or will hold.
    pub(crate) fn held(&self) -> Option<&TileType> {
        if let Type::Pending(tile) = self { Some(tile) } else { self.tile() }
    }
}

/// `<4x8xf32, LAYOUT>`
fn write_body(
    f: &mut fmt::Formatter<'_>,
    shape: &Shape,
    elem: Elem,
    layout: &impl fmt::Display,
) -> fmt::Result {
    f.write_str("<")?;
    write_elements(f, shape, elem)?;
    write!(f, ", {}>", without_shape(layout))
}

fn write_elements(f: &mut fmt::Formatter<'_>, shape: &Shape, elem: Elem) -> fmt::Result {
    shape.extents().try_for_each(|extent| write!(f, "{extent}x"))?;
    write!(f, "{elem}")
}

/// The text of a layout without the shape, which is printed before it.
fn without_shape(layout: &impl fmt::Display) -> String {
    let text = layout.to_string();
    text.rsplit_once(" of ").map(|(columns, _)| columns.to_owned()).unwrap_or(text)
}

/// The texts of the layouts in a type, with letters for their names: `r` in registers, `s` in shared memory, `t` in tensor
/// memory.
pub(crate) fn layouts(ty: &Type) -> Vec<(char, String)> {
    let part = |part: &Part| match part {
        Part::Buffer(buffer) => ('s', without_shape(&buffer.layout)),
        Part::Tensor(tensor) => ('t', without_shape(&tensor.layout)),
    };
    match ty {
        Type::Tile(tile) | Type::Pending(tile) if tile.shape.is_empty() => Vec::new(),
        Type::Tile(tile) | Type::Pending(tile) => vec![('r', without_shape(&tile.layout))],
        Type::Buffer(buffer) => vec![('s', without_shape(&buffer.layout))],
        Type::Tensor(tensor) => vec![('t', without_shape(&tensor.layout))],
        Type::Pipeline(pipeline) => pipeline.parts.iter().map(part).collect(),
        Type::Memref(_)
        | Type::BlockTile(_)
        | Type::TmaDesc(_)
        | Type::Iterator(_)
        | Type::Stage(_)
        | Type::Token => Vec::new(),
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Tile(tile) if tile.shape.is_empty() => tile.elem.fmt(f),
            Type::Tile(tile) => {
                f.write_str("tile")?;
                tile.write_body(f)
            }
            Type::Pending(tile) => {
                f.write_str("pending")?;
                tile.write_body(f)
            }
            Type::Memref(memref) => memref.fmt(f),
            Type::BlockTile(tiles) => tiles.fmt(f),
            Type::Buffer(buffer) => buffer.fmt(f),
            Type::Tensor(tensor) => tensor.fmt(f),
            Type::TmaDesc(desc) => desc.fmt(f),
            Type::Pipeline(pipeline) => pipeline.fmt(f),
            Type::Iterator(iterator) => iterator.fmt(f),
            Type::Stage(state) => state.fmt(f),
            Type::Token => f.write_str("token"),
        }
    }
}

/// True when a field of the constraint takes the type.
pub(crate) fn admits(constraint: Constraint, ty: &Type) -> bool {
    match ty {
        Type::Tile(tile) => tile_core::tiles::admits(constraint, tile.elem, tile.shape.len()),
        Type::Memref(_) | Type::BlockTile(_) => matches!(constraint, Constraint::Any | Constraint::Memref),
        Type::Buffer(_) => matches!(constraint, Constraint::Any | Constraint::Buffer),
        Type::Token => matches!(constraint, Constraint::Any | Constraint::Token),
        Type::Tensor(_)
        | Type::Pending(_)
        | Type::TmaDesc(_)
        | Type::Pipeline(_)
        | Type::Iterator(_)
        | Type::Stage(_) => matches!(constraint, Constraint::Any | Constraint::Handle),
    }
}
