//! Operands of a product: from the load to the stage that a tensor map or threads fill and `wgmma` reads.
//!
//! The memory of a stage has two descriptions: contiguous boxes of a tensor map, and the rows of a matrix descriptor. Rows of a
//! box are as long as the widest swizzle that they fill, since that has no bank conflicts.

use ir::analysis::Uses;
use ir::{Op, Value};
use numerics::Scalar;
use smallvec::SmallVec;
use tile_core::arith::RoundingMode;
use tileaa::types::{BlockTileType, Elem};

use super::copied::by_threads;
use super::multiplies::{instruction, takes_either_major};
use super::refusal::{Refusal, named};
use crate::layout::{Major, MatrixDescriptor, Shape, SharedLayout, Swizzle};
use crate::ops::fields;
use crate::types::{BufferType, TmaDescType};
use crate::{Module, Opcode, copied_dimensions};

/// The longest box in any dimension.
const LONGEST_BOX: u32 = 256;
/// Bytes of the rows of a box that is not swizzled.
const CHUNK: u32 = 16;
/// Ops in a row that are looked through.
const DEEPEST: usize = 8;

/// Which factor an operand is.
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

/// An operand that is loaded.
#[derive(Clone, Debug)]
pub(crate) struct Operand {
    pub(crate) load: Op,
    /// Dimension `d` of the operand is dimension `order[d]` of what is loaded.
    pub(crate) order: [usize; 2],
    pub(crate) side: Side,
    /// Its memory in a stage, in the dimensions of the operand.
    pub(crate) buffer: BufferType,
    pub(crate) filling: Filling,
}

/// What fills the memory of an operand in a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Filling {
    /// A tensor map, box by box.
    Boxes,
    /// Threads, whose copies are of some elements in a row.
    Threads(Vector),
}

/// Elements that a thread copies at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Vector {
    /// The dimension along which they lie.
    pub(crate) along: usize,
    pub(crate) elements: u32,
}

impl Operand {
    /// The operand of a product; `dots` are all that may use it.
    ///
    /// # Errors
    /// Why neither a tensor map nor threads can bring it.
    pub(crate) fn of(
        module: &Module,
        uses: &Uses,
        (dots, value): (&[Op], Value),
        side: Side,
    ) -> Result<Operand, Refusal> {
        let Loaded { load, order, is_rounded } = loaded(module, uses, (dots, value), side)?;
        let copied = || match is_rounded {
            true => Err("it is converted after threads have loaded it".to_owned()),
            false => by_threads(module, load, order, side),
        };
        let found = if needs_threads(module, load) {
            copied()
        } else {
            boxed(module, (load, is_rounded), order, side).or_else(|why| copied().map_err(|_| why))
        };
        found.map_err(|why| Refusal::new(load, format!("the {} operand: {why}", side.name())))
    }

    /// The same operand, copied by threads; none where they do not.
    pub(crate) fn by_threads(&self, module: &Module) -> Option<Operand> {
        if self.is_rounded(module) {
            return None;
        }
        by_threads(module, self.load, self.order, self.side).ok()
    }
}

impl Operand {
    /// Whether its tensor map rounds f32 to tf32, so that the stage has other elements than memory.
    pub(crate) fn is_rounded(&self, module: &Module) -> bool {
        let tile = module.ty(module.body.result(self.load, 0)).tile();
        tile.is_some_and(|tile| tile.elem != self.buffer.elem)
    }
}

/// Whether no tensor map of Hopper says what a load reads: addresses, or rows that are picked.
fn needs_threads(module: &Module, load: Op) -> bool {
    let tiles = || module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile();
    module.opcode(load) == Opcode::Load || tiles().is_some_and(|tiles| tiles.gather.is_some())
}

/// An operand that a tensor map brings.
fn boxed(
    module: &Module,
    (load, is_rounded): (Op, bool),
    order: [usize; 2],
    side: Side,
) -> Result<Operand, String> {
    if let Some(reason) = module.get_opt(load, fields::tiled_load::no_boxes) {
        let reason: tileaa::boxes::NoBoxes = reason;
        return Err(reason.reason().to_owned());
    }
    if !module.flag(load, fields::tiled_load::boxes) {
        return Err("its memory is not known to be describable by a tensor map".to_owned());
    }
    let tiles = module.ty(module.operand(load, fields::tiled_load::tiles)).block_tile();
    let tiles = tiles.ok_or_else(|| "it is not loaded from tiles".to_owned())?;
    let elem = if is_rounded { Scalar::TF32 } else { tiles.memref.elem };
    let buffer = stage(module, (tiles, elem), order, side);
    let buffer = buffer.ok_or_else(|| no_stage(module, (tiles, elem), order, side))?;
    Ok(Operand { load, order, side, buffer, filling: Filling::Boxes })
}

impl Operand {
    /// Whether some thread blocks can copy as many boxes of it each.
    pub(crate) fn has_parts(&self, module: &Module, parts: u32) -> bool {
        let tiles = module.ty(module.operand(self.load, fields::tiled_load::tiles)).block_tile();
        let along = tiles.and_then(contiguous).and_then(|dim| self.order.iter().position(|&at| at == dim));
        let elem = self.buffer.elem.scalar();
        along.zip(elem).is_some_and(|(along, elem)| boxes(&self.buffer, along, elem, parts).is_some())
    }

    /// Bytes of its memory in a stage.
    pub(crate) fn bytes(&self) -> u32 {
        let bits = self.buffer.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
        (bits << self.buffer.layout.shape().bits()) / 8
    }
}

/// The load that an operand comes from.
struct Loaded {
    load: Op,
    /// The order of its dimensions.
    order: [usize; 2],
    /// Whether it is rounded from f32 to tf32 afterwards, as a tensor map does it.
    is_rounded: bool,
}

fn loaded(
    module: &Module,
    uses: &Uses,
    (dots, value): (&[Op], Value),
    side: Side,
) -> Result<Loaded, Refusal> {
    let (mut value, mut order, mut is_rounded) = (value, [0, 1], false);
    for _ in 0..DEEPEST {
        let users = uses.users(&module.body, value);
        let Some(op) = module.body.def_op(value) else {
            let reason = format!("the {} operand is carried by a loop, and not loaded", side.name());
            return Err(Refusal::new(users.first().copied().unwrap_or(module.root), reason));
        };
        if uses.count(value) != 1 && !users.iter().all(|user| dots.contains(user)) {
            let reason = format!("the {} operand has uses other than the product", side.name());
            return Err(Refusal::new(op, reason));
        }
        let opcode = module.opcode(op);
        if matches!(opcode, Opcode::TiledLoad | Opcode::Load) {
            return Ok(Loaded { load: op, order, is_rounded });
        }
        if opcode == Opcode::Permute {
            let permutation = module.ints(op, fields::permute::permutation);
            let Some(next) = through(order, |dim| permutation.get(dim).map(|&dim| dim as usize)) else {
                break;
            };
            order = next;
        } else if let Some(kept) = kept_by_view(module, op) {
            let Some(next) =
                through(order, |dim| kept.iter().find(|kept| kept[1] == dim).map(|kept| kept[0]))
            else {
                break;
            };
            order = next;
        } else if is_rounding(module, op) {
            is_rounded = true;
        } else if opcode != Opcode::ConvertLayout {
            let reason = format!(
                "the {} operand is not loaded directly, but computed by {}",
                side.name(),
                named(module, op)
            );
            return Err(Refusal::new(op, reason));
        }
        value = module.body.operands(op)[0];
    }
    Err(Refusal::new(module.root, format!("the {} operand is not loaded directly", side.name())))
}

/// Whether an op rounds f32 to the nearest tf32, ties to even. Tensor maps of tf32 do the same (observed on an H100), but for the
/// bits of a NaN.
fn is_rounding(module: &Module, op: Op) -> bool {
    use fields::fp_to_fp::{result, rounding, source};
    let elem = |value: Value| module.ty(value).tile().and_then(|tile| tile.elem.scalar());
    module.opcode(op) == Opcode::FpToFp
        && module.get::<RoundingMode>(op, rounding) == RoundingMode::NearestEven
        && elem(module.operand(op, source)) == Some(Scalar::F32)
        && elem(module.result(op, result)) == Some(Scalar::TF32)
}

/// What an op makes of the dimensions of an operand.
fn through(order: [usize; 2], dim: impl Fn(usize) -> Option<usize>) -> Option<[usize; 2]> {
    Some([dim(order[0])?, dim(order[1])?])
}

/// The dimensions of a view's source and of its result that are the same, where it adds and drops none but those of one element.
fn kept_by_view(module: &Module, view: Op) -> Option<Vec<[usize; 2]>> {
    if module.opcode(view) != Opcode::View {
        return None;
    }
    let thick = |value: Value| {
        let shape = module.ty(value).tile()?.shape();
        Some(shape.iter().copied().enumerate().filter(|&(_, extent)| extent != 1).collect::<Vec<_>>())
    };
    let (from, to) = (thick(module.body.operands(view)[0])?, thick(module.body.result(view, 0))?);
    let same = from.iter().map(|&(_, extent)| extent).eq(to.iter().map(|&(_, extent)| extent));
    same.then(|| from.iter().zip(&to).map(|(&(from, _), &(to, _))| [from, to]).collect())
}

/// Whether a tile has two dimensions besides those of one element.
fn is_matrix(tiles: &BlockTileType) -> bool {
    tiles.tile.len() == 2 || tiles.tile.iter().filter(|&&extent| extent != 1).count() == 2
}

/// The dimension of a tile along which its memory is contiguous.
fn contiguous(tiles: &BlockTileType) -> Option<usize> {
    let unit = tiles.memref.strides.iter().rposition(|&stride| stride == 1)?;
    tiles.dims.iter().position(|&dim| dim as usize == unit)
}

/// The dimension of an operand along which its memory is contiguous.
fn along(tiles: &BlockTileType, order: [usize; 2]) -> Option<usize> {
    let contiguous = contiguous(tiles)?;
    order.iter().position(|&dim| dim == contiguous)
}

/// Why no stage holds an operand.
fn no_stage(
    module: &Module,
    (tiles, elem): (&BlockTileType, Scalar),
    order: [usize; 2],
    side: Side,
) -> String {
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
    format!("no matrix descriptor describes a tile of {extents:?} of {elem} in the layout of its memory")
}

/// The memory of an operand in a stage, if a matrix descriptor says it and it is boxes.
fn stage(
    module: &Module,
    (tiles, elem): (&BlockTileType, Scalar),
    order: [usize; 2],
    side: Side,
) -> Option<BufferType> {
    if !is_matrix(tiles) {
        return None;
    }
    let along = along(tiles, order)?;
    let buffer = stage_along(module, (order.map(|dim| tiles.tile[dim]), elem), along, side)?;
    boxes(&buffer, along, elem, 1).is_some().then_some(buffer)
}

/// The memory in a stage of an operand of these extents that is contiguous along a dimension, if a matrix descriptor says it.
pub(super) fn stage_along(
    module: &Module,
    (extents, elem): ([u32; 2], Scalar),
    along: usize,
    side: Side,
) -> Option<BufferType> {
    let major = if along == side.rows() { Major::Mn } else { Major::K };
    if major == Major::Mn && !takes_either_major(module, elem) {
        return None;
    }
    let (shape, bits) = (Shape::new(&extents)?, elem.storage_bits());
    let swizzle = swizzle(shape.extent(along), bits);
    let layout = MatrixDescriptor::layout(&shape, side.rows(), bits, major, swizzle)?;
    Some(BufferType { elem: Elem::Scalar(elem), layout })
}

/// The widest swizzle that rows of some elements fill.
fn swizzle(extent: u32, bits: u32) -> Swizzle {
    let bytes = extent * bits / 8;
    let fills = |swizzle: &Swizzle| swizzle.span().is_none_or(|span| span <= bytes);
    Swizzle::ALL.into_iter().rev().find(fills).unwrap_or(Swizzle::None)
}

/// The extents of a box of a stage along each dimension of the operand, and its swizzle, if the memory of the stage is such
/// boxes. `along` is the dimension along which memory is contiguous. Their number is a multiple of `parts`.
fn boxes(buffer: &BufferType, along: usize, elem: Scalar, parts: u32) -> Option<([u32; 2], Swizzle)> {
    let (shape, bits) = (buffer.layout.shape(), elem.storage_bits());
    let swizzle = swizzle(shape.extent(along), bits);
    let row = swizzle.span().unwrap_or(CHUNK) * 8 / bits;
    let mut extents = [0, 1].map(|dim| shape.extent(dim).min(LONGEST_BOX));
    extents[along] = extents[along].min(row);
    let count =
        |extents: [u32; 2]| [0, 1].map(|dim| shape.extent(dim) / extents[dim]).iter().product::<u32>();
    while !count(extents).is_multiple_of(parts) && extents[1 - along] > 1 {
        extents[1 - along] /= 2;
    }
    let order = [along, 1 - along];
    buffer.layout.is_boxes(&extents, &order, swizzle, bits).then_some((extents, swizzle))
}

/// The memory of a tile between registers and the boxes of a tensor map: these, one after the other, without dimensions of one
/// element where a tile has more than two.
pub(crate) fn staging(tiles: &BlockTileType) -> Option<BufferType> {
    let is_kept = |&dim: &usize| tiles.tile.len() == 2 || tiles.tile[dim] != 1;
    let dims: Vec<usize> = (0..tiles.tile.len()).filter(is_kept).collect();
    let contiguous = contiguous(tiles)?;
    let along = dims.iter().position(|&dim| dim == contiguous)?;
    let [rows, columns] = dims[..] else { return None };
    let [rows, columns] = [rows, columns].map(|dim| tiles.tile[dim]);
    let (shape, elem) = (Shape::new(&[rows, columns])?, tiles.memref.elem);
    let bits = elem.storage_bits();
    let swizzle = swizzle(shape.extent(along), bits);
    let mut extents = [rows, columns].map(|extent| extent.min(LONGEST_BOX));
    extents[along] = extents[along].min(swizzle.span().unwrap_or(CHUNK) * 8 / bits);
    let layout = SharedLayout::of_boxes(&shape, &extents, &[along, 1 - along], swizzle, bits)?;
    Some(BufferType { elem: Elem::Scalar(elem), layout })
}

/// The tensor map by which tiles fill a stage; none where it is no boxes of them.
pub(crate) fn tensor_map(tiles: &BlockTileType, buffer: &BufferType) -> Option<TmaDescType> {
    tensor_map_of(tiles, buffer, 1)
}

/// The same, where some thread blocks copy as many boxes each.
pub(crate) fn tensor_map_of(tiles: &BlockTileType, buffer: &BufferType, parts: u32) -> Option<TmaDescType> {
    if !is_matrix(tiles) || buffer.layout.shape().rank() != 2 {
        return None;
    }
    // A stage of tf32 is rounded from memory of f32.
    let (elem, dims) = (buffer.elem.scalar()?, copied_dimensions(tiles, buffer));
    let contiguous = contiguous(tiles)?;
    let along = dims.iter().position(|&dim| dim == contiguous)?;
    let (extents, swizzle) = boxes(buffer, along, elem, parts)?;
    let mut of_memory: SmallVec<[u32; 5]> = SmallVec::from_elem(1, tiles.memref.shape.len());
    for (dim, extent) in dims.into_iter().zip(extents) {
        *of_memory.get_mut(tiles.dims[dim] as usize)? = extent;
    }
    Some(TmaDescType { elem, extents: of_memory, swizzle })
}
