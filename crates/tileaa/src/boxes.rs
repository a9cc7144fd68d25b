//! Loads and stores of tiles that a tensor map can describe: the limits of `cuTensorMapEncodeTiled` (CUDA driver API), compared
//! with known properties of the memory.
//!
//! A tensor map copies boxes of memory whose base and strides are multiples of 16 bytes. Out of bounds it reads zeros and
//! writes nothing, except at the end of a row: hardware stores whole 16-byte units, with zeros after the last element (observed
//! on an H200; the PTX ISA does not document it). A store therefore needs rows that are whole units; a load does not. Many of
//! these properties are only known at launch; only assumptions of the program (`assume`) and its types count. Boxes larger than
//! one copy are divided when the map is created, so the size of the tile is not limited here.

use cuda_tile::types::DYNAMIC;
use ir::{Field, Op};
use numerics::Scalar;
use smallvec::SmallVec;

use crate::axis_info::{AxisAnalysis, AxisInfo};
use crate::ops::fields;
use crate::semantics::is_weak;
use crate::types::{BlockTileType, MemrefType, Padding, Type};
use crate::{Module, Opcode};

/// The most dimensions of a tensor map.
const MOST_DIMS: usize = 5;
/// Bytes that its base, its strides and the rows of its boxes are multiples of.
const CHUNK: u64 = 16;
/// The same in bits.
const CHUNK_BITS: u64 = 8 * CHUNK;
/// Bytes from which on a stride does not fit into its field.
const END_OF_STRIDES: u64 = 1 << 40;
/// The longest dimension of its memory.
const LONGEST_DIMENSION: u64 = 1 << 32;

ir::attr_enums! {
    /// Why no tensor map can describe a load or store.
    NoBoxes {
        /// The program forbids it.
        Hint "hint",
        /// It synchronises with other threads.
        Ordering "ordering",
        /// The definition of the memory is not visible.
        Origin "origin",
        /// Tensor maps do not copy such elements.
        Element "element",
        /// Rows of the memory are not known to be whole bytes.
        Halves "halves",
        /// Too many dimensions.
        Rank "rank",
        /// Its memory is that of several devices.
        Devices "devices",
        /// Rows are picked one by one; nothing else is in the way.
        Gather "gather",
        /// The padding is not zero.
        Padding "padding",
        /// No dimension of the tile is contiguous in memory.
        Contiguous "contiguous",
        /// Rows of the tile are no whole chunks.
        Row "row",
        /// Rows of the memory are not known to be whole chunks, which stores write.
        RowEnd "row_end",
        /// The base is not known to be aligned.
        Base "base",
        /// A stride is not known to be aligned.
        Stride "stride",
        /// A stride is too long.
        FarStride "far_stride",
        /// A dimension is too long, or not known not to be.
        Extent "extent",
        /// The program orders other accesses with it.
        Order "order",
        /// Its memory is defined where no map can be created.
        Late "late",
        /// It is no tile like the sum of the product.
        Shape "shape",
        /// There is no room to lay it out in shared memory.
        Room "room",
    }
}

impl NoBoxes {
    /// The reason, in words.
    pub fn reason(self) -> &'static str {
        match self {
            NoBoxes::Hint => "the program has `allow_tma = false`",
            NoBoxes::Ordering => "it takes part in synchronisation",
            NoBoxes::Origin => "the op that creates its memory is unknown",
            NoBoxes::Element => "tensor maps copy whole bytes",
            NoBoxes::Halves => {
                "its rows are not known to have an even number of elements, two in a byte; state it by `assume div_by<2>` of the extent"
            }
            NoBoxes::Rank => "tensor maps have 1 to 5 dimensions",
            NoBoxes::Devices => "its memory is multicast memory of several devices",
            NoBoxes::Gather => "its rows are gathered",
            NoBoxes::Padding => {
                "it is padded with a value other than zero, which is what tensor maps read out of bounds"
            }
            NoBoxes::Contiguous => "no dimension of the tile has stride 1 in memory",
            NoBoxes::Row => "rows of the tile are not a multiple of 16 bytes",
            NoBoxes::RowEnd => {
                "rows of its memory are not known to be a multiple of 16 bytes long, and tensor maps store zeros after their end \
                 up to such a multiple; say by `assume div_by` of the extent that they are"
            }
            NoBoxes::Base => {
                "its base is not known to be a multiple of 16 bytes; state it by `assume div_by<16>`"
            }
            NoBoxes::Stride => {
                "a stride is not known to be a multiple of 16 bytes; state it by `assume div_by`"
            }
            NoBoxes::FarStride => "a stride has 2^40 bytes or more",
            NoBoxes::Extent => {
                "an extent is not known to be at most 2^32; state it by `assume bounded`, or use an `i32`"
            }
            NoBoxes::Order => {
                "the program orders it with other memory accesses, and copies by tensor maps do not wait for these"
            }
            NoBoxes::Late => {
                "its memory is created in a loop or branch, or from values that a launcher does not know, so no tensor map can be created"
            }
            NoBoxes::Shape => "it does not have the layout of the product's sum, or is before the product",
            NoBoxes::Room => "the tile does not fit in shared memory next to the stages of the product",
        }
    }
}

/// A load or store that a tensor map can describe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxAccess {
    /// The dimensions of the memory, in its order.
    pub dims: SmallVec<[BoxDim; MOST_DIMS]>,
    /// The element.
    pub elem: Scalar,
    /// The value that is read outside; none if it is undefined.
    pub fill: Option<Padding>,
}

/// A dimension of its memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoxDim {
    /// The extent in elements, if it is part of the type.
    pub extent: Option<u64>,
    /// The stride in elements, if it is part of the type.
    pub stride: Option<u64>,
    /// A power of two that divides the bytes from one to the next.
    pub multiple: u64,
}

impl BoxAccess {
    /// The boxes of a `tiled_load` or `tiled_store`.
    ///
    /// # Errors
    /// Why no tensor map can describe it.
    pub fn of(module: &Module, facts: &AxisAnalysis, op: Op) -> Result<BoxAccess, NoBoxes> {
        let writes = module.opcode(op) == Opcode::TiledStore;
        let [tiles, ordering, allow_tma, multimem] = if writes {
            use fields::tiled_store as f;
            [f::tiles, f::ordering, f::allow_tma, f::multimem]
        } else {
            use fields::tiled_load as f;
            [f::tiles, f::ordering, f::allow_tma, f::multimem]
        };
        if module.int(op, allow_tma) == Some(0) {
            return Err(NoBoxes::Hint);
        }
        if !is_weak(module, op, ordering) {
            return Err(NoBoxes::Ordering);
        }
        if module.attr(op, multimem).is_present() {
            return Err(NoBoxes::Devices);
        }
        let value = module.operand(op, tiles);
        let Type::BlockTile(tiles) = module.ty(value) else { return Err(NoBoxes::Origin) };
        let made = |op: Op, wanted: Opcode| Some(op).filter(|&op| module.opcode(op) == wanted);
        let cut = module.body.def_op(value).and_then(|op| made(op, Opcode::BlockTile));
        let memref = cut.and_then(|cut| module.body.def_op(module.operand(cut, fields::block_tile::memref)));
        let made = memref.and_then(|op| made(op, Opcode::MakeMemref)).ok_or(NoBoxes::Origin)?;
        if !writes && !matches!(tiles.padding, None | Some(Padding::Zero)) {
            return Err(NoBoxes::Padding);
        }
        let bits = tile(tiles)?;
        if writes && bits < 8 {
            return Err(NoBoxes::Element);
        }
        let base = facts.get(module, module.operand(made, fields::make_memref::base));
        if base.divisor < CHUNK {
            return Err(NoBoxes::Base);
        }
        let memory = Memory { module, facts, made, ty: &tiles.memref, bits };
        let dims = (0..tiles.memref.shape.len()).map(|dim| memory.dim(dim)).collect::<Result<_, _>>()?;
        if !memory.has_rows_of(8) {
            return Err(NoBoxes::Halves);
        }
        if writes && !memory.has_rows_of(CHUNK_BITS) {
            return Err(NoBoxes::RowEnd);
        }
        // Some targets pick rows by tensor maps. They do where this is the only obstacle.
        if tiles.gather.is_some() {
            return Err(NoBoxes::Gather);
        }
        Ok(BoxAccess { dims, elem: tiles.memref.elem, fill: tiles.padding })
    }
}

/// Checks the type of the tiles; the bits of an element, if boxes can be of such tiles.
fn tile(tiles: &BlockTileType) -> Result<u64, NoBoxes> {
    let memref = &tiles.memref;
    let bits = memref.elem.storage_bits();
    if matches!(memref.elem, Scalar::I1 | Scalar::I4) {
        return Err(NoBoxes::Element);
    }
    if !(1..=MOST_DIMS).contains(&memref.shape.len()) {
        return Err(NoBoxes::Rank);
    }
    let bits = u64::from(bits);
    let unit = contiguous(memref).ok_or(NoBoxes::Contiguous)?;
    let along = tiles.dims.iter().position(|&dim| dim as usize == unit).ok_or(NoBoxes::Contiguous)?;
    let row = u64::from(tiles.tile[along]) * bits;
    if row.is_multiple_of(CHUNK_BITS) { Ok(bits) } else { Err(NoBoxes::Row) }
}

/// The dimension along which memory is contiguous.
fn contiguous(memref: &MemrefType) -> Option<usize> {
    memref.strides.iter().rposition(|&stride| stride == 1)
}

/// The memory of an access.
struct Memory<'m> {
    module: &'m Module,
    facts: &'m AxisAnalysis,
    /// Its `make_memref`.
    made: Op,
    ty: &'m MemrefType,
    /// Of an element.
    bits: u64,
}

impl Memory<'_> {
    fn number(&self, known: &[i64], dim: usize, given: Field) -> AxisInfo {
        self.facts.memory_number(self.module, Some(self.made), (known, dim), given)
    }

    /// Whether rows of the memory are known to be whole units of some bits, a power of two.
    fn has_rows_of(&self, unit: u64) -> bool {
        contiguous(self.ty).is_some_and(|dim| {
            let extent = self.number(&self.ty.shape, dim, fields::make_memref::sizes);
            extent.divisor.saturating_mul(self.bits) >= unit
        })
    }

    fn dim(&self, dim: usize) -> Result<BoxDim, NoBoxes> {
        let said = |number: i64| u64::try_from(number).ok().filter(|_| number != DYNAMIC);
        let (extent, stride) = (said(self.ty.shape[dim]), said(self.ty.strides[dim]));
        let long = self.number(&self.ty.shape, dim, fields::make_memref::sizes).range;
        // Extents are read as unsigned numbers: a negative one of 64 bits is a very long one, and of 32 bits is not.
        if long.1 > LONGEST_DIMENSION as i64 || long.0 < i64::from(i32::MIN) {
            return Err(NoBoxes::Extent);
        }
        let apart = self.number(&self.ty.strides, dim, fields::make_memref::strides);
        let multiple = apart.divisor.saturating_mul(self.bits) / 8;
        if stride != Some(1) && multiple < CHUNK {
            return Err(NoBoxes::Stride);
        }
        if stride.is_some_and(|stride| stride.saturating_mul(self.bits) / 8 >= END_OF_STRIDES) {
            return Err(NoBoxes::FarStride);
        }
        Ok(BoxDim { extent, stride, multiple })
    }
}
