//! Axis info of an access: which elements are contiguous in memory, and the alignment of groups of them.

use cuda_tile::types::DYNAMIC;
use ir::{Field, Op, Value};
use smallvec::SmallVec;

use super::{AxisAnalysis, AxisInfo, DIVISOR_OF_ZERO, power};
use crate::ops::{fields, is_multimem};
use crate::types::{BlockTileType, Type};
use crate::{Module, Opcode};

/// Groups of elements that one instruction may move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reach {
    /// Along each dimension of the tile: groups of a number of elements, which begin at multiples of that number, are one after
    /// the other in memory, and all of a group are accessed or none. More than 1 along one dimension at most.
    pub contiguity: SmallVec<[u32; 4]>,
    /// A power of two that divides the address of each group's first element.
    pub divisibility: u64,
    /// The dimension along which memory is contiguous, whether or not it is known where groups begin.
    pub along: Option<usize>,
}

impl Reach {
    fn scalar(rank: usize) -> Reach {
        Reach { contiguity: SmallVec::from_elem(1, rank), divisibility: 1, along: None }
    }

    /// The same if elements of 16 bits are known to be accessed in whole pairs of 32 bits.
    fn in_pairs(mut self, bytes: u64) -> Reach {
        if let (2, Some(along)) = (bytes, self.along) {
            self.contiguity[along] = self.contiguity[along].max(2);
            self.divisibility = self.divisibility.max(4);
        }
        self
    }

    /// The dimension and the number of elements of `bytes` that one aligned access of at most `limit` bytes moves.
    pub fn vector(&self, bytes: u64, limit: u64) -> Option<(usize, u32)> {
        let dim = (0..self.contiguity.len()).find(|&dim| self.contiguity[dim] > 1)?;
        let most = u64::from(self.contiguity[dim]).min(self.divisibility.min(limit) / bytes.max(1));
        (most > 1).then(|| (dim, 1 << most.ilog2()))
    }
}

/// The memory of an access of tiles, with its definition.
struct Tiles<'m> {
    facts: &'m AxisAnalysis,
    module: &'m Module,
    ty: &'m BlockTileType,
    value: Value,
    /// The `make_memref` of the memory, if it is visible.
    made: Option<Op>,
}

impl AxisAnalysis {
    /// Facts about a load or store; `None` for other ops, and if elements share bytes.
    pub fn reach(&self, module: &Module, op: Op) -> Option<Reach> {
        #[allow(clippy::wildcard_enum_match_arm, reason = "the other ops are no loads or stores")]
        match module.opcode(op) {
            Opcode::Load => {
                let value = module.result(op, fields::load::result);
                self.of_addresses(module, value, op, [fields::load::source, fields::load::mask])
            }
            Opcode::Store => {
                let value = module.operand(op, fields::store::value);
                self.of_addresses(module, value, op, [fields::store::destination, fields::store::mask])
            }
            Opcode::TiledLoad => {
                use fields::tiled_load as f;
                self.of_tiles(module, op, [f::tiles, f::index, f::inbounds])
            }
            Opcode::TiledStore => {
                use fields::tiled_store as f;
                self.of_tiles(module, op, [f::tiles, f::index, f::inbounds])
            }
            // Other atomics are done element by element.
            Opcode::TiledAtomicRed if is_multimem(module, op) => {
                use fields::tiled_atomic_red as f;
                self.of_tiles(module, op, [f::tiles, f::index, f::inbounds])
            }
            _ => None,
        }
    }

    /// An access through addresses of the elements of `value`.
    fn of_addresses(&self, module: &Module, value: Value, op: Op, fields: [Field; 2]) -> Option<Reach> {
        let [addresses, mask] = fields;
        let bytes = bytes_of(module.ty(value))?;
        let mut addresses = self.get(module, module.operand(op, addresses)).settled();
        let mask = module.operand_opt(op, mask).map(|mask| self.get(module, mask));
        let rank = addresses.runs.len();
        let rises =
            |fact: &AxisInfo, dim: usize| fact.runs[dim].len > 1 && fact.runs[dim].step == bytes as i64;
        let Some(dim) = (0..rank).rev().find(|&dim| rises(&addresses, dim)) else {
            return Some(Reach::scalar(rank));
        };
        (0..rank).filter(|&other| other != dim).for_each(|other| addresses.shorten(other, 1));
        if let Some(mask) = mask {
            let together = if mask.runs[dim].step == 0 { mask.runs[dim].len } else { 1 };
            addresses.shorten(dim, together.min(addresses.runs[dim].len));
        }
        let mut reach = Reach { divisibility: addresses.divisor, along: Some(dim), ..Reach::scalar(rank) };
        reach.contiguity[dim] = addresses.runs[dim].len;
        Some(reach)
    }

    /// An access of a tile of memory.
    fn of_tiles(&self, module: &Module, op: Op, fields: [Field; 3]) -> Option<Reach> {
        let [tiles, index, inbounds] = fields;
        let value = module.operand(op, tiles);
        let Type::BlockTile(ty) = module.ty(value) else { return None };
        let bits = ty.memref.elem.storage_bits();
        let bytes = (bits >= 8).then_some(u64::from(bits / 8))?;
        let cut = module.body.def_op(value).filter(|&op| module.opcode(op) == Opcode::BlockTile);
        let memref = cut.map(|cut| module.operand(cut, fields::block_tile::memref));
        let made = memref.and_then(|memref| module.body.def_op(memref));
        let made = made.filter(|&op| module.opcode(op) == Opcode::MakeMemref);
        let tiles = Tiles { facts: self, module, ty, value, made };
        let inside = module.ints(op, inbounds);
        let reach = tiles.reach(bytes, module.operands(op, index), inside);
        Some(if is_multimem(module, op) { reach.in_pairs(bytes) } else { reach })
    }
}

/// Bytes of an element of a tile in memory.
fn bytes_of(ty: &Type) -> Option<u64> {
    let bits = ty.tile()?.elem.scalar().map_or(64, |scalar| scalar.storage_bits());
    (bits >= 8).then_some(u64::from(bits / 8))
}

impl Tiles<'_> {
    fn reach(&self, bytes: u64, index: &[Value], inside: &[i64]) -> Reach {
        let rank = self.ty.tile.len();
        let mut reach = Reach::scalar(rank);
        let picked = |dim: usize| self.ty.gather == Some(dim as u32);
        let starts: SmallVec<[u64; 4]> = (0..rank).map(|dim| self.start(index, dim)).collect();
        let unit =
            |dim: usize| !picked(dim) && self.ty.tile[dim] > 1 && self.stride(dim).constant() == Some(1);
        let Some(along) = (0..rank).rev().find(|&dim| unit(dim)) else { return reach };
        reach.along = Some(along);
        let mut together = u64::from(self.ty.tile[along]).min(starts[along]);
        if !inside.contains(&(along as i64)) {
            together = together.min(self.extent(along).divisor);
        }
        reach.contiguity[along] = together as u32;
        reach.divisibility = together.saturating_mul(bytes);
        for dim in (0..rank).filter(|&dim| dim != along) {
            let first = if self.ty.tile[dim] == 1 { starts[dim] } else { 1 };
            let apart = first.saturating_mul(self.stride(dim).divisor).saturating_mul(bytes);
            reach.divisibility = reach.divisibility.min(apart);
        }
        let base = self.facts.get(self.module, self.value).divisor;
        let base = self.made.map_or(base, |made| {
            self.facts.get(self.module, self.module.operand(made, fields::make_memref::base)).divisor
        });
        reach.divisibility = reach.divisibility.min(base);
        reach
    }

    /// The divisor of the first coordinate of a tile along a dimension.
    fn start(&self, index: &[Value], dim: usize) -> u64 {
        let index = self.facts.get(self.module, index[dim]);
        if self.ty.gather == Some(dim as u32) {
            return index.divisor.min(if index.runs.iter().all(|run| run.step == 0) {
                DIVISOR_OF_ZERO
            } else {
                1
            });
        }
        index.divisor.saturating_mul(power(self.ty.step[dim])).min(DIVISOR_OF_ZERO)
    }

    fn extent(&self, dim: usize) -> AxisInfo {
        self.number(&self.ty.memref.shape, self.ty.dims[dim] as usize, fields::make_memref::sizes)
    }

    fn stride(&self, dim: usize) -> AxisInfo {
        self.number(&self.ty.memref.strides, self.ty.dims[dim] as usize, fields::make_memref::strides)
    }

    fn number(&self, known: &[i64], dim: usize, given: Field) -> AxisInfo {
        self.facts.memory_number(self.module, self.made, (known, dim), given)
    }
}

impl AxisAnalysis {
    /// An extent or stride of memory along a dimension: from its type, or an operand of its definition.
    pub(crate) fn memory_number(
        &self,
        module: &Module,
        made: Option<Op>,
        (known, dim): (&[i64], usize),
        given: Field,
    ) -> AxisInfo {
        let ty = Type::scalar_of(numerics::Scalar::I64);
        if known[dim] != DYNAMIC {
            return AxisInfo::number(&ty, known[dim]);
        }
        let open = known[..dim].iter().filter(|&&number| number == DYNAMIC).count();
        let given = made.and_then(|made| module.operands(made, given).get(open).copied());
        given.map_or_else(|| AxisInfo::unknown(&ty), |value| self.get(module, value))
    }
}
