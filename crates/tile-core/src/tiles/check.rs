//! An op under check, and the rule of each shared op.

use ir::{Field, Module, Op};
use numerics::Scalar;

use super::{BlockTileType, Elem, MemrefType, Tile, TileLevel, TileOp, folds, memory, shapes};
use crate::control::rules::Checked;

/// An op under check. Counts, constraints and attributes were found sound before, so fields are there and of the types that
/// their rows say.
pub struct Check<'m, L: TileLevel> {
    /// The module that has the op.
    pub module: &'m Module<L>,
    /// The op.
    pub op: Op,
}

impl<'m, L: TileLevel> Check<'m, L> {
    /// The type of the first value of a field.
    pub fn ty(&self, field: Field) -> &'m L::Type {
        let value = match field {
            Field::Operand(_) => self.module.operand(self.op, field),
            Field::Result(_) => self.module.result(self.op, field),
            Field::Attr(_) | Field::Region(_) => unreachable!("operands and results have types"),
        };
        self.module.ty(value)
    }

    /// The tile of a field.
    pub fn shaped(&self, field: Field) -> Tile<'m> {
        L::tile(self.ty(field)).expect("the constraint admits tiles alone")
    }

    /// Extents of a tile.
    pub fn shape(&self, field: Field) -> &'m [u32] {
        self.shaped(field).shape
    }

    /// Element of a tile.
    pub fn elem(&self, field: Field) -> Elem {
        self.shaped(field).elem
    }

    /// The numbers of a tile.
    pub fn scalar(&self, field: Field) -> Scalar {
        self.elem(field).scalar().expect("the constraint admits numbers alone")
    }

    /// Number of elements of a tile.
    pub fn elements(&self, field: Field) -> u64 {
        self.shaped(field).elements()
    }

    /// Memory that is not cut into tiles.
    ///
    /// # Errors
    /// When the field is something else.
    pub fn memref(&self, field: Field) -> Result<&'m MemrefType, String> {
        L::memref(self.ty(field)).ok_or_else(|| "works on memory that is not cut into tiles".to_owned())
    }

    /// Memory that is cut into tiles.
    ///
    /// # Errors
    /// When the field is something else.
    pub fn tiles(&self, field: Field) -> Result<&'m BlockTileType, String> {
        L::block_tile(self.ty(field)).ok_or_else(|| "works on memory that is cut into tiles".to_owned())
    }

    /// A dimension below a rank.
    ///
    /// # Errors
    /// When the attribute is not below it.
    pub fn dim(&self, field: Field, rank: usize) -> Result<usize, String> {
        let dim = self.module.int(self.op, field).unwrap_or(0);
        let fits = usize::try_from(dim).ok().filter(|&dim| dim < rank);
        fits.ok_or_else(|| format!("dimension {dim} is not below the rank {rank}"))
    }
}

/// The rule of a shared op on every level. What layouts add to it, the level checks.
///
/// # Errors
/// The error of the op.
pub fn rule<L: TileLevel>(check: &Check<'_, L>, op: TileOp) -> Checked {
    match op {
        TileOp::Global => memory::global(check),
        TileOp::Constant => shapes::constant(check),
        TileOp::GetGlobal => memory::get_global(check),
        TileOp::GetProgramId | TileOp::GetNumPrograms => shapes::axis(check),
        TileOp::MakeRange => shapes::make_range(check),
        TileOp::View => shapes::view(check),
        TileOp::Broadcast => shapes::broadcast(check),
        TileOp::Permute => shapes::permute(check),
        TileOp::Cat => shapes::cat(check),
        TileOp::Pack => shapes::pack(check),
        TileOp::Unpack => shapes::unpack(check),
        TileOp::Dot => shapes::dot(check),
        TileOp::DotScaled => shapes::dot_scaled(check),
        TileOp::Reduce | TileOp::Scan => folds::fold(check),
        TileOp::MakeMemref => memory::make_memref(check),
        TileOp::BlockTile => memory::block_tile(check),
        TileOp::GetSize => memory::get_size(check),
        TileOp::GetTileCount => memory::get_tile_count(check),
        TileOp::Load => memory::load(check),
        TileOp::Store => memory::store(check),
        TileOp::TiledLoad => memory::tiled_load(check),
        TileOp::TiledStore => memory::tiled_store(check),
        TileOp::TiledAtomicRed => memory::tiled_atomic_red(check),
        TileOp::AtomicRmw => memory::atomic_rmw(check),
        TileOp::AtomicCas => memory::atomic_cas(check),
        TileOp::Alloca => memory::alloca(check),
        // Their rows say it all.
        TileOp::GetCtaRank
        | TileOp::MemoryFence
        | TileOp::GdcLaunchDependents
        | TileOp::GdcWait
        | TileOp::Print
        | TileOp::Assert => Ok(()),
    }
}
