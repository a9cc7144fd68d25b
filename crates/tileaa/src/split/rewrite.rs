//! Cutting tiles.
//!
//! A tile that is cut has a shorter type; arithmetic, products and loops go on as they are. What counts elements, or says where
//! they are in memory, counts from the beginning of the part.

use ir::build::IntoAttr as _;
use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Field, Op, TypeId, Value};
use numerics::Scalar;

use super::axes::{Tile, block_tile, groups};
use super::{Plan, moved};
use crate::arith::ComparisonPredicate;
use crate::attrs::Assumption;
use crate::ops::{Builders as _, fields};
use crate::types::{BlockTileType, Elem, TileType, Type};
use crate::{Module, Opcode, TileAa};

/// Cuts the tiles of a function.
pub(super) fn rewrite(module: &mut Module, func: Op, ctas: u32, plan: &Plan) {
    let tiled = accesses(module, func, plan);
    let assumed = assumptions(module, func, plan);
    let slot = i64::from(ctas).into_attr(module);
    module.set_attr(func, fields::func::num_ctas, slot);
    for &(tile, dim) in &plan.cut {
        if let Tile::Value(value) = tile {
            let ty = part(module, value, dim, ctas);
            let ty = module.types.intern(Type::Tile(ty));
            module.body.set_ty(value, ty);
        }
    }
    let mut cutter = Cutter::new(module, func, ctas);
    for &(tile, dim) in &plan.cut {
        if let Tile::Operand(op, index) = tile {
            cutter.operand(op, index, dim);
        }
    }
    tiled.iter().for_each(|access| cutter.tiled(access));
    assumed.iter().for_each(|&(op, dim)| cutter.assume(op, dim));
    plan.first.iter().for_each(|&op| cutter.first_alone(op));
}

/// The type of a part of a tile.
fn part(module: &Module, value: Value, dim: usize, ctas: u32) -> TileType {
    let mut ty = module.ty(value).tile().expect("tiles are cut").clone();
    ty.shape[dim] /= ctas;
    ty
}

/// An access of tiles of memory that is cut.
struct Tiled {
    op: Op,
    tiles: Field,
    index: Field,
    dim: usize,
    ty: BlockTileType,
    memref: Value,
}

fn accesses(module: &Module, func: Op, plan: &Plan) -> Vec<Tiled> {
    use fields::{block_tile as cuts, tiled_atomic_red, tiled_load, tiled_store};
    let tiled = |op: Op| {
        #[allow(clippy::wildcard_enum_match_arm, reason = "other ops access no tiles of memory")]
        let (tiles, index) = match module.opcode(op) {
            Opcode::TiledLoad => (tiled_load::tiles, tiled_load::index),
            Opcode::TiledStore => (tiled_store::tiles, tiled_store::index),
            Opcode::TiledAtomicRed => (tiled_atomic_red::tiles, tiled_atomic_red::index),
            _ => return None,
        };
        let dim = plan.dim(moved(module, op)?)?;
        let (cut, ty) = block_tile(module, module.operand(op, tiles))?;
        Some(Tiled { op, tiles, index, dim, ty: ty.clone(), memref: module.operand(cut, cuts::memref) })
    };
    preorder(&module.body, func).filter_map(tiled).collect()
}

/// Promises about tiles that are cut, which speak of groups of elements.
fn assumptions(module: &Module, func: Op, plan: &Plan) -> Vec<(Op, usize)> {
    let promises = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Assume);
    let cut = |op: Op| Some((op, plan.dim(Tile::Value(module.body.result(op, 0)))?));
    promises.filter_map(cut).collect()
}

/// What a part of a tile of another shape is made of.
enum Below {
    /// All of a tile.
    Whole(Value),
    /// A part of a tile, along a dimension.
    Part(Value, usize),
    /// Something else: it is cut out.
    Other,
}

struct Cutter<'m> {
    rw: Rewriter<'m, TileAa>,
    ctas: u32,
    /// The rank of the thread block.
    rank: Value,
    /// Whether it is 0.
    is_first: Value,
}

impl<'m> Cutter<'m> {
    fn new(module: &'m mut Module, func: Op, ctas: u32) -> Cutter<'m> {
        let body = module.block(func, fields::func::body).expect("a function has a body");
        let start = module.body.first_op(body).expect("a body has its end");
        let mut rw = Rewriter::new(module);
        let number = rw.intern(Type::scalar_of(Scalar::I32));
        let truth = rw.intern(Type::scalar_of(Scalar::I1));
        let equal = ComparisonPredicate::Equal;
        let (rank, is_first) = rw.build_before(start, func, |b| {
            let rank = b.get_cta_rank().result(number).finish().value();
            let zero = b.constant().value(Attr::Number(0)).result(number).finish().value();
            (rank, b.cmpi().lhs(rank).rhs(zero).predicate(equal).result(truth).finish().value())
        });
        Cutter { rw, ctas, rank, is_first }
    }

    fn integer(&mut self, at: Op, ty: TypeId, number: i64) -> Value {
        let bits = Attr::Number(number as u64);
        self.rw.build_before(at, at, |b| b.constant().value(bits).result(ty).finish().value())
    }

    /// `value * times + rank * parts`, in 64 bits.
    fn moved_on(&mut self, at: Op, value: Value, times: i64, parts: i64) -> Value {
        let wide = self.rw.intern(Type::scalar_of(Scalar::I64));
        let value = self.widened(at, value);
        let rank = self.widened(at, self.rank);
        let [times, parts] = [times, parts].map(|number| self.integer(at, wide, number));
        self.rw.build_before(at, at, |b| {
            let value = b.muli().lhs(value).rhs(times).result(wide).finish().value();
            let rank = b.muli().lhs(rank).rhs(parts).result(wide).finish().value();
            b.addi().lhs(value).rhs(rank).result(wide).finish().value()
        })
    }

    /// A natural number in 64 bits.
    fn widened(&mut self, at: Op, value: Value) -> Value {
        let wide = self.rw.intern(Type::scalar_of(Scalar::I64));
        if self.rw.module().body.ty(value) == wide {
            return value;
        }
        self.rw.build_before(at, at, |b| b.exti().source(value).result(wide).finish().value())
    }

    /// The rank as a number of a type.
    fn rank_of(&mut self, at: Op, scalar: Scalar) -> Value {
        let ty = self.rw.intern(Type::scalar_of(scalar));
        let rank = self.rank;
        match scalar.bits() {
            32 => rank,
            33.. => self.widened(at, rank),
            _ => self.rw.build_before(at, at, |b| b.trunci().source(rank).result(ty).finish().value()),
        }
    }

    /// The part of a constant or a range that an op takes.
    fn operand(&mut self, op: Op, index: usize, dim: usize) {
        let value = self.rw.module().body.operands(op)[index];
        let new = self.remade(op, value, dim);
        self.rw.set_operand(op, index, new);
    }

    /// The part of a constant or a range, in front of an op.
    fn remade(&mut self, op: Op, value: Value, dim: usize) -> Value {
        let module = self.rw.module();
        let made = module.body.def_op(value).expect("an op gives a constant or a range");
        let ty = part(module, value, dim, self.ctas);
        let result = self.rw.intern(Type::Tile(ty.clone()));
        let module = self.rw.module();
        if module.opcode(made) == Opcode::MakeRange {
            return self.range(op, &ty, result);
        }
        if let Some(bits) = module.number(made, fields::constant::value) {
            let bits = Attr::Number(bits);
            return self
                .rw
                .build_before(op, op, |b| b.constant().value(bits).result(result).finish().value());
        }
        let new = match self.below(made, dim) {
            Below::Whole(source) => self.rw.rebuild_before(op, made, &[source], &[result]),
            Below::Part(source, dim) => {
                let source = self.remade(op, source, dim);
                self.rw.rebuild_before(op, made, &[source], &[result])
            }
            Below::Other => return self.slice(op, value, dim, result),
        };
        self.rw.module().body.result(new, 0)
    }

    /// What the part of a constant or a range under another shape is made of.
    fn below(&self, made: Op, dim: usize) -> Below {
        let module = self.rw.module();
        let Some(&source) = module.body.operands(made).first() else { return Below::Other };
        let shape = |value: Value| module.ty(value).tile().map_or(&[] as &[u32], |tile| &tile.shape);
        let (from, to) = (shape(source), shape(module.body.result(made, 0)));
        #[allow(clippy::wildcard_enum_match_arm, reason = "three ops change shapes")]
        match module.opcode(made) {
            Opcode::Broadcast if from[dim] == 1 => Below::Whole(source),
            Opcode::Broadcast => Below::Part(source, dim),
            Opcode::Permute => {
                Below::Part(source, module.ints(made, fields::permute::permutation)[dim] as usize)
            }
            Opcode::View => {
                let group = groups(from, to).into_iter().find(|[_, new]| new.first() == Some(&dim));
                match group.and_then(|[old, _]| old.first().copied()) {
                    Some(outer) if from[outer] >= self.ctas => Below::Part(source, outer),
                    Some(_) | None => Below::Other,
                }
            }
            _ => Below::Other,
        }
    }

    /// Numbers from the first of the part on.
    fn range(&mut self, op: Op, ty: &TileType, result: TypeId) -> Value {
        let scalar = ty.elem.scalar().expect("a range is of numbers");
        let rank = self.rank_of(op, scalar);
        let single = self.rw.intern(Type::scalar_of(scalar));
        let one = self.rw.intern(Type::Tile(TileType::new(&[1], Elem::Scalar(scalar))));
        let length = self.integer(op, single, i64::from(ty.shape[0]) & numerics::int::mask(scalar) as i64);
        self.rw.build_before(op, op, |b| {
            let start = b.muli().lhs(rank).rhs(length).result(single).finish().value();
            let start = b.view().source(start).result(one).finish().value();
            let start = b.broadcast().source(start).result(result).finish().value();
            let range = b.make_range().result(result).finish().value();
            b.addi().lhs(range).rhs(start).result(result).finish().value()
        })
    }

    /// The part of a whole tile.
    fn slice(&mut self, op: Op, whole: Value, dim: usize, result: TypeId) -> Value {
        let ranks = self.rw.module().ty(whole).tile().map_or(0, |tile| tile.shape.len());
        let number = self.rw.intern(Type::scalar_of(Scalar::I32));
        let zero = self.integer(op, number, 0);
        let mut indices = vec![zero; ranks];
        indices[dim] = self.rank;
        self.rw.build_before(op, op, |b| {
            b.extract().source(whole).indices(indices).result(result).finish().value()
        })
    }

    /// An access of tiles that are shorter, and closer to each other.
    fn tiled(&mut self, access: &Tiled) {
        let &Tiled { op, dim, memref, .. } = access;
        let length = i64::from(access.ty.tile[dim] / self.ctas);
        let mut ty = access.ty.clone();
        ty.tile[dim] /= self.ctas;
        if ty.gather != Some(dim as u32) {
            // Tiles begin where old ones did, and at each part of them.
            let step = common(ty.step[dim], length);
            let place = self.rw.module().operand_range(op, access.index).start + dim;
            let index = self.rw.module().body.operands(op)[place];
            let index = self.moved_on(op, index, ty.step[dim] / step, length / step);
            self.rw.set_operand(op, place, index);
            ty.step[dim] = step;
        }
        let ty = self.rw.intern(Type::BlockTile(ty));
        let tiles =
            self.rw.build_before(op, op, |b| b.block_tile().memref(memref).result(ty).finish().value());
        let place = self.rw.module().operand_range(op, access.tiles).start;
        self.rw.set_operand(op, place, tiles);
    }

    /// A promise about groups of elements holds of parts as far as groups are no longer than these, and parts begin with groups.
    fn assume(&mut self, op: Op, dim: usize) {
        use fields::assume::{kind, numbers};
        let module = self.rw.module();
        let length = module.ty(module.body.result(op, 0)).tile().map_or(1, |tile| tile.shape[dim]);
        let length = i64::from(length);
        let mut groups = module.ints(op, numbers).to_vec();
        match module.get::<Assumption>(op, kind) {
            Assumption::DivBy
                if groups.len() == 4 && groups[2] == dim as i64 && length % groups[1].max(1) != 0 =>
            {
                let source = module.operand(op, fields::assume::source);
                self.rw.replace_op(op, &[source]);
            }
            Assumption::SameElements if length % groups[dim].max(1) != 0 => {
                groups[dim] = if groups[dim] % length == 0 { length } else { 1 };
                let slot = self.rw.intern_attr(Attr::Ints(groups.into()));
                self.rw.set_attr(op, numbers, slot);
            }
            Assumption::DivBy | Assumption::Bounded | Assumption::SameElements => {}
        }
    }

    /// An op that the thread block of rank 0 alone is to do. Of its results only the token is used.
    fn first_alone(&mut self, op: Op) {
        let module = self.rw.module();
        let token = module.body.results(op).iter().find(|&value| *module.ty(value) == Type::Token);
        let token = token.expect("what writes gives a token");
        let taken = module.body.operands(op).iter().copied().find(|&value| *module.ty(value) == Type::Token);
        let (ty, condition) = (module.body.ty(token), self.is_first);
        let before = taken.unwrap_or_else(|| {
            self.rw.build_before(op, op, |b| b.create_mem_token().result(ty).finish().value())
        });
        let branch = self.rw.build_before(op, op, |b| b.if_().condition(condition).results([ty]).finish().op);
        let after = self.rw.module().body.result(branch, 0);
        self.rw.replace_value(token, after);
        let then = self.rw.module().block(branch, fields::if_::then).expect("an `if` has its branch");
        let end = self.rw.build_at_end(then, op, |b| b.yield_().operands([token]).finish().op);
        self.rw.move_before(op, end);
        let region = self.rw.module().region(branch, fields::if_::otherwise);
        let otherwise = self.rw.create_block(region);
        self.rw.build_at_end(otherwise, op, |b| b.yield_().operands([before]).finish().op);
    }
}

/// The greatest common divisor of positive numbers.
fn common(one: i64, two: i64) -> i64 {
    if two == 0 { one } else { common(two, one % two) }
}
