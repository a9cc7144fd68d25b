//! Dividing tiles.
//!
//! A divided tile has a shorter type; arithmetic, products and loops do not change otherwise. Ops that count elements, or
//! compute their addresses, count from the start of the part.

use ir::build::IntoAttr as _;
use ir::generic::Attr;
use ir::rewrite::Rewriter;
use ir::walk::preorder;
use ir::{Op, TypeId, Value};
use numerics::Scalar;

use super::axes::{Tile, groups};
use super::tiled::{Tiled, integer, moved_on, widened};
use super::{Plan, loops, moved, side_by_side};
use crate::arith::ComparisonPredicate;
use crate::attrs::Assumption;
use crate::ops::{Builders as _, fields};
use crate::types::{Elem, TileType, Type};
use crate::{Module, Opcode, TileAa};

/// The executors of the parts: thread blocks of a cluster, iterations of a loop, or ops side by side.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parts {
    /// Thread blocks of a cluster, one each.
    Cluster(u32),
    /// One thread block, one after the other.
    Slices(u32),
    /// One thread block, two at once.
    Chains,
}

impl Parts {
    /// The number of parts.
    pub(super) fn count(self) -> u32 {
        match self {
            Parts::Cluster(count) | Parts::Slices(count) => count,
            Parts::Chains => 2,
        }
    }
}

/// Cuts the tiles of a function.
pub(super) fn rewrite(module: &mut Module, func: Op, parts: Parts, plan: &Plan) {
    let count = parts.count();
    let tiled = accesses(module, func, plan);
    let assumed = assumptions(module, func, plan);
    for &(tile, dim) in &plan.cut {
        if let Tile::Value(value) = tile {
            let ty = part(module, value, dim, count);
            let ty = module.types.intern(Type::Tile(ty));
            module.body.set_ty(value, ty);
        }
    }
    let rank = match parts {
        Parts::Cluster(_) => {
            let slot = i64::from(count).into_attr(module);
            module.set_attr(func, fields::func::num_ctas, slot);
            None
        }
        Parts::Slices(_) => Some(match &plan.nested {
            Some(run) => loops::around_some(module, run, count),
            None => loops::around(module, func, count),
        }),
        Parts::Chains => Some(first_part(module, func)),
    };
    let mut cutter = Cutter::new(module, func, count, rank);
    for &(tile, dim) in &plan.cut {
        if let Tile::Operand(op, index) = tile {
            cutter.operand(op, index, dim);
        }
    }
    for access in &tiled {
        let rank = cutter.rank;
        access.shorten(&mut cutter.rw, count, |rw, index, [times, parts]| {
            moved_on(rw, access.op, (index, times), (rank, parts))
        });
    }
    assumed.iter().for_each(|&(op, dim)| cutter.assume(op, dim));
    plan.first.iter().for_each(|&op| cutter.first_alone(op));
    if let (Parts::Chains, Some(rank)) = (parts, rank) {
        side_by_side::duplicate(module, func, rank);
    }
}

/// The number of the first part, at the start of a function.
fn first_part(module: &mut Module, func: Op) -> Value {
    let body = module.block(func, fields::func::body).expect("a function has a body");
    let start = module.body.first_op(body).expect("a body has its end");
    let mut rw = Rewriter::new(module);
    let number = rw.intern(Type::scalar_of(Scalar::I32));
    integer(&mut rw, start, number, 0)
}

/// The type of a part of a tile.
fn part(module: &Module, value: Value, dim: usize, parts: u32) -> TileType {
    let mut ty = module.ty(value).tile().expect("tiles are cut").clone();
    ty.shape[dim] /= parts;
    ty
}

fn accesses(module: &Module, func: Op, plan: &Plan) -> Vec<Tiled> {
    let tiled = |op: Op| Tiled::of(module, op, plan.dim(moved(module, op)?)?);
    preorder(&module.body, func).filter_map(tiled).collect()
}

/// Promises about tiles that are cut, which speak of groups of elements.
fn assumptions(module: &Module, func: Op, plan: &Plan) -> Vec<(Op, usize)> {
    let promises = preorder(&module.body, func).filter(|&op| module.opcode(op) == Opcode::Assume);
    let cut = |op: Op| Some((op, plan.dim(Tile::Value(module.body.result(op, 0)))?));
    promises.filter_map(cut).collect()
}

/// The source of a part of a tile of another shape.
enum Below {
    /// All of a tile.
    Whole(Value),
    /// A part of a tile, along a dimension.
    Part(Value, usize),
    /// Any other tile, of which a part is extracted.
    Other,
}

struct Cutter<'m> {
    rw: Rewriter<'m, TileAa>,
    parts: u32,
    /// The rank of the thread block, or the number of the slice.
    rank: Value,
}

impl<'m> Cutter<'m> {
    /// `rank` is there already where a loop counts parts.
    fn new(module: &'m mut Module, func: Op, parts: u32, rank: Option<Value>) -> Cutter<'m> {
        let body = module.block(func, fields::func::body).expect("a function has a body");
        let start = module.body.first_op(body).expect("a body has its end");
        let mut rw = Rewriter::new(module);
        let number = rw.intern(Type::scalar_of(Scalar::I32));
        let own = |b: &mut ir::build::Builder<'_, TileAa>| b.get_cta_rank().result(number).finish().value();
        let rank = rank.unwrap_or_else(|| rw.build_before(start, func, own));
        Cutter { rw, parts, rank }
    }

    fn integer(&mut self, at: Op, ty: TypeId, number: i64) -> Value {
        integer(&mut self.rw, at, ty, number)
    }

    /// The rank as a number of a type.
    fn rank_of(&mut self, at: Op, scalar: Scalar) -> Value {
        let ty = self.rw.intern(Type::scalar_of(scalar));
        let rank = self.rank;
        match scalar.bits() {
            32 => rank,
            33.. => widened(&mut self.rw, at, rank),
            _ => self.rw.build_before(at, at, |b| b.trunci().source(rank).result(ty).finish().value()),
        }
    }

    /// The part of a constant or a range for an op.
    fn operand(&mut self, op: Op, index: usize, dim: usize) {
        let value = self.rw.module().body.operands(op)[index];
        let new = self.remade(op, value, dim);
        self.rw.set_operand(op, index, new);
    }

    /// The part of a constant or a range, before an op.
    fn remade(&mut self, op: Op, value: Value, dim: usize) -> Value {
        let module = self.rw.module();
        let made = module.body.def_op(value).expect("an op gives a constant or a range");
        let ty = part(module, value, dim, self.parts);
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

    /// The source of a part of a constant or a range whose shape was changed.
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
                    Some(outer) if from[outer] >= self.parts => Below::Part(source, outer),
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

    /// An assumption about groups of elements holds for parts if groups are no longer than parts, and parts start with groups.
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

    /// Whether the rank is 0.
    fn is_first(&mut self, at: Op) -> Value {
        let number = self.rw.module().body.ty(self.rank);
        let truth = self.rw.intern(Type::scalar_of(Scalar::I1));
        let (rank, zero) = (self.rank, self.integer(at, number, 0));
        let equal = ComparisonPredicate::Equal;
        self.rw.build_before(at, at, |b| {
            b.cmpi().lhs(rank).rhs(zero).predicate(equal).result(truth).finish().value()
        })
    }

    /// An op that only the thread block of rank 0 must execute. Of its results, only the token is used.
    fn first_alone(&mut self, op: Op) {
        let module = self.rw.module();
        let token = module.body.results(op).iter().find(|&value| *module.ty(value) == Type::Token);
        let token = token.expect("what writes gives a token");
        let taken = module.body.operands(op).iter().copied().find(|&value| *module.ty(value) == Type::Token);
        let ty = module.body.ty(token);
        let condition = self.is_first(op);
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
