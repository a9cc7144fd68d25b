//! Shapes of tiles, reductions and generated tiles.

use cuda_tile::Attr;
use cuda_tile::ops::fields;
use cuda_tile::types::TileType;
use ir::{Field, Op, Value};
use launch::EngineError;
use numerics::{Rounding, convert, int};

use crate::prepare::Emitter;
use crate::program::Kind;
use crate::steps::fold::{Fold, Generate, Lines};
use crate::steps::shape::{
    BlockGrid, Cat, Constant, Extract, Insert, Iota, Layout, Repack, Strided, row_major,
};

impl Emitter<'_, '_> {
    pub(super) fn constant(&mut self, op: Op) -> Kind {
        let result = self.module.body.result(op, 0);
        let len = self.tile_type(result).len();
        let Some(Attr::Dense(dense)) = self.attr(op, fields::constant::value) else {
            unreachable!("a constant has its elements, as verified")
        };
        let stored = if dense.is_splat() { 1 } else { len };
        let elements = (0..stored).map(|index| dense.bits(index)).collect();
        Kind::Constant(Constant { elements, len, out: self.slot(result) })
    }

    pub(super) fn iota(&mut self, op: Op) -> Kind {
        let result = self.module.body.result(op, 0);
        Kind::Iota(Iota { len: self.tile_type(result).len(), out: self.slot(result) })
    }

    /// `elements` is the tile that is not one of bytes.
    pub(super) fn repack(&mut self, op: Op, elements: Value) -> Repack {
        let source = self.slot(self.module.body.operands(op)[0]);
        Repack { source, elem: self.scalar(elements), out: self.all_results(op)[0] }
    }

    pub(super) fn broadcast(&mut self, op: Op) -> Kind {
        let (source, result) = (self.module.body.operands(op)[0], self.module.body.result(op, 0));
        let from = self.tile_type(source).shape();
        let strides = row_major(from)
            .into_iter()
            .zip(from)
            .map(|(stride, &extent)| if extent == 1 { 0 } else { stride });
        let layout = Layout::new(self.tile_type(result).shape(), strides);
        Kind::Strided(Strided { source: self.slot(source), out: self.slot(result), layout })
    }

    pub(super) fn permute(&mut self, op: Op) -> Kind {
        let (source, result) = (self.module.body.operands(op)[0], self.module.body.result(op, 0));
        let Some(Attr::I32s(permutation)) = self.attr(op, fields::permute::permutation) else {
            unreachable!("a permutation, as verified")
        };
        let from = row_major(self.tile_type(source).shape());
        let strides = permutation.iter().map(|&dim| from[dim as usize]);
        let layout = Layout::new(self.tile_type(result).shape(), strides);
        Kind::Strided(Strided { source: self.slot(source), out: self.slot(result), layout })
    }

    pub(super) fn cat(&mut self, op: Op) -> Kind {
        let (lhs, rhs) =
            (self.module.operand(op, fields::cat::lhs), self.module.operand(op, fields::cat::rhs));
        let result = self.module.body.result(op, 0);
        let dim = self.integer(op, fields::cat::dim) as usize;
        let whole = self.tile_type(result);
        let strides = row_major(whole.shape());
        let layout = |part: &TileType| Layout::new(part.shape(), strides.iter().copied());
        let (left, right) = (self.tile_type(lhs), self.tile_type(rhs));
        // Both parts have the strides of the whole; the right one begins where the left one ends along the dimension.
        let rhs_base = left.shape()[dim] as usize * strides[dim];
        Kind::Cat(Cat {
            lhs: self.slot(lhs),
            rhs: self.slot(rhs),
            out: self.slot(result),
            len: whole.len(),
            lhs_layout: layout(left),
            rhs_layout: layout(right),
            rhs_base,
        })
    }

    /// The grid of blocks of type `block` in a tile of type `whole`.
    fn block_grid(&mut self, op: Op, indices: Field, whole: Value, block: Value) -> BlockGrid {
        let (whole, block) = (self.tile_type(whole).shape(), self.tile_type(block).shape());
        let strides = row_major(whole);
        BlockGrid {
            indices: self.operands(op, indices),
            counts: whole.iter().zip(block).map(|(whole, block)| whole / block).collect(),
            steps: strides.iter().zip(block).map(|(stride, &block)| stride * block as usize).collect(),
            layout: Layout::new(block, strides),
        }
    }

    pub(super) fn extract(&mut self, op: Op) -> Kind {
        let source = self.module.operand(op, fields::extract::source);
        let result = self.module.body.result(op, 0);
        let grid = self.block_grid(op, fields::extract::indices, source, result);
        Kind::Extract(Extract { source: self.slot(source), grid, out: self.slot(result) })
    }

    pub(super) fn insert(&mut self, op: Op) -> Kind {
        let source = self.module.operand(op, fields::insert::source);
        let destination = self.module.operand(op, fields::insert::destination);
        let grid = self.block_grid(op, fields::insert::indices, destination, source);
        let (source, destination) = (self.slot(source), self.slot(destination));
        Kind::Insert(Insert { source, destination, grid, out: self.result(op, fields::insert::result) })
    }

    pub(super) fn fold(
        &mut self,
        op: Op,
        dim: Field,
        identities: Field,
        reverse: Option<Field>,
    ) -> Result<Kind, EngineError> {
        let operands = self.module.body.operands(op);
        let dim = self.integer(op, dim) as usize;
        let shape = self.tile_type(operands[0]).shape();
        let len = shape[dim] as usize;
        let count = self.tile_type(operands[0]).len() / len;
        let block = self.module.body.region_blocks(self.module.body.region(op, 0))[0];
        let args = self.slots_of(self.module.body.block_args(block));
        let identities = self.identities(op, identities, operands);
        Ok(Kind::Fold(Box::new(Fold {
            operands: self.slots_of(operands.iter().copied()),
            identities,
            outs: self.all_results(op),
            args,
            // `reverse` is only an attribute of scans, which distinguishes them from reductions.
            scan: reverse.is_some(),
            reverse: reverse.is_some_and(|field| self.module.flag(op, field)),
            lines: Lines { count, len, stride: row_major(shape)[dim] },
            // The body follows directly; its end, and whether it can run over registers, are known when it closes.
            body: self.here() + 1,
            end: 0,
            registers: None,
        })))
    }

    #[allow(clippy::wildcard_enum_match_arm, reason = "identities are numbers, as verified")]
    pub(super) fn identities(&self, op: Op, field: Field, operands: &[Value]) -> Box<[u64]> {
        let Some(Attr::Array(values)) = self.attr(op, field) else { unreachable!("identities, as verified") };
        let bits = |(&id, &operand): (&ir::AttrId, &Value)| match self.module.attrs.get(id) {
            Attr::Int { bits, .. } => int::wrap(self.scalar(operand), *bits),
            // f16 and bf16 may stand for each other.
            Attr::Float { ty, bits } if *ty == self.scalar(operand) => *bits,
            Attr::Float { ty, bits } => {
                convert::float_to_float(*ty, self.scalar(operand), *bits, Rounding::NearestEven)
            }
            Attr::Bool(value) => u64::from(*value),
            other => unreachable!("{other:?} is no number, as verified"),
        };
        values.iter().zip(operands).map(bits).collect()
    }

    pub(super) fn generate(&mut self, op: Op) -> Kind {
        let result = self.module.body.result(op, 0);
        let block = self.module.body.region_blocks(self.module.body.region(op, 0))[0];
        Kind::Generate(Box::new(Generate {
            shape: self.tile_type(result).shape().into(),
            args: self.slots_of(self.module.body.block_args(block)),
            out: self.slot(result),
            body: self.here() + 1,
            end: 0,
        }))
    }
}
