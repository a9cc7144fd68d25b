//! The memory of an operand in a stage, and the boxes of the tensor map that fills it.
//!
//! The memory of a stage has two descriptions: contiguous boxes of a tensor map, and the rows of a matrix descriptor.
//! Rows of a box are as long as the widest swizzle that they fill, since that has no bank conflicts.

use numerics::Scalar;
use smallvec::SmallVec;
use tileaa::types::{BlockTileType, Elem};

use super::multiplies::{Unit, instruction, takes_either_major};
use crate::layout::{Major, MatrixDescriptor, Shape, SharedLayout, Swizzle};
use crate::ops::fields;
use crate::types::{BufferType, TmaDescType};
use crate::{Module, copied_dimensions};

/// The longest box in any dimension.
const LONGEST_BOX: u32 = 256;
/// Rows that a tensor map picks together.
pub(crate) const PICKED: u32 = 4;
/// Bytes that a copy in shared memory is aligned to.
const PLACE: u32 = 128;
/// Bytes of the rows of a box that is not swizzled.
const CHUNK: u32 = 16;
/// Rows of the left operand, or columns of the right one, that a matrix descriptor describes together.
const LEAST_ROWS: u32 = 8;

/// The factor that an operand is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Left,
    Right,
}

impl Side {
    /// The dimension that is not summed over.
    pub(crate) fn rows(self) -> usize {
        match self {
            Side::Left => 0,
            Side::Right => 1,
        }
    }

    /// The operand of a product.
    pub(crate) fn field(self) -> ir::Field {
        match self {
            Side::Left => fields::dot::lhs,
            Side::Right => fields::dot::rhs,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Side::Left => "left",
            Side::Right => "right",
        }
    }
}

/// Whether a tile has two dimensions besides those of one element.
fn is_matrix(tiles: &BlockTileType) -> bool {
    tiles.tile.len() == 2 || tiles.tile.iter().filter(|&&extent| extent != 1).count() == 2
}

/// The dimension of a tile along which its memory is contiguous.
pub(super) fn contiguous(tiles: &BlockTileType) -> Option<usize> {
    let unit = tiles.memref.strides.iter().rposition(|&stride| stride == 1)?;
    tiles.dims.iter().position(|&dim| dim as usize == unit)
}

/// The dimension of an operand along which its memory is contiguous.
fn along(tiles: &BlockTileType, order: [usize; 2]) -> Option<usize> {
    let contiguous = contiguous(tiles)?;
    order.iter().position(|&dim| dim == contiguous)
}

/// Why no stage holds an operand.
pub(super) fn no_stage(
    module: &Module,
    (tiles, elem): (&BlockTileType, Scalar),
    order: [usize; 2],
    side: Side,
) -> String {
    if elem.storage_bits() < 8 && !takes_packed(module) {
        let instruction = instruction(module);
        return format!(
            "tensor maps copy two elements of {elem} in a byte, and {instruction} has no such stages"
        );
    }
    let extents = order.map(|dim| tiles.tile[dim]);
    no_stage_along(module, (extents, elem), along(tiles, order), side)
}

/// Why no stage holds an operand of these extents that is contiguous along a dimension.
pub(super) fn no_stage_along(
    module: &Module,
    (extents, elem): ([u32; 2], Scalar),
    along: Option<usize>,
    side: Side,
) -> String {
    if along == Some(side.rows()) && !takes_either_major(module, elem) {
        let along = if side == Side::Left { "rows" } else { "columns" };
        let instruction = instruction(module);
        return format!(
            "its memory is contiguous along its {along}, and {instruction} reads {elem} only along the inner dimension"
        );
    }
    let rows = extents[side.rows()];
    if rows < LEAST_ROWS {
        let rows_name = if side == Side::Left { "rows" } else { "columns" };
        return format!(
            "its tile has {rows} {rows_name}, and a matrix descriptor describes {LEAST_ROWS} or more"
        );
    }
    format!("no matrix descriptor describes a tile of {extents:?} of {elem} in the layout of its memory")
}

/// The memory of an operand in a stage, if a matrix descriptor describes it and a tensor map can fill it.
pub(super) fn stage(
    module: &Module,
    (tiles, elem): (&BlockTileType, Scalar),
    order: [usize; 2],
    side: Side,
) -> Option<BufferType> {
    if !is_matrix(tiles) {
        return None;
    }
    let along = along(tiles, order)?;
    let packed = elem.storage_bits() < 8;
    if packed && !takes_packed(module) {
        return None;
    }
    let layout = layout_along(module, (order.map(|dim| tiles.tile[dim]), elem), along, side)?;
    let buffer = BufferType { elem: Elem::Scalar(elem), layout, packed };
    let picks = order.iter().position(|&dim| tiles.gather == Some(dim as u32));
    let fits = match picks {
        None => boxes(&buffer, along, elem, 1).is_some(),
        Some(dim) => dim != along && rows(&buffer, along, elem).is_some(),
    };
    fits.then_some(buffer)
}

/// Whether the instruction of agents multiplies elements of 4 bits as tensor maps copy them: two in a byte.
fn takes_packed(module: &Module) -> bool {
    matches!(Unit::of(module), Some(Unit::TensorMemory | Unit::Warps))
}

/// The memory in a stage of an operand of these extents that threads write, contiguous along a dimension, if a matrix
/// descriptor says it.
pub(super) fn stage_along(
    module: &Module,
    (extents, elem): ([u32; 2], Scalar),
    along: usize,
    side: Side,
) -> Option<BufferType> {
    let has_bytes = elem.storage_bits() >= 8;
    let layout = layout_along(module, (extents, elem), along, side).filter(|_| has_bytes)?;
    Some(BufferType::new(Elem::Scalar(elem), layout))
}

fn layout_along(
    module: &Module,
    (extents, elem): ([u32; 2], Scalar),
    along: usize,
    side: Side,
) -> Option<SharedLayout> {
    let major = if along == side.rows() { Major::Mn } else { Major::K };
    if major == Major::Mn && !takes_either_major(module, elem) {
        return None;
    }
    let (shape, bits) = (Shape::new(&extents)?, elem.storage_bits());
    let swizzle = swizzle(shape.extent(along), bits);
    MatrixDescriptor::layout(&shape, side.rows(), bits, major, swizzle)
}

/// The widest swizzle that rows of some elements fill.
fn swizzle(extent: u32, bits: u32) -> Swizzle {
    let bytes = extent * bits / 8;
    let fills = |swizzle: &Swizzle| swizzle.span().is_none_or(|span| span <= bytes);
    Swizzle::ALL.into_iter().rev().find(fills).unwrap_or(Swizzle::None)
}

/// The extents of a box of a stage along each dimension of the operand, and its swizzle, if the memory of the stage is
/// such boxes. `along` is the dimension along which memory is contiguous. Their number is a multiple of `parts`.
pub(super) fn boxes(
    buffer: &BufferType,
    along: usize,
    elem: Scalar,
    parts: u32,
) -> Option<([u32; 2], Swizzle)> {
    let swizzle = swizzle(buffer.layout.shape().extent(along), elem.storage_bits());
    let row = swizzle.span().unwrap_or(CHUNK) * 8 / elem.storage_bits();
    // Rows that no product reads are as long as a box can be.
    let mut rows = [(row, swizzle), (LONGEST_BOX, Swizzle::None)].into_iter();
    rows.find_map(|(row, swizzle)| Some((boxes_of(buffer, along, (elem, row, swizzle), parts)?, swizzle)))
}

/// The same with rows of at most some elements, and a swizzle.
fn boxes_of(
    buffer: &BufferType,
    along: usize,
    (elem, row, swizzle): (Scalar, u32, Swizzle),
    parts: u32,
) -> Option<[u32; 2]> {
    let shape = buffer.layout.shape();
    let mut extents = [0, 1].map(|dim| shape.extent(dim).min(LONGEST_BOX));
    extents[along] = extents[along].min(row);
    let count =
        |extents: [u32; 2]| [0, 1].map(|dim| shape.extent(dim) / extents[dim]).iter().product::<u32>();
    while !count(extents).is_multiple_of(parts) && extents[1 - along] > 1 {
        extents[1 - along] /= 2;
    }
    let order = [along, 1 - along];
    buffer.layout.is_boxes(&extents, &order, swizzle, elem.storage_bits()).then_some(extents)
}

/// The extents of the boxes of a stage whose rows are picked, one row each, and their swizzle, if the memory of the stage is
/// sequences of four such rows.
fn rows(buffer: &BufferType, along: usize, elem: Scalar) -> Option<([u32; 2], Swizzle)> {
    let (shape, bits) = (buffer.layout.shape(), elem.storage_bits());
    let swizzle = swizzle(shape.extent(along), bits);
    let mut extents = [PICKED; 2];
    extents[along] = shape.extent(along).min(swizzle.span().unwrap_or(CHUNK) * 8 / bits);
    let is_aligned = (PICKED * extents[along] * bits / 8).is_multiple_of(PLACE);
    let four = is_aligned && buffer.layout.is_boxes(&extents, &[along, 1 - along], swizzle, bits);
    extents[1 - along] = 1;
    four.then_some((extents, swizzle))
}

/// The memory of a tile between registers and the boxes of a tensor map: these, one after the other, without dimensions
/// of one element where a tile has more than two.
pub(crate) fn staging(tiles: &BlockTileType) -> Option<BufferType> {
    in_boxes(tiles, |extent, bits| {
        let swizzle = swizzle(extent, bits);
        (swizzle.span().unwrap_or(CHUNK) * 8 / bits, swizzle)
    })
}

/// The memory of a tile that threads read row by row: boxes with the longest rows, which need no swizzle. A tile with one
/// dimension, those of one element aside, is a row.
pub(super) fn streamed(tiles: &BlockTileType) -> Option<BufferType> {
    let kept = kept_dimensions(tiles);
    let [dim] = kept[..] else { return in_boxes(tiles, |_, _| (LONGEST_BOX, Swizzle::None)) };
    let (shape, elem) = (Shape::new(&[tiles.tile[dim]])?, tiles.memref.elem);
    let bits = Some(elem.storage_bits()).filter(|&bits| bits >= 8 && contiguous(tiles) == Some(dim))?;
    let layout = SharedLayout::of_boxes(&shape, &[row(&shape)], &[0], Swizzle::None, bits)?;
    Some(BufferType::new(Elem::Scalar(elem), layout))
}

/// The elements of a box of a row.
fn row(shape: &Shape) -> u32 {
    shape.extent(0).min(LONGEST_BOX)
}

/// The dimensions of a tile that its memory has: without those of one element, where it has more than two.
fn kept_dimensions(tiles: &BlockTileType) -> Vec<usize> {
    (0..tiles.tile.len()).filter(|&dim| tiles.tile.len() <= 2 || tiles.tile[dim] != 1).collect()
}

/// Boxes of a tile, with rows of some elements and a swizzle for the extent of its own rows and the bits of an element.
fn in_boxes(tiles: &BlockTileType, rows: impl Fn(u32, u32) -> (u32, Swizzle)) -> Option<BufferType> {
    let dims = kept_dimensions(tiles);
    let contiguous = contiguous(tiles)?;
    let along = dims.iter().position(|&dim| dim == contiguous)?;
    let [first, second] = dims[..] else { return None };
    let shape = [first, second].map(|dim| tiles.tile[dim]);
    let (shape, elem) = (Shape::new(&shape)?, tiles.memref.elem);
    // Threads access whole bytes.
    let bits = Some(elem.storage_bits()).filter(|&bits| bits >= 8)?;
    let (row, swizzle) = rows(shape.extent(along), bits);
    let mut extents = [0, 1].map(|dim| shape.extent(dim).min(LONGEST_BOX));
    extents[along] = extents[along].min(row);
    let layout = SharedLayout::of_boxes(&shape, &extents, &[along, 1 - along], swizzle, bits)?;
    Some(BufferType::new(Elem::Scalar(elem), layout))
}

/// The tensor map by which tiles fill a stage; none where it is no boxes of them.
pub(crate) fn tensor_map(tiles: &BlockTileType, buffer: &BufferType) -> Option<TmaDescType> {
    tensor_map_of(tiles, buffer, 1)
}

/// The same, where some thread blocks copy as many boxes each.
pub(crate) fn tensor_map_of(tiles: &BlockTileType, buffer: &BufferType, parts: u32) -> Option<TmaDescType> {
    if buffer.layout.shape().rank() == 1 {
        return tensor_map_of_row(tiles, buffer);
    }
    if !is_matrix(tiles) || buffer.layout.shape().rank() != 2 {
        return None;
    }
    // A stage of tf32 is rounded from memory of f32.
    let (elem, dims) = (buffer.elem.scalar()?, copied_dimensions(tiles, buffer));
    let contiguous = contiguous(tiles)?;
    let along = dims.iter().position(|&dim| dim == contiguous)?;
    let picks = tiles.gather.is_some_and(|dim| dims.contains(&(dim as usize)));
    let (extents, swizzle) =
        if picks { rows(buffer, along, elem)? } else { boxes(buffer, along, elem, parts)? };
    Some(TmaDescType { elem, extents: of_memory(tiles, dims.into_iter().zip(extents))?, swizzle })
}

/// The same of a row.
fn tensor_map_of_row(tiles: &BlockTileType, buffer: &BufferType) -> Option<TmaDescType> {
    let (elem, dims) = (buffer.elem.scalar()?, copied_dimensions(tiles, buffer));
    let extent = row(buffer.layout.shape());
    let is_row = dims.len() == 1
        && contiguous(tiles) == dims.first().copied()
        && buffer.layout.is_boxes(&[extent], &[0], Swizzle::None, elem.storage_bits());
    let extents = of_memory(tiles, dims.into_iter().map(|dim| (dim, extent))).filter(|_| is_row)?;
    Some(TmaDescType { elem, extents, swizzle: Swizzle::None })
}

/// The extents of a box in the dimensions of memory, from those in some dimensions of the tile.
fn of_memory(tiles: &BlockTileType, boxed: impl Iterator<Item = (usize, u32)>) -> Option<SmallVec<[u32; 5]>> {
    let mut extents: SmallVec<[u32; 5]> = SmallVec::from_elem(1, tiles.memref.shape.len());
    for (dim, extent) in boxed {
        *extents.get_mut(tiles.dims[dim] as usize)? = extent;
    }
    Some(extents)
}

/// Where a slice of a tile lies before it is copied.
pub(crate) fn staging_of_slice(tiles: &BlockTileType, slice: [u32; 2]) -> Option<BufferType> {
    let tiles = BlockTileType { tile: SmallVec::from_slice(&slice), ..tiles.clone() };
    staging(&tiles).filter(|buffer| tensor_map(&tiles, buffer).is_some())
}
