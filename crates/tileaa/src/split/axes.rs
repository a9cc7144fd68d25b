//! Dimensions of tiles that are divided together.
//!
//! An *axis* is a dimension of a tile. If the elements of tiles correspond one to one, the corresponding axes form a class: if
//! one of them is divided, all of them are. An op that needs all elements along an axis excludes the class.
//!
//! Constants and ranges belong to the op that uses them, in any shape, because rematerialising them is free: one range may
//! count the rows of one tile and the columns of another.

use ir::walk::preorder;
use ir::{Field, Op, Value};
use numerics::Scalar;
use rustc_hash::FxHashMap;

use super::{Refusal, Why};
use crate::control::flow::carried;
use crate::ops::fields;
use crate::types::{BlockTileType, Type};
use crate::{Module, Opcode};

/// Where a tile is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Tile {
    /// A result or an argument.
    Value(Value),
    /// A constant or a range, maybe under another shape, as an operand of an op.
    Operand(Op, usize),
}

/// A dimension of a tile.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) tile: Tile,
    pub(super) dim: usize,
    pub(super) extent: u32,
    /// The shortest part that is of use.
    least: u32,
    refusal: Option<Refusal>,
}

/// The axes of a function.
pub(super) struct Axes<'m> {
    module: &'m Module,
    first: FxHashMap<Tile, usize>,
    all: Vec<Axis>,
    parents: Vec<usize>,
}

/// The maximum length of a chain of changes of shape.
const MAX_SHAPE_CHANGES: usize = 8;
/// Rows and columns of the smallest product of matrices that tensor cores compute.
const PRODUCT: [u32; 2] = [16, 8];

impl<'m> Axes<'m> {
    pub(super) fn of(module: &'m Module, func: Op) -> Axes<'m> {
        let mut axes = Axes { module, first: FxHashMap::default(), all: Vec::new(), parents: Vec::new() };
        for op in preorder(&module.body, func) {
            axes.op(op);
        }
        axes
    }

    pub(super) fn all(&self) -> &[Axis] {
        &self.all
    }

    /// The class of an axis: the number of one of its axes.
    pub(super) fn class(&self, axis: usize) -> usize {
        let mut axis = axis;
        while self.parents[axis] != axis {
            axis = self.parents[axis];
        }
        axis
    }

    /// The axes of a tile: the number of the first.
    pub(super) fn first(&self, tile: Tile) -> Option<usize> {
        self.first.get(&tile).copied()
    }

    /// The tile operand of an op.
    pub(super) fn operand(module: &Module, op: Op, index: usize) -> Tile {
        let value = module.body.operands(op)[index];
        if is_cheap(module, value) { Tile::Operand(op, index) } else { Tile::Value(value) }
    }

    /// Why a class cannot be divided into a number of parts; none if it can.
    pub(super) fn refusal(&self, members: &[usize], parts: u32) -> Option<Refusal> {
        let refused = members.iter().find_map(|&axis| self.all[axis].refusal);
        refused.or_else(|| {
            let short = |&&axis: &&usize| self.all[axis].extent < self.all[axis].least.saturating_mul(parts);
            members.iter().find(short).map(|&axis| Refusal { why: Why::Short, op: self.place(axis) })
        })
    }

    /// The op with the tile of an axis as operand or result, or the owner of its block.
    pub(super) fn place(&self, axis: usize) -> Op {
        let body = &self.module.body;
        match self.all[axis].tile {
            Tile::Operand(op, _) => op,
            Tile::Value(value) => {
                let around = || body.def_block(value).and_then(|block| body.block_op(block));
                body.def_op(value).or_else(around).unwrap_or(self.module.root)
            }
        }
    }
}

/// Making classes.
impl Axes<'_> {
    fn value(&self, tile: Tile) -> Value {
        match tile {
            Tile::Value(value) => value,
            Tile::Operand(op, index) => self.module.body.operands(op)[index],
        }
    }

    fn shape(&self, tile: Tile) -> &[u32] {
        self.module.ty(self.value(tile)).tile().map_or(&[], |tile| &tile.shape)
    }

    /// The axes of a tile, which are created on the first query.
    fn of_tile(&mut self, tile: Tile) -> usize {
        if let Some(&first) = self.first.get(&tile) {
            return first;
        }
        let first = self.all.len();
        let shape = self.shape(tile).to_vec();
        // Ranges of truth values have at most two elements, so they are not divided.
        let refusal = match tile {
            Tile::Operand(op, _) if is_truth(self.module, self.value(tile)) => {
                Some(Refusal { why: Why::Short, op })
            }
            Tile::Operand(..) | Tile::Value(_) => None,
        };
        for (dim, extent) in shape.into_iter().enumerate() {
            self.parents.push(self.all.len());
            self.all.push(Axis { tile, dim, extent, least: 1, refusal });
        }
        self.first.insert(tile, first);
        first
    }

    fn taken(&self, op: Op, index: usize) -> Tile {
        Axes::operand(self.module, op, index)
    }

    /// The tiles of a field.
    fn field(&self, op: Op, field: Field) -> Vec<Tile> {
        self.module.operand_range(op, field).map(|index| self.taken(op, index)).collect()
    }

    fn operands(&self, op: Op) -> Vec<Tile> {
        (0..self.module.body.operands(op).len()).map(|index| self.taken(op, index)).collect()
    }

    fn results(&self, op: Op) -> Vec<Tile> {
        self.module.body.results(op).iter().map(Tile::Value).collect()
    }

    fn join(&mut self, (one, dim): (Tile, usize), (two, other): (Tile, usize)) {
        let [one, two] = [self.of_tile(one) + dim, self.of_tile(two) + other].map(|axis| self.class(axis));
        // The smaller number is kept: paths are short, and the classes are deterministic.
        let (low, high) = (one.min(two), one.max(two));
        self.parents[high] = low;
    }

    /// Elements of both have the same positions.
    fn same(&mut self, one: Tile, two: Tile) {
        for dim in 0..self.shape(one).len().min(self.shape(two).len()) {
            self.join((one, dim), (two, dim));
        }
    }

    fn all_same(&mut self, tiles: &[Tile]) {
        for pair in tiles.windows(2) {
            self.same(pair[0], pair[1]);
        }
    }

    fn refuse(&mut self, op: Op, tile: Tile, dim: usize, why: Why) {
        let axis = self.of_tile(tile) + dim;
        self.all[axis].refusal.get_or_insert(Refusal { why, op });
    }

    fn refuse_all(&mut self, op: Op, tiles: &[Tile], why: Why) {
        for &tile in tiles {
            (0..self.shape(tile).len()).for_each(|dim| self.refuse(op, tile, dim, why));
        }
    }

    fn op(&mut self, op: Op) {
        if is_remade(self.module, op) {
            return;
        }
        let (operands, results) = (self.operands(op), self.results(op));
        let both = || operands.iter().chain(&results).copied().collect::<Vec<Tile>>();
        match self.module.opcode(op) {
            Opcode::View => self.view(op, operands[0], results[0]),
            Opcode::Broadcast => self.broadcast(operands[0], results[0]),
            Opcode::Permute => {
                let order = self.module.ints(op, fields::permute::permutation).to_vec();
                for (dim, from) in order.into_iter().enumerate() {
                    self.join((results[0], dim), (operands[0], from as usize));
                }
            }
            Opcode::Cat => {
                let along = self.module.int(op, fields::cat::dim).unwrap_or(0) as usize;
                self.all_but(op, &both(), along, Why::Joined);
            }
            Opcode::Extract => self.slice(op, operands[0], results[0]),
            Opcode::Insert => {
                self.same(operands[1], results[0]);
                self.slice(op, operands[1], operands[0]);
            }
            Opcode::Pack | Opcode::Unpack => self.refuse_all(op, &both(), Why::Packed),
            Opcode::Dot => self.product(op, operands[0], operands[1], &[operands[2], results[0]]),
            Opcode::DotScaled => {
                self.product(op, operands[0], operands[1], &[operands[2], results[0]]);
                self.product(op, operands[3], operands[4], &[operands[2]]);
            }
            Opcode::Reduce => self.reduce(op, &operands, &results),
            Opcode::Scan => {
                let along = self.module.int(op, fields::scan::dim).unwrap_or(0) as usize;
                self.all_but(op, &both(), along, Why::Scanned);
            }
            Opcode::Load => self.all_same(&self.data(&both())),
            Opcode::Store | Opcode::AtomicRmw | Opcode::AtomicCas => self.all_same(&self.data(&both())),
            Opcode::TiledLoad => {
                self.tiled(op, results[0], [fields::tiled_load::tiles, fields::tiled_load::index]);
            }
            Opcode::TiledStore => {
                self.tiled(op, operands[0], [fields::tiled_store::tiles, fields::tiled_store::index]);
            }
            Opcode::TiledAtomicRed => {
                use fields::tiled_atomic_red as f;
                self.tiled(op, operands[0], [f::tiles, f::index]);
            }
            Opcode::Print => self.refuse_all(op, &operands, Why::Printed),
            Opcode::For | Opcode::Loop | Opcode::If | Opcode::Continue | Opcode::Break | Opcode::Yield => {
                self.control(op, &operands);
            }
            Opcode::Assume | tile_core::arith_rows!(tile_core::family_pattern! { Opcode; }) => {
                self.all_same(&both())
            }
            Opcode::Assert => {
                self.of_tile(operands[0]);
            }
            // Tiles of these are created at their uses, or they have none.
            Opcode::Constant
            | Opcode::MakeRange
            | Opcode::Module
            | Opcode::Func
            | Opcode::Global
            | Opcode::Return
            | Opcode::GetGlobal
            | Opcode::GetProgramId
            | Opcode::GetNumPrograms
            | Opcode::GetCtaRank
            | Opcode::MakeMemref
            | Opcode::BlockTile
            | Opcode::GetSize
            | Opcode::GetTileCount
            | Opcode::CreateMemToken
            | Opcode::JoinTokens
            | Opcode::MemoryFence
            | Opcode::GdcLaunchDependents
            | Opcode::GdcWait
            | Opcode::Alloca => {}
        }
    }

    /// Of these the tiles, without tokens.
    fn data(&self, tiles: &[Tile]) -> Vec<Tile> {
        tiles.iter().copied().filter(|&tile| self.module.ty(self.value(tile)).tile().is_some()).collect()
    }

    /// One to one but along a dimension.
    fn all_but(&mut self, op: Op, tiles: &[Tile], along: usize, why: Why) {
        for pair in tiles.windows(2) {
            let dims = (0..self.shape(pair[0]).len()).filter(|&dim| dim != along);
            dims.for_each(|dim| self.join((pair[0], dim), (pair[1], dim)));
        }
        tiles.iter().for_each(|&tile| self.refuse(op, tile, along, why));
    }

    fn broadcast(&mut self, source: Tile, result: Tile) {
        let (from, to) = (self.shape(source).to_vec(), self.shape(result).to_vec());
        for dim in (0..to.len()).filter(|&dim| from[dim] == to[dim]) {
            self.join((source, dim), (result, dim));
        }
    }

    /// A slice has all of an extent, or elements anywhere along it.
    fn slice(&mut self, op: Op, whole: Tile, part: Tile) {
        let (from, to) = (self.shape(whole).to_vec(), self.shape(part).to_vec());
        for dim in 0..to.len() {
            if from[dim] == to[dim] {
                self.join((whole, dim), (part, dim));
            } else {
                self.refuse(op, whole, dim, Why::Joined);
                self.refuse(op, part, dim, Why::Joined);
            }
        }
    }

    /// Row-major order is kept if the outermost dimensions of groups with equal numbers of elements are divided.
    fn view(&mut self, op: Op, source: Tile, result: Tile) {
        let (from, to) = (self.shape(source).to_vec(), self.shape(result).to_vec());
        for [old, new] in groups(&from, &to) {
            if let (Some(&old), Some(&new)) = (old.first(), new.first()) {
                self.join((source, old), (result, new));
            }
            for &dim in old.iter().skip(1) {
                self.refuse(op, source, dim, Why::Reshaped);
            }
            for &dim in new.iter().skip(1) {
                self.refuse(op, result, dim, Why::Reshaped);
            }
        }
    }

    fn product(&mut self, op: Op, lhs: Tile, rhs: Tile, sums: &[Tile]) {
        let rank = self.shape(sums[0]).len();
        let (row, column) = (rank - 2, rank - 1);
        self.all_same(sums);
        for batch in 0..row {
            self.join((lhs, batch), (sums[0], batch));
            self.join((rhs, batch), (sums[0], batch));
        }
        self.join((lhs, row), (sums[0], row));
        self.join((rhs, column), (sums[0], column));
        self.refuse(op, lhs, column, Why::Summed);
        self.refuse(op, rhs, row, Why::Summed);
        let first = self.of_tile(sums[0]);
        for (dim, least) in [row, column].into_iter().zip(PRODUCT) {
            let axis = &mut self.all[first + dim];
            axis.least = axis.least.max(least);
        }
    }

    fn reduce(&mut self, op: Op, operands: &[Tile], results: &[Tile]) {
        let along = self.module.int(op, fields::reduce::dim).unwrap_or(0) as usize;
        self.all_same(operands);
        self.all_same(results);
        self.refuse(op, operands[0], along, Why::Reduced);
        for dim in 0..self.shape(results[0]).len() {
            self.join((results[0], dim), (operands[0], dim + usize::from(dim >= along)));
        }
    }

    fn tiled(&mut self, op: Op, value: Tile, [tiles, index]: [Field; 2]) {
        self.of_tile(value);
        let Some((_, ty)) = block_tile(self.module, self.module.operand(op, tiles)) else {
            self.refuse_all(op, &[value], Why::Carried);
            return;
        };
        if let Some(gather) = ty.gather {
            let picked = self.field(op, index)[gather as usize];
            self.join((picked, 0), (value, gather as usize));
        }
    }

    fn control(&mut self, op: Op, operands: &[Tile]) {
        for (index, &operand) in operands.iter().enumerate() {
            for target in carried(self.module, op, index).into_iter().flatten() {
                self.same(operand, Tile::Value(target));
            }
        }
    }
}

/// The op that cuts memory into tiles, and their type.
pub(super) fn block_tile(module: &Module, tiles: Value) -> Option<(Op, &BlockTileType)> {
    let op = module.body.def_op(tiles).filter(|&op| module.opcode(op) == Opcode::BlockTile)?;
    match module.ty(tiles) {
        Type::BlockTile(ty) => Some((op, ty)),
        Type::Tile(_) | Type::Memref(_) | Type::Token => None,
    }
}

/// The original of a constant or a range whose shape was changed.
fn origin(module: &Module, value: Value) -> Option<Op> {
    let mut value = value;
    for _ in 0..MAX_SHAPE_CHANGES {
        let op = module.body.def_op(value)?;
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops compute something")]
        match module.opcode(op) {
            Opcode::View | Opcode::Broadcast | Opcode::Permute => value = module.body.operands(op)[0],
            Opcode::Constant | Opcode::MakeRange => return Some(op),
            _ => return None,
        }
    }
    None
}

/// Whether a value can be rematerialised without cost.
pub(super) fn is_cheap(module: &Module, value: Value) -> bool {
    origin(module, value).is_some()
}

/// Whether a value is a range of truth values.
fn is_truth(module: &Module, value: Value) -> bool {
    let made = origin(module, value).is_some_and(|op| module.opcode(op) == Opcode::MakeRange);
    made && module.ty(value).scalar() == Some(Scalar::I1)
}

/// Whether an op changes the shape of a constant or a range, which is rematerialised at its use.
fn is_remade(module: &Module, op: Op) -> bool {
    let reshapes = matches!(module.opcode(op), Opcode::View | Opcode::Broadcast | Opcode::Permute);
    reshapes && is_cheap(module, module.body.result(op, 0))
}

/// The smallest groups of neighbouring dimensions, extents of 1 aside, that have as many elements on both sides.
pub(super) fn groups(from: &[u32], to: &[u32]) -> Vec<[Vec<usize>; 2]> {
    let long = |shape: &[u32]| (0..shape.len()).filter(|&dim| shape[dim] > 1).collect::<Vec<usize>>();
    let (mut old, mut new) = (long(from).into_iter(), long(to).into_iter());
    let mut found = Vec::new();
    let mut group = [Vec::new(), Vec::new()];
    let mut sizes = [1u64, 1];
    loop {
        let next = if sizes[0] <= sizes[1] { 0 } else { 1 };
        let dim = if next == 0 { old.next() } else { new.next() };
        let Some(dim) = dim else { return found };
        sizes[next] *= u64::from(if next == 0 { from[dim] } else { to[dim] });
        group[next].push(dim);
        if sizes[0] == sizes[1] {
            found.push(std::mem::take(&mut group));
            sizes = [1, 1];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_have_as_many_elements_on_both_sides() {
        let found = |from: &[u32], to: &[u32]| groups(from, to);
        assert_eq!(found(&[4, 8], &[32]), [[vec![0, 1], vec![0]]]);
        assert_eq!(found(&[4, 1, 8], &[4, 8, 1]), [[vec![0], vec![0]], [vec![2], vec![1]]]);
        assert_eq!(found(&[2, 6, 5], &[3, 4, 5]), [[vec![0, 1], vec![0, 1]], [vec![2], vec![2]]]);
        assert_eq!(found(&[1], &[1, 1]), Vec::<[Vec<usize>; 2]>::new());
    }
}
